-- HFiles: reading and writing.

CREATE FUNCTION @extschema@.hfile_cells(
    hfile bytea,
    OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10000;
COMMENT ON FUNCTION @extschema@.hfile_cells(bytea) IS 'all cells of an HFile in file order; verifies every block';

CREATE FUNCTION @extschema@.hfile_get(
    hfile bytea, key @extschema@.rowkey,
    OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10;
COMMENT ON FUNCTION @extschema@.hfile_get(bytea, @extschema@.rowkey)
    IS 'cells of one row of an HFile, found by bloom filter and index';

CREATE FUNCTION @extschema@.hfile_info(
    hfile bytea,
    OUT section text, OUT name text, OUT "offset" bigint, OUT value jsonb) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;
COMMENT ON FUNCTION @extschema@.hfile_info(bytea)
    IS 'metadata of an HFile: trailer, file info, index, bloom filters, blocks';

CREATE FUNCTION @extschema@.hfile_cells(
    path text,
    OUT key @extschema@.rowkey, OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hfile_cells_text' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 10000 ROWS 1000000;
COMMENT ON FUNCTION @extschema@.hfile_cells(text) IS 'all cells of an HFile on the server';

CREATE FUNCTION @extschema@.hfile_get(
    path text, key @extschema@.rowkey,
    OUT family name, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hfile_get_text' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 100 ROWS 10;
COMMENT ON FUNCTION @extschema@.hfile_get(text, @extschema@.rowkey)
    IS 'cells of one row of an HFile on the server';

CREATE FUNCTION @extschema@.hfile_info(
    path text,
    OUT section text, OUT name text, OUT "offset" bigint, OUT value jsonb) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hfile_info_text' LANGUAGE c VOLATILE STRICT PARALLEL SAFE COST 1000 ROWS 1000;
COMMENT ON FUNCTION @extschema@.hfile_info(text) IS 'metadata of an HFile on the server';
REVOKE EXECUTE ON FUNCTION @extschema@.hfile_cells(text), @extschema@.hfile_get(text, @extschema@.rowkey),
    @extschema@.hfile_info(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION @extschema@.hfile_cells(text), @extschema@.hfile_get(text, @extschema@.rowkey),
    @extschema@.hfile_info(text) TO pg_read_server_files;

CREATE FUNCTION hbase_internal.hfile_agg_transfn(
    internal, @extschema@.rowkey, name, bytea, bigint, text, bytea, "any") RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hbase_internal.hfile_agg_transfn(
    internal, @extschema@.rowkey, name, bytea, bigint, text, bytea, "any", jsonb) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION hbase_internal.hfile_agg_finalfn(internal) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE @extschema@.hfile_agg(
    key @extschema@.rowkey, family name, qualifier bytea, ts bigint, type text, value bytea, stamp "any") (
    SFUNC = hbase_internal.hfile_agg_transfn, STYPE = internal, SSPACE = 300000,
    FINALFUNC = hbase_internal.hfile_agg_finalfn, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.hfile_agg(@extschema@.rowkey, name, bytea, bigint, text, bytea, "any")
    IS 'HFile of the cells of a group in key order; stamp is a bigint (milliseconds) or timestamptz';
CREATE AGGREGATE @extschema@.hfile_agg(
    key @extschema@.rowkey, family name, qualifier bytea, ts bigint, type text, value bytea, stamp "any",
    options jsonb) (
    SFUNC = hbase_internal.hfile_agg_transfn, STYPE = internal, SSPACE = 300000,
    FINALFUNC = hbase_internal.hfile_agg_finalfn, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE);
COMMENT ON AGGREGATE @extschema@.hfile_agg(@extschema@.rowkey, name, bytea, bigint, text, bytea, "any", jsonb)
    IS 'HFile of the cells of a group in key order, with options; stamp is a bigint (milliseconds) or timestamptz';

CREATE FUNCTION @extschema@.hfile_stream(query text, stamp "any", options jsonb DEFAULT '{}') RETURNS SETOF bytea
    AS 'MODULE_PATHNAME' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 ROWS 1000;
COMMENT ON FUNCTION @extschema@.hfile_stream(text, "any", jsonb)
    IS 'HFile of the cells of a query in key order, of any size, in pieces of 1 MB; stamp is a bigint (milliseconds) '
       'or timestamptz';
