-- Where writes go: cells by window of time and region.
CREATE SCHEMA heat_test;
SET search_path = heat_test, public;
SET TimeZone = 'Asia/Kolkata';	-- windows do not depend on it
SET extra_float_digits = 0;

\set log `cat "${PG_ABS_SRCDIR:-.}/test/data/log.sql"`
:log
CREATE VIEW log_bucket AS SELECT rowkey_compose('bucket(at, 100), at timestamptz, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
CREATE VIEW log_host AS SELECT rowkey_compose('host text, event text, at timestamptz', host, event, at) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;

-- Time first: 35 windows, the hottest region has 52 to 100 % of each, mean 90 %, never more than 2 regions are written.
-- Salt, bucket or host first: mean 6.8, 7.0 and 6.7 %.
CREATE FUNCTION pg_temp.peaks(relation regclass) RETURNS TABLE (design regclass, windows bigint, lowest numeric, mean numeric, highest numeric, regions bigint, cells numeric) LANGUAGE sql AS $$
    SELECT relation, count(*), round(100 * min(peak)::numeric, 1), round(100 * avg(peak)::numeric, 1), round(100 * max(peak)::numeric, 1), max(hit), sum(w.cells)
    FROM (SELECT max(share) AS peak, count(*) AS hit, sum(h.cells) AS cells FROM hbase.heat(relation, regions => 16, every => '1 hour') h GROUP BY starts) w $$;
SELECT p.* FROM unnest('{log_time,log_salt,log_bucket,log_host}'::regclass[]) r, pg_temp.peaks(r) p;
SELECT r, v.verdict, windows, regions_planned AS regions, cells, round(100 * lowest_peak) AS lowest, round(100 * mean_peak::numeric, 1) AS mean, round(100 * highest_peak) AS highest, round(max_avg::numeric, 2) AS max_avg, regions_hit, round(gini::numeric, 2) AS gini, trend > 0.99 AS moves
FROM unnest('{log_time,log_salt,log_bucket,log_host}'::regclass[]) r, hbase.heat_verdict(r, regions => 16, every => '1 hour') v;

-- The cells, and what they are part of.
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells, round(share::numeric, 3) AS share FROM hbase.heat('log_time', 4, '6 hours');
-- With split points the table is cut as they say; the counts are those of a query.
SELECT count(*) AS differences
FROM (SELECT date_trunc('hour', to_timestamp(ts / 1000.0), 'UTC') AS starts, width_bucket(key, '{"\\x04","\\x08"}'::rowkey[]) AS region, count(*) AS cells FROM log_salt, widerow_cells(d) GROUP BY 1, 2) q
FULL JOIN hbase.heat('log_salt', every => '1 hour', splits => '{"\\x04","\\x08"}') h USING (starts, region) WHERE q.cells IS DISTINCT FROM h.cells;
SELECT sum(share), count(*) FROM hbase.heat('log_salt', every => '100 years', splits => '{"\\x04","\\x08"}');

-- Newest first is monotonic too, the other way; a constant bucket is skewed.
CREATE VIEW log_newest AS SELECT rowkey_compose('at timestamptz desc, host text, event text', at, host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
CREATE VIEW log_whole AS SELECT rowkey_compose('bucket(at, 100), at timestamptz, host text, event text', date_trunc('second', at), host, event) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_data;
SELECT verdict, trend < -0.99 AS back FROM hbase.heat_verdict('log_newest', 16);
SELECT verdict, mean_peak FROM hbase.heat_verdict('log_whole', every => '1 hour', splits => ARRAY(SELECT rowkey_from_notation('\x' || lpad(upper(to_hex(n)), 2, '0')) FROM generate_series(1, 99) n));

-- The time of a column; a row's cells in several windows; weeks from Monday, months, markers.
CREATE TABLE visit AS SELECT rowkey_compose('id int', i) AS key, widerow_build('v', i, 'w', i) AS d, timestamp '2022-12-01 00:00' + i * interval '20 minutes' AS at FROM generate_series(0, 5) i;
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells, share FROM hbase.heat('visit', 2, '1 hour', 'at');
INSERT INTO visit (key, d) VALUES ('z', widerow_build('v', 1));
SELECT count(*) FROM hbase.heat('visit', 2, '1 hour', at => 'at');
ALTER TABLE visit ALTER at TYPE date;
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells FROM hbase.heat('visit', 1, '1 week', 'at');
CREATE TABLE versions AS SELECT 'a'::rowkey AS key, '{v@86400000="1", v@86399999="0", w@5!DeleteColumn}'::widerow AS d, '{x@1669852800000="2"}'::widerow AS e;
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells FROM hbase.heat('versions', 1, '1 day');
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells FROM hbase.heat('versions', 1, '1 month');
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells FROM hbase.heat('versions', 1, '1 millisecond');
-- Infinite times are none, others are windows, also before 1970 and after all that PostgreSQL has.
CREATE VIEW odd_times AS SELECT rowkey_compose('id int', i) AS key, widerow_build('v', i) AS d, (ARRAY['infinity', '-infinity', '1969-12-31 23:59+00', '0044-03-15 00:00+00 BC'])[i]::timestamptz AS at FROM generate_series(1, 4) i;
SELECT starts AT TIME ZONE 'UTC' AS starts, region, cells FROM hbase.heat('odd_times', 1, '1 day', 'at');
CREATE VIEW late AS SELECT 'a'::rowkey AS key, widerow_at(widerow_build('v', 1), 9223372036854775806) AS d;
SELECT starts, region, cells FROM hbase.heat('late', 1, '1 day');
SELECT hottest FROM hbase.compare_relations('{late}');

-- As defined: regions, split points; else 16.
SELECT hbase.define('log_salt', 'log', ARRAY['salt(16), at timestamptz, host text, event text']::rowkey_layout[], splits => '{"\\x08"}');
SELECT regions_planned FROM hbase.heat_verdict('log_salt');
SELECT regions_planned FROM hbase.heat_verdict('log_host');
CREATE TABLE nothing (key rowkey, d widerow);
SELECT * FROM hbase.heat('nothing', 4);
SELECT * FROM hbase.heat_verdict('nothing', 4);

-- The picture (the browser's test looks at more of it).
SELECT count(*) FILTER (WHERE line ~ '^<rect class="h\d"') AS cells, min(line) FILTER (WHERE line ~ 'class="verdict"') AS verdict
FROM regexp_split_to_table(hbase.heat_svg('log_time', 16, '1 hour'), '\n') line;
SELECT (regexp_match(hbase.heat_svg('nothing', title => 'Ä < B'), '<text [^>]*>([^<]*)<'))[1] AS title;
\pset format unaligned
SELECT hbase.heat_svg('visit', 2, '2 days', 'at', title => 'visits');
\pset format aligned

-- HBase has later times than a picture.
CREATE TABLE far_off AS SELECT rowkey_from_text('k') AS key, widerow_at(widerow_build('v', 1), 9223372036854775806) AS d UNION ALL SELECT rowkey_from_text('l'), widerow_at(widerow_build('v', 1), 1000);
SELECT * FROM hbase.heat('far_off', 1, '1 millisecond');
SELECT hbase.heat_svg('far_off', 1, '1 millisecond');

SELECT hbase.heat(NULL);
SELECT hbase.heat('visit', every => NULL);
SELECT hbase.heat('visit', every => '0');
SELECT hbase.heat('visit', every => '-1 hour');
SELECT hbase.heat('visit', every => '1 month 1 day');
SELECT hbase.heat('visit', every => '1 microsecond');
SELECT hbase.heat('visit', 2);
SELECT hbase.heat('visit', 2, at => 'nowhere');
SELECT hbase.heat('visit', 2, at => 'att');
ALTER TABLE visit ALTER at TYPE text;
SELECT hbase.heat('visit', 2, at => 'at');
SELECT hbase.heat('nothing', 2);
INSERT INTO nothing VALUES ('a', widerow_build('v', 1));
SELECT hbase.heat('nothing', 2);
SELECT hbase.heat('log_time', 0);
SELECT hbase.heat('log_time', splits => '{b,a}');
SELECT hbase.heat('log_time', splits => ARRAY[NULL]::rowkey[]);

-- Keys without families, whatever the other columns are: a cell a row.
CREATE VIEW keys_only AS SELECT rowkey_compose('salt(2), n int', n) AS key, timestamptz '2022-12-01+00' + n * interval '1 min' AS at, 'x' AS note FROM generate_series(0, 119) n;
SELECT starts AT TIME ZONE 'UTC' AS starts, sum(cells) AS cells FROM hbase.heat('keys_only', 2, at => 'at') GROUP BY 1 ORDER BY 1;
SELECT hbase.heat('keys_only', 2);
SELECT count(*), sum(rows), sum(bytes) = (SELECT sum(20 + length(key)) FROM keys_only) AS bytes FROM hbase.plan_splits('keys_only', 4);
SELECT count(*), max(bytes) FROM hbase.plan_splits('keys_only', 2, equal => 'bytes');
SELECT hbase.estimate('keys_only');
CREATE VIEW no_keys AS SELECT at FROM keys_only;
SELECT hbase.plan_splits('no_keys', 4);
