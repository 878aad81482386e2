-- Key layouts: a composite key is declared once, like a column list. The layout builds,
-- decodes and checks keys. Patterns 0.1 to 0.13, 1.6f, 1.8, 1.13, 1.13h, 1.13x,
-- 1.14, 2.8k, 2.9s, 3.9t, 4.8, 4.9, 4.11; traps 2, 10, 15.
CREATE EXTENSION hbase_schema;
SET TimeZone = 'UTC';
SET bytea_output = 'hex';

CREATE TABLE log_data AS
SELECT 'host' || i % 20 AS host, '2022-12-01 00:00+00'::timestamptz + i * interval '1.237 s' AS at, (ARRAY['INFO', 'WARN', 'ERROR'])[i % 3 + 1] AS event, 'm' || i AS msg
FROM generate_series(0, 99999) i;
CREATE VIEW second_row AS SELECT * FROM log_data ORDER BY at OFFSET 1 LIMIT 1;
CREATE TABLE orders (id bigint PRIMARY KEY, customer bigint, placed timestamptz, status text);
INSERT INTO orders VALUES (1001, 42, '2022-12-01 09:30+00', 'open'), (1002, 42, '2022-12-24 18:00+00', 'paid'), (1003, -1, '2022-12-05 00:00+00', 'open');

-- ---- logs of hosts: which field is first? -----------------------------------------

-- 0.2: time first: new rows are always last and go to one region.
SELECT key, length(key) FROM second_row, rowkey_compose('at timestamptz, host text, event text', at, host, event) key;
SELECT bool_and(by_key = by_time) AS key_order_is_arrival_order
FROM (SELECT row_number() OVER (ORDER BY rowkey_compose('at timestamptz, host text, event text', at, host, event)) AS by_key, row_number() OVER (ORDER BY at) AS by_time FROM log_data) x;

-- 0.3: a bucket before the time: 100 buckets of 1,000 rows.
SELECT key::bytea, length(key) FROM second_row, rowkey_compose('bucket(at, 100), at timestamptz, host text, event text', at, host, event) key;
SELECT count(*) AS buckets, min(n), max(n)
FROM (SELECT count(*) AS n FROM log_data GROUP BY get_byte(rowkey_compose('bucket(at, 100), at timestamptz, host text, event text', at, host, event), 0)) x;
SELECT rowkey_compose('bucket(at, 100), at timestamptz', '1969-12-31 23:59:59.999+00'::timestamptz)::bytea AS one_ms_before_1970;

-- 0.5: host, then event. A text field that is not last ends with the byte 00.
SELECT key, length(key) FROM second_row, rowkey_compose('host text, event text, at timestamptz', host, event, at) key;
-- 0.6, 1.16, 3.6, 3.9: newest first: under phoenix, desc gives the bytes of Long.MAX_VALUE - ms.
SELECT key::bytea = ('host1\x00'::rowkey || rowkey_reverse_ts(at))::bytea AS is_reverse_ts FROM second_row, rowkey_compose('host text, at timestamptz desc', host, at) key;
-- 0.7: hashed names.
SELECT key::bytea, length(key) FROM second_row, rowkey_compose('md5(host text), md5(event text), at timestamptz', host, event, at) key;

-- 0.1: the key as a stored generated column, so that no writer can store a wrong key. This
-- needs an expression that is really immutable.
ALTER TABLE log_data ADD key rowkey GENERATED ALWAYS AS (rowkey_compose('host text, event text, at timestamptz desc', host, event, at)) STORED;
SELECT key FROM log_data ORDER BY at OFFSET 1 LIMIT 1;
SET TimeZone = 'Asia/Tokyo'; SET DateStyle = 'German'; SET extra_float_digits = 0;
SELECT count(*) AS rows, count(*) FILTER (WHERE key = rowkey_compose('host text, event text, at timestamptz desc', host, event, at)) AS same_in_tokyo FROM log_data;
RESET DateStyle; RESET extra_float_digits; SET TimeZone = 'UTC';

-- ---- customers and orders: plain, hashed, mixed? --------------------------------

-- 0.11, 2.1: 16 bytes; phoenix, the default, sorts negative numbers correctly.
SELECT id, customer, rowkey_compose('customer bigint, ord bigint', customer, id)::bytea AS key FROM orders ORDER BY rowkey_compose('customer bigint, ord bigint', customer, id);
SELECT rowkey_compose('customer bigint', 9223372036854775807)::bytea AS the_largest;
-- 0.12, 2.3: 32 bytes, distributed, found by equality only.
SELECT rowkey_compose('md5(customer text), md5(ord text)', customer::text, id::text)::bytea AS key FROM orders WHERE id = 1001;
-- 0.13, 2.3, trap 2: under bytes a negative number would sort after all others.
SELECT rowkey_compose('customer bigint, md5(ord text) using bytes', customer, id::text)::bytea AS key FROM orders WHERE id = 1001;
SELECT rowkey_compose('customer bigint, md5(ord text) using bytes', customer, id::text) FROM orders WHERE id = 1003;
-- 1.8: two bytes of a hash first.
SELECT rowkey_compose('md5(id text, 2), id, at timestamptz', '42', '2022-12-01 00:00+00'::timestamptz)::bytea AS key;
-- 1.13, 1.13h: a hash and the value, as bytes and as text.
SELECT rowkey_compose('md5(id text, 1), id text', 'ALFKI'), rowkey_compose($$md5hex(id text, 4), '-', id using string$$, 'ALFKI'), rowkey_compose('salt(16) by java as text, id text using string', 'abc');
-- 1.14: reversed; can be decoded.
SELECT key, rowkey_fields('reverse(number text)', key) FROM rowkey_compose('reverse(number text)', '13800138000') key;
-- 1.6f: fixed width; a longer value is an error, it is never truncated.
SELECT key, rowkey_fields('code char(5), n int', key) FROM rowkey_compose('code char(5), n int', 'AB', 1) key;
SELECT rowkey_compose('code char(5), n int', 'ABCDEF', 1);

-- ---- keys of other tools -----------------------------------------------------------

-- 3.9t: author, '_', and 19 digits of reverse time, all text.
SELECT key, length(key) FROM rowkey_compose($$author text, '_', digits(at timestamptz, 19) desc using string$$, '123', '2022-12-24 18:00+00'::timestamptz) key;
SELECT rowkey_compose($$author text, '_', digits(at timestamptz, 19) desc using string$$, '123', '1969-12-31 23:59+00'::timestamptz);
-- It can be decoded; the order is newest first from 1970 on.
SELECT * FROM rowkey_decompose($$author text, '_', digits(at timestamptz, 19) desc using string$$, '123_9223370364949975807') AS k(author text, at timestamptz);
-- 4.8: OpenTSDB: salt over metric and tags, the hour in seconds.
SELECT rowkey_compose($$salt(64, metric, tags), metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$,
                      '\x3f20bc'::bytea, '2005-08-29 02:50:17.103+00'::timestamptz, '\x006f6b0085dc'::bytea)::bytea AS opentsdb;
SELECT rowkey_compose($$metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$,
                      '\x3f20bc'::bytea, '2005-08-29 02:50:17.103+00'::timestamptz, '\x006f6b0085dc'::bytea)::bytea AS without_salt;
SELECT rowkey_compose($$salt(1000, metric, tags) as 2 bytes, metric bytea(3), trunc(at timestamptz(0), '1 hour'), tags bytea using bytes$$,
                      '\x7cf99b'::bytea, '2026-09-24 18:15:59+00'::timestamptz, '\x007d0100cf0c'::bytea)::bytea AS salt_of_two_bytes;
-- 4.9: words and a separator. A value that contains the separator is an error.
SELECT rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, 'mia', 'follows', 'leo');
SELECT rowkey_compose($$who text, ':', rel text, ':', whom text using string$$, 'mia', 'follows:not', 'leo');
-- 2.9s: without separators the layout would be ambiguous, so it is rejected.
SELECT 'who text, rel text, whom text using string'::rowkey_layout;
-- 4.11: a type first.
SELECT key, length(key) FROM (VALUES ('book'), ('cd')) kind(k), rowkey_compose('kind text, id bigint', k, 5::bigint) key;

-- ---- build in steps, and decode ----------------------------------------------------

-- 2.8k: the key of a child starts with the key of its parent. The parent's key ends with
-- the separator, so AB is not a prefix of ABC.
SELECT (rowkey_prefix('customer bigint, ord bigint', 42, 1001) || rowkey_compose('ship int, line int', 2, 1))::bytea AS child,
       rowkey_prefix('customer bigint, ord bigint', 42, 1001) || rowkey_compose('ship int, line int', 2, 1) = rowkey_compose('customer bigint, ord bigint, ship int, line int', 42, 1001, 2, 1) AS is_the_whole_key,
       rowkey_prefix('customer text', 'AB') || rowkey_compose('ord bigint', 1001) AS text_parent;

-- The fields of a key; and the error for a key of another layout.
SELECT * FROM rowkey_describe('host text, event text, at timestamptz desc', (SELECT key FROM log_data ORDER BY at OFFSET 1 LIMIT 1));
SELECT * FROM rowkey_decompose('host text, event text, at timestamptz desc', (SELECT key FROM log_data ORDER BY at OFFSET 1 LIMIT 1)) AS f(host text, event text, at timestamptz);
SELECT rowkey_conforms('customer bigint, ord bigint', rowkey_compose('customer bigint', 42)), rowkey_which(ARRAY[$$customer bigint, '1'$$, $$customer bigint, '2', ord bigint$$]::rowkey_layout[], rowkey_compose($$customer bigint, '2', ord bigint$$, 42, 1001));
SELECT rowkey_fields('customer bigint, ord bigint', rowkey_compose('customer bigint', 42));

-- 1.13x: compose and decompose all rows.
SELECT count(*) AS rows, count(*) FILTER (WHERE key = rowkey_compose('host text, event text, at timestamptz desc', f.host, f.event, f.at)) AS round_trips
FROM log_data, rowkey_decompose('host text, event text, at timestamptz desc', key) AS f(host text, event text, at timestamptz);

-- Traps 10 and 15: a field that is NULL, and an empty text, which is NULL in Phoenix.
SELECT rowkey_compose('host text, at timestamptz', NULL::text, '2022-12-01+00'::timestamptz);
SELECT rowkey_compose('host text, at timestamptz', '', '2022-12-01+00'::timestamptz);
SELECT rowkey_reject_reason('host text, id int', '', 1), rowkey_reject_reason('host text, id int', 'a', 1) IS NULL AS fine;
SELECT rowkey_compose('host text null, id int using ordered', NULL::text, 1)::bytea AS null_first, rowkey_compose('host text, id int using ordered', '', 1)::bytea AS empty_text;

-- ---- before the cluster: the six keys of a log, side by side ---------------------------

-- Names as numbers need the numbers as columns.
CREATE TABLE log_named AS
SELECT host, event, at, msg, host_id, event_id
FROM log_data JOIN (SELECT host, hbase.uid('host', host) AS host_id FROM (SELECT DISTINCT host FROM log_data) h) h USING (host)
              JOIN (SELECT event, hbase.uid('event', event) AS event_id FROM (SELECT DISTINCT event FROM log_data) e) e USING (event);
ANALYZE log_named;
CREATE TABLE question (q int, question jsonb);
INSERT INTO question VALUES (1, '{"at": "[2022-12-01 10:00+00,2022-12-01 11:00+00)"}'), (2, '{"host": "host1", "host_id": 1}'),
(3, '{"host": "host1", "event": "WARN", "host_id": 1, "event_id": 1, "at": "[2022-12-01 10:00+00,2022-12-01 11:00+00)"}');
-- ranges: an hour of all hosts; all of one host; an hour of the warnings of one host.
SELECT design, key_bytes, collisions, skew, hottest, ranges
FROM hbase.compare('log_named', ARRAY['at timestamptz, host text, event text', 'bucket(at, 100), at timestamptz, host text, event text', 'host text, event text, at timestamptz', 'host text, event text, at timestamptz desc',
                                      'md5(host text), md5(event text), at timestamptz', 'host_id bigint, event_id bigint, at timestamptz using bytes'],
                   questions => (SELECT array_agg(question ORDER BY q) FROM question), at => 'at');

-- Time first, or a host first? The findings of both, and the distribution of writes.
CREATE VIEW log_time AS SELECT rowkey_compose('at timestamptz, host text, event text', at, host, event) AS key, widerow_build('m', msg) AS d, at FROM log_named;
CREATE VIEW log_host AS SELECT rowkey_compose('host text, event text, at timestamptz desc', host, event, at) AS key, widerow_build('m', msg) AS d, at FROM log_named;
SELECT hbase.define('log_time', layouts => ARRAY['at timestamptz, host text, event text']::rowkey_layout[], ignore => '{at}'),
       hbase.define('log_host', layouts => ARRAY['host text, event text, at timestamptz desc']::rowkey_layout[], ignore => '{at}') \g /dev/null
SELECT v.relation, c.severity, c.rule, c.measured FROM (VALUES ('log_time'::regclass), ('log_host')) v(relation), hbase.check(relation, at => 'at') c ORDER BY relation::text, c.severity DESC, c.rule;
SELECT v.relation, verdict, windows, round(mean_peak::numeric, 2) AS mean_peak, regions_hit FROM (VALUES ('log_time'::regclass), ('log_host')) v(relation), hbase.heat_verdict(relation, 16, at => 'at');
SELECT * FROM hbase.plan_splits('log_host', 4, align => 1);
SELECT kind, ranges, why FROM hbase.plan('log_host', 'host1', 'WARN', tstzrange('2022-12-01 10:00+00', '2022-12-01 11:00+00'));
SELECT rows, cells, key_bytes, value_bytes, keyvalue_bytes, regions FROM hbase.estimate('log_host') WHERE family IS NULL;

-- Files for bulk load, read back and compared with the relation cell by cell.
\set folder `mktemp -u "${SERVER_DIR:-${TMPDIR:-/tmp}}/logs.XXXXXX"`
SELECT region, family, rows, cells FROM hbase.export_hfiles('log_host', :'folder', splits => hbase.planned_splits('log_host', 4, align => 1), stamp => 1700000000000);
SELECT region, rows, cells, ok FROM hbase.verify('log_host', :'folder', true) ORDER BY region;
\! rm -rf -- "${SERVER_DIR:-${TMPDIR:-/tmp}}"/logs.??????
