-- Sort proof: for layouts that promise it, ORDER BY key is ORDER BY the columns,
-- on all rows of the real data sets of examples/data; and every key reads back.
SET TimeZone = 'UTC';
CREATE FUNCTION make_table(name text, columns text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TEMP TABLE %I (%s text)', name, replace(columns, ' ', ' text, '));
END $$;
SELECT make_table(name, columns) FROM (VALUES
    ('clinic_observations', 'at patient code description value units'), ('cloudwatch', 'host metric at value'), ('gov_hostnames', 'hostname base_domain agency'),
    ('karate_club', 'u v weight u_club v_club'), ('nordic_airports', 'code name country city elevation'), ('nordic_routes', 'from_code to_code miles'),
    ('northwind_customers', 'customer_id company_name contact_name contact_title address city region postal_code country phone fax'),
    ('northwind_order_details', 'order_id product_id unit_price quantity discount'),
    ('northwind_orders', 'order_id customer_id employee_id order_date required_date shipped_date ship_via freight ship_name ship_address ship_city ship_region ship_postal_code ship_country'),
    ('northwind_products', 'product_id product_name supplier_id category_id quantity_per_unit unit_price units_in_stock units_on_order reorder_level discontinued'),
    ('phone_numbers', 'number area'), ('synthea_conditions', 'start stop patient encounter code description'),
    ('synthea_encounters', 'id start stop patient organization provider payer encounterclass code description base_encounter_cost total_claim_cost payer_coverage reasoncode reasondescription'),
    ('synthea_medications', 'start stop patient payer encounter code description base_cost payer_coverage dispenses totalcost reasoncode reasondescription'),
    ('synthea_patients', 'id birthdate deathdate ssn drivers passport prefix first last suffix maiden marital race ethnicity gender birthplace address city state county zip lat lon healthcare_expenses healthcare_coverage')
) v(name, columns);
\copy clinic_observations FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/clinic_observations.csv"' (FORMAT csv, HEADER)
\copy cloudwatch FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/cloudwatch.csv"' (FORMAT csv, HEADER)
\copy gov_hostnames FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/gov_hostnames.csv"' (FORMAT csv, HEADER)
\copy karate_club FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/karate_club.csv"' (FORMAT csv, HEADER)
\copy nordic_airports FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/nordic_airports.csv"' (FORMAT csv, HEADER)
\copy nordic_routes FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/nordic_routes.csv"' (FORMAT csv, HEADER)
\copy northwind_customers FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_customers.csv"' (FORMAT csv, HEADER)
\copy northwind_order_details FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_order_details.csv"' (FORMAT csv, HEADER)
\copy northwind_orders FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_orders.csv"' (FORMAT csv, HEADER)
\copy northwind_products FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/northwind_products.csv"' (FORMAT csv, HEADER)
\copy phone_numbers FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/phone_numbers.csv"' (FORMAT csv, HEADER)
\copy synthea_conditions FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_conditions.csv"' (FORMAT csv, HEADER)
\copy synthea_encounters FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_encounters.csv"' (FORMAT csv, HEADER)
\copy synthea_medications FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_medications.csv"' (FORMAT csv, HEADER)
\copy synthea_patients FROM PROGRAM 'cat "${PG_ABS_SRCDIR:-.}/examples/data/synthea_patients.csv"' (FORMAT csv, HEADER)

/*
 * columns: what the layout's fields are made of; by: the same as ORDER BY wants
 * it.  misplaced: rows that stand elsewhere in the order of the key; unread:
 * keys whose fields do not compose to them again.
 */
CREATE FUNCTION sort_proof(source text, layout rowkey_layout, columns text[], by text[], OUT total bigint, OUT keys bigint, OUT misplaced bigint, OUT unread bigint) LANGUAGE plpgsql AS $$
DECLARE
    fields text := (SELECT string_agg(format('rowkey_field(%L, key, %L, %s)', layout, 'c' || n, c), ', ' ORDER BY n) FROM unnest(columns) WITH ORDINALITY u(c, n));
    ordered text := array_to_string(by, ', ');
BEGIN
    EXECUTE format($q$
        SELECT count(*), count(DISTINCT key), count(*) FILTER (WHERE by_columns <> by_key), count(*) FILTER (WHERE NOT again)
        FROM (SELECT key, dense_rank() OVER (ORDER BY %1$s) AS by_columns, dense_rank() OVER (ORDER BY key) AS by_key, rowkey_compose(%2$L, %3$s) = key AND rowkey_conforms(%2$L, key) AS again
              FROM (SELECT *, rowkey_compose(%2$L, %4$s) AS key FROM %5$I) k) r$q$,
        ordered, layout, fields, array_to_string(columns, ', '), source) INTO total, keys, misplaced, unread;
END $$;
CREATE TEMP TABLE proofs (no serial, source text, layout rowkey_layout, columns text[], by text[]);
INSERT INTO proofs (source, layout, columns, by) VALUES
    ('clinic_observations', 'c1 text, c2 timestamptz desc, c3 text', '{patient,at::timestamptz,code}', '{"patient COLLATE \"C\"","at::timestamptz DESC","code COLLATE \"C\""}'),
    ('clinic_observations', 'c1 text desc, c2 numeric desc, c3 timestamptz using ordered', '{units,value::numeric,at::timestamptz}', '{"units COLLATE \"C\" DESC","value::numeric DESC","at::timestamptz"}'),
    ('clinic_observations', 'c1 text desc, c2 numeric, c3 timestamptz(6) desc', '{code,value::numeric,at::timestamptz}', '{"code COLLATE \"C\" DESC",value::numeric,"at::timestamptz DESC"}'),
    ('cloudwatch', 'c1 text, c2 text, c3 timestamptz', '{host,metric,at::timestamptz}', '{"host COLLATE \"C\"","metric COLLATE \"C\"",at::timestamptz}'),
    ('cloudwatch', 'c1 double precision desc, c2 timestamptz desc, c3 text', '{value::float8,at::timestamptz,host}', '{"value::float8 DESC","at::timestamptz DESC","host COLLATE \"C\""}'),
    ('cloudwatch', 'c1 real, c2 timestamptz desc, c3 text using ordered', '{value::real,at::timestamptz,metric}', '{value::real,"at::timestamptz DESC","metric COLLATE \"C\""}'),
    ('cloudwatch', $$c1 char(6), c2 timestamptz desc using bytes$$, '{host,at::timestamptz}', '{"host COLLATE \"C\"","at::timestamptz DESC"}'),
    ('cloudwatch', $$c1 char(6), '_', digits(c2 timestamptz, 19) desc using string$$, '{host,at::timestamptz}', '{"host COLLATE \"C\"","at::timestamptz DESC"}'),
    ('gov_hostnames', 'c1 text, c2 text', '{base_domain,hostname}', '{"base_domain COLLATE \"C\"","hostname COLLATE \"C\""}'),
    ('gov_hostnames', 'c1 text desc, c2 text desc using ordered', '{agency,hostname}', '{"agency COLLATE \"C\" DESC","hostname COLLATE \"C\" DESC"}'),
    ('gov_hostnames', $$c1 text, '\x00', c2 text using string$$, '{agency,hostname}', '{"agency COLLATE \"C\"","hostname COLLATE \"C\""}'),
    ('karate_club', 'c1 int, c2 int', '{u::int,v::int}', '{u::int,v::int}'),
    ('karate_club', 'c1 smallint desc, c2 smallint, c3 bigint desc', '{weight::smallint,u::smallint,v::bigint}', '{"weight::int DESC",u::int,"v::int DESC"}'),
    ('karate_club', $$digits(c1 int, 3), '-', digits(c2 int, 3) desc using string$$, '{u::int,v::int}', '{u::int,"v::int DESC"}'),
    ('nordic_airports', 'c1 text, c2 int desc, c3 char(3)', '{country,elevation::int,code}', '{"country COLLATE \"C\"","elevation::int DESC","code COLLATE \"C\""}'),
    ('nordic_airports', 'c1 text', '{name}', '{"name COLLATE \"C\""}'),
    ('nordic_airports', 'c1 text desc, c2 text null using ordered', '{name,city}', '{"name COLLATE \"C\" DESC","city COLLATE \"C\" NULLS FIRST"}'),
    ('nordic_routes', 'c1 char(3), c2 char(3)', '{from_code,to_code}', '{"from_code COLLATE \"C\"","to_code COLLATE \"C\""}'),
    ('nordic_routes', 'c1 int desc, c2 char(3), c3 char(3) desc', '{miles::int,from_code,to_code}', '{"miles::int DESC","from_code COLLATE \"C\"","to_code COLLATE \"C\" DESC"}'),
    ('northwind_customers', 'c1 char(5)', '{customer_id}', '{"customer_id COLLATE \"C\""}'),
    ('northwind_customers', 'c1 text, c2 text null, c3 text', '{country,region,customer_id}', '{"country COLLATE \"C\"","region COLLATE \"C\" NULLS FIRST","customer_id COLLATE \"C\""}'),
    ('northwind_customers', 'c1 text desc null, c2 text using ordered', '{region,company_name}', '{"region COLLATE \"C\" DESC NULLS LAST","company_name COLLATE \"C\""}'),
    ('northwind_order_details', 'c1 int, c2 int', '{order_id::int,product_id::int}', '{order_id::int,product_id::int}'),
    ('northwind_order_details', 'c1 numeric desc, c2 real, c3 int, c4 int', '{unit_price::numeric,discount::real,order_id::int,product_id::int}', '{"unit_price::numeric DESC",discount::real,order_id::int,product_id::int}'),
    ('northwind_order_details', 'c1 numeric, c2 double precision desc, c3 bigint, c4 int using ordered', '{unit_price::numeric,discount::float8,order_id::bigint,product_id::int}', '{unit_price::numeric,"discount::float8 DESC",order_id::int,product_id::int}'),
    ('northwind_order_details', 'c1 int, c2 int using bytes', '{order_id::int,product_id::int}', '{order_id::int,product_id::int}'),
    ('northwind_orders', 'c1 char(5), c2 date desc, c3 int', '{customer_id,order_date::date,order_id::int}', '{"customer_id COLLATE \"C\"","order_date::date DESC",order_id::int}'),
    ('northwind_orders', 'c1 date, c2 numeric desc, c3 unsigned_long', '{order_date::date,freight::numeric,order_id::bigint}', '{order_date::date,"freight::numeric DESC",order_id::int}'),
    ('northwind_orders', 'c1 int null, c2 timestamp desc, c3 int using ordered', '{extract(day FROM shipped_date::date)::int,order_date::timestamp,order_id::int}', '{"extract(day FROM shipped_date::date) NULLS FIRST","order_date::date DESC",order_id::int}'),
    ('northwind_orders', $$c1 text, '|', c2 date using string$$, '{ship_name,order_date::date}', '{"(ship_name || ''|'') COLLATE \"C\"",order_date::date}'),
    ('northwind_products', 'c1 boolean, c2 text', '{discontinued::boolean,product_name}', '{discontinued::boolean,"product_name COLLATE \"C\""}'),
    ('northwind_products', 'c1 smallint, c2 numeric, c3 int using ordered', '{units_in_stock::smallint,unit_price::numeric,product_id::int}', '{units_in_stock::int,unit_price::numeric,product_id::int}'),
    ('phone_numbers', 'c1 bigint', '{number::bigint}', '{number::bigint}'),
    ('phone_numbers', 'c1 text, c2 bigint desc', '{area,number::bigint}', '{"area COLLATE \"C\"","number::bigint DESC"}'),
    ('phone_numbers', 'digits(c1 bigint, 15) using bytes', '{number::bigint}', '{number::bigint}'),
    ('synthea_conditions', 'c1 uuid, c2 date, c3 date', '{patient::uuid,start::date,"coalesce(stop, ''2100-01-01'')::date"}', '{patient::uuid,start::date,"coalesce(stop, ''2100-01-01'')::date"}'),
    ('synthea_conditions', 'c1 date null, c2 bigint desc, c3 uuid using ordered', '{stop::date,code::bigint,encounter::uuid}', '{"stop::date NULLS FIRST","code::bigint DESC",encounter::uuid}'),
    ('synthea_encounters', 'c1 uuid, c2 timestamptz desc, c3 uuid', '{patient::uuid,start::timestamptz,id::uuid}', '{patient::uuid,"start::timestamptz DESC",id::uuid}'),
    ('synthea_encounters', 'c1 text, c2 numeric desc, c3 uuid using ordered', '{encounterclass,total_claim_cost::numeric,id::uuid}', '{"encounterclass COLLATE \"C\"","total_claim_cost::numeric DESC",id::uuid}'),
    ('synthea_encounters', 'c1 time, c2 uuid', '{start::timestamptz::time,id::uuid}', '{start::timestamptz::time,id::uuid}'),
    ('synthea_encounters', 'c1 bigint null, c2 timestamptz(6), c3 uuid using ordered', '{reasoncode::bigint,start::timestamptz,id::uuid}', '{"reasoncode::bigint NULLS FIRST",start::timestamptz,id::uuid}'),
    ('synthea_medications', 'c1 numeric, c2 int desc, c3 timestamptz, c4 text', '{base_cost::numeric,dispenses::int,start::timestamptz,code}', '{base_cost::numeric,"dispenses::int DESC",start::timestamptz,"code COLLATE \"C\""}'),
    ('synthea_medications', 'c1 text desc, c2 timestamptz(0) using ordered', '{description,start::timestamptz}', '{"description COLLATE \"C\" DESC",start::timestamptz}'),
    ('synthea_patients', 'c1 double precision, c2 double precision desc', '{lat::float8,lon::float8}', '{lat::float8,"lon::float8 DESC"}'),
    ('synthea_patients', 'c1 double precision desc, c2 real, c3 date desc using ordered', '{lon::float8,lat::real,birthdate::date}', '{"lon::float8 DESC",lat::real,"birthdate::date DESC"}'),
    ('synthea_patients', 'c1 varchar(30), c2 varchar(30), c3 date', '{last,first,birthdate::date}', '{"last COLLATE \"C\"","first COLLATE \"C\"",birthdate::date}');
SELECT source, layout, total, keys, misplaced, unread FROM proofs, sort_proof(source, layout, columns, by) ORDER BY no;

-- Where a layout does not promise the order, the same proof says so.
SELECT source, layout, misplaced > 0 AS misplaced, unread FROM (VALUES
    ('northwind_order_details', $$c1 int, '_', c2 int using string$$::rowkey_layout, '{order_id::int,product_id::int}'::text[], '{order_id::int,product_id::int}'::text[]),
    ('phone_numbers', 'reverse(c1 text)', '{number}', '{"number COLLATE \"C\""}'),
    ('cloudwatch', 'salt(8), c1 timestamptz, c2 text, c3 text', '{at::timestamptz,host,metric}', '{at::timestamptz,"host COLLATE \"C\"","metric COLLATE \"C\""}'),
    ('synthea_encounters', 'md5(c1 uuid, 2), c1, c2 timestamptz, c3 uuid', '{patient::uuid,start::timestamptz,id::uuid}', '{patient::uuid,start::timestamptz,id::uuid}')
) v(source, layout, columns, by), sort_proof(source, layout, columns, by);
DROP FUNCTION sort_proof(text, rowkey_layout, text[], text[]), make_table(text, text);
