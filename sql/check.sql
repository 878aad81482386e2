-- hbase.check(): every rule with data that trigger it and data that do not.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE SCHEMA check_test;
SET search_path = check_test, public;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- What a rule says of a relation: findings, by rule.
CREATE FUNCTION says(rules text[], relation regclass, layout rowkey_layout DEFAULT NULL, at name DEFAULT NULL, OUT severity text, OUT rule text, OUT subject text, OUT measured text) RETURNS SETOF record LANGUAGE sql AS $$
    SELECT c.severity, c.rule, c.subject, c.measured FROM hbase.check(relation, layout, at) c WHERE c.rule = ANY (rules) $$;

-- ---- the patterns -----------------------------------------------------------

CREATE TABLE log_data AS SELECT 'host'||i%20 AS host, '2022-12-01 00:00+00'::timestamptz + i*interval '1.237 s' AS at,
       (ARRAY['INFO','WARN','ERROR'])[i%3+1] AS event, 'm'||i AS msg FROM generate_series(0,9999) i;
CREATE TABLE blog AS SELECT '123' AS author, '2022-01-01 00:00+00'::timestamptz + i*interval '3153.5 s' AS at, 'title_'||i AS title, 'content_'||i AS content, 'bigdata_'||i AS section FROM generate_series(0,9999) i;
CREATE TABLE blog_h AS SELECT rowkey_compose('author text, at timestamptz desc', author, at) AS key, widerow_build('title', title, 'content', content, '分栏', section) AS cf FROM blog;
SELECT hbase.define('blog_h', 'blog', ARRAY['author text, at timestamptz desc']::rowkey_layout[], '{"cf": {"VERSIONS": 1}}', regions => 4);
-- 1.5, 1.6: 12 bytes, nothing of length but "variable"; 1.9: no collision; 1.18: the name of the family.
SELECT * FROM hbase.check('blog_h');
-- 1.9: two lines of one order, made one row.
CREATE TABLE line(ord bigint, ship int, line int, item text);
INSERT INTO line VALUES (1001,1,1,'ink'), (1001,1,2,'pen'), (1001,2,1,'pad');
CREATE VIEW line_flat AS SELECT rowkey_compose($$o bigint, 'c', line int$$, ord, row_number() OVER (PARTITION BY ord ORDER BY ship, line)::int) AS key, widerow_build('i', item) AS d FROM line;
CREATE VIEW line_collides AS SELECT rowkey_compose($$o bigint, 'c', line int$$, ord, line) AS key, widerow_build('i', item) AS d FROM line;
SELECT * FROM hbase.check('line_flat');
SELECT * FROM hbase.check('line_collides');
-- 1.11: time first, and salted.
CREATE VIEW log_time AS SELECT rowkey_compose('at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
CREATE VIEW log_salt AS SELECT rowkey_compose('salt(16), at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
SELECT * FROM hbase.check('log_time');
SELECT * FROM hbase.check('log_salt', 'salt(16), at timestamptz, host text, event text');
-- 0.3c: times cut to whole seconds.
CREATE VIEW log_seconds AS SELECT rowkey_compose('bucket(at, 100), at timestamptz, msg text', date_trunc('second', at), msg) AS key, widerow_build('m', msg) AS d FROM log_data;
SELECT * FROM hbase.check('log_seconds', 'bucket(at, 100), at timestamptz, msg text');
-- 0.11o: keys taken over from Bytes.toBytes, negative numbers among them.
CREATE VIEW java_keys AS SELECT int8send(i)::rowkey AS key, widerow_build('v', 'x') AS d FROM generate_series(-2, 2) i;
SELECT * FROM hbase.check('java_keys', 'n bigint using bytes');
SELECT * FROM says('{order,layout}', 'java_keys', 'n bigint');
-- Keys with parts that are not values of their fields have no order of values.
CREATE VIEW unreadable AS SELECT key::bytea::rowkey, widerow_build('v', 'x') AS d FROM unnest(ARRAY['\x34ff002b80000001', '\x34ff002b80000002', '\x00ff80000001', '\x00ff80000002', '\x000000017fffffff01', '\x000000017fffffff02']) key;
SELECT l.no, c.rule, count(*) FROM unnest(ARRAY['name text, n int using ordered', 'name text desc, n int', 'n int, amount numeric using bytes']::rowkey_layout[]) WITH ORDINALITY l(layout, no), says('{order,layout}', 'unreadable', l.layout) c GROUP BY 1, 2 ORDER BY 1;
-- 1.13x: one way.
CREATE VIEW hashed AS SELECT rowkey_compose('md5(host text), at timestamptz', host, at) AS key, widerow_build('m', msg) AS d FROM log_data;
SELECT * FROM hbase.check('hashed', 'md5(host text), at timestamptz');

SELECT * FROM says('{one way}', 'log_time', 'at timestamptz, host text, event text');
-- 1.17 to 1.19: 63 bytes a cell by long names, 51 by short ones.
CREATE VIEW long_names AS SELECT rowkey_compose('id char(20)', lpad(i::text, 20, 'k')) AS key, widerow_build('ship_to_line1', '12345678') AS sh FROM generate_series(1, 100) i;
CREATE VIEW short_names AS SELECT key, widerow_build('s1', sh -> 'ship_to_line1') AS s FROM long_names;
SELECT severity, rule, subject, measured, advice FROM hbase.check('long_names') WHERE rule ~ 'name|qualifier';
SELECT severity, rule, subject, measured FROM hbase.check('short_names') WHERE rule ~ 'name|qualifier';
SELECT bytes / rows AS bytes_a_cell FROM hbase.compare_relations('{long_names,short_names}');
-- 0.11o, 1.13x: keys and values in one order, and the round trip, for all kinds of layouts.
CREATE FUNCTION errors_of(layouts rowkey_layout[]) RETURNS TABLE(layout rowkey_layout, keys bigint, errors bigint) LANGUAGE plpgsql AS $$
BEGIN
    FOREACH layout IN ARRAY layouts LOOP
        EXECUTE format('CREATE VIEW tried AS SELECT rowkey_compose(%L, %s) AS key, widerow_build(''m'', msg) AS d FROM (SELECT *, i - 5000 AS n, (i - 5000) / 7.0 AS x FROM (SELECT *, substr(msg, 2)::int AS i FROM log_data) l) s',
            layout, (SELECT string_agg(f.field, ', ') FROM hbase_internal.layout_fields(layout) f));
        SELECT count(*) INTO keys FROM tried;
        SELECT count(*) INTO errors FROM hbase.check('tried', layout) c WHERE c.severity = 'error';
        RETURN NEXT;
        DROP VIEW tried;
    END LOOP;
END $$;
-- (A separator that sorts above digits: host10_ comes before host1_.)
SELECT * FROM errors_of(ARRAY['at timestamptz, msg text', 'bucket(at, 100), at timestamptz, msg text', 'host text, event text, at timestamptz desc, msg text', 'md5(msg text), n int', 'n bigint desc', 'x numeric, msg text using ordered', 'x numeric desc, msg text desc using ordered',
    'md5(msg text, 2), msg, at timestamptz', $$host text, '_', digits(at timestamptz, 19) desc, '_', msg text using string$$, $$salt(16, host), host text, trunc(at timestamptz, '1 hour'), msg text$$, 'reverse(msg text)', 'salt(8) by java as text, msg text using string', 'i int, host text using bytes', 'x float8, n int using ordered', $$msg char(8), 'L', n int$$]::rowkey_layout[]);

-- ---- rows without a key -------------------------------------------------------

CREATE TABLE source(id int, name text, n bigint);
INSERT INTO source SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE 'n' || i END, i - 2 FROM generate_series(1, 9) i;
CREATE VIEW rejected AS SELECT rowkey_compose('name text, n bigint', name, n) AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM hbase.check('rejected', examples => 2);
CREATE VIEW keyless AS SELECT CASE WHEN id < 3 THEN NULL WHEN id < 4 THEN '' ELSE rowkey_compose('id int', id) END AS key, widerow_build('i', id) AS d FROM source;
SELECT * FROM says('{rejected,null key,empty key,collision}', 'keyless');
SELECT * FROM says('{rejected,null key,empty key,collision}', 'blog_h');

-- ---- keys ----------------------------------------------------------------------

CREATE VIEW lengths AS SELECT n, rowkey_from_text(repeat('k', n)) AS key, widerow_build('i', 1) AS d FROM (VALUES (16), (17), (101), (2700), (32001)) v(n);
SELECT hbase.define('lengths', ignore => '{n}');
CREATE VIEW l16 AS SELECT key, d FROM lengths WHERE n = 16;
CREATE VIEW l17 AS SELECT key, d FROM lengths WHERE n = 17;
CREATE VIEW l101 AS SELECT key, d FROM lengths WHERE n IN (16, 101);
CREATE VIEW l2700 AS SELECT key, d FROM lengths WHERE n = 2700;
SELECT c.* FROM unnest('{l16,l17,l101,l2700,lengths}'::regclass[]) r, says('{key length,key width}', r) c;
-- Nothing marks where a text ends; with a separator something does.
CREATE VIEW joined AS SELECT rowkey_from_text(name || id || ':' || n) AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW separated AS SELECT rowkey_from_text(name || ':' || id || ':' || n) AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW parts AS SELECT rowkey_from_text(name) || rowkey_encode(id, 'phoenix') AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW padded AS SELECT rowkey_pad(name, 4) || rowkey_encode(id, 'phoenix') AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW texts AS SELECT rowkey_from_text(name) || rowkey_from_text(id::text) AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW texts_too AS SELECT name::rowkey || id::text AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW marked_too AS SELECT name::rowkey || '_' || id::text AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW salted_text AS SELECT rowkey_salt(name || id, 8) AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW cast_text AS SELECT (name || id)::rowkey AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW marked AS SELECT rowkey_from_text(name) || rowkey_from_text('_') || rowkey_from_text(id::text) AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW hash_first AS SELECT rowkey_from_text(substr(md5(name), 1, 4) || name) AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
CREATE VIEW cut_first AS SELECT (left(name, 4) || name)::rowkey AS key, widerow_build('i', id) AS d FROM source WHERE name <> '';
SELECT r, c.* FROM unnest('{joined,separated,parts,padded,texts,marked,hash_first,cut_first,texts_too,marked_too,salted_text,cast_text}'::regclass[]) r, says('{ambiguous key}', r) c;
-- Numbers as text: in a layout, and joined by hand.
CREATE VIEW text_numbers AS SELECT rowkey_compose('n text', i::text) AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW fixed_numbers AS SELECT rowkey_compose('n text', (100 + i)::text) AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW joined_numbers AS SELECT rowkey_from_text('user_' || i || '_' || 100 + i) AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
SELECT c.* FROM says('{number as text}', 'text_numbers', 'n text') c UNION ALL SELECT * FROM says('{number as text}', 'fixed_numbers', 'n text') UNION ALL SELECT * FROM says('{number as text}', 'joined_numbers');
SELECT * FROM says('{order}', 'text_numbers', 'n int using string');
-- bytea's hex read as a key: of texts, of bytes, and what only looks so.
CREATE VIEW hex_texts AS SELECT rowkey_from_notation('\x' || encode(convert_to('host' || i, 'UTF8'), 'hex')) AS key, widerow_build('i', i) AS d FROM generate_series(1, 3) i;
CREATE VIEW hex_longs AS SELECT rowkey_from_notation('\x' || encode(int8send(i), 'hex')) AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW hex_digests AS SELECT rowkey_from_notation('\x' || upper(substr(md5(i::text), 1, 2)) || substr(md5(i::text), 3)) AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW md5_text AS SELECT md5(i::text)::rowkey AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW md5_prefixed AS SELECT ('u' || md5(i::text))::rowkey AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW numbered AS SELECT ('k' || lpad(i::text, 6, '0'))::rowkey AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW salted_numbers AS SELECT rowkey_salt(lpad(i::text, 6, '0'), 16) AS key, widerow_build('i', i) AS d FROM generate_series(1, 50) i;
CREATE VIEW hex_but_one AS SELECT * FROM hex_longs UNION ALL SELECT 'other', '{v=1}';
SELECT * FROM hbase.check('hex_texts') WHERE rule = 'hex as key';
SELECT r, c.severity, c.measured FROM unnest('{hex_texts,hex_longs,hex_digests,md5_text,md5_prefixed,numbered,salted_numbers,hex_but_one}'::regclass[]) r, says('{hex as key}', r) c;
SELECT * FROM says('{hex as key}', 'hex_longs', $$'\x00', n text using string$$);
-- Monotonic: by a time column, by arrival, and not.
CREATE VIEW arrives AS SELECT rowkey_compose('at timestamptz, host text', at, host) AS key, widerow_build('m', msg) AS d FROM log_data;
CREATE VIEW timed AS SELECT rowkey_compose('at timestamptz, host text', at, host) AS key, widerow_build('m', msg) AS d, at FROM log_data;
CREATE VIEW reversed AS SELECT rowkey_compose('at timestamptz desc, host text', at, host) AS key, widerow_build('m', msg) AS d, at FROM log_data ORDER BY msg;
CREATE VIEW spread AS SELECT rowkey_compose('host text, at timestamptz', host, at) AS key, widerow_build('m', msg) AS d, at FROM log_data;
SELECT c.* FROM says('{monotonic}', 'arrives') c UNION ALL SELECT * FROM says('{monotonic}', 'timed', at => 'at') UNION ALL SELECT * FROM says('{monotonic}', 'reversed', at => 'at') UNION ALL SELECT * FROM says('{monotonic}', 'spread', at => 'at');
-- If all rows have one time, the order of arrival is reported, which may be chance; the present is not the future.
CREATE VIEW at_once AS SELECT key, widerow_at(d, '2022-12-01+00'::timestamptz) AS d FROM arrives;
CREATE VIEW clock AS SELECT key, widerow_at(d, clock_timestamp()) AS d FROM spread;
SELECT c.* FROM says('{monotonic}', 'at_once') c UNION ALL SELECT * FROM says('{future time}', 'clock');
-- Buckets and salts.
CREATE VIEW skewed AS SELECT rowkey_compose('bucket(n, 10), n bigint', CASE WHEN i % 2 = 0 THEN i * 10 ELSE i END::bigint) AS key, widerow_build('i', i) AS d FROM generate_series(1, 1000) i;
SELECT * FROM says('{constant bucket,skewed bucket}', 'skewed', 'bucket(n, 10), n bigint');
SELECT * FROM says('{constant bucket,skewed bucket,salt,random salt}', 'log_salt', 'salt(16), at timestamptz, host text, event text');
SELECT rule, subject, measured, explanation, advice FROM hbase.check('log_salt', 'salt(12), at timestamptz, host text, event text') WHERE severity = 'error';
CREATE VIEW random_salt AS SELECT rowkey_salt_random(rowkey_compose('at timestamptz, host text', at, host), 16) AS key, widerow_build('m', msg) AS d FROM log_data;
SELECT rule, subject FROM says('{salt,random salt}', 'random_salt');
CREATE TABLE random_salts AS SELECT rowkey_bucket(hashtext(i::text), 16) || rowkey_compose('id int', i) AS key, widerow_build('m', i) AS d FROM generate_series(1, 1000) i;
SELECT severity, rule, subject FROM says('{salt,random salt,layout}', 'random_salts', 'salt(16), id int');
CREATE TABLE few_wrong AS SELECT CASE WHEN i % 100 = 0 THEN '\x0e'::bytea::rowkey || rowkey_compose('id int', i) ELSE rowkey_compose('salt(16), id int', i) END AS key, widerow_build('m', i) AS d FROM generate_series(1, 1000) i;
SELECT * FROM says('{salt,random salt,layout}', 'few_wrong', 'salt(16), id int');
-- A child whose rows come before its parent's; define() warns of it too.
CREATE TABLE records AS SELECT rowkey_compose($$c bigint, 'S'$$, 1) AS key, widerow_build('i', 1) AS d UNION ALL SELECT rowkey_compose($$c bigint, 'L', line int$$, 1, 2), widerow_build('i', 1);
SET client_min_messages = error;
SELECT hbase.define('records', layouts => ARRAY[$$c bigint, 'S'$$, $$c bigint, 'L', line int$$]::rowkey_layout[]);
SET client_min_messages = warning;
SELECT * FROM hbase.check('records') WHERE rule = 'record order';
SELECT * FROM says('{record order}', 'blog_h');
-- A layout that keys do not fit.
SELECT * FROM hbase.check('blog_h', 'author text, n int', examples => 1) WHERE rule = 'layout';
SELECT * FROM says('{layout}', 'blog_h');

-- ---- cells -----------------------------------------------------------------------

CREATE VIEW five AS SELECT rowkey_compose('id int', i) AS key, widerow_build('q', repeat('v', 100)) AS a, widerow_build('q', 1) AS b, CASE WHEN i = 1 THEN widerow_build('q', 1) END AS "longname", CASE WHEN i > 1 THEN widerow_build('a_long_qualifier', 'x', 'q', '') END AS n FROM generate_series(1, 100) i;
CREATE VIEW three AS SELECT key, a, b, n FROM five;
SELECT * FROM hbase.check('five');
SELECT * FROM says('{families}', 'three');
CREATE VIEW large AS SELECT rowkey_compose('id int', i) AS key, CASE i WHEN 1 THEN widerow_build('q', repeat('v', 11000000)) WHEN 2 THEN (SELECT widerow_agg(n::text, repeat('v', 9000000)) FROM generate_series(1, 12) n) END AS d FROM generate_series(1, 3) i;
CREATE VIEW medium AS SELECT rowkey_compose('id int', 1) AS key, widerow_build('q', repeat('v', 1100000)) AS d;
SELECT * FROM says('{cell size,row size,empty row}', 'large') UNION ALL SELECT * FROM says('{cell size,row size,empty row}', 'medium') UNION ALL SELECT * FROM says('{cell size,row size,empty row}', 'three');
-- Versions and times.
CREATE VIEW versions AS SELECT rowkey_compose('id int', i) AS key, widerow_agg('q', t, t) AS d, widerow_agg('q', t, t) AS e, widerow_agg('q', t, t) AS f FROM generate_series(1, 2) i, generate_series(1700000000000, 1700000000002) t GROUP BY i;
SELECT hbase.define('versions', families => '{"d": {"VERSIONS": 2}, "e": {"VERSIONS": 2147483647}, "f": {"VERSIONS": 3}}');
SELECT * FROM says('{versions}', 'versions');
CREATE VIEW times AS SELECT rowkey_compose('id int', 1) AS key, widerow_build('q', 1) || widerow_at(widerow_build('s', 1), 1700000000) AS s, widerow_at(widerow_build('q', 1), now() + interval '1 hour') AS f, widerow_at(widerow_build('q', 1), 1700000000000000) AS m, widerow_at(widerow_build('q', 1), now() - interval '2 days') AS o;
SELECT severity, rule, subject, measured, explanation FROM hbase.check('times') WHERE rule ~ 'time|expired';
-- What happened in 1971 was not counted in seconds.
CREATE VIEW history AS SELECT rowkey_compose('id int', 1) AS key, widerow_at(widerow_build('q', 1), '1971-06-01+00'::timestamptz) AS d;
SELECT * FROM says('{future time,time in seconds}', 'history');
SELECT hbase.define('times', families => '{"o": {"TTL": "1 day"}, "f": {"TTL": "1 day"}}');
SELECT severity, rule, subject, measured FROM hbase.check('times') WHERE rule = 'expired';
-- Encodings: of one column, in a view, in the dictionary.
CREATE TABLE mixed AS SELECT rowkey_compose('id int', i) AS key, CASE WHEN i % 2 = 0 THEN widerow_build('n', i::bigint) ELSE widerow_build('n', i::text) END || widerow_build('m', i, 't', 'text' || i) AS d FROM generate_series(1, 100) i;
SELECT * FROM says('{mixed encodings}', 'mixed');
CREATE VIEW mixed_view AS SELECT rowkey_compose('id int', i) AS key, widerow_build('a', i) AS d, widerow_build('phoenix'::hbase_encoding, 'b', i) AS e FROM generate_series(1, 3) i;
SELECT * FROM says('{mixed encodings}', 'mixed_view');
SELECT hbase.define_column('three', 'a', 'q', 'first', 'text', 'bytes'), hbase.define_column('three', 'b', 'q', 'second', 'int', 'phoenix');
SELECT * FROM says('{mixed encodings}', 'three');
SELECT hbase.define_column('three', 'b', 'q', 'second', 'int', 'bytes');
SELECT * FROM says('{mixed encodings}', 'three');
-- Doubles and small integers that look like text by accident, beside real mixtures.
CREATE VIEW numbers AS SELECT rowkey_compose('id int', i) AS key, widerow_build('d', 10 * ln(i), 's', (i * 7919 % 32768)::smallint) AS d FROM generate_series(2, 2000) i;
SELECT * FROM says('{mixed encodings}', 'numbers');
CREATE VIEW mixed_doubles AS SELECT rowkey_compose('id int', i) AS key, CASE WHEN i % 4 = 0 THEN widerow_build('d', ln(i)::text, 'e', 'absent') ELSE widerow_build('d', 10 * ln(i), 'e', 10 * ln(i)) END AS d FROM generate_series(2, 1001) i;
SELECT * FROM says('{mixed encodings}', 'mixed_doubles');
-- The dictionary decides: bytea may look like text, and one wrong value is one too many.
SELECT hbase.define_column('mixed_doubles', 'd', 'd', 'some', 'bytea'), hbase.define_column('mixed_doubles', 'd', 'e', 'number', 'double precision');
SELECT severity, rule, subject, measured, explanation, advice FROM hbase.check('mixed_doubles') WHERE rule = 'mixed encodings';
CREATE VIEW one_wrong AS SELECT rowkey_compose('id int', i) AS key, CASE i WHEN 700 THEN widerow_build('n', 'seven') ELSE widerow_build('n', i, 't', 'x') END AS d FROM generate_series(1, 1000) i;
SELECT * FROM says('{mixed encodings}', 'one_wrong');
SELECT hbase.define_column('one_wrong', 'd', 'n', 'n', 'int'), hbase.define_column('one_wrong', 'd', 't', 't', 'text');
SELECT * FROM says('{mixed encodings}', 'one_wrong');

-- Numbers of several widths, as clients send them; text, dates beside times and blobs are none.
CREATE VIEW widths AS SELECT rowkey_compose('id int', i) AS key,
    CASE WHEN i < 40 THEN widerow_build('n', i::smallint, 't', 'ab', 'b', '\x0102'::bytea, 'one', i) ELSE widerow_build('n', 30000 + i, 't', 'abcd', 'b', '\x010203'::bytea, 'one', i) END
    || widerow_build('f', CASE WHEN i = 60 THEN 'long'::bytea ELSE int8send(i) END) AS d FROM generate_series(1, 60) i;
SELECT * FROM hbase.check('widths') WHERE rule IN ('value width', 'mixed encodings');
SELECT hbase.define_column('widths', 'd', 'n', 'n', 'int');
SELECT * FROM says('{value width,mixed encodings}', 'widths');

-- A function may have the name of one that shortens a text, and no argument.
CREATE FUNCTION "left"() RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'l'::text $$;
CREATE VIEW no_argument AS SELECT rowkey_from_text(check_test."left"() || i::text) AS key, widerow_build('v', i) AS d FROM generate_series(1, 10) i;
SELECT * FROM says('{ambiguous key}', 'no_argument');

-- ---- the call ----------------------------------------------------------------------

SELECT rule, subject, substring(measured FROM '[0-9.]+ %') AS measured, explanation FROM hbase.check('blog_h', percent => 50) WHERE rule = 'sample';
SELECT rule, substring(measured FROM '\d+')::int BETWEEN 1500 AND 2500 AS about_a_fifth FROM hbase.check('log_time', percent => 20) WHERE rule = 'sample';
CREATE VIEW nothing AS SELECT * FROM blog_h WHERE false;
SELECT * FROM hbase.check('nothing');
SELECT * FROM hbase.check(NULL);
SELECT * FROM hbase.check('blog_h', percent => 0);
SELECT * FROM hbase.check('source');
SELECT * FROM hbase.check('timed');
SELECT * FROM hbase.check('timed', at => 'when');
-- A timestamp is read as UTC, also in the hour that a session's time zone skips; a text is not a time.
CREATE VIEW untold AS SELECT rowkey_compose('n int', i) AS key, widerow_build('m', i) AS d, '2022-03-13 00:00'::timestamp + i * interval '1 min' AS at, 'x'::text AS x FROM generate_series(1, 300) i;
SELECT hbase.define('untold', ignore => '{at,x}');
SET TimeZone = 'America/New_York';
SELECT * FROM says('{monotonic}', 'untold', at => 'at');
SELECT hottest FROM hbase.compare_relations('{untold}', at => 'at');
SET TimeZone = 'UTC';
SELECT hottest FROM hbase.compare_relations('{untold}', at => 'at');
SELECT * FROM hbase.check('untold', at => 'x');
CREATE VIEW bad_family AS SELECT key, d AS "a:b" FROM records;
SELECT * FROM hbase.check('bad_family');
-- The layout itself is refused where its parts cannot be told apart (2.9s).
SELECT * FROM hbase.check('blog_h', 'a text, b text using string');

DROP SCHEMA check_test CASCADE;
SELECT * FROM hbase.forget();
