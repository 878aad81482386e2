-- @data source
-- Rows of 5 columns to export, in no order: keys of 33 bytes, values of 44 on
-- average (cells of 100 bytes); the same as wide rows; and both in key order, with
-- the primary key that an HBase-shaped table has.
CREATE UNLOGGED TABLE export_columns AS
SELECT rowkey_salt(rowkey_hash(cust, 'md5') || rowkey_reverse_ts(ts) || rowkey_encode(id, 'bytes'), 16) AS key,
       lpad(ord::text, 12, '0') AS c1,
       'Street ' || rpad((ord % 9973)::text || ' ' || phone, 13, '.') AS c2,
       rpad(cust || ' order ' || id || ' line ' || (ord % 7), 40, ' ') AS c3,
       rpad('item=' || (ord % 99991) || ';colour=' || (ARRAY['red', 'green', 'blue', 'white'])[1 + ord % 4]
            || ';price=' || (ord % 100000) / 100.0, 60, '-') AS c4,
       rpad('{"ts":' || ts || ',"phone":"' || phone || '","state":"' || (ARRAY['paid', 'shipped', 'open'])[1 + ord % 3]
            || '","note":"' || md5(id::text), 90, 'x') AS c5
FROM source WHERE id <= :export;
CREATE UNLOGGED TABLE export_wide AS
SELECT key, widerow_build('c1', c1, 'c2', c2, 'c3', c3, 'c4', c4, 'c5', c5) AS f FROM export_columns;
CREATE UNLOGGED TABLE export_columns_sorted AS SELECT * FROM export_columns ORDER BY key;
CREATE UNLOGGED TABLE export_wide_sorted AS SELECT * FROM export_wide ORDER BY key;
ALTER TABLE export_columns_sorted ADD PRIMARY KEY (key);
ALTER TABLE export_wide_sorted ADD PRIMARY KEY (key);
VACUUM (FREEZE, ANALYZE) export_columns;
VACUUM (FREEZE, ANALYZE) export_wide;
VACUUM (FREEZE, ANALYZE) export_columns_sorted;
VACUUM (FREEZE, ANALYZE) export_wide_sorted;
