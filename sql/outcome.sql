-- What a check of a relation leaves alone: everything that others compute, store
-- and return.  And where a rejected row is found, however the query is made.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
SET search_path = outcome_test, public;
CREATE SCHEMA outcome_test;

CREATE TABLE source (id int PRIMARY KEY, name text, n bigint);
INSERT INTO source VALUES (1, 'a', 5), (2, NULL, 5), (3, 'c', -5), (4, 'd', 5);

-- ---- functions of the user ---------------------------------------------------

-- One that stores what it is given: good rows are stored the same way, ...
CREATE TABLE stored (w widerow, k rowkey);
CREATE FUNCTION store(w widerow) RETURNS widerow LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outcome_test.stored (w) VALUES (w);
    RETURN w;
END $$;
CREATE FUNCTION store(k rowkey) RETURNS rowkey LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outcome_test.stored (k) VALUES (k);
    RETURN k;
END $$;
CREATE VIEW good AS SELECT store(rowkey_compose('id int', id)) AS key, store(widerow_build('n', n)) AS d, widerow_build('at', id) AS e FROM source;
CREATE FUNCTION what_is_stored(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    TRUNCATE outcome_test.stored;
    EXECUTE statement;
    SELECT string_agg(s::text, ' ') INTO result FROM outcome_test.stored s;
    RETURN result;
END $$;
SELECT what_is_stored('SELECT * FROM good');
SELECT what_is_stored('SELECT * FROM good') = what_is_stored(s) AS same
FROM unnest(ARRAY['SELECT * FROM hbase.check(''good'')', 'SELECT * FROM hbase.rejects(''good'')', 'SELECT * FROM hbase.estimate(''good'')',
    'SELECT * FROM hbase.plan_splits(''good'', 2)', 'SELECT * FROM hbase.compare_relations(''{good}'')', 'SELECT * FROM hbase.shell_script(''good'', 1700000000000)']) s;
-- ... and of a bad one nothing, as in a SELECT.
CREATE VIEW bad AS SELECT rowkey_compose('id int', id) AS key, store(widerow_build('n', hbase_encode(n, 'phoenix', 'UNSIGNED_LONG'))) AS d FROM source;
SELECT * FROM bad;
SELECT count(*) FROM stored;
SELECT * FROM hbase.check('bad');
SELECT * FROM hbase.rejects('bad');
SELECT count(*) FROM stored;
-- A function that makes the key of a bad row itself, and notes what it sees.
CREATE TABLE seen (message text, hint text);
CREATE FUNCTION key_or_own(name text, n bigint) RETURNS rowkey LANGUAGE plpgsql AS $$
DECLARE
    h text;
BEGIN
    RETURN rowkey_compose('name text, n bigint using bytes', name, n);
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS h = PG_EXCEPTION_HINT;
    INSERT INTO seen VALUES (SQLERRM, h);
    RETURN 'own'::rowkey || name;
END $$;
CREATE VIEW handled AS SELECT key_or_own(name, n) AS key, widerow_build('i', id) AS d FROM source WHERE id <> 2;
SELECT * FROM handled;
SELECT * FROM hbase.rejects('handled');
SELECT count(*), count(DISTINCT (message, hint)) FROM seen;
-- One that is not simple is as any other, one that is is what it does.
CREATE FUNCTION simple(name text) RETURNS rowkey LANGUAGE sql AS $$ SELECT rowkey_compose('name text', name) $$;
CREATE FUNCTION other(name text) RETURNS rowkey LANGUAGE sql SECURITY DEFINER AS $$ SELECT rowkey_compose('name text', name) $$;
CREATE VIEW by_simple AS SELECT simple(name) AS key, widerow_build('i', id) AS d FROM source;
CREATE VIEW by_other AS SELECT other(name) AS key, widerow_build('i', id) AS d FROM source;
SELECT function, "values", reason FROM hbase.rejects('by_simple');
SELECT function, "values", reason FROM hbase.rejects('by_other');

-- ---- ways of a value to its column --------------------------------------------

CREATE FUNCTION rejects_of(query text) RETURNS TABLE (function text, "values" text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'CREATE VIEW outcome_test.v AS ' || query;
    BEGIN
        RETURN QUERY SELECT r.function, r."values" FROM hbase.rejects('outcome_test.v') r ORDER BY r.function, r."values" COLLATE "C";
    EXCEPTION WHEN OTHERS THEN
        RETURN QUERY SELECT 'error', SQLERRM;
    END;
    DROP VIEW outcome_test.v;
END $$;
-- Reported: subqueries, WITH, joins, UNION ALL, LATERAL, scalar subqueries, CASE.
SELECT * FROM rejects_of('SELECT k AS key, w AS d FROM (SELECT rowkey_compose(''name text'', name) AS k, widerow_build(''i'', id) AS w FROM source) s');
SELECT * FROM rejects_of('WITH s AS (SELECT rowkey_compose(''name text'', name) AS k, widerow_build(''i'', id) AS w FROM source) SELECT k AS key, w AS d FROM s');
SELECT * FROM rejects_of('WITH s AS MATERIALIZED (SELECT id, rowkey_compose(''name text'', name) AS k FROM source) SELECT k AS key, widerow_build(''i'', id) AS d FROM s ORDER BY id LIMIT 3');
SELECT * FROM rejects_of('SELECT rowkey_compose(''name text'', name) AS key, widerow_build(''i'', id) AS d FROM source UNION ALL SELECT ''x'', widerow_build(name, id) FROM source UNION ALL SELECT ''y'', ''{}''');
SELECT * FROM rejects_of('SELECT k AS key, d FROM source a JOIN (SELECT id, rowkey_compose(''name text'', name) AS k FROM source) b USING (id) LEFT JOIN (SELECT id, widerow_build(''n'', hbase_encode(n, ''phoenix'', ''UNSIGNED_LONG'')) AS d FROM source WHERE id > 2) c USING (id)');
SELECT * FROM rejects_of('SELECT b.k AS key, j.d FROM source a LEFT JOIN LATERAL (SELECT rowkey_compose(''name text'', a.name) AS k) b ON true CROSS JOIN LATERAL (SELECT widerow_build(''k'', b.k) AS d) j');
SELECT * FROM rejects_of('SELECT rowkey_compose(''id int'', id) AS key, (SELECT widerow_agg(name, n) FROM source b WHERE b.id <= a.id) AS d FROM source a');
SELECT * FROM rejects_of('SELECT CASE WHEN id < 3 THEN rowkey_compose(''name text'', name) WHEN id = 3 THEN ''three''::rowkey ELSE CASE WHEN n > 0 THEN rowkey_from_text(repeat(''x'', 40000)) END END AS key, widerow_build(''i'', id) AS d FROM source');
SELECT * FROM rejects_of('SELECT DISTINCT ON (id) rowkey_compose(''name text'', name) AS key, widerow_build(''i'', id) AS d FROM source ORDER BY id, n');
SELECT * FROM rejects_of('SELECT rowkey_salt_random(rowkey_compose(''name text'', name), 4) AS key, widerow_build(''i'', row_number() OVER (ORDER BY id)) AS d FROM source');
SELECT * FROM rejects_of('SELECT rowkey_compose(''id int'', id) AS key, widerow(r) AS d FROM source, LATERAL (SELECT hbase_encode(n, ''phoenix'', ''UNSIGNED_LONG'') AS e) r');
SELECT * FROM rejects_of('SELECT rowkey_encode(id, encoding => ''bytes'') AS key, widerow_build(''n'', hbase_encode(n, as_type => ''UNSIGNED_LONG'', encoding => ''phoenix'')) AS d FROM source');
SELECT * FROM rejects_of('SELECT rowkey_encode(id, ''bytes'') AS key, widerow_build(''n'', hbase_encode(CASE WHEN n > 0 THEN timestamptz ''2024-01-01 00:00Z'' ELSE ''infinity'' END, ''bytes'')) AS d FROM source');
SELECT * FROM rejects_of('SELECT rowkey_encode(name || repeat(''x'', id), ''phoenix'', as_type => ''CHAR(2)'') AS key, widerow_build(''i'', id) AS d FROM source');
SELECT * FROM rejects_of('SELECT rowkey_compose(''id int'', n::int) AS key, widerow_agg(name, n ORDER BY id) FILTER (WHERE id < 3) AS d FROM source GROUP BY n');
SELECT * FROM rejects_of('SELECT rowkey_compose(''k text, t text'', s.k, ''x'') AS key, widerow_merge(w ORDER BY id) AS d FROM (SELECT id, left(name, 1) AS k, widerow_put(''{}'', name, n) AS w FROM source) s GROUP BY s.k');
SELECT * FROM rejects_of('SELECT rowkey_hash(rowkey_compose(''name text'', name), ''md5'') AS key, widerow_build(''l'', length(rowkey_pad(name, 0 + n::int))) AS d FROM source WHERE n > 0');
-- An error: conditions, sorting, grouping, other functions, columns that are read twice.
SELECT * FROM rejects_of('SELECT COALESCE(rowkey_compose(''name text'', name), ''x'') AS key, widerow_build(''i'', id) AS d FROM source');
SELECT * FROM rejects_of('SELECT DISTINCT rowkey_compose(''name text'', name) AS key, widerow_build(''i'', id) AS d FROM source');
SELECT * FROM rejects_of('SELECT rowkey_compose(''name text'', name) AS key, widerow_agg(''i'', id) AS d FROM source GROUP BY rowkey_compose(''name text'', name)');
SELECT * FROM rejects_of('SELECT rowkey_compose(''name text'', name) AS key, widerow_build(''i'', id) AS d FROM source ORDER BY 1');
SELECT * FROM rejects_of('SELECT k AS key, widerow_build(''k'', k::text) AS d FROM (SELECT rowkey_compose(''name text'', name) AS k FROM source) s');
SELECT * FROM rejects_of('SELECT s.k AS key, widerow_build(''i'', id) AS d FROM (SELECT id, rowkey_compose(''name text'', name) AS k FROM source) s WHERE s.k < ''x''');
SELECT * FROM rejects_of('SELECT s.k AS key, widerow_build(''s'', s::text) AS d FROM (SELECT id, rowkey_compose(''name text'', name) AS k FROM source) s');
SELECT * FROM rejects_of('SELECT j.k AS key, widerow_build(''i'', j.id) AS d FROM ((SELECT id, rowkey_compose(''name text'', name) AS k FROM source) s JOIN source USING (id)) j WHERE j.k IS NOT NULL');
SELECT * FROM rejects_of('SELECT rowkey_compose(''name text'', name) AS key, widerow_build(''i'', 1) AS d FROM source UNION SELECT ''x'', widerow_build(''i'', 1)');
SELECT * FROM rejects_of('WITH s AS (SELECT rowkey_compose(''name text'', name) AS k FROM source) SELECT a.k AS key, widerow_build(''n'', (SELECT count(k) FROM s)) AS d FROM s a');
SELECT * FROM rejects_of('SELECT rowkey_compose(''id int'', id) AS key, widerow_build(VARIADIC ARRAY[''\x01'', hbase_encode(n, ''phoenix'', ''UNSIGNED_LONG'')]) AS d FROM source');
SELECT * FROM rejects_of('SELECT rowkey_compose(''id int'', min(id)) AS key, widerow_merge(DISTINCT widerow_build(name, n)) AS d FROM source');

-- ---- rights ----------------------------------------------------------------------

CREATE ROLE outcome_reader;
GRANT USAGE ON SCHEMA outcome_test TO outcome_reader;
CREATE TABLE owned AS SELECT * FROM source;
ALTER TABLE owned ENABLE ROW LEVEL SECURITY;
CREATE POLICY without_two ON owned TO outcome_reader USING (id <> 2);
GRANT SELECT ON owned TO outcome_reader;
CREATE VIEW barrier WITH (security_barrier) AS SELECT rowkey_compose('name text', name) AS key, widerow_build('n', hbase_encode(n, 'phoenix', 'UNSIGNED_LONG')) AS d FROM owned;
CREATE TABLE hidden AS SELECT * FROM source;
CREATE VIEW over_hidden AS SELECT rowkey_compose('name text', name) AS key, widerow_build('i', id) AS d FROM hidden;
GRANT SELECT ON barrier, over_hidden TO outcome_reader;
SET ROLE outcome_reader;
SELECT function, "values" FROM hbase.rejects('over_hidden');
CREATE TEMP VIEW mine AS SELECT rowkey_compose('name text', name) AS key, widerow_build('n', hbase_encode(n, 'phoenix', 'UNSIGNED_LONG')) AS d FROM owned;
SELECT function, "values" FROM hbase.rejects('mine');
RESET ROLE;
SELECT function, "values" FROM hbase.rejects('barrier');
REVOKE EXECUTE ON FUNCTION rowkey_compose(rowkey_layout, VARIADIC "any") FROM PUBLIC;
SET ROLE outcome_reader;
SELECT function, "values" FROM hbase.rejects('over_hidden');
RESET ROLE;
GRANT EXECUTE ON FUNCTION rowkey_compose(rowkey_layout, VARIADIC "any") TO PUBLIC;
-- What locks rows does more than read.
CREATE VIEW locking AS SELECT rowkey_compose('id int', id) AS key, widerow_build('i', id) AS d FROM source FOR UPDATE;
SELECT * FROM hbase.rejects('locking');

-- ---- parallel plans ----------------------------------------------------------------

SELECT count(set_config(name, 'regress', false)) FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
CREATE FUNCTION whoami() RETURNS text LANGUAGE plpgsql PARALLEL SAFE AS $$
BEGIN
    RETURN (SELECT backend_type FROM pg_stat_activity WHERE pid = pg_backend_pid());
END $$;
CREATE VIEW parallel AS SELECT rowkey_compose('name text, w text', name, whoami()) AS key, widerow_build('n', hbase_encode(n, 'phoenix', 'UNSIGNED_LONG')) AS d FROM source;
SELECT function, "values", reason FROM hbase.rejects('parallel');
RESET ALL;
SET client_min_messages = warning;
SET search_path = outcome_test, public;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CREATE TABLE many AS SELECT i % 10 AS g, i AS id, CASE WHEN i % 1000 <> 0 THEN 'q' || i END AS name FROM generate_series(1, 20000) i;
ANALYZE many;
CREATE VIEW grouped AS SELECT rowkey_compose('g int', g) AS key, widerow_agg(name, id) AS d FROM many GROUP BY g;
EXPLAIN (COSTS OFF) SELECT key, d FROM grouped;
SELECT function, count(*), min("values"), reason FROM hbase.rejects('grouped') GROUP BY function, reason;
SELECT rows, cells FROM hbase.estimate('grouped') WHERE family IS NULL;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- ---- the functions themselves ---------------------------------------------------------

-- Called by hand they take only what they are made for.
SELECT hbase_internal.outcome('0', 1);
SELECT hbase_internal.outcome('0 23', 'x'::text);
SELECT hbase_internal.outcome('0 999999', NULL::hbase_internal.outcome);
SELECT hbase_internal.outcome(NULL, 1);
SELECT hbase_internal.outcome(ARRAY['lower(text)'::regprocedure::oid, 'text'::regtype]::oidvector, 'x'::text);
SELECT hbase_internal.outcome(ARRAY['rowkey_pad(text, int)'::regprocedure::oid, 'text'::regtype]::oidvector, 'x'::text);
SELECT hbase_internal.outcome(ARRAY['rowkey_pad(text, int)'::regprocedure::oid, 'text'::regtype, 'int'::regtype]::oidvector, 'x'::text, 2::bigint);
SELECT hbase_internal.outcome(ARRAY['rowkey_pad(text, int)'::regprocedure::oid, 'text'::regtype, 'int'::regtype]::oidvector,
    hbase_internal.outcome(ARRAY[0, 'int'::regtype]::oidvector, 1), 2);
SELECT hbase_internal.outcome_agg(ARRAY['widerow_merge(widerow)'::regprocedure::oid, 'widerow'::regtype]::oidvector, '{}'::widerow);
SELECT hbase_internal.outcome_merge(ARRAY['widerow_agg("any", "any")'::regprocedure::oid, 'widerow'::regtype]::oidvector, '{}'::widerow);
SELECT hbase_internal.outcome_true(hbase_internal.outcome(ARRAY[0, 'int'::regtype]::oidvector, 1));
SELECT hbase_internal.outcome(ARRAY[0, 'int'::regtype]::oidvector, 1);
SELECT 'x'::hbase_internal.outcome;
SELECT hbase_internal.outcome(ARRAY[0, 'int'::regtype]::oidvector, NULL::int) IS NULL AS null_stays_null,
       hbase_internal.outcome_true(hbase_internal.outcome(ARRAY[0, 'boolean'::regtype]::oidvector, b)) AS condition FROM (VALUES (true), (false)) v(b);
SELECT hbase_internal.in_sample('a', 0), hbase_internal.in_sample('a', 2147483648), hbase_internal.in_sample(NULL, 0), hbase_internal.in_sample('a', NULL);

DROP SCHEMA outcome_test CASCADE;
DROP ROLE outcome_reader;
