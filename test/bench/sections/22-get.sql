-- @title One row by its key
-- @kind statement
-- @data point_index
-- @check both find the row
SELECT (SELECT n FROM point WHERE k24 = decode(md5('17') || substr(md5('y17'), 1, 16), 'hex')::rowkey) = 17
   AND (SELECT n FROM point_bytea WHERE k24 = decode(md5('17') || substr(md5('y17'), 1, 16), 'hex')) = 17;
-- @item int8
\set r random(1, :rows)
SELECT n FROM point_bytea WHERE i8 = ('x' || substr(md5(:r::text), 1, 16))::bit(64)::int8;
-- @item bytea, 16 bytes
\set r random(1, :rows)
SELECT n FROM point_bytea WHERE k16 = decode(md5(:r::text), 'hex');
-- @item rowkey, 16 bytes
-- @against bytea, 16 bytes <= 1.05
\set r random(1, :rows)
SELECT n FROM point WHERE k16 = decode(md5(:r::text), 'hex');
-- @item bytea, 24 bytes
\set r random(1, :rows)
SELECT n FROM point_bytea WHERE k24 = decode(md5(:r::text) || substr(md5('y' || :r::text), 1, 16), 'hex');
-- @item rowkey, 24 bytes
-- @against bytea, 24 bytes <= 1.05
\set r random(1, :rows)
SELECT n FROM point WHERE k24 = decode(md5(:r::text) || substr(md5('y' || :r::text), 1, 16), 'hex');
-- @item bytea, 40 bytes
\set r random(1, :rows)
SELECT n FROM point_bytea WHERE k40 = decode(md5(:r::text) || md5('y' || :r::text) || substr(md5(:r::text), 9, 16), 'hex');
-- @item rowkey, 40 bytes
-- @against bytea, 40 bytes <= 1.05
\set r random(1, :rows)
SELECT n FROM point WHERE k40 = decode(md5(:r::text) || md5('y' || :r::text) || substr(md5(:r::text), 9, 16), 'hex');
