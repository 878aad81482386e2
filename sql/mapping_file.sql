-- Mappings as JSON: what hbase.mapping() proposes can be applied as it is, edited
-- and applied again; and edits are merged with a new proposal.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
SET search_path = '';
CREATE SCHEMA shop_m;
CREATE SCHEMA stock_m;
CREATE TYPE shop_m.mood AS ENUM ('good', 'bad');
CREATE DOMAIN shop_m.code AS varchar(10);
CREATE TABLE shop_m.customer (id bigint PRIMARY KEY, name text NOT NULL, mood shop_m.mood, tags text[], born date, seen timestamptz, upper_name text GENERATED ALWAYS AS (upper(name)) STORED);
CREATE TABLE shop_m."Order line" ("Order" int, code shop_m.code, raw bytea, "at" timestamp, amount numeric, doc jsonb, ok boolean, PRIMARY KEY ("Order", code));
CREATE TABLE shop_m.blob (raw bytea, n int, "day" date, "at" timestamptz, PRIMARY KEY (raw, n));
CREATE TABLE shop_m.keyless (a int, b text);
CREATE TABLE shop_m.measured (a int, b text);
CREATE TABLE stock_m.customer (id uuid PRIMARY KEY, boss uuid REFERENCES stock_m.customer);
CREATE TABLE stock_m.part (id int PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE stock_m.part_1 PARTITION OF stock_m.part FOR VALUES FROM (0) TO (10);
INSERT INTO shop_m.customer SELECT i, 'name ' || i, 'good', '{a,b}', '2000-02-29', '2024-01-01 00:00:00.123456+00' FROM generate_series(1, 20) i;
INSERT INTO shop_m."Order line" SELECT i, 'c' || i, '\x00ff', '2024-01-01 10:00', i / 10.0, '{"a": 1}', i % 2 = 0 FROM generate_series(1, 20) i;
INSERT INTO shop_m.blob VALUES ('\x00ff', 1, 'infinity', '-infinity'), ('\x', 2, '2024-01-01', '2024-01-01+00');
INSERT INTO stock_m.customer VALUES ('00000000-0000-0000-0000-000000000001', NULL), ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000001');
INSERT INTO stock_m.part VALUES (1), (2);
INSERT INTO shop_m.keyless VALUES (1, 'x'), (1, 'x'), (2, NULL);
INSERT INTO shop_m.measured SELECT i % 5, i FROM generate_series(1, 30) i;

SELECT hbase.mapping('{shop_m,stock_m}') AS mapping \gset
\pset format unaligned
\pset tuples_only on
\echo :mapping
SELECT hbase.mapping('{shop_m}', 'phoenix') -> 'tables' -> 'shop_m.customer';
SELECT hbase.mapping('{shop_m}', namespace => 'crm') #>> '{tables,shop_m.blob,table}', hbase.mapping('{shop_m}', namespace => '') #>> '{tables,shop_m.blob,table}';
SELECT hbase.mapping('{}');

-- it is applied as it is, in each profile
SELECT relation, action, script FROM hbase.mapping_script(:'mapping') WHERE relation ~ 'Order|blob|keyless';
\o /dev/null
\set ECHO none
SELECT script FROM hbase.mapping_script(:'mapping') WHERE script IS NOT NULL \gexec
\set ECHO all
\o
SELECT relation, action, script FROM hbase.mapping_script(:'mapping');
SELECT count(*) FROM (SELECT * FROM shop_m.customer EXCEPT SELECT * FROM hbase.read(NULL::shop_m.customer, 'shop_m.customer_h')) x;
SELECT count(*) FROM (SELECT * FROM shop_m."Order line" EXCEPT SELECT * FROM hbase.read(NULL::shop_m."Order line", 'shop_m."Order line_h"')) x;
SELECT count(*) FROM (SELECT * FROM stock_m.customer EXCEPT SELECT * FROM hbase.read(NULL::stock_m.customer, 'stock_m.customer_h')) x;
SELECT count(*) FROM stock_m.part_h;
SELECT key, public.widerow_to_jsonb(d) FROM shop_m.blob_h ORDER BY key;
SELECT count(DISTINCT key), count(*) FROM shop_m.keyless_h;
SELECT table_name, layouts FROM hbase.definition_of('shop_m.customer_h');
SELECT name, qualifier, type, encoding FROM hbase.columns('shop_m.customer_h') ORDER BY name COLLATE "C";
\set ECHO none
\o /dev/null
SELECT script FROM hbase.mapping_script(replace(hbase.mapping('{shop_m,stock_m}', 'phoenix')::text, '_h', '_p')::json) WHERE script IS NOT NULL \gexec
SELECT script FROM hbase.mapping_script(replace(hbase.mapping('{shop_m,stock_m}', 'string')::text, '_h', '_s')::json) WHERE script IS NOT NULL \gexec
\o
\set ECHO all
SELECT count(*) FROM (SELECT * FROM shop_m.customer EXCEPT SELECT * FROM hbase.read(NULL::shop_m.customer, 'shop_m.customer_p')) x;
SELECT count(*) FROM (SELECT * FROM shop_m.customer EXCEPT SELECT * FROM hbase.read(NULL::shop_m.customer, 'shop_m.customer_s')) x;

-- keys that are empty, infinite or a negative zero, texts of other types, and more cells than a call has arguments
CREATE SCHEMA odd_m;
CREATE TABLE odd_m.blank (k char(3) PRIMARY KEY);
CREATE TABLE odd_m.bytes (k bytea PRIMARY KEY, n int);
CREATE TABLE odd_m.forever (at timestamptz, d date, PRIMARY KEY (at, d));
CREATE TABLE odd_m.later (at timestamp PRIMARY KEY);
CREATE TABLE odd_m.zero (f real, g double precision, PRIMARY KEY (f, g));
CREATE TABLE odd_m.ranged (r int4range, a int[], PRIMARY KEY (r, a));
SELECT format('CREATE TABLE odd_m.wide (id int PRIMARY KEY, %s)', string_agg('c' || i || ' int', ', ')) FROM generate_series(1, 120) i \gexec
INSERT INTO odd_m.blank VALUES (''), ('a');
INSERT INTO odd_m.bytes VALUES (''), ('\x00');
INSERT INTO odd_m.forever VALUES ('infinity', '-infinity'), ('-infinity', '2000-01-01'), ('2000-01-01 10:00:00.5+02', 'infinity');
INSERT INTO odd_m.later VALUES ('294276-12-31 23:59:59.999999'), ('2000-01-01');
INSERT INTO odd_m.zero VALUES ('-0', 1), (1, 'NaN');
INSERT INTO odd_m.ranged VALUES ('[1,2)', '{1,2}'), ('empty', '{}');
INSERT INTO odd_m.wide (id, c1, c119) VALUES (1, 2, 3), (-1, NULL, NULL);
SELECT t.key AS relation, t.value ->> 'key' AS key, t.value -> 'fields' AS fields
FROM json_each(hbase.mapping('{odd_m}') -> 'tables') t ORDER BY 1;
\set ECHO none
\o /dev/null
SELECT script FROM hbase.mapping_script(hbase.mapping('{odd_m}')) \gexec
\o
SELECT format('SELECT %1$L, count(*) FROM (SELECT t::text FROM %1$s t EXCEPT SELECT x::text FROM hbase.read(NULL::%1$s, %2$L) x) d', relation, view_name)
FROM hbase.mapping_script(hbase.mapping('{odd_m}')) \gexec
\set ECHO all
SELECT design, rejected FROM hbase.compare('odd_m.ranged', ARRAY[E'r text, ''\\x00'', a text']::public.rowkey_layout[]);
-- values that a profile does not have in keys: a table without a key in the mapping, to decide about
INSERT INTO odd_m.zero VALUES ('NaN', 2);
CREATE TABLE odd_m.amount (n numeric, id int, PRIMARY KEY (n, id));
INSERT INTO odd_m.amount VALUES ('NaN', 1);
CREATE TABLE odd_m.blank_part (k char(3) REFERENCES odd_m.blank, n int, PRIMARY KEY (k, n));
INSERT INTO odd_m.blank_part VALUES ('', 1);
SELECT t.key AS relation, t.value ->> 'key' AS key, t.value ->> 'note' AS note
FROM json_each(hbase.mapping('{odd_m}', 'phoenix') -> 'tables') t WHERE t.key ~ 'blank|amount|bytes|zero' ORDER BY 1;
SELECT relation, action, script IS NULL AS none FROM hbase.mapping_script(replace(hbase.mapping('{odd_m}', 'phoenix', children => 'rows')::text, '_h', '_p')::json) WHERE relation ~ 'blank|amount|bytes|zero';
-- a digest that is not a column of that name
CREATE TABLE odd_m.digested (hbase_digest text, hbase_copy int);
INSERT INTO odd_m.digested VALUES ('a', 1), ('a', 1), (NULL, NULL);
SELECT e -> 'key' AS key, e -> 'fields' AS fields, e -> 'note' AS note, e -> 'columns' AS columns FROM CAST(hbase.mapping('{odd_m}') #> '{tables,odd_m.digested}' AS json) e;
\o /dev/null
SELECT script FROM hbase.mapping_script(hbase.mapping('{odd_m}')) WHERE relation ~ 'digested' \gexec
\o
SELECT count(DISTINCT key::text) FROM odd_m.digested_h;
SELECT * FROM hbase.read(NULL::odd_m.digested, 'odd_m.digested_h') ORDER BY 1;
-- tables that the role may not read
CREATE ROLE mapping_file_reader;
GRANT USAGE ON SCHEMA odd_m TO mapping_file_reader;
GRANT SELECT ON odd_m.wide, odd_m.later TO mapping_file_reader;
SET ROLE mapping_file_reader;
SET client_min_messages = warning;
SELECT json_object_keys(hbase.mapping('{odd_m,stock_m}') -> 'tables') ORDER BY 1;
RESET ROLE;
DROP SCHEMA odd_m CASCADE;
DROP ROLE mapping_file_reader;

-- tables whose rows belong to another table's: views of their own, or rows of its view
CREATE SCHEMA tree_m;
CREATE TABLE tree_m.account (no text PRIMARY KEY, at timestamptz, parent text REFERENCES tree_m.account);
CREATE TABLE tree_m.posting (no text REFERENCES tree_m.account, seq int, at date NOT NULL, amount numeric, PRIMARY KEY (no, seq));
CREATE TABLE tree_m.tag (no text, seq int, tag text, PRIMARY KEY (no, seq, tag), FOREIGN KEY (no, seq) REFERENCES tree_m.posting);
CREATE TABLE tree_m.note (account text NOT NULL REFERENCES tree_m.account, note text);
CREATE TABLE tree_m.other (id int PRIMARY KEY, no text REFERENCES tree_m.account);
INSERT INTO tree_m.account VALUES ('a', '2024-01-01', NULL), ('b', NULL, 'a');
INSERT INTO tree_m.posting SELECT a, i, '2024-01-01', -i FROM unnest('{a,b}'::text[]) a, generate_series(-1, 1) i;
INSERT INTO tree_m.tag SELECT no, seq, 'x' FROM tree_m.posting WHERE seq > 0;
INSERT INTO tree_m.note VALUES ('a', 'one'), ('a', 'one'), ('b', NULL);
INSERT INTO tree_m.other VALUES (1, NULL);
CREATE FUNCTION tree_m.apply(mapping json) RETURNS TABLE(relation text, view_name text, action text) LANGUAGE plpgsql AS $$
BEGIN
    FOR relation, view_name, action IN SELECT s.relation, s.view_name, s.action FROM hbase.mapping_script(mapping) s LOOP
        RETURN NEXT;
    END LOOP;
    EXECUTE (SELECT string_agg(s.script, '') FROM hbase.mapping_script(mapping) s);
END $$;
SELECT * FROM tree_m.apply(hbase.mapping('{tree_m}'));
SELECT hbase.mapping('{tree_m}', children => 'rows') AS tree \gset
\echo :tree
SELECT * FROM tree_m.apply(:'tree');
SELECT script FROM hbase.mapping_script(replace(:'tree', 'tree_m.account_h', 'tree_m.account_2')::json) WHERE action = 'created';
SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'tree_m'::regnamespace AND c.relkind = 'v' ORDER BY 1;
SELECT action, script FROM hbase.mapping_script(:'tree') WHERE relation ~ 'account|tag';
SELECT n, table_name FROM hbase.definition_of('tree_m.account_h') d, unnest(d.layouts) WITH ORDINALITY u(l, n);
SELECT count(*) FROM (SELECT * FROM tree_m.account EXCEPT SELECT * FROM hbase.read(NULL::tree_m.account, 'tree_m.account_h')) x;
SELECT count(*) FROM (SELECT * FROM tree_m.note EXCEPT ALL SELECT * FROM hbase.read(NULL::tree_m.note, 'tree_m.account_h', 2)) x;
SELECT count(*) FROM (SELECT * FROM tree_m.posting EXCEPT SELECT * FROM hbase.read(NULL::tree_m.posting, 'tree_m.account_h', 3)) x;
SELECT count(*) FROM (SELECT * FROM tree_m.tag EXCEPT SELECT * FROM hbase.read(NULL::tree_m.tag, 'tree_m.account_h', 4)) x;
SELECT severity, rule FROM hbase.check('tree_m.account_h') WHERE severity = 'error';
-- only what the merge of an edit and of a new proposal keeps
SELECT conflicts FROM hbase.merge_mapping(hbase.mapping('{tree_m}'), replace(hbase.mapping('{tree_m}')::text, 'tree_m:other', 'o')::json, :'tree');
SELECT conflicts FROM hbase.merge_mapping(hbase.mapping('{tree_m}'), replace(hbase.mapping('{tree_m}')::text, '"tree_m:tag"', '"t"')::json, :'tree');
-- a view of its own again, and left out
SELECT action FROM hbase.mapping_script(hbase.mapping('{tree_m}')) WHERE relation ~ 'account|posting';
SELECT relation, action FROM hbase.mapping_script(jsonb_set(:'tree'::jsonb, '{tables,tree_m.note,leave_out}', 'true')::json) WHERE relation ~ 'account|note';
CREATE FUNCTION tree_m.message(path text[], value jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    RETURN (SELECT string_agg(action, ', ') FROM hbase.mapping_script(jsonb_set(hbase.mapping('{tree_m}', children => 'rows')::jsonb, path, value)::json));
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws(' / ', SQLSTATE, SQLERRM, NULLIF(detail, ''));
END $$;
SELECT tree_m.message(path::text[], value::jsonb) FROM (VALUES
    (1, '{tables,tree_m.tag,rows_of}', '"tree_m.nobody"'), (2, '{tables,tree_m.tag,rows_of}', '"tree_m.posting"'), (3, '{tables,tree_m.tag,view}', '"v"'),
    (4, '{tables,tree_m.tag,key}', 'null'), (5, '{tables,tree_m.account,leave_out}', 'true'), (6, '{tables,tree_m.posting,columns,amount,family}', '"e"'),
    (7, '{tables,tree_m.posting,columns,amount,qualifier}', '"n"'), (8, '{tables,tree_m.posting,columns,at,type}', '"date"'),
    (9, '{tables,tree_m.tag,leave_out}', 'true')) v(n, path, value) ORDER BY n;
-- or as cells of its rows: a table belongs to its parent once, and a table of HBase has few families
SELECT hbase.mapping('{tree_m}', children => 'cells') AS cells \gset
\echo :cells
SELECT * FROM tree_m.apply(:'cells');
SELECT action FROM hbase.mapping_script(:'cells');
SELECT script FROM hbase.mapping_script(replace(:'cells', 'tree_m.account_h', 'tree_m.account_2')::json) WHERE relation ~ 'account';
SELECT key, public.widerow_to_jsonb(d) AS d, n, p FROM tree_m.account_h ORDER BY key;
SELECT cells, exact FROM hbase.estimate('tree_m.account_h');
SELECT severity, rule FROM hbase.check('tree_m.account_h') WHERE severity = 'error';
-- the children read back typed
SELECT hbase.read_view('tree_m.account_h', 'tree_m.posting_r', row_type => 'tree_m.posting', family => 'p') \gexec
SELECT hbase.read_view('tree_m.account_h', 'tree_m.note_r', row_type => 'tree_m.note', family => 'n') \gexec
SELECT count(*) FROM (TABLE tree_m.posting EXCEPT TABLE tree_m.posting_r) x;
SELECT count(*) FROM ((TABLE tree_m.note EXCEPT ALL TABLE tree_m.note_r) UNION ALL (TABLE tree_m.note_r EXCEPT ALL TABLE tree_m.note)) x;
SELECT * FROM tree_m.posting_r WHERE no = 'b' ORDER BY seq;
-- a new child is a new cell: no other one changes
CREATE TABLE tree_m.before AS SELECT key::text, f, qualifier, value FROM tree_m.account_h, LATERAL (SELECT 'n', * FROM public.widerow_cells(n) UNION ALL SELECT 'p', * FROM public.widerow_cells(p)) c(f, qualifier, ts, type, value);
INSERT INTO tree_m.posting VALUES ('a', -7, '2024-01-01', 7);
INSERT INTO tree_m.note VALUES ('a', 'a');
SELECT key, f, qualifier FROM tree_m.account_h, LATERAL (SELECT 'n', * FROM public.widerow_cells(n) UNION ALL SELECT 'p', * FROM public.widerow_cells(p)) c(f, qualifier, ts, type, value)
WHERE (key::text, f, qualifier, value) NOT IN (SELECT * FROM tree_m.before);
SELECT count(*) FROM tree_m.before b
WHERE (key, f, qualifier, value) NOT IN (SELECT key::text, c.f, c.qualifier, c.value FROM tree_m.account_h, LATERAL (SELECT 'n', * FROM public.widerow_cells(n) UNION ALL SELECT 'p', * FROM public.widerow_cells(p)) c(f, qualifier, ts, type, value));
-- by hand: a subset, an expression, one child for each parent, an option of the family, and no key of the parent's
SET client_min_messages = error;
DROP VIEW tree_m.account_h CASCADE;
SET client_min_messages = warning;
SELECT script FROM hbase.mapping_script('{"tables": {
    "tree_m.account": {"view": "tree_m.account_h", "table": "a", "key": "md5(no text, 4), no", "families": {"c": {"VERSIONS": 2}, "d": {}, "l": {}}, "columns": {}},
    "tree_m.posting": {"cells_of": "tree_m.account", "reference": {"no": "no"}, "family": "c", "qualifier": "at date, seq int", "where": "t.seq > 0", "columns": {"amount": {"type": "int"}, "twice": {"value": "t.amount * 2", "type": "numeric"}}},
    "tree_m.note": {"cells_of": "tree_m.account", "reference": {"account": "no"}, "family": "l", "where": "t.note IS NULL", "columns": {}}}}') WHERE script IS NOT NULL \gexec
SELECT public.widerow_to_jsonb(d) AS d, c, l FROM tree_m.account_h ORDER BY c, l;
SELECT families FROM hbase.definition_of('tree_m.account_h');
-- what a merge of an edit and of a new proposal keeps
SELECT merged #> '{tables,tree_m.posting}' AS merged, conflicts FROM hbase.merge_mapping(:'cells', replace(:'cells', '"seq int using string"', '"seq int using ordered"')::json, replace(:'cells', '"amount": {}', '"amount": {}, "more": {}')::json);
SELECT merged #> '{tables,tree_m.posting,cells_of}' AS merged, conflicts FROM hbase.merge_mapping(hbase.mapping('{tree_m}'), replace(hbase.mapping('{tree_m}')::text, 'tree_m:account', 'a')::json, :'cells');
CREATE FUNCTION tree_m.cells_message(path text[], value jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    RETURN (SELECT string_agg(action, ', ') FROM hbase.mapping_script(jsonb_set(hbase.mapping('{tree_m}', children => 'cells')::jsonb, path, value)::json));
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' / ', SQLSTATE, SQLERRM, NULLIF(hint, ''));
END $$;
SELECT tree_m.cells_message(path::text[], value::jsonb) FROM (VALUES
    (1, '{tables,tree_m.posting,cells_of}', '"tree_m.nobody"'), (2, '{tables,tree_m.posting,rows_of}', '"tree_m.account"'), (3, '{tables,tree_m.posting,key}', '"seq int"'),
    (4, '{tables,tree_m.posting,reference}', '{}'), (5, '{tables,tree_m.posting,reference}', '["no"]'), (6, '{tables,tree_m.posting,reference}', '{"nobody": "no"}'),
    (7, '{tables,tree_m.posting,reference}', '{"no": "nobody"}'), (8, '{tables,tree_m.posting,reference}', '{"no": null}'), (9, '{tables,tree_m.posting,family}', 'null'),
    (10, '{tables,tree_m.posting,family}', '"e"'), (11, '{tables,tree_m.posting,family}', '"n"'), (12, '{tables,tree_m.posting,family}', '"d"'),
    (13, '{tables,tree_m.posting,qualifier}', '"nobody int"'), (14, '{tables,tree_m.posting,qualifier}', '"int int int"'), (15, '{tables,tree_m.posting,columns}', 'null'),
    (16, '{tables,tree_m.posting,columns,nobody}', '{}'), (17, '{tables,tree_m.posting,columns,x}', '{"value": "1"}'), (18, '{tables,tree_m.posting,columns,seq}', '{"family": "p"}'),
    (19, '{tables,tree_m.posting,fields}', '1'), (20, '{tables,tree_m.posting,leave_out}', 'true'), (21, '{tables,tree_m.account,leave_out}', 'true'),
    (22, '{tables,tree_m.posting,cells_of}', '"tree_m.note"'), (23, '{tables,tree_m.account}', '{"view": "a", "table": "a", "key": "no text", "columns": {}, "families": {"p": {}, "n": {}}}'),
    (24, '{tables,tree_m.nobody}', '{"cells_of": "tree_m.account"}')) v(n, path, value) ORDER BY n;
SELECT hbase.mapping('{tree_m}', children => 'nest');
SET client_min_messages = error;
DROP SCHEMA tree_m CASCADE;
SET client_min_messages = warning;

-- edits: names, keys, fields, families, encodings, and what is left out
CREATE FUNCTION shop_m.edited(path text[], value jsonb) RETURNS json LANGUAGE sql
RETURN jsonb_build_object('tables', jsonb_build_object('shop_m.customer', CASE WHEN path = '{}' THEN value ELSE jsonb_set(
    hbase.mapping('{shop_m}')::jsonb #> '{tables,shop_m.customer}', path, value, true) END))::json;
SELECT action, script FROM hbase.mapping_script(shop_m.edited('{key}', '"salt(4), md5(name text, 4), name, id bigint using phoenix"'));
SELECT action, script FROM hbase.mapping_script(shop_m.edited('{}', '{"view": "shop_m.customer_h", "table": "crm:c", "key": "h bytea", "fields": {"h": "sha256(t.name::bytea)"}, "where": "t.id > 5", "families": {"a": {"VERSIONS": 3}, "b": {}}, "regions": 2, "splits": ["\\x80"], "columns": {"name": {"family": "a", "qualifier": "n", "type": "text", "encoding": "phoenix"}, "born": {"family": "a", "qualifier": "x", "type": "date"}, "one": {"family": "b", "qualifier": "o", "type": "int", "value": "1"}, "two": {"family": "a", "qualifier": "t", "type": "bigint", "value": "2"}}}')) \gset
\echo :action
:script
SELECT rows, cells FROM hbase.estimate('shop_m.customer_h') WHERE family IS NULL;
SELECT table_name, regions, splits, families FROM hbase.definition_of('shop_m.customer_h');
SELECT public.length(key), public.widerow_get(a, 'n', NULL::text, 'phoenix'), public.widerow_get(a, 'x', NULL::date), public.widerow_get(b, 'o', NULL::int), public.widerow_get(a, 't', NULL::bigint) FROM shop_m.customer_h ORDER BY 2 LIMIT 2;
SELECT action, script FROM hbase.mapping_script(shop_m.edited('{leave_out}', 'true'));
SELECT action, script FROM hbase.mapping_script(shop_m.edited('{leave_out}', 'true')) \gset
:script
SELECT action, script FROM hbase.mapping_script(shop_m.edited('{leave_out}', 'true'));

-- what is wrong is an error
CREATE FUNCTION shop_m.message(mapping json) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    RETURN (SELECT string_agg(action, ', ') FROM hbase.mapping_script(mapping));
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' / ', SQLSTATE, SQLERRM, NULLIF(hint, ''));
END $$;
SELECT shop_m.message(m::json) FROM (VALUES
    (1, '[]'), (2, '{}'), (3, '{"tables": []}'), (4, '{"tables": {}, "table": {}}'), (5, '{"tables": {"a": 1}}'),
    (6, '{"tables": {"a": {}, "a": {}}}'), (7, '{"tables": {"a": {"leave_out": "x"}}}')) v(n, m) ORDER BY n;
SELECT shop_m.message(shop_m.edited(path::text[], value::jsonb)) FROM (VALUES
    (1, '{kei}', '1'), (2, '{key}', '"nothing"'), (23, '{key}', 'null'), (3, '{key}', '"nobody int"'), (4, '{key}', '"id uuid"'),
    (5, '{view}', 'null'), (6, '{view}', '"a b"'), (7, '{view}', '"shop_m.customer"'), (8, '{table}', 'null'),
    (9, '{families}', '[]'), (10, '{families}', '{}'), (11, '{columns}', 'null'), (12, '{columns,nobody}', '{"family": "d", "qualifier": "q", "type": "text"}'),
    (13, '{columns,name,type}', '"nothing"'), (14, '{columns,name,family}', '"e"'), (15, '{columns,name,qualifier}', 'null'),
    (16, '{columns,name,qualifier}', '"b"'), (17, '{columns,name,size}', '1'), (18, '{columns,name}', '[]'), (19, '{fields}', '1'),
    (20, '{regions}', '"many"'), (21, '{columns,name,encoding}', '"nothing"')) v(n, path, value) ORDER BY n;
SELECT shop_m.message('{"tables": {"shop_m.nobody": {"view": "a", "table": "b", "families": {}, "columns": {}}}}');
SELECT shop_m.message(replace(:'mapping', 'stock_m:customer', 'shop_m:customer')::json);
SELECT hbase.mapping('{shop_m}', 'nothing');
SELECT hbase.merge_mapping(NULL, NULL, NULL, 'nothing');

-- the merge: what only one side changed is taken
SELECT hbase.merge_mapping(b::json, y::json, p::json) FROM (VALUES
    (1, '{"a": 1}', '{"a": 1}', '{"a": 2}'), (2, '{"a": 1}', '{"a": 2}', '{"a": 1}'), (3, '{"a": 1}', '{"a": 2}', '{"a": 2}'),
    (4, '{"a": 1}', '{"a": 2}', '{"a": 3}'), (5, '{"a": 1}', '{}', '{"a": 1}'), (6, '{"a": 1}', '{}', '{"a": 2}'),
    (7, '{"a": 1}', '{"a": 2}', '{}'), (8, '{"a": 1}', '{"a": 1}', '{}'), (9, '{}', '{"a": 1}', '{"b": 2}'),
    (10, '{"t": {"a": {"x": 1, "y": 1}}}', '{"t": {"a": {"x": 2, "y": 1}}}', '{"t": {"a": {"x": 1, "y": 2}, "b": {}}}'),
    (11, '{"a": [1]}', '{"a": [1, 2]}', '{"a": [3]}'), (12, '{"a": {"x": 1}}', '{"a": 1}', '{"a": {"x": 2}}'),
    (13, NULL, '{"a": 1, "b": 2}', '{"a": 2, "b": 2, "c": 3}')) v(n, b, y, p) ORDER BY n;
SELECT hbase.merge_mapping('{"a": 1}', '{"a": 2}', '{"a": 3}', 'yours'), hbase.merge_mapping('{"a": 1}', '{"a": 2}', '{"a": 3}', 'proposed');
-- a column was added, another one was renamed, and the key is a different one
ALTER TABLE shop_m.customer ADD COLUMN extra int;
ALTER TABLE shop_m.customer RENAME COLUMN born TO birthday;
SELECT merged #> '{tables,shop_m.customer}' AS merged, conflicts FROM hbase.merge_mapping(:'mapping', replace(:'mapping', 'id bigint using bytes', 'salt(4), id bigint using bytes')::json, hbase.mapping('{shop_m,stock_m}'));

SET client_min_messages = error;
DROP SCHEMA shop_m, stock_m CASCADE;
SELECT cardinality(hbase.forget());
