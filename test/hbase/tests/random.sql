-- Rows that HBase's tools must take as they are: rows of 1 to 32,767 bytes of
-- any kind, a family for each codec, versions, delete markers, empty qualifiers
-- and values, values of some kilobytes. The same on every run.
CREATE FUNCTION noise(seed int, bytes int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT substr(string_agg(decode(md5(seed || '.' || i), 'hex'), '' ORDER BY i), 1, bytes) FROM generate_series(0, bytes / 16) i $$;
CREATE TABLE random_h AS
SELECT k::rowkey AS key,
       CASE WHEN i % 5 <> 1 THEN a END AS a, CASE WHEN i % 3 <> 1 THEN b END AS b, CASE WHEN i % 7 = 2 THEN c END AS c,
       CASE WHEN i % 2 = 0 THEN a END AS d, CASE WHEN i % 4 = 0 THEN b END AS e
  FROM generate_series(1, 4000) i,
       LATERAL (SELECT CASE WHEN i % 1000 = 7 THEN noise(i, 32767) WHEN i % 100 = 3 THEN noise(i, 300) ELSE noise(i, 1 + i % 24) || int4send(i) END AS k) k,
       LATERAL (SELECT widerow_build('', '', 'q' || i % 11, noise(i, i % 90), 'long', CASE WHEN i % 50 = 4 THEN noise(i, 5000) END) AS a) a,
       LATERAL (SELECT widerow_agg('v' || v % 3, noise(v, 20), 1600000000000 + v) AS b FROM generate_series(i, i + i % 9) v) b,
       LATERAL (SELECT widerow_delete(widerow_build('x', 'shown', 'y', ''), 'gone', 1650000000000::bigint) AS c) c;
SELECT hbase.define('random_h', 'random', families => '{
  "a": {"VERSIONS": 5}, "b": {"VERSIONS": 5, "COMPRESSION": "GZ", "BLOOMFILTER": "ROWCOL"},
  "c": {"VERSIONS": 5, "COMPRESSION": "SNAPPY", "BLOOMFILTER": "NONE"},
  "d": {"VERSIONS": 5, "COMPRESSION": "LZ4"}, "e": {"VERSIONS": 5, "COMPRESSION": "ZSTD", "BLOOMFILTER": "ROWCOL"}}') \g /dev/null

-- Rows of 32,767 bytes that differ at their end: each takes a block, and a whole
-- key in the index, which has three levels.
CREATE VIEW long_h AS
SELECT rowkey_from_text(rpad('long', 32760, 'x') || lpad(i::text, 7, '0')) AS key, widerow_build('', i) AS a, widerow_build('q', '', 'r', i) AS b FROM generate_series(1, 100) i;
SELECT hbase.define('long_h', 'long', families => '{"b": {"BLOOMFILTER": "ROWCOL", "COMPRESSION": "LZ4"}}') \g /dev/null
