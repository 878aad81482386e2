-- Random keys of three lengths from the same bits: two tables that differ in
-- the type of the keys alone.
CREATE UNLOGGED TABLE point_bytea (
    n int8 NOT NULL, i8 int8 NOT NULL, k16 bytea NOT NULL, k24 bytea NOT NULL, k40 bytea NOT NULL);
INSERT INTO point_bytea
SELECT i, ('x' || substr(m, 1, 16))::bit(64)::int8, decode(m, 'hex'), decode(m || substr(m2, 1, 16), 'hex'),
       decode(m || m2 || substr(m, 9, 16), 'hex')
FROM (SELECT i, md5(i::text) m, md5('y' || i::text) m2 FROM generate_series(1, :rows) i) s;
CREATE UNLOGGED TABLE point (
    n int8 NOT NULL, i8 int8 NOT NULL, k16 rowkey NOT NULL, k24 rowkey NOT NULL, k40 rowkey NOT NULL);
INSERT INTO point SELECT * FROM point_bytea;
-- bytea as a type that came without sort support would be indexed
CREATE OPERATOR CLASS bytea_compare_only FOR TYPE bytea USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 byteacmp(bytea, bytea);
VACUUM (FREEZE, ANALYZE) point_bytea;
VACUUM (FREEZE, ANALYZE) point;
