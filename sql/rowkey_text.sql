-- rowkey and strings: a literal is in HBase's notation, a string is its UTF-8
-- bytes, and where the two differ nothing is accepted silently
\pset null '(null)'
SELECT 'na' || U&'\00EF' || 've' AS text \gset

-- what an expression gives, or its error
CREATE FUNCTION said(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    EXECUTE 'SELECT (' || expression || ')::text' INTO result;
    RETURN COALESCE(result, '(null)');
EXCEPTION WHEN OTHERS THEN
    RETURN format('%s: %s', SQLSTATE, SQLERRM);
END $$;

-- ---- casts ----

-- each way from a string; char(n) loses its blanks as it does as text
SELECT p, said(format('%L::text::rowkey', p)) AS text, said(format('%L::varchar::rowkey', p)) AS varchar, said(format('%L::char(8)::rowkey', p)) AS bpchar,
       said(format('%L::name::rowkey', p)) AS name, said(format('%L::rowkey', p)) AS literal
FROM (VALUES ('ab'), (''), ('a  '), ('C:\dir'), (:'text'), ('C:\x41'), ('\x61'), ('a\xff'), ('\xG1'), ('a\x4')) v(p);
SELECT 'C:\x41'::text::rowkey;
SELECT rowkey('C:\x41'::text);
SELECT rowkey_from_notation('C:\x41'), rowkey_from_text('C:\x41'), rowkey('C:\x41') AS a_literal, rowkey 'C:\x41' AS another,
       'x'::"char"::rowkey, '\'::"char"::rowkey = rowkey_from_text('\') AS a_backslash, ''::"char"::rowkey = '' AS no_char;
SELECT rowkey_from_notation('a\xff');
SELECT rowkey_from_notation(:'text');
SELECT rowkey_from_notation(NULL), NULL::text::rowkey, length(rowkey_from_notation(''));

-- no literal means other bytes as a text: they agree, or one of them is an error
CREATE TEMP TABLE forms AS SELECT said(format('%L::rowkey::bytea', p)) AS literal, said(format('%L::text::rowkey::bytea', p)) AS cast
FROM (SELECT string_agg(substr('\\\xx44Ff a', 1 + floor(random() * 11)::int, 1), '') AS p FROM generate_series(1, 12000) i GROUP BY i % 2000) s;
SELECT count(*) AS differ FROM forms WHERE literal <> "cast" AND literal NOT LIKE '22P02%' AND "cast" NOT LIKE '22P02%';
SELECT count(*) > 0 AS some_agree FROM forms WHERE literal = "cast";

-- every string type has a cast; types of extensions, as citext, have none and mean the same
SELECT oid::regtype AS without_cast FROM pg_type t
WHERE typcategory = 'S' AND typtype = 'b' AND typnamespace = 'pg_catalog'::regnamespace AND typname !~ '^pg_'
  AND NOT EXISTS (SELECT FROM pg_cast c WHERE castsource = t.oid AND casttarget = 'rowkey'::regtype AND castcontext = 'a' AND castmethod = 'f');
SELECT oid::regtype AS reads_notation FROM pg_type t
WHERE typcategory = 'S' AND typtype IN ('b', 'd') AND typname !~ '^(pg_|char$|yes_or_no$)' AND said(format('%L::%s.%I::rowkey', 'C:\x41', typnamespace::regnamespace, typname)) !~ '^22P02: ambiguous';
CREATE DOMAIN short AS varchar(10) CHECK (VALUE <> '');
SET client_min_messages = warning;
CREATE TYPE folded;
CREATE FUNCTION folded_in(cstring) RETURNS folded LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION folded_out(folded) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE folded (INPUT = folded_in, OUTPUT = folded_out, CATEGORY = 'S');
RESET client_min_messages;
CREATE TEMP TABLE others (d short, f folded);
INSERT INTO others VALUES (:'text', :'text'), ('C:\x41', 'C:\x41');
SELECT f::rowkey, d::rowkey, f::rowkey = rowkey_from_text(:'text') AS same FROM others LIMIT 1;
SELECT f::rowkey FROM others OFFSET 1;
SELECT d::rowkey FROM others OFFSET 1;
SELECT rowkey_salt(f, 16) = rowkey_salt(d, 16) AS same FROM others LIMIT 1;
SELECT 'C:\x41'::folded::rowkey;

-- on assignment, too: INSERT, functions, PL/pgSQL; and in arrays
CREATE TEMP TABLE keys (key rowkey, at int);
INSERT INTO keys SELECT p, 1 FROM unnest(ARRAY['b', 'C:\dir', :'text']) p;
INSERT INTO keys SELECT 'C:\x41'::text;
UPDATE keys SET key = 'C:\x41'::varchar;
INSERT INTO keys VALUES ('C:\x41', 2);
SELECT key, length(key) AS bytes FROM keys ORDER BY key;
CREATE FUNCTION assigned(p text) RETURNS rowkey LANGUAGE plpgsql AS $$ DECLARE k rowkey; BEGIN k := p; RETURN k; END $$;
SELECT assigned(:'text'), said($$assigned('C:\x41')$$);
CREATE FUNCTION returned(p text) RETURNS rowkey LANGUAGE sql AS 'SELECT $1';
SELECT returned(:'text'), said($$returned('C:\x41')$$);
SELECT ARRAY['b', :'text']::text[]::rowkey[] AS elements, said($$ARRAY['C:\x41']::text[]::rowkey[]$$), ARRAY['C:\x41']::rowkey[] AS of_literals, '{C:\\x41}'::rowkey[] AS literal;

-- what a driver sends: a parameter of no type is a literal, one of type varchar a string
PREPARE untyped AS SELECT $1::rowkey AS untyped;
PREPARE typed(varchar) AS SELECT $1::rowkey AS typed;
EXECUTE untyped('a b'); EXECUTE typed('a b');
EXECUTE untyped('a\x00'); EXECUTE typed('a\x00');
EXECUTE untyped(:'text'); EXECUTE typed(:'text');
DEALLOCATE untyped; DEALLOCATE typed;

-- ---- operators and functions ----

-- a key and a string make a key
SELECT rowkey_hash(p, 'md5', 2) || p AS hashed, p || '\x00'::rowkey || p AS joined, pg_typeof('a'::rowkey || p) AS type, 'a\x00'::rowkey || p::varchar || p::name || p::char(5) AS any_string
FROM (VALUES ('ALFKI'), (:'text')) v(p);
SELECT 'a'::rowkey || 'C:\x41'::text;
SELECT 'C:\x41'::text || 'a'::rowkey;
SELECT 'a'::rowkey || NULL::text AS no_text, NULL::text || 'a'::rowkey AS no_text_either;
SELECT repeat('x', 32767)::rowkey || 'y'::text;

-- salted
SELECT p, rowkey_salt(p, 16) = rowkey_salt(rowkey_from_text(p), 16) AS salt, rowkey_salt(p, 16, 'md5') = rowkey_salt(rowkey_from_text(p), 16, 'md5') AS by_md5,
       get_byte(rowkey_salt(p, 16), 0) = get_byte(rowkey_salt(rowkey_from_text(p), 16), 0) AS salt_byte, rowkey_unsalt(rowkey_salt_random(p::varchar, 16)) = rowkey_from_text(p) AS random,
       rowkey_salt(p::name, 16) = rowkey_salt(p::char(10), 16) AS others
FROM (VALUES ('ALFKI'), (:'text'), ('')) v(p);
SELECT said($$rowkey_salt('C:\x41'::text, 16)$$), said($$get_byte(rowkey_salt('C:\x41'::name, 16, 'java'), 0)$$), said($$rowkey_salt_random('C:\x41'::char(9), 16)$$);
SELECT rowkey_salt('a\x00', 16) = rowkey_salt('\x6100'::bytea, 16) AS literal, rowkey_salt('a\x00'::rowkey, 16) = rowkey_salt('a\x00', 16) AS key,
       get_byte(rowkey_salt('a\x00', 16, 'md5'), 0) = get_byte(rowkey_salt('\x6100'::bytea, 16, 'md5'), 0) AS by_md5;
SELECT rowkey_salt(42, 16);
SELECT rowkey_salt('a\xff', 16);
SELECT rowkey_salt('2022-12-01'::date, 16);

-- comparisons want the cast, and say so; with it they use an index
SELECT said(e) FROM unnest(ARRAY[$$'a'::rowkey = 'a'::text$$, $$'a'::rowkey ^@ 'a'::text$$, $$'a'::rowkey IN ('a'::text)$$, $$rowkey_prefix_range('a'::text)$$, $$rowkey_unsalt('a'::text)$$]) e;

-- literals are what they were, wherever a key is meant
SELECT 'a\x00'::rowkey || '\x00' AS right_of_key, '\x00' || 'a\x00'::rowkey AS left_of_key, 'a\x00' = 'a\x00'::rowkey AS equal, 'a\x00b'::rowkey ^@ 'a\x00' AS prefix,
       'a\x00'::rowkey IN ('a\x00', 'b') AS in_list, 'a\x00'::rowkey = ANY ('{a\\x00}') AS any_of, 'b'::rowkey BETWEEN 'a\x00' AND 'c' AS between_them,
       starts_with('a\x00b'::rowkey, 'a\x00'), rowkey_prefix_range('a\x00'), rowkeyrange('a\x00', NULL), rowkeyrange('a\x00', 'b'), COALESCE(NULL::rowkey, 'a\x00') AS in_coalesce,
       rowkey_unsalt('\x01a'), get_byte('\x01a'::rowkey, 0), length('a\x00'::rowkey), CASE WHEN false THEN 'b'::rowkey ELSE 'a\x00' END AS in_case;
PREPARE parameters AS SELECT 'a'::rowkey || $1 AS joined, 'a\x00'::rowkey = $2 AS equal, 'a\x00'::rowkey ^@ $3 AS prefix;
EXECUTE parameters('\x00', 'a\x00', 'a\x00');
DEALLOCATE parameters;

-- nothing became ambiguous by operators over text
SELECT 'a'::text || 'b'::text AS texts, 'a'::varchar || 'b'::name AS other_texts, 'a'::char(3) || 'b'::text AS padded, 'a' || 'b' AS unknown, 1 || 'b'::text AS number,
       '\x61'::bytea || 'b'::text AS bytea_left, 'b'::varchar || '\x61'::bytea AS bytea_right, '\x61'::bytea || '\x62' AS byteas, '\x61' || '\x62'::bytea AS byteas_too,
       '\x61'::bytea || '\x62'::bytea || 'c'::rowkey AS and_a_key, ARRAY['a'] || 'b'::text AS elements, 'a'::text || NULL AS with_null, '[1]'::jsonb || '[2]' AS jsonb;
SELECT said($$('\x61'::bytea || 'b'::text)::rowkey$$) AS a_text_of_bytea;

DROP TABLE others, keys;
DROP TYPE folded CASCADE;
DROP DOMAIN short;
DROP FUNCTION said, assigned, returned;
