-- Reading wide rows: columns, versions, slices; toasted rows; GIN.

CREATE SCHEMA widerow_read_test;
SET search_path = widerow_read_test, public;

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

CREATE TABLE r (id int PRIMARY KEY, w widerow);
INSERT INTO r VALUES
    (1, widerow_build('a', '1', 'b', '2', 'é', 'ü')),
    (2, '{a@5=new, a@3=old, b@4!DeleteColumn, b@4=masked, c@4!Delete, c@4=masked, c@2=shown}'),
    (3, '{""@4!DeleteFamily, a@5=shown, b@4=masked, c@3=masked, d@1=masked}'),
    (4, '{""@4!DeleteFamilyVersion, a@5=5, a@4=4, b@4=masked, b@3=shown, ""@5=empty}'),
    (5, '{a!DeleteColumn, a=shown, b!DeleteColumn, b@3=masked}'),
    (6, '{a@5#1!Delete, a@5#2=again, a@4#0=older}'),
    (7, '{}'), (8, NULL);

-- ---- one column -----------------------------------------------------------

SELECT id, w -> 'a' AS a, w ->> 'b' AS b, w ->> 'c' AS c, w ->> '' AS empty, w ? 'a' AS has_a, w ? 'b' AS has_b, w ? 'd' AS has_d FROM r ORDER BY id;
SELECT w ->> 'é', w ->> 'é'::bytea, w -> '\xc3a9'::bytea, w ? '\xc3a9'::bytea, widerow_value(w, 'a'), widerow_text(w, 'a'), widerow_exists(w, 'a') FROM r WHERE id = 1;
SELECT id, w ?| '{d,c}' AS c_or_d, w ?& '{a,c}' AS a_and_c, w ?| '{}' AS any_of_none, w ?& '{}' AS all_of_none, w ?| ARRAY[NULL, 'a'] AS null_name FROM r ORDER BY id;
SELECT id, w @> '{a=1}' AS has_it, w <@ '{a=1, b=2, c=3}' AS has_no_other FROM r ORDER BY id;
SELECT '{a@7=x, b=y}'::widerow @> '{a=x}', '{a=x, a@5=y}'::widerow @> '{a=y}', '{}'::widerow <@ '{}', '{a=x}'::widerow @> '{a@5!DeleteColumn, a@4=z}';
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$'{a=\xFF}'::widerow ->> 'a'$$),
    ($$'{a=\x00}'::widerow ->> 'a'$$)) v(statement);
\pset format aligned
\pset tuples_only off

SELECT widerow_get(w, 'n', NULL::numeric), widerow_get(w, 'i', NULL::int), widerow_get(w, 't', NULL::text),
       widerow_get(w, 'd', NULL::date), widerow_get(w, 'b', NULL::bytea), widerow_get(w, 'x', NULL::int) IS NULL AS none
FROM (SELECT widerow_build('n', 1.50, 'i', -7, 't', 'x', 'd', date '2022-12-01', 'b', '\x00ff'::bytea)) v(w);
SELECT widerow_get(widerow_build('phoenix'::hbase_encoding, 'i', 42::bigint), 'i'::name, NULL::bigint, 'phoenix'), widerow_get(widerow_build('string'::hbase_encoding, 'i', 42), 'i'::bytea, NULL::int, 'string'),
       widerow_get('{i=\x00*}', 'i', NULL::int, 'bytes', 'short');
\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$widerow_get('{i=abc}', 'i', NULL::int)$$),
    ($$widerow_get('{i=abc}', 'i', NULL::interval)$$),
    ($$widerow_get('{i=abc}', 1, NULL::int)$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- ---- cells ----------------------------------------------------------------

SELECT id, c.* FROM r, widerow_cells(w) WITH ORDINALITY c ORDER BY id, c.ordinality;
SELECT id, v.* FROM r, widerow_versions(w, 'a') v ORDER BY id, ts DESC;
SELECT v.* FROM widerow_versions('{a@5=x, b=y}', 'b'::bytea) v;
SELECT * FROM widerow_versions('{a@5=x, b=y}', 'c');
SELECT id, widerow_count(w) FROM r ORDER BY id;
-- As text, in the notation of the HBase shell.
SELECT * FROM widerow_cells_text('{a@5=x, "\x00"@6="\xFF\x0A", a@7!DeleteColumn}');
SELECT bool_and((qualifier, value) = (c.q::rowkey::text, c.v::rowkey::text)) AS as_rowkey FROM r, widerow_cells_text(w) WITH ORDINALITY t(qualifier, ts, type, value, n) JOIN LATERAL (SELECT b.qualifier AS q, b.value AS v FROM widerow_cells(w) WITH ORDINALITY b(qualifier, ts, type, value, n) WHERE b.n = t.n) c ON true;

-- ---- slices ---------------------------------------------------------------

SELECT widerow_prefix(w, 'q') AS q, widerow_prefix(w, '') = w AS all, widerow_prefix(w, '\x71ff'::bytea) AS bytes, widerow_prefix(w, 'z') AS none FROM (SELECT '{p=1, q=2, qa@5=3, qa@4=4, q\xFF\xFF=5, r=6}'::widerow) v(w);
SELECT widerow_range(w, 'b', 'd') AS "[b,d)", widerow_range(w, 'b', 'd', false, true) AS "(b,d]", widerow_range(w, 'bb', NULL) AS from_bb, widerow_range(w, NULL, 'b'::bytea) AS below_b, widerow_range(w, 'd', 'b') AS none FROM (SELECT '{a=1, b=2, c=3, d=4}'::widerow) v(w);
-- the family's markers stay, so that nothing reappears
SELECT widerow_prefix(w, 'b') AS b, widerow_prefix(w, 'b') ->> 'b' AS masked FROM r WHERE id = 3;
SELECT widerow_range('{a=1}', NULL::text, NULL), widerow_range(NULL, 'a', 'b') IS NULL AS no_row;

-- ---- rows out of line ------------------------------------------------------

CREATE TABLE big (id int, w widerow);
ALTER TABLE big ALTER w SET STORAGE EXTERNAL;
INSERT INTO big SELECT 1, widerow_agg('q' || i, repeat(i::text, 20)) FROM generate_series(1, 5000) i;
INSERT INTO big SELECT 2, widerow_agg('q' || i, int8send(i), 5) || '{""@3!DeleteFamily}' FROM generate_series(1, 5000) i;
INSERT INTO big SELECT 3, widerow_agg(to_char(i, 'FM0000'), int8send(i), i) FROM generate_series(1, 5000) i;
CREATE TABLE compressed (id int, w widerow);
INSERT INTO compressed SELECT id, w FROM big;
INSERT INTO compressed SELECT id, widerow_prefix(w, '') FROM big;
SELECT id, pg_column_size(w) FROM big ORDER BY id;
SELECT bool_and(w -> ('q' || i) = CASE id WHEN 1 THEN repeat(i::text, 20)::bytea WHEN 2 THEN int8send(i) END AND w ? ('q' || i)) AS all_found, count(*) FROM big, generate_series(1, 5000, 7) i WHERE id < 3;
SELECT bool_and(w -> to_char(i, 'FM0000') = int8send(i)) AS all_found FROM big, generate_series(1, 5000, 7) i WHERE id = 3;
SELECT count(*) FROM big WHERE w ? 'q' OR w -> 'q5001' IS NOT NULL OR w ->> '' IS NOT NULL;
SELECT bool_and(b.w = c.w) AS equal, count(*), bool_and(c.w ->> 'q77' IS NOT DISTINCT FROM b.w ->> 'q77') AS value FROM big b JOIN compressed c USING (id) WHERE id <> 2;
SELECT id, widerow_count(w) FROM big ORDER BY id;

-- ---- GIN ------------------------------------------------------------------

CREATE TABLE g AS SELECT i AS id, widerow_agg('q' || j, i * j % 50) FILTER (WHERE (i + j) % 3 = 0) || CASE WHEN i % 10 = 0 THEN '{gone@5=x, gone@6!DeleteColumn}'::widerow END AS w
    FROM generate_series(1, 2000) i, generate_series(1, 12) j GROUP BY i;
INSERT INTO g VALUES (0, NULL), (-1, '{}');
CREATE INDEX g_w ON g USING gin (w);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM g WHERE w ? 'q3';
EXPLAIN (COSTS OFF) SELECT count(*) FROM g WHERE w ? 'q3'::bytea;
EXPLAIN (COSTS OFF) SELECT count(*) FROM g WHERE w @> widerow_build('q3', 12);
-- every operator finds with the index what it finds without
CREATE FUNCTION found(condition text, OUT with_index bigint, OUT equal boolean) LANGUAGE plpgsql AS $$
DECLARE
    a bigint[];
    b bigint[];
BEGIN
    SET LOCAL enable_seqscan = off;
    EXECUTE 'SELECT array_agg(id ORDER BY id) FROM g WHERE ' || $1 INTO a;
    SET LOCAL enable_seqscan = on;
    SET LOCAL enable_bitmapscan = off;
    EXECUTE 'SELECT array_agg(id ORDER BY id) FROM g WHERE ' || $1 INTO b;
    RESET enable_bitmapscan;
    with_index := coalesce(cardinality(a), 0);
    equal := a IS NOT DISTINCT FROM b;
END $$;
SELECT c AS condition, f.* FROM unnest(ARRAY['w ? ''q3''', 'w ? ''q3''::bytea', 'w ? ''gone''', 'w ?| ''{q1,nothing}''', 'w ?| ''{}''', 'w ?& ''{q1,q4}''', 'w ?& ''{q1,q2}''', 'w ?& ''{}''',
    'w @> widerow_build(''q3'', 12)', 'w @> widerow_build(''q3'', 12, ''q12'', 48)', 'w @> ''{}''', 'w @> ''{gone=x}''']) c, found(c) f;
RESET enable_seqscan;
