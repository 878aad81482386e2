-- Prefix and range scans use the index, with the same bounds as in HBase.
-- Patterns 0.5s, 0.14s, 1.3p, 1.5, 1.10, 1.12p; traps 1, 3, 4, 5.
CREATE EXTENSION hbase_schema;

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event
FROM generate_series(0, 99999) i;
CREATE TABLE log_h AS
SELECT rowkey_from_text(host) || '\x00'::rowkey || rowkey_from_text(event) || '\x00'::rowkey || rowkey_encode(at, 'bytes') AS key FROM log_data ORDER BY 1;
ALTER TABLE log_h ADD PRIMARY KEY (key);
VACUUM ANALYZE log_h;

-- 1.3p: a prefix becomes two bounds of the index scan. The upper bound carries over at
-- \xFF. A prefix of only \xFF, and the empty prefix, have no upper bound.
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ 'host1\x00WARN\x00';
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ 'a\xFF';
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ '\xFF\xFF';
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ '';
SELECT upper(rowkey_prefix_range('a')), upper(rowkey_prefix_range('a\xFF')), upper(rowkey_prefix_range('\xFF\xFF')) AS open_end, rowkey_prefix_range('a\xFF'), rowkey_prefix_range('\xFF');

-- Traps 4, 0.5s, 0.14s: the prefix of a host ends with the separator. 5,000 rows,
-- not the 55,000 of LIKE 'host1%'.
SELECT (SELECT count(*) FROM log_h WHERE key ^@ 'host1\x00') AS host1, (SELECT count(*) FROM log_h WHERE key ^@ 'host1') AS host1_and_host10_to_19,
       (SELECT count(*) FROM log_h WHERE key ^@ 'host1\x00WARN\x00') AS host1_warn;

-- The same for parameters and joins.
PREPARE scan(rowkey) AS SELECT count(*) FROM log_h WHERE key ^@ $1;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE scan('host1\x00WARN\x00');
EXECUTE scan('host1\x00WARN\x00');
RESET plan_cache_mode;
EXPLAIN (COSTS OFF)
SELECT p, n FROM (VALUES ('host1\x00'::rowkey), ('host2\x00'), ('host20\x00')) v(p), LATERAL (SELECT count(*) AS n FROM log_h WHERE key ^@ p) x;
SELECT p, n FROM (VALUES ('host1\x00'::rowkey), ('host2\x00'), ('host20\x00')) v(p), LATERAL (SELECT count(*) AS n FROM log_h WHERE key ^@ p) x;

-- A scan from a start row to a stop row, as in HBase: the stop row is excluded,
-- and an empty stop row means the end of the table.
SELECT rowkeyrange('host1\x00', 'host1\x01'), rowkeyrange('host9', NULL), rowkeyrange('', NULL);
SELECT count(*) FROM log_h WHERE key <@ rowkeyrange('host1\x00', 'host1\x01');
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key <@ rowkeyrange('host9\x00ERROR\x00', 'host9\x00INFO\x00') ORDER BY key LIMIT 10;

-- The order of the keys serves ORDER BY; first and last row need no sort.
EXPLAIN (COSTS OFF) SELECT key FROM log_h ORDER BY key DESC LIMIT 1;
SELECT min(key), max(key) FROM log_h;

-- Trap 3: no collation: keys sort by bytes in any locale.
SELECT string_agg(k::text, ' ' ORDER BY k) FROM unnest(ARRAY['b', 'B', 'a', 'A', '_', '\xC3\xA4']::rowkey[]) k;

-- 1.5, trap 1: a row key has at most 32,767 bytes, not 64 KB.
SELECT length(rowkey_from_text(repeat('x', 32767)));
SELECT length(rowkey_from_text(repeat('x', 32768)));

-- ---- before the cluster: which regions does a scan read? -----------------------------------
-- A prefix serves conditions on the leading fields. ranges: a host; an event of all
-- hosts; an event of one host.
SET TimeZone = 'UTC';
SELECT design, key_bytes, ranges
FROM hbase.compare('log_data', ARRAY['host text, event text, at timestamptz', 'event text, host text, at timestamptz'],
                   questions => ARRAY['{"host": "host10"}', '{"event": "WARN"}', '{"host": "host10", "event": "WARN"}']::jsonb[]);
-- Keys that were built by hand have a layout too. Under "bytes" a literal marks the end of
-- a text, here a zero byte.
CREATE VIEW log_hbase AS SELECT key, widerow_build('e', '') AS d FROM log_h;
SELECT hbase.define('log_hbase', layouts => ARRAY[$$host text, '\x00', event text, '\x00', at timestamptz using bytes$$]::rowkey_layout[], regions => 8);
SELECT severity, rule, measured FROM hbase.check('log_hbase') ORDER BY 1, 2;
-- Eight regions of equal rows: the lines of host10 are in two of them, and a scan of its
-- prefix reads both.
SELECT region, split, rows FROM hbase.plan_splits('log_hbase', align => 0);
SELECT hbase.define('log_hbase', layouts => ARRAY[hbase.layout('log_hbase')], splits => hbase.planned_splits('log_hbase', align => 0)) \g /dev/null
SELECT kind, ranges, regions, why FROM hbase.plan('log_hbase', 'host10');
-- Regions that start with a host are less equal, and a scan of one host reads one.
SELECT region, split, rows FROM hbase.plan_splits('log_hbase', 8, align => 1);
SELECT hbase.define('log_hbase', layouts => ARRAY[hbase.layout('log_hbase')], splits => hbase.planned_splits('log_hbase', 8, align => 1)) \g /dev/null
SELECT host, kind, ranges, regions FROM unnest(ARRAY['host0', 'host10', 'host9']) host, hbase.plan('log_hbase', host);
SELECT kind, ranges, regions, why FROM hbase.plan('log_hbase', '(,)'::rowkeyrange, 'WARN');
CREATE VIEW log_timed AS SELECT *, rowkey_field(hbase.layout('log_hbase'), key, 'at', NULL::timestamptz) AS at FROM log_hbase;
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('log_timed', at => 'at', splits => hbase.planned_splits('log_hbase', 8, align => 1));
SELECT rows, cells, key_bytes, keyvalue_bytes FROM hbase.estimate('log_hbase') WHERE family IS NULL;

-- 1.5 again: long keys are valid, but not recommended.
CREATE VIEW long_keys AS SELECT rowkey_from_text(repeat('x', n)) AS key, widerow_build('v', n) AS d FROM unnest(ARRAY[16, 100, 2692, 32767]) n;
SELECT severity, rule, measured, explanation FROM hbase.check('long_keys') WHERE rule = 'key length';

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/hosts.XXXXXX"`
SELECT region, rows, cells, rowkey_field(hbase.layout('log_hbase'), first_row, 'host', NULL::text) AS first, rowkey_field(hbase.layout('log_hbase'), last_row, 'host', NULL::text) AS last FROM hbase.export_hfiles('log_hbase', :'folder', stamp => 1700000000000);
SELECT count(*) AS regions, sum(rows) AS rows, bool_and(ok) AS ok FROM hbase.verify('log_hbase', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/hosts.??????
