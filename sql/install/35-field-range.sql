-- Conditions on fields of keys, as conditions on the keys. The planner adds the calls to queries.

CREATE FUNCTION hbase_internal.field_range(
    layout @extschema@.rowkey_layout, comparisons text, VARIADIC "values" "any") RETURNS @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME', 'hbase_field_range' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION hbase_internal.field_range(@extschema@.rowkey_layout, text, "any")
    IS 'range of the row keys whose fields can satisfy comparisons';
CREATE FUNCTION hbase_internal.field_ranges(
    layout @extschema@.rowkey_layout, comparisons text, VARIADIC "values" "any") RETURNS @extschema@.rowkeymultirange
    AS 'MODULE_PATHNAME', 'hbase_field_ranges' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION hbase_internal.field_ranges(@extschema@.rowkey_layout, text, "any")
    IS 'ranges of the row keys whose fields can satisfy comparisons';
