-- Wide rows: the type, input and output, comparison, constructors and aggregates.

-- type and I/O
CREATE TYPE @extschema@.widerow;

CREATE FUNCTION @extschema@.widerow_in(cstring) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_out(@extschema@.widerow) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_recv(internal) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION @extschema@.widerow_send(@extschema@.widerow) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE TYPE @extschema@.widerow (
    INPUT = @extschema@.widerow_in, OUTPUT = @extschema@.widerow_out,
    RECEIVE = @extschema@.widerow_recv, SEND = @extschema@.widerow_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.widerow
    IS 'cells of one column family of one HBase row, with versions and delete markers';

-- comparison: equal rows have equal bytes; the order has no meaning
CREATE FUNCTION hbase_internal.widerow_lt(@extschema@.widerow, @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_le(@extschema@.widerow, @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_eq(@extschema@.widerow, @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_ne(@extschema@.widerow, @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_ge(@extschema@.widerow, @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_gt(@extschema@.widerow, @extschema@.widerow) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_cmp(@extschema@.widerow, @extschema@.widerow) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_hash(@extschema@.widerow) RETURNS int
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_hash_extended(@extschema@.widerow, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;

CREATE OPERATOR @extschema@.< (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = hbase_internal.widerow_lt,
    COMMUTATOR = OPERATOR(@extschema@.>), NEGATOR = OPERATOR(@extschema@.>=), RESTRICT = pg_catalog.scalarltsel,
    JOIN = pg_catalog.scalarltjoinsel);
COMMENT ON OPERATOR @extschema@.< (@extschema@.widerow, @extschema@.widerow)
    IS 'less than by bytes, an order without meaning';

CREATE OPERATOR @extschema@.<= (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = hbase_internal.widerow_le,
    COMMUTATOR = OPERATOR(@extschema@.>=), NEGATOR = OPERATOR(@extschema@.>), RESTRICT = pg_catalog.scalarlesel,
    JOIN = pg_catalog.scalarlejoinsel);
COMMENT ON OPERATOR @extschema@.<= (@extschema@.widerow, @extschema@.widerow)
    IS 'less than or equal by bytes, an order without meaning';

CREATE OPERATOR @extschema@.= (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = hbase_internal.widerow_eq,
    COMMUTATOR = OPERATOR(@extschema@.=), NEGATOR = OPERATOR(@extschema@.<>), RESTRICT = pg_catalog.eqsel,
    JOIN = pg_catalog.eqjoinsel, HASHES, MERGES);
COMMENT ON OPERATOR @extschema@.= (@extschema@.widerow, @extschema@.widerow) IS 'same cells';

CREATE OPERATOR @extschema@.<> (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = hbase_internal.widerow_ne,
    COMMUTATOR = OPERATOR(@extschema@.<>), NEGATOR = OPERATOR(@extschema@.=), RESTRICT = pg_catalog.neqsel,
    JOIN = pg_catalog.neqjoinsel);
COMMENT ON OPERATOR @extschema@.<> (@extschema@.widerow, @extschema@.widerow) IS 'different cells';

CREATE OPERATOR @extschema@.>= (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = hbase_internal.widerow_ge,
    COMMUTATOR = OPERATOR(@extschema@.<=), NEGATOR = OPERATOR(@extschema@.<), RESTRICT = pg_catalog.scalargesel,
    JOIN = pg_catalog.scalargejoinsel);
COMMENT ON OPERATOR @extschema@.>= (@extschema@.widerow, @extschema@.widerow)
    IS 'greater than or equal by bytes, an order without meaning';

CREATE OPERATOR @extschema@.> (
    LEFTARG = @extschema@.widerow, RIGHTARG = @extschema@.widerow, FUNCTION = hbase_internal.widerow_gt,
    COMMUTATOR = OPERATOR(@extschema@.<), NEGATOR = OPERATOR(@extschema@.<=), RESTRICT = pg_catalog.scalargtsel,
    JOIN = pg_catalog.scalargtjoinsel);
COMMENT ON OPERATOR @extschema@.> (@extschema@.widerow, @extschema@.widerow)
    IS 'greater than by bytes, an order without meaning';

CREATE OPERATOR CLASS @extschema@.widerow_ops DEFAULT FOR TYPE @extschema@.widerow USING btree AS
    OPERATOR 1 @extschema@.<, OPERATOR 2 @extschema@.<=, OPERATOR 3 @extschema@.=, OPERATOR 4 @extschema@.>=,
    OPERATOR 5 @extschema@.>,
    FUNCTION 1 hbase_internal.widerow_cmp(@extschema@.widerow, @extschema@.widerow),
    FUNCTION 4 pg_catalog.btequalimage(oid);
CREATE OPERATOR CLASS @extschema@.widerow_ops DEFAULT FOR TYPE @extschema@.widerow USING hash AS
    OPERATOR 1 @extschema@.=,
    FUNCTION 1 hbase_internal.widerow_hash(@extschema@.widerow),
    FUNCTION 2 hbase_internal.widerow_hash_extended(@extschema@.widerow, bigint);

-- building
CREATE FUNCTION @extschema@.widerow_build() RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'widerow_build_empty' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_build()
    IS 'wide row of pairs of qualifier and value; the empty row without arguments';
CREATE FUNCTION @extschema@.widerow_build(VARIADIC pairs "any") RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow_build(VARIADIC "any")
    IS 'wide row of pairs of qualifier and value, encoded as by Bytes.toBytes, or in the encoding given before them; '
       'a NULL value makes no cell';

CREATE FUNCTION @extschema@.widerow(
    r record, encoding @extschema@.hbase_encoding DEFAULT 'bytes') RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME', 'widerow_from_record' LANGUAGE c STABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION @extschema@.widerow(record, @extschema@.hbase_encoding)
    IS 'wide row with a cell for each column of a record that is not NULL';

CREATE FUNCTION hbase_internal.widerow_agg_transfn(internal, "any", "any") RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_transfn(internal, "any", "any", "any") RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_transfn(internal, "any", "any", text) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_transfn(internal, "any", "any", "any", text) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_finalfn(internal) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_combinefn(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_serialfn(internal) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_agg_deserialfn(bytea, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_merge_transfn(internal, @extschema@.widerow) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.widerow_merge_finalfn(internal) RETURNS @extschema@.widerow
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;

CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any") (
    SFUNC = hbase_internal.widerow_agg_transfn, STYPE = internal, FINALFUNC = hbase_internal.widerow_agg_finalfn,
    COMBINEFUNC = hbase_internal.widerow_agg_combinefn, SERIALFUNC = hbase_internal.widerow_agg_serialfn,
    DESERIALFUNC = hbase_internal.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any")
    IS 'wide row of the cells of a group';
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", ts "any") (
    SFUNC = hbase_internal.widerow_agg_transfn, STYPE = internal, FINALFUNC = hbase_internal.widerow_agg_finalfn,
    COMBINEFUNC = hbase_internal.widerow_agg_combinefn, SERIALFUNC = hbase_internal.widerow_agg_serialfn,
    DESERIALFUNC = hbase_internal.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", "any")
    IS 'wide row of the cells of a group, with timestamps: bigint (milliseconds) or timestamptz';
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", on_duplicate text) (
    SFUNC = hbase_internal.widerow_agg_transfn, STYPE = internal, FINALFUNC = hbase_internal.widerow_agg_finalfn,
    COMBINEFUNC = hbase_internal.widerow_agg_combinefn, SERIALFUNC = hbase_internal.widerow_agg_serialfn,
    DESERIALFUNC = hbase_internal.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", text)
    IS 'wide row of the cells of a group; duplicates are an ''error'', or the ''first'' or ''last'' is kept';
CREATE AGGREGATE @extschema@.widerow_agg(qualifier "any", value "any", ts "any", on_duplicate text) (
    SFUNC = hbase_internal.widerow_agg_transfn, STYPE = internal, FINALFUNC = hbase_internal.widerow_agg_finalfn,
    COMBINEFUNC = hbase_internal.widerow_agg_combinefn, SERIALFUNC = hbase_internal.widerow_agg_serialfn,
    DESERIALFUNC = hbase_internal.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_agg("any", "any", "any", text)
    IS 'wide row of the cells of a group, with timestamps; duplicates are an ''error'', or the ''first'' or '
       '''last'' is kept';

CREATE AGGREGATE @extschema@.widerow_merge(r @extschema@.widerow) (
    SFUNC = hbase_internal.widerow_merge_transfn, STYPE = internal, FINALFUNC = hbase_internal.widerow_merge_finalfn,
    PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.widerow_merge(@extschema@.widerow)
    IS 'wide rows of a group applied one after the other, in input order';
