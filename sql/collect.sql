-- Rejected rows: hbase.rejects() lists every one where the first would end any
-- other statement.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
SET search_path = rejects_test, public;
CREATE SCHEMA rejects_test;

CREATE TABLE source(id int, name text, n bigint, at timestamptz);
INSERT INTO source VALUES (1, 'a', 5, '2022-12-01+00'), (2, NULL, 5, '2022-12-01+00'), (3, 'c', -5, '2022-12-01+00'), (4, 'd', 5, 'infinity'), (5, '', 5, '2022-12-01+00');

-- Keys: the component, the values and the reason of each.
CREATE VIEW keys AS SELECT rowkey_compose('name text, n bigint', name, n) AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM hbase.rejects('keys');
SELECT key FROM keys;
CREATE VIEW bytes_keys AS SELECT rowkey_compose($$name text, ':', n bigint using bytes$$, name, n) AS key, widerow_build('i', id) AS d FROM source WHERE id <> 2;
SELECT * FROM hbase.rejects('bytes_keys');
-- as rowkey_reject_reason says
SELECT rowkey_reject_reason($$name text, ':', n bigint using bytes$$, name, n) FROM source WHERE id = 3;

-- Parts of keys, and transforms: the call that rejects is reported, once.
CREATE VIEW parts AS SELECT rowkey_salt(rowkey_pad(name, 1) || rowkey_reverse_ts(at), 8) AS key, widerow_build('i', id) AS d FROM (SELECT id, CASE id WHEN 3 THEN 'cc' ELSE name END AS name, at FROM source WHERE id <> 2) s;
SELECT * FROM hbase.rejects('parts');
CREATE VIEW composed AS SELECT rowkey_compose('base bytea, id int using ordered', rowkey_pad(name, 1)::bytea, id) AS key, widerow_build('i', id) AS d FROM (SELECT id, CASE id WHEN 3 THEN 'cc' ELSE name END AS name FROM source WHERE id IN (1, 3)) s;
SELECT * FROM hbase.rejects('composed');
CREATE VIEW buckets AS SELECT rowkey_bucket(at, 8) || rowkey_encode(n, 'phoenix', false, 'UNSIGNED_LONG') AS key, widerow_build('i', id) AS d FROM source;
SELECT function, "values", reason FROM hbase.rejects('buckets');
CREATE VIEW long_keys AS SELECT rowkey_from_text(repeat(name, 20000 * id)) AS key, widerow_build('i', id) AS d FROM source WHERE id IN (1, 3);
SELECT function, left("values", 20) || '...', reason FROM hbase.rejects('long_keys');

-- Cells: builders, encoders within them, aggregates, rows applied on rows.
CREATE VIEW cells AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', hbase_encode(n, 'phoenix', 'UNSIGNED_LONG')) AS d,
       widerow_at(widerow_build(name, id), at) AS e FROM source;
SELECT * FROM hbase.rejects('cells');
CREATE VIEW aggregated AS SELECT rowkey_compose('g int', id % 2) AS key, widerow_agg(name, id, at) AS d, widerow_agg('same', id) AS e FROM source GROUP BY id % 2;
SELECT function, "values", reason FROM hbase.rejects('aggregated') ORDER BY 1, "values" COLLATE "C", 3;
CREATE VIEW merged AS SELECT rowkey_compose('g int', 1) AS key, widerow_merge(w) AS d FROM (SELECT CASE id WHEN 3 THEN widerow_at(widerow_build('q', id), at) ELSE widerow_build('q', id) END AS w FROM source WHERE id < 4 ORDER BY id) s;
SELECT function, reason, hint FROM hbase.rejects('merged');
CREATE VIEW applied AS SELECT rowkey_compose('id int', id) AS key, widerow_build('q', 1) || widerow_at(widerow_build('q', 2), at) AS d, widerow_put('{}', name, id) AS e, widerow_increment(widerow_build('c', name), 'c', n) AS f FROM source WHERE id < 4;
SELECT function, "values", reason FROM hbase.rejects('applied');

-- Rejected in one partition, taken in the others.
CREATE TABLE parts_source (g int, part int, name text) PARTITION BY LIST (part);
CREATE TABLE parts_source_1 PARTITION OF parts_source FOR VALUES IN (1);
CREATE TABLE parts_source_2 PARTITION OF parts_source FOR VALUES IN (2);
CREATE TABLE parts_source_3 PARTITION OF parts_source FOR VALUES IN (3);
INSERT INTO parts_source SELECT 1, 1 + n % 3, CASE WHEN n <> 400 THEN 'q' || n END FROM generate_series(1, 900) n;
ANALYZE parts_source;
CREATE VIEW partitioned AS SELECT rowkey_compose('g int', g) AS key, widerow_agg(name, part) AS d FROM parts_source GROUP BY g;
SET enable_partitionwise_aggregate = on;
SELECT function, reason FROM hbase.rejects('partitioned');
SELECT rule, measured FROM hbase.check('partitioned') WHERE severity = 'error';
SELECT family, rows, cells FROM hbase.estimate('partitioned');
RESET enable_partitionwise_aggregate;

-- A key of NULL that no function rejected; an empty one.
CREATE VIEW others AS SELECT CASE id WHEN 1 THEN NULL WHEN 2 THEN ''::rowkey ELSE rowkey_compose('id int', id) END AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM hbase.rejects('others');
-- A rejected value in a condition or a grouping cannot be identified: an error.
CREATE VIEW dropped AS SELECT * FROM keys WHERE key IS NOT NULL;
SELECT count(*) FROM hbase.rejects('dropped');
CREATE VIEW grouped AS SELECT key, widerow_merge(d) AS d FROM keys GROUP BY key;
SELECT count(*) FROM hbase.rejects('grouped');

-- What is not of the data is an error as ever: a wrong statement,
CREATE VIEW wrong AS SELECT rowkey_compose(l::rowkey_layout, name, n) AS key, widerow_build('i', id) AS d FROM source, (VALUES ('name text')) v(l);
SELECT * FROM hbase.rejects('wrong');
-- constants, which the planner evaluates,
CREATE VIEW constant AS SELECT rowkey_compose('n bigint using bytes', -1) AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM hbase.rejects('constant');
-- and other errors.
CREATE VIEW divided AS SELECT rowkey_compose('n bigint', 1 / (id - 3)) AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM hbase.rejects('divided');
-- Somebody who waits for the error gets it.
CREATE FUNCTION key_or_own(name text, n bigint) RETURNS rowkey LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN rowkey_compose('name text, n bigint', name, n);
EXCEPTION WHEN OTHERS THEN
    RETURN 'own'::rowkey;
END $$;
CREATE VIEW caught AS SELECT key_or_own(name, n) AS key, widerow_build('q', CASE id WHEN 2 THEN NULL ELSE hbase_encode(n, 'phoenix', 'UNSIGNED_LONG') END) AS d FROM source;
SELECT * FROM hbase.rejects('caught');
-- A row rejected twice, in key and cells, does not stand for one without a key.
CREATE VIEW twice AS SELECT CASE id WHEN 3 THEN NULL ELSE rowkey_compose('id int, name text', id, CASE id WHEN 1 THEN NULL ELSE 'x' END) END AS key, widerow_build(CASE id WHEN 1 THEN NULL ELSE 'q' END, id) AS d, widerow_build(CASE id WHEN 1 THEN NULL ELSE 'r' END, id) AS e FROM source;
SELECT function, "values", reason FROM hbase.rejects('twice');
SELECT rule, subject, measured FROM hbase.check('twice') WHERE severity = 'error';
-- After all of these, an error is an error.
SELECT rowkey_compose('name text, n bigint', name, n) FROM source;
BEGIN;
SAVEPOINT s;
SELECT * FROM hbase.rejects('divided');
ROLLBACK TO s;
SELECT rowkey_compose('name text, n bigint', name, n) FROM source;
ROLLBACK;
-- Forecasts leave such rows out, and say so: of keys, and of cells.
SET client_min_messages = notice;
SELECT sum(rows) FROM hbase.plan_splits('keys', 2);
SELECT sum(rows) FROM hbase.plan_splits('cells', 2);
SELECT rows FROM hbase.estimate('cells') WHERE family IS NULL;
SET client_min_messages = warning;
-- A check within a check.
CREATE VIEW nested AS SELECT rowkey_compose('n bigint', (SELECT count(*) FROM hbase.rejects('keys')) + id) AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM hbase.rejects('nested');
SELECT * FROM hbase.rejects('source');

DROP SCHEMA rejects_test CASCADE;
