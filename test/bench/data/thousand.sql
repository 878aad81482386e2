-- @data wide
-- Rows of 1,000 cells, numbers of 8 bytes; one for each 100 rows of 10.
CREATE UNLOGGED TABLE thousand_cell AS
SELECT r, 'q' || lpad(q::text, 3, '0') qual, hashint8extended(r * 1000 + q, 42) val
FROM generate_series(1, :wide / 100) r, generate_series(0, 999) q;
CREATE UNLOGGED TABLE thousand_wide AS SELECT r, widerow_agg(qual, val) f FROM thousand_cell GROUP BY r;
CREATE UNLOGGED TABLE thousand_jsonb AS SELECT r, jsonb_object_agg(qual, val) f FROM thousand_cell GROUP BY r;
CREATE UNLOGGED TABLE thousand_hstore AS SELECT r, hstore(array_agg(qual), array_agg(val::text)) f FROM thousand_cell GROUP BY r;
DROP TABLE thousand_cell;
VACUUM (FREEZE, ANALYZE) thousand_wide;
VACUUM (FREEZE, ANALYZE) thousand_jsonb;
VACUUM (FREEZE, ANALYZE) thousand_hstore;
