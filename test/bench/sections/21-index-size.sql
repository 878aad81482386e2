-- @title Size of an index
-- @kind size
-- @data point_index
-- @item int8
SELECT pg_relation_size('point_bytea_i8');
-- @item bytea, 16 bytes
SELECT pg_relation_size('point_bytea_k16');
-- @item rowkey, 16 bytes
-- @against bytea, 16 bytes <= 1.00
SELECT pg_relation_size('point_k16');
-- @item bytea, 24 bytes
SELECT pg_relation_size('point_bytea_k24');
-- @item rowkey, 24 bytes
-- @against bytea, 24 bytes <= 1.00
SELECT pg_relation_size('point_k24');
-- @item bytea, 40 bytes
SELECT pg_relation_size('point_bytea_k40');
-- @item rowkey, 40 bytes
-- @against bytea, 40 bytes <= 1.00
SELECT pg_relation_size('point_k40');
