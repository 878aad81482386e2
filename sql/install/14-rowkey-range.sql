-- Row keys: ranges of HBase scans.

CREATE TYPE @extschema@.rowkeyrange;
CREATE FUNCTION hbase_internal.rowkeyrange_canonical(@extschema@.rowkeyrange) RETURNS @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkeyrange_subdiff(@extschema@.rowkey, @extschema@.rowkey) RETURNS float8
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE @extschema@.rowkeyrange AS RANGE (SUBTYPE = @extschema@.rowkey, SUBTYPE_OPCLASS = @extschema@.rowkey_ops,
    CANONICAL = hbase_internal.rowkeyrange_canonical,
    SUBTYPE_DIFF = hbase_internal.rowkeyrange_subdiff, MULTIRANGE_TYPE_NAME = @extschema@.rowkeymultirange);
COMMENT ON TYPE @extschema@.rowkeyrange
    IS 'range of row keys from a start row (inclusive) to a stop row (exclusive), like an HBase scan; either '
       'end may be open';
COMMENT ON TYPE @extschema@.rowkeymultirange IS 'several disjoint ranges of row keys, in key order';

CREATE FUNCTION @extschema@.rowkey_prefix_range(@extschema@.rowkey) RETURNS @extschema@.rowkeyrange
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_prefix_range(@extschema@.rowkey)
    IS 'range of all row keys that start with a prefix';

