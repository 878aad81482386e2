-- Row keys: prefixes and ranges as index conditions.

-- A range of keys becomes two index conditions. Each compares with a bound that has both ends of the range:
-- key >= lower bound AND key < upper bound. Users do not write them.
CREATE TYPE @extschema@.rowkey_bound;
CREATE FUNCTION @extschema@.rowkey_bound_in(cstring) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_recv(internal) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_out(@extschema@.rowkey_bound) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_bound_send(@extschema@.rowkey_bound) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE @extschema@.rowkey_bound (
    INPUT = @extschema@.rowkey_bound_in, OUTPUT = @extschema@.rowkey_bound_out,
    RECEIVE = @extschema@.rowkey_bound_recv, SEND = @extschema@.rowkey_bound_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey_bound IS 'one bound of a range of row keys, as shown in index conditions';

CREATE FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkey) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkey)
    IS 'lower bound of the row keys with a prefix, or of a range or multirange';

CREATE FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkey) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkey)
    IS 'upper bound of the row keys with a prefix, or of a range or multirange';

CREATE FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkeyrange) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME', 'rowkey_lower_bound_range' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkeyrange) IS 'lower bound of a range';

CREATE FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkeyrange) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME', 'rowkey_upper_bound_range' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkeyrange) IS 'upper bound of a range';

CREATE FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkeymultirange) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME', 'rowkey_lower_bound_multirange' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkeymultirange) IS 'lower bound of a multirange';

CREATE FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkeymultirange) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME', 'rowkey_upper_bound_multirange' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkeymultirange) IS 'upper bound of a multirange';

CREATE FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkeyrange[]) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME', 'rowkey_lower_bound_ranges' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_lower_bound(@extschema@.rowkeyrange[])
    IS 'lower bound of all ranges of an array';

CREATE FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkeyrange[]) RETURNS @extschema@.rowkey_bound
    AS 'MODULE_PATHNAME', 'rowkey_upper_bound_ranges' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.rowkey_upper_bound(@extschema@.rowkeyrange[])
    IS 'upper bound of all ranges of an array';

CREATE FUNCTION hbase_internal.rowkey_bound_lt(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_bound_le(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_bound_eq(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_bound_ge(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_bound_gt(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.rowkey_bound_cmp(@extschema@.rowkey, @extschema@.rowkey_bound) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_rowkey_lt(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_rowkey_le(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_rowkey_eq(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_rowkey_ge(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_rowkey_gt(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_rowkey_cmp(@extschema@.rowkey_bound, @extschema@.rowkey) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_bound_lt(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_bound_le(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_bound_eq(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_bound_ge(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_bound_gt(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
CREATE FUNCTION hbase_internal.bound_bound_cmp(@extschema@.rowkey_bound, @extschema@.rowkey_bound) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;

CREATE OPERATOR @extschema@.< (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.rowkey_bound_lt,
    COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'less than';

CREATE OPERATOR @extschema@.<= (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.rowkey_bound_le,
    COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'less than or equal';

CREATE OPERATOR @extschema@.= (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.rowkey_bound_eq,
    COMMUTATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'equal';

CREATE OPERATOR @extschema@.>= (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.rowkey_bound_ge,
    COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'greater than or equal';

CREATE OPERATOR @extschema@.> (
    LEFTARG = @extschema@.rowkey, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.rowkey_bound_gt,
    COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey, @extschema@.rowkey_bound) IS 'greater than';

CREATE OPERATOR @extschema@.< (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.bound_rowkey_lt,
    COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'less than';

CREATE OPERATOR @extschema@.<= (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.bound_rowkey_le,
    COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'less than or equal';

CREATE OPERATOR @extschema@.= (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.bound_rowkey_eq,
    COMMUTATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'equal';

CREATE OPERATOR @extschema@.>= (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.bound_rowkey_ge,
    COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'greater than or equal';

CREATE OPERATOR @extschema@.> (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey, FUNCTION = hbase_internal.bound_rowkey_gt,
    COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=),
    RESTRICT = hbase_internal.rowkey_range_sel, JOIN = hbase_internal.rowkey_range_joinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey) IS 'greater than';

CREATE OPERATOR @extschema@.< (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.bound_bound_lt,
    COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = pg_catalog.scalarltsel,
    JOIN = pg_catalog.scalarltjoinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'less than';

CREATE OPERATOR @extschema@.<= (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.bound_bound_le,
    COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = pg_catalog.scalarlesel,
    JOIN = pg_catalog.scalarlejoinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'less than or equal';

CREATE OPERATOR @extschema@.= (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.bound_bound_eq,
    COMMUTATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.eqsel, JOIN = pg_catalog.eqjoinsel);
COMMENT ON OPERATOR @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'equal';

CREATE OPERATOR @extschema@.>= (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.bound_bound_ge,
    COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = pg_catalog.scalargesel,
    JOIN = pg_catalog.scalargejoinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'greater than or equal';

CREATE OPERATOR @extschema@.> (
    LEFTARG = @extschema@.rowkey_bound, RIGHTARG = @extschema@.rowkey_bound, FUNCTION = hbase_internal.bound_bound_gt,
    COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = pg_catalog.scalargtsel,
    JOIN = pg_catalog.scalargtjoinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey_bound) IS 'greater than';

ALTER OPERATOR FAMILY @extschema@.rowkey_ops USING btree ADD
    OPERATOR 1 @extschema@.< (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey, @extschema@.rowkey_bound),
    FUNCTION 1 (@extschema@.rowkey, @extschema@.rowkey_bound) hbase_internal.rowkey_bound_cmp(@extschema@.rowkey,
    @extschema@.rowkey_bound),
    OPERATOR 1 @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey),
    FUNCTION 1 (@extschema@.rowkey_bound, @extschema@.rowkey) hbase_internal.bound_rowkey_cmp(@extschema@.rowkey_bound,
    @extschema@.rowkey),
    OPERATOR 1 @extschema@.< (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey_bound, @extschema@.rowkey_bound),
    FUNCTION 1 (@extschema@.rowkey_bound,
    @extschema@.rowkey_bound) hbase_internal.bound_bound_cmp(@extschema@.rowkey_bound, @extschema@.rowkey_bound);
ALTER OPERATOR FAMILY @extschema@.rowkey_minmax_ops USING brin ADD
    OPERATOR 1 @extschema@.< (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 2 @extschema@.<= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 3 @extschema@.= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 4 @extschema@.>= (@extschema@.rowkey, @extschema@.rowkey_bound),
    OPERATOR 5 @extschema@.> (@extschema@.rowkey, @extschema@.rowkey_bound);

