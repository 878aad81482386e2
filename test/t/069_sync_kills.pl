# pg2hbase sync loses nothing and leaves nothing when its parts are killed: the applier before each
# of its steps, the client, the walsender and the server, amid concurrent transactions.  The fake
# checks that a commit that comes again has the same bytes.
#
# KILLS=100 in the environment: so many.
use strict;
use warnings;
use Cwd 'abs_path';
use Test::More;
use IPC::Run;
use TestServer;
use StreamStore;

my $kills = $ENV{KILLS} // 10;
my $server = new_server('sync_kills', allows_streaming => 'logical');
if (sql("SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"))
{
	$server->append_conf('postgresql.conf', "output_plugin_libraries = 'hbase_schema'\n");
	$server->reload;
}
my $dir = new_folder();
my $store = "$dir/hbase";
my $folder = "$dir/stream";
my $log = "$dir/log";
mkdir $store;
connect_programs();
$ENV{HBASE} = abs_path('test/t/fake_hbase');
$ENV{FAKE_HBASE} = $store;

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE a (id int PRIMARY KEY, n int, t text);
	ALTER TABLE a REPLICA IDENTITY FULL;
	CREATE TABLE b (id int PRIMARY KEY, n int);
	CREATE VIEW a_h AS SELECT rowkey_compose('salt(4), id int', id) AS key, widerow_build('n', n, 't', t) AS d FROM a WHERE n IS DISTINCT FROM 7;
	CREATE VIEW b_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('n', n) AS d FROM b;
	CREATE FUNCTION pick(n int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 1 + floor(random() * n)::int';
	CREATE PROCEDURE work() LANGUAGE plpgsql AS $$
	DECLARE
		i int;
	BEGIN
		LOOP
			i := pick(100);
			BEGIN
				CASE pick(7)
				WHEN 1 THEN INSERT INTO a VALUES (i, pick(9), 'new') ON CONFLICT (id) DO UPDATE SET n = pick(9);
				WHEN 2 THEN DELETE FROM a WHERE id = i; DELETE FROM b WHERE id = i;
				WHEN 3 THEN UPDATE a SET id = id + 1000, t = NULL WHERE id = i;
				WHEN 4 THEN UPDATE a SET t = repeat('x', pick(3000)) WHERE id = i;
				WHEN 5 THEN INSERT INTO b VALUES (i, NULL) ON CONFLICT (id) DO UPDATE SET n = pick(9);
				WHEN 6 THEN UPDATE b SET n = NULLIF(pick(9), 1) WHERE id BETWEEN i AND i + 20;
				WHEN 7 THEN INSERT INTO b VALUES (i, 1); RAISE EXCEPTION 'undo';
				END CASE;
			EXCEPTION
				WHEN unique_violation OR raise_exception THEN NULL;
			END;
			IF pick(10) = 1 THEN ROLLBACK; ELSE COMMIT; END IF;
			PERFORM pg_sleep(0.005);
		END LOOP;
	END $$});

# ---- processes --------------------------------------------------------------------------------

my @writers;
my $client;

sub start_writers
{
	@writers = map { my $n = $_; my $output; start_psql(\$output, "SET application_name = 'writer'", 'CALL work()') } 1 .. 2;
}

sub end_writers
{
	eval { sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'writer'") };
	eval { IPC::Run::finish($_) } foreach @writers;
	@writers = ();
}

sub start_client
{
	my ($action, @options) = @_;

	$client = fork() // die $!;
	return if $client;
	open STDIN, '<', '/dev/null';
	open STDOUT, '>>', $log;
	open STDERR, '>&', \*STDOUT;
	exec 'pg2hbase', 'sync', $action, '-D', $folder, @options;
	die $!;
}

# Wait, and start a client again that has ended, as a service manager does.
sub wait_for
{
	my ($what, $condition) = @_;

	for (1 .. 3000)
	{
		my $value = eval { $condition->() };

		return 1 if $value;
		if ($client && waitpid($client, 1) == $client)
		{
			start_client('run');
		}
		select undef, undef, undef, 0.05;
	}
	fail("timed out: $what");
	diag(read_file($log));
	return 0;
}

# HBase has a commit that is made now.
sub stream_advances
{
	my $lsn;

	wait_for('the server answers', sub { $lsn = sql('SELECT pg_current_wal_insert_lsn()') });
	return wait_for("HBase has $lsn", sub { sql("SELECT confirmed_flush_lsn > '$lsn' FROM pg_replication_slots") eq 't' });
}

my %kill = (
	applier => sub {
		# before one of the next steps
		write_file("$store/die.new", int rand 12);
		rename "$store/die.new", "$store/die";
		wait_for('the applier reads its order', sub { !-e "$store/die" });
	},
	client => sub { kill KILL => $client },
	walsender => sub { eval { sql('SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active') } },
	server => sub {
		end_writers();
		$server->stop('immediate');
		$server->start;
		start_writers();
	});

# ---- the kills ---------------------------------------------------------------------------------

start_client('start', '-t', 'a_h', '-t', 'b_h');
wait_for('the stream is made', sub { sql('SELECT count(*) FROM pg_replication_slots WHERE active') && -e "$store/state" });
start_writers();
my @order = ('applier', 'client', 'walsender', 'applier', 'server');
my $done = 0;
foreach my $n (0 .. $kills - 1)
{
	last if !stream_advances();
	$kill{ $order[ $n % @order ] }->();
	$done++;
}
is($done, $kills, "the stream advances after each of $kills kills");
end_writers();
my $lsn;
wait_for('the server answers', sub { sql('INSERT INTO b VALUES (-1, -1)'); $lsn = sql('SELECT pg_current_wal_insert_lsn()') });
sql('UPDATE b SET n = -2 WHERE id = -1');
wait_for('HBase has all', sub { sql("SELECT confirmed_flush_lsn > '$lsn' FROM pg_replication_slots") eq 't' });
my ($code, $output, $messages) = client('sync', 'stop', '-D', $folder);
is($code, 0, 'stop') or diag($messages);
waitpid $client, 0;

# ---- what HBase has ----------------------------------------------------------------------------

my $applied = {};
is(apply_frames($applied, map { frames_of(read_file("$store/$_")) } 'start', grep { /^commit-\w+$/ } names_in($store)), undef, 'the commits follow each other');
cmp_ok(scalar @{ $applied->{commits} }, '>', 50, 'there are many');
foreach my $table ('a', 'b')
{
	is(live_cells($applied, "${table}_h"),
		sql("SELECT line FROM (SELECT encode(v.key::bytea, 'hex') || ' 64 ' || encode(c.qualifier, 'hex') || ' ' || encode(c.value, 'hex') AS line FROM ${table}_h v, widerow_cells(v.d) c) q ORDER BY line COLLATE \"C\""),
		"HBase has the cells of $table");
}
ok(!-e "$store/wrong", 'each commit came again with the same bytes') or diag(read_file("$store/wrong"));

done_testing();
