-- Exports of HFiles, their verification and import.

CREATE FUNCTION hbase.export_hfiles(
    relation regclass, directory text, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL,
    stamp bigint DEFAULT NULL, options jsonb DEFAULT '{}',
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint,
    OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_hfiles' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase.export_hfiles(regclass, text, int, @extschema@.rowkey[], bigint, jsonb)
    IS 'writes a relation as HFiles for a bulk load, one for each column family and region, with manifest.json '
       'and load.sh';
REVOKE EXECUTE ON FUNCTION hbase.export_hfiles FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_hfiles TO pg_write_server_files;

CREATE FUNCTION hbase.export_stream(
    relation regclass, regions int DEFAULT NULL, splits @extschema@.rowkey[] DEFAULT NULL,
    stamp bigint DEFAULT NULL, options jsonb DEFAULT '{}',
    OUT path text, OUT piece bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_stream' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 1000;
COMMENT ON FUNCTION hbase.export_stream(regclass, int, @extschema@.rowkey[], bigint, jsonb)
    IS 'the files that hbase.export_hfiles() writes, in pieces, for a client that has no folder on the server';

CREATE FUNCTION hbase.verify(
    relation regclass, directory text, with_relation boolean DEFAULT false, jobs int DEFAULT 1,
    OUT region int, OUT start @extschema@.rowkey, OUT stop @extschema@.rowkey, OUT rows bigint, OUT cells bigint,
    OUT expected text, OUT found text, OUT ok boolean, OUT difference text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_verify' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase.verify(regclass, text, boolean, int)
    IS 'compares each region of an export with its manifest and with the relation or the table in HBase';
CREATE FUNCTION hbase.verify(
    relation regclass, directory text, live text, with_relation boolean DEFAULT false,
    OUT region int, OUT start @extschema@.rowkey, OUT stop @extschema@.rowkey, OUT rows bigint, OUT cells bigint,
    OUT expected text, OUT found text, OUT ok boolean, OUT difference text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_verify_live' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION hbase.verify(regclass, text, text, boolean)
    IS 'compares the table in HBase with the manifest of an export or with the relation, by the output of '
       '"load.sh checksums"';
REVOKE EXECUTE ON FUNCTION hbase.verify(regclass, text, boolean, int), hbase.verify(regclass, text, text, boolean)
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.verify(regclass, text, boolean, int), hbase.verify(regclass, text,
    text, boolean) TO pg_read_server_files;

CREATE FUNCTION hbase.import_hfiles(
    directory text, relation regclass,
    OUT files int, OUT rows bigint, OUT cells bigint)
    AS 'MODULE_PATHNAME', 'hbase_import_hfiles' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase.import_hfiles(text, regclass)
    IS 'inserts the cells of HFiles, including older versions and delete markers, into a table';
REVOKE EXECUTE ON FUNCTION hbase.import_hfiles(text, regclass) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.import_hfiles(text, regclass) TO pg_read_server_files;

CREATE FUNCTION hbase.export_all(
    relations regclass[], directory text, regions int DEFAULT NULL, stamp bigint DEFAULT NULL,
    options jsonb DEFAULT '{}',
    OUT relation regclass, OUT table_name text, OUT status text, OUT folder text, OUT files int, OUT rows bigint,
    OUT cells bigint, OUT bytes bigint, OUT problem text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_all' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase.export_all(regclass[], text, int, bigint, jsonb)
    IS 'exports several relations as HFiles in one snapshot with one stamp, with one load.sh';
REVOKE EXECUTE ON FUNCTION hbase.export_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_all TO pg_write_server_files;

CREATE FUNCTION hbase.export_begin(
    relations regclass[], directory text, regions int DEFAULT NULL, INOUT stamp bigint DEFAULT NULL,
    options jsonb DEFAULT '{}',
    OUT run uuid, OUT relation regclass, OUT table_name text, OUT folder text, OUT parts int, OUT rows bigint,
    OUT bytes bigint) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_begin' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION hbase.export_begin(regclass[], text, int, bigint, jsonb)
    IS 'begins an export that several sessions write in one snapshot; returns its run and what to write';

CREATE FUNCTION hbase.export_part(
    run uuid, directory text, INOUT relation regclass, only_regions int[] DEFAULT NULL,
    OUT table_name text, OUT status text, OUT folder text, OUT files int, OUT rows bigint, OUT cells bigint,
    OUT bytes bigint, OUT problem text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_part' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 1;
COMMENT ON FUNCTION hbase.export_part(uuid, text, regclass, int[])
    IS 'writes a relation, or some of its regions, into the export that another session has begun';
REVOKE EXECUTE ON FUNCTION hbase.export_part FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_part TO pg_write_server_files;

CREATE FUNCTION hbase.export_finish(
    run uuid,
    OUT relation regclass, OUT table_name text, OUT status text, OUT folder text, OUT files int, OUT rows bigint,
    OUT cells bigint, OUT bytes bigint, OUT problem text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_finish' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION hbase.export_finish(uuid)
    IS 'publishes the folder of an export that several sessions have written';
REVOKE EXECUTE ON FUNCTION hbase.export_finish FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_finish TO pg_write_server_files;

CREATE FUNCTION hbase_internal.export_delta_files(
    relation regclass, directory text, query text, baseline regclass, regions int, splits @extschema@.rowkey[],
    stamp bigint, options jsonb,
    OUT region int, OUT family name, OUT path text, OUT rows bigint, OUT cells bigint, OUT bytes bigint,
    OUT first_row @extschema@.rowkey, OUT last_row @extschema@.rowkey) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_delta_files' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase_internal.export_delta_files(
    regclass, text, text, regclass, int, @extschema@.rowkey[], bigint, jsonb)
    IS 'writes the rows of a query as HFiles into a folder that appears at the commit';

CREATE FUNCTION hbase_internal.export_delta_pieces(
    relation regclass, query text, baseline regclass, regions int, splits @extschema@.rowkey[], stamp bigint,
    options jsonb,
    OUT path text, OUT piece bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_export_delta_pieces' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000 ROWS 100;
COMMENT ON FUNCTION hbase_internal.export_delta_pieces(
    regclass, text, regclass, int, @extschema@.rowkey[], bigint, jsonb)
    IS 'the rows of a query as HFiles, in pieces';

CREATE FUNCTION hbase.delta_outcome(
    manifest text,
    OUT run uuid, OUT baseline text, OUT outcome text)
    AS 'MODULE_PATHNAME', 'hbase_delta_outcome' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 100;
COMMENT ON FUNCTION hbase.delta_outcome(text)
    IS 'whether the transaction of a delta committed, by the beginning of its manifest';

CREATE FUNCTION hbase_internal.check_delta_options(options jsonb) RETURNS void
    AS 'MODULE_PATHNAME', 'hbase_check_delta_options' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION hbase_internal.check_delta_options(jsonb)
    IS 'error if hbase.export_delta() does not accept these options';

CREATE FUNCTION hbase.finish_deltas(
    directory text,
    OUT folder text, OUT run uuid, OUT outcome text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_finish_deltas' LANGUAGE c VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 10;
COMMENT ON FUNCTION hbase.finish_deltas(text)
    IS 'after a crash, publishes the folders of committed deltas and removes those of exports that did not end';
REVOKE EXECUTE ON FUNCTION hbase.finish_deltas(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.finish_deltas(text) TO pg_write_server_files;
