# Deltas and crashes: whatever is killed and when, a folder appears if and only
# if its transaction committed.  Published folders are loaded, as soon as they
# are there, into a store that knows HBase's rules and nothing of our code for
# deltas; at the end it holds what the relation holds.
#
# KILLS=500 in the environment: so many random crashes (default 15).
use strict;
use warnings;
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep);
use TestServer;

my $kills = $ENV{KILLS} // 15;
my $server = new_server('durable');
my $dir = new_folder();
my $shim = $server->basedir . '/kill_at.so';
my $kill_at = $server->basedir . '/kill_at';
my $has_shim = system("cc -shared -fPIC -o '$shim' test/t/kill_at.c 2>/dev/null") == 0;

# commit_delay: time between the commit record and its flush
$server->stop;
$server->append_conf('postgresql.conf', <<"END");
fsync = on
restart_after_crash = on
shared_buffers = 4MB
wal_recycle = off
min_wal_size = 32MB
commit_siblings = 0
END
$ENV{KILL_AT} = $kill_at;
$ENV{LD_PRELOAD} = $shim if $has_shim;
$server->start;
delete $ENV{LD_PRELOAD};

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE orders (id int PRIMARY KEY, customer text, status text, note text);
	CREATE VIEW orders_h AS
	SELECT rowkey_compose('id int', id) AS key, widerow_build('c', customer, 's', status) AS d, widerow_build('n', note) AS e FROM orders;
	SELECT hbase.baseline('orders_h', 'sent', empty => true);
	-- some change of a random row
	CREATE PROCEDURE change() LANGUAGE plpgsql AS $$
	DECLARE
		row int := random() * 40;
	BEGIN
		IF random() < 0.4 THEN
			DELETE FROM orders WHERE id = row;
		ELSE
			INSERT INTO orders VALUES (row, 'c' || (random() * 3)::int, CASE WHEN random() < 0.5 THEN 's' || (random() * 3)::int END, CASE WHEN random() < 0.3 THEN 'n' END)
			ON CONFLICT (id) DO UPDATE SET customer = excluded.customer, status = excluded.status, note = excluded.note;
		END IF;
	END $$;
	CREATE PROCEDURE change_on() LANGUAGE plpgsql AS $$
	BEGIN
		LOOP
			CALL change();
			PERFORM set_config('synchronous_commit', CASE WHEN random() < 0.5 THEN 'on' ELSE 'off' END, true);
			COMMIT;
		END LOOP;
	END $$});

# ---- the store: puts and markers by row, family, qualifier and time ------------

my %store;
my $last = 'none';
my @loaded;

# Put the cells of a folder into it; the folder must follow the last one.
sub load
{
	my ($name) = @_;
	my $manifest = decode_json(read_file("$dir/$name/manifest.json"));
	my @files = map { "('$dir/$name/$_->{path}')" } @{ $manifest->{files} };

	is($manifest->{previous}, $last, "$name follows the last folder") if $manifest->{previous} ne $last;
	$last = $manifest->{run};
	push @loaded, $name;
	return if !@files;
	foreach (split /\n/, sql("SELECT encode(key::bytea, 'hex'), family, encode(qualifier, 'hex'), ts, type, encode(value, 'hex') FROM (VALUES " . join(', ', @files) . ') f(path), hfile_cells(path)'))
	{
		my ($row, $family, $qualifier, $ts, $type, $value) = split /\|/, $_, -1;
		my $cells = $store{$row}{$family} //= { markers => [], puts => {} };

		if ($type eq 'Put') { $cells->{puts}{$qualifier}{$ts} = $value; }
		else { push @{ $cells->{markers} }, [ $type, $qualifier, $ts ]; }
	}
}

# Does a marker hide the put of this column and time?
sub hides
{
	my ($marker, $qualifier, $ts) = @_;
	my ($type, $of, $until) = @$marker;

	return $type eq 'DeleteFamily' ? $ts <= $until
	  : $type eq 'DeleteFamilyVersion' ? $ts == $until
	  : $of ne $qualifier ? 0
	  : $type eq 'DeleteColumn' ? $ts <= $until
	  : $type eq 'Delete' ? $ts == $until
	  : die "marker $type";
}

# What a scan of the store shows: the newest put of each column.
sub shown
{
	my @lines;

	foreach my $row (keys %store)
	{
		foreach my $family (keys %{ $store{$row} })
		{
			my ($markers, $puts) = @{ $store{$row}{$family} }{qw(markers puts)};

			foreach my $qualifier (keys %$puts)
			{
				my ($ts) = sort { $b <=> $a } grep { my $at = $_; !grep { hides($_, $qualifier, $at) } @$markers } keys %{ $puts->{$qualifier} };

				push @lines, "$row|$family|$qualifier|$puts->{$qualifier}{$ts}" if defined $ts;
			}
		}
	}
	return join "\n", sort @lines;
}

sub expected
{
	return join "\n", sort split /\n/, sql(q{SELECT encode(key::bytea, 'hex'), family, encode(qualifier, 'hex'), encode(value, 'hex')
		FROM (SELECT key, 'd' AS family, c.qualifier, c.value FROM orders_h, widerow_cells(d) c UNION ALL SELECT key, 'e', c.qualifier, c.value FROM orders_h, widerow_cells(e) c) x});
}

# Load the folders that are published and were not yet, in their order.
sub load_published
{
	my %done = map { $_ => 1 } @loaded;

	load($_) foreach grep { !/^\./ && !$done{$_} } names_in($dir);
}

# After a crash: what is published counts, and then what the call finishes.
sub recover
{
	load_published();
	my $outcomes = sql("SET client_min_messages = warning; SELECT outcome FROM hbase.finish_deltas('$dir')");
	load_published();
	return $outcomes;
}

# The last delta, after which the store must show the relation.
sub finish
{
	my ($name, $what) = @_;

	sql("SELECT hbase.export_delta('orders_h', 'sent', '$dir/$name')");
	load_published();
	is(shown(), expected(), $what);
	is_deeply([ map { names_in("$dir/$_") } grep { /^\./ } names_in($dir) ], [], 'no hidden folder is left but an empty one');
	is(sql("SELECT count(*) FROM hbase.delta_run"), scalar(@loaded), 'a folder for each run that committed');
}

# ---- a crash before each step of a delta --------------------------------------------

my $number = 0;

# The process id of the checkpointer, another one after each crash; empty if nobody
# can connect.
sub checkpointer
{
	# psql() dies of a psql that ends before it has read its statement
	my ($status, $pid) = eval { $server->psql('postgres', "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'") };

	return ($status // 1) == 0 ? $pid // '' : '';
}

# Changes and a delta that dies at this place (kill_at.c); whether it did, and
# what became of it.
sub delta_that_dies
{
	my ($mode, $at) = @_;

	sql('CALL change()') foreach 1 .. 3;
	# they may change nothing, and then there is no folder
	sql("INSERT INTO orders VALUES (100, 'c', '$number') ON CONFLICT (id) DO UPDATE SET status = excluded.status");
	my $before = checkpointer();
	write_file($kill_at, $at);
	my ($status, $output, $messages) = $server->psql('postgres', sprintf("SET synchronous_commit = $mode; SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/d%05d')", $number++));
	write_file($kill_at, '0 0');
	die $messages if $messages =~ /ERROR:/;
	# the server may answer for a moment before it notices the death
	my $now = $status == 0 ? 'alive' : '';
	while ($now eq '' || $now eq $before)
	{
		sleep 0.05;
		$now = checkpointer();
	}
	return ($status != 0, recover());
}

SKIP:
{
	skip 'no C compiler', 1 if !$has_shim;
	foreach my $mode ('on', 'off')
	{
		my $steps = 1;
		my $discarded = 0;

		# from the hidden folder on; the short test takes some of the steps
		while (1)
		{
			my ($died, $outcome) = delta_that_dies($mode, "$steps 0");

			last if !$died;
			$discarded++ if $outcome eq 'discarded';
			$steps += $kills < 100 ? 4 : 1;
		}
		cmp_ok($discarded, '>', 3, "synchronous_commit = $mode, $steps steps: deltas that never happened");
		# the manifest, its folder's names, the folder, the mark, the names of both
		is_deeply([ map { [ delta_that_dies($mode, "0 $_") ] } 1 .. 7 ],
			[ ([ 1, 'published' ]) x 3, ([ 1, '' ]) x 3, [ '', '' ] ], 'each step after the commit');
		finish(sprintf('d%05d', $number++), 'every change is in the store');
	}
}

# ---- crashes at random -----------------------------------------------------------------

# End the postmaster and all its children at once; nothing may be started by it
# in between.
sub kill_all
{
	my ($postmaster) = read_file($server->data_dir . '/postmaster.pid') =~ /^(\d+)/;

	kill 'STOP', $postmaster;
	my @children = map { /^\d+ \(.*\) \S (\d+)/s && $1 == $postmaster ? /^(\d+)/ : () }
	  map { my $path = $_; eval { read_file($path) } // () } glob '/proc/[0-9]*/stat';
	kill 'KILL', @children;
	$server->kill9;
	foreach my $child ($postmaster, @children)
	{
		sleep 0.01 while (eval { read_file("/proc/$child/stat") } // '') =~ /\) [^ZX] /;
	}
	# whoever waits for orphans may be late, and a dead postmaster counts until then
	unlink $server->data_dir . '/postmaster.pid', $server->host . '/.s.PGSQL.' . $server->port . '.lock';
}

sub settings
{
	sql("ALTER SYSTEM SET commit_delay = " . (0, 1000, 20000, 100000)[rand 4]);
	sql('SELECT pg_reload_conf()');
}

my %outcomes;
foreach my $round (1 .. $kills)
{
	my ($writer_output, $delta_output);
	settings();
	my $writer = start_psql(\$writer_output, 'CALL change_on()');
	my $deltas = start_psql(\$delta_output, 'SET synchronous_commit = ' . (qw(on off))[ rand 2 ],
		map { sprintf "SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/d%05d')", $number++ } 1 .. 20);

	sleep(0.05 + rand(0.5));
	kill_all();
	$_->finish foreach $writer, $deltas;
	$server->start;
	$outcomes{$_}++ foreach split /\n/, recover();
}
note("$kills crashes: " . join(', ', map { "$_ $outcomes{$_}" } sort keys %outcomes) . ', ' . scalar(@loaded) . ' folders loaded');
finish(sprintf('d%05d', $number++), "$kills crashes at random lose nothing and add nothing");

$server->stop;
done_testing();
