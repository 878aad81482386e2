-- Prefix and range scans reach the index, with the bounds HBase would use.
-- Patterns 1.3p, 0.14s, 1.5; traps 1, 3, 4, 5.
CREATE EXTENSION hbase_schema;

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event
FROM generate_series(0, 99999) i;
CREATE TABLE log_h AS
SELECT rowkey_from_text(host) || '\x00'::rowkey || rowkey_from_text(event) || '\x00'::rowkey || rowkey_encode(at, 'bytes') AS key FROM log_data ORDER BY 1;
ALTER TABLE log_h ADD PRIMARY KEY (key);
VACUUM ANALYZE log_h;

-- 1.3p: a prefix is two bounds of the index. The upper one carries at \xFF; after
-- all \xFF, and for the empty prefix, there is none.
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ 'host1\x00WARN\x00';
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ 'a\xFF';
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key ^@ '\xFF\xFF';
SELECT rowkey_prefix_stop('a'), rowkey_prefix_stop('a\xFF'), rowkey_prefix_stop('\xFF\xFF') AS open_end, rowkey_prefix_range('a\xFF'), rowkey_prefix_range('\xFF');

-- Traps 4, 0.5s, 0.14s: the prefix of a host ends in its terminator. 5,000 rows,
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

-- A scan from a start row to a stop row, as HBase's: the stop row is not part of it,
-- and an empty one means the end of the table.
SELECT rowkey_scan_range('host1\x00', 'host1\x01'), rowkey_scan_range('host9', ''), rowkey_scan_range('', '');
SELECT count(*) FROM log_h WHERE key <@ rowkey_scan_range('host1\x00', 'host1\x01');
EXPLAIN (COSTS OFF) SELECT key FROM log_h WHERE key <@ rowkey_scan_range('host9\x00ERROR\x00', 'host9\x00INFO\x00') ORDER BY key LIMIT 10;

-- The key's own order serves ORDER BY, first and last need no sort.
EXPLAIN (COSTS OFF) SELECT key FROM log_h ORDER BY key DESC LIMIT 1;
SELECT min(key), max(key) FROM log_h;

-- Trap 3: no collation: bytes, whatever the language of the database.
SELECT string_agg(k::text, ' ' ORDER BY k) FROM unnest(ARRAY['b', 'B', 'a', 'A', '_', '\xC3\xA4']::rowkey[]) k;

-- 1.5, trap 1: a row key has at most 32,767 bytes, not 64 KB.
SELECT length(rowkey_from_text(repeat('x', 32767)));
SELECT length(rowkey_from_text(repeat('x', 32768)));
