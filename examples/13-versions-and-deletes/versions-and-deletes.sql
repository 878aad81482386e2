-- HBase's cells: versions, four kinds of delete markers, expiry, counters, conditional
-- puts, filters; the unexpected behavior of a running HBase, and what is exported.
-- Traps 10, 11, 12.
CREATE EXTENSION hbase_schema;

-- ---- versions ------------------------------------------------------------------------

-- A cell has versions, the newest first. A plain get returns one.
CREATE TABLE page (key rowkey PRIMARY KEY, c widerow);
INSERT INTO page VALUES ('home', '{title@100=Welcome, title@200=Hello, body@100=text, hits@100=\x00\x00\x00\x00\x00\x00\x00\x05}');
SELECT c ->> 'title' AS title, widerow_visible(c, 2) AS two_versions, widerow_visible(c, 1, time_to => 200) AS as_of_199 FROM page;
-- A later put is added to the row; cells with timestamps are ordered by timestamp.
UPDATE page SET c = c || '{title@150=late, body@300=new}' RETURNING c;

-- ---- deletes are markers ---------------------------------------------------------------

UPDATE page SET c = widerow_delete(c, 'title', 200) RETURNING c ->> 'title' AS title, widerow_range(c, 'title', 'title', true, true) AS stored;
-- Unexpected: the marker also masks later puts with an older or equal timestamp ..
UPDATE page SET c = widerow_put(c, 'title', 'Again', 200) RETURNING c ->> 'title' AS masked;
UPDATE page SET c = widerow_put(c, 'title', 'Newer', 201) RETURNING c ->> 'title' AS visible;
-- .. until a major compaction drops the marker and the masked cells; HBase keeps VERSIONS cells.
UPDATE page SET c = widerow_compact(c, versions => 3) RETURNING c;
UPDATE page SET c = widerow_put(c, 'title', 'Again', 200) RETURNING widerow_visible(c, 3);
-- Deleting one version: the previous version becomes visible again.
SELECT widerow_delete_version(c, 'title', 201) ->> 'title' AS one_version_back FROM page;
-- The whole column family, up to a timestamp.
SELECT to_jsonb(widerow_delete_family(c, 200)) AS without_what_is_older_than_201 FROM page;

-- ---- the result depends on the time of a flush ---------------------------------------------

-- VERSIONS=1, puts at 1, 2, 3, then the newest is deleted. Without a flush the previous version
-- appears; with a flush in between it is gone.
SELECT widerow_visible(widerow_delete_version(w, 'q', 3), max_versions => 1) AS never_flushed, widerow_visible(widerow_delete_version(widerow_flush(w, 1), 'q', 3), max_versions => 1) AS flushed_before
FROM (SELECT '{q@1=a, q@2=b, q@3=c}'::widerow) v(w);

-- ---- expiry ---------------------------------------------------------------------------------

SELECT widerow_visible(w, 3, ttl => 60, now => to_timestamp(100)) AS within_a_minute, widerow_compact(w, 3, min_versions => 1, ttl => 60, now => to_timestamp(1000)) AS at_least_one
FROM (SELECT '{q@10000=old, q@90000=new}'::widerow) v(w);

-- ---- counters and conditional puts -------------------------------------------------------------

UPDATE page SET c = widerow_increment(c, 'hits', 1, 101) RETURNING widerow_get(c, 'hits', NULL::bigint) AS hits;
UPDATE page SET c = widerow_put(c, 'body', 'mine', 400) WHERE widerow_matches(c, 'body', '=', 'new') RETURNING c ->> 'body' AS body;
UPDATE page SET c = widerow_put(c, 'body', 'yours', 500) WHERE widerow_matches(c, 'body', '=', 'new') RETURNING c ->> 'body' AS body;
SELECT widerow_matches(c, 'nothing', '=', NULL::text) AS is_missing, c ->> 'body' AS body FROM page;

-- ---- order of writes: column families with NEW_VERSION_BEHAVIOR ---------------------------------

SELECT ('{q@5=a}'::widerow || '{q@5!Delete}' || '{q@5=b}') ->> 'q' AS classic,
       widerow_apply(widerow_apply('{q@5=a}', '{q@5!Delete}'), '{q@5=b}') ->> 'q' AS by_order_of_writes;

-- ---- unstamped cells: the current value, for any timestamp ------------------------------------------

SELECT widerow_build('a', '1', 'b', '2') || widerow_build('b', '3') AS current, widerow_at(widerow_delete(widerow_build('a', '1'), 'a') || widerow_build('a', '2'), 700) AS stamped;
SELECT widerow_build('a', '1') || '{a@5=which}';

-- ---- filters: HBase's own strings ---------------------------------------------------------------------

CREATE TABLE airport (code text, name text, country text, city text, elevation int);
\copy airport FROM '../data/nordic_airports.csv' CSV HEADER
CREATE TABLE airport_h AS SELECT rowkey_compose($$country text, '/', code text using string$$, country, code) AS key, widerow_build('name', name, 'city', city, 'e', elevation) AS a FROM airport;
ALTER TABLE airport_h ADD PRIMARY KEY (key);
SELECT key, convert_from(qualifier, 'UTF8') AS qualifier, convert_from(value, 'UTF8') AS value FROM hbase.scan('airport_h', filter => $$PrefixFilter('IS/') AND ColumnPrefixFilter('ci') AND PageFilter(3)$$);
SELECT key, convert_from(value, 'UTF8') AS value FROM hbase.scan('airport_h', filter => $$SingleColumnValueFilter('a', 'city', =, 'substring:TROMS') AND QualifierFilter(=, 'binary:name')$$);
-- The keys that a filter can match: a scan reads only these.
SELECT rowkey_filter_ranges($$(PrefixFilter('IS/') OR RowFilter(>=, 'binary:SE/V')) AND ValueFilter(=, 'regexstring:y$')$$);
SELECT key, convert_from(qualifier, 'UTF8') AS qualifier, convert_from(value, 'UTF8') AS value
FROM hbase.scan('airport_h', filter => $$(PrefixFilter('IS/') OR RowFilter(>=, 'binary:SE/V')) AND ValueFilter(=, 'regexstring:y$')$$);

-- ---- the same cell twice (trap 12) -------------------------------------------------------------------------
-- Without own timestamps they would be one cell, and one value would be lost.
SELECT widerow_agg(q, v ORDER BY n) FROM (VALUES (1, 'phone', '+331'), (2, 'phone', '+332')) u(n, q, v);
SELECT widerow_agg(q, v, 'last' ORDER BY n) AS last, widerow_agg(q, v, n * 1000::bigint) AS as_versions FROM (VALUES (1, 'phone', '+331'), (2, 'phone', '+332')) u(n, q, v);

-- ---- before the cluster: what is exported --------------------------------------------------------------------
-- Pages with a history: versions that are not kept, a deleted page, a page without cells,
-- and a cell of 1970 that has expired (a real TTL is shorter).
SET TimeZone = 'UTC';
CREATE TABLE wiki (key rowkey PRIMARY KEY, c widerow);
INSERT INTO wiki SELECT rowkey_compose('page text', 'page' || p), (SELECT widerow_agg('text', 'version ' || v, '2022-12-01+00'::timestamptz + (v * 24 + p * 7 % 24) * interval '1 h') FROM generate_series(1, 5) v) FROM generate_series(10, 99) p;
UPDATE wiki SET c = widerow_delete(c, 'text', '2022-12-31+00'::timestamptz) WHERE key = rowkey_compose('page text', 'page42');
INSERT INTO wiki VALUES (rowkey_compose('page text', 'stub'), '{}'), (rowkey_compose('page text', 'visit'), widerow_at(widerow_build('seen', 1), '1970-01-02+00'::timestamptz));
SELECT hbase.define('wiki', layouts => ARRAY['page text']::rowkey_layout[], families => '{"c": {"VERSIONS": 2, "TTL": "20000 days"}}', regions => 3);
SELECT severity, rule, subject, measured FROM hbase.check('wiki') ORDER BY 1 DESC, 2;
SELECT kind, ranges, rows FROM hbase.plan('wiki', 'page42');
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('wiki', every => '1 day');
SELECT region, split, rows FROM hbase.plan_splits('wiki');
-- The export contains the complete history; HBase drops most of it at the first major
-- compaction. Verify counts what a get of each column returns, without expired cells:
-- five versions are one cell, and page42 has none.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/history.XXXXXX"`
SELECT region, rows, cells FROM hbase.export_hfiles('wiki', :'folder' || '-whole', stamp => 1700000000000);
SELECT region, rows, cells, ok FROM hbase.verify('wiki', :'folder' || '-whole', true);
-- Compacted before the export, it has less than half of the bytes. A get returns the same,
-- except for the cell of 1970.
CREATE TABLE wiki_kept AS TABLE wiki;
ALTER TABLE wiki_kept ADD PRIMARY KEY (key);
SELECT hbase.define('wiki_kept', layouts => ARRAY['page text']::rowkey_layout[], families => '{"c": {"VERSIONS": 2, "TTL": "20000 days"}}', regions => 3) \g /dev/null
SELECT * FROM hbase.compact('wiki_kept', '2027-01-01+00');
SELECT design, rows, key_bytes, bytes, ranges FROM hbase.compare_relations('{wiki,wiki_kept}', questions => ARRAY['{"page": "page10"}']::jsonb[]);
SELECT r AS relation, e.rows, e.cells, e.keyvalue_bytes FROM unnest('{wiki,wiki_kept}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;
SELECT region, rows, cells FROM hbase.export_hfiles('wiki_kept', :'folder' || '-kept', stamp => 1700000000000);
SELECT region, rows, cells, ok FROM hbase.verify('wiki_kept', :'folder' || '-kept', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/history.??????-*
