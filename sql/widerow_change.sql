-- Changing wide rows: merge, stamps, markers, counters, what remains.

CREATE SCHEMA widerow_change_test;
SET search_path = widerow_change_test, public;

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

-- ---- b is applied to a ----------------------------------------------------------

SELECT a, b, a || b AS applied FROM (VALUES
    ('{a=1, b=1}'::widerow, '{b=2, c=3}'::widerow), ('{a@5=x}', '{a@7=y}'), ('{a@5=x}', '{a@5=y}'), ('{a@5=x}', '{a=y}'), ('{a=x}', '{b@5=y}'),
    ('{a@5=x}', '{a@5!Delete}'), ('{a=y, b=1}', '{a!DeleteColumn}'), ('{a!DeleteColumn}', '{a=y}'), ('{a=x, b@3=y}', '{""!DeleteFamily}'),
    ('{}', '{a=1}'), ('{a=1}', '{}'), (NULL, '{a=1}'), ('{a=1}', NULL), (NULL, NULL)) v(a, b);
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$'{a=x}'::widerow || '{a@5=y}'$$),
    ($$'{a!DeleteColumn}'::widerow || '{a@5=y}'$$),
    ($$'{""!DeleteFamily}'::widerow || '{a@5=y}'$$),
    ($$'{a=x}'::widerow || '{""@5!DeleteFamily}'$$),
    ($$'{q@5#1=b, q@5#0!Delete}'::widerow || '{a=1}'$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- The order of merge, for families with NEW_VERSION_BEHAVIOR.
SELECT w, w ->> 'a' AS a, widerow_apply(w, '{a@5!Delete}') AS deleted_again FROM (SELECT widerow_apply(widerow_apply('{a@5=x, a@4=w}', '{a@5!Delete}'), '{a@5=y}')) v(w);
SELECT widerow_apply('{a@5=x}', '{a@6=y}') AS puts_need_no_order, widerow_put('{q@5#1=b, q@5#0!Delete}', 'q', 'c', 6) AS put_keeps_it, widerow_delete('{q@5#1=b, q@5#0!Delete}', 'q', 6) AS delete_keeps_it;
SELECT widerow_apply('{a=x}', '{a=y, b@4!DeleteColumn}');

-- Random rows: || is associative wherever it does not refuse, and equals widerow_merge.
SELECT setseed(0.42);
CREATE FUNCTION random_row() RETURNS widerow LANGUAGE plpgsql AS $$
DECLARE
    w widerow := '{}';
    q text;
BEGIN
    FOR i IN 1 .. floor(random() * 4) LOOP
        q := chr(97 + floor(random() * 2)::int);
        w := CASE floor(random() * 6)
            WHEN 0 THEN w || widerow_build(q, i)
            WHEN 1 THEN widerow_delete(w, q)
            WHEN 2 THEN widerow_delete_family(widerow_build())
            WHEN 3 THEN widerow_prefix(w, '~') || widerow_delete_version(NULL, q, floor(random() * 4)::int)
            ELSE widerow_prefix(w, '~') || widerow_put(NULL, q, i, floor(random() * 4)::int)
        END;
    END LOOP;
    RETURN w;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN w;
END $$;
CREATE FUNCTION applied(VARIADIC rows widerow[]) RETURNS widerow LANGUAGE plpgsql AS $$
BEGIN
    RETURN (rows[1] || rows[2]) || rows[3];
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN NULL;
END $$;
CREATE FUNCTION applied_right(VARIADIC rows widerow[]) RETURNS widerow LANGUAGE plpgsql AS $$
BEGIN
    RETURN rows[1] || (rows[2] || rows[3]);
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN NULL;
END $$;
CREATE FUNCTION applied_by_merge(VARIADIC rows widerow[]) RETURNS widerow LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT widerow_merge(r) FROM unnest(rows) WITH ORDINALITY u(r, n));
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN NULL;
END $$;
SELECT count(*) AS tried, count(*) FILTER (WHERE l IS DISTINCT FROM r) AS not_associative, count(*) FILTER (WHERE l IS DISTINCT FROM m) AS not_merged, count(*) FILTER (WHERE l IS NULL) BETWEEN 100 AND 2000 AS some_refused
FROM (SELECT applied(a, b, c), applied_right(a, b, c), applied_by_merge(a, b, c) FROM (SELECT random_row(), random_row(), random_row() FROM generate_series(1, 3000) OFFSET 0) x(a, b, c)) y(l, r, m);

-- ---- stamps ---------------------------------------------------------------

SELECT widerow_at('{a=x, b=y}', 7), widerow_at('{a!DeleteColumn, a=x}', 7), widerow_at('{a=x, a@7=old}', 7), widerow_at('{a@3=x}', 7), widerow_at('{a=x}', 0), widerow_at('{a=x}', NULL::bigint) IS NULL AS no_time;
SELECT widerow_at('{a=x}', '2022-12-01 00:00+00'::timestamptz) AS ms, widerow_at('{a=x}', '1970-01-01 00:00:00.0019+00'::timestamptz) AS floor;
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_at('{a!DeleteColumn}', 0)$$),
    ($$widerow_at('{a=x}', -1)$$),
    ($$widerow_at('{a=x}', 9223372036854775807)$$),
    ($$widerow_at('{a=x}', '1969-12-31 23:59:59.999+00'::timestamptz)$$),
    ($$widerow_at('{a=x}', 'infinity'::timestamptz)$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- ---- puts and markers ------------------------------------------------------

SELECT widerow_put('{a=1}', 'b', 2), widerow_put('{a=1}', 'b', 'x', 5);
SELECT widerow_put('{a@3=1}', 'a', 'x', 5) AS stamped, widerow_put('{a=1}', 'b', NULL::int) AS null_is_no_cell, widerow_put(NULL, 'b', 1::smallint) AS first, widerow_put('{a@3=1}', 'a', 'x', NULL::bigint) AS unstamped,
       widerow_put('{}', '\x00'::bytea, '\xff'::bytea, '2022-12-01+00'::timestamptz) AS at_time, widerow_put('{}', 'n', hbase_encode(1.50, 'string')) AS string, widerow_put('{}', 'n', hbase_encode(1, 'phoenix'), 5) AS phoenix;
SELECT widerow_delete('{a=1, b=2}', 'a'), widerow_delete('{a@5=1}', 'a', 5), widerow_delete('{}', 'a', '2022-12-01+00'::timestamptz), widerow_delete(NULL, 'a'),
       widerow_delete_version('{a@5=1}', 'a', 5), widerow_delete_family('{a=1, b@5=1}'), widerow_delete_family('{b@5=1}', 4), widerow_delete_family_version('{b@5=1}', 5);
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_put('{}', NULL::text, 1)$$),
    ($$widerow_put('{}', 5, 1)$$),
    ($$widerow_put('{}', 'a', 1, -5)$$),
    ($$widerow_delete('{}', NULL::bytea)$$),
    ($$widerow_delete_version('{}', 'a', NULL::bigint)$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- ---- counters, append, check ------------------------------------------------

SELECT widerow_increment('{}', 'n', 5), widerow_increment('{n@3=\x00\x00\x00\x00\x00\x00\x00\x05}', 'n', -6, 4), widerow_increment(widerow_build('n', 9223372036854775807), 'n', 1) AS wraps,
       widerow_append('{a=x}', 'a', 'y'), widerow_append('{}', 'a', ''), widerow_append('{a@3=x}', 'a', '\xff'::bytea, 4);
SELECT widerow_increment('{n@5=\x00\x00\x00\x00\x00\x00\x00\x05, n@6!DeleteColumn}', 'n', 1, 7) AS deleted_counts_from_0;
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_increment('{n=""}', 'n', 1)$$),
    ($$widerow_increment('{n=5}', 'n', 1)$$),
    ($$widerow_matches('{}', 'a', '==', 'x')$$)) v(statement);
\pset format aligned
\pset tuples_only off
SELECT op, widerow_matches('{a=b}', 'a', op, 'a') AS a, widerow_matches('{a=b}', 'a', op, 'b') AS b, widerow_matches('{a=b}', 'a', op, 'c') AS c, widerow_matches('{a=b}', 'a', op, NULL::text) AS null,
       widerow_matches('{a=b}', 'x', op, NULL::text) AS missing_null, widerow_matches('{a=b}', 'x', op, 'c') AS missing_c FROM unnest('{<,<=,=,!=,>=,>}'::text[]) op;

-- The last of the times, which has more microseconds from 1970 on than bigint.
SELECT widerow_at('{q=1}', '294276-12-31 23:59:59.999999+00'::timestamptz), widerow_put(NULL, 'q', 'x'::text, '1970-01-01 00:00:00.0019+00'::timestamptz);

-- ---- what remains -----------------------------------------------------------

\set row '''{""@2!DeleteFamily, a@5=e, a@4=d, a@4!Delete, a@3=c, a@2=b, b@1=x, c@9!DeleteColumn, c@8=y}'''
SELECT widerow_visible(:row), widerow_visible(:row, 3), widerow_visible(:row, NULL, raw => true) = :row AS raw, widerow_visible(:row, NULL, 0, 5) AS before_5, widerow_visible(:row, NULL, max_versions => 1) AS family_keeps_1;
SELECT widerow_flush(:row, 2), widerow_compact(:row, 2), widerow_compact(:row, NULL, keep_deleted => 'true') AS keep, widerow_compact(NULL) IS NULL AS no_row;
-- a put that a version marker of the family masks does not end its column
SELECT widerow_flush('{""@3!DeleteFamilyVersion, a@5!DeleteColumn, a@3=x, a@1!DeleteColumn}', 1);
-- by order of writing, whatever is kept of deleted cells; the column "" survives its family
SELECT keep, widerow_visible(widerow_apply('{a@5!DeleteColumn}', '{a@4=x}'), keep_deleted => keep, new_version_behavior => true) AS later,
       widerow_visible(widerow_apply('{""@4=x, a@4=y}', '{""@5!DeleteFamily}'), keep_deleted => keep, new_version_behavior => true) AS unnamed
FROM unnest('{FALSE,TRUE,TTL}'::text[]) keep;
SELECT widerow_visible('{a@1000=x, a@500=y}', 3, ttl => 1, now => to_timestamp(1.8)) AS one_expired, widerow_visible('{a@1000=x, a@500=y}', 3, ttl => 1, now => to_timestamp(9)) AS both, widerow_compact('{a@1000=x, a@500=y}', 3, min_versions => 1, ttl => 1, now => to_timestamp(9)) AS min_versions;
SELECT widerow_visible('{a@1000=x, a@500=y}', NULL, to_timestamp(0.5), to_timestamp(1)) AS time_range, widerow_visible('{a@1000=x, a@500=y}', NULL, 1::smallint, to_timestamp(1)) AS mixed;
SELECT widerow_visible('{a@5=x, a@5!Delete}', new_version_behavior => true) AS one_generation, widerow_visible('{a@5#1=x, a@5#0!Delete}', 3) AS by_order;
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_visible('{}', 0)$$),
    ($$widerow_visible('{}', 1, '2022-12-01', NULL)$$),
    ($$widerow_visible('{}', time_to => now()::date)$$),
    ($$widerow_visible('{}', ttl => 5)$$),
    ($$widerow_visible('{}', ttl => -5, now => now())$$),
    ($$widerow_visible('{}', keep_deleted => 'yes')$$)) v(statement);
\pset format aligned
\pset tuples_only off
