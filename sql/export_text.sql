-- Relations as text for HBase's own tools: lines for ImportTsv, scripts for the
-- shell; what they cannot carry is an error that names the row.
CREATE SCHEMA export_text;
SET search_path = export_text, public;

CREATE TABLE product AS
SELECT rowkey_compose('kind text, id bigint', kind, id) AS key, widerow_build('n', name, 'p', price) AS d, widerow_build('stock', stock) AS s
  FROM (VALUES ('cd', 5, 'Blue', 9.50, 3), ('cd', 6, 'Red "#{1}"', 12, 0), ('dvd', 5, 'Größe', 3.25, 7)) v (kind, id, name, price, stock);
CREATE TABLE plain AS
SELECT rowkey_from_text(n) AS key, v AS d
  FROM (VALUES ('a/1', widerow_build('n', 'one', 'p', '1')), ('a/2', widerow_build('n', 'two')), ('b/1', widerow_build('p', '3'))) t (n, v);
SELECT hbase.define('plain', 'shop:plain', families => '{"d": {"VERSIONS": 3}}');

-- ---- lines -------------------------------------------------------------------

SELECT hbase.tsv_columns('product'), array_to_string(hbase.tsv_columns('plain'), ',') AS option;
-- Binary keys are bytes, not text: a file takes them.
SELECT hbase.export_tsv('product', stamp => 1700000000000);
-- Missing cells are empty fields, which ImportTsv skips when told so.
SELECT hbase.export_tsv('plain', stamp => 1700000000000, skip_empty => false);
SELECT replace(l, E'\t', '|') FROM hbase.export_tsv('plain', stamp => 1700000000000) l;
SELECT replace(l, E'\t', '|') FROM hbase.export_tsv('plain', '{HBASE_ROW_KEY,HBASE_TS_KEY,d:p,d:n}', 1700000000000) l;
-- The list of columns is checked.
SELECT hbase.export_tsv('plain', columns => '{}');
SELECT hbase.export_tsv('plain', columns => '{d:n}');
SELECT hbase.export_tsv('plain', columns => '{HBASE_ROW_KEY}');
SELECT hbase.export_tsv('plain', columns => '{HBASE_ROW_KEY,HBASE_TS_KEY,n}');
SELECT hbase.export_tsv('plain', columns => '{HBASE_ROW_KEY,HBASE_TS_KEY,x:n}');
SELECT hbase.export_tsv('plain', columns => '{HBASE_ROW_KEY,HBASE_TS_KEY,d:n,d:n}');
SELECT hbase.export_tsv('plain', columns => '{HBASE_ROW_KEY,HBASE_TS_KEY,d:n}');
SELECT hbase.export_tsv('plain', columns => '{HBASE_ROW_KEY,HBASE_TS_KEY,"d:a,b"}');
SELECT hbase.export_tsv('plain', stamp => 0);
SELECT hbase.export_tsv(NULL::regclass);

-- What a line cannot carry names its row.
CREATE TABLE bad (what text, key rowkey, d widerow);
SELECT hbase.export_tsv('bad');
SELECT hbase.tsv_columns('bad');
SELECT hbase.shell_script('bad');
CREATE FUNCTION one(which text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE VIEW export_text.bad_one AS SELECT key, d FROM export_text.bad WHERE what = %L', which);
  RETURN QUERY SELECT replace(l, E'\t', '|') FROM hbase.export_tsv('export_text.bad_one', stamp => 1700000000000) l;
END $$;
INSERT INTO bad VALUES
  ('tab in a value', 'k1', widerow_build('n', E'a\tb')),
  ('line break in a value', 'k2', widerow_build('n', E'a\nb')),
  ('carriage return in a key', 'k\x0D3', widerow_build('n', 'a')),
  ('two versions', 'k4', '{n@1=a, n@2=b}'),
  ('a marker', 'k5', '{n@5=a, m@1!DeleteColumn}'),
  ('two times', 'k6', '{n@1=a, m@2=b}'),
  ('a column with a comma', 'k7', widerow_build('a,b', 'a')),
  ('not UTF-8', 'k8', widerow_build('n', '\xff'::bytea)),
  ('a time of its own', 'k9', '{n@1600000000000=a, m@1600000000000=b}'),
  ('an empty value', 'k10', widerow_build('n', '', 'm', '')),
  ('no cells', 'k11', NULL), ('no cells', 'k12', widerow_build('n', 'a'));
SELECT one('tab in a value');
SELECT one('line break in a value');
SELECT one('carriage return in a key');
SELECT one('two versions');
SELECT one('a marker');
SELECT one('two times');
SELECT one('a column with a comma');
SELECT one('not UTF-8');
SELECT one('a time of its own');
SELECT one('an empty value');
CREATE OR REPLACE VIEW bad_one AS SELECT key, d FROM bad WHERE what = 'an empty value';
SELECT replace(l, E'\t', '|') FROM hbase.export_tsv('bad_one', stamp => 1700000000000, skip_empty => false) l;
SELECT one('no cells');

-- ---- scripts -----------------------------------------------------------------

SELECT hbase.shell_script('product');
SELECT hbase.define('product', 'product', families => '{"d": {"VERSIONS": 1}}', regions => 3);
SELECT hbase.shell_script('product', stamp => 1700000000000);
SELECT hbase.define('product', 'product', splits => '{b,\\x80\\x00}');
SELECT s FROM hbase.shell_script('product') s LIMIT 1;
-- Markers of every type; one without a timestamp needs a stamp.
CREATE TABLE markers (key rowkey PRIMARY KEY, d widerow);
INSERT INTO markers VALUES ('m', widerow_delete_version(widerow_delete_family_version(widerow_delete_family(widerow_delete('{"a:b"@7=v}', 'c', 5::bigint), 2::bigint), 3::bigint), '\x00ff'::bytea, 4::bigint)), ('n', NULL);
INSERT INTO markers VALUES ('o', '{q@3=v, r=w}');
SELECT hbase.shell_script('markers');
UPDATE markers SET d = widerow_delete(d, 'c') WHERE key = 'o';
SELECT hbase.shell_script('markers');
SELECT s FROM hbase.shell_script('markers', 1700000000000) s WHERE s LIKE '%"o"%';
SELECT hbase.shell_script('markers', 0);
SELECT hbase.shell_script(NULL);

SET client_min_messages = warning;
DROP SCHEMA export_text CASCADE;
