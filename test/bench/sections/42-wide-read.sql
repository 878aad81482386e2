-- @title One value of a wide row
-- @data wide thousand
-- @init
SELECT count(*) FROM row_wide \g /dev/null
SELECT count(*) FROM row_jsonb \g /dev/null
SELECT count(*) FROM row_hstore \g /dev/null
-- @check all three read the same
SELECT (SELECT count(*) = :wide FROM row_wide JOIN row_jsonb j ON k = key JOIN row_hstore h USING (k)
        WHERE row_wide.f ->> 'q7' = j.f ->> 'q7' AND j.f ->> 'q7' = h.f -> 'q7')
   AND (SELECT count(*) = :wide / 100 FROM thousand_wide w JOIN thousand_jsonb j USING (r) JOIN thousand_hstore h USING (r)
        WHERE widerow_get(w.f, 'q777', NULL::int8) = (j.f ->> 'q777')::int8 AND j.f ->> 'q777' = h.f -> 'q777');
-- @item 10 cells: hstore -> 'q7'
SELECT count(f -> 'q7') FROM row_hstore;
-- @item 10 cells: jsonb -> 'q7'
SELECT count(f -> 'q7') FROM row_jsonb;
-- @item 10 cells: widerow -> 'q7'
-- @against 10 cells: hstore -> 'q7' <= 1.0
-- @against 10 cells: jsonb -> 'q7' <= 1.0
SELECT count(f -> 'q7') FROM row_wide;
-- @item 10 cells: jsonb ->> 'q7'
SELECT count(f ->> 'q7') FROM row_jsonb;
-- @item 10 cells: widerow ->> 'q7'
-- @against 10 cells: jsonb ->> 'q7' <= 1.0
SELECT count(f ->> 'q7') FROM row_wide;
-- @item 1,000 cells: hstore -> 'q777'
SELECT count(f -> 'q777') FROM thousand_hstore;
-- @item 1,000 cells: jsonb -> 'q777'
SELECT count(f -> 'q777') FROM thousand_jsonb;
-- @item 1,000 cells: widerow -> 'q777'
-- @against 1,000 cells: hstore -> 'q777' <= 1.0
-- @against 1,000 cells: jsonb -> 'q777' <= 1.0
SELECT count(f -> 'q777') FROM thousand_wide;
