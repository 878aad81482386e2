-- Salted keys: one byte in front, computed from the key, spreads rows that would
-- all be written to one region. Patterns 0.3c, 0.3v, 1.12,
-- 1.12r; trap 9.
CREATE EXTENSION hbase_schema;

-- 1.12: the salt is a function of the key, so a get can compute it again. The
-- byte is Phoenix's: h = 1; h = 31 * h + signed byte; abs(h % 16), here 126145.
SELECT rowkey_salt('abc', 16), rowkey_unsalt(rowkey_salt('abc', 16)), rowkey_salt_byte('abc', 16);

-- 8-byte keys 1 .. 10000 over 16 salts: 624 to 626 rows each.
SELECT min(n), max(n), count(*) AS salts
FROM (SELECT count(*) AS n FROM generate_series(1::bigint, 10000) i GROUP BY rowkey_salt_byte(rowkey_encode(i, 'bytes'), 16)) x;

-- Events keyed by time: unsalted, all of a day begin alike and go to one region;
-- salted, to each of 8 alike.
CREATE TABLE event AS
SELECT rowkey_encode('2022-12-01 00:00+00'::timestamptz + i * interval '1 s', 'bytes') AS key FROM generate_series(0, 86399) i;
SELECT width_bucket(key, hbase.split_points('uniform', 8)) AS region, count(*) FROM event GROUP BY 1 ORDER BY 1;
SELECT width_bucket(rowkey_salt(key, 8), hbase.split_points('salt', 8)) AS region, count(*) FROM event GROUP BY 1 ORDER BY 1;

-- A get computes the salt; a time range becomes one range for each salt, each of
-- them a scan of the index.
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

-- Trap 9: another number of salts is another place for many rows, here for half of
-- them, and a get would look in the wrong one: a table is salted once and for all.
SELECT count(*) FILTER (WHERE rowkey_salt(key, 8) <> rowkey_salt(key, 16)) AS moved, count(*) AS rows FROM event;

-- 1.12r: a random salt spreads as well but nobody finds the row again, so it is
-- volatile, and PostgreSQL refuses it where a value must be computed again.
SELECT bool_and(rowkey_unsalt(rowkey_salt_random('abc', 16)) = 'abc') AND count(DISTINCT rowkey_salt_random('abc', 16)) > 1 AS somewhere
FROM generate_series(1, 1000);
CREATE TABLE lost (id text, key rowkey GENERATED ALWAYS AS (rowkey_salt_random(rowkey_from_text(id), 16)) STORED);

-- 0.3v: a bucket by the value itself: never negative, two bytes above 256.
SELECT rowkey_bucket(1669852801237, 100)::bytea, rowkey_bucket(-1, 100)::bytea, rowkey_bucket(5, 1000)::bytea;

-- Salts of other software, and what the byte would be there.
SELECT algorithm, rowkey_salt_byte('abc', 16, algorithm) FROM unnest(ARRAY['phoenix', 'java', 'murmur3', 'md5']) algorithm;

-- ---- before the cluster -------------------------------------------------------------------

-- The same declared: hottest is the busiest region's share of an hour's writes; ranges
-- are those of ten minutes. A bucket by milliseconds fails here: all end in 000.
SET TimeZone = 'UTC';
CREATE VIEW event_at AS SELECT rowkey_decode(key, NULL::timestamptz, 'bytes') AS at, rowkey_decode(key, NULL::timestamptz, 'bytes') AS written FROM event;
SELECT design, key_bytes, hottest, ranges
FROM hbase.compare('event_at', ARRAY['at timestamptz using bytes', 'salt(8), at timestamptz using bytes', 'bucket(100, at), at timestamptz using bytes']::rowkey_layout[],
                   questions => ARRAY['{"at": "[2022-12-01 10:00+00,2022-12-01 10:10+00)"}']::jsonb[], at => 'written', regions => 8);
CREATE VIEW event_h AS SELECT rowkey_compose('salt(8), at timestamptz using bytes', at) AS key, widerow_build('v', 1) AS d, at FROM event_at;
SELECT hbase.define('event_h', layouts => ARRAY['salt(8), at timestamptz using bytes']::rowkey_layout[], ignore => '{at}') \g /dev/null
SELECT rule, measured FROM hbase.check('event_h', at => 'at') WHERE severity <> 'advice';
-- What a bad salt looks like to the check: keys of 8 salts that are taken for 12 (trap 9), a
-- salt by chance (1.12r), a bucket that has one value (0.3c).
CREATE TABLE event_lost AS SELECT rowkey_salt_random(rowkey_unsalt(key), 8) AS key, d FROM event_h;
CREATE VIEW event_bucket AS SELECT rowkey_compose('bucket(100, at), at timestamptz using bytes', at) AS key, widerow_build('v', 1) AS d FROM event_at;
SELECT r AS relation, c.severity, c.rule, c.explanation
FROM (VALUES ('event_h'::regclass, 'salt(12), at timestamptz using bytes'::rowkey_layout), ('event_lost', 'salt(8), at timestamptz using bytes'), ('event_bucket', 'bucket(100, at), at timestamptz using bytes')) v(r, layout),
     hbase.check(r, layout) c WHERE c.rule ~ 'salt|bucket' ORDER BY r::text, c.rule;
SELECT kind, ranges, why FROM hbase.plan('event_h', tstzrange('2022-12-01 10:00+00', '2022-12-01 10:10+00'));
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('event_h', at => 'at');
SELECT region, split, rows FROM hbase.plan_splits('event_h');
SELECT rows, cells, key_bytes, keyvalue_bytes FROM hbase.estimate('event_h') WHERE family IS NULL;
-- From 8 to 12 salts two thirds of the rows move.
SELECT salt, rows_before, stay, leave, arrive, rows_after FROM hbase.resalt_plan('event_h', 12);

-- Files for a bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/events.XXXXXX"`
SELECT region, rows, cells FROM hbase.export_hfiles('event_h', :'folder', stamp => 1700000000000);
SELECT region, rows, ok FROM hbase.verify('event_h', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/events.??????
