-- @title HBase's client calls
-- @kind statement
-- @data wide
-- @init
SELECT hbase.create_table('client', '{"f": {}}');
ALTER TABLE client SET UNLOGGED;
INSERT INTO client SELECT key, f FROM row_wide;
VACUUM (FREEZE, ANALYZE) client;
CREATE UNLOGGED TABLE client_cell (LIKE cell);
INSERT INTO client_cell SELECT * FROM cell;
CREATE UNIQUE INDEX ON client_cell (k, fam, qual);
CREATE UNLOGGED TABLE counter AS SELECT k, 0::bigint AS n FROM row_relational;
CREATE UNIQUE INDEX ON counter (k);
CREATE UNLOGGED TABLE client_row (LIKE row_relational);
INSERT INTO client_row SELECT * FROM row_relational;
CREATE UNIQUE INDEX ON client_row (k);
VACUUM (FREEZE, ANALYZE) client_row;
VACUUM (FREEZE, ANALYZE) client_cell;
VACUUM (FREEZE, ANALYZE) counter;
-- @check a get finds the ten cells
SELECT count(*) = 10 FROM hbase.get('client', rowkey_hash('1', 'md5'));
-- @item get: ten cell rows
\set i random(1, :wide)
SELECT fam, qual, ts, val FROM client_cell WHERE k = rowkey_hash(:i::text, 'md5');
-- @item get: hbase.get()
-- @against get: ten cell rows
\set i random(1, :wide)
SELECT * FROM hbase.get('client', rowkey_hash(:i::text, 'md5'));
-- @item put: one cell row, ON CONFLICT DO UPDATE
\set i random(1, :wide)
INSERT INTO client_cell VALUES (rowkey_hash(:i::text, 'md5'), 'f', 'q3', 1700000000000, 'abcdefghijklmnopqrst') ON CONFLICT (k, fam, qual) DO UPDATE SET val = excluded.val, ts = excluded.ts;
-- @item put: hbase.put() of one cell
-- @against put: one cell row, ON CONFLICT DO UPDATE
\set i random(1, :wide)
SELECT hbase.put('client', rowkey_hash(:i::text, 'md5'), 'f', 'q3', 'abcdefghijklmnopqrst'::text);
-- @item put: relational row of ten columns, ON CONFLICT DO UPDATE
\set i random(1, :wide)
INSERT INTO client_row VALUES (rowkey_hash(:i::text, 'md5'), 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst') ON CONFLICT (k) DO UPDATE SET q0 = excluded.q0, q1 = excluded.q1, q2 = excluded.q2, q3 = excluded.q3, q4 = excluded.q4, q5 = excluded.q5, q6 = excluded.q6, q7 = excluded.q7, q8 = excluded.q8, q9 = excluded.q9;
-- @item put: hbase.put() of ten cells
-- @against put: relational row of ten columns, ON CONFLICT DO UPDATE <= 1.2
\set i random(1, :wide)
SELECT hbase.put('client', rowkey_hash(:i::text, 'md5'), 'f', widerow_build('q0', 'abcdefghijklmnopqrst'::text, 'q1', 'abcdefghijklmnopqrst'::text, 'q2', 'abcdefghijklmnopqrst'::text, 'q3', 'abcdefghijklmnopqrst'::text, 'q4', 'abcdefghijklmnopqrst'::text, 'q5', 'abcdefghijklmnopqrst'::text, 'q6', 'abcdefghijklmnopqrst'::text, 'q7', 'abcdefghijklmnopqrst'::text, 'q8', 'abcdefghijklmnopqrst'::text, 'q9', 'abcdefghijklmnopqrst'::text));
-- @item increment: UPDATE of a column
\set i random(1, :wide)
UPDATE counter SET n = n + 1 WHERE k = rowkey_hash(:i::text, 'md5') RETURNING n;
-- @item increment: hbase.increment()
-- @against increment: UPDATE of a column
\set i random(1, :wide)
SELECT hbase.increment('client', rowkey_hash(:i::text, 'md5'), 'f', 'n');
