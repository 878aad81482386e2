-- From conditions to key ranges: the layout knows how each field maps to key ranges.
-- Patterns 0.4, 0.4m, 0.5s, 0.5m, 0.9s, 0.14s, 1.12f, 1.12g, 1.12s, 3.13, 4.9s;
-- traps 4, 6, 7.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event
FROM generate_series(0, 99999) i;

-- ---- 0.4: an hour over 100 buckets: 100 ranges, one index scan each ----------------

CREATE FUNCTION bucketed() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'bucket(at, 100), at timestamptz, host text, event text'::rowkey_layout;
CREATE TABLE log_bucketed AS SELECT rowkey_compose(bucketed(), at, host, event) AS key FROM log_data ORDER BY 1;
ALTER TABLE log_bucketed ADD PRIMARY KEY (key);
VACUUM ANALYZE log_bucketed;
EXPLAIN (COSTS OFF)
SELECT key FROM rowkey_scan(bucketed(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN log_bucketed h ON h.key <@ s;
SELECT count(*) AS ranges FROM rowkey_scan(bucketed(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'));
SELECT count(*) AS rows, count(DISTINCT key) AS different, (SELECT count(*) FROM log_data WHERE at >= '2022-12-01 10:00+00' AND at < '2022-12-01 11:00+00') AS in_the_table
FROM rowkey_scan(bucketed(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN log_bucketed h ON h.key <@ s;
-- A narrow range needs only the buckets of its milliseconds.
SELECT count(*) <= 11 AS at_most_11 FROM rowkey_scan(bucketed(), tstzrange('2022-12-01 10:00+00', '2022-12-01 10:00:00.01+00'));
-- rowkey_range returns one range, but 100 are needed.
SELECT rowkey_range(bucketed(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'));

-- 0.4m: the host comes after the time, so ranges cannot express it; rowkey_matches filters.
SELECT count(*) AS in_the_ranges, count(*) FILTER (WHERE rowkey_matches(bucketed(), h.key, tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'), 'host1')) AS of_host1,
       (SELECT count(*) FROM log_data WHERE at >= '2022-12-01 10:00+00' AND at < '2022-12-01 11:00+00' AND host = 'host1') AS in_the_table
FROM rowkey_scan(bucketed(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'), 'host1') s JOIN log_bucketed h ON h.key <@ s;

-- ---- 0.5: host, event, time ----------------------------------------------------------

CREATE FUNCTION by_host() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'host text, event text, at timestamptz'::rowkey_layout;
CREATE TABLE log_by_host AS SELECT rowkey_compose(by_host(), host, event, at) AS key FROM log_data ORDER BY 1;
ALTER TABLE log_by_host ADD PRIMARY KEY (key);
VACUUM ANALYZE log_by_host;
-- 0.5s, trap 4: host1 is not host10 to host19.
SELECT rowkey_range(by_host(), 'host1', 'WARN');
EXPLAIN (COSTS OFF) SELECT key FROM log_by_host WHERE key <@ rowkey_range(by_host(), 'host1', 'WARN');
SELECT (SELECT count(*) FROM log_by_host WHERE key <@ rowkey_range(by_host(), 'host1', 'WARN')) AS host1_warn, (SELECT count(*) FROM log_by_host WHERE key <@ rowkey_range(by_host(), 'host1')) AS host1,
       (SELECT count(*) FROM log_data WHERE host LIKE 'host1%') AS like_host1;
-- 0.5m: several values are several ranges; an empty list finds nothing; all hosts, one event.
SELECT s, count(*) FROM rowkey_scan(by_host(), ARRAY['host1', 'host2'], 'WARN') s JOIN log_by_host h ON h.key <@ s GROUP BY s ORDER BY s;
SELECT count(*) FROM rowkey_scan(by_host(), '{}'::text[], 'WARN');
SELECT count(*) FROM rowkey_scan(by_host(), '(,)'::rowkeyrange, 'WARN') s JOIN log_by_host h ON h.key <@ s WHERE rowkey_matches(by_host(), h.key, '(,)'::rowkeyrange, 'WARN');
-- All kinds of bounds, both on existing rows, compared with the table.
SELECT bounds, (SELECT count(*) FROM rowkey_scan(by_host(), 'host1', 'WARN', tstzrange('2022-12-01 10:18:31.237+00', '2022-12-01 10:30:53.437+00', bounds)) s JOIN log_by_host h ON h.key <@ s) AS by_key,
       (SELECT count(*) FROM log_data WHERE host = 'host1' AND event = 'WARN' AND at <@ tstzrange('2022-12-01 10:18:31.237+00', '2022-12-01 10:30:53.437+00', bounds)) AS by_column
FROM unnest(ARRAY['[)', '[]', '(]', '()']) bounds;
SELECT (SELECT count(*) FROM rowkey_scan(by_host(), 'host1', 'WARN', tstzrange('2022-12-01 10:00+00', NULL)) s JOIN log_by_host h ON h.key <@ s) AS open_end,
       (SELECT count(*) FROM log_data WHERE host = 'host1' AND event = 'WARN' AND at >= '2022-12-01 10:00+00') AS by_column;

-- 0.9s: rows of one hour: ten minutes are widened to the hour.
SELECT rowkey_range($$host text, event text, trunc(at timestamptz, '1 hour')$$, 'host1', 'WARN', tstzrange('2022-12-01 10:30+00', '2022-12-01 10:40+00'));

-- ---- 3.13: newest first, a month in a time zone -------------------------------------

CREATE TABLE blog AS
SELECT '123' AS author, '2022-01-01 00:00+00'::timestamptz + i * interval '3153.5 s' AS at FROM generate_series(0, 9999) i;
CREATE FUNCTION newest_first() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'author text, at timestamptz desc'::rowkey_layout;
CREATE TABLE blog_h AS SELECT rowkey_compose(newest_first(), author, at) AS key FROM blog ORDER BY 1;
ALTER TABLE blog_h ADD PRIMARY KEY (key);
VACUUM ANALYZE blog_h;
SELECT lower(r)::bytea, upper(r)::bytea FROM rowkey_range(newest_first(), '123', tstzrange('2022-12-01+08', '2023-01-01+08')) r;
SELECT count(*) AS december_in_china FROM blog_h WHERE key <@ rowkey_range(newest_first(), '123', tstzrange('2022-12-01+08', '2023-01-01+08'));
SELECT count(*) AS december_in_utc FROM blog_h WHERE key <@ rowkey_range(newest_first(), '123', tstzrange('2022-12-01+00', '2023-01-01+00'));
-- The newest row is one row to read.
EXPLAIN (COSTS OFF) SELECT key FROM blog_h WHERE key <@ rowkey_range(newest_first(), '123') ORDER BY key LIMIT 1;
-- The same with a text key.
SELECT rowkey_range($$author text, '_', digits(at timestamptz, 19) desc using string$$, '123', tstzrange('2022-12-01+08', '2023-01-01+08'));
-- Trap 7: a date without a time zone would be another moment in another session.
SELECT rowkey_compose(newest_first(), '123', '2022-12-01');
SELECT rowkey_compose(newest_first(), '123', '2022-12-01+08');

-- ---- salted and hashed ---------------------------------------------------------------

-- 1.12s: the salt is over the whole key, which is not known: all 8 salts.
SELECT lower(s)::bytea AS start, upper(s)::bytea AS stop
FROM rowkey_scan('salt(8), md5(customer text), placed timestamptz desc, id bigint', 'ALFKI', tstzrange('2022-12-01+00', '2023-01-01+00')) s;
-- 1.12g: the whole key is known: its own salt, one key.
SELECT lower(s)::bytea AS start, upper(s)::bytea AS stop
FROM rowkey_scan('salt(8), md5(customer text), placed timestamptz desc, id bigint', 'ALFKI', '2022-12-24 18:00+00'::timestamptz, 1002::bigint) s;
-- 1.12f: a salt over the customer alone: all rows of a customer have one salt.
SELECT lower(r)::bytea AS start, upper(r)::bytea AS stop FROM rowkey_range('salt(8, customer), md5(customer text), placed timestamptz desc', 'ALFKI') r;

-- 4.9s: all users whom mia follows: not those of mia2, not those of "followsup".
SELECT rowkey_range($$who text, ':', rel text, ':', whom text using string$$, 'mia', 'follows');
-- 0.14s: all rows below a text parent: ABC is not below AB.
SELECT rowkey_prefix_range(rowkey_prefix('customer text', 'AB')), rowkey_compose('customer text, ord int', 'ABC', 1) ^@ rowkey_prefix('customer text', 'AB') AS abc_is_below_ab;

-- ---- before the cluster: the cost of the same conditions ------------------------------

CREATE VIEW bucketed_h AS SELECT key, widerow_build('e', '') AS d, rowkey_field(bucketed(), key, 'at', NULL::timestamptz) AS at FROM log_bucketed;
CREATE VIEW by_host_h AS SELECT key, widerow_build('e', '') AS d, rowkey_field(by_host(), key, 'at', NULL::timestamptz) AS at FROM log_by_host;
SELECT hbase.define('bucketed_h', layouts => ARRAY[bucketed()], ignore => '{at}'), hbase.define('by_host_h', layouts => ARRAY[by_host()], regions => 10, ignore => '{at}') \g /dev/null
-- Only conditions on the leading fields avoid reading the whole table.
SELECT 'an hour, 100 buckets' AS question, kind, ranges, why FROM hbase.plan('bucketed_h', tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'))
UNION ALL SELECT 'an hour, host first', kind, ranges, why FROM hbase.plan('by_host_h', '(,)'::rowkeyrange, '(,)'::rowkeyrange, tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'))
UNION ALL SELECT 'a host, 100 buckets', kind, ranges, why FROM hbase.plan('bucketed_h', '(,)'::rowkeyrange, 'host1')
UNION ALL SELECT 'a host, host first', kind, ranges, why FROM hbase.plan('by_host_h', 'host1')
UNION ALL SELECT 'two hosts and an event', kind, ranges, why FROM hbase.plan('by_host_h', ARRAY['host1', 'host2'], 'WARN');
SELECT design, key_bytes, hottest, ranges
FROM hbase.compare_relations('{bucketed_h,by_host_h}', questions => ARRAY['{"at": "[2022-12-01 10:00+00,2022-12-01 11:00+00)"}', '{"host": "host1"}']::jsonb[], at => 'at');
-- Both distribute an hour's writes, and neither has rejected rows.
SELECT 'bucketed_h' AS relation, severity, rule, measured FROM hbase.check('bucketed_h', at => 'at') UNION ALL SELECT 'by_host_h', severity, rule, measured FROM hbase.check('by_host_h', at => 'at') ORDER BY 1, 2, 3;
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('by_host_h', at => 'at');
SELECT region, split, rows FROM hbase.plan_splits('by_host_h', align => 1);
SELECT rows, cells, key_bytes, keyvalue_bytes, regions FROM hbase.estimate('by_host_h') WHERE family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/questions.XXXXXX"`
SELECT region, family, rows FROM hbase.export_hfiles('by_host_h', :'folder', stamp => 1700000000000);
SELECT count(*) AS regions, sum(rows) AS rows, sum(cells) AS cells, bool_and(ok) AS ok FROM hbase.verify('by_host_h', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/questions.??????
