-- What the examples in the documentation find: test/t/013_docs.pl runs them.
CREATE EXTENSION hbase_schema;
CREATE TABLE orders (id bigint PRIMARY KEY, customer text, placed timestamptz);
INSERT INTO orders SELECT i, 'customer' || i % 97, '2022-12-01 00:00+00'::timestamptz + i * interval '1 minute' FROM generate_series(1, 1000) i;
