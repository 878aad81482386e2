-- rowkey_range, rowkey_ranges, rowkey_scan, rowkey_matches: from a question to ranges of keys.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE TABLE log (host text, at timestamptz, event text, msg text);
INSERT INTO log SELECT 'host' || i % 20, timestamptz '2022-12-01 00:00+00' + i * interval '1.237 s', (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1], 'm' || i FROM generate_series(0, 99999) i;
CREATE FUNCTION host_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'host text, event text, at timestamptz'::rowkey_layout;
CREATE FUNCTION bucket_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'bucket(at, 100), at timestamptz, host text, event text'::rowkey_layout;
CREATE TABLE by_host AS SELECT rowkey_compose(host_layout(), host, event, at) AS key, * FROM log ORDER BY 1;
CREATE TABLE by_bucket AS SELECT rowkey_compose(bucket_layout(), at, host, event) AS key, * FROM log ORDER BY 1;
ALTER TABLE by_host ADD PRIMARY KEY (key);
ALTER TABLE by_bucket ADD PRIMARY KEY (key);
ANALYZE by_host, by_bucket;

-- A value, an array, a range, a multirange; nothing given is everything.
SELECT rowkey_range(host_layout(), 'host1', 'WARN'), rowkey_range(host_layout(), 'host1'), rowkey_range(host_layout());
SELECT s, (SELECT count(*) FROM by_host WHERE key <@ s) FROM rowkey_scan(host_layout(), ARRAY['host1', 'host2', 'host1', NULL], 'WARN') s;
SELECT rowkey_scan('n int', '{7,1,2,1,NULL}'::int[]);
SELECT rowkey_scan('a text, n int', ARRAY['x', 'x'], '{[1,3),[2,7]}'::int4multirange);
SELECT rowkey_scan('n int', '{[1,3),[5,6],(8,10)}'::int4multirange);
SELECT rowkey_range('n int', int8range(1, 3)), rowkey_range('n int', int8range(NULL, 3)), rowkey_range('n int desc', int8range(1, 3)), rowkey_range('n int', int8range(3000000000, NULL)), rowkey_range('n int', int8range(-3000000000, 3000000000));
SELECT rowkey_range('a text', rowkeyrange('b', 'c')), rowkey_range('a text', rowkeyrange('b', 'c', '(]')), rowkey_range('a text, n int', rowkeyrange('b', 'c')), rowkey_range('a text desc', rowkeyrange('b', 'c')), rowkey_range('a text using ordered', rowkeyrange('b', 'c', '[]'));
SELECT rowkey_range('x numeric', numrange(1.5, 100, '(]')), rowkey_range('d date', daterange('2022-12-01', '2022-12-31', '[]')), rowkey_range('t timestamp(3) desc', tsrange('2022-12-01', '2023-01-01'));
SELECT rowkey_range('n int', 5), rowkey_range('n int', int4range(5, 6)), rowkey_range('a int, b int', int4range(5, 6), 7) AS one_value_is_no_range;

-- Empty arrays and ranges, values that no key can hold: nothing is found.
SELECT rowkey_range('n int', '{NULL}'::int[]), rowkey_range('n int', '{}'::int[]), rowkey_range('n int', 'empty'::int4range), rowkey_range('n int', '{}'::int4multirange), rowkey_range('n int', 5000000000), rowkey_range('a text', ''), rowkey_range('a char(2)', 'ABC'), rowkey_range('n int using bytes', -1);
-- A NULL condition is an error, in every form: it is neither any value nor none.
SELECT rowkey_range('n int', NULL::int);
SELECT count(*) FROM rowkey_scan(host_layout(), NULL, 'WARN');
SELECT rowkey_ranges(host_layout(), 'host1', NULL::text[]);
SELECT rowkey_matches('n int', '\x80\x00\x00\x01', NULL::int4range);
SELECT rowkey_range('a int, b int', VARIADIC ARRAY[1, NULL]);
SELECT rowkey_range('n int', NULL::jsonb);
SELECT rowkey_range('n int', '{"n": null}'::jsonb);
-- Any value is '(,)'::rowkeyrange for every type, the same as nothing said; NULL is one of the values.
SELECT l, rowkey_ranges(l, '(,)'::rowkeyrange) = rowkey_ranges(l) AS all_keys
FROM unnest(ARRAY['a text, n int', 'a int, n int', 'a timestamptz, n int', 'a uuid, n int', 'a boolean, n int', 'a numeric desc, n int', 'md5(a bytea), n int', 'a text null, n int using ordered', 'a int null, n int using ordered', 'a text null, n int']::rowkey_layout[]) l;
SELECT count(*) AS found FROM (VALUES (1), (NULL)) v(a), rowkey_compose('a int null, n int using ordered', a, 7) k WHERE k <@ rowkey_range('a int null, n int using ordered', '(,)'::rowkeyrange, 7) AND rowkey_matches('a int null, n int using ordered', k, '(,)'::rowkeyrange, 7);
-- An untyped literal is a value or, where it can be no value, a range; of text it has to say which.
SELECT rowkey_range('n int', '[1,3)') = rowkey_range('n int', int4range(1, 3)) AS ints, rowkey_range('n int', '(,)') = rowkey_range('n int') AS all_ints, rowkey_range('x numeric', '(1.5, 100]') = rowkey_range('x numeric', numrange(1.5, 100, '(]')) AS numerics, rowkey_range('at timestamptz', '[2022-12-01+00, "2022-12-02 00:00+00")') = rowkey_range('at timestamptz', tstzrange('2022-12-01+00', '2022-12-02+00')) AS times;
SELECT rowkey_range('n int', '[3,1)');
SELECT rowkey_range('n int', '[1,2,3)');
SELECT rowkey_range('n int', '["1,2)');
SELECT rowkey_range('n int', '[x,2)');
SELECT rowkey_range('a text', '(,)');
SELECT rowkey_range('a text', '[a,b)');
SELECT rowkey_range('a bytea', '[a,b)');
SELECT rowkey_scan('a text, b int', '{a,b}', 1);
SELECT rowkey_scan('a text', '{"a": "x"}');
SELECT rowkey_range('a text', '[a,b)'::text), rowkey_range('a text', rowkeyrange('a', 'b')), rowkey_range('a text', '(a'), rowkey_range('a text', rowkey_prefix_range('a'));
-- A question by name: values, arrays, ranges, prefixes.
SELECT q, rowkey_ranges('a text, n int, d date', q) FROM unnest(ARRAY['{"a": "x"}', '{"a": ["x", "[y,z)"], "n": 1}', '{"a": {"prefix": "ab"}}', '{"a": {"from": "ab", "to": "b"}}', '{"a": {"from": "ab"}}', '{"a": "x", "n": {"to": 5}}', '{"a": "x", "n": "[1,5]"}', '{"a": "x", "n": 1, "d": {"from": "2022-12-01", "to": "2023-01-01"}}', '{"n": 5}', '{}', '{"a": {"prefix": ""}}', '{"a": []}']::jsonb[]) q;
SELECT rowkey_range('a text, n int', '{"a": "x", "n": {"from": 1, "to": 3}}'::jsonb) = rowkey_range('a text, n int', 'x', int4range(1, 3)) AS range,
       rowkey_range('a text', '{"a": {"prefix": "ab"}}'::jsonb) = rowkey_range('a text', rowkey_prefix_range('ab')) AS prefix, rowkey_range('a bytea', '{"a": {"prefix": "\\xff"}}'::jsonb) AS bytea, rowkey_range('a char(3)', '{"a": {"prefix": "ab"}}'::jsonb) AS char,
       rowkey_range('f boolean, x double precision', '{"f": true, "x": 1.5}'::jsonb) = rowkey_range('f boolean, x double precision', true, 1.5) AS scalars, rowkey_range('j jsonb', '{"j": 1}'::jsonb) = rowkey_range('j jsonb', ARRAY['{"j": 1}'::jsonb]) AS a_field_of_jsonb,
       rowkey_range('n int, j jsonb', '{"n": 1, "j": "x"}'::jsonb) = rowkey_range('n int, j jsonb', 1, '"x"'::jsonb) AS and_one_behind;
SELECT rowkey_matches('a text, n int', rowkey_compose('a text, n int', a, 3), q) FROM unnest(ARRAY['abc', 'b']) a, unnest(ARRAY['{"a": {"prefix": "ab"}}', '{"n": {"from": 3}}', '{"n": {"to": 3}}']::jsonb[]) q;
-- The same as an untyped literal, if the first field has no such values; of text it may be a value.
SELECT rowkey_scan('n int, a text', '{"n": [5, 7], "a": {"prefix": "x"}}') AS ranges;
SELECT rowkey_range('at timestamptz', '{ "at": "[2022-12-01+00,2022-12-02+00)"}') = rowkey_range('at timestamptz', '[2022-12-01+00,2022-12-02+00)') AS same;
SELECT n, rowkey_matches('n int', rowkey_compose('n int', n), '{"n": {"from": 2, "to": 4}}') FROM generate_series(1, 4) n;
SELECT rowkey_scan('n int', '{"m": 5}');
SELECT rowkey_scan('n int', '{"n": }');
SELECT rowkey_scan('n int', '{5,7}');
SELECT rowkey_scan('n int', '{}');
SELECT rowkey_scan('n int, a text', '{"n": 5}', 'x');
SELECT rowkey_scan('a text, n int', '{"b": 1}'::jsonb);
SELECT rowkey_scan('customer text, n int', '{"custmer": "x"}'::jsonb);
SELECT rowkey_scan('a text', '["x"]'::jsonb);
SELECT rowkey_scan('a text', '{"a": "[u33db,u33dc)"}'::jsonb);
SELECT rowkey_scan('a text', '{"a": {}}'::jsonb);
SELECT rowkey_scan('a text', '{"a": {"form": "x"}}'::jsonb);
SELECT rowkey_scan('a text', '{"a": {"from": "x", "prefix": "x"}}'::jsonb);
SELECT rowkey_scan('a text', '{"a": {"from": "x", "to": "a"}}'::jsonb);
SELECT rowkey_scan('a text', '{"a": {"from": ["x"]}}'::jsonb);
SELECT rowkey_scan('a text', '{"a": {"from": null}}'::jsonb);
SELECT rowkey_scan('a text', '{"a": [["x"]]}'::jsonb);
SELECT rowkey_scan('n int', '{"n": {"prefix": 1}}'::jsonb);
SELECT rowkey_scan('n int', '{"n": "x"}'::jsonb);
SELECT rowkey_scan('at timestamptz', '{"at": "2022-12-01 10:00"}'::jsonb);
SELECT rowkey_scan('md5(a text)', '{"a": {"prefix": "x"}}'::jsonb);
SELECT count(*) FROM rowkey_scan(NULL, 1);
SELECT rowkey_range(NULL) IS NULL, rowkey_ranges(NULL) IS NULL, rowkey_matches(NULL, 'x') IS NULL, rowkey_matches('n int', NULL) IS NULL;

-- Unsigned floats have -0.0, which equals 0.0, behind all others; a period may begin before its type does.
CREATE TYPE float8range AS RANGE (subtype = float8);
SELECT asked, string_agg(x::text, ' ' ORDER BY key) AS found FROM unnest(ARRAY['[0,1]', '(0,)', '(-1,0]', '(,1)', '[1,)']::float8range[]) asked, unnest('{-0,0,1,NaN}'::float8[]) x, rowkey_compose('x unsigned_double', x) key, rowkey_scan('x unsigned_double', asked) s WHERE key <@ s GROUP BY asked ORDER BY asked;
SELECT rowkey_range($$trunc(at unsigned_timestamp, '1 week')$$, tstzrange('1970-01-01 01:00+00', '1970-01-12+00'));
DROP TYPE float8range;

-- Times: inclusive and exclusive ends, infinity, finer than the key.
SELECT bounds, rowkey_range('at timestamptz', bounds)
FROM (VALUES ('[2022-12-01 00:00+00,2022-12-01 00:00:01+00)'::tstzrange), ('(2022-12-01 00:00+00,2022-12-01 00:00:01+00]'), ('[2022-12-01 00:00+00,infinity)'), ('(-infinity,2022-12-01 00:00+00)'), ('[-infinity,infinity]'), ('[2022-12-01 00:00:00.0005+00,2022-12-01 00:00:00.0007+00)'), ('[infinity,]')) v(bounds);
SELECT rowkey_range('at timestamptz', timestamptz '2022-12-01 00:00:00.9996+00') = rowkey_range('at timestamptz', timestamptz '2022-12-01 00:00:00.999+00') AS floor;

-- Fan-out over what the values do not tell; none when they do.
SELECT count(*), sum((SELECT count(*) FROM by_bucket WHERE key <@ s)) FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s;
SELECT count(*) FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 10:00:00.01+00')) s;
SELECT count(*), (SELECT count(*) FROM rowkey_scan('salt(8), a text', ARRAY['x', 'y'])) AS points FROM rowkey_scan('salt(8), a text');
SELECT rowkey_range('salt(8, a), a text, b int', 'x')::text, rowkey_range('salt(8), a text, b int', 'x', 1)::text;
SELECT count(*) FROM rowkey_scan('salt(8, b), a int, b int', 1);
SELECT count(*) FROM rowkey_scan('salt(8, b), a int, b int', int4range(1, 5), '{1,2,3}'::int[]);
SELECT count(*) FROM rowkey_scan('salt(4), bucket(a, 5), a int', int4range(1, 100));
SELECT rowkey_ranges('bucket(a, 4), a int', int4range(1, 3));
SELECT rowkey_range('salt(8), a text, b int', 'x');
SELECT count(*) FROM rowkey_scan('bucket(a, 65536), a bigint');
SET hbase_schema.max_scan_ranges = 65536;
SELECT count(*) FROM rowkey_scan('bucket(a, 65536), a bigint');
SET hbase_schema.max_scan_ranges = 0;
RESET hbase_schema.max_scan_ranges;

-- The recheck: conditions behind a range, hashes cut short.
SELECT count(*), count(*) FILTER (WHERE rowkey_matches(bucket_layout(), h.key, tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'), 'host1'))
FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'), 'host1') s JOIN by_bucket h ON h.key <@ s;
SELECT count(*), count(*) FILTER (WHERE rowkey_matches(host_layout(), key, '(,)'::rowkeyrange, 'WARN')) FROM by_host WHERE key <@ rowkey_range(host_layout(), '(,)'::rowkeyrange, 'WARN');
SELECT rowkey_matches('md5(a text, 1), n int', rowkey_compose('md5(a text, 1), n int', 'x', 1), 'x'), rowkey_matches('md5(a text, 1), n int', rowkey_compose('md5(a text, 1), n int', 'x', 1), 'y', 1), rowkey_matches('n int', 'abc', 1), rowkey_matches('n int', 'abc'), rowkey_matches('n int', 'abcd');
SELECT rowkey_matches($$id bigint, '/', t text using string$$, '7/x', int8range(5, 10)), rowkey_matches($$id bigint, '/', t text using string$$, '70/x', int8range(5, 10)), rowkey_range($$id bigint, '/', t text using string$$, int8range(5, 10)) AS digits_sort_as_text;

-- What cannot be asked.
SELECT rowkey_scan('md5(a text), b int', rowkeyrange('a', 'b'));
SELECT rowkey_scan('reverse(a text)', rowkeyrange('a', 'b'));
SELECT rowkey_scan('md5(a text), b int', '(,)'::rowkeyrange);
SELECT rowkey_scan('a int', 1, 2);
SELECT rowkey_scan('id uuid, n int', rowkeyrange('a', NULL), 1);
SELECT rowkey_scan('host text', '{[1,2)}'::int4multirange);
SELECT rowkey_scan('id uuid, at timestamptz, n int', '(,)'::int4range, '{(,)}'::datemultirange, 'empty'::tsrange) AS of_nothing, rowkey_scan('id uuid, at timestamptz, n int', '(,)'::int4range, '{(,)}'::datemultirange, '(,)'::tsrange) AS of_all;
SELECT rowkey_scan('a int', 'x');
SELECT rowkey_scan('a int', numrange(1, 2));
SELECT rowkey_scan('a text', 1);
SELECT rowkey_scan('a text', tstzrange('2022-12-01+00', NULL));
SELECT rowkey_scan('at timestamptz', tsrange('2022-12-01', NULL));
SELECT rowkey_scan('at timestamptz', daterange('2022-12-01', NULL));
SELECT rowkey_scan('at timestamptz', '2022-12-01');
SELECT rowkey_scan('at timestamptz', ARRAY['2022-12-01 00:00+08']) = rowkey_range('at timestamptz', timestamptz '2022-11-30 16:00+00') AS text_with_offset;
SELECT rowkey_range('a int, b int', VARIADIC ARRAY[1, 2]) = rowkey_range('a int, b int', 1, 2) AS variadic;
SELECT count(*) AS of_a_null_array FROM rowkey_scan('a int, b int', VARIADIC NULL::int[]);

-- Index scans with both bounds: constants, parameters, joins.
EXPLAIN (COSTS OFF) SELECT * FROM by_host WHERE key <@ rowkey_range(host_layout(), 'host1', 'WARN') ORDER BY key LIMIT 1;
SET plan_cache_mode = force_generic_plan;
PREPARE of_host(text) AS SELECT count(*) FROM by_host WHERE key <@ rowkey_range(host_layout(), $1, 'WARN');
EXPLAIN (COSTS OFF) EXECUTE of_host('host1');
EXECUTE of_host('host1');
EXECUTE of_host(NULL);
RESET plan_cache_mode;
EXPLAIN (COSTS OFF) SELECT h.* FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN by_bucket h ON h.key <@ s;
SELECT count(*), count(DISTINCT h.key), min(at), max(at) FROM rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00')) s JOIN by_bucket h ON h.key <@ s;

-- The planner knows the number of ranges.
CREATE FUNCTION expected_rows(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
SELECT q, expected_rows('SELECT * FROM ' || q) FROM unnest(ARRAY[
    $$rowkey_scan(bucket_layout())$$, $$rowkey_scan(bucket_layout(), tstzrange('2022-12-01 10:00+00', '2022-12-01 10:00:00.01+00'))$$, $$rowkey_scan(bucket_layout(), timestamptz '2022-12-01 10:00+00')$$,
    $$rowkey_scan('salt(16), a int')$$, $$rowkey_scan('a int', '{1,3,5}'::int[])$$, $$rowkey_scan('a int', NULL::int)$$]) q;
SELECT expected_rows($$SELECT * FROM (VALUES ('x')) v(h), rowkey_scan('salt(16), a text, b int', h) s$$) AS sixteen,
       expected_rows($$SELECT * FROM (VALUES ('{1,2}'::int[])) v(a), rowkey_scan('a int', a) s$$) AS two;

-- The same rows as WHERE on the columns, for random questions over random keys.
CREATE FUNCTION random_questions(layout rowkey_layout, n int) RETURNS TABLE (asked bigint, rows_found numeric, wrong bigint) LANGUAGE plpgsql AS $$
DECLARE
    cond text; args text; lo timestamptz; hi timestamptz; h text; i int; good bigint; bad bigint; found bigint;
BEGIN
    EXECUTE format('CREATE TEMP TABLE r AS SELECT rowkey_compose(%L, host, at, event) AS key, host, at, event FROM log WHERE msg LIKE ''%%7''', layout);
    CREATE UNIQUE INDEX ON r (key);
    asked := 0; rows_found := 0; wrong := 0;
    FOR i IN 1..n LOOP
        lo := timestamptz '2022-12-01 00:00+00' + (random() * 100000)::int * interval '1.237 s';
        hi := lo + (random() * 20000)::int * interval '1.237 s';
        h := 'host' || (random() * 22)::int;
        CASE (random() * CASE WHEN layout::text ~ '^reverse' THEN 3 ELSE 4 END)::int
            WHEN 0 THEN cond := format('host = %L', h); args := quote_literal(h);
            WHEN 1 THEN cond := format('host = ANY (ARRAY[%L, ''host3'']) AND at <@ tstzrange(%L, %L, ''(]'')', h, lo, hi); args := format('ARRAY[%L, ''host3''], tstzrange(%L, %L, ''(]'')', h, lo, hi);
            WHEN 2 THEN cond := format('host = %L AND at <@ tstzrange(%L, %L, ''[)'') AND event = ''WARN''', h, lo, hi); args := format('%L, tstzrange(%L, %L, ''[)''), ''WARN''', h, lo, hi);
            WHEN 3 THEN cond := format('host = %L AND at = %L AND event IN (''INFO'', ''WARN'')', h, lo); args := format('%L, %L::timestamptz, ARRAY[''INFO'', ''WARN'']', h, lo);
            ELSE cond := format('host COLLATE "C" >= %L AND at < %L', h, hi); args := format('rowkeyrange(%L, NULL), tstzrange(NULL, %L)', h, hi);
        END CASE;
        CONTINUE WHEN rowkey_reject_reason(layout, 'x', lo, 'y') IS NOT NULL;
        EXECUTE format('WITH a AS (SELECT key FROM r WHERE %s), b AS (SELECT r.key FROM rowkey_scan(%L, %s) s JOIN r ON r.key <@ s AND rowkey_matches(%2$L, r.key, %3$s))
                        SELECT count(a.key), count(*) FILTER (WHERE a.key IS NULL OR b.key IS NULL), count(b.key) FROM a FULL JOIN b ON a.key = b.key', cond, layout, args) INTO good, bad, found;
        asked := asked + 1; rows_found := rows_found + good; wrong := wrong + bad;
    END LOOP;
    DROP TABLE r;
    RETURN NEXT;
END $$;
SELECT setseed(0.5);
SELECT l, asked, rows_found > 0 AS found_some, wrong FROM unnest(ARRAY['host text, at timestamptz, event text', 'salt(5), host text, at timestamptz desc, event text', 'salt(5, host), md5(host text, 2), host, at timestamptz desc, event text',
    'reverse(host text), bucket(at, 3), at timestamptz, event text', $$host text, '_', digits(at timestamptz, 19) desc, event text using string$$, 'host text desc, at timestamptz, event text desc using ordered',
    $$host text, '|', at timestamptz desc, event char(5) using bytes$$]) l, random_questions(l::rowkey_layout, 40);
-- The elements of a VARIADIC array may be arrays themselves, by a domain.
CREATE DOMAIN ints AS int[];
SELECT rowkey_scan('a int, b int', VARIADIC ARRAY['{1, 5}'::ints, '{7}'::ints]);
SELECT rowkey_matches('a int, b int', rowkey_compose('a int, b int', 5, b), VARIADIC ARRAY['{1, 5}'::ints, '{7}'::ints]) FROM generate_series(7, 8) b;
DROP DOMAIN ints;
-- Four thousand million buckets, none of which has a key: they are given up at a cancel.
SET statement_timeout = '200ms';
SELECT count(*) FROM rowkey_scan('bucket(c int, 2), bucket(a int, 65536), bucket(b int, 65536), digits(c, 2)', 100, '(,)'::int4range, '(,)'::int4range);
RESET statement_timeout;
DROP TABLE log, by_host, by_bucket;
DROP FUNCTION host_layout(), bucket_layout(), expected_rows(text), random_questions(rowkey_layout, int);

-- the longest key of HBase, and one that does not exist
SELECT length(lower(r)), length(upper(r)),
       r @> rowkey_compose('t text', repeat('a', 32767)) AS itself,
       r @> rowkey_compose('t text', repeat('a', 32766)) AS shorter
FROM rowkey_scan('t text', repeat('a', 32767)) r;
SELECT count(*) FROM rowkey_scan('t text', repeat('a', 32768));
