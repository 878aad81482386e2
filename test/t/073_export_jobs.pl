# Exports by several jobs: the files of one job, of the rows that the caller sees;
# whatever ends, nothing is left.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/../fuzz";
use Time::HiRes qw(sleep);
use TestServer;
use SqlWire;

my $server = new_server('export_jobs', allows_streaming => 1);
my $dir = new_folder();

$server->append_conf('postgresql.conf', "restart_after_crash = on\nmax_worker_processes = 20\nmax_parallel_workers = 20\n");
restart_server();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE clerk LOGIN IN ROLE pg_write_server_files, pg_monitor;
	GRANT USAGE ON SCHEMA hbase TO clerk;
	CREATE TABLE source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 20000) i;
	CREATE FUNCTION points(VARIADIC int[]) RETURNS rowkey[] LANGUAGE sql AS 'SELECT array_agg(rowkey_compose(''id int'', i)) FROM unnest($1) i';
	-- in the order of the keys: queries of the regions
	CREATE TABLE stored (key rowkey PRIMARY KEY, d widerow, e widerow);
	INSERT INTO stored SELECT rowkey_compose('id int', id), widerow_build('t', t), CASE WHEN id % 3 > 0 THEN widerow_build('n', id) END FROM source;
	SELECT hbase.define('stored', 'shop:stored', splits => points(5000, 9000, 9001, 9002, 15000));
	-- computed keys: one query of all
	CREATE VIEW shown AS SELECT rowkey_compose('salt(8), id int', id) AS key, widerow_build('t', t) AS d FROM source;
	SELECT hbase.define('shown', layouts => ARRAY['salt(8), id int']::rowkey_layout[]);
	CREATE VIEW grouped AS SELECT rowkey_compose('id int', id / 10) AS key, widerow_agg(id::text, t) AS d FROM source GROUP BY id / 10;
	SELECT hbase.define('grouped', splits => points(500, 900, 1500));
	CREATE TABLE ranged (key rowkey, d widerow) PARTITION BY RANGE (key);
	CREATE TABLE ranged_1 PARTITION OF ranged FOR VALUES FROM ('\x00') TO ('b');
	CREATE TABLE ranged_2 PARTITION OF ranged FOR VALUES FROM ('b') TO ('c');
	CREATE TABLE ranged_3 PARTITION OF ranged DEFAULT;
	INSERT INTO ranged SELECT chr(97 + i % 3) || i, widerow_build('q', i) FROM generate_series(1, 3000) i;
	SELECT hbase.define('ranged', splits => '{b,c}');
	-- rows that are rejected: no name, an empty key, a key twice; and rows without cells
	CREATE VIEW bad AS SELECT CASE WHEN id % 4000 = 1 THEN '' ELSE rowkey_compose('id int, t text', CASE WHEN id % 5000 = 8 THEN id - 1 ELSE id END, CASE WHEN id % 1000 <> 3 THEN 'x' END) END AS key, CASE WHEN id % 4000 <> 5 THEN widerow_build('t', t) END AS d FROM source;
	CREATE TABLE bad_stored (key rowkey, d widerow);
	INSERT INTO bad_stored SELECT rowkey_compose('id int', id), widerow_build('t', t) FROM source;
	CREATE INDEX ON bad_stored (key);
	SELECT hbase.define(r, splits => points(5000, 9000, 15000)) FROM unnest('{bad,bad_stored}'::regclass[]) r;
	-- wait while a session holds lock 4
	CREATE FUNCTION held(d widerow) RETURNS widerow LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$ BEGIN
		WHILE EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4) LOOP PERFORM pg_sleep(0.01); END LOOP;
		RETURN d; END $$;
	CREATE VIEW held_stored AS SELECT key, CASE WHEN rowkey_field('id int', key, 'id', NULL::int) % 4000 = 0 THEN held(d) ELSE d END AS d FROM stored;
	CREATE VIEW held_shown AS SELECT rowkey_compose('id int', id) AS key, CASE WHEN id % 4000 = 0 THEN held(widerow_build('t', t)) ELSE widerow_build('t', t) END AS d FROM source;
	SELECT hbase.define(r, splits => points(5000, 9000, 15000)) FROM unnest('{held_stored,held_shown}'::regclass[]) r});
sql('VACUUM ANALYZE');

my $stamp = 'stamp => 1700000000000';
my $number = 0;

# Export with options, "jobs" among them or not; the folder.
sub export
{
	my ($relation, $options, $arguments, $before) = @_;
	my $folder = "$dir/" . ++$number;
	my ($status, $output, $messages) = $server->psql('postgres', ($before // '') . "SET client_min_messages = warning; SELECT count(*) FROM hbase.export_hfiles('$relation', '$folder', $stamp, options => '{$options}'" . ($arguments // '') . ')');

	die $messages if $status != 0;
	return $folder;
}

# What the manifest says, but for run, snapshot and the names of files.
sub manifest
{
	my ($folder) = @_;
	my $text = read_file("$folder/manifest.json");

	$text =~ s/^  "(run|snapshot)": .*\n//mg;
	$text =~ s{("path": "[^"/]*/)[0-9a-f]*}{$1}g;
	return $text;
}

# That jobs write what one job writes.
sub same
{
	my ($what, $relation, $options, $arguments) = @_;
	my $one = export($relation, $options, $arguments);
	my $files = exported_files($one);
	my $manifest = manifest($one);

	foreach my $jobs (2, 5)
	{
		my $several = export($relation, join(', ', "\"jobs\": $jobs", $options || ()), $arguments);

		is(exported_files($several), $files, "$what: the files of $jobs jobs");
		is(manifest($several), $manifest, 'and their manifest are those of one');
	}
	return $one;
}

# The messages of an export that must succeed.
sub said
{
	my ($relation, $options, $before) = @_;
	my $messages = messages_of(($before // '') . "SELECT count(*) FROM hbase.export_hfiles('$relation', '$dir/" . ++$number . "', options => '{$options}')");

	$messages =~ s/^psql:<stdin>:\d+: //mg;
	unlike($messages, qr/ERROR/, "an export of $relation with $options");
	return $messages;
}

# ---- the files of one job --------------------------------------------------------------

same('rows in the order of the keys', 'stored', '');
same('with options', 'stored', '"compression": "GZ", "blocksize": 1000, "max_file_size": 50000, "phoenix_empty_cell": true');
same('some regions', 'stored', '"only_regions": [1, 3, 5]');
same('rows to be sorted', 'shown', '');
same('some regions of these', 'grouped', '"only_regions": [0, 3]');
same('regions of equal rows in each salt', 'shown', '', ', regions => 30');
same('several salts in a region', 'shown', '', ', regions => 3');
same('regions of a limited size', 'shown', '"max_region_size": 50000, "blocksize": 1000');
same('groups', 'grouped', '');
same('partitions', 'ranged', '');
same('memory for few rows', 'shown', '"max_file_size": 50000');
like(manifest(export('shown', '"jobs": 2, "max_region_size": 50000, "blocksize": 1000')), qr/"region": 20/, 'there are more regions than salts');

is(sql("SELECT string_agg(concat_ws(' ', region, family, rows, cells), ',' ORDER BY region, family) FROM hbase.export_hfiles('stored', '$dir/result', $stamp, options => '{\"jobs\": 3}')"),
	sql("SELECT string_agg(concat_ws(' ', region, family, rows, cells), ',' ORDER BY region, family) FROM hbase.export_hfiles('stored', '$dir/result1', $stamp)"), 'so is the result');
is(sql("SELECT bool_and(ok) FROM hbase.verify('stored', '$dir/result', true)"), 't', 'a verification finds all rows');
is(sprintf('%o %o', (stat "$dir/result")[2] & 07777, (stat "$dir/result/d")[2] & 07777), '755 755', 'with the modes of one');
is_deeply([ names_in("$dir/result") ], [qw(d e load.sh manifest.json)], 'and nothing else');

sql("SELECT hbase.export_all('{stored,shown,grouped}', '$dir/all$_', $stamp, options => '{\"jobs\": $_}')") foreach 1, 4;
is(exported_files("$dir/all4/$_"), exported_files("$dir/all1/$_"), "several relations: $_") foreach qw(shop-stored shown grouped);

# more units than stores
sql(q{SELECT hbase.define('grouped', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM generate_series(3, 1990, 3) i))});
same('hundreds of regions', 'grouped', '');
same('hundreds of regions, in order', 'stored', '', q{, splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM generate_series(3, 19000, 60) i)});

# ---- the rows that the caller sees -----------------------------------------------------

sub rows_of { return sql("SELECT m ->> 'rows' FROM (SELECT pg_read_file('$_[0]/manifest.json')::json AS m) s") }

sql(q{
	CREATE TABLE secret (key rowkey PRIMARY KEY, d widerow);
	INSERT INTO secret SELECT key, d FROM stored;
	ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
	CREATE POLICY p ON secret USING (rowkey_field('id int', key, 'id', NULL::int) <= 12000);
	GRANT SELECT ON secret TO clerk;
	SELECT hbase.define('secret', splits => points(5000, 9000, 15000))});
is(rows_of(export('secret', '"jobs": 3', '', 'SET ROLE clerk; ')), '12000', 'those that a policy shows');
is(rows_of(export('secret', '"jobs": 3')), '20000', 'those of the owner');
is(outcome("SET ROLE clerk; SELECT hbase.export_hfiles('stored', '$dir/x', options => '{\"jobs\": 2}')"), '42501', 'no privilege on the relation');

my $own = q{BEGIN; CREATE TABLE own (key rowkey PRIMARY KEY, d widerow); INSERT INTO own SELECT key, d FROM stored; DELETE FROM own WHERE rowkey_field('id int', key, 'id', NULL::int) > 19000;
	SELECT hbase.define('own', splits => points(5000, 9000, 15000)); ANALYZE own; };
is(rows_of(export('own', '"jobs": 3', '', $own)), '19000', 'those of the transaction itself');
is(rows_of(export('stored', '"jobs": 3', '', q{BEGIN; DELETE FROM stored WHERE key < (points(1000))[1]; SAVEPOINT s; DELETE FROM stored WHERE key < (points(2000))[1]; ROLLBACK TO s; SET enable_seqscan = off; })), '19001', 'without what it deleted');
my ($session, $another) = map { SqlWire->new($server->host . '/.s.PGSQL.' . $server->port, scalar getpwuid($<), 'postgres') } 1, 2;
$session->query('BEGIN ISOLATION LEVEL REPEATABLE READ');
$session->query('SELECT 1');
$another->query(q{DELETE FROM stored WHERE key >= (points(19001))[1]});
$session->query("SELECT hbase.export_hfiles('stored', '$dir/old', options => '{\"jobs\": 3}')");
$session->query('COMMIT');
is(rows_of("$dir/old"), '20000', 'those of the snapshot');
is(rows_of(export('stored', '"jobs": 3')), '19000', 'and of a later one');
sql(q{SET timezone = 'Asia/Kolkata'; CREATE VIEW of_time AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', current_setting('timezone')) AS d FROM source; SELECT hbase.define('of_time', splits => points(5000))});
is(sql("SET timezone = 'Asia/Kolkata'; SELECT count(*) FROM hbase.export_hfiles('of_time', '$dir/time', options => '{\"jobs\": 2}') f, hfile_cells('$dir/time/' || path) c WHERE value = 'Asia/Kolkata'::bytea"), '20000', 'with its settings');

# ---- rejected rows -----------------------------------------------------------------------

my $rejected = q{SELECT count(*), count(key), string_agg(DISTINCT reason, '; ' ORDER BY reason) FROM };
sql("SELECT hbase.export_hfiles('bad', '$dir/bad$_', $stamp, options => '{\"max_rejects\": 100, \"rejects\": \"rejects$_\", \"jobs\": $_}')") foreach 1, 3;
is(sql($rejected . 'rejects3'), sql($rejected . 'rejects1'), 'rejected rows are listed');
cmp_ok(sql('SELECT count(*) FROM rejects3'), '>=', 28, 'all of them');
my ($bad1, $bad3) = map { sql("SELECT m ->> 'rows', m ->> 'rejects', m ->> 'empty_rows' FROM (SELECT pg_read_file('$dir/bad$_/manifest.json')::json AS m) s") } 1, 3;
is($bad3, $bad1, 'and counted, as are rows without cells');
my $count = sql('SELECT count(*) FROM rejects3');
is(outcome("SELECT count(*) FROM hbase.export_hfiles('bad', '$dir/enough', options => '{\"max_rejects\": $count, \"jobs\": 3}')"), '4', 'as many as are allowed');
like(messages_of("SELECT hbase.export_hfiles('bad', '$dir/x', options => '{\"max_rejects\": " . ($count - 1) . ", \"jobs\": 3}')"), qr/ERROR:  $count rows of public\.bad were rejected/, 'one more than are allowed');
like(messages_of("SELECT hbase.export_hfiles('bad', '$dir/x', options => '{\"jobs\": 3}')"), qr/ERROR:  \d+ rows of public\.bad were rejected/, 'none is allowed');
foreach (
	[ 'a key twice', '23505', 'INSERT INTO bad_stored SELECT * FROM bad_stored WHERE key = (points(16000))[1]' ],
	[ 'no key', '22000', 'INSERT INTO bad_stored SELECT NULL, d FROM bad_stored LIMIT 1' ],
	[ 'an empty key', '22000', q{INSERT INTO bad_stored SELECT '', d FROM bad_stored LIMIT 1} ])
{
	my ($what, $state, $statement) = @$_;

	is(outcome("BEGIN; $statement; SELECT hbase.export_hfiles('bad_stored', '$dir/x', options => '{\"jobs\": $_}')"), $state, "$what is an error for jobs: $_") foreach 1, 3;
	is(outcome("BEGIN; SET client_min_messages = error; $statement; SELECT sum(rows) FROM hbase.export_hfiles('bad_stored', '$dir/" . ++$number . "', options => '{\"jobs\": 3, \"max_rejects\": 1}')"), '20000', 'or left out');
}
is_deeply([ grep { /partial/ || $_ eq 'x' } names_in($dir) ], [], 'no error leaves anything');

# ---- one job ------------------------------------------------------------------------------

like(said('stored', '"jobs": 3'), qr/^$/, 'no notice');
like(said('of_time', '"jobs": 3'), qr/^NOTICE:  using 2 of 3 jobs for public\.of_time\nDETAIL:  It has 2 regions that jobs can take\.$/m, 'more jobs than regions');
sql('CREATE VIEW undivided AS SELECT key, d FROM stored');
like(said('undivided', '"jobs": 3'), qr/^NOTICE:  using 1 of 3 jobs for public\.undivided\nDETAIL:  No split points are known in advance\.\nHINT:  Give splits/m, 'no split points');
like(said('stored', '"jobs": 3, "only_regions": [1]'), qr/^NOTICE:  using 1 of 3 jobs for public\.stored\nDETAIL:  There is only one region to write\.$/m, 'one region');
like(said('pg_temp.short', '"jobs": 3', q{CREATE TEMP TABLE short AS SELECT key, d FROM stored; SELECT hbase.define('short', splits => points(5000)); }), qr/^NOTICE:  using 1 of 3 jobs for pg_temp\S*\.short\nDETAIL:  Parallel workers cannot read the temporary table pg_temp\S*\.short\.$/m, 'a temporary table');
sql(q{CREATE FUNCTION restless(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1; END';
	CREATE VIEW unsafe AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', restless(t)) AS d FROM source; SELECT hbase.define('unsafe', splits => points(5000, 9000, 15000))});
like(said('unsafe', '"jobs": 3'), qr/^NOTICE:  one process reads public\.unsafe\nDETAIL:  Function restless\(text\) is not PARALLEL SAFE\.\nHINT:  The jobs sort/m, 'a function that workers cannot call');
same('which one process reads', 'unsafe', '');
like(said('stored', '"jobs": 3', 'SET max_parallel_workers = 0; '), qr/^NOTICE:  using 1 of 3 jobs for public\.stored\nDETAIL:  No parallel workers are available\.\nHINT:  Raise/m, 'no workers');
like(said('stored', '"jobs": 4', 'SET max_parallel_workers = 1; '), qr/^NOTICE:  using 2 of 4 jobs for public\.stored\nDETAIL:  No more parallel workers are free\.\nHINT:  Raise/m, 'one worker');
like(messages_of("SELECT hbase.export_hfiles('stored', '$dir/x', options => '{\"jobs\": $_}')"), qr/option "jobs" must be an integer from 1 to 1024, not "$_"/, "$_ jobs") foreach 0, -1, 1025;
like(messages_of("SELECT hbase.export_stream('stored', options => '{\"jobs\": 2}')"), qr/unrecognized option "jobs"/, 'jobs write a folder on the server');

# ---- whatever ends, nothing is left --------------------------------------------------------

my $workers = q{SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'parallel worker'};
my @before = names_in($dir);
my ($keeper, $output);

# Start an export whose rows wait.
sub waiting
{
	my ($relation, $how) = @_;

	$keeper = SqlWire->new($server->host . '/.s.PGSQL.' . $server->port, scalar getpwuid($<), 'postgres');
	$keeper->query('SELECT pg_advisory_lock(4)');
	my $session = start_psql(\$output, 'SET parallel_leader_participation = on', "SELECT count(*) FROM hbase.export_hfiles('$relation', '$dir/x', options => '{\"jobs\": 3}')");
	$server->poll_query_until('postgres', $workers =~ s/count\(\*\)/count(*) = 2/r) or die;
	return $session;
}

foreach my $relation ('held_stored', 'held_shown')
{
	foreach (
		[ 'a canceled call', q{SELECT pg_cancel_backend(pid) FROM hbase.progress}, qr/canceling statement due to user request/ ],
		[ 'a terminated call', q{SELECT pg_terminate_backend(pid) FROM hbase.progress}, qr/terminating connection/ ],
		[ 'a terminated worker', q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'parallel worker' LIMIT 1}, qr/ERROR:  terminating|lost connection to parallel worker/ ])
	{
		my ($what, $statement, $message) = @$_;
		my $waiting = waiting($relation);

		is(sql('SELECT count(*) FROM hbase.progress'), '1', "$what of $relation: the progress is that of the call");
		my ($hidden) = grep { /^\.x\.partial/ } names_in($dir);
		is(-e "$dir/$hidden/d" ? 'files' : 'rows', $relation eq 'held_stored' ? 'files' : 'rows', 'with files, if each job reads the rows of its regions in order');
		sql($statement);
		IPC::Run::finish($waiting);
		like($output, $message, 'ends with its message');
		is_deeply([ names_in($dir), sql($workers), sql('SELECT count(*) FROM hbase.progress') ], [ @before, 0, 0 ], 'and leaves nothing');
		undef $keeper;
	}
	my $waiting = waiting($relation);

	my ($rows, $phase) = split /\|/, sql('SELECT rows_read >= 0, phase FROM hbase.progress');
	like($phase, qr/^(reading|writing)$/, 'the phase is reported');
	undef $keeper;
	IPC::Run::finish($waiting);
	is($output, "4\n", 'an export that goes on ends');
	run_ok("rm -r '$dir/x'");
}

# the folder is moved away before the workers open it
my $waiting = waiting('held_shown');
my ($hidden) = grep { /^\.x\.partial/ } names_in($dir);
rename "$dir/$hidden", "$dir/moved" or die;
mkdir "$dir/$hidden" or die;
undef $keeper;
IPC::Run::finish($waiting);
like($output, qr/ERROR:  another process moved or replaced ".*"/, 'a worker writes into no other folder');
is_deeply([ names_in("$dir/$hidden"), names_in("$dir/moved") ], [], 'nothing was written');
rmdir "$dir/$hidden";
rmdir "$dir/moved";
is_deeply([ names_in($dir) ], \@before, 'nor is anything left');

# the definition is changed before the workers read it
$waiting = waiting('held_shown');
sql("SELECT hbase.define('held_shown', 'another', splits => points(5000, 9000, 15000))");
undef $keeper;
IPC::Run::finish($waiting);
like($output, qr/ERROR:  the definition of public\.held_shown was changed during the export/, 'all use one definition');
is_deeply([ names_in($dir) ], \@before, 'and nothing is left');

# a worker that crashes ends all sessions
$waiting = waiting('held_stored');
my $worker = sql(q{SELECT min(pid) FROM pg_stat_activity WHERE backend_type = 'parallel worker'});
my $started = sql('SELECT pg_postmaster_start_time()');
kill 9, $worker or system("kill -9 $worker");
undef $keeper;
IPC::Run::finish($waiting);
foreach (1 .. 1800)
{
	my $up = eval { sql("SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'parallel worker'") };
	last if $up && $up eq 't';
	sleep 0.1;
}
is(scalar(grep { $_ eq 'x' } names_in($dir)), 0, 'a worker that is killed: nothing is published');
like(messages_of("SELECT count(*) FROM hbase.export_hfiles('held_stored', '$dir/x', options => '{\"jobs\": 3}')"), qr/NOTICE:  removed ".*", left by an interrupted export/, 'the next export removes the rest');
is_deeply([ grep { /partial/ } names_in($dir) ], [], 'nothing hidden is left');
run_ok("rm -r '$dir/x'");

# ---- a standby ---------------------------------------------------------------------------------

$server->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('jobs_standby');
$standby->init_from_backup($server, 'base', has_streaming => 1);
$standby->start;
$server->wait_for_catchup($standby);
foreach my $relation ('stored', 'shown')
{
	is($standby->safe_psql('postgres', "SELECT sum(rows) > 1 FROM hbase.export_hfiles('$relation', '$dir/${relation}_standby', $stamp, options => '{\"jobs\": 3}')"), 't', 'an export by jobs on a standby');
	is(exported_files("$dir/${relation}_standby"), exported_files(export($relation, '')), 'is that of its primary');
}
$standby->stop;

done_testing();
