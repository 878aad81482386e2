-- rowkey_layout_ddl: the same key for other tools.
\pset format unaligned
\pset tuples_only on
SELECT rowkey_layout_ddl('author text, at timestamptz desc', 'phoenix', 'blog');
SELECT rowkey_layout_ddl('salt(16), customer text, placed timestamptz desc, line int', 'phoenix', 'orders "h"');
SELECT rowkey_layout_ddl(E'a numeric, "b\nc" text desc null, n int', 'phoenix', 't');
SELECT rowkey_layout_ddl($$md5(a text, 2), bucket(n, 10), a, 'L', '\x00', b char(3) desc, digits(n int, 6), c timestamptz(6), d numeric null, n, e bytea null$$, 'phoenix', 't');
SELECT rowkey_layout_ddl('a bigint, at timestamptz desc, b uuid, c text using bytes', 'phoenix', 't');
SELECT rowkey_layout_ddl('id text using string', 'hive', 'users'), rowkey_layout_ddl('id bigint using bytes', 'hive', 'users'), rowkey_layout_ddl($$who text, ':', rel text, ':', n int using string$$, 'HIVE', 'graph'), rowkey_layout_ddl('a text, b text', 'hive', 't');
SELECT substring(rowkey_layout_ddl(l, 'hive') FROM 'TERMINATED BY [^\n]*') AS a_digit_and_a_high_byte FROM unnest(ARRAY[$$a text, '0', b text using string$$, $$a text, '\xFF', b text using string$$]::rowkey_layout[]) l;
SELECT rowkey_layout_ddl('md5(n int, 4), n, id bytea(6) using bytes', 'spark', 't'), rowkey_layout_ddl('id text using bytes', 'spark', 't');
SELECT rowkey_layout_ddl('region char(2), n bigint, f double precision using bytes', 'spark', 'shop:orders');
SELECT rowkey_layout_ddl('salt(4), id text', 'shell', 'it''s'), rowkey_layout_ddl('bucket(n int, 3), n', 'shell'), rowkey_layout_ddl('salt(12) by java as text, id text using string', 'shell'), rowkey_layout_ddl('id text', 'shell');
SELECT rowkey_layout_ddl(E'"a\nb \\u000a \\\\u000a" int', 'java') ~ E'^// row key: "a b \\\\\\\\u000a \\\\\\\\u000a" int using phoenix\n// Bytes' AS comments_end_where_they_should;
SELECT rowkey_layout_ddl('salt(16), host text, event text, at timestamptz desc', 'java', 'log');
SELECT rowkey_layout_ddl('at timestamp(6)', 'java', 'log');
SELECT rowkey_layout_ddl($$"for" int null, "two words" text, h text using ordered$$, 'java', 'log');
SELECT substring(rowkey_layout_ddl('salt(4), org text, r int, salt int, strictfp int, größe int, "€" int using ordered', 'java') FROM 'rowKey\([^)]*\)') AS names_that_the_method_has_taken;

-- What a tool cannot express: the component, and why.
CREATE FUNCTION cannot(layout rowkey_layout, tool text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m text; d text; h text;
BEGIN
    PERFORM rowkey_layout_ddl(layout, tool);
    RETURN 'fine';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n    ', SQLSTATE || ' ' || m, nullif(d, ''), nullif(h, ''));
END $$;
SELECT format(E'%s: %s\n    %s', tool, layout, cannot(layout::rowkey_layout, tool)) FROM (VALUES
    ('phoenix', 'a text, b int using ordered'), ('phoenix', '"a""b" text'), ('phoenix', $$a text, '|', b text using string$$), ('phoenix', 'a int, b boolean desc'), ('phoenix', 'a boolean, b numeric using bytes'),
    ('hive', 'author text, at timestamptz desc'), ('hive', 'a int'), ('hive', 'a text using ordered'), ('hive', $$a text, '|', b text, '/', c text using string$$), ('hive', $$a text, '::', b text using string$$),
    ('hive', $$'x', a text using string$$), ('hive', 'md5hex(a text, 4), a using string'), ('hive', 'a text, b bytea'), ('hive', 'a text null, b text'),
    ('spark', 'a int, b text'), ('spark', 'a int, b text using bytes'), ('spark', '"a:b" int, c text using bytes'), ('spark', 'a timestamptz desc using bytes'), ('spark', 'reverse(a char(3)), b text using bytes'), ('spark', $$a text, '|', b text using bytes$$), ('spark', 'a timestamptz, b text using ordered'),
    ('java', 'a numeric, b text'), ('java', 'a text null, b text null'), ('java', 'blake2b512(a text), b text'), ('java', 'salt(4) by blake2s256, b text'), ('java', $$a timestamptz, '|', b text using string$$), ('java', 'java(a int), b text'), ('java', 'digits(a bigint, 19) desc, b text'), ('java', 'digits(a date, 19) desc'),
    ('shell', 'salt(60000) as 2 bytes, a text'), ('excel', 'a text')
) v(tool, layout);
\pset tuples_only off
\pset format aligned
DROP FUNCTION cannot(rowkey_layout, text);
