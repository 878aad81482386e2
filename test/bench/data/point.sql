-- Random keys of three lengths, as bytea and as rowkey, from the same bits.
CREATE UNLOGGED TABLE point (
    i8 int8 NOT NULL,
    b16 bytea NOT NULL, k16 rowkey NOT NULL,
    b24 bytea NOT NULL, k24 rowkey NOT NULL,
    b40 bytea NOT NULL, k40 rowkey NOT NULL,
    n int8 NOT NULL);
INSERT INTO point
SELECT ('x' || substr(m, 1, 16))::bit(64)::int8, b16, b16, b24, b24, b40, b40, i
FROM (SELECT i, m, decode(m, 'hex') b16, decode(m || substr(m2, 1, 16), 'hex') b24,
             decode(m || m2 || substr(m, 9, 16), 'hex') b40
      FROM (SELECT i, md5(i::text) m, md5('y' || i::text) m2 FROM generate_series(1, :rows) i) s) t;
-- bytea as a type that came without sort support would be indexed
CREATE OPERATOR CLASS bytea_compare_only FOR TYPE bytea USING btree AS
    OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 byteacmp(bytea, bytea);
VACUUM (FREEZE, ANALYZE) point;
