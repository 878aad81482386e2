# The workload from pg_stat_statements: what a role sees, in which schema the
# extension is, evictions; and reading leaves no trace in its statistics.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('workload');

$server->append_conf('postgresql.conf', "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.max = 100\n");
restart_server();
sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE orders (id int PRIMARY KEY, customer int, placed timestamptz);
	CREATE SCHEMA app;
	CREATE TABLE app.visit (host text, at timestamptz);
	CREATE INDEX ON app.visit (host, at DESC);
	CREATE ROLE workload_other;
	GRANT USAGE ON SCHEMA app TO workload_other;
	GRANT SELECT ON ALL TABLES IN SCHEMA app TO workload_other;
	CREATE DATABASE another});

sub questions
{
	my ($columns, $arguments, $condition) = @_;

	return sql("SELECT $columns FROM hbase.workload($arguments) WHERE $condition ORDER BY calls DESC, relation::text, kind, question::text");
}

is( questions('relation, question, source', '', 'true'), q{app.visit|{"order": ["at desc"], "where": {"host": "="}}|index app.visit_host_at_idx
orders|{"where": {"id": "="}}|index orders_pkey},
	'without the extension, indexes are the workload');

sql(q{
	CREATE SCHEMA statistics;
	CREATE EXTENSION pg_stat_statements SCHEMA statistics;
	SELECT count(statistics.pg_stat_statements_reset());});
$server->safe_psql('postgres', q{
	SELECT * FROM orders WHERE id = 1;
	SELECT * FROM orders WHERE id = 2;
	SELECT * FROM orders WHERE placed > now() - interval '1 day' AND customer IN (1, 2) ORDER BY placed DESC LIMIT 3;
	INSERT INTO orders VALUES (1), (2), (3), (4);
	UPDATE orders SET customer = 5 WHERE id = 4;
	SET search_path = app;
	SELECT * FROM visit WHERE host = 'a';
	SET ROLE workload_other;
	SELECT at FROM visit WHERE host = 'a';});
$server->safe_psql('another', 'CREATE TABLE elsewhere (id int); SELECT * FROM elsewhere');

is( questions('relation, kind, question, calls, rows, source', '', 'relation IS NOT NULL'),
	q{orders|read|{"where": {"id": "="}}|2|0|pg_stat_statements
orders|insert|{}|1|4|pg_stat_statements
orders|read|{"limit": null, "order": ["placed desc"], "where": {"placed": ">", "customer": "in"}}|1|0|pg_stat_statements
orders|update|{"set": ["customer"], "where": {"id": "="}}|1|1|pg_stat_statements},
	'statements with their calls and rows');
is( questions('relation, question, calls', q{search_path => 'public, app'}, q{relation::text = 'app.visit'}), q{app.visit|{"where": {"host": "="}}|2},
	'a path is given, because the statistics have none');
is( questions('reason', '', q{statement LIKE '%visit%'}), qq{relation "visit" does not exist\nrelation "visit" does not exist}, 'what is not read is listed');
is( sql(q{SELECT count(*) FROM hbase.workload() WHERE statement LIKE '%elsewhere%'}), '0', 'the statements of this database alone');

# Another role sees its own statements, and that there are others.
sql('GRANT USAGE ON SCHEMA statistics, app TO workload_other');
is( sql(q{SET ROLE workload_other; SELECT relation, question, reason, calls > 5 FROM hbase.workload(search_path => 'app') WHERE relation IS NOT NULL OR reason LIKE '%another role%' ORDER BY relation}),
	qq{app.visit|{"where": {"host": "="}}||f\n||a statement of another role, which pg_read_all_stats would show|t},
	'a role sees its own statements');

# Reading leaves nothing in the statistics.
sql('SELECT count(statistics.pg_stat_statements_reset())');
sql(q{SELECT count(*) FROM hbase.workload('{SELECT customer FROM orders WHERE id = 77}')});
is( sql(q{SELECT count(*) FROM statistics.pg_stat_statements WHERE query LIKE 'SELECT customer FROM orders%'}), '0', 'what is read is not stored');

# Locks are given up; a lock of others ends the reading of a statement only.
is( sql(q{BEGIN; SELECT count(*) FROM hbase.workload('{SELECT * FROM orders,DELETE FROM orders}'); SELECT count(*) FROM pg_locks WHERE relation = 'orders'::regclass; COMMIT}),
	"2\n0", 'no lock is kept');
my $output;
my $holder = start_psql(\$output, 'BEGIN', 'LOCK TABLE orders', 'SELECT pg_sleep(1000)');
$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE relation = 'orders'::regclass AND granted AND mode = 'AccessExclusiveLock'}) or die;
is( sql(q{SELECT relation, reason FROM hbase.workload('{SELECT * FROM orders,SELECT * FROM app.visit}') ORDER BY relation}),
	"app.visit|\n|canceling statement due to lock timeout", 'a locked table does not stop the reading');
sql(q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(1000)'});
$holder->finish;

# More statements than entries.
$server->safe_psql('postgres', join('', map { 'SELECT ' . join(',', ('id') x $_) . ' FROM orders;' } 1 .. 300));
like( sql(q{SELECT reason FROM hbase.workload() WHERE calls IS NULL}), qr/^pg_stat_statements has evicted \d+ % of its entries since its reset at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
	'evictions are reported');

# Without the library.
$server->append_conf('postgresql.conf', "shared_preload_libraries = ''\n");
restart_server();
like( sql(q{SELECT source FROM hbase.workload() WHERE relation = 'orders'::regclass AND kind = 'read'}), qr/^index orders_pkey$/, 'the catalog is read if the library is not loaded');

done_testing();
