-- rowkey: text form, casts, length, position
\pset null '(null)'

-- printable bytes are themselves, all others \xHH; nothing else exists
SELECT 'abc'::rowkey, ''::rowkey AS empty, 'a\x00\xFFz'::rowkey, 'quote"#%'::rowkey, '\x5C'::rowkey AS backslash;
SELECT rowkey '\x41\x42' AS plain_again, '\xdeadbeef'::bytea::rowkey AS from_hex, '\xDEadbeef'::rowkey AS one_escape;
SELECT string_agg(set_byte('\x00'::bytea, 0, b)::rowkey::text, '' ORDER BY b) AS all_bytes FROM generate_series(0, 255) b;
SELECT count(*) AS round_trips FROM generate_series(0, 255) b
 WHERE rowkey_from_notation(set_byte('\x6100'::bytea, 1, b)::rowkey::text)::bytea = set_byte('\x6100'::bytea, 1, b);

-- strict where HBase is silent: the offset, and what to write
SELECT 'ab\'::rowkey;
SELECT 'ab\n'::rowkey;
SELECT '\\'::rowkey;
SELECT 'a\x'::rowkey;
SELECT 'a\x4'::rowkey;
SELECT 'a\xff'::rowkey;
SELECT 'a\xGG'::rowkey;
SELECT '\X41'::rowkey;
SELECT E'tab\there'::rowkey;
SELECT 'caf' || U&'\00E9' AS text \gset
SELECT :'text'::rowkey;

-- casts: bytea comes in by itself, goes out on assignment; text by name
SELECT rowkey_from_text(:'text'), rowkey_from_text('a\x00') AS no_notation, 'abc'::rowkey::bytea;
CREATE TEMP TABLE casts (k rowkey, b bytea);
INSERT INTO casts VALUES ('\x0102'::bytea, 'ab'::rowkey);
SELECT * FROM casts WHERE k = '\x0102'::bytea;
SELECT 'abc'::rowkey = 'abc'::text;

-- length and position
SELECT length('a\x00b'::rowkey), length(''::rowkey);
SELECT substring('abcdef'::rowkey, 3), substring('abcdef'::rowkey, 2, 3), substring('abcdef'::rowkey, -1, 4) AS from_before,
       substring('abc'::rowkey, 9) = '' AS beyond, substring('abc'::rowkey, 2, 0) = '' AS nothing,
       substring('abc'::rowkey, 2, 2147483647) AS all_of_it, substring('abc'::rowkey, 2147483647, 2147483647) = '' AS far;
SELECT substring('abc'::rowkey, 1, -1);
SELECT get_byte('a\xFF'::rowkey, 0), get_byte('a\xFF'::rowkey, 1);
SELECT get_byte('a\xFF'::rowkey, 2);
SELECT get_byte('a\xFF'::rowkey, -1);
SELECT 'ab'::rowkey || 'c\x00' AS concatenated, 'ab'::rowkey || '\xff'::bytea AS with_bytea, ''::rowkey || '' = '' AS of_nothing;

-- the limit is 32767 bytes at every entrance
SELECT length(repeat('x', 32767)::rowkey), length(rowkey_from_text(repeat('x', 32767))), length(convert_to(repeat('x', 32767), 'UTF8')::rowkey);
SELECT length(rowkey_from_notation(repeat('\xFF', 32767)));
SELECT repeat('x', 32768)::rowkey;
SELECT rowkey_from_notation(repeat('\xFF', 32768));
SELECT rowkey_from_text(repeat('x', 32768));
SELECT convert_to(repeat('x', 32768), 'UTF8')::rowkey;
SELECT repeat('x', 32767)::rowkey || 'y';
SELECT 'x'::rowkey || convert_to(repeat('y', 32767), 'UTF8');

-- binary form
SELECT rowkey_send('a\x00\xFF'), rowkey_send('');
CREATE TEMP TABLE big (k rowkey);
ALTER TABLE big ALTER k SET STORAGE external;
INSERT INTO big VALUES (repeat('x', 32767)::rowkey), (rowkey_from_notation(repeat('\x00', 32767)));
SELECT length(k), k < 'y' AS below_y, substring(k, 32766) FROM big ORDER BY k;

-- NULL
SELECT length(NULL::rowkey), substring(NULL::rowkey, 1), NULL::rowkey || 'a', rowkey_from_text(NULL), NULL::bytea::rowkey;
