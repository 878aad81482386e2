-- @data cell
-- The same cells as one row each: 10 columns, wide rows, jsonb and hstore.
CREATE EXTENSION hstore;
CREATE UNLOGGED TABLE row_relational AS
SELECT k, max(val) FILTER (WHERE qual = 'q0') q0, max(val) FILTER (WHERE qual = 'q1') q1,
       max(val) FILTER (WHERE qual = 'q2') q2, max(val) FILTER (WHERE qual = 'q3') q3,
       max(val) FILTER (WHERE qual = 'q4') q4, max(val) FILTER (WHERE qual = 'q5') q5,
       max(val) FILTER (WHERE qual = 'q6') q6, max(val) FILTER (WHERE qual = 'q7') q7,
       max(val) FILTER (WHERE qual = 'q8') q8, max(val) FILTER (WHERE qual = 'q9') q9
FROM cell GROUP BY k ORDER BY k;
CREATE UNLOGGED TABLE row_wide AS SELECT k AS key, widerow_agg(qual, val) f FROM cell GROUP BY k ORDER BY k;
CREATE UNLOGGED TABLE row_jsonb AS SELECT k, jsonb_object_agg(qual, val) f FROM cell GROUP BY k ORDER BY k;
CREATE UNLOGGED TABLE row_hstore AS SELECT k, hstore(array_agg(qual), array_agg(val)) f FROM cell GROUP BY k ORDER BY k;
CREATE UNIQUE INDEX ON row_relational (k);
CREATE UNIQUE INDEX ON row_wide (key);
CREATE UNIQUE INDEX ON row_jsonb (k);
CREATE UNIQUE INDEX ON row_hstore (k);
VACUUM (FREEZE, ANALYZE) row_relational;
VACUUM (FREEZE, ANALYZE) row_wide;
VACUUM (FREEZE, ANALYZE) row_jsonb;
VACUUM (FREEZE, ANALYZE) row_hstore;
