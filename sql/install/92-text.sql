-- Text for the HBase shell and ImportTsv.

CREATE FUNCTION @extschema@.hbase_shell_literal(bytea) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.hbase_shell_literal(bytea)
    IS 'double-quoted literal of the HBase shell for row keys, qualifiers, values and scan bounds; not for SPLITS';
CREATE FUNCTION @extschema@.hbase_shell_literal(@extschema@.rowkey) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.hbase_shell_literal(@extschema@.rowkey)
    IS 'double-quoted literal of the HBase shell for a row key; not for SPLITS';
CREATE FUNCTION @extschema@.hbase_shell_literal(text) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.hbase_shell_literal(text)
    IS 'double-quoted literal of the HBase shell for the UTF-8 bytes of a text';

CREATE FUNCTION hbase.tsv_columns(relation regclass) RETURNS text[]
    AS 'MODULE_PATHNAME', 'hbase_tsv_columns' LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 100000;
COMMENT ON FUNCTION hbase.tsv_columns(regclass)
    IS 'columns of the lines of hbase.export_tsv(), for -Dimporttsv.columns';

CREATE FUNCTION hbase.export_tsv(
    relation regclass, columns text[] DEFAULT NULL, stamp bigint DEFAULT NULL, skip_empty boolean DEFAULT true)
    RETURNS SETOF text
    AS 'MODULE_PATHNAME', 'hbase_export_tsv' LANGUAGE c STABLE PARALLEL UNSAFE COST 100000 ROWS 100000;
COMMENT ON FUNCTION hbase.export_tsv(regclass, text[], bigint, boolean)
    IS 'lines for ImportTsv of a relation, as rows or in a new file on the server';

CREATE FUNCTION hbase.export_tsv(
    relation regclass, path text, columns text[] DEFAULT NULL, stamp bigint DEFAULT NULL,
    skip_empty boolean DEFAULT true) RETURNS bigint
    AS 'MODULE_PATHNAME', 'hbase_export_tsv_file' LANGUAGE c VOLATILE PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase.export_tsv(regclass, text, text[], bigint, boolean)
    IS 'writes lines for ImportTsv of a relation to a new file on the server; returns their number';

CREATE FUNCTION hbase.shell_script(relation regclass, stamp bigint DEFAULT NULL) RETURNS SETOF text
    AS 'MODULE_PATHNAME', 'hbase_shell_script' LANGUAGE c STABLE PARALLEL UNSAFE COST 100000 ROWS 100000;
COMMENT ON FUNCTION hbase.shell_script(regclass, bigint)
    IS 'script for the HBase shell with the table and all cells of a relation';
REVOKE EXECUTE ON FUNCTION hbase.export_tsv(regclass, text, text[], bigint, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hbase.export_tsv(regclass, text, text[], bigint, boolean) TO pg_write_server_files;
