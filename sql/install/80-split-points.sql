-- Split points.

CREATE FUNCTION @extschema@.rowkey_split_points(
    method text, regions integer, first @extschema@.rowkey DEFAULT NULL, last @extschema@.rowkey DEFAULT NULL)
    RETURNS @extschema@.rowkey[]
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_split_points(text, integer, @extschema@.rowkey, @extschema@.rowkey)
    IS 'split points of a new table by a method: uniform, hex, decimal, range or salt';

CREATE FUNCTION @extschema@.rowkey_parse_splits(printed text) RETURNS @extschema@.rowkey[]
    AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION @extschema@.rowkey_parse_splits(text)
    IS 'split points in the output of get_splits of the HBase shell';

-- Split points planned from the data.
CREATE FUNCTION hbase.plan_splits(
    relation regclass, regions int DEFAULT NULL, method text DEFAULT 'data', equal text DEFAULT 'rows',
    align int DEFAULT NULL, sample double precision DEFAULT NULL, first @extschema@.rowkey DEFAULT NULL,
    last @extschema@.rowkey DEFAULT NULL, at name DEFAULT NULL,
    OUT region int, OUT split @extschema@.rowkey, OUT rows bigint, OUT bytes bigint) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_plan_splits' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000 ROWS 16;
COMMENT ON FUNCTION hbase.plan_splits(
    regclass, int, text, text, int, double precision, @extschema@.rowkey, @extschema@.rowkey, name)
    IS 'regions planned for a relation: split point, rows and bytes of each';

CREATE FUNCTION hbase.planned_splits(
    relation regclass, regions int DEFAULT NULL, method text DEFAULT 'data', equal text DEFAULT 'rows',
    align int DEFAULT NULL, sample double precision DEFAULT NULL, first @extschema@.rowkey DEFAULT NULL,
    last @extschema@.rowkey DEFAULT NULL, at name DEFAULT NULL) RETURNS @extschema@.rowkey[]
    LANGUAGE sql STABLE PARALLEL UNSAFE COST 1000000
    RETURN ARRAY(
        SELECT p.split FROM hbase.plan_splits(relation, regions, method, equal, align, sample, first, last, at) p
        WHERE p.split IS NOT NULL ORDER BY p.region);
COMMENT ON FUNCTION hbase.planned_splits(
    regclass, int, text, text, int, double precision, @extschema@.rowkey, @extschema@.rowkey, name)
    IS 'split points of hbase.plan_splits()';
