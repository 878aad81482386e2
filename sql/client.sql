-- HBase's client calls on HBase-shaped tables: stamps, merge, counters,
-- checks, reading with families' options, and what is refused.

\set SHOW_CONTEXT never

-- ---- tables -----------------------------------------------------------------

SELECT hbase.create_table('cells', '{"d": {"VERSIONS": 3}, "e": {}}', 'ns:cells', '{"id bigint"}', regions => 3);
\d cells
SELECT table_name, layouts, regions FROM hbase.definition_of('cells');
SELECT hbase.create_table('regions', '["d"]', layouts => '{"salt(4), id bigint"}', regions => 4, partitions => true);
SELECT hbase.create_table('split', '["d"]', splits => '{g,p}', partitions => true);
SELECT hbase.create_table('text_salts', '["d"]', layouts => '{"salt(3) as text, id text using string"}', regions => 3, partitions => true);
SELECT hbase.create_table('even', '["d"]', regions => 2, partitions => true);
SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) FROM pg_inherits i JOIN pg_class c ON c.oid = inhrelid
WHERE inhparent IN ('regions'::regclass, 'split'::regclass, 'text_salts'::regclass, 'even'::regclass) ORDER BY inhparent, relname;
SELECT hbase.put('text_salts', rowkey_compose('salt(3) as text, id text using string', i::text), 'd', 'q', i) FROM generate_series(1, 9) i \g /dev/null
SELECT tableoid::regclass, count(*) FROM text_salts GROUP BY 1 ORDER BY 1;
SELECT 'text_salts' AS name, regions, splits FROM hbase.definition_of('text_salts') UNION ALL SELECT 'even', regions, splits FROM hbase.definition_of('even');
SELECT regions, splits FROM hbase.definition_of('split');
SELECT hbase.put('split', 'a', 'd', 'q', 1), hbase.put('split', 'h', 'd', 'q', 1), hbase.put('split', 'p', 'd', 'q', 1);
SELECT tableoid::regclass, key FROM split ORDER BY key;
SELECT hbase.increment('split', 'h', 'd', 'n', 2), hbase.check_and_put('split', 'p', 'd', 'q', 1, 2);
SELECT hbase.create_table(repeat('ü', 31), '["d"]', splits => '{g}', partitions => true);
SELECT relid FROM pg_partition_tree(repeat('ü', 31)::regclass) WHERE isleaf ORDER BY 1;
SELECT hbase.forget(repeat('ü', 31)::regclass);
DROP TABLE üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü;
-- whatever operators the search_path holds
CREATE FUNCTION joined(text, int) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this is not PostgreSQL''s'; END $$;
CREATE OPERATOR || (LEFTARG = text, RIGHTARG = int, FUNCTION = joined);
SELECT hbase.create_table('joined', '["d"]', splits => '{g}', partitions => true);
SELECT relid FROM pg_partition_tree('joined') WHERE isleaf ORDER BY 1;
SELECT hbase.forget('joined');
DROP TABLE joined;
DROP OPERATOR || (text, int);
DROP FUNCTION joined;
-- a temporary table may have the name
CREATE TEMPORARY TABLE hidden (i int);
SELECT hbase.create_table('hidden', '["d"]');
SELECT relation_schema, relation_name FROM hbase_internal.definition WHERE relation_name = 'hidden';
SELECT hbase.forget('public.hidden');
DROP TABLE hidden, public.hidden;
SELECT hbase.create_table(NULL, '["d"]');
SELECT hbase.create_table('none', '[]');
SELECT hbase.create_table('none', '"d"');
SELECT hbase.create_table('none', '{"d": {"COLOR": "red"}}');
SELECT hbase.create_table('none', '["key"]');
SELECT to_regclass('none');

-- ---- put and get ------------------------------------------------------------

-- Times are asserted as order, not as numbers.
SELECT hbase.put('cells', 'r1', 'd', 'q', 'one'), hbase.put('cells', 'r1', 'd', 'q', 'two'),
       hbase.put('cells', 'r1', 'd', '\x00ff'::bytea, 7), hbase.put('cells', 'r1', 'e', 'at', 'then', 1000),
       hbase.put('cells', 'r1', 'e', 'at', 'later', '1970-01-01 00:00:02+00'::timestamptz);
SELECT family, qualifier, type, value FROM hbase.get('cells', 'r1');
SELECT family, qualifier, ts < 10000 AS given, convert_from(value, 'UTF8') FROM hbase.get('cells', 'r1', '{e,d:q}', versions => 5);
SELECT family, ts, value FROM hbase.get('cells', 'r1', '{e}', versions => 5, raw => true);
SELECT family, ts, convert_from(value, 'UTF8') FROM hbase.get('cells', 'r1', '{e}', time_from => 500, time_to => 2000);
SELECT count(*) FROM hbase.get('cells', 'nowhere');
SELECT count(*) FROM hbase.get('cells', NULL);
-- stamps are the clock's, and grow within the row
SELECT bool_and(ts BETWEEN (extract(epoch FROM now()) * 1000)::bigint - 60000 AND (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000) AS near_the_clock,
       count(DISTINCT ts) = count(*) AS distinct_times
FROM hbase.get('cells', 'r1', '{d}', versions => 9);
-- several cells at one time, and markers among them one millisecond before
SELECT hbase.put('cells', 'r2', 'd', widerow_build('a', 1, 'b', 2));
SELECT hbase.put('cells', 'r2', 'd', widerow_delete(widerow_build('b', 3), 'a'));
SELECT qualifier, type, max(ts) OVER () - ts AS before_newest FROM hbase.get('cells', 'r2', raw => true, versions => 9) WHERE type <> 'Put' OR value = '\x00000003';
-- NULL adds no cell
SELECT hbase.put('cells', 'r3', 'd', 'q', NULL), hbase.put('cells', 'r3', 'd', NULL::widerow), hbase.put('cells', 'r3', 'd', widerow_build());
SELECT count(*) FROM cells WHERE key = 'r3';

-- ---- delete -----------------------------------------------------------------

SELECT hbase.put('cells', 'del', 'd', 'q', v, v * 10::bigint), hbase.put('cells', 'del', 'd', 'p', v, v * 10::bigint), hbase.put('cells', 'del', 'e', 'q', v, v * 10::bigint) FROM generate_series(1, 3) v;
SELECT hbase.delete_version('cells', 'del', 'd', 'q', 30);
SELECT hbase.delete('cells', 'del', 'd', 'p', 20);
SELECT family, qualifier, ts, type FROM hbase.get('cells', 'del', versions => 3);
SELECT family, qualifier, ts, type FROM hbase.get('cells', 'del', versions => 3, raw => true);
-- delete markers are not versions
CREATE TABLE marked (key rowkey PRIMARY KEY, d widerow);
INSERT INTO marked VALUES ('r', '{a@5=new, a@4!DeleteColumn, a@3=old, b@2!Delete, b@1!Delete}');
SELECT qualifier, ts, type FROM hbase.scan('marked', raw => true);
SELECT qualifier, ts, type FROM hbase.get('marked', 'r', raw => true, versions => 2);
DROP TABLE marked;
-- of a column chosen by name one expired version more shows than MIN_VERSIONS
CREATE TABLE expired (key rowkey PRIMARY KEY, d widerow);
INSERT INTO expired SELECT 'r', widerow_put('{a@5=older, a@6=old, b@4=c, b@6=d}', 'a', 'new', now());
SELECT hbase.define('expired', families => '{"d": {"VERSIONS": 3, "MIN_VERSIONS": 1, "TTL": 86400}}');
SELECT qualifier, convert_from(value, 'UTF8') FROM hbase.get('expired', 'r', versions => 3);
SELECT qualifier, convert_from(value, 'UTF8') FROM hbase.get('expired', 'r', '{d:a,d:b}', versions => 3);
DROP TABLE expired;
SELECT hbase.delete_version('cells', 'del', 'd', 'q', '1970-01-01 00:00:00.02+00'::timestamptz), hbase.delete('cells', 'del', 'd', 'p', '1970-01-01 00:00:00.03+00'::timestamptz);
SELECT family, qualifier, ts, type FROM hbase.get('cells', 'del', versions => 3);
SELECT hbase.delete('cells', 'del', 'd', 'q'), hbase.delete('cells', 'del', 'e');
SELECT count(*) FROM hbase.get('cells', 'del', versions => 3);
-- an older put stays masked, a newer one shows
SELECT hbase.put('cells', 'del', 'd', 'q', 'old', 25), hbase.put('cells', 'del', 'd', 'q', 'new');
SELECT family, qualifier, convert_from(value, 'UTF8') FROM hbase.get('cells', 'del', versions => 3);
SELECT hbase.delete('cells', 'del');
SELECT count(*) FROM hbase.get('cells', 'del');
SELECT family, count(*) FROM hbase.get('cells', 'del', raw => true) WHERE type = 'DeleteFamily' GROUP BY 1 ORDER BY 1;
SELECT count(DISTINCT ts) FROM (SELECT family, max(ts) AS ts FROM hbase.get('cells', 'del', raw => true) WHERE type = 'DeleteFamily' GROUP BY family) x;
-- a delete of what is not there masks what comes with an older time
SELECT hbase.delete('cells', 'early', 'd', 'q'), hbase.put('cells', 'early', 'd', 'q', 'late', 5);
SELECT count(*) FROM hbase.get('cells', 'early');

-- ---- increment and append ----------------------------------------------------

SELECT hbase.increment('cells', 'n', 'd', 'c'), hbase.increment('cells', 'n', 'd', 'c', 41), hbase.increment('cells', 'n', 'd', 'c', -2), hbase.increment('cells', 'n', 'd', 'zero', 0);
SELECT qualifier, value FROM hbase.get('cells', 'n');
SELECT hbase.increment('cells', 'n', 'd', 'big', 9223372036854775807), hbase.increment('cells', 'n', 'd', 'big', 1);
SELECT hbase.append('cells', 'n', 'd', 'text', 'ab'), hbase.append('cells', 'n', 'd', 'text', 'c'), hbase.append('cells', 'n', 'd', 'text', ''::bytea);
SELECT hbase.increment('cells', 'n', 'd', 'text', 1);
SELECT hbase.delete('cells', 'n', 'd', 'c'), hbase.increment('cells', 'n', 'd', 'c', 5);
-- rows do not grow: a write drops the versions that the family does not keep
SELECT count(hbase.increment('cells', 'many', 'd', 'c', 1)) FROM generate_series(1, 500);
SELECT widerow_get(d, 'c', NULL::bigint) AS counter, (SELECT count(*) = 3 FROM widerow_cells(d)) AS pruned FROM cells WHERE key = 'many';
SELECT count(*) FROM hbase.get('cells', 'many', versions => 10);

-- ---- columns of the dictionary ------------------------------------------------

-- a client sends 1 as smallint, 70000 as int: by itself the width follows the value
CREATE TABLE declared (key rowkey PRIMARY KEY, d widerow, e widerow);
SELECT hbase.put('declared', 'r', 'd', 'n', 1::smallint), hbase.put('declared', 'r', 'd', 'm', 70000);
SELECT qualifier, value FROM hbase.get('declared', 'r');
TRUNCATE declared;
-- the dictionary says the type and the encoding, and what is put takes it
SELECT hbase.define_column('declared', 'd', 'n', 'n', 'bigint'), hbase.define_column('declared', 'd', 's', 's', 'smallint'), hbase.define_column('declared', 'd', 'f', 'f', 'real'),
       hbase.define_column('declared', 'd', 'x', 'x', 'double precision'), hbase.define_column('declared', 'd', 'p', 'p', 'numeric', 'string'), hbase.define_column('declared', 'd', 'i', 'i', 'int', 'phoenix'),
       hbase.define_column('declared', 'd', 't', 't', 'text'), hbase.define_column('declared', 'd', 'at', 'at', 'timestamptz'), hbase.define_column('declared', 'e', 'n', 'other', 'text');
SELECT hbase.put('declared', 'r', 'd', 'n', 1::smallint), hbase.put('declared', 'r', 'd', 's', 7::bigint), hbase.put('declared', 'r', 'd', 'f', 1.5), hbase.put('declared', 'r', 'd', 'x', 0.1),
       hbase.put('declared', 'r', 'd', 'p', 0.1::real), hbase.put('declared', 'r', 'd', 'i', 5.00), hbase.put('declared', 'r', 'd', 't', 'a'::char(3)), hbase.put('declared', 'r', 'd', 'at', '2022-12-01 00:00+00'),
       hbase.put('declared', 'r', 'e', 'n', 'text');
SELECT family, qualifier, value FROM hbase.get('declared', 'r');
SELECT hbase.put('declared', 'r', 'd', 'n', '12'), hbase.put('declared', 'r', 'd', 'x', 3), hbase.put('declared', 'r', 'd', 'p', 12), hbase.put('declared', 'r', 'd', 'f', 'NaN'::float8), hbase.put('declared', 'r', 'd', 'i', '\x80000006'::bytea);
SELECT widerow_get(d, 'n', NULL::bigint), widerow_get(d, 'x', NULL::float8), d ->> 'p' AS p, widerow_get(d, 'f', NULL::real), widerow_get(d, 'i', NULL::int, 'phoenix') FROM declared;
-- what would lose something is refused
SELECT hbase.put('declared', 'r', 'd', 's', 70000);
SELECT hbase.put('declared', 'r', 'd', 'n', 1.5);
SELECT hbase.put('declared', 'r', 'd', 'n', 'NaN'::numeric);
SELECT hbase.put('declared', 'r', 'd', 'n', 1e30);
SELECT hbase.put('declared', 'r', 'd', 'f', 0.1234567890123);
SELECT hbase.put('declared', 'r', 'd', 'f', 16777217);
SELECT hbase.put('declared', 'r', 'd', 'x', 9007199254740993);
\set SHOW_CONTEXT errors
SELECT hbase.put('declared', 'r', 'd', 'n', 'seven');
\set SHOW_CONTEXT never
SELECT hbase.put('declared', 'r', 'd', 'n', '7'::text);
SELECT hbase.put('declared', 'r', 'd', 't', 7);
SELECT hbase.put('declared', 'r', 'd', 'at', '2022-12-01'::date);
SELECT hbase.put('declared', 'r', 'd', 'n', int4send(1));
SELECT hbase.put('declared', 'r', 'd', widerow_build('t', 'x', 'n', 1));
SELECT hbase.put('declared', 'r', 'd', widerow_build('t', 'x', 'n', 1::bigint, 'other', 1));
-- check_and_put compares what would be put; increment and append keep the type
SELECT hbase.check_and_put('declared', 'r', 'd', 'n', 1, 2) AS put, hbase.check_and_put('declared', 'r', 'd', 'n', 2::smallint, 3.0) AS and_again, hbase.check_and_delete('declared', 'r', 'd', 'i', 5) AS other_value, hbase.check_and_delete('declared', 'r', 'd', 'i', 6) AS deleted;
SELECT hbase.check_and_put('declared', 'r', 'd', 'n', '3'::text, 4);
SELECT hbase.increment('declared', 'r', 'd', 'n', 39), hbase.append('declared', 'r', 'd', 't', 'b'::varchar);
SELECT hbase.increment('declared', 'r', 'd', 'i', 1);
SELECT hbase.increment('declared', 'r', 'd', 's', 1);
SELECT hbase.append('declared', 'r', 'd', 'n', 1);
SELECT hbase.append('declared', 'r', 'd', 't', 1);
-- a new declaration counts at once
SELECT hbase.define_column('declared', 'd', 's', 's', 'bigint');
SELECT hbase.put('declared', 'r', 'd', 's', 70000);
SELECT widerow_get(d, 's', NULL::bigint) FROM declared;
SELECT rule, subject, measured FROM hbase.check('declared') WHERE rule IN ('mixed encodings', 'value width') AND severity <> 'advice';
SELECT hbase.forget('declared');
DROP TABLE declared;

-- ---- check and put -----------------------------------------------------------

SELECT hbase.check_and_put('cells', 'c', 'd', 'q', 'x', 'a') AS wrong_row_missing, hbase.check_and_put('cells', 'c', 'd', 'q', NULL, 'a') AS was_missing,
       hbase.check_and_put('cells', 'c', 'd', 'q', NULL, 'b') AS is_there, hbase.check_and_put('cells', 'c', 'd', 'q', 'a', 'b') AS right_value, hbase.check_and_put('cells', 'c', 'd', 'q', 'a', 'c') AS stale_value;
SELECT d ->> 'q' FROM cells WHERE key = 'c';
-- "expected op stored", in this order
SELECT hbase.check_and_put('cells', 'c', 'd', 'q', 'a', 'd', '<') AS a_below_b, hbase.check_and_put('cells', 'c', 'd', 'q', 'z', 'e', '<') AS z_below_d, hbase.check_and_put('cells', 'c', 'd', 'q', NULL, 'e', '!=') AS present,
       hbase.check_and_put('cells', 'c', 'd', 'p', NULL, 'e', '!=') AS absent_column, hbase.check_and_put('cells', 'nobody', 'd', 'q', NULL, 'e', '!=') AS absent_row, hbase.check_and_put('cells', 'c', 'd', 'p', 'x', 'e', '!=') AS absent_differs;
SELECT hbase.check_and_delete('cells', 'c', 'd', 'q', 'wrong'), hbase.check_and_delete('cells', 'c', 'd', 'q', 'e'), hbase.check_and_delete('cells', 'c', 'd', 'q', 'e');
SELECT count(*) FROM hbase.get('cells', 'c', '{d:q}');
SELECT count(*) FROM cells WHERE key IN ('nobody');
SELECT hbase.check_and_put('cells', 'c', 'd', 'q', 'x', 'y', '=~');

-- ---- scan -------------------------------------------------------------------

SELECT hbase.create_table('people', '{"d": {"VERSIONS": 2}, "x": {"TTL": 3600}}');
SELECT count(hbase.put('people', rowkey_from_text(format('p%s', lpad(i::text, 3, '0'))), 'd', widerow_build('name', 'n' || i, 'age', i))) FROM generate_series(1, 250) i;
SELECT hbase.put('people', 'p007', 'd', 'name', 'Bond'), hbase.put('people', 'p007', 'x', 'old', 'gone', 1000), hbase.put('people', 'p007', 'x', 'new', 'here');
SELECT count(*), count(DISTINCT key), min(key), max(key) FROM hbase.scan('people');
SELECT key, family, convert_from(qualifier, 'UTF8'), value FROM hbase.scan('people', 'p006', 'p008');
SELECT key, convert_from(value, 'UTF8') FROM hbase.scan('people', 'p007', 'p008', versions => 2, columns => '{d:name,x}');
SELECT key FROM hbase.scan('people', 'p249', columns => '{d:age}');
SELECT key FROM hbase.scan('people', '', 'p002', columns => '{d:age}');
SELECT count(*) FROM hbase.scan('people', 'p008', 'p007');
SELECT count(DISTINCT key), min(key) FROM hbase.scan('people', 'p100', max_rows => 120);
SELECT count(*) FROM hbase.scan('people', max_rows => 0);
SELECT key, convert_from(value, 'UTF8') FROM hbase.scan('people', filter => $$PrefixFilter('p00') AND ValueFilter(=, 'substring:bond')$$);
SELECT key, convert_from(qualifier, 'UTF8') FROM hbase.scan('people', filter => $$PrefixFilter('p24') AND ColumnPrefixFilter('na')$$, start => 'p245');
SELECT count(DISTINCT key) FROM hbase.scan('people', filter => 'PageFilter(105)');
SELECT count(*) FROM hbase.scan('people', 'a', 'b', $$PrefixFilter('p')$$);
SELECT count(*) FROM hbase.scan('people', filter => $$RowFilter(>=, 'binary:p200') AND KeyOnlyFilter()$$);
SELECT hbase.scan('people', filter => 'Nonsense()');
SELECT hbase.scan('people', versions => 0);
SELECT hbase.get('people', 'p007', versions => 0);
SELECT hbase.scan('people', max_rows => -1);
SELECT hbase.scan('people', time_from => -5);
-- filters see the columns asked for alone: as HBase 2.6 answers
SELECT hbase.create_table('chosen', '["f", "g"]');
SELECT hbase.put('chosen', key::rowkey, f, q, v) FROM (VALUES ('r1', 'f', 'a', '1'), ('r1', 'f', 'b', '2'), ('r1', 'g', 'c', '3'), ('r2', 'f', 'a', '1'), ('r3', 'g', 'c', '1'), ('r4', 'f', 'a', '9'), ('r4', 'f', 'b', '2')) v(key, f, q, v) \g /dev/null
SELECT columns, filter, string_agg(format('%s/%s:%s', s.key, s.family, convert_from(s.qualifier, 'UTF8')), ' ' ORDER BY s.key) FILTER (WHERE s.key IS NOT NULL) AS cells
FROM (VALUES ('f:b', 'FirstKeyOnlyFilter()'), ('f:b', 'ColumnPaginationFilter(1,0)'), ('f:b', $$SingleColumnValueFilter('f','a',=,'binary:1',true,true)$$), ('f:b', $$SingleColumnValueFilter('f','a',=,'binary:x')$$), ('g', 'FirstKeyOnlyFilter()'),
    ('f:b', 'PageFilter(2)'), ('f:b', $$WHILE ValueFilter(=,'binary:2')$$), ('f:b', $$SKIP ValueFilter(=,'binary:2')$$), ('f:b', $$DependentColumnFilter('f','a')$$), ('f:b', 'ColumnCountGetFilter(1)')) v(columns, filter)
    LEFT JOIN LATERAL hbase.scan('chosen', filter => filter, columns => ARRAY[v.columns]) s ON true GROUP BY 1, 2 ORDER BY 1, filter COLLATE "C";
DROP TABLE chosen;
SELECT hbase.scan('people', columns => '{y:name}');
SELECT hbase.scan('people', columns => '{dd:name}');
SELECT hbase.scan('people', columns => '{NULL}');
SELECT hbase.scan(NULL);
SELECT hbase.get(NULL, 'k');
-- any HBase-shaped relation is read: views, materialised views, unstamped cells
CREATE VIEW people_view AS SELECT key, d FROM people WHERE key < 'p003' UNION ALL SELECT 'q'::rowkey, widerow_build('name', 'new');
SELECT key, convert_from(qualifier, 'UTF8'), ts = 9223372036854775807 AS unstamped FROM hbase.scan('people_view');
SELECT convert_from(value, 'UTF8') FROM hbase.get('people_view', 'q');
CREATE VIEW no_key AS SELECT NULL::rowkey AS key, widerow_build('a', 1) AS d;
SELECT hbase.scan('no_key');
SELECT hbase.put('people_view', 'q', 'd', 'name', 'x');
-- the scan reaches the index
SET enable_seqscan = off;
SELECT key FROM hbase.scan('people', 'p100', 'p101', columns => '{d:name}');
RESET enable_seqscan;

-- keys by the definition
SELECT hbase.define('cells', layouts => '{"id bigint"}', sample => 0);
SELECT * FROM hbase.key_scan('cells', 5), hbase.key_scan('cells', int8range(1, 9)) AS r;
SELECT * FROM hbase.key_scan('cells');
SELECT * FROM hbase.key_scan(NULL, 5);
SELECT * FROM hbase.key_scan('people', 5);
SELECT * FROM hbase.key_scan('cells', 5, 6);

-- ---- stamps -----------------------------------------------------------------

CREATE TABLE plain (key rowkey, d widerow);
INSERT INTO plain VALUES ('a', widerow_build('q', 1)), ('b', widerow_put(NULL, 'q', 1, 5)), ('c', NULL);
SELECT hbase.put('plain', 'a', 'd', 'q', 2);
ALTER TABLE plain ADD PRIMARY KEY (key);
SELECT hbase.put('plain', 'a', 'd', 'q', 2);
SELECT hbase.put('plain', 'b', 'd', 'q', 2);
SELECT hbase.stamp('plain', 77);
SELECT hbase.stamp('plain');
SELECT key, ts FROM hbase.scan('plain') WHERE key = 'a';
SELECT hbase.put('plain', 'a', 'd', 'q', 2);
-- direct writes are stamped, and never restamped
INSERT INTO plain VALUES ('d', widerow_put(widerow_build('q', 1), 'old', 1, 5));
UPDATE plain SET d = d || widerow_build('q', 2) WHERE key = 'd';
SELECT convert_from(qualifier, 'UTF8'), ts > 1000000 AS clock, value FROM hbase.scan('plain', 'd', versions => 5, raw => true);
INSERT INTO plain VALUES ('e', widerow_put(NULL, 'q', 1, 9223372036854775806));
SELECT hbase.put('plain', 'e', 'd', 'q', 2);
UPDATE plain SET d = d || widerow_build('p', 2) WHERE key = 'e';
-- what has a timestamp of its own needs none: the way to be rid of the last one
SELECT hbase.delete('plain', 'e', 'd', 'q', 9223372036854775806), hbase.put('plain', 'e', 'd', 'p', 'early', 5::bigint);
SELECT convert_from(qualifier, 'UTF8'), ts FROM hbase.get('plain', 'e');
-- also when the cells come out of another table's toast
CREATE TABLE wide AS SELECT 'w'::rowkey AS key, widerow_build('q', repeat('x', 10)) AS d;
ALTER TABLE wide ALTER d SET STORAGE EXTERNAL;
UPDATE wide SET d = widerow_build('q', repeat('x', 10000));
INSERT INTO plain SELECT * FROM wide;
UPDATE plain SET d = wide.d FROM wide WHERE plain.key = 'a';
SELECT key, hbase_internal.is_stamped(d) FROM plain WHERE key IN ('a', 'w') ORDER BY key;
-- while what stays in the table's own toast is not read, and not stamped
ALTER TABLE plain ADD e widerow;
UPDATE plain SET e = widerow_build('q', 1) WHERE key = 'w';
SELECT hbase_internal.is_stamped(d), hbase_internal.is_stamped(e), (SELECT max(ts) FROM widerow_cells(e)) > (SELECT max(ts) FROM widerow_cells(d)) AS later FROM plain WHERE key = 'w';
ALTER TABLE plain DROP e;
DROP TABLE wide;
SELECT hbase_internal.is_stamped(widerow_build('a', 1)), hbase_internal.is_stamped(widerow_build()), hbase_internal.is_stamped(NULL);
CREATE TRIGGER wrong AFTER INSERT ON plain FOR EACH ROW EXECUTE FUNCTION hbase_internal.stamp_row();
INSERT INTO plain VALUES ('f');
DROP TRIGGER wrong ON plain;

-- ---- compaction -------------------------------------------------------------

SELECT hbase.create_table('old', '{"d": {"VERSIONS": 2}, "t": {"TTL": 100}}');
SELECT hbase.put('old', 'a', 'd', 'q', v, v::bigint * 1000) FROM generate_series(1, 4) v;
SELECT hbase.put('old', 'a', 't', 'q', 1, 1000000), hbase.put('old', 'b', 't', 'q', 1, 1000000), hbase.put('old', 'c', 'd', 'q', 1, 1000), hbase.delete('old', 'c', 'd', 'q', 2000), hbase.put('old', 'd', 'd', 'q', 1, 1000);
SELECT * FROM hbase.compact('old', 'epoch'::timestamptz + interval '1050 s');
SELECT key, d, t FROM old ORDER BY key;
SELECT * FROM hbase.compact('old', 'epoch'::timestamptz + interval '2000 s');
SELECT * FROM hbase.compact('people_view');
-- a definition does not follow RENAME
CREATE TABLE renamed (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.define('renamed', families => '{"d": {"VERSIONS": 2}}');
ALTER TABLE renamed RENAME d TO e;
SELECT hbase.put('renamed', 'a', 'e', 'q', 1);
SELECT hbase.forget('renamed');
DROP TABLE renamed;
SELECT key, d, t FROM old ORDER BY key;
SELECT * FROM hbase.compact('old');

-- ---- what is refused --------------------------------------------------------

SELECT hbase.put(NULL, 'a', 'd', 'q', 1);
SELECT hbase.put('cells', NULL, 'd', 'q', 1);
SELECT hbase.put('cells', 'a', NULL, 'q', 1);
SELECT hbase.put('cells', 'a', 'd', NULL, 1);
SELECT hbase.put('cells', 'a', 'x', 'q', 1);
SELECT hbase.put('cells', '', 'd', 'q', 1);
SELECT hbase.put('cells', rowkey_from_text(repeat('x', 2693)), 'd', 'q', 1);
SELECT hbase.put('cells', 'a', 'd', 'q', 1, -1);
SELECT hbase.put('cells', 'a', 'd', 5, 1);
SELECT hbase.put('cells', 'a', 'd', 'q', ARRAY[1]);
CREATE TABLE note (key text, at date);
SELECT hbase.put('note', 'a', 'd', 'q', 1);
SELECT hbase.increment('cells', 'a', 'd', 'q', NULL);
SELECT hbase.append('cells', 'a', 'd', 'q', NULL);
SELECT hbase.delete_version('cells', 'a', 'd', 'q', NULL::bigint);
SELECT hbase.check_and_put('cells', 'a', 'd', 'q', NULL, NULL);
SELECT hbase.check_and_put('cells', 'a', 'd', 'q', NULL, 'x', NULL);
SELECT hbase_internal.applied('cells'::regclass, 9, NULL, NULL);
SELECT hbase_internal.applied(NULL, 0, NULL, NULL);
SELECT hbase_internal.incremented('cells'::regclass, 2, NULL, NULL, 1);
-- what stands for the other families is looked at
SELECT hbase_internal.next_stamp(42);
SELECT hbase_internal.next_stamp(NULL, 'text'::text);
SELECT hbase_internal.next_stamp(VARIADIC ARRAY['{a@5=x}'::widerow]);
SELECT hbase_internal.applied('cells'::regclass, 2, NULL, '{q=1}', 42);
SELECT hbase_internal.incremented('cells'::regclass, 2, NULL, 'n', 1, '{}'::text);
SELECT hbase_internal.appended('cells'::regclass, 2, NULL, 'n', 'x', now());
SELECT hbase_internal.applied('cells'::regclass, 2, NULL, '{q=1}', NULL, '{a@9223372036854775800=x}'::widerow);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER refuse BEFORE INSERT ON cells FOR EACH ROW EXECUTE FUNCTION refuse();
SELECT hbase.increment('cells', 'refused', 'd', 'n');
DROP TRIGGER refuse ON cells;
CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.d := TG_ARGV[0]; RETURN NEW; END $$;
CREATE TRIGGER nothing BEFORE INSERT ON cells FOR EACH ROW EXECUTE FUNCTION change();
SELECT hbase.increment('cells', 'refused', 'd', 'n');
SELECT hbase.append('cells', 'refused', 'd', 'n', 'x');
DROP TRIGGER nothing ON cells;
CREATE TRIGGER short BEFORE INSERT ON cells FOR EACH ROW EXECUTE FUNCTION change('{n@5=abc}');
SELECT hbase.increment('cells', 'refused', 'd', 'n');
SELECT hbase.append('cells', 'changed', 'd', 'n', 'x');
DROP TRIGGER short ON cells;
-- reading and writing need the rights of SELECT, INSERT and UPDATE
CREATE ROLE regress_hbase_reader;
SET ROLE regress_hbase_reader;
SELECT hbase.get('cells', 'r1');
SELECT hbase.put('cells', 'r1', 'd', 'q', 1);
RESET ROLE;
GRANT SELECT ON cells TO regress_hbase_reader;
SET ROLE regress_hbase_reader;
SELECT count(*) FROM hbase.get('cells', 'r1');
SELECT hbase.put('cells', 'r1', 'd', 'q', 1);
RESET ROLE;

-- ---- changes of the table reach the next call ---------------------------------

SELECT hbase.put('cells', 'r9', 'e', 'q', 'before');
ALTER TABLE cells RENAME COLUMN e TO f;
SELECT hbase.put('cells', 'r9', 'e', 'q', 'x');
SELECT hbase.put('cells', 'r9', 'f', 'q', 'after');
ALTER TABLE cells ADD COLUMN g widerow;
SELECT hbase.put('cells', 'r9', 'g', 'q', 'new');
SELECT hbase.define('cells', families => '{"g": {"NAME": "family"}}');
SELECT hbase.put('cells', 'r9', 'family', 'p', 'renamed');
SELECT family, qualifier, convert_from(value, 'UTF8') FROM hbase.get('cells', 'r9');
ALTER TABLE cells DROP CONSTRAINT cells_pkey;
SELECT hbase.put('cells', 'r9', 'family', 'p', 'x');
ALTER TABLE cells RENAME TO renamed;
ALTER TABLE renamed ADD PRIMARY KEY (key);
SELECT hbase.put('renamed', 'r9', 'g', 'p', 'after');
CREATE SCHEMA before;
SELECT hbase.create_table('before.cells', '["d"]');
SELECT hbase.increment('before.cells', 'r', 'd', 'n'), count(*) FROM hbase.scan('before.cells');
ALTER SCHEMA before RENAME TO after;
SELECT hbase.increment('after.cells', 'r', 'd', 'n');
SELECT key, family FROM hbase.scan('after.cells');
DROP TABLE after.cells;
DROP SCHEMA after;
-- no operator of the search_path takes the place of the system's
CREATE SCHEMA ahead;
CREATE FUNCTION ahead.wrong(int, int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'the wrong operator'; END $$;
CREATE FUNCTION ahead.wrong(jsonb, jsonb) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'the wrong operator'; END $$;
CREATE OPERATOR ahead.= (LEFTARG = int, RIGHTARG = int, FUNCTION = ahead.wrong);
CREATE OPERATOR ahead.> (LEFTARG = int, RIGHTARG = int, FUNCTION = ahead.wrong);
CREATE OPERATOR ahead.= (LEFTARG = jsonb, RIGHTARG = jsonb, FUNCTION = ahead.wrong);
SET search_path = ahead, pg_catalog, public;
SELECT hbase.create_table('ahead.cells', '["d"]', regions => 2, partitions => true);
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA ahead CASCADE;
RESET client_min_messages;
-- what a session keeps of a relation goes with it
CREATE TEMP TABLE kept AS SELECT count(*) AS n FROM pg_backend_memory_contexts WHERE name = 'HBase-shaped relation';
CREATE TABLE passing (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.put('passing', 'r', 'd', 'q', 'x');
DROP TABLE passing;
SELECT count(*) <= (SELECT n FROM kept) AS forgotten FROM pg_backend_memory_contexts WHERE name = 'HBase-shaped relation';
DROP TABLE kept;

REVOKE ALL ON renamed FROM regress_hbase_reader;
DROP ROLE regress_hbase_reader;
DROP VIEW people_view, no_key;
DROP TABLE note, renamed, regions, split, text_salts, even, people, plain, old;
-- What is typed in the HBase shell.
SELECT hbase.create_table('b1', 'cf');
SELECT hbase.put('b1', 'r1', 'cf:q', 'v'), hbase.put('b1', 'r1', 'cf:n', 5::bigint), hbase.put('b1', 'r1', 'cf:a:b', 'with a colon'), hbase.put('b1', 'r1', 'cf:', 'no qualifier'), hbase.put('b1', 'r1', 'cf:gone', NULL);
SELECT convert_from(qualifier, 'UTF8') AS qualifier, encode(value, 'escape') FROM hbase.get('b1', 'r1');
SELECT encode(value, 'escape') FROM hbase.get('b1', 'r1', 'cf:q');
SELECT qualifier, type, value FROM hbase.get_text('b1', 'r1');
SELECT qualifier, value FROM hbase.get_text('b1', 'r1', 'cf:q');
SELECT key, family, qualifier, value FROM hbase.scan_text('b1', columns => 'cf:q');
SELECT count(*) FROM hbase.get('b1', 'r1', 'cf');
SELECT count(*) FROM hbase.get('b1', 'r1', '{cf:q,cf:n}');
SELECT count(*) FROM hbase.get('b1', 'r1', 'cf:q'::text);
SELECT count(*) FROM hbase.get('b1', 'r1', ARRAY['cf:q', 'cf:n']::varchar[]);
SELECT count(*) FROM hbase.get('b1', 'r1', NULL);
SELECT count(*) FROM hbase.scan('b1', columns => 'cf:q');
SELECT count(*) FROM hbase.scan('b1', filter => $$QualifierFilter(=, 'binary:q')$$);
SELECT count(*) FROM hbase.scan('b1', filter => 'QualifierFilter(=, ''binary:q'')'::bytea);
SELECT count(*) FROM hbase.scan('b1', filter => NULL);
SELECT hbase.put('b1', 'r2', 'cf', '{q=w}'), hbase.put('b1', 'r3', 'cf', widerow_build('q', 'x')), hbase.put('b1', 'r3', 'cf', NULL::widerow), hbase.put('b1', 'r3', 'cf', NULL);
SELECT key, encode(value, 'escape') FROM hbase.scan('b1', columns => 'cf:q');
SELECT hbase.create_table('b2', '["d", "e"]'), hbase.create_table('b3', '{"d": {"VERSIONS": 3}}'), hbase.create_table('b4', '["d"]'::jsonb), hbase.create_table('b5', '{"d": {}}', regions => 2);
SELECT c.relname, string_agg(f.family || ' ' || f.versions, ', ' ORDER BY f.family) FROM pg_class c, hbase.families(c.oid) f WHERE relname IN ('b1', 'b2', 'b3', 'b4', 'b5') GROUP BY 1 ORDER BY 1;
SELECT hbase.create_table('b6', NULL);
SELECT hbase.create_table('b6', '[]');
SELECT hbase.create_table('b6', '{"d": ');
SELECT hbase.put('b1', 'r1', 'cf', 'v'::text);
SELECT hbase.put('b1', 'r1', 'cf', 'v');
SELECT hbase.put('b1', 'r1', 'fc:q', 'v');
SELECT hbase.put('b1', 'r1', 'cf:q', 'q', 'v');
SELECT hbase.delete('b1', 'r1', 'cf:q');
SELECT hbase.put('b1', 'r1', NULL, 'v');
SELECT hbase.put('b1', NULL, 'cf:q', 'v');
SELECT hbase.get('b1', 'r1', 5);
SELECT hbase.get('b1', 'r1', 'fc:q');
SELECT hbase.scan('b1', filter => 5);
-- In a function, by any type in turn.
DO $$
DECLARE c text; v text;
BEGIN
    FOR c, v IN VALUES ('cf:x', '1'), ('cf:y', '2') LOOP
        PERFORM hbase.put('b1', 'r9', c, v);
    END LOOP;
END $$;
SELECT count(*) FROM hbase.get('b1', 'r9', 'cf:y');
SELECT hbase.define_column('b1', 'cf', 'n', 'number', 'int');
SELECT hbase.put('b1', 'r9', 'cf:n', 7);
SELECT hbase.put('b1', 'r9', 'cf:n', 'seven');
SELECT value FROM hbase.get('b1', 'r9', 'cf:n');
DROP TABLE b1, b2, b3, b4, b5;

SELECT cardinality(hbase.forget());
