-- @title The type itself
-- @data point
-- @base plain scan
-- @per rows
-- @session
SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off;
-- @init
SELECT count(*) FROM point_bytea \g /dev/null
SELECT count(*) FROM point \g /dev/null
-- @item plain scan
SELECT count(*) FROM point;
-- @item ORDER BY: bytea
SELECT k24 FROM point_bytea ORDER BY k24 OFFSET :rows;
-- @item ORDER BY: rowkey
-- @against ORDER BY: bytea <= 1.05
SELECT k24 FROM point ORDER BY k24 OFFSET :rows;
-- @item min and max: text COLLATE "C"
SELECT min(n::text COLLATE "C"), max(n::text COLLATE "C") FROM point_bytea;
-- @item min and max: rowkey
-- @against min and max: text COLLATE "C"
SELECT min(k24), max(k24) FROM point;
-- @item GROUP BY, hashed: bytea
SELECT count(*) FROM (SELECT k16 FROM point_bytea WHERE n <= :rows / 10 GROUP BY k16) s;
-- @item GROUP BY, hashed: rowkey
-- @against GROUP BY, hashed: bytea <= 1.05
SELECT count(*) FROM (SELECT k16 FROM point WHERE n <= :rows / 10 GROUP BY k16) s;
-- @item comparison with a constant: bytea
SELECT count(*) FROM point_bytea WHERE k24 < '\x80';
-- @item comparison with a constant: rowkey
-- @against comparison with a constant: bytea <= 1.05
SELECT count(*) FROM point WHERE k24 < '\x80';
-- @item COPY to text: bytea
COPY (SELECT k24 FROM point_bytea) TO '/dev/null';
-- @item COPY to text: rowkey
-- @against COPY to text: bytea
COPY (SELECT k24 FROM point) TO '/dev/null';
-- @item COPY to binary: bytea
COPY (SELECT k24 FROM point_bytea) TO '/dev/null' BINARY;
-- @item COPY to binary: rowkey
-- @against COPY to binary: bytea <= 1.05
COPY (SELECT k24 FROM point) TO '/dev/null' BINARY;
-- @item from text: bytea
SELECT count(k24::text::bytea) FROM point_bytea;
-- @item from text: rowkey
-- @against from text: bytea
SELECT count(rowkey_from_notation(k24::text)) FROM point;
