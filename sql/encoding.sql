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
SELECT '>' || hbase_decode('\x61622020', NULL::text, 'bytes', 'char(4)') || '<' AS unpadded;
SELECT hbase_encode('\x01'::bytea, 'bytes', 'binary(3)'), hbase_encode(5::bigint, 'bytes', 'byte');
SELECT rowkey_encode(timestamptz '2021-01-01 00:00+00', 'bytes', true) = int8send(9223372036854775807 - 1609459200000)::rowkey AS newest_first;

-- The precision that a type modifier declares does not count (parameters lose it).
SELECT hbase_encode(timestamptz '2021-01-01 00:00:01.999999+00'::timestamptz(6), 'bytes')
     = hbase_encode(timestamptz '2021-01-01 00:00:01.999999+00', 'bytes') AS same;

-- ---- errors -----------------------------------------------------------------

-- Each statement with its SQLSTATE, message, detail and hint.
CREATE FUNCTION failure(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    EXECUTE statement;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n    ', SQLSTATE || ' ' || SQLERRM, nullif(detail, ''), nullif(hint, ''));
END $$;

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
    ($$hbase_decode('\x00000000', NULL::positive, 'bytes')$$)) AS v(statement);
\pset format aligned
\pset tuples_only off
SELECT length(rowkey_encode(repeat('x', 32767), 'string')), length(hbase_encode(repeat('x', 32768), 'string'));

DROP TABLE generated, kinds;
DROP FUNCTION both_ways, failure;
DROP DOMAIN positive;
