-- @title Building an index
-- @data point
-- @base heap scan
-- @per rows
-- @init
SELECT count(*) FROM point_bytea \g /dev/null
SELECT count(*) FROM point \g /dev/null
-- @item heap scan
SELECT count(*) FROM point;
-- @item int8
CREATE INDEX built ON point_bytea (i8);
-- @after int8
DROP INDEX built;
-- @item bytea, 16 bytes
CREATE INDEX built ON point_bytea (k16);
-- @after bytea, 16 bytes
DROP INDEX built;
-- @item rowkey, 16 bytes
-- @against bytea, 16 bytes <= 1.05
-- @against int8 <= 1.25
CREATE INDEX built ON point (k16);
-- @after rowkey, 16 bytes
DROP INDEX built;
-- @item bytea, 24 bytes
CREATE INDEX built ON point_bytea (k24);
-- @after bytea, 24 bytes
DROP INDEX built;
-- @item rowkey, 24 bytes
-- @against bytea, 24 bytes <= 1.05
CREATE INDEX built ON point (k24);
-- @after rowkey, 24 bytes
DROP INDEX built;
-- @item bytea, 40 bytes
CREATE INDEX built ON point_bytea (k40);
-- @after bytea, 40 bytes
DROP INDEX built;
-- @item rowkey, 40 bytes
-- @against bytea, 40 bytes <= 1.05
CREATE INDEX built ON point (k40);
-- @after rowkey, 40 bytes
DROP INDEX built;
-- @item bytea, 24 bytes, compare function only
-- @against bytea, 24 bytes
CREATE INDEX built ON point_bytea (k24 bytea_compare_only);
-- @after bytea, 24 bytes, compare function only
DROP INDEX built;
