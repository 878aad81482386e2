-- Hashed parts and parts of fixed width: keys of known length that spread by
-- themselves. Patterns 0.7v, 0.11o, 0.12, 1.6f, 1.8, 1.12p, 1.13; trap 2.
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

-- ---- before the cluster: what a hash costs, and which split points fit it ------------------
-- The ids 1 to 10,000, an id a minute. Skew: the fullest of 16 equal parts of the key space
-- in use against the average. A hash in front spreads the writes; the price are ranges:
-- of ids 1000 to 1099, and of one id.
-- (Hex text uses few values of a byte, so equal parts of its key space are not equal in rows.)
SET TimeZone = 'UTC';
CREATE TABLE item AS SELECT i AS id, i::text AS name, '2022-12-01 00:00+00'::timestamptz + i * interval '1 min' AS at FROM generate_series(1::bigint, 10000) i;
SELECT design, key_bytes, skew, hottest, ranges
FROM hbase.compare('item', ARRAY['id bigint', 'md5(id bigint)', 'md5(id bigint, 2), id', 'md5hex(id bigint, 8), id using bytes']::rowkey_layout[],
                   questions => ARRAY['{"id": "[1000,1100)"}', '{"id": 1000}']::jsonb[], at => 'at');
-- The digest alone does not give the id back, and the check says so; with the id behind
-- its first bytes a key does.
CREATE VIEW digest AS SELECT rowkey_compose('md5(id bigint)', id) AS key, widerow_build('n', name) AS d, at FROM item;
CREATE VIEW hashed AS SELECT rowkey_compose('md5(id bigint, 2), id', id) AS key, widerow_build('n', name) AS d, at FROM item;
CREATE VIEW hex AS SELECT rowkey_compose('md5hex(id bigint, 8), id using bytes', id) AS key, widerow_build('n', name) AS d, at FROM item;
SELECT hbase.define('digest', layouts => ARRAY['md5(id bigint)']::rowkey_layout[], ignore => '{at}'), hbase.define('hashed', layouts => ARRAY['md5(id bigint, 2), id']::rowkey_layout[], ignore => '{at}'),
       hbase.define('hex', layouts => ARRAY['md5hex(id bigint, 8), id using bytes']::rowkey_layout[], ignore => '{at}') \g /dev/null
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{digest,hashed,hex}'::regclass[]) r, hbase.check(r, at => 'at') c ORDER BY r::text, c.severity, c.rule;
-- Trap 2 as the check sees it, where another program has written the keys: it names the
-- first two rows that stand in the wrong order.
CREATE VIEW java_keys AS SELECT int8send(i)::rowkey AS key, widerow_build('n', i) AS d FROM generate_series(-2, 2) i;
SELECT severity, rule, measured, advice FROM hbase.check('java_keys', 'id bigint using bytes') ORDER BY severity, rule;
-- Split points known before there are rows: bytes of a digest take the uniform ones, its
-- hex text takes HexStringSplit's. The other way round one region has most of the rows.
SELECT r AS relation, method, count(*) FILTER (WHERE p.rows = 0) AS empty, max(p.rows) AS fullest
FROM unnest('{hashed,hex}'::regclass[]) r, unnest('{uniform,hex}'::text[]) method, hbase.plan_splits(r, 16, method) p GROUP BY r, method ORDER BY r::text, method DESC;
SELECT kind, ranges, why FROM hbase.plan('hashed', 1000::bigint) UNION ALL SELECT kind, ranges, why FROM hbase.plan('hashed', int8range(1000, 1100));
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('hashed', 16, '1 day', 'at');
SELECT r AS relation, e.rows, e.key_bytes, e.keyvalue_bytes FROM unnest('{digest,hashed,hex}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;
-- Files for a bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/hashed.XXXXXX"`
SELECT region, rows, cells FROM hbase.export_hfiles('hashed', :'folder', splits => hbase.split_points('uniform', 4), stamp => 1700000000000);
SELECT region, start, stop, rows, ok FROM hbase.verify('hashed', :'folder', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/hashed.??????
