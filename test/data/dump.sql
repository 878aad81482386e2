-- Something of everything that a dump must carry; test/t/002_dump_restore.pl
-- dumps, restores and compares it.

CREATE TABLE keys (id int PRIMARY KEY, key rowkey DEFAULT 'none\xFF'::rowkey);
INSERT INTO keys VALUES (1, ''), (2, 'row\x00\x7F\xFF'), (3, 'a"b''c\x5C\x09');
INSERT INTO keys (id) VALUES (4);
CREATE VIEW keys_view AS SELECT id, key, 'constant\x00'::rowkey AS constant FROM keys;
CREATE MATERIALIZED VIEW keys_matview AS SELECT * FROM keys_view;

-- Every type as a column, as a constant, and in every place that keeps an expression.
CREATE DOMAIN short_key AS rowkey CHECK (length(VALUE) < 10 AND NOT VALUE ^@ 'x\x00'::rowkey);
CREATE FUNCTION orders_layout() RETURNS rowkey_layout IMMUTABLE PARALLEL SAFE
RETURN $$salt(8), md5(customer text, 4), placed timestamptz desc, '\x00L', id bigint$$::rowkey_layout;
CREATE TABLE types (
    id bigint PRIMARY KEY, customer text NOT NULL, placed timestamptz NOT NULL,
    short short_key DEFAULT 'd\xFE', range rowkeyrange DEFAULT rowkey_prefix_range('p\xFF'), ranges rowkeymultirange,
    layout rowkey_layout DEFAULT $$id bigint using ordered$$, d widerow DEFAULT widerow_build('q', 'v'),
    key rowkey GENERATED ALWAYS AS (rowkey_compose($$customer text, id bigint using phoenix$$, customer, id)) STORED);
INSERT INTO types (id, customer, placed, ranges)
SELECT i, 'customer ' || i % 7, timestamptz '2022-12-01 00:00+00' + i * interval '1 hour', rowkey_ranges(orders_layout(), 'customer 1')
FROM generate_series(1, 20) i;
CREATE INDEX ON types (key);
CREATE INDEX ON types USING hash (key);
CREATE INDEX ON types USING brin (key);
CREATE INDEX ON types (rowkey_compose(orders_layout(), customer, placed, id)) WHERE key < 'customer 5';
CREATE TABLE regions_by_hand (key rowkey NOT NULL) PARTITION BY RANGE (key);
CREATE TABLE regions_by_hand_1 PARTITION OF regions_by_hand FOR VALUES FROM (MINVALUE) TO ('m\x00');
CREATE TABLE regions_by_hand_2 PARTITION OF regions_by_hand FOR VALUES FROM ('m\x00') TO (MAXVALUE);
INSERT INTO regions_by_hand VALUES ('m'), ('m\x00');
CREATE STATISTICS types_statistics (mcv) ON customer, key FROM types;
CREATE POLICY by_prefix ON types USING (key ^@ 'customer 1'::rowkey);

-- What hbase.define(), define_column() and uid() were told.
SELECT hbase.create_table('cells', '{"d": {"VERSIONS": 3}, "e": {}}', 'ns:cells', ARRAY[$$id bigint, '1'$$, $$id bigint, '2', n int$$]::rowkey_layout[], splits => '{\\x80,\\xFF}');
SELECT hbase.put('cells', rowkey_compose($$id bigint, '1'$$, 1), 'd', 'q', 'v', 1000);
SELECT hbase.create_table('regions', '["d"]', regions => 3, partitions => true);
CREATE VIEW "Cells view" AS SELECT key, d, now() AS read FROM cells;
SELECT hbase.define('"Cells view"', families => '{"d": {"NAME": "größer"}}', ignore => '{read}');
SELECT hbase.define_column('cells', 'd', '\x00ff'::bytea, 'a name', 'timestamptz', 'phoenix');
SELECT hbase.uid('host', 'a', 3), hbase.uid('host', 'b'), hbase.uid('event', 'a');
CREATE TEMP TABLE passing (key rowkey, d widerow);
SELECT hbase.define('passing');
CREATE TABLE sent_source AS SELECT 'k'::rowkey AS key, '{a=1, b@5=2}'::widerow AS d;
SELECT hbase.baseline('sent_source', 'sent', stamp => 1000, splits => '{b,c}');
INSERT INTO hbase.delta_run VALUES ('0f9a6c1e-7d0b-4c55-9d2e-3b1f2a4c5d6e', 'none', 'public', 'sent', '/srv/out/sent-1', 42, 4711, 1000, '4294968000', '2022-12-01 00:00+00');
SELECT hbase_internal.set_baseline('sent', 'sent_source', 1000, NULL, '0f9a6c1e-7d0b-4c55-9d2e-3b1f2a4c5d6e', '/srv/out', '{"compression": "GZ"}');
