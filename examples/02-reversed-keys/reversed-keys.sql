-- Reversed keys: telephone numbers and host names differ at their end.
-- Patterns 1.14, 1.15, 1.14d.
CREATE EXTENSION hbase_schema;

-- 1.14, 1.15: numbers of an area have a common prefix and go to one region. Reversed,
-- they are distributed. A get reverses its number too.
SELECT rowkey_reverse('13800138000'), reverse(rowkey_decode(rowkey_reverse('13800138000'), NULL::text, 'string'));
CREATE TABLE phones (number text PRIMARY KEY, area text);
\copy phones FROM '../data/phone_numbers.csv' CSV HEADER
SELECT count(DISTINCT get_byte(rowkey_from_text(number), 0)) AS first_digits, count(DISTINCT get_byte(rowkey_reverse(number), 0)) AS reversed,
       count(DISTINCT rowkey_reverse(number)) = count(*) AS is_unique
FROM phones;
SELECT chr(get_byte(rowkey_reverse(number), 0)) AS first, count(*) FROM phones GROUP BY 1 ORDER BY 1;
CREATE TABLE phones_h AS SELECT rowkey_reverse(number) AS key, area FROM phones ORDER BY 1;
ALTER TABLE phones_h ADD PRIMARY KEY (key);
ANALYZE phones_h;
EXPLAIN (COSTS OFF) SELECT reverse(rowkey_decode(key, NULL::text, 'string')), area FROM phones_h WHERE key = rowkey_reverse('494212000007');
SELECT reverse(rowkey_decode(key, NULL::text, 'string')), area FROM phones_h WHERE key = (SELECT rowkey_reverse(max(number)) FROM phones);
-- The cost: the numbers of one area are no longer together. Numbers with the same end
-- are.
SELECT count(*) AS ending_in_007, bool_and(reverse(rowkey_decode(key, NULL::text, 'string')) LIKE '%007') AS all_of_them FROM phones_h WHERE key ^@ rowkey_reverse('007');

-- Text is reversed by character, so the result of the inverse is text.
SELECT rowkey_reverse('Zürich 北京'), reverse(rowkey_decode(rowkey_reverse('Zürich 北京'), NULL::text, 'string'));

-- 1.14d: host names. Reversed by label, the hosts of a domain are together, and the
-- domains of one owner too.
SELECT rowkey_reverse_domain('www.example.com');
CREATE TABLE hosts (hostname text PRIMARY KEY, base_domain text, agency text);
\copy hosts FROM '../data/gov_hostnames.csv' CSV HEADER
CREATE TABLE hosts_h AS SELECT rowkey_from_text(rowkey_reverse_domain(hostname)) AS key, hostname FROM hosts ORDER BY 1;
ALTER TABLE hosts_h ADD PRIMARY KEY (key);
ANALYZE hosts_h;
-- All hosts below a domain have one prefix, which ends with the dot. Without the dot,
-- nrelhub.gov and the domain itself are found too.
SELECT count(*) AS below_nrel_gov, (SELECT count(*) FROM hosts WHERE hostname LIKE '%.nrel.gov') AS in_the_table,
       (SELECT count(*) FROM hosts_h WHERE key ^@ 'gov.nrel') AS without_the_dot
FROM hosts_h WHERE key ^@ rowkey_from_text(rowkey_reverse_domain('nrel.gov') || '.');
EXPLAIN (COSTS OFF) SELECT hostname FROM hosts_h WHERE key ^@ rowkey_from_text(rowkey_reverse_domain('nsf.gov') || '.') ORDER BY key LIMIT 3;
SELECT key, hostname FROM hosts_h WHERE key ^@ rowkey_from_text(rowkey_reverse_domain('nsf.gov') || '.') ORDER BY key LIMIT 3;

-- ---- before the cluster -----------------------------------------------------------------

-- Plain and reversed keys: the largest of ten equal parts compared with the average, and
-- the ranges for one number.
SELECT design, key_bytes, collisions, skew, ranges
FROM hbase.compare('phones', ARRAY['number text', 'reverse(number text)'], questions => ARRAY['{"number": "494212000007"}']::jsonb[], regions => 10);
CREATE VIEW phone_h AS SELECT rowkey_compose('reverse(number text)', number) AS key, widerow_build('a', area) AS d FROM phones;
CREATE VIEW host_h AS SELECT key, widerow_build('h', hostname) AS d FROM hosts_h;
SELECT hbase.define('phone_h', layouts => ARRAY['reverse(number text)']::rowkey_layout[]) \g /dev/null
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{phone_h,host_h}'::regclass[]) r, hbase.check(r) c ORDER BY r::text, c.severity, c.rule;
SELECT kind, ranges, why FROM hbase.plan('phone_h', '494212000007');
SELECT * FROM hbase.plan_splits('phone_h', 4);
SELECT r AS relation, e.rows, e.cells, e.key_bytes, e.value_bytes, e.keyvalue_bytes FROM unnest('{phone_h,host_h}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;

-- Files for bulk load, read back and compared with the relations cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/reversed.XXXXXX"`
SELECT r AS relation, f.region, f.family, f.rows, f.cells FROM unnest('{phone_h,host_h}'::regclass[]) r, hbase.export_hfiles(r, :'folder' || '-' || r, regions => 2, stamp => 1700000000000) f;
SELECT r AS relation, v.region, v.rows, v.cells, v.ok FROM unnest('{phone_h,host_h}'::regclass[]) r, hbase.verify(r, :'folder' || '-' || r, true) v;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/reversed.??????-*
