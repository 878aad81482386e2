-- rowkey: comparison, hashing, min and max, operator classes

SELECT amname, opcname, amvalidate(c.oid) AS valid
  FROM pg_opclass c JOIN pg_am a ON a.oid = c.opcmethod
 WHERE opcnamespace = (SELECT extnamespace FROM pg_extension WHERE extname = 'hbase_schema') AND opcintype = 'rowkey'::regtype
 ORDER BY 1, 2;

-- HBase's order, as Bytes.compareTo gives it
\set content `cat "${PG_ABS_SRCDIR:-.}/test/data/vectors/compare.tsv"`
CREATE TEMP TABLE compared AS
SELECT decode(f[1], 'hex')::rowkey AS a, decode(f[2], 'hex')::rowkey AS b, f[3]::int AS sign
  FROM string_to_table(:'content', E'\n') WITH ORDINALITY l(line, no), string_to_array(line, E'\t') f WHERE no > 1 AND line <> '';
SELECT count(*) AS vectors, count(*) FILTER (WHERE rowkey_cmp(a, b) = sign AND (a < b) = (sign < 0) AND (a <= b) = (sign <= 0)
       AND (a = b) = (sign = 0) AND (a <> b) = (sign <> 0) AND (a >= b) = (sign >= 0) AND (a > b) = (sign > 0)) AS right FROM compared;

-- ORDER BY is that order whatever the collation, with abbreviated keys and without
CREATE TEMP TABLE keys AS
SELECT DISTINCT k::rowkey FROM (
  SELECT decode(substr(md5(i::text), 1, 2 * (i % 17)), 'hex') AS k FROM generate_series(1, 5000) i
  UNION ALL SELECT '\x6161616161616161'::bytea || decode(substr(md5(i::text), 1, 2 * (i % 9)), 'hex') FROM generate_series(1, 5000) i) s;
SELECT count(*) AS pairs_out_of_order FROM (SELECT k, lag(k) OVER (ORDER BY k) AS before FROM keys) s WHERE NOT before < k OR NOT before::bytea < k::bytea;
SELECT count(*) AS differences FROM (SELECT k, row_number() OVER (ORDER BY k) AS a, row_number() OVER (ORDER BY k::bytea) AS b FROM keys) s WHERE a <> b;
SELECT min(k) = '' AS smallest_is_empty, max(k) = (SELECT k FROM keys ORDER BY k DESC LIMIT 1) AS largest FROM keys;
SELECT min(k), max(k) FROM keys WHERE false;

-- hash joins, hash aggregates, hash partitions
SET enable_mergejoin = off; SET enable_nestloop = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM keys a JOIN keys b USING (k);
SELECT count(*) = (SELECT count(*) FROM keys) AS every_key_finds_itself FROM keys a JOIN keys b USING (k);
RESET enable_mergejoin; RESET enable_nestloop;
CREATE TABLE hashed (k rowkey PRIMARY KEY) PARTITION BY HASH (k);
SELECT format('CREATE TABLE hashed_%s PARTITION OF hashed FOR VALUES WITH (MODULUS 4, REMAINDER %s)', i, i) FROM generate_series(0, 3) i \gexec
INSERT INTO hashed SELECT k FROM keys;
SELECT count(DISTINCT tableoid) AS partitions_used, count(*) = (SELECT count(*) FROM keys) AS complete FROM hashed;
EXPLAIN (COSTS OFF) SELECT * FROM hashed WHERE k = 'a';
DROP TABLE hashed;
SELECT hbase_internal.rowkey_hashcode('abc') = hbase_internal.rowkey_hashcode('\x616263'::bytea) AS same_hash, hbase_internal.rowkey_hashcode_extended('abc', 0)::bit(32) = hbase_internal.rowkey_hashcode('abc')::bit(32) AS seed_0_agrees,
       hbase_internal.rowkey_hashcode_extended('abc', 0) <> hbase_internal.rowkey_hashcode_extended('abc', 1) AS seeded;

-- deduplication is allowed, so duplicates share their key
CREATE TABLE duplicated (k rowkey); CREATE TABLE duplicated_bytea (k bytea);
INSERT INTO duplicated SELECT decode(md5((i % 10)::text), 'hex') FROM generate_series(1, 10000) i;
INSERT INTO duplicated_bytea SELECT k::bytea FROM duplicated;
CREATE INDEX duplicated_k ON duplicated (k); CREATE INDEX duplicated_bytea_k ON duplicated_bytea (k);
SELECT pg_relation_size('duplicated_k') = pg_relation_size('duplicated_bytea_k') AS as_small_as_bytea;
DROP TABLE duplicated, duplicated_bytea;

-- nothing became ambiguous by the implicit cast from bytea
SELECT 'a' < 'b'::rowkey AS literal_left, 'b'::rowkey IN ('a', 'b') AS in_list, 'b'::rowkey BETWEEN 'a' AND 'c' AS between_literals,
       'a'::rowkey = '\x61'::bytea AS bytea_right, '\x61'::bytea = 'a'::rowkey AS bytea_left, '\x61'::bytea = '\x61'::bytea AS bytea_itself;
PREPARE untyped AS SELECT 'a'::rowkey = $1 AS untyped_parameter;
EXECUTE untyped('a');
DEALLOCATE untyped;
