-- Another number of salts: which rows move, and what is read while they do.
\set SHOW_CONTEXT never
CREATE SCHEMA resalt_test;
SET search_path = resalt_test, public;

CREATE TABLE t8 AS SELECT rowkey_compose('salt(8), id bigint, name text', i, 'n' || i) AS key, widerow_build('v', i) AS d FROM generate_series(1::bigint, 10000) i;
SELECT hbase.define('t8', layouts => ARRAY['salt(8), id bigint, name text']::rowkey_layout[]);
SELECT salt, rows_before, stay, leave, arrive, rows_after, reads FROM hbase.resalt_plan('t8', 12);
-- What leaves arrives; a row moves exactly where its key by the new layout says so.
SELECT sum(rows_before), sum(rows_after), sum(leave) = sum(arrive) AS all_arrive, abs(sum(leave) / 10000 - 2 / 3.0) < 0.02 AS as_expected FROM hbase.resalt_plan('t8', 12);
SELECT count(*) AS wrong FROM generate_series(1::bigint, 10000) i, LATERAL (SELECT rowkey_compose('salt(8), id bigint, name text', i, 'n' || i) AS before, rowkey_compose('salt(12), id bigint, name text', i, 'n' || i) AS after) k
WHERE rowkey_resalt(before, 'salt(8), id bigint, name text', 'salt(12), id bigint, name text') <> after OR rowkey_resalt(after, 'salt(12), id bigint, name text', 'salt(8), id bigint, name text') <> before
   OR hbase_internal.key_salt('salt(12), id bigint, name text', after) <> get_byte(rowkey_salt(substring(before, 2), 12), 0);
-- Fewer salts; none moves when the number stays; twice as many: half.
SELECT sum(leave) FROM hbase.resalt_plan('t8', 8);
SELECT count(*), sum(rows_after) FILTER (WHERE salt >= 4) AS gone, sum(rows_before) FILTER (WHERE salt >= 4) = sum(leave) AS only_those FROM hbase.resalt_plan('t8', 4);
-- Reading both: every row is in the ranges, before and after.
SELECT count(*) FILTER (WHERE EXISTS (SELECT FROM hbase.resalt_plan('t8', 12) p, unnest(p.reads) r WHERE k.key <@ r)) AS found FROM (SELECT key FROM t8 LIMIT 20) k;

-- Salts of other makes: over some fields, as text, of two bytes; from none and to none.
SELECT hbase_internal.with_salts('salt(4, name), id bigint, name text', 6), hbase_internal.with_salts('salt(12) by java as text, id text using string', 101), hbase_internal.with_salts('id bigint', 4);
SELECT rowkey_resalt('05abc', 'salt(12) by java as text, id text using string', 'salt(101) by java as text, id text using string');
SELECT rowkey_compose('salt(101) by java as text, id text using string', 'abc'), hbase_internal.salt_prefix('salt(101) by java as text, id text using string', 7), hbase_internal.salt_prefix('salt(1000, id) as 2 bytes, id bigint', 999);
SELECT rowkey_resalt(rowkey_compose('id bigint', 5), 'id bigint', 'salt(16), id bigint') = rowkey_compose('salt(16), id bigint', 5) AS salted,
       rowkey_resalt(rowkey_compose('salt(16), id bigint', 5), 'salt(16), id bigint', 'id bigint') = rowkey_compose('id bigint', 5) AS bare,
       rowkey_resalt(rowkey_compose('salt(4, name), id bigint, name text', 5, 'x'), 'salt(4, name), id bigint, name text', 'salt(9, name), id bigint, name text') = rowkey_compose('salt(9, name), id bigint, name text', 5, 'x') AS fields;

SELECT rowkey_resalt('\x09', 'salt(8), id bigint', 'salt(4), id bigint');
SELECT hbase_internal.key_salt('id bigint', 'abcdefgh');
SELECT hbase_internal.salt_prefix('id bigint', 1);
SELECT hbase_internal.salt_prefix('salt(8), id bigint', 8);
SELECT hbase_internal.salt_prefix('salt(8), id bigint', -1);
SELECT hbase_internal.with_salts('salt(8), id bigint', 257);
SELECT * FROM hbase.resalt_plan('t8', 0);
CREATE VIEW plain AS SELECT rowkey_compose('id bigint', 1) AS key, widerow_build('v', 1) AS d;
SELECT * FROM hbase.resalt_plan('plain', 4);
SELECT hbase.define('plain', layouts => ARRAY['id bigint']::rowkey_layout[]);
SELECT * FROM hbase.resalt_plan('plain', 4);
-- A layout that changes from row to row is compiled each time, and let go.
WITH made AS MATERIALIZED (SELECT count(hbase_internal.salt_prefix(CASE i % 2 WHEN 0 THEN 'salt(4), id bigint' ELSE 'salt(8), id bigint' END::rowkey_layout, 0)) AS n FROM generate_series(1, 4000) i)
SELECT n, (SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE n > 0) < 50000000 AS little_memory FROM made;
SET client_min_messages = warning;
DROP SCHEMA resalt_test CASCADE;
