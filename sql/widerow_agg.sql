-- The aggregates widerow_agg and widerow_merge.

CREATE SCHEMA widerow_agg_test;
SET search_path = widerow_agg_test, public;

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

CREATE TABLE cells AS SELECT i / 10 AS k, 'q' || i % 10 AS q, i AS v, timestamptz '2022-12-01+00' + i * interval '1 s' AS at, i::bigint AS ms FROM generate_series(0, 99) i;
SELECT k, widerow_agg(q, v) = widerow_agg(q, v ORDER BY v DESC) AS any_order, widerow_count(widerow_agg(q, v)) FROM cells GROUP BY k ORDER BY k LIMIT 2;
SELECT widerow_agg(q, v, ms) AS ms FROM cells WHERE k = 1;
SELECT widerow_agg(q, q, at) AS at FROM cells WHERE k = 0;
SELECT widerow_agg(q, v) IS NULL AS none FROM cells WHERE false;
SELECT widerow_agg(q, NULL::int) AS nulls_are_no_cells FROM cells;
SELECT widerow_agg(q, v, NULL::bigint) AS unstamped, widerow_agg(q, v, NULL, 'last') AS of_no_type FROM cells WHERE v < 2;
-- A timestamp of any type that has milliseconds, and of domains over them.
CREATE DOMAIN moment AS timestamptz;
SELECT widerow_agg(q, v, v::smallint) AS small, widerow_agg(q, v, v) = widerow_agg(q, v, ms) AS integers, widerow_agg(q, v, at::moment) = widerow_agg(q, v, at) AS domains FROM cells WHERE v < 2;
SELECT widerow_agg(q::bytea, int4send(v)) = widerow_agg(q, v) AS bytes FROM cells WHERE k = 0;
SELECT widerow_agg(q, hbase_encode(v, 'string')) AS string, widerow_agg(q, hbase_encode(v, 'phoenix'), ms) -> 'q1' AS phoenix FROM cells WHERE k = 0;

-- An encoding that changes from row to row: what is known of the one before goes.
CREATE TABLE formats AS SELECT i, (ARRAY['bytes', 'phoenix'])[1 + i % 2]::hbase_encoding AS e FROM generate_series(1, 30000) i;
CREATE FUNCTION kept() RETURNS boolean LANGUAGE sql VOLATILE AS $$
SELECT sum(total_bytes) > 400000 FROM pg_backend_memory_contexts WHERE name IN ('ExecutorState', 'wide row call site') $$;
CREATE FUNCTION kept_after(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    answer boolean;
BEGIN
    EXECUTE 'SELECT x.r IS NOT NULL AND kept() FROM (' || query || ') x(r)' INTO answer;
    RETURN answer;
END $$;
SELECT q AS query, kept_after(q) AS kept FROM unnest(ARRAY[
    'SELECT widerow_agg(i::text, hbase_encode(i, e)) FROM formats GROUP BY i / 30001',
    'SELECT max(length(widerow_send(widerow_build(e, ''q'', i)))) FROM formats',
    'SELECT max(length(widerow_send(widerow_put(NULL, ''q'', hbase_encode(i, e))))) FROM formats',
    'SELECT max(length(widerow_send(widerow(f, e)))) FROM (SELECT e, ROW(i) AS f FROM formats) x',
    'SELECT max(widerow_get(widerow_build(''q'', i), ''q'', NULL::int, ''bytes'', CASE WHEN i % 2 = 0 THEN ''int'' END)) FROM formats']) q;

-- A cell given twice.
SELECT widerow_agg(q, v, 'last' ORDER BY v) AS last, widerow_agg(q, v, 'first' ORDER BY v) AS first FROM cells WHERE q < 'q2';
SELECT widerow_agg(q, v, ms / 50, 'last' ORDER BY v) AS last_of_a_time, widerow_agg(q, hbase_encode(v, 'string'), at, 'error') -> 'q1' AS newest FROM cells WHERE q = 'q1';
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_agg(q, v) FROM cells$$),
    ($$widerow_agg(q, v, 7::bigint) FROM cells$$),
    ($$widerow_agg(q, v, '2022-12-01') FROM cells$$),
    ($$widerow_agg(NULL::text, v) FROM cells$$),
    ($$widerow_agg(v, v) FROM cells$$),
    ($$widerow_agg(q, at - at) FROM cells$$),
    ($$widerow_agg(q, v, -1::bigint) FROM cells$$),
    ($$widerow_agg(q, v, at::timestamp) FROM cells$$),
    ($$widerow_agg(q, v, v::numeric) FROM cells$$),
    ($$widerow_agg(q, v, '7', 'last') FROM cells$$),
    ($$widerow_agg(q, v, q, 'last') FROM cells$$),
    ($$widerow_agg(q, v, at, 'newest') FROM cells$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- Sliding over rows.
SELECT v, widerow_agg(q, v) OVER (ORDER BY v) FROM cells WHERE v < 4;
SELECT v, widerow_merge(widerow_build('n', v)) OVER (ORDER BY v) FROM cells WHERE v < 3;

-- Parallel: the same row, whoever collects it.
CREATE TABLE many AS SELECT i % 7 AS k, 'q' || i AS q, i AS v FROM generate_series(1, 100000) i;
ALTER TABLE many SET (parallel_workers = 2);
ANALYZE many;
CREATE TABLE serial AS SELECT k, widerow_agg(q, v, v) AS w FROM many GROUP BY k;
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0; SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) SELECT k, widerow_agg(q, v, v) FROM many GROUP BY k;
SELECT count(*), bool_and(s.w = p.w) AS equal FROM serial s JOIN (SELECT k, widerow_agg(q, v, v) AS w FROM many GROUP BY k) p USING (k);
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size; RESET max_parallel_workers_per_gather;

-- A million cells in one row, given in no order, and read back.
CREATE TABLE million AS SELECT widerow_agg(int4send(((i::bigint * 7919) % 1000000)::int), int8send(i)) AS w FROM generate_series(0, 999999) i;
SELECT widerow_count(w), length(widerow_send(w)) FROM million;
SELECT count(*), sum(hbase_decode(value, NULL::bigint, 'bytes')), bool_and(qualifier = int4send((hbase_decode(value, NULL::bigint, 'bytes') * 7919 % 1000000)::int)) AS right FROM million, widerow_cells(w);
SELECT widerow_get(w, int4send(7919), NULL::bigint), widerow_get(w, int4send(999999), NULL::bigint) * 7919 % 1000000 FROM million;

-- ---- widerow_merge ----------------------------------------------------------

SELECT widerow_merge(w ORDER BY n) FROM (VALUES (1, '{a=1, b=1}'::widerow), (2, NULL), (3, '{b=2}'), (4, '{a!DeleteColumn}')) v(n, w);
SELECT widerow_merge(w) IS NULL AS none FROM (VALUES (NULL::widerow)) v(w);
SELECT widerow_merge(w ORDER BY n) AS stamps_decide, widerow_merge(w ORDER BY n DESC) AS whatever_the_order FROM (VALUES (1, '{a@5=x}'::widerow), (2, '{a@7=y}'), (3, '{a@6=z}')) v(n, w);
SELECT widerow_merge(w) FROM (VALUES ('{a=1}'::widerow), ('{a@5=2}')) v(w);
SELECT widerow_count(widerow_merge(widerow_put(NULL, 'q' || i, i, i))) FROM generate_series(1, 100000) i;
