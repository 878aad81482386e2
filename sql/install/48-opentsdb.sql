-- Time series in OpenTSDB's rows.

CREATE FUNCTION hbase_internal.opentsdb_agg_transfn(internal, "any", "any") RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE CALLED ON NULL INPUT PARALLEL SAFE COST 1;
CREATE AGGREGATE @extschema@.opentsdb_agg(at "any", value "any") (
    SFUNC = hbase_internal.opentsdb_agg_transfn, STYPE = internal, FINALFUNC = hbase_internal.widerow_agg_finalfn,
    COMBINEFUNC = hbase_internal.widerow_agg_combinefn, SERIALFUNC = hbase_internal.widerow_agg_serialfn,
    DESERIALFUNC = hbase_internal.widerow_agg_deserialfn, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.opentsdb_agg("any", "any")
    IS 'OpenTSDB row of the data points of one hour: the time is a timestamptz or a bigint (seconds, or milliseconds '
       'above 32 bits), the value an integer or a float';

CREATE FUNCTION @extschema@.opentsdb_points(
    r @extschema@.widerow, base bigint,
    OUT at timestamptz, OUT long bigint, OUT double double precision) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 100;
COMMENT ON FUNCTION @extschema@.opentsdb_points(@extschema@.widerow, bigint)
    IS 'data points of an OpenTSDB row; base is the start of its hour (bigint: in seconds)';
CREATE FUNCTION @extschema@.opentsdb_points(
    r @extschema@.widerow, base timestamptz,
    OUT at timestamptz, OUT long bigint, OUT double double precision) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 100;
COMMENT ON FUNCTION @extschema@.opentsdb_points(@extschema@.widerow, timestamptz)
    IS 'data points of an OpenTSDB row; base is the start of its hour (bigint: in seconds)';
