-- Deltas: the puts and markers between a baseline and a relation, and baselines.
\set SHOW_CONTEXT never
SET TimeZone = 'UTC';
-- Objects of earlier tests are not reported below.
SELECT hbase.forget() IS NOT NULL AS swept;

-- An update of one source row changes many rows of HBase, and no others.
CREATE TABLE ship (ord bigint, ship int, city text, PRIMARY KEY (ord, ship));
CREATE TABLE line (ord bigint, line int, ship int, item text, qty int, PRIMARY KEY (ord, line));
INSERT INTO ship VALUES (1001, 1, 'Paris'), (1001, 2, 'Rome');
INSERT INTO line VALUES (1001, 1, 1, 'ink', 2), (1001, 2, 1, 'pen', 1), (1001, 3, 2, 'pad', 5);
CREATE VIEW line_flat AS
SELECT rowkey_compose('ord bigint, line int', l.ord, l.line) AS key, widerow_build('i', l.item, 'q', l.qty) AS d, widerow_build('ci', s.city) AS s
FROM line l JOIN ship s USING (ord, ship);
CREATE TABLE line_flat_old AS TABLE line_flat;

SELECT * FROM hbase.delta('line_flat', 'line_flat_old');
UPDATE ship SET city = 'Lyon' WHERE ship = 1;
SELECT key, family, convert_from(qualifier, 'UTF8') AS qualifier, ts, type, convert_from(value, 'UTF8') AS value FROM hbase.delta('line_flat', 'line_flat_old', stamp => 1000);

-- insert, delete, a cell less, a family less, another key
INSERT INTO line VALUES (1001, 4, 2, 'nib', NULL);
DELETE FROM line WHERE line = 1;
UPDATE line SET qty = NULL WHERE line = 2;
UPDATE line SET line = 9 WHERE line = 3;
UPDATE ship SET city = NULL WHERE ship = 1;
SELECT key, family, convert_from(qualifier, 'UTF8') AS qualifier, ts, type, encode(value, 'escape') AS value FROM hbase.delta('line_flat', 'line_flat_old', stamp => 1000);

-- whatever functions of the same names the search_path holds
CREATE FUNCTION lag_step(rowkey, rowkey) RETURNS rowkey LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this is not PostgreSQL''s'; END $$;
CREATE AGGREGATE lag(rowkey) (SFUNC = lag_step, STYPE = rowkey);
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_old', stamp => 1000);
DROP AGGREGATE lag(rowkey);
DROP FUNCTION lag_step;

-- families of any name
CREATE TABLE named (key rowkey PRIMARY KEY, previous widerow, b widerow, f2 widerow, lag widerow);
INSERT INTO named VALUES ('a', '{q=1}', '{q=1}', NULL, '{q=1}');
CREATE TABLE named_old AS TABLE named;
UPDATE named SET previous = '{q=2}', lag = NULL, f2 = '{q=3}';
SELECT key, family, type, convert_from(value, 'UTF8') AS value FROM hbase.delta('named', 'named_old', stamp => 1000);
DROP TABLE named, named_old;

-- some keys, some ranges
SELECT DISTINCT key FROM hbase.delta('line_flat', 'line_flat_old', keys => ARRAY(SELECT rowkey_compose('ord bigint, line int', 1001, n) FROM generate_series(1, 2) n)) ORDER BY key;
SELECT DISTINCT key FROM hbase.delta('line_flat', 'line_flat_old', ranges => ARRAY[rowkey_range('ord bigint, line int', 1001, '[3,5)'::int4range), rowkey_range('ord bigint, line int', 1001, 9)]) ORDER BY key;
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_old', ranges => '{}');
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_old', keys => '{}');
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_old', keys => '{a}', ranges => '{}');

-- the stamp is the snapshot's time
SELECT ts BETWEEN extract(epoch FROM now()) * 1000 - 1000 AND extract(epoch FROM clock_timestamp()) * 1000 AS is_now
FROM hbase.delta('line_flat', 'line_flat_old') LIMIT 1;
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_old', stamp => 1);
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_old', stamp => 9223372036854775807);
SELECT hbase_internal.delta_stamp(NULL, 9223372036854775807);
SELECT hbase_internal.delta_stamp(5, 9223372036854775806);

-- ---- stamped by the data -----------------------------------------------------
CREATE TABLE price (item text PRIMARY KEY, amount int, at timestamptz);
INSERT INTO price VALUES ('ink', 1, '2022-12-01 00:00+00'), ('pen', 2, '2022-12-01 00:00+00'), ('pad', 3, '2022-12-01 00:00+00');
CREATE VIEW price_h AS SELECT rowkey_compose('item text', item) AS key, widerow_at(widerow_build('a', amount), at) AS d FROM price;
CREATE TABLE price_old AS TABLE price_h;
UPDATE price SET amount = 10, at = '2022-12-02 00:00+00' WHERE item = 'ink';
DELETE FROM price WHERE item = 'pen';
SELECT key, convert_from(qualifier, 'UTF8') AS qualifier, ts, type, value FROM hbase.delta('price_h', 'price_old');
UPDATE price SET amount = 30 WHERE item = 'pad';
SELECT * FROM hbase.delta('price_h', 'price_old');
SELECT key, convert_from(qualifier, 'UTF8') AS qualifier, ts, type, value FROM hbase.delta('price_h', 'price_old', stamp => 1700000000000, restamp => true);
UPDATE price SET at = '2022-11-01 00:00+00' WHERE item = 'pad';
SELECT * FROM hbase.delta('price_h', 'price_old');
SELECT * FROM hbase.delta('price_h', 'price_old', stamp => 1000, restamp => true);

-- ---- baselines -----------------------------------------------------------------
SELECT hbase.baseline('line_flat', stamp => 1000, splits => ARRAY['\x80\x00\x00\x00\x00\x00\x03\xE9\x80\x00\x00\x03']::rowkey[]);
\d line_flat_baseline
SELECT * FROM line_flat_baseline ORDER BY key;
SELECT baseline_name, relation_name, stamp, splits FROM hbase.delta_baseline;
SELECT hbase.baseline('line_flat');
SELECT hbase.baseline('line_flat', 'line_flat_old');
SELECT hbase.baseline('price_h', 'line_flat_baseline', refresh => true);
SELECT hbase.baseline(NULL);
SELECT hbase.baseline('line_flat', 'line_other', stamp => 0);
SELECT hbase.baseline('line_flat', refresh => true, stamp => 1001);
UPDATE line SET item = 'INK';
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_baseline');
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_baseline', stamp => 1001);
SELECT hbase.baseline('line_flat', refresh => true, stamp => 2000);
SELECT count(*) FROM hbase.delta('line_flat', 'line_flat_baseline');
SELECT hbase.baseline('price_h', 'price sent', empty => true);
SELECT hbase.baseline('price_h', '"Price sent"', empty => true);
SELECT count(*) FROM hbase.delta('price_h', '"Price sent"');
SELECT column_name, versions FROM hbase.families('"Price sent"');

-- what a baseline remembers: markers hide what the data bring back
SELECT hbase_internal.delta_landed('{a=1, b@5=2}', '{a=3, b@5!Delete}', 1000) AS next, hbase_internal.delta_landed(NULL, NULL, 1000) AS nothing,
       hbase_internal.delta_landed(NULL, '{a!DeleteColumn, b=1}', 1000) AS full_export;
SELECT hbase_internal.delta_cells('{a@5!Delete}', '{a@5=1}', 'row', 'd', 1000, 900, 1, false);
SELECT hbase_internal.delta_cells('{a@900=1}', '{a=2}', 'row', 'd', 900, 800, 1, false);

-- ---- invalid baselines ------------------------------------------------------------
SELECT * FROM hbase.delta('price_h', 'line_flat_baseline');
SELECT * FROM hbase.delta('price_h', 'line_flat_old');
SELECT * FROM hbase.delta('price_h', 'price_h');
SELECT * FROM hbase.delta('price', 'price_old');
SELECT * FROM hbase.delta('price_h', 'price');
SELECT * FROM hbase.delta('price_h', NULL);
SELECT * FROM hbase_internal.delta_query(NULL, 'price_old', 1000, 0, NULL, NULL, false);
SELECT hbase_internal.set_baseline('price_h', 'price_h', 1000, NULL);
SELECT hbase_internal.set_baseline(NULL, 'price_h', 1000, NULL);
SELECT hbase_internal.set_baseline('line_flat_old', 0, 1000, NULL);
SELECT hbase_internal.set_baseline('line_flat_old', 'price_pkey', 1000, NULL);
UPDATE price SET amount = 3, at = '2022-12-01 00:00+00' WHERE item = 'pad';
CREATE VIEW twice AS SELECT p.key, d FROM price_h p, generate_series(1, 2);
SELECT * FROM hbase.delta('twice', 'price_old');
CREATE VIEW keyless AS SELECT NULLIF(key, 'ink') AS key, d FROM price_h;
SELECT * FROM hbase.delta('keyless', 'price_old');
CREATE VIEW blank AS SELECT CASE WHEN key = 'ink' THEN '' ELSE key END AS key, d FROM price_h;
SELECT * FROM hbase.delta('blank', 'price_old');
INSERT INTO price_old TABLE price_old;
SELECT * FROM hbase.delta('price_h', 'price_old');

-- ---- the functions of its query ------------------------------------------------------
SELECT hbase_internal.delta_cells(NULL, '{q=1}', NULL, 'd', 5, 1, 1, false);
SELECT hbase_internal.delta_cells('{q=1}', NULL, 'k', 'd', 5, 1, 1, NULL);
SELECT hbase_internal.delta_landed('{q=1}', NULL, NULL);
SELECT hbase_internal.delta_cells('{q=1}', '{q@5=1}', 'k', 'd', (-9223372036854775808)::bigint, 1, 1, false);
SELECT hbase_internal.delta_landed('{q=1}', '{q!DeleteColumn}', (-9223372036854775808)::bigint);
SELECT hbase_internal.delta_key('a', NULL, NULL, NULL, NULL, NULL);
SELECT hbase_internal.delta_stamp(NULL, NULL);
-- no function of the search_path takes the place of the system's
CREATE FUNCTION in_the_way(rowkey, rowkey) RETURNS rowkey LANGUAGE plpgsql AS $$ BEGIN RAISE 'the wrong lag()'; END $$;
CREATE AGGREGATE lag(rowkey) (SFUNC = in_the_way, STYPE = rowkey);
SELECT count(*) > 0 AS compared FROM hbase.delta('line_flat', 'line_flat_old');
DROP AGGREGATE lag(rowkey);
DROP FUNCTION in_the_way;

-- ---- the context of an error does not have the generated SQL ------------------------------
CREATE FUNCTION context_of(statement text, OUT message text, OUT is_short boolean) LANGUAGE plpgsql AS $$
DECLARE
    context text;
BEGIN
    EXECUTE statement;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, context = PG_EXCEPTION_CONTEXT;
    is_short := length(context) < 800 AND context !~ 'JOIN|CREATE|INSERT';
END $$;
CREATE VIEW broken AS SELECT key, widerow_put(d, 'q', (1 / (length(key) - 3))::text) AS d FROM price_h;
SELECT * FROM context_of($$SELECT hbase.delta('broken', 'price_old')$$);
SELECT * FROM context_of($$SELECT hbase.export_delta('broken', 'price_old', '/tmp/hbase_schema_no_delta')$$);
SELECT * FROM context_of($$SELECT hbase.baseline('broken', 'broken_old')$$);
SELECT hbase_internal.execute_statement('COMMIT');
\set VERBOSITY terse
SELECT hbase_internal.execute_delta('SELECT 1');
\set VERBOSITY default
DROP VIEW broken;
DROP FUNCTION context_of;

-- ---- others' baselines -----------------------------------------------------------
CREATE ROLE delta_reader;
GRANT SELECT ON line_flat, line_flat_old TO delta_reader;
SET ROLE delta_reader;
SELECT count(*) > 0 AS may_compare FROM hbase.delta('line_flat', 'line_flat_old');
SELECT hbase_internal.set_baseline('line_flat_old', 'line_flat', 5000, NULL);
SELECT hbase.export_delta('line_flat', 'line_flat_old', '/nowhere');
RESET ROLE;
DROP OWNED BY delta_reader;
DROP ROLE delta_reader;

-- ---- the end of one -----------------------------------------------------------------
SELECT hbase.forget('line_flat_baseline');
SELECT hbase.delta('line_flat', 'line_flat_baseline') LIMIT 0;
DROP TABLE "Price sent";
SELECT hbase.forget();
SELECT baseline_name FROM hbase.delta_baseline;
DROP VIEW twice, keyless, blank, price_h, line_flat;
DROP TABLE price, price_old, line, ship, line_flat_old, line_flat_baseline;
SELECT hbase.forget();
