-- Advice on all relations of schemas: what is not mapped, what fails, what would be
-- one table in HBase, and the totals.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE SCHEMA shop_a;
CREATE SCHEMA shop_b;
SET search_path = shop_a, public;
CREATE TABLE customer (id int PRIMARY KEY, name text);
INSERT INTO customer SELECT i, 'name ' || i FROM generate_series(1, 100) i;
CREATE VIEW customer_h AS SELECT rowkey_compose('id int using bytes', id) AS key, widerow_build('n', name) AS d FROM customer;
SELECT hbase.define('customer_h', 'customer', ARRAY['id int using bytes']::rowkey_layout[]);
CREATE TABLE cells (key rowkey PRIMARY KEY, d widerow, e widerow);
INSERT INTO cells VALUES ('a', '{q@1=1}', '{r@1=2,s@1=3}'), ('b', '{q@1=1}', NULL);
CREATE TABLE unmapped (id int PRIMARY KEY);
CREATE TABLE "mapped elsewhere" (id int PRIMARY KEY);
CREATE TABLE parts (id int PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE part PARTITION OF parts FOR VALUES FROM (0) TO (10);
CREATE VIEW "<failing>" AS SELECT rowkey_compose('id int', id / 0) AS key, widerow_build('n', name) AS d FROM customer;
CREATE VIEW other AS SELECT * FROM customer;
SELECT hbase.baseline('customer_h');
SET search_path = shop_b, public;
CREATE TABLE customer (id text PRIMARY KEY, name text);
INSERT INTO customer VALUES ('a', 'b');
CREATE VIEW customer_h AS SELECT rowkey_compose('id text', id) AS key, widerow_build('n', name) AS d FROM customer;
SELECT hbase.define('customer_h', 'default:customer', ARRAY['id text']::rowkey_layout[]);
CREATE VIEW elsewhere_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('', ''::bytea) AS d FROM shop_a."mapped elsewhere";
CREATE SCHEMA shop_empty;

SELECT relation, severity, rule, subject, measured FROM hbase.check_schema('shop_a');
SELECT relation, severity, rule, measured, advice FROM hbase.check_schema('shop_b', 'shop_a') WHERE rule IN ('same table', 'not mapped', 'not checked');
SELECT * FROM hbase.check_schema('shop_empty');
-- the findings are those of hbase.check
SELECT count(*) FROM (SELECT severity, rule, subject FROM hbase.check_schema('shop_b') WHERE relation = 'customer_h'::regclass AND rule <> 'same table' EXCEPT SELECT severity, rule, subject FROM hbase.check('customer_h')) x;

-- one row a relation, the total last
SET client_min_messages = notice;
SELECT relation, table_name, rows, cells, key_bytes, regions, exact FROM hbase.estimate_schema('shop_a', 'shop_b');
SET client_min_messages = warning;
SELECT e.relation, e.keyvalue_bytes = t.keyvalue_bytes AND e.gz = t.gz AS same FROM hbase.estimate_schema('shop_b') e, hbase.estimate('customer_h') t WHERE e.relation = 'customer_h'::regclass AND t.family IS NULL;
SELECT relation, rows, exact FROM hbase.estimate_schema('shop_empty');
SELECT * FROM hbase.estimate_schema(VARIADIC NULL);

-- the page has a line and a section for each relation; the links lead to the sections
CREATE TABLE page AS SELECT hbase.report_schema('shop_a', 'shop_b') AS html;
SELECT html LIKE '<!DOCTYPE html>%<title>shop_a, shop_b for HBase</title>%</html>' AS page, html !~ '<failing>' AS escaped FROM page;
SELECT rtrim(regexp_replace(regexp_replace(line, '("KeyValues"|"HFiles")>[^<]+', '\1>size', 'g'), '<[^>]+>', ' ', 'g'), E' \n') AS line
FROM page, regexp_split_to_table(substring(html FROM '<tbody>(.*?)</table>'), '\s*<tr>') WITH ORDINALITY r(line, n) WHERE line <> '' ORDER BY n;
SELECT bool_and(html LIKE format('%%<section id="%s"><h2>%%', m[1])) AS linked, count(*) FROM page, regexp_matches(html, 'href="#(\w+)"', 'g') m;
SELECT m[1] AS part, count(*) FROM page, regexp_matches(html, '<section id="r\d+-(\w+)"><h3>', 'g') m GROUP BY 1 ORDER BY 1;
SELECT substring(html FROM '<section id="unmapped">.*?</section>') AS unmapped, substring(html FROM '<p>No advice.*?</p>') AS failing FROM page;
SELECT html LIKE '%<th scope="row">all</th>%' AS page, html LIKE '%id="unmapped"%' AS unmapped FROM hbase.report_schema('shop_empty') html;

DROP SCHEMA shop_a, shop_b, shop_empty CASCADE;
SELECT cardinality(hbase.forget());
