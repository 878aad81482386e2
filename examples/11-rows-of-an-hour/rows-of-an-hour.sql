-- Many small rows or few wide ones? Measurements in one row for each series and hour, and
-- decoded again: in an own format, and in OpenTSDB's. Patterns 0.9, 0.9s, 0.16, 0.17, 4.8.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
CREATE TABLE metric (host text, metric text, at timestamptz, value double precision);
\copy metric FROM '../data/cloudwatch.csv' CSV HEADER
SELECT count(*) AS points, count(DISTINCT (host, metric)) AS series, min(at), max(at) FROM metric;

-- ---- tall: one row for each measurement ---------------------------------------------

CREATE TABLE tall AS SELECT rowkey_compose('metric text, host text, at timestamptz', metric, host, at) AS key, widerow_build('v', value) AS d FROM metric;

-- ---- wide: one row for each hour; the qualifier is the second within the hour ----------

CREATE FUNCTION hour_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN $$metric text, host text, trunc(at timestamptz, '1 hour')$$::rowkey_layout;
CREATE TABLE wide AS
SELECT rowkey_compose(hour_layout(), metric, host, at) AS key, widerow_agg(hbase_encode((extract(epoch FROM at) % 3600)::smallint, 'bytes'), value) AS t FROM metric GROUP BY 1;
ALTER TABLE wide ADD PRIMARY KEY (key);
SELECT (SELECT count(*) FROM tall) AS tall_rows, count(*) AS wide_rows, max(widerow_count(t)) AS most_cells FROM wide;
SELECT rowkey_fields(hour_layout(), key), t FROM wide ORDER BY key LIMIT 1;
-- The size in HBase: each cell contains the whole key, so wide rows save rows, not bytes.
SELECT 'tall' AS shape, sum(20 + length(key) + 1 + octet_length(qualifier) + octet_length(value)) AS keyvalue_bytes FROM tall, widerow_cells(d)
UNION ALL SELECT 'wide', sum(20 + length(key) + 1 + octet_length(qualifier) + octet_length(value)) FROM wide, widerow_cells(t);
-- In PostgreSQL they save both.
SELECT pg_relation_size('wide') < 0.5 * pg_relation_size('tall') AS less_than_half_in_postgresql;

-- Decoded: the same measurements.
CREATE VIEW unfolded AS
SELECT k.host, k.metric, k.at + hbase_decode(c.qualifier, NULL::smallint, 'bytes') * interval '1 s' AS at, hbase_decode(c.value, NULL::double precision, 'bytes') AS value
FROM wide, rowkey_decompose(hour_layout(), key) AS k(metric text, host text, at timestamptz), widerow_cells(t) c;
SELECT (SELECT count(*) FROM (TABLE metric EXCEPT TABLE unfolded) x) AS lost, (SELECT count(*) FROM (TABLE unfolded EXCEPT TABLE metric) x) AS added;

-- Twenty minutes: the scan reads the hour (0.9s), and a range of qualifiers filters it.
SELECT at, value FROM (SELECT k.at + hbase_decode(c.qualifier, NULL::smallint, 'bytes') * interval '1 s' AS at, hbase_decode(c.value, NULL::double precision, 'bytes') AS value
    FROM wide, rowkey_decompose(hour_layout(), key) AS k(metric text, host text, at timestamptz), widerow_cells(widerow_range(t, hbase_encode(600::smallint, 'bytes'), hbase_encode(1800::smallint, 'bytes'))) c
    WHERE key <@ rowkey_range(hour_layout(), 'ec2_cpu_utilization', '24ae8d', tstzrange('2014-02-15 10:10+00', '2014-02-15 10:30+00'))) x ORDER BY at;

-- ---- OpenTSDB's rows: names become 3-byte ids, tags are sorted by ids (4.8) ---------------

CREATE TABLE uid AS
SELECT kind, name, substring(int4send(row_number() OVER (PARTITION BY kind ORDER BY name)::int), 2) AS id
FROM (SELECT DISTINCT 'metric' AS kind, metric AS name FROM metric UNION SELECT DISTINCT 'tagv', host FROM metric UNION SELECT 'tagk', 'host') x;
CREATE FUNCTION tsd_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE
RETURN $$salt(20, metric, tags), metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$::rowkey_layout;
CREATE VIEW tsdb AS
SELECT rowkey_compose(tsd_layout(), m.id, date_trunc('hour', at), k.id || v.id) AS key, opentsdb_agg(at, value) AS t
FROM metric JOIN uid m ON m.kind = 'metric' AND m.name = metric JOIN uid k ON k.kind = 'tagk' AND k.name = 'host' JOIN uid v ON v.kind = 'tagv' AND v.name = host GROUP BY 1;
SELECT key::bytea, widerow_count(t), (SELECT qualifier FROM widerow_cells(t) LIMIT 1) AS first_qualifier FROM tsdb ORDER BY key LIMIT 1;
SELECT count(*) AS lost FROM (SELECT host, metric, at, value FROM metric
    EXCEPT SELECT v.name, m.name, p.at, p.double FROM tsdb, rowkey_decompose(tsd_layout(), key) AS r(metric bytea, at timestamptz, tags bytea), opentsdb_points(t, r.at) p
           JOIN uid m ON m.kind = 'metric' JOIN uid v ON v.kind = 'tagv' WHERE m.id = r.metric AND v.id = substring(r.tags, 4)) x;

-- ---- a list in one row, or in pages (0.17) ------------------------------------------------

SELECT widerow_count(widerow_agg(hbase_encode(v, 'bytes'), '')) AS cells FROM generate_series(1::bigint, 45) v;
SELECT rowkey_compose('usr bigint, page int', 9, ((v - 1) / 30)::int)::bytea AS key, widerow_count(widerow_agg(hbase_encode(v, 'bytes'), '')) AS cells FROM generate_series(1::bigint, 45) v GROUP BY 1 ORDER BY 1;

-- ---- before the cluster: tall, one row for each hour, OpenTSDB's ---------------------------

SELECT hbase.define('tall', layouts => ARRAY['metric text, host text, at timestamptz']::rowkey_layout[]), hbase.define('wide', layouts => ARRAY[hour_layout()]),
       hbase.define('tsdb', layouts => ARRAY[tsd_layout()]) \g /dev/null
ANALYZE;
-- An hour of a series: the same one range, with 12 rows or with one.
SELECT 'tall' AS shape, kind, ranges, rows, cells FROM hbase.plan('tall', 'ec2_cpu_utilization', '24ae8d', tstzrange('2014-02-15 10:00+00', '2014-02-15 11:00+00'))
UNION ALL SELECT 'wide', kind, ranges, rows, cells FROM hbase.plan('wide', 'ec2_cpu_utilization', '24ae8d', tstzrange('2014-02-15 10:00+00', '2014-02-15 11:00+00'));
SELECT design, rows, collisions, key_bytes, skew, bytes FROM hbase.compare_relations('{tall,wide,tsdb}');
-- Keys for single measurements: time first, series first, salted.
SELECT design, key_bytes, hottest, ranges
FROM hbase.compare('metric', ARRAY['at timestamptz, metric text, host text', 'metric text, host text, at timestamptz', 'salt(20, metric, host), metric text, host text, at timestamptz'],
                   questions => ARRAY['{"at": "[2014-02-15 10:00+00,2014-02-15 11:00+00)"}', '{"metric": "ec2_cpu_utilization", "host": "24ae8d"}']::jsonb[], at => 'at', regions => 3);
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{tall,wide,tsdb}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule;
SELECT * FROM hbase.plan_splits('wide', 3, align => 2);
CREATE VIEW tall_timed AS SELECT t.*, rowkey_field('metric text, host text, at timestamptz', key, 'at', NULL::timestamptz) AS at FROM tall t;
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('tall_timed', 3, at => 'at');
SELECT r AS relation, e.rows, e.cells, e.key_bytes, e.value_bytes, e.keyvalue_bytes FROM unnest('{tall,wide,tsdb}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/metrics.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('wide', :'folder', splits => hbase.planned_splits('wide', 3, align => 2), stamp => 1400000000000);
SELECT region, rows, cells, ok FROM hbase.verify('wide', :'folder', true) ORDER BY region;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/metrics.??????
