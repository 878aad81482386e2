-- The type rowkey_layout: canonical form, errors with position and hint, I/O.
SELECT 'salt(16), md5(customer text, 4), customer, placed timestamptz desc, ''L'', line int'::rowkey_layout;
SELECT 'A VARCHAR NOT NULL, "B" int4 DESC, "null" character(3), t timestamp(0) with time zone USING ordered'::rowkey_layout;
SELECT $$trunc(at timestamptz, '60 minutes'), '\x00it''s ''', digits(n int8, 12) desc using string$$::rowkey_layout;

-- One meaning, one text: equal is equal.
SELECT 'a int8'::rowkey_layout = '  A   bigint asc not null USING PHOENIX '::rowkey_layout AS equal,
       'a int'::rowkey_layout <> 'a int using ordered'::rowkey_layout AS differs,
       'salt(8, b, a), a int, b int'::rowkey_layout = 'salt(8, a, b), a int, b int'::rowkey_layout AS salted_as_they_stand,
       'salt(8) by "Phoenix", "MD5"(a text), a'::rowkey_layout = 'salt(8), md5(a text), a'::rowkey_layout AS hashes_in_any_case;
-- The number of a bucket may come first, too.
SELECT 'bucket(100, at), at timestamptz'::rowkey_layout, 'bucket(100, at), at timestamptz'::rowkey_layout = 'bucket(at timestamptz, 100), at' AS equal;
SELECT count(*) FROM (SELECT DISTINCT l FROM (VALUES ('a int'::rowkey_layout), ('a integer'), ('a int using bytes')) v(l)) d;

-- A text is a layout where one is wanted, and so is a list of them.
SELECT rowkey_compose('a int'::text, 7), rowkey_which(ARRAY['a text, b int', 'a int'], '\x80\x00\x00\x07'),
       'a int'::rowkey_layout = 'a integer'::varchar AS equal_layouts, 'a int'::text = 'a integer' AS equal_texts;

-- What is refused, where, and what to do.
CREATE FUNCTION layout_error(layout text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m text; d text; h text;
BEGIN
    PERFORM layout::rowkey_layout;
    RETURN 'accepted';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n    ', SQLSTATE || ' ' || m, nullif(d, ''), nullif(h, ''));
END $$;

\pset format unaligned
\pset tuples_only on
SELECT layout || E'\n    ' || layout_error(layout) FROM unnest(ARRAY[
    '', 'a', 'a int,', 'a int, , b int', 'a int using klingon', 'a int using bytes, b int using bytes', 'a int using', 'desc int', '(a int)', $$'a$$, 'a int, "b',
    $$''$$, $$'\xfe'$$, $$'\n'$$, '"" int', repeat('a', 64) || ' int',
    'a txet', 'a int b int', 'a int[]', 'a int(3)', 'a char(0)', 'a timestamptz(4)', 'a float',
    'a numeric_rounded using ordered', 'a bytea(3) using ordered', 'a bytea(3) using string', 'a int, a bigint',
    'a int, salt(3)', 'salt(3)', 'salt(0), a int', 'salt(257), a int', 'salt(65537) as 2 bytes, a int', 'salt(4) as 9 bytes, a int', 'salt(4) as 0 bytes, a int',
    'salt(4) as hex, a int', 'salt(4) by nothing, a int', 'salt(4) by shake128, a int', 'salt(4, b), a int', 'salt(4, a, a), a int', 'salt(99999999999), a int',
    'bucket(a int)', 'bucket(a int, b)', 'bucket(3, 4)', 'bucket(a int, 0)', 'bucket(a int, 65537)', 'bucket(a text, 4)', 'bucket(a numeric, 4)',
    'nohash(a text)', 'md5(a text, 17)', 'md5hex(a text, 33)', 'shake256(a text)', 'md5(a numeric) using bytes', 'reverse(a numeric) using string',
    'reverse(a timestamptz)', 'reverse(a date) using ordered', 'reverse(a timestamp) using bytes', 'reverse(a time(6)) using string',
    'digits(a text, 4)', 'digits(a int, 20)', 'digits(a timestamptz, 13) desc',
    $$trunc(a int, '1 hour')$$, $$trunc(a timestamptz, '1 fortnight')$$, $$trunc(a timestamptz, 1)$$, $$trunc(a date, '1 hour')$$,
    'a int desc using bytes', 'a timestamptz desc using string', 'a bytea desc',
    'a int null', 'a text null using bytes', $$a bytea null, 'x'$$, 'md5(a text), a null',
    'a text, b text using string', 'x int, a bytea, b int', 'a blob_copy, b int using ordered', 'a char(20000), b char(20000)'
]) AS layout;
-- Names of other programs, and slips: what is meant.
SELECT layout || E'\n    ' || layout_error(layout) FROM unnest(ARRAY[
    'reverse_ts(at)', 'host text, reverse_ts(at timestamptz)', 'revers(a text)', 'salted(8), a int', 'hash(a text)', 'sha256sum(a text)', 'murmur2(a text)', 'rowkey_bucket(a int)', 'pad(a int, 5)', 'tunc(a date, ''1 day'')',
    'a varchar2(30)', 'a string', 'a bigit', 'a timestampz', 'a datetime', 'a long', 'a unsigned_lnog', 'a doubl', 'a json', 'a xyzzy',
    'a int descending', 'a text nullable', 'a int desk', 'a int using phenix', 'a int using binary', 'salt(4, csutomer), customer text', 'salt(4) by sha265, a int',
    'a timestamp', 'a TIMESTAMP desc using phoenix', 'trunc(a timestamp, ''1 day'')'
]) AS layout;
-- timestamp(3) is PostgreSQL's, of 8 bytes; timestamp(6) has the 12 bytes of Phoenix.
SELECT l || ': ' || l::rowkey_layout || ' ' || rowkey_compose(l::rowkey_layout, timestamp '2022-12-01 00:00:00.123456')::bytea
FROM unnest(ARRAY['a timestamp(3)', 'a timestamp without time zone', 'a timestamp(6)', 'a timestamp(0)', 'a timestamp using bytes', 'a timestamp(3) using ordered']) l;
SELECT layout_error('a int' || repeat($$, 'x'$$, 64));
SELECT layout_error((SELECT string_agg('f' || i || ' boolean', ', ') FROM generate_series(1, 65) i));
SELECT layout_error(repeat(' ', 8193));
-- No character is cut in the middle of a long message.
SELECT length(convert_from(convert_to(layout_error(l), 'UTF8'), 'UTF8')) > 80 FROM (VALUES ('x' || repeat(chr(233), 200) || '(a text)'), ('salt(x' || repeat(chr(233), 60) || ')')) v(l);
\pset tuples_only off
\pset format aligned

-- Binary form: a version byte and the text; read as strictly as text.
SELECT rowkey_layout_send('a int8');
CREATE TEMP TABLE stored (l rowkey_layout);
\copy stored FROM PROGRAM 'printf "PGCOPY\\n\\377\\r\\n\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\001\\000\\000\\000\\007\\001a int4\\377\\377"' (FORMAT binary)
\copy stored FROM PROGRAM 'printf "PGCOPY\\n\\377\\r\\n\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\001\\000\\000\\000\\007\\002a int4\\377\\377"' (FORMAT binary)
\copy stored FROM PROGRAM 'printf "PGCOPY\\n\\377\\r\\n\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\001\\000\\000\\000\\007\\001a nnt4\\377\\377"' (FORMAT binary)
TABLE stored;

-- In functions, defaults and tables.
CREATE FUNCTION orders_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'salt(8), md5(customer text), placed timestamptz desc, id bigint'::rowkey_layout;
CREATE TABLE with_layout (id int, l rowkey_layout DEFAULT 'id int', CHECK (l <> 'nothing int'));
INSERT INTO with_layout VALUES (1, DEFAULT), (2, orders_layout());
INSERT INTO with_layout VALUES (3, 'nothing integer');
TABLE with_layout;
DROP TABLE with_layout;
DROP FUNCTION orders_layout(), layout_error(text);
