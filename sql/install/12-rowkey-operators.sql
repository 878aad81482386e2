-- Row keys: comparison, operator classes, min and max, concatenation.

CREATE FUNCTION hbase_internal.rowkey_lt(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_le(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_eq(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_ne(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_ge(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_gt(@extschema@.rowkey, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_cmp(@extschema@.rowkey, @extschema@.rowkey) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_hashcode(@extschema@.rowkey) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_hashcode_extended(@extschema@.rowkey, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

-- Selectivity: both bounds of a range are estimated together, with interpolation by bytes.
CREATE FUNCTION hbase_internal.rowkey_range_sel(internal, oid, internal, int) RETURNS float8
    AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_range_joinsel(internal, oid, internal, smallint, internal) RETURNS float8
    AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_typanalyze(internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_typanalyze(internal)
    IS 'ANALYZE of a rowkey column: also counts distinct prefixes';
ALTER TYPE @extschema@.rowkey SET (ANALYZE = hbase_internal.rowkey_typanalyze);

CREATE OPERATOR @extschema@.< (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_lt,
    COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey, @extschema@.rowkey) IS 'less than, by unsigned bytes';

CREATE OPERATOR @extschema@.<= (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_le,
    COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey) IS 'less than or equal, by unsigned bytes';

CREATE OPERATOR @extschema@.> (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_gt,
    COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey, @extschema@.rowkey) IS 'greater than, by unsigned bytes';

CREATE OPERATOR @extschema@.>= (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_ge,
    COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey)
    IS 'greater than or equal, by unsigned bytes';

CREATE OPERATOR @extschema@.= (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_eq,
    COMMUTATOR = OPERATOR(@extschema@.=), NEGATOR = OPERATOR(@extschema@.<>), RESTRICT = pg_catalog.eqsel,
    JOIN = pg_catalog.eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey, @extschema@.rowkey) IS 'equal, by unsigned bytes';

CREATE OPERATOR @extschema@.<> (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.rowkey_ne,
    COMMUTATOR = OPERATOR(@extschema@.<>), NEGATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.neqsel,
    JOIN = pg_catalog.neqjoinsel);
COMMENT ON OPERATOR @extschema@.<> (@extschema@.rowkey, @extschema@.rowkey) IS 'not equal, by unsigned bytes';

CREATE OPERATOR CLASS @extschema@.rowkey_ops DEFAULT FOR TYPE @extschema@.rowkey USING btree AS
    OPERATOR 1 @extschema@.<, OPERATOR 2 @extschema@.<=, OPERATOR 3 @extschema@.=, OPERATOR 4 @extschema@.>=,
    OPERATOR 5 @extschema@.>,
    FUNCTION 1 @extschema@.rowkey_cmp(@extschema@.rowkey, @extschema@.rowkey),
    FUNCTION 2 hbase_internal.rowkey_sortsupport(internal),
    FUNCTION 4 pg_catalog.btequalimage(oid);

CREATE OPERATOR CLASS @extschema@.rowkey_ops DEFAULT FOR TYPE @extschema@.rowkey USING hash AS
    OPERATOR 1 @extschema@.=,
    FUNCTION 1 hbase_internal.rowkey_hashcode(@extschema@.rowkey),
    FUNCTION 2 hbase_internal.rowkey_hashcode_extended(@extschema@.rowkey, bigint);

CREATE OPERATOR CLASS @extschema@.rowkey_minmax_ops DEFAULT FOR TYPE @extschema@.rowkey USING brin AS
    OPERATOR 1 @extschema@.<, OPERATOR 2 @extschema@.<=, OPERATOR 3 @extschema@.=, OPERATOR 4 @extschema@.>=,
    OPERATOR 5 @extschema@.>,
    FUNCTION 1 pg_catalog.brin_minmax_opcinfo(internal),
    FUNCTION 2 pg_catalog.brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 pg_catalog.brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 pg_catalog.brin_minmax_union(internal, internal, internal);

CREATE FUNCTION hbase_internal.rowkey_larger(@extschema@.rowkey, @extschema@.rowkey) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_smaller(@extschema@.rowkey, @extschema@.rowkey) RETURNS @extschema@.rowkey
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE AGGREGATE @extschema@.min(@extschema@.rowkey) (
    SFUNC = hbase_internal.rowkey_smaller, STYPE = @extschema@.rowkey, COMBINEFUNC = hbase_internal.rowkey_smaller,
    SORTOP = OPERATOR(@extschema@.<), PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.min(@extschema@.rowkey) IS 'first key in byte order';

CREATE AGGREGATE @extschema@.max(@extschema@.rowkey) (
    SFUNC = hbase_internal.rowkey_larger, STYPE = @extschema@.rowkey, COMBINEFUNC = hbase_internal.rowkey_larger,
    SORTOP = OPERATOR(@extschema@.>), PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.max(@extschema@.rowkey) IS 'last key in byte order';

