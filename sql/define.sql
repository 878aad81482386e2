-- Definitions: the shape of a relation, what hbase.define() takes and refuses,
-- and what is read back with defaults.
\set SHOW_CONTEXT never
CREATE SCHEMA shop;

-- ---- the shape --------------------------------------------------------------

CREATE TABLE shop.orders (key rowkey PRIMARY KEY, d widerow, i widerow);
CREATE VIEW shop.orders_view AS SELECT * FROM shop.orders;
CREATE MATERIALIZED VIEW shop.orders_matview AS SELECT * FROM shop.orders;
CREATE TABLE shop.plain (key bytea, d widerow, at timestamptz, note text);
CREATE TABLE shop.keyless (d widerow);
CREATE TABLE shop.bare (key rowkey);
CREATE TABLE shop.wide_key (key widerow, d widerow);
CREATE SEQUENCE shop.counter;
SELECT relation, hbase_internal.is_shaped(relation::regclass)
FROM unnest('{shop.orders,shop.orders_view,shop.orders_matview,shop.plain,shop.keyless,shop.bare,shop.wide_key}'::text[]) relation;
SELECT hbase_internal.is_shaped('shop.counter');
SELECT hbase_internal.is_shaped('shop.orders_pkey');
SELECT hbase_internal.is_shaped(0::regclass);
SELECT hbase_internal.is_shaped(NULL);
SELECT hbase.define('shop.plain');
SELECT hbase.define('shop.keyless');
SELECT hbase.define('shop.bare');
SELECT hbase.define('shop.wide_key');

-- Columns to leave out are named, and must be there.
CREATE TABLE shop.extra (key rowkey, d widerow, at timestamptz);
SELECT hbase.define('shop.extra', ignore => '{at,ta}');
SELECT hbase.define('shop.extra', ignore => '{elsewhere}');
SELECT hbase.define('shop.extra', ignore => '{at}');
SELECT hbase_internal.is_shaped('shop.extra'), (hbase.definition_of('shop.extra')).ignore;

-- ---- defaults, and what was said --------------------------------------------

SELECT * FROM hbase.definition_of('shop.orders');
SELECT * FROM hbase.families('shop.orders') \gx
SELECT hbase.define('shop.orders', 'shop:orders', ARRAY['customer bigint, ord bigint']::rowkey_layout[],
    '{"d": {"VERSIONS": 3, "ttl": "1 day", "compression": "gz", "IN_MEMORY": true}, "i": {"NAME": "items", "BLOOMFILTER": "ROWCOL", "blocksize": 8192}}',
    regions => 4);
SELECT * FROM hbase.definition_of('shop.orders');
SELECT * FROM hbase.families('shop.orders') \gx
SELECT hbase.layout('shop.orders'), hbase.layout('shop.orders', 1);

-- Defining again replaces all of it; a split more makes a region more.
SELECT hbase.define('shop.orders', splits => '{a,m,t}');
SELECT * FROM hbase.definition_of('shop.orders');
SELECT hbase.layout('shop.orders');
SELECT hbase.define('shop.orders', layouts => '{ord bigint}');
SELECT hbase.layout('shop.orders', 2), hbase.layout('shop.orders', 0);

-- A family that cannot be a column's name, and names that clash.
CREATE TABLE shop.odd (key rowkey, key_ widerow, "a:b" widerow);
SELECT hbase.define('shop.odd');
SELECT hbase.define('shop.odd', families => '{"key_": {"NAME": "key"}, "a:b": {"NAME": "key"}}');
SELECT hbase.define('shop.odd', families => '{"key_": {"NAME": "key"}, "a:b": {"NAME": "a:b"}}');
SELECT hbase.define('shop.odd', families => jsonb_build_object('key_', '{}'::jsonb, 'a:b', jsonb_build_object('NAME', repeat('x', 128))));
SELECT hbase.define('shop.odd', families => '{"key_": {"NAME": "key"}, "a:b": {"NAME": "größer"}}');
SELECT family, column_name, shell FROM hbase.families('shop.odd');

-- ---- what is refused --------------------------------------------------------

SELECT hbase.define(NULL);
SELECT hbase.define('shop.orders', 'shop/orders');
SELECT hbase.define('shop.orders', families => '["d"]');
SELECT hbase.define('shop.orders', families => '{"x": {}}');
SELECT hbase.define('shop.orders', families => '{"d": 3}');
SELECT hbase.define('shop.orders', families => '{"d": {"VERSIONS": [3]}}');
SELECT hbase.define('shop.orders', families => '{"d": {"VERSION": 3}}');
SELECT hbase.define('shop.orders', families => '{"d": {"VERSIONS": 0}}');
SELECT hbase.define('shop.orders', families => '{"d": {"VERSIONS": 1.5}}');
SELECT hbase.define('shop.orders', families => '{"d": {"TTL": "soon"}}');
SELECT hbase.define('shop.orders', families => '{"d": {"COMPRESSION": "ZIP"}}');
SELECT hbase.define('shop.orders', families => '{"d": {"IN_MEMORY": 1}}');
SELECT hbase.define('shop.orders', families => '{"d": {"ENCRYPTION": "it''s"}}');
SELECT hbase.define('shop.orders', families => '{"d": {"MIN_VERSIONS": 2}}');
SELECT hbase.define('shop.orders', regions => 0);
SELECT hbase.define('shop.orders', regions => 65537);
SELECT hbase.define('shop.orders', regions => 3, splits => '{a}');
SELECT hbase.define('shop.orders', splits => '{b,a}');
SELECT hbase.define('shop.orders', splits => '{""}');
SELECT hbase.define('shop.orders', splits => '{a,NULL}');
SELECT hbase.define('shop.orders', layouts => '{NULL}');
-- One layout where an array is expected: its commas would part it.
SELECT hbase.define('shop.orders', layouts => '{id bigint, ''1''}');
SELECT hbase.define('shop.orders', layouts => '{a int, b bigint}');
SELECT hbase.define('shop.orders', layouts => '{a int, b bigint desc, c uuid using ordered}');
SELECT hbase.define('shop.orders', layouts => ARRAY[$$'x'$$]::rowkey_layout[]);
SELECT hbase.define('shop.orders', layouts => '{"customer bigint, ''1''", ''2''}');
SELECT hbase.define('shop.orders', layouts => '{salt(4), id bigint}');
SELECT hbase.define('shop.orders', layouts => '{md5(id bigint, 2), id}');
SELECT hbase.define('shop.orders', layouts => 'id bigint');
SELECT hbase.define('shop.orders', layouts => ARRAY['{id bigint}']::rowkey_layout[]);
SELECT hbase.create_table('shop.made', '["d"]', layouts => '{id bigint, ''1''}');
SELECT rowkey_which('{id bigint, ''1''}', '1');
SELECT hbase.layout('shop.orders');

-- ---- layouts are held against keys ------------------------------------------

INSERT INTO shop.orders SELECT rowkey_compose('customer bigint, ord bigint', c, o), widerow_build('s', o)
FROM generate_series(1, 3) c, generate_series(1, 3) o;
SELECT hbase.define('shop.orders', layouts => '{"customer bigint, ord bigint"}');
SELECT hbase.define('shop.orders', layouts => '{"customer bigint, ord int"}');
SELECT hbase.define('shop.orders', layouts => '{"customer bigint, ord int"}', sample => 0);
SELECT hbase.define('shop.orders', layouts => ARRAY[$$customer bigint, '1'$$, $$customer bigint, '2', ord bigint$$]::rowkey_layout[]);

-- Several record types: told apart by literals or by width, or not at all.
CREATE TABLE shop.types (key rowkey, d widerow);
CREATE FUNCTION pg_temp.try(VARIADIC layouts text[]) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM hbase.define('shop.types', layouts => layouts::rowkey_layout[]);
    RETURN 'told apart';
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN SQLERRM;
END $$;
SELECT pg_temp.try($$c bigint, '1'$$, $$c bigint, '2', o bigint$$) AS literal_after_field,
       pg_temp.try($$'C', c text$$, $$'O', c text, o bigint$$) AS literal_first,
       pg_temp.try($$c text, 'a'$$, $$x text, 'b', o bigint$$) AS literal_after_text,
       pg_temp.try('c bigint', 'c bigint, o bigint') AS width,
       pg_temp.try('c int, o int', 'c bigint') AS same_width,
       pg_temp.try($$c bigint, '1'$$, $$c bigint, '12'$$) AS literal_and_width,
       pg_temp.try($$c int, 'ab', o int$$, $$c smallint, o smallint, 'xb', p text$$) AS at_the_same_place,
       pg_temp.try($$c text, 'a'$$, $$c text, 'ab'$$) AS literal_begins_the_other,
       pg_temp.try($$c text, '1'$$, $$c text desc, '2'$$) AS other_text,
       pg_temp.try('c text', 'c bigint') AS text_or_number;
-- A parent sorts before its children.
SELECT hbase.define('shop.types', layouts => ARRAY[$$c bigint, 'O'$$, $$c bigint, 'L', line int$$]::rowkey_layout[]);
SELECT hbase.define('shop.types', layouts => ARRAY[$$c bigint, 'L', line int$$, $$c bigint, 'O'$$]::rowkey_layout[]);
SELECT hbase.define('shop.types', layouts => ARRAY[$$c bigint, 'a'$$, $$c bigint, 'b', line int$$]::rowkey_layout[]);

-- ---- the same for the HBase shell -------------------------------------------

SELECT hbase.define('shop.types', 'shop:types', families => '{"d": {"VERSIONS": 3, "COMPRESSION": "GZ"}}', splits => '{a,"\\xFF''"}');
SELECT hbase.ddl('shop.types', 'shell');
SELECT hbase.define('shop.types', layouts => '{"salt(4), c bigint"}', regions => 4);
SELECT hbase.ddl('shop.types', 'shell');

-- ---- owners, names, and what is left behind ----------------------------------

CREATE ROLE regress_hbase_author;
GRANT USAGE ON SCHEMA shop TO regress_hbase_author;
GRANT SELECT ON ALL TABLES IN SCHEMA shop TO regress_hbase_author;
SET ROLE regress_hbase_author;
SELECT hbase.define('shop.orders');
SELECT hbase.forget('shop.orders');
SELECT hbase.define('shop.orders_view');
INSERT INTO hbase_internal.definition VALUES ('shop', 'orders', NULL, NULL, '{}', NULL, NULL, NULL, 'me');
SELECT table_name FROM hbase.definition_of('shop.odd');
SELECT hbase.forget();
RESET ROLE;
SELECT hbase.define('shop.orders', 'kept', '{"customer bigint, ord bigint"}');
ALTER TABLE shop.orders OWNER TO regress_hbase_author;
SET ROLE regress_hbase_author;
SELECT hbase.define('shop.orders', 'mine');
RESET ROLE;
SELECT relation_name, table_name, owner = 'regress_hbase_author' AS other FROM hbase_internal.definition WHERE relation_name = 'orders';

-- A view may be dropped and come back; nothing is lost until somebody sweeps.
SELECT hbase.define('shop.orders_view', 'view');
DROP VIEW shop.orders_view;
CREATE VIEW shop.orders_view AS SELECT * FROM shop.orders;
SELECT table_name FROM hbase.definition_of('shop.orders_view');
DROP VIEW shop.orders_view;
SELECT hbase.forget();
SELECT hbase.forget();
SELECT hbase.forget('shop.odd'), hbase.forget('shop.odd');
-- Columns of a relation without a definition are swept by those who named them.
CREATE TABLE shop.columns_alone (key rowkey, d widerow);
SELECT hbase.define_column('shop.columns_alone', 'd', 'q', 'quantity', 'int');
DROP TABLE shop.columns_alone;
SET ROLE regress_hbase_author;
SELECT hbase.forget();
RESET ROLE;
SELECT hbase.forget();
SELECT count(*) FROM hbase_internal.column_dictionary;
-- A new relation of somebody else does not get what is left of an old one.
GRANT CREATE ON SCHEMA shop TO regress_hbase_author;
SET ROLE regress_hbase_author;
CREATE TABLE shop.stale (key rowkey PRIMARY KEY, d widerow);
SELECT hbase.define('shop.stale', families => '{"d": {"TTL": 1}}');
SELECT hbase.define_column('shop.stale', 'd', 'q', 'quantity', 'int');
SELECT hbase_internal.set_baseline('shop.stale', 'shop.orders', 1, NULL);
DROP TABLE shop.stale;
RESET ROLE;
CREATE ROLE regress_hbase_third;
CREATE TABLE shop.stale (key rowkey PRIMARY KEY, d widerow);
ALTER TABLE shop.stale OWNER TO regress_hbase_third;
INSERT INTO shop.stale VALUES ('k', widerow_at(widerow_build('q', 1), 1000));
GRANT USAGE ON SCHEMA shop TO regress_hbase_third;
SET ROLE regress_hbase_third;
SELECT * FROM hbase.get('shop.stale', 'k');
SELECT hbase_internal.is_shaped('shop.stale');
SELECT * FROM hbase.columns('shop.stale');
SELECT hbase_internal.baseline_stamp('shop.stale', 'shop.orders');
SELECT hbase.forget('shop.stale');
SELECT qualifier FROM hbase.get('shop.stale', 'k');
SELECT * FROM hbase.columns('shop.stale');
SELECT hbase_internal.baseline_stamp('shop.stale', 'shop.orders');
SELECT hbase.define('shop.stale', 'mine');
RESET ROLE;
-- What a superuser stored holds, whoever owns the relation; a role that is gone has no rights.
SELECT hbase.define('shop.stale', 'theirs');
SELECT table_name FROM hbase.definition_of('shop.stale');
UPDATE hbase_internal.definition SET owner = 'nobody here' WHERE relation_name = 'stale';
SELECT table_name FROM hbase.definition_of('shop.stale');
UPDATE hbase_internal.definition SET owner = current_user WHERE relation_name = 'stale';
SELECT table_name FROM hbase.definition_of('shop.stale');
SELECT hbase.forget('shop.stale');
-- What went with its schema is swept by the next definition.
CREATE TEMP TABLE passing (key rowkey, d widerow);
SELECT hbase.define('passing');
DROP TABLE passing;
SELECT hbase.define('shop.types');
SELECT relation_name FROM hbase_internal.definition ORDER BY 1;

SET client_min_messages = warning;
DROP SCHEMA shop CASCADE;
DROP ROLE regress_hbase_author, regress_hbase_third;
SELECT cardinality(hbase.forget());
