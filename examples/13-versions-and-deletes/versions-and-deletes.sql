-- HBase's model of a cell: versions, four kinds of delete markers, expiry, counters,
-- conditional writes, filters; with the surprises a running HBase has.
CREATE EXTENSION hbase_schema;

-- ---- versions ------------------------------------------------------------------------

-- A cell has versions, the newest first. A plain get shows one.
CREATE TABLE page (key rowkey PRIMARY KEY, c widerow);
INSERT INTO page VALUES ('home', '{title@100=Welcome, title@200=Hello, body@100=text, hits@100=\x00\x00\x00\x00\x00\x00\x00\x05}');
SELECT c ->> 'title' AS title, widerow_visible(c, 2) AS two_versions, widerow_visible(c, 1, time_to => 200) AS as_of_199 FROM page;
-- A later put lands on the row; stamped cells keep their places by timestamp.
UPDATE page SET c = c || '{title@150=late, body@300=new}' RETURNING c;

-- ---- deletes are markers ---------------------------------------------------------------

UPDATE page SET c = widerow_delete(c, 'title', 200) RETURNING c ->> 'title' AS title, widerow_range(c, 'title', 'title', true, true) AS stored;
-- Surprise: the marker also masks what is put later with an older or equal timestamp ..
UPDATE page SET c = widerow_put(c, 'title', 'Again', 200) RETURNING c ->> 'title' AS masked;
UPDATE page SET c = widerow_put(c, 'title', 'Newer', 201) RETURNING c ->> 'title' AS visible;
-- .. until a major compaction drops marker and masked cells; HBase keeps VERSIONS newest.
UPDATE page SET c = widerow_compact(c, versions => 3) RETURNING c;
UPDATE page SET c = widerow_put(c, 'title', 'Again', 200) RETURNING widerow_visible(c, 3);
-- One version: the one before becomes visible again.
SELECT widerow_delete_version(c, 'title', 201) ->> 'title' AS one_version_back FROM page;
-- The whole family, up to a time.
SELECT to_jsonb(widerow_delete_family(c, 200)) AS without_what_is_older_than_201 FROM page;

-- ---- what stays depends on when a flush comes ---------------------------------------------

-- VERSIONS=1, puts at 1, 2, 3, then the newest is deleted: not flushed, the one before appears; flushed in between, it is gone.
SELECT widerow_visible(widerow_delete_version(w, 'q', 3), max_versions => 1) AS never_flushed, widerow_visible(widerow_delete_version(widerow_flush(w, 1), 'q', 3), max_versions => 1) AS flushed_before
FROM (SELECT '{q@1=a, q@2=b, q@3=c}'::widerow) v(w);

-- ---- expiry ---------------------------------------------------------------------------------

SELECT widerow_visible(w, 3, ttl => 60, now => to_timestamp(100)) AS within_a_minute, widerow_compact(w, 3, min_versions => 1, ttl => 60, now => to_timestamp(1000)) AS at_least_one
FROM (SELECT '{q@10000=old, q@90000=new}'::widerow) v(w);

-- ---- counters and conditional writes -----------------------------------------------------------

UPDATE page SET c = widerow_increment(c, 'hits', 1, 101) RETURNING widerow_get(c, 'hits', NULL::bigint) AS hits;
UPDATE page SET c = widerow_put(c, 'body', 'mine', 400) WHERE widerow_matches(c, 'body', '=', 'new') RETURNING c ->> 'body' AS body;
UPDATE page SET c = widerow_put(c, 'body', 'yours', 500) WHERE widerow_matches(c, 'body', '=', 'new') RETURNING c ->> 'body' AS body;
SELECT widerow_matches(c, 'nothing', '=', NULL::text) AS is_missing, c ->> 'body' AS body FROM page;

-- ---- order of landing: families with NEW_VERSION_BEHAVIOR ---------------------------------------

SELECT ('{q@5=a}'::widerow || '{q@5!Delete}' || '{q@5=b}') ->> 'q' AS classic,
       widerow_land(widerow_land('{q@5=a}', '{q@5!Delete}'), '{q@5=b}') ->> 'q' AS by_order_of_writes;

-- ---- unstamped cells: the current value, whatever its time -----------------------------------------

SELECT widerow_build('a', '1', 'b', '2') || widerow_build('b', '3') AS current, widerow_at(widerow_delete(widerow_build('a', '1'), 'a') || widerow_build('a', '2'), 700) AS stamped;
SELECT widerow_build('a', '1') || '{a@5=which}';

-- ---- filters: HBase's own strings ---------------------------------------------------------------------

CREATE TABLE airport (code text, name text, country text, city text, elevation int);
\copy airport FROM '../data/nordic_airports.csv' CSV HEADER
CREATE TABLE airport_h AS SELECT rowkey_compose($$country text, '/', code text using string$$, country, code) AS key, widerow_build('name', name, 'city', city, 'e', elevation) AS a FROM airport;
ALTER TABLE airport_h ADD PRIMARY KEY (key);
SELECT key, convert_from(qualifier, 'UTF8') AS qualifier, convert_from(value, 'UTF8') AS value FROM hbase.filter('SELECT * FROM airport_h ORDER BY key', $$PrefixFilter('IS/') AND ColumnPrefixFilter('ci') AND PageFilter(3)$$);
SELECT key, convert_from(value, 'UTF8') AS value FROM hbase.filter('SELECT * FROM airport_h ORDER BY key', $$SingleColumnValueFilter('a', 'city', =, 'substring:TROMS') AND QualifierFilter(=, 'binary:name')$$);
-- The keys that a filter can keep, so that nothing else is read.
SELECT hbase_filter_ranges($$(PrefixFilter('IS/') OR RowFilter(>=, 'binary:SE/V')) AND ValueFilter(=, 'regexstring:y$')$$);
SELECT key, convert_from(qualifier, 'UTF8') AS qualifier, convert_from(value, 'UTF8') AS value
FROM hbase.filter($$SELECT * FROM airport_h WHERE key <@ hbase_filter_ranges('PrefixFilter(''IS/'') OR RowFilter(>=, ''binary:SE/V'')') ORDER BY key$$,
                  $$(PrefixFilter('IS/') OR RowFilter(>=, 'binary:SE/V')) AND ValueFilter(=, 'regexstring:y$')$$);
