-- hbase_schema 1.0: everything CREATE EXTENSION makes, in the order of the layers.
\echo Use "CREATE EXTENSION hbase_schema" to load this file. \quit

-- ---------------------------------------------------------------------------
-- rowkey: type and I/O
-- ---------------------------------------------------------------------------

CREATE TYPE @extschema@.rowkey;

CREATE FUNCTION @extschema@.rowkey_in(cstring) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_out(@extschema@.rowkey) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_recv(internal) RETURNS @extschema@.rowkey AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION @extschema@.rowkey_send(@extschema@.rowkey) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE @extschema@.rowkey (
    INPUT = @extschema@.rowkey_in, OUTPUT = @extschema@.rowkey_out,
    RECEIVE = @extschema@.rowkey_recv, SEND = @extschema@.rowkey_send,
    INTERNALLENGTH = variable, ALIGNMENT = int4, STORAGE = extended, CATEGORY = 'U');
COMMENT ON TYPE @extschema@.rowkey IS 'HBase row key: 0..32767 bytes in unsigned byte order, printed as Bytes.toStringBinary';

-- ---------------------------------------------------------------------------
-- rowkey: comparison and operators
-- ---------------------------------------------------------------------------

-- ---------------------------------------------------------------------------
-- rowkey: ranges
-- ---------------------------------------------------------------------------

-- ---------------------------------------------------------------------------
-- encodings
-- ---------------------------------------------------------------------------

-- ---------------------------------------------------------------------------
-- transforms
-- ---------------------------------------------------------------------------

-- ---------------------------------------------------------------------------
-- layouts
-- ---------------------------------------------------------------------------

-- ---------------------------------------------------------------------------
-- wide rows
-- ---------------------------------------------------------------------------

-- ---------------------------------------------------------------------------
-- schema hbase: the table layer
-- ---------------------------------------------------------------------------

CREATE SCHEMA hbase;
COMMENT ON SCHEMA hbase IS 'hbase_schema: whole HBase tables, advice, and files';
GRANT USAGE ON SCHEMA hbase TO PUBLIC;

-- ---------------------------------------------------------------------------
-- files: HFiles, TSV, shell scripts
-- ---------------------------------------------------------------------------
