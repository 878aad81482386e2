-- The schema patterns that wide rows carry, each with its stated outcome: relations
-- (D), table shapes (E), access (F), batch (G).  Ids are those of examples/.

CREATE SCHEMA patterns_test;
SET search_path = patterns_test, public;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- ---- fixture ----------------------------------------------------------------

CREATE TABLE log_data AS SELECT 'host'||i%20 AS host, '2022-12-01 00:00+00'::timestamptz + i*interval '1.237 s' AS at,
       (ARRAY['INFO','WARN','ERROR'])[i%3+1] AS event, 'm'||i AS msg FROM generate_series(0,99999) i;
CREATE TABLE customer(id bigint PRIMARY KEY, name text, city text, phones text[]);
INSERT INTO customer VALUES (-1,'Anon','Oslo','{}'), (42,'Ada','Paris','{+331,+332}'), (9223372036854775807,'Max','Rome','{+391}');
CREATE TABLE orders(id bigint PRIMARY KEY, customer bigint REFERENCES customer, placed timestamptz, status text);
INSERT INTO orders VALUES (1001,42,'2022-12-01 09:30+00','open'), (1002,42,'2022-12-24 18:00+00','paid'), (1003,-1,'2022-12-05 00:00+00','open');
CREATE TABLE payment(ord, method, amount) AS VALUES (1001::bigint,'card',28.00), (1002,'cash',5.00);
CREATE TABLE ship(ord bigint REFERENCES orders, ship int, line1 text, line2 text, city text, state text, zip text, PRIMARY KEY (ord,ship));
INSERT INTO ship VALUES (1001,1,'Rue A 1',NULL,'Paris','IDF','75001'), (1001,2,'Via B 2','3rd floor','Rome','RM','00184');
CREATE TABLE line(ord bigint, ship int, line int, item text, qty int, price numeric, PRIMARY KEY (ord,ship,line), FOREIGN KEY (ord,ship) REFERENCES ship);
INSERT INTO line VALUES (1001,1,1,'ink',2,9.50), (1001,1,2,'pen',1,3.00), (1001,2,1,'pad',5,1.20);
CREATE TABLE blog AS SELECT '123' AS author, '2022-01-01 00:00+00'::timestamptz + i*interval '3153.5 s' AS at, 'title_'||i AS title, 'content_'||i AS content, 'bigdata_'||i AS section FROM generate_series(0,9999) i;
CREATE TABLE member(id, name) AS VALUES ('B1','Ann'),('B2','Ben'),('B3','Cho'),('B4','Dev'),('B5','Eva');
CREATE TABLE follow(who, whom) AS VALUES ('B1','B3'),('B2','B3'),('B2','B4'),('B3','B1'),('B4','B5');
CREATE TABLE fan(of, fan) AS VALUES ('B1','B2'),('B1','B3'),('B2','B1'),('B3','B2'),('B3','B4'),('B4','B1'),('B4','B2'),('B4','B3');
CREATE TABLE reader(id, name) AS VALUES ('u1','Ann'),('u2','Ben');
CREATE TABLE book(id, title) AS VALUES ('b1','Dune'),('b2','Emma');
CREATE TABLE rating(reader, book, stars) AS VALUES ('u1','b1',5),('u1','b2',3),('u2','b1',4);
CREATE TABLE patient_event(patient, at, kind, measure) AS VALUES (7::bigint,'2022-12-01 08:00+00'::timestamptz,'temp',38.5), (7,'2022-12-01 08:00+00','pulse',92), (7,'2022-12-01 09:00+00','bp_sys',120);
CREATE TABLE node(id, kind) AS VALUES (1,'root'),(2,'dir'),(3,'dir'),(4,'leaf');
CREATE TABLE edge(parent, child) AS VALUES (1,2),(1,3),(2,4),(3,4);
CREATE TABLE product(kind, id, title, author, isbn, artist, tracks) AS VALUES ('book',5::bigint,'Emma','Austen','978',NULL,NULL::int), ('book',6,'Dune','Herbert','979',NULL,NULL), ('cd',5,'Blue',NULL,NULL,'Mitchell',10);

-- ---- D. relations --------------------------------------------------------------

-- 0.18v: values in another encoding.
SELECT widerow_build('phoenix'::hbase_encoding, 'n', 1::bigint) -> 'n' AS phoenix, widerow_build('n', hbase_encode(1::bigint, 'phoenix')) -> 'n' AS by_hand, widerow_build('n', 1::bigint) -> 'n' AS bytes,
       widerow_build('phoenix'::hbase_encoding, 'n', 1::bigint) = widerow_build('n', hbase_encode(1::bigint, 'phoenix')) AS equal;

-- 3.1 one to one: two families of one row.
CREATE VIEW order_pay AS SELECT rowkey_compose('id bigint', o.id) AS key, widerow_build('c', o.customer, 's', o.status) AS o, widerow_build('m', p.method, 'a', p.amount) AS p FROM orders o LEFT JOIN payment p ON p.ord = o.id;
SELECT count(*) AS rows, count(*) FILTER (WHERE p = '{}') AS without_payment FROM order_pay;
SELECT p -> 'a' AS amount FROM order_pay WHERE key = rowkey_compose('id bigint', 1001);

-- 3.2, 4.2 to 4.5 one to many, nested entity.
CREATE VIEW order_nested AS SELECT rowkey_compose('id bigint', o.id) AS key, widerow_build('c', o.customer, 't', o.placed) AS d,
       (SELECT widerow_agg(l.ship||'.'||l.line, jsonb_build_object('i',l.item,'q',l.qty,'p',l.price)) FROM line l WHERE l.ord = o.id) AS i FROM orders o;
SELECT convert_from(c.qualifier,'UTF8'), (convert_from(c.value,'UTF8')::jsonb)->>'i' FROM order_nested n, widerow_cells(n.i) c WHERE key = rowkey_compose('id bigint', 1001);
SELECT key::bytea FROM order_nested WHERE i ? '2.1';
-- read back: table line
SELECT count(*) AS differences FROM (
    (SELECT (rowkey_fields('id bigint', n.key)->>'id')::bigint, split_part(q, '.', 1)::int, split_part(q, '.', 2)::int, j->>'i', (j->>'q')::int, (j->>'p')::numeric
     FROM order_nested n, widerow_cells(n.i) c, convert_from(c.qualifier,'UTF8') q, LATERAL (SELECT convert_from(c.value,'UTF8')::jsonb) v(j) EXCEPT TABLE line)
    UNION ALL
    (TABLE line EXCEPT SELECT (rowkey_fields('id bigint', n.key)->>'id')::bigint, split_part(q, '.', 1)::int, split_part(q, '.', 2)::int, j->>'i', (j->>'q')::int, (j->>'p')::numeric
     FROM order_nested n, widerow_cells(n.i) c, convert_from(c.qualifier,'UTF8') q, LATERAL (SELECT convert_from(c.value,'UTF8')::jsonb) v(j))) x;

-- 2.5 to 2.7 one to many, child rows: the child's key starts with the parent's.
CREATE TABLE order_h AS SELECT rowkey_compose('customer bigint, ord bigint', o.customer, o.id) AS key, widerow_build('t', o.placed, 's', o.status) AS d FROM orders o;
CREATE TABLE ship_h AS SELECT rowkey_compose('customer bigint, ord bigint, ship int', o.customer, o.id, s.ship) AS key, widerow_build('c', s.city, 'z', s.zip) AS d FROM ship s JOIN orders o ON o.id = s.ord;
CREATE TABLE line_h AS SELECT rowkey_compose('customer bigint, ord bigint, ship int, line int', o.customer, o.id, l.ship, l.line) AS key, widerow_build('i', l.item, 'q', l.qty) AS d FROM line l JOIN orders o ON o.id = l.ord;
SELECT min(length(o.key)), min(length(s.key)), min(length(l.key)) FROM order_h o, ship_h s, line_h l;
SELECT key::bytea, d ->> 'c' FROM ship_h WHERE d ->> 'c' = 'Rome';
SELECT count(*) FROM line_h WHERE key ^@ rowkey_prefix('customer bigint, ord bigint', 42, 1001);
SELECT count(*) FROM line_h WHERE key <@ rowkey_range('customer bigint, ord bigint, ship int, line int', 42, 1001);

-- what the definition knows: the order's lines are one range of the defined key
SELECT hbase.define('line_h', 'line', ARRAY['customer bigint, ord bigint, ship int, line int']::rowkey_layout[]);
SELECT count(*) AS ranges, (SELECT count(*) FROM hbase.key_scan('line_h', 42, 1001) s JOIN line_h h ON h.key <@ s) AS lines FROM hbase.key_scan('line_h', 42, 1001);
-- a whole order: a get, and two scans of one range
SELECT hbase.define('order_h', layouts => ARRAY['customer bigint, ord bigint']::rowkey_layout[]), hbase.define('ship_h', layouts => ARRAY['customer bigint, ord bigint, ship int']::rowkey_layout[]);
SELECT r, kind, ranges FROM unnest('{order_h,ship_h,line_h}'::regclass[]) r, hbase.plan(r, 42, 1001);

-- 3.3, 3.7 many to many, both directions from one link table.
CREATE VIEW member_h AS SELECT rowkey_compose('id text', m.id) AS key, (SELECT widerow_agg(w.whom, x.name) FROM follow w JOIN member x ON x.id = w.whom WHERE w.who = m.id) AS f,
       (SELECT widerow_agg(w.who, x.name) FROM follow w JOIN member x ON x.id = w.who WHERE w.whom = m.id) AS g FROM member m;
SELECT * FROM member_h WHERE key IN ('B3', 'B5') ORDER BY key;

-- 3.7k, 3.8 two lists kept by hand: do they mirror?
CREATE VIEW member_k AS SELECT rowkey_compose('id text', m.id) AS key, (SELECT widerow_agg(w.whom, '') FROM follow w WHERE w.who = m.id) AS f, (SELECT widerow_agg(w.fan, '') FROM fan w WHERE w.of = m.id) AS g FROM member m;
WITH f AS (SELECT convert_from(key::bytea,'UTF8') a, convert_from(c.qualifier,'UTF8') b FROM member_k m, widerow_cells(m.f) c),
     g AS (SELECT convert_from(c.qualifier,'UTF8') a, convert_from(key::bytea,'UTF8') b FROM member_k m, widerow_cells(m.g) c)
SELECT 'no fan' AS missing, x.* FROM (TABLE f EXCEPT TABLE g) x UNION ALL SELECT 'no follow', y.* FROM (TABLE g EXCEPT TABLE f) y ORDER BY 1, 2, 3;
WITH f AS (SELECT convert_from(key::bytea,'UTF8') a, convert_from(c.qualifier,'UTF8') b FROM member_h m, widerow_cells(m.f) c),
     g AS (SELECT convert_from(c.qualifier,'UTF8') a, convert_from(key::bytea,'UTF8') b FROM member_h m, widerow_cells(m.g) c)
SELECT 'no fan' AS missing, x.* FROM (TABLE f EXCEPT TABLE g) x UNION ALL SELECT 'no follow', y.* FROM (TABLE g EXCEPT TABLE f) y;

-- 4.6 many to many with attributes.
CREATE VIEW reader_h AS SELECT rowkey_compose('id text', r.id) AS key, widerow_build('n', r.name) AS e, (SELECT widerow_agg(s.book, s.stars) FROM rating s WHERE s.reader = r.id) AS l FROM reader r;
CREATE VIEW book_h AS SELECT rowkey_compose('id text', b.id) AS key, widerow_build('t', b.title) AS e, (SELECT widerow_agg(s.reader, s.stars) FROM rating s WHERE s.book = b.id) AS l FROM book b;
SELECT e ->> 'n', widerow_get(l, 'b2', NULL::int) FROM reader_h WHERE key = 'u1';
SELECT e ->> 't', l FROM book_h WHERE key = 'b1';

-- 4.7 event / EAV: qualifier = event type.
CREATE VIEW patient_h AS SELECT rowkey_compose('patient bigint, at timestamptz', patient, at) AS key, widerow_agg(kind, measure) AS e FROM patient_event GROUP BY patient, at;
SELECT key::bytea, widerow_count(e), e -> 'temp' AS temp, e ? 'pulse' AS pulse FROM patient_h ORDER BY key;
SELECT widerow_count(widerow_agg('kind' || i, i)) AS distinct_qualifiers FROM generate_series(1, 5000) i;

-- 4.9 self join: two rows per relation, the key says everything.
CREATE TABLE follow_tall AS SELECT rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, who, 'follows', whom) AS key, widerow_build('', '') AS f FROM follow
 UNION ALL SELECT rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, whom, 'followedby', who), widerow_build('', '') FROM follow;
SELECT count(*) AS rows, min(widerow_count(f)), max(widerow_count(f)), bool_and(f -> '' = '') AS empty_values FROM follow_tall;
SELECT key FROM follow_tall WHERE key <@ rowkey_range($$who text, ':', rel text, ':', whom text using string$$, 'B3', 'followedby') ORDER BY key;

-- 4.10 tree / graph: families P and C.
CREATE VIEW node_h AS SELECT rowkey_compose('id int', n.id) AS key, (SELECT widerow_agg(e.parent::text, p.kind) FROM edge e JOIN node p ON p.id = e.parent WHERE e.child = n.id) AS "P",
       (SELECT widerow_agg(e.child::text, c.kind) FROM edge e JOIN node c ON c.id = e.child WHERE e.parent = n.id) AS "C" FROM node n;
WITH RECURSIVE r(id) AS (VALUES (1) UNION SELECT convert_from(c.qualifier,'UTF8')::int FROM r JOIN node_h h ON h.key = rowkey_compose('id int', r.id), widerow_cells(h."C") c) SELECT * FROM r ORDER BY id;
SELECT "P", "C" FROM node_h WHERE key = rowkey_compose('id int', 4);

-- 4.11 inheritance: type in the key, each type its own sparse columns.
CREATE TABLE product_h AS SELECT rowkey_compose('kind text, id bigint', kind, id) AS key, widerow_build('t', title, 'a', author, 'i', isbn, 'p', artist, 'n', tracks) AS d FROM product;
SELECT key, d ->> 't' FROM product_h WHERE key <@ rowkey_range('kind text, id bigint', 'book') ORDER BY key;
SELECT rowkey_compose('kind text, id bigint', 'bookshop', 5) <@ rowkey_range('kind text, id bigint', 'book') AS bookshop_is_in_it;
SELECT rowkey_range('kind text, id bigint', 'book'), (SELECT string_agg(convert_from(qualifier, 'UTF8'), ' ') FROM product_h, widerow_cells(d) WHERE key ^@ 'cd') AS cd_columns;

-- ---- E. table shapes -------------------------------------------------------------

-- 1.1 the sorted map.
SELECT key, family, convert_from(qualifier, 'UTF8') AS qualifier, ts, type, value FROM hbase.scan('product_h');

-- 0.9 wide by time: [host][event][hour], one cell per entry.
CREATE FUNCTION hour_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN $$host text, event text, trunc(at timestamptz, '1 hour')$$::rowkey_layout;
CREATE MATERIALIZED VIEW log_hour AS SELECT rowkey_compose(hour_layout(), host, event, at) AS key,
       widerow_agg(hbase_encode((extract(epoch FROM at)*1000 % 3600000)::int, 'bytes'), msg, at) AS t FROM log_data GROUP BY 1;
SELECT count(*) AS rows, max(widerow_count(t)) AS most, sum(widerow_count(t)) AS cells FROM log_hour;
CREATE TABLE unfolded AS SELECT k.host, k.at + hbase_decode(c.qualifier, NULL::int, 'bytes') * interval '1 ms' AS at, k.event, convert_from(c.value,'UTF8') AS msg
  FROM log_hour f, rowkey_decompose(hour_layout(), f.key) AS k(host text, event text, at timestamptz), widerow_cells(f.t) c;
SELECT count(*), (SELECT count(*) FROM (TABLE unfolded EXCEPT TABLE log_data) x) AS differences FROM unfolded;

-- 0.9s ten minutes: a row that holds the hour, and cells of the ten minutes by their qualifiers.
SELECT count(*) AS rows, sum(widerow_count(t)) AS cells, sum(widerow_count(widerow_range(t, hbase_encode(1800000, 'bytes'), hbase_encode(2400000, 'bytes')))) AS in_ten_minutes
FROM log_hour WHERE key <@ rowkey_range(hour_layout(), 'host1', 'WARN', tstzrange('2022-12-01 10:30+00','2022-12-01 10:40+00'));
-- 0.17 list data of one user, 45 values: tall, wide, paged by 30.
WITH tall AS (SELECT rowkey_compose('usr bigint, val bigint', 9, v) AS key, widerow_build('', '') AS l FROM generate_series(1::bigint,45) v),
     wide AS (SELECT rowkey_compose('usr bigint', 9) AS key, widerow_agg(hbase_encode(v,'bytes'), '') AS l FROM generate_series(1::bigint,45) v),
     paged AS (SELECT rowkey_compose('usr bigint, page int', 9, ((v-1)/30)::int) AS key, widerow_agg(hbase_encode(v,'bytes'), '') AS l FROM generate_series(1::bigint,45) v GROUP BY 1)
SELECT (SELECT count(*) FROM tall) AS tall, (SELECT count(*) FROM wide) AS wide, (SELECT array_agg(widerow_count(l) ORDER BY key) FROM paged) AS paged,
       (SELECT array_agg((rowkey_fields('usr bigint, val bigint', key)->>'val')::bigint ORDER BY key) FROM tall) = (SELECT array_agg(hbase_decode(qualifier, NULL::bigint, 'bytes')) FROM wide, widerow_cells(l))
   AND (SELECT array_agg(hbase_decode(qualifier, NULL::bigint, 'bytes')) FROM wide, widerow_cells(l)) = (SELECT array_agg(hbase_decode(qualifier, NULL::bigint, 'bytes') ORDER BY key, qualifier) FROM paged, widerow_cells(l)) AS same_values;

-- 0.18 attribute with several values.
SELECT rowkey_fields('id bigint', key), p FROM (SELECT rowkey_compose('id bigint', c.id) AS key, widerow_build('n', c.name, 'c', c.city) AS d, (SELECT widerow_agg(n::text, p) FROM unnest(c.phones) WITH ORDINALITY u(p,n)) AS p FROM customer c) x ORDER BY key;

-- 0.14, 0.15, 0.10, 2.4 one table, two record types.
CREATE TABLE customerpp AS SELECT rowkey_compose($$customer bigint, '1'$$, id) AS key, widerow_build('n', name) AS d FROM customer
 UNION ALL SELECT rowkey_compose($$customer bigint, '2', ord bigint$$, customer, id), widerow_build('s', status) FROM orders;
ALTER TABLE customerpp ADD PRIMARY KEY (key);
SELECT key::bytea FROM customerpp WHERE key ^@ rowkey_prefix('customer bigint', 42) ORDER BY key;
SELECT count(*) FROM customerpp WHERE rowkey_which(ARRAY[$$customer bigint, '1'$$, $$customer bigint, '2', ord bigint$$]::rowkey_layout[], key) = 2;

SELECT hbase.define('customerpp', 'customer', ARRAY[$$customer bigint, '1'$$, $$customer bigint, '2', ord bigint$$]::rowkey_layout[]);

-- 2.8 whole order in one table with record types; literals sort in reading order.
CREATE TABLE order_all AS SELECT rowkey_compose($$c bigint, o bigint, 'a'$$, customer, id) AS key, widerow_build('s', status) AS d FROM orders
 UNION ALL SELECT rowkey_compose($$c bigint, o bigint, 'b', ship int$$, o.customer, s.ord, s.ship), widerow_build('c', s.city) FROM ship s JOIN orders o ON o.id = s.ord
 UNION ALL SELECT rowkey_compose($$c bigint, o bigint, 'c', ship int, line int$$, o.customer, l.ord, l.ship, l.line), widerow_build('i', l.item) FROM line l JOIN orders o ON o.id = l.ord;
SELECT length(key), chr(get_byte(key, 16)) AS record, d FROM order_all WHERE key ^@ rowkey_prefix('c bigint, o bigint', 42, 1001) ORDER BY key;

SELECT hbase.define('order_all', layouts => ARRAY[$$c bigint, o bigint, 'a'$$, $$c bigint, o bigint, 'b', ship int$$, $$c bigint, o bigint, 'c', ship int, line int$$]::rowkey_layout[]);
-- with O, S, L the lines would come before the order
SELECT hbase.define('order_all', sample => 0, layouts => ARRAY[$$c bigint, o bigint, 'O'$$, $$c bigint, o bigint, 'S', ship int$$, $$c bigint, o bigint, 'L', ship int, line int$$]::rowkey_layout[]);

-- 2.9, 2.10 denormalised lines.
CREATE VIEW line_flat AS SELECT rowkey_compose($$c bigint, o bigint, 'c', line int$$, o.customer, o.id, row_number() OVER (PARTITION BY l.ord ORDER BY l.ship, l.line)::int) AS key,
       widerow_build('i', l.item, 'q', l.qty, 'p', l.price, 'a1', s.line1, 'a2', s.line2, 'ci', s.city, 'st', s.state, 'z', s.zip) AS d FROM line l JOIN ship s USING (ord, ship) JOIN orders o ON o.id = l.ord;
SELECT substring(key, 17)::bytea, widerow_count(d) FROM line_flat ORDER BY key;

-- 2.11 the order as one value; 2.12 old values stay readable after the model grows.
CREATE VIEW order_blob AS SELECT rowkey_compose('c bigint, o bigint', o.customer, o.id) AS key, widerow_build('order', jsonb_build_object('v', 1, 'status', o.status,
       'lines', (SELECT jsonb_agg(to_jsonb(l) ORDER BY ship, line) FROM line l WHERE l.ord = o.id))) AS d FROM orders o;
SELECT b.*, jsonb_array_length((d ->> 'order')::jsonb -> 'lines') AS lines FROM order_blob, jsonb_to_record((d ->> 'order')::jsonb) AS b(v int, status text, coupon text) WHERE key = rowkey_compose('c bigint, o bigint', 42, 1001);
SELECT count(*) AS differences FROM (SELECT to_jsonb(l) FROM line l EXCEPT SELECT jsonb_array_elements((d ->> 'order')::jsonb -> 'lines') FROM order_blob WHERE (d ->> 'order')::jsonb -> 'lines' <> 'null') x;
CREATE TYPE small_order AS (status text, coupon text);
SELECT p.* FROM order_h, widerow_populate(NULL::small_order, widerow_put(d, 'status', 'open')) p LIMIT 1;

-- ---- F. access ---------------------------------------------------------------------

CREATE FUNCTION blog_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'author text, at timestamptz desc'::rowkey_layout;
CREATE TABLE blog_h AS SELECT rowkey_compose(blog_layout(), author, at) AS key, widerow_build('title', title, 'content', content, '分栏', section) AS cf FROM blog;
ALTER TABLE blog_h ADD PRIMARY KEY (key);
ANALYZE blog_h;
-- 1.2 get
SELECT cf ->> 'title' FROM blog_h WHERE key = rowkey_compose(blog_layout(), '123', '2022-01-01 00:00+00'::timestamptz);
SELECT family, convert_from(qualifier, 'UTF8') AS qualifier, convert_from(value, 'UTF8') AS value FROM hbase.get('blog_h', rowkey_compose(blog_layout(), '123', '2022-01-01 00:00+00'::timestamptz));
-- 1.3 scan, 1.4 full scan
SELECT (SELECT count(*) FROM blog_h WHERE key <@ rowkeyrange('123', '124')) AS rows, (SELECT count(*) FROM hbase.scan('blog_h', '123', '124')) AS cells, (SELECT count(*) FROM hbase.scan('blog_h')) AS all_cells;
-- 1.16s newest value of the latest row
SELECT cf ->> 'title' FROM blog_h WHERE key <@ rowkey_range(blog_layout(), '123') ORDER BY key LIMIT 1;
-- 1.16f latest first over a fan-out; 0.4j a join of the ranges
CREATE FUNCTION bucket_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'bucket(at, 100), at timestamptz desc, host text, event text'::rowkey_layout;
CREATE TABLE log_bucket AS SELECT rowkey_compose(bucket_layout(), at, host, event) AS key, widerow_build('m', msg) AS d FROM log_data;
ALTER TABLE log_bucket ADD PRIMARY KEY (key);
ANALYZE log_bucket;
SELECT k.at FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 1, 1) m, rowkey_decompose(bucket_layout(), m.key) AS k(at timestamptz, host text, event text);
SELECT count(*) AS rows, min(k.at) = (SELECT min(at) FROM (SELECT at FROM log_data ORDER BY at DESC LIMIT 100) x) AS the_newest_100
FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 100, 1) m, rowkey_decompose(bucket_layout(), m.key) AS k(at timestamptz, host text, event text);
SELECT count(DISTINCT s) AS ranges, count(*) AS rows FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00','2022-12-01 11:00+00')) s JOIN log_bucket h ON h.key <@ s;
-- 3.10 non-ASCII qualifier
SELECT cf ->> '分栏', c.qualifier FROM (SELECT * FROM blog_h ORDER BY key DESC LIMIT 1) b, widerow_cells(cf) c;
-- 3.11 the table for the HBase shell, and lines for ImportTsv
SELECT hbase.define('blog_h', 'blog', ARRAY[blog_layout()], '{"cf": {"VERSIONS": 1}}', regions => 4);
SELECT hbase.layout('blog_h'), count(*) FROM hbase.key_scan('blog_h', '123', tstzrange('2022-12-01+00','2023-01-01+00')) s JOIN blog_h h ON h.key <@ s;
-- 0.1x one key definition for other tools
SELECT hbase.define_column('blog_h', 'cf', 'title', 'title', 'text');
SELECT rowkey_layout_ddl(blog_layout(), 'phoenix'), hbase.ddl('blog_h', 'phoenix') \gx (format=unaligned)
SELECT rowkey_layout_ddl(blog_layout(), 'hive');
SELECT s FROM hbase.shell_script('blog_h', 1700000000000) WITH ORDINALITY t(s, n) WHERE n <= 4 ORDER BY n;
SELECT count(*) FROM hbase.shell_script('blog_h');
SELECT hbase.tsv_columns('product_h');
SELECT hbase.forget('blog_h');

-- 0.8c counters and conditional writes
ALTER TABLE product_h ADD PRIMARY KEY (key);
SELECT hbase.stamp('product_h');
SELECT hbase.increment('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 'hits', 1);
SELECT hbase.increment('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 'hits', 1);
SELECT d -> 'hits' AS hits FROM product_h WHERE key = rowkey_compose('kind text, id bigint', 'cd', 5);
SELECT hbase.check_and_put('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 't', 'Blue'::bytea, 'Blue II'::text);
SELECT hbase.check_and_put('product_h', rowkey_compose('kind text, id bigint', 'cd', 5), 'd', 't', 'Blue'::bytea, 'Blue II'::text);

-- ---- G. batch, lambda -----------------------------------------------------------------

-- 4.16 the flow split, map, partition, sort, reduce in one statement.
CREATE VIEW daily AS SELECT key, widerow_agg(event, n) AS s
  FROM (SELECT rowkey_compose($$host text, trunc(at timestamptz, '1 day')$$, host, at) AS key, event, count(*) AS n FROM log_data GROUP BY 1, 2) x GROUP BY key;
SELECT count(DISTINCT key) AS rows, count(*) AS cells, sum(hbase_decode(value, NULL::bigint, 'bytes')) FROM daily, widerow_cells(s);

-- 4.13, 4.15b batch view and its snapshot swap.
CREATE MATERIALIZED VIEW by_customer AS SELECT rowkey_compose('customer bigint', customer) AS key, widerow_agg(id::text, status, placed) AS o FROM orders GROUP BY customer;
CREATE UNIQUE INDEX ON by_customer (key);
SELECT count(*) AS rows FROM by_customer;
CREATE TABLE before AS SELECT ctid AS at, * FROM by_customer;
REFRESH MATERIALIZED VIEW CONCURRENTLY by_customer;
SELECT count(*) AS rewritten FROM by_customer b WHERE NOT EXISTS (SELECT FROM before WHERE before.at = b.ctid AND before.o = b.o);

-- 4.13i lazy secondary index.
CREATE MATERIALIZED VIEW order_by_status AS SELECT rowkey_compose('status text, base bytea', o.status, k.key::bytea) AS key, widerow_build('', '') AS i
  FROM orders o, LATERAL (SELECT rowkey_compose('customer bigint, ord bigint', o.customer, o.id) AS key) k;
SELECT rowkey_fields('customer bigint, ord bigint', h.key) FROM order_by_status i, rowkey_decompose('status text, base bytea', i.key) AS k(status text, base bytea) JOIN order_h h ON h.key = k.base::rowkey WHERE i.key <@ rowkey_range('status text, base bytea', 'open') ORDER BY h.key;

-- 4.15s serving: batch || speed; the newer cell wins.
CREATE TABLE speed(key rowkey PRIMARY KEY, o widerow);
INSERT INTO speed VALUES (rowkey_compose('customer bigint', 42), widerow_at(widerow_build('1001', 'paid'), '2022-12-26+00'::timestamptz));
SELECT rowkey_fields('customer bigint', key), to_jsonb(widerow_merge(o)) AS o FROM (TABLE by_customer UNION ALL TABLE speed) x GROUP BY key ORDER BY key;
SELECT rowkey_fields('customer bigint', key), to_jsonb(b.o || s.o) AS o FROM by_customer b FULL JOIN speed s USING (key) ORDER BY key;
UPDATE speed SET o = widerow_at(widerow_build('1001', 'late'), '2022-11-01+00'::timestamptz);
SELECT (b.o || s.o) ->> '1001' AS an_older_speed_cell_does_not_win FROM by_customer b JOIN speed s USING (key);

-- 4.15m work markers: what is new since the last step.
ALTER TABLE customerpp ADD m widerow;
CREATE INDEX ON customerpp (key) WHERE m ? 'new';
UPDATE customerpp SET m = m || widerow_at(widerow_build('new', ''), '2022-12-26 00:00:00+00'::timestamptz) WHERE key ^@ rowkey_prefix('customer bigint', 42);
WITH done AS (UPDATE customerpp SET m = widerow_delete(m, 'new', '2022-12-26 00:00:00.001+00'::timestamptz) WHERE m ? 'new' RETURNING key) SELECT count(*) FROM done;
SELECT count(*) AS left FROM customerpp WHERE m ? 'new';
UPDATE customerpp SET m = m || widerow_at(widerow_build('new', ''), '2022-12-26 00:00:00.002+00'::timestamptz) WHERE key ^@ rowkey_prefix('customer bigint', 42);
SELECT count(*) AS marked_again FROM customerpp WHERE m ? 'new';
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT key FROM customerpp WHERE m ? 'new';
RESET enable_seqscan;

SET client_min_messages = warning;
DROP SCHEMA patterns_test CASCADE;
SELECT cardinality(hbase.forget());
