-- Transforms that spread rows: hashes, salts, buckets.
\pset null '(null)'
CREATE FUNCTION hex(key rowkey) RETURNS text LANGUAGE sql IMMUTABLE STRICT RETURN encode(key::bytea, 'hex');

-- ---- rowkey_hash ----

-- Digests by the names OpenSSL knows, in any case, whole or cut.
SELECT hex(rowkey_hash('host1'::text, 'md5')) AS md5,
       hex(rowkey_hash('host1'::text, 'SHA256', 4)) AS sha256_4,
       rowkey_hash('ALFKI'::text, 'md5', 1) AS md5_1;
SELECT algorithm, length(rowkey_hash('abc'::text, algorithm)), hex(rowkey_hash('abc'::text, algorithm, 4)) AS first_4
FROM unnest('{md5,sha1,sha224,sha256,sha384,sha512,sha512-256,sha3-256,blake2b512,blake2s256,RSA-SHA256}'::text[]) algorithm;
-- The same as PostgreSQL's own, on bytes and on text.
SELECT bool_and(rowkey_hash(b, 'md5')::bytea = decode(md5(b), 'hex')
            AND rowkey_hash(b, 'sha224')::bytea = sha224(b) AND rowkey_hash(b, 'sha256')::bytea = sha256(b)
            AND rowkey_hash(b, 'sha384')::bytea = sha384(b) AND rowkey_hash(b, 'sha512')::bytea = sha512(b)
            AND rowkey_hash(b::rowkey, 'sha512')::bytea = sha512(b)
            AND rowkey_hash(encode(b, 'base64'), 'sha256')::bytea = sha256(encode(b, 'base64')::bytea)) AS same
FROM generate_series(0, 300) n, decode(repeat(lpad(to_hex(n % 256), 2, '0'), n), 'hex') b;
-- One call site, names that change from row to row.
SELECT string_agg(hex(rowkey_hash('abc'::text, CASE i % 3 WHEN 0 THEN 'md5' WHEN 1 THEN 'MD5' ELSE 'crc32' END, 2)), ' ' ORDER BY i)
FROM generate_series(0, 6) i;
-- Digests of no fixed length say as many bytes as asked for, and must be asked.
SELECT hex(rowkey_hash(''::text, 'shake128', 8)) AS shake128_8, length(rowkey_hash('abc'::text, 'SHAKE256', 32767));
SELECT rowkey_hash('abc'::text, 'shake128');
SELECT rowkey_hash('abc'::text, 'shake128', 32768);

-- Java's and HBase's 32-bit functions, 4 bytes big-endian.
SELECT algorithm, hex(rowkey_hash('host1'::text, algorithm)) AS of_text, hex(rowkey_hash('\x80ff'::bytea, algorithm)) AS of_bytes
FROM unnest('{crc32,CRC32,bytes,murmur,murmur3,jenkins}'::text[]) algorithm;
SELECT hex(rowkey_hash('host1'::text, 'java')) AS java, hex(rowkey_hash('host1'::text, 'crc32', 3)) AS crc32_3,
       hex(rowkey_hash(''::text, 'java')) AS of_nothing, hex(rowkey_hash('polygenelubricants'::text, 'java')) AS lowest;
-- A character above U+FFFF counts as Java's two.
SELECT hex(rowkey_hash(U&'\+01F600', 'java')) AS astral;
-- Another seed than HBase's -1.
SELECT hex(rowkey_hash('abc'::text, 'murmur3', 4, 0)) AS seed_0, hex(rowkey_hash('abc'::text, 'murmur3', 4, 42)) AS seed_42,
       rowkey_hash('abc'::text, 'murmur3', 4, -1) = rowkey_hash('abc'::text, 'murmur3') AS seed_of_hbase;

-- Every vector of the Java originals.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/hash.tsv"`
CREATE TEMP TABLE hashes AS
SELECT f[1] AS algo, nullif(f[2], '')::int AS seed, decode(f[3], 'hex') AS input, f[4] AS result
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '';
SELECT algo, count(*) AS vectors, count(*) FILTER (WHERE ours = result) AS pass
FROM (SELECT algo, result,
             CASE WHEN algo = 'md5_hex' THEN hex(rowkey_hash(input, 'md5'))
                  WHEN algo = 'crc32' THEN (('x00000000' || hex(rowkey_hash(input, 'crc32')))::bit(64)::bigint)::text
                  ELSE (('x' || hex(CASE WHEN seed IS NOT NULL THEN rowkey_hash(input, algo, 4, seed)
                                            WHEN algo = 'bytes_hashcode' THEN rowkey_hash(input, 'bytes')
                                            ELSE rowkey_hash(input, 'java') END))::bit(32)::int)::text
             END AS ours
      FROM hashes) h
GROUP BY algo ORDER BY algo;

-- Bad input.
SELECT rowkey_hash('abc'::text, 'md6');
SELECT rowkey_hash('abc'::text, '');
SELECT rowkey_hash('abc'::text, 'null');
SELECT rowkey_hash('abc'::text, 'phoenix');
SELECT rowkey_hash('abc'::text, repeat('x', 64));
SELECT rowkey_hash('abc'::text, 'md5', 0);
SELECT rowkey_hash('abc'::text, 'md5', 17);
SELECT rowkey_hash('abc'::text, 'crc32', 5);
SELECT rowkey_hash('abc'::text, 'crc32', -1);
SELECT rowkey_hash('abc'::text, 'sha256', 4, 7);
SELECT rowkey_hash('\x61ff'::bytea, 'java');
SELECT rowkey_hash('\xeda080'::bytea, 'java');
SELECT rowkey_hash(NULL::text, 'md5'), rowkey_hash('abc'::text, NULL), rowkey_hash('abc'::text, 'md5', NULL), rowkey_hash(NULL::rowkey, 'md5');
-- A digest that OpenSSL knows and refuses (here for want of its legacy provider;
-- where that is loaded, the digest itself comes out).
DO $$
BEGIN
    IF hex(rowkey_hash('abc'::text, 'md4')) <> 'a448017aaf21d8525fc10ae87aa6729d' THEN
        RAISE EXCEPTION 'wrong digest';
    END IF;
EXCEPTION WHEN external_routine_invocation_exception THEN
    IF SQLERRM <> 'OpenSSL refuses the digest "md4"' THEN
        RAISE;
    END IF;
END $$;
-- A failure leaves the call site and the next call in order.
SELECT rowkey_hash('abc'::text, 'md5', 2);
-- Long values: only the result is a key.
SELECT hex(rowkey_hash(repeat('x', 100000), 'md5', 4)) AS long_text, hex(rowkey_hash(convert_to(repeat('x', 100000), 'UTF8'), 'murmur3')) AS long_bytes;

-- ---- rowkey_salt ----

SELECT rowkey_salt('abc', 16), rowkey_unsalt(rowkey_salt('abc', 16)), get_byte(rowkey_salt('abc', 16), 0),
       rowkey_salt('', 16) AS of_nothing, rowkey_salt('\xFF\x80'::rowkey, 256) AS signed_bytes;
SELECT algorithm, rowkey_salt('abc', 16, algorithm), get_byte(rowkey_salt('abc', 256, algorithm), 0)
FROM unnest('{phoenix,Phoenix,bytes,java,java_floormod,murmur,murmur3,jenkins,crc32,md5,sha256}'::text[]) algorithm;
-- One bucket takes all; 16 share 10,000 keys evenly.
SELECT n, count(*) AS salts, min(keys) AS least, max(keys) AS most
FROM (SELECT n, count(*) AS keys FROM generate_series(1, 10000) i, unnest('{1,16}'::int[]) n GROUP BY n, get_byte(rowkey_salt(int8send(i), n), 0)) s
GROUP BY n ORDER BY n;
-- Every vector: Phoenix, and the expressions people write in Java.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/phoenix_salt.tsv"`
SELECT count(*) AS vectors, count(*) FILTER (WHERE get_byte(rowkey_salt(key, n), 0) = salt AND rowkey_unsalt(rowkey_salt(key, n)) = key) AS pass
FROM (SELECT f[1]::int AS n, decode(f[2], 'hex')::rowkey AS key, get_byte(decode(f[3], 'hex'), 0) AS salt
      FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
      WHERE no > 1 AND line <> '') v;
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/salt.tsv"`
CREATE TEMP TABLE salts AS
SELECT f[1] AS algo, decode(f[2], 'hex')::rowkey AS key, f[3]::int AS n, f[4] AS result
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '';
-- Math.abs(hash) % n goes wrong for the one hash -2^31: a negative bucket,
-- which rowkey_salt does not imitate.
SELECT algo, count(*) AS vectors, count(*) FILTER (WHERE ours = result) AS pass, string_agg(result || ' here ' || ours, ', ') FILTER (WHERE ours <> result) AS negative
FROM (SELECT algo, result,
             CASE algo
                 WHEN 'string_hash_mod_abs' THEN get_byte(rowkey_salt(key, n, 'java'), 0)::text
                 WHEN 'string_hash_abs_mod' THEN get_byte(rowkey_salt(key, n, 'java'), 0)::text
                 WHEN 'string_hash_floormod' THEN get_byte(rowkey_salt(key, n, 'java_floormod'), 0)::text
                 WHEN 'bytes_hash_mod_abs' THEN get_byte(rowkey_salt(key, n), 0)::text
                 WHEN 'bytes_hash_abs_mod' THEN get_byte(rowkey_salt(key, n, 'phoenix'), 0)::text
                 WHEN 'md5_hex_prefix' THEN left(hex(rowkey_hash(key, 'md5')), n)
                 WHEN 'md5_raw_prefix' THEN hex(rowkey_hash(key, 'md5', n))
             END AS ours
      FROM salts) s
GROUP BY algo ORDER BY algo;
-- HBaseWD's prefix by hash is the same salt, but for that one hash.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/hbasewd.tsv"`
CREATE TEMP TABLE hbasewd AS
SELECT f[1]::int AS n, decode(f[2], 'hex')::rowkey AS key, decode(f[3], 'hex')::rowkey AS distributed
FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
WHERE no > 1 AND line <> '';
SELECT count(*) AS vectors, count(*) FILTER (WHERE rowkey_salt(key, n) = distributed) AS same,
       count(*) FILTER (WHERE rowkey_hash(key, 'bytes')::bytea = '\x80000000') AS with_hash_min
FROM hbasewd;
SELECT n, key, distributed AS hbasewd, rowkey_salt(key, n) AS ours FROM hbasewd
WHERE rowkey_salt(key, n) <> distributed ORDER BY n;
-- Its scans: one interval a salt, each ending where the next begins.
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/hbasewd_intervals.tsv"`
WITH v AS (
    SELECT f[1]::int AS n, decode(f[2], 'hex')::rowkey AS start, decode(f[3], 'hex')::rowkey AS stop, f[4] AS intervals
    FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
    WHERE no > 1 AND line <> '')
SELECT count(*) AS vectors, count(*) FILTER (WHERE intervals = ours) AS pass
FROM v, LATERAL (SELECT string_agg(hex(rowkey_bucket(i, n) || start) || '..' ||
                                   CASE WHEN stop <> '' THEN hex(rowkey_bucket(i, n) || stop)
                                        WHEN i < n - 1 THEN hex(rowkey_bucket(i + 1, n))
                                        ELSE '' END, ' ' ORDER BY i) AS ours
                 FROM generate_series(0, n - 1) i) s;

-- Bad input.
SELECT rowkey_salt('abc', 0);
SELECT rowkey_salt('abc', -1);
SELECT rowkey_salt('abc', 257);
SELECT rowkey_salt('abc', 256), rowkey_salt('abc', 1);
SELECT rowkey_salt('abc', 16, 'md6');
SELECT rowkey_salt('abc', 16, repeat('x', 70));
SELECT rowkey_salt('abc', 16, 'shake128');
SELECT rowkey_salt('a\xFFc', 16, 'java');
SELECT rowkey_unsalt('');
SELECT rowkey_unsalt('\x00') = '' AS empty_again;
SELECT length(rowkey_salt(repeat('x', 32766)::rowkey, 16)), length(rowkey_unsalt(repeat('x', 32767)::rowkey));
SELECT rowkey_salt(repeat('x', 32767)::rowkey, 16);
SELECT rowkey_salt(repeat('x', 32767)::rowkey, 16, 'md5');
SELECT rowkey_salt_random(repeat('x', 32767)::rowkey, 16);
SELECT rowkey_salt(NULL, 16), rowkey_salt('abc', NULL), rowkey_salt('abc', 16, NULL), get_byte(rowkey_salt(NULL, 16), 0), rowkey_salt_random('abc', NULL), rowkey_unsalt(NULL);

-- A random salt spreads, too, but no get finds the row again.
SELECT count(*) FILTER (WHERE rowkey_unsalt(k) = 'abc') AS unsalted, count(DISTINCT get_byte(k, 0)) AS salts, max(get_byte(k, 0)) AS highest
FROM (SELECT rowkey_salt_random('abc', 5) AS k FROM generate_series(1, 1000)) s;
SELECT rowkey_salt_random('abc', 1);
SELECT rowkey_salt_random('abc', 0);
SELECT rowkey_salt_random('abc', 257);
CREATE TEMP TABLE refused (id text, key rowkey GENERATED ALWAYS AS (rowkey_salt_random(rowkey_from_text(id), 16)) STORED);
CREATE TEMP TABLE accepted (id text, key rowkey GENERATED ALWAYS AS (rowkey_salt(rowkey_from_text(id), 16, 'md5')) STORED);

-- ---- rowkey_bucket ----

SELECT rowkey_bucket(1669852801237, 100), rowkey_bucket(-1, 100), rowkey_bucket(5, 1000), hex(rowkey_bucket(37, 100));
SELECT n, hex(rowkey_bucket(v, n)) AS bucket, length(rowkey_bucket(v, n))
FROM (VALUES (1, 7::bigint), (256, 255), (256, -1), (257, 256), (257, -1), (65536, 65535), (65536, -1),
             (100, 9223372036854775807), (100, -9223372036854775808), (65536, -9223372036854775808)) b(n, v);
SELECT rowkey_bucket(7::smallint, 5), rowkey_bucket(-7::smallint, 5) = rowkey_bucket(-7, 5) AND rowkey_bucket(-7, 5) = rowkey_bucket(-7::bigint, 5) AS same;
-- floorMod, for any number: 0 <= bucket < n, and the difference is divisible.
SELECT count(*) FILTER (WHERE b BETWEEN 0 AND n - 1 AND (v - b) % n = 0) AS right, count(*)
FROM (SELECT n, v, ('x' || lpad(hex(rowkey_bucket(v, n)), 8, '0'))::bit(32)::int AS b
      FROM generate_series(-1000, 1000, 7) v, unnest('{1,2,3,7,100,255,256,257,1000,65535,65536}'::int[]) n) s;
-- Times are milliseconds, rounded down; dates are days; TimeZone has no say.
SET TimeZone = 'Asia/Kathmandu';
SELECT hex(rowkey_bucket('2022-12-01 00:00:01.237+00'::timestamptz, 100)) AS ms, hex(rowkey_bucket('1969-12-31 23:59:59.9999+00'::timestamptz, 100)) AS before_1970,
       hex(rowkey_bucket('2022-12-01 00:00:01.237'::timestamp, 100)) AS as_utc, hex(rowkey_bucket('1970-01-08'::date, 100)) AS days, hex(rowkey_bucket('1969-12-31'::date, 100)) AS day_before;
RESET TimeZone;
-- Bad input.
SELECT rowkey_bucket('ALFKI'::text, 100);
SELECT rowkey_bucket('7', 100);
SELECT rowkey_bucket(7, 0);
SELECT rowkey_bucket(7, -1);
SELECT rowkey_bucket(7, 65537);
SELECT rowkey_bucket('infinity'::timestamptz, 100);
SELECT rowkey_bucket('-infinity'::timestamp, 100);
SELECT rowkey_bucket('infinity'::date, 100);
SELECT rowkey_bucket(NULL::bigint, 100), rowkey_bucket(7, NULL), rowkey_bucket(NULL::date, 100), rowkey_bucket(NULL::text, 100);

DROP FUNCTION hex;
