-- @title Bulk put of cells in key order
-- @data wide
-- @per cells
-- @session
SET enable_hashagg = off;
-- @init
CREATE UNLOGGED TABLE bulk_heap (LIKE cell);
CREATE UNLOGGED TABLE bulk_cell (LIKE cell);
CREATE UNIQUE INDEX ON bulk_cell (k, fam, qual, ts DESC);
CREATE UNLOGGED TABLE bulk_wide (LIKE row_wide);
CREATE UNIQUE INDEX ON bulk_wide (key);
SELECT hbase.create_table('bulk_client', '["f"]');
ALTER TABLE bulk_client SET UNLOGGED;
SELECT count(*) FROM cell \g /dev/null
-- @item cell rows, no index
INSERT INTO bulk_heap SELECT * FROM cell ORDER BY k;
-- @after cell rows, no index
TRUNCATE bulk_heap;
-- @item cell rows: INSERT
INSERT INTO bulk_cell SELECT * FROM cell ORDER BY k;
-- @after cell rows: INSERT
TRUNCATE bulk_cell;
-- @item cell rows: INSERT ... ON CONFLICT DO UPDATE
INSERT INTO bulk_cell SELECT * FROM cell ORDER BY k ON CONFLICT (k, fam, qual, ts) DO UPDATE SET val = excluded.val;
-- @after cell rows: INSERT ... ON CONFLICT DO UPDATE
TRUNCATE bulk_cell;
-- @item wide rows: INSERT ... ON CONFLICT DO UPDATE
-- @against cell rows: INSERT ... ON CONFLICT DO UPDATE <= 0.55
INSERT INTO bulk_wide SELECT k, widerow_agg(qual, val) FROM cell GROUP BY k ON CONFLICT (key) DO UPDATE SET f = bulk_wide.f || excluded.f;
-- @after wide rows: INSERT ... ON CONFLICT DO UPDATE
TRUNCATE bulk_wide;
-- @item wide rows: hbase.put()
-- @against cell rows: INSERT ... ON CONFLICT DO UPDATE <= 0.55
SELECT count(hbase.put('bulk_client', k, 'f', cells)) FROM (SELECT k, widerow_agg(qual, val) AS cells FROM cell GROUP BY k) s;
-- @after wide rows: hbase.put()
TRUNCATE bulk_client;
