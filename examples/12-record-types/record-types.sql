-- One HBase table for several relations: record types with a literal in the key,
-- denormalized lines, and a whole order as one value. Patterns 0.10,
-- 0.14, 0.15, 2.4, 2.8 to 2.12, 4.11; trap 14.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql

-- ---- customers, orders and lines in one table -----------------------------------------

-- The literals sort in reading order: 1, 2, 3.
CREATE FUNCTION shop_layouts() RETURNS rowkey_layout[] IMMUTABLE PARALLEL SAFE
RETURN ARRAY[$$customer text, '1'$$, $$customer text, '2', ord bigint$$, $$customer text, '3', ord bigint, product int$$]::rowkey_layout[];
CREATE TABLE shop AS
SELECT rowkey_compose($$customer text, '1'$$, customer_id) AS key, widerow_build('n', company_name, 'c', city, 'l', country, 'p', phone) AS d FROM customers
UNION ALL SELECT rowkey_compose($$customer text, '2', ord bigint$$, customer_id, order_id), widerow_build('t', order_date, 'f', freight) FROM orders
UNION ALL SELECT rowkey_compose($$customer text, '3', ord bigint, product int$$, customer_id, order_id, product_id), widerow_build('q', quantity, 'p', l.unit_price) FROM order_lines l JOIN orders USING (order_id);
ALTER TABLE shop ADD PRIMARY KEY (key);
ANALYZE shop;
-- All rows of a customer are one range; the customer is first.
SELECT rowkey_which(shop_layouts(), key) AS record, count(*) FROM shop WHERE key ^@ rowkey_prefix('customer text', 'ALFKI') GROUP BY 1 ORDER BY 1;
SELECT d ->> 'n' AS name, d ->> 'c' AS city FROM shop WHERE key ^@ rowkey_prefix('customer text', 'ALFKI') ORDER BY key LIMIT 1;
-- Its orders alone are one range too; one record type of all customers is a full scan.
SELECT count(*) AS orders FROM shop WHERE key <@ rowkey_range($$customer text, '2', ord bigint$$, 'ALFKI');
SELECT rowkey_which(shop_layouts(), key) AS record, count(*) FROM shop GROUP BY 1 ORDER BY 1;
-- Each relation again, by its record type: the table is defined, and its qualifiers have names.
SELECT hbase.define('shop', layouts => shop_layouts());
-- Trap 14: with C, O and L the lines would sort before their order.
CREATE VIEW letters AS SELECT * FROM shop WHERE false;
SELECT hbase.define('letters', layouts => ARRAY[$$customer text, 'C'$$, $$customer text, 'O', ord bigint$$, $$customer text, 'L', ord bigint, product int$$]::rowkey_layout[]) \g /dev/null
SELECT hbase.define_column('shop', 'd', q, name, type::regtype) FROM (VALUES ('n', 'company_name', 'text'), ('c', 'city', 'text'), ('l', 'country', 'text'), ('t', 'order_date', 'timestamptz'), ('f', 'freight', 'numeric'), ('q', 'quantity', 'int')) v(q, name, type) \g /dev/null
CREATE TYPE customer_row AS (customer text, company_name text, city text, country text);
CREATE TYPE order_row AS (ord bigint, customer text, order_date timestamptz, freight numeric);
CREATE TYPE line_row AS (ord bigint, product int, quantity int);
CREATE TABLE customers_again AS SELECT * FROM hbase.read(NULL::customer_row, 'shop', 1);
CREATE TABLE orders_again AS SELECT * FROM hbase.read(NULL::order_row, 'shop', 2);
CREATE TABLE lines_again AS SELECT * FROM hbase.read(NULL::line_row, 'shop', 3);
SELECT (SELECT count(*) FROM ((TABLE customers_again) EXCEPT (SELECT customer_id, company_name, city, country FROM customers)) x) AS added, (SELECT count(*) FROM ((SELECT customer_id, company_name, city, country FROM customers) EXCEPT (TABLE customers_again)) x) AS lost;
SELECT (SELECT count(*) FROM ((TABLE orders_again) EXCEPT (SELECT order_id, customer_id, order_date, freight FROM orders)) x) AS added, (SELECT count(*) FROM ((SELECT order_id, customer_id, order_date, freight FROM orders) EXCEPT (TABLE orders_again)) x) AS lost;
SELECT (SELECT count(*) FROM ((TABLE lines_again) EXCEPT (SELECT order_id, product_id, quantity FROM order_lines)) x) AS added, (SELECT count(*) FROM ((SELECT order_id, product_id, quantity FROM order_lines) EXCEPT (TABLE lines_again)) x) AS lost;

-- ---- inheritance: each kind has its own columns (4.11) ----------------------------------

CREATE VIEW kinds AS
SELECT CASE rowkey_which(shop_layouts(), key) WHEN 1 THEN 'customer' WHEN 2 THEN 'order' ELSE 'line' END AS kind, convert_from(qualifier, 'UTF8') AS qualifier FROM shop, widerow_cells(d);
SELECT kind, string_agg(DISTINCT qualifier, ' ') AS qualifiers, count(*) AS cells FROM kinds GROUP BY kind ORDER BY kind;

-- ---- denormalized lines (2.9, 2.10) ----------------------------------------------------------

CREATE VIEW line_flat AS
SELECT rowkey_compose($$customer text, ord bigint, line int$$, o.customer_id, o.order_id, row_number() OVER (PARTITION BY o.order_id ORDER BY l.product_id)::int) AS key,
       widerow_build('i', l.product_id, 'q', l.quantity, 'p', l.unit_price, 'ci', o.ship_city, 'l', o.ship_country, 'r', o.ship_region) AS d
FROM order_lines l JOIN orders o USING (order_id);
SELECT count(*) AS rows, count(DISTINCT key) AS keys, min(widerow_count(d)) AS fewest_cells, max(widerow_count(d)) AS most_cells FROM line_flat;
CREATE VIEW lines_flat_again AS
SELECT k.ord, widerow_get(d, 'i', NULL::int) AS product, widerow_get(d, 'q', NULL::int) AS quantity, widerow_get(d, 'p', NULL::numeric) AS price, d ->> 'ci' AS ship_city, d ->> 'l' AS ship_country, d ->> 'r' AS ship_region
FROM line_flat, rowkey_decompose('customer text, ord bigint, line int', key) AS k(customer text, ord bigint, line int);
SELECT (SELECT count(*) FROM ((TABLE lines_flat_again) EXCEPT (SELECT order_id, product_id, quantity, l.unit_price, ship_city, ship_country, ship_region FROM order_lines l JOIN orders USING (order_id))) x) AS added, (SELECT count(*) FROM ((SELECT order_id, product_id, quantity, l.unit_price, ship_city, ship_country, ship_region FROM order_lines l JOIN orders USING (order_id)) EXCEPT (TABLE lines_flat_again)) x) AS lost;

-- ---- the order as one value (2.11), and old values after a schema change (2.12) ---------------

CREATE VIEW order_blob AS
SELECT rowkey_compose('id bigint', order_id) AS key, widerow_build('order', jsonb_build_object('v', 1, 'customer', customer_id, 'lines', lines)) AS d
FROM orders JOIN (SELECT order_id, jsonb_agg(jsonb_build_object('i', product_id, 'q', quantity, 'p', unit_price) ORDER BY product_id) AS lines FROM order_lines GROUP BY order_id) l USING (order_id);
SELECT b.* FROM order_blob, jsonb_to_record((d ->> 'order')::jsonb) AS b(v int, customer text, coupon text) WHERE key = rowkey_compose('id bigint', 10248);
SELECT count(*) AS lines FROM order_blob, jsonb_array_elements((d ->> 'order')::jsonb -> 'lines');
-- Other text formats, such as XML, are stored as text, and other binary formats as bytea.
SELECT (widerow_build('order', xmlelement(name "order", xmlattributes(order_id AS id), xmlelement(name customer, customer_id))::text) ->> 'order')::xml FROM orders WHERE order_id = 10248;

-- ---- before the cluster ---------------------------------------------------------------------

-- Keys of customers and orders: plain, fixed width, hashed, a number and a hash, a
-- hash first, a salt of the customer first.
CREATE VIEW order_keys AS
SELECT customer_id AS customer, dense_rank() OVER (ORDER BY customer_id) AS customer_no, order_id AS ord, order_id::text AS ord_text, order_date AS placed FROM orders;
-- ranges: all orders of a customer; one order.
SELECT design, key_bytes, longest, collisions, skew, hottest, ranges
FROM hbase.compare('order_keys', ARRAY['customer text, ord bigint', 'customer char(5), ord bigint', 'md5(customer text), md5(ord_text text)', 'customer_no bigint, md5(ord_text text) using bytes',
                                       'md5(customer text, 2), customer, ord bigint', 'salt(8, customer), customer text, ord bigint'],
                   questions => ARRAY['{"customer": "ALFKI", "customer_no": 1}', '{"customer": "ALFKI", "customer_no": 1, "ord": 10643, "ord_text": "10643"}']::jsonb[], at => 'placed', every => '30 days', regions => 8);

-- One table of three record types, a range for each; denormalized lines; and orders as one value.
SELECT hbase.define('line_flat', layouts => ARRAY['customer text, ord bigint, line int']::rowkey_layout[]), hbase.define('order_blob', layouts => ARRAY['id bigint']::rowkey_layout[]) \g /dev/null
ANALYZE;
SELECT design, rows, collisions, key_bytes, bytes, ranges
FROM hbase.compare_relations('{shop,line_flat,order_blob}', questions => ARRAY['{"customer": "ALFKI"}', '{"id": 10643, "customer": "ALFKI", "ord": 10643}']::jsonb[]);
SELECT kind, ranges, why FROM hbase.plan('line_flat', 'ALFKI', 10643);
SELECT r AS relation, c.severity, c.rule, c.subject, c.measured FROM unnest('{shop,line_flat,order_blob}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule, c.subject;
-- With only the line number in the key, orders would share keys; the check counts them.
CREATE VIEW line_lost AS SELECT rowkey_compose('customer text, line int', customer_id, product_id) AS key, widerow_build('q', quantity) AS d FROM order_lines JOIN orders USING (order_id);
SELECT severity, rule, subject, measured FROM hbase.check('line_lost', examples => 2) WHERE rule = 'collision';
SELECT * FROM hbase.plan_splits('shop', 4, align => 1);
CREATE VIEW line_timed AS SELECT f.*, o.order_date AS at FROM line_flat f JOIN orders o ON o.order_id = rowkey_field('customer text, ord bigint, line int', f.key, 'ord', NULL::bigint);
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('line_timed', 4, '1 month', 'at');
SELECT r AS relation, e.rows, e.cells, e.key_bytes, e.value_bytes, e.keyvalue_bytes FROM unnest('{shop,line_flat,order_blob}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/shop.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('shop', :'folder', splits => hbase.planned_splits('shop', 4, align => 1), stamp => 900000000000);
SELECT region, rows, cells, ok FROM hbase.verify('shop', :'folder', true) ORDER BY region;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/shop.??????
