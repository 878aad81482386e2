-- prefixes and ranges of row keys reach the index, prune partitions, and are estimated
CREATE TABLE logs (key rowkey PRIMARY KEY, n int);
INSERT INTO logs SELECT int4send(i / 100) || int8send(i), i FROM generate_series(0, 49999) i;
INSERT INTO logs SELECT decode('ff', 'hex') || int4send(i), i FROM generate_series(0, 9) i;
VACUUM ANALYZE logs;
CREATE TABLE wanted (id int, prefix rowkey, keys rowkeyrange);
INSERT INTO wanted VALUES (1, '\x00\x00\x00\x07', rowkey_prefix_range('\x00\x00\x00\x07')), (2, '\xFF', rowkeyrange('\xFF', NULL)), (3, '', '(,)'), (4, NULL, NULL), (5, 'none', 'empty');
ANALYZE wanted;

CREATE FUNCTION plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query; END $$;

-- three forms (constant, parameter, join column) of five cases (plain, no upper bound, everything, NULL, nothing)
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key ^@ '\x00\x00\x00\x07';
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE starts_with(key, '\x00\x00\x00\x07');
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ rowkeyrange('\x00\x00\x00\x07', '\x00\x00\x00\x08');
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE rowkeyrange('\x00\x00\x00\x07', '\x00\x00\x00\x08', '[]') @> key;
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ rowkeyrange('\xFF', NULL);
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key ^@ '\xFF\xFF';
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ 'empty'::rowkeyrange;
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key ^@ '\x00\x00\x00\x07' OR key ^@ '\x00\x00\x00\x09';
EXPLAIN (COSTS OFF) SELECT key FROM logs WHERE key ^@ '\x00\x00\x00\x07' ORDER BY key DESC LIMIT 1;
SELECT count(*) FILTER (WHERE key ^@ '\x00\x00\x00\x07') AS prefix, count(*) FILTER (WHERE key ^@ '\xFF') AS ff, count(*) FILTER (WHERE key ^@ '') AS everything,
       count(*) FILTER (WHERE key ^@ NULL::rowkey) AS null_prefix, count(*) FILTER (WHERE key <@ 'empty'::rowkeyrange) AS empty_range FROM logs;

SET plan_cache_mode = force_generic_plan;
PREPARE by_prefix(rowkey) AS SELECT count(*) FROM logs WHERE key ^@ $1;
PREPARE by_range(rowkeyrange) AS SELECT count(*) FROM logs WHERE key <@ $1;
EXPLAIN (COSTS OFF) EXECUTE by_prefix('');
EXPLAIN (COSTS OFF) EXECUTE by_range('empty');
EXECUTE by_prefix('\x00\x00\x00\x07');
EXECUTE by_prefix('\xFF');
EXECUTE by_prefix('');
EXECUTE by_prefix(NULL);
EXECUTE by_prefix('none');
EXECUTE by_range(rowkey_prefix_range('\x00\x00\x00\x07'));
EXECUTE by_range(rowkeyrange('\xFF', NULL));
EXECUTE by_range('(,)');
EXECUTE by_range(NULL);
EXECUTE by_range('empty');
RESET plan_cache_mode;

SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT id, n FROM wanted JOIN logs ON key ^@ prefix;
EXPLAIN (COSTS OFF) SELECT id, n FROM wanted LEFT JOIN logs ON key <@ keys;
EXPLAIN (COSTS OFF) SELECT id, n FROM wanted, LATERAL (SELECT n FROM logs WHERE key ^@ prefix ORDER BY key LIMIT 2) l;
EXPLAIN (COSTS OFF) SELECT id FROM wanted WHERE EXISTS (SELECT FROM logs WHERE key <@ keys);
RESET enable_bitmapscan;
SELECT id, count(n) FROM wanted LEFT JOIN logs ON key ^@ prefix GROUP BY id ORDER BY id;
SELECT id, count(n) FROM wanted LEFT JOIN logs ON key <@ keys GROUP BY id ORDER BY id;

-- several constant ranges: the bounds of each
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ rowkeymultirange(rowkey_prefix_range('\x00\x00\x00\x07'), rowkey_prefix_range('\x00\x00\x00\x09'));
SELECT count(*) FROM logs WHERE key <@ rowkeymultirange(rowkey_prefix_range('\x00\x00\x00\x07'), rowkey_prefix_range('\x00\x00\x00\x09'));
SELECT count(*) FROM logs WHERE key <@ '{}'::rowkeymultirange;
SELECT count(*) FROM logs WHERE NOT key <@ '{}'::rowkeymultirange;
SELECT count(*) FROM logs WHERE NOT key <@ rowkeymultirange(rowkey_prefix_range('\x00\x00\x00\x07'), rowkey_prefix_range('\x00\x00\x00\x09'));
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ ARRAY[rowkey_prefix_range('\x00\x00\x00\x09'), NULL, rowkey_prefix_range('\x00\x00\x00\x07')];
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE ARRAY[rowkey_prefix_range('\x00\x00\x00\x07')] @> key;
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ ANY (ARRAY[rowkey_prefix_range('\x00\x00\x00\x09'), rowkey_prefix_range('\x00\x00\x00\x07')]);
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ ALL (ARRAY[rowkey_prefix_range('\x00\x00\x00\x09'), rowkey_prefix_range('\x00\x00\x00\x07')]);
SELECT count(*) FILTER (WHERE key <@ ARRAY[rowkey_prefix_range('\x00\x00\x00\x09'), NULL, rowkey_prefix_range('\x00\x00\x00\x07')]) AS array,
       count(*) FILTER (WHERE '{}'::rowkeyrange[] @> key) AS none, count(*) FILTER (WHERE key <@ NULL::rowkeyrange[]) AS null_array,
       count(*) FILTER (WHERE NOT key <@ ARRAY[rowkey_prefix_range('\x00\x00\x00\x09'), NULL]) AS other FROM logs;
SELECT count(*) FROM logs WHERE key <@ ANY (ARRAY[rowkey_prefix_range('\x00\x00\x00\x09'), NULL, rowkey_prefix_range('\x00\x00\x00\x07')]);

-- the ranges of a layout, of its function and of a subquery with it
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key <@ rowkey_ranges('n int using bytes', ARRAY[7, 9]);
SELECT line FROM plan_of($$SELECT * FROM logs WHERE key <@ ARRAY(SELECT rowkey_scan('n int using bytes', ARRAY[7, 9]))$$) line WHERE line ~ 'Index (Cond|Scan)';
SELECT line FROM plan_of($$SELECT * FROM logs WHERE key <@ ANY (ARRAY(SELECT rowkey_scan('n int using bytes', ARRAY[7, 9])))$$) line WHERE line ~ 'Index (Cond|Scan)';
SELECT line FROM plan_of($$SELECT * FROM logs WHERE ARRAY(SELECT r FROM rowkey_scan('n int using bytes', ARRAY[7, 9]) r) @> key$$) line WHERE line ~ 'Index (Cond|Scan)';
SELECT count(*) FILTER (WHERE key <@ ARRAY(SELECT rowkey_scan('n int, m bigint using bytes', ARRAY[7, 9]))) AS array,
       count(*) FILTER (WHERE key <@ ANY (ARRAY(SELECT rowkey_scan('n int, m bigint using bytes', ARRAY[7, 9])))) AS any FROM logs;
SELECT count(*) FROM logs WHERE key <@ ARRAY(SELECT rowkey_scan('n int, m bigint using bytes', ARRAY[7, 9]));
SELECT count(*) FROM logs WHERE key <@ ANY (ARRAY(SELECT rowkey_scan('n int, m bigint using bytes', ARRAY[7, 9])));
-- another subquery: the bounds of the span, and the exact test
SELECT count(*) FILTER (WHERE line ~ 'Index Cond:.*lower_bound.*upper_bound') AS conditions, count(*) FILTER (WHERE line ~ 'Filter: .*recheck') AS rechecks FROM plan_of($$SELECT * FROM logs WHERE key <@ ANY (ARRAY(SELECT keys FROM wanted WHERE id = 1))$$) line;
SELECT count(*) FROM logs WHERE key <@ ANY (ARRAY(SELECT keys FROM wanted WHERE id IN (1, 4, 5)));
SELECT count(*) FROM logs WHERE key <@ ARRAY(SELECT keys FROM wanted WHERE id IN (1, 4, 5));
SELECT count(*) FROM logs WHERE key <@ ANY (ARRAY(SELECT rowkey_scan('n int, m bigint using bytes', ARRAY[7, 9]) LIMIT 1));
SELECT count(*) FROM wanted, LATERAL (SELECT FROM logs WHERE key <@ ANY (ARRAY(SELECT rowkey_scan('n int, m bigint using bytes', id + 6)))) l;
-- parameters: a custom plan scans each range; a generic plan, which costs more, has the span
PREPARE by_ranges(rowkeymultirange) AS SELECT count(*) FROM logs WHERE key <@ $1;
PREPARE by_array(rowkeyrange[]) AS SELECT count(*) FROM logs WHERE key <@ ANY ($1);
EXPLAIN (COSTS OFF) EXECUTE by_ranges(rowkeymultirange(rowkey_prefix_range('\x00\x00\x00\x07'), rowkey_prefix_range('\x00\x00\x00\x09')));
DO $$ BEGIN FOR i IN 1..8 LOOP
    EXECUTE 'EXECUTE by_ranges(rowkeymultirange(rowkey_prefix_range(''\x00\x00\x00\x07''), rowkey_prefix_range(''\x00\x00\x00\x09'')))';
    EXECUTE 'EXECUTE by_array(ARRAY[rowkey_prefix_range(''\x00\x00\x00\x07''), rowkey_prefix_range(''\x00\x00\x00\x09'')])';
END LOOP; END $$;
SELECT name, generic_plans FROM pg_prepared_statements WHERE name IN ('by_ranges', 'by_array') ORDER BY name;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE by_ranges('{}');
EXPLAIN (COSTS OFF) EXECUTE by_array('{}');
EXECUTE by_ranges(rowkeymultirange(rowkey_prefix_range('\x00\x00\x00\x07'), rowkey_prefix_range('\x00\x00\x00\x09')));
EXECUTE by_ranges(NULL);
EXECUTE by_array(ARRAY[rowkey_prefix_range('\x00\x00\x00\x07'), NULL, rowkey_prefix_range('\x00\x00\x00\x09')]);
EXECUTE by_array('{}');
EXECUTE by_array(NULL);
RESET plan_cache_mode;
-- as many ranges as 64 are index conditions of their own
SELECT n, (SELECT count(*) FILTER (WHERE line ~ 'Bitmap Index Scan') FROM plan_of(format('SELECT n FROM logs WHERE key <@ rowkey_ranges(%L, %L::int[])', 'n int using bytes', ARRAY(SELECT 2 * i FROM generate_series(1, n) i))) line) AS scans
  FROM unnest('{64,65}'::int[]) n;

-- NOT is the rest, NULL stays NULL
SELECT count(*) FROM logs WHERE NOT key ^@ '\x00\x00\x00\x07';
SELECT count(*) FROM logs WHERE NOT key <@ 'empty'::rowkeyrange;
SELECT count(*) FROM logs WHERE NOT key ^@ NULL::rowkey;

-- the rewritten condition finds what the plain function finds: prefixes of awkward bytes
CREATE TABLE awkward AS SELECT DISTINCT k::rowkey AS key FROM (
  SELECT string_agg((ARRAY['\x00', '\x01', '\x7f', '\xfe', '\xff']::bytea[])[1 + (hashint4(i * 7 + j)::bigint & 2147483647)::int % 5], NULL ORDER BY j) AS k
    FROM generate_series(1, 3000) i, generate_series(1, 6) j WHERE j <= i % 7 GROUP BY i UNION ALL SELECT '') s;
CREATE INDEX ON awkward (key); ANALYZE awkward;
CREATE FUNCTION truly_starts(rowkey, rowkey) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT substring($1::bytea, 1, length($2)) = $2::bytea';
SELECT count(*) AS prefixes, count(*) FILTER (WHERE a IS DISTINCT FROM b) AS wrong FROM (
  SELECT (SELECT count(*) FROM awkward k WHERE k.key ^@ p.key) AS a, (SELECT count(*) FROM awkward k WHERE truly_starts(k.key, p.key)) AS b FROM awkward p WHERE length(p.key) <= 4) s;
SELECT count(*) AS pairs, count(*) FILTER (WHERE a IS DISTINCT FROM b) AS wrong FROM (
  SELECT (SELECT count(*) FROM awkward k WHERE k.key <@ r) AS a, (SELECT count(*) FROM awkward k WHERE k.key::bytea >= lo.key::bytea AND k.key::bytea < hi.key::bytea) AS b
    FROM awkward lo, awkward hi, rowkeyrange(CASE WHEN lo.key < hi.key THEN lo.key END, CASE WHEN lo.key < hi.key THEN hi.key END) r
   WHERE lo.key < hi.key AND length(lo.key) <= 2 AND length(hi.key) <= 2) s;

-- declined: volatile sides, constant keys; an array of prefixes has no index condition
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key ^@ set_byte('\x00'::bytea, 0, (random() * 0)::int)::rowkey;
EXPLAIN (COSTS OFF) SELECT * FROM wanted WHERE '\x00\x00\x00\x07\x00'::rowkey ^@ prefix;
EXPLAIN (COSTS OFF) SELECT * FROM logs WHERE key ^@ ANY ('{a,b}'::rowkey[]);

-- another operator family, with an order of its own, is never used for a prefix
CREATE FUNCTION by_length_lt(rowkey, rowkey) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT length($1) < length($2)';
CREATE FUNCTION by_length_le(rowkey, rowkey) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT length($1) <= length($2)';
CREATE FUNCTION by_length_eq(rowkey, rowkey) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT length($1) = length($2)';
CREATE FUNCTION by_length_ge(rowkey, rowkey) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT length($1) >= length($2)';
CREATE FUNCTION by_length_gt(rowkey, rowkey) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT length($1) > length($2)';
CREATE FUNCTION by_length_cmp(rowkey, rowkey) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT length($1) - length($2)';
CREATE OPERATOR <# (LEFTARG = rowkey, RIGHTARG = rowkey, FUNCTION = by_length_lt);
CREATE OPERATOR <=# (LEFTARG = rowkey, RIGHTARG = rowkey, FUNCTION = by_length_le);
CREATE OPERATOR =# (LEFTARG = rowkey, RIGHTARG = rowkey, FUNCTION = by_length_eq);
CREATE OPERATOR >=# (LEFTARG = rowkey, RIGHTARG = rowkey, FUNCTION = by_length_ge);
CREATE OPERATOR ># (LEFTARG = rowkey, RIGHTARG = rowkey, FUNCTION = by_length_gt);
CREATE OPERATOR CLASS by_length_ops FOR TYPE rowkey USING btree AS OPERATOR 1 <#, OPERATOR 2 <=#, OPERATOR 3 =#, OPERATOR 4 >=#, OPERATOR 5 >#, FUNCTION 1 by_length_cmp(rowkey, rowkey);
CREATE TABLE other_order (key rowkey);
CREATE INDEX ON other_order (key by_length_ops);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM other_order WHERE key ^@ 'a';
RESET enable_seqscan;
DROP TABLE other_order;

-- BRIN
CREATE TABLE logs_brin AS SELECT key, n FROM logs ORDER BY key;
CREATE INDEX ON logs_brin USING brin (key) WITH (pages_per_range = 4);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM logs_brin WHERE key ^@ '\x00\x00\x00\x07';
RESET enable_seqscan;
SELECT count(*) FROM logs_brin WHERE key ^@ '\x00\x00\x00\x07';
DROP TABLE logs_brin;

-- range partitions prune: at plan time, at start, at run time; hash partitions on equality only
CREATE TABLE parted (key rowkey, n int) PARTITION BY RANGE (key);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (MINVALUE) TO ('h');
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('h') TO ('p');
CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM ('p') TO (MAXVALUE);
CREATE INDEX ON parted (key);
INSERT INTO parted SELECT rowkey_from_text(chr(97 + i % 26) || i), i FROM generate_series(0, 9999) i;
ANALYZE parted;
EXPLAIN (COSTS OFF) SELECT * FROM parted WHERE key ^@ 'k1';
EXPLAIN (COSTS OFF) DELETE FROM parted WHERE key <@ '[a,b)'::rowkeyrange;
SET plan_cache_mode = force_generic_plan;
PREPARE pruned(rowkey) AS SELECT count(*) FROM parted WHERE key ^@ $1;
EXPLAIN (COSTS OFF) EXECUTE pruned('k1');
EXPLAIN (COSTS OFF) EXECUTE pruned(NULL);
EXECUTE pruned('k1');
EXECUTE pruned('');
RESET plan_cache_mode;
CREATE TABLE one AS SELECT 'k1'::rowkey AS prefix;
ANALYZE one;
-- which scans ran, without figures that differ between versions
CREATE FUNCTION scans(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ' || query LOOP
        IF line ~ 'Scan' THEN RETURN NEXT trim(regexp_replace(regexp_replace(line, 'Index Only Scan|Bitmap Index Scan', 'Index Scan'), '\(actual rows.*', '(executed)')); END IF;
    END LOOP;
END $$;
SET enable_seqscan = off; SET enable_bitmapscan = off;
SELECT * FROM scans('SELECT count(*) FROM one JOIN parted ON key ^@ prefix') s WHERE s ~ 'parted';
RESET enable_seqscan; RESET enable_bitmapscan;
DROP TABLE parted, one;
CREATE TABLE hash_parted (key rowkey) PARTITION BY HASH (key);
CREATE TABLE hash_parted_0 PARTITION OF hash_parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hash_parted_1 PARTITION OF hash_parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
SELECT count(*) AS scanned_for_a_prefix FROM scans('SELECT * FROM hash_parted WHERE key ^@ ''a''');
SELECT count(*) AS scanned_for_a_key FROM scans('SELECT * FROM hash_parted WHERE key = ''a''');
DROP TABLE hash_parted;

-- row security and security_barrier views keep the index, also with our schema off the search_path
CREATE ROLE hbase_schema_reader;
CREATE TABLE tenants (key rowkey PRIMARY KEY, owner name DEFAULT 'hbase_schema_reader');
INSERT INTO tenants SELECT int4send(i) || '\x00'::bytea FROM generate_series(1, 20000) i;
ANALYZE tenants;
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON tenants USING (owner = current_user);
CREATE VIEW barrier WITH (security_barrier) AS SELECT key FROM tenants WHERE owner <> 'nobody';
GRANT SELECT ON tenants, wanted, barrier TO hbase_schema_reader;
SET ROLE hbase_schema_reader;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT key FROM tenants WHERE key ^@ '\x00\x00\x07';
EXPLAIN (COSTS OFF) SELECT count(*) FROM wanted JOIN tenants ON key <@ keys;
EXPLAIN (COSTS OFF) SELECT key FROM barrier WHERE key <@ rowkeyrange('\x00\x00\x07', '\x00\x00\x08');
RESET ROLE; RESET enable_bitmapscan;
DROP VIEW barrier; DROP TABLE tenants;
SELECT extnamespace::regnamespace AS schema FROM pg_extension WHERE extname = 'hbase_schema' \gset
CREATE SCHEMA off_the_path;
SELECT format('CREATE VIEW off_the_path.sevens AS SELECT * FROM logs WHERE key OPERATOR(%s.^@) %L::%s.rowkey', :'schema', '\x00\x00\x00\x07', :'schema') \gexec
SET search_path = off_the_path;
EXPLAIN (COSTS OFF) SELECT * FROM sevens;
RESET search_path;
SELECT pg_get_viewdef('off_the_path.sevens') ~ '\^@' AS views_keep_the_operator;
DROP VIEW off_the_path.sevens; DROP SCHEMA off_the_path;
REVOKE ALL ON wanted FROM hbase_schema_reader;
DROP ROLE hbase_schema_reader;

-- domains, partial indexes, expression indexes
CREATE DOMAIN customer_key AS rowkey CHECK (length(VALUE) > 0);
CREATE TABLE domains (key customer_key PRIMARY KEY);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM domains WHERE key ^@ 'a';
CREATE TABLE partials (key rowkey, b bytea);
CREATE INDEX partials_a ON partials (key) WHERE key ^@ 'a';
CREATE INDEX partials_expression ON partials ((b::rowkey || 'x'));
EXPLAIN (COSTS OFF) SELECT * FROM partials WHERE key ^@ 'ab';
EXPLAIN (COSTS OFF) SELECT * FROM partials WHERE (b::rowkey || 'x') ^@ 'ab';
RESET enable_seqscan;
SELECT pg_get_indexdef('partials_a'::regclass);
DROP TABLE domains, partials;
DROP DOMAIN customer_key;

-- estimates: within a factor of two for prefixes of every length and kind of key; ANALYZE samples
-- by chance, so one may be off
CREATE FUNCTION planned_rows(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO line;
    RETURN (line::json -> 0 -> 'Plan' ->> 'Plan Rows')::bigint;
END $$;
CREATE FUNCTION misestimates(relation regclass, lengths int[]) RETURNS TABLE (prefixes bigint, off_by_more_than_2 bigint) LANGUAGE plpgsql AS $$
BEGIN
    CREATE TEMP TABLE estimated (planned bigint, actual bigint);
    EXECUTE format('INSERT INTO estimated SELECT planned_rows(format(%L, p)), (SELECT count(*) FROM %s WHERE key ^@ p)
                      FROM (SELECT DISTINCT substring(key, 1, l) AS p FROM (SELECT key FROM %s ORDER BY hashtext(key::text) LIMIT 20) s, unnest(%L::int[]) l) x',
                   format('SELECT key FROM %s WHERE key ^@ %%L', relation), relation, relation, lengths);
    RETURN QUERY SELECT count(*), count(*) FILTER (WHERE greatest(planned, 1) > 2 * greatest(actual, 1) OR 2 * greatest(planned, 1) < greatest(actual, 1)) FROM estimated;
    DROP TABLE estimated;
END $$;
CREATE TABLE hashed_prefix (key rowkey); CREATE TABLE digits (key rowkey); CREATE TABLE salted (key rowkey);
INSERT INTO hashed_prefix SELECT substr(decode(md5((i / 50)::text), 'hex'), 1, 8) || int8send(9223372036854775807 - i) FROM generate_series(0, 99999) i;
INSERT INTO digits SELECT rowkey_from_text(lpad(i::text, 8, '0')) FROM generate_series(0, 99999) i;
INSERT INTO salted SELECT set_byte('\x00', 0, i % 16) || int4send(i / 1000) || int8send(i) FROM generate_series(0, 99999) i;
ANALYZE hashed_prefix, digits, salted, logs;
SELECT prefixes, off_by_more_than_2 <= 1 AS near FROM misestimates('hashed_prefix', '{2,4,8}');
SELECT prefixes, off_by_more_than_2 <= 1 AS near FROM misestimates('digits', '{4,5,6,7,8}');
SELECT prefixes, off_by_more_than_2 <= 1 AS near FROM misestimates('salted', '{1,5}');
SELECT prefixes, off_by_more_than_2 <= 1 AS near FROM misestimates('logs', '{3,4}');
DROP TABLE hashed_prefix, digits, salted;

-- a pair of plain comparisons is estimated as one range; the few rows of a parameter settle the plan
SELECT planned_rows($$SELECT 1 FROM logs WHERE key >= '\x00\x00\x00\x07' AND key < '\x00\x00\x00\x08'$$) BETWEEN 50 AND 200 AS pair,
       planned_rows($$SELECT 1 FROM logs WHERE key BETWEEN '\x00\x00\x00\x07' AND '\x00\x00\x00\x17'$$) BETWEEN 800 AND 3200 AS between_keys,
       planned_rows($$SELECT 1 FROM logs WHERE key ^@ '\x00\x00\x00' AND key < '\x00\x00\x00\x08'$$) BETWEEN 400 AND 1600 AS prefix_and_stop,
       planned_rows($$SELECT 1 FROM logs WHERE NOT key ^@ '\x00\x00\x00\x07'$$) > 49000 AS negated,
       planned_rows($$SELECT 1 FROM logs WHERE key ^@ '\x00\x00\x00\x07' OR key ^@ '\x00\x00\x00\x09'$$) BETWEEN 100 AND 400 AS either,
       planned_rows($$SELECT 1 FROM logs WHERE key > '\x00\x00\x00\xFA'$$) BETWEEN 12500 AND 50000 AS half;
PREPARE settles(rowkey) AS SELECT n FROM logs WHERE key ^@ $1 ORDER BY key;
DO $$ BEGIN FOR i IN 1..8 LOOP EXECUTE 'EXECUTE settles(''\x00\x00\x00\x0' || i || ''')'; END LOOP; END $$;
SELECT generic_plans > 0 AS became_generic FROM pg_prepared_statements WHERE name = 'settles';
DROP TABLE logs, wanted, awkward;

-- long keys are compressed in the index, and comparing them leaves nothing behind
CREATE TABLE long_keys AS SELECT rowkey_from_text(repeat('a', 20000) || i) AS key FROM generate_series(10000, 13999) i;
CREATE INDEX ON long_keys (key);
VACUUM ANALYZE long_keys;
SET enable_seqscan = off;
WITH found AS MATERIALIZED (SELECT count(*) AS n FROM long_keys WHERE key ^@ 'aaa')
SELECT n, (SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE n > 0) < 50000000 AS little_memory FROM found;
RESET enable_seqscan;
DROP TABLE long_keys;

-- BRIN knows no domains over types of extensions; over the type below it serves their conditions
CREATE DOMAIN user_key AS rowkey;
CREATE TABLE by_domain AS SELECT ('user' || i)::user_key AS key FROM generate_series(1000, 1999) i;
CREATE INDEX ON by_domain USING brin ((key::rowkey));
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT count(*) FROM by_domain WHERE key ^@ 'user15';
SELECT count(*) FROM by_domain WHERE key ^@ 'user15';
RESET enable_seqscan;
DROP TABLE by_domain;
DROP DOMAIN user_key;
DROP FUNCTION plan_of;
