# Every C function is called with NULL in each place, and with values of many
# types where it is declared to take "any": it answers or raises an error.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('arguments');
$server->safe_psql('postgres', q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE t (key rowkey PRIMARY KEY, d widerow);
	INSERT INTO t VALUES ('a', '{q=1}');
	CREATE TABLE sample (type regtype PRIMARY KEY, value text);
	INSERT INTO sample VALUES ('oid', '''t''::regclass::oid'), ('regclass', '''t''::regclass'), ('regtype', '''int''::regtype'),
		('text', '''d''::text'), ('name', '''d''::name'), ('text[]', '''{d}''::text[]'), ('bytea', '''\x01''::bytea'), ('boolean', 'true'),
		('smallint', '1::smallint'), ('int', '1'), ('bigint', '1::bigint'), ('real', '1::real'), ('float8', '1::float8'),
		('timestamptz', 'now()'), ('interval', '''1 h''::interval'), ('jsonb', '''{}''::jsonb'), ('record', 'ROW(1)'),
		('rowkey', '''a''::rowkey'), ('rowkey[]', '''{a}''::rowkey[]'), ('rowkeyrange', '''[a,b)''::rowkeyrange'),
		('rowkeyrange[]', '''{"[a,b)"}''::rowkeyrange[]'), ('rowkeymultirange', '''{[a,b)}''::rowkeymultirange'),
		('widerow', '''{q@5=1}''::widerow'), ('rowkey_layout', '''a int''::rowkey_layout'), ('rowkey_layout[]', '''{a int}''::rowkey_layout[]'),
		('hbase_encoding', '''bytes''::hbase_encoding');

	-- the SQLSTATE, or 'ok'; the argument number null_at is NULL (0: all are)
	CREATE FUNCTION try(f oid, anything text, null_at int) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		args text := (SELECT string_agg(CASE
			WHEN t.typname IN ('any', 'anyelement') THEN CASE WHEN null_at IN (0, n) THEN 'NULL::text' ELSE anything END
			WHEN null_at IN (0, n) OR s.value IS NULL THEN 'NULL::' || CASE WHEN t.typname LIKE 'any%' THEN 'text[]' ELSE format_type(t.oid, NULL) END
			ELSE s.value END, ', ' ORDER BY n)
			FROM pg_proc p, unnest(p.proargtypes) WITH ORDINALITY u(o, n) JOIN pg_type t ON t.oid = u.o LEFT JOIN sample s ON s.type = t.oid WHERE p.oid = f);
	BEGIN
		RAISE LOG 'calling %(%)', f::regproc, args;
		EXECUTE format('SELECT %s(%s)', f::regproc, COALESCE(args, ''));
		RETURN 'ok';
	EXCEPTION WHEN OTHERS THEN
		RETURN SQLSTATE;
	END $$;
	CREATE VIEW c_function AS
	SELECT p.oid AS f, p.pronargs, p.proisstrict, p.proargtypes::oid[] && ARRAY['"any"'::regtype, 'anyelement'::regtype]::oid[] AS takes_any
	FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang AND l.lanname = 'c'
	JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'hbase_schema'
	WHERE p.prokind = 'f' AND NOT array_append(p.proargtypes::oid[], p.prorettype) && '{internal,cstring,trigger}'::regtype[]::oid[];
});

# So many calls at least, and no internal error.
sub calls
{
	my ($what, $least, $query) = @_;
	my ($status, $output, $error) = $server->psql('postgres',
		"SELECT count(*) >= $least, string_agg(DISTINCT try, ' ') FILTER (WHERE try ~ '^XX00[02]') FROM ($query) x");
	is($output, 't|', $what) or diag($error);
}

calls('all arguments NULL', 200, q{SELECT try(f, '42', 0) FROM c_function});
calls('each argument NULL', 200, q{SELECT try(f, '42', n) FROM c_function, generate_series(1, pronargs) n WHERE NOT proisstrict});
for my $value (q{42}, q{'x'::text}, q{'x'}, q{true}, q{ARRAY[1]}, q{ROW(1, 2)}, q{now()}, q{1.5::float8}, q{'{}'::widerow}, q{'a'::rowkey}, q{'a'::name}, q{'{}'::jsonb}, q{point(1, 2)})
{
	calls("$value for any", 20, "SELECT try(f, \$\$$value\$\$, -1) FROM c_function WHERE takes_any");
}

is($server->safe_psql('postgres', 'SELECT 1'), 1, 'the server is alive');
unlike(read_file($server->logfile), qr/terminated by signal|PANIC:|TRAP:/, 'and never fell');

$server->stop;
done_testing();
