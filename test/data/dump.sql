-- Something of everything that a dump must carry; test/t/002_dump_restore.pl
-- dumps, restores and compares it.

CREATE TABLE keys (id int PRIMARY KEY, key rowkey DEFAULT 'none\xFF'::rowkey);
INSERT INTO keys VALUES (1, ''), (2, 'row\x00\x7F\xFF'), (3, 'a"b''c\x5C\x09');
INSERT INTO keys (id) VALUES (4);
CREATE VIEW keys_view AS SELECT id, key, 'constant\x00'::rowkey AS constant FROM keys;
CREATE MATERIALIZED VIEW keys_matview AS SELECT * FROM keys_view;

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
