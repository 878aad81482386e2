-- Wide rows: changes, and the cells after a get, flush or compaction.

-- changes: NULL counts as the empty row
CREATE FUNCTION @extschema@.widerow_concat(a @extschema@.widerow, b @extschema@.widerow) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_concat(@extschema@.widerow, @extschema@.widerow)
    IS 'first row with the cells of the second applied';

CREATE FUNCTION @extschema@.widerow_apply(a @extschema@.widerow, b @extschema@.widerow) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_apply(@extschema@.widerow, @extschema@.widerow)
    IS 'first row with the cells of the second applied, keeping the order of writing for NEW_VERSION_BEHAVIOR';

CREATE FUNCTION @extschema@.widerow_at(r @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_at(@extschema@.widerow, bigint)
    IS 'wide row whose unstamped puts get ts, and unstamped delete markers ts - 1';
CREATE FUNCTION @extschema@.widerow_at(r @extschema@.widerow, ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_at(@extschema@.widerow, timestamptz)
    IS 'wide row whose unstamped puts get ts, and unstamped delete markers ts - 1';

CREATE FUNCTION @extschema@.widerow_put(
    r @extschema@.widerow, qualifier "any", value "any") RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_put(@extschema@.widerow, "any", "any") IS 'wide row with a put applied';
CREATE FUNCTION @extschema@.widerow_put(
    r @extschema@.widerow, qualifier "any", value "any", ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_put(@extschema@.widerow, "any", "any", bigint)
    IS 'wide row with a put applied';
CREATE FUNCTION @extschema@.widerow_put(
    r @extschema@.widerow, qualifier "any", value "any", ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_put(@extschema@.widerow, "any", "any", timestamptz)
    IS 'wide row with a put applied';

CREATE FUNCTION @extschema@.widerow_delete(r @extschema@.widerow, qualifier "any") RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete(@extschema@.widerow, "any")
    IS 'wide row with a DeleteColumn marker: deletes all versions of a column up to its timestamp';
CREATE FUNCTION @extschema@.widerow_delete(
    r @extschema@.widerow, qualifier "any", ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete(@extschema@.widerow, "any", bigint)
    IS 'wide row with a DeleteColumn marker: deletes all versions of a column up to its timestamp';
CREATE FUNCTION @extschema@.widerow_delete(
    r @extschema@.widerow, qualifier "any", ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete(@extschema@.widerow, "any", timestamptz)
    IS 'wide row with a DeleteColumn marker: deletes all versions of a column up to its timestamp';

CREATE FUNCTION @extschema@.widerow_delete_version(
    r @extschema@.widerow, qualifier "any", ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_version(@extschema@.widerow, "any", bigint)
    IS 'wide row with a Delete marker: deletes the version of a column at its timestamp';
CREATE FUNCTION @extschema@.widerow_delete_version(
    r @extschema@.widerow, qualifier "any", ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_version(@extschema@.widerow, "any", timestamptz)
    IS 'wide row with a Delete marker: deletes the version of a column at its timestamp';

CREATE FUNCTION @extschema@.widerow_delete_family(r @extschema@.widerow) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_family(@extschema@.widerow)
    IS 'wide row with a DeleteFamily marker: deletes all columns up to its timestamp';
CREATE FUNCTION @extschema@.widerow_delete_family(r @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_family(@extschema@.widerow, bigint)
    IS 'wide row with a DeleteFamily marker: deletes all columns up to its timestamp';
CREATE FUNCTION @extschema@.widerow_delete_family(r @extschema@.widerow, ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_family(@extschema@.widerow, timestamptz)
    IS 'wide row with a DeleteFamily marker: deletes all columns up to its timestamp';

CREATE FUNCTION @extschema@.widerow_delete_family_version(r @extschema@.widerow, ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_family_version(@extschema@.widerow, bigint)
    IS 'wide row with a DeleteFamilyVersion marker: deletes all columns at its timestamp';
CREATE FUNCTION @extschema@.widerow_delete_family_version(
    r @extschema@.widerow, ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_delete_family_version(@extschema@.widerow, timestamptz)
    IS 'wide row with a DeleteFamilyVersion marker: deletes all columns at its timestamp';

CREATE FUNCTION @extschema@.widerow_increment(
    r @extschema@.widerow, qualifier "any", by bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_increment(@extschema@.widerow, "any", bigint)
    IS 'wide row with a counter of 8 bytes incremented; a missing counter is 0';
CREATE FUNCTION @extschema@.widerow_increment(
    r @extschema@.widerow, qualifier "any", by bigint, ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_increment(@extschema@.widerow, "any", bigint, bigint)
    IS 'wide row with a counter of 8 bytes incremented; a missing counter is 0';
CREATE FUNCTION @extschema@.widerow_increment(
    r @extschema@.widerow, qualifier "any", by bigint, ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_increment(@extschema@.widerow, "any", bigint, timestamptz)
    IS 'wide row with a counter of 8 bytes incremented; a missing counter is 0';

CREATE FUNCTION @extschema@.widerow_append(
    r @extschema@.widerow, qualifier "any", value "any") RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_append(@extschema@.widerow, "any", "any")
    IS 'wide row with bytes appended to the newest value of a column';
CREATE FUNCTION @extschema@.widerow_append(
    r @extschema@.widerow, qualifier "any", value "any", ts bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_append(@extschema@.widerow, "any", "any", bigint)
    IS 'wide row with bytes appended to the newest value of a column';
CREATE FUNCTION @extschema@.widerow_append(
    r @extschema@.widerow, qualifier "any", value "any", ts timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_append(@extschema@.widerow, "any", "any", timestamptz)
    IS 'wide row with bytes appended to the newest value of a column';

CREATE FUNCTION @extschema@.widerow_matches(
    r @extschema@.widerow, qualifier "any", op text, value "any") RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_matches(@extschema@.widerow, "any", text, "any")
    IS 'true if "value op stored" holds as in checkAndMutate; NULL or empty tests for a missing cell';

CREATE OPERATOR @extschema@.|| (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_concat);
COMMENT ON OPERATOR @extschema@.|| (@extschema@.widerow, @extschema@.widerow)
    IS 'left row with the cells of the right one applied';

-- visibility
CREATE FUNCTION @extschema@.widerow_visible(
    r @extschema@.widerow, versions int DEFAULT 1, time_from "any" DEFAULT NULL, time_to "any" DEFAULT NULL,
    raw boolean DEFAULT false, max_versions int DEFAULT NULL, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL,
    keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false)
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_visible(
    @extschema@.widerow, int, "any", "any", boolean, int, int, bigint, text, timestamptz, boolean)
    IS 'cells that a get with a time range and the family''s options returns';

CREATE FUNCTION @extschema@.widerow_flush(
    r @extschema@.widerow, versions int DEFAULT 1, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL,
    keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false)
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_flush(@extschema@.widerow, int, int, bigint, text, timestamptz, boolean)
    IS 'cells that remain after a flush';

CREATE FUNCTION @extschema@.widerow_compact(
    r @extschema@.widerow, versions int DEFAULT 1, min_versions int DEFAULT 0, ttl bigint DEFAULT NULL,
    keep_deleted text DEFAULT 'FALSE', now timestamptz DEFAULT NULL, new_version_behavior boolean DEFAULT false)
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_compact(@extschema@.widerow, int, int, bigint, text, timestamptz, boolean)
    IS 'cells that remain after a major compaction';
