-- @title Cells to wide rows
-- @data cell wide
-- @base GROUP BY k, count(val)
-- @per cells
-- @session
SET enable_hashagg = off; SET enable_sort = off;
-- @init
SELECT count(*) FROM cell \g /dev/null
-- @check every wide row holds the row's ten values
SELECT count(*) = :wide FROM row_wide w JOIN row_jsonb j ON j.k = w.key
WHERE w.f ->> 'q3' = j.f ->> 'q3' AND w.f ->> 'q9' = j.f ->> 'q9' AND widerow_count(w.f) = 10;
-- @item GROUP BY k, count(val)
SELECT count(c) FROM (SELECT count(val) c FROM cell GROUP BY k) s;
-- @item array_agg(val)
SELECT count(c) FROM (SELECT array_agg(val) c FROM cell GROUP BY k) s;
-- @item hstore(array_agg(qual), array_agg(val))
SELECT count(c) FROM (SELECT hstore(array_agg(qual), array_agg(val)) c FROM cell GROUP BY k) s;
-- @item jsonb_object_agg(qual, val)
SELECT count(c) FROM (SELECT jsonb_object_agg(qual, val) c FROM cell GROUP BY k) s;
-- @item widerow_agg(qual, val)
-- @against jsonb_object_agg(qual, val) <= 0.30
-- @against hstore(array_agg(qual), array_agg(val)) <= 1.0
SELECT count(c) FROM (SELECT widerow_agg(qual, val) c FROM cell GROUP BY k) s;
-- @item widerow_agg(qual, val, ts)
-- @against jsonb_object_agg(qual, val)
SELECT count(c) FROM (SELECT widerow_agg(qual, val, ts) c FROM cell GROUP BY k) s;
