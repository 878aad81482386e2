-- PostgreSQL's own comparison says what order the bytes have to have: a < b
-- exactly when the bytes of a are less, descending the opposite, and every
-- value comes back.  Values are pseudo-random, the same in every run.

CREATE FUNCTION bits(i int, salt text DEFAULT '') RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN ('x' || left(md5(i || salt), 16))::bit(64)::bigint;

CREATE TEMP TABLE v_bool AS SELECT * FROM (VALUES (false), (true)) t(v);
CREATE TEMP TABLE v_int8 AS
SELECT bits(i) >> i % 64 AS v FROM generate_series(1, 3000) i
UNION VALUES (0), (-1), (9223372036854775807), (-9223372036854775808);
CREATE TEMP TABLE v_int4 AS SELECT DISTINCT (v >> 32)::int AS v FROM v_int8;
CREATE TEMP TABLE v_int2 AS SELECT DISTINCT (v >> 48)::smallint AS v FROM v_int8;
-- Denormals, the largest and the smallest, NaN and infinities; zero has one sign here.
CREATE TEMP TABLE v_float8 AS
SELECT hbase_decode(int8send(bits(i)), NULL::float8, 'bytes') AS v FROM generate_series(1, 2000) i
UNION SELECT v / 1000.0::float8 FROM v_int8
UNION SELECT unnest('{0, 5e-324, -5e-324, 2.2250738585072009e-308, 2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308, NaN, Infinity, -Infinity}'::float8[]);
CREATE TEMP TABLE v_float4 AS
SELECT hbase_decode(int4send((bits(i) >> 32)::int), NULL::float4, 'bytes') AS v FROM generate_series(1, 2000) i
UNION SELECT unnest('{0, 1e-45, -1e-45, 1.1754942e-38, 1.17549435e-38, 3.4028235e38, -3.4028235e38, NaN, Infinity, -Infinity}'::float4[]);
-- Up to 31 digits, anywhere between 1e-125 and 1e125; stored, so short and unaligned.
CREATE TEMP TABLE v_numeric AS
SELECT pad, v FROM (
    SELECT (bits(i) || CASE WHEN i % 3 = 0 THEN lpad((bits(i, 'x') % 1000000000 + 999999999)::text, 11, '0') ELSE '' END || 'e' || i % 210 - 110)::numeric AS v
    FROM generate_series(1, 3000) i
    UNION SELECT v / 10000.0 FROM v_int8 WHERE abs(v / 2) < 1e15
    UNION SELECT unnest('{0, 1, 9, 10, 99, 100, 9999, 10000, 0.1, 0.01, 0.0001, 1e20, 9e19, 1e-20, -1, -1.5, -1e20, 9999999999999999999999999999999, -9999999999999999999999999999999}'::numeric[])) n(v),
    (SELECT 'x'::"char") p(pad)
WHERE v = 0 OR abs(v) BETWEEN 1e-125 AND 1e125;
CREATE TEMP TABLE v_text AS
SELECT DISTINCT left(translate(md5(i::text), '0123456789abcdef', E'\x01\x02 !0Aaz~\x7f\u0080é€\uffff\U00010000\U0010ffff'), i % 9) AS v
FROM generate_series(0, 3000) i;
CREATE TEMP TABLE v_bytea AS SELECT DISTINCT substring(decode(regexp_replace(md5(i::text), '[0-7](.)', '0\1', 'g'), 'hex') FROM 1 FOR i % 8) AS v FROM generate_series(0, 3000) i;
CREATE TEMP TABLE v_bytea16 AS SELECT decode(md5(i::text), 'hex') AS v FROM generate_series(0, 3000) i;
CREATE TEMP TABLE v_uuid AS SELECT md5(i::text)::uuid AS v FROM generate_series(1, 3000) i;
CREATE TEMP TABLE v_date AS
SELECT date '2000-01-01' + (bits(i) % 2000000)::int AS v FROM generate_series(1, 2000) i
UNION SELECT unnest('{4714-11-24 BC, 5874897-12-31, 0001-01-01, 0001-12-31 BC, 1969-12-31, 1970-01-01}'::date[]);
CREATE TEMP TABLE v_time AS
SELECT time '00:00' + (bits(i) % 86400000000) * interval '1 microsecond' AS v FROM generate_series(1, 2000) i UNION VALUES (time '24:00'), ('00:00'), ('23:59:59.999999');
CREATE TEMP TABLE v_timestamptz AS
SELECT timestamptz '1970-01-01 00:00+00' + (bits(i) >> 8 + i % 50) * interval '1 microsecond' AS v FROM generate_series(1, 3000) i
UNION SELECT unnest('{4714-11-24 00:00+00 BC, 294276-12-31 23:59:59.999999+00, 1969-12-31 23:59:59.999999+00, 1970-01-01 00:00+00}'::timestamptz[]);
CREATE TEMP TABLE v_timestamp AS SELECT v AT TIME ZONE 'UTC' AS v FROM v_timestamptz;

-- sorts: what the values are compared as, with the precision the bytes have.
-- separator: Phoenix ends a value without fixed width so in a row key.
CREATE FUNCTION try_order(value_table text, condition text, sorts text, encoding hbase_encoding, as_type text, directions text,
    OUT "values" bigint, OUT wrong bigint, OUT wrong_desc bigint, OUT not_back bigint)
LANGUAGE plpgsql AS $$
DECLARE
    query text := 'SELECT count(*), count(*) FILTER (WHERE NOT coalesce(CASE WHEN before_key = key THEN before = s ELSE before %s s END, true)), count(*) FILTER (WHERE NOT back)
        FROM (SELECT s, key, back, lag(s) OVER w AS before, lag(key) OVER w AS before_key
              FROM (SELECT %s AS s, rowkey_encode(v, %L, %s, %L) || %L::bytea AS key,
                           coalesce(rowkey_decode(rowkey_encode(v, %3$L, %4$s, %5$L), v, %3$L, %4$s, %5$L) = %2$s, false) AS back
                    FROM %7$I WHERE %8$s) k
              WINDOW w AS (ORDER BY key)) o';
    variable boolean := encoding = 'phoenix' AND value_table IN ('v_text', 'v_numeric');
    back bigint;
BEGIN
    not_back := 0;
    IF directions LIKE 'a%' THEN
        EXECUTE format(query, '<', sorts, encoding, 'false', as_type, CASE WHEN variable THEN '\x00' ELSE '\x' END, value_table, condition) INTO "values", wrong, not_back;
    END IF;
    IF directions LIKE '%d' THEN
        EXECUTE format(query, '>', sorts, encoding, 'true', as_type, CASE WHEN variable THEN '\xff' ELSE '\x' END, value_table, condition) INTO "values", wrong_desc, back;
        not_back := not_back + back;
    END IF;
END $$;

CREATE TEMP TABLE promises (value_table text, condition text, sorts text, encoding hbase_encoding, as_type text, directions text);
INSERT INTO promises VALUES
    ('v_bool', 'true', 'v', 'bytes', NULL, 'a'),
    ('v_int8', 'v >= 0', 'v', 'bytes', NULL, 'a'),
    ('v_int4', 'v >= 0', 'v', 'bytes', NULL, 'a'),
    ('v_int2', 'v >= 0', 'v', 'bytes', NULL, 'a'),
    ('v_float8', 'v >= 0', 'v', 'bytes', NULL, 'a'),
    ('v_text', 'true', 'v COLLATE "C"', 'bytes', NULL, 'a'),
    ('v_bytea', 'true', 'v', 'bytes', NULL, 'a'),
    ('v_uuid', 'true', 'v', 'bytes', NULL, 'a'),
    ('v_date', 'true', 'v', 'bytes', NULL, 'd'),
    ('v_timestamptz', 'true', 'date_trunc(''milliseconds'', v)', 'bytes', NULL, 'd'),
    ('v_timestamp', 'true', 'date_trunc(''milliseconds'', v)', 'bytes', NULL, 'd'),
    ('v_time', 'true', 'v', 'bytes', 'time(6)', 'ad'),
    ('v_text', 'true', 'v COLLATE "C"', 'string', NULL, 'a'),
    ('v_uuid', 'true', 'v', 'string', NULL, 'a'),
    ('v_date', 'v BETWEEN ''0001-01-01'' AND ''9999-12-31''', 'v', 'string', NULL, 'a'),
    ('v_time', 'true', 'v', 'string', NULL, 'a'),
    ('v_timestamptz', 'v BETWEEN ''0001-01-01 00:00+00'' AND ''9999-12-31 23:59+00''', 'v', 'string', NULL, 'a'),
    ('v_bool', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_int8', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_int4', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_int2', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_int8', 'true', 'v', 'ordered', 'numeric', 'ad'),
    ('v_float8', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_float8', 'true', 'v', 'ordered', 'numeric', 'ad'),
    ('v_float4', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_numeric', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_text', 'true', 'v COLLATE "C"', 'ordered', NULL, 'ad'),
    ('v_bytea', 'true', 'v', 'ordered', 'blob_copy', 'a'),
    ('v_bytea16', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_uuid', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_date', 'true', 'v', 'ordered', NULL, 'ad'),
    ('v_time', 'true', 'v', 'ordered', 'time(6)', 'ad'),
    ('v_timestamptz', 'true', 'date_trunc(''milliseconds'', v)', 'ordered', NULL, 'ad'),
    ('v_timestamptz', 'v < ''294240-01-01''', 'v', 'ordered', 'timestamptz(6)', 'ad'),
    ('v_timestamp', 'true', 'date_trunc(''second'', v)', 'ordered', 'timestamp(0)', 'ad'),
    ('v_bool', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_int8', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_int4', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_int2', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_int2', 'v BETWEEN -128 AND 127', 'v', 'phoenix', 'TINYINT', 'ad'),
    ('v_int8', 'v >= 0', 'v', 'phoenix', 'UNSIGNED_LONG', 'ad'),
    ('v_int4', 'v >= 0', 'v', 'phoenix', 'UNSIGNED_INT', 'ad'),
    ('v_float8', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_float8', 'v >= 0', 'v', 'phoenix', 'UNSIGNED_DOUBLE', 'ad'),
    ('v_float4', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_numeric', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_text', 'true', 'v COLLATE "C"', 'phoenix', NULL, 'ad'),
    ('v_text', 'v !~ ''[^ -~]| $''', 'v COLLATE "C"', 'phoenix', 'CHAR(8)', 'ad'),
    ('v_bytea', 'true', 'v', 'phoenix', NULL, 'a'),
    ('v_bytea16', 'true', 'v', 'phoenix', 'BINARY(16)', 'ad'),
    ('v_uuid', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_date', 'true', 'v', 'phoenix', NULL, 'ad'),
    ('v_time', 'true', 'v', 'phoenix', 'TIMESTAMP', 'ad'),
    ('v_timestamptz', 'true', 'date_trunc(''milliseconds'', v)', 'phoenix', NULL, 'ad'),
    ('v_timestamptz', 'true', 'v', 'phoenix', 'TIMESTAMP', 'ad'),
    ('v_timestamptz', 'v >= ''1970-01-01 00:00+00''', 'date_trunc(''milliseconds'', v)', 'phoenix', 'UNSIGNED_DATE', 'ad'),
    ('v_timestamp', 'true', 'date_trunc(''second'', v)', 'phoenix', 'timestamp(0)', 'ad');

SET TimeZone = 'UTC';
SELECT encoding, substr(value_table, 3) AS type, as_type, directions, t."values", wrong, wrong_desc, not_back
FROM promises p, try_order(value_table, condition, sorts, encoding, as_type, directions) t;

-- What is not promised.  Zeros of either sign are equal, but their bytes are
-- not; OrderedBytes' BlobVar sorts values of different length wrong.
SELECT encoding, hbase_encode('-0'::float8, encoding) AS minus_zero, hbase_encode('0'::float8, encoding) AS zero,
       hbase_encode('-0'::float8 + 0, encoding) AS plus_zero
FROM unnest(enum_range(NULL::hbase_encoding)) encoding ORDER BY encoding;
SELECT '\x0000'::bytea < '\x01'::bytea AS less, rowkey_encode('\x0000'::bytea, 'ordered') < rowkey_encode('\x01'::bytea, 'ordered') AS less_as_blob_var,
       rowkey_encode('\x0000'::bytea, 'ordered', false, 'blob_copy') < rowkey_encode('\x01'::bytea, 'ordered', false, 'blob_copy') AS less_as_blob_copy;

-- So a range of a layout's bytea field does not become a range of keys.
SELECT count(*) FILTER (WHERE v BETWEEN '\x0000' AND '\x01') AS wanted, count(*) FILTER (WHERE found) AS found
FROM v_bytea, LATERAL (SELECT rowkey_compose('b bytea using ordered', v)) k(key),
     LATERAL (SELECT bool_or(key <@ s) AND rowkey_matches('b bytea using ordered', key, rowkeyrange('\x00\x00', '\x01', '[]'))
              FROM rowkey_scan('b bytea using ordered', rowkeyrange('\x00\x00', '\x01', '[]')) s) f(found);

DROP FUNCTION try_order, bits;
