-- Names as numbers: long names in keys become short numbers by a dictionary, as
-- OpenTSDB does. Patterns 0.8, 0.18v, 2.2.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
SET bytea_output = 'hex';

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event
FROM generate_series(0, 9999) i;

-- 0.8: a number for each name, given out once: asked again, the same.
SELECT host, hbase.uid('host', host) FROM (SELECT DISTINCT host FROM log_data ORDER BY host) h LIMIT 3;
SELECT count(hbase.uid('host', host)) AS hosts FROM (SELECT DISTINCT host FROM log_data ORDER BY host) h;
SELECT event, hbase.uid('event', event) FROM unnest(ARRAY['INFO', 'WARN', 'ERROR', 'INFO']) event;

-- The key is 24 bytes, whatever the names. uid_find only looks up: it writes nothing,
-- so that the view stands in a read-only transaction too.
CREATE VIEW log_hbase AS
SELECT rowkey_compose('host bigint, event bigint, at timestamptz using bytes', hbase.uid_find('host', host), hbase.uid_find('event', event), at) AS key FROM log_data;
BEGIN READ ONLY;
SELECT count(*), min(length(key)), max(length(key)) FROM log_hbase;
COMMIT;
SELECT rowkey_compose('host bigint, event bigint, at timestamptz using bytes', hbase.uid_find('host', 'host0'), hbase.uid_find('event', 'INFO'), '2022-12-01 00:00:01.237+00'::timestamptz)::bytea AS ids_1_and_1;

-- And back: from the key to the names, for every row.
SELECT count(*) AS rows_back FROM (
    SELECT hbase.uid_name('host', rowkey_field(l, key, 'host', NULL::bigint)), hbase.uid_name('event', rowkey_field(l, key, 'event', NULL::bigint)), rowkey_field(l, key, 'at', NULL::timestamptz)
    FROM log_hbase, LATERAL (SELECT 'host bigint, event bigint, at timestamptz using bytes'::rowkey_layout) x(l)
    INTERSECT SELECT host, event, at FROM log_data) b;
-- A name that nobody has numbered is no number, and a key of it is refused.
SELECT hbase.uid_find('host', 'host99') AS unknown;
SELECT rowkey_compose('host bigint', hbase.uid_find('host', 'host99'));

-- 2.2: raw, numbered or hashed? Bytes of the key, and what can be asked: a hashed part
-- is found by equality only, and does not read back.
CREATE TABLE designs (design text, layout rowkey_layout);
INSERT INTO designs VALUES ('raw', 'host text, event text, at timestamptz'), ('fixed', 'host char(6), event char(5), at timestamptz'), ('hashed', 'md5(host text), md5(event text), at timestamptz');
SELECT design, min(length(key)), max(length(key)), (SELECT string_agg(field, ', ') FROM hbase.layout_fields(layout) WHERE readable) AS reads_back
FROM designs, LATERAL (SELECT rowkey_compose(layout, host, event, at) AS key FROM log_data) k GROUP BY design, layout ORDER BY 2;
SELECT rowkey_range('host text, event text', rowkeyrange('host1', 'host2')) AS raw_takes_a_range;
SELECT rowkey_range('md5(host text), event text', rowkeyrange('host1', 'host2'));

-- 0.18v: values have their encoding too: as Java's Bytes writes them, or as Phoenix
-- reads them. The first two rows are equal.
SELECT widerow_build_as('phoenix', 'n', 1::bigint) -> 'n' AS as_phoenix, widerow_build('n', hbase_encode(1::bigint, 'phoenix')) -> 'n' AS encoded_before, widerow_build('n', 1::bigint) -> 'n' AS as_java,
       widerow_build_as('phoenix', 'n', 1::bigint) = widerow_build('n', hbase_encode(1::bigint, 'phoenix')) AS equal;
