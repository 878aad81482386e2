-- Transforms that put rows in another order: reversals, reverse times, fixed
-- width.
\pset null '(null)'
CREATE FUNCTION hex(key rowkey) RETURNS text LANGUAGE sql IMMUTABLE STRICT RETURN encode(key::bytea, 'hex');
SET TimeZone = 'UTC';

-- ---- rowkey_reverse ----

-- A text by character, bytes by byte.
SELECT rowkey_reverse('13800138000'), rowkey_reverse(rowkey_reverse('13800138000')) AS twice, rowkey_reverse('\x0001ff'::bytea), rowkey_reverse('a\x00b'::rowkey);
SELECT rowkey_reverse(t), reverse(rowkey_decode(rowkey_reverse(t), NULL::text, 'string')) = t AS back
FROM unnest(ARRAY['', 'a', 'héllo', '漢字', U&'a\+01F600z', U&'e\0301', 'abcdefghijklmnopq', 'abcdefghé']) t;
SELECT bool_and(rowkey_reverse(rowkey_reverse(b)) = b AND get_byte(rowkey_reverse(b), 0) = get_byte(b, length(b) - 1)) AS own_inverse
FROM generate_series(1, 100) n, decode(md5(n::text) || repeat(to_hex(n % 16), 2 * n), 'hex') b;
-- By character it is what reverse() does.
SELECT bool_and(convert_from(rowkey_reverse(t)::bytea, 'UTF8') = reverse(t)) AS as_reverse
FROM generate_series(0, 60) n, LATERAL (SELECT coalesce(string_agg(substr('abcdé漢xyz', 1 + (i * 7 + n) % 9, 1), ''), '') FROM generate_series(1, n) i) s(t);
-- Phone numbers: the first character has one value, the last ten.
SELECT count(DISTINCT left(number, 1)) AS first_characters, count(DISTINCT substring(rowkey_reverse(number), 1, 1)) AS reversed, min(n) AS least, max(n) AS most
FROM (SELECT number, count(*) OVER (PARTITION BY substring(rowkey_reverse(number), 1, 1)) AS n
      FROM generate_series(0, 9999) i, LATERAL (SELECT (13800000000 + i)::text) p(number)) s;
-- char(n) comes without its blanks, as whenever it becomes text.
SELECT rowkey_reverse('ab   '::char(5));
-- Bad input.
SELECT reverse(rowkey_decode('\xFFa', NULL::text, 'string'));
SELECT reverse(rowkey_decode('abcdefghi\xC3', NULL::text, 'string'));
SELECT reverse(rowkey_decode('a\x00b', NULL::text, 'string'));
SELECT length(rowkey_reverse(repeat('x', 32767))), length(rowkey_reverse(repeat('é', 16383)));
SELECT rowkey_reverse(repeat('x', 32768));
SELECT rowkey_reverse(repeat('é', 16384));
SELECT rowkey_reverse(convert_to(repeat('x', 32768), 'UTF8'));
SELECT rowkey_reverse(NULL::text), rowkey_reverse(NULL::bytea), reverse(rowkey_decode(NULL, NULL::text, 'string'));

-- ---- rowkey_reverse_domain ----

SELECT d AS domain, rowkey_reverse_domain(d), rowkey_reverse_domain(rowkey_reverse_domain(d)) = d AS back
FROM unnest('{www.example.com,localhost,"",.,a..b,example.com.,münchen.de}'::text[]) d;
SELECT rowkey_from_text(rowkey_reverse_domain('www.example.com')) ^@ 'com.example.' AS hosts_are_a_prefix;
SELECT length(rowkey_reverse_domain(repeat('a.', 50000)));
SELECT rowkey_reverse_domain(NULL);

-- ---- rowkey_reverse_ts ----

SELECT hex(rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz)) AS at, hex(rowkey_reverse_ts(0::bigint)) AS zero, hex(rowkey_reverse_ts(-1::bigint)) AS before;
SELECT rowkey_unreverse_ts(rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz)), rowkey_decode(rowkey_reverse_ts(-1::bigint), NULL::bigint, 'phoenix', descending => true);
-- Every vector: Bytes.toBytes(Long.MAX_VALUE - v).
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/bytes.tsv"`
SELECT count(*) AS vectors, count(*) FILTER (WHERE hex(rowkey_reverse_ts(v)) = hex AND rowkey_decode(decode(hex, 'hex'), NULL::bigint, 'phoenix', descending => true) = v) AS pass
FROM (SELECT f[2]::bigint AS v, f[3] AS hex
      FROM regexp_split_to_table(:'content', '\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f
      WHERE f[1] = 'reverse_long') r;
-- The newest first, from the first time PostgreSQL has to the last, exact to
-- the millisecond, which is the floor also before 1970.
CREATE TEMP TABLE times AS
SELECT at FROM unnest('{4714-11-24 00:00+00 BC,4714-11-24 00:00:00.001+00 BC,0001-01-01 00:00+00,1582-10-15 00:00+00,1883-11-18 12:03:58+00,1969-12-31 23:59:59+00,1969-12-31 23:59:59.998001+00,1969-12-31 23:59:59.999999+00,1970-01-01 00:00+00,1970-01-01 00:00:00.000999+00,1970-01-01 00:00:00.001+00,1999-12-31 23:59:59.999999+00,2000-01-01 00:00+00,2022-12-24 18:00+00,9999-12-31 23:59:59.9996+00,294276-12-31 23:59:59.999999+00}'::timestamptz[]) at;
SELECT at, hex(rowkey_reverse_ts(at)) AS key, rowkey_unreverse_ts(rowkey_reverse_ts(at)) = date_trunc('milliseconds', at) AS to_the_ms,
       rowkey_decode(rowkey_reverse_ts(at), NULL::bigint, 'phoenix', descending => true) = extract(epoch FROM date_trunc('second', at))::bigint * 1000 + extract(microseconds FROM at)::bigint % 1000000 / 1000 AS floor
FROM times ORDER BY rowkey_reverse_ts(at);
SELECT count(*) AS pairs_in_wrong_order FROM times a JOIN times b ON a.at < b.at AND rowkey_reverse_ts(a.at) < rowkey_reverse_ts(b.at);
SELECT count(*) AS wrong FROM generate_series(-5000, 5000, 7) us, LATERAL (SELECT timestamptz '1970-01-01+00' + us * interval '1 microsecond') t(at)
WHERE rowkey_decode(rowkey_reverse_ts(at), NULL::bigint, 'phoenix', descending => true) <> floor(us / 1000.0);
-- TimeZone has no say: timestamp and date count as UTC.
SET TimeZone = 'America/St_Johns';
SELECT hex(rowkey_reverse_ts('2022-12-24 18:00'::timestamp)) AS "timestamp", rowkey_reverse_ts('2022-12-24'::date) = rowkey_reverse_ts('2022-12-24 00:00+00'::timestamptz) AS "date",
       rowkey_decode(rowkey_reverse_ts('1969-12-31'::date), NULL::bigint, 'phoenix', descending => true) AS day_before, rowkey_decode(rowkey_reverse_ts('5874897-12-31'::date), NULL::bigint, 'phoenix', descending => true) AS last_day;
SET TimeZone = 'UTC';
SELECT rowkey_decode(rowkey_reverse_ts(v), NULL::bigint, 'phoenix', descending => true) = v AS back, hex(rowkey_reverse_ts(v)) AS key
FROM unnest('{-9223372036854775808,-9223372036854775807,9223372036854775806,9223372036854775807}'::bigint[]) v;
-- Bad input: Java's long has no infinity, and a scan's open end needs none.
SELECT rowkey_reverse_ts('infinity'::timestamptz);
SELECT rowkey_reverse_ts('-infinity'::timestamptz);
SELECT rowkey_reverse_ts('infinity'::timestamp);
SELECT rowkey_reverse_ts('-infinity'::date);
SELECT rowkey_reverse_ts('2022-12-24 18:00+00');
SELECT rowkey_unreverse_ts('');
SELECT rowkey_decode('1234567', NULL::bigint, 'phoenix', descending => true);
SELECT rowkey_decode('123456789', NULL::bigint, 'phoenix', descending => true);
SELECT rowkey_unreverse_ts(rowkey_reverse_ts(9223372036854775807));
SELECT rowkey_unreverse_ts(rowkey_reverse_ts(-9223372036854775808));
SELECT rowkey_unreverse_ts(rowkey_reverse_ts(9224318016000000));
SELECT rowkey_unreverse_ts(rowkey_reverse_ts(9224318015999999)), rowkey_unreverse_ts(rowkey_reverse_ts(-210866803200000));
SELECT rowkey_unreverse_ts(rowkey_reverse_ts(-210866803200001));
SELECT rowkey_reverse_ts(NULL::bigint), rowkey_reverse_ts(NULL::timestamptz), rowkey_reverse_ts(NULL::date), rowkey_unreverse_ts(NULL), rowkey_decode(NULL, NULL::bigint, 'phoenix', descending => true);

-- ---- rowkey_pad ----

SELECT '[' || rowkey_pad('AB', 5)::text || ']' AS padded, rtrim(rowkey_decode(rowkey_pad('AB', 5), NULL::text, 'string')), rowkey_pad('ABCDE', 5), length(rowkey_pad('', 32767)), rtrim(rowkey_decode(rowkey_pad('', 3), NULL::text, 'string')) = '' AS empty_again;
SELECT rowkey_pad('é', 3), rtrim(rowkey_decode(rowkey_pad('é', 3), NULL::text, 'string')), rowkey_pad('AB   '::char(5), 5) = rowkey_pad('AB', 5) AS of_char;
-- Bad input: nothing is cut, and no two texts share a key.
SELECT rowkey_pad('ABCDEF', 5);
SELECT rowkey_pad('éé', 3);
SELECT rowkey_pad('AB ', 5);
SELECT rowkey_pad('AB', 0);
SELECT rowkey_pad('AB', -1);
SELECT rowkey_pad('AB', 32768);
SELECT rtrim(rowkey_decode('\xFF  ', NULL::text, 'string'));
SELECT rtrim(rowkey_decode('\x00  ', NULL::text, 'string'));
SELECT rowkey_pad(NULL, 5), rowkey_pad('AB', NULL), rtrim(rowkey_decode(NULL, NULL::text, 'string'));

-- ---- together ----

-- Salt, digest, newest first, id: a key put together by hand.
SELECT rowkey_salt(rowkey_hash('ALFKI'::text, 'md5') || rowkey_reverse_ts('2022-12-24 18:00+00'::timestamptz) || int8send(1002), 8) AS key;
-- All but the random salt can be used in generated columns and indexes, and tell
-- the planner that a digest is not free.
SELECT p.oid::regprocedure::text COLLATE "C" AS oid, provolatile AS volatility, procost AS cost
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
WHERE proname ~ '^rowkey_(salt|unsalt|hash|reverse|unreverse|bucket|pad|unpad)' AND (provolatile <> 'i' OR procost > 1 OR proparallel <> 's' OR NOT proisstrict)
 
ORDER BY 1;
CREATE TEMP TABLE calls (id bigint, number text, at timestamptz,
    key rowkey GENERATED ALWAYS AS (rowkey_salt(rowkey_reverse(number) || rowkey_hash(number, 'murmur3', 2) || rowkey_bucket(id, 1000) || rowkey_reverse_ts(at), 4)) STORED);
INSERT INTO calls SELECT i, (13800000000 + i)::text, '2022-12-24 18:00+00'::timestamptz + i * interval '1 s' FROM generate_series(1, 1000) i;
SELECT count(DISTINCT key), count(*) FILTER (WHERE rowkey_unreverse_ts(substring(key, 17)) = at AND reverse(rowkey_decode(substring(key, 2, 11), NULL::text, 'string')) = number) AS read_back FROM calls;

DROP FUNCTION hex CASCADE;

-- In a database of another encoding the bytes are the same UTF-8.
SELECT current_database() AS db \gset
CREATE DATABASE regression_transform_latin1 ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C';
\c regression_transform_latin1
SET client_min_messages = warning;
CREATE EXTENSION hbase_schema;
CREATE FUNCTION hex(key rowkey) RETURNS text LANGUAGE sql IMMUTABLE STRICT RETURN encode(key::bytea, 'hex');
SET client_encoding = 'UTF8';
SELECT hex(rowkey_reverse('é1')) AS reversed, reverse(rowkey_decode(rowkey_reverse('é1'), NULL::text, 'string')) AS back, hex(rowkey_hash('é'::text, 'java')) AS java,
       rowkey_hash('é'::text, 'md5') = rowkey_hash('\xc3a9'::bytea, 'md5') AS md5, hex(rowkey_pad('é', 3)) AS padded, rtrim(rowkey_decode(rowkey_pad('é', 3), NULL::text, 'string')) AS unpadded,
       rowkey_reverse_domain('münchen.de');
-- This server has no such character.
SELECT reverse(rowkey_decode('\xE6\xBC\xA2', NULL::text, 'string'));
\c :db
DROP DATABASE regression_transform_latin1;
