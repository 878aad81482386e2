-- typed reads that use the key: hbase.read() with a question, and the views of hbase.read_view()
\set SHOW_CONTEXT never
\pset format unaligned
\pset tuples_only on
CREATE FUNCTION plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query; END $$;
-- how a plan finds rows: the kinds of its scans, how many of them have a condition on the key
CREATE FUNCTION scans_of(query text) RETURNS text LANGUAGE sql AS $$
  SELECT concat(string_agg(DISTINCT substring(line FROM '(Seq Scan|Index Scan|Index Only Scan|Bitmap Index Scan) (?:on|using) [bs]'), ', '), ': ',
                count(*) FILTER (WHERE line ~ 'Index Cond: .*key >= '))
  FROM plan_of(query) line $$;

-- ---- a salted table with typed columns ---------------------------------------------

CREATE TABLE bought (key rowkey PRIMARY KEY, d widerow);
INSERT INTO bought SELECT rowkey_compose('salt(4), customer bigint, placed timestamptz desc', i % 100, '2024-01-01Z'::timestamptz + i * interval '1 minute'),
                          widerow_build('s', CASE WHEN i % 3 = 0 THEN 'open' ELSE 'paid' END, 't', i::bigint) FROM generate_series(1, 10000) i;
SELECT hbase.define('bought', layouts => ARRAY['salt(4), customer bigint, placed timestamptz desc']::rowkey_layout[]);
SELECT hbase.define_column('bought', 'd', 's', 'status', 'text'), hbase.define_column('bought', 'd', 't', 'total', 'bigint');
VACUUM ANALYZE bought;
CREATE TYPE bought_row AS (customer bigint, placed timestamptz, status text, total bigint);
SET TimeZone = 'UTC';

-- rows of a question
SELECT * FROM hbase.read(NULL::bought_row, 'bought', question => '{"customer": 5, "placed": "[2024-01-03Z,2024-01-03 04:00Z)"}') ORDER BY placed;
SELECT count(*), min(total), max(total) FROM hbase.read(NULL::bought_row, 'bought', 1, '{"customer": [5, 7]}');
SELECT count(*) FROM hbase.read(NULL::bought_row, 'bought', question => '{}');
SELECT count(*) FROM hbase.read(NULL::bought_row, 'bought', question => '{"customer": []}');
-- only their rows are read: the rows of others cannot be decoded
INSERT INTO bought VALUES ('\x00\x7F', NULL);
SELECT count(*) FROM hbase.read(NULL::bought_row, 'bought', question => '{"customer": 5}');
SELECT count(*) FROM hbase.read(NULL::bought_row, 'bought');
DELETE FROM bought WHERE key = '\x00\x7F';
-- many ranges
SELECT count(*) FROM hbase.read(NULL::bought_row, 'bought', question => jsonb_build_object('customer', ARRAY(SELECT generate_series(1, 60, 2))));
SELECT line FROM plan_of(format('SELECT FROM %s', hbase_internal.read_source('bought', ARRAY['salt(4), customer bigint, placed timestamptz desc']::rowkey_layout[], 1, '{"customer": [5, 7]}', 120))) line WHERE line ~ 'Nested Loop|Index Cond|Scan';
-- a view over it has no index of its own for them
CREATE VIEW bought_view AS SELECT key, d FROM bought WHERE d IS NOT NULL;
SELECT hbase.define('bought_view', layouts => ARRAY['salt(4), customer bigint, placed timestamptz desc']::rowkey_layout[]);
CREATE TYPE key_row AS (customer bigint);
SELECT count(*) FROM hbase.read(NULL::key_row, 'bought_view', question => jsonb_build_object('customer', ARRAY(SELECT generate_series(1, 60, 2))));
-- errors
SELECT * FROM hbase.read(NULL::bought_row, 'bought', question => '{"custmer": 5}');
SELECT * FROM hbase.read(NULL::bought_row, 'bought', question => '{"customer": "x"}');
SELECT * FROM hbase.read(NULL::bought_row, 'bought', question => '[5]');
CREATE TABLE undefined (key rowkey PRIMARY KEY, d widerow);
SELECT * FROM hbase.read(NULL::bought_row, 'undefined', question => '{"customer": 5}');
SELECT hbase.define('undefined', layouts => ARRAY['doc jsonb using string']::rowkey_layout[]);
SELECT * FROM hbase.read(NULL::bought_row, 'undefined', question => '{"doc": 5}');

-- ---- a view ----------------------------------------------------------------------------

SELECT hbase.read_view('bought', 'sales') AS script \gset
\echo :script
:script
-- in a session that has not called a function of the extension
\c
SET TimeZone = 'UTC';
SELECT line FROM plan_of($$SELECT * FROM sales WHERE customer = 5 AND placed = '2024-01-03 03:45Z'$$) line;
SELECT * FROM sales WHERE customer = 5 AND placed = '2024-01-03 03:45Z';
SELECT condition, scans_of('SELECT * FROM sales WHERE ' || condition) FROM unnest(ARRAY['customer = 5', 'customer = 5::smallint', '5 = customer', 'customer IN (5, 7)',
  'customer = 5 AND placed >= ''2024-01-03Z'' AND placed < ''2024-01-04Z''', 'customer BETWEEN 5 AND 7', 'customer > 98', 'customer = 5 AND status = ''open''',
  'customer <> 5', 'customer + 0 = 5', 'placed = ''2024-01-03Z''',
  'placed = date ''2024-01-03''', 'customer = total', 'customer = 5.0', 'customer = (random() * 0)::bigint']) WITH ORDINALITY c(condition, n) ORDER BY n;
-- they find what a function in the place of the fields finds
CREATE FUNCTION same(anyelement) RETURNS anyelement LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1; END';
DO $$
DECLARE
    c text;
    found text;
    expected text;
BEGIN
    FOREACH c IN ARRAY ARRAY['customer = 5', 'customer IN (5, 7, NULL)', 'customer = ANY (''{}'')', 'customer BETWEEN 5 AND 7', 'customer > 97', 'customer >= 98 AND customer <= 98', 'customer < 2',
        'customer = 5 AND placed >= ''2024-01-03Z'' AND placed < ''2024-01-04Z''', 'customer = 5 AND placed > ''2024-01-04Z'' AND placed < ''2024-01-03Z''', 'customer = 5 AND customer = 6',
        'customer = 5 AND placed = ''infinity''', 'customer = 5 AND placed < ''infinity''', 'customer = 9000000000000000000', 'customer = -1', 'placed = ''2024-01-03Z''',
        'customer = 5 AND placed <= ''2024-01-03 03:25:00.0004Z''', 'customer = 5 AND placed = ''2024-01-03 03:25:00.0004Z''', 'customer = 5 AND placed > ''2024-01-03 03:24:59.9996Z'''] LOOP
        EXECUTE 'SELECT concat(count(*), '' '', sum(total)) FROM sales WHERE ' || c INTO found;
        EXECUTE 'SELECT concat(count(*), '' '', sum(total)) FROM sales WHERE ' || replace(replace(c, 'customer', 'same(customer)'), 'placed', 'same(placed)') INTO expected;
        IF found IS DISTINCT FROM expected THEN RAISE EXCEPTION '%: % instead of %', c, found, expected; END IF;
    END LOOP;
END $$;
-- a key with a wrong salt is in no place where it is looked for, and is not in the view
INSERT INTO bought SELECT set_byte(rowkey_compose('salt(4), customer bigint, placed timestamptz desc', 1005, '2024-01-01Z'::timestamptz)::bytea, 0, 3 - get_byte(rowkey_compose('salt(4), customer bigint, placed timestamptz desc', 1005, '2024-01-01Z'::timestamptz)::bytea, 0))::rowkey, NULL;
SELECT count(*) FROM sales WHERE customer = 1005;
SELECT count(*) FROM sales WHERE same(customer) = 1005;
-- without that test, the field alone says nothing about the place of the key
SELECT count(*) FROM bought WHERE rowkey_field('salt(4), customer bigint, placed timestamptz desc', key, 'customer', NULL::bigint) = 1005;
DELETE FROM bought WHERE d IS NULL;
-- writes
SELECT scans_of('UPDATE bought b SET d = s.d FROM (SELECT key, d, rowkey_field(''salt(4), customer bigint, placed timestamptz desc'', key, ''customer'', NULL::bigint) AS customer FROM bought WHERE rowkey_conforms(''salt(4), customer bigint, placed timestamptz desc'', key)) s WHERE s.customer = 5 AND s.key = b.key') ~ 'Bitmap Index Scan';
-- parameters: all salts are scanned by a custom plan
PREPARE of_customer(bigint) AS SELECT count(*) FROM sales WHERE customer = $1;
SELECT scans_of('EXECUTE of_customer(5)');
EXECUTE of_customer(5);
EXECUTE of_customer(NULL);
DO $$ BEGIN FOR i IN 1..8 LOOP EXECUTE 'EXECUTE of_customer(5)'; END LOOP; END $$;
SELECT generic_plans FROM pg_prepared_statements WHERE name = 'of_customer';
SET plan_cache_mode = force_generic_plan;
EXECUTE of_customer(5);
EXECUTE of_customer(NULL);
RESET plan_cache_mode;

-- ---- joins, of a key without a salt -------------------------------------------------------

CREATE TABLE seen (key rowkey PRIMARY KEY, d widerow);
INSERT INTO seen SELECT rowkey_compose('site text, visit int', 'site' || i % 200, i), widerow_build('n', i) FROM generate_series(1, 10000) i;
SELECT hbase.define('seen', layouts => ARRAY['site text, visit int']::rowkey_layout[]), hbase.define_column('seen', 'd', 'n', 'number', 'int');
VACUUM ANALYZE seen;
SELECT hbase.read_view('seen', 'visits') \gexec
CREATE TABLE asked AS SELECT 'site' || i AS name, i FROM generate_series(198, 202) i;
ANALYZE asked;
SET enable_bitmapscan = off;
SELECT scans_of(query) FROM unnest(ARRAY['SELECT * FROM visits WHERE site = ''site7''', 'SELECT * FROM visits WHERE site = ''site7''::varchar', 'SELECT * FROM visits WHERE site < ''site7'' COLLATE "C"',
  'SELECT * FROM asked a JOIN visits v ON v.site = a.name', 'SELECT * FROM asked a LEFT JOIN visits v ON v.site = a.name AND v.visit > a.i',
  'SELECT * FROM asked a WHERE EXISTS (SELECT FROM visits v WHERE v.site = a.name)', 'SELECT * FROM asked a WHERE NOT EXISTS (SELECT FROM visits v WHERE v.site = a.name)',
  'SELECT * FROM visits v LEFT JOIN asked a ON v.site = a.name WHERE v.site = ''site7''', 'SELECT * FROM asked a, LATERAL (SELECT * FROM visits v WHERE v.site = a.name ORDER BY visit LIMIT 2) l',
  'SELECT (SELECT count(*) FROM visits v WHERE v.site = a.name) FROM asked a']) WITH ORDINALITY q(query, n) ORDER BY n;
RESET enable_bitmapscan;
SELECT count(*), count(visit) FROM asked a JOIN visits v ON v.site = a.name;
SELECT count(*), count(visit), count(*) FILTER (WHERE v IS NULL) FROM asked a LEFT JOIN visits v ON v.site = a.name AND v.visit > 9900;
SELECT count(*) FROM asked a WHERE NOT EXISTS (SELECT FROM visits v WHERE v.site = a.name);
SELECT count(*), count(number) FROM asked a FULL JOIN visits v ON v.site = a.name;
PREPARE of_site(text) AS SELECT count(*) FROM visits WHERE site = $1;
SET plan_cache_mode = force_generic_plan;
SELECT scans_of('EXECUTE of_site(''x'')');
EXECUTE of_site('site7');
RESET plan_cache_mode;
-- an order of a collation is not that of the keys
SELECT scans_of('SELECT * FROM visits WHERE site < ''site7''');

-- ---- several record types, a row type, partitions -----------------------------------------

CREATE TABLE shop (key rowkey, d widerow) PARTITION BY RANGE (key);
CREATE TABLE shop_0 PARTITION OF shop FOR VALUES FROM (MINVALUE) TO ('\x80\x00\x00\x32');
CREATE TABLE shop_1 PARTITION OF shop FOR VALUES FROM ('\x80\x00\x00\x32') TO (MAXVALUE);
CREATE INDEX ON shop (key);
INSERT INTO shop SELECT rowkey_compose($$id int, 'c'$$, i), widerow_build('name', 'customer ' || i) FROM generate_series(1, 99) i
UNION ALL SELECT rowkey_compose($$id int, 'o', number int$$, i % 99 + 1, i), widerow_build('total', i) FROM generate_series(1, 5000) i;
SELECT hbase.define('shop', layouts => ARRAY[$$id int, 'c'$$, $$id int, 'o', number int$$]::rowkey_layout[]);
ANALYZE shop;
CREATE TYPE shop_customer AS (id int, name text);
CREATE TYPE shop_order AS (number bigint, id int, total int);
SELECT hbase.read_view('shop', 'shop_customers', row_type => 'shop_customer') AS customers, hbase.read_view('shop', 'shop_orders', 2, 'shop_order') AS orders \gset
\echo :customers
\echo :orders
:customers
:orders
SELECT * FROM shop_customers WHERE id = 7;
SELECT count(*), sum(total) FROM shop_orders WHERE id = 7;
SELECT count(*) FROM shop_orders;
SELECT count(DISTINCT substring(line FROM 'shop_[01]')) AS partitions, count(*) FILTER (WHERE line ~ 'Index Cond') > 0 AS indexed FROM plan_of('SELECT * FROM shop_orders WHERE id = 7') line;
SELECT count(*), sum(total) FROM hbase.read(NULL::shop_order, 'shop', 2, '{"id": 7}');
SELECT count(*) FROM hbase.read(NULL::shop_customer, 'shop', question => '{"id": [7, 8]}');

-- ---- nested children -----------------------------------------------------------------------

CREATE TABLE book (id int PRIMARY KEY, title text NOT NULL);
CREATE TABLE chapter (book int REFERENCES book, number int, heading text, pages int[], PRIMARY KEY (book, number));
INSERT INTO book SELECT i, 'book ' || i FROM generate_series(1, 500) i;
INSERT INTO chapter SELECT b, n, 'chapter ' || n, ARRAY[n, n + b] FROM generate_series(1, 499) b, generate_series(1, 3) n;
SELECT hbase.from_table('book', children => 'nest') AS script \gset
\o /dev/null
:script
\o
CREATE TABLE book_stored AS SELECT * FROM book_h;
CREATE INDEX ON book_stored (key);
ANALYZE book_stored;
SELECT hbase.define('book_stored', layouts => (SELECT layouts FROM hbase.definition_of('book_h')));
SELECT hbase.read_view('book_stored', 'chapters', row_type => 'chapter', family => 'c') AS script \gset
\echo :script
:script
SELECT * FROM chapters WHERE book = 7 ORDER BY number;
SELECT scans_of('SELECT * FROM chapters WHERE book = 7'), scans_of('SELECT * FROM chapters WHERE number = 7');
SELECT count(*) FROM ((TABLE chapters EXCEPT ALL TABLE chapter) UNION ALL (TABLE chapter EXCEPT ALL TABLE chapters)) x;
-- by the names of fields, without a foreign key; the other fields of the key follow
CREATE TYPE chapter_row AS (number int, heading text);
SELECT hbase.read_view('book_stored', 'chapters_2', row_type => 'chapter_row', family => 'c') \gexec
SELECT * FROM chapters_2 WHERE id = 7 AND number > 1 ORDER BY number;

-- ---- the ranges of comparisons: never an error because of a value ---------------------------

SELECT hbase_internal.field_ranges('salt(2), id int', '0=', 5), hbase_internal.field_range('salt(2), id int', '0=', 5), hbase_internal.field_ranges('salt(2), id int', '0@', '{5,NULL}'::int[]);
SELECT hbase_internal.field_range('id int', '0g0<', 5, 7), hbase_internal.field_range('id int', '0<0g', 5, 7), hbase_internal.field_range('id int', '0=', NULL::int), hbase_internal.field_range('id int', '0=', 5000000000), hbase_internal.field_range('id int', '0=', 'x'::text);
SELECT hbase_internal.field_range('a text, n int', '1=', 5), hbase_internal.field_range('md5(a text, 2), a', '0g', 'x'::text), hbase_internal.field_range(NULL, '0=', 5), hbase_internal.field_range('id int', NULL, 5);
SELECT hbase_internal.field_range('id int', '1=', 5);
SELECT hbase_internal.field_range('id int', '0', 5);

-- ---- errors --------------------------------------------------------------------------------

CREATE TABLE both_ways (a int REFERENCES book, b int REFERENCES book);
CREATE TABLE plain (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.read_view('plain', 'v');
SELECT hbase.read_view(NULL, 'v');
SELECT hbase.read_view('bought', NULL);
SELECT hbase.read_view('bought', 'a b');
SELECT hbase.read_view('bought', 'v', 2);
SELECT hbase.read_view('bought', 'v', row_type => 'int');
SELECT hbase.read_view('bought', 'v', family => 'd');
SELECT hbase.read_view('book_stored', 'v', row_type => 'chapter', family => 'x');
SELECT hbase.read_view('book_stored', 'v', row_type => 'both_ways', family => 'c');
SELECT hbase.read_view('chapter', 'v');

DROP VIEW sales, visits, shop_customers, shop_orders, chapters, chapters_2, bought_view, book_h;
DROP TABLE bought, undefined, seen, asked, shop, chapter, book, book_stored, both_ways, plain CASCADE;
DROP TYPE bought_row, key_row, shop_customer, shop_order, chapter_row;
DROP FUNCTION same, scans_of, plan_of;
SELECT hbase.forget();
