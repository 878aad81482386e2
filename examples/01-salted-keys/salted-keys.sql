-- Salted keys: one byte, computed from the key, is put in front of it and distributes
-- rows that would all go to one region. Patterns 0.3c, 0.3v, 1.12, 1.12r; trap 9.
CREATE EXTENSION hbase_schema;

-- 1.12: the salt is a function of the key, so a get can compute it again. It is
-- Phoenix's: h = 1; h = 31 * h + signed byte; abs(h % 16), here 126145.
SELECT rowkey_salt('abc', 16), rowkey_unsalt(rowkey_salt('abc', 16)), get_byte(rowkey_salt('abc', 16), 0);

-- Keys of 8 bytes, 1 to 10000, over 16 salts: 624 to 626 rows each.
SELECT min(n), max(n), count(*) AS salts
FROM (SELECT count(*) AS n FROM generate_series(1::bigint, 10000) i GROUP BY get_byte(rowkey_salt(rowkey_encode(i, 'bytes'), 16), 0)) x;

-- Events with the time as key. Unsalted, all keys of a day have a common prefix and go
-- to one region. Salted, each of 8 regions gets the same share.
CREATE TABLE event AS
SELECT rowkey_encode('2022-12-01 00:00+00'::timestamptz + i * interval '1 s', 'bytes') AS key FROM generate_series(0, 86399) i;
SELECT width_bucket(key, rowkey_split_points('uniform', 8)) AS region, count(*) FROM event GROUP BY 1 ORDER BY 1;
SELECT width_bucket(rowkey_salt(key, 8), rowkey_split_points('salt', 8)) AS region, count(*) FROM event GROUP BY 1 ORDER BY 1;

-- A get computes the salt. A time range becomes one range for each salt, and each is
-- an index scan.
CREATE TABLE event_salted AS SELECT rowkey_salt(key, 8) AS key FROM event ORDER BY 1;
ALTER TABLE event_salted ADD PRIMARY KEY (key);
VACUUM ANALYZE event_salted;
EXPLAIN (COSTS OFF) SELECT * FROM event_salted WHERE key = rowkey_salt(rowkey_encode('2022-12-01 10:00+00'::timestamptz, 'bytes'), 8);
CREATE VIEW ten_minutes AS
SELECT rowkeyrange(rowkey_bucket(salt, 8) || rowkey_encode('2022-12-01 10:00+00'::timestamptz, 'bytes'),
                   rowkey_bucket(salt, 8) || rowkey_encode('2022-12-01 10:10+00'::timestamptz, 'bytes')) AS range
FROM generate_series(0, 7) salt;
EXPLAIN (COSTS OFF) WITH s AS MATERIALIZED (TABLE ten_minutes) SELECT * FROM s JOIN event_salted ON key <@ range;
SELECT count(*) AS rows, count(DISTINCT key) AS different, min(rowkey_decode(rowkey_unsalt(key), NULL::timestamptz, 'bytes')) AT TIME ZONE 'UTC' AS first,
       max(rowkey_decode(rowkey_unsalt(key), NULL::timestamptz, 'bytes')) AT TIME ZONE 'UTC' AS last
FROM ten_minutes JOIN event_salted ON key <@ range;

-- Trap 9: with another number of salts many rows have another key, here half of them, and
-- a get looks in the wrong place. So the number of salts of a table is fixed.
SELECT count(*) FILTER (WHERE rowkey_salt(key, 8) <> rowkey_salt(key, 16)) AS moved, count(*) AS rows FROM event;

-- 1.12r: a random salt also distributes rows, but a get cannot compute it. So the function
-- is volatile, and PostgreSQL rejects it in a generated column.
SELECT bool_and(rowkey_unsalt(rowkey_salt_random('abc', 16)) = 'abc') AND count(DISTINCT rowkey_salt_random('abc', 16)) > 1 AS somewhere
FROM generate_series(1, 1000);
CREATE TABLE lost (id text, key rowkey GENERATED ALWAYS AS (rowkey_salt_random(rowkey_from_text(id), 16)) STORED);

-- 0.3v: a bucket computed from the value: never negative, two bytes above 256.
SELECT rowkey_bucket(1669852801237, 100)::bytea, rowkey_bucket(-1, 100)::bytea, rowkey_bucket(5, 1000)::bytea;

-- Salts of other software: the algorithms and their bytes.
SELECT algorithm, get_byte(rowkey_salt('abc', 16, algorithm), 0) FROM unnest(ARRAY['phoenix', 'java', 'murmur3', 'md5']) algorithm;

-- ---- before the cluster -------------------------------------------------------------------

-- The same as layouts. hottest: the share of an hour's writes in the busiest region;
-- ranges: those of ten minutes. The bucket by milliseconds is useless: all end in 000.
SET TimeZone = 'UTC';
CREATE VIEW event_at AS SELECT rowkey_decode(key, NULL::timestamptz, 'bytes') AS at, rowkey_decode(key, NULL::timestamptz, 'bytes') AS written FROM event;
SELECT design, key_bytes, hottest, ranges
FROM hbase.compare('event_at', ARRAY['at timestamptz using bytes', 'salt(8), at timestamptz using bytes', 'bucket(at, 100), at timestamptz using bytes'],
                   questions => ARRAY['{"at": "[2022-12-01 10:00+00,2022-12-01 10:10+00)"}']::jsonb[], at => 'written', regions => 8);
CREATE VIEW event_h AS SELECT rowkey_compose('salt(8), at timestamptz using bytes', at) AS key, widerow_build('v', 1) AS d, at FROM event_at;
SELECT hbase.define('event_h', layouts => ARRAY['salt(8), at timestamptz using bytes']::rowkey_layout[], ignore => '{at}') \g /dev/null
SELECT rule, measured FROM hbase.check('event_h', at => 'at') WHERE severity <> 'advice';
-- Bad salts in hbase.check: keys of 8 salts read with 12 (trap 9), a random salt (1.12r),
-- a bucket with only one value (0.3c).
CREATE TABLE event_lost AS SELECT rowkey_salt_random(rowkey_unsalt(key), 8) AS key, d FROM event_h;
CREATE VIEW event_bucket AS SELECT rowkey_compose('bucket(at, 100), at timestamptz using bytes', at) AS key, widerow_build('v', 1) AS d FROM event_at;
SELECT r AS relation, c.severity, c.rule, c.explanation
FROM (VALUES ('event_h'::regclass, 'salt(12), at timestamptz using bytes'::rowkey_layout), ('event_lost', 'salt(8), at timestamptz using bytes'), ('event_bucket', 'bucket(at, 100), at timestamptz using bytes')) v(r, layout),
     hbase.check(r, layout) c WHERE c.rule ~ 'salt|bucket' ORDER BY r::text, c.rule;
SELECT kind, ranges, why FROM hbase.plan('event_h', tstzrange('2022-12-01 10:00+00', '2022-12-01 10:10+00'));
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('event_h', at => 'at');
SELECT region, split, rows FROM hbase.plan_splits('event_h');
SELECT rows, cells, key_bytes, keyvalue_bytes FROM hbase.estimate('event_h') WHERE family IS NULL;
-- From 8 to 12 salts, two thirds of the rows move.
SELECT salt, rows_before, stay, leave, arrive, rows_after FROM hbase.resalt_plan('event_h', 12);

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/events.XXXXXX"`
SELECT region, rows, cells FROM hbase.export_hfiles('event_h', :'folder', stamp => 1700000000000);
SELECT region, rows, ok FROM hbase.verify('event_h', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/events.??????
