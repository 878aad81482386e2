-- One definition of a table for the HBase shell, Phoenix, Hive, Spark and Java; its
-- cells as a shell script, as lines for ImportTsv and as HFiles. Patterns 0.1x, 1.7, 1.17 to
-- 1.19, 3.5, 3.11, 3.12, 4.12, 4.14.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql
CREATE FUNCTION order_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'salt(4), customer text, placed timestamptz desc, id bigint'::rowkey_layout;
CREATE VIEW order_h AS
SELECT rowkey_compose(order_layout(), customer_id, order_date, order_id) AS key,
       widerow_build('phoenix'::hbase_encoding, 'f', round(freight, 2), 'n', ship_name, 'v', ship_via, 'd', shipped_date) AS d FROM orders;

-- ---- the definition ---------------------------------------------------------------------

SELECT hbase.define('order_h', 'orders', ARRAY[order_layout()], '{"d": {"VERSIONS": 1, "COMPRESSION": "GZ"}}', regions => 4);
SELECT hbase.define_column('order_h', 'd', 'f', 'freight', 'numeric', 'phoenix'), hbase.define_column('order_h', 'd', 'n', 'ship_name', 'text', 'phoenix'),
       hbase.define_column('order_h', 'd', 'v', 'ship_via', 'int', 'phoenix'), hbase.define_column('order_h', 'd', 'd', 'shipped_date', 'date', 'phoenix') \g /dev/null
-- Conditions by the defined key ..
SELECT count(*) AS orders, (SELECT count(*) FROM orders WHERE customer_id = 'SAVEA' AND order_date >= '1998-01-01+00') AS in_the_table
FROM hbase.key_scan('order_h', 'SAVEA', tstzrange('1998-01-01+00', NULL)) s JOIN order_h h ON h.key <@ s;
-- .. and typed rows: the relation from which the wide rows were made.
CREATE TYPE order_row AS (id bigint, customer text, placed timestamptz, freight numeric, ship_name text, ship_via int, shipped_date date);
CREATE VIEW source AS SELECT order_id, customer_id, order_date, trim_scale(round(freight, 2)), ship_name, ship_via, shipped_date FROM orders;
CREATE TABLE again AS SELECT * FROM hbase.read(NULL::order_row, 'order_h');
SELECT (SELECT count(*) FROM (TABLE again EXCEPT TABLE source) x) AS added, (SELECT count(*) FROM (TABLE source EXCEPT TABLE again) x) AS lost FROM again LIMIT 1;

-- ---- DDL for other tools (0.1x) -------------------------------------------------------------

\pset format unaligned
\pset tuples_only on
SELECT hbase.ddl('order_h', 'shell');
SELECT hbase.ddl('order_h', 'phoenix');
SELECT hbase.ddl('order_h', 'java');
-- If a tool cannot express the key, the error names the component.
SELECT hbase.ddl('order_h', 'hive');
SELECT hbase.ddl('order_h', 'spark');
\pset tuples_only off
\pset format aligned
-- The same orders with a text key and text values, for Hive.
CREATE VIEW order_text AS
SELECT rowkey_compose($$customer text, '_', id bigint using string$$, customer_id, order_id) AS key, widerow_build('string'::hbase_encoding, 'f', round(freight, 2), 'n', ship_name) AS d FROM orders;
SELECT hbase.define('order_text', layouts => ARRAY[$$customer text, '_', id bigint using string$$::rowkey_layout]);
SELECT hbase.define_column('order_text', 'd', 'f', 'freight', 'numeric', 'string'), hbase.define_column('order_text', 'd', 'n', 'ship_name', 'text', 'string') \g /dev/null
SELECT hbase.ddl('order_text', 'hive') \g (format=unaligned tuples_only=on)

-- ---- a script for the shell, lines for ImportTsv (3.11) -----------------------------------------

SELECT statement FROM hbase.shell_script('order_h', stamp => 900000000000) WITH ORDINALITY s(statement, n) WHERE n BETWEEN 1 AND 4 ORDER BY n \g (format=unaligned tuples_only=on)
SELECT count(*) - 1 AS puts, (SELECT sum(widerow_count(d)) FROM order_h) AS cells FROM hbase.shell_script('order_h');
SELECT hbase.tsv_columns('order_text') AS columns;
SELECT replace(line, E'\t', ' | ') AS line FROM hbase.export_tsv('order_text', stamp => 900000000000) line LIMIT 2;
-- A key or value that a line cannot hold is an error.
SELECT count(*) FROM hbase.export_tsv('order_h');

-- ---- before the cluster --------------------------------------------------------------------------

SELECT severity, rule, measured FROM hbase.check('order_h') ORDER BY 1, 2;
SELECT kind, ranges, why FROM hbase.plan('order_h', 'SAVEA', tstzrange('1998-01-01+00', NULL));
SELECT * FROM hbase.plan_splits('order_h');
CREATE VIEW order_timed AS SELECT h.*, rowkey_field(order_layout(), key, 'placed', NULL::timestamptz) AS at FROM order_h h;
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('order_timed', 4, '1 month', 'at');
-- The same orders with the binary key and with the text key.
SELECT design, rows, key_bytes, skew, bytes, ranges FROM hbase.compare_relations('{order_h,order_text}', questions => ARRAY['{"customer": "SAVEA"}']::jsonb[], regions => 4);
SELECT rows, cells, key_bytes, value_bytes, keyvalue_bytes FROM hbase.estimate('order_h') WHERE family IS NULL;
-- The cost of names, which PostgreSQL stores only once: column family and qualifier are part
-- of each cell, like the key (1.7, 1.17 to 1.19). A fourth column family is too many, because
-- a full one flushes all (3.5). The column dictionary has the long names.
CREATE VIEW order_wordy AS
SELECT rowkey_compose(order_layout(), customer_id, order_date, order_id) AS key, widerow_build('phoenix'::hbase_encoding, 'freight_in_dollars', round(freight, 2)) AS charges,
       widerow_build('phoenix'::hbase_encoding, 'ship_name', ship_name) AS receiver, widerow_build('phoenix'::hbase_encoding, 'ship_via', ship_via) AS transport, widerow_build('phoenix'::hbase_encoding, 'shipped_date', shipped_date) AS dates FROM orders;
SELECT severity, rule, subject, measured, explanation FROM hbase.check('order_wordy') WHERE rule ~ 'name|qualifier|families' ORDER BY severity DESC, rule, subject;
SELECT r AS relation, e.cells, e.key_bytes, e.name_bytes, e.value_bytes, e.keyvalue_bytes FROM unnest('{order_h,order_wordy}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;

-- ---- files for bulk load (3.12, 4.12, 4.14) -----------------------------------------------------

\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/orders.XXXXXX"`
CREATE TEMP TABLE file AS SELECT * FROM hbase.export_hfiles('order_h', :'folder', stamp => 900000000000);
SELECT region, family, rows, cells, substring(first_row::bytea, 1, 1) AS first_salt, substring(last_row::bytea, 1, 1) AS last_salt FROM file ORDER BY region;
-- Read back, they have the rows of the view in key order; each cell has the stamp of the run.
CREATE TEMP TABLE exported AS
SELECT c.*, row_number() OVER (ORDER BY f.region, c.n) AS place FROM file f, hfile_cells(:'folder' || '/' || f.path) WITH ORDINALITY c(key, family, qualifier, ts, type, value, n);
SELECT count(*) AS cells, count(DISTINCT key) AS rows, min(ts) AS stamp, max(ts) = min(ts) AS one_stamp FROM exported;
SELECT (SELECT count(*) FROM (SELECT key, qualifier, value FROM exported EXCEPT SELECT key, qualifier, value FROM order_h, widerow_cells(d)) x) AS added,
       (SELECT count(*) FROM (SELECT key, qualifier, value FROM order_h, widerow_cells(d) EXCEPT SELECT key, qualifier, value FROM exported) x) AS lost;
SELECT count(*) AS out_of_order FROM (SELECT key, lag(key) OVER (ORDER BY place) AS before FROM exported) x WHERE before > key;
SELECT region, rows, cells, ok FROM hbase.verify('order_h', :'folder', true) ORDER BY region;
-- An existing folder with content is never overwritten.
\set VERBOSITY sqlstate
SELECT * FROM hbase.export_hfiles('order_h', :'folder');
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/orders.??????
