-- One page of all advice (the browser's test looks at what it shows).
\set SHOW_CONTEXT never
CREATE SCHEMA report_test;
SET search_path = report_test, public;
SET client_min_messages = warning;

SELECT hbase_internal.html('<a href="x">&</a>'), hbase_internal.html(NULL) = '' AS empty;

CREATE VIEW log_h AS SELECT rowkey_compose('salt(4), host text, at timestamptz', 'host' || i % 7, t.at) AS key, widerow_at(widerow_build('m', 'message ' || i), t.at) AS d
FROM generate_series(1, 2000) i, LATERAL (SELECT '2022-12-01 00:00+00'::timestamptz + i * interval '1 minute' AS at) t;
SELECT hbase.define('log_h', 'log', ARRAY['salt(4), host text, at timestamptz']::rowkey_layout[]);
CREATE FUNCTION pg_temp.section(page text, name text) RETURNS text LANGUAGE sql AS $$ SELECT substring(page FROM '<section id="' || name || '">(.*?)</section>') $$;
CREATE TABLE page AS SELECT hbase.report('log_h') AS html;
SELECT html LIKE '<!DOCTYPE html>%<title>log for HBase</title>%</html>' AS page, html LIKE '%<code>salt(4), host text, at timestamptz using phoenix</code>%' AS layout FROM page;
SELECT count(*) AS regions FROM page, regexp_matches(pg_temp.section(html, 'regions'), '<tr><td class="number" data-label="region">\d+</td><td class="key"><code>[^<]+</code></td><td class="number" data-label="rows">[\d,]+</td>', 'g');
SELECT pg_temp.section(html, 'ddl') FROM page;
SELECT (SELECT count(*) FROM regexp_matches(pg_temp.section(html, 'findings'), '<li><p><span class="badge (error|warning|advice)">', 'g')) = (SELECT count(*) FROM hbase.check('log_h')) AS all_findings,
       pg_temp.section(html, 'heat') LIKE '%<figcaption>%even: the hottest region%<svg %' AS heat, pg_temp.section(html, 'size') LIKE '%<th scope="row">d</th><td class="number" data-label="rows">2,000</td>%' AS size FROM page;

-- Names and keys are escaped in HTML; cells without time: no forecast, and the reason.
CREATE TABLE "<b>&" AS SELECT rowkey_from_text('<script>' || i) AS key, widerow_build('q', i) AS d FROM generate_series(1, 50) i;
SELECT html !~ '<script>\d|<b>&' AS escaped, pg_temp.section(html, 'heat') AS heat, pg_temp.section(html, 'regions') LIKE '%<code>&lt;script&gt;%' AS keys FROM hbase.report('"<b>&"', 4) html;
-- A column with the time, beside the families or named in ignore.
ALTER TABLE "<b>&" ADD at timestamptz DEFAULT '2022-12-01 00:00+00';
SELECT pg_temp.section(html, 'heat') LIKE '%<svg %' AS heat, pg_temp.section(html, 'regions') LIKE '%<code>&lt;script&gt;%' AS regions, pg_temp.section(html, 'size') LIKE '%<th scope="row">d</th><td class="number" data-label="rows">50</td>%' AS size, pg_temp.section(html, 'ddl') AS ddl
FROM hbase.report('"<b>&"', 4, '1 day', 'at') html;
SELECT hbase.report('"<b>&"', 4);
SELECT hbase.report('"<b>&"', 4, at => 'att');
SELECT hbase.define('"<b>&"', 'odd', ignore => '{at}');
SELECT pg_temp.section(html, 'heat') LIKE '%<svg %' AS heat FROM hbase.report('"<b>&"', 4, '1 day', 'at') html;
CREATE TABLE nothing (key rowkey, d widerow);
SELECT html LIKE '%no cells%' AS page FROM hbase.report('nothing') html;

-- All sizes of a table have one unit, which suits the largest.
SELECT g.size, u.unit, hbase_internal.report_size(g.size, u.bytes) AS shown, hbase_internal.report_size(g.size / 1000, u.bytes) AS smaller
FROM unnest('{0,1,51,52,10239,10485759,10485760,11811160064,123456789012345,9223372036854775807}'::bigint[]) WITH ORDINALITY g(size, n), hbase_internal.report_unit(g.size) u ORDER BY g.n;

-- Several designs: an index, their heat maps, and a section for each.
CREATE VIEW log_at AS SELECT rowkey_compose('at timestamptz, host text', t.at, 'host' || i % 7) AS key, widerow_at(widerow_build('m', 'message ' || i), t.at) AS d
FROM generate_series(1, 2000) i, LATERAL (SELECT '2022-12-01 00:00+00'::timestamptz + i * interval '1 minute' AS at) t;
SELECT hbase.define('log_at', 'log', ARRAY['at timestamptz, host text']::rowkey_layout[]);
CREATE TABLE designs AS SELECT hbase.report('log_h', 4, compare_with => '{log_at}') AS html;
SELECT m[1] AS heading FROM designs, regexp_matches(html, '<h[123]>(.*?)</h[123]>', 'g') m;
SELECT m[1] AS design, m[2] AS verdict FROM designs, regexp_matches(html, '<b>([^<]*)</b> <span class="verdict">(\w+): ', 'g') m;
SELECT regexp_replace(m[1], '<[^>]+>', ' ', 'g') AS line FROM designs, regexp_matches(pg_temp.section(html, 'relations'), '<tr>(.*?)</tr>', 'g') m;
SELECT hbase.report('log_h', compare_with => '{}') = hbase.report('log_h') AS nothing_to_compare;

-- The policy of the page allows its style sheet and its script, and nothing else.
SELECT name, html LIKE format('%%; %s-src ''sha256-%s''; %%', name, encode(sha256(convert_to(substring(html FROM content), 'UTF8')), 'base64')) AS allowed
FROM designs, (VALUES ('style', '<style>(.*?)</style>'), ('script', '<script>(.*?)</script>')) v(name, content);
SELECT m[1] AS other FROM designs, regexp_matches(html, '(style="|\mon\w+="|https?:|url\()', 'g') m;

SELECT hbase.report(NULL);
SELECT hbase.report('log_h', compare_with => '{log_at,NULL}');
SELECT hbase.report('log_h', compare_with => '{page}');
SELECT hbase.report('page');
SET client_min_messages = warning;
DROP SCHEMA report_test CASCADE;
