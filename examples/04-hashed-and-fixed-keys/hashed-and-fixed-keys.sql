-- Hashed parts and parts of fixed width: keys of known length that spread by
-- themselves. Patterns 0.7v, 1.13, 0.12, 1.8, 1.6f.
CREATE EXTENSION hbase_schema;

-- 0.7v: digests by name, whole or cut; what OpenSSL knows, and the hashes of Java
-- and Hadoop.
SELECT rowkey_hash('host1'::text, 'sha256', 4)::bytea AS sha256_4, rowkey_hash('host1'::text, 'crc32')::bytea AS crc32, rowkey_hash('host1'::text, 'java')::bytea AS java;
SELECT rowkey_hash('host1'::text, 'md5')::bytea AS host, rowkey_hash('WARN'::text, 'md5')::bytea AS event;
SELECT rowkey_hash('host1', 'md17');

-- 1.13: a hash in front, the value itself behind: spread, and readable. A get
-- computes the hash again, the same on every machine.
SELECT rowkey_hash('ALFKI', 'md5', 1) || rowkey_from_text('ALFKI') AS key;

-- 0.12: both parts hashed: 32 bytes always, but only equality finds anything.
SELECT (rowkey_hash('42', 'md5') || rowkey_hash('1001', 'md5'))::bytea AS key;

-- 1.8: two bytes of hash over 16 equal regions: the hottest has hardly more than the
-- average.
SELECT round(max(n) / avg(n), 3) AS hottest_to_average, count(*) AS regions
FROM (SELECT width_bucket(rowkey_hash(i::text, 'md5', 2), hbase.split_points('uniform', 16)) AS region, count(*) AS n
      FROM generate_series(1, 10000) i GROUP BY 1) x;
-- HexStringSplit is for keys that begin with a digest in lower-case hex. In upper
-- case all of them would lie below 'a', and 6 of 16 regions stay empty.
SELECT (SELECT count(DISTINCT width_bucket(rowkey_from_text(md5(i::text)), points)) FROM generate_series(1, 10000) i) AS lower_case,
       (SELECT count(DISTINCT width_bucket(rowkey_from_text(upper(md5(i::text))), points)) FROM generate_series(1, 10000) i) AS upper_case
FROM hbase.split_points('hex', 16) points;

-- 1.6f: fixed width from variable text: blanks at the right, an error when longer,
-- never cut.
SELECT rowkey_pad('AB', 5) AS key, length(rowkey_pad('AB', 5)), rowkey_unpad(rowkey_pad('AB', 5));
SELECT rowkey_pad('ABCDEF', 5);
-- Why: without a fixed width or an end, AB and ABC run into what follows.
SELECT rowkey_from_text('AB') || rowkey_from_text('C1') = rowkey_from_text('ABC') || rowkey_from_text('1') AS two_rows_one_key,
       rowkey_pad('AB', 5) || rowkey_from_text('C1') = rowkey_pad('ABC', 5) || rowkey_from_text('1') AS with_fixed_width;

-- Trap 2: numbers as Bytes.toBytes writes them are fixed in width, but negative
-- ones sort behind all others.
SELECT n, rowkey_encode(n, 'bytes')::bytea AS key FROM unnest(ARRAY[-1, 0, 1]::bigint[]) n ORDER BY rowkey_encode(n, 'bytes');
