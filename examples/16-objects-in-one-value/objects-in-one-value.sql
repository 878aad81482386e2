-- A whole order as one value: JSON, XML and Avro, with a schema version that later
-- readers use; and what is lost if an object is one cell. Patterns 2.11, 2.12.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql
-- An order as an object, and the lines of an object.
CREATE VIEW order_object AS
SELECT o.order_id, o.customer_id, o.order_date, jsonb_agg(jsonb_build_object('product', product_id, 'price', unit_price, 'quantity', quantity, 'discount', discount) ORDER BY product_id) AS lines
FROM orders o JOIN order_lines USING (order_id) GROUP BY o.order_id;

-- ---- JSON: PostgreSQL's own type, as text -------------------------------------------------

CREATE TABLE order_json AS
SELECT rowkey_compose('id bigint', order_id) AS key, widerow_build('o', jsonb_build_object('v', 1, 'customer', customer_id, 'lines', lines)) AS d FROM order_object;
SELECT (d ->> 'o')::jsonb - 'lines' AS "order", jsonb_array_length((d ->> 'o')::jsonb -> 'lines') AS lines FROM order_json ORDER BY key LIMIT 1;
CREATE VIEW lines_of_json AS
SELECT k.id AS order_id, l.product AS product_id, l.price AS unit_price, l.quantity, l.discount
FROM order_json, rowkey_decompose('id bigint', key) AS k(id bigint), jsonb_to_recordset((d ->> 'o')::jsonb -> 'lines') AS l(product int, price numeric, quantity int, discount numeric);
SELECT (SELECT count(*) FROM (TABLE lines_of_json EXCEPT TABLE order_lines) x) AS added, (SELECT count(*) FROM (TABLE order_lines EXCEPT TABLE lines_of_json) x) AS lost;

-- The schema changes: version 2 has a coupon. One table has both versions, and a current
-- reader reads both; fields missing in version 1 get their default.
UPDATE order_json SET d = widerow_put(d, 'o', (d ->> 'o')::jsonb || '{"v": 2, "coupon": "SPRING"}') WHERE key >= rowkey_compose('id bigint', 11000);
CREATE TYPE order_model AS (v int, customer text, coupon text);
SELECT m.v, count(*) AS orders, min(m.coupon) AS coupon FROM order_json, jsonb_populate_record(ROW(NULL, NULL, 'none')::order_model, (d ->> 'o')::jsonb) m GROUP BY m.v ORDER BY m.v;

-- ---- XML: the same with PostgreSQL's xml ----------------------------------------------------

CREATE TABLE order_xml AS
SELECT rowkey_compose('id bigint', order_id) AS key,
       widerow_build('o', xmlelement(name "order", xmlattributes(1 AS v, customer_id AS customer),
           (SELECT xmlagg(xmlelement(name line, xmlattributes(product_id AS product, unit_price AS price, quantity, discount)) ORDER BY product_id) FROM order_lines l WHERE l.order_id = o.order_id))::text) AS d
FROM orders o;
SELECT d ->> 'o' AS "order" FROM order_xml ORDER BY key LIMIT 1;
CREATE VIEW lines_of_xml AS
SELECT k.id AS order_id, l.*
FROM order_xml, rowkey_decompose('id bigint', key) AS k(id bigint),
     XMLTABLE('/order/line' PASSING ((d ->> 'o')::xml) COLUMNS product_id int PATH '@product', unit_price numeric PATH '@price', quantity int PATH '@quantity', discount numeric PATH '@discount') l;
SELECT (SELECT count(*) FROM (TABLE lines_of_xml EXCEPT TABLE order_lines) x) AS added, (SELECT count(*) FROM (TABLE order_lines EXCEPT TABLE lines_of_xml) x) AS lost;

-- ---- Avro: compact, but unreadable without its schema -----------------------------------------

-- So the version of the schema is stored before the bytes, and the schemas in a table.
CREATE TABLE order_schema (version smallint PRIMARY KEY, schema text);
INSERT INTO order_schema VALUES
(1, '{"type": "record", "name": "order", "fields": [{"name": "customer", "type": "string"},
      {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "line", "fields": [{"name": "product", "type": "int"}, {"name": "price", "type": "string"}, {"name": "quantity", "type": "int"}, {"name": "discount", "type": "string"}]}}}]}'),
(2, '{"type": "record", "name": "order", "fields": [{"name": "customer", "type": "string"}, {"name": "coupon", "type": ["null", "string"]},
      {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "line", "fields": [{"name": "product", "type": "int"}, {"name": "price", "type": "string"}, {"name": "quantity", "type": "int"}, {"name": "discount", "type": "string"}]}}}]}');
-- Decimals are stored as text: Avro's double would change them.
CREATE TABLE order_avro AS
SELECT rowkey_compose('id bigint', order_id) AS key,
       widerow_build('o', int2send(s.version) || avro_encode(jsonb_build_object('customer', customer_id, 'lines',
           (SELECT jsonb_agg(l || jsonb_build_object('price', l ->> 'price', 'discount', l ->> 'discount')) FROM jsonb_array_elements(lines) l)) ||
           CASE s.version WHEN 1 THEN '{}' ELSE '{"coupon": "SPRING"}' END::jsonb, s.schema)) AS d
FROM order_object JOIN order_schema s ON s.version = CASE WHEN order_id < 11000 THEN 1 ELSE 2 END;
-- The reader finds the writer's schema by the version, and fills in missing fields.
CREATE VIEW order_of_avro AS
SELECT k.id AS order_id, s.version, avro_decode(substring(bytes, 3), s.schema) AS o
FROM order_avro, rowkey_decompose('id bigint', key) AS k(id bigint), LATERAL (SELECT d -> 'o') c(bytes) JOIN order_schema s ON int2send(s.version) = substring(bytes, 1, 2);
SELECT version, count(*) AS orders, min(m.coupon) AS coupon FROM order_of_avro, jsonb_populate_record(ROW(NULL, NULL, 'none')::order_model, o) m GROUP BY version ORDER BY version;
CREATE VIEW lines_of_avro AS
SELECT order_id, l.product AS product_id, l.price AS unit_price, l.quantity, l.discount FROM order_of_avro, jsonb_to_recordset(o -> 'lines') AS l(product int, price numeric, quantity int, discount numeric);
SELECT (SELECT count(*) FROM (TABLE lines_of_avro EXCEPT TABLE order_lines) x) AS added, (SELECT count(*) FROM (TABLE order_lines EXCEPT TABLE lines_of_avro) x) AS lost;

-- ---- the cost -------------------------------------------------------------------------------

-- One cell for each order: small, but a reader reads all of it, and two writers of one
-- order overwrite each other. One cell for each line avoids both.
CREATE TABLE order_cells AS SELECT rowkey_compose('id bigint', order_id) AS key, widerow_agg(product_id::text, jsonb_build_object('p', unit_price, 'q', quantity, 'd', discount)) AS i FROM order_lines GROUP BY order_id;
SELECT (SELECT sum(length(d -> 'o')) FROM order_json) AS json_bytes, (SELECT sum(length(d -> 'o')) FROM order_xml) AS xml_bytes, (SELECT sum(length(d -> 'o')) FROM order_avro) AS avro_bytes,
       (SELECT sum(length(value)) FROM order_cells, widerow_cells(i)) AS bytes_in_cells_of_lines;

-- ---- before the cluster ----------------------------------------------------------------------

SELECT hbase.define(r, layouts => ARRAY['id bigint']::rowkey_layout[]) FROM unnest('{order_json,order_xml,order_avro,order_cells}'::regclass[]) r \g /dev/null
ANALYZE;
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{order_json,order_xml,order_avro,order_cells}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule;
-- The key is written once for each object, or once for each line.
SELECT design, rows, collisions, key_bytes, skew, bytes, ranges FROM hbase.compare_relations('{order_json,order_xml,order_avro,order_cells}', questions => ARRAY['{"id": 10248}']::jsonb[]);
SELECT kind, ranges, rows, cells, why FROM hbase.plan('order_json', 10248);
-- Increasing ids: all new orders go to the last region.
CREATE VIEW order_timed AS SELECT j.*, o.order_date AS at FROM order_json j JOIN orders o ON rowkey_compose('id bigint', o.order_id) = j.key;
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('order_timed', 4, '1 month', 'at');
SELECT * FROM hbase.plan_splits('order_json', 4);
SELECT r AS relation, e.rows, e.cells, e.key_bytes, e.value_bytes, e.keyvalue_bytes FROM unnest('{order_json,order_xml,order_avro,order_cells}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/objects.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('order_json', :'folder', regions => 4, stamp => 900000000000);
SELECT region, rows, cells, ok FROM hbase.verify('order_json', :'folder', true) ORDER BY region;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/objects.??????
