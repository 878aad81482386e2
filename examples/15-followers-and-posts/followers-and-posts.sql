-- A social network: who follows whom, 10,000 posts, the posts of a month with exact bounds,
-- and the newest posts of all users whom a user follows. Patterns 3.3, 3.6, 3.7,
-- 3.9, 3.9t, 3.10, 3.13, 3.14, 1.2, 1.16, 1.16s; traps 6, 7, 13.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
CREATE TABLE follow (who int, whom int, weight int, who_club text, whom_club text);
\copy follow FROM '../data/karate_club.csv' CSV HEADER

-- A year of posts: 9,996 at even intervals, and four at the bounds of December in China.
CREATE TABLE post AS
SELECT i * 7 % 34 AS author, '2022-01-01 00:00+00'::timestamptz + i * interval '3153.5 s' AS at, 'title_' || i AS title, 'content_' || i AS content, 'bigdata_' || i AS section FROM generate_series(0, 9995) i
UNION ALL SELECT 3, t::timestamptz, 'at the end ' || n, 'content', 'bigdata'
FROM unnest(ARRAY['2022-11-30 23:59:59.999+08', '2022-12-01 00:00+08', '2022-12-31 23:59:59.999+08', '2023-01-01 00:00+08']) WITH ORDINALITY u(t, n);
SELECT count(*) AS posts, count(DISTINCT author) AS authors, min(at), max(at) FROM post;

-- ---- members: followed and followers, one column family each (3.3, 3.7) -----------------

-- In one column family, a follower and a followed member would be the same cell (trap 13).
CREATE TABLE member_h AS
SELECT rowkey_compose('id int', id) AS key, widerow_agg(other::text, '') FILTER (WHERE follows) AS f, widerow_agg(other::text, '') FILTER (WHERE NOT follows) AS g
FROM (SELECT who AS id, whom AS other, true AS follows FROM follow UNION ALL SELECT whom, who, false FROM follow) x GROUP BY id;
ALTER TABLE member_h ADD PRIMARY KEY (key);
SELECT widerow_count(f) AS follows, widerow_count(g) AS followers FROM member_h WHERE key = rowkey_compose('id int', 3);
-- And back, from both sides.
CREATE VIEW follow_again AS SELECT k.id AS who, convert_from(c.qualifier, 'UTF8')::int AS whom FROM member_h, rowkey_decompose('id int', key) AS k(id int), widerow_cells(f) c;
CREATE VIEW followed_again AS SELECT convert_from(c.qualifier, 'UTF8')::int AS who, k.id AS whom FROM member_h, rowkey_decompose('id int', key) AS k(id int), widerow_cells(g) c;
SELECT (SELECT count(*) FROM follow_again) AS follows, (SELECT count(*) FROM (TABLE follow_again EXCEPT TABLE followed_again) x) AS differences,
       (SELECT count(*) FROM (SELECT who, whom FROM follow EXCEPT TABLE follow_again) x) AS lost, (SELECT count(*) FROM (TABLE follow_again EXCEPT SELECT who, whom FROM follow) x) AS added;

-- ---- posts: the author, then reverse time (3.6, 3.9, 1.16) ---------------------------------

CREATE FUNCTION post_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'author int, at timestamptz desc'::rowkey_layout;
CREATE TABLE post_h AS
SELECT rowkey_compose(post_layout(), author, at) AS key, widerow_at(widerow_build('title', title, 'content', content, '分栏', section), at) AS cf FROM post ORDER BY 1;
ALTER TABLE post_h ADD PRIMARY KEY (key);
VACUUM ANALYZE post_h;
-- One post: a get; the qualifier can be non-ASCII (1.2, 3.10).
SELECT cf ->> 'title' AS title, cf ->> '分栏' AS section FROM post_h WHERE key = rowkey_compose(post_layout(), 0, '2022-01-01 00:00+00'::timestamptz);
-- The newest post of an author: both bounds in the index condition, no sort, one row (1.16s, 3.14).
EXPLAIN (COSTS OFF) SELECT cf ->> 'title' FROM post_h WHERE key <@ rowkey_range(post_layout(), 3) ORDER BY key LIMIT 1;
SELECT cf ->> 'title' AS title, rowkey_field(post_layout(), key, 'at', NULL::timestamptz) AS at FROM post_h WHERE key <@ rowkey_range(post_layout(), 5) ORDER BY key LIMIT 1;
-- The same with the author as a parameter.
SET plan_cache_mode = force_generic_plan;
PREPARE newest(int) AS SELECT cf ->> 'title' AS title FROM post_h WHERE key <@ rowkey_range(post_layout(), $1) ORDER BY key LIMIT 1;
EXPLAIN (COSTS OFF) EXECUTE newest(5);
EXECUTE newest(5);
RESET plan_cache_mode;

-- ---- December with exact bounds (3.13; traps 6, 7) --------------------------------------------

-- In China December starts at 16:00 UTC on 30 November. The time is in reverse, so the
-- later time is the lower bound. The first moment is included, the first of January is not.
SELECT lower(r)::bytea AS start, upper(r)::bytea AS stop FROM rowkey_range(post_layout(), 3, tstzrange('2022-12-01+08', '2023-01-01+08')) r;
SELECT cf ->> 'title' AS title, rowkey_field(post_layout(), key, 'at', NULL::timestamptz) AT TIME ZONE 'Asia/Shanghai' AS in_china FROM post_h
WHERE key <@ rowkey_range(post_layout(), 3, tstzrange('2022-12-01+08', '2023-01-01+08')) AND cf ->> 'title' LIKE 'at the end%' ORDER BY key;
-- All kinds of bounds, by key and by column, of one author and of all.
SELECT bounds, (SELECT count(*) FROM post_h WHERE key <@ rowkey_range(post_layout(), 3, tstzrange('2022-12-01+08', '2023-01-01+08', bounds))) AS by_key,
       (SELECT count(*) FROM post WHERE author = 3 AND at <@ tstzrange('2022-12-01+08', '2023-01-01+08', bounds)) AS by_column
FROM unnest(ARRAY['[)', '[]', '(]', '()']) bounds;
SELECT zone, (SELECT count(*) FROM generate_series(0, 33) a, rowkey_range(post_layout(), a, tstzrange(('2022-12-01' || zone)::timestamptz, ('2023-01-01' || zone)::timestamptz)) r JOIN post_h h ON h.key <@ r) AS by_key,
       (SELECT count(*) FROM post WHERE at >= ('2022-12-01' || zone)::timestamptz AND at < ('2023-01-01' || zone)::timestamptz) AS by_column
FROM unnest(ARRAY['+08', '+00']) zone;
-- A month without a time zone would be another month in another session.
SELECT rowkey_range(post_layout(), 3, '2022-12-01');

-- ---- the newest posts of all members whom a member follows ---------------------------------------

-- One range for each of them, and the first posts of each are merged: of 10,000 posts few are read.
SELECT k.author, k.at, cf ->> 'title' AS title
FROM hbase.merge_scan(NULL::post_h, ARRAY(SELECT rowkey_range(post_layout(), convert_from(c.qualifier, 'UTF8')::int) FROM member_h, widerow_cells(f) c WHERE member_h.key = rowkey_compose('id int', 3)), 5, 4) m,
     rowkey_decompose(post_layout(), m.key) AS k(author int, at timestamptz);
SELECT author, at, title FROM post WHERE author IN (SELECT whom FROM follow WHERE who = 3) ORDER BY at DESC LIMIT 5;

-- ---- before the cluster -------------------------------------------------------------------------------

CREATE TABLE post_named AS SELECT *, 'a' || author AS name FROM post;
-- Time first, author first, author and time as text, salted. ranges: one author; one
-- author's December; everyone's December.
SELECT design, key_bytes, longest, collisions, hottest, ranges
FROM hbase.compare('post_named', ARRAY['at timestamptz desc, author int', 'author int, at timestamptz desc', $$name text, '_', digits(at timestamptz, 19) desc using string$$, 'salt(8), at timestamptz desc, author int'],
                   questions => ARRAY['{"author": 3, "name": "a3"}', '{"author": 3, "name": "a3", "at": "[2022-12-01+08,2023-01-01+08)"}', '{"at": "[2022-12-01+08,2023-01-01+08)"}']::jsonb[], at => 'at', every => '7 days', regions => 8);
SELECT hbase.define('member_h', 'member', ARRAY['id int']::rowkey_layout[]), hbase.define('post_h', 'post', ARRAY[post_layout()]) \g /dev/null
SELECT r AS relation, c.severity, c.rule, c.subject, c.measured FROM unnest('{member_h,post_h}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule;
SELECT 'December of an author' AS question, kind, ranges, why FROM hbase.plan('post_h', 3, tstzrange('2022-12-01+08', '2023-01-01+08'))
UNION ALL SELECT 'December of all', kind, ranges, why FROM hbase.plan('post_h', '(,)'::rowkeyrange, tstzrange('2022-12-01+08', '2023-01-01+08'))
UNION ALL SELECT 'a member', kind, ranges, why FROM hbase.plan('member_h', 3);
SELECT * FROM hbase.plan_splits('post_h', 4, align => 1);
-- The cells have the times of the posts.
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('post_h', 4, '7 days');
SELECT family, rows, cells, key_bytes, name_bytes, value_bytes, keyvalue_bytes FROM hbase.estimate('post_h') WHERE family IS NOT NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/posts.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('post_h', :'folder', splits => hbase.planned_splits('post_h', 4, align => 1), stamp => 1700000000000);
SELECT region, rows, cells, ok FROM hbase.verify('post_h', :'folder', true) ORDER BY region;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/posts.??????
