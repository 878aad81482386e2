-- hbase.ddl: DDL of a whole table for other tools.
\pset format unaligned
\pset tuples_only on

CREATE SCHEMA shop;
CREATE TABLE shop.orders (key rowkey PRIMARY KEY, d widerow, "I" widerow);
SELECT hbase.define('shop.orders', 'shop:orders', '{"salt(4), customer text, placed timestamptz desc"}',
                    '{"d": {"VERSIONS": 3, "TTL": "FOREVER", "COMPRESSION": "GZ", "IN_MEMORY": true}}', regions => 4);
SELECT hbase.ddl('shop.orders', 'phoenix'), hbase.ddl('shop.orders', 'shell');
SELECT hbase.define_column('shop.orders', 'd', 'f', 'freight', 'numeric', 'phoenix'),
       hbase.define_column('shop.orders', 'd', 'n''1', 'number', 'int', 'phoenix'),
       hbase.define_column('shop.orders', 'd', 'u', 'url', 'text', 'string'),
       hbase.define_column('shop.orders', 'I', 'w', 'weight', 'int8'),
       hbase.define_column('shop.orders', 'I', 'id', 'id', 'uuid'),
       hbase.define_column('shop.orders', 'I', 's', 'sent', 'timestamptz'),
       hbase.define_column('shop.orders', 'I', 'Größe', 'size', 'int2', 'string');
SELECT hbase.ddl('shop.orders', 'phoenix');
SELECT hbase.ddl('shop.orders', 'shell');
-- what follows the method for the key, which layout_ddl shows
SELECT regexp_replace(hbase.ddl('shop.orders', 'java'), '^.*(?=static final [^ ]*TableName)', '');

-- Hive and Spark's connector read text and what Bytes.toBytes writes.
CREATE TABLE shop.users (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.define('shop.users', layouts => '{"id text using string"}', splits => '{a,"\\xFF\\x5C"}');
SELECT hbase.define_column('shop.users', 'd', 'n', 'name', 'text'), hbase.define_column('shop.users', 'd', 'v', 'visits', 'int8'),
       hbase.define_column('shop.users', 'd', 's', 'seen', 'timestamptz'), hbase.define_column('shop.users', 'd', 'p', 'picture', 'bytea'),
       hbase.define_column('shop.users', 'd', 'w', 'weight', 'numeric', 'string');
SELECT hbase.ddl('shop.users', 'hive'), hbase.ddl('shop.users', 'spark'), hbase.ddl('shop.users', 'phoenix'), hbase.ddl('shop.users', 'Java');

-- Several record types: the columns are the table's, the key is one type's.
CREATE TABLE shop.kinds (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.define('shop.kinds', layouts => ARRAY[$$c bigint, '1'$$, $$c bigint, '2', o bigint$$]::rowkey_layout[]);
SELECT hbase.ddl('shop.kinds', 'phoenix'), hbase.ddl('shop.kinds', 'phoenix', 2);
SELECT hbase.ddl('shop.kinds', 'phoenix', 3);
SELECT hbase.define('shop.kinds', layouts => '{c bigint using bytes, c int using bytes}'::rowkey_layout[]);
SELECT hbase.ddl('shop.kinds', 'hive'), hbase.ddl('shop.kinds', 'hive', 2);
-- The shell needs no layout.
CREATE TABLE shop.bare (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.ddl('shop.bare', 'shell');
SELECT hbase.ddl('shop.bare', 'hive');
SELECT hbase.ddl('shop.bare', 'cobol');

-- Without split points a table is split at its salts, if they are not too many.
CREATE TABLE shop.salted (key rowkey PRIMARY KEY, d widerow, e widerow);
SELECT hbase.define('shop.salted', layouts => '{"salt(3), id text"}');
SELECT hbase.ddl('shop.salted', 'shell'), regexp_replace(hbase.ddl('shop.salted', 'java'), '^.*(?=static final byte)', '');
-- Phoenix looks for its empty cell in the family of the first column: that is the first family.
SELECT hbase.define_column('shop.salted', 'e', 'n', 'name', 'text', 'phoenix');
SELECT hbase.ddl('shop.salted', 'phoenix');
SELECT hbase.define_column('shop.salted', 'd', 'n', 'other name', 'text', 'phoenix');
SELECT hbase.ddl('shop.salted', 'phoenix');
SELECT hbase.define('shop.salted', layouts => '{"bucket(id bigint, 257), id"}');
SELECT hbase.ddl('shop.salted', 'shell');

-- What a tool cannot express: the column, and why.
\set VERBOSITY default
CREATE FUNCTION pg_temp.cannot(tool text, qualifier bytea, type regtype, encoding hbase_encoding) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m text; d text; h text;
BEGIN
    PERFORM hbase.forget('shop.users');
    PERFORM hbase.define('shop.users', layouts => '{"id text using string"}');
    PERFORM hbase.define_column('shop.users', 'd', qualifier, 'the column', type, encoding);
    PERFORM hbase.ddl('shop.users', tool);
    RETURN 'fine';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
    RETURN concat_ws(E'\n    ', SQLSTATE || ' ' || m, nullif(d, ''), nullif(h, ''));
END $$;
SELECT format('%s %s %s %s: %s', tool, qualifier, type, encoding, pg_temp.cannot(tool, qualifier::bytea, type::regtype, encoding::hbase_encoding))
FROM (VALUES ('phoenix', 'q', 'numeric', 'bytes'), ('phoenix', 'q', 'text', 'ordered'), ('phoenix', '', 'text', 'bytes'), ('phoenix', '\xff', 'text', 'bytes'), ('phoenix', 'a"b', 'text', 'bytes'), ('phoenix', '\x0100', 'text', 'bytes'),
             ('hive', 'a,b', 'text', 'bytes'), ('hive', 'a:b', 'text', 'bytes'), ('hive', 'q', 'boolean', 'bytes'), ('hive', 'q', 'int', 'phoenix'), ('hive', 'q', 'uuid', 'bytes'),
             ('spark', 'q', 'numeric', 'bytes'), ('spark', 'q', 'int', 'phoenix'), ('spark', 'a"b', 'boolean', 'bytes'),
             ('java', '\xff', 'text', 'ordered')) v(tool, qualifier, type, encoding);
SELECT hbase.define_column('shop.users', 'd', 'q', 'ID', 'text');
SELECT hbase.ddl('shop.users', 'spark');
SELECT hbase.define_column('shop.users', 'd', 'q', 'one', 'text'), hbase.define_column('shop.users', 'd', 'r', 'One', 'text');
SELECT hbase.ddl('shop.users', 'hive');

-- a number of regions alone makes none
CREATE TABLE shop.parted (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.define('shop.parted', 'parted', regions => 4);
SELECT hbase.ddl('shop.parted', 'shell');
SET client_min_messages = warning;
DROP SCHEMA shop CASCADE;
SELECT cardinality(hbase.forget());
