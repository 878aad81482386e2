-- Changing the number of salts.

CREATE FUNCTION @extschema@.rowkey_resalt(
    key @extschema@.rowkey, before @extschema@.rowkey_layout, after @extschema@.rowkey_layout)
    RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION @extschema@.rowkey_resalt(@extschema@.rowkey, @extschema@.rowkey_layout, @extschema@.rowkey_layout)
    IS 'row key of the same row in a layout with a different salt';

CREATE FUNCTION hbase_internal.key_salt(layout @extschema@.rowkey_layout, key @extschema@.rowkey) RETURNS int
    AS 'MODULE_PATHNAME', 'hbase_key_salt' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
COMMENT ON FUNCTION hbase_internal.key_salt(@extschema@.rowkey_layout, @extschema@.rowkey)
    IS 'salt of a row key, from 0';

CREATE FUNCTION hbase_internal.salt_prefix(layout @extschema@.rowkey_layout, salt int) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME', 'hbase_salt_prefix' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 2;
COMMENT ON FUNCTION hbase_internal.salt_prefix(@extschema@.rowkey_layout, int)
    IS 'prefix of the row keys with a salt';

CREATE FUNCTION hbase_internal.with_salts(layout @extschema@.rowkey_layout, salts int)
    RETURNS @extschema@.rowkey_layout
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN layout::text ~ '^salt\(' THEN regexp_replace(layout::text, '^salt\(\d+', format('salt(%s', salts))
                ELSE format('salt(%s), %s', salts, layout) END::@extschema@.rowkey_layout;
COMMENT ON FUNCTION hbase_internal.with_salts(@extschema@.rowkey_layout, int)
    IS 'layout with another number of salts';
