-- Regions planned from the data.
CREATE SCHEMA plan_splits_test;
SET search_path = plan_splits_test, public;

CREATE TABLE log_data AS SELECT 'host'||i%20 AS host, '2022-12-01 00:00+00'::timestamptz + i*interval '1.237 s' AS at,
       (ARRAY['INFO','WARN','ERROR'])[i%3+1] AS event, 'm'||i AS msg FROM generate_series(0,99999) i;
CREATE VIEW log_time AS SELECT rowkey_compose('at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
CREATE VIEW log_salt AS SELECT rowkey_compose('salt(16), at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
CREATE TABLE log_host AS SELECT rowkey_compose('host text, event text, at timestamptz', host, event, at) AS key, widerow_build('m', msg) AS d FROM log_data;

-- A salt is found in the keys themselves; else regions have equal rows.
SELECT region, split, rows BETWEEN 6100 AND 6400 AS about_even, bytes / rows AS row_bytes FROM hbase.plan_splits('log_salt', 16);
SELECT count(*), min(rows), max(rows), sum(rows), sum(bytes) FROM hbase.plan_splits('log_time', 16);
SELECT max(rows) - min(rows) <= 1 AS equal_rows FROM hbase.plan_splits('log_salt', 16, align => 0);
-- The same keys with their layout: fewer regions hold whole salts, more of them parts of one.
SELECT hbase.define('log_salt', 'log', ARRAY['salt(16), at timestamptz, host text, event text']::rowkey_layout[]);
SELECT array_agg(split) FROM hbase.plan_splits('log_salt');
SELECT hbase.planned_splits('log_salt', 8);
SELECT count(*), count(*) FILTER (WHERE length(split) = 1) AS salts, min(rows) > 3000 AND max(rows) < 3250 AS about_even FROM hbase.plan_splits('log_salt', 32);
SELECT count(*), count(*) FILTER (WHERE length(split) = 1) AS salts, min(rows) > 2000 AND max(rows) < 6400 AS fair FROM hbase.plan_splits('log_salt', 20);

-- Points end with a component where one changes; the regions stay equal.
SELECT hbase.define('log_host', 'log', ARRAY['host text, event text, at timestamptz']::rowkey_layout[]);
SELECT region, split, rows FROM hbase.plan_splits('log_host', 20);
SELECT count(*), count(*) FILTER (WHERE length(split) > 12) AS inside, min(rows), max(rows) FROM hbase.plan_splits('log_host', 16);
-- No host in two regions; no event of a host in two; no more regions than events.
SELECT region, split, rows FROM hbase.plan_splits('log_host', 6, align => 1);
SELECT count(*), min(rows), max(rows) FROM hbase.plan_splits('log_host', 16, align => 2);
SELECT count(*), max(rows) FROM hbase.plan_splits('log_host', 70, align => 2);
SELECT count(*), min(length(split)), max(length(split)), max(rows) FROM hbase.plan_splits('log_host', 100000 / 2500, align => 1);
-- A literal that ends a component is part of it: host1_ begins no key of host10.
CREATE VIEW log_joined AS SELECT rowkey_compose($$host text, '_', event text, '_', at timestamptz using string$$, host, event, at) AS key, widerow_build('m', msg) AS d FROM log_data;
SELECT hbase.define('log_joined', 'log', ARRAY[$$host text, '_', event text, '_', at timestamptz using string$$]::rowkey_layout[]);
SELECT region, split, rows FROM hbase.plan_splits('log_joined', 6, align => 1);

-- A forecast is what a count by region gives, and what an export writes.
CREATE TABLE planned AS SELECT * FROM hbase.plan_splits('log_host', 7);
SELECT count(*) AS wrong FROM (SELECT width_bucket(key, ARRAY(SELECT split FROM planned WHERE split IS NOT NULL ORDER BY region)) AS region, count(*) AS rows FROM log_host GROUP BY 1) c FULL JOIN planned p USING (region) WHERE c.rows IS DISTINCT FROM p.rows;
-- A KeyValue of log_host: 20 bytes, key, 1 of family, 1 of qualifier, value.
SELECT sum(bytes) = (SELECT sum(20 + length(key) + 2 + octet_length(d -> 'm')) FROM log_host) AS exact FROM planned;

-- Equal bytes: ten rows hold nearly everything.
CREATE TABLE wide AS SELECT rowkey_compose('id int', i) AS key, widerow_build('v', repeat('x', CASE WHEN i % 100 = 0 THEN 10000 ELSE 1 END)) AS d FROM generate_series(0, 999) i;
SELECT region, split, rows FROM hbase.plan_splits('wide', 4, equal => 'rows');
SELECT region, split, rows, bytes FROM hbase.plan_splits('wide', 5, equal => 'bytes');
-- Versions count each; rows without cells are none of HBase; nor are rows without a key.
CREATE TABLE odd (key rowkey, d widerow, e widerow);
INSERT INTO odd VALUES ('a', widerow_at(widerow_build('q', 'v1'), 5) || widerow_at(widerow_build('q', 'v2'), 6) || widerow_at(widerow_build('long', 'v'), 6), widerow_build('', '')),
    ('b', '{}', NULL), (NULL, widerow_build('q', 'v'), NULL), ('', widerow_build('q', 'v'), NULL), ('c', widerow_build('q', 'v'), NULL), ('c', widerow_build('q', 'v'), NULL);
SELECT * FROM hbase.plan_splits('odd', 2);
SELECT * FROM hbase.plan_splits('odd', 3);

-- Samples: of a table by blocks, of a view by key; about the whole in both.
SELECT count(*), sum(rows) BETWEEN 60000 AND 140000 AS about FROM hbase.plan_splits('log_host', 10, sample => 20);
SELECT count(*), sum(rows) BETWEEN 90000 AND 110000 AS about, min(rows) > 8000 AND max(rows) < 12000 AS even FROM hbase.plan_splits('log_time', 10, sample => 20);

-- ANALYZE's histogram.
ALTER TABLE log_host ALTER key SET STATISTICS 300;
SELECT setseed(0.5);
ANALYZE log_host;
SELECT count(*), sum(rows), min(rows) > 9000 AND max(rows) < 11000 AS even, sum(bytes) BETWEEN 4000000 AND 5500000 AS about FROM hbase.plan_splits('log_host', 10, 'stats');
SELECT hbase.planned_splits('log_host', 4, 'stats', align => 1);
-- HBase has no row with the empty key, but it may be a bound of the histogram.
CREATE TABLE with_empty AS SELECT rowkey_from_text(CASE WHEN i > 0 THEN 'k' || lpad(i::text, 4, '0') ELSE '' END) AS key, widerow_build('v', i) AS d FROM generate_series(0, 999) i;
ANALYZE with_empty;
SELECT region, split, rows FROM hbase.plan_splits('with_empty', 4, 'stats');
CREATE VIEW one_row AS SELECT * FROM with_empty WHERE key = 'k0001';
SELECT region, split, rows FROM hbase.plan_splits('one_row', 2);

-- Steps that know nothing of the data, forecast with it: RegionSplitter's, Admin's and Phoenix's.
CREATE TABLE hexed AS SELECT rowkey_from_text(md5(i::text)) AS key, widerow_build('v', i) AS d FROM generate_series(1, 1000) i;
SELECT * FROM hbase.plan_splits('hexed', 4, 'hex');
SELECT hbase.planned_splits('hexed', 3, 'HexStringSplit'), hbase.planned_splits('hexed', 3, 'UniformSplit'), hbase.planned_splits('hexed', 3, 'DecimalStringSplit');
SELECT region, split, rows FROM hbase.plan_splits('hexed', 4, 'range', first => '4', last => 'c');
SELECT hbase.planned_splits('hexed', 4, 'salt');
SELECT count(*) FILTER (WHERE rows > 0) AS filled, count(*) FROM hbase.plan_splits('log_time', 16, 'uniform');
-- Every vector: the points do not depend on the relation.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/phoenix_splits.tsv"`
SELECT count(*) AS vectors, count(*) FILTER (WHERE f[2] = array_to_string(ARRAY(SELECT encode(s::bytea, 'hex') FROM unnest(hbase.planned_splits('wide', f[1]::int, 'salt')) s), ',')) AS equal
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f WHERE no > 1 AND line <> '';
-- Salts of a layout of its own: as text, of two bytes; buckets.
CREATE VIEW salt_text AS SELECT rowkey_compose('salt(12) by java as text, id text using string', i::text) AS key, widerow_build('v', i) AS d FROM generate_series(1, 100) i;
SELECT hbase.define('salt_text', layouts => ARRAY['salt(12) by java as text, id text using string']::rowkey_layout[]);
SELECT hbase.planned_splits('salt_text'), hbase.planned_splits('salt_text', 12, 'salt'), hbase.planned_splits('salt_text', 3, 'salt'), hbase.planned_splits('salt_text', 4);
CREATE VIEW bucketed AS SELECT rowkey_compose('bucket(id, 300), id int', i) AS key, widerow_build('v', i) AS d FROM generate_series(1, 6000) i;
SELECT hbase.define('bucketed', layouts => ARRAY['bucket(id, 300), id int']::rowkey_layout[]);
SELECT hbase.planned_splits('bucketed', 4), cardinality(hbase.planned_splits('bucketed'));

-- The number of regions: as defined, else by size and salts.
SELECT hbase.define('wide', regions => 3);
SELECT region, rows FROM hbase.plan_splits('wide');
SELECT region, rows FROM hbase.plan_splits('hexed');
CREATE TABLE nothing (key rowkey, d widerow);
SELECT * FROM hbase.plan_splits('nothing', 4);
SELECT * FROM hbase.plan_splits('nothing', 2, 'hex');

-- What it plans goes where split points go.
SELECT hbase.create_table('regions_of_log', '["d"]', splits => hbase.planned_splits('log_host', 3), partitions => true);
INSERT INTO regions_of_log TABLE log_host;
SELECT tableoid::regclass, count(*) FROM regions_of_log GROUP BY 1 ORDER BY 1;
SELECT hbase.define('hexed', splits => hbase.planned_splits('hexed', 3, 'hex'));
SELECT hbase.ddl('hexed', 'shell');

SELECT hbase.plan_splits(NULL, 4);
SELECT hbase.plan_splits('wide', 4, NULL);
SELECT hbase.plan_splits('wide', 4, equal => NULL);
SELECT hbase.plan_splits('wide', 0);
SELECT hbase.plan_splits('wide', 65537);
SELECT hbase.plan_splits('wide', 4, 'random');
SELECT hbase.plan_splits('wide', 4, equal => 'cells');
SELECT hbase.plan_splits('wide', 4, align => 1);
SELECT hbase.plan_splits('wide', 4, align => -1);
SELECT hbase.plan_splits('wide', 4, sample => 0);
SELECT hbase.plan_splits('wide', 4, sample => 'NaN');
SELECT hbase.plan_splits('wide', 4, first => 'a');
SELECT hbase.plan_splits('wide', 4, 'stats', last => 'a');
SELECT hbase.plan_splits('log_time', 4, 'stats');
SELECT hbase.plan_splits('log_data', 4);
