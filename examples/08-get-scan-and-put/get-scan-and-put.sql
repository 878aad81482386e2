-- How an application reads and writes: get, scan, newest first, several ranges merged,
-- counters and conditional puts, as with HBase's client; and what each call reads.
-- Patterns 1.1, 1.2, 1.3, 1.4, 3.4, 1.16s, 3.14, 1.16f, 0.4j, 3.10, 0.18, 0.8c.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
\i ../data/northwind.psql

CREATE FUNCTION order_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'customer text, placed timestamptz desc, id bigint'::rowkey_layout;
CREATE TABLE order_h AS
SELECT rowkey_compose(order_layout(), customer_id, order_date, order_id) AS key, widerow_build('city', ship_city, 'name', ship_name, '国家', ship_country) AS cf FROM orders;
ALTER TABLE order_h ADD PRIMARY KEY (key);
ANALYZE order_h;

-- ---- the sorted map: row, family, qualifier, timestamp (1.1) -------------------------

-- HBase's own order; 9223372036854775807 is the timestamp of unstamped cells.
SELECT key, family, convert_from(qualifier, 'UTF8') AS qualifier, ts, type, convert_from(value, 'UTF8') AS value FROM hbase.scan('order_h', max_rows => 2);

-- ---- get (1.2, 3.4), with a non-ASCII qualifier (3.10) ---------------------------------

EXPLAIN (COSTS OFF) SELECT cf ->> '国家' FROM order_h WHERE key = rowkey_compose(order_layout(), 'ALFKI', '1998-04-09+00'::timestamptz, 11011);
SELECT cf ->> '国家' AS country FROM order_h WHERE key = rowkey_compose(order_layout(), 'ALFKI', '1998-04-09+00'::timestamptz, 11011);
SELECT family, qualifier, convert_from(value, 'UTF8') AS value FROM hbase.get('order_h', rowkey_compose(order_layout(), 'ALFKI', '1998-04-09+00'::timestamptz, 11011));
SELECT convert_from(value, 'UTF8') AS city FROM hbase.get('order_h', rowkey_compose(order_layout(), 'ALFKI', '1998-04-09+00'::timestamptz, 11011), columns => '{cf:city}');
-- Of several versions of a cell, ->> returns the newest.
SELECT widerow_at(widerow_build('title', 'old'), 1000) || widerow_at(widerow_build('title', 'new'), 2000) || widerow_at(widerow_build('title', 'older'), 500) ->> 'title' AS title;

-- ---- scan: start inclusive, stop exclusive (1.3); '' is unbounded (1.4) -----------------

SELECT count(DISTINCT key) AS a_to_b, (SELECT count(*) FROM orders WHERE customer_id >= 'A' AND customer_id < 'B') AS in_the_table FROM hbase.scan('order_h', 'A', 'B');
SELECT count(*) AS row_at_start_is_in FROM hbase.scan('order_h', (SELECT min(key) FROM order_h), (SELECT max(key) FROM order_h)) s WHERE s.key IN (SELECT min(key) FROM order_h);
SELECT count(*) AS row_at_stop_is_not FROM hbase.scan('order_h', (SELECT min(key) FROM order_h), (SELECT max(key) FROM order_h)) s WHERE s.key IN (SELECT max(key) FROM order_h);
SELECT count(*) AS cells, count(DISTINCT key) AS rows, (SELECT count(*) FROM orders) AS orders FROM hbase.scan('order_h');

-- ---- the newest first: reverse time (1.16s, 3.14) ---------------------------------------

EXPLAIN (COSTS OFF) SELECT key FROM order_h WHERE key <@ rowkey_range(order_layout(), 'SAVEA') ORDER BY key LIMIT 1;
SELECT rowkey_fields(order_layout(), key), cf ->> 'city' AS city FROM order_h WHERE key <@ rowkey_range(order_layout(), 'SAVEA') ORDER BY key LIMIT 1;
SELECT max(order_date) AS newest FROM orders WHERE customer_id = 'SAVEA';

-- ---- the newest over 16 salts: each range is one index scan, merged (1.16f) -----------------

CREATE FUNCTION salted_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'salt(16), placed timestamptz desc, id bigint'::rowkey_layout;
CREATE TABLE order_salted AS SELECT rowkey_compose(salted_layout(), order_date, order_id) AS key, widerow_build('c', customer_id) AS d FROM orders;
ALTER TABLE order_salted ADD PRIMARY KEY (key);
ANALYZE order_salted;
SELECT rowkey_fields(salted_layout(), key), d ->> 'c' AS customer FROM hbase.merge_scan(NULL::order_salted, ARRAY(SELECT rowkey_scan(salted_layout())), 5);
SELECT count(*) AS differences FROM (
    SELECT placed FROM hbase.merge_scan(NULL::order_salted, ARRAY(SELECT rowkey_scan(salted_layout())), 100), rowkey_decompose(salted_layout(), key) AS k(placed timestamptz, id bigint)
    EXCEPT (SELECT order_date FROM orders ORDER BY order_date DESC LIMIT 100)) x;
-- A month is 16 index scans, joined (0.4j).
EXPLAIN (COSTS OFF) SELECT h.key FROM rowkey_scan(salted_layout(), tstzrange('1998-01-01+00', '1998-02-01+00')) s JOIN order_salted h ON h.key <@ s;
SELECT count(*) AS orders, (SELECT count(*) FROM orders WHERE order_date >= '1998-01-01+00' AND order_date < '1998-02-01+00') AS in_the_table
FROM rowkey_scan(salted_layout(), tstzrange('1998-01-01+00', '1998-02-01+00')) s JOIN order_salted h ON h.key <@ s;

-- ---- the same over 100 buckets of log lines ---------------------------------------------------

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event, 'm' || i AS msg
FROM generate_series(0, 99999) i;
CREATE FUNCTION bucket_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'bucket(at, 100), at timestamptz desc, host text, event text'::rowkey_layout;
CREATE TABLE log_bucket AS SELECT rowkey_compose(bucket_layout(), at, host, event) AS key, widerow_build('m', msg) AS d FROM log_data ORDER BY 1;
ALTER TABLE log_bucket ADD PRIMARY KEY (key);
VACUUM ANALYZE log_bucket;

-- 0.4j: an hour is 100 index scans with both bounds. After the byte of the bucket, the
-- keys are in the order of time, newest first.
EXPLAIN (COSTS OFF)
SELECT h.key FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN log_bucket h ON h.key <@ s ORDER BY substring(h.key, 2);
SELECT count(*), min(rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz)) AS first, max(rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz)) AS last
FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN log_bucket h ON h.key <@ s;

-- 1.16f: the newest row of the table, and its newest 100 rows. A sort would read all
-- 100,000 rows. The merge reads the first row of each bucket, and one more for each result.
SELECT rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz) AS at, d ->> 'm' AS m FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 1, 1);
SELECT count(*), array_agg(at) = (SELECT array_agg(at) FROM (SELECT date_trunc('milliseconds', at) AS at FROM log_data ORDER BY at DESC LIMIT 100) newest) AS newest_first
FROM (SELECT rowkey_field(bucket_layout(), key, 'at', NULL::timestamptz) AS at FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 100, 1)) m;
BEGIN;
SELECT count(*) FROM hbase.merge_scan(NULL::log_bucket, ARRAY(SELECT rowkey_scan(bucket_layout())), 100, 1);
SELECT pg_stat_get_xact_tuples_fetched('log_bucket'::regclass) <= 200 AS read_at_most_200;
COMMIT;

-- ---- an attribute with several values: one cell for each (0.18) -----------------------------

CREATE VIEW customer_h AS
SELECT rowkey_compose('id text', customer_id) AS key, widerow_build('n', company_name) AS d,
       (SELECT widerow_agg(n::text, number) FROM unnest(ARRAY[phone, fax]) WITH ORDINALITY u(number, n) WHERE number IS NOT NULL) AS p
FROM customers;
SELECT d ->> 'n' AS name, to_jsonb(p) AS numbers FROM customer_h WHERE key IN ('ALFKI', 'ANTON') ORDER BY key;
-- And back: phone is number 1, fax is number 2; a missing number has no cell.
CREATE VIEW customers_again AS SELECT convert_from(key::bytea, 'UTF8') AS customer_id, d ->> 'n' AS company_name, p ->> '1' AS phone, p ->> '2' AS fax FROM customer_h;
SELECT (SELECT count(*) FROM (TABLE customers_again EXCEPT SELECT customer_id, company_name, phone, fax FROM customers) x) AS added,
       (SELECT count(*) FROM (SELECT customer_id, company_name, phone, fax FROM customers EXCEPT TABLE customers_again) x) AS lost;

-- ---- counters and conditional puts (0.8c) -----------------------------------------------------

SELECT hbase.create_table('stock', '{"d": {"VERSIONS": 3}}');
-- A put gets the current time, or one more than the newest timestamp of the row.
SELECT hbase.put('stock', 'tea', 'd', 'name', 'Chai'::text) AS put \gset
SELECT hbase.increment('stock', 'tea', 'd', 'sold', 3) AS first, hbase.increment('stock', 'tea', 'd', 'sold') AS second;
SELECT hbase.check_and_put('stock', 'tea', 'd', 'name', 'Chai'::text, 'Chai II'::text) AS once, hbase.check_and_put('stock', 'tea', 'd', 'name', 'Chai'::text, 'Chai III'::text) AS twice;
SELECT encode(hbase.append('stock', 'tea', 'd', 'name', ', black'::text), 'escape') AS appended;
SELECT convert_from(qualifier, 'UTF8') AS qualifier, type, convert_from(value, 'UTF8') AS value, ts > lead(ts) OVER (ORDER BY ts DESC) AS newer_than_the_next
FROM hbase.get('stock', 'tea', columns => '{d:name}', versions => 3);
-- NULL tests that there is no value: a put that succeeds only once.
SELECT hbase.check_and_put('stock', 'coffee', 'd', 'name', NULL::text, 'Ipoh'::text) AS first, hbase.check_and_put('stock', 'coffee', 'd', 'name', NULL::text, 'Other'::text) AS second;
SELECT hbase.delete('stock', 'coffee') AS deleted \gset
SELECT key, count(*) AS cells FROM hbase.scan('stock') GROUP BY key;

-- ---- before the cluster ------------------------------------------------------------------------

SELECT hbase.define('order_h', layouts => ARRAY[order_layout()]), hbase.define('order_salted', layouts => ARRAY[salted_layout()]), hbase.define('log_bucket', layouts => ARRAY[bucket_layout()]) \g /dev/null
-- The cost of each query above.
SELECT 'an order' AS question, kind, ranges, why FROM hbase.plan('order_h', 'ALFKI', '1998-04-09+00'::timestamptz, 11011)
UNION ALL SELECT 'orders of a customer', kind, ranges, why FROM hbase.plan('order_h', 'SAVEA')
UNION ALL SELECT 'orders of a month', kind, ranges, why FROM hbase.plan('order_salted', tstzrange('1998-01-01+00', '1998-02-01+00'))
UNION ALL SELECT 'log lines of an hour', kind, ranges, why FROM hbase.plan('log_bucket', tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'));
-- Two designs of the same orders.
CREATE VIEW order_named AS SELECT customer_id AS customer, order_date AS placed, order_id AS id FROM orders;
SELECT design, key_bytes, hottest, skew, ranges
FROM hbase.compare('order_named', ARRAY[order_layout(), salted_layout()], questions => ARRAY['{"customer": "SAVEA"}', '{"placed": "[1998-01-01+00,1998-02-01+00)"}']::jsonb[], at => 'placed', every => '30 days', regions => 16);
SELECT severity, rule, subject, measured FROM hbase.check('order_salted');
CREATE VIEW order_timed AS SELECT s.*, rowkey_field(salted_layout(), key, 'placed', NULL::timestamptz) AS placed FROM order_salted s;
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('order_timed', 16, '30 days', 'placed');
SELECT count(*) AS regions, min(rows) AS fewest, max(rows) AS most, min(split) AS first, max(split) AS last FROM hbase.plan_splits('order_salted');
SELECT rows, cells, key_bytes, value_bytes, keyvalue_bytes FROM hbase.estimate('order_salted') WHERE family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/salted.XXXXXX"`
SELECT count(*) AS files, sum(rows) AS rows, sum(cells) AS cells FROM hbase.export_hfiles('order_salted', :'folder', stamp => 900000000000);
SELECT count(*) AS regions, sum(rows) AS rows, bool_and(ok) AS ok FROM hbase.verify('order_salted', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/salted.??????
