-- Reading tables: get, scan, the newest first, and a fan-out in the order of time;
-- what each reads. Patterns 1.2, 1.3, 1.4, 1.16s, 1.16f, 0.4j, 0.8c, 3.4, 3.10, 3.14.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';

CREATE TABLE blog AS
SELECT '123' AS author, '2022-01-01 00:00+00'::timestamptz + i * interval '3153.5 s' AS at, 'title_' || i AS title, 'content_' || i AS content, 'bigdata_' || i AS section
FROM generate_series(0, 9999) i;
CREATE FUNCTION blog_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'author text, at timestamptz desc'::rowkey_layout;
CREATE TABLE blog_h AS SELECT rowkey_compose(blog_layout(), author, at) AS key, widerow_build('title', title, 'content', content, '分栏', section) AS cf FROM blog;
ALTER TABLE blog_h ADD PRIMARY KEY (key);
VACUUM ANALYZE blog_h;

-- 1.2, 3.4: get. One row through the index, or its cells as the HBase shell shows them.
EXPLAIN (COSTS OFF) SELECT cf ->> 'title' FROM blog_h WHERE key = rowkey_compose(blog_layout(), '123', '2022-01-01 00:00+00'::timestamptz);
SELECT cf ->> 'title' AS title FROM blog_h WHERE key = rowkey_compose(blog_layout(), '123', '2022-01-01 00:00+00'::timestamptz);
SELECT family, convert_from(qualifier, 'UTF8') AS qualifier, convert_from(value, 'UTF8') AS value
FROM hbase.get('blog_h', rowkey_compose(blog_layout(), '123', '2022-01-01 00:00+00'::timestamptz));

-- 1.3, 1.4: scan. The row at the start is part of it, the one at the stop is not; in
-- hbase.scan an empty key is an open end.
SELECT count(*), array_agg(key ORDER BY key) = array_agg(key ORDER BY key::bytea) AS in_byte_order FROM blog_h WHERE key <@ rowkeyrange('123', '124');
SELECT (SELECT count(*) FROM hbase.scan('blog_h', '123', '124')) AS cells_of_author, (SELECT count(*) FROM hbase.scan('blog_h')) AS cells_of_all,
       (SELECT count(DISTINCT key) FROM hbase.scan('blog_h', (SELECT min(key) FROM blog_h), (SELECT max(key) FROM blog_h))) AS rows_before_the_last;

-- 1.16s, 3.14: the newest post: both bounds in the index condition, no sort, one row.
EXPLAIN (COSTS OFF) SELECT cf ->> 'title' FROM blog_h WHERE key <@ rowkey_range(blog_layout(), '123') ORDER BY key LIMIT 1;
SELECT cf ->> 'title' AS title, rowkey_field(blog_layout(), key, 'at', NULL::timestamptz) AS at FROM blog_h WHERE key <@ rowkey_range(blog_layout(), '123') ORDER BY key LIMIT 1;
-- The same where the author is a parameter.
SET plan_cache_mode = force_generic_plan;
PREPARE newest(text) AS SELECT cf ->> 'title' AS title FROM blog_h WHERE key <@ rowkey_range(blog_layout(), $1) ORDER BY key LIMIT 1;
EXPLAIN (COSTS OFF) EXECUTE newest('123');
EXECUTE newest('123');
RESET plan_cache_mode;
-- Of several versions of a cell, ->> gives the newest.
SELECT widerow_at(widerow_build('title', 'old'), 1000) || widerow_at(widerow_build('title', 'new'), 2000) || widerow_at(widerow_build('title', 'older'), 500) ->> 'title' AS title;

-- 3.10: a qualifier that is not ASCII.
SELECT cf ->> '分栏' AS section, c.qualifier FROM blog_h, widerow_cells(cf) c WHERE key = rowkey_compose(blog_layout(), '123', '2022-01-01 00:00+00'::timestamptz) AND c.qualifier = convert_to('分栏', 'UTF8');

-- ---- a table of 100 buckets --------------------------------------------------------

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event, 'm' || i AS msg
FROM generate_series(0, 99999) i;
CREATE FUNCTION bucket_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'bucket(100, at), at timestamptz desc, host text, event text'::rowkey_layout;
CREATE TABLE log_bucket AS SELECT rowkey_compose(bucket_layout(), at, host, event) AS key, widerow_build('m', msg) AS d FROM log_data ORDER BY 1;
ALTER TABLE log_bucket ADD PRIMARY KEY (key);
VACUUM ANALYZE log_bucket;

-- 0.4j: an hour is 100 index scans with both bounds. Behind the bucket's byte, the
-- keys are in the order of time, newest first.
EXPLAIN (COSTS OFF)
SELECT h.key FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN log_bucket h ON h.key <@ s ORDER BY substring(h.key, 2);
SELECT count(*), min(rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz)) AS first, max(rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz)) AS last
FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN log_bucket h ON h.key <@ s;

-- 1.16f: the newest of the table, and its newest 100. A sort would read all 100,000
-- rows; the merge reads the first of each bucket, and one more for each that it gives.
SELECT rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz) AS at, d ->> 'm' AS m FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 1, 1);
SELECT count(*), array_agg(at) = (SELECT array_agg(at) FROM (SELECT date_trunc('milliseconds', at) AS at FROM log_data ORDER BY at DESC LIMIT 100) newest) AS newest_first
FROM (SELECT rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz) AS at FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 100, 1)) m;
BEGIN;
SELECT count(*) FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 100, 1);
SELECT pg_stat_get_xact_tuples_fetched('log_bucket'::regclass) <= 200 AS read_at_most_200;
COMMIT;

-- ---- 0.8c: counters, and writes on a condition -------------------------------------

SELECT hbase.create_table('product_h', '["d"]', layouts => ARRAY['kind text, id bigint']::rowkey_layout[]);
SELECT hbase.put('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 't', 'Blue');
SELECT hbase.increment('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 'hits', 1);
SELECT hbase.increment('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 'hits', 1);
SELECT d -> 'hits' AS hits FROM product_h;
SELECT hbase.check_and_put('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 't', 'Blue', 'Blue II');
SELECT hbase.check_and_put('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 't', 'Blue', 'Blue II');
SELECT d ->> 't' AS t FROM product_h;
