-- HFiles: HBase's own read back equal and are made again byte for byte; rows are
-- found; what HBase would fail on is refused.  The compressions of libraries that
-- may be missing are hfile_codec's.
\set files `cd "${PG_ABS_SRCDIR:-.}/test/data/vectors/hfile" && for f in *.hfile; do printf '%s ' "${f%.hfile}"; od -An -v -tx1 "$f" | tr -d ' \n'; echo; done`
\set cells `cd "${PG_ABS_SRCDIR:-.}/test/data/vectors/hfile" && for f in *.hfile; do sed "1d;s/^/${f%.hfile}	/" "${f%.hfile}.tsv"; done`
\set manifest `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/hfile/manifest.tsv"`

CREATE TEMP TABLE file AS
SELECT split_part(line, ' ', 1) AS name, decode(split_part(line, ' ', 2), 'hex') AS bytes
FROM regexp_split_to_table(:'files', E'\n') AS line WHERE line !~ '^snappy';
CREATE TEMP TABLE cell AS
SELECT f[1] AS name, no, decode(f[2], 'hex')::rowkey AS key, convert_from(decode(f[3], 'hex'), 'UTF8')::name AS family,
       decode(f[4], 'hex') AS qualifier, f[5]::bigint AS ts, f[6] AS type, decode(f[7], 'hex') AS value
FROM regexp_split_to_table(:'cells', E'\n') WITH ORDINALITY AS lines(line, no),
     LATERAL regexp_split_to_array(line, E'\t') AS f;
CREATE TEMP TABLE manifest AS
SELECT f[1] AS name, f[2]::int AS cells, f[3] AS settings
FROM regexp_split_to_table(:'manifest', E'\n') WITH ORDINALITY AS lines(line, no),
     LATERAL regexp_split_to_array(line, E'\t') AS f WHERE no > 1;

-- ---- reading ---------------------------------------------------------------

-- Every cell, in file order.
SELECT m.name, m.cells, count(c.*) AS read,
       count(*) FILTER (WHERE (w.key, w.family, w.qualifier, w.ts, w.type, w.value) = (c.key, c.family, c.qualifier, c.ts, c.type, c.value)) AS equal
FROM manifest m JOIN file f USING (name)
LEFT JOIN LATERAL hfile_cells(f.bytes) WITH ORDINALITY AS c(key, family, qualifier, ts, type, value, n) ON true
LEFT JOIN (SELECT *, row_number() OVER (PARTITION BY name ORDER BY no) AS n FROM cell) w ON w.name = m.name AND w.n = c.n
GROUP BY m.name, m.cells ORDER BY m.name COLLATE "C";

-- Every row, by index and bloom filter.
SELECT f.name, count(*) AS rows,
       count(*) FILTER (WHERE got = want) AS equal
FROM file f JOIN (SELECT name, key, array_agg((qualifier, ts, type, value)::text ORDER BY no) AS want FROM cell GROUP BY 1, 2) w USING (name),
     LATERAL (SELECT array_agg((g.qualifier, g.ts, g.type, g.value)::text) AS got FROM hfile_get(f.bytes, w.key) g) g
GROUP BY 1 ORDER BY f.name COLLATE "C";
SELECT f.name, (SELECT count(*) FROM hfile_get(f.bytes, 'no such row')) AS absent,
       (SELECT count(*) FROM hfile_get(f.bytes, '')) AS empty,
       (SELECT count(*) FROM hfile_get(f.bytes, '\xFF\xFF')) AS behind
FROM file f ORDER BY f.name COLLATE "C";
SELECT * FROM file, hfile_get(bytes, 'r000001') WHERE file.name = 'none-row' LIMIT 0;

-- What a file says of itself.
SELECT i.section, i.name, i."offset", i.value FROM file f, hfile_info(f.bytes) i
WHERE f.name = 'none-row' AND i.name NOT LIKE 'hfile.%KEY%' AND i.name NOT LIKE 'LAST%';
SELECT f.name, i.section, i.name AS item, count(*) FROM file f, hfile_info(f.bytes) i
WHERE f.name IN ('deletes', 'none-rowcol', 'fastdiff-row') AND section IN ('index', 'bloom', 'block') GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SELECT i.value #>> '{row}' AS row, i.value #>> '{qualifier}' AS qualifier, i.value #>> '{type}' AS type
FROM file f, hfile_info(f.bytes) i WHERE f.name = 'deletes' AND i.name = 'hfile.LASTKEY';

-- ---- writing ---------------------------------------------------------------

-- A setting of the manifest, by its name there.
CREATE FUNCTION pg_temp.setting(settings text, name text) RETURNS text IMMUTABLE
RETURN substring(settings FROM '(?:^| )' || name || '=([^ ]*)');
CREATE FUNCTION pg_temp.options(settings text) RETURNS jsonb IMMUTABLE
RETURN jsonb_strip_nulls(jsonb_build_object(
    'SOURCE_TASK', 'hfile_proto', 'COMPRESSION', pg_temp.setting(settings, 'comp'),
    'BLOOMFILTER', pg_temp.setting(settings, 'bloom'), 'BLOCKSIZE', pg_temp.setting(settings, 'block')::int,
    'CHECKSUM', pg_temp.setting(settings, 'cksum'), 'BYTES_PER_CHECKSUM', pg_temp.setting(settings, 'bpc')::int,
    'INDEX_BLOCK_SIZE', pg_temp.setting(settings, 'index')::int, 'BLOOM_CHUNK_SIZE', pg_temp.setting(settings, 'bloomchunk')::int));

-- The very bytes of HBase's writer; rows in order, their cells in any.
SELECT name, m.settings, length(f.bytes),
       hfile_agg(key, family, qualifier, ts, type, value, 1700000000000, pg_temp.options(m.settings) ORDER BY key, md5(value || no::text::bytea)) = f.bytes AS identical
FROM manifest m JOIN file f USING (name) JOIN cell c USING (name)
WHERE m.settings !~ 'plain|tags|enc=' GROUP BY name, m.settings, f.bytes ORDER BY name COLLATE "C";

-- Compressions and bloom filters: the cells come back.
SELECT compression, bloom, count(*) AS files, bool_and(back = want) AS equal
FROM unnest(ARRAY['NONE', 'gz']) AS compression, unnest(ARRAY['NONE', 'ROW', 'rowcol']) AS bloom,
     (VALUES ('gz-row'), ('deletes')) AS v(name),
     LATERAL (SELECT hfile_agg(key, family, qualifier, ts, type, value, 1, jsonb_build_object('compression', compression, 'bloomfilter', bloom, 'blocksize', 3000) ORDER BY key) AS made,
                     md5(string_agg((key, family, qualifier, ts, type, value)::text, '' ORDER BY no)) AS want
              FROM cell WHERE name = v.name) AS m,
     LATERAL (SELECT md5(string_agg((c.*)::text, '' ORDER BY n)) AS back
              FROM (SELECT c.key, c.family, c.qualifier, c.ts, c.type, c.value, n FROM hfile_cells(made) WITH ORDINALITY AS c(key, family, qualifier, ts, type, value, n)) x(key, family, qualifier, ts, type, value, n),
                   LATERAL (SELECT x.key, x.family, x.qualifier, x.ts, x.type, x.value) AS c) AS b
GROUP BY 1, 2 ORDER BY compression COLLATE "C", bloom COLLATE "C";

-- Without timestamps: puts get the stamp, markers a millisecond less, so that
-- they do not hide the puts of the same file; the order is HBase's.
SELECT c.* FROM (SELECT hfile_agg(key, 'd', qualifier, ts, type, value, 1000 ORDER BY key) AS h
                 FROM (VALUES ('b'::rowkey, 'q'::bytea, NULL::bigint, 'DeleteColumn', NULL::bytea), ('b', 'q', NULL, 'Put', 'new'), ('b', 'q', 500, 'Put', 'old'),
                              ('a', 'x', 9223372036854775807, 'Put', 'unstamped'), ('a', NULL, NULL, 'DeleteFamily', NULL),
                              ('c', 'none', NULL, 'Put', NULL), ('c', '', 7, 'Delete', NULL), ('c', NULL, 8, 'DeleteFamilyVersion', 'value of a marker')) v(key, qualifier, ts, type, value)) m,
     hfile_cells(h) c;
SELECT i.value FROM hfile_info((SELECT hfile_agg('a', 'd', 'q', NULL, 'Put', 'v', timestamptz '2023-11-14 22:13:20.1239+00'))) i WHERE i.name IN ('hfile.CREATE_TIME_TS', 'TIMERANGE', 'BULKLOAD_TIMESTAMP', 'BULKLOAD_SOURCE_TASK');
SELECT i.value FROM hfile_info((SELECT hfile_agg('a', 'd', 'q', 5, 'Put', 'v', timestamptz '2023-11-14 22:13:20.123+00', '{"CREATE_TIME": 17, "source_task": "me"}'))) i WHERE i.name IN ('hfile.CREATE_TIME_TS', 'TIMERANGE', 'BULKLOAD_TIMESTAMP', 'BULKLOAD_SOURCE_TASK');
SELECT hfile_agg(key, 'd', 'q', 1, 'Put', 'v', 1) IS NULL AS no_cells FROM (SELECT 'a'::rowkey AS key WHERE false) v;
SELECT hfile_agg('a', 'd', 'q', 1, 'Put', NULL, 1) IS NULL AS no_cells;

-- Rows of 32,767 bytes, empty qualifiers and values, a family that is not ASCII.
SELECT length(key), family, qualifier, value, count(*) FROM hfile_cells((
    SELECT hfile_agg(rowkey_from_text(lpad(i::text, 32767, '0')), 'é', '', 1, 'Put', '', 1 ORDER BY i) FROM generate_series(1, 20) i)) GROUP BY 1, 2, 3, 4;

-- ---- refused ---------------------------------------------------------------
\set SHOW_CONTEXT never

CREATE FUNCTION pg_temp.made(cells text, options jsonb DEFAULT '{}') RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN
    EXECUTE format('SELECT length(hfile_agg(key::rowkey, family, qualifier::bytea, ts, type, value::bytea, 100, $1)) FROM (VALUES %s) v(key, family, qualifier, ts, type, value)', cells) INTO n USING options;
    RETURN n;
END $$;
SELECT pg_temp.made($$('b', 'f', 'q', 5::bigint, 'Put', 'v'), ('a', 'f', 'q', 5, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', 'f', 'q', 5::bigint, 'Put', 'v'), ('b', 'g', 'q', 5, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', 'f', 'q', 5::bigint, 'Put', 'v'), ('a', 'f', 'q', 5, 'Put', 'w')$$);
SELECT pg_temp.made($$('a', 'f', 'q', 5::bigint, 'Put', 'v'), ('a', 'f', 'q', 5, 'Put', 'w')$$, '{"DUPLICATES": "keep"}') > 0 AS kept;
SELECT pg_temp.made($$('a', 'f', 'q', 5::bigint, 'Put', 'v'), ('b', 'f', 'q', 5, 'Put', 'w'), ('a', 'f', 'q', 4, 'Put', 'w')$$);
SELECT pg_temp.made($$('a', 'f', 'q', -1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('', 'f', 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', 'f:x', 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', '', 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', '.f', 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', 'recovered.edits', 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'put', 'v')$$);
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'DeleteFamily', NULL)$$);
SELECT pg_temp.made($$('a', 'f', 'q', NULL::bigint, 'Delete', NULL)$$);
SELECT pg_temp.made($$('a', 'f', NULL, NULL::bigint, 'DeleteFamilyVersion', NULL)$$);
SELECT pg_temp.made($$('a', 'f', NULL, 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$(NULL, 'f', 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', NULL, 'q', 1::bigint, 'Put', 'v')$$);
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, NULL, 'v')$$);
SELECT hfile_agg('a', 'f', 'q', 1, 'Put', 'v', NULL::bigint);
SELECT hfile_agg('a', 'f', 'q', 1, 'Put', 'v', 0);
SELECT hfile_agg('a', 'f', 'q', 1, 'Put', 'v', timestamptz '1969-12-31 00:00+00');
SELECT hfile_agg('a', 'f', 'q', 1, 'Put', 'v', timestamptz 'infinity');
SELECT hfile_agg('a', 'f', 'q', 1, 'Put', 'v', stamp) FROM generate_series(1::bigint, 2) stamp;
SELECT hfile_agg('a', 'f', 'q', 1, 'Put', 'v', 1, o::jsonb) FROM (VALUES ('{"BLOCKSIZE": 100}'), ('{"BLOCKSIZE": 200}')) v(o);
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', repeat('v', 10485760))$$);
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"MAX_CELL_SIZE": 20}');

-- Options.
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"COMPRESS": "GZ"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"COMPRESSION": "gzip"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"COMPRESSION": "LZO"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"COMPRESSION": null}') = pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{}') AS as_default;
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"COMPRESSION": 1}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"BLOCKSIZE": true}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"compression": "GZ", "COMPRESSION": "NONE"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"max_file_size": 1}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"COMPRESSION": ["GZ"]}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"BLOOMFILTER": "ROWPREFIX_FIXED_LENGTH"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"CHECKSUM": "MD5"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"BLOCKSIZE": 0}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"BLOCKSIZE": 1.5}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"BLOCKSIZE": "large"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"BYTES_PER_CHECKSUM": 10}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"CREATE_TIME": -1}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '{"DUPLICATES": "first"}');
SELECT pg_temp.made($$('a', 'f', 'q', 1::bigint, 'Put', 'v')$$, '[1]');

-- ---- streaming -------------------------------------------------------------

CREATE TEMP TABLE many AS
SELECT rowkey_from_text(lpad(i::text, 8, '0')) AS key, q::bytea AS qualifier, decode(md5(i || q), 'hex') || decode(md5(q || i), 'hex') AS value
FROM generate_series(1, 12000) i, unnest(ARRAY['a', 'b', 'c']) q;
SELECT count(*) AS pieces, max(length(piece)) AS largest, string_agg(piece, '' ORDER BY n) = whole AS equal
FROM hfile_stream($$SELECT key, 'd'::name, qualifier, NULL::bigint, 'Put'::text, value FROM many ORDER BY key$$, 1000) WITH ORDINALITY AS s(piece, n),
     (SELECT hfile_agg(key, 'd', qualifier, NULL, 'Put', value, 1000 ORDER BY key) AS whole FROM many) w
GROUP BY whole;
SELECT family, ts, count(*), count(DISTINCT key) AS rows
FROM hfile_cells((SELECT string_agg(piece, '' ORDER BY n) FROM hfile_stream(
    $$SELECT key::bytea, 'd'::text, qualifier, NULL::bigint, 'Put'::text, ''::bytea FROM many ORDER BY key$$, timestamptz '2023-11-14 22:13:20+00', '{"COMPRESSION": "GZ"}') WITH ORDINALITY AS s(piece, n))) GROUP BY 1, 2;
-- A family of more bytes than a name has can be written, not shown.
SELECT count(*) FROM hfile_cells((SELECT string_agg(piece, '') FROM hfile_stream($$SELECT 'a'::rowkey, repeat('f', 64), ''::bytea, 1::bigint, 'Put'::text, ''::bytea$$, 1000) AS piece));
-- A client that wants no more: the cursor goes.
SELECT length(hfile_stream($$SELECT key, 'd'::name, qualifier, NULL::bigint, 'Put'::text, value FROM many ORDER BY key$$, 1000)) AS first LIMIT 1;
SELECT count(*) AS cursors FROM pg_cursors;
-- large cells are fetched one by one
CREATE SEQUENCE fetched;
SELECT length(hfile_stream($$SELECT rowkey_encode(i, 'bytes'), 'd'::name, 'q'::bytea, NULL::bigint, 'Put'::text, repeat('x', 1000000 + 0 * nextval('fetched')::int)::bytea FROM generate_series(1, 50) i$$, 1000)) AS first LIMIT 1;
SELECT last_value FROM fetched;
SELECT count(*) AS pieces FROM hfile_stream($$SELECT key, 'd'::name, qualifier, NULL::bigint, 'Put'::text, value FROM many WHERE false$$, 1000);
SELECT count(*) FROM hfile_stream('SELECT 1', 1000);
SELECT count(*) FROM hfile_stream($$SELECT key, 'd'::name, 'q'::text, NULL::bigint, 'Put'::text, value FROM many$$, 1000);
SELECT count(*) FROM hfile_stream($$SELECT key, NULL::name, qualifier, NULL::bigint, 'Put'::text, value FROM many$$, 1000);
SELECT count(*) FROM hfile_stream($$INSERT INTO many SELECT * FROM many$$, 1000);
SELECT count(*) FROM hfile_stream($$INSERT INTO many SELECT * FROM many RETURNING key, 'd'::name, qualifier, NULL::bigint, 'Put'::text, value$$, 1000);
SELECT count(*) FROM hfile_stream($$SELECT key, 'd'::name, qualifier, NULL::bigint, 'Put'::text, value FROM many ORDER BY key DESC$$, 1000);
SELECT count(*) FROM hfile_stream($$SELECT key, 'd'::name, qualifier, NULL::bigint, 'Put'::text, value FROM many ORDER BY key$$, 0);
SELECT count(*) FROM hfile_stream('not SQL', 1000);

-- ---- damaged ---------------------------------------------------------------

SELECT count(*) FROM hfile_cells(''::bytea);
SELECT count(*) FROM hfile_cells(decode(repeat('00', 5000), 'hex'));
SELECT count(*) FROM file, hfile_cells(substring(bytes FROM 1 FOR length(bytes) - 1)) WHERE file.name = 'none-row';
SELECT count(*) FROM file, hfile_cells(set_byte(bytes, 100, get_byte(bytes, 100) # 1)) WHERE file.name = 'none-row';
SELECT count(*) FROM file, hfile_cells(set_byte(bytes, 20000, get_byte(bytes, 20000) # 128)) WHERE file.name = 'none-row-crc32';
SELECT count(*) FROM file, hfile_cells(set_byte(bytes, 0, 0)) WHERE file.name = 'gz-row';
SELECT count(*) FROM file, hfile_cells(set_byte(bytes, length(bytes) - 1, 2)) WHERE file.name = 'none-row';
SELECT count(*) FROM file, hfile_info(decode(replace(encode(bytes, 'hex'), encode('KVComparator', 'hex'), '4b56436f6d70617261741bff'), 'hex')) WHERE file.name = 'none-row';
-- The rest of a damaged file can still be searched.
SELECT count(*) FROM file, hfile_get(set_byte(bytes, 100, get_byte(bytes, 100) # 1), (SELECT max(key) FROM cell WHERE name = 'none-row-multilevel')) WHERE file.name = 'none-row-multilevel';

-- ---- values in other files ---------------------------------------------------

\set mob `od -An -v -tx1 "${PG_ABS_SRCDIR:-.}/test/data/vectors/mob.hfile" | tr -d ' \n'`
SELECT * FROM hfile_cells(decode(:'mob', 'hex'));
SELECT * FROM hfile_get(decode(:'mob', 'hex'), 'r1');
