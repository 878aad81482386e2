-- Outcomes: functions that replace calls of the extension's functions in queries,
-- so that a rejected row is returned as data.

CREATE TYPE hbase_internal.outcome;
CREATE FUNCTION hbase_internal.outcome_in(cstring) RETURNS hbase_internal.outcome
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION hbase_internal.outcome_out(hbase_internal.outcome) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE hbase_internal.outcome (
    INPUT = hbase_internal.outcome_in, OUTPUT = hbase_internal.outcome_out,
    INTERNALLENGTH = variable, ALIGNMENT = double, STORAGE = plain, CATEGORY = 'U');
COMMENT ON TYPE hbase_internal.outcome IS 'result of a call: a value, or the reason why its arguments were rejected';

CREATE FUNCTION hbase_internal.outcome(call oidvector, VARIADIC arguments "any") RETURNS hbase_internal.outcome
    AS 'MODULE_PATHNAME', 'outcome_call' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION hbase_internal.outcome(oidvector, VARIADIC "any") IS 'outcome of a call of an immutable function';

CREATE FUNCTION hbase_internal.outcome_stable(call oidvector, VARIADIC arguments "any") RETURNS hbase_internal.outcome
    AS 'MODULE_PATHNAME', 'outcome_call' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION hbase_internal.outcome_stable(oidvector, VARIADIC "any")
    IS 'outcome of a call of a stable function';

CREATE FUNCTION hbase_internal.outcome_volatile(call oidvector, VARIADIC arguments "any")
    RETURNS hbase_internal.outcome
    AS 'MODULE_PATHNAME', 'outcome_call' LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL SAFE COST 5;
COMMENT ON FUNCTION hbase_internal.outcome_volatile(oidvector, VARIADIC "any")
    IS 'outcome of a call of a volatile function';

CREATE FUNCTION hbase_internal.outcome_true(condition hbase_internal.outcome) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION hbase_internal.outcome_true(hbase_internal.outcome)
    IS 'true if a condition is true or its arguments were rejected';

CREATE FUNCTION hbase_internal.in_sample(key @extschema@.rowkey, share bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'hbase_in_sample' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
COMMENT ON FUNCTION hbase_internal.in_sample(@extschema@.rowkey, bigint)
    IS 'true if a key is in a sample of a number of 2147483648 parts; always true for NULL';

CREATE FUNCTION hbase_internal.outcome_agg_transfn(internal, oidvector, VARIADIC "any") RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.outcome_agg_finalfn(internal) RETURNS hbase_internal.outcome
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.outcome_merge_transfn(internal, oidvector, "any") RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE FUNCTION hbase_internal.outcome_merge_finalfn(internal) RETURNS hbase_internal.outcome
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE AGGREGATE hbase_internal.outcome_agg(call oidvector, VARIADIC arguments "any") (
    SFUNC = hbase_internal.outcome_agg_transfn, STYPE = internal, FINALFUNC = hbase_internal.outcome_agg_finalfn,
    COMBINEFUNC = hbase_internal.widerow_agg_combinefn, SERIALFUNC = hbase_internal.widerow_agg_serialfn,
    DESERIALFUNC = hbase_internal.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE hbase_internal.outcome_agg(oidvector, VARIADIC "any") IS 'widerow_agg() that returns an outcome';

CREATE AGGREGATE hbase_internal.outcome_merge(call oidvector, r "any") (
    SFUNC = hbase_internal.outcome_merge_transfn, STYPE = internal, FINALFUNC = hbase_internal.outcome_merge_finalfn,
    PARALLEL = SAFE);
COMMENT ON AGGREGATE hbase_internal.outcome_merge(oidvector, "any") IS 'widerow_merge() that returns an outcome';
