-- Newest first: HBase scans forward, so time is stored backward, as
-- Long.MAX_VALUE - milliseconds. Patterns 1.11, 1.16, 1.16v, 3.13; traps 6, 7, 8.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';

-- 1.16v: the value, and back; right across 1970.
SELECT rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz)::bytea, rowkey_reverse_ts(0::bigint)::bytea, rowkey_reverse_ts(-1::bigint)::bytea;
SELECT rowkey_unreverse_ts(rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz)), rowkey_unreverse_ms(rowkey_reverse_ts(-1::bigint));
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

-- 3.13, trap 6: a range of time swaps its ends, since the newer one gives the lower
-- key, and "from" and "before" go along: both bounds are Long.MAX_VALUE - ms + 1.
CREATE FUNCTION posts(author text, since timestamptz, before timestamptz) RETURNS rowkeyrange IMMUTABLE
RETURN rowkeyrange(rowkey_from_text(author) || '\x00'::rowkey || rowkey_prefix_stop(rowkey_reverse_ts(before)),
                   rowkey_from_text(author) || '\x00'::rowkey || rowkey_prefix_stop(rowkey_reverse_ts(since)));
SELECT posts('123', '2022-12-01+08', '2023-01-01+08');
EXPLAIN (COSTS OFF) SELECT count(*) FROM blog_h WHERE key <@ posts('123', '2022-12-01+08', '2023-01-01+08');
SELECT count(*) AS december_in_china FROM blog_h WHERE key <@ posts('123', '2022-12-01+08', '2023-01-01+08');
SELECT count(*) AS in_the_table FROM blog WHERE at >= '2022-12-01+08' AND at < '2023-01-01+08';
SELECT count(*) AS december_in_utc FROM blog_h WHERE key <@ posts('123', '2022-12-01+00', '2023-01-01+00');
-- At exactly the beginning of December, a post belongs to December.
SELECT (rowkey_from_text('123') || '\x00'::rowkey || rowkey_reverse_ts('2022-12-01+08'::timestamptz)) <@ posts('123', '2022-12-01+08', '2023-01-01+08') AS december,
       (rowkey_from_text('123') || '\x00'::rowkey || rowkey_reverse_ts('2022-12-01+08'::timestamptz)) <@ posts('123', '2022-11-01+08', '2022-12-01+08') AS november;

-- Trap 7: a time without its zone is another time in another session.
SELECT rowkey_unreverse_ms(rowkey_reverse_ts('2022-12-01+08'::timestamptz)) AS ms_in_china, rowkey_unreverse_ms(rowkey_reverse_ts('2022-12-01+00'::timestamptz)) AS ms_in_utc;

-- Trap 8: keys have milliseconds and PostgreSQL microseconds. The rest is cut off,
-- downward also before 1970, and never rounded into the next second; two rows of
-- one millisecond would be one row, and the primary key says so.
SELECT rowkey_unreverse_ts(rowkey_reverse_ts('2022-12-24 17:59:59.9996+00'::timestamptz)), rowkey_unreverse_ts(rowkey_reverse_ts('1969-12-31 23:59:59.9996+00'::timestamptz));
INSERT INTO blog_h VALUES ('456\x00' || rowkey_reverse_ts('2022-12-24 18:00:00.0001+00'::timestamptz), 'first'), ('456\x00' || rowkey_reverse_ts('2022-12-24 18:00:00.0009+00'::timestamptz), 'second');

-- ---- before the cluster: time backward is no less hot than time forward ------------------
-- New rows come first in place of last, still all into one region: "monotonic", backward.
-- Hottest is the busiest region's share of a week's posts; only another leading part,
-- here one of 40 authors, changes it. ranges: an author's December.
CREATE VIEW post AS SELECT i % 40 AS author, at, title FROM (SELECT row_number() OVER (ORDER BY at) AS i, * FROM blog) numbered;
SELECT design, key_bytes, collisions, hottest, ranges
FROM hbase.compare('post', ARRAY['at timestamptz, author int', 'at timestamptz desc, author int', 'author int, at timestamptz desc']::rowkey_layout[],
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

-- Trap 8 again, found before there is a table: two posts within one millisecond. The
-- export refuses them, too.
CREATE VIEW too_fast AS
SELECT rowkey_compose('author int, at timestamptz desc', author::int, at) AS key, widerow_build('t', title) AS d
FROM (TABLE post UNION ALL SELECT 7, '2022-12-24 18:00:00.0001+00', 'first' UNION ALL SELECT 7, '2022-12-24 18:00:00.0009+00', 'second') p;
SELECT severity, rule, subject, measured, advice FROM hbase.check('too_fast') WHERE severity = 'error';
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/newest.XXXXXX"`
SELECT * FROM hbase.export_hfiles('too_fast', :'folder', stamp => 1700000000000);

-- Files for a bulk load: each begins with the newest post of its first author.
SELECT region, rows, cells, rowkey_fields('author int, at timestamptz desc', first_row) AS first FROM hbase.export_hfiles('newest_of_each', :'folder', splits => hbase.planned_splits('newest_of_each', 4, align => 1), stamp => 1700000000000);
SELECT region, rows, cells, ok FROM hbase.verify('newest_of_each', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/newest.??????
