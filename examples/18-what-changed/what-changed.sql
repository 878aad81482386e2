-- Orders are exported once, and then their changes: the puts and delete markers between
-- two states of a mapping, when one row of a table is part of many HBase rows.
-- Patterns 2.13, 4.15d; traps 10, 11.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql

-- Denormalized lines: the city of an order is in each of its lines.
CREATE FUNCTION line_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'customer text, ord bigint, product int'::rowkey_layout;
CREATE VIEW line_flat AS
SELECT rowkey_compose(line_layout(), o.customer_id, o.order_id, l.product_id) AS key, widerow_build('q', l.quantity, 'ci', o.ship_city, 'rg', o.ship_region) AS d
FROM order_lines l JOIN orders o USING (order_id);
-- The baseline: the state of HBase after the last run.
CREATE TABLE line_flat_before AS TABLE line_flat;
ALTER TABLE line_flat_before ADD PRIMARY KEY (key);
SELECT count(*) AS nothing_changed FROM hbase.delta('line_flat', 'line_flat_before');

-- One source row changes, and so do its three lines; one value is removed, one line is
-- removed, and an order gets another customer: all of its keys change.
UPDATE orders SET ship_city = 'Lyon' WHERE order_id = 10248;
UPDATE orders SET ship_region = NULL WHERE order_id = 10250;
DELETE FROM order_lines WHERE order_id = 10251 AND product_id = 22;
UPDATE orders SET customer_id = 'ALFKI' WHERE order_id = 10252;
CREATE TABLE changes AS SELECT * FROM hbase.delta('line_flat', 'line_flat_before', stamp => 1700000000000);
SELECT k.ord, k.customer, k.product, convert_from(c.qualifier, 'UTF8') AS qualifier, c.type, 1700000000000 - c.ts AS before_the_stamp, CASE WHEN c.qualifier IN ('ci', 'rg') THEN convert_from(c.value, 'UTF8') END AS text
FROM changes c, rowkey_decompose(line_layout(), c.key) AS k(customer text, ord bigint, product int) ORDER BY k.ord, k.customer, k.product, c.qualifier;
-- The changes applied to the baseline give the new state: no difference is left.
CREATE TABLE applied AS
SELECT key, b.d || c.d AS d
FROM (SELECT key, widerow_at(d, 1600000000000) AS d FROM line_flat_before) b
FULL JOIN (SELECT key, widerow_merge(CASE type WHEN 'Put' THEN widerow_put(NULL, qualifier, value, ts) WHEN 'DeleteFamily' THEN widerow_delete_family(NULL, ts) ELSE widerow_delete(NULL, qualifier, ts) END) AS d FROM changes GROUP BY key) c USING (key);
CREATE VIEW shown AS SELECT key, qualifier, value FROM applied, widerow_cells(widerow_visible(d));
SELECT (SELECT count(*) FROM (TABLE shown EXCEPT SELECT key, qualifier, value FROM line_flat, widerow_cells(d)) x) AS added,
       (SELECT count(*) FROM (SELECT key, qualifier, value FROM line_flat, widerow_cells(d) EXCEPT TABLE shown) x) AS lost;

-- ---- before the cluster: the first load and the changes, as files --------------------------

SELECT hbase.define('line_flat', layouts => ARRAY[line_layout()]) \g /dev/null
SELECT severity, rule, measured FROM hbase.check('line_flat') ORDER BY 1, 2;
SELECT kind, ranges, why FROM hbase.plan('line_flat', 'ALFKI', 10252);
SELECT * FROM hbase.plan_splits('line_flat', 4, align => 1);
SELECT rows, cells, key_bytes, value_bytes, keyvalue_bytes FROM hbase.estimate('line_flat') WHERE family IS NULL;
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/changed.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('line_flat_before', :'folder' || '-first', regions => 2, stamp => 1600000000000);
SELECT region, rows, cells, ok FROM hbase.verify('line_flat_before', :'folder' || '-first', true);
-- The files of the delta update the baseline, so the next delta has only newer changes.
SELECT region, family, rows, cells, first_row, last_row FROM hbase.export_delta('line_flat', 'line_flat_before', :'folder' || '-delta', stamp => 1700000000000);
SELECT count(*) AS nothing_left FROM hbase.delta('line_flat', 'line_flat_before');
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/changed.??????-*
