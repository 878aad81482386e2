-- hbase.plan(): what a question costs: get, scan of ranges, or full scan, and why.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE SCHEMA plan_test;
SET search_path = plan_test, public;
SET TimeZone = 'UTC';

CREATE TABLE blog_h AS SELECT rowkey_compose('author text, at timestamptz desc', '123', '2022-01-01 00:00+00'::timestamptz + i * interval '3153.5 s') AS key, widerow_build('title', 'title_' || i, 'content', 'content_' || i, '分栏', 'bigdata_' || i) AS cf FROM generate_series(0, 9999) i;
ALTER TABLE blog_h ADD PRIMARY KEY (key);
SELECT hbase.define('blog_h', 'blog', ARRAY['author text, at timestamptz desc']::rowkey_layout[], regions => 4);
ANALYZE blog_h;

-- 4.1: one range, get, full scan.
SELECT kind, ranges, regions, rows, cells, why FROM hbase.plan('blog_h', '123');
SELECT kind, ranges, regions, rows, cells, why FROM hbase.plan('blog_h', '123', '2022-01-01 00:00+00'::timestamptz);
SELECT kind, ranges, regions, rows, cells, why FROM hbase.plan('blog_h', '(,)'::rowkeyrange, tstzrange('2022-12-01+00','2023-01-01+00'));
SELECT kind, ranges, regions, rows, cells, why FROM hbase.plan('blog_h');
-- December: 849 posts, in one of four regions; the estimates are near.
SELECT kind, ranges, regions, rows BETWEEN 800 AND 900 AS near, cells = 3 * rows AS three_cells, bytes / cells BETWEEN 45 AND 60 AS bytes, why FROM hbase.plan('blog_h', '123', tstzrange('2022-12-01+00','2023-01-01+00'));
SELECT kind, ranges, rows, why FROM hbase.plan('blog_h', ARRAY['123', '124'], '2022-01-01 00:00+00'::timestamptz);
SELECT kind, ranges, regions, rows, cells, bytes, why FROM hbase.plan('blog_h', '{}'::text[]);
SELECT * FROM hbase.plan('blog_h', NULL::text);
SELECT kind, regions FROM hbase.plan('blog_h', '(,1)'::rowkeyrange);

-- 2.6: the lines of an order.
CREATE TABLE line_h AS SELECT rowkey_compose('customer bigint, ord bigint, ship int, line int', c, o, s, l) AS key, widerow_build('i', 'item', 'q', l) AS d FROM (VALUES (42::bigint, 1001::bigint, 1, 1), (42, 1001, 1, 2), (42, 1001, 2, 1), (7, 1003, 1, 1)) v(c, o, s, l);
SELECT hbase.define('line_h', 'line', ARRAY['customer bigint, ord bigint, ship int, line int']::rowkey_layout[]);
SELECT * FROM hbase.plan('line_h', 42, 1001);
SELECT * FROM hbase.plan('line_h', 42, int8range(1000, 2000), 1);

-- A sample that has no row of the few that are asked for says so.
CREATE VIEW many AS SELECT rowkey_compose('n bigint', n) AS key, widerow_build('a', n) AS d FROM generate_series(1, 100000) n;
SELECT hbase.define('many', 'many', ARRAY['n bigint']::rowkey_layout[]);
SELECT kind, rows, cells, why FROM hbase.plan('many', int8range(70007, 70009));

-- There may be more rows than the planner expects.
CREATE FUNCTION many() RETURNS SETOF bigint LANGUAGE plpgsql ROWS 10 AS $$ BEGIN RETURN QUERY SELECT * FROM generate_series(1::bigint, 40000); END $$;
CREATE VIEW more AS SELECT rowkey_compose('n bigint', n) AS key, widerow_build('v', n) AS d FROM many() n;
SELECT hbase.define('more', layouts => ARRAY['n bigint']::rowkey_layout[]);
SELECT kind, rows BETWEEN 9900 AND 10100 AS a_quarter, cells = rows AS a_cell_each FROM hbase.plan('more', int8range(1, 10001));
-- 1.10: as many ranges as rowkey_scan gives; salts and buckets fan out, a view is sampled.
CREATE VIEW log AS SELECT rowkey_compose('salt(16), host text, at timestamptz', 'host' || i % 20, '2022-12-01+00'::timestamptz + i * interval '1 s') AS key, widerow_build('m', 'm' || i) AS d FROM generate_series(0, 999) i;
SELECT hbase.define('log', 'log', ARRAY['salt(16), host text, at timestamptz']::rowkey_layout[], regions => 16);
SELECT p.kind, p.ranges, p.regions, p.rows, p.cells, p.why, p.ranges = (SELECT count(*) FROM rowkey_scan('salt(16), host text, at timestamptz', 'host1')) AS as_scan FROM hbase.plan('log', 'host1') p;
SELECT kind, ranges, regions, rows, why FROM hbase.plan('log', 'host1', '2022-12-01 00:00:01+00'::timestamptz);
SELECT kind, ranges, regions, rows, why FROM hbase.plan('log', '(,)'::rowkeyrange, tstzrange('2022-12-01 00:00+00', '2022-12-01 00:01+00'));
CREATE VIEW buckets AS SELECT rowkey_compose('bucket(at, 10), at timestamptz, host text', '2022-12-01+00'::timestamptz + i * interval '1.001 s', 'host' || i % 20) AS key, widerow_build('m', 'm' || i) AS d FROM generate_series(0, 999) i;
SELECT hbase.define('buckets', 'buckets', ARRAY['bucket(at, 10), at timestamptz, host text']::rowkey_layout[], splits => ARRAY['\x05']::rowkey[]);
SELECT kind, ranges, regions, rows, why FROM hbase.plan('buckets', tstzrange('2022-12-01 00:00+00', '2022-12-01 00:01+00'), 'host1');
SELECT kind, ranges, regions, rows, why FROM hbase.plan('buckets', '2022-12-01 00:00:01.001+00'::timestamptz);

-- Several record types: all of one are a scan.
CREATE TABLE both_h AS SELECT rowkey_compose($$'a', c bigint$$, i) AS key, widerow_build('s', i) AS d FROM generate_series(1, 10) i UNION ALL SELECT rowkey_compose($$'b', c bigint$$, i), widerow_build('s', i) FROM generate_series(1, 30) i;
SELECT hbase.define('both_h', 'both', ARRAY[$$'a', c bigint$$, $$'b', c bigint$$]::rowkey_layout[]);
SELECT kind, ranges, rows, why FROM hbase.plan('both_h');
SELECT kind, ranges, rows, why FROM hbase.plan('both_h', 3);

-- The same by name; what a design loses is a full scan.
SELECT q, kind, ranges, why FROM unnest(ARRAY['{"author": "123"}', '{"at": {"from": "2022-12-01+00"}}', '{"author": {"prefix": "12"}}', '{"author": "123", "at": "2022-01-01 00:00+00"}', '{}']::jsonb[]) q, hbase.plan('blog_h', q) ORDER BY q;
CREATE VIEW phones AS SELECT rowkey_compose('reverse(number text), md5(city text, 2), n int', 'n' || i, 'c', i) AS key, widerow_build('v', i) AS d FROM generate_series(1, 10) i;
SELECT hbase.define('phones', layouts => ARRAY['reverse(number text), md5(city text, 2), n int']::rowkey_layout[]);
SELECT kind, ranges, why FROM hbase.plan('phones', '{"number": {"prefix": "n1"}}'::jsonb) UNION ALL SELECT kind, ranges, why FROM hbase.plan('phones', rowkeyrange('n1', 'n2'))
UNION ALL SELECT kind, ranges, why FROM hbase.plan('phones', '{"number": "n1", "city": {"from": "a"}}'::jsonb) UNION ALL SELECT kind, ranges, why FROM hbase.plan('phones', '{"city": {"from": "a"}, "n": "[1,3)"}'::jsonb);
SELECT * FROM hbase.plan('phones', '{"numbr": "n1"}'::jsonb);
CREATE VIEW by_time AS SELECT rowkey_compose('at timestamptz, number text', timestamptz '2022-12-01+00' + i * interval '1 min', 'n' || i) AS key, widerow_build('q', i) AS d FROM generate_series(1, 100) i;
SELECT hbase.define('by_time', layouts => ARRAY['at timestamptz, number text']);
SELECT kind, ranges, rows, why FROM hbase.plan('by_time', '{"at": "[2022-12-01 00:10+00,2022-12-01 00:20+00)", "number": "n12"}');
SELECT hbase.key_scan('by_time', '{"at": "2022-12-01 00:10+00"}') = hbase.key_scan('by_time', timestamptz '2022-12-01 00:10+00') AS same;
SELECT kind FROM hbase.plan('phones', '{"number": "n1"}');
SELECT * FROM hbase.plan('phones', '[a,b)');

SELECT * FROM hbase.plan(NULL);
SELECT * FROM hbase.plan('blog_h', '123', 'yesterday');
SELECT * FROM hbase.plan('blog_h', 1, 2, 3);
CREATE VIEW undefined AS SELECT * FROM blog_h;
SELECT * FROM hbase.plan('undefined', '123');

SELECT * FROM hbase.forget();

-- ---- several record types --------------------------------------------------------------

CREATE TABLE shop_h AS
SELECT rowkey_compose($$customer int, 'c'$$, i) AS key, widerow_build('name', 'customer ' || i) AS d FROM generate_series(1, 100) i
UNION ALL SELECT rowkey_compose($$customer int, 'o', number int$$, i % 100 + 1, i), widerow_build('total', i) FROM generate_series(1, 1900) i;
SELECT hbase.define('shop_h', layouts => ARRAY[$$customer int, 'c'$$, $$customer int, 'o', number int$$]::rowkey_layout[], regions => 2);
ANALYZE shop_h;
CREATE TABLE shop_columns (customer int, number int, total int);
-- a question is about each record type whose key has its fields
SELECT number, kind, ranges, rows, why FROM hbase.plan('shop_h', '{"customer": 5}') ORDER BY number;
SELECT number, kind, ranges, rows, why FROM hbase.plan('shop_h', '{"customer": 5, "number": "[1,1000)"}') ORDER BY number;
SELECT number, kind, ranges, rows, why FROM hbase.plan('shop_h', '{"number": 7}') ORDER BY number;
SELECT number, kind, ranges, rows BETWEEN 1800 AND 2000 AS near, why FROM hbase.plan('shop_h', '{}'::jsonb) ORDER BY number;
SELECT number, kind FROM hbase.plan('shop_h', '{"customer": []}'::jsonb) ORDER BY number;
-- conditions by position are those of the first layout
SELECT number, kind, ranges, rows FROM hbase.plan('shop_h', 5);
SELECT * FROM hbase.key_scan('shop_h', '{"customer": 5}');
SELECT * FROM hbase.key_scan('shop_h', '{"customer": 5, "number": "(,)"}');
SELECT * FROM hbase.key_scan('shop_h', '{"customer": "[5,7]"}');
SELECT * FROM hbase.key_scan('shop_h', '{"number": 7}'::jsonb);
SELECT * FROM hbase.key_scan('shop_h', 5);
SELECT count(*), count(DISTINCT s.key) FROM (SELECT h.key FROM hbase.key_scan('shop_h', '{"customer": "[5,7]"}') k JOIN shop_h h ON h.key <@ k) s;
SELECT count(*) FROM hbase.key_scan('shop_h', '{"customer": 5}') k JOIN shop_h h ON h.key <@ k;
SELECT design, ranges FROM hbase.compare_relations('{shop_h,line_h}', ARRAY['{"customer": 5}', '{"customer": 5, "number": [1, 2]}', '{"number": 7}', '{"total": 7}', '{}']);
-- one form of a question everywhere, ranges as text too
SELECT rowkey_range('customer int, number int', '{"customer": 5, "number": "[1,1000)"}'), ARRAY(SELECT rowkey_scan('customer int, number int', '{"customer": 5, "number": "[1,1000)"}')) AS scan;
SELECT ranges FROM hbase.compare('shop_columns', ARRAY['customer int, number int'], ARRAY['{"customer": 5, "number": "[1,1000)"}', '{"total": 3}']);
-- an empty relation
CREATE TABLE nothing (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.define('nothing', layouts => ARRAY['id int']::rowkey_layout[]);
SELECT kind, rows, cells, bytes FROM hbase.plan('nothing', '{"id": 1}');
SELECT kind, rows, cells, bytes FROM hbase.plan('nothing', '{}'::jsonb);
-- errors
SELECT * FROM hbase.plan('shop_h', '{"custmer": 5}');
SELECT * FROM hbase.key_scan('shop_h', '{"customer": 5, "numbre": 5}');
SELECT hbase.define('shop_h', layouts => ARRAY[$$customer int, 'c', region int$$, $$customer int, 'o', number int$$]::rowkey_layout[], sample => 0);
SELECT * FROM hbase.plan('shop_h', '{"region": 5, "number": 5}');
SELECT * FROM hbase.key_scan('shop_h', '{"number": "x"}');
SELECT * FROM hbase.key_scan('shop_h', NULL::jsonb);
SELECT * FROM hbase.key_scan('shop_h', '[1]'::jsonb);
SELECT ranges FROM hbase.compare('shop_columns', ARRAY['customer int, number int'], ARRAY[5]);
DROP SCHEMA plan_test CASCADE;
SELECT hbase.forget();
