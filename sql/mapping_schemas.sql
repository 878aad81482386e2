-- Mappings of schemas that nobody has prepared: what hbase.from_schema() writes runs,
-- twice, and what it maps reads back equal.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
\set dir `echo "${PG_ABS_SRCDIR:-.}"`
\i :dir/test/data/schemas/library.sql
\i :dir/test/data/schemas/sales.sql
\i :dir/test/data/schemas/fleet.sql
CREATE SCHEMA mapping_schemas;
SET search_path = mapping_schemas, public;

-- The queries that a script has as comments, and the rows by which they differ from the table.
CREATE FUNCTION reading(script text) RETURNS TABLE (n bigint, query text, tab text) LANGUAGE sql AS $$
    SELECT n, replace(m[1], E'\n--', E'\n'), substring(m[1] FROM 'hbase\.read\(NULL::(.*), ''')
    FROM regexp_matches(script, '-- (SELECT \* FROM hbase\.read.*?);', 'g') WITH ORDINALITY r(m, n) $$;
CREATE FUNCTION differences(script text) RETURNS TABLE (tables bigint, rows bigint, differ text) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    total bigint;
    wrong bigint;
BEGIN
    tables := 0;
    rows := 0;
    FOR r IN SELECT * FROM reading(script) LOOP
        EXECUTE format('SELECT (SELECT count(*) FROM ONLY %1$s) + (SELECT count(*) FROM %1$s WHERE (SELECT relkind = ''p'' FROM pg_class WHERE oid = %1$L::regclass)),
            count(*) FROM ((SELECT t::text FROM %2$s t EXCEPT ALL SELECT q::text FROM (%3$s) q) UNION ALL (SELECT q::text FROM (%3$s) q EXCEPT ALL SELECT t::text FROM %2$s t)) x',
            r.tab, (SELECT CASE relkind WHEN 'p' THEN '' ELSE 'ONLY ' END FROM pg_class WHERE oid = r.tab::regclass) || r.tab, r.query) INTO total, wrong;
        tables := tables + 1;
        rows := rows + total;
        IF wrong > 0 THEN
            differ := concat_ws(', ', differ, format('%s by %s', r.query, wrong));
        END IF;
    END LOOP;
    RETURN NEXT;
END $$;
-- Run the script of a schema twice, check it, and remove the views.
CREATE FUNCTION try(schema regnamespace, profile text, children text)
RETURNS TABLE (tables bigint, rows bigint, differ text, same_again boolean, errors bigint, unmapped bigint) LANGUAGE plpgsql AS $$
DECLARE
    script text := hbase.from_schema(schema, profile, children);
    v text;
BEGIN
    EXECUTE script;
    same_again := hbase.from_schema(schema, profile, children) = script;
    EXECUTE script;
    SELECT d.* INTO tables, rows, differ FROM differences(script) d;
    SELECT count(*) FILTER (WHERE c.severity = 'error'), count(*) FILTER (WHERE rule IN ('not mapped', 'same table')) INTO errors, unmapped FROM hbase.check_schema(schema) c;
    FOR v IN SELECT c.oid::regclass FROM pg_class c WHERE c.relnamespace = schema AND c.relkind = 'v' LOOP
        EXECUTE 'DROP VIEW ' || v;
    END LOOP;
    PERFORM hbase.forget();
    RETURN NEXT;
END $$;
SELECT s, 'java' AS profile, c AS children, t.*
FROM unnest('{library,sales,"\"Fleet\""}'::text[]) WITH ORDINALITY s(s, n), unnest('{none,rows}'::text[]) WITH ORDINALITY c(c, k), try(s::regnamespace, 'java', c) t
ORDER BY s.n, c.k;
-- (as text, numbers sort as text)
SELECT s, p AS profile, t.*
FROM unnest('{library,sales,"\"Fleet\""}'::text[]) WITH ORDINALITY s(s, n), unnest('{phoenix,string}'::text[]) WITH ORDINALITY p(p, m), try(s::regnamespace, p, 'rows') t
ORDER BY s.n, p.m;
-- copies: each table has a table of its own too
SELECT c, t.tables, t.differ, t.same_again, t.errors, t.unmapped FROM unnest('{nest,key}'::text[]) c, try('sales', 'java', c) t;

-- The comments on keys and sizes; tables of the same name in two schemas, and the tables of the records.
SELECT line FROM unnest('{library,sales,"\"Fleet\""}'::text[]) WITH ORDINALITY s(s, n), regexp_split_to_table(hbase.from_schema(s::regnamespace), E'\n') WITH ORDINALITY l(line, m) WHERE line ~ '^-- (Key|Size)' ORDER BY n, m;
SELECT line FROM regexp_split_to_table(hbase.from_schema('sales', children => 'rows'), E'\n') WITH ORDINALITY l(line, n) WHERE line ~ '^(-- (Size|With)|.*rowkey_compose|SELECT hbase.define\()' ORDER BY n;
SELECT m[1] AS tables FROM unnest('{library,sales}'::text[]) s, regexp_matches(hbase.from_schema(s::regnamespace), 'hbase.define\(''[^'']+'', ''([^'']*customer[^'']*)''', 'g') m;
SELECT m[1] AS told FROM regexp_matches(hbase.from_schema('library', namespace => 'archive'), 'hbase.define\(''[^'']+'', ''([^'']*)''', 'g') m LIMIT 2;
SELECT m[1] AS no_namespace FROM regexp_matches(hbase.from_schema('library', namespace => ''), 'hbase.define\(''[^'']+'', ''([^'']*)''', 'g') m LIMIT 2;

-- Names that others have are not taken, and a mapping of the table is replaced.
CREATE TABLE library.branch_h (id int PRIMARY KEY);
CREATE VIEW library.branch_h2 AS SELECT branch FROM library.branch;
CREATE VIEW library.branch_h3 AS SELECT 'a'::rowkey AS key, '{q=1}'::widerow AS d;
SELECT substring(hbase.from_table('library.branch') FROM 'VIEW (.*) AS') AS view;
CREATE VIEW library.branch_h4 AS SELECT ''::rowkey AS key, '{q=1}'::widerow AS d FROM library.branch;
SELECT substring(hbase.from_table('library.branch') FROM 'VIEW (.*) AS') AS view;
DO $$ BEGIN EXECUTE hbase.from_table('library.branch'); END $$;
SELECT count(*) FROM hbase.read(NULL::library.branch, 'library.branch_h4');
DROP VIEW library.branch_h4, library.branch_h3, library.branch_h2;
DROP TABLE library.branch_h;
SELECT octet_length((parse_ident(v))[2]) AS length, count(DISTINCT v) FROM unnest('{a,b}'::text[]) x, hbase_internal.proposed_view('s', repeat('é', 31) || x, 'library.branch') v GROUP BY 1;

-- A new row moves no other: not by its place among its parent's.
CREATE TABLE sample (id int PRIMARY KEY);
CREATE TABLE sample_note (sample int REFERENCES sample, note text, n int);
INSERT INTO sample VALUES (1), (2);
INSERT INTO sample_note VALUES (1, 'b', NULL), (1, 'c', 1), (1, 'c', 1), (2, 'b', NULL);
DO $$ BEGIN EXECUTE hbase.from_table('sample', children => 'nest'); EXECUTE hbase.from_table('sample_note'); END $$;
CREATE TABLE before AS SELECT key, qualifier, value FROM sample_h, widerow_cells(sn) UNION ALL SELECT key, qualifier, value FROM sample_note_h, widerow_cells(d);
INSERT INTO sample_note VALUES (1, 'a', 0), (1, 'c', 1);
CREATE TABLE after AS SELECT key, qualifier, value FROM sample_h, widerow_cells(sn) UNION ALL SELECT key, qualifier, value FROM sample_note_h, widerow_cells(d);
SELECT (SELECT count(*) FROM before) AS cells, (SELECT count(*) FROM (TABLE before EXCEPT ALL TABLE after) x) AS lost, (SELECT count(*) FROM (TABLE after EXCEPT ALL TABLE before) x) AS new;
SELECT octet_length(qualifier) AS length, count(*) FROM sample_h, widerow_cells(sn) GROUP BY 1 ORDER BY 1;
-- record types, of tables that refer to another one without belonging to it
SELECT line FROM regexp_split_to_table(hbase.from_table('sample', children => 'rows'), E'\n') WITH ORDINALITY l(line, n) WHERE line ~ '^(-- With|.*rowkey_compose|WHERE)' ORDER BY n;
-- without those that the role may not read
CREATE ROLE mapping_schemas_reader;
GRANT USAGE ON SCHEMA mapping_schemas TO mapping_schemas_reader;
GRANT SELECT ON sample TO mapping_schemas_reader;
SET ROLE mapping_schemas_reader;
SELECT c, line FROM unnest('{none,rows,nest,key}'::text[]) WITH ORDINALITY c(c, k), regexp_split_to_table(hbase.from_table('sample', children => c), E'\n') WITH ORDINALITY l(line, n) WHERE line ~ 'sample_note' ORDER BY k, n;
RESET ROLE;
DROP OWNED BY mapping_schemas_reader;
DROP ROLE mapping_schemas_reader;
-- columns with the same name and another type in two types of records are text
CREATE TABLE measure (id int PRIMARY KEY, at timestamptz, v int, w bytea, x text);
CREATE TABLE measure_part (id int REFERENCES measure, part int, at date, v numeric, w text, x text, PRIMARY KEY (id, part));
INSERT INTO measure VALUES (1, '2024-01-01 00:00:00.5+00', 7, '\x00ff', 'x');
INSERT INTO measure_part VALUES (1, 1, '2024-01-01', 1.50, '\x', NULL), (1, 2, 'infinity', 'NaN', NULL, 'y');
DO $$ BEGIN EXECUTE hbase.from_table('measure', children => 'rows'); END $$;
SET TimeZone = 'America/New_York';
SELECT * FROM hbase.columns('measure_h');
SELECT * FROM differences(hbase.from_table('measure', children => 'rows'));
SELECT hbase.from_schema('mapping_schemas', children => 'each');
SET client_min_messages = warning;
DROP SCHEMA mapping_schemas, library, sales, "Fleet" CASCADE;
SELECT cardinality(hbase.forget()) > 0 AS forgotten;
