-- hbase.merge_scan: rows of many key ranges in one order.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE FUNCTION bucket_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'bucket(at, 100), at timestamptz desc, host text'::rowkey_layout;
CREATE TABLE log (key rowkey PRIMARY KEY, host text, at timestamptz);
INSERT INTO log SELECT rowkey_compose(bucket_layout(), at, host), host, at FROM (SELECT 'host' || i % 20 AS host, timestamptz '2022-12-01 00:00+00' + i * interval '1.237 s' AS at FROM generate_series(0, 9999) i) s;
ANALYZE log;

-- The newest, without reading more than one row of each bucket.
SELECT host, at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 1);
SELECT host, at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 5, 1);
SELECT count(*), min(at), max(at) FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout(), tstzrange('2022-12-01 01:00+00', '2022-12-01 02:00+00'))), 100);

-- Equal to ORDER BY over the key without its bucket, whatever the number of rows.
CREATE FUNCTION same_order(n bigint, skip int, condition text DEFAULT NULL) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    merged rowkey[]; sorted rowkey[];
BEGIN
    merged := ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), n, skip, condition));
    EXECUTE format('SELECT ARRAY(SELECT key FROM log WHERE %s ORDER BY substring(key, %s), key LIMIT %L)', coalesce(condition, 'true'), skip + 1, n) INTO sorted;
    RETURN merged = sorted;
END $$;
SELECT n, same_order(n, 1), same_order(n, 1, 'host = ''host3''') AS with_condition FROM unnest(ARRAY[0, 1, 99, 100, 101, 5000, 10000, 20000, NULL]::bigint[]) n;
SELECT same_order(50, 0, 'key >= ''''');

-- Buckets that hold next to nothing, begin late or end early, keys that many rows share, rows that are gone: as ORDER BY has them.
CREATE TABLE uneven (key rowkey, n int);
CREATE INDEX ON uneven (key);
SELECT setseed(0.5) \g /dev/null
INSERT INTO uneven SELECT set_byte('\x00', 0, b)::rowkey || int4send((CASE b % 4 WHEN 0 THEN random() * 3000 WHEN 1 THEN 2900 + random() * 100 WHEN 2 THEN random() * 20 ELSE random() * 3000 / b END)::int), i
FROM generate_series(0, 11) b, generate_series(1, CASE b % 5 WHEN 0 THEN 900 WHEN 1 THEN 2 ELSE 60 * b END) i;
DELETE FROM uneven WHERE n % 7 = 0;
SELECT count(*) AS compared, count(*) FILTER (WHERE merged IS DISTINCT FROM sorted) AS different
FROM (SELECT ARRAY(SELECT substring(key, 2) FROM hbase.merge_scan(NULL::uneven, ranges, n)) AS merged,
             (ARRAY(SELECT substring(key, 2) FROM uneven WHERE key <@ ANY (ranges) ORDER BY 1))[1:coalesce(n, 10000)] AS sorted
      FROM (SELECT ARRAY(SELECT rowkeyrange(set_byte('\x00', 0, b)::rowkey || int4send(low), set_byte('\x00', 0, b)::rowkey || int4send(low + wide)) FROM generate_series(first, 11, step) b) AS ranges, n
            FROM unnest('{0,1,15,500,2890}'::int[]) low, unnest('{2,100,5000}'::int[]) wide, generate_series(0, 3) first, generate_series(1, 5, 2) step, unnest(ARRAY[1, 7, 100, 1000, NULL]) n) q) r;
DROP TABLE uneven;

-- What was read: an index scan for each range, and no row but what was asked for (by queries: one more of each).
CREATE FUNCTION reads(query text, OUT scans bigint, OUT rows bigint) LANGUAGE plpgsql AS $$
DECLARE
    before bigint[];
BEGIN
    SELECT ARRAY[sum(idx_scan), sum(idx_tup_fetch)] INTO before FROM pg_stat_xact_user_tables WHERE relname = 'log';
    EXECUTE query;
    SELECT sum(idx_scan) - before[1], sum(idx_tup_fetch) - before[2] INTO scans, rows FROM pg_stat_xact_user_tables WHERE relname = 'log';
END $$;
SELECT * FROM reads($$SELECT key FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 1)$$);
SELECT * FROM reads($$SELECT key FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 100)$$);
SELECT * FROM reads($$SELECT key FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 100, 1, 'true')$$);

-- Further conditions, as after WHERE; nothing else.
SELECT host, at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 3, condition => $$host IN ('host7', 'host8') AND at < '2022-12-01 01:00+00' -- newest first$$);
SELECT host, at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 2, condition => 'rowkey_matches(bucket_layout(), key, ''(,)''::rowkeyrange, ''host5'')');
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 3, condition => 'true) OR (true');
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 3, condition => 'true ORDER BY at');
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 3, condition => 'true; DROP TABLE log');
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 3, condition => 'at');
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 3, condition => 'nothing = 1');

-- Arguments.
SELECT count(*) FROM hbase.merge_scan(NULL::log, NULL::rowkeyrange[], 3);
SELECT count(*) FROM hbase.merge_scan(NULL::log, '{}'::rowkeyrange[], 3);
SELECT count(*) FROM hbase.merge_scan(NULL::log, '{}'::rowkeymultirange, 3);
SELECT count(*) FROM hbase.merge_scan(NULL::log, NULL::rowkeymultirange, 3);
-- A multirange, whose ranges of neighbouring buckets are one: the rows of the array, in their order.
SELECT rowkey_ranges(bucket_layout()), rowkey_ranges(bucket_layout(), timestamptz '2022-12-01 01:00:00.396+00');
SELECT n, ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, rowkey_ranges(bucket_layout()), n)) = ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), n)) AS same
FROM unnest('{0,1,7,300,10001}'::bigint[]) n;
SELECT ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, rowkey_ranges(bucket_layout(), tstzrange('2022-12-01 01:00+00', '2022-12-01 02:00+00')), 100)) = ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout(), tstzrange('2022-12-01 01:00+00', '2022-12-01 02:00+00'))), 100)) AS same;
SELECT count(*), count(*) = (SELECT count(*) FROM log) AS complete FROM hbase.merge_scan(NULL::log, '{(,)}'::rowkeymultirange, NULL);
SELECT count(*), bool_and(substring(key, 2) >= substring(before, 2)) AS ordered FROM (SELECT key, lag(key) OVER () AS before FROM hbase.merge_scan(NULL::log, rowkeymultirange(rowkeyrange('\x05\x7F', '\x07'), rowkeyrange('\x62', NULL)), NULL)) o;
SELECT ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, rowkeymultirange(rowkeyrange('\x05\x7F', '\x07'), rowkeyrange('\x62', NULL)), NULL)) = ARRAY(SELECT key FROM log WHERE key <@ rowkeymultirange(rowkeyrange('\x05\x7F', '\x07'), rowkeyrange('\x62', NULL)) ORDER BY substring(key, 2), key) AS same;
SELECT ARRAY(SELECT key FROM hbase.merge_scan(NULL::log, rowkeymultirange(rowkeyrange(NULL, '\x02')), NULL, 2)) = ARRAY(SELECT key FROM log WHERE key < '\x02' ORDER BY substring(key, 3), key) AS by_two_bytes;
SELECT count(*) FROM hbase.merge_scan(NULL::log, rowkey_ranges(bucket_layout()), 3, 2);
SELECT count(*) FROM hbase.merge_scan(NULL::log, rowkey_ranges(bucket_layout()), 3, 0);
SELECT count(*) FROM hbase.merge_scan(NULL::log, ARRAY[NULL, 'empty', rowkeyrange('\x05', '\x06')]::rowkeyrange[], NULL);
SELECT count(*) FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange(NULL, NULL)], NULL, 0);
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\x01', '\x03')], 3);
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\x01', '\x02'), rowkeyrange(NULL, '\x03')], 3);
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\x01', '\x02')], 3, 2);
SELECT count(*) FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\xFF', NULL)], 3);
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\x01', '\x02')], -1);
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\x01', '\x02')], 1, -1);
SELECT * FROM hbase.merge_scan(NULL::log, ARRAY[rowkeyrange('\x01', '\x02')], 1, NULL);
SELECT * FROM hbase.merge_scan(1, ARRAY[rowkeyrange('\x01', '\x02')], 1);
CREATE TYPE only_a_type AS (key rowkey);
SELECT * FROM hbase.merge_scan(NULL::only_a_type, ARRAY[rowkeyrange('\x01', '\x02')], 1);
CREATE TABLE no_key (id int, key text);
SELECT * FROM hbase.merge_scan(NULL::no_key, ARRAY[rowkeyrange('\x01', '\x02')], 1);
DROP TABLE no_key;
DROP TYPE only_a_type;

-- Dropped and added columns, wide rows, toasted values, NULL keys, no index, views, partitions, children.
ALTER TABLE log DROP COLUMN host;
ALTER TABLE log ADD COLUMN d widerow DEFAULT widerow_build('q', repeat('x', 5000));
SELECT at, length(d ->> 'q') FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 2);
SELECT at, length(d ->> 'q') FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 2, condition => 'true');
SELECT (hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 2)).at;
CREATE TABLE bare AS SELECT key, at FROM log;
INSERT INTO bare VALUES (NULL, NULL);
SELECT count(*) AS without_index FROM hbase.merge_scan(NULL::bare, ARRAY(SELECT rowkey_scan(bucket_layout())), NULL);
CREATE INDEX ON bare (key DESC);
CREATE INDEX ON bare (key) WHERE at > '2022-12-01 02:00+00';
SELECT count(*) AS without_a_usable_one FROM hbase.merge_scan(NULL::bare, ARRAY(SELECT rowkey_scan(bucket_layout())), NULL);
CREATE INDEX ON bare (key, at);
SELECT count(*) AS directly FROM hbase.merge_scan(NULL::bare, ARRAY(SELECT rowkey_scan(bucket_layout())), NULL);
SELECT count(*) AS open_range FROM hbase.merge_scan(NULL::bare, ARRAY[rowkeyrange(NULL, NULL)], NULL, 0);
CREATE VIEW evening AS SELECT key, at AS "when" FROM log WHERE at >= '2022-12-01 03:00+00';
SELECT "when" FROM hbase.merge_scan(NULL::evening, ARRAY(SELECT rowkey_scan(bucket_layout())), 2);
CREATE MATERIALIZED VIEW evening_m AS TABLE evening;
SELECT "when" FROM hbase.merge_scan(NULL::evening_m, ARRAY(SELECT rowkey_scan(bucket_layout())), 2);
CREATE TABLE parts (key rowkey, at timestamptz) PARTITION BY RANGE (key);
CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (MINVALUE) TO ('2');
CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM ('2') TO (MAXVALUE);
CREATE INDEX ON parts (key);
INSERT INTO parts SELECT key, at FROM log;
SELECT at FROM hbase.merge_scan(NULL::parts, ARRAY(SELECT rowkey_scan(bucket_layout())), 3);
CREATE TABLE child () INHERITS (bare);
INSERT INTO child SELECT rowkey_compose(bucket_layout(), timestamptz '2023-01-01+00', 'new'), timestamptz '2023-01-01+00';
SELECT at FROM hbase.merge_scan(NULL::bare, ARRAY(SELECT rowkey_scan(bucket_layout())), 1);

-- Rows under one key, more than are read from the index at once; rows that are dead; many refills.
CREATE TABLE repeated (key rowkey, n int);
CREATE INDEX ON repeated (key);
INSERT INTO repeated SELECT (set_byte('\x0061'::bytea, 0, n % 2) || CASE WHEN n < 3000 THEN '' ELSE n::text::bytea END)::rowkey, n FROM generate_series(0, 5999) n;
SELECT count(*), count(DISTINCT n), bool_and(substring(key, 2) >= coalesce(before, '')) AS in_order
FROM (SELECT key, n, substring(lag(key) OVER (ORDER BY place), 2) AS before FROM hbase.merge_scan(NULL::repeated, ARRAY[rowkeyrange('\x00', '\x01'), rowkeyrange('\x01', '\x02')], NULL) WITH ORDINALITY AS m(key, n, place)) s;
SELECT count(*), max(key) FROM hbase.merge_scan(NULL::repeated, ARRAY[rowkeyrange('\x00', '\x01'), rowkeyrange('\x01', '\x02')], 3003);
DELETE FROM repeated WHERE n < 4000;
SELECT * FROM hbase.merge_scan(NULL::repeated, ARRAY[rowkeyrange('\x00', '\x01'), rowkeyrange('\x01', '\x02')], 3);
DROP TABLE repeated;

-- A column with the name that the row has in the query; a domain may reject rows, and is not a relation.
CREATE TABLE named (t int, key rowkey PRIMARY KEY);
INSERT INTO named VALUES (5, '\x00a'), (6, '\x00b');
SELECT * FROM hbase.merge_scan(NULL::named, ARRAY[rowkeyrange('\x00', '\x01')], 1, 1, 't.t > 5');
CREATE DOMAIN named_domain AS named;
SELECT * FROM hbase.merge_scan(NULL::named_domain, ARRAY[rowkeyrange('\x00', '\x01')], 1);
DROP TABLE named CASCADE;

-- Row security, privileges, and the rows of one's own transaction.
CREATE ROLE merge_scan_reader;
GRANT SELECT ON log TO merge_scan_reader;
ALTER TABLE log ENABLE ROW LEVEL SECURITY;
CREATE POLICY before_two ON log FOR SELECT USING (at < '2022-12-01 02:00+00');
SET ROLE merge_scan_reader;
SELECT max(at), count(*) FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 50);
SELECT * FROM hbase.merge_scan(NULL::bare, ARRAY(SELECT rowkey_scan(bucket_layout())), 1);
RESET ROLE;
GRANT SELECT (key) ON bare TO merge_scan_reader;
SET ROLE merge_scan_reader;
SELECT * FROM hbase.merge_scan(NULL::bare, ARRAY(SELECT rowkey_scan(bucket_layout())), 1);
RESET ROLE;
SELECT max(at) AS owner_sees_all FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 50);
BEGIN;
DELETE FROM log WHERE at > '2022-12-01 03:26:00+00';
INSERT INTO log SELECT rowkey_compose(bucket_layout(), timestamptz '2024-01-01+00', 'mine'), timestamptz '2024-01-01+00';
SELECT at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 2);
ROLLBACK;
SELECT at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 1);

-- What reads a relation stays out of parallel workers, which see no temporary table.
CREATE TEMPORARY TABLE stays AS SELECT rowkey_compose('n bigint', n) AS key, widerow_build('v', n) AS d FROM generate_series(1, 100) n;
CREATE TABLE beside WITH (parallel_workers = 2) AS SELECT rowkey_compose('n bigint', n) AS k FROM generate_series(1, 1000) n;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SELECT count(g) FROM beside, LATERAL hbase.get('stays', k) g;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
DROP TABLE stays, beside;

-- The schema of the extension off the search path.
SET search_path = pg_temp;
SELECT at FROM hbase.merge_scan(NULL::public.log, ARRAY(SELECT public.rowkey_scan(public.bucket_layout())), 1, 1, 'at IS NOT NULL');
RESET search_path;
-- The schema of the extension may get another name meanwhile.
ALTER SCHEMA public RENAME TO renamed_public;
SET search_path = renamed_public;
SELECT at FROM hbase.merge_scan(NULL::log, ARRAY(SELECT rowkey_scan(bucket_layout())), 1, 1, 'at IS NOT NULL');
ALTER SCHEMA renamed_public RENAME TO public;
RESET search_path;

DROP TABLE log, bare, parts CASCADE;
DROP FUNCTION bucket_layout(), same_order(bigint, int, text), reads(text);
DROP ROLE merge_scan_reader;
