-- hbase.estimate: cells and bytes of a relation, and of the files it will become.

CREATE SCHEMA estimate_test;
SET search_path = estimate_test, public;
SET TimeZone = 'UTC';

-- One cell: 100-byte key, family and qualifier of 1, value of 8.
CREATE VIEW one_cell AS SELECT rowkey_from_text(repeat('k', 100)) AS key, widerow_build('q', '12345678') AS f;
SELECT family, rows, cells, key_bytes, name_bytes, value_bytes, keyvalue_bytes, regions, exact FROM hbase.estimate('one_cell');

-- The key, the family and the qualifier travel with each value.
CREATE VIEW long_names AS SELECT rowkey_from_text(repeat('k', 20)) AS key, widerow_build('ship_to_line1', '12345678') AS sh;
CREATE VIEW short_names AS SELECT rowkey_from_text(repeat('k', 20)) AS key, widerow_build('s1', '12345678') AS s;
SELECT (SELECT keyvalue_bytes FROM hbase.estimate('long_names') WHERE family IS NULL) AS long,
       (SELECT keyvalue_bytes FROM hbase.estimate('short_names') WHERE family IS NULL) AS short;

-- Raw, hashed and numbered keys.
CREATE TABLE orders(id bigint, customer bigint);
INSERT INTO orders VALUES (1001, 42), (1002, 42), (1003, -1);
CREATE VIEW raw_keys AS SELECT rowkey_compose('customer bigint, ord bigint', customer, id) AS key, widerow_build('', '') AS d FROM orders;
CREATE VIEW hashed_keys AS SELECT rowkey_compose('md5(customer text), md5(ord text)', customer::text, id::text) AS key, widerow_build('', '') AS d FROM orders;
CREATE VIEW mixed_keys AS SELECT rowkey_compose('customer bigint, md5(ord text)', customer, id::text) AS key, widerow_build('', '') AS d FROM orders;
SELECT v, key_bytes / cells AS key_length FROM unnest(ARRAY['raw_keys', 'hashed_keys', 'mixed_keys']::regclass[]) v, hbase.estimate(v) WHERE family IS NULL;

-- Tall, folded by the hour, and wide.
CREATE TABLE log_data AS SELECT 'host'||i%20 AS host, '2022-12-01 00:00+00'::timestamptz + i*interval '1.237 s' AS at,
       (ARRAY['INFO','WARN','ERROR'])[i%3+1] AS event, 'm'||i AS msg FROM generate_series(0,99999) i;
CREATE TABLE tall AS SELECT rowkey_compose('host text, event text, at timestamptz', host, event, at) AS key, widerow_build('m', msg) AS d FROM log_data;
CREATE MATERIALIZED VIEW log_hour AS SELECT rowkey_compose($$host text, event text, trunc(at timestamptz, '1 hour')$$, host, event, at) AS key,
       widerow_agg(hbase_encode((extract(epoch FROM at)*1000 % 3600000)::int, 'bytes'), msg, at) AS t FROM log_data GROUP BY 1;
CREATE VIEW wide AS SELECT rowkey_compose('host text, event text', host, event) AS key,
       widerow_agg(hbase_encode((extract(epoch FROM at)*1000)::bigint, 'bytes'), msg) AS w FROM log_data GROUP BY 1;
SELECT v, family, rows, cells, keyvalue_bytes, exact FROM unnest(ARRAY['tall', 'log_hour', 'wide']::regclass[]) v, hbase.estimate(v);

-- Small relations: the size of the very file.
CREATE TABLE two_families AS
SELECT rowkey_compose('salt(4), id int', i) AS key, widerow_build('a', i, 'b', 'text ' || i) AS d,
       CASE WHEN i % 3 = 0 THEN widerow_delete(widerow_at(widerow_build('c', i), i), 'b', 7) END AS e
  FROM generate_series(1, 3000) i;
SELECT hbase.define('two_families', 'two', families => '{"d": {"COMPRESSION": "GZ", "BLOOMFILTER": "ROWCOL"}, "e": {"BLOCKSIZE": 1024}}');
SELECT family, rows, cells, hfile_bytes = gz AS as_gz, hfile_bytes = "none" AS as_none, gz < "none" AS smaller, regions, sort_bytes > 100000 AS sort, exact FROM hbase.estimate('two_families');
SELECT e.family, e."none" = length(hfile_agg(key, e.family, qualifier, ts, type, value, 1700000000000,
         CASE e.family WHEN 'd' THEN '{"BLOOMFILTER": "ROWCOL"}' ELSE '{"BLOCKSIZE": 1024}' END::jsonb ORDER BY key)) AS to_the_byte
  FROM hbase.estimate('two_families') e, two_families t, widerow_cells(CASE e.family WHEN 'd' THEN t.d ELSE t.e END) c
 WHERE e.family IS NOT NULL GROUP BY e.family, e."none";

-- Above 32 MB not all rows are written; those of each part stand for that part, and a small family for itself.
CREATE TABLE uneven AS SELECT rowkey_compose('id int', i) AS key, widerow_build('v', CASE WHEN i <= 4200 THEN repeat(md5(i::text), 256) ELSE (SELECT string_agg(md5(i || 'x' || n), '') FROM generate_series(1, 32) n) END) AS d, CASE WHEN i % 100 = 0 THEN widerow_build('n', i) END AS n FROM generate_series(1, 12200) i;
SELECT e.family, abs(e.gz - sum(length(f.file))) < 0.1 * sum(length(f.file)) AS near, e.exact FROM hbase.estimate('uneven') e
  JOIN LATERAL (SELECT hfile_agg(u.key, e.family, c.qualifier, c.ts, c.type, c.value, 1700000000000, '{"COMPRESSION": "GZ"}' ORDER BY u.key) AS file FROM uneven u, widerow_cells(CASE e.family WHEN 'd' THEN u.d ELSE u.n END) c) f ON true
 WHERE e.family IS NOT NULL GROUP BY e.family, e.gz, e.exact;

-- Regions of a given size; a relation without rows, or without cells.
SELECT regions = ceil(hfile_bytes / 10000.0) AS of_this_size FROM hbase.estimate('tall', region_size => 10000) WHERE family IS NULL;
CREATE VIEW none AS SELECT * FROM tall WHERE false;
CREATE VIEW no_cells AS SELECT key, NULL::widerow AS d FROM tall WHERE key ^@ 'host1';
SELECT v, rows, cells, keyvalue_bytes, hfile_bytes, gz, regions, sort_bytes > 0 AS sort, exact FROM unnest(ARRAY['none', 'no_cells']::regclass[]) v, hbase.estimate(v) WHERE family IS NULL;

-- A part of the rows, and what is said of all of them.
SELECT abs(rows - 100000) < 7000 AS rows, abs(keyvalue_bytes - 4772223) < 334000 AS bytes, exact FROM hbase.estimate('tall', percent => 90) WHERE family IS NULL;
CREATE VIEW tall_view AS TABLE tall;
SELECT abs(rows - 100000) < 5000 AS rows, abs(keyvalue_bytes - 4772223) < 238611 AS bytes, exact FROM hbase.estimate('tall_view', percent => 30) WHERE family IS NULL;

-- A column of times beside the families is named, or an error.
CREATE VIEW timed AS SELECT *, '2022-12-01+00'::timestamptz AS written FROM one_cell;
SELECT rows, cells FROM hbase.estimate('timed', at => 'written') WHERE family IS NULL;
SELECT * FROM hbase.plan_splits('timed', at => 'written'), hbase.planned_splits('timed', 2, 'uniform', at => 'written');
SELECT table_name, hbase.ddl('timed', 'shell', at => 'written') FROM hbase.definition_of('timed', 'written');
SELECT hbase.estimate('timed');
SELECT hbase.ddl('timed', 'shell');
SELECT hbase.definition_of(NULL, 'written') IS NULL, hbase.ddl(NULL, 'shell') IS NULL;

-- Children that a subquery gathers for each parent are read once, not once for each parent; without an index on
-- the reference that matters. Few parents have many children.
CREATE TABLE parent AS SELECT i AS id, i::bigint AS long_id, 'p' || i AS name FROM generate_series(1, 2000) i;
CREATE TABLE child AS SELECT p.id AS parent, n, p.name FROM parent p, generate_series(1, CASE WHEN id % 100 = 7 THEN 5000 ELSE 1 END) n WHERE id % 10 <> 0;
INSERT INTO child VALUES (NULL, 1, NULL), (-1, 1, 'none');
ANALYZE parent, child;
CREATE VIEW nested AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', name) AS d, (SELECT widerow_agg(c.n::text, 'v' || c.n) FROM child c WHERE c.parent = p.id) AS c FROM parent p;
CREATE VIEW nested_twice AS SELECT rowkey_compose('id int', id) AS key,
       (SELECT widerow_agg(c.n::text, 'v' || c.n) FROM child c WHERE p.long_id = c.parent AND c.name = p.name AND c.n > 1) AS c,
       widerow_build('n', name) || (SELECT widerow_agg(c.n::text, x.v) FROM child c JOIN (VALUES (1, 'a'), (2, 'b')) x(n, v) USING (n) WHERE c.parent = p.id AND c.parent = p.id) AS d
  FROM parent p, generate_series(1, 1) WHERE id <= 1000
UNION ALL
SELECT rowkey_compose('id int', id), CASE WHEN id < 1900 THEN (SELECT widerow_agg(c.n::text, '') FROM child c WHERE c.parent = p.id) END, widerow_build('n', name)
  FROM parent p WHERE id > 1880;
BEGIN;
SELECT family, rows, cells, exact, error FROM hbase.estimate('nested');
SELECT seq_scan < 20 AS read_once FROM pg_stat_xact_user_tables WHERE relid = 'child'::regclass;
COMMIT;
SELECT family, rows, cells, exact, error FROM hbase.estimate('nested_twice');
CREATE INDEX ON child (parent);
SELECT count(c) AS rows, sum(widerow_count(c)) AS cells, count(d) AS rows_d, sum(widerow_count(d)) AS cells_d FROM nested_twice;
-- The error of a sample: none of all rows; unknown without a row.
WITH whole AS MATERIALIZED (SELECT v, e.* FROM unnest(ARRAY['nested', 'tall']::regclass[]) v, hbase.estimate(v) e),
     part AS MATERIALIZED (SELECT v, p AS percent, e.* FROM (VALUES ('nested'::regclass, 20), ('nested', 70), ('tall', 20)) s(v, p), hbase.estimate(v, percent => p) e)
SELECT p.v, p.percent, p.family, abs(p.keyvalue_bytes - w.keyvalue_bytes) <= p.error / 100 * p.keyvalue_bytes AS is_within, p.error > 0 AS has_error, p.exact
  FROM whole w JOIN part p ON p.v = w.v AND p.family IS NOT DISTINCT FROM w.family ORDER BY p.v::text COLLATE "C", p.percent, p.family;
SELECT cells, exact, error FROM hbase.estimate('nested', percent => 1e-300) WHERE family IS NULL;

-- What is refused.
SELECT hbase.estimate(NULL);
SELECT hbase.estimate('orders');
SELECT rows, keyvalue_bytes, regions, sort_bytes FROM hbase.estimate('tall_view', percent => 1e-308) WHERE family IS NULL;
SELECT hbase.estimate('tall', percent => 0);
SELECT hbase.estimate('tall', percent => 101);
SELECT hbase.estimate('tall', region_size => 0);
CREATE VIEW doubled AS TABLE one_cell UNION ALL TABLE one_cell;
SELECT rows FROM hbase.estimate('doubled') WHERE family IS NULL;

SET client_min_messages = warning;
DROP SCHEMA estimate_test CASCADE;
