-- Tables for Phoenix: the key, the columns (family, qualifier, type, encoding) and
-- how it should show the rows: times in microseconds, floats by their bits, bytes
-- in hex (PhoenixCheck.java).
CREATE SCHEMA phoenix;
CREATE TABLE phoenix.cases (name text, layout rowkey_layout, columns text[], shown text);
CREATE FUNCTION phoenix.shown(timestamptz) RETURNS text IMMUTABLE STRICT RETURN (extract(epoch FROM $1) * 1000000)::bigint;
CREATE FUNCTION phoenix.shown(timestamp) RETURNS text IMMUTABLE STRICT RETURN phoenix.shown($1 AT TIME ZONE 'UTC');
CREATE FUNCTION phoenix.shown(date) RETURNS text IMMUTABLE STRICT RETURN phoenix.shown($1::timestamp);
CREATE FUNCTION phoenix.shown(time) RETURNS text IMMUTABLE STRICT RETURN phoenix.shown(date '1970-01-01' + $1);
CREATE FUNCTION phoenix.shown(numeric) RETURNS text IMMUTABLE STRICT RETURN trim_scale($1);
CREATE FUNCTION phoenix.shown(real) RETURNS text IMMUTABLE STRICT RETURN encode(float4send($1), 'hex');
CREATE FUNCTION phoenix.shown(double precision) RETURNS text IMMUTABLE STRICT RETURN encode(float8send($1), 'hex');
CREATE FUNCTION phoenix.shown(bytea) RETURNS text IMMUTABLE STRICT RETURN encode($1, 'hex');
CREATE FUNCTION phoenix.shown(uuid) RETURNS text IMMUTABLE STRICT RETURN replace($1::text, '-', '');

-- Salted, newest first; two families, with values missing.
CREATE VIEW phoenix.orders AS
SELECT rowkey_compose('salt(4), customer text, placed timestamptz desc, id bigint', customer_id, order_date::timestamp AT TIME ZONE 'UTC', order_id) AS key,
       widerow_build('phoenix'::hbase_encoding, 'freight', freight, 'name', ship_name, 'via', ship_via) AS d,
       widerow_build('phoenix'::hbase_encoding, 'region', ship_region, 'shipped', shipped_date) AS s
  FROM public.orders;
INSERT INTO phoenix.cases VALUES ('orders', 'salt(4), customer text, placed timestamptz desc, id bigint',
    '{d freight numeric phoenix,d name text phoenix,d via int phoenix,s region text phoenix,s shipped date phoenix}',
    $$SELECT customer_id, phoenix.shown(order_date), order_id, phoenix.shown(freight), ship_name, ship_via, ship_region, phoenix.shown(shipped_date) FROM public.orders$$);

-- Numbers of every type and both orders, as keys and as values.
CREATE TABLE phoenix.n AS
SELECT i AS id, (i % 127 - 63)::smallint AS t, (i * 331 % 65536 - 32768)::smallint AS s, i * 7919 - 2000000 AS n, (i - 150) * 12345678901 AS l,
       ((i - 125) / 8.0)::real AS f, ((i - 125) * 1e200 / 3)::float8 AS d, (i - 100) * 1.5 * (10::numeric ^ (i % 20 - 10)) AS x
  FROM generate_series(1, 250) i;
CREATE VIEW phoenix.numbers AS
SELECT rowkey_compose('t tinyint, s smallint desc, n int, l bigint desc, f real, d double precision desc, x numeric, id int, y numeric desc', t, s, n, l, f, d, x, id, x) AS key,
       widerow_build('phoenix'::hbase_encoding, 'vb', id % 3 = 0, 'vd', d, 'vf', f, 'vl', l, 'vs', s, 'vx', x) || widerow_build('wl', abs(l), 'wn', id) AS d
  FROM phoenix.n;
INSERT INTO phoenix.cases VALUES ('numbers', 't tinyint, s smallint desc, n int, l bigint desc, f real, d double precision desc, x numeric, id int, y numeric desc',
    '{d vb boolean phoenix,d vd float8 phoenix,d vf float4 phoenix,d vl bigint phoenix,d vs smallint phoenix,d vx numeric phoenix,d wl bigint bytes,d wn int bytes}',
    $$SELECT t, s, n, l, phoenix.shown(f), phoenix.shown(d), phoenix.shown(x), id, phoenix.shown(x), (id % 3 = 0)::text, phoenix.shown(d), phoenix.shown(f), l, s, phoenix.shown(x), abs(l), id FROM phoenix.n$$);
CREATE VIEW phoenix.unsigned AS
SELECT rowkey_compose('salt(3), t unsigned_tinyint, s unsigned_smallint desc, n unsigned_int, l unsigned_long desc, f unsigned_float, d unsigned_double desc',
                      abs(t)::smallint, abs(s + 1)::smallint, abs(n), abs(l), abs(f), abs(d)) AS key, NULL::widerow AS d
  FROM phoenix.n;
INSERT INTO phoenix.cases VALUES ('unsigned', 'salt(3), t unsigned_tinyint, s unsigned_smallint desc, n unsigned_int, l unsigned_long desc, f unsigned_float, d unsigned_double desc',
    '{}', $$SELECT abs(t), abs(s + 1), abs(n), abs(l), phoenix.shown(abs(f)), phoenix.shown(abs(d)) FROM phoenix.n$$);

-- Text, bytes and times of every kind.
CREATE TABLE phoenix.t AS
SELECT i AS id, chr(97 + i % 26) || repeat('é', i % 3) AS v, lpad(i::text, i % 4 + 3, 'x') AS c, decode(md5(i::text), 'hex') AS b, md5(i::text)::uuid AS u,
       date '1970-01-01' + i * 37 - 5000 AS d, time '00:00' + i * interval '2.017 min' AS h, timestamp '1969-12-31' + i * interval '1.000457 hours' AS s,
       timestamptz '2022-12-24 18:00+00' - i * interval '1.000001 seconds' AS z
  FROM generate_series(0, 200) i;
CREATE VIEW phoenix.texts AS
SELECT rowkey_compose('salt(5), v text desc, c char(8), b bytea(5), u uuid, d date desc, h time, s timestamp(3), z timestamptz(6) desc, e bytea', v, c, substr(b, 1, 5), u, d, h, s, z, substr(b, 6) || '\x01') AS key,
       widerow_build('phoenix'::hbase_encoding, 'vb', b, 'vd', d, 'vh', h, 'vs', s, 'vz', z) AS d
  FROM phoenix.t;
INSERT INTO phoenix.cases VALUES ('texts', 'salt(5), v text desc, c char(8), b bytea(5), u uuid, d date desc, h time, s timestamp(3), z timestamptz(6) desc, e bytea',
    '{d vb bytea phoenix,d vd date phoenix,d vh time phoenix,d vs timestamp phoenix,d vz timestamptz phoenix}',
    $$SELECT v, c, phoenix.shown(substr(b, 1, 5)), phoenix.shown(u), phoenix.shown(d), phoenix.shown(date_trunc('ms', date '1970-01-01' + h)), phoenix.shown(date_trunc('ms', s)), phoenix.shown(z), phoenix.shown(substr(b, 6) || '\x01'),
             phoenix.shown(b), phoenix.shown(d), phoenix.shown(date_trunc('ms', date '1970-01-01' + h)), phoenix.shown(date_trunc('ms', s)), phoenix.shown(date_trunc('ms', z)) FROM phoenix.t$$);

-- Parts that may be NULL, up, down, in the middle and at the end; rows without values.
CREATE TABLE phoenix.e AS
SELECT i AS id, CASE WHEN i % 2 = 0 THEN 'a' || i % 3 END AS a, CASE WHEN i % 3 > 0 THEN 'b' || i % 5 END AS b, CASE WHEN i % 5 > 1 THEN (i % 7 - 3)::numeric END AS x,
       CASE WHEN i % 7 > 2 THEN (i % 11 - 5) * 1.25 END AS y, CASE WHEN i % 11 > 4 THEN 'c' || i END AS c, CASE WHEN i % 13 > 5 THEN 'd' || i END AS d
  FROM generate_series(1, 150) i;
CREATE VIEW phoenix.missing AS
SELECT rowkey_compose('a text null, b text desc null, id int, x numeric null, y numeric desc null, c text desc null, d text null', a, b, id, x, y, c, d) AS key, widerow_build('phoenix'::hbase_encoding, 'v', c) AS d FROM phoenix.e;
INSERT INTO phoenix.cases VALUES ('missing', 'a text null, b text desc null, id int, x numeric null, y numeric desc null, c text desc null, d text null',
    '{d v text phoenix}', $$SELECT a, b, id, phoenix.shown(x), phoenix.shown(y), c, d, c FROM phoenix.e$$);
CREATE VIEW phoenix.missing_salted AS
SELECT rowkey_compose('salt(8), d text desc null, id bigint desc, a text null, c text desc null', d, id, a, c) AS key, widerow_build('phoenix'::hbase_encoding, 'v', a) AS d FROM phoenix.e;
INSERT INTO phoenix.cases VALUES ('missing_salted', 'salt(8), d text desc null, id bigint desc, a text null, c text desc null', '{d v text phoenix}', $$SELECT d, id, a, c, a FROM phoenix.e$$);

-- Keys of other encodings, and parts without a value of their own.
CREATE VIEW phoenix.bytes AS
SELECT rowkey_compose('a bigint, at timestamptz desc, n int, d timestamptz, b uuid, c text using bytes', id, z, id, z, u, v) AS key, widerow_build('v', v, 'w', z, 'x', u) AS d FROM phoenix.t;
INSERT INTO phoenix.cases VALUES ('bytes', 'a bigint, at timestamptz desc, n int, d timestamptz, b uuid, c text using bytes', '{d v text bytes,d w timestamptz bytes,d x uuid bytes}',
    $$SELECT id, phoenix.shown(date_trunc('ms', z)), id, phoenix.shown(date_trunc('ms', z)), phoenix.shown(u), v, v, phoenix.shown(date_trunc('ms', z)), phoenix.shown(u) FROM phoenix.t$$);
CREATE VIEW phoenix.parts AS
SELECT rowkey_compose($$salt(4) by murmur3, md5(v text, 2), bucket(id, 10), v, 'L', '\x00', digits(id int, 6), reverse(c text), trunc(z timestamptz, '1 hour') desc, id$$, v, id, c, z) AS key, widerow_build('w', id) AS d FROM phoenix.t;
INSERT INTO phoenix.cases VALUES ('parts', $$salt(4) by murmur3, md5(v text, 2), bucket(id, 10), v, 'L', '\x00', digits(id int, 6), reverse(c text), trunc(z timestamptz, '1 hour') desc, id$$, '{d w int bytes}',
    $$SELECT encode(substr(key::bytea, 1, 1), 'hex'), left(md5(v), 4), lpad(to_hex(id % 10), 2, '0'), v, 'L', '00', lpad(id::text, 6, '0'), reverse(c), phoenix.shown(date_trunc('hour', z)), id, id
        FROM phoenix.parts JOIN phoenix.t ON widerow_get(parts.d, 'w', NULL::int) = id$$);
CREATE VIEW phoenix.strings AS
SELECT rowkey_compose($$md5hex(id text, 4), '_', digits(n int, 6) desc, '_', id using string$$, 'user' || id, id) AS key, widerow_build('string'::hbase_encoding, 'v', v) AS d FROM phoenix.t;
INSERT INTO phoenix.cases VALUES ('strings', $$md5hex(id text, 4), '_', digits(n int, 6) desc, '_', id using string$$, '{d v text string}',
    $$SELECT left(md5('user' || id), 4), '_', lpad((999999 - id)::text, 6, '0'), '_', 'user' || id, v FROM phoenix.t$$);
CREATE VIEW phoenix.keys AS SELECT rowkey_compose('v text, id int desc', v, id) AS key, NULL::widerow AS d FROM phoenix.t;
INSERT INTO phoenix.cases VALUES ('keys', 'v text, id int desc', '{}', $$SELECT v, id FROM phoenix.t$$);
SELECT hbase.define(('phoenix.' || name)::regclass, name, ARRAY[layout]) FROM phoenix.cases \g /dev/null
SELECT hbase.define_column(('phoenix.' || name)::regclass, c[1], c[2], c[2], c[3]::regtype, c[4]::hbase_encoding)
  FROM phoenix.cases, unnest(columns) AS listed, string_to_array(listed, ' ') AS c \g /dev/null
