-- Decomposing keys.
CREATE FUNCTION hbase_internal.key_quals_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.key_quals_support(internal)
    IS 'planner support of rowkey_field: conditions on fields become conditions on the key';

CREATE FUNCTION @extschema@.rowkey_field(
    layout @extschema@.rowkey_layout, key @extschema@.rowkey, name text, sample anyelement) RETURNS anyelement
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 2
    SUPPORT hbase_internal.key_quals_support;
COMMENT ON FUNCTION @extschema@.rowkey_field(@extschema@.rowkey_layout, @extschema@.rowkey, text, anyelement)
    IS 'one field of a row key by name, as the type of NULL::type; the fastest way to decode';

CREATE FUNCTION @extschema@.rowkey_decompose(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_decompose(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'fields of a row key as columns by name: FROM rowkey_decompose(layout, key) AS k(name type, ...)';

CREATE FUNCTION @extschema@.rowkey_fields(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS jsonb
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_fields(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'readable fields of a row key by name, as jsonb';

CREATE FUNCTION @extschema@.rowkey_describe(
    layout @extschema@.rowkey_layout, key @extschema@.rowkey,
    OUT component text, OUT "offset" int, OUT length int, OUT bytes bytea, OUT value text) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 5;
COMMENT ON FUNCTION @extschema@.rowkey_describe(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'components of a row key with offset, length, bytes and value';

CREATE FUNCTION @extschema@.rowkey_conforms(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION @extschema@.rowkey_conforms(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'true if rowkey_compose can make the row key, including salts, buckets and hashes';

CREATE FUNCTION hbase_internal.rowkey_mismatch(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION hbase_internal.rowkey_mismatch(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'reason why a row key does not conform to a layout, with component and byte offset; NULL if it conforms';

CREATE FUNCTION @extschema@.rowkey_which(layouts @extschema@.rowkey_layout[], key @extschema@.rowkey) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20;
COMMENT ON FUNCTION @extschema@.rowkey_which(@extschema@.rowkey_layout[], @extschema@.rowkey)
    IS 'number (from 1) of the first layout to which a row key conforms; NULL if none';

