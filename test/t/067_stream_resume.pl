# A change stream over the replication protocol, while transactions run: the
# reader and the walsender are killed at any time, the reader goes on from the last
# transaction that it applied, and at the end its store has the cells of the view.
use strict;
use warnings;
use Test::More;
use IPC::Run;
use TestServer;
use StreamStore;

my $rounds = $ENV{STREAM_KILLS} || 12;
my $server = new_server('stream_resume');

$server->append_conf('postgresql.conf', <<'END');
wal_level = logical
max_wal_senders = 5
max_replication_slots = 5
autovacuum_naptime = 1
autovacuum_vacuum_threshold = 20
autovacuum_analyze_threshold = 20
END
restart_server();
if (sql("SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"))
{
	$server->append_conf('postgresql.conf', "output_plugin_libraries = 'hbase_schema'\n");
	restart_server();
}
sql(<<'END');
CREATE EXTENSION hbase_schema;
CREATE TABLE item (id int PRIMARY KEY, a int, t text);
ALTER TABLE item REPLICA IDENTITY FULL;
CREATE VIEW item_h AS SELECT rowkey_compose('salt(4), id int', id) AS key, widerow_build('a', a, 't', t) AS d FROM item;
-- each session has rows of its own, so none waits for another
CREATE PROCEDURE work(session int, n int) LANGUAGE plpgsql AS $$
DECLARE
    first int := session * 10000;
BEGIN
    FOR i IN 1 .. n LOOP
        FOR j IN 1 .. 5 LOOP
            INSERT INTO item VALUES (first + (random() * 300)::int, i, repeat('x', (random() * 5000)::int))
            ON CONFLICT (id) DO UPDATE SET a = item.a + 1, t = NULLIF(item.t, repeat('x', 7));
        END LOOP;
        DELETE FROM item WHERE id = first + (random() * 300)::int;
        UPDATE item SET id = id + 1000 WHERE id = first + (random() * 300)::int
            AND NOT EXISTS (SELECT FROM item o WHERE o.id = item.id + 1000);
        COMMIT;
    END LOOP;
END $$;
END
my $mapping = sql("SELECT hbase.stream_mapping('{item_h}')");
my ($fingerprint) = $mapping =~ /"fingerprint": "(\w+)"/;
sql("SELECT pg_create_logical_replication_slot('s', 'hbase_schema')");
# the state before the first transaction
my $state = sql("SELECT confirmed_flush_lsn || '/0/' FROM pg_replication_slots");

my $file = new_folder() . '/stream';
my $store = {};
my $applied = 0;

# Apply the whole transactions that a reader wrote, and set the state.
sub apply_file
{
	my $bytes = -e $file ? read_file($file) : '';
	my (@whole, @open);

	while ($bytes =~ /\S/s)
	{
		$bytes =~ s/\A\n//;
		my ($type, $length) = unpack('a N', $bytes);

		last if length $bytes < 5 || length $bytes < 5 + $length;
		push @open, [ $type, substr($bytes, 5, $length), substr($bytes, 0, 5 + $length) ];
		substr($bytes, 0, 5 + $length) = '';
		# what follows the last commit comes again
		push @whole, splice @open if $type eq 'C';
	}
	my $wrong = apply_frames($store, @whole);
	my $commits = @{ $store->{commits} // [] };

	unlink $file;
	return $wrong if $wrong;
	$state = sprintf '%X/%X/%s/%s', $store->{lsn} >> 32, $store->{lsn} & 0xffffffff, $store->{stamp}, $fingerprint if $store->{lsn};
	$applied = $commits;
	return undef;
}

# Start a reader, to the end of the log or without an end.
sub start_reader
{
	my (@options) = @_;

	return IPC::Run::start([ 'pg_recvlogical', '-d', $server->connstr('postgres'), '--slot', 's', '--start', '--no-loop',
			# the slot is not confirmed beyond what the file has
			'--fsync-interval', '0', '--status-interval', '0', '-f', $file, '-o', "mapping=$mapping", '-o', "state=$state", @options ],
		'<', \undef, '>', '/dev/null', '2>', '/dev/null');
}

my (@output, @sessions);
@sessions = map { start_psql(\$output[$_], "CALL work($_, 250)") } 0 .. 2;
my @wrong;
foreach my $round (1 .. $rounds)
{
	my $reader = start_reader();

	# until it has written something
	for (1 .. 40)
	{
		last if -e $file && -s $file > 3000 * $round;
		select undef, undef, undef, 0.05;
	}
	if ($round % 3 == 0)
	{
		sql("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active");
		$reader->finish;
	}
	else
	{
		$reader->kill_kill(grace => 0);
	}
	$server->poll_query_until('postgres', "SELECT NOT active FROM pg_replication_slots") or die 'the slot stays active';
	my $error = apply_file();
	push @wrong, $error if defined $error;
	# what was applied is confirmed now and then
	sql("SELECT pg_replication_slot_advance('s', '" . ($state =~ s{^(\w+/\w+)/.*}{$1}r) . "') FROM pg_replication_slots WHERE confirmed_flush_lsn < '"
		  . ($state =~ s{^(\w+/\w+)/.*}{$1}r) . "'")
	  if $round % 2 == 0;
}
IPC::Run::finish($_) for @sessions;
is(join('', map { $_ // '' } @output), '', 'the transactions ran');
my $reader = start_reader('--endpos', sql('SELECT pg_current_wal_lsn()'));
$reader->finish;
my $error = apply_file();
push @wrong, $error if defined $error;
is_deeply(\@wrong, [], 'each reader gets whole transactions, none twice');
cmp_ok($applied, '>', 300, 'hundreds of transactions were applied');
is(live_cells($store, 'item_h'), sql(q{
	SELECT line
	FROM (SELECT encode(v.key::bytea, 'hex') || ' 64 ' || encode(c.qualifier, 'hex') || ' ' || encode(c.value, 'hex')
		  FROM item_h v, widerow_cells(v.d) c) q(line)
	ORDER BY line COLLATE "C"}), 'the store has the cells of the view');

done_testing();
