-- A batch view, newer puts in another table, and a serving view that merges both; a secondary
-- index that may be out of date; work markers. Patterns 4.13, 4.13i, 4.15b, 4.15s, 4.15m, 4.16.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql

-- ---- batch: orders of each customer, with timestamps from the data (4.15b) -------------

CREATE MATERIALIZED VIEW batch AS
SELECT rowkey_compose('customer text', customer_id) AS key, widerow_agg(order_id::text, freight, order_date) AS o FROM orders WHERE order_date < '1998-01-01+00' GROUP BY customer_id;
CREATE UNIQUE INDEX ON batch (key);
SELECT count(*) AS rows, sum(widerow_count(o)) AS cells FROM batch;
-- A refresh replaces the snapshot; readers see the old or the new state. Without changes in
-- the source it writes no row.
CREATE TABLE before AS SELECT ctid AS place, key FROM batch;
REFRESH MATERIALIZED VIEW CONCURRENTLY batch;
SELECT count(*) AS rewritten FROM batch b WHERE NOT EXISTS (SELECT FROM before WHERE place = b.ctid AND before.key = b.key);

-- ---- speed: newer rows, one put each --------------------------------------------------------

CREATE TABLE speed (key rowkey PRIMARY KEY, o widerow);
INSERT INTO speed SELECT rowkey_compose('customer text', customer_id), widerow_agg(order_id::text, freight, order_date) FROM orders WHERE order_date >= '1998-01-01+00' GROUP BY customer_id;
-- One more put into an existing row.
INSERT INTO speed VALUES (rowkey_compose('customer text', 'ALFKI'), widerow_put(NULL, '11011', 1.50, '1998-05-01+00'::timestamptz))
ON CONFLICT (key) DO UPDATE SET o = speed.o || excluded.o RETURNING widerow_count(o);

-- ---- serving: batch || speed, the newer cell is visible (4.15s) ----------------------------------

CREATE VIEW serving AS SELECT key, b.o || s.o AS o FROM batch b FULL JOIN speed s USING (key);
SELECT count(*) AS rows, sum(widerow_count(o)) AS cells, (SELECT count(*) FROM orders) AS orders FROM serving;
SELECT widerow_get(o, '11011', NULL::numeric) AS freight, (SELECT array_agg(ts) FROM widerow_versions(o, '11011')) AS versions FROM serving WHERE key = rowkey_compose('customer text', 'ALFKI');
-- The same with the aggregate.
SELECT count(*) AS differences FROM (SELECT key, widerow_merge(o) AS o FROM (TABLE batch UNION ALL TABLE speed) x GROUP BY key EXCEPT TABLE serving) y;
-- A batch over all rows makes the two equal: then the speed table can be emptied.
CREATE TABLE served AS SELECT key, widerow_visible(o) AS o FROM serving;
UPDATE orders SET freight = 1.50, order_date = '1998-05-01+00' WHERE order_id = 11011;
DROP MATERIALIZED VIEW batch CASCADE;
CREATE MATERIALIZED VIEW batch AS SELECT rowkey_compose('customer text', customer_id) AS key, widerow_agg(order_id::text, freight, order_date) AS o FROM orders GROUP BY customer_id;
SELECT count(*) AS differences FROM (TABLE batch EXCEPT TABLE served) x;

-- ---- a secondary index: [country][base key] (4.13i) ----------------------------------------------

CREATE TABLE order_h AS SELECT rowkey_compose('customer text, id bigint', customer_id, order_id) AS key, widerow_build('l', ship_country, 'f', freight) AS d FROM orders;
ALTER TABLE order_h ADD PRIMARY KEY (key);
-- The family of work markers below: an index that is older than the updates serves all transactions.
ALTER TABLE order_h ADD m widerow;
CREATE INDEX order_new ON order_h (key) WHERE m ? 'new';
CREATE MATERIALIZED VIEW order_by_country AS SELECT rowkey_compose('country text, base bytea', d ->> 'l', key::bytea) AS key, widerow_build('', '') AS i FROM order_h;
CREATE UNIQUE INDEX ON order_by_country (key);
SELECT count(*) AS orders_to_poland, sum(widerow_get(h.d, 'f', NULL::numeric)) AS freight
FROM order_by_country i, rowkey_decompose('country text, base bytea', i.key) AS k(country text, base bytea) JOIN order_h h ON h.key = k.base::rowkey WHERE i.key <@ rowkey_range('country text, base bytea', 'Poland');
-- It is out of date until it is refreshed.
UPDATE order_h SET d = widerow_put(d, 'l', 'Norway') WHERE key ^@ rowkey_prefix('customer text', 'WOLZA');
SELECT count(*) AS still FROM order_by_country WHERE key <@ rowkey_range('country text, base bytea', 'Poland');
REFRESH MATERIALIZED VIEW CONCURRENTLY order_by_country;
SELECT count(*) AS no_more FROM order_by_country WHERE key <@ rowkey_range('country text, base bytea', 'Poland');

-- ---- work markers: rows that are new since the last step (4.15m) -----------------------------------

UPDATE order_h SET m = widerow_put(m, 'new', '', '1998-06-01 00:00+00'::timestamptz) WHERE key ^@ rowkey_prefix('customer text', 'ALFKI');
SET enable_seqscan = off; SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT key FROM order_h WHERE m ? 'new';
RESET enable_seqscan; RESET enable_bitmapscan;
-- A worker takes some rows and marks them as done; SKIP LOCKED lets several workers share.
WITH taken AS (SELECT key FROM order_h WHERE m ? 'new' ORDER BY key LIMIT 4 FOR UPDATE SKIP LOCKED),
     done AS (UPDATE order_h h SET m = widerow_delete(m, 'new', '1998-06-01 00:00:00.001+00'::timestamptz) FROM taken WHERE h.key = taken.key RETURNING h.key)
SELECT rowkey_fields('customer text, id bigint', key) AS done FROM done ORDER BY key;
SELECT count(*) AS left FROM order_h WHERE m ? 'new';

-- ---- split, map, partition, sort, reduce in one statement (4.16) ------------------------------------

CREATE VIEW orders_by_year AS
SELECT key, widerow_agg(year, hbase_encode(n, 'string')) AS y
FROM (SELECT rowkey_compose('country text', ship_country) AS key, to_char(order_date, 'YYYY') AS year, count(*) AS n FROM orders GROUP BY 1, 2) x GROUP BY key;
SELECT rowkey_fields('country text', key) AS country, to_jsonb(y) AS orders_by_year FROM orders_by_year WHERE key < 'B' OR key > 'V' ORDER BY key;

-- ---- before the cluster -----------------------------------------------------------------------------

-- The served rows are exported with the timestamps of the data: two versions of a cell, if the
-- column family keeps two.
CREATE VIEW serving AS SELECT key, b.o || s.o AS o FROM batch b FULL JOIN speed s USING (key);
SELECT hbase.define('serving', 'orders_of_customer', ARRAY['customer text']::rowkey_layout[], families => '{"o": {"VERSIONS": 2}}'),
       hbase.define('order_by_country', layouts => ARRAY['country text, base bytea']::rowkey_layout[]), hbase.define('order_h', layouts => ARRAY['customer text, id bigint']::rowkey_layout[], ignore => '{m}') \g /dev/null
ANALYZE;
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{serving,order_by_country,order_h}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule;
-- With the index: its range, and one get for each row. Without: all rows.
SELECT 'index' AS "by", kind, ranges, why FROM hbase.plan('order_by_country', 'Norway') UNION ALL SELECT 'base table', kind, ranges, why FROM hbase.plan('order_h', '(,)'::rowkeyrange);
SELECT design, rows, key_bytes, bytes, ranges FROM hbase.compare_relations('{order_h,order_by_country}', questions => ARRAY['{"customer": "ALFKI"}', '{"country": "Norway"}']::jsonb[]);
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('serving', 4, '1 month');
SELECT region, split, rows FROM hbase.plan_splits('serving', 4, align => 1);
SELECT rows, cells, key_bytes, value_bytes, keyvalue_bytes FROM hbase.estimate('serving') WHERE family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/serving.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('serving', :'folder', regions => 4, stamp => 900000000000);
-- A get returns the newest version of each cell, so one cell less; the older one is compared too.
SELECT region, rows, cells, ok FROM hbase.verify('serving', :'folder', true) ORDER BY region;
-- 4.16 complete: the count of each country and year, partitioned, sorted and written.
-- No region border divides a country, and the files are in the order of the keys.
SELECT region, rows, cells, first_row, last_row FROM hbase.export_hfiles('orders_by_year', :'folder' || '-years', regions => 4, stamp => 900000000000);
SELECT count(*) AS regions, sum(rows) AS rows, sum(cells) AS cells, bool_and(ok) AS ok, (SELECT sum(convert_from(value, 'UTF8')::int) FROM orders_by_year, widerow_cells(y)) AS orders FROM hbase.verify('orders_by_year', :'folder' || '-years', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/serving.??????*
