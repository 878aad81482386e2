-- Wide rows: reading.

CREATE FUNCTION @extschema@.widerow_value(r @extschema@.widerow, qualifier text) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_value(@extschema@.widerow, text)
    IS 'newest visible value of a column; NULL if there is none';
CREATE FUNCTION @extschema@.widerow_value(r @extschema@.widerow, qualifier bytea) RETURNS bytea
    AS 'MODULE_PATHNAME', 'widerow_value_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_value(@extschema@.widerow, bytea)
    IS 'newest visible value of a column; NULL if there is none';

CREATE FUNCTION @extschema@.widerow_text(r @extschema@.widerow, qualifier text) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_text(@extschema@.widerow, text)
    IS 'newest visible value of a column as UTF-8 text';
CREATE FUNCTION @extschema@.widerow_text(r @extschema@.widerow, qualifier bytea) RETURNS text
    AS 'MODULE_PATHNAME', 'widerow_text_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_text(@extschema@.widerow, bytea)
    IS 'newest visible value of a column as UTF-8 text';

CREATE FUNCTION @extschema@.widerow_exists(r @extschema@.widerow, qualifier text) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_exists(@extschema@.widerow, text) IS 'true if a column has a visible value';
CREATE FUNCTION @extschema@.widerow_exists(r @extschema@.widerow, qualifier bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'widerow_exists_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_exists(@extschema@.widerow, bytea) IS 'true if a column has a visible value';

CREATE FUNCTION @extschema@.widerow_exists_any(r @extschema@.widerow, qualifiers text[]) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_exists_any(@extschema@.widerow, text[])
    IS 'true if any of the columns has a visible value';

CREATE FUNCTION @extschema@.widerow_exists_all(r @extschema@.widerow, qualifiers text[]) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_exists_all(@extschema@.widerow, text[])
    IS 'true if all columns have a visible value';

CREATE FUNCTION @extschema@.widerow_contains(a @extschema@.widerow, b @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_contains(@extschema@.widerow, @extschema@.widerow)
    IS 'true if the first row has all visible columns of the second with the same values';

CREATE FUNCTION @extschema@.widerow_contained(a @extschema@.widerow, b @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_contained(@extschema@.widerow, @extschema@.widerow)
    IS 'true if the second row has all visible columns of the first with the same values';

CREATE FUNCTION @extschema@.widerow_get(
    r @extschema@.widerow, qualifier "any", sample anyelement, encoding @extschema@.hbase_encoding DEFAULT 'bytes',
    as_type text DEFAULT NULL) RETURNS anyelement
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_get(@extschema@.widerow, "any", anyelement, @extschema@.hbase_encoding, text)
    IS 'newest visible value of a column, as the type of NULL::type';

CREATE FUNCTION @extschema@.widerow_populate(
    base anyelement, r @extschema@.widerow, encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS anyelement
    AS 'MODULE_PATHNAME' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_populate(anyelement, @extschema@.widerow, @extschema@.hbase_encoding)
    IS 'record of the visible columns with the same names; base has the values of missing columns';

CREATE FUNCTION @extschema@.widerow_cells(
    r @extschema@.widerow,
    OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 10;
COMMENT ON FUNCTION @extschema@.widerow_cells(@extschema@.widerow)
    IS 'all cells, including older versions and delete markers, in HBase''s order';

CREATE FUNCTION @extschema@.widerow_cells_text(
    r @extschema@.widerow,
    OUT qualifier text, OUT ts bigint, OUT type text, OUT value text) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 10;
COMMENT ON FUNCTION @extschema@.widerow_cells_text(@extschema@.widerow)
    IS 'cells of a wide row with qualifier and value as text in HBase''s notation';

CREATE FUNCTION @extschema@.widerow_versions(
    r @extschema@.widerow, qualifier text,
    OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 3;
COMMENT ON FUNCTION @extschema@.widerow_versions(@extschema@.widerow, text)
    IS 'all cells of one column, newest first';
CREATE FUNCTION @extschema@.widerow_versions(
    r @extschema@.widerow, qualifier bytea,
    OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'widerow_versions_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1 ROWS 3;
COMMENT ON FUNCTION @extschema@.widerow_versions(@extschema@.widerow, bytea)
    IS 'all cells of one column, newest first';

CREATE FUNCTION @extschema@.widerow_count(r @extschema@.widerow) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_count(@extschema@.widerow)
    IS 'number of cells, including older versions and delete markers';

CREATE FUNCTION @extschema@.widerow_prefix(r @extschema@.widerow, prefix text) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_prefix(@extschema@.widerow, text)
    IS 'wide row with only the columns that start with a prefix; keeps the family''s delete markers';
CREATE FUNCTION @extschema@.widerow_prefix(r @extschema@.widerow, prefix bytea) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'widerow_prefix_bytea' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_prefix(@extschema@.widerow, bytea)
    IS 'wide row with only the columns that start with a prefix; keeps the family''s delete markers';

CREATE FUNCTION @extschema@.widerow_range(
    r @extschema@.widerow, start text, stop text, start_inclusive boolean DEFAULT true,
    stop_inclusive boolean DEFAULT false) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_range(@extschema@.widerow, text, text, boolean, boolean)
    IS 'wide row with only the columns from start to stop, NULL is an open end; keeps the family''s delete markers';
CREATE FUNCTION @extschema@.widerow_range(
    r @extschema@.widerow, start bytea, stop bytea, start_inclusive boolean DEFAULT true,
    stop_inclusive boolean DEFAULT false) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'widerow_range_bytea' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_range(@extschema@.widerow, bytea, bytea, boolean, boolean)
    IS 'wide row with only the columns from start to stop, NULL is an open end; keeps the family''s delete markers';

CREATE FUNCTION @extschema@.widerow_to_json(r @extschema@.widerow) RETURNS json
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_to_json(@extschema@.widerow)
    IS 'visible columns as a JSON object: values as text, or in hex if they are not text';

CREATE FUNCTION @extschema@.widerow_to_jsonb(r @extschema@.widerow) RETURNS jsonb
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_to_jsonb(@extschema@.widerow)
    IS 'visible columns as a JSON object: values as text, or in hex if they are not text';

CREATE CAST (@extschema@.widerow AS json) WITH FUNCTION @extschema@.widerow_to_json(@extschema@.widerow);
CREATE CAST (@extschema@.widerow AS jsonb) WITH FUNCTION @extschema@.widerow_to_jsonb(@extschema@.widerow);

CREATE OPERATOR @extschema@.-> (LEFTARG = @extschema@.widerow, RIGHTARG = text, FUNCTION = @extschema@.widerow_value);
COMMENT ON OPERATOR @extschema@.-> (@extschema@.widerow, text) IS 'newest visible value of a column';
CREATE OPERATOR @extschema@.-> (LEFTARG = @extschema@.widerow, RIGHTARG = bytea, FUNCTION = @extschema@.widerow_value);
COMMENT ON OPERATOR @extschema@.-> (@extschema@.widerow, bytea) IS 'newest visible value of a column';

CREATE OPERATOR @extschema@.->> (LEFTARG = @extschema@.widerow, RIGHTARG = text, FUNCTION = @extschema@.widerow_text);
COMMENT ON OPERATOR @extschema@.->> (@extschema@.widerow, text) IS 'newest visible value of a column as text';
CREATE OPERATOR @extschema@.->> (LEFTARG = @extschema@.widerow, RIGHTARG = bytea, FUNCTION = @extschema@.widerow_text);
COMMENT ON OPERATOR @extschema@.->> (@extschema@.widerow, bytea) IS 'newest visible value of a column as text';

CREATE OPERATOR @extschema@.? (
    LEFTARG = @extschema@.widerow, RIGHTARG = text, FUNCTION = @extschema@.widerow_exists,
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.? (@extschema@.widerow, text) IS 'has a visible value of the column';
CREATE OPERATOR @extschema@.? (
    LEFTARG = @extschema@.widerow, RIGHTARG = bytea, FUNCTION = @extschema@.widerow_exists,
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.? (@extschema@.widerow, bytea) IS 'has a visible value of the column';

CREATE OPERATOR @extschema@.?| (
    LEFTARG = @extschema@.widerow, RIGHTARG = text[], FUNCTION = @extschema@.widerow_exists_any,
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.?| (@extschema@.widerow, text[]) IS 'has a visible value of any of the columns';

CREATE OPERATOR @extschema@.?& (
    LEFTARG = @extschema@.widerow, RIGHTARG = text[], FUNCTION = @extschema@.widerow_exists_all,
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.?& (@extschema@.widerow, text[]) IS 'has a visible value of all columns';

CREATE OPERATOR @extschema@.@> (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_contains,
    COMMUTATOR = OPERATOR(@extschema@.<@), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.widerow, @extschema@.widerow)
    IS 'has all visible columns of the other with the same values';

CREATE OPERATOR @extschema@.<@ (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = @extschema@.widerow_contained,
    COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.widerow, @extschema@.widerow)
    IS 'all visible columns are in the other with the same values';
