# Many tables in one snapshot with one stamp: a folder a table, one that fails
# does not stop the others, and a script that loads them all.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('export_all');
my $dir = new_folder();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE ordinary LOGIN;
	CREATE TABLE source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 1000) i;
	CREATE VIEW a AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM source;
	CREATE VIEW b AS SELECT rowkey_compose('salt(4), id int', id) AS key, widerow_build('t', t) AS d, widerow_build('n', id) AS e FROM source;
	CREATE VIEW c AS SELECT rowkey_compose('id int', id % 10) AS key, widerow_build('t', t) AS d FROM source;
	-- waits at its first row while a session holds lock 4, the length of the keys
	CREATE VIEW held AS SELECT key, d FROM a, LATERAL (SELECT pg_advisory_xact_lock_shared(length(key))) s;
	SELECT hbase.define('b', 'shop:b', splits => ARRAY['\x01', '\x02', '\x03']::rowkey[])});

is(sql("SELECT relation, table_name, status, folder, files, rows, cells, bytes > 0, problem FROM hbase.export_all('{a,b}', '$dir/two')"),
	"a|a|exported|a|1|1000|1000|t|\nb|shop:b|exported|shop-b|8|1000|2000|t|", 'two tables');
is_deeply([ names_in("$dir/two") ], [qw(a load.sh manifest.json shop-b)], 'a folder each');
is_deeply([ names_in("$dir/two/shop-b") ], [qw(d e load.sh manifest.json)], 'as one export makes it');
is(sql("SELECT count(DISTINCT s) FROM (SELECT pg_read_file('$dir/two' || f || 'manifest.json')::json ->> 'stamp' AS s FROM unnest('{/,/a/,/shop-b/}'::text[]) f) x"), '1', 'one stamp');
is(sql("SELECT count(*) FROM (SELECT pg_read_file('$dir/two/manifest.json')::json AS m) x, json_array_elements(m -> 'tables') t WHERE t ->> 'status' = 'exported' AND (t ->> 'rows')::int = 1000"), '2', 'the manifest lists them');
is(sql("SELECT count(*), bool_and(ok) FROM hbase.verify('$_->[0]', '$dir/two/$_->[1]', true)"), $_->[2], "$_->[0] can be verified")
  foreach ([ 'a', 'a', '1|t' ], [ 'b', 'shop-b', '4|t' ]);

# one snapshot, whatever is committed in between
{
	my $keeper = start_psql(\my $released, 'SELECT pg_advisory_lock(4)', 'SELECT pg_sleep(600)');
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	is_refused($dir, "SET statement_timeout = '300ms'; SELECT hbase.export_all('{a,held}', '$dir/held')", '57014', 'a timeout ends all');
	my ($failed, $goes_on) = $server->psql('postgres', "SET statement_timeout = '300ms';\nSELECT hbase.export_all('{a,held}', '$dir/held');\nSELECT 'goes on';\n", on_error_stop => 0);
	is($goes_on, 'goes on', 'but not the session');
	my $export = start_psql(\my $out, "SELECT rows FROM hbase.export_all('{held,a}', '$dir/held')");
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted}) or die;
	sql("DELETE FROM source WHERE id > 900");
	sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted});
	$_->finish foreach $keeper, $export;
	is($out, "1000\n1000\n", 'both see one snapshot');
}

# one that fails
my ($status, $output, $error) = $server->psql('postgres', "SELECT relation, status, folder, rows, problem FROM hbase.export_all('{a,c,b}', '$dir/some', stamp => 1700000000000, regions => 2, options => '{\"compression\": \"GZ\"}')");
like($output, qr/^a\|exported\|a\|900\|\nc\|failed\|\|0\|.*\nb\|exported\|shop-b\|900\|$/, 'one fails, the others go on');
like($error, qr/1 of 3 relations could not be exported/, 'with a warning');
is_deeply([ names_in("$dir/some") ], [qw(a load.sh manifest.json shop-b)], 'nothing is left of it');
is(sql("SELECT t ->> 'relation', t ->> 'status', t ->> 'problem' IS NOT NULL FROM json_array_elements(pg_read_file('$dir/some/manifest.json')::json -> 'tables') t WHERE t ->> 'status' <> 'exported'"), 'public.c|failed|t', 'the manifest says why');

# the script: one process for all (test/hbase has the rest)
my $hbase = $server->basedir . '/hbase';
write_program($hbase, "echo \"\$LOAD_FOLDERS\" >>'$hbase.log'\n");
run_ok("HBASE='$hbase' sh '$dir/two/load.sh' local", 'load.sh of all tables');
is(read_file("$hbase.log"), "$dir/two\n\n", 'calls HBase once');
is(read_file("$dir/two/load.sh"), read_file("$dir/two/a/load.sh"), 'each table has the same script');

# what is refused, with nothing left
my @before = names_in($dir);
is_refused($dir, "SELECT hbase.export_all('{}', '$dir/x')", '22023', 'no relation');
is_refused($dir, "SELECT hbase.export_all('{a,NULL}', '$dir/x')", '22004', 'NULL among them');
is_refused($dir, "SELECT hbase.export_all(NULL, '$dir/x')", '22004', 'NULL');
sql("CREATE TABLE named (LIKE a)");
foreach my $name ('load.sh', 'manifest.json')
{
	is_refused($dir, "SELECT hbase.define('named', '$name'); SELECT hbase.export_all('{a,named}', '$dir/x')", '42602', "a table named $name");
}
is_refused($dir, "SELECT hbase.export_all('{a,a}', '$dir/x')", '22023', 'one twice');
is_refused($dir, "SELECT hbase.export_all('{a,source}', '$dir/x')", '42809', 'one of another shape');
is_refused($dir, "SELECT hbase.export_all('{a}', '$dir/two')", '58P02', 'a folder that is there');
is_refused($dir, "SELECT hbase.export_all('{a}', '$dir/x', options => '{\"compression\": \"LZO\"}')", '0A000', 'a codec that is not there');
is(outcome_as('ordinary', "SELECT hbase.export_all('{a}', '$dir/x')"), '42501', 'not for everyone');
is_deeply([ names_in($dir) ], \@before, 'nothing is left of these');

$server->stop;
done_testing();
