-- Names as numbers: a dictionary replaces long names in keys by short numbers, as in
-- OpenTSDB. Patterns 0.8, 0.18v, 2.2.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
SET bytea_output = 'hex';

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event
FROM generate_series(0, 9999) i;

-- 0.8: one number for each name; the same name always gets the same number.
SELECT host, hbase.uid('host', host) FROM (SELECT DISTINCT host FROM log_data ORDER BY host) h LIMIT 3;
SELECT count(hbase.uid('host', host)) AS hosts FROM (SELECT DISTINCT host FROM log_data ORDER BY host) h;
SELECT event, hbase.uid('event', event) FROM unnest(ARRAY['INFO', 'WARN', 'ERROR', 'INFO']) event;

-- The key has 24 bytes, for names of any length. uid_find only reads, so the view also
-- works in a read-only transaction.
CREATE VIEW log_hbase AS
SELECT rowkey_compose('host bigint, event bigint, at timestamptz using bytes', hbase.uid_find('host', host), hbase.uid_find('event', event), at) AS key FROM log_data;
BEGIN READ ONLY;
SELECT count(*), min(length(key)), max(length(key)) FROM log_hbase;
COMMIT;
SELECT rowkey_compose('host bigint, event bigint, at timestamptz using bytes', hbase.uid_find('host', 'host0'), hbase.uid_find('event', 'INFO'), '2022-12-01 00:00:01.237+00'::timestamptz)::bytea AS ids_1_and_1;

-- And back: from the key to the names, for each row.
SELECT count(*) AS rows_back FROM (
    SELECT hbase.uid_name('host', rowkey_field(l, key, 'host', NULL::bigint)), hbase.uid_name('event', rowkey_field(l, key, 'event', NULL::bigint)), rowkey_field(l, key, 'at', NULL::timestamptz)
    FROM log_hbase, LATERAL (SELECT 'host bigint, event bigint, at timestamptz using bytes'::rowkey_layout) x(l)
    INTERSECT SELECT host, event, at FROM log_data) b;
-- A name without a number gives NULL, and a key with it is rejected.
SELECT hbase.uid_find('host', 'host99') AS unknown;
SELECT rowkey_compose('host bigint', hbase.uid_find('host', 'host99'));

-- 2.2: plain, numbered or hashed? Bytes of the key, and possible conditions: a hashed field
-- is found by equality only, and cannot be decoded.
CREATE TABLE designs (design text, layout rowkey_layout);
INSERT INTO designs VALUES ('raw', 'host text, event text, at timestamptz'), ('fixed', 'host char(6), event char(5), at timestamptz'), ('hashed', 'md5(host text), md5(event text), at timestamptz');
SELECT design, min(length(key)), max(length(key)), (SELECT string_agg(f, ', ') FROM jsonb_object_keys(rowkey_fields(layout, min(key))) f) AS reads_back
FROM designs, LATERAL (SELECT rowkey_compose(layout, host, event, at) AS key FROM log_data) k GROUP BY design, layout ORDER BY 2;
SELECT rowkey_range('host text, event text', rowkeyrange('host1', 'host2')) AS raw_takes_a_range;
SELECT rowkey_range('md5(host text), event text', rowkeyrange('host1', 'host2'));

-- 0.18v: values have an encoding too: that of Java's Bytes, or of Phoenix.
-- The first two rows are equal.
SELECT widerow_build('phoenix'::hbase_encoding, 'n', 1::bigint) -> 'n' AS as_phoenix, widerow_build('n', hbase_encode(1::bigint, 'phoenix')) -> 'n' AS encoded_before, widerow_build('n', 1::bigint) -> 'n' AS as_java,
       widerow_build('phoenix'::hbase_encoding, 'n', 1::bigint) = widerow_build('n', hbase_encode(1::bigint, 'phoenix')) AS equal;

-- ---- before the cluster: the cost of names, and the export of the dictionary -----------------
-- Each cell contains its key, so a byte of the key is a byte of each cell. "longer" has longer
-- host names; numbers do not depend on them.
CREATE VIEW log_named AS
SELECT host || '.rack7.fra.example.com' AS longer, host, event, at, hbase.uid_find('host', host) AS host_no, hbase.uid_find('event', event) AS event_no FROM log_data;
SELECT design, key_bytes, collisions, hottest, ranges
FROM hbase.compare('log_named', ARRAY['longer text, event text, at timestamptz', 'host text, event text, at timestamptz', 'md5(longer text), md5(event text), at timestamptz', 'host_no bigint, event_no bigint, at timestamptz using bytes', 'host_no smallint, event_no smallint, at timestamptz using bytes'],
                   questions => ARRAY['{"host": "host1", "longer": "host1.rack7.fra.example.com", "host_no": 2}']::jsonb[], at => 'at');
-- The width is fixed for each kind of name: two bytes are 65,535 names.
SELECT count(hbase.uid('short', host, 2)) AS names FROM (SELECT DISTINCT host FROM log_data ORDER BY host) h;
SELECT kind, (least(256::numeric ^ width, 2::numeric ^ 63) - 1 - last)::bigint AS free FROM hbase.uid_kind WHERE kind IN ('short', 'host') ORDER BY kind;

CREATE FUNCTION log_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE RETURN 'host bigint, event bigint, at timestamptz using bytes'::rowkey_layout;
CREATE VIEW log_h AS SELECT rowkey_compose(log_layout(), hbase.uid_find('host', host), hbase.uid_find('event', event), at) AS key, widerow_build('v', 1) AS d, at FROM log_data;
-- Numbers are useless without the dictionary. It becomes a table of its own, with rows from
-- name to number and from number to name, like OpenTSDB's tsdb-uid.
CREATE VIEW name_h AS
SELECT rowkey_compose($$'n', kind text, '/', name text using string$$, kind, name) AS key, widerow_build('i', id) AS u FROM hbase.uid_name WHERE kind IN ('host', 'event')
UNION ALL SELECT rowkey_compose($$'i', kind text, '/', id bigint using bytes$$, kind, id), widerow_build('n', name) FROM hbase.uid_name WHERE kind IN ('host', 'event');
SELECT hbase.define('log_h', 'log', ARRAY[log_layout()], regions => 4, ignore => '{at}'),
       hbase.define('name_h', 'log_names', ARRAY[$$'n', kind text, '/', name text using string$$, $$'i', kind text, '/', id bigint using bytes$$]::rowkey_layout[]) \g /dev/null
SELECT r AS relation, c.severity, c.rule, c.measured FROM unnest('{log_h,name_h}'::regclass[]) r, hbase.check(r, at => CASE r WHEN 'log_h'::regclass THEN 'at' END::name) c ORDER BY r::text, c.severity, c.rule;
SELECT kind, ranges, why FROM hbase.plan('log_h', hbase.uid_find('host', 'host1'), hbase.uid_find('event', 'WARN')) UNION ALL SELECT kind, ranges, why FROM hbase.plan('name_h', 'host', 'host1');
SELECT verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM hbase.heat_verdict('log_h', 4, at => 'at');
SELECT region, split, rows FROM hbase.plan_splits('log_h', align => 1);
SELECT r AS relation, e.rows, e.key_bytes, e.keyvalue_bytes FROM unnest('{log_h,name_h}'::regclass[]) r, hbase.estimate(r) e WHERE e.family IS NULL;

-- A host that was added after the numbers has no key. A query fails at the first such
-- row; hbase.check and hbase.rejects list all of them.
INSERT INTO log_data VALUES ('host99', '2022-12-02 00:00+00', 'INFO'), ('host99', '2022-12-02 00:01+00', 'WARN');
SELECT count(key) FROM log_h;
SELECT severity, rule, subject, explanation FROM hbase.check('log_h') WHERE severity = 'error';
SELECT function, values, reason FROM hbase.rejects('log_h');
SELECT hbase.uid('host', 'host99') AS numbered;

-- Both tables in one snapshot with one stamp, so that each number has its name.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/named.XXXXXX"`
SELECT relation, table_name, status, files, rows, cells FROM hbase.export_all('{log_h,name_h}', :'folder', stamp => 1700000000000);
SELECT 'log' AS folder, count(*) AS regions, sum(rows) AS rows, bool_and(ok) AS ok FROM hbase.verify('log_h', :'folder' || '/log', true)
UNION ALL SELECT 'log_names', count(*), sum(rows), bool_and(ok) FROM hbase.verify('name_h', :'folder' || '/log_names', true);
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/named.??????
