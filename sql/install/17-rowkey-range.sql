-- Row keys in ranges: the functions and operators of index conditions.

CREATE FUNCTION hbase_internal.rowkey_range_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_starts_with(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION @extschema@.starts_with(key @extschema@.rowkey, prefix @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME', 'rowkey_starts_with'
    LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
COMMENT ON FUNCTION @extschema@.starts_with(@extschema@.rowkey, @extschema@.rowkey)
    IS 'true if a row key starts with a prefix; uses an index';

CREATE FUNCTION hbase_internal.rowkey_in_range(@extschema@.rowkey, @extschema@.rowkeyrange) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION hbase_internal.rowkey_in_multirange(@extschema@.rowkey, @extschema@.rowkeymultirange) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION hbase_internal.rowkey_range_contains(@extschema@.rowkeyrange, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION hbase_internal.rowkey_multirange_contains(
    @extschema@.rowkeymultirange, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION hbase_internal.rowkey_in_ranges(@extschema@.rowkey, @extschema@.rowkeyrange[]) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION hbase_internal.rowkey_ranges_contain(@extschema@.rowkeyrange[], @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
    SUPPORT hbase_internal.rowkey_range_support;
CREATE FUNCTION hbase_internal.rowkey_in_multirange_recheck(
    @extschema@.rowkey, @extschema@.rowkeymultirange) RETURNS boolean
    AS 'MODULE_PATHNAME', 'rowkey_in_multirange' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_in_multirange_recheck(@extschema@.rowkey, @extschema@.rowkeymultirange)
    IS 'true if a row key is in a multirange; the filter that remains after index conditions';

CREATE FUNCTION hbase_internal.rowkey_in_ranges_recheck(@extschema@.rowkey, @extschema@.rowkeyrange[]) RETURNS boolean
    AS 'MODULE_PATHNAME', 'rowkey_in_ranges' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_in_ranges_recheck(@extschema@.rowkey, @extschema@.rowkeyrange[])
    IS 'true if a row key is in a range of an array; the filter that remains after index conditions';

CREATE OPERATOR @extschema@.^@ (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_starts_with,
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.^@ (@extschema@.rowkey, @extschema@.rowkey) IS 'starts with a prefix; uses an index';

CREATE OPERATOR @extschema@.<@ (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkeyrange, FUNCTION = hbase_internal.rowkey_in_range,
    COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.rowkey, @extschema@.rowkeyrange) IS 'is in the range; uses an index';
CREATE OPERATOR @extschema@.<@ (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkeymultirange,
    FUNCTION = hbase_internal.rowkey_in_multirange,
    COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.rowkey, @extschema@.rowkeymultirange)
    IS 'is in one of the ranges; uses an index';

CREATE OPERATOR @extschema@.@> (
    LEFTARG = @extschema@.rowkeyrange, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_range_contains,
    COMMUTATOR = OPERATOR(@extschema@.<@), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.rowkeyrange, @extschema@.rowkey)
    IS 'contains the row key; uses an index on keys';
CREATE OPERATOR @extschema@.@> (
    LEFTARG = @extschema@.rowkeymultirange, RIGHTARG = @extschema@.rowkey,
    FUNCTION = hbase_internal.rowkey_multirange_contains, COMMUTATOR = OPERATOR(@extschema@.<@),
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.rowkeymultirange, @extschema@.rowkey)
    IS 'contains the row key; uses an index on keys';

CREATE OPERATOR @extschema@.<@ (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkeyrange[], FUNCTION = hbase_internal.rowkey_in_ranges,
    COMMUTATOR = OPERATOR(@extschema@.@>), RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.<@ (@extschema@.rowkey, @extschema@.rowkeyrange[])
    IS 'is in one of the ranges; uses an index';
CREATE OPERATOR @extschema@.@> (
    LEFTARG = @extschema@.rowkeyrange[], RIGHTARG = @extschema@.rowkey,
    FUNCTION = hbase_internal.rowkey_ranges_contain, COMMUTATOR = OPERATOR(@extschema@.<@),
    RESTRICT = pg_catalog.matchingsel, JOIN = pg_catalog.matchingjoinsel);
COMMENT ON OPERATOR @extschema@.@> (@extschema@.rowkeyrange[], @extschema@.rowkey)
    IS 'one of the ranges contains the row key; uses an index on keys';
