-- The mapping of a change stream: which relations can be streamed.
\set VERBOSITY default
SET client_min_messages = warning;
CREATE SCHEMA stream;
SET search_path = stream, public;

CREATE TABLE orders (
    id bigint PRIMARY KEY, customer bigint NOT NULL, placed timestamptz NOT NULL, status text, amount numeric);
CREATE VIEW orders_h AS
SELECT rowkey_compose('salt(4), customer bigint, placed timestamptz desc, id bigint', customer, placed, id) AS key,
       widerow_build('phoenix'::hbase_encoding, 's', status, 'a', amount) AS d,
       widerow_build('c', customer) AS e
FROM orders WHERE status <> 'hidden';
SELECT hbase.define('orders_h', 'shop:orders', families => '{"d": {"NAME": "x"}}');

-- ---- replica identity ---------------------------------------------------------

SELECT hbase.stream_mapping(ARRAY['orders_h']::regclass[]);
ALTER TABLE orders REPLICA IDENTITY FULL;

-- digests and OIDs differ from server to server
CREATE FUNCTION mapping(VARIADIC relations regclass[]) RETURNS TABLE (line text) LANGUAGE sql AS $$
    SELECT regexp_replace(jsonb_pretty(hbase.stream_mapping(relations)::jsonb #- '{fingerprint}'),
        '("(digest|oid|base_oid)": )"?\w+"?', '\1...', 'g')
$$;
SELECT mapping('orders_h');

-- settings of the session do not change it
SELECT hbase.stream_mapping(ARRAY['orders_h']::regclass[]) AS before \gset
SET search_path = pg_catalog;
SET DateStyle = 'SQL, DMY';
SET TimeZone = 'Asia/Tokyo';
SELECT hbase.stream_mapping(ARRAY['stream.orders_h']::regclass[]) = :'before' AS equal;
RESET DateStyle;
RESET TimeZone;
SET search_path = stream, public;

-- a fingerprint changes with what counts, and only with that
CREATE FUNCTION fingerprint(VARIADIC relations regclass[]) RETURNS text LANGUAGE sql AS $$
    SELECT hbase.stream_mapping(relations)::jsonb ->> 'fingerprint'
$$;
SELECT fingerprint('orders_h') AS before \gset
ALTER TABLE orders ADD unused text;
SELECT fingerprint('orders_h') = :'before' AS equal;
CREATE OR REPLACE VIEW orders_h AS
SELECT rowkey_compose('salt(4), customer bigint, placed timestamptz desc, id bigint', customer, placed, id) AS key,
       widerow_build('phoenix'::hbase_encoding, 's', status, 'a', amount) AS d,
       widerow_build('c', customer) AS e
FROM orders WHERE status <> 'secret';
SELECT fingerprint('orders_h') = :'before' AS equal;

-- without FULL: columns of the key and of fixed size
CREATE TABLE item (id int PRIMARY KEY, a int, b bigint);
CREATE VIEW item_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('a', a, 'b', b) AS d FROM item;
SELECT hbase.stream_mapping(ARRAY['item_h']::regclass[])::jsonb #>> '{tables,0,identity}' AS identity;
ALTER TABLE item ADD t text;
CREATE VIEW item_text AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM item;
SELECT hbase.stream_mapping(ARRAY['item_text']::regclass[]);
ALTER TABLE item REPLICA IDENTITY NOTHING;
SELECT hbase.stream_mapping(ARRAY['item_h']::regclass[]);
ALTER TABLE item REPLICA IDENTITY DEFAULT;

-- partitions
CREATE TABLE part (id int, region int, a int, PRIMARY KEY (id, region)) PARTITION BY LIST (region);
CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1);
CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2);
CREATE VIEW part_h AS SELECT rowkey_compose('id int, region int', id, region) AS key, widerow_build('a', a) AS d FROM part;
SELECT hbase.stream_mapping(ARRAY['part_h']::regclass[])::jsonb #>> '{tables,0,base}' AS base;
CREATE VIEW part_1_h AS SELECT rowkey_compose('id int, region int', id, region) AS key, widerow_build('a', a) AS d FROM part_1;
SELECT hbase.stream_mapping(ARRAY['part_1_h']::regclass[])::jsonb #>> '{tables,0,base}' AS base;
SELECT hbase.stream_mapping(ARRAY['part_h', 'part_1_h']::regclass[]);
ALTER TABLE part_2 REPLICA IDENTITY NOTHING;
SELECT hbase.stream_mapping(ARRAY['part_h']::regclass[]);

-- ---- relations ----------------------------------------------------------------

SELECT hbase.stream_mapping(NULL) IS NULL AS is_null;
SELECT hbase.stream_mapping('{}');
SELECT hbase.stream_mapping(ARRAY[NULL]::regclass[]);
SELECT hbase.stream_mapping(ARRAY['orders']::regclass[]);
SELECT hbase.stream_mapping(ARRAY['orders_h', 'orders_h']::regclass[]);
CREATE VIEW "Odd name" AS TABLE item_h;
SELECT hbase.stream_mapping(ARRAY['"Odd name"']::regclass[]);

CREATE FUNCTION try(query text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    EXECUTE 'CREATE OR REPLACE TEMP VIEW tried AS ' || query;
    BEGIN
        PERFORM hbase.stream_mapping(ARRAY['tried']::regclass[]);
        RAISE WARNING 'accepted: %', query;
    EXCEPTION
        WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
            RAISE WARNING E'%\n%\n%', regexp_replace(sqlerrm, 'pg_temp_\d+', 'pg_temp'), detail, hint;
    END;
    DROP VIEW tried;
END $$;
\set VERBOSITY terse
\pset tuples_only
\set key 'SELECT rowkey_compose(''id int'', id) AS key'
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM item UNION ALL ' || :'key' || ', widerow_build(''b'', b) FROM item');
SELECT try(:'key' || ', widerow_agg(''a'', a) AS d FROM item GROUP BY id');
SELECT try(:'key' || ', widerow_build(''a'', row_number() OVER ()) AS d FROM item');
SELECT try('SELECT DISTINCT rowkey_compose(''id int'', id) AS key, widerow_build(''a'', a) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM item LIMIT 1');
SELECT try('WITH i AS (SELECT * FROM item) ' || :'key' || ', widerow_build(''a'', a) AS d FROM i');
SELECT try(:'key' || ', widerow_build(''a'', generate_series(1, 2)) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', (SELECT max(a) FROM item)) AS d FROM item');
SELECT try('SELECT rowkey_compose(''id int'', i.id) AS key, widerow_build(''a'', i.a) AS d FROM item i JOIN part p ON p.id = i.id');
SELECT try('SELECT rowkey_compose(''id int'', n) AS key, widerow_build(''a'', 1) AS d FROM generate_series(1, 2) n');
SELECT try(:'key' || ', d FROM (SELECT id, widerow_build(''a'', a) AS d FROM item) q');
SELECT try(:'key' || ', d FROM (TABLE item_h) q, LATERAL (SELECT 1 AS id) i');
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM item TABLESAMPLE system (50)');
SELECT try('SELECT rowkey_compose(''id int'', id) AS key, widerow_build(''a'', a) AS d FROM ONLY part');
CREATE TABLE parent (id int PRIMARY KEY, a int);
CREATE TABLE child () INHERITS (parent);
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM parent');
SELECT hbase.stream_mapping(ARRAY['item_h']::regclass[]) IS NOT NULL AS accepted;
CREATE UNLOGGED TABLE unlogged (id int PRIMARY KEY, a int);
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM unlogged');
ALTER TABLE parent ENABLE ROW LEVEL SECURITY;
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM ONLY parent');
SELECT try(:'key' || ', widerow_build(''a'', relpages) AS d FROM (SELECT oid::int AS id, relpages FROM pg_class) c');
SELECT try('SELECT int4send(encoding)::rowkey AS key, widerow_build(''n'', datname) AS d FROM pg_database');
CREATE MATERIALIZED VIEW kept AS TABLE item_h;
\set VERBOSITY default
SELECT hbase.stream_mapping(ARRAY['kept']::regclass[]);

-- a key that is not unique
SELECT try('SELECT rowkey_compose(''a int'', a) AS key, widerow_build(''i'', id) AS d FROM item');
CREATE UNIQUE INDEX ON item (a) WHERE b > 0;
SELECT try('SELECT rowkey_compose(''a int'', a) AS key, widerow_build(''i'', id) AS d FROM item');
CREATE TABLE hashed (id int PRIMARY KEY, name text NOT NULL);
ALTER TABLE hashed REPLICA IDENTITY FULL;
CREATE UNIQUE INDEX ON hashed ((rowkey_compose('name text', name)));
CREATE VIEW hashed_h AS SELECT rowkey_compose('name text', name) AS key, widerow_build('i', id) AS d FROM hashed;
SELECT hbase.stream_mapping(ARRAY['hashed_h']::regclass[]) IS NOT NULL AS accepted;
CREATE TABLE deferred (id int PRIMARY KEY, place int NOT NULL, a int, UNIQUE (place) DEFERRABLE, UNIQUE (place, id));
ALTER TABLE deferred REPLICA IDENTITY USING INDEX deferred_place_id_key;
SELECT try('SELECT rowkey_compose(''place int'', place) AS key, widerow_build(''a'', a) AS d FROM deferred');

-- ---- expressions --------------------------------------------------------------

ALTER TABLE item REPLICA IDENTITY FULL;
SELECT try(:'key' || ', widerow_build(''a'', random()) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', now()) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', current_date) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', current_user) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', a) AS d FROM item WHERE now() > ''2000-01-01''');
SELECT try(:'key' || ', widerow(item) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', item::text) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''a'', ctid::text) AS d FROM item');
SELECT try(:'key' || ', widerow_at(widerow_build(''a'', a), 5) AS d FROM item');
SELECT try(:'key' || ', widerow_delete(widerow_build(''a'', a), ''b'') AS d FROM item');
CREATE FUNCTION own(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1; END';
SELECT try(:'key' || ', widerow_build(''a'', own(a)) AS d FROM item');
CREATE TYPE mood AS ENUM ('sad', 'happy');
ALTER TABLE item ADD mood mood, ADD placed timestamptz;
SELECT try(:'key' || ', widerow_build(''m'', mood::text) AS d FROM item');
SELECT try(:'key' || ', widerow_build(''m'', mood = ''sad'') AS d FROM item');
SELECT try(:'key' || ', widerow_build(''p'', placed::text) AS d FROM item');
CREATE COLLATION own_collation FROM "C";
SELECT try(:'key' || ', widerow_build(''t'', t < ''a'' COLLATE stream.own_collation) AS d FROM item');

\pset tuples_only
-- a function that the planner inlines counts by its body, and domains by their base
CREATE FUNCTION doubled(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2';
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
ALTER TABLE item ADD n positive;
CREATE VIEW item_inlined AS
SELECT rowkey_compose('id int', id) AS key,
       widerow_build('a', doubled(a), 'n', n, 'c', CASE WHEN a = ANY ('{1,2}') THEN COALESCE(b, 0) ELSE GREATEST(a, 1) END,
           'p', hbase_encode(placed, 'string', 'timestamptz(6)'), 'l', (ARRAY[a, 3])[1], 't', t::varchar(3),
           'i', a IS NULL OR b IS NOT DISTINCT FROM 3, 'x', NULLIF(a, 3)) || widerow_build('more', b) AS d
FROM item;
SELECT hbase.stream_mapping(ARRAY['item_inlined']::regclass[])::jsonb #>> '{tables,0,families,0,expression}' AS expression;

-- the order of the relations does not matter
SELECT hbase.stream_mapping(ARRAY['item_h', 'orders_h']::regclass[]) =
       hbase.stream_mapping(ARRAY['orders_h', 'item_h']::regclass[]) AS equal;

DROP SCHEMA stream CASCADE;
