-- The tables that hold what users say about their relations.

-- Definitions of relations.  Rows are written by functions, which
-- check the owner of the relation; the owner of the database can also restore them.
CREATE TABLE hbase_internal.definition (
    relation_schema name NOT NULL, relation_name name NOT NULL,
    table_name text, layouts @extschema@.rowkey_layout[], families jsonb NOT NULL, regions int,
    splits @extschema@.rowkey[], ignore name[],
    owner name NOT NULL,
    PRIMARY KEY (relation_schema, relation_name));
CREATE TABLE hbase_internal.column_dictionary (
    relation_schema name NOT NULL, relation_name name NOT NULL,
    family text NOT NULL, qualifier bytea NOT NULL, name text NOT NULL, type text NOT NULL,
    encoding @extschema@.hbase_encoding NOT NULL,
    owner name NOT NULL,
    PRIMARY KEY (relation_schema, relation_name, family, qualifier),
    UNIQUE (relation_schema, relation_name, name));
CREATE TABLE hbase.delta_baseline (
    baseline_schema name NOT NULL, baseline_name name NOT NULL,
    relation_schema name NOT NULL, relation_name name NOT NULL,
    stamp bigint NOT NULL, splits @extschema@.rowkey[],
    owner name NOT NULL,
    run text NOT NULL DEFAULT 'any'
        CHECK (run OPERATOR(pg_catalog.~) '^(any|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$'),
    directory text, options jsonb, job_owner name,
    PRIMARY KEY (baseline_schema, baseline_name));
CREATE TABLE hbase.delta_run (
    run uuid PRIMARY KEY, previous text NOT NULL,
    baseline_schema name NOT NULL, baseline_name name NOT NULL,
    directory text, device bigint, inode bigint,
    stamp bigint NOT NULL, xid xid8 NOT NULL, created timestamptz NOT NULL);
CREATE TABLE hbase.uid_kind (
    kind text PRIMARY KEY,
    width int NOT NULL, last bigint NOT NULL,
    owner name NOT NULL);
CREATE TABLE hbase.uid_name (
    kind text NOT NULL, name text NOT NULL, id bigint NOT NULL,
    PRIMARY KEY (kind, name), UNIQUE (kind, id));
COMMENT ON TABLE hbase_internal.definition IS 'definitions stored by hbase.define(), by name of the relation';
COMMENT ON TABLE hbase_internal.column_dictionary
    IS 'columns stored by hbase.define_column(): names and types of qualifiers';
COMMENT ON TABLE hbase.delta_baseline IS 'baselines of relations: stamp, split points and run of the last export';
COMMENT ON TABLE hbase.delta_run IS 'committed runs of hbase.export_delta() and their folders';
COMMENT ON TABLE hbase.uid_kind IS 'kinds of ids of hbase.uid(): width in bytes, last assigned id';
COMMENT ON TABLE hbase.uid_name IS 'names and ids assigned by hbase.uid()';
COMMENT ON COLUMN hbase_internal.column_dictionary.type IS 'type of the values, with its schema';
COMMENT ON COLUMN hbase.delta_baseline.stamp IS 'stamp of the last run, milliseconds since 1970';
COMMENT ON COLUMN hbase.delta_baseline.splits IS 'split points of the table in HBase; NULL: unknown';
COMMENT ON COLUMN hbase.delta_baseline.run IS 'uuid of the last run; none: nothing was exported yet; any: unknown';
COMMENT ON COLUMN hbase.delta_baseline.directory IS 'folder on the server for those of later deltas; NULL: none yet';
COMMENT ON COLUMN hbase.delta_baseline.options IS 'options of later deltas; NULL: none';
COMMENT ON COLUMN hbase.delta_baseline.job_owner IS 'role that stored directory and options';
COMMENT ON COLUMN hbase.delta_run.previous IS 'uuid of the previous run, as in hbase.delta_baseline.run';
COMMENT ON COLUMN hbase.delta_run.directory IS 'folder on the server; NULL: the files were returned to a client';
COMMENT ON COLUMN hbase.delta_run.stamp IS 'stamp of the run, milliseconds since 1970';
COMMENT ON COLUMN hbase.delta_run.xid IS 'transaction of the export, in the database where it ran';
COMMENT ON COLUMN hbase.uid_kind.width IS 'bytes of an id, 1 to 8';
COMMENT ON COLUMN hbase.uid_kind.last IS 'last assigned id';
SELECT pg_catalog.pg_extension_config_dump('hbase_internal.definition', $$WHERE relation_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase_internal.column_dictionary',
    $$WHERE relation_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.delta_baseline',
    $$WHERE relation_schema !~ '^pg_temp' AND baseline_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.delta_run', $$WHERE baseline_schema !~ '^pg_temp'$$);
SELECT pg_catalog.pg_extension_config_dump('hbase.uid_kind', '');
SELECT pg_catalog.pg_extension_config_dump('hbase.uid_name', '');
GRANT SELECT ON hbase_internal.definition, hbase_internal.column_dictionary, hbase.uid_kind,
    hbase.uid_name TO PUBLIC;
-- all but the folder
GRANT SELECT (baseline_schema, baseline_name, relation_schema, relation_name, stamp, splits, owner, run, options,
    job_owner) ON hbase.delta_baseline TO PUBLIC;
GRANT SELECT ON hbase.delta_baseline, hbase.delta_run TO pg_read_server_files, pg_write_server_files;
GRANT INSERT, UPDATE, DELETE ON hbase_internal.definition, hbase_internal.column_dictionary, hbase.uid_kind,
    hbase.uid_name, hbase.delta_baseline TO pg_database_owner;
GRANT SELECT, INSERT, UPDATE, DELETE ON hbase.delta_run TO pg_database_owner;
GRANT SELECT ON hbase.delta_baseline TO pg_database_owner;
