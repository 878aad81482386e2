-- HBase's get and scan.

CREATE FUNCTION hbase.get(
    relation regclass, key @extschema@.rowkey, columns "any" DEFAULT NULL::text[], versions int DEFAULT 1,
    time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false,
    OUT family text, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_get' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 100 ROWS 10;
COMMENT ON FUNCTION hbase.get(regclass, @extschema@.rowkey, "any", int, bigint, bigint, boolean)
    IS 'cells of a row, as a get with the families'' options returns them';

CREATE FUNCTION hbase.scan(
    relation regclass, start @extschema@.rowkey DEFAULT '', stop @extschema@.rowkey DEFAULT '',
    filter "any" DEFAULT NULL::text, versions int DEFAULT 1, max_rows bigint DEFAULT NULL,
    columns "any" DEFAULT NULL::text[],
    time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false,
    OUT key @extschema@.rowkey, OUT family text, OUT qualifier bytea, OUT ts bigint, OUT type text, OUT value bytea)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_scan' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 ROWS 1000;
COMMENT ON FUNCTION hbase.scan(
    regclass, @extschema@.rowkey, @extschema@.rowkey, "any", int, bigint, "any", bigint, bigint, boolean)
    IS 'cells of the rows from start (inclusive) to stop (exclusive), as a scan with the families'' options '
       'returns them';


-- The same as text.

CREATE FUNCTION hbase.get_text(
    relation regclass, key @extschema@.rowkey, columns "any" DEFAULT NULL::text[], versions int DEFAULT 1,
    time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false,
    OUT family text, OUT qualifier text, OUT ts bigint, OUT type text, OUT value text) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_get' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 100 ROWS 10;
COMMENT ON FUNCTION hbase.get_text(regclass, @extschema@.rowkey, "any", int, bigint, bigint, boolean)
    IS 'hbase.get() with qualifiers and values as text in HBase''s notation';

CREATE FUNCTION hbase.scan_text(
    relation regclass, start @extschema@.rowkey DEFAULT '', stop @extschema@.rowkey DEFAULT '',
    filter "any" DEFAULT NULL::text, versions int DEFAULT 1, max_rows bigint DEFAULT NULL,
    columns "any" DEFAULT NULL::text[],
    time_from bigint DEFAULT NULL, time_to bigint DEFAULT NULL, raw boolean DEFAULT false,
    OUT key @extschema@.rowkey, OUT family text, OUT qualifier text, OUT ts bigint, OUT type text, OUT value text)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_scan' LANGUAGE c STABLE CALLED ON NULL INPUT PARALLEL RESTRICTED COST 1000 ROWS 1000;
COMMENT ON FUNCTION hbase.scan_text(
    regclass, @extschema@.rowkey, @extschema@.rowkey, "any", int, bigint, "any", bigint, bigint, boolean)
    IS 'hbase.scan() with qualifiers and values as text in HBase''s notation';
