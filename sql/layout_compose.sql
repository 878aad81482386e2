-- rowkey_compose, rowkey_prefix, rowkey_reject_reason.
SET TimeZone = 'Asia/Shanghai';

-- Every component.
SELECT rowkey_compose('salt(16), md5(customer text, 4), customer, placed timestamptz desc, line int', 'ALFKI', timestamptz '2022-12-24 18:00+00', 3)::bytea;
SELECT rowkey_compose('bucket(at, 100), at timestamptz, host text, event text', timestamptz '2022-12-01 00:00:01.237+00', 'host1', 'WARN');
SELECT rowkey_compose('bucket(at, 100), at timestamptz', timestamptz '1969-12-31 23:59:59.999+00')::bytea AS minus_one_ms;
SELECT rowkey_compose('bucket(d, 7), d date', date '1969-12-30')::bytea, rowkey_compose('bucket(n, 1000), n int', -1)::bytea;
SELECT rowkey_compose($$md5hex(id text, 4), '-', sha256hex(id, 3), '-', id using string$$, 'ALFKI'), rowkey_compose('crc32(id text), java(id), murmur3(id, 2)', 'host1')::bytea;
SELECT rowkey_compose('md5(n int, 4)', 1)::bytea = substr(decode(md5('\x80000001'::bytea), 'hex'), 1, 4) AS over_its_bytes;
SELECT rowkey_compose('reverse(number text), n int', '13800138000', 1), rowkey_compose('reverse(n bigint)', 1)::bytea, rowkey_compose('reverse(t text)', 'añ字');
SELECT rowkey_compose($$digits(n int, 6), '/', digits(n, 6) desc using string$$, 42);
SELECT rowkey_compose('digits(at timestamptz, 13), digits(at, 19) desc using string', timestamptz '2022-12-24 18:00+00');
SELECT rowkey_compose($$trunc(at timestamptz, '1 day'), '|', trunc(at, '1 month') using string$$, timestamptz '2022-12-24 18:00+00');
SELECT rowkey_compose($$'only', '\x00'$$);
SELECT rowkey_compose('salt(16) by java as text, id text using string', 'abc'), rowkey_compose('salt(1000) by md5 as 2 bytes, id text using string', 'abc');
SELECT rowkey_compose('salt(200, b, a), a text, b int', 'x', 7) = rowkey_compose('salt(200, a, b), a text, b int', 'x', 7) AS fields_as_they_stand,
       get_byte(rowkey_compose('salt(200, b, a), a text, b int', 'x', 7)::bytea, 0) = get_byte(rowkey_salt('x\x80\x00\x00\x07', 200), 0) AS their_bytes_alone,
       get_byte(rowkey_compose('salt(200, a, b), b int, c int, a text', 7, 1, 'x')::bytea, 0) = get_byte(rowkey_salt('\x80\x00\x00\x07x', 200), 0) AS in_the_order_of_the_key;

-- The same values under each encoding.
SELECT e, rowkey_compose(('a int, b text, c timestamptz, d numeric, e boolean using ' || e)::rowkey_layout, 7, 'x', timestamptz '2022-12-01 00:00+00', 1.5, true)::bytea
FROM unnest(ARRAY['phoenix', 'ordered']) e;
SELECT rowkey_compose($$a int, b text, '|', c timestamptz, e boolean using bytes$$, 7, 'x', timestamptz '2022-12-01 00:00+00', true)::bytea;
SELECT rowkey_compose($$a int, '|', b text, '|', c timestamptz, '|', d numeric, '|', e boolean using string$$, 7, 'x', timestamptz '2022-12-01 00:00+00', 1.50, true);
SELECT rowkey_compose('at timestamptz desc using bytes', timestamptz '2022-12-01 00:00+00') = rowkey_compose('at timestamptz desc', timestamptz '2022-12-01 00:00+00') AS same_reverse_time;

-- NULL parts: ordered writes them; Phoenix's rules for what varies in length.
SELECT rowkey_compose('a int null, b text null, c int desc null using ordered', NULL::int, NULL::text, NULL::int)::bytea;
SELECT a, b, c, rowkey_compose('a text null, b text null, c text null', a, b, c)
FROM (VALUES ('a', 'b', 'c'), ('a', 'b', NULL), ('a', NULL, NULL), ('a', NULL, 'c'), (NULL, NULL, 'c'), ('a', '', 'c')) v(a, b, c);
SELECT rowkey_compose('a text desc null, b text desc null', 'a', NULL::text)::bytea, rowkey_compose('salt(4), a text null, b text null', NULL::text, NULL::text)::bytea;

-- Arguments: widening, literals, types.
SELECT rowkey_compose('a bigint, b numeric', 1::smallint, 2) = rowkey_compose('a bigint, b numeric', 1::bigint, 2.0) AS widened;
SELECT rowkey_compose('a double precision, b real', 1.5, 1) = rowkey_compose('a double precision, b real', '1.5'::float8, '1'::float4) AS numbers;
SELECT rowkey_compose('a int, b boolean, c numeric, d bytea', '42', 'true', '1e3', '\x00ff') = rowkey_compose('a int, b boolean, c numeric, d bytea', 42, true, 1000, '\x00ff'::bytea) AS literals;
SELECT rowkey_compose('at timestamptz', '2022-12-01+08') = rowkey_compose('at timestamptz', '2022-11-30T16:00:00Z'::text) AS times_with_offset;
CREATE DOMAIN code AS text CHECK (VALUE ~ '^[A-Z]+$');
CREATE TYPE mood AS ENUM ('sad', 'happy');
SELECT rowkey_compose('a text, b char(3)', 'AB'::code, 'AB'::char(5));
SELECT rowkey_compose('a text, b text', VARIADIC ARRAY['x', 'y']), rowkey_compose('a int, b int', VARIADIC ARRAY[1, 2]);
SELECT rowkey_compose(NULL, 1) IS NULL AS no_layout;

-- What cannot be composed: the message names the component, and is what rowkey_reject_reason tells.
CREATE FUNCTION compose_error(layout rowkey_layout, call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m text; d text; h text; problem text;
BEGIN
    EXECUTE format('SELECT rowkey_reject_reason(%L, %s)', layout, call) INTO problem;
    EXECUTE format('SELECT rowkey_compose(%L, %s)', layout, call);
    RETURN 'composed';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n    ', SQLSTATE || ' ' || m, nullif(d, ''), nullif(h, ''), CASE WHEN problem IS DISTINCT FROM m THEN 'BUT: ' || coalesce(problem, 'no problem') END);
END $$;
\pset format unaligned
\pset tuples_only on
SELECT format(E'%s <- %s\n    %s', layout, call, compose_error(layout::rowkey_layout, call)) FROM (VALUES
    ('a int', 'NULL::int'), ('a text', 'NULL::text'), ('a int using ordered', 'NULL::int'), ('md5(a text)', 'NULL::text'),
    ('a text', $$''$$), ('x int, reverse(a text)', $$1, ''$$), ('a bytea', $$''::bytea$$), ('a text null, b text null', $$'', NULL::text$$), ('salt(4), a text null', 'NULL::text'),
    ($$a text, '|' using string$$, $$'x|y'$$), ($$a text, 'aa', b text using bytes$$, $$'xa', 'y'$$),
    ('a date', $$timestamptz '2022-12-01 00:00+00'$$), ('a int using bytes', '-1'), ('a timestamptz using bytes', $$timestamptz '1969-12-31 23:59+00'$$), ('a real using bytes', $$'-0'::real$$),
    ($$a date, '|' using string$$, $$date '10000-01-01'$$), ('a char(3)', $$'ABCD'$$), ('a char(3)', $$E'A\t'$$), ('a bytea(3)', $$'\x01020304'$$), ('a varchar(2)', $$'ABC'$$),
    ('digits(a int, 3) using string', '1000'), ('digits(a int, 3) using string', '-1'), ('digits(a timestamptz, 19) desc using string', $$timestamptz '1969-12-31 23:59+00'$$),
    ('a timestamptz', $$'infinity'::timestamptz$$), ($$trunc(a timestamptz, '1 day')$$, $$'-infinity'::timestamptz$$), ('bucket(a date, 4)', $$'infinity'::date$$), ($$trunc(a date, '1000 years')$$, $$date '4714-11-24 BC'$$),
    ('a smallint', '40000'), ('a unsigned_int', '-1'), ('a numeric, b int', '-1e124, 1'), ('a numeric', '1e127'), ('salt(4) by java, a bytea', $$'\xff'::bytea$$), ('salt(4, b) by java, a text, b int', $$'x', 7$$),
    ('a text', $$repeat('x', 32768)$$),
    ('a int, b int', '1'), ('a int', '1, 2'), ('a int', '1.5'), ('a int', $$'x'$$), ('a text', '1'), ('a text', $$'sad'::mood$$), ('a timestamptz', $$date '2022-12-01'$$), ('a timestamptz', $$timestamp '2022-12-01'$$),
    ('a timestamptz', $$'2022-12-01'$$), ('a date', $$'2022-12-01'$$), ('a timestamp(3)', $$'2022-12-01'$$), ('a bytea', $$'xyz'$$), ('a real', '1::float8'), ('a real', '1e300'), ('a real', '-1e-300'), ('a jsonb', $$'{"b": 1,"a": 2}'$$), ('a text', $$ARRAY['x']$$), ('a int', 'int4range(1, 2)')
) v(layout, call);
\pset tuples_only off
\pset format aligned
SELECT rowkey_compose('a int'), rowkey_reject_reason('a int');
SELECT rowkey_reject_reason('a int') AS none_given, rowkey_reject_reason($$'x'$$) IS NULL AS constant_is_fine, rowkey_reject_reason('a text', 'x') IS NULL AS fine, rowkey_reject_reason(NULL) IS NULL AS nothing_asked;

-- Prefixes: each field closed as in mid-key, and what follows without asking.
SELECT rowkey_prefix('customer text', 'AB'), rowkey_prefix('customer text desc', 'AB')::bytea, rowkey_prefix('a int, b text', 1), rowkey_prefix('a int, b text'), rowkey_prefix($$a text, ':', b text, ':', c text using string$$, 'mia', 'follows');
SELECT rowkey_prefix('customer bigint, ord bigint', 42, 1001) || rowkey_compose('ship int, line int', 2, 1) = rowkey_compose('customer bigint, ord bigint, ship int, line int', 42, 1001, 2, 1) AS parent_and_child;
SELECT rowkey_prefix('md5(id text, 2), id, at timestamptz', 'x'), rowkey_prefix('salt(8, customer), md5(customer text, 2), placed timestamptz', 'ALFKI')::bytea;
SELECT rowkey_prefix('salt(8), a int, b int', 1);
SELECT rowkey_prefix('a int, b bytea', 1, '\x01');
SELECT rowkey_prefix('a text using string', 'x');
SELECT rowkey_prefix('a int, b int', NULL::int);
SELECT rowkey_prefix('a int', 1, 2);

-- IMMUTABLE in truth: the same bytes under every setting.
CREATE TEMP TABLE settings_seen AS SELECT 'x' AS setting, '\x'::bytea AS key WHERE false;
DO $$
DECLARE
    s text;
BEGIN
    FOREACH s IN ARRAY ARRAY['TimeZone=America/New_York', 'TimeZone=Asia/Kolkata', 'DateStyle=German', 'DateStyle=SQL', 'IntervalStyle=iso_8601', 'extra_float_digits=-15', 'bytea_output=escape', 'lc_numeric=C'] LOOP
        EXECUTE format('SET LOCAL %s TO %L', split_part(s, '=', 1), split_part(s, '=', 2));
        INSERT INTO settings_seen SELECT s, rowkey_compose($q$salt(16), a timestamptz, '|', b timestamp, '|', c date, '|', d double precision, '|', e numeric, '|', f bytea, '|', trunc(a, '1 day') using string$q$,
            timestamptz '2022-12-01 05:30:00.123+05:30', timestamp '2022-12-01 00:00:00.5', date '2022-12-01', 0.1::float8, 1.10, '\x6162'::bytea)::bytea;
    END LOOP;
END $$;
SELECT count(*), count(DISTINCT key) FROM settings_seen;

-- In generated columns, expression indexes, views, partition keys, prepared statements, parallel plans.
CREATE FUNCTION log_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'host text, event text, at timestamptz desc'::rowkey_layout;
CREATE TABLE log (host text, event text, at timestamptz, key rowkey GENERATED ALWAYS AS (rowkey_compose('host text, event text, at timestamptz desc', host, event, at)) STORED);
INSERT INTO log SELECT 'host' || i % 20, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1], timestamptz '2022-12-01 00:00+00' + i * interval '1.237 s' FROM generate_series(0, 9999) i;
CREATE INDEX ON log (rowkey_compose(log_layout(), host, event, at));
ANALYZE log;
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE rowkey_compose(log_layout(), host, event, at) = rowkey_compose(log_layout(), 'host1', 'WARN', timestamptz '2022-12-01 00:00:01.237+00');
SELECT host, event, at AT TIME ZONE 'UTC' AS at FROM log WHERE rowkey_compose(log_layout(), host, event, at) = rowkey_compose(log_layout(), 'host1', 'WARN', timestamptz '2022-12-01 00:00:01.237+00');
SELECT count(*) FROM log WHERE key <> rowkey_compose(log_layout(), host, event, at);
CREATE VIEW log_hbase AS SELECT rowkey_compose(log_layout(), host, event, at) AS key FROM log;
SELECT pg_get_viewdef('log_hbase') ~ 'rowkey_compose\(log_layout\(\), ' AS as_written;
CREATE TABLE parts (id int, name text) PARTITION BY RANGE (rowkey_compose('id int', id));
CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (MINVALUE) TO ('\x80\x00\x00\x05');
CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM ('\x80\x00\x00\x05') TO (MAXVALUE);
INSERT INTO parts SELECT i, 'n' || i FROM generate_series(-3, 8) i;
SELECT tableoid::regclass, min(id), max(id) FROM parts GROUP BY 1 ORDER BY 1;
PREPARE key_of(text, timestamptz) AS SELECT rowkey_compose('md5(a text, 2), a, at timestamptz', $1, $2);
EXECUTE key_of('x', '2022-12-01+00');
EXECUTE key_of('y', '2022-12-02+00');
SELECT rowkey_compose(l::rowkey_layout, 1) FROM unnest(ARRAY['a int', 'a bigint', 'a bigint', 'a int using string']) l;
SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET enable_indexscan = off;
EXPLAIN (COSTS OFF) SELECT max(rowkey_compose(log_layout(), host, event, at)) FROM log;
SELECT max(rowkey_compose(log_layout(), host, event, at)) = max(key) AS same FROM log;
RESET ALL;
DROP TABLE log, parts CASCADE;
DROP FUNCTION log_layout(), compose_error(rowkey_layout, text);
DROP DOMAIN code;
DROP TYPE mood;

-- values by name in jsonb, and in an array of text: the forms for drivers
SELECT rowkey_compose('host text, at timestamptz, n int', '{"n": 5, "host": "h1", "at": "2024-01-01T00:00:00Z"}'::jsonb) = rowkey_compose('host text, at timestamptz, n int', 'h1', '2024-01-01 00:00Z'::timestamptz, 5) AS by_name,
       rowkey_compose('host text, at timestamptz, n int', VARIADIC ARRAY['h1', '2024-01-01T00:00:00Z', '5']) = rowkey_compose('host text, at timestamptz, n int', 'h1', '2024-01-01 00:00Z'::timestamptz, 5) AS as_text,
       rowkey_compose('day date, ok boolean, x float8, b bytea', VARIADIC '{2024-01-31,true,1.5,\\x00ff}'::text[]) = rowkey_compose('day date, ok boolean, x float8, b bytea', date '2024-01-31', true, 1.5::float8, '\x00ff'::bytea) AS types,
       rowkey_compose('a text null, n int', '{"a": null, "n": 5}'::jsonb) = rowkey_compose('a text null, n int', NULL, 5) AS of_null;
SELECT rowkey_prefix('host text, n int', '{"host": "h1"}'::jsonb), rowkey_prefix('host text, n int', '{}'::jsonb), rowkey_reject_reason('host text, n int', '{"host": "h1", "n": "x"}'::jsonb), rowkey_reject_reason('host text, n int', '{"host": "h1", "n": null}'::jsonb);
SELECT rowkey_scan('host text, n int', VARIADIC ARRAY['h1', '5']);
SELECT rowkey_compose('doc jsonb using string', '{"host": "h1"}'::jsonb);
SELECT rowkey_compose('host text, n int', '{"host": "h1"}'::jsonb);
SELECT rowkey_compose('host text, n int', '{"n": 5}'::jsonb);
SELECT rowkey_compose('host text, n int', '{"host": "h1", "m": 5}'::jsonb);
SELECT rowkey_compose('host text, n int', '{"host": "h1", "n": [5]}'::jsonb);
SELECT rowkey_compose('host text, n int', '["h1", 5]'::jsonb);
SELECT rowkey_compose('host text, n int', NULL::jsonb);
SELECT rowkey_compose('host text, n int', VARIADIC ARRAY['h1', 'x']);
SELECT rowkey_compose('day date', VARIADIC ARRAY['01/02/2024']);
SELECT rowkey_compose('n int, ''_'', doc jsonb using string', VARIADIC ARRAY['5', '{}']);
SELECT rowkey_compose('n int', '5'::text);
