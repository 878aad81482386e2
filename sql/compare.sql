-- hbase.compare(): designs side by side, layouts over one table and relations.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE SCHEMA compare_test;
SET search_path = compare_test, public;
SET TimeZone = 'UTC';

CREATE TABLE log_data AS SELECT 'host'||i%20 AS host, '2022-12-01 00:00+00'::timestamptz + i*interval '1.237 s' AS at,
       (ARRAY['INFO','WARN','ERROR'])[i%3+1] AS event, 'm'||i AS msg FROM generate_series(0,99999) i;

-- 1.8: keys that begin with a hash, over 16 equal regions: hottest / average is 1.053.
CREATE TABLE ids AS SELECT i::text AS id FROM generate_series(1, 10000) i;
SELECT design, skew, key_bytes FROM hbase.compare('ids', ARRAY['md5(id text, 2), id', 'salt(16), id text', 'id text']::rowkey_layout[]);
-- 1.11: time first, salted, in buckets, host first: the busiest of 16 regions has 90, 6.8, 7.0 and 6.7 % of an hour.
-- Ranges for an hour of all hosts, and for one host and event.
SELECT design, rows, collisions, key_bytes, longest, skew, hottest, bytes, ranges
FROM hbase.compare('log_data', ARRAY['at timestamptz, host text, event text', 'salt(16), at timestamptz, host text, event text',
                                     'bucket(at, 100), at timestamptz, host text, event text', 'host text, event text, at timestamptz']::rowkey_layout[],
    ARRAY['{"at": "[2022-12-01 10:00+00,2022-12-01 11:00+00)"}', '{"host": "host1", "event": "WARN"}', '{"host": ["host1", "host2"], "event": "WARN"}']::jsonb[], at => 'at');
-- As many as rowkey_scan gives.
SELECT count(*) FROM rowkey_scan('bucket(at, 100), at timestamptz, host text, event text', tstzrange('2022-12-01 10:00+00','2022-12-01 11:00+00'));
-- Equal keys, and rows that a layout refuses.
CREATE TABLE log_sample AS SELECT * FROM log_data WHERE substr(msg, 2)::int % 13 = 0;
SELECT design, rows, rejected, collisions, hottest, ranges FROM hbase.compare('log_sample', ARRAY['host text, event text', 'host text, msg char(5)']::rowkey_layout[]);
SET client_min_messages = notice;
SELECT design, rejected FROM hbase.compare('log_sample', ARRAY['host text, msg char(5)', 'host int']::rowkey_layout[]);
SET client_min_messages = warning;
SELECT * FROM hbase.compare('log_sample', '{host text}'::rowkey_layout[], at => 'written');
SELECT * FROM hbase.compare('log_sample', '{host text}'::rowkey_layout[], at => 'event');

-- Relations: the times are those of the cells, or of a column.
CREATE VIEW log_time AS SELECT rowkey_compose('at timestamptz, host text', at, host) AS key, widerow_at(widerow_build('m', msg), at) AS d FROM log_sample;
CREATE VIEW log_hour AS SELECT rowkey_compose($$host text, event text, trunc(at timestamptz, '1 hour')$$, host, event, at) AS key, widerow_agg(hbase_encode((extract(epoch FROM at)*1000 % 3600000)::int, 'bytes'), msg, at) AS t FROM log_data GROUP BY 1;
CREATE VIEW unstamped AS SELECT key, widerow_build('m', 'x') AS d, widerow_build() AS e, '2022-12-01+00'::timestamptz AS written FROM log_time LIMIT 1000;
SELECT hbase.define('log_time', layouts => ARRAY['at timestamptz, host text']::rowkey_layout[]), hbase.define('unstamped', ignore => '{written}');
SELECT * FROM hbase.compare_relations('{log_hour,log_time,unstamped}', ARRAY['{"host": "host1"}', '{"at": "2022-12-01+00"}']::jsonb[]);
SELECT design, hottest FROM hbase.compare_relations('{unstamped}', at => 'written');
SELECT design, hottest FROM hbase.compare_relations('{unstamped}', at => 'written', every => '1 month');
SELECT * FROM hbase.compare_relations('{unstamped,log_time}', at => 'written');
SELECT * FROM hbase.compare_relations('{unstamped}', at => 'd');
-- Bytes are those of the KeyValues: 0.16's row of 5,072,223.
SELECT sum(20 + length(key) + 1 + octet_length(c.qualifier) + octet_length(c.value)) AS added FROM log_hour, widerow_cells(t) c;

-- Questions of every kind: as many ranges as rowkey_scan gives for the same conditions.
SELECT q, hbase_internal.question_ranges(ARRAY['a uuid, n int, t timestamptz desc, d date, x numeric using ordered']::rowkey_layout[], q), (SELECT count(*) FROM rowkey_scan('a uuid, n int, t timestamptz desc, d date, x numeric using ordered', q)) FROM (VALUES
    ('{"a": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "n": 5}'::jsonb), ('{"n": 5}'), ('{"a": ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"], "t": "[2022-12-01+00,)", "x": "(1,2)"}'), ('{}'),
    ('{"a": ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"], "n": [1, "3", null, "[5,7)"], "t": "2022-12-01+00", "d": {"from": "2022-12-01"}}'), ('{"a": []}')) v(q);
SELECT hbase_internal.question_ranges(ARRAY['a text, b text']::rowkey_layout[], '{"a": "(x", "b": "it''s"}'), hbase_internal.question_ranges(ARRAY['a text, b text']::rowkey_layout[], '{"b": "x"}'), hbase_internal.question_ranges(ARRAY['a text']::rowkey_layout[], '{}');
-- A range of a field that is hashed narrows nothing: what else is asked for does.
SELECT l AS layout, hbase_internal.question_ranges(ARRAY[l], '{"h": "x", "n": "[3,9)"}'), hbase_internal.question_ranges(ARRAY[l], '{"h": "x", "n": 3}') FROM unnest(ARRAY['h text, n int', 'h text, md5(n int)', 'md5(n int), h text', 'md5(n int, 2), n, h text']::rowkey_layout[]) l;
-- Ranges and prefixes of text: a design that loses them is a full scan, and rowkey_scan says the same or refuses.
SELECT l AS layout, hbase_internal.question_ranges(ARRAY[l], '{"gh": {"from": "u33db", "to": "u33dc"}}') AS range, hbase_internal.question_ranges(ARRAY[l], '{"gh": {"prefix": "u33"}}') AS prefix, hbase_internal.question_ranges(ARRAY[l], '{"gh": "u33"}') AS value
FROM unnest(ARRAY['gh text, n int', 'md5(gh text, 2), gh, n int', 'reverse(gh text)', 'salt(4), gh text', 'n int, gh text', 'gh char(5)', 'gh text desc', 'gh text using ordered', 'md5(gh text)']::rowkey_layout[]) l;
SELECT s = rowkey_range('md5(gh text, 2), gh, n int') AS full_scan FROM rowkey_scan('md5(gh text, 2), gh, n int', rowkeyrange('u33db', 'u33dc')) s;
SELECT design, ranges FROM hbase.compare('ids', ARRAY['id text', 'reverse(id text)', 'md5(id text, 2), id']::rowkey_layout[], ARRAY['{"id": {"prefix": "12"}}', '{"id": {"from": "12", "to": "2"}}', '{"id": ["12", "13"]}', '{"id": ["[a,b)"]}']::jsonb[]);
SELECT * FROM hbase.compare('ids', ARRAY['md5(id text, 2), id']::rowkey_layout[], ARRAY['{"id": "[12,13)"}']::jsonb[]);
SELECT * FROM hbase.compare('ids', ARRAY['id text']::rowkey_layout[], ARRAY['{"id": "(,)"}']::jsonb[]);
SELECT hbase_internal.question_ranges(ARRAY['a text']::rowkey_layout[], '{"a": null}');
SELECT * FROM hbase.compare('ids', ARRAY['id text']::rowkey_layout[], ARRAY['{"id": null}']::jsonb[]);
-- A column outside of the key: full scan, with one design as with two; a name that is not a column is an error.
SELECT design, ranges FROM hbase.compare('log_sample', ARRAY['host text']::rowkey_layout[], ARRAY['{"msg": "m13"}', '{"msg": "m13", "host": "host1"}']::jsonb[]);
SELECT design, ranges FROM hbase.compare_relations('{log_time}', ARRAY['{"d": "x"}']::jsonb[]);
SELECT design, ranges FROM hbase.compare_relations('{log_time}', ARRAY['{"m": "x"}', '{"m": "x", "at": "2022-12-01+00"}']::jsonb[]);
SELECT design, ranges FROM hbase.compare_relations('{log_time,unstamped}', ARRAY['{"m": "x"}']::jsonb[]);
SELECT design, ranges FROM hbase.compare_relations('{unstamped}', ARRAY['{"anything": "x"}']::jsonb[]);
SELECT * FROM hbase.compare('log_sample', ARRAY['host text']::rowkey_layout[], ARRAY['{"masg": "m13"}']::jsonb[]);
SELECT * FROM hbase.compare_relations('{log_time}', ARRAY['{"nowhere": "x"}']::jsonb[]);
-- Layouts as an array of texts, or as one literal.
SELECT design, ranges FROM hbase.compare('log_sample', ARRAY['host text', 'event text'], ARRAY['{"host": "host1"}']::jsonb[]);
SELECT design FROM hbase.compare('log_sample', '{"host text, event text","event text"}');
-- Questions as jsonb[] or text[], or as one literal or parameter without a type.
SELECT ranges FROM hbase.compare('log_sample', '{host text}', ARRAY['{"host": "host1"}', '{"event": "WARN"}']);
SELECT ranges FROM hbase.compare('log_sample', '{host text}', '{"{\"host\": \"host1\"}","{\"event\": \"WARN\"}"}');
SELECT ranges FROM hbase.compare('log_sample', '{host text}', questions => '{"{\"host\": \"host1\"}"}', regions => 4);
SELECT design, ranges FROM hbase.compare_relations('{log_time}', '{"{\"at\": \"2022-12-01+00\"}"}');
PREPARE questions AS SELECT ranges FROM hbase.compare('log_sample', '{host text}', $1);
EXECUTE questions('{"{\"host\": \"host1\"}"}');
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'questions';
DEALLOCATE questions;
\set VERBOSITY terse
SELECT ranges FROM hbase.compare('log_sample', '{host text}', '{"host": "host1"}');
\set VERBOSITY default
-- One layout that its commas part: an error, or a NOTICE where it may be meant.
SELECT * FROM hbase.compare('log_sample', '{host text, ''1''}'::rowkey_layout[]);
SET client_min_messages = notice;
SELECT design FROM hbase.compare('log_sample', '{host text, at timestamptz}'::rowkey_layout[]);
SET client_min_messages = warning;
SELECT hbase_internal.nearest_name('custmer', '{order,customer,NULL}'), hbase_internal.nearest_name('xyz', '{order}'), hbase_internal.nearest_name('', '{a}');
SELECT * FROM hbase.compare('log_data', '{"wrong text"}'::rowkey_layout[]);
SELECT * FROM hbase.compare_relations('{log_data}');
SELECT * FROM hbase.compare_relations('{log_time,log_hour}', ARRAY['{"at": "2022-12-01+00"}', '{"hots": "host1"}']::jsonb[]);
SELECT * FROM hbase.compare('log_data', '{host text}', ARRAY['["host1"]']::jsonb[]);
SELECT * FROM hbase.compare('log_data', '{host text}'::rowkey_layout[], every => '0');
SELECT * FROM hbase.compare('log_data', '{host text}'::rowkey_layout[], regions => 0);
SELECT * FROM hbase.compare('log_data', NULL::rowkey_layout[]);
SELECT * FROM hbase.compare_relations('{log_time,NULL}');
CREATE VIEW nothing AS SELECT * FROM log_time WHERE false;
SELECT * FROM hbase.compare_relations('{nothing}');

DROP SCHEMA compare_test CASCADE;
SELECT * FROM hbase.forget();
