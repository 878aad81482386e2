-- Keys, prefixes and ranges held against bytes that were computed by hand.
SET TimeZone = 'Asia/Shanghai';
SET bytea_output = 'hex';
CREATE FUNCTION h(text) RETURNS bytea IMMUTABLE LANGUAGE sql RETURN decode(replace($1, ' ', ''), 'hex');
CREATE VIEW second_row AS SELECT 'host1' AS host, '2022-12-01 00:00:01.237+00'::timestamptz AS at, 'WARN' AS event;
CREATE TABLE orders (id bigint, customer bigint, placed timestamptz);
INSERT INTO orders VALUES (1001, 42, '2022-12-01 09:30+00'), (1002, 42, '2022-12-24 18:00+00'), (1003, -1, '2022-12-05 00:00+00');

-- Keys: each line that differs would be shown.
CREATE TEMP TABLE keys AS
SELECT id, key::bytea AS key, wanted FROM second_row, LATERAL (VALUES
    ('time first', rowkey_compose('at timestamptz, host text, event text', at, host, event), h('80000184cafba8d5 686f737431 00 5741524e')),
    ('bucket', rowkey_compose('bucket(at, 100), at timestamptz, host text, event text', at, host, event), h('25 80000184cafba8d5 686f737431 00 5741524e')),
    ('bucket of -1 ms', rowkey_compose('bucket(at, 100), at timestamptz', '1969-12-31 23:59:59.999+00'::timestamptz), h('63 7fffffffffffffff')),
    ('host first', rowkey_compose('host text, event text, at timestamptz', host, event, at), h('686f737431 00 5741524e 00 80000184cafba8d5')),
    ('reverse time', rowkey_compose('host text, at timestamptz desc', host, at), h('686f737431 00 7ffffe7b3504572a')),
    ('hashes', rowkey_compose('md5(host text), md5(event text), at timestamptz', host, event, at), h('815ad1c058df1b7ba9c0998e2aa8a7b4 32bd8a1db2275458673903bdb84cb277 80000184cafba8d5')),
    ('longs', rowkey_compose('host bigint, event bigint, at timestamptz using bytes', 1::bigint, 1::bigint, at), h('0000000000000001 0000000000000001 00000184cafba8d5')),
    ('hash and value', rowkey_compose('md5(id text, 2), id, at timestamptz', '42', '2022-12-01 00:00+00'::timestamptz), h('a1d0 3432 00 80000184cafba400')),
    ('text form', rowkey_compose($$author text, '_', digits(at timestamptz, 19) desc using string$$, '123', '2022-12-24 18:00+00'::timestamptz), '123_9223370364949975807'::bytea),
    ('OpenTSDB', rowkey_compose($$salt(64, metric, tags), metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$, '\x3f20bc'::bytea, '2005-08-29 02:50:17.103+00'::timestamptz, '\x006f6b0085dc'::bytea), h('15 3f20bc 43126c20 006f6b0085dc')),
    ('OpenTSDB, no salt', rowkey_compose($$metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$, '\x3f20bc'::bytea, '2005-08-29 02:50:17.103+00'::timestamptz, '\x006f6b0085dc'::bytea), h('3f20bc 43126c20 006f6b0085dc')),
    ('OpenTSDB, 2 bytes', rowkey_compose($$salt(1000, metric, tags) as 2 bytes, metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$, '\x7cf99b'::bytea, '2026-09-24 18:15:59+00'::timestamptz, '\x007d0100cf0c'::bytea), h('035e 7cf99b 6ab56520 007d0100cf0c')),
    ('words', rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, 'mia', 'follows', 'leo'), 'mia:follows:leo'::bytea),
    ('type first', rowkey_compose('kind text, id bigint', 'book', 5), h('626f6f6b 00 8000000000000005')),
    ('child', rowkey_prefix('customer bigint, ord bigint', 42, 1001) || rowkey_compose('ship int, line int', 2, 1), h('800000000000002a 80000000000003e9 80000002 80000001')),
    ('text parent', rowkey_prefix('customer text', 'AB') || rowkey_compose('ord bigint', 1001), h('4142 00 80000000000003e9')),
    ('one byte of hash', rowkey_compose('md5(id text, 1), id text', 'ALFKI'), '8ALFKI'::bytea),
    ('hex hash', rowkey_compose($$md5hex(id text, 4), '-', id using string$$, 'ALFKI'), '3843-ALFKI'::bytea),
    ('salt in text', rowkey_compose('salt(16) by java as text, id text using string', 'abc'), '02abc'::bytea),
    ('reversed', rowkey_compose('reverse(number text)', '13800138000'), '00083100831'::bytea),
    ('fixed', rowkey_compose('code char(5), n int', 'AB', 1), h('4142202020 80000001')),
    ('two record types', rowkey_compose($$customer bigint, '2', ord bigint$$, 42, 1001), h('800000000000002a 32 80000000000003e9')),
    ('base key', rowkey_compose('status text, base bytea', 'open', rowkey_compose('customer bigint, ord bigint', 42, 1001)::bytea), h('6f70656e 00 800000000000002a 80000000000003e9')),
    ('largest', rowkey_compose('customer bigint', 9223372036854775807), h('ffffffffffffffff'))
) v(id, key, wanted);
SELECT count(*) AS keys, count(*) FILTER (WHERE key = wanted) AS equal FROM keys;
SELECT * FROM keys WHERE key <> wanted;
SELECT id, rowkey_compose('customer bigint, ord bigint', customer, id)::bytea AS key FROM orders ORDER BY rowkey_compose('customer bigint, ord bigint', customer, id);
SELECT rowkey_compose('md5(customer text), md5(ord text)', customer::text, id::text)::bytea = h('a1d0c6e83f027327d8461063f4ac58a6 b8c37e33defde51cf91e1e03e51657da') AS both_hashed,
       rowkey_compose('customer bigint, md5(ord text) using bytes', customer, id::text)::bytea = h('000000000000002a b8c37e33defde51cf91e1e03e51657da') AS one_hashed FROM orders WHERE id = 1001;
SELECT rowkey_reject_reason('customer bigint, md5(ord text) using bytes', customer, id::text) FROM orders WHERE id = 1003;

-- Ranges: start and stop.
CREATE TEMP TABLE ranges AS
SELECT id, lower(r)::bytea AS start, upper(r)::bytea AS stop, wanted_start, wanted_stop FROM (VALUES
    ('host and event', rowkey_range('host text, event text, at timestamptz', 'host1', 'WARN'), h('686f737431 00 5741524e 00'), h('686f737431 00 5741524e 01')),
    ('minutes of an hour', rowkey_range($$host text, event text, trunc(at timestamptz, '1 hour')$$, 'host1', 'WARN', tstzrange('2022-12-01 10:30+00', '2022-12-01 10:40+00')), h('686f737431 00 5741524e 00 80000184cd20f500'), h('686f737431 00 5741524e 00 80000184cd20f501')),
    ('December, newest first', rowkey_range('author text, at timestamptz desc', '123', tstzrange('2022-12-01+08', '2023-01-01+08')), h('313233 00 7ffffe7a9716ac00'), h('313233 00 7ffffe7b36bbd000')),
    ('December in text', rowkey_range($$author text, '_', digits(at timestamptz, 19) desc using string$$, '123', tstzrange('2022-12-01+08', '2023-01-01+08')), '123_9223370364352375808', '123_9223370367030775808'),
    ('salt of a field', rowkey_range('salt(8, customer), md5(customer text), placed timestamptz desc', 'ALFKI'), h('03 3843d32087bb0e88d4a71d4822dfcf08'), h('03 3843d32087bb0e88d4a71d4822dfcf09')),
    ('a whole key', rowkey_range('salt(8), md5(customer text), placed timestamptz desc, id bigint', 'ALFKI', '2022-12-24 18:00+00'::timestamptz, 1002::bigint), h('02 3843d32087bb0e88d4a71d4822dfcf08 7ffffe7abab552ff 80000000000003ea'), h('02 3843d32087bb0e88d4a71d4822dfcf08 7ffffe7abab552ff 80000000000003ea 00')),
    ('words', rowkey_range($$who text, ':', rel text, ':', whom text using string$$, 'mia', 'follows'), 'mia:follows:', 'mia:follows;'),
    ('below a text', rowkey_prefix_range(rowkey_prefix('customer text', 'AB')), h('414200'), h('414201'))
) v(id, r, wanted_start, wanted_stop)
UNION ALL SELECT 'first of eight salts', lower(s)::bytea, upper(s)::bytea, h('00 3843d32087bb0e88d4a71d4822dfcf08 7ffffe7a955f3800'), h('00 3843d32087bb0e88d4a71d4822dfcf08 7ffffe7b35045c00')
    FROM rowkey_ranges('salt(8), md5(customer text), placed timestamptz desc, id bigint', 'ALFKI', tstzrange('2022-12-01+00', '2023-01-01+00')) m, unnest(m) WITH ORDINALITY u(s, n) WHERE n = 1;
SELECT count(*) AS ranges, count(*) FILTER (WHERE start = wanted_start AND stop = wanted_stop) AS equal FROM ranges;
SELECT * FROM ranges WHERE start <> wanted_start OR stop <> wanted_stop;

-- A bound keeps the width of its value, also past a carry; the last value has no next.
SELECT rowkey_range('a int', int4range(254, 255, '[]')), rowkey_range('a int, b int', 1, int8range(1, 2147483647, '[]')), rowkey_range('a int desc', int4range(256, 257, '[]'));
DROP VIEW second_row;
DROP TABLE orders;
DROP FUNCTION h(text);
