-- The tour: real orders become HBase row keys, are scanned through an index, and
-- are exported as files that HBase's own tools load.
--
-- "make demo" runs this on a private server. To run it in this directory on a
-- PostgreSQL with the extension: psql -X -q -f demo.sql
-- The files are written to $OUT, or to the directory out of the project; the server
-- writes its files to $SERVER_DIR, or to /tmp.

\set out `echo "${OUT:-../../out}"`
\! mkdir -p "${OUT:-../../out}"
\set hfiles `echo "${SERVER_DIR:-/tmp}/orders_hfiles"`
\! rm -rf "${SERVER_DIR:-/tmp}/orders_hfiles" "${OUT:-../../out}/orders_hfiles"
SELECT set_config('demo.hfiles', :'hfiles', false) AS hfiles \gset
\set ON_ERROR_STOP on
\set ECHO queries
\pset footer off
\pset null ''
SET TimeZone = 'UTC';
CREATE EXTENSION hbase_schema;

\echo
\echo === 1. A relational database: customers, their orders, the lines of each order
\echo

CREATE TABLE customers (customer_id text PRIMARY KEY, company_name text, contact_name text, contact_title text,
    address text, city text, region text, postal_code text, country text, phone text, fax text);
CREATE TABLE orders (order_id bigint PRIMARY KEY, customer_id text REFERENCES customers, employee_id int,
    order_date timestamptz, required_date date, shipped_date date, ship_via int, freight numeric, ship_name text,
    ship_address text, ship_city text, ship_region text, ship_postal_code text, ship_country text);
CREATE TABLE order_lines (order_id bigint REFERENCES orders, product_id int, unit_price numeric, quantity int,
    discount numeric, PRIMARY KEY (order_id, product_id));
CREATE TABLE phones (number text PRIMARY KEY, area text);
\copy customers FROM '../data/northwind_customers.csv' CSV HEADER
\copy orders FROM '../data/northwind_orders.csv' CSV HEADER
\copy order_lines FROM '../data/northwind_order_details.csv' CSV HEADER
\copy phones FROM '../data/phone_numbers.csv' CSV HEADER
SELECT (SELECT count(*) FROM customers) AS customers, (SELECT count(*) FROM orders) AS orders,
       (SELECT count(*) FROM order_lines) AS order_lines, (SELECT count(*) FROM phones) AS phones;

\echo
\echo === 2. Row keys: the designs that engineers discuss
\echo
\echo HBase has one index, the row key. Its bytes decide which region a row belongs to,
\echo and what one scan can find. A layout declares the fields of a key. Keys print as in
\echo the HBase shell.
\echo

CREATE VIEW designs AS
SELECT 'a. time, order' AS design, 'uniform' AS splits, order_date AS at,
       rowkey_compose('placed timestamptz, id bigint', order_date, order_id) AS key
  FROM orders
UNION ALL
SELECT 'b. customer, order', 'uniform', order_date,
       rowkey_compose('customer text, id bigint', customer_id, order_id)
  FROM orders
UNION ALL
SELECT 'c. MD5(customer), MD5(order)', 'uniform', order_date,
       rowkey_compose('md5(customer text), md5(id text)', customer_id, order_id::text)
  FROM orders
UNION ALL
SELECT 'd. hash, customer, newest first, order', 'uniform', order_date,
       rowkey_compose('md5(customer text, 4), customer, placed timestamptz desc, id bigint', customer_id, order_date, order_id)
  FROM orders
UNION ALL
SELECT 'e. salt(8), time, order', 'salt', order_date,
       rowkey_compose('salt(8), placed timestamptz, id bigint', order_date, order_id)
  FROM orders
UNION ALL
SELECT 'f. phone number', 'decimal', NULL, rowkey_compose('number text', number) FROM phones
UNION ALL
SELECT 'g. phone number reversed', 'decimal', NULL, rowkey_compose('reverse(number text)', number) FROM phones;

SELECT DISTINCT ON (design) design, key FROM designs ORDER BY design, at, key;

\echo Split each table into 8 regions. Are keys unique? How long are they? How many rows has each
\echo region, and what share of the newest tenth of the orders goes to the busiest region?
\echo 12 is even; 100 means that one region server receives all writes.
\echo

WITH placed AS (
    SELECT design, key, width_bucket(key, rowkey_split_points(splits, 8)) AS region,
           at IS NOT NULL AND ntile(10) OVER (PARTITION BY design ORDER BY at, key) = 10 AS is_new
    FROM designs
), counted AS (
    SELECT design, region, count(key) AS rows, count(key) FILTER (WHERE is_new) AS new_rows
    FROM (SELECT DISTINCT design FROM designs) d CROSS JOIN generate_series(0, 7) region
    LEFT JOIN placed USING (design, region) GROUP BY design, region
)
SELECT design, count(DISTINCT key) = count(*) AS is_unique, max(length(key)) AS bytes,
       (SELECT array_agg(rows ORDER BY region) FROM counted c WHERE c.design = d.design) AS rows_per_region,
       (SELECT round(100.0 * max(new_rows) / nullif(sum(new_rows), 0)) FROM counted c WHERE c.design = d.design) AS "newest, %"
FROM designs d GROUP BY design ORDER BY design;

\echo Keys a and b have a common prefix, so one region has all rows. c and d distribute customers,
\echo and some customers have more orders. d still serves scans by customer, c does not. e is
\echo even, but a scan by time reads all 8 regions. f starts with one digit, g with ten.

\echo The statements of the application decide. Which row keys suit them, measured on these rows?
\echo

SELECT rank, layout, round(cost::numeric, 1) AS cost, hottest_region AS "hottest region, %", reason
FROM hbase.propose_keys('orders', ARRAY[
    'SELECT * FROM orders WHERE customer_id = $1 ORDER BY order_date DESC LIMIT 10',
    'INSERT INTO orders (order_id, customer_id, order_date) VALUES ($1, $2, $3)'], '{900,100}')
WHERE form = 'main';

\echo
\echo === 3. One design as a table: the row key is the primary key
\echo

CREATE FUNCTION orders_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE
RETURN 'md5(customer text, 4), customer, placed timestamptz desc, id bigint'::rowkey_layout;

CREATE TABLE orders_h AS
SELECT rowkey_compose(orders_layout(), customer_id, order_date, order_id) AS key, freight, ship_name, ship_address, ship_city, ship_country
FROM orders ORDER BY key;
ALTER TABLE orders_h ADD PRIMARY KEY (key);
ANALYZE orders_h;

\echo The components of a key.
SELECT * FROM rowkey_describe(orders_layout(), (SELECT min(key) FROM orders_h));

\echo A get: the whole key is known.
EXPLAIN (COSTS OFF)
SELECT * FROM orders_h WHERE key = rowkey_compose(orders_layout(), 'ALFKI', '1998-04-09+00', 11011) \g (format=unaligned footer=off)

\echo The newest order of a customer: the first row of a range. The key has the reverse time.
EXPLAIN (COSTS OFF)
SELECT * FROM orders_h WHERE key <@ rowkey_range(orders_layout(), 'ALFKI') ORDER BY key LIMIT 1 \g (format=unaligned footer=off)
SELECT id, placed, freight FROM orders_h, rowkey_decompose(orders_layout(), key) AS f(customer text, placed timestamptz, id bigint)
WHERE key <@ rowkey_range(orders_layout(), 'ALFKI') ORDER BY key LIMIT 1;

\echo The orders of a customer in January 1998, by key and by column.
EXPLAIN (COSTS OFF)
SELECT * FROM orders_h WHERE key <@ rowkey_range(orders_layout(), 'SAVEA', tstzrange('1998-01-01+00', '1998-02-01+00')) ORDER BY key \g (format=unaligned footer=off)
SELECT id, placed FROM orders_h, rowkey_decompose(orders_layout(), key) AS f(customer text, placed timestamptz, id bigint)
WHERE key <@ rowkey_range(orders_layout(), 'SAVEA', tstzrange('1998-01-01+00', '1998-02-01+00')) ORDER BY key;
SELECT order_id, order_date FROM orders WHERE customer_id = 'SAVEA' AND order_date >= '1998-01-01+00' AND order_date < '1998-02-01+00' ORDER BY order_date DESC;

\echo Salted by time: a week is one range for each of the 8 salts, each an index scan.
CREATE TABLE orders_salted AS
SELECT rowkey_compose('salt(8), placed timestamptz, id bigint', order_date, order_id) AS key, freight, ship_name, ship_address, ship_city, ship_country
FROM orders ORDER BY key;
ALTER TABLE orders_salted ADD PRIMARY KEY (key);
ANALYZE orders_salted;
EXPLAIN (COSTS OFF)
SELECT * FROM rowkey_scan('salt(8), placed timestamptz, id bigint', tstzrange('1998-05-01+00', '1998-05-08+00')) bucket JOIN orders_salted ON key <@ bucket \g (format=unaligned footer=off)
SELECT count(*) AS in_the_buckets, (SELECT count(*) FROM orders WHERE order_date >= '1998-05-01+00' AND order_date < '1998-05-08+00') AS in_the_table
FROM rowkey_scan('salt(8), placed timestamptz, id bigint', tstzrange('1998-05-01+00', '1998-05-08+00')) bucket JOIN orders_salted ON key <@ bucket;

\echo
\echo === 4. The mapping is a view: an order and its lines are the cells of one row
\echo
\echo A column family is a column of type widerow. A view turns the tables into HBase rows.
\echo All functions for HBase-shaped relations can read it.
\echo

CREATE VIEW orders_hbase AS
SELECT rowkey_compose(orders_layout(), o.customer_id, o.order_date, o.order_id) AS key,
       widerow_build('f', round(o.freight, 2), 'n', o.ship_name, 'l', o.ship_country) AS d,
       l.i
FROM orders o
LEFT JOIN (SELECT order_id, widerow_agg(product_id::text, quantity) AS i FROM order_lines GROUP BY order_id) l USING (order_id);
SELECT key, to_jsonb(i) AS products, d ->> 'n' AS ship_name, widerow_get(d, 'f', NULL::numeric) AS freight FROM orders_hbase ORDER BY key LIMIT 2;

\echo A get: the order with its lines, without a join.
SELECT family, convert_from(qualifier, 'UTF8') AS qualifier, value
FROM hbase.get('orders_hbase', rowkey_compose(orders_layout(), 'ALFKI', '1998-04-09+00', 11011));

\echo A scan with a filter of the HBase shell: the orders of one customer with product 11.
SELECT rowkey_fields(orders_layout(), key) AS "order", hbase_decode(value, NULL::int, 'bytes') AS quantity
FROM hbase.scan('orders_hbase', rowkey_prefix(orders_layout(), 'ERNSH'), upper(rowkey_prefix_range(rowkey_prefix(orders_layout(), 'ERNSH'))),
                filter => $$FamilyFilter(=, 'binary:i') AND QualifierFilter(=, 'binary:11')$$);

\echo A table takes puts, as HBase does: versions, and delete markers.
SELECT hbase.create_table('prices', '{"p": {"VERSIONS": 3}}');
SELECT count(hbase.put('prices', 'chai', 'p', 'eur', price, at)) AS puts
FROM (VALUES ('17.50', timestamptz '1997-01-01+00'), ('18.00', '1998-01-01+00'), ('19.20', '1998-05-01+00')) v(price, at);
SELECT to_timestamp(ts / 1000)::date AS since, type, convert_from(value, 'UTF8') AS eur FROM hbase.get('prices', 'chai', versions => 3);
SELECT convert_from(value, 'UTF8') AS "in March 1998" FROM hbase.get('prices', 'chai', time_to => extract(epoch FROM timestamptz '1998-03-01+00')::bigint * 1000);

\echo A delete writes a marker: it hides cells of the same age or older, until a major compaction.
SELECT hbase.delete('prices', 'chai', 'p', 'eur', timestamptz '1998-01-01+00') AS deleted \gset
SELECT convert_from(value, 'UTF8') AS visible FROM hbase.get('prices', 'chai', versions => 3);
SELECT to_timestamp(ts / 1000)::date AS at, type, convert_from(value, 'UTF8') AS eur FROM hbase.scan('prices', raw => true, versions => 3);
SELECT * FROM hbase.compact('prices');
SELECT to_timestamp(ts / 1000)::date AS at, type, convert_from(value, 'UTF8') AS eur FROM hbase.scan('prices', raw => true, versions => 3);

\echo
\echo === 5. An HBase shell script: a table with split points, and every order with its
\echo === lines in one row
\echo

SELECT hbase.define('orders_hbase', 'orders', splits => rowkey_split_points('uniform', 8));

\set script :out /orders.rb
\pset tuples_only on
\pset format unaligned
\o :script
SELECT hbase.shell_script('orders_hbase');
\o
\echo
\! head -n 7 "${OUT:-../../out}/orders.rb"

\echo
\echo === 6. A file for ImportTsv: a key of text, because TSV has no escapes
\echo

\set tsv :out /orders.tsv
\set tsv_table :out /orders_text.rb
\o :tsv_table
SELECT 'create "orders_text", "d", SPLITS => [''F'', ''L'', ''Q'', ''T'']';
\o :tsv
CREATE TEMP VIEW orders_text AS
SELECT rowkey_compose($$customer text, '_', digits(placed timestamptz, 19) desc, '_', id bigint using string$$, customer_id, order_date, order_id) AS key,
       widerow_build('n', ship_name, 'f', round(freight, 2)::text, 'k', ship_country, 'r', ship_region) AS d
FROM orders;
SELECT hbase.export_tsv('orders_text', columns => '{HBASE_ROW_KEY,HBASE_TS_KEY,d:n,d:f,d:k,d:r}', stamp => 896659200000);
\o
\pset tuples_only off
\pset format aligned
\echo
\! head -n 3 "${OUT:-../../out}/orders.tsv"
\echo
\echo A value that TSV cannot hold is an error:
\set ON_ERROR_STOP off
CREATE TEMP VIEW address AS SELECT 'VINET_1'::rowkey AS key, widerow_build('a', E'59 rue de l''Abbaye\nReims') AS d;
SELECT hbase.export_tsv('address');
\set ON_ERROR_STOP on

\echo
\echo === 7. HFiles of the mapping view for bulk load: one for each region and column family
\echo
\echo One statement: rows in key order from one snapshot, split into four regions of
\echo equal rows. They have the same bytes as files of the writer in HBase.
\echo
SELECT hbase.define('orders_hbase', 'shop_orders', ARRAY[orders_layout()], regions => 4) AS defined \gset
SELECT region, family, rows, cells, rowkey_fields(orders_layout(), first_row) ->> 'customer' AS first_customer
FROM hbase.export_hfiles('orders_hbase', current_setting('demo.hfiles'), stamp => 896659200000);

\echo Read back and compared, cell by cell, with the manifest and with the view:
SELECT region, rows, cells, ok FROM hbase.verify('orders_hbase', current_setting('demo.hfiles'), with_relation => true);
\! cp -R "${SERVER_DIR:-/tmp}/orders_hfiles" "${OUT:-../../out}/"
\echo
\! cd "${OUT:-../../out}" && ls orders_hfiles
\echo
\echo === The files, and how to load them into HBase
\echo
\! cd "${OUT:-../../out}" && wc -l orders.rb orders.tsv && cksum orders.rb orders.tsv
\echo
\echo '  out/orders_hfiles/load.sh           (make demo-hbase does it, with a private HBase)'
\echo
\echo '  hbase shell -n out/orders.rb'
\echo
\echo '  hbase shell -n out/orders_text.rb'
\echo '  hbase org.apache.hadoop.hbase.mapreduce.ImportTsv -Dimporttsv.skip.bad.lines=false \\'
\echo '      -Dimporttsv.columns=HBASE_ROW_KEY,HBASE_TS_KEY,d:n,d:f,d:k,d:r orders_text file://$PWD/out/orders.tsv'
\echo
