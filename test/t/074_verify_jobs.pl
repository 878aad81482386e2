# Verifications by several jobs find what one job finds.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/../fuzz";
use TestServer;
use SqlWire;

my $server = new_server('verify_jobs');
my $dir = new_folder();

$server->append_conf('postgresql.conf', "max_worker_processes = 20\nmax_parallel_workers = 20\n");
restart_server();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE FUNCTION points(VARIADIC int[]) RETURNS rowkey[] LANGUAGE sql AS 'SELECT array_agg(rowkey_compose(''id int'', i)) FROM unnest($1) i';
	CREATE TABLE stored (key rowkey, d widerow, e widerow);
	INSERT INTO stored SELECT rowkey_compose('id int', id), widerow_build('t', 'text ' || id), CASE WHEN id % 3 > 0 THEN widerow_build('n', id) END FROM generate_series(1, 20000) id;
	CREATE INDEX ON stored (key);
	CREATE VIEW shown AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', id) AS d FROM generate_series(1, 20000) id;
	SELECT hbase.define(r, splits => points(5000, 9000, 9001, 9002, 15000)) FROM unnest('{stored,shown}'::regclass[]) r});
sql('VACUUM ANALYZE');
sql("SELECT hbase.export_hfiles('stored', '$dir/stored'); SELECT hbase.export_hfiles('shown', '$dir/shown'); SELECT hbase.export_hfiles('stored', '$dir/some', options => '{\"only_regions\": [1, 2, 5]}')");

# The result of a verification, by one job or several.
sub found
{
	my ($relation, $folder, $with, $jobs) = @_;

	return outcome("SET client_min_messages = warning; SELECT * FROM hbase.verify('$relation', '$dir/$folder', $with, $jobs) ORDER BY region");
}

sub same
{
	my ($what, $relation, $folder, $bad) = @_;

	foreach my $with ('false', 'true')
	{
		my $one = found($relation, $folder, $with, 1);

		is(found($relation, $folder, $with, $_), $one, "$what, with_relation $with: the result of $_ jobs is that of one") foreach 2, 5;
		my $differ = () = $one =~ /\|f\|./g;
		is($differ > 0 ? 'differs' : 'ok', $bad // 'ok', 'which is right') if $with eq 'true';
	}
}

same('an export', 'stored', 'stored');
same('one of a view', 'shown', 'shown');
same('some regions', 'stored', 'some');

# ---- differences --------------------------------------------------------------------

sql(q{UPDATE stored SET d = widerow_build('t', 'another') WHERE key IN (SELECT rowkey_compose('id int', i) FROM unnest(ARRAY[17, 18, 9001, 19999]) i);
	DELETE FROM stored WHERE key = rowkey_compose('id int', 12000);
	INSERT INTO stored SELECT rowkey_compose('id int', 30000), widerow_build('t', 'new')});
same('rows that differ', 'stored', 'stored', 'differs');
same('rows of some regions that differ', 'stored', 'some', 'differs');

my ($file) = grep { /\w/ } names_in("$dir/stored/d");
my ($other) = grep { /\w/ } names_in("$dir/stored/e");
my $bytes = read_file("$dir/stored/d/$file");
substr($bytes, 2000, 1) ^= 'x';
write_file("$dir/stored/d/$file", $bytes);
unlink "$dir/stored/e/$other";
write_file("$dir/stored/e/0123456789abcdef0123456789abcdef", 'no HFile');
same('files that are damaged, missing or too many', 'stored', 'stored', 'differs');
like(found('stored', 'stored', 'false', 3), qr/is not in the manifest/, 'are reported');

# ---- rejected rows ------------------------------------------------------------------

foreach ([ 'a key twice', '23505', 'INSERT INTO stored SELECT * FROM stored WHERE key = (points(16000))[1]' ],
	[ 'no key', '22000', 'INSERT INTO stored SELECT NULL, d FROM stored LIMIT 1' ])
{
	my ($what, $state, $statement) = @$_;

	is(outcome("BEGIN; $statement; SELECT count(*) FROM hbase.verify('stored', '$dir/stored', true, $_)"), $state, "$what is an error for jobs: $_") foreach 1, 3;
}

# ---- one job ------------------------------------------------------------------------

like(messages_of("SELECT count(*) FROM hbase.verify('shown', '$dir/shown', true, 3)"), qr/NOTICE:  using 1 of 3 jobs for public\.shown\nDETAIL:  Parallel workers cannot read the rows of a region without the others\./, 'no index leads to the rows of a region');
is(messages_of("SELECT count(*) FROM hbase.verify('shown', '$dir/shown', jobs => 3)"), '', 'which the files do not need');
like(messages_of("SET max_parallel_workers = 0; SELECT count(*) FROM hbase.verify('shown', '$dir/shown', jobs => 3)"), qr/NOTICE:  using 1 of 3 jobs for public\.shown\nDETAIL:  No parallel workers/, 'no workers');
like(messages_of("SET max_parallel_workers = 1; SELECT count(*) FROM hbase.verify('shown', '$dir/shown', jobs => 3)"), qr/NOTICE:  using 2 of 3 jobs for public\.shown\nDETAIL:  No more parallel/, 'one worker');
like(messages_of("SELECT hbase.verify('shown', '$dir/shown', jobs => $_)"), qr/number of jobs must be between 1 and 1024, not $_/, "$_ jobs") foreach 0, -1, 1025;
is(sql("SELECT count(*) FROM hbase.verify('shown', '$dir/shown', jobs => NULL)"), '0', 'NULL');

# ---- cancel and the end of a worker ----------------------------------------------------

sql(q{
	CREATE FUNCTION held(d widerow) RETURNS widerow LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$ BEGIN
		WHILE EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4) LOOP PERFORM pg_sleep(0.01); END LOOP;
		RETURN d; END $$;
	CREATE VIEW held AS SELECT key, CASE WHEN rowkey_field('id int', key, 'id', NULL::int) % 4000 = 0 THEN held(d) ELSE d END AS d FROM stored;
	SELECT hbase.define('held', 'shown', splits => points(5000, 9000, 9001, 9002, 15000))});
sql("SELECT hbase.export_hfiles('held', '$dir/held')");
my $workers = q{SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'parallel worker'};
foreach (
	[ 'canceled', q{SELECT pg_cancel_backend(pid) FROM hbase.progress}, qr/canceling statement due to user request/ ],
	[ 'without a worker', q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'parallel worker' LIMIT 1}, qr/ERROR:  terminating|lost connection to parallel worker/ ],
	[ 'at its end', 'SELECT 1', qr/^6$/ ])
{
	my ($what, $statement, $message) = @$_;
	my $keeper = SqlWire->new($server->host . '/.s.PGSQL.' . $server->port, scalar getpwuid($<), 'postgres');
	my $output;

	$keeper->query('SELECT pg_advisory_lock(4)');
	my $session = start_psql(\$output, "SELECT count(*) FROM hbase.verify('held', '$dir/held', true, 3)");
	$server->poll_query_until('postgres', $workers =~ s/count\(\*\)/count(*) = 2/r) or die;
	is(sql('SELECT count(*), min(command), min(phase) FROM hbase.progress'), '1|verify|verifying', 'the progress is that of the call');
	sql($statement);
	undef $keeper if $what eq 'at its end';
	IPC::Run::finish($session);
	like($output, $message, "a verification $what");
	undef $keeper;
	is(sql($workers), '0', 'has no workers');
}

done_testing();
