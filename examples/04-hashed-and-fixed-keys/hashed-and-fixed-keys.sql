-- Hashed fields and fields of fixed width: keys of known length that are distributed
-- evenly. Patterns 0.7v, 0.11o, 0.12, 1.6f, 1.8, 1.12p, 1.13; trap 2.
CREATE EXTENSION hbase_schema;

-- 0.7v: digests by name, complete or truncated; the digests of OpenSSL, and the hashes of
-- Java and Hadoop.
SELECT rowkey_hash('host1'::text, 'sha256', 4)::bytea AS sha256_4, rowkey_hash('host1'::text, 'crc32')::bytea AS crc32, rowkey_hash('host1'::text, 'java')::bytea AS java;
SELECT rowkey_hash('host1'::text, 'md5')::bytea AS host, rowkey_hash('WARN'::text, 'md5')::bytea AS event;
SELECT rowkey_hash('host1', 'md17');

-- 1.13: a hash, then the value: distributed, and the value can be decoded. A get computes
-- the hash again, with the same result on each machine.
SELECT rowkey_hash('ALFKI', 'md5', 1) || rowkey_from_text('ALFKI') AS key;

-- 0.12: both fields hashed: always 32 bytes, but only equality conditions work.
SELECT (rowkey_hash('42', 'md5') || rowkey_hash('1001', 'md5'))::bytea AS key;

-- 1.8: two bytes of a hash over 16 equal regions: the largest has hardly more than the
-- average.
SELECT round(max(n) / avg(n), 3) AS hottest_to_average, count(*) AS regions
FROM (SELECT width_bucket(rowkey_hash(i::text, 'md5', 2), rowkey_split_points('uniform', 16)) AS region, count(*) AS n
      FROM generate_series(1, 10000) i GROUP BY 1) x;
-- HexStringSplit is for keys that start with a digest in lower-case hex. Upper-case
-- digits sort below 'a', so 6 of 16 regions stay empty.
SELECT (SELECT count(DISTINCT width_bucket(rowkey_from_text(md5(i::text)), points)) FROM generate_series(1, 10000) i) AS lower_case,
       (SELECT count(DISTINCT width_bucket(rowkey_from_text(upper(md5(i::text))), points)) FROM generate_series(1, 10000) i) AS upper_case
FROM rowkey_split_points('hex', 16) points;

-- 1.6f: fixed width from text of any length: padded with blanks; a longer value is an
-- error, it is never truncated.
SELECT rowkey_pad('AB', 5) AS key, length(rowkey_pad('AB', 5)), rtrim(rowkey_decode(rowkey_pad('AB', 5), NULL::text, 'string'));
SELECT rowkey_pad('ABCDEF', 5);
-- The reason: without a fixed width or a separator, AB and ABC run into the next field.
SELECT rowkey_from_text('AB') || rowkey_from_text('C1') = rowkey_from_text('ABC') || rowkey_from_text('1') AS two_rows_one_key,
       rowkey_pad('AB', 5) || rowkey_from_text('C1') = rowkey_pad('ABC', 5) || rowkey_from_text('1') AS with_fixed_width;

-- Trap 2: numbers of Bytes.toBytes have a fixed width, but negative numbers sort after
-- positive ones.
SELECT n, rowkey_encode(n, 'bytes')::bytea AS key FROM unnest(ARRAY[-1, 0, 1]::bigint[]) n ORDER BY rowkey_encode(n, 'bytes');

-- ---- before the cluster: the cost of a hash, and matching split points ---------------------
-- The ids 1 to 10,000, one a minute. skew: the largest of 16 equal parts of the used key
-- space compared with the average. A hash in front distributes the writes; the cost are
-- the ranges: for ids 1000 to 1099, and for one id.
-- (Hex text uses few values of a byte, so equal parts of its key space have unequal rows.)
SET TimeZone = 'UTC';
CREATE TABLE item AS SELECT i AS id, i::text AS name, '2022-12-01 00:00+00'::timestamptz + i * interval '1 min' AS at FROM generate_series(1::bigint, 10000) i;
SELECT design, key_bytes, skew, hottest, ranges
FROM hbase.compare('item', ARRAY['id bigint', 'md5(id bigint)', 'md5(id bigint, 2), id', 'md5hex(id bigint, 8), id using bytes'],
                   questions => ARRAY['{"id": "[1000,1100)"}', '{"id": 1000}']::jsonb[], at => 'at');
-- The id cannot be decoded from the digest alone, and the check reports it. With the id
-- after the first bytes of the digest it can.
CREATE VIEW digest AS SELECT rowkey_compose('md5(id bigint)', id) AS key, widerow_build('n', name) AS d, at FROM item;
CREATE VIEW hashed AS SELECT rowkey_compose('md5(id bigint, 2), id', id) AS key, widerow_build('n', name) AS d, at FROM item;
CREATE VIEW hex AS SELECT rowkey_compose('md5hex(id bigint, 8), id using bytes', id) AS key, widerow_build('n', name) AS d, at FROM item;
SELECT hbase.define('digest', layouts => ARRAY['md5(id bigint)']::rowkey_layout[], ignore => '{at}'), hbase.define('hashed', layouts => ARRAY['md5(id bigint, 2), id']::rowkey_layout[], ignore => '{at}'),
       hbase.define('hex', layouts => ARRAY['md5hex(id bigint, 8), id using bytes']::rowkey_layout[], ignore => '{at}') \g /dev/null
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{digest,hashed,hex}'::regclass[]) r, hbase.check(r, at => 'at') c ORDER BY r::text, c.severity, c.rule;
-- Trap 2 in hbase.check, for keys that another program has written: it shows the first two
-- rows in the wrong order.
CREATE VIEW java_keys AS SELECT int8send(i)::rowkey AS key, widerow_build('n', i) AS d FROM generate_series(-2, 2) i;
SELECT severity, rule, measured, advice FROM hbase.check('java_keys', 'id bigint using bytes') ORDER BY severity, rule;
-- Split points without data: the uniform ones for the bytes of a digest, HexStringSplit's
-- for its hex text. The other way round, one region has most of the rows.
SELECT r AS relation, method, count(*) FILTER (WHERE p.rows = 0) AS empty, max(p.rows) AS fullest
FROM unnest('{hashed,hex}'::regclass[]) r, unnest('{uniform,hex}'::text[]) method, hbase.plan_splits(r, 16, method) p GROUP BY r, method ORDER BY r::text, method DESC;
SELECT kind, ranges, why FROM hbase.plan('hashed', 1000::bigint) UNION ALL SELECT kind, ranges, why FROM hbase.plan('hashed', int8range(1000, 1100));
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('hashed', 16, '1 day', 'at');
SELECT r AS relation, e.rows, e.key_bytes, e.keyvalue_bytes FROM unnest('{digest,hashed,hex}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;
-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/hashed.XXXXXX"`
SELECT region, rows, cells FROM hbase.export_hfiles('hashed', :'folder', splits => rowkey_split_points('uniform', 4), stamp => 1700000000000);
SELECT region, start, stop, rows, ok FROM hbase.verify('hashed', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/hashed.??????
