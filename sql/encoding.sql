-- One value to bytes and back: types, encodings, errors.  The bytes themselves
-- are held against Java's in encoding_vectors.

-- ---- the kinds of value, in every encoding, there and back ----------------

CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
CREATE TABLE kinds (no int, value text, type text);
INSERT INTO kinds VALUES
    (1, 'true', 'boolean'), (2, '-1', 'smallint'), (3, '258', 'integer'), (4, '-1', 'bigint'),
    (5, '1.5', 'real'), (6, '-0.1', 'double precision'), (7, '-100.010', 'numeric'),
    (8, 'Åsa', 'text'), (9, 'Åsa', 'varchar'), (10, 'Åsa  ', 'char(5)'),
    (11, '\x00ff', 'bytea'), (12, 'a\x00', 'rowkey'),
    (13, '123e4567-e89b-12d3-a456-426614174000', 'uuid'),
    (14, '1969-12-31', 'date'), (15, '23:59:59.5', 'time'),
    (16, '1969-12-31 23:59:59.999', 'timestamp'), (17, '2024-02-29 12:00:00.001+02', 'timestamptz'),
    (18, '{"b": [1.50, null], "a": "é"}', 'jsonb'), (19, '7', 'positive');

-- value -> bytes -> value; the last column says that it came back.
CREATE FUNCTION both_ways(encoding hbase_encoding)
RETURNS TABLE (no int, type text, bytes bytea, comes_back boolean)
LANGUAGE plpgsql AS $$
DECLARE
    k kinds;
BEGIN
    FOR k IN SELECT * FROM kinds ORDER BY kinds.no LOOP
        no := k.no;
        type := k.type;
        EXECUTE format('SELECT hbase_encode(v, %L), hbase_decode(hbase_encode(v, %1$L), NULL::%2$s, %1$L) = v
                               AND rowkey_encode(v, %1$L)::bytea = hbase_encode(v, %1$L)
                               AND rowkey_decode(rowkey_encode(v, %1$L), NULL::%2$s, %1$L) = v
                        FROM (SELECT %3$L::%2$s AS v) s',
                       encoding, k.type, k.value)
        INTO bytes, comes_back;
        RETURN NEXT;
    END LOOP;
END $$;

SET TimeZone = 'Asia/Kathmandu';
SELECT * FROM both_ways('bytes');
SELECT no, type, convert_from(bytes, 'UTF8') AS text, comes_back FROM both_ways('string') WHERE type NOT IN ('bytea', 'rowkey');
SELECT * FROM both_ways('ordered');
SELECT * FROM both_ways('phoenix');
RESET TimeZone;

-- ---- NULLs and literals ----------------------------------------------------

SELECT rowkey_encode(NULL::int, 'bytes') IS NULL AS no_value,
       rowkey_encode(1, NULL) IS NULL AS no_encoding,
       rowkey_encode(1, 'bytes', NULL) IS NULL AS no_order,
       rowkey_decode(NULL, NULL::int, 'bytes') IS NULL AS no_key,
       hbase_encode(NULL::int, 'bytes') IS NULL AS no_cell,
       hbase_decode('\x00000001', 5, 'bytes') AS sample_is_not_looked_at;
SELECT rowkey_encode('a literal is text', 'string'), rowkey_encode('1', 'bytes');

-- Named arguments, and a type per row.
SELECT e, rowkey_encode(value => 1.50, encoding => e) FROM unnest(enum_range(NULL::hbase_encoding)) e ORDER BY e;
SELECT t, hbase_encode(300, 'bytes', t) FROM (VALUES (NULL), ('long'), ('SHORT'), ('long'), (''), ('bigint'), ('numeric(10,2)'), ('vint')) v(t);

-- Generated columns and expression indexes take it.
CREATE TABLE generated (id bigint, at timestamptz,
    key rowkey GENERATED ALWAYS AS (rowkey_encode(id, 'bytes') || rowkey_encode(at, 'bytes', true)) STORED);
CREATE INDEX ON generated (rowkey_encode(at, 'bytes'));
INSERT INTO generated VALUES (1, '2021-01-01 00:00+00'), (1, '1969-12-31 23:59:59.9999+00') RETURNING *;

-- ---- bytes: as_type ---------------------------------------------------------

SELECT t, hbase_encode(timestamptz '2021-01-01 00:00:01.999999+00', 'bytes', t) AS bytes,
       hbase_decode(hbase_encode(timestamptz '2021-01-01 00:00:01.999999+00', 'bytes', t), NULL::timestamptz, 'bytes', t) AT TIME ZONE 'UTC' AS back
FROM (VALUES (NULL), ('long'), ('int'), ('timestamptz'), ('timestamptz(0)'), ('timestamptz(3)'), ('timestamptz(6)'), ('timestamp (6) with time zone')) v(t);
SELECT t, hbase_encode('ab', 'bytes', t) FROM (VALUES ('text'), ('String'), ('varchar(2)'), ('char(4)'), ('CHARACTER (4)')) v(t);
-- As text, values of every kind may have a longest.
SELECT convert_from(hbase_encode(-12, 'string', 'varchar(3)'), 'UTF8'), convert_from(hbase_encode(timestamp '2024-01-31 10:00:00.25', 'string', 'varchar(23)'), 'UTF8'),
       convert_from(hbase_encode('123e4567-e89b-12d3-a456-426614174000'::uuid, 'string', 'varchar(36)'), 'UTF8');
SELECT '>' || hbase_decode('\x61622020', NULL::text, 'bytes', 'char(4)') || '<' AS unpadded;
SELECT hbase_encode('\x01'::bytea, 'bytes', 'binary(3)'), hbase_encode(5::bigint, 'bytes', 'byte');
SELECT rowkey_encode(timestamptz '2021-01-01 00:00+00', 'bytes', true) = int8send(9223372036854775807 - 1609459200000)::rowkey AS newest_first;

-- The precision that a type modifier declares does not count (parameters lose it).
SELECT hbase_encode(timestamptz '2021-01-01 00:00:01.999999+00'::timestamptz(6), 'bytes')
     = hbase_encode(timestamptz '2021-01-01 00:00:01.999999+00', 'bytes') AS same;

-- ---- ordered: as_type, descending, NULL ---------------------------------------

SELECT t, hbase_encode(v, 'ordered', t), hbase_decode(hbase_encode(v, 'ordered', t), v, 'ordered', t) AS back
FROM (VALUES (5), (-100)) n(v), (VALUES (NULL), ('tinyint'), ('int16'), ('OrderedInt64'), ('bigint'), ('numeric')) v(t);
SELECT v, hbase_encode(v, 'ordered', 'numeric'), hbase_decode(hbase_encode(v, 'ordered', 'numeric'), v, 'ordered', 'numeric') AS back
FROM unnest('{0.1, -0, 1e100, 5e-324, -1.7976931348623157e308, NaN, Infinity, -Infinity}'::float8[]) v;
SELECT v, hbase_encode(v, 'ordered'), hbase_decode(hbase_encode(v, 'ordered'), v, 'ordered') AS back
FROM unnest('{0, 1.50, -1.50, 1e20, 1e-20, NaN, Infinity, -Infinity}'::numeric[]) v;
SELECT t, hbase_encode('ab', 'ordered', t) FROM (VALUES ('text'), ('OrderedString'), ('char(4)')) v(t);
SELECT t, hbase_encode('\x0102'::bytea, 'ordered', t) FROM (VALUES ('bytea'), ('blob_var'), ('blob_copy'), ('OrderedBlob')) v(t);
SELECT rowkey_encode('ab', 'ordered', true), rowkey_decode(rowkey_encode('ab', 'ordered', true), NULL::text, 'ordered', true);
SELECT rowkey_encode('\x0102'::bytea, 'ordered', true, 'blob_copy'),
       rowkey_decode(rowkey_encode('\x0102'::bytea, 'ordered', true, 'blob_copy'), NULL::bytea, 'ordered', true, 'blob_copy');
SELECT rowkey_decode('\x05', NULL::text, 'ordered') IS NULL AS asc, rowkey_decode('\xFA', NULL::int, 'ordered', true) IS NULL AS desc,
       rowkey_decode('\xFA\xFF', NULL::bytea, 'ordered', true, 'blob_copy') IS NULL AS blob_desc;
SELECT hbase_encode(timestamptz '1969-12-31 23:59:59.9999+00', 'ordered', t) AS bytes, t
FROM (VALUES (NULL), ('timestamptz(0)'), ('timestamptz(6)')) v(t);

-- ---- phoenix: as_type, descending ---------------------------------------------

SELECT t, hbase_encode(5, 'phoenix', t), hbase_decode(hbase_encode(5, 'phoenix', t), NULL::int, 'phoenix', t) AS back
FROM (VALUES (NULL), ('tinyint'), ('UNSIGNED_TINYINT'), ('unsigned_smallint'), ('unsigned_int'), ('BIGINT'), ('UNSIGNED_LONG'), ('DECIMAL(10, 2)'), ('numeric')) v(t);
SELECT t, hbase_encode(v, 'phoenix', t), hbase_decode(hbase_encode(v, 'phoenix', t), NULL::timestamptz, 'phoenix', t) AT TIME ZONE 'UTC' AS back
FROM (VALUES (timestamptz '2024-01-02 03:04:05.678901+00')) s(v),
     (VALUES (NULL), ('DATE'), ('TIME'), ('UNSIGNED_DATE'), ('TIMESTAMP'), ('UNSIGNED_TIMESTAMP'), ('timestamptz'), ('timestamptz(0)'), ('timestamptz(6)'), ('BIGINT')) v(t);
SELECT t, hbase_encode('ab', 'phoenix', t) FROM (VALUES (NULL), ('VARCHAR'), ('VARCHAR(2)'), ('CHAR(4)')) v(t);
SELECT t, hbase_encode('\x0102'::bytea, 'phoenix', t) FROM (VALUES (NULL), ('VARBINARY'), ('BINARY(4)')) v(t);
SELECT hbase_encode(time '23:59:59.999999', 'phoenix', 'time(6)'), hbase_decode('\x80000000000000000007a120', NULL::time, 'phoenix', 'TIMESTAMP');
SELECT hbase_encode(1.5::real, 'phoenix', 'UNSIGNED_FLOAT'), hbase_encode(1.5::real, 'phoenix', 'DOUBLE'),
       hbase_decode('\xbff8000000000001', NULL::real, 'phoenix', 'DOUBLE');
SELECT rowkey_encode(true, 'phoenix', true), rowkey_encode(1.5, 'phoenix', true), rowkey_encode('ab', 'phoenix', true, 'CHAR(3)');
SELECT hbase_encode('', 'phoenix') AS empty_text, hbase_decode('', NULL::text, 'phoenix') = '' AS comes_back;

-- Rounded as Java does, where asked for.
SELECT hbase_encode(repeat('9', 32)::numeric, 'ordered', 'numeric_rounded') AS ordered,
       hbase_encode(('0.' || repeat('9', 32))::numeric, 'ordered', 'numeric_rounded') AS not_the_bug,
       hbase_encode(repeat('9', 39)::numeric, 'phoenix', 'DECIMAL_ROUNDED') AS phoenix;

-- ---- errors -----------------------------------------------------------------

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$rowkey_encode(interval '1 day', 'string')$$),
    ($$hbase_decode('\x00', NULL::int[], 'bytes')$$),
    ($$rowkey_encode(ROW(1, 2), 'bytes')$$),
    ($$rowkey_encode(int4range(1, 2), 'bytes')$$),
    ($$rowkey_encode(1, 'avro')$$),
    ($$rowkey_encode(1, 'bytes', false, 'INTEGER_LIKE')$$),
    ($$rowkey_encode(1, 'bytes', false, 'String')$$),
    ($$rowkey_encode(1, 'bytes', false, 'text')$$),
    ($$rowkey_encode(1, 'bytes', false, 'int(4)')$$),
    ($$rowkey_encode(1, 'bytes', false, 'int(')$$),
    ($$rowkey_encode('a', 'bytes', false, 'char')$$),
    ($$rowkey_encode('a', 'bytes', false, 'char(0)')$$),
    ($$rowkey_encode('a', 'bytes', false, 'char(32768)')$$),
    ($$rowkey_encode(1, 'bytes', true)$$),
    ($$rowkey_encode(now(), 'bytes', true, 'int')$$),
    ($$rowkey_encode(now(), 'bytes', false, 'timestamptz(4)')$$),
    ($$rowkey_encode(1, 'string', true)$$),
    ($$rowkey_decode('1', NULL::int, 'string', true)$$),
    ($$rowkey_encode(300, 'bytes', false, 'byte')$$),
    ($$rowkey_encode('abc', 'bytes', false, 'char(2)')$$),
    ($$rowkey_encode('abc', 'bytes', false, 'varchar(2)')$$),
    ($$rowkey_encode(12345, 'string', false, 'varchar(3)')$$),
    ($$rowkey_encode(timestamp '2024-01-31 10:00:00.5', 'string', false, 'varchar(6)')$$),
    ($$rowkey_encode('infinity'::timestamptz, 'bytes')$$),
    ($$rowkey_encode('-infinity'::date, 'string')$$),
    ($$rowkey_encode(timestamp '1969-12-31 23:59:59', 'bytes', false, 'int')$$),
    ($$rowkey_encode(timestamp '2106-02-07 06:28:16', 'bytes', false, 'int')$$),
    ($$rowkey_encode(timestamp '294276-12-31', 'bytes', false, 'timestamp(6)')$$),
    ($$rowkey_encode('NaN'::numeric, 'bytes')$$),
    ($$rowkey_encode(repeat('x', 32768), 'string')$$),
    ($$hbase_decode('\x0001', NULL::int, 'bytes')$$),
    ($$hbase_decode('\x00000001', NULL::numeric, 'bytes')$$),
    ($$hbase_decode('\x7fffffff01', NULL::numeric, 'bytes')$$),
    ($$hbase_decode('\x8e', NULL::bigint, 'bytes', 'vint')$$),
    ($$hbase_decode('\x88ffffffffffffffff', NULL::bigint, 'bytes', 'vint')$$),
    ($$hbase_decode('\xff7f', NULL::smallint, 'bytes', 'long')$$),
    ($$hbase_decode('\x0000000000008000', NULL::smallint, 'bytes', 'long')$$),
    ($$hbase_decode('\x0000000000000001', NULL::date, 'bytes')$$),
    ($$hbase_decode('\x7fffffffffffffff', NULL::timestamptz, 'bytes')$$),
    ($$hbase_decode('\x0000000005265c01', NULL::time, 'bytes')$$),
    ($$hbase_decode('\x3ff199999999999a', NULL::real, 'bytes', 'double')$$),
    ($$hbase_decode('\xff', NULL::text, 'bytes')$$),
    ($$hbase_decode('\x6100', NULL::text, 'string')$$),
    ($$hbase_decode('\xe282', NULL::text, 'string')$$),
    ($$hbase_decode('yes', NULL::boolean, 'string')$$),
    ($$hbase_decode('12x', NULL::int, 'string')$$),
    ($$hbase_decode('', NULL::int, 'string')$$),
    ($$hbase_decode('32768', NULL::smallint, 'string')$$),
    ($$hbase_decode('9223372036854775808', NULL::bigint, 'string')$$),
    ($$hbase_decode('0x10', NULL::float8, 'string')$$),
    ($$hbase_decode('1e400', NULL::float8, 'string')$$),
    ($$hbase_decode('1e40', NULL::float4, 'string')$$),
    ($$hbase_decode('1.2.3', NULL::numeric, 'string')$$),
    ($$hbase_decode('1e131072', NULL::numeric, 'string')$$),
    ($$hbase_decode('1e-16384', NULL::numeric, 'string')$$),
    ($$hbase_decode('2021-02-29', NULL::date, 'string')$$),
    ($$hbase_decode('2021-02-28 00:00', NULL::timestamptz, 'string')$$),
    ($$hbase_decode('294277-01-01 00:00', NULL::timestamp, 'string')$$),
    ($$hbase_decode('24:01', NULL::time, 'string')$$),
    ($$hbase_decode('123e4567-e89b-12d3-a456-42661417400g', NULL::uuid, 'string')$$),
    ($$hbase_decode('{"a":', NULL::jsonb, 'string')$$),
    ($$hbase_decode('\x00000000', NULL::positive, 'bytes')$$),
    ($$rowkey_encode(5, 'ordered', false, 'int8')$$),
    ($$rowkey_encode(128, 'ordered', false, 'OrderedInt8')$$),
    ($$rowkey_encode(repeat('9', 32)::numeric, 'ordered')$$),
    ($$rowkey_encode('\x0001'::bytea, 'ordered', true, 'blob_copy')$$),
    ($$rowkey_encode('abc', 'ordered', false, 'char(2)')$$),
    ($$rowkey_encode(timestamptz 'infinity', 'ordered')$$),
    ($$rowkey_encode(gen_random_uuid(), 'ordered', false, 'int64')$$),
    ($$hbase_decode('', NULL::text, 'ordered')$$),
    ($$hbase_decode('\x2c00', NULL::bigint, 'ordered')$$),
    ($$hbase_decode('\x2b80000001', NULL::bigint, 'ordered')$$),
    ($$hbase_decode('\x2b8000000100', NULL::int, 'ordered')$$),
    ($$hbase_decode('\x2982', NULL::boolean, 'ordered')$$),
    ($$hbase_decode('\x3461', NULL::text, 'ordered')$$),
    ($$hbase_decode('\x346100ff', NULL::text, 'ordered')$$),
    ($$hbase_decode('\x34ff00', NULL::text, 'ordered')$$),
    ($$hbase_decode('\x1600000000000000000002', NULL::numeric, 'ordered')$$),
    ($$hbase_decode('\x1803', NULL::numeric, 'ordered')$$),
    ($$hbase_decode('\x25', NULL::numeric, 'ordered')$$),
    ($$hbase_decode('\x180364', NULL::int, 'ordered', 'numeric')$$),
    ($$hbase_decode('\x229702', NULL::bigint, 'ordered', 'numeric')$$),
    ($$hbase_decode('\x22fa01000002', NULL::numeric, 'ordered')$$),
    ($$hbase_decode('\x378041', NULL::bytea, 'ordered')$$),
    ($$hbase_decode('\x3780', NULL::bytea, 'ordered')$$),
    ($$hbase_decode('\x380102', NULL::uuid, 'ordered', 'blob_copy')$$),
    ($$rowkey_decode('\xFA\x00', NULL::bytea, 'ordered', true, 'blob_copy')$$),
    ($$rowkey_encode(-1, 'phoenix', false, 'UNSIGNED_INT')$$),
    ($$rowkey_encode(128, 'phoenix', false, 'TINYINT')$$),
    ($$rowkey_encode('-1.5'::real, 'phoenix', false, 'UNSIGNED_FLOAT')$$),
    ($$rowkey_encode(1.5::float8, 'phoenix', false, 'FLOAT')$$),
    ($$rowkey_encode(repeat('9', 39)::numeric, 'phoenix')$$),
    ($$rowkey_encode(1e126, 'phoenix')$$),
    ($$rowkey_encode(1e-127, 'phoenix')$$),
    ($$rowkey_encode('NaN'::numeric, 'phoenix')$$),
    ($$rowkey_encode('é', 'phoenix', false, 'CHAR(3)')$$),
    ($$rowkey_encode('abcd', 'phoenix', false, 'CHAR(3)')$$),
    ($$rowkey_encode('abcd', 'phoenix', false, 'VARCHAR(3)')$$),
    ($$rowkey_encode('\x010203'::bytea, 'phoenix', false, 'VARBINARY(2)')$$),
    ($$rowkey_encode(gen_random_uuid(), 'phoenix', false, 'BINARY(8)')$$),
    ($$rowkey_encode(timestamptz '1969-12-31 23:59:59+00', 'phoenix', false, 'UNSIGNED_DATE')$$),
    ($$rowkey_encode(date 'infinity', 'phoenix')$$),
    ($$hbase_decode('\xff', NULL::boolean, 'phoenix')$$),
    ($$hbase_decode('\x80000001ff', NULL::int, 'phoenix')$$),
    ($$hbase_decode('\xff', NULL::int, 'phoenix', 'UNSIGNED_TINYINT')$$),
    ($$hbase_decode('\xbf800000', NULL::real, 'phoenix', 'UNSIGNED_FLOAT')$$),
    ($$hbase_decode('\xc101', NULL::numeric, 'phoenix')$$),
    ($$hbase_decode('\x3e64', NULL::numeric, 'phoenix')$$),
    ($$hbase_decode('', NULL::numeric, 'phoenix')$$),
    ($$hbase_decode('\x8000000000000000000f4240', NULL::timestamp, 'phoenix', 'TIMESTAMP')$$),
    ($$hbase_decode('\x800000000000000000000001', NULL::timestamp, 'phoenix', 'TIMESTAMP')$$),
    ($$hbase_decode('\x8000000000000000000003e8', NULL::date, 'phoenix', 'TIMESTAMP')$$),
    ($$hbase_decode('\x8000000000000001', NULL::date, 'phoenix')$$),
    ($$hbase_decode('\xc3a920', NULL::text, 'phoenix', 'CHAR(3)')$$),
    ($$hbase_decode('\x6100', NULL::text, 'phoenix')$$),
    ($$rowkey_encode(now(), 'phoenix', false, 'TIMESTAMP(3)(3)')$$)) AS v(statement);
\pset format aligned
\pset tuples_only off
SELECT length(rowkey_encode(repeat('x', 32767), 'string')), length(hbase_encode(repeat('x', 32768), 'string'));

DROP TABLE generated, kinds;
DROP FUNCTION both_ways, failure;
DROP DOMAIN positive;
