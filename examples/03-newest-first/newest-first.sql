-- Newest first: HBase scans forward, so the key has the reverse time,
-- Long.MAX_VALUE - milliseconds. Patterns 1.11, 1.16, 1.16v, 3.13; traps 6, 7, 8.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';

-- 1.16v: the value and its inverse; correct before and after 1970.
SELECT rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz)::bytea, rowkey_reverse_ts(0::bigint)::bytea, rowkey_reverse_ts(-1::bigint)::bytea;
SELECT rowkey_unreverse_ts(rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz)), rowkey_decode(rowkey_reverse_ts(-1::bigint), NULL::bigint, 'phoenix', descending => true);
SELECT at, rowkey_reverse_ts(at)::bytea FROM unnest(ARRAY['1969-12-31 23:59:59.999+00', '1970-01-01+00', '0001-01-01+00', '9999-12-31+00']::timestamptz[]) at
ORDER BY rowkey_reverse_ts(at);
SELECT rowkey_reverse_ts('infinity'::timestamptz);

-- Posts of an author, newest first: one index scan that stops at the first row.
CREATE TABLE blog AS
SELECT '123' AS author, '2022-01-01 00:00+00'::timestamptz + i * interval '3153.5 s' AS at, 'title_' || i AS title FROM generate_series(0, 9999) i;
CREATE TABLE blog_h AS SELECT rowkey_from_text(author) || '\x00'::rowkey || rowkey_reverse_ts(at) AS key, title FROM blog ORDER BY 1;
ALTER TABLE blog_h ADD PRIMARY KEY (key);
VACUUM ANALYZE blog_h;
EXPLAIN (COSTS OFF) SELECT title FROM blog_h WHERE key ^@ '123\x00' ORDER BY key LIMIT 1;
SELECT title, rowkey_unreverse_ts(substring(key, 5)) AS at FROM blog_h WHERE key ^@ '123\x00' ORDER BY key LIMIT 2;

-- 3.13, trap 6: a time range swaps its bounds, because the newer bound gives the lower
-- key. Inclusive and exclusive are swapped too: both bounds are Long.MAX_VALUE - ms + 1.
CREATE FUNCTION posts(author text, since timestamptz, before timestamptz) RETURNS rowkeyrange IMMUTABLE
RETURN rowkeyrange(rowkey_from_text(author) || '\x00'::rowkey || upper(rowkey_prefix_range(rowkey_reverse_ts(before))),
                   rowkey_from_text(author) || '\x00'::rowkey || upper(rowkey_prefix_range(rowkey_reverse_ts(since))));
SELECT posts('123', '2022-12-01+08', '2023-01-01+08');
EXPLAIN (COSTS OFF) SELECT count(*) FROM blog_h WHERE key <@ posts('123', '2022-12-01+08', '2023-01-01+08');
SELECT count(*) AS december_in_china FROM blog_h WHERE key <@ posts('123', '2022-12-01+08', '2023-01-01+08');
SELECT count(*) AS in_the_table FROM blog WHERE at >= '2022-12-01+08' AND at < '2023-01-01+08';
SELECT count(*) AS december_in_utc FROM blog_h WHERE key <@ posts('123', '2022-12-01+00', '2023-01-01+00');
-- A post at the first millisecond of December belongs to December.
SELECT (rowkey_from_text('123') || '\x00'::rowkey || rowkey_reverse_ts('2022-12-01+08'::timestamptz)) <@ posts('123', '2022-12-01+08', '2023-01-01+08') AS december,
       (rowkey_from_text('123') || '\x00'::rowkey || rowkey_reverse_ts('2022-12-01+08'::timestamptz)) <@ posts('123', '2022-11-01+08', '2022-12-01+08') AS november;

-- Trap 7: a time without a time zone is another time in another session.
SELECT rowkey_decode(rowkey_reverse_ts('2022-12-01+08'::timestamptz), NULL::bigint, 'phoenix', descending => true) AS ms_in_china, rowkey_decode(rowkey_reverse_ts('2022-12-01+00'::timestamptz), NULL::bigint, 'phoenix', descending => true) AS ms_in_utc;

-- Trap 8: keys have milliseconds, PostgreSQL has microseconds. They are rounded down,
-- also before 1970, and never up to the next second. Two posts in the same millisecond
-- would be one row; the primary key rejects the second one.
SELECT rowkey_unreverse_ts(rowkey_reverse_ts('2022-12-24 17:59:59.9996+00'::timestamptz)), rowkey_unreverse_ts(rowkey_reverse_ts('1969-12-31 23:59:59.9996+00'::timestamptz));
INSERT INTO blog_h VALUES ('456\x00' || rowkey_reverse_ts('2022-12-24 18:00:00.0001+00'::timestamptz), 'first'), ('456\x00' || rowkey_reverse_ts('2022-12-24 18:00:00.0009+00'::timestamptz), 'second');

-- ---- before the cluster: reverse time is as hot as forward time --------------------------
-- New rows come first instead of last, but all go to one region: "monotonic", backward.
-- hottest: the share of a week's posts in the busiest region. Only another leading field
-- changes it, here one of 40 authors. ranges: one author's December.
CREATE VIEW post AS SELECT i % 40 AS author, at, title FROM (SELECT row_number() OVER (ORDER BY at) AS i, * FROM blog) numbered;
SELECT design, key_bytes, collisions, hottest, ranges
FROM hbase.compare('post', ARRAY['at timestamptz, author int', 'at timestamptz desc, author int', 'author int, at timestamptz desc'],
                   questions => ARRAY['{"author": 7, "at": "[2022-12-01+08,2023-01-01+08)"}']::jsonb[], at => 'at', every => '7 days', regions => 8);

CREATE VIEW newest_of_all AS SELECT rowkey_compose('at timestamptz desc, author int', at, author::int) AS key, widerow_at(widerow_build('t', title), at) AS d FROM post;
CREATE VIEW newest_of_each AS SELECT rowkey_compose('author int, at timestamptz desc', author::int, at) AS key, widerow_at(widerow_build('t', title), at) AS d FROM post;
SELECT hbase.define('newest_of_all', layouts => ARRAY['at timestamptz desc, author int']::rowkey_layout[]),
       hbase.define('newest_of_each', layouts => ARRAY['author int, at timestamptz desc']::rowkey_layout[]) \g /dev/null
SELECT r AS relation, verdict, round(trend::numeric, 1) AS trend, round(mean_peak::numeric, 2) AS mean_peak, regions_hit
FROM unnest('{newest_of_all,newest_of_each}'::regclass[]) r, hbase.heat_verdict(r, 8, '7 days');
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{newest_of_all,newest_of_each}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule;
SELECT kind, ranges, regions, why FROM hbase.plan('newest_of_each', 7, tstzrange('2022-12-01+08', '2023-01-01+08'));
SELECT * FROM hbase.plan_splits('newest_of_each', 4, align => 1);
SELECT rows, key_bytes, value_bytes, keyvalue_bytes FROM hbase.estimate('newest_of_each') WHERE family IS NULL;

-- Trap 8 again, found before a table exists: two posts within one millisecond. The
-- export rejects them too.
CREATE VIEW too_fast AS
SELECT rowkey_compose('author int, at timestamptz desc', author::int, at) AS key, widerow_build('t', title) AS d
FROM (TABLE post UNION ALL SELECT 7, '2022-12-24 18:00:00.0001+00', 'first' UNION ALL SELECT 7, '2022-12-24 18:00:00.0009+00', 'second') p;
SELECT severity, rule, subject, measured, advice FROM hbase.check('too_fast') WHERE severity = 'error';
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/newest.XXXXXX"`
SELECT * FROM hbase.export_hfiles('too_fast', :'folder', stamp => 1700000000000);

-- Files for bulk load: each starts with the newest post of its first author.
SELECT region, rows, cells, rowkey_fields('author int, at timestamptz desc', first_row) AS first FROM hbase.export_hfiles('newest_of_each', :'folder', splits => hbase.planned_splits('newest_of_each', 4, align => 1), stamp => 1700000000000);
SELECT region, rows, cells, ok FROM hbase.verify('newest_of_each', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/newest.??????
