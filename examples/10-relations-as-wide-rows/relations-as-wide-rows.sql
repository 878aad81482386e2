-- Relations become wide rows by a view, and are restored row for row: 1:1, 1:n (nested
-- or as child rows), n:m, event data, graphs.
-- Patterns 3.1, 3.2, 4.2 to 4.5, 2.5 to 2.7, 3.3, 3.7, 3.8, 4.6, 4.7, 4.9, 4.10.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql

-- ---- 1:1: two column families of one row (3.1) ---------------------------------

CREATE FUNCTION order_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'customer text, placed timestamptz desc, id bigint'::rowkey_layout;
CREATE VIEW order_h AS
SELECT rowkey_compose(order_layout(), customer_id, order_date, order_id) AS key, order_date AS placed,
       widerow_build('f', freight, 'v', ship_via, 'r', required_date, 'd', shipped_date) AS d,
       widerow_build('n', ship_name, 'a', ship_address, 'c', ship_city, 'p', ship_postal_code, 'l', ship_country) AS s
FROM orders;
SELECT rowkey_fields(order_layout(), key), to_jsonb(s) FROM order_h ORDER BY key LIMIT 1;
-- NULL has no cell: orders that are not shipped yet.
SELECT count(*) FILTER (WHERE NOT d ? 'd') AS not_shipped, (SELECT count(*) FROM orders WHERE shipped_date IS NULL) AS in_the_source FROM order_h;

-- And back, row for row.
CREATE VIEW orders_again AS
SELECT k.id, k.customer, k.placed, widerow_get(d, 'f', NULL::numeric) AS freight, widerow_get(d, 'v', NULL::int) AS ship_via, widerow_get(d, 'r', NULL::date) AS required_date, widerow_get(d, 'd', NULL::date) AS shipped_date,
       s ->> 'n' AS ship_name, s ->> 'a' AS ship_address, s ->> 'c' AS ship_city, s ->> 'p' AS ship_postal_code, s ->> 'l' AS ship_country
FROM order_h, rowkey_decompose(order_layout(), key) AS k(customer text, placed timestamptz, id bigint);
CREATE VIEW orders_mapped AS SELECT order_id, customer_id, order_date, freight, ship_via, required_date, shipped_date, ship_name, ship_address, ship_city, ship_postal_code, ship_country FROM orders;
SELECT (SELECT count(*) FROM ((TABLE orders_again) EXCEPT (TABLE orders_mapped)) x) AS added, (SELECT count(*) FROM ((TABLE orders_mapped) EXCEPT (TABLE orders_again)) x) AS lost;

-- ---- 1:n, nested: the id of the child in the qualifier (4.2 to 4.5) ---------------

-- With GROUP BY, not with a subquery for each order.
CREATE VIEW order_nested AS
SELECT rowkey_compose('id bigint', o.order_id) AS key, widerow_build('c', o.customer_id, 't', o.order_date) AS d, l.i
FROM orders o LEFT JOIN (SELECT order_id, widerow_agg(hbase_encode(product_id, 'bytes'), jsonb_build_object('p', unit_price, 'q', quantity, 'd', discount)) AS i
                         FROM order_lines GROUP BY order_id) l USING (order_id);
-- One get, no join: the order with its lines.
SELECT d ->> 'c' AS customer, hbase_decode(c.qualifier, NULL::int, 'bytes') AS product, convert_from(c.value, 'UTF8') AS line
FROM order_nested, widerow_cells(i) c WHERE key = rowkey_compose('id bigint', 10248);
-- And back, row for row.
CREATE VIEW lines_again AS
SELECT (rowkey_fields('id bigint', key) ->> 'id')::bigint AS order_id, hbase_decode(c.qualifier, NULL::int, 'bytes') AS product_id,
       (v ->> 'p')::numeric AS unit_price, (v ->> 'q')::int AS quantity, (v ->> 'd')::numeric AS discount
FROM order_nested, widerow_cells(i) c, LATERAL (SELECT convert_from(c.value, 'UTF8')::jsonb) j(v);
SELECT (SELECT count(*) FROM lines_again) AS lines, (SELECT count(*) FROM (TABLE lines_again EXCEPT TABLE order_lines) x) AS changed, (SELECT count(*) FROM (TABLE order_lines EXCEPT TABLE lines_again) x) AS lost;
-- Finding a child without its parent is a full scan; in PostgreSQL a GIN index serves it.
CREATE MATERIALIZED VIEW order_nested_m AS TABLE order_nested;
CREATE INDEX ON order_nested_m USING gin (i);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT key FROM order_nested_m WHERE i ? hbase_encode(11, 'bytes');
RESET enable_seqscan;
SELECT count(*) AS orders_with_product_11 FROM order_nested_m WHERE i ? hbase_encode(11, 'bytes');

-- ---- 1:n, child rows: the key of the child starts with the key of the parent (2.5 to 2.7) --

CREATE TABLE line_h AS
SELECT rowkey_compose('customer text, ord bigint, product int', o.customer_id, o.order_id, l.product_id) AS key, widerow_build('p', l.unit_price, 'q', l.quantity) AS d
FROM order_lines l JOIN orders o USING (order_id);
ALTER TABLE line_h ADD PRIMARY KEY (key);
ANALYZE line_h;
SELECT count(*) AS lines_of_an_order FROM line_h WHERE key ^@ rowkey_prefix('customer text, ord bigint', 'ALFKI', 10643);
SELECT count(*) AS lines_of_a_customer FROM line_h WHERE key <@ rowkey_range('customer text, ord bigint, product int', 'ALFKI');

CREATE VIEW lines_by_key AS SELECT k.ord, k.product, widerow_get(d, 'p', NULL::numeric) AS price, widerow_get(d, 'q', NULL::int) AS quantity FROM line_h, rowkey_decompose('customer text, ord bigint, product int', key) AS k(customer text, ord bigint, product int);
SELECT (SELECT count(*) FROM ((TABLE lines_by_key) EXCEPT (SELECT order_id, product_id, unit_price, quantity FROM order_lines)) x) AS added, (SELECT count(*) FROM ((SELECT order_id, product_id, unit_price, quantity FROM order_lines) EXCEPT (TABLE lines_by_key)) x) AS lost;

-- ---- n:m: both directions from one link table (3.3, 3.7, 4.6) ----------------------

CREATE VIEW order_products AS
SELECT rowkey_compose('id bigint', order_id) AS key, widerow_agg(product_id::text, quantity) AS p FROM order_lines GROUP BY order_id;
CREATE VIEW product_orders AS
SELECT rowkey_compose('id int', p.product_id) AS key, widerow_build('n', p.product_name) AS e, l.o
FROM products p LEFT JOIN (SELECT product_id, widerow_agg(order_id::text, quantity) AS o FROM order_lines GROUP BY product_id) l USING (product_id);
SELECT e ->> 'n' AS product, widerow_count(o) AS orders, widerow_get(o, '10248', NULL::int) AS quantity_in_10248 FROM product_orders WHERE key = rowkey_compose('id int', 11);
-- Two lists kept by hand can diverge (3.8). From one table, each is the inverse of the other.
SELECT count(*) AS differences FROM (
    SELECT (rowkey_fields('id bigint', key) ->> 'id')::bigint AS ord, convert_from(qualifier, 'UTF8')::int AS product, value FROM order_products, widerow_cells(p)
    EXCEPT SELECT convert_from(qualifier, 'UTF8')::bigint, (rowkey_fields('id int', key) ->> 'id')::int, value FROM product_orders, widerow_cells(o)) x;

-- A club: pairs of friends, one column family for each direction.
CREATE TABLE friend (u int, v int, weight int, u_club text, v_club text);
\copy friend FROM '../data/karate_club.csv' CSV HEADER
CREATE VIEW member_h AS
SELECT rowkey_compose('id int', id) AS key, widerow_agg(other::text, weight) FILTER (WHERE out) AS f, widerow_agg(other::text, weight) FILTER (WHERE NOT out) AS g
FROM (SELECT u AS id, v AS other, weight, true AS out FROM friend UNION ALL SELECT v, u, weight, false FROM friend) x GROUP BY id;
SELECT rowkey_fields('id int', key), (SELECT string_agg(convert_from(qualifier, 'UTF8'), ' ') FROM widerow_cells(f)) AS names, (SELECT string_agg(convert_from(qualifier, 'UTF8'), ' ') FROM widerow_cells(g)) AS named_by FROM member_h WHERE key = rowkey_compose('id int', 8);
CREATE VIEW friend_again AS
SELECT k.id AS u, convert_from(c.qualifier, 'UTF8')::int AS v, hbase_decode(c.value, NULL::int, 'bytes') AS weight FROM member_h, rowkey_decompose('id int', key) AS k(id int), widerow_cells(f) c;
SELECT (SELECT count(*) FROM ((TABLE friend_again) EXCEPT (SELECT u, v, weight FROM friend)) x) AS added, (SELECT count(*) FROM ((SELECT u, v, weight FROM friend) EXCEPT (TABLE friend_again)) x) AS lost;

-- The same as two rows for each relation: the key contains everything (4.9). HBase has
-- no rows without cells, so each row has a cell with an empty qualifier and value.
CREATE TABLE relation AS
SELECT rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, u::text, 'names', v::text) AS key, widerow_build('', '') AS f FROM friend
UNION ALL SELECT rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, v::text, 'named by', u::text), widerow_build('', '') FROM friend;
SELECT key FROM relation WHERE key <@ rowkey_range($$who text, ':', rel text, ':', whom text using string$$, '8', 'named by') ORDER BY key;
SELECT (SELECT count(*) FROM ((SELECT k.who::int AS u, k.whom::int AS v FROM relation, rowkey_decompose($$who text, ':', rel text, ':', whom text using string$$, key) AS k(who text, rel text, whom text) WHERE k.rel = 'names') EXCEPT (SELECT u, v FROM friend)) x) AS added, (SELECT count(*) FROM ((SELECT u, v FROM friend) EXCEPT (SELECT k.who::int AS u, k.whom::int AS v FROM relation, rowkey_decompose($$who text, ':', rel text, ':', whom text using string$$, key) AS k(who text, rel text, whom text) WHERE k.rel = 'names')) x) AS lost;

-- ---- event data: new kinds of events need no new column (4.7) -----------------------

CREATE TABLE observation (at timestamptz, patient text, code text, description text, value numeric, units text);
\copy observation FROM '../data/clinic_observations.csv' CSV HEADER
CREATE VIEW visit_h AS
SELECT rowkey_compose('patient text, at timestamptz desc', patient, at) AS key, widerow_agg(code, value) AS o FROM observation GROUP BY patient, at;
SELECT count(*) AS visits, sum(widerow_count(o)) AS observations, (SELECT count(DISTINCT qualifier) FROM visit_h, widerow_cells(o)) AS kinds FROM visit_h;
-- The last visit of a patient, as a record.
CREATE TYPE vitals AS ("8302-2" numeric, "29463-7" numeric, "8867-4" numeric);
SELECT rowkey_fields('patient text, at timestamptz desc', key), p."8302-2" AS height, p."29463-7" AS weight, p."8867-4" AS pulse
FROM visit_h, widerow_populate(NULL::vitals, o) p WHERE key <@ rowkey_range('patient text, at timestamptz desc', '3edac2e3') ORDER BY key LIMIT 1;
CREATE VIEW observation_again AS
SELECT k.patient, k.at, convert_from(qualifier, 'UTF8') AS code, hbase_decode(value, NULL::numeric, 'bytes') AS value FROM visit_h, rowkey_decompose('patient text, at timestamptz desc', key) AS k(patient text, at timestamptz), widerow_cells(o);
SELECT (SELECT count(*) FROM ((TABLE observation_again) EXCEPT (SELECT patient, at, code, value FROM observation)) x) AS added, (SELECT count(*) FROM ((SELECT patient, at, code, value FROM observation) EXCEPT (TABLE observation_again)) x) AS lost;

-- ---- a graph: neighbors in the qualifiers (4.10) ----------------------------------------

CREATE TABLE airport (code text PRIMARY KEY, name text, country text, city text, elevation int);
CREATE TABLE route (from_code text, to_code text, miles int);
\copy airport FROM '../data/nordic_airports.csv' CSV HEADER
\copy route FROM '../data/nordic_routes.csv' CSV HEADER
CREATE TABLE airport_h AS
SELECT rowkey_compose('code text', a.code) AS key, widerow_build('n', a.name, 'c', a.country) AS a, r."to"
FROM airport a LEFT JOIN (SELECT from_code AS code, widerow_agg(to_code, miles) AS "to" FROM route GROUP BY 1) r USING (code);
ALTER TABLE airport_h ADD PRIMARY KEY (key);
-- Which airports can be reached from Longyearbyen, with how many changes? One get for each airport.
WITH RECURSIVE reach(code, hops) AS (
    SELECT 'LYR'::text COLLATE "C", 0
    UNION SELECT convert_from(c.qualifier, 'UTF8'), hops + 1 FROM reach JOIN airport_h h ON h.key = rowkey_compose('code text', reach.code), widerow_cells(h."to") c WHERE hops < 3)
SELECT hops, count(*) FROM (SELECT code, min(hops) AS hops FROM reach GROUP BY code) x GROUP BY hops ORDER BY hops;
WITH RECURSIVE reach(code, hops) AS (SELECT 'LYR'::text, 0 UNION SELECT to_code, hops + 1 FROM reach JOIN route ON from_code = code WHERE hops < 3)
SELECT hops, count(*) FROM (SELECT code, min(hops) AS hops FROM reach GROUP BY code) x GROUP BY hops ORDER BY hops;
-- Airports and routes, restored.
CREATE VIEW route_again AS
SELECT k.code AS from_code, convert_from(c.qualifier, 'UTF8') AS to_code, hbase_decode(c.value, NULL::int, 'bytes') AS miles FROM airport_h, rowkey_decompose('code text', key) AS k(code text), widerow_cells("to") c;
SELECT (SELECT count(*) FROM ((TABLE route_again) EXCEPT (TABLE route)) x) AS added, (SELECT count(*) FROM ((TABLE route) EXCEPT (TABLE route_again)) x) AS lost;
SELECT (SELECT count(*) FROM ((SELECT convert_from(key::bytea, 'UTF8'), a ->> 'n', a ->> 'c' FROM airport_h) EXCEPT (SELECT code, name, country FROM airport)) x) AS added, (SELECT count(*) FROM ((SELECT code, name, country FROM airport) EXCEPT (SELECT convert_from(key::bytea, 'UTF8'), a ->> 'n', a ->> 'c' FROM airport_h)) x) AS lost;

-- ---- before the cluster ---------------------------------------------------------------

-- The layouts of the keys; "placed" is only the time of the writes.
CREATE TABLE mapped (relation regclass, layout rowkey_layout);
INSERT INTO mapped VALUES
('order_h', order_layout()), ('order_nested', 'id bigint'), ('line_h', 'customer text, ord bigint, product int'), ('order_products', 'id bigint'), ('product_orders', 'id int'),
('member_h', 'id int'), ('relation', $$who text, ':', rel text, ':', whom text using string$$), ('visit_h', 'patient text, at timestamptz desc'), ('airport_h', 'code text');
SELECT hbase.define(relation, layouts => ARRAY[layout], ignore => CASE WHEN relation = 'order_h'::regclass THEN '{placed}' END::name[]) FROM mapped \g /dev/null
-- The findings. Order: ":" sorts after the digits, so "19:" sorts before "1:". Scans still
-- find a member; as int the numbers would be in order.
SELECT relation, c.severity, c.rule, c.subject, c.measured FROM mapped, hbase.check(relation, at => CASE WHEN relation = 'order_h'::regclass THEN 'placed' END::name) c ORDER BY relation::text, c.severity, c.rule, c.subject;
-- The cost of each query.
ANALYZE;
SELECT 'orders of a customer' AS question, kind, ranges, rows, why FROM hbase.plan('order_h', 'SAVEA')
UNION ALL SELECT 'of a customer, 1998', kind, ranges, rows, why FROM hbase.plan('order_h', 'SAVEA', tstzrange('1998-01-01+00', NULL))
UNION ALL SELECT 'all of a month', kind, ranges, rows, why FROM hbase.plan('order_h', '(,)'::rowkeyrange, tstzrange('1998-01-01+00', '1998-02-01+00'))
UNION ALL SELECT 'an order and its lines', kind, ranges, rows, why FROM hbase.plan('order_nested', 10643)
UNION ALL SELECT 'lines of an order', kind, ranges, rows, why FROM hbase.plan('line_h', 'ALFKI', 10643)
UNION ALL SELECT 'orders with a product', kind, ranges, rows, why FROM hbase.plan('product_orders', 11)
UNION ALL SELECT 'who names 8', kind, ranges, rows, why FROM hbase.plan('relation', '8', 'named by')
UNION ALL SELECT 'visits of a patient', kind, ranges, rows, why FROM hbase.plan('visit_h', '3edac2e3')
UNION ALL SELECT 'flights from Oslo', kind, ranges, rows, why FROM hbase.plan('airport_h', 'OSL');
-- One order nested, or as the rows of its lines.
SELECT design, rows, collisions, key_bytes, bytes, ranges FROM hbase.compare_relations('{order_nested,line_h}', questions => ARRAY['{"id": 10643}', '{"customer": "ALFKI", "ord": 10643}']::jsonb[]);
-- Four regions that do not divide a customer, and the region of new orders.
SELECT * FROM hbase.plan_splits('order_h', 4, align => 1);
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('order_h', 4, '1 month', 'placed');
SELECT relation, e.rows, e.cells, e.key_bytes, e.value_bytes, e.keyvalue_bytes, e.regions FROM mapped, hbase.estimate(relation) e WHERE e.family IS NULL ORDER BY relation::text;

-- Files for bulk load, read back and compared with the relations cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/relations.XXXXXX"`
SELECT relation, f.region, f.family, f.rows, f.cells FROM mapped, hbase.export_hfiles(relation, :'folder' || '-' || relation, stamp => 900000000000) f ORDER BY relation::text, f.family;
SELECT relation, v.rows, v.cells, v.ok FROM mapped, hbase.verify(relation, :'folder' || '-' || relation, true) v ORDER BY relation::text;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/relations.??????-*
