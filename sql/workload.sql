-- What statements ask of tables: read from SQL text, which is analyzed and never executed.
\set SHOW_CONTEXT never
\pset format unaligned
\pset fieldsep ' | '
\pset footer off
CREATE SCHEMA shop;
SET search_path = shop, public;
CREATE TABLE customer (id bigint PRIMARY KEY, name text, active boolean, city varchar(20));
CREATE TABLE orders (id bigint PRIMARY KEY, customer bigint REFERENCES customer, placed timestamptz, status text, total numeric, notes text[]);
CREATE VIEW recent AS SELECT o.*, c.name FROM orders o JOIN customer c ON c.id = o.customer;
CREATE FUNCTION asked(statements text) RETURNS TABLE (number int, relation regclass, kind text, question jsonb, reason text) LANGUAGE sql
AS 'SELECT number, relation, kind, question, reason FROM hbase_internal.statement_questions(statements, ''shop, public'')';
-- conditions
SELECT * FROM asked($$
SELECT * FROM customer WHERE id = $1;
SELECT * FROM customer WHERE 5 = id AND id > 3;
SELECT * FROM orders WHERE placed >= $1;
SELECT * FROM orders WHERE $1 > placed;
SELECT * FROM orders WHERE placed BETWEEN '2024-01-01' AND '2024-02-01';
SELECT * FROM orders WHERE tstzrange($1, $2) @> placed AND id = ANY ($3);
SELECT * FROM orders WHERE status IN ('open', 'paid');
SELECT * FROM orders WHERE status = 'open' OR status = 'paid';
SELECT * FROM orders WHERE status = 'open' OR customer = 3;
SELECT * FROM orders WHERE ($1 IS NULL OR status = $1) AND total <> 0;
SELECT * FROM orders WHERE status IS NULL AND total IS NOT NULL;
SELECT * FROM customer WHERE name LIKE 'A%' AND active;
SELECT * FROM customer WHERE name LIKE 'A' AND NOT active;
SELECT * FROM customer WHERE name LIKE '%a%' AND active IS TRUE;
SELECT * FROM customer WHERE name LIKE $1 AND starts_with(city, $2);
SELECT * FROM customer WHERE city ^@ 'Pa' AND lower(name) = 'ada';
SELECT * FROM customer WHERE name LIKE '%son' AND reverse(city) ^@ 'sir';
SELECT * FROM customer WHERE reverse(name) LIKE 'nos%' AND starts_with(reverse(city), $1);
SELECT * FROM customer WHERE reverse(name) = reverse($1) AND reverse(city) > 'a';
SELECT * FROM customer WHERE name LIKE '%s_n' AND city LIKE '%';
SELECT * FROM orders WHERE (placed, id) < ($1, $2) ORDER BY placed DESC, id DESC LIMIT 20;
SELECT * FROM orders WHERE placed > customer * interval '1 day' AND id = total;
$$);
-- order, limit and aggregates
SELECT * FROM asked($$
SELECT * FROM orders WHERE customer = $1 ORDER BY placed DESC LIMIT 10;
SELECT * FROM orders ORDER BY customer, placed DESC, lower(status), id FETCH FIRST 5 ROWS ONLY;
SELECT * FROM orders ORDER BY lower(status) LIMIT 5;
SELECT * FROM orders LIMIT $1;
SELECT max(placed) FROM orders WHERE customer = 5;
SELECT min(placed), count(*) FROM orders;
SELECT status, count(*) FROM orders WHERE placed >= now() - interval '1 day' GROUP BY status ORDER BY 2 DESC LIMIT 3;
$$);
-- joins, subqueries, views
SELECT * FROM asked($$
SELECT * FROM orders o, customer c WHERE o.customer = c.id AND c.city = 'Paris';
SELECT * FROM customer c LEFT JOIN orders o ON o.customer = c.id AND o.status = 'open' WHERE c.id = 7;
SELECT * FROM customer JOIN (SELECT customer AS id, max(placed) FROM orders GROUP BY customer) o USING (id) WHERE id = 4;
SELECT * FROM customer c WHERE EXISTS (SELECT FROM orders o WHERE o.customer = c.id);
SELECT * FROM customer WHERE id IN (SELECT customer FROM orders WHERE placed > $1);
SELECT (SELECT max(placed) FROM orders o WHERE o.customer = c.id) FROM customer c WHERE name = 'Ada';
SELECT * FROM recent WHERE customer = $1 AND name = $2 ORDER BY placed DESC LIMIT $3;
SELECT * FROM (SELECT * FROM orders ORDER BY placed LIMIT 5) s WHERE customer = 4;
SELECT * FROM (SELECT customer, count(*) AS n FROM orders GROUP BY customer) s WHERE customer = 4 AND n > 1;
SELECT * FROM (SELECT id, placed FROM orders UNION ALL SELECT id, NULL FROM customer) u WHERE u.id = 7;
WITH w AS (SELECT * FROM orders WHERE customer = 3) SELECT * FROM w WHERE status = 'open' FOR UPDATE;
WITH w AS (SELECT * FROM orders WHERE customer = 3) SELECT * FROM w a JOIN w b ON a.id = b.id WHERE a.status = 'x';
WITH RECURSIVE r AS (SELECT id FROM customer WHERE id = 1 UNION ALL SELECT o.id FROM orders o JOIN r ON o.customer = r.id) SELECT * FROM r;
$$);
-- writes, and other statements with a query
SELECT * FROM asked($$
INSERT INTO orders VALUES (1, 2, now());
INSERT INTO orders SELECT * FROM orders WHERE status = 'old' ON CONFLICT (id) DO UPDATE SET total = 0;
UPDATE orders SET status = 'paid', total = total + 1 WHERE id = $1;
UPDATE orders o SET (status, total) = (SELECT name, 1 FROM customer c WHERE c.id = o.customer), notes[1] = 'x' FROM customer c WHERE c.id = o.customer AND c.city = 'Rome';
DELETE FROM orders WHERE placed < $1;
DELETE FROM orders USING customer c WHERE c.id = orders.customer AND NOT c.active;
COPY orders FROM STDIN; COPY customer TO STDOUT; COPY (SELECT FROM customer WHERE id = 1) TO STDOUT;
DECLARE c CURSOR FOR SELECT * FROM customer WHERE city = 'Oslo';
CREATE TABLE rich AS SELECT * FROM orders WHERE total > 1000;
SELECT * INTO rich FROM orders WHERE total > 1000;
$$);
-- what is not read, with the reason
SELECT * FROM asked($$
BEGIN;
SELECT 1;
SELECT * FROM pg_class WHERE oid = 5;
SELEC 1;
SELECT * FROM nothing;
SELECT nothing FROM orders;
WITH w AS (DELETE FROM orders RETURNING *) SELECT * FROM w;
EXPLAIN SELECT * FROM orders;
DELETE FROM orders WHERE CURRENT OF c;
$$);
SELECT * FROM asked('');
SELECT * FROM asked(NULL);
SELECT * FROM asked(' ; ; -- nothing' || E'\n');
SELECT * FROM asked('SELECT FROM orders; SELECT (1; 2); SELECT ''; SELECT FROM orders');
-- pg_stat_statements has parameters where the grammar has only constants
SELECT * FROM asked('SELECT * FROM orders WHERE placed > now() - interval $1 AND placed < timestamptz $2 AND status = $11');
SELECT * FROM asked('SELECT * FROM orders WHERE placed > interval $1 5');

-- A name in several schemas is read only if a search_path is given.
CREATE SCHEMA other;
CREATE TABLE other.orders (id bigint);
SELECT relation, question, reason FROM hbase.workload('{SELECT * FROM orders WHERE id = 1,SELECT * FROM other.orders WHERE id = 1,WITH orders AS (SELECT 1) SELECT * FROM orders}');
SELECT relation, question, reason FROM hbase.workload('{SELECT * FROM orders WHERE id = 1}', search_path => 'other');
SELECT relation, question, reason FROM hbase.workload('{INSERT INTO orders VALUES (1),INSERT INTO customer VALUES (1)}', '{2,1}');
DROP SCHEMA other CASCADE;
SHOW search_path;

-- weights and shares
SELECT relation, kind, question, calls, share, rows, source, statement, reason FROM hbase.workload(
    ARRAY['SELECT * FROM customer WHERE id = 1; COMMIT', 'SELECT name FROM customer WHERE id = $1', NULL, 'UPDATE orders SET total = 0'], '{5,NULL,9,4}');
SELECT * FROM hbase.workload('{}');
SELECT * FROM hbase.workload('{a}', '{1,2}');
SELECT * FROM hbase.workload('{a}', '{-1}');
SELECT * FROM hbase.workload('{a}', '{NaN}');
SELECT * FROM hbase.workload('{a}', search_path => 'a,,');

-- Without statements, indexes and foreign keys are the workload.  (Extensions of the server may have others.)
CREATE INDEX orders_new ON orders (customer, placed DESC);
CREATE INDEX orders_placed ON orders (placed) INCLUDE (total);
CREATE INDEX orders_lower ON orders (lower(status));
SELECT relation, kind, question, calls, source FROM hbase_internal.catalog_questions() WHERE relation = 'orders'::regclass ORDER BY source;

-- No function runs: not through constants, literals of composite types, arrays and ranges of domains, or casts.
CREATE FUNCTION ran(text) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a function ran'; END $$;
CREATE DOMAIN trap AS text CHECK (ran(VALUE));
CREATE TYPE pair AS (a int, b trap);
CREATE TYPE trap_range AS RANGE (subtype = trap);
SET check_function_bodies = off;
CREATE FUNCTION trap_of(int) RETURNS pair IMMUTABLE LANGUAGE sql AS 'SELECT ''(1,x)''::pair';
CREATE CAST (int AS pair) WITH FUNCTION trap_of(int);
CREATE TABLE trapped (id int, p pair, t trap, a trap[], r trap_range);
SELECT '(1,x)'::pair;
SELECT * FROM asked($$
SELECT * FROM trapped WHERE p = '(1,x)'::pair;
SELECT * FROM trapped WHERE p = '(1,x)' AND id = 1;
SELECT * FROM trapped WHERE a = '{x}' AND r = '[a,b)' AND t = 'x' AND a = ARRAY['x']::trap[];
SELECT * FROM trapped WHERE r @> 'x'::trap AND ran('x') AND id = 5;
SELECT * FROM trapped WHERE p = 5::pair AND p = pair '(1,x)' AND id = (cast('(1,x)' AS pair)).a;
SELECT * FROM trapped LIMIT CASE WHEN ran('x') THEN 1 ELSE 2 END;
INSERT INTO trapped VALUES (1, '(1,x)', 'x', '{x}', '[a,b)');
UPDATE trapped SET p = '(1,x)', a = '{x}' WHERE id = 1;
SELECT * FROM generate_series(1, 10) i, trapped WHERE trapped.id = i AND ran('x');
$$);

-- Large and deep text is read or rejected.
SELECT question, left(reason, 60) AS reason FROM asked('SELECT FROM customer WHERE id = 1 AND name = ''' || repeat('x', 900000) || '''');
SELECT question, left(reason, 60) AS reason FROM asked('SELECT FROM customer WHERE id = ''' || repeat('x', 1000000) || '''');
SELECT question, reason <> '' AS has_reason FROM asked('SELECT FROM customer WHERE id = ' || repeat('(', 200000) || '1' || repeat(')', 200000));
SELECT question, reason <> '' AS has_reason FROM asked('SELECT FROM customer WHERE id = ' || repeat('(SELECT ', 20000) || '1' || repeat(')', 20000));
SELECT count(*), count(question) FROM asked(repeat('SELECT FROM customer WHERE id = 1;', 1000));
SELECT question, reason FROM asked('SELECT FROM customer WHERE id IN (' || repeat('1,', 100000) || '1)');
CREATE FUNCTION nest(levels int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	CREATE VIEW nested_0 AS SELECT id FROM customer;
	FOR i IN 1 .. levels LOOP
		EXECUTE format('CREATE VIEW nested_%1$s AS SELECT a.id FROM nested_%2$s a JOIN nested_%2$s b USING (id)', i, i - 1);
	END LOOP;
END $$;
SELECT nest(15);
SELECT count(*) FROM asked('SELECT FROM nested_5 WHERE id = 1');
SELECT * FROM asked('SELECT FROM nested_15 WHERE id = 1');
SET client_min_messages = warning;
DROP SCHEMA shop CASCADE;
