-- HFiles with the compressions of libraries that a build may lack: the Makefile
-- leaves this test out where one of them is missing.
\set bytes `od -An -v -tx1 "${PG_ABS_SRCDIR:-.}/test/data/vectors/hfile/snappy-row.hfile" | tr -d ' \n'`
\set cells `sed 1d "${PG_ABS_SRCDIR:-.}/test/data/vectors/hfile/snappy-row.tsv"`
CREATE TEMP TABLE file AS SELECT decode(:'bytes', 'hex') AS bytes;
CREATE TEMP TABLE cell AS
SELECT no, decode(f[1], 'hex')::rowkey AS key, convert_from(decode(f[2], 'hex'), 'UTF8')::name AS family,
       decode(f[3], 'hex') AS qualifier, f[4]::bigint AS ts, f[5] AS type, decode(f[6], 'hex') AS value
FROM regexp_split_to_table(:'cells', E'\n') WITH ORDINALITY AS lines(line, no), LATERAL regexp_split_to_array(line, E'\t') AS f WHERE line <> '';

-- HBase's own file: every cell, and every row by index and bloom filter.
SELECT (SELECT count(*) FROM cell) AS cells, count(*) AS read,
       count(*) FILTER (WHERE (w.key, w.family, w.qualifier, w.ts, w.type, w.value) = (c.key, c.family, c.qualifier, c.ts, c.type, c.value)) AS equal
FROM file, hfile_cells(bytes) WITH ORDINALITY AS c(key, family, qualifier, ts, type, value, n) LEFT JOIN cell w ON w.no = c.n;
SELECT count(*) AS rows, count(*) FILTER (WHERE got = want) AS equal
FROM file, (SELECT key, array_agg((qualifier, ts, type, value)::text ORDER BY no) AS want FROM cell GROUP BY key) w,
     LATERAL (SELECT array_agg((g.qualifier, g.ts, g.type, g.value)::text) AS got FROM hfile_get(bytes, w.key) g) g;

-- Each compression and bloom filter: the cells come back, in a smaller file.
SELECT compression, bloom, back = want AS equal, length(made) < (SELECT length(hfile_agg(key, family, qualifier, ts, type, value, 1 ORDER BY key)) FROM cell) AS smaller
FROM unnest(ARRAY['LZ4', 'Snappy', 'ZSTD']) AS compression, unnest(ARRAY['NONE', 'ROW', 'rowcol']) AS bloom,
     LATERAL (SELECT hfile_agg(key, family, qualifier, ts, type, value, 1, jsonb_build_object('compression', compression, 'bloomfilter', bloom, 'blocksize', 3000) ORDER BY key) AS made,
                     md5(string_agg((key, family, qualifier, ts, type, value)::text, '' ORDER BY no)) AS want FROM cell) m,
     LATERAL (SELECT md5(string_agg((c.key, c.family, c.qualifier, c.ts, c.type, c.value)::text, '' ORDER BY n)) AS back
              FROM hfile_cells(made) WITH ORDINALITY AS c(key, family, qualifier, ts, type, value, n)) b
ORDER BY compression COLLATE "C", bloom COLLATE "C";
