-- Size of a relation in HBase.

CREATE FUNCTION hbase.estimate(
    relation regclass, percent float8 DEFAULT NULL, region_size bigint DEFAULT 4294967296, at name DEFAULT NULL,
    OUT family name, OUT rows bigint, OUT cells bigint, OUT key_bytes bigint, OUT name_bytes bigint,
    OUT value_bytes bigint, OUT keyvalue_bytes bigint, OUT hfile_bytes bigint, OUT "none" bigint, OUT snappy bigint,
    OUT lz4 bigint, OUT zstd bigint, OUT gz bigint, OUT regions int, OUT sort_bytes bigint, OUT exact boolean,
    OUT error float8)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_estimate'
    LANGUAGE c VOLATILE CALLED ON NULL INPUT PARALLEL UNSAFE COST 1000000 ROWS 3;
COMMENT ON FUNCTION hbase.estimate(regclass, float8, bigint, name)
    IS 'size of a relation in HBase: cells, bytes and HFiles by compression, for each column family and in total';
