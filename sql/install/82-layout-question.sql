-- hbase.compare(): key ranges of questions, and checks of its arguments.

-- A question is a jsonb object of conditions by field.
CREATE FUNCTION hbase_internal.question_ranges(layouts @extschema@.rowkey_layout[], question jsonb) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_question_ranges' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION hbase_internal.question_ranges(@extschema@.rowkey_layout[], jsonb)
    IS 'number of key ranges that a question reads in a table with these layouts, or "full scan"';

CREATE FUNCTION hbase_internal.check_designs(layouts @extschema@.rowkey_layout[]) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_check_designs' LANGUAGE c STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.check_designs(@extschema@.rowkey_layout[])
    IS 'raises an error or a NOTICE if layouts are the components of one layout';

CREATE FUNCTION hbase_internal.nearest_name(name text, names text[]) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_nearest_name' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.nearest_name(text, text[])
    IS 'name that is nearest to an unrecognized one; NULL if none is near';
