-- @title Get and put of one row of 10 cells
-- @kind statement
-- @data wide
-- @init
CREATE UNLOGGED TABLE put_relational (LIKE row_relational);
CREATE UNIQUE INDEX ON put_relational (k);
CREATE UNLOGGED TABLE put_wide (LIKE row_wide);
CREATE UNIQUE INDEX ON put_wide (key);
CREATE UNLOGGED TABLE put_cell (LIKE cell);
CREATE UNIQUE INDEX ON put_cell (k, fam, qual, ts DESC);
-- @item get: relational row
\set i random(1, :wide)
SELECT * FROM row_relational WHERE k = rowkey_hash(:i::text, 'md5');
-- @item get: ten cell rows
-- @against get: relational row
\set i random(1, :wide)
SELECT fam, qual, ts, val FROM cell WHERE k = rowkey_hash(:i::text, 'md5');
-- @item get: ten cell rows as one jsonb
-- @against get: relational row
\set i random(1, :wide)
SELECT jsonb_object_agg(qual, val) FROM cell WHERE k = rowkey_hash(:i::text, 'md5');
-- @item get: wide row
-- @against get: relational row <= 1.3
\set i random(1, :wide)
SELECT key, f FROM row_wide WHERE key = rowkey_hash(:i::text, 'md5');
-- @item get: wide row as jsonb
-- @against get: relational row
\set i random(1, :wide)
SELECT widerow_to_jsonb(f) FROM row_wide WHERE key = rowkey_hash(:i::text, 'md5');
-- @item get: wide row as its cells
-- @against get: relational row
\set i random(1, :wide)
SELECT c.* FROM row_wide, widerow_cells(f) c WHERE key = rowkey_hash(:i::text, 'md5');
-- @item put: relational row
\set i random(1, :wide)
INSERT INTO put_relational VALUES (rowkey_hash(:i::text, 'md5'), 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst') ON CONFLICT (k) DO UPDATE SET q0 = excluded.q0, q1 = excluded.q1, q2 = excluded.q2, q3 = excluded.q3, q4 = excluded.q4, q5 = excluded.q5, q6 = excluded.q6, q7 = excluded.q7, q8 = excluded.q8, q9 = excluded.q9;
-- @item put: ten cell rows
-- @against put: relational row
\set i random(1, :wide)
INSERT INTO put_cell SELECT rowkey_hash(:i::text, 'md5'), 'f', 'q' || q, (extract(epoch FROM clock_timestamp()) * 1000)::int8, 'abcdefghijklmnopqrst' FROM generate_series(0, 9) q ON CONFLICT (k, fam, qual, ts) DO UPDATE SET val = excluded.val;
-- @item put: wide row
-- @against put: relational row <= 1.2
\set i random(1, :wide)
INSERT INTO put_wide VALUES (rowkey_hash(:i::text, 'md5'), widerow_build('q0', 'abcdefghijklmnopqrst'::text, 'q1', 'abcdefghijklmnopqrst'::text, 'q2', 'abcdefghijklmnopqrst'::text, 'q3', 'abcdefghijklmnopqrst'::text, 'q4', 'abcdefghijklmnopqrst'::text, 'q5', 'abcdefghijklmnopqrst'::text, 'q6', 'abcdefghijklmnopqrst'::text, 'q7', 'abcdefghijklmnopqrst'::text, 'q8', 'abcdefghijklmnopqrst'::text, 'q9', 'abcdefghijklmnopqrst'::text)) ON CONFLICT (key) DO UPDATE SET f = put_wide.f || excluded.f;
