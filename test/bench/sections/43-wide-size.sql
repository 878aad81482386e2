-- @title Size of wide rows
-- @kind size
-- @data wide thousand
-- @item 10 texts of 20: relational columns
SELECT pg_table_size('row_relational');
-- @item 10 texts of 20: cells, one a row
SELECT pg_table_size('cell');
-- @item 10 texts of 20: hstore
SELECT pg_table_size('row_hstore');
-- @item 10 texts of 20: jsonb
SELECT pg_table_size('row_jsonb');
-- @item 10 texts of 20: widerow
-- @against 10 texts of 20: jsonb <= 1.0
-- @against 10 texts of 20: relational columns
SELECT pg_table_size('row_wide');
-- @item 1,000 bigints: hstore
SELECT sum(pg_column_size(f)) FROM thousand_hstore;
-- @item 1,000 bigints: jsonb
SELECT sum(pg_column_size(f)) FROM thousand_jsonb;
-- @item 1,000 bigints: widerow
-- @against 1,000 bigints: jsonb <= 1.0
SELECT sum(pg_column_size(f)) FROM thousand_wide;
-- @item 10 bigints: jsonb
SELECT avg(pg_column_size(f)) FROM (SELECT jsonb_object_agg('q' || q, hashint8extended(r * 10 + q, 42)) f FROM generate_series(1, 1000) r, generate_series(0, 9) q GROUP BY r) s;
-- @item 10 bigints: widerow
-- @against 10 bigints: jsonb <= 0.6
SELECT avg(pg_column_size(f)) FROM (SELECT widerow_agg('q' || q, hashint8extended(r * 10 + q, 42)) f FROM generate_series(1, 1000) r, generate_series(0, 9) q GROUP BY r) s;
