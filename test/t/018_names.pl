# No function of the extension resolves a name through the caller's search_path
# or temporary schema, and none needs the name of the schema that its types are
# in: everything is called with types, operators, functions and relations of
# PostgreSQL shadowed, and again after that schema was renamed, and gives the
# same.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('names');
my $out = new_folder();

# What bodies read, and rows that lead them into their branches.
$server->safe_psql('postgres', q{
	CREATE SCHEMA keys;
	CREATE SCHEMA app;
	CREATE EXTENSION hbase_schema SCHEMA keys;
	SET search_path = app, keys, public;

	-- tables to map: values that no encoding takes, all kinds of keys and children
	CREATE DOMAIN amount AS numeric;
	CREATE TABLE customer (id int PRIMARY KEY, name text NOT NULL, balance amount, score float8, joined timestamptz, day date, at time, photo bytea, tags text[], u uuid, doc jsonb);
	INSERT INTO customer VALUES (-1, 'a', 'NaN', 1.5, 'infinity', 'infinity', '10:00:00.000001', '\x01', '{x}', gen_random_uuid(), '{}'),
		(2, 'b', 2, -1, '2024-01-01 00:00:00.000001Z', '1960-01-01', NULL, NULL, NULL, NULL, NULL);
	CREATE TABLE plain (id int, stamp timestamptz, code bytea, amount numeric, day date, d uuid, PRIMARY KEY (id, stamp, code, amount, day, d));
	CREATE TABLE orders (customer int REFERENCES customer, number int, placed timestamptz(3), total numeric, PRIMARY KEY (customer, number));
	INSERT INTO orders SELECT 2, n, '2024-01-01Z'::timestamptz + n * interval '1 hour', n FROM generate_series(1, 40) n;
	CREATE TABLE note (customer int REFERENCES customer, line text, at timestamptz);
	CREATE TABLE portrait (customer int PRIMARY KEY REFERENCES customer, bytes bytea);
	CREATE TABLE letter (id int PRIMARY KEY, customer int REFERENCES customer, t text);
	CREATE TABLE keyless (a int, b text, at timestamptz);
	INSERT INTO keyless SELECT n % 5, n / 5, '2024-01-01Z' FROM generate_series(1, 40) n;
	CREATE TABLE phone (id int PRIMARY KEY, customer int REFERENCES customer, t text);

	-- code of the user's, which must run under the user's search_path
	CREATE FUNCTION path_is_kept() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
	BEGIN
		IF pg_catalog.current_setting('search_path') OPERATOR(pg_catalog.=) 'pg_catalog, pg_temp' THEN
			RAISE EXCEPTION 'not the search_path of the caller';
		END IF;
		RETURN true;
	END $$;
	CREATE FUNCTION check_path() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM app.path_is_kept(); RETURN COALESCE(NEW, OLD); END';

	-- views and tables of the shape of HBase's
	CREATE VIEW orders_h AS
	SELECT rowkey_compose('salt(4), customer int, number int', customer, number) AS key,
		widerow_at(widerow_build('total', total::text, 'n', number), 1700000000000 + number * 1000) AS d, placed FROM orders WHERE path_is_kept();
	SELECT hbase.define('orders_h', 'orders', ARRAY['salt(4), customer int, number int']::rowkey_layout[], '{"d": {"VERSIONS": 2}}', ignore => '{placed}');
	SELECT hbase.define_column('orders_h', 'd', 'n', 'amount', 'int');
	CREATE TYPE order_row AS (customer int, number int, amount bigint, total text);
	CREATE VIEW mixed_h AS
	SELECT rowkey_compose('customer int, ''o'', number int', customer, number) AS key, widerow_at(widerow_build('total', total::text), 5) AS d FROM orders
	UNION ALL SELECT rowkey_compose('customer int, ''c''', id), widerow_at(widerow_build('total', name), 5) FROM customer;
	SELECT hbase.define('mixed_h', 'mixed', ARRAY['customer int, ''o'', number int', 'customer int, ''c''']::rowkey_layout[]);
	SELECT hbase.define_column('mixed_h', 'd', 'n', 'amount', 'int');
	CREATE VIEW source AS SELECT customer, number, placed FROM orders UNION ALL SELECT NULL, 5, now() WHERE path_is_kept();
	SELECT hbase.create_table('cells', '{"d": {"VERSIONS": 3, "TTL": 100000}, "e": {}}');
	SELECT hbase.put('cells', 'r1', 'd', 'q', 'x');
	CREATE TABLE loose (key rowkey PRIMARY KEY, d widerow);
	ALTER TABLE loose REPLICA IDENTITY FULL;
	CREATE VIEW letter_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('c', customer) AS d FROM letter WHERE id > 1;
	CREATE TABLE halves (key rowkey) PARTITION BY RANGE (key);
	INSERT INTO loose VALUES ('a', '{q=1}'), ('b', '{q@5=1}');
	CREATE TRIGGER check_path BEFORE INSERT OR UPDATE OR DELETE ON cells FOR EACH ROW EXECUTE FUNCTION check_path();
	CREATE TRIGGER check_path BEFORE INSERT OR UPDATE OR DELETE ON loose FOR EACH ROW EXECUTE FUNCTION check_path();
	CREATE TABLE imported (key rowkey PRIMARY KEY, d widerow);
	SELECT hbase.define('imported', 'orders');
	SELECT hbase.baseline('orders_h', 'orders_old', stamp => 1700000000000);
	UPDATE orders SET total = 0 WHERE number = 7;
	CREATE TABLE analyzed AS SELECT key, d FROM orders_h;
	ANALYZE analyzed;
} . "SELECT hbase.export_hfiles('orders_h', '$out/export', stamp => 1800000000000);
	SELECT hbase.uid('kind', 'known');");

# Shadows in schema evil, first in the path: all functions and operators raise
# an error, all types are domains whose check does, relations have no columns.
# As code of a type's owner would: text in pg_temp is found before PostgreSQL's.
$server->safe_psql('postgres', q{
	CREATE SCHEMA evil;
	CREATE FUNCTION evil.ran() RETURNS boolean LANGUAGE internal AS 'shell_in';
	CREATE FUNCTION app.shadow_names(schema text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET client_min_messages = error AS $$
	DECLARE
		x record;
	BEGIN
		FOR x IN SELECT typname, typtype FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typname !~ '^_' AND (typrelid = 0 OR typtype <> 'c') LOOP
			EXECUTE format('CREATE DOMAIN %I.%I AS pg_catalog.%I CHECK (evil.ran())', schema, x.typname, CASE WHEN x.typtype = 'p' THEN 'text' ELSE x.typname END);
		END LOOP;
		FOR x IN SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v') LOOP
			EXECUTE format('CREATE TABLE %I.%I ()', schema, x.relname);
		END LOOP;
	END $$;
	DO $$
	DECLARE
		x record;
		made int := 0;
		failed int := 0;
	BEGIN
		FOR x IN SELECT p.proname, pg_get_function_identity_arguments(p.oid) AS arguments, pg_get_function_result(p.oid) AS result, p.provariadic <> 0 AS variadic
			FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind <> 'p' LOOP
			BEGIN
				EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS %s LANGUAGE internal AS %L', x.proname, x.arguments, x.result, 'shell_in');
				made := made + 1;
			EXCEPTION WHEN OTHERS THEN
				failed := failed + 1;
			END;
		END LOOP;
		RAISE LOG 'functions: % shadowed, % not', made, failed;
		FOR x IN SELECT oid, oprname, oprleft, oprright, oprresult FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace LOOP
			EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS %s LANGUAGE internal AS %L', 'operator_' || x.oid,
				concat_ws(', ', NULLIF(x.oprleft, 0)::regtype, x.oprright::regtype), x.oprresult::regtype, 'shell_in');
			EXECUTE format('CREATE OPERATOR evil.%s (%s RIGHTARG = %s, FUNCTION = evil.%I)', x.oprname,
				CASE WHEN x.oprleft <> 0 THEN format('LEFTARG = %s,', x.oprleft::regtype) END, x.oprright::regtype, 'operator_' || x.oid);
		END LOOP;
	END $$;
	SELECT app.shadow_names('evil');
	-- what runs in it is found by error and by nothing else
	CREATE FUNCTION app.definer(statement text) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
	BEGIN
		RETURN QUERY EXECUTE pg_catalog.format('SELECT x::pg_catalog.text FROM (%s) x', statement);
	END $$;
});
cmp_ok($server->safe_psql('postgres', q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'evil'::regnamespace}), '>', 3000, 'functions and operators are shadowed');

# One call a line.  The schema of the types is TYPES, the folder OUT, and MODE is
# another name in each session.
my @calls = split /\n/, <<'CALLS';
SELECT hbase.from_table('app.customer', children => 'nest')
SELECT hbase.from_table('app.customer', 'phoenix', 'key', 'app.v')
SELECT hbase.from_table('app.customer', 'string', 'none', 'w', 'x')
SELECT hbase.from_table('app.customer', 'java', 'rows')
SELECT hbase.from_table('app.plain')
SELECT hbase.from_table('app.plain', 'phoenix')
SELECT hbase.from_table('app.plain', 'string')
SELECT hbase.from_table('app.keyless')
SELECT hbase.from_schema('app')
SELECT hbase.from_schema('app', children => 'rows', namespace => 'n')
SELECT pg_catalog.json_extract_path(hbase.mapping('{app}'), 'tables', 'app.orders')
SELECT action, script FROM hbase.mapping_script('{"tables": {"app.orders": {"view": "app.m", "table": "m", "key": "number int", "families": {"d": {"VERSIONS": 2}, "e": {}}, "columns": {"customer": {"family": "d", "qualifier": "c", "type": "text"}, "x": {"family": "e", "qualifier": "x", "type": "int", "encoding": "phoenix", "value": "1"}}}}}')
SELECT hbase_internal.mapping_text('{"a": {"b": [1]}}', 0)
SELECT hbase_internal.mapping_type('timestamp(3)')
SELECT hbase_internal.written_type(23, '')
SELECT hbase_internal.mapping_column('app.orders', 'number', 'text', 'x.')
SELECT hbase_internal.mapping_cast('{"value": "1", "type": "int"}', '')
SELECT hbase_internal.table_mapping('app.keyless', 'java', 'rows', true, 'v', 't', '')
SELECT hbase_internal.table_mapping('app.customer', 'java', 'nest', false, 'v', 't', '')
SELECT hbase_internal.table_mapping('app.customer', 'java', 'cells', true, 'v', 't', '')
SELECT hbase_internal.mapped_tables('{app}')
SELECT hbase_internal.mapping_members('{"a": 1}', 'x', '{a,b}')
SELECT hbase_internal.mapping_expression('app.orders', 'number', 'bigint', NULL, 'value', '')
SELECT hbase_internal.mapping_key('app.orders', 'number bigint', '{}', '')
SELECT hbase_internal.mapping_value('app.orders', 'number', '{"type": "int"}', 'phoenix', '')
SELECT hbase_internal.mapping_cells('app.letter', '{"reference": {"customer": "id"}, "qualifier": "id int", "columns": {"id": {}}}', 'app.customer', 'c1', '')
SELECT hbase_internal.mapping_checked('x', '{"leave_out": true}')
SELECT hbase_internal.mapping_query('app.orders', '{"key": "number int", "columns": {}, "where": "true"}', '{"d": {}}', '[]', '')
SELECT hbase_internal.mapping_view('[{"relation": "app.orders", "entry": {"key": "number int", "families": {"d": {}}, "columns": {}}}]', 'v', NULL, '')
SELECT hbase_internal.mapping_mark('{"tables": {"x": {}}}', 'x')
SELECT hbase_internal.mapping_statements('{"tables": {"app.orders": {"key": "number int", "table": "m", "families": {"d": {}}, "columns": {}, "splits": ["b"], "regions": 2}}}', 'app.orders', 'app.m')
SELECT hbase_internal.mapping_records('{"tables": {"app.orders": {"key": "number int", "families": {"d": {}}, "columns": {"a": {"family": "d", "qualifier": "a", "type": "int"}}}}}', 'app.orders')
SELECT hbase_internal.check_records('{"tables": {"app.orders": {"key": "number int", "families": {"d": {}}, "columns": {"a": {"family": "d", "qualifier": "a", "type": "int"}}}}}', 'app.orders')
SELECT hbase_internal.mapping_record_action('{"tables": {"app.orders": {"view": "app.m", "families": {"d": {}}}, "app.keyless": {"rows_of": "app.orders", "key": "number int", "columns": {}}}}', 'app.keyless')
SELECT hbase_internal.removal('app.m')
SELECT hbase_internal.mapping_roots('{app}', 'cells')
SELECT hbase_internal.is_readable('app.orders')
SELECT hbase_internal.usable_entry('app.orders', '{"key": "customer int using phoenix"}', 'phoenix')
SELECT hbase_internal.free_column('app.orders', 'number')
SELECT hbase_internal.included_tables('app'::pg_catalog.regnamespace, 'cells')
SELECT hbase_internal.check_cells('{"tables": {"app.customer": {"families": {"d": {}, "l": {}}}, "app.letter": {"cells_of": "app.customer", "reference": {"customer": "id"}, "family": "l", "columns": {"id": {}}}}}', 'app.letter', 'app.customer')
SELECT hbase_internal.mapping_action('{"tables": {"app.orders": {"view": "app.m", "table": "m", "leave_out": true}}}', 'app.orders')
SELECT hbase_internal.merge_names('{"a": 1}', '{"b": 1}')
SELECT hbase_internal.same_json('1', '1.0')
SELECT hbase_internal.merge_member('{}', '{"a": 1}', '{"a": 2}', '{"a": 3}', NULL)
SELECT * FROM hbase.merge_mapping('{"a": {"b": 1, "c": 1}}', '{"a": {"b": 2, "c": 1}}', '{"a": {"b": 3, "c": 2}}')
SELECT hbase_internal.short_names('{ship_city,ship_country,x}')
SELECT hbase_internal.base_type(2950)
SELECT hbase_internal.key_columns('app.orders')
SELECT hbase_internal.key_candidates('app.keyless')
SELECT hbase_internal.column_sets('{a,b,c}', 2)
SELECT hbase_internal.quoted_list('{a,B}')
SELECT hbase_internal.unique_columns('app.keyless')
SELECT hbase_internal.unique_columns('app.note')
SELECT hbase_internal.proposed_key('app.keyless')
SELECT hbase_internal.comment_line('x')
SELECT hbase_internal.json_value('x', 17)
SELECT hbase_internal.json_call('f', '{a,b}')
SELECT hbase_internal.own_rows('app.orders')
SELECT hbase_internal.propose_digest('app.note')
SELECT hbase_internal.proposed_name('a b', '{a_b}')
SELECT hbase_internal.proposed_table('app.orders', NULL)
SELECT hbase_internal.refuse_long_names('{a}')
SELECT hbase_internal.is_free('app.orders_h', 'app.orders')
SELECT hbase_internal.proposed_view('s', 't', 'app.orders')
SELECT hbase_internal.default_view('app.orders')
SELECT hbase_internal.propose_mapping('app.letter', 'java', 'none', NULL, NULL, NULL, '', false)
SELECT hbase_internal.propose_key('app.orders', '{customer}', 'java', 'app.orders', '{}', NULL)
SELECT hbase_internal.propose_layout('customer int', 'java', true)
SELECT hbase_internal.propose_values('app.customer', '{id}', 'java', '')
SELECT hbase_internal.propose_entries(pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('relation', 'app.phone'::pg_catalog.regclass::pg_catalog.oid::bigint, 'columns', '{id}'::pg_catalog.text[])), 'java', '')
SELECT hbase_internal.any_row('app.orders', 'true')
SELECT hbase_internal.has_microseconds('app.customer', 'joined')
SELECT hbase_internal.referring_tables('app.customer', '{id}')
SELECT hbase_internal.owned_tables('app'::pg_catalog.regnamespace)
SELECT hbase_internal.record_types('app.customer', '{id}', true)
SELECT hbase_internal.child_name('a', '{b}')
SELECT hbase_internal.filled_condition('app.letter', '{customer}')
SELECT hbase_internal.without_names('{a,b}', '{a}')
SELECT hbase_internal.cost_query('app.letter', '{id}', false)
SELECT hbase_internal.mapping_cost('app.letter', '{id}', true)
SELECT hbase_internal.child_script('app.letter', 'app', 'letter', '{id}', '{customer}', 'java', NULL, '')
SELECT hbase_internal.propose_cells('app.letter', '{id}', '{customer}', 'app.customer', '{id}', 'l', 'java')
SELECT hbase_internal.family_names('{letter,note}')
SELECT hbase_internal.rounded_remark('[{"relation": "app.customer", "entry": {"columns": {"joined": {"type": "timestamp with time zone"}}}}]')
SELECT hbase_internal.nested_remarks('app.customer', '{id}', 'id int', 'v', '')
SELECT hbase_internal.mapping_script('app.letter', 'java', 'none', NULL, NULL, NULL, '', false)
SELECT hbase_internal.function_prefix()
SELECT hbase.columns('app.orders_h')
SELECT hbase.read(NULL::app.order_row, 'app.orders_h')
SELECT hbase.read(NULL::app.order_row, 'app.mixed_h', 1)
SELECT hbase.read(NULL::app.order_row, 'app.orders_h', 1, '{"customer": 2}')
SELECT hbase_internal.layout_number('app.orders_h', '{"customer int, number int"}', 1)
SELECT hbase_internal.count_ranges('app.orders_h', 'customer int, number int', '{"customer": 2}')
SELECT hbase_internal.read_source('app.orders_h', '{"customer int, number int"}', 1, '{"customer": 2}', 1)
SELECT hbase.read_view('app.orders_h', 'app.orders_read')
SELECT hbase_internal.read_view_script('app.orders_h', 'app.orders_read', '{"customer int, number int"}', 1, NULL, NULL, NULL)
SELECT number, name FROM hbase_internal.view_columns('app.orders_h', 'customer int, number int', NULL, NULL)
SELECT hbase_internal.parent_columns('app.order_row'::pg_catalog.regtype, 'customer int, number int')
SELECT number, name FROM hbase_internal.read_columns('app.order_row'::pg_catalog.regtype, 'app.orders_h', 'customer int')
SELECT hbase_internal.known_columns('app.mixed_h', 'customer int', 'customr')
SELECT hbase_internal.bytea_concat_text('\x01', 'x')
SELECT hbase_internal.text_concat_bytea('x', '\x01')
SELECT hbase.families('app.cells')
SELECT hbase.definition_of('app.orders_h')
SELECT hbase.key_scan('app.orders_h', 2)
SELECT hbase.layout('app.orders_h')
SELECT hbase.stamp('app.loose', 7)
SELECT hbase.stamp('app.loose')
SELECT hbase.compact('app.cells', '2100-01-01')
SELECT hbase.create_table('app.made', '["d", "e"]', 'made', '{"salt(4), id int"}', 4, partitions => true)
SELECT hbase_internal.create_partitions('app.halves', 'app.', 'halves', '{a}')
SELECT hbase.create_table('app.uniform', '["d"]', regions => 4, partitions => true)
SELECT hbase.define('app.imported', 'orders')
SELECT hbase.define_column('app.imported', 'd', 'q', 'q', 'integer')
SELECT hbase.forget('app.imported')
SELECT hbase.forget()
SELECT hbase.put('app.cells', 'r2', 'd', 'q', '1')
SELECT hbase.put('app.cells', 'r2', 'd', '{q=2}')
SELECT hbase.increment('app.cells', 'r3', 'd', 'n', 2)
SELECT hbase.append('app.cells', 'r2', 'd', 'q', 'y')
SELECT hbase.check_and_put('app.cells', 'r2', 'd', 'z', NULL, 'v')
SELECT hbase.check_and_delete('app.cells', 'r2', 'd', 'z', 'v')
SELECT hbase.delete_version('app.cells', 'r2', 'd', 'q', 5::bigint)
SELECT family, qualifier, value FROM hbase.get('app.cells', 'r2')
SELECT key, family, qualifier, value FROM hbase.scan('app.cells', 'r', 's', 'PrefixFilter(''r'')')
SELECT hbase.delete('app.cells', 'r2')
SELECT (hbase.merge_scan(NULL::app.cells, '{[r,s)}'::TYPES.rowkeymultirange, 5, condition => 'true')).key
SELECT key FROM hbase_internal.filter('SELECT key, d FROM app.loose ORDER BY key', NULL)
SELECT hbase_internal.delta_query('app.orders_h', 'app.orders_old', 1800000000000, 1700000000000, '{a}', NULL, false)
SELECT hbase_internal.baseline_stamp('app.orders_old', 'app.orders_h')
SELECT hbase.delta('app.orders_h', 'app.orders_old', NULL, NULL, stamp => 1800000000000, restamp => true)
SELECT hbase.delta('app.orders_h', 'app.orders_old', '{a}', NULL, stamp => 1800000000000, restamp => true)
SELECT hbase.delta('app.orders_h', 'app.orders_old', NULL, '{"[,)"}', stamp => 1800000000000, restamp => true)
SELECT hbase_internal.baseline_name('app.mixed_h', NULL)
SELECT hbase.baseline('app.mixed_h', stamp => 1700000000000)
SELECT hbase.baseline('app.mixed_h', 'app.again', empty => true)
SELECT hbase.baseline('app.orders_h', 'app.exported', 'OUT/export')
SELECT hbase.baseline('app.orders_h', 'app.orders_old', refresh => true)
SELECT hbase_internal.set_baseline('app.orders_old', 'app.orders_h', 1700000000000, NULL)
SELECT options, parent FROM hbase_internal.delta_job('app.exported', true, 'OUT/MODE', NULL)
SELECT splits, stamp, delta IS NULL FROM hbase_internal.delta_begin('app.orders_h', 'app.exported', NULL, NULL, false, NULL, true, 'OUT/x', NULL, NULL, NULL)
SELECT path, length(piece) > 0 FROM hbase.export_delta_stream('app.orders_h', 'app.exported', restamp => true)
SELECT o.outcome FROM hbase.delta_outcome('{}') o
SELECT region, family, rows, cells FROM hbase.export_delta('app.orders_h', 'app.exported', 'OUT/MODE', stamp => 1900000000000, restamp => true)
SELECT region, rows FROM hbase.export_hfiles('app.orders_h', 'OUT/MODE.at', stamp => 1893456000000, options => '{"compression": "GZ"}')
SELECT region, rows FROM hbase.export_hfiles('app.orders_h', 'OUT/MODE.part', splits => '{\x01,\x02}', stamp => 5, options => '{"only_regions": [0, 2]}')
SELECT rows FROM hbase.export_hfiles('app.orders_h', 'OUT/MODE.rejects', stamp => 5, options => '{"max_rejects": 5, "rejects": "app.rejected"}')
SELECT rows FROM hbase.export_hfiles('app.orders_h', 'OUT/MODE.jobs', splits => '{b}', stamp => 5, options => '{"jobs": 2}')
SELECT relation, status FROM hbase.export_all('{app.orders_h,app.mixed_h}', 'OUT/MODE.all')
SELECT pg_catalog.split_part(path, '/', 1) FROM hbase.export_stream('app.orders_h', splits => '{\x01,\x02}', stamp => 5)
SELECT ok FROM hbase.verify('app.orders_h', 'OUT/export', true)
SELECT ok FROM hbase.verify('app.orders_h', 'OUT/MODE.jobs', true, 2)
SELECT rows FROM hbase.import_hfiles('OUT/export', 'app.imported')
SELECT hbase.export_tsv('app.loose')
SELECT hbase.tsv_columns('app.orders_h')
SELECT pg_catalog.length(hbase.stream_mapping('{app.letter_h,app.loose}'::pg_catalog.regclass[])) OPERATOR(pg_catalog.>) 0
SELECT hbase.shell_script('app.orders_h', 5)
SELECT hbase_internal.question_ranges('{"customer int, number int"}', '{"customer": 2}')
SELECT hbase.compare_relations('{app.orders_h,app.mixed_h}'::pg_catalog.regclass[], ARRAY['{"customer": 2}'])
SELECT hbase.compare_relations('{app.orders_h}', at => 'placed')
SELECT hbase.compare('app.source', '{"customer int, number int","salt(4), number int"}'::TYPES.rowkey_layout[], ARRAY['{"number": 2}'], 'placed')
SELECT hbase.compare('app.source', '{"number int"}'::TYPES.rowkey_layout[])
SELECT hbase_internal.compare_check('{app.orders_h}', '{}', 'placed', '1 h', 4)
SELECT hbase_internal.compare_fields('{app.orders_h}', '{a int}', '{"{\"n\": 1}"}')
SELECT hbase_internal.has_qualifier('app.orders_h', 'n')
SELECT hbase_internal.compare_keys('x', 'SELECT key, NULL::pg_catalog.timestamptz AS at, 1::bigint AS bytes FROM app.orders_h', NULL, '{}', '1 h', 4)
SELECT hbase_internal.compare_query('SELECT 1')
SELECT hbase.workload('{SELECT * FROM app.orders WHERE customer OPERATOR(pg_catalog.=) 5,UPDATE app.customer SET id = 1}', '{1,2}', 'pg_catalog')
SELECT pg_catalog.count(*) IS NULL FROM hbase.workload()
SELECT pg_catalog.count(*) IS NULL FROM hbase_internal.catalog_questions()
SELECT hbase_internal.statement_statistics()
SELECT hbase_internal.statistics_losses()
SELECT hbase_internal.index_question('app.plain_pkey')
SELECT hbase_internal.check_weights('{a,b}', '{1,1}')
SELECT hbase_internal.read_workload('{SELECT FROM app.orders}', '{1}', '{1}', 'x', 'pg_catalog')
SELECT hbase_internal.statistics_view('pg_stat_statements')
SELECT rank, layout, form, questions, reason, definition IS NULL FROM hbase.propose_keys('app.orders', '{SELECT * FROM app.orders WHERE customer OPERATOR(pg_catalog.=) 5,INSERT INTO app.orders SELECT}', '{5,1}', '{"search_path": "pg_catalog"}')
SELECT rank, layout, form, questions, reason, definition IS NULL FROM hbase.propose_keys('app.orders', options => '{"questions": [{"where": {"customer": "="}}]}')
SELECT hbase_internal.propose_keys('app.orders', '[]', '{}')
SELECT hbase_internal.check_propose_options('{"sample": 5}')
SELECT hbase_internal.workload_of('app.orders', '{SELECT FROM app.orders}', '{1}', 'pg_catalog')
SELECT hbase_internal.design_cells('app.orders', 'phoenix')
SELECT hbase_internal.design_view('app.orders', '_h')
SELECT hbase_internal.design_script('app.orders', 'customer int', NULL, 0, hbase_internal.design_cells('app.orders', 'phoenix')) IS NULL
SELECT hbase.rejects('app.orders_h')
SELECT hbase.check('app.orders_h', at => 'placed', percent => 50)
SELECT hbase.check('app.cells')
SELECT hbase.plan('app.orders_h', 2)
SELECT family, rows, cells, keyvalue_bytes FROM hbase.estimate('app.orders_h', 50)
SELECT hbase.plan_splits('app.orders_h', 4)
SELECT hbase.planned_splits('app.orders_h', 4)
SELECT hbase.plan_splits('app.analyzed', 2, 'stats')
SELECT hbase.heat('app.orders_h', 4)
SELECT hbase.heat_verdict('app.orders_h', 4, at => 'placed')
SELECT hbase.heat_svg('app.orders_h')
SELECT hbase.report('app.orders_h')
SELECT hbase.report('app.orders_h', 4, '1 h', 'placed', '{app.orders_h}')
SELECT hbase_internal.report_style()
SELECT hbase_internal.report_script()
SELECT hbase_internal.report_hash('a')
SELECT hbase_internal.report_head('a', '#b')
SELECT hbase_internal.report_cell('a', '1')
SELECT hbase_internal.report_table('a', '<th>', '<td>')
SELECT hbase_internal.report_unit(1000000)
SELECT hbase_internal.report_size(1000, 1024)
SELECT hbase_internal.report_facts(1, '[{"rows": 1}]', '[]')
SELECT hbase_internal.report_designs('{app.orders_h}', 4, '1 h', 'placed')
SELECT hbase_internal.heat_figure('app.orders_h', 4, '1 h', 'placed', NULL, 'a')
SELECT hbase_internal.report_number(1000)
SELECT hbase_internal.report_findings('[{"severity": "error"}]')
SELECT findings, pg_catalog.jsonb_array_length(sizes) FROM hbase_internal.report_measure('app.orders_h', 'placed')
SELECT hbase_internal.report_relation('app.orders_h', 4, '1 h', 'placed', '[]', '[]', 3, 'r1-', true)
SELECT hbase_internal.report_page('a', 'b', 'c')
SELECT hbase_internal.report_index('[{"link": "r1", "relation": "a"}]', true)
SELECT hbase_internal.report_count('[{"severity": "error"}]')
SELECT table_name, findings, body FROM hbase_internal.report_of('app.orders_h', 'r1-')
SELECT table_name, rows, cells FROM hbase_internal.estimate_total('app.orders_h')
SELECT hbase_internal.schema_relations('{app}')
SELECT hbase_internal.same_table('app.orders_h')
SELECT hbase.check_schema('app')
SELECT relation, table_name, rows, cells, keyvalue_bytes FROM hbase.estimate_schema('app')
SELECT hbase.report_schema('app')
SELECT hbase_internal.report_regions('app.orders_h', 4, NULL)
SELECT hbase_internal.report_sizes('[{"rows": 1}]')
SELECT hbase_internal.report_heat('app.orders_h', 4, '1 h', 'placed', 'a')
SELECT hbase_internal.report_section(2, 'a', 'b', 'c', 'd')
SELECT hbase_internal.with_salts('salt(4), a int', 8)
SELECT hbase_internal.with_salts('a int', 8)
SELECT hbase.resalt_plan('app.orders_h', 6)
SELECT hbase.ddl('app.orders_h', 'phoenix')
SELECT hbase_internal.html('<x>')
SELECT command FROM hbase.progress
SELECT hbase_internal.plan_scans('[{"Plan": {"Relation Name": "a", "Index Cond": "b"}}]')
SELECT hbase_internal.compare_plans('[{"Plan": {"Relation Name": "a"}}]', '[{"Plan": {"Relation Name": "a", "Index Cond": "b"}}]')
SELECT divisible FROM hbase_internal.export_plan('SELECT number FROM app.orders', 'SELECT number FROM app.orders WHERE number = 1')
SELECT hbase.uid('kind', 'new')
SELECT hbase.uid('another', 'new', 3)
SELECT hbase.uid_find('kind', 'known')
SELECT hbase.uid_name('kind', 1)
SELECT hbase_internal.sql_relation('app.loose')
SELECT hbase_internal.sql_type(25, NULL)
CALLS

# Every function in SQL or PL/pgSQL is among them.
is( $server->safe_psql('postgres', q{
		SELECT p.proname FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
		JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'hbase_schema'
		WHERE l.lanname IN ('sql', 'plpgsql') AND p.proname <> ALL (string_to_array('} . join(',', map({ /(?:hbase|hbase_internal|TYPES)\.(\w+)\(/g } @calls)) . q{', ','))}),
	'', 'every function in SQL or PL/pgSQL is called');

# The search_path of the caller is kept wherever code of the caller may run.
is( $server->safe_psql('postgres', q{SELECT p.oid::regproc FROM pg_proc p WHERE p.pronamespace IN ('hbase'::regnamespace, 'hbase_internal'::regnamespace, 'keys'::regnamespace) AND p.proconfig::text ~ 'search_path' ORDER BY p.proname}),
	join("\n", map { "hbase_internal.$_" } qw(baseline_stamp compare_check delta_job delta_query mapping_type)),
	'functions with a search_path of their own read catalogues and arguments alone');

# All calls in a transaction that leaves nothing, the types in this schema.
sub script
{
	my ($mode, $types, $wrap) = @_;
	my $script = "BEGIN;\n";

	foreach my $call (@calls)
	{
		my $text = $call =~ s/OUT/$out/gr =~ s/MODE/run_$mode/gr =~ s/TYPES/$types/gr;

		if ($wrap)
		{
			$text =~ s/'/''/g;
			$text = "SELECT * FROM app.definer('$text')";
		}
		$script .= "\\echo :::$mode\n$text;\n";
	}
	return $script . "ROLLBACK;\n\\echo :::end\n";
}

# What each call gave, with names as if they had no schema, and all errors.
sub results
{
	my ($mode, $types, $script) = @_;
	my ($status, $output, $errors) = $server->psql('postgres', "\\set ON_ERROR_ROLLBACK on\nSET TimeZone = 'UTC';\n$script", on_error_stop => 0);
	my @results = $output =~ /^:::\Q$mode\E\n(.*?)(?=^:::)/gms;

	s/\bpg_catalog\.|\Q$types\E\.//g, s/run_$mode/MODE/g, s/as of [-\d :]+ UTC|\d+ bytes//g for @results;
	return (\@results, $errors);
}

# What they give in an ordinary session.
my (%expected, $problems);
($expected{call}, $problems) = results('ordinary', 'keys', script('ordinary', 'keys'));
unlike($problems, qr/ERROR/, 'no call fails') or diag($problems);
($expected{wrapped}, $problems) = results('wrapped', 'keys', script('wrapped', 'keys', 1));
unlike($problems, qr/ERROR/, 'no call fails in a function') or diag($problems);

# The first line in which two texts differ.
sub first_difference
{
	my @lines = map { [ split /\n/ ] } @_;

	foreach my $n (0 .. $#{ $lines[0] })
	{
		my ($got, $wanted) = map { $_->[$n] // '' } @lines;

		return "got: $got\nnot: $wanted\n" if $got ne $wanted;
	}
	return "fewer lines\n";
}

# The same results as in an ordinary session, and no error.
sub gives_the_same
{
	my ($mode, $types, $script, $expected) = (@_, $expected{call});
	my ($results, $errors) = results($mode, $types, $script);
	my @wrong = grep { $results->[$_] ne $expected->[$_] } 0 .. $#calls;

	is(scalar(@$results), scalar(@calls), "$mode: all were called");
	is(join("\n", map { $calls[$_] } @wrong), '', "$mode: the same results")
	  or diag(map { first_difference($results->[$_], $expected->[$_]) } @wrong);
	unlike($errors, qr/ERROR/, "$mode: no error") or diag($errors);
}

gives_the_same('path', 'keys', "SET search_path = evil, pg_catalog;\n" . script('path', 'keys'));
gives_the_same('temporary', 'keys', "SELECT app.shadow_names('pg_temp');\nSET search_path = pg_temp, evil, pg_catalog;\n" . script('temporary', 'keys'));
gives_the_same('definer', 'keys', "SELECT app.shadow_names('pg_temp');\nSET search_path = evil, pg_catalog;\n" . script('definer', 'keys', 1), $expected{wrapped});

# Another name for the schema of the types, in a session that has used them, and in a new one.
my $types = q{"100% ""keys"};
gives_the_same('renamed', $types, script('before', 'keys') . "ALTER SCHEMA keys RENAME TO $types;\n" . script('renamed', $types));
gives_the_same('another', $types, script('another', $types));
isnt(outcome('ALTER EXTENSION hbase_schema SET SCHEMA public'), '', 'the extension does not move');

# Our schemas keep their names.
foreach my $schema ('hbase', 'hbase_internal')
{
	my $caller = $schema eq 'hbase' ? 'other' : 'hbase';

	$server->safe_psql('postgres', "ALTER SCHEMA $schema RENAME TO other");
	like(messages_of("SELECT $caller.definition_of('app.orders_h')"), qr/schema "$schema" does not exist.*HINT:  .*RENAME TO $schema\./s, "schema $schema cannot have another name");
	$server->safe_psql('postgres', "ALTER SCHEMA other RENAME TO $schema");
	is(sql(q{SELECT hbase.uid('kind', 'known')}), '1', 'the old name does');
}

$server->stop;
done_testing();
