-- HBase's filter language: against a running HBase, as key ranges, errors.

CREATE SCHEMA filter_test;
SET search_path = filter_test, public;

\i `echo "${PG_ABS_SRCDIR:-.}/test/data/failure.sql"`

-- ---- the table of filter_data.tsv, and every filter of filter.tsv -----------

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/filter_data.tsv"`
CREATE TABLE t AS
SELECT decode(c[1], 'hex')::rowkey AS key,
       widerow_agg(c[3], decode(c[5], 'hex'), c[4]::bigint) FILTER (WHERE c[2] = 'f') AS f,
       widerow_agg(c[3], decode(c[5], 'hex'), c[4]::bigint) FILTER (WHERE c[2] = 'g') AS g
FROM regexp_split_to_table(rtrim(:'content', E'\n'), E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c
WHERE no > 1 GROUP BY 1;
ALTER TABLE t ADD PRIMARY KEY (key);
ANALYZE t;
SELECT count(*) AS rows, sum(widerow_count(f) + widerow_count(g)) AS cells FROM t;

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/filter.tsv"`
CREATE TABLE vector AS
SELECT no, replace(c[1], '\\', '\') AS filter, c[2]::int AS versions, c[3] AS cells
FROM regexp_split_to_table(rtrim(:'content', E'\n'), E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c
WHERE no > 1;

CREATE FUNCTION scanned(query text, filter text, versions int) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT coalesce(string_agg(format('%s/%s:%s@%s=%s', encode(key::bytea, 'hex'), family, convert_from(qualifier, 'UTF8'), ts, encode(value, 'hex')), ' ' ORDER BY ordinality), '')
            FROM hbase_internal.filter(query, filter, versions) WITH ORDINALITY);
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN '!';
END $$;
SELECT count(*) AS filters,
       count(*) FILTER (WHERE CASE WHEN cells LIKE '!%' THEN got = '!' ELSE got = cells END) AS equal,
       count(*) FILTER (WHERE got = by_range) AS equal_by_key_range
FROM (SELECT *, scanned('SELECT * FROM t ORDER BY key', filter, versions) AS got,
             CASE WHEN cells LIKE '!%' THEN '!' ELSE scanned(format('SELECT * FROM t WHERE key <@ rowkey_filter_ranges(%L) ORDER BY key', filter), filter, versions) END AS by_range
      FROM vector WHERE filter NOT LIKE 'java:%') v;
SELECT no, filter, got, cells FROM (SELECT *, scanned('SELECT * FROM t ORDER BY key', filter, versions) AS got FROM vector WHERE filter NOT LIKE 'java:%') v
WHERE CASE WHEN cells LIKE '!%' THEN got <> '!' ELSE got <> cells END;

-- The filters that HBase has in Java only are conditions on the key here.
SELECT filter, cells = scanned('SELECT * FROM t WHERE ' || condition || ' ORDER BY key', NULL, 1) AS equal
FROM vector JOIN (VALUES
    ('java:FuzzyRowFilter(key=6200,mask=0001)', $$rowkey_matches_fuzzy(key, 'b\x00', '\x0001')$$),
    ('java:FuzzyRowFilter(key=006200,mask=010001)', $$rowkey_matches_fuzzy(key, '\x00b\x00', '\x010001')$$),
    ('java:FuzzyRowFilter(key=0062,mask=0100)', $$rowkey_matches_fuzzy(key, '\x00b', '\x0100')$$),
    ('java:MultiRowRangeFilter([61,62))', $$key <@ rowkeyrange('a', 'b')$$),
    ('java:MultiRowRangeFilter((61,6231] [65,65])', $$key <@ rowkeymultirange(rowkeyrange('a', 'b1', '(]'), rowkeyrange('e', 'e', '[]'))$$)) c(filter, condition) USING (filter)
ORDER BY no;

-- ---- strings that HBase's parser takes, and that it refuses ------------------

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/filter_strings.tsv"`
CREATE FUNCTION is_filter(bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM rowkey_filter_ranges($1);
    RETURN true;
EXCEPTION WHEN invalid_parameter_value OR numeric_value_out_of_range THEN
    RETURN false;
END $$;
CREATE TABLE string AS
SELECT decode(c[1], 'hex') AS filter, c[2]::boolean AS taken
FROM regexp_split_to_table(rtrim(:'content', E'\n'), E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c
WHERE no > 1;
SELECT taken, count(*) AS strings, count(*) FILTER (WHERE is_filter(filter) = taken) AS equal FROM string GROUP BY 1 ORDER BY 1;
SELECT convert_from(filter, 'UTF8') AS filter, taken FROM string WHERE is_filter(filter) <> taken;

-- ---- scans of rows with versions, delete markers and the qualifier "" ---------

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/scan_data.tsv"`
CREATE FUNCTION written(q text, ts bigint, type text, value bytea) RETURNS widerow LANGUAGE sql AS $$
    SELECT CASE type WHEN 'Put' THEN widerow_put(NULL, q, value, ts) WHEN 'Delete' THEN widerow_delete_version(NULL, q, ts)
                     WHEN 'DeleteColumn' THEN widerow_delete(NULL, q, ts) WHEN 'DeleteFamily' THEN widerow_delete_family(NULL, ts)
                     ELSE widerow_delete_family_version(NULL, ts) END $$;
CREATE TABLE scanned_h AS
SELECT rowkey_from_text(c[1]) AS key, widerow_merge(w ORDER BY no) FILTER (WHERE c[2] = 'f') AS f, widerow_merge(w ORDER BY no) FILTER (WHERE c[2] = 'g') AS g, widerow_merge(w ORDER BY no) FILTER (WHERE c[2] = 'h') AS h
FROM regexp_split_to_table(rtrim(:'content', E'\n'), E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') c, LATERAL (SELECT CASE WHEN no > 1 THEN written(c[3], c[4]::bigint, c[5], decode(c[6], 'hex')) END AS w) w
WHERE no > 1 GROUP BY 1;
ALTER TABLE scanned_h ADD PRIMARY KEY (key);
SELECT hbase.define('scanned_h', families => '{"f": {"VERSIONS": 3}, "g": {"VERSIONS": 1}, "h": {"VERSIONS": 5}}') \g /dev/null

\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/scan.tsv"`
CREATE TABLE scan AS
SELECT no, c[1] AS filter, nullif(c[2], 'all') AS versions, c[10] AS cells,
       (SELECT coalesce(string_agg(format('%s/%s:%s@%s%s', convert_from(key::bytea, 'UTF8'), family, convert_from(qualifier, 'UTF8'), ts, CASE type WHEN 'Put' THEN '=' || encode(value, 'hex') ELSE '!' || type END), ' ' ORDER BY ordinality), '')
          FROM hbase.scan('scanned_h', rowkey_from_text(c[3]), rowkey_from_text(c[4]), replace(c[1], '\\', '\'), coalesce(nullif(c[2], 'all')::int, 1000000), c[5]::bigint, string_to_array(c[6], ' '), c[7]::bigint, c[8]::bigint, c[9]::boolean) WITH ORDINALITY) AS got
FROM regexp_split_to_table(rtrim(:'content', E'\n'), E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t', '\N') c
WHERE no > 1;
SELECT count(*) AS scans, count(*) FILTER (WHERE got = cells) AS equal FROM scan;
SELECT no, filter, got, cells FROM scan WHERE got <> cells;

-- ---- which keys -------------------------------------------------------------

SELECT f AS filter, rowkey_filter_ranges(f) AS ranges FROM unnest(ARRAY[
    $$PrefixFilter('ab')$$, $$PrefixFilter('')$$, $$RowFilter(=, 'binary:b')$$, $$RowFilter(<, 'binary:b')$$, $$RowFilter(<=, 'binary:b')$$, $$RowFilter(>, 'binary:b')$$,
    $$RowFilter(!=, 'binary:b')$$, $$RowFilter(=, 'binaryprefix:b')$$, $$RowFilter(>, 'binaryprefix:b')$$, $$RowFilter(<=, 'binaryprefix:b')$$, $$RowFilter(=, 'substring:b')$$,
    $$RowFilter(<, 'binary:')$$, $$InclusiveStopFilter('b')$$, $$PrefixFilter('a') OR PrefixFilter('c') OR RowFilter(=, 'binary:b')$$,
    $$PrefixFilter('a') AND (RowFilter(>=, 'binary:ab') OR RowFilter(<, 'binary:aa'))$$, $$PrefixFilter('a') AND PrefixFilter('b')$$,
    $$PrefixFilter('a') OR ValueFilter(=, 'binary:x')$$, $$SKIP RowFilter(=, 'binary:b')$$, $$WHILE RowFilter(<, 'binary:c') AND PrefixFilter('b')$$]) f;
-- A filter of any bytes comes as bytea, as the shell's "\x00" does.
SELECT rowkey_filter_ranges(convert_to('PrefixFilter(''', 'UTF8') || '\x00ff' || convert_to(''')', 'UTF8')) AS bytes;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM t WHERE key <@ rowkey_filter_ranges($$PrefixFilter('b') AND ValueFilter(=, 'binary:b')$$) ORDER BY key;
RESET enable_seqscan;

-- ---- reading no more than needed ---------------------------------------------

CREATE FUNCTION numbers() RETURNS TABLE (key rowkey, f widerow) LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1 .. 1000 LOOP
        key := rowkey_from_text(to_char(i, 'FM0000'));
        f := widerow_build('n', i);
        RETURN NEXT;
    END LOOP;
END $$;
CREATE SEQUENCE read;
SELECT count(*) FROM hbase_internal.filter('SELECT key, f FROM numbers() WHERE nextval(''read'') > 0', 'PageFilter(3)');
SELECT last_value < 200 AS stopped_early FROM read;
SELECT key, widerow_get(widerow_build(qualifier, value), 'n', NULL::int) FROM hbase_internal.filter('SELECT * FROM numbers()', NULL, max_rows => 2);
SELECT key FROM hbase_internal.filter('SELECT * FROM numbers()', $$RowFilter(=, 'regexstring:^0*7+$')$$);
SELECT key, value FROM hbase_internal.filter($$SELECT rowkey_from_text('é') AS key, '{q@5=\xE4\xFF, q@4=b}'::widerow AS f$$, $$ValueFilter(=, 'regexstring:^.$')$$, 2);
SELECT key, value FROM hbase_internal.filter($$SELECT 'k'::rowkey AS key, widerow_build('q', 'Straße ÄÖ') AS f$$, $$ValueFilter(=, 'substring:SSE') OR ValueFilter(=, 'substring:äö')$$);
SELECT value FROM hbase_internal.filter($$SELECT 'k'::rowkey AS key, widerow_build('q', 'Straße ÄÖ') AS f$$, $$ValueFilter(=, 'substring:äö') AND KeyOnlyFilter(true)$$);
SELECT ts FROM hbase_internal.filter($$SELECT 'k'::rowkey AS key, '{q@5=e, q@4=d, q@3=c}'::widerow AS f$$, $$ValueFilter(!=, 'binary:e')$$, 1, family_versions => 2);

-- ---- errors -------------------------------------------------------------------

\pset format unaligned
\pset tuples_only on
SELECT concat(statement, E'\n    ', failure('SELECT * FROM hbase_internal.filter(' || statement || ')')) FROM (VALUES
    ($$'SELECT * FROM t ORDER BY key', ''$$),
    ($$'SELECT * FROM t ORDER BY key', 'PrefixFilter(b)'$$),
    ($$'SELECT * FROM t ORDER BY key', 'prefixfilter(''b'')'$$),
    ($$'SELECT * FROM t ORDER BY key', 'PrefixFilter(''b'', 1)'$$),
    ($$'SELECT * FROM t ORDER BY key', 'PrefixFilter(''b'') PrefixFilter(''b'')'$$),
    ($$'SELECT * FROM t ORDER BY key', 'RowFilter(==, ''binary:b'')'$$),
    ($$'SELECT * FROM t ORDER BY key', 'RowFilter(=, ''b'')'$$),
    ($$'SELECT * FROM t ORDER BY key', 'RowFilter(<, ''substring:b'')'$$),
    ($$'SELECT * FROM t ORDER BY key', 'RowFilter(=, ''regexstring:('')'$$),
    ($$'SELECT * FROM t ORDER BY key', 'PageFilter(-1)'$$),
    ($$'SELECT * FROM t ORDER BY key', 'PageFilter(9999999999999999999)'$$),
    ($$'SELECT * FROM t ORDER BY key', 'ColumnPaginationFilter(9223372036854775807, 1)'$$),
    ($$'SELECT * FROM t ORDER BY key', 'ColumnCountGetFilter(2147483648)'$$),
    ($$'SELECT * FROM t ORDER BY key', repeat('(', 200)$$),
    ($$'SELECT * FROM t ORDER BY key', '(KeyOnlyFilter() OR PrefixFilter(''a'') AND PrefixFilter(''b''))'$$),
    ($$'SELECT * FROM t ORDER BY key', 'MultipleColumnPrefixFilter(''b'', ''a'', ''b'')'$$),
    ($$'SELECT * FROM t ORDER BY key DESC'$$),
    ($$'SELECT t.* FROM t, generate_series(1, 2) ORDER BY key'$$),
    ($$'SELECT key, 1 AS n FROM t'$$),
    ($$'SELECT f FROM t'$$),
    ($$'SELECT NULL::rowkey AS key'$$),
    ($$NULL$$),
    ($$'SELECT * FROM t ORDER BY key', NULL, 0$$)) v(statement);
SELECT concat(statement, E'\n    ', failure('SELECT ' || statement)) FROM (VALUES
    ($$rowkey_matches_fuzzy('abc', 'ab', '\x00')$$),
    ($$rowkey_matches_fuzzy('abc', 'ab', '\x0002')$$)) v(statement);
\pset format aligned
\pset tuples_only off

-- Bounds longer than a key exclude no row and raise no error.
SELECT filter.name, count(s.key) FROM (VALUES ('PrefixFilter(''%s'')', 40000), ('RowFilter(=, ''binary:%s'')', 32767), ('RowFilter(>, ''binary:%s'')', 40000), ('InclusiveStopFilter(''%s'')', 40000)) filter(name, n)
    LEFT JOIN LATERAL hbase.scan('t', filter => format(name, repeat('z', n))) s ON true GROUP BY 1, n ORDER BY 1;

-- A search that is cancelled says so.
SET statement_timeout = '300ms';
SELECT count(*) FROM hbase_internal.filter($$SELECT 'k'::rowkey AS key, widerow_build('q', repeat('a', 2001) || 'b') AS f$$, $$ValueFilter(=, 'regexstring:^(a+)(a+)(a+)\1\2\3b$')$$);
RESET statement_timeout;
