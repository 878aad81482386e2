-- Mappings proposed from the catalogue: what hbase.from_table() writes runs as
-- it is, and what it maps reads back equal; and hbase.read(), typed rows.
\set SHOW_CONTEXT never
SET client_min_messages = warning;

CREATE SCHEMA northwind;
SET search_path = northwind, public;
CREATE TABLE customers (customer_id text PRIMARY KEY, company_name text NOT NULL, contact_name text, contact_title text, address text, city text, region text, postal_code text, country text, phone text, fax text);
CREATE TABLE orders (order_id int PRIMARY KEY, customer_id text REFERENCES customers, employee_id int, order_date date, required_date date, shipped_date date, ship_via int, freight numeric, ship_name text, ship_address text, ship_city text, ship_region text, ship_postal_code text, ship_country text);
CREATE TABLE order_details (order_id int REFERENCES orders, product_id int, unit_price numeric, quantity int, discount numeric, PRIMARY KEY (order_id, product_id));
\copy customers from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_customers.csv"' csv header
\copy orders from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_orders.csv"' csv header
\copy order_details from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_order_details.csv"' csv header

CREATE SCHEMA synthea;
SET search_path = synthea, public;
CREATE TABLE patients (id uuid PRIMARY KEY, birthdate date, deathdate date, ssn text, drivers text, passport text, prefix text, first text, last text, suffix text, maiden text, marital text, race text, ethnicity text, gender text, birthplace text, address text, city text, state text, county text, zip text, lat float8, lon float8, healthcare_expenses numeric, healthcare_coverage numeric);
CREATE TABLE encounters (id uuid PRIMARY KEY, start timestamptz, stop timestamptz, patient uuid REFERENCES patients, organization uuid, provider uuid, payer uuid, encounterclass text, code text, description text, base_encounter_cost numeric, total_claim_cost numeric, payer_coverage numeric, reasoncode text, reasondescription text);
CREATE TABLE conditions (start date, stop date, patient uuid REFERENCES patients, encounter uuid REFERENCES encounters, code text, description text);
CREATE TABLE medications (start timestamptz, stop timestamptz, patient uuid REFERENCES patients, payer uuid, encounter uuid REFERENCES encounters, code text, description text, base_cost numeric, payer_coverage numeric, dispenses int, totalcost numeric, reasoncode text, reasondescription text);
\copy patients from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_patients.csv"' csv header
\copy encounters from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_encounters.csv"' csv header
\copy conditions from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_conditions.csv"' csv header
\copy medications from program 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_medications.csv"' csv header
SET search_path = northwind, public;

-- Something of every type, with names that need quotes, and no data that a
-- profile may lose: microseconds, negative keys, times in the key. (Phoenix does
-- not keep the zeros at the end of a numeric.)
CREATE SCHEMA odd;
CREATE TYPE odd.mood AS ENUM ('good', 'bad');
CREATE DOMAIN odd.code AS varchar(10) CHECK (value <> '');
CREATE TABLE odd."Table one" ("Id" bigint, "at" timestamptz, "salt" odd.code, mood odd.mood, "fast" real, slow double precision, big numeric, tags text[], doc jsonb, raw bytea, who uuid, "day" date, "hour" time, local timestamp, long interval, "a b" boolean, PRIMARY KEY ("Id", "salt", "at"));
INSERT INTO odd."Table one" VALUES
    (-5, '2022-12-01 10:00:00.123456+01', 'x y', 'good', 1.5, 1e100, 123.45, '{a,b}', '{"k": [1, null]}', '\x00ff5c', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '2000-02-29', '23:59:59.999999', '1999-12-31 23:59:59', '1 day', true),
    (7, '1969-12-31 23:59:59.5+00', 'ü', 'bad', 'NaN', '-Infinity', 0, '{}', '"text"', '', NULL, NULL, NULL, NULL, NULL, false),
    (7, '2023-01-01+00', 'ü', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE odd.note ("Id" bigint, "salt" odd.code, "at" timestamptz, said timestamptz, body bytea, FOREIGN KEY ("Id", "at", "salt") REFERENCES odd."Table one" ("Id", "at", "salt"));
INSERT INTO odd.note SELECT "Id", "salt", "at", '2020-05-05 05:05:05.5+00', body FROM odd."Table one", unnest('{"\\x00","\\xff41","\\x00"}'::bytea[]) body;
-- a reference that is declared twice
ALTER TABLE odd.note ADD FOREIGN KEY ("salt", "Id", "at") REFERENCES odd."Table one" ("salt", "Id", "at");
CREATE TABLE odd.keyless (a int);
-- what no encoding holds, and bytes before the end of a key
CREATE TABLE odd.edge (raw bytea, n int, "day" date, "at" timestamptz, local timestamp, amount numeric, PRIMARY KEY (raw, n));
INSERT INTO odd.edge VALUES
    ('\x00ff', 1, 'infinity', '-infinity', 'infinity', 'NaN'),
    ('\x', 2, '0044-03-15 BC', '0044-03-15 10:00:00.123456+00 BC', '2000-01-01 00:00:00.000001', '-Infinity'),
    ('\x31', 3, NULL, '2000-01-01 00:00:00.5+00', NULL, 12.5);
CREATE TABLE odd.edge_event (raw bytea, n int, "at" timestamptz, FOREIGN KEY (raw, n) REFERENCES odd.edge);
INSERT INTO odd.edge_event SELECT raw, n, "at" FROM odd.edge;
CREATE TABLE odd.bare (a int, b int, PRIMARY KEY (a, b));
INSERT INTO odd.bare SELECT i, -i FROM generate_series(1, 3) i;
-- a family named as the table's alias in the view, and a key of times before 1970
CREATE TABLE odd.trip (n int PRIMARY KEY, a int, b int, FOREIGN KEY (a, b) REFERENCES odd.bare);
INSERT INTO odd.trip SELECT i, 1 + i % 3, -1 - i % 3 FROM generate_series(1, 7) i;
CREATE TABLE odd.early ("day" date, "at" timestamptz, n int, PRIMARY KEY ("day", "at"));
INSERT INTO odd.early VALUES ('1969-12-31', '2020-01-01+00', 1), ('2020-01-01', '1969-12-31 23:59:59.999+00', 2), ('2020-01-01', '2020-01-01+00', 3);
CREATE TABLE odd.self (id uuid PRIMARY KEY, up uuid REFERENCES odd.self, label char(5));
INSERT INTO odd.self VALUES ('00000000-0000-0000-0000-000000000001', NULL, 'root'), ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000001', 'leaf');

-- Run a script that was proposed, and compare: rows of the table that do not
-- read back, and rows that read back and are not in the table.
CREATE FUNCTION pg_temp.differences(tab regclass, view text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    EXECUTE format('SELECT count(*) FROM ((SELECT t::text FROM %1$s t EXCEPT ALL SELECT r::text FROM hbase.read(NULL::%1$s, %2$L) r)
                    UNION ALL (SELECT r::text FROM hbase.read(NULL::%1$s, %2$L) r EXCEPT ALL SELECT t::text FROM %1$s t)) x', tab, view) INTO n;
    RETURN n;
END $$;
CREATE FUNCTION pg_temp.round_trip(tabs text[], profile text, children text) RETURNS TABLE (tab text, rows bigint, differences bigint) LANGUAGE plpgsql AS $$
DECLARE
    script text;
    query text;
    v text;
BEGIN
    FOREACH tab IN ARRAY tabs LOOP
        script := hbase.from_table(tab::regclass, profile, children);
        EXECUTE script;
        v := (regexp_match(script, 'CREATE OR REPLACE VIEW (.*) AS\n'))[1];
        EXECUTE format('SELECT count(*) FROM %s', tab) INTO rows;
        differences := pg_temp.differences(tab::regclass, v);
        RETURN NEXT;
        -- children read back as the script's comments say
        FOR query IN SELECT replace(m[1], E'\n--', E'\n') FROM regexp_matches(script, '-- (SELECT c\.\* FROM .*?;)', 'g') m LOOP
            tab := '  ' || (regexp_match(query, 'NULL::(.*?), convert_from'))[1];
            EXECUTE format('SELECT count(*), (SELECT count(*) FROM ((SELECT t::text FROM %1$s t WHERE %2$s EXCEPT ALL %3$s) UNION ALL (%3$s EXCEPT ALL SELECT t::text FROM %1$s t WHERE %2$s)) x) FROM (%4$s) y',
                trim(tab), CASE trim(tab) WHEN 'odd.self' THEN 'up IS NOT NULL' ELSE 'true' END, 'SELECT q::text FROM (' || rtrim(query, ';') || ') q', rtrim(query, ';')) INTO rows, differences;
            RETURN NEXT;
        END LOOP;
        FOR v IN SELECT m[1] FROM regexp_matches(script, 'CREATE OR REPLACE VIEW (.*?) AS\n', 'g') m LOOP
            EXECUTE 'DROP VIEW ' || v;
        END LOOP;
    END LOOP;
    PERFORM hbase.forget();
END $$;

-- ---- what it looks like -------------------------------------------------------

\pset format unaligned
\pset tuples_only on
SELECT hbase.from_table('orders', children => 'nest');
SELECT hbase.from_table('customers', 'phoenix', 'key');
-- What a timestamp is in a key of Phoenix the layout says.
CREATE TABLE stays (at timestamp, room int, guest text, PRIMARY KEY (at, room));
SELECT substring(script FROM 'rowkey_compose[^,]*') FROM hbase.from_table('stays', 'phoenix') script WHERE script LIKE '%rowkey_compose%';
DROP TABLE stays;
SELECT hbase.from_table('order_details', 'string', 'none', 'lines', 'shop:lines');
SELECT hbase.from_table('odd."Table one"', children => 'nest');
SELECT hbase.from_schema('odd', 'string', 'nest');
\pset tuples_only off
\pset format aligned

-- Tables whose names HBase would write alike stay apart, and the longest name has a view.
CREATE SCHEMA names;
CREATE TABLE names."名簿" (id int PRIMARY KEY);
CREATE TABLE names."商品" (id int PRIMARY KEY, "作者" int REFERENCES names."名簿", "読者" int REFERENCES names."名簿");
CREATE TABLE names."a b" (id int PRIMARY KEY);
CREATE TABLE names.a_b (id int PRIMARY KEY);
CREATE TABLE names."Order Details" (id int PRIMARY KEY);
SELECT format('CREATE TABLE names.%I (id int PRIMARY KEY)', repeat('長', 21)) \gexec
SELECT hbase.from_schema('names', 'java', 'key') AS script \gset
\o /dev/null
:script
\o
SELECT relation_name, table_name FROM hbase_internal.definition WHERE relation_schema = 'names' ORDER BY table_name COLLATE "C";

-- ---- it runs, and reads back equal -----------------------------------------------

SELECT profile, r.* FROM unnest('{java,phoenix,string}'::text[]) profile, pg_temp.round_trip('{northwind.customers,northwind.orders,northwind.order_details}', profile, 'nest') r;
SELECT profile, r.* FROM unnest('{java,phoenix,string}'::text[]) profile, pg_temp.round_trip(ARRAY['odd."Table one"', 'odd.bare', 'odd.self', 'odd.edge', 'odd.early'], profile, 'nest') r;
-- Numbers with zeros at the end read back equal from Phoenix, and without them.
UPDATE synthea.patients SET healthcare_expenses = trim_scale(healthcare_expenses), healthcare_coverage = trim_scale(healthcare_coverage);
UPDATE synthea.encounters SET base_encounter_cost = trim_scale(base_encounter_cost), total_claim_cost = trim_scale(total_claim_cost), payer_coverage = trim_scale(payer_coverage);
SELECT profile, r.* FROM unnest('{java,phoenix,string}'::text[]) profile, pg_temp.round_trip('{synthea.patients,synthea.encounters}', profile, 'nest') r;
-- the same in another time zone: the bytes are the same
SET TimeZone = 'Asia/Kolkata';
SELECT r.* FROM pg_temp.round_trip(ARRAY['odd."Table one"'], 'java', 'nest') r;
RESET TimeZone;
-- child keys: one range of the child's view is what belongs to a parent
\pset format unaligned
\pset tuples_only on
SELECT hbase.from_table('customers', 'java', 'key') AS script \gset
:script
\pset tuples_only off
\pset format aligned
SELECT count(*), (SELECT count(*) FROM orders WHERE customer_id = 'ALFKI') AS expected
FROM hbase.key_scan('orders_by_customer_id_h', 'ALFKI') s JOIN orders_by_customer_id_h h ON h.key <@ s;
SELECT count(*) AS differences FROM (SELECT * FROM hbase.read(NULL::orders, 'orders_by_customer_id_h') EXCEPT TABLE orders) x;

-- A whole schema at once, with the extension off the search_path.
DROP VIEW customers_h, orders_by_customer_id_h;
SET search_path = pg_catalog;
SELECT hbase.from_schema('northwind', 'phoenix', 'nest') AS script \gset
\pset format unaligned
\pset tuples_only on
:script
\pset tuples_only off
\pset format aligned
SELECT count(*) FROM hbase.read(NULL::northwind.orders, 'northwind.orders_h') WHERE ship_country = 'France';
SET search_path = northwind, public;

-- ---- typed rows -------------------------------------------------------------------

CREATE TABLE mixed (key rowkey PRIMARY KEY, d widerow, e widerow);
INSERT INTO mixed SELECT rowkey_compose($$customer text, '1'$$, c), widerow_build('n', upper(c)), NULL FROM unnest('{ann,bob}'::text[]) c
UNION ALL SELECT rowkey_compose($$customer text, '2', ord bigint$$, 'ann', o), widerow_build('s', 'open', 'total', 1.50), widerow_build('phoenix'::hbase_encoding, 'n', o::int) FROM generate_series(1, 2) o;
SELECT hbase.define('mixed', layouts => ARRAY[$$customer text, '1'$$, $$customer text, '2', ord bigint$$]::rowkey_layout[]);
SELECT hbase.define_column('mixed', 'd', 's', 'status', 'text');
SELECT hbase.define_column('mixed', 'e', 'n', 'number', 'int', 'phoenix');
SELECT * FROM hbase.columns('mixed');
CREATE TYPE customer_row AS (customer text, n text, missing int);
CREATE TYPE order_row AS (ord bigint, customer text, status text, number bigint, total numeric);
-- a column that is nowhere is misspelt, or is declared
SELECT * FROM hbase.read(NULL::customer_row, 'mixed') ORDER BY 1;
SELECT hbase.define_column('mixed', 'd', 'm', 'missing', 'int');
SELECT * FROM hbase.read(NULL::customer_row, 'mixed') ORDER BY 1;
CREATE TYPE misspelt AS (customr text, n text);
SELECT * FROM hbase.read(NULL::misspelt, 'mixed');
CREATE TYPE of_others AS (customer text, total numeric);
SELECT * FROM hbase.read(NULL::of_others, 'mixed');
SELECT * FROM hbase.read(NULL::of_others, 'mixed', 2) ORDER BY 1, 2;
CREATE VIEW hashed AS SELECT rowkey_compose('md5(a text)', 'x') AS key, '{q=1}'::widerow AS d;
SELECT hbase.define('hashed', layouts => ARRAY['md5(a text)']::rowkey_layout[]);
CREATE TYPE hashed_row AS (a text, q text);
SELECT * FROM hbase.read(NULL::hashed_row, 'hashed');
CREATE VIEW none AS SELECT * FROM hashed WHERE false;
SELECT * FROM hbase.read(NULL::misspelt, 'none');
SELECT * FROM hbase.read(NULL::order_row, 'mixed', 2) ORDER BY 1;
SELECT * FROM hbase.read(NULL::order_row, 'mixed', 3);
SELECT * FROM hbase.read(NULL::order_row, 'mixed', NULL);
SELECT * FROM hbase.read(NULL::int, 'mixed');
-- the dictionary: a name stands once, a qualifier may be named anew
SELECT hbase.define_column('mixed', 'd', 'total', 'status', 'numeric');
SELECT hbase.define_column('mixed', 'd', '\x73'::bytea, 'state', 'text');
SELECT hbase.define_column('mixed', 'x', 's', 'status', 'text');
SELECT hbase.define_column('mixed', 'd', 's', 'status', 99999::regtype);
SELECT hbase.define_column('mixed', 'd', 's', 'status', 'int[]');
SELECT hbase.define_column('mixed', 'd', NULL::text, 'status', 'text');
SELECT * FROM hbase.columns('mixed');
SELECT * FROM hbase_internal.layout_fields('salt(4), md5(a text), a, b timestamptz desc, ''L''');
SELECT hbase_internal.short_names('{ship_city,ship_country,ShipName,x,éà,a1_b2,SC}');

-- the content of a comment stays in it
CREATE SCHEMA lines;
CREATE TABLE lines.parent (a int PRIMARY KEY);
SELECT format('CREATE TABLE lines.%I (a int REFERENCES lines.parent)', E'x\nSELECT 1;\n--') \gexec
SELECT hbase.from_schema('lines', children => 'key');
SELECT regexp_replace(hbase.from_table('lines.parent', children => 'nest'), '^.*Reading back:', '') AS reading_back;
SELECT hbase_internal.comment_line(E'a\rb\nc');
-- names that are SQL themselves stay names
SELECT l FROM regexp_split_to_table(hbase.from_table('lines.parent', children => 'nest', view_name => 'Lines."View; --"'), E'\n') l;
SELECT hbase.from_table('lines.parent', view_name => 'v AS SELECT 1; DROP TABLE parent; --');
CREATE TABLE lines.hostile (id int PRIMARY KEY, U&"at\000ADROP TABLE lines.hostile; --" timestamptz, U&"""'$$\005C\000D" text);
CREATE TABLE lines.U&"child\000ADROP TABLE lines.hostile; --" (id int PRIMARY KEY, parent int REFERENCES lines.hostile, U&"x\000A--" timestamp);
CREATE TABLE lines.U&"keyless\000ADROP TABLE lines.hostile; --" (parent int REFERENCES lines.hostile, U&"x\000A--" timestamp);
DO $$
DECLARE
    children text;
BEGIN
    FOREACH children IN ARRAY '{nest,key,none,rows}'::text[] LOOP
        EXECUTE hbase.from_table('lines.hostile', children => children, view_name => format('lines.%I', 'hostile ' || children));
    END LOOP;
END $$;
SELECT 'lines.hostile'::regclass;
-- only their first bytes count
SELECT hbase_internal.proposed_view('s', repeat('x', 600000), 'odd.bare');
SELECT (hbase_internal.short_names(array_agg('c' || n)))[100000] FROM generate_series(1, 100000) n;
-- and these count whole
SELECT hbase_internal.proposed_name(repeat('x', 10001), '{}');
SELECT hbase_internal.proposed_name('x', ARRAY['y', repeat('x', 10001)]);
SELECT hbase_internal.short_names(ARRAY['y', repeat('x', 10001)]);
SELECT length(hbase_internal.proposed_name(repeat('é', 5000), '{}'));
DROP SCHEMA lines CASCADE;

-- a key of types without an encoding is its text
CREATE TABLE odd.by_mood (mood odd.mood, address inet, PRIMARY KEY (mood, address));
SELECT substring(hbase.from_table('odd.by_mood'), 'rowkey_compose\((.*?)\) AS key') AS key;

-- ---- what is refused -----------------------------------------------------------------

SELECT hbase.from_table('orders', 'avro');
SELECT hbase.from_table('orders', children => 'eaten');
SELECT hbase.from_table('orders', NULL);
SELECT hbase.from_table(NULL);
SELECT hbase.read(NULL::orders, NULL);

SET search_path = public;
DROP SCHEMA names, northwind, odd, synthea CASCADE;
SELECT cardinality(hbase.forget());
