-- Row keys that are proposed for a workload.
\set SHOW_CONTEXT never
\set VERBOSITY default
\pset format unaligned
\pset fieldsep ' | '
\pset footer off
CREATE SCHEMA shop;
SET search_path = shop, public;
CREATE TABLE orders (id bigint PRIMARY KEY, customer text NOT NULL, placed timestamptz NOT NULL, status text, total numeric);
INSERT INTO orders SELECT i, 'c' || (i * 7919 % 500), '2024-01-01+00'::timestamptz + i * interval '1 minute',
    (ARRAY['open', 'paid', 'sent'])[1 + i % 3], i FROM generate_series(1, 5000) i;
CREATE FUNCTION proposed(relation regclass, statements text[], weights float8[], options jsonb DEFAULT '{}')
    RETURNS TABLE (rank int, form text, layout rowkey_layout, served numeric, uniqueness text, decided_by text) LANGUAGE sql
AS $$SELECT rank, form, layout, served, uniqueness, decided_by ->> 'figure'
     FROM hbase.propose_keys(relation, statements, weights, options) WHERE rank IS NOT NULL$$;
-- the newest rows of a value: equality, then the order
SELECT * FROM proposed('orders', ARRAY['SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10',
    'INSERT INTO orders VALUES ($1, $2, $3, $4, $5)'], '{900,100}', '{"designs": 1}');
SELECT q ->> 'access' AS access, q -> 'ranges' AS ranges, q -> 'rows' AS rows, q -> 'share' AS share, q -> 'question' AS question
FROM hbase.propose_keys('orders', ARRAY['SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10',
    'INSERT INTO orders VALUES ($1, $2, $3, $4, $5)'], '{900,100}', '{"designs": 1}') p, jsonb_array_elements(p.questions) q;
-- an index for a second question; each design is ready to run
SELECT rank, form, layout, served FROM hbase.propose_keys('orders', ARRAY['SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10',
    'SELECT * FROM orders WHERE id = $1', 'INSERT INTO orders VALUES ($1, $2, $3, $4, $5)'], '{500,400,100}', '{"designs": 2}');
SELECT reason, decided_by FROM hbase.propose_keys('orders', ARRAY['SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10',
    'SELECT * FROM orders WHERE id = $1', 'INSERT INTO orders VALUES ($1, $2, $3, $4, $5)'], '{500,400,100}', '{"designs": 1}') WHERE form = 'remark';
\o /dev/null
SELECT definition FROM hbase.propose_keys('orders', ARRAY['SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10',
    'SELECT * FROM orders WHERE id = $1', 'INSERT INTO orders VALUES ($1, $2, $3, $4, $5)'], '{500,400,100}', '{"designs": 1}')
WHERE rank = 1 \gexec
\o
SELECT key FROM orders_h ORDER BY key LIMIT 2;
SELECT key, d FROM orders_i ORDER BY key LIMIT 1;
SELECT hbase.forget('orders_h'), hbase.forget('orders_i');
DROP VIEW orders_h, orders_i;
-- writes in the order of the key: salts, if there are many writes
CREATE TABLE job (id int PRIMARY KEY, payload text);
INSERT INTO job SELECT i, md5(i::text) FROM generate_series(1, 5000) i;
SELECT * FROM proposed('job', '{SELECT * FROM job ORDER BY id LIMIT 5,INSERT INTO job VALUES (1)}', '{100,1000}', '{"designs": 2}');
SELECT * FROM proposed('job', '{SELECT * FROM job ORDER BY id LIMIT 5,INSERT INTO job VALUES (1)}', '{1000,1}', '{"designs": 2}');
SELECT hottest_region > 90 AS is_hot FROM hbase.propose_keys('job', '{SELECT * FROM job ORDER BY id LIMIT 5,INSERT INTO job VALUES (1)}', '{1000,1}') WHERE rank = 1;
-- ranges; columns that are updated; without a constraint
SELECT * FROM proposed('orders', '{SELECT FROM orders WHERE status = $1 AND placed BETWEEN $2 AND $3,INSERT INTO orders SELECT}', '{100,10}', '{"designs": 1}');
SELECT * FROM proposed('orders', '{SELECT FROM orders WHERE customer = $1 AND status = $2,UPDATE orders SET status = $1 WHERE customer = $2 AND id = $3}', '{10,100000}', '{"designs": 1}');
CREATE TABLE visit AS SELECT 'host' || i % 7 AS host, '2024-01-01'::timestamp + i * interval '1 second' AS at, (ARRAY['GET', 'PUT'])[1 + i % 2] AS method, '10.0.0.1'::inet AS address FROM generate_series(1, 3000) i;
SELECT * FROM proposed('visit', '{SELECT * FROM visit WHERE host = $1 AND at > $2,SELECT FROM visit WHERE address = $1}', '{10,1}', '{"designs": 1}');
CREATE VIEW recent AS SELECT * FROM visit WHERE at > '2024-01-01 00:10';
SELECT * FROM proposed('recent', NULL, NULL, '{"designs": 1, "questions": [{"where": {"method": "="}, "order": ["at"], "limit": null}]}');
-- the end of a text: a reversed column
CREATE TABLE web_page AS SELECT (ARRAY['www', 'shop', 'mail'])[1 + i % 3] || '.site' || i % 90 || (ARRAY['.com', '.org'])[1 + i % 2] AS domain, i AS number FROM generate_series(1, 3000) i;
SELECT * FROM proposed('web_page', ARRAY['SELECT * FROM web_page WHERE domain LIKE ''%.site7.org''', 'SELECT * FROM web_page WHERE reverse(domain) ^@ $1', 'SELECT * FROM web_page WHERE domain = $1'], '{10,1,1}', '{"designs": 1}');
SELECT q -> 'question' AS question, q ->> 'access' AS access FROM hbase.propose_keys('web_page', ARRAY['SELECT * FROM web_page WHERE domain LIKE ''%.org'' AND number = 5', 'SELECT * FROM web_page WHERE domain LIKE ''%.org'''], '{10,1}', '{"designs": 1}') p, jsonb_array_elements(p.questions) q;
-- layouts to judge
SELECT p.rank, p.layout, p.uniqueness, q ->> 'access' AS access, q -> 'ranges' AS ranges FROM hbase.propose_keys('orders', '{SELECT * FROM orders WHERE customer = $1 AND placed > $2}', options =>
    '{"layouts": ["id bigint", "salt(4), customer text, placed timestamptz desc", "md5(customer text, 4), placed timestamptz", "status text, customer text"]}') p, jsonb_array_elements(p.questions) q;
SELECT rank, layout, reason FROM hbase.propose_keys('orders', '{SELECT}', options => '{"layouts": ["id int", "id int", "status char(2)"]}');
SELECT p.rank, p.layout, q ->> 'access' AS access FROM hbase.propose_keys('web_page', ARRAY['SELECT * FROM web_page WHERE domain LIKE ''%.org'''], options => '{"layouts": ["reverse(domain text), number int", "domain text, number int", "salt(4), reverse(domain text), number int", "reverse(domain text), number int using ordered"]}') p, jsonb_array_elements(p.questions) q;
-- questions as JSON, and options
SELECT * FROM proposed('orders', NULL, NULL, '{"designs": 1, "questions": [{"where": {"customer": "="}, "order": ["placed desc"], "limit": 10, "weight": 9}, {"kind": "insert", "weight": 1}]}');
SELECT * FROM proposed('orders', NULL, NULL, '{"designs": 1, "writes": 1000, "time": "placed", "regions": 4, "rows": 1e9, "sample": 3000, "questions": [{"question": {"where": {"placed": "range"}}, "calls": 1}]}');
SELECT * FROM proposed('orders', NULL, NULL, '{"designs": 1, "weights": {"write": 0, "stored": 0}, "questions": [{"where": {"placed": "range"}}, {"kind": "insert", "weight": 1000000}]}');
-- the catalog as the workload; a relation without rows
CREATE TABLE line (order_id bigint REFERENCES orders, number int, PRIMARY KEY (order_id, number));
SELECT rank, form, layout, uniqueness, reason FROM hbase.propose_keys('line', '{SELECT * FROM line WHERE order_id = 5}');
CREATE TABLE empty (a boolean, b real, c float8, d numeric, e uuid, f bytea, g time, h date, i jsonb);
SELECT rank, form, layout, uniqueness FROM hbase.propose_keys('empty', '{SELECT FROM empty WHERE e = $1 AND h > $2,SELECT FROM empty WHERE a AND b = 1 AND c < 5 AND d > 7}', '{5,1}', '{"designs": 1}') WHERE rank = 1;
CREATE TABLE bare ();
SELECT rank, form, layout, reason FROM hbase.propose_keys('bare');
SELECT rank, form, layout, reason FROM hbase.propose_keys('line');
SELECT rank, form, layout FROM hbase.propose_keys('job', '{}', '{}') WHERE form = 'main';
SELECT form, reason FROM hbase.propose_keys('job', '{SELECT FROM nothing,SELECT count(*) FROM job,SELECT FROM job WHERE id = 5}', '{1,8,1}') WHERE form = 'remark';
-- the end of a text
CREATE TABLE page (host text PRIMARY KEY, title text);
INSERT INTO page SELECT 'www' || i % 7 || '.site' || i || '.example' || i % 50 || '.org', 'a' FROM generate_series(1, 2000) i;
SELECT * FROM proposed('page', ARRAY['SELECT * FROM page WHERE host LIKE ''%.example7.org''', 'SELECT * FROM page WHERE host = $1'], '{10,100}', '{"designs": 1}');
-- an id instead of a long text
CREATE TABLE word (name text, at timestamptz, PRIMARY KEY (name, at));
INSERT INTO word SELECT 'a long name of metric ' || i % 4, '2024-01-01+00'::timestamptz + i * interval '1 s' FROM generate_series(1, 1000) i;
SELECT decided_by, reason FROM hbase.propose_keys('word', '{SELECT FROM word WHERE name = $1}') WHERE decided_by ->> 'remark' = 'short ids';
-- errors
SELECT hbase.propose_keys(NULL);
SELECT hbase.propose_keys('orders', NULL, '{1}');
SELECT hbase.propose_keys('orders', options => '[]');
SELECT hbase.propose_keys('orders', options => '{"region": 5}');
SELECT hbase.propose_keys('orders', options => '{"regions": 0}');
SELECT hbase.propose_keys('orders', options => '{"regions": "5"}');
SELECT hbase.propose_keys('orders', options => '{"time": 5}');
SELECT hbase.propose_keys('orders', options => '{"time": "nothing"}');
SELECT hbase.propose_keys('orders', options => '{"weights": {"seeks": 5}}');
SELECT hbase.propose_keys('orders', options => '{"weights": 5}');
SELECT hbase.propose_keys('orders', options => '{"layouts": 5}');
SELECT hbase.propose_keys('orders', options => '{"layouts": [5]}');
SELECT hbase.propose_keys('orders', options => '{"layouts": ["id bigint, "]}');
SELECT hbase.propose_keys('orders', options => '{"layouts": ["id bigint, other int"]}');
SELECT hbase.propose_keys('orders', options => '{"layouts": ["id", "id", "id", "id", "id", "id", "id", "id", "id"]}');
SELECT hbase.propose_keys('orders', options => '{"questions": 5}');
SELECT hbase.propose_keys('orders', options => '{"questions": [5]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"were": 5}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"where": 5}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"where": {"nothing": "="}}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"where": {"id": "=="}}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"where": {"id": 5}}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"order": [5]}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"limit": -1}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"kind": "scan"}]}');
SELECT hbase.propose_keys('orders', options => '{"questions": [{"weight": "a"}]}');
SELECT hbase.propose_keys('orders', '{SELECT 1}', options => '{"questions": []}');
SELECT hbase.propose_keys('orders_pkey');
SELECT hbase_internal.propose_keys('orders', '5', '{}');
DROP SCHEMA shop CASCADE;
