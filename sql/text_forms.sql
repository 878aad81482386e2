-- Bytes as text for other programs: literals of the HBase shell, lines for
-- ImportTsv.

-- ---- the HBase shell: two quoting rules ----

-- Double quotes for rows, columns, values and bounds; nothing runs as Ruby.
SELECT hbase.shell_literal('\x8000'::bytea), hbase.shell_literal('a\x80\x00'::rowkey),
       hbase.shell_literal('say "hi"#{exit}\n é'::text), hbase.shell_literal(''::bytea);
-- An untyped literal is text, so \x80 stands for four characters.
SELECT hbase.shell_literal('\x80');
-- Single quotes for SPLITS.
SELECT hbase.shell_split('\x80\x00'), hbase.shell_split('it''s "#{1}" \x5C');
SELECT hbase.shell_split('');
SELECT hbase.shell_column('f', 'q'), hbase.shell_column('f', '\x00ff22'::bytea), hbase.shell_column('f', ''), hbase.shell_column('é"#', 'x.y');
-- The shell cuts a qualifier at its first colon.
SELECT hbase.shell_column('f', '\x003aff'::bytea);
SELECT hbase.shell_column('', 'q');
SELECT hbase.shell_column('f:g', 'q');
SELECT hbase.shell_column('.f', 'q');
SELECT hbase.shell_column(repeat('f', 128), 'q');
-- NULL in, NULL out.
SELECT hbase.shell_literal(NULL::rowkey) IS NULL AND hbase.shell_split(NULL) IS NULL AND hbase.shell_column('f', NULL::bytea) IS NULL AS nulls;

-- A whole put, for any qualifier.
SELECT hbase.shell_put('orders', 'k\x80', 'd', 'c', 'Ada #1');
SELECT hbase.shell_put('orders', 'k', 'd', '\x00ff'::bytea, '\x80'::bytea, 1669852800000);
SELECT hbase.shell_put('orders', 'k', 'd', 'x:y', '\x80'::bytea);
SELECT hbase.shell_put('orders', 'k', 'd', '\x3a'::bytea, 'v', ts => 0);
SELECT hbase.shell_put('orders', 'k', 'd', '', '') , hbase.shell_put('orders', 'k', 'd', 'q', NULL) IS NULL AS no_value_no_put;
SELECT hbase.shell_put('orders', '', 'd', 'c', 'v');
SELECT hbase.shell_put('orders', 'k', '', 'c', 'v');
SELECT hbase.shell_put('orders', 'k', 'd', 'c', 'v', -1);
SELECT hbase.shell_put('orders', 'k', 'd', 'c', 'v', 9223372036854775807);

-- Every byte: plain or an escape in upper case, never anything else.
WITH b AS (SELECT i, set_byte('\x00', 0, i) AS byte FROM generate_series(0, 255) i)
SELECT count(*) FILTER (WHERE hbase.shell_literal(byte) = '"' || chr(i) || '"') AS plain,
       count(*) FILTER (WHERE hbase.shell_literal(byte) = '"\x' || upper(encode(byte, 'hex')) || '"') AS escaped,
       string_agg(chr(i), '') FILTER (WHERE i BETWEEN 32 AND 126 AND length(hbase.shell_literal(byte)) > 3) AS printable_but_escaped
FROM b WHERE i > 0;
WITH b AS (SELECT i, set_byte('\x00', 0, i)::rowkey AS key FROM generate_series(0, 255) i)
SELECT count(*) FILTER (WHERE hbase.shell_split(key) = '''' || key::text || '''') AS as_the_key_prints,
       string_agg(key::text || ' -> ' || hbase.shell_split(key), ', ') FILTER (WHERE hbase.shell_split(key) <> '''' || key::text || '''') AS others
FROM b;

-- Where a real shell was given our very literal, it took the bytes we mean.
-- (test/unit/test_shell_text.c reads every literal back.)
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/shell_literals.tsv"`
CREATE TEMP TABLE shell AS
SELECT replace(f[1], '\\', '\') AS literal, decode(f[2], 'hex') AS value, decode(f[3], 'hex') AS split
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '' AND f[1] !~ '\\u';
SELECT count(*) AS literals,
       count(*) FILTER (WHERE literal = hbase.shell_literal(value)) AS value_literals_are_ours,
       count(*) FILTER (WHERE length(split) > 0 AND literal ~ '^''' AND literal = hbase.shell_split(split)) AS split_literals_are_ours
FROM shell;
-- None of ours means other bytes there.
SELECT a.literal FROM shell a JOIN shell b ON a.literal = hbase.shell_literal(b.value) AND a.value <> b.value;

-- ---- ImportTsv ----

SELECT hbase.tsv_line('k1', 'a', ''::text, 'é "q" \t \N'::text, 'b'::varchar(5), '\x4142'::bytea);
-- Fields at the end may be missing: no cell.  Others may not.
SELECT hbase.tsv_line('k1', 'a', NULL, NULL);
SELECT hbase.tsv_line('k1', 'a', NULL, 'b');
SELECT hbase.tsv_line('k1', NULL::text, NULL);
-- What TSV cannot carry is an error, never a broken line.
SELECT hbase.tsv_line(NULL, 'a');
SELECT hbase.tsv_line('', 'a');
SELECT hbase.tsv_line('\xEF\xBB\xBFk', 'a');
SELECT hbase.tsv_line('a\x09b', 'a');
SELECT hbase.tsv_line('k', E'a\tb');
SELECT hbase.tsv_line('k', 'a', E'two\nlines');
SELECT hbase.tsv_line('k', 'a', E'two\r\nlines');
SELECT hbase.tsv_line_bytes('a\x0Db', 'a');
-- A line that is text cannot carry other bytes; one that is bytea can.
SELECT hbase.tsv_line('k\x80', 'a');
SELECT hbase.tsv_line('k', 'a', '\x410042'::bytea);
SELECT hbase.tsv_line('k', 'a', '\xc3'::bytea);
SELECT hbase.tsv_line('\xC3\xA9', 'a');
SELECT hbase.tsv_line_bytes('k\x80\x00', 'a', '\xff00'::bytea, 'é');
-- Other types are their canonical text, whatever the session's settings; types
-- whose text is the session's choice come with a cast.
SET DateStyle = 'German'; SET TimeZone = 'Asia/Tokyo'; SET extra_float_digits = 0;
SELECT hbase.tsv_line('k', 1, true, 9.50, 0.1::float8 + 0.2, date '2022-12-01', timestamptz '2022-12-01 10:00+00', 'end'::rowkey);
RESET DateStyle; RESET TimeZone; RESET extra_float_digits;
SELECT hbase.tsv_line('k', interval '1 day');
SELECT hbase.tsv_line('k', interval '1 day'::text);
SELECT hbase.tsv_line('k', ARRAY[1, 2]);
-- The types of a call may differ from call to call.
SELECT hbase.tsv_line('k', VARIADIC a) FROM (VALUES (ARRAY[1]), (ARRAY[1, 2, 3]), (ARRAY[1, 2])) v(a);
-- A list made elsewhere.
SELECT hbase.tsv_line('k', VARIADIC ARRAY['a', 'b', NULL]), hbase.tsv_line_bytes('k', VARIADIC ARRAY['\x01', '\x02']::bytea[]);
SELECT hbase.tsv_line('k', VARIADIC NULL::text[]);

-- Every byte of a value: 253 pass as they are, TAB, LF and CR are refused.
CREATE FUNCTION pg_temp.line_or_error(value bytea) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN encode(hbase.tsv_line_bytes('k', value), 'hex');
EXCEPTION WHEN character_not_in_repertoire THEN
    RETURN SQLERRM;
END $$;
WITH b AS (SELECT set_byte('\x00', 0, i) AS value FROM generate_series(0, 255) i)
SELECT count(*) FILTER (WHERE line = '6b09' || encode(value, 'hex')) AS carried,
       string_agg(line, '; ' ORDER BY value) FILTER (WHERE line !~ '^6b09') AS refused
FROM b, pg_temp.line_or_error(value) line;

-- Read back by ImportTsv's rules: fields are what stands between tabs, and
-- fewer fields than columns are fewer cells.
SELECT bool_and(string_to_array(hbase.tsv_line(rowkey_from_text(id), name, city), E'\t')
                = array_remove(ARRAY[id, name, city], NULL)) AS read_back
FROM (VALUES ('ALFKI', 'Alfreds Futterkiste', 'Berlin'), ('BONAP', '', ''), ('X', 'B''s "Beverages"', NULL)) c(id, name, city);
