# An export that several sessions write: it is what one session writes, and
# whatever is ended and when, there is never a folder that looks whole.
#
# KILLS=100 in the environment: a crash before every step, not before some.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/../fuzz";
use Time::HiRes qw(sleep);
use TestServer;
use SqlWire;

my $kills = $ENV{KILLS} // 15;
my $server = new_server('export_parts');
my $dir = new_folder();
my $shim = $server->basedir . '/kill_at.so';
my $kill_at = $server->basedir . '/kill_at';
my $has_shim = system("cc -shared -fPIC -o '$shim' test/t/kill_at.c 2>/dev/null") == 0;

$server->stop;
$server->append_conf('postgresql.conf', "restart_after_crash = on\n");
$ENV{KILL_AT} = $kill_at;
$ENV{LD_PRELOAD} = $shim if $has_shim;
$server->start;
delete $ENV{LD_PRELOAD};

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE writer LOGIN IN ROLE pg_write_server_files, pg_read_all_data;
	GRANT USAGE ON SCHEMA hbase TO writer;
	CREATE TABLE source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 20000) i;
	CREATE TABLE stored (key rowkey PRIMARY KEY, d widerow, e widerow);
	INSERT INTO stored SELECT rowkey_compose('id int', id), widerow_build('t', t), CASE WHEN id % 3 > 0 THEN widerow_build('n', id) END FROM source;
	CREATE VIEW shown AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM source;
	CREATE VIEW doubled AS SELECT rowkey_compose('id int', id % 10) AS key, widerow_build('t', t) AS d FROM source;
	CREATE VIEW changing AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', random()) AS d FROM generate_series(1, 9) id;
	-- waits at its rows while a session holds lock 4
	CREATE VIEW held AS SELECT key, d FROM shown, LATERAL (SELECT pg_advisory_xact_lock_shared(length(key))) s;
	SELECT hbase.define('stored', 'shop:stored', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM unnest(ARRAY[5000, 9000, 15000]) i));
	SELECT hbase.define('shown', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM unnest(ARRAY[5000, 9000, 15000]) i));
	CREATE TABLE ranged (key rowkey, d widerow) PARTITION BY RANGE (key);
	CREATE TABLE ranged_1 PARTITION OF ranged FOR VALUES FROM ('\x00') TO ('b');
	CREATE TABLE ranged_2 PARTITION OF ranged FOR VALUES FROM ('b') TO ('c');
	INSERT INTO ranged VALUES ('a', widerow_build('q', 1)), ('b', widerow_build('q', 1));
	SELECT hbase.define('ranged', splits => '{b}');
	CREATE INDEX ON source (t);
	CREATE VIEW of_text AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM source WHERE t = 'text 7';
	SELECT hbase.define('of_text', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM unnest(ARRAY[5000, 9000]) i))});
sql('VACUUM ANALYZE');

my $socket = $server->host . '/.s.PGSQL.' . $server->port;
my $user = getpwuid($<);

sub session { return SqlWire->new($socket, $_[0] // $user, 'postgres') }

# The SQLSTATE of a statement, or its rows as text.
sub answer
{
	my ($session, $statement) = @_;
	my ($answer) = $session->run($statement);

	return !$answer ? 'lost' : $answer->{code} ne '' ? $answer->{code} : join ' ', map { join '|', map { $_ // '' } @$_ } @{ $answer->{rows} };
}

# A session that has begun an export of relations; the run and its snapshot.
sub begun
{
	my ($name, $relations, $options) = @_;
	my $session = session();

	$session->query('BEGIN ISOLATION LEVEL REPEATABLE READ');
	my ($row) = $session->query("SELECT run FROM hbase.export_begin('{$relations}', '$dir/$name' $options)");
	my ($snapshot) = $session->query('SELECT pg_export_snapshot()');
	return ($session, $row->[0], $snapshot->[0]);
}

# A session with that snapshot.
sub joined
{
	my ($snapshot, $role) = @_;
	my $session = session($role);

	$session->query($_) foreach 'BEGIN ISOLATION LEVEL REPEATABLE READ', "SET TRANSACTION SNAPSHOT '$snapshot'";
	return $session;
}

# What the manifests below a folder say, but for names and times of files.
sub told
{
	my ($folder) = @_;

	return sql(qq{
		WITH manifest AS (SELECT f, pg_read_file('$dir/$folder/' || f || '/manifest.json')::json AS m FROM unnest('{shop-stored,shown}'::text[]) f)
		SELECT concat_ws(' ', f, 'region', r ->> 'region', r ->> 'start', r ->> 'stop', r ->> 'written', r ->> 'rows', r ->> 'cells', r ->> 'sum') FROM manifest, json_array_elements(m -> 'regions') r
		UNION ALL
		SELECT concat_ws(' ', f, 'file', x ->> 'region', split_part(x ->> 'path', '/', 1), x ->> 'rows', x ->> 'cells', x ->> 'bytes', x ->> 'first_row', x ->> 'last_row') FROM manifest, json_array_elements(m -> 'files') x
		UNION ALL
		SELECT concat_ws(' ', f, m ->> 'rows', m ->> 'cells', m ->> 'stamp', m ->> 'rejects', m ->> 'empty_rows') FROM manifest
		ORDER BY 1});
}

# ---- the same as by one session ---------------------------------------------------

my $arguments = ", stamp => 1700000000000, options => '{\"blocksize\": 1000}'";
sql("SELECT hbase.export_all('{stored,shown}', '$dir/one' $arguments)");
my ($first, $run, $snapshot) = begun('several', 'stored,shown', $arguments);
sql("DELETE FROM stored WHERE key < (SELECT key FROM stored ORDER BY key OFFSET 100 LIMIT 1)");
my @workers = map { joined($snapshot) } 1, 2;
is(answer($workers[0], "SELECT * FROM hbase.export_part('$run', '$dir/several', 'stored', '{0,2}')") =~ s/\|\d+\|$//r, 'stored|shop:stored|exported|shop-stored|4|10999|18332', 'some regions of a relation');
is(answer($workers[1], "SELECT rows FROM hbase.export_part('$run', '$dir/several', 'stored', '{1,3}')"), '9001', 'the others by another session');
is(answer($workers[1], "SELECT rows FROM hbase.export_part('$run', '$dir/several', 'shown')"), '20000', 'a relation as a whole');
is_deeply([ grep { !/^\./ } names_in($dir) ], ['one'], 'nothing is published');
is(answer($first, "SELECT relation, table_name, status, folder, files, rows, cells, problem FROM hbase.export_finish('$run') ORDER BY 2"), 'stored|shop:stored|exported|shop-stored|8|20000|33334| shown|shown|exported|shown|4|20000|20000|', 'until the end');
is_deeply([ names_in("$dir/several"), names_in("$dir/several/shop-stored"), names_in("$dir/several/shown") ],
	[ qw(load.sh manifest.json shop-stored shown d e load.sh manifest.json d load.sh manifest.json) ], 'what is in the folder');
is(told('several'), told('one'), 'is what one session writes');
is(sql("SELECT bool_and(ok) FROM hbase.verify('shown', '$dir/several/shown', true)"), 't', 'and can be verified');
is(sprintf('%o %o', (stat "$dir/several")[2] & 07777, (stat "$dir/several/shown/d")[2] & 07777), '755 755', 'with the same modes');
is(answer($first, "SELECT hbase.export_finish('$run')"), '55000', 'a run ends once');
$_->query('ROLLBACK') foreach $first, @workers;
is_deeply([ names_in($dir) ], [qw(one several)], 'a rollback removes nothing that is published');

# ---- which relations have parts ----------------------------------------------------

sql("CREATE INDEX ON source (rowkey_compose('id int', id))");
sql('ANALYZE source');
$first = session();
$first->query('BEGIN ISOLATION LEVEL REPEATABLE READ');
is(answer($first, "SELECT relation, folder, parts, rows > 0, bytes > rows FROM hbase.export_begin('{stored,shown,held,doubled,ranged,of_text}', '$dir/x') ORDER BY relation::text COLLATE \"C\""),
	'doubled|doubled|1|t|t held|held|1|t|t of_text|of_text|1|t|t ranged|ranged|2|t|t shown|shown|4|t|t stored|shop-stored|4|t|t',
	'those in which a condition on the key reaches an index or leaves out partitions');
$first->query('ROLLBACK');
sql('DROP INDEX source_rowkey_compose_idx');
is_deeply([ names_in($dir) ], [qw(one several)], 'a rollback removes the folder');

# ---- what is refused ---------------------------------------------------------------

is(outcome("SELECT hbase.export_begin('{stored}', '$dir/x')"), '25P01', 'not outside of a transaction');
is(outcome("BEGIN; SELECT hbase.export_begin('{stored}', '$dir/x')"), '25P01', 'nor with a snapshot for each statement');
is(outcome("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT hbase.export_begin(NULL, '$dir/x')"), '22004', 'NULL');
is(outcome("SELECT hbase.export_part(NULL, '$dir/x', 'stored')"), '22004', 'NULL for a part');
is(outcome("SELECT hbase.export_part(gen_random_uuid(), '$dir/x', 'stored')"), '55000', 'a run that does not exist');
is(outcome("SELECT hbase.export_finish(gen_random_uuid())"), '55000', 'nor can it be ended');
($first, $run, $snapshot) = begun('x', 'stored', '');
sql('SELECT pg_current_xact_id()');
my $part = "SELECT hbase.export_part('$run', '$dir/x', 'stored'";
is(outcome("$part)"), '55000', 'another snapshot');
sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO writer");
is(answer(joined($snapshot, 'writer'), "$part)"), '55000', 'another role');
is(outcome_as('writer', "SELECT hbase.export_finish('$run')"), '55000', 'another session cannot end it');
foreach (
	[ "$part, '{4}')", '22023', 'a region that does not exist' ],
	[ "$part, '{-1}')", '22023', 'a negative one' ],
	[ "$part, '{NULL}')", '22004', 'NULL' ],
	[ "SELECT hbase.export_part('$run', '$dir/y', 'stored')", '55000', 'another folder' ],
	[ "SELECT hbase.export_part('$run', '$dir/x', 'shown')", '22023', 'a relation of another run' ])
{
	is(answer(joined($snapshot), $_->[0]), $_->[1], $_->[2]);
}
my ($hidden) = grep { /^\./ } names_in($dir);
is_deeply([ names_in("$dir/$hidden") ], [ $hidden, 'run' ], 'nothing is left of these');
is(answer(joined($snapshot), "SELECT files, rows, cells FROM hbase.export_part('$run', '$dir/x', 'stored', '{0,1,2}')"), '6|14899|24832', 'three of four regions');
is(answer($first, "SELECT hbase.export_finish('$run')"), '55000', 'a region is missing');
is_deeply([ names_in($dir) ], [qw(one several)], 'then nothing is published');
$first->query('ROLLBACK');

($first, $run, $snapshot) = begun('x', 'stored', '');
answer(joined($snapshot), "SELECT hbase.export_part('$run', '$dir/x', 'stored', '$_')") foreach '{0,1,2}', '{0,1,2}', '{3}', '{3}';
is(answer($first, "SELECT rows, files FROM hbase.export_finish('$run')"), '19900|8', 'parts that were written twice count once');
is_deeply([ names_in("$dir/x"), names_in("$dir/x/shop-stored") ], [qw(load.sh manifest.json shop-stored d e load.sh manifest.json)], 'and leave nothing');
is(sql("SELECT bool_and(ok) FROM hbase.verify('stored', '$dir/x/shop-stored', true)"), 't', 'the files are those of the manifest');
$first->query('COMMIT');
run_ok("rm -r '$dir/x'");

($first, $run, $snapshot) = begun('x', 'changing', '');
answer(joined($snapshot), "SELECT hbase.export_part('$run', '$dir/x', 'changing')") foreach 1, 2;
is(answer($first, "SELECT rows, files FROM hbase.export_finish('$run')"), '9|1', 'a relation with other values in each part');
is(sql("SELECT bool_and(ok) FROM hbase.verify('changing', '$dir/x/changing')"), 't', 'the sums are those of the files');
$first->query('COMMIT');
run_ok("rm -r '$dir/x'");

($first, $run, $snapshot) = begun('x', 'stored', '');
answer(joined($snapshot), "SELECT hbase.export_part('$run', '$dir/x', 'stored', '$_')") foreach '{0,1}', '{1,2,3}';
is(answer($first, "SELECT hbase.export_finish('$run')"), '55000', 'parts that overlap');
is_deeply([ names_in($dir) ], [qw(one several)], 'nothing is published');
$first->query('ROLLBACK');

# ---- a relation that cannot be exported ----------------------------------------------

($first, $run, $snapshot) = begun('x', 'doubled,shown', '');
like(answer(joined($snapshot), "SELECT status, problem FROM hbase.export_part('$run', '$dir/x', 'doubled')"), qr/^failed\|./, 'rows that cannot be exported are reported');
is(answer(joined($snapshot), "SELECT status FROM hbase.export_part('$run', '$dir/x', 'shown')"), 'exported', 'the others are written');
like(answer($first, "SELECT relation, status, rows, problem FROM hbase.export_finish('$run') ORDER BY 1::text"), qr/^doubled\|failed\|0\|\S.* shown\|exported\|20000\|$/, 'as in an export by one session');
is_deeply([ names_in("$dir/x") ], [qw(load.sh manifest.json shown)], 'nothing is left of it');
$first->query('COMMIT');
run_ok("rm -r '$dir/x'");

# ---- sessions that end -----------------------------------------------------------------

# Start a part that waits; it can go on when the lock is released.
sub waiting_part
{
	my ($output) = @_;
	my $keeper = session();

	$keeper->query('SELECT pg_advisory_lock(4)');
	my $session = start_psql($output, 'BEGIN ISOLATION LEVEL REPEATABLE READ', "SET TRANSACTION SNAPSHOT '$snapshot'", "SELECT status, rows FROM hbase.export_part('$run', '$dir/x', 'held')");
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted}) or die;
	return ($keeper, $session);
}

my $output;
foreach my $how ('cancel', 'terminate')
{
	($first, $run, $snapshot) = begun('x', 'held', '');
	my ($keeper, $session) = waiting_part(\$output);
	($hidden) = grep { /^\./ } names_in($dir);
	is(scalar(grep { /^\.part-/ } names_in("$dir/$hidden")), 1, 'a part that is being written');
	sql("SELECT pg_${how}_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
	$session->finish;
	like($output, qr/cancel|terminat/, $how);
	is_deeply([ names_in("$dir/$hidden") ], [ $hidden, 'run' ], 'removes the part alone');
	undef $keeper;
	is(answer(joined($snapshot), "SELECT status FROM hbase.export_part('$run', '$dir/x', 'held')"), 'exported', 'it is written again');
	is(answer($first, "SELECT status, rows FROM hbase.export_finish('$run')"), 'exported|20000', 'and published');
	$first->query('COMMIT');
	run_ok("rm -r '$dir/x'");
}

# the end comes too early
($first, $run, $snapshot) = begun('x', 'held', '');
my ($keeper, $session) = waiting_part(\$output);
is(answer($first, "SELECT hbase.export_finish('$run')"), '55006', 'no end while a part is being written');
undef $keeper;
$session->finish;
is_deeply([ grep { !/^\./ } names_in($dir) ], [qw(one several)], 'nothing is published');
like($output, qr/the run of .* has ended|could not|does not exist/, 'the part fails');
$first->query('ROLLBACK');

# the session that began it ends
foreach my $how ('ROLLBACK', 'terminate')
{
	($first, $run, $snapshot) = begun('x', 'held', '');
	($keeper, $session) = waiting_part(\$output);
	if ($how eq 'ROLLBACK') { $first->query($how) }
	else { sql('SELECT pg_terminate_backend(' . $first->pid . ')') }
	$server->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'}) or die;
	undef $keeper;
	$session->finish;
	like($output, qr/the run of .* has ended|could not|does not exist/, "$how of the first session: a part that is being written fails");
	is(outcome("SELECT hbase.export_part('$run', '$dir/x', 'held')"), '55000', 'no other begins');
	is_deeply([ grep { !/^\./ } names_in($dir) ], [qw(one several)], 'nothing is published');
}
sql("SET client_min_messages = warning; SELECT hbase.finish_deltas('$dir')");
is_deeply([ names_in($dir) ], [qw(one several)], 'what may be left can be removed');

# ---- crashes -----------------------------------------------------------------------------

# An export in which a session dies at a step; whether one died. The server then ends all
# sessions and starts again.
sub export_that_dies
{
	my ($steps, $which) = @_;
	my $died = 0;
	my $checkpointer = sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");

	($first, $run, $snapshot) = $which eq 'begin' ? (undef, '', '') : begun('x', 'stored,shown', '');
	write_file($kill_at, "$steps 0");
	my $step = sub {
		my ($dies, $session, $statement) = @_;

		write_file($kill_at, $dies ? "$steps 0" : '0 0');
		my $answer = answer($session, $statement);
		$died = 1 if $answer eq 'lost' || $answer =~ /^57/;
		die $answer if !$died && $answer =~ /^\w{5}$/;
	};
	if ($which eq 'begin')
	{
		$first = session();
		$first->query('BEGIN ISOLATION LEVEL REPEATABLE READ');
		$step->(1, $first, "SELECT hbase.export_begin('{stored,shown}', '$dir/x')");
		$first->run('ROLLBACK');
	}
	else
	{
		@workers = map { joined($snapshot) } 1, 2;
		$step->($which eq 'part', $workers[0], "SELECT hbase.export_part('$run', '$dir/x', 'stored')");
		$step->(0, $workers[1], "SELECT hbase.export_part('$run', '$dir/x', 'shown')") if !$died;
		$step->($which eq 'finish', $first, "SELECT hbase.export_finish('$run')") if !$died;
		$first->run('COMMIT') if !$died;
	}
	write_file($kill_at, '0 0');
	undef $first;
	@workers = ();
	# a session may also die at its end; the server has no sessions after that or after a restart,
	# and then another checkpointer
	# (poll_query_until dies of a psql that ends before it has read its statement)
	my $sessions;
	foreach (1 .. 1800)
	{
		($sessions) = eval { session()->query("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()") };
		last if $sessions && $sessions->[0] eq '0';
		sleep 0.1;
	}
	die 'sessions remain' if !$sessions || $sessions->[0] ne '0';
	return sql("SELECT pid <> $checkpointer FROM pg_stat_activity WHERE backend_type = 'checkpointer'") eq 't';
}

SKIP:
{
	skip 'no C compiler', 1 if !$has_shim;
	foreach my $which ('begin', 'part', 'finish')
	{
		my $steps = 1;
		my ($wrong, $left) = ('', 0);

		while (export_that_dies($steps, $which))
		{
			my @names = grep { $_ ne 'one' && $_ ne 'several' } names_in($dir);

			# a folder of that name is whole
			$wrong .= " $steps" if (grep { $_ eq 'x' } @names) && sql("SELECT bool_and(ok) FROM hbase.verify('stored', '$dir/x/shop-stored', true)") ne 't';
			$left++ if grep { /^\./ } @names;
			sql("SET client_min_messages = warning; SELECT hbase.finish_deltas('$dir')");
			run_ok("rm -rf '$dir/x'") if -e "$dir/x";
			my @rest = grep { $_ ne 'one' && $_ ne 'several' } names_in($dir);
			# without its mark, a hidden folder is ours only if it is empty
			$wrong .= " rest $steps" if grep { names_in("$dir/$_") } @rest;
			rmdir "$dir/$_" foreach @rest;
			$steps += $kills < 100 && $which ne 'begin' ? 11 : 1;
		}
		is($wrong, '', "$which: no folder that looks whole, and all is removed");
		cmp_ok($left, '>', 0, "crashes left hidden folders ($steps steps)");
		run_ok("rm -rf '$dir/x'");
	}
}

$server->stop;
done_testing();
