-- Tables that take puts: stamps, compaction, and the functions that their statements call.

CREATE FUNCTION hbase_internal.next_stamp(VARIADIC families "any") RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_next_stamp' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.next_stamp("any")
    IS 'clock in milliseconds, or one more than the newest cell of these families, whichever is later';

CREATE FUNCTION hbase_internal.applied(
    relation oid, family int, old @extschema@.widerow, cells @extschema@.widerow) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_applied' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.applied(oid, int, @extschema@.widerow, @extschema@.widerow)
    IS 'column family after hbase.put()';
CREATE FUNCTION hbase_internal.applied(
    relation oid, family int, old @extschema@.widerow, cells @extschema@.widerow, VARIADIC others "any")
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_applied' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.applied(oid, int, @extschema@.widerow, @extschema@.widerow, "any")
    IS 'column family after hbase.put(); the last arguments are the other families of the row';

CREATE FUNCTION hbase_internal.applied_at(
    relation oid, family int, old @extschema@.widerow, cells @extschema@.widerow, ts bigint)
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_applied_at' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.applied_at(oid, int, @extschema@.widerow, @extschema@.widerow, bigint)
    IS 'column family after hbase.delete() at a timestamp';

CREATE FUNCTION hbase_internal.incremented(
    relation oid, family int, old @extschema@.widerow, qualifier bytea, amount bigint) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_incremented' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.incremented(oid, int, @extschema@.widerow, bytea, bigint)
    IS 'column family after hbase.increment()';
CREATE FUNCTION hbase_internal.incremented(
    relation oid, family int, old @extschema@.widerow, qualifier bytea, amount bigint, VARIADIC others "any")
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_incremented' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.incremented(oid, int, @extschema@.widerow, bytea, bigint, "any")
    IS 'column family after hbase.increment(); the last arguments are the other families of the row';

CREATE FUNCTION hbase_internal.appended(
    relation oid, family int, old @extschema@.widerow, qualifier bytea, bytes bytea) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_appended' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.appended(oid, int, @extschema@.widerow, bytea, bytea)
    IS 'column family after hbase.append()';
CREATE FUNCTION hbase_internal.appended(
    relation oid, family int, old @extschema@.widerow, qualifier bytea, bytes bytea, VARIADIC others "any")
    RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_appended' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.appended(oid, int, @extschema@.widerow, bytea, bytea, "any")
    IS 'column family after hbase.append(); the last arguments are the other families of the row';

CREATE FUNCTION hbase_internal.holds(
    relation oid, family int, cells @extschema@.widerow, qualifier bytea, op text, expected bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_holds' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.holds(oid, int, @extschema@.widerow, bytea, text, bytea)
    IS 'true if "expected op stored" holds for a column, for hbase.check_and_put()';

CREATE FUNCTION hbase_internal.is_stamped(cells @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_is_stamped' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.is_stamped(@extschema@.widerow)
    IS 'true if every cell has a timestamp, for hbase.stamp()';

CREATE FUNCTION hbase_internal.stamp_row() RETURNS trigger
    AS 'MODULE_PATHNAME', 'hbase_stamp_row' LANGUAGE c VOLATILE;

CREATE FUNCTION hbase.stamp(relation regclass, ts bigint DEFAULT NULL) RETURNS bigint
    LANGUAGE plpgsql VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000
AS $$
DECLARE
    target pg_catalog.text := hbase_internal.sql_relation(relation);
    families pg_catalog.text[] := ARRAY(SELECT pg_catalog.quote_ident(f.column_name) FROM hbase.families(relation) f);
    -- unchanged; the trigger stamps it
    value pg_catalog.text := CASE WHEN ts IS NULL THEN '%1$s = %1$s' ELSE '%1$s = %2$s.widerow_at(%1$s, $1)' END;
    stamped bigint;
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_catalog.pg_trigger t
        WHERE t.tgrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
          AND t.tgfoid OPERATOR(pg_catalog.=) 'hbase_internal.stamp_row()'::pg_catalog.regprocedure::pg_catalog.oid)
    THEN
        EXECUTE pg_catalog.format(
            'CREATE TRIGGER hbase_stamp BEFORE INSERT OR UPDATE ON %s FOR EACH ROW '
            'EXECUTE FUNCTION hbase_internal.stamp_row()', target);
    END IF;
    EXECUTE (
        SELECT pg_catalog.format('UPDATE %s SET %s WHERE NOT (%s)', target,
            pg_catalog.string_agg(pg_catalog.format(value, f, hbase_internal.sql_schema()), ', '),
            pg_catalog.string_agg(pg_catalog.format('COALESCE(hbase_internal.is_stamped(%s), true)', f), ' AND '))
        FROM pg_catalog.unnest(families) f) USING ts;
    GET DIAGNOSTICS stamped = ROW_COUNT;
    RETURN stamped;
END $$;
COMMENT ON FUNCTION hbase.stamp(regclass, bigint)
    IS 'gives all unstamped cells of a table a timestamp, now and on every write; returns the number of changed rows';

CREATE FUNCTION hbase_internal.compacted(
    relation oid, family int, cells @extschema@.widerow, now timestamptz) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'hbase_compacted' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.compacted(oid, int, @extschema@.widerow, timestamptz)
    IS 'column family after a major compaction at a time; NULL if it is empty';
