-- The type widerow: text and binary form, comparison, builders, records.

CREATE SCHEMA widerow_test;
SET search_path = widerow_test, public;

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

-- ---- text form ------------------------------------------------------------

SELECT '{}'::widerow AS empty, '{b=2, a=1}'::widerow AS sorted,
       '{q@5=new,q@3=old,q@4!DeleteColumn}'::widerow AS versions,
       '{""@9!DeleteFamily, ""=""}'::widerow AS empty_name;
SELECT '{q="say ""hi"", {you}", r=\x00\xFF\x5C, "a b"="x@y"}'::widerow;
-- a family that keeps the order of merge; numbers are made dense
SELECT '{q@5#9=b, q@5#4!Delete, r@1#2=x}'::widerow, '{q@5#9=b, r@1#2=x}'::widerow AS one_generation;

\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$'q=v'::widerow$$),
    ($$'{q=v'::widerow$$),
    ($$'{q=v} x'::widerow$$),
    ($$'{q}'::widerow$$),
    ($$'{q=\xff}'::widerow$$),
    ($$'{q=é}'::widerow$$),
    ($$'{q!Gone}'::widerow$$),
    ($$'{q@9223372036854775807=v}'::widerow$$),
    ($$'{q#4294967295=v}'::widerow$$),
    ($$'{q@5=a, q@5=b}'::widerow$$),
    ($$'{q!Delete}'::widerow$$),
    ($$'{q!DeleteFamily}'::widerow$$),
    ($$'{q#0=a, q@4#1!Delete}'::widerow$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- ---- binary form ----------------------------------------------------------

-- Stored bytes, sent bytes and the documented format are one.
SELECT widerow_send('{a@5=x, a@3=old, b@5!DeleteColumn}');
SELECT widerow_send('{}'), widerow_send('{a=x,b=y}');

-- Every way out and in again, for rows of all shapes.
CREATE TABLE shapes (no int GENERATED ALWAYS AS IDENTITY, w widerow);
INSERT INTO shapes (w) VALUES ('{}'), ('{a=1}'), ('{""=""}'), ('{a@5=1, b@5=2}'), ('{a@5=1, a@3!DeleteColumn, bb=2}'),
    ('{q@5#1=b, q@5#0!Delete}'), (NULL);
INSERT INTO shapes (w) SELECT widerow_agg(to_char(i, 'FM00000'), repeat('v', i % 7)) FROM unnest(ARRAY[20, 300, 70000]) n, generate_series(1, n) i GROUP BY n ORDER BY n;
INSERT INTO shapes (w) SELECT widerow_agg('q', i, i) FROM unnest(ARRAY[255, 256, 65536]) n, generate_series(1, n) i GROUP BY n ORDER BY n;
INSERT INTO shapes (w) SELECT widerow_agg('q' || i, 'x', 1::bigint << i) FROM generate_series(0, 62) i;
SELECT no, widerow_count(w), length(widerow_send(w)), w = w::text::widerow AS text_comes_back FROM shapes ORDER BY no;

-- ---- comparison -----------------------------------------------------------

SELECT '{a=1,b=2}'::widerow = '{b=2,a=1}', '{a=1}'::widerow <> '{a@5=1}', hbase_internal.widerow_cmp('{a=1}', '{a=1}');
SELECT count(*), count(DISTINCT w) FROM shapes;
SELECT count(*) FROM (SELECT w FROM shapes UNION SELECT w FROM shapes) u;
SELECT count(*) FROM (SELECT w FROM shapes EXCEPT SELECT w FROM shapes) u;
SET enable_hashagg = off;
SELECT count(*) FROM (SELECT w FROM shapes UNION SELECT w FROM shapes) u;
RESET enable_hashagg;
SELECT count(*) FROM shapes a JOIN shapes b USING (w);
CREATE UNIQUE INDEX ON shapes USING btree (w) WHERE widerow_count(w) < 10;
INSERT INTO shapes (w) VALUES ('{a=1}');
SELECT bool_and(hbase_internal.widerow_hash(w) = hbase_internal.widerow_hash_extended(w, 0)::bit(32)::int) AS hash_is_extended_hash FROM shapes;
SELECT '{a=1}'::widerow < '{a=2}', '{a=1}'::widerow <= '{a=2}', '{a=1}'::widerow > '{a=2}', '{a=1}'::widerow >= '{a=2}';

-- ---- builders -------------------------------------------------------------

SELECT widerow_build('c', 42, 'f', 3.50, 'v', 'text', 'no cell', NULL::int, 'b', true, 'at', '2022-12-01 00:00+00'::timestamptz) AS row;
SELECT widerow_build() AS none, widerow_build('', '') AS empty, widerow_build('\x00'::bytea, '\xff'::bytea) AS bytes;
SELECT widerow_build('q', jsonb_build_object('i', 'ink', 'n', 2)) AS jsonb, widerow_build(VARIADIC ARRAY['a', '1', 'b', NULL]) AS array,
       widerow_build('a '::char(5), 'b '::char(5)) AS blanks_go, widerow_build('n'::name, 1::smallint) AS name;
SELECT widerow_build('phoenix'::hbase_encoding, 'n', 1::bigint) = widerow_build('n', hbase_encode(1::bigint, 'phoenix')) AS equal, widerow_build('phoenix'::hbase_encoding, 'n', 1::bigint) -> 'n' AS phoenix,
       widerow_build('n', 1::bigint) -> 'n' AS bytes, widerow_build('string'::hbase_encoding, 'n', 1.50, 't', 'x', 'b', '\xff'::bytea) AS string;
SELECT widerow_build('é', 'ä') AS utf8;
SELECT widerow_build('phoenix'::hbase_encoding) AS empty, widerow_build(NULL::hbase_encoding, 'a', 1) IS NULL AS no_encoding, widerow_build('n', 1, 'e', 'phoenix'::hbase_encoding::text) AS a_value;

\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_build('a', 1, 'a', 2)$$),
    ($$widerow_build('a')$$),
    ($$widerow_build('phoenix', 'a', 1)$$),
    ($$widerow_build('phoenix'::hbase_encoding, 'a')$$),
    ($$widerow_build(VARIADIC ARRAY['a'])$$),
    ($$widerow_build(VARIADIC ARRAY[NULL, 'x'])$$),
    ($$widerow_build(NULL::text, 1)$$),
    ($$widerow_build(1, 1)$$),
    ($$widerow_build('a', '1 day'::interval)$$),
    ($$widerow_build('a', ARRAY[1])$$),
    ($$widerow_build('a', 'infinity'::timestamptz)$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- The session's settings do not matter: expression indexes and generated columns take builders.
CREATE TABLE generated (id int, at timestamptz, w widerow GENERATED ALWAYS AS (widerow_build('i', id, 't', at)) STORED);
SET TimeZone = 'Asia/Kathmandu';
INSERT INTO generated VALUES (1, '2022-12-01 00:00+00');
RESET TimeZone;
SELECT w = widerow_build('i', 1, 't', '2022-12-01 00:00+00'::timestamptz) FROM generated;
CREATE INDEX ON generated (widerow(generated));

-- ---- records --------------------------------------------------------------

CREATE TYPE item AS (name text, qty int, price numeric, tags text);
SELECT widerow(ROW('ink', 2, 9.50, NULL)::item), widerow(ROW('ink', 2, 9.50, NULL)::item, 'string'), widerow(NULL::item);
SELECT widerow(t) FROM (SELECT 'Ada'::text AS name, 42::bigint AS id) t;
SELECT p.* FROM widerow_populate(NULL::item, widerow(ROW('ink', 2, 9.50, NULL)::item)) p;
SELECT p.* FROM widerow_populate(ROW('pen', 1, 0, 'new')::item, widerow_build('qty', 7, 'other', 1)) p;
SELECT p.* FROM widerow_populate(NULL::item, widerow(ROW('ink', 2, 9.50, 'a')::item, 'string'), 'string') p;
SELECT p.* FROM widerow_populate(NULL::item, NULL) p;
SELECT p.* FROM widerow_populate(NULL::item, '{name@5=old, name@9!DeleteColumn, tags@3=t}') p;
-- a dropped column
CREATE TABLE dropped (a int, b text, c int);
ALTER TABLE dropped DROP COLUMN b;
INSERT INTO dropped VALUES (1, 3);
SELECT widerow(dropped), (widerow_populate(NULL::dropped, widerow(dropped))).* FROM dropped;
-- a row type that changes between two calls of one place
CREATE TYPE altered AS (a int, b text);
CREATE FUNCTION there_and_back(source text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    there altered;
    back altered;
BEGIN
    EXECUTE source INTO there;
    back := widerow_populate(NULL::altered, widerow(there));
    RETURN back;
END $$;
BEGIN;
SELECT there_and_back($$SELECT 7, 'x'$$);
ALTER TYPE altered ALTER ATTRIBUTE a TYPE text;
SELECT there_and_back($$SELECT 'seven', 'x'$$);
ALTER TYPE altered DROP ATTRIBUTE b, ADD ATTRIBUTE c bigint;
SELECT there_and_back($$SELECT 'seven', 8$$);
COMMIT;
DROP FUNCTION there_and_back;
DROP TYPE altered;
-- type modifiers count
CREATE TYPE narrow AS (name varchar(3), price numeric(5, 1));
SELECT p.* FROM widerow_populate(NULL::narrow, widerow_build('name', 'ink', 'price', 9.96)) p;
SELECT p.* FROM widerow_populate(NULL::narrow, widerow_build('name', 'inks')) p;
-- domains are checked
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN needed AS int NOT NULL;
CREATE TYPE checked AS (n positive, m needed);
CREATE DOMAIN cheap AS item CHECK ((VALUE).price < 10);
SELECT p.* FROM widerow_populate(NULL::checked, widerow_build('n', 5, 'm', 1)) p;
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$p.* FROM widerow_populate(NULL::checked, widerow_build('n', -5, 'm', 1)) p$$),
    ($$p.* FROM widerow_populate(NULL::checked, widerow_build('n', 5)) p$$),
    ($$widerow_populate(NULL::cheap, widerow_build('qty', 7))$$),
    ($$widerow_populate(ROW('pen', 7, 0, '')::item::cheap, widerow_build('price', 100.0))$$),
    ($$p.* FROM widerow_populate(NULL::item, '{qty=abc}') p$$),
    ($$widerow_populate(NULL::record, '{qty=abc}')$$),
    ($$widerow_populate(1, '{qty=abc}')$$),
    ($$widerow(t) FROM (SELECT '1 day'::interval AS how_long) t$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- ---- JSON -----------------------------------------------------------------

SELECT to_jsonb(w), w::json FROM (SELECT widerow_build('name', 'Ada "A"', 'n', 1, 'x', '\x41', 'é', E'tab\t') || '{gone@5=x, gone@6!DeleteColumn}') v(w);
SELECT to_jsonb(t) FROM (SELECT 7 AS key, '{a=1}'::widerow AS d) t;
