-- @title Columns to wide rows
-- @data wide
-- @base plain scan
-- @per wide
-- @init
SELECT count(*) FROM row_relational \g /dev/null
-- @item plain scan
SELECT count(*) FROM row_relational;
-- @item to_jsonb(row)
SELECT count(to_jsonb(r)) FROM row_relational r;
-- @item jsonb_build_object(), 10 values
SELECT count(jsonb_build_object('q0', q0, 'q1', q1, 'q2', q2, 'q3', q3, 'q4', q4, 'q5', q5, 'q6', q6, 'q7', q7, 'q8', q8, 'q9', q9)) FROM row_relational;
-- @item widerow_build(), 10 values
-- @against jsonb_build_object(), 10 values
SELECT count(widerow_build('q0', q0, 'q1', q1, 'q2', q2, 'q3', q3, 'q4', q4, 'q5', q5, 'q6', q6, 'q7', q7, 'q8', q8, 'q9', q9)) FROM row_relational;
-- @item widerow(row)
-- @against to_jsonb(row)
SELECT count(widerow(r)) FROM (SELECT q0, q1, q2, q3, q4, q5, q6, q7, q8, q9 FROM row_relational) r;
