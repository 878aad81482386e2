-- From conditions to ranges of keys.
CREATE FUNCTION hbase_internal.rowkey_scan_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_scan_support(internal)
    IS 'planner support of rowkey_scan: the number of ranges';

CREATE FUNCTION @extschema@.rowkey_range(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_range(@extschema@.rowkey_layout)
    IS 'range of the row keys that satisfy the conditions of rowkey_scan; an error if there are several ranges';
CREATE FUNCTION @extschema@.rowkey_range(
    layout @extschema@.rowkey_layout, VARIADIC conditions "any") RETURNS @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_range(@extschema@.rowkey_layout, "any")
    IS 'range of the row keys that satisfy the conditions of rowkey_scan; an error if there are several ranges';

CREATE FUNCTION @extschema@.rowkey_ranges(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkeymultirange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION @extschema@.rowkey_ranges(@extschema@.rowkey_layout)
    IS 'ranges of the row keys that satisfy the conditions of rowkey_scan, as a multirange';
CREATE FUNCTION @extschema@.rowkey_ranges(
    layout @extschema@.rowkey_layout, VARIADIC conditions "any") RETURNS @extschema@.rowkeymultirange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION @extschema@.rowkey_ranges(@extschema@.rowkey_layout, "any")
    IS 'ranges of the row keys that satisfy the conditions of rowkey_scan, as a multirange';

CREATE FUNCTION @extschema@.rowkey_scan(layout @extschema@.rowkey_layout) RETURNS SETOF @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME'
    LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20 ROWS 16 SUPPORT hbase_internal.rowkey_scan_support;
COMMENT ON FUNCTION @extschema@.rowkey_scan(@extschema@.rowkey_layout)
    IS 'disjoint ranges, in key order, of the row keys that satisfy conditions on the fields: a value, array, '
       'range or multirange for each leading field, or one jsonb object';
CREATE FUNCTION @extschema@.rowkey_scan(
    layout @extschema@.rowkey_layout, VARIADIC conditions "any") RETURNS SETOF @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME'
    LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20 ROWS 16 SUPPORT hbase_internal.rowkey_scan_support;
COMMENT ON FUNCTION @extschema@.rowkey_scan(@extschema@.rowkey_layout, "any")
    IS 'disjoint ranges, in key order, of the row keys that satisfy conditions on the fields: a value, array, '
       'range or multirange for each leading field, or one jsonb object';

CREATE FUNCTION @extschema@.rowkey_matches(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_matches(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'true if a row key satisfies the conditions of rowkey_scan; filters keys that inexact ranges add';
CREATE FUNCTION @extschema@.rowkey_matches(
    layout @extschema@.rowkey_layout, key @extschema@.rowkey, VARIADIC conditions "any") RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_matches(@extschema@.rowkey_layout, @extschema@.rowkey, "any")
    IS 'true if a row key satisfies the conditions of rowkey_scan; filters keys that inexact ranges add';

-- Declarations for other tools.
CREATE FUNCTION @extschema@.rowkey_layout_ddl(
    layout @extschema@.rowkey_layout, tool text, table_name text DEFAULT 'table_name') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION @extschema@.rowkey_layout_ddl(@extschema@.rowkey_layout, text, text)
    IS 'declaration of a row key for phoenix, hive, spark, java or the HBase shell';

