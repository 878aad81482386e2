-- Bytes as text for other programs: literals of the HBase shell, lines for
-- ImportTsv.

-- ---- literals of the HBase shell ----

-- Double quotes for rows, columns, values and bounds; nothing runs as Ruby.
SELECT hbase_shell_literal('\x8000'::bytea), hbase_shell_literal('a\x80\x00'::rowkey),
       hbase_shell_literal('say "hi"#{exit}\n é'::text), hbase_shell_literal(''::bytea);
-- An untyped literal is text, so \x80 stands for four characters.
SELECT hbase_shell_literal('\x80');
-- NULL in, NULL out.
SELECT hbase_shell_literal(NULL::rowkey) IS NULL AS nulls;

-- Every byte: plain or an escape in upper case, never anything else.
WITH b AS (SELECT i, set_byte('\x00', 0, i) AS byte FROM generate_series(0, 255) i)
SELECT count(*) FILTER (WHERE hbase_shell_literal(byte) = '"' || chr(i) || '"') AS plain,
       count(*) FILTER (WHERE hbase_shell_literal(byte) = '"\x' || upper(encode(byte, 'hex')) || '"') AS escaped,
       string_agg(chr(i), '') FILTER (WHERE i BETWEEN 32 AND 126 AND length(hbase_shell_literal(byte)) > 3) AS printable_but_escaped
FROM b WHERE i > 0;

-- Where a real shell was given our very literal, it took the bytes we mean.
-- (test/unit/test_shell_text.c reads every literal back.)
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/shell_literals.tsv"`
CREATE TEMP TABLE shell AS
SELECT replace(f[1], '\\', '\') AS literal, decode(f[2], 'hex') AS value, decode(f[3], 'hex') AS split
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '' AND f[1] !~ '\\u';
SELECT count(*) AS literals,
       count(*) FILTER (WHERE literal = hbase_shell_literal(value)) AS value_literals_are_ours
FROM shell;
-- None of ours means other bytes there.
SELECT a.literal FROM shell a JOIN shell b ON a.literal = hbase_shell_literal(b.value) AND a.value <> b.value;
