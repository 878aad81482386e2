-- Something of everything that a dump must carry; test/t/002_dump_restore.pl
-- dumps, restores and compares it.

CREATE TABLE keys (id int PRIMARY KEY, key rowkey DEFAULT 'none\xFF'::rowkey);
INSERT INTO keys VALUES (1, ''), (2, 'row\x00\x7F\xFF'), (3, 'a"b''c\x5C\x09');
INSERT INTO keys (id) VALUES (4);
CREATE VIEW keys_view AS SELECT id, key, 'constant\x00'::rowkey AS constant FROM keys;
CREATE MATERIALIZED VIEW keys_matview AS SELECT * FROM keys_view;
