-- Heat maps of writes.

CREATE FUNCTION hbase.heat(
    relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL,
    OUT starts timestamptz, OUT region int, OUT cells bigint, OUT share double precision) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'hbase_heat' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000 ROWS 1000;
COMMENT ON FUNCTION hbase.heat(regclass, int, interval, name, @extschema@.rowkey[])
    IS 'cells written in each window of time and region, and the region''s share of the window';

CREATE FUNCTION hbase.heat_verdict(
    relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL,
    OUT verdict text, OUT windows bigint, OUT regions_planned int, OUT cells bigint, OUT lowest_peak double precision,
    OUT mean_peak double precision, OUT highest_peak double precision, OUT max_avg double precision,
    OUT regions_hit int, OUT gini double precision, OUT trend double precision)
    AS 'MODULE_PATHNAME', 'hbase_heat_verdict' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase.heat_verdict(regclass, int, interval, name, @extschema@.rowkey[])
    IS 'whether writes are even, skewed or monotonic, with the share of the hottest region';

CREATE FUNCTION hbase.heat_svg(
    relation regclass, regions int DEFAULT NULL, every interval DEFAULT '1 hour', at name DEFAULT NULL,
    splits @extschema@.rowkey[] DEFAULT NULL, title text DEFAULT NULL) RETURNS text
    AS 'MODULE_PATHNAME', 'hbase_heat_svg' LANGUAGE c STABLE PARALLEL UNSAFE COST 1000000;
COMMENT ON FUNCTION hbase.heat_svg(regclass, int, interval, name, @extschema@.rowkey[], text)
    IS 'heat map of writes by time and region, as SVG';
