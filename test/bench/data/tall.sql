-- @data source
-- A tall table, about 100 rows a customer, three ways: row keys
-- [md5(cust) 8][reverse ts 8][id 8], the same bytes as bytea, and the
-- relational index (cust, ts DESC, id).  Each has its own heap.
CREATE UNLOGGED TABLE tall_bytea AS
SELECT substr(decode(md5(cust), 'hex'), 1, 8) || int8send(9223372036854775807 - ts) || int8send(id) AS k, phone AS val
FROM source;
CREATE UNLOGGED TABLE tall AS SELECT k::rowkey AS k, val FROM tall_bytea;
CREATE UNLOGGED TABLE tall_relational AS SELECT cust, ts, id, phone AS val FROM source;
CREATE UNIQUE INDEX ON tall_bytea (k);
CREATE UNIQUE INDEX ON tall (k);
CREATE UNIQUE INDEX ON tall_relational (cust, ts DESC, id);
VACUUM (FREEZE, ANALYZE) tall_bytea;
VACUUM (FREEZE, ANALYZE) tall;
VACUUM (FREEZE, ANALYZE) tall_relational;
