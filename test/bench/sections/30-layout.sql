-- @title Keys by a declared layout
-- @data source
-- @base plain scan
-- @per rows
-- @init
CREATE UNLOGGED TABLE composed AS
SELECT rowkey_compose('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', tz, cust, ord) k FROM source;
CREATE UNLOGGED TABLE composed_bytea AS SELECT k::bytea AS k FROM composed;
VACUUM (FREEZE, ANALYZE) composed;
VACUUM (FREEZE, ANALYZE) composed_bytea;
SELECT count(*) FROM source \g /dev/null
-- @check a layout gives the bytes of the SQL expression, the salt's algorithm aside
SELECT bool_and(substr(rowkey_compose('salt(16), md5(cust text), ts bigint desc, ord bigint using phoenix', cust, ts, ord)::bytea, 2)
        = decode(md5(cust), 'hex') || int8send(9223372036854775807 - ts) || int8send(ord # (-9223372036854775808))
    AND substr(rowkey_compose('salt(16), md5(cust text), tz timestamptz desc, ord bigint using bytes', cust, tz, ord)::bytea, 2)
        = decode(md5(cust), 'hex') || int8send(9223372036854775807 - (extract(epoch FROM tz) * 1000)::int8) || int8send(ord))
FROM source WHERE id <= 10000;
-- @check both ways back give the source's columns
SELECT (SELECT count(*) FROM composed, rowkey_decompose('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', k) AS d (tz timestamptz, cust text, ord bigint)
        JOIN source s USING (tz, cust, ord)) >= :rows;
-- @item plain scan
SELECT count(*) FROM source;
-- @item salt, md5, reverse ts, id: SQL expression
SELECT count(set_byte('\x00'::bytea, 0, abs(hashtext(cust)) % 16) || decode(md5(cust), 'hex') || int8send(9223372036854775807 - ts) || int8send(ord # (-9223372036854775808))) FROM source;
-- @item salt, md5, reverse ts, id: by the transforms
-- @against salt, md5, reverse ts, id: SQL expression
SELECT count(rowkey_salt(rowkey_hash(cust, 'md5') || rowkey_reverse_ts(ts) || rowkey_encode(ord, 'phoenix'), 16)) FROM source;
-- @item salt, md5, reverse ts, id: rowkey_compose()
-- @against salt, md5, reverse ts, id: SQL expression <= 0.25
-- @against salt, md5, reverse ts, id: by the transforms <= 1.0
SELECT count(rowkey_compose('salt(16), md5(cust text), ts bigint desc, ord bigint using phoenix', cust, ts, ord)) FROM source;
-- @item the same from timestamptz: SQL expression
SELECT count(set_byte('\x00'::bytea, 0, abs(hashtext(cust)) % 16) || decode(md5(cust), 'hex') || int8send(9223372036854775807 - (extract(epoch FROM tz) * 1000)::int8) || int8send(ord)) FROM source;
-- @item the same from timestamptz: rowkey_compose()
-- @against the same from timestamptz: SQL expression <= 0.25
SELECT count(rowkey_compose('salt(16), md5(cust text), tz timestamptz desc, ord bigint using bytes', cust, tz, ord)) FROM source;
-- @item salt, reverse ts, text, id: SQL expression
SELECT count(set_byte('\x00'::bytea, 0, abs(hashtext(cust)) % 16) || int8send(9223372036854775807 - (extract(epoch FROM tz) * 1000)::int8) || convert_to(cust, 'UTF8') || '\x00'::bytea || int8send(ord # (-9223372036854775808))) FROM source;
-- @item salt, reverse ts, text, id: rowkey_compose()
-- @against salt, reverse ts, text, id: SQL expression
SELECT count(rowkey_compose('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', tz, cust, ord)) FROM source;
-- @item back to columns: SQL, get_byte()
SELECT count(to_timestamp((9223372036854775807 - ((get_byte(k, 1)::int8 << 56) | (get_byte(k, 2)::int8 << 48) | (get_byte(k, 3)::int8 << 40) | (get_byte(k, 4)::int8 << 32) | (get_byte(k, 5)::int8 << 24) | (get_byte(k, 6)::int8 << 16) | (get_byte(k, 7)::int8 << 8) | get_byte(k, 8)::int8)) / 1000.0)),
       count(convert_from(substr(k, 10, position('\x00'::bytea IN substr(k, 10)) - 1), 'UTF8')),
       count(((get_byte(k, length(k) - 8)::int8 << 56) | (get_byte(k, length(k) - 7)::int8 << 48) | (get_byte(k, length(k) - 6)::int8 << 40) | (get_byte(k, length(k) - 5)::int8 << 32) | (get_byte(k, length(k) - 4)::int8 << 24) | (get_byte(k, length(k) - 3)::int8 << 16) | (get_byte(k, length(k) - 2)::int8 << 8) | get_byte(k, length(k) - 1)::int8) # (-9223372036854775808))
FROM composed_bytea;
-- @item back to columns: SQL, hex and bit(64)
SELECT count(to_timestamp((9223372036854775807 - ('x' || encode(substr(k, 2, 8), 'hex'))::bit(64)::int8) / 1000.0)),
       count(convert_from(substr(k, 10, position('\x00'::bytea IN substr(k, 10)) - 1), 'UTF8')),
       count(('x' || encode(substr(k, length(k) - 7), 'hex'))::bit(64)::int8 # (-9223372036854775808))
FROM composed_bytea;
-- @item back to columns: rowkey_decompose()
-- @against back to columns: SQL, get_byte() <= 0.20
-- @against back to columns: SQL, hex and bit(64)
SELECT count(d.tz), count(d.cust), count(d.ord)
FROM composed, rowkey_decompose('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', k) AS d (tz timestamptz, cust text, ord bigint);
-- @item back to columns: rowkey_field()
-- @against back to columns: SQL, get_byte() <= 0.20
-- @against back to columns: SQL, hex and bit(64) <= 0.20
SELECT count(rowkey_field('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', k, 'tz', NULL::timestamptz)),
       count(rowkey_field('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', k, 'cust', NULL::text)),
       count(rowkey_field('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', k, 'ord', NULL::bigint))
FROM composed;
-- @item back to jsonb: rowkey_fields()
SELECT count(rowkey_fields('salt(16), tz timestamptz desc, cust text, ord bigint using phoenix', k)) FROM composed;
