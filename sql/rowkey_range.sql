-- rowkeyrange, rowkeymultirange, prefixes

-- one form for each range: start inclusive, stop exclusive, open at the edges of the key space
SELECT '[a,b)'::rowkeyrange, '(a,b]'::rowkeyrange, '[a,a]'::rowkeyrange, rowkeyrange('a', 'a\x00', '()') AS nothing_between,
       '[,b)'::rowkeyrange, rowkeyrange('', 'b') AS from_empty, rowkeyrange('a', NULL), rowkeyrange(NULL, NULL), rowkeyrange('a', 'a') AS empty;
SELECT rowkeyrange(NULL, '') AS below_empty, rowkeyrange(NULL, '', '[]') AS up_to_empty, rowkeyrange('', '', '[]') AS just_empty,
       rowkeyrange('', 'b', '()') AS above_empty;
SELECT rowkeyrange('b', 'a');

-- range literals have escapes of their own: inside them \x00 is written "\\x00"; the constructor takes keys as they are
SELECT '["a\\x00",b)'::rowkeyrange = rowkeyrange('a\x00', 'b') AS quoted, lower('[a\x00,b)'::rowkeyrange) AS unquoted_loses_its_backslash;

-- at the limit of 32767 bytes the next key is no longer key || 00
SELECT upper(rowkeyrange('a', k, '[]')) = 'b' AS carried FROM (SELECT rowkey_from_notation('a' || repeat('\xFF', 32766)) AS k) s;
SELECT upper_inf(rowkeyrange('a', k, '[]')) AS unbounded, isempty(rowkeyrange(k, NULL, '()')) AS nothing_above FROM (SELECT rowkey_from_notation(repeat('\xFF', 32767)) AS k) s;
SELECT length(upper(rowkeyrange('a', k, '[]'))) AS of_32766 FROM (SELECT repeat('x', 32766)::rowkey AS k) s;

-- adjacency, union, difference
SELECT '[a,b)'::rowkeyrange -|- '[b,c)' AS adjacent, '[a,b]'::rowkeyrange -|- rowkeyrange('b\x00', 'c') AS adjacent_by_successor,
       '[a,b)'::rowkeyrange + '[b,c)' AS both, '[a,d)'::rowkeyrange - '[c,e)' AS less, '[a,c)'::rowkeyrange * '[b,d)' AS common;
SELECT rowkeymultirange('[c,d)', '[a,b)', '[b,bb)') AS merged, range_merge('[a,b)'::rowkeyrange, '[x,y)');

-- stop rows of prefixes, as Scan.setStartStopRowForPrefixScan sets them
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/prefixstop.tsv"`
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE upper(rowkey_prefix_range(decode(f[1], 'hex'))) IS NOT DISTINCT FROM NULLIF(decode(f[2], 'hex'), '')
         AND rowkey_prefix_range(decode(f[1], 'hex')) = rowkeyrange(decode(f[1], 'hex'), NULLIF(decode(f[2], 'hex'), ''))) AS right
  FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f WHERE no > 1 AND line <> '';
SELECT rowkey_prefix_range('a\xFF'), rowkey_prefix_range('\xFF\xFF'), rowkey_prefix_range(''), rowkey_prefix_range('ab');
SELECT length(upper(rowkey_prefix_range(repeat('a', 32767)::rowkey))) AS of_a_full_key;

-- start and stop row of an HBase scan: NULL is an open end, and so is '' as start
SELECT rowkeyrange('a', 'b'), rowkeyrange('', 'b'), rowkeyrange('a', NULL), rowkeyrange('', NULL), rowkeyrange('a', 'a');
SELECT rowkeyrange('b', 'a');

-- membership
SELECT k, k ^@ 'a' AS prefix_a, starts_with(k, 'a\xFF') AS prefix_aff, k <@ '[a,b)'::rowkeyrange AS in_range, '[a,)'::rowkeyrange @> k AS from_a,
       k <@ 'empty'::rowkeyrange AS in_empty, k <@ '{[a,aa),[b,c)}'::rowkeymultirange AS in_multi, '{}'::rowkeymultirange @> k AS in_none,
       k <@ ARRAY['[b,c)', NULL, '[a,aa)']::rowkeyrange[] AS in_array, '{}'::rowkeyrange[] @> k AS in_no_array
  FROM unnest('{"",a,a\\x00,aa,"a\\xFF","a\\xFFz",b}'::rowkey[]) k;
SELECT 'a'::rowkey ^@ NULL::rowkey, 'a'::rowkey <@ NULL::rowkeyrange, NULL::rowkey ^@ 'a';

-- the edges that index conditions show have a text form that comes back
CREATE TEMP TABLE edges AS
SELECT hbase_internal.rowkey_lower_bound(p) AS b FROM unnest('{"","a,b","\\xFF","a\\xFF","[)\\x5C"}'::rowkey[]) p UNION ALL SELECT hbase_internal.rowkey_upper_bound(p) FROM unnest('{"","a,b","\\xFF","a\\xFF","[)\\x5C"}'::rowkey[]) p
UNION ALL SELECT hbase_internal.rowkey_lower_bound(r) FROM unnest('{empty,"[a,)","(,)","[a,b]"}'::rowkeyrange[]) r UNION ALL SELECT hbase_internal.rowkey_upper_bound(r) FROM unnest('{empty,"[a,)","(,)","[a,b]"}'::rowkeyrange[]) r
UNION ALL SELECT hbase_internal.rowkey_upper_bound(rs) FROM (VALUES ('{"[c,d)",NULL,"[a,b)"}'::rowkeyrange[]), ('{"[a,)","[a,b)"}'), ('{NULL}'), ('{}')) v(rs)
UNION ALL SELECT hbase_internal.rowkey_lower_bound('{"[c,d)",NULL,"[a,b)"}'::rowkeyrange[])
UNION ALL SELECT hbase_internal.rowkey_upper_bound('{[a,b),[c,d)}'::rowkeymultirange) UNION ALL SELECT hbase_internal.rowkey_lower_bound('{}'::rowkeymultirange);
SELECT b, b::text::rowkey_bound::text = b::text AS comes_back, b::text::rowkey_bound = b AS equal FROM edges;
SELECT 'middle [a,b)'::rowkey_bound;
SELECT 'lower a'::rowkey_bound;
SELECT 'upper [a'::rowkey_bound;
SELECT 'upper '::rowkey_bound;
SELECT ''::rowkey_bound;
SELECT 'lower [a\x0'::rowkey_bound;
SELECT 'upper b\x0)'::rowkey_bound;

-- GiST over ranges: which regions hold a key
CREATE TABLE regions AS SELECT i AS region, rowkeyrange(CASE WHEN i > 0 THEN set_byte('\x00', 0, i) END, CASE WHEN i < 255 THEN set_byte('\x00', 0, i + 1) END) AS keys FROM generate_series(0, 255) i;
CREATE INDEX ON regions USING gist (keys);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT region FROM regions WHERE keys @> rowkeyrange('hello', 'hello', '[]');
RESET enable_seqscan;
SELECT region FROM regions WHERE keys @> rowkeyrange('hello', 'hello', '[]');
SELECT region FROM regions WHERE keys @> 'hello'::rowkey;
DROP TABLE regions;
