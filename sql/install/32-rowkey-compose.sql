-- Composing keys. Not STRICT: core rejects NULL, with the name of the component.
CREATE FUNCTION @extschema@.rowkey_compose(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_compose(@extschema@.rowkey_layout)
    IS 'row key of the values, one per field in order of first mention';
CREATE FUNCTION @extschema@.rowkey_compose(
    layout @extschema@.rowkey_layout, VARIADIC "values" "any") RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_compose(@extschema@.rowkey_layout, "any")
    IS 'row key of the values, one per field in order of first mention, or of a jsonb object of values by field';

CREATE FUNCTION @extschema@.rowkey_prefix(layout @extschema@.rowkey_layout) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_prefix(@extschema@.rowkey_layout)
    IS 'common prefix of all row keys with these leading values, for prefix scans and child keys';
CREATE FUNCTION @extschema@.rowkey_prefix(
    layout @extschema@.rowkey_layout, VARIADIC "values" "any") RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_prefix(@extschema@.rowkey_layout, "any")
    IS 'common prefix of all row keys with these leading values, for prefix scans and child keys';

CREATE FUNCTION @extschema@.rowkey_reject_reason(layout @extschema@.rowkey_layout) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_reject_reason(@extschema@.rowkey_layout)
    IS 'reason why rowkey_compose rejects these values; NULL if it accepts them';
CREATE FUNCTION @extschema@.rowkey_reject_reason(layout @extschema@.rowkey_layout, VARIADIC "values" "any")
    RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_reject_reason(@extschema@.rowkey_layout, "any")
    IS 'reason why rowkey_compose rejects these values; NULL if it accepts them';

