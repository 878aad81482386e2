-- The change stream. The output plugin itself is a symbol of the library, not a function of SQL.

CREATE FUNCTION hbase.stream_mapping(relations regclass[]) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_stream_mapping' LANGUAGE c STABLE STRICT PARALLEL UNSAFE COST 10000;
COMMENT ON FUNCTION hbase.stream_mapping(regclass[])
    IS 'checks that changes of relations can be streamed to HBase; returns the mapping for the output plugin';
