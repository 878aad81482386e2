-- Split points as HBase's own algorithms choose them.

SELECT method, rowkey_split_points(method, 4) FROM unnest(ARRAY['uniform', 'hex', 'decimal', 'salt']) method;
-- RegionSplitter's names are known too.
SELECT rowkey_split_points('HexStringSplit', 3), rowkey_split_points('UniformSplit', 2), rowkey_split_points('DecimalStringSplit', 2);
-- Other ends.
SELECT rowkey_split_points('hex', 4, first => '003', last => 'fff'), rowkey_split_points('decimal', 4, last => '9999'),
       rowkey_split_points('uniform', 4, 'a', 'b'), rowkey_split_points('uniform', 4, first => '\x80');
-- As Admin.createTable(descriptor, first, last, n): the ends are points too.
SELECT rowkey_split_points('range', 5, 'a', 'e'), rowkey_split_points('range', 3, 'a', 'e');
-- One region has none; NULL in, NULL out.
SELECT rowkey_split_points('hex', 1), rowkey_split_points('salt', 1), rowkey_split_points(NULL, 2) IS NULL AND rowkey_split_points('hex', NULL) IS NULL AS nulls;

SELECT rowkey_split_points('random', 4);
SELECT rowkey_split_points(repeat('x', 100), 4);
SELECT rowkey_split_points('hex', 0);
SELECT rowkey_split_points('hex', 65537);
SELECT rowkey_split_points('salt', 257);
SELECT rowkey_split_points('salt', 16, 'a', 'b');
SELECT rowkey_split_points('range', 4);
SELECT rowkey_split_points('range', 4, '', 'b');
SELECT rowkey_split_points('range', 2, 'a', 'b');
SELECT rowkey_split_points('uniform', 4, 'b', 'a');
SELECT rowkey_split_points('hex', 4, 'f', 'f');
SELECT rowkey_split_points('hex', 17, '0', 'f');
SELECT rowkey_split_points('hex', 4, '', 'f');
SELECT rowkey_split_points('decimal', 4, '0', '9f');
SELECT rowkey_split_points('uniform', 65536, '', repeat('x', 32767)::rowkey);
SELECT rowkey_split_points('uniform', 65536, repeat('x', 32766)::rowkey, repeat('x', 32767)::rowkey);
SELECT array_length(rowkey_split_points('uniform', 65536), 1), array_length(rowkey_split_points('salt', 256), 1);

-- All vectors.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/splits.tsv"`
CREATE TEMP TABLE split AS
SELECT f[1] AS algo, f[2] AS params, f[3]::int AS n, f[4] AS points
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '';
CREATE FUNCTION pg_temp.points(rowkey[]) RETURNS text LANGUAGE sql AS
    $$SELECT coalesce(string_agg(encode(p::bytea, 'hex'), ',' ORDER BY no), '') FROM unnest($1) WITH ORDINALITY u(p, no)$$;
CREATE FUNCTION pg_temp.ends(algo text, params text, name text) RETURNS rowkey LANGUAGE sql AS
    $$SELECT CASE algo WHEN 'UniformSplit' THEN decode(v, 'hex')::rowkey ELSE rowkey_from_text(v) END
      FROM substring(params FROM name || '=([0-9a-f]*)') v$$;
SELECT algo, count(*) AS vectors,
       count(*) FILTER (WHERE points = pg_temp.points(rowkey_split_points(algo, n, pg_temp.ends(algo, params, 'first'), pg_temp.ends(algo, params, 'last')))) AS equal
FROM split WHERE algo <> 'Bytes.split' GROUP BY algo ORDER BY algo;
-- Bytes.split is what createTable between two rows uses.
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE points = pg_temp.points(rowkey_split_points('range', n + 3, decode(f[1], 'hex'), decode(f[2], 'hex')))) AS equal
FROM split, regexp_match(params, 'from=([0-9a-f]+) to=([0-9a-f]*) inclusive=false') f
WHERE algo = 'Bytes.split' AND f IS NOT NULL AND points !~ '^!';

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/phoenix_splits.tsv"`
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE f[2] = pg_temp.points(rowkey_split_points('salt', f[1]::int))) AS equal
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '';

-- What get_splits of the HBase shell prints, pasted whole.
SELECT rowkey_parse_splits($$hbase:001:0> get_splits 't'
Total number of splits = 4
\x01\x00
a "b" #\x5C
b
Took 0.0164 seconds
=> ["\\x01\\x00", "a \"b\" #\\x5C", "b"]
$$);
SELECT rowkey_parse_splits($$Total number of splits = 4
\x01
a "b" #\x5C
b

$$);
SELECT rowkey_parse_splits('["a", "b"]'), rowkey_parse_splits(''), rowkey_parse_splits('=> []'), rowkey_parse_splits(NULL);
SELECT rowkey_parse_splits(E'b\na');
SELECT rowkey_parse_splits('["", "a"]');
SELECT rowkey_parse_splits('a' || chr(10) || E'\\xZZ');
SELECT rowkey_parse_splits('=> ["a", "b');
SELECT rowkey_parse_splits('=> ["a"');
SELECT rowkey_parse_splits('=> ["a", nil]');
SELECT rowkey_parse_splits('=> [' || (SELECT string_agg(format('"%s"', to_char(n, 'FM0000')), ' ') FROM generate_series(1, 1000) n) || ']');
SELECT rowkey_parse_splits(repeat('a', 40000));
SELECT rowkey_parse_splits(E'Total number of splits = 4\na\nhbase:b\nc');
