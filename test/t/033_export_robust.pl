# Exports as HFiles that do not come to their end: what is left of them, and that
# the next one cleans up.  What others see while they run.  Several sessions
# under one snapshot; a standby.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('export_robust', allows_streaming => 1);
my $dir = new_folder();

# What the manifest of an export says, but for names and times of files.
sub told
{
	my ($where, @folders) = @_;
	my $manifests = join ', ', map { "('$dir/$_')" } @folders;

	return $where->safe_psql('postgres', qq{
		WITH manifest AS (SELECT pg_read_file(folder || '/manifest.json')::json AS m FROM (VALUES $manifests) f(folder))
		SELECT concat_ws(' ', 'region', r ->> 'region', r ->> 'start', r ->> 'stop', r ->> 'rows', r ->> 'cells', r ->> 'sum') FROM manifest, json_array_elements(m -> 'regions') r WHERE (r ->> 'written')::boolean
		UNION ALL
		SELECT concat_ws(' ', 'file', f ->> 'region', split_part(f ->> 'path', '/', 1), f ->> 'rows', f ->> 'cells', f ->> 'bytes', f ->> 'first_row', f ->> 'last_row') FROM manifest, json_array_elements(m -> 'files') f
		ORDER BY 1});
}

sql(q{CREATE EXTENSION hbase_schema;
	CREATE TABLE stored AS SELECT rowkey_compose('id int', i) AS key, widerow_build('a', i, 'b', 'text ' || i) AS d, widerow_build('c', i) AS e FROM generate_series(1, 10000) i;
	ALTER TABLE stored ADD PRIMARY KEY (key);
	ANALYZE stored;
	CREATE FUNCTION slowly(widerow) RETURNS widerow LANGUAGE plpgsql STABLE AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN $1; END $$;
	CREATE VIEW slow AS SELECT key, slowly(d) AS d, e FROM stored;
	CREATE VIEW large AS SELECT rowkey_compose('id int', i) AS key, widerow_build('a', repeat('x', 1000)) AS d FROM generate_series(1, 20000) i});
sql('CREATE DATABASE elsewhere');
$server->safe_psql('elsewhere', 'CREATE EXTENSION hbase_schema');
my $splits = join ',', map { sprintf '"\\\\x80\\\\x00\\\\x%02X"', $_ } (1, 8, 20);
my $in_order = 'SET enable_sort = off; SET enable_seqscan = off';
my $slowly = "SELECT count(*) FROM hbase.export_hfiles('slow', '$dir/x', splits => '{$splits}', options => '{\"blocksize\": 1000}')";

# ---- what others see -----------------------------------------------------------------

my $session = start_psql(\my $output, $in_order, $slowly);
ok($server->poll_query_until('postgres', "SELECT rows >= 256 AND cells > rows AND bytes > 1000 AND region > 0 AND regions = 4 AND total_rows = 10000 AND relation = 'slow'::regclass AND phase = 'reading' AND share BETWEEN 0.02 AND 1 AND eta IS NOT NULL FROM hbase.progress"),
	'rows, cells, bytes, region and total of a running export');
is($server->safe_psql('elsewhere', 'SELECT count(*), count(relation) FROM hbase.progress'), '1|0', 'its relation has no name in another database');
my $before = sql('SELECT rows FROM hbase.progress');
ok($server->poll_query_until('postgres', "SELECT rows > $before FROM hbase.progress"), 'go on');
is(scalar(grep { /^\.x\.partial-/ } names_in($dir)), 1, 'it writes into a hidden folder');

# ---- canceled, ended ------------------------------------------------------------------

sql('SELECT pg_cancel_backend(pid) FROM hbase.progress');
IPC::Run::finish($session);
like($output, qr/canceling statement due to user request/, 'a cancel');
is_deeply([ names_in($dir) ], [], 'leaves nothing');
is(sql('SELECT count(*) FROM hbase.progress'), '0', 'in the view neither');
is(sql("SELECT count(*) FROM hbase.export_hfiles('stored', '$dir/ended'); SELECT count(*) FROM hbase.progress"), "2\n0", 'nor does one that ends');
run_ok("rm -r '$dir/ended'");

$session = start_psql(\$output, $in_order, $slowly);
$server->poll_query_until('postgres', 'SELECT rows > 0 FROM hbase.progress') or die;
sql('SELECT pg_terminate_backend(pid) FROM hbase.progress');
IPC::Run::finish($session);
like($output, qr/terminating connection due to administrator command/, 'the end of the session');
is_deeply([ names_in($dir) ], [], 'leaves nothing');

$session = start_psql(\$output, 'SET statement_timeout = 1500', $in_order, $slowly);
IPC::Run::finish($session);
like($output, qr/statement timeout/, 'a timeout');
is_deeply([ names_in($dir) ], [], 'leaves nothing');

# an export that reads before it writes
$session = start_psql(\$output, "SELECT count(*) FROM hbase.export_hfiles('slow', '$dir/x', regions => 4)");
ok($server->poll_query_until('postgres', 'SELECT rows_read > 0 AND rows = 0 FROM hbase.progress'), 'rows that are read, before they are sorted');
sql('SELECT pg_cancel_backend(pid) FROM hbase.progress');
IPC::Run::finish($session);
is_deeply([ names_in($dir) ], [], 'a cancel leaves nothing');

# ---- no room ----------------------------------------------------------------------------

SKIP:
{
	skip 'no prlimit', 2 if system('prlimit --version >/dev/null 2>&1') != 0;
	my ($status, $out, $error) = $server->psql('postgres', "SET work_mem = '200MB';\nSELECT pg_backend_pid() AS pid \\gset\n\\setenv PID :pid\n"
		  . "\\! prlimit --pid \$PID --fsize=3000000\nSELECT count(*) FROM hbase.export_hfiles('large', '$dir/x');\n");
	like($error, qr/could not write file .*File too large/, 'a file that cannot grow');
	is_deeply([ names_in($dir) ], [], 'leaves nothing');
}

# ---- verifications and imports ----------------------------------------------------------

sql(q{CREATE TABLE back (key rowkey PRIMARY KEY, d widerow, e widerow);
	CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN NEW; END $$;
	CREATE TRIGGER slowly BEFORE INSERT ON back FOR EACH ROW EXECUTE FUNCTION slowly()});
sql("SELECT hbase.define('slow', 'stored'); SELECT hbase.export_hfiles('stored', '$dir/out', splits => '{$splits}')");
foreach (
	[ 'verify', 'slow', "SELECT hbase.verify('slow', '$dir/out', true)", "regions = 4 AND total_rows = 10000 AND phase = 'verifying' AND share BETWEEN 0.02 AND 1" ],
	[ 'import', 'back', "SELECT hbase.import_hfiles('$dir/out', 'back')", "regions IS NULL AND total_rows IS NULL AND phase = 'importing' AND share BETWEEN 0.001 AND 1 AND eta IS NOT NULL" ])
{
	my ($command, $relation, $call, $more) = @$_;

	foreach my $end ('cancel', 'terminate')
	{
		$session = start_psql(\$output, $in_order, $call);
		ok($server->poll_query_until('postgres', "SELECT rows >= 256 AND cells > rows AND bytes > 1000 AND relation = '$relation'::regclass AND command = '$command' AND $more FROM hbase.progress"),
			"$command: how far it is");
		sql("SELECT pg_${end}_backend(pid) FROM hbase.progress");
		IPC::Run::finish($session);
		like($output, qr/cancel|terminat/, $end);
		is(sql('SELECT count(*), (SELECT count(*) FROM back) FROM hbase.progress'), '0|0', 'leaves nothing');
	}
}
is(sql("ALTER TABLE back DISABLE TRIGGER slowly; SELECT bool_and(ok) FROM hbase.verify('stored', '$dir/out', true); SELECT rows FROM hbase.import_hfiles('$dir/out', 'back'); SELECT count(*) FROM hbase.progress"),
	"t\n10000\n0", 'nor do those that end');
run_ok("rm -r '$dir/out'");

# ---- crashes ----------------------------------------------------------------------------

$session = start_psql(\$output, $in_order, $slowly);
$server->poll_query_until('postgres', 'SELECT rows > 0 FROM hbase.progress') or die;
$server->stop('immediate');
IPC::Run::finish($session);
my @left = names_in($dir);
is(scalar(@left), 1, 'a crash of the server leaves the hidden folder');
like($left[0], qr/^\.x\.partial-/, 'under its hidden name');
is_deeply([ grep { $_ eq 'manifest.json' } names_in("$dir/$left[0]") ], [], 'without a manifest');
$server->start;
sql("SELECT hbase.export_hfiles('stored', '$dir/.x.partial-kept')");
like(messages_of("SELECT count(*) FROM hbase.export_hfiles('stored', '$dir/x')"), qr/removed .*left by an interrupted export/, 'the next export removes it');
is_deeply([ sort(names_in($dir)) ], [ '.x.partial-kept', 'x' ], 'and is whole; an export of a similar name stays');
run_ok("rm -r '$dir/x' '$dir/.x.partial-kept'");

# ---- links --------------------------------------------------------------------------------

mkdir "$dir/real";
symlink "$dir/real", "$dir/link";
like(messages_of("SELECT hbase.export_hfiles('stored', '$dir/link/x')"), qr/contains a symbolic link/, 'a path through a link');
like(messages_of("SELECT hbase.export_tsv('stored', '$dir/link/x', skip_empty => false)"), qr/contains a symbolic link/, 'of a file too');
symlink "$dir/nowhere", "$dir/dangling";
like(messages_of("SELECT hbase.export_hfiles('stored', '$dir/dangling')"), qr/already exists and is not a directory/, 'a link that leads nowhere');
is_deeply([ names_in("$dir/real") ], [], 'nothing is written behind it');

# ---- two sessions under one snapshot ---------------------------------------------------------

{
	my ($in, $out) = ('', '');
	my $timer = IPC::Run::timeout(60);
	my $keeper = IPC::Run::start([ 'psql', '-XqAt', '-d', $server->connstr('postgres') ], '<', \$in, '>', \$out, $timer);
	my ($one, $two) = ('', '');

	$in .= "BEGIN ISOLATION LEVEL REPEATABLE READ;\nSELECT 'snapshot=' || pg_export_snapshot();\n";
	IPC::Run::pump($keeper) until $out =~ /snapshot=(\S+)/;
	my $snapshot = $1;
	sql("DELETE FROM stored WHERE key < (SELECT key FROM stored ORDER BY key OFFSET 5000 LIMIT 1); INSERT INTO stored SELECT rowkey_compose('id int', i), widerow_build('a', i), NULL FROM generate_series(20000, 20100) i");
	my @sessions = map {
		start_psql($_->[0], 'BEGIN ISOLATION LEVEL REPEATABLE READ', "SET TRANSACTION SNAPSHOT '$snapshot'",
			"SELECT count(*) FROM hbase.export_hfiles('stored', '$dir/$_->[1]', splits => '{$splits}', stamp => 1700000000000, options => '{\"only_regions\": $_->[2]}')", 'COMMIT')
	} ([ \$one, 'part1', '[0, 1]' ], [ \$two, 'part2', '[2, 3]' ]);
	IPC::Run::finish($_) foreach @sessions;
	is("$one$two", "4\n4\n", 'two sessions write half of the regions each');
	$in .= "SELECT 'files=' || count(*) FROM hbase.export_hfiles('stored', '$dir/whole', splits => '{$splits}', stamp => 1700000000000);\nCOMMIT;\n\\q\n";
	IPC::Run::finish($keeper);
	like($out, qr/files=8/, 'one session writes all');
	is(told($server, 'part1', 'part2'), told($server, 'whole'), 'the same files and regions, though the table changed meanwhile');
	is(sql("SELECT sum((m ->> 'rows')::int) FROM (VALUES ('part1'), ('part2')) f(name), LATERAL (SELECT pg_read_file('$dir/' || name || '/manifest.json')::json AS m) s"), '10000', 'of the rows that were there');
	is(sql("SELECT count(DISTINCT m ->> 'snapshot') FROM (VALUES ('part1'), ('part2'), ('whole')) f(name), LATERAL (SELECT pg_read_file('$dir/' || name || '/manifest.json')::json AS m) s"), '1', 'as one snapshot has them');
	my $create = '/^create|^  create|^splits/p';
	is(`sed -n '$create' '$dir/part1/load.sh'`, `sed -n '$create' '$dir/part2/load.sh'`, 'both scripts make the same table');
}

# ---- a standby ----------------------------------------------------------------------------------

$server->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('export_standby');
$standby->init_from_backup($server, 'base', has_streaming => 1);
$standby->start;
$server->wait_for_catchup($standby);
my $arguments = "splits => '{$splits}', stamp => 1700000000000";
sql("SELECT hbase.export_hfiles('stored', '$dir/primary', $arguments)");
is($standby->safe_psql('postgres', "SELECT count(*) FROM hbase.export_hfiles('stored', '$dir/standby', $arguments)"), '4', 'an export on a standby');
is(told($standby, 'standby'), told($server, 'primary'), 'is that of its primary');
my ($status, $out, $error) = $standby->psql('postgres', "SELECT hbase.export_hfiles('stored', '$dir/x', options => '{\"max_rejects\": 1, \"rejects\": \"rejects\"}')");
like($error, qr/a table of rejected rows cannot be written in a read-only transaction/, 'but for a table of rejects');
$out = $standby->safe_psql('postgres', "SELECT count(*) FROM hbase.export_hfiles('stored', '$dir/standby_rejects', options => '{\"max_rejects\": 1}')");
is($out, '2', 'rejects may be left out');
($status, $out, $error) = $standby->psql('postgres', "SELECT hbase.export_hfiles('stored', '$dir/standby')");
like($error, qr/is not empty/, 'a folder that is not empty');
is_deeply([ grep { /partial/ } names_in($dir) ], [], 'nothing hidden stays');
sql('CREATE TABLE replayed ()');
$server->wait_for_catchup($standby);
is($standby->safe_psql('postgres', "SELECT pg_sleep(0.1) \\g /dev/null
	SELECT count(*) FROM hbase.export_hfiles('stored', '$dir/standby_stamp') \\g /dev/null
	SELECT (pg_read_file('$dir/standby_stamp/manifest.json')::json ->> 'stamp')::bigint <= extract(epoch FROM pg_last_xact_replay_timestamp()) * 1000"), 't', 'its stamp is not later than what it has replayed');

# Several sessions of it export under the snapshot of one; what writes to the database is a clear error.
{
	my ($in, $run_out) = ('', '');
	my $timer = IPC::Run::timeout(180);
	my $keeper = IPC::Run::start([ 'psql', '-XqAt', '-d', $standby->connstr('postgres') ], '<', \$in, '>', \$run_out, '2>', \$run_out, $timer);

	$in .= "BEGIN ISOLATION LEVEL REPEATABLE READ;\nSELECT DISTINCT 'run=' || run FROM hbase.export_begin('{stored}', '$dir/standby_parts', NULL, 1700000000000);\n"
	  . "SELECT 'snapshot=' || pg_export_snapshot();\n";
	IPC::Run::pump($keeper) until $run_out =~ /run=(\S+).*snapshot=(\S+)/s || $run_out =~ /ERROR/;
	my ($run, $snapshot) = $run_out =~ /run=(\S+).*snapshot=(\S+)/s;
	is($standby->safe_psql('postgres', "BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '$snapshot'; SELECT status FROM hbase.export_part('$run', '$dir/standby_parts', 'stored'); COMMIT"),
		'exported', 'another session of the standby writes a part under the exported snapshot');
	$in .= "SELECT 'finished=' || status FROM hbase.export_finish('$run');\nCOMMIT;\n\\q\n";
	IPC::Run::finish($keeper);
	like($run_out, qr/finished=exported/, 'the first one finishes the run');
	is($standby->safe_psql('postgres', "SELECT bool_and(ok) FROM hbase.verify('stored', '$dir/standby_parts/stored', true)"), 't', 'a verification on the standby finds it whole');
}
is($standby->safe_psql('postgres', "SELECT status FROM hbase.export_all('{stored}', '$dir/standby_all')"), 'exported', 'an export of several tables on the standby');
foreach my $call ("hbase.baseline('stored', 'standby_base')", "hbase.import_hfiles('$dir/standby', 'back')", "hbase.define('stored', 'x')", "hbase.finish_deltas('$dir')")
{
	($status, $out, $error) = $standby->psql('postgres', "SELECT count(*) FROM $call", extra_params => [ '-v', 'VERBOSITY=sqlstate' ]);
	like($error, qr/ERROR:  25006/, "$call is an error");
}
{
	local @ENV{qw(PGHOST PGPORT PGDATABASE)} = ($standby->host, $standby->port, 'postgres');
	my ($code, $shown, $messages) = client('export', '-D', "$dir/standby_client", '-j', 2, '--no-baseline', '-t', 'stored');

	is($code, 0, 'pg2hbase exports from the standby') or diag($shown, $messages);
	($code, $shown, $messages) = client('export', '-D', "$dir/standby_baseline", '-t', 'stored');
	is($code, 2, 'but not with baselines');
	like($messages, qr/a standby cannot make baselines\n.*--no-baseline/, 'with a hint');
	is_deeply([ grep { /standby_baseline/ } names_in($dir) ], [], 'before it writes anything');
}
$standby->stop;

# ---- a disk that fails --------------------------------------------------------------------------

SKIP:
{
	skip 'no C compiler', 2 if system('cc --version >/dev/null 2>&1') != 0;
	write_file("$dir/fails.c", q{
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The fsync of the system, but for hidden folders of exports. */
int
fsync(int fd)
{
	char		link[64];
	char		path[4096] = "";
	struct stat st;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (readlink(link, path, sizeof(path) - 1) > 0 && strstr(path, ".partial-") != NULL && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
	{
		errno = EIO;
		return -1;
	}
	return ((int (*) (int)) dlsym(RTLD_NEXT, "fsync")) (fd);
}
});
	run_ok("cc -shared -fPIC -o '$dir/fails.so' '$dir/fails.c' -ldl");
	$server->append_conf('postgresql.conf', 'fsync = on');
	{
		local $ENV{LD_PRELOAD} = "$dir/fails.so";
		restart_server();
	}
	is_refused($dir, "SELECT hbase.export_hfiles('stored', '$dir/x')", '58030', 'a disk that fails ends the export, not the server');
}

done_testing();
