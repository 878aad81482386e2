# pg2hbase sync: HBase follows the commits of several relations, and a stream that cannot go on
# says why.  A fake takes the place of HBase's client; the real one is in test/hbase.
use strict;
use warnings;
use Cwd 'abs_path';
use Test::More;
use IPC::Run;
use TestServer;
use StreamStore;

my $server = new_server('pg2hbase_sync', allows_streaming => 'logical');
if (sql("SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"))
{
	$server->append_conf('postgresql.conf', "output_plugin_libraries = 'hbase_schema'\n");
	$server->reload;
}
my $dir = new_folder();
my $store = "$dir/hbase";
my $folder = "$dir/stream";
mkdir $store;
connect_programs();
delete local $ENV{PGAPPNAME};
$ENV{HBASE} = abs_path('test/t/fake_hbase');
$ENV{FAKE_HBASE} = $store;

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE SCHEMA shop;
	CREATE TABLE orders (id bigint PRIMARY KEY, status text, note text);
	ALTER TABLE orders REPLICA IDENTITY FULL;
	CREATE TABLE items (id int PRIMARY KEY, amount int, price int);
	CREATE VIEW shop.orders_h AS SELECT rowkey_compose('salt(4), id bigint', id) AS key, widerow_build('s', status, 'n', note) AS d FROM orders WHERE status <> 'draft';
	CREATE VIEW shop.items_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('a', amount) AS d, widerow_build('p', price) AS e FROM items;
	CREATE VIEW volatile AS SELECT rowkey_compose('id int', id) AS key, widerow_build('r', random()) AS d FROM items;
	SELECT hbase.define('shop.orders_h', 'shop:orders');
	INSERT INTO orders SELECT i, CASE WHEN i % 7 = 0 THEN 'draft' ELSE 'new' END, CASE WHEN i % 3 = 0 THEN 'n' END FROM generate_series(1, 100) i;
	INSERT INTO items SELECT i, i, i FROM generate_series(1, 100) i;
	CREATE TABLE other (i int)});

# ---- the stream and the views ----------------------------------------------------------------

my ($run, $output);

# Start a command of sync that does not end; what it says goes to $output.
sub start_stream
{
	my (@arguments) = @_;

	$output = '';
	$run = IPC::Run::start([ 'pg2hbase', 'sync', @arguments, '-D', $folder ], '<', \undef, '>', \$output, '2>', \$output);
	wait_until(sub { $output =~ /streaming from/ || !$run->pumpable }, 'the stream has begun') or diag($output);
}

sub wait_until
{
	my ($condition, $what) = @_;

	for (1 .. 1800)
	{
		$run->pump_nb if $run && $run->pumpable;
		return 1 if $condition->();
		select undef, undef, undef, 0.1;
	}
	fail("timed out: $what");
	return 0;
}

# The end of the stream that was started; its exit code.
sub end_of_stream
{
	wait_until(sub { !$run->pumpable }, 'the stream ends');
	IPC::Run::finish($run);
	my ($code) = map { $_ >> 8 } $run->full_results;
	$run = undef;
	return $code;
}

# HBase has all commits until now: a later one of ours is confirmed.
sub wait_for_stream
{
	my $lsn = sql('SELECT pg_current_wal_insert_lsn()');

	sql('INSERT INTO items SELECT max(id) + 1000, 1, 1 FROM items');
	return wait_until(sub { sql("SELECT confirmed_flush_lsn > '$lsn' FROM pg_replication_slots WHERE slot_name = 'pg2hbase'") eq 't' }, "HBase has $lsn");
}

# The commits that the fake has applied.
sub applied
{
	my $applied = {};
	my $error = apply_frames($applied, map { frames_of(read_file("$store/$_")) } 'start', grep { /^commit-\w+$/ } names_in($store));

	is($error, undef, 'the commits follow each other');
	return $applied;
}

# Cells of a view as lines of live_cells().
sub shown
{
	my ($view, @families) = @_;

	return sql('SELECT line FROM ('
		  . join(' UNION ALL ', map { "SELECT encode(v.key::bytea, 'hex') || ' ' || encode('$_', 'hex') || ' ' || encode(c.qualifier, 'hex') || ' ' || encode(c.value, 'hex') AS line FROM $view v, widerow_cells(v.$_) c" } @families)
		  . ') q ORDER BY line COLLATE "C"');
}

# The load is not in the fake: each row is written once after it.
sub is_followed
{
	my ($what) = @_;

	wait_for_stream();
	my $applied = applied();
	is(live_cells($applied, 'shop:orders'), shown('shop.orders_h', 'd'), "$what: orders");
	is(live_cells($applied, 'items_h'), shown('shop.items_h', 'd', 'e'), "$what: items");
	ok(!-e "$store/wrong", "$what: redelivery is identical") or diag(read_file("$store/wrong"));
}

my ($code, $text, $messages);

# A command that ends; its code, and its messages.
sub is_said
{
	my ($expected, $words, $what, @arguments) = @_;

	($code, $text, $messages) = client('sync', @arguments);
	is($code, $expected, "$what: exit code") or diag($messages);
	like($messages, $words, $what);
}

# ---- what start refuses ----------------------------------------------------------------------

is_said(2, qr/must be start, run, status, stop or drop/, 'an unknown action', 'go');
is_said(2, qr/no directory given/, 'no folder', 'start');
is_said(2, qr/--on-reject must be stop or skip/, 'an unknown policy', 'run', '-D', $folder, '--on-reject', 'ignore');
is_said(1, qr/volatile|random/, 'a relation that cannot be streamed', 'start', '-D', $folder, '-t', 'volatile');
is(sql('SELECT count(*) FROM pg_replication_slots'), '0', 'no slot is left');
is_said(1, qr/HBase has no stream of the slot "pg2hbase".*sync start/s, 'run before start', 'run', '-D', $folder);
{
	local $ENV{HBASE} = '/nowhere/hbase';
	is_said(1, qr/the applier ended, program "\/nowhere\/hbase".*cannot run/s, 'no program hbase', 'start', '-D', $folder, '-n', 'shop');
}
{
	local $ENV{HBASE} = 'false';
	is_said(1, qr/the applier ended/, 'a program that fails', 'start', '-D', $folder, '-n', 'shop');
}
write_program("$dir/no_load", qq{[ "\$LOAD_ACTION" = "" ] || exit 1\nexec "$ENV{HBASE}" "\$@"\n});
{
	local $ENV{HBASE} = "$dir/no_load";
	is_said(1, qr/was not loaded.*slot "pg2hbase" was removed again/s, 'a load that fails', 'start', '-D', $folder, '-n', 'shop');
}
is(sql('SELECT count(*) FROM pg_replication_slots'), '0', 'no slot is left');
is_said(2, qr{stream/load" exists, from an earlier start}, 'the rest of another start', 'start', '-D', $folder, '-n', 'shop');
run_ok("rm -r '$folder'");

# ---- start, status, stop, run -----------------------------------------------------------------

start_stream('start', '-n', 'shop');
is(sql("SELECT plugin || ' ' || active FROM pg_replication_slots"), 'hbase_schema true', 'start streams by its slot');
ok(-e "$folder/load/manifest.json", 'the first load is in the folder');
is((stat $folder)[2] & 0777, 0700, 'the folder is private');
my $load_stamp = sql("SELECT pg_read_file('$folder/load/manifest.json')::json ->> 'stamp'");

# write what the load has: the fake has not read it
sql('UPDATE orders SET note = note || id, status = status; UPDATE items SET amount = amount + 1');
sql("UPDATE orders SET status = 'touched', note = COALESCE(note, '') || 'x'");
is_followed('updates');
sql(q{DELETE FROM orders WHERE id < 10; UPDATE orders SET id = id + 1000 WHERE id < 20; UPDATE orders SET status = 'draft' WHERE id % 5 = 0});
sql(q{BEGIN; INSERT INTO items VALUES (500, 1, NULL); UPDATE items SET price = NULL WHERE id < 5; ROLLBACK});
sql(q{BEGIN; INSERT INTO items VALUES (501, 1, NULL); SAVEPOINT a; DELETE FROM items; ROLLBACK TO a; UPDATE items SET price = NULL WHERE id < 5; COMMIT});
is_followed('deletes, changed keys, NULLs');
cmp_ok(applied()->{commits}[0][1], '>', $load_stamp, 'the stamps follow that of the load');

($code, $text) = client('sync', 'status', '-D', $folder, '--max-lag', '3600', '--max-lag-bytes', '1000000000');
is($code, 0, 'status');
like($text, qr/pg2hbase +\d+ +reserved.*The stream is running, process \d+; HBase has all commits until [\d.]+ seconds ago\..*\d+ commits applied/s, 'status shows the lag');
is_said(2, qr/--max-lag must be a number/, 'an invalid limit', 'status', '-D', $folder, '--max-lag', 'x');
is_said(1, qr/lag in seconds is not known here/, 'no folder', 'status', '-D', "$dir/none", '--max-lag', '1');
is_said(1, qr/no replication slot "other"/, 'no slot', 'status', '--slot', 'other');
is_said(1, qr/the stream of ".*" is running, process \d+/, 'a second client in the folder', 'run', '-D', $folder);

# a server without commits of ours keeps no log
my $before = sql('SELECT confirmed_flush_lsn FROM pg_replication_slots');
sql('INSERT INTO other SELECT generate_series(1, 1000)');
wait_until(sub { sql("SELECT confirmed_flush_lsn > '$before' FROM pg_replication_slots") eq 't' }, 'the position advances without commits of ours');
like(read_file("$store/state"), qr/^lsn=\w/m, 'the state row has the position');

is((client('sync', 'stop', '-D', $folder))[0], 0, 'stop');
is(end_of_stream(), 0, 'the stream ends in order');
is((client('sync', 'stop', '-D', $folder))[0], 0, 'stop without a stream');
sql(q{DELETE FROM items WHERE id % 3 = 0; UPDATE orders SET note = 'later' WHERE id > 50});
like((client('sync', 'status', '-D', $folder))[1], qr/The stream is not running/, 'status of a stopped stream');
is((client('sync', 'status', '-D', $folder, '--max-lag-bytes', '1'))[0], 4, 'it is late');
start_stream('run');
is_followed('after a stop');

# ---- HBase is slow, HBase refuses -------------------------------------------------------------

$before = sql('SELECT confirmed_flush_lsn FROM pg_replication_slots');
write_file("$store/stop", 'WAIT ConnectException refused');
sql(q{UPDATE orders SET note = 'while HBase is away' WHERE id > 90});
my $lsn = sql('SELECT pg_current_wal_insert_lsn()');
wait_until(sub { $output =~ /HBase does not apply, trying again: refused \(ConnectException\)/ }, 'the stream says that it waits');
is(sql("SELECT confirmed_flush_lsn < '$lsn' FROM pg_replication_slots"), 't', 'the server gets no position that HBase does not have');
wait_until(sub { (client('sync', 'status', '-D', $folder))[1] =~ /[1-9]\d* commits \(\d+ bytes\) received and not applied/ }, 'status shows what waits');
unlink "$store/stop";
is_followed('HBase is back');

write_file("$store/stop", 'NAK 4096 \\x01k DoNotRetryIOException no such family');
sql(q{UPDATE orders SET note = 'refused' WHERE id > 90});
is(end_of_stream(), 1, 'HBase rejects a row');
like($output, qr/HBase rejects the row \\x01k of the commit before 0\/1000: no such family \(DoNotRetryIOException\).*--on-reject=skip/s, 'with the row');
unlink "$store/stop";

# a row that cannot be a cell, by the server
start_stream('run');
sql(q{INSERT INTO items VALUES (600, 6, 6)});
is_followed('after a rejected row');

# ---- what was restored, or is not ours --------------------------------------------------------

client('sync', 'stop', '-D', $folder);
end_of_stream();
my $state = read_file("$store/state");

# Change a field of the state row, see what run says, and put it back.
sub is_refused_state
{
	my ($from, $to, $words, $what) = @_;
	my $changed = $state =~ s/$from/$to/r;

	ok($changed ne $state, "$what: changed");
	write_file("$store/state", $changed);
	is_said(1, $words, $what, 'run', '-D', $folder);
	write_file("$store/state", $state);
}

is_refused_state(qr/^system=\d+/m, 'system=1', qr/is of the database cluster 1, the server is \d+/, 'another server');
is_refused_state(qr/^timeline=1/m, 'timeline=7', qr/the server is on timeline 1, which has never been on timeline 7/, 'another timeline');
is_refused_state(qr/^lsn=.*/m, 'lsn=0/1', qr/has confirmed those until.*it was restored/s, 'an HBase that was restored');
is_refused_state(qr/^lsn=.*/m, 'lsn=FFF/0', qr/the log of the server ends at .*the server was restored/s, 'a server that was restored');
is_refused_state(qr/^mapping=.*\n/m, '', qr/the state row .* is not complete/, 'a state row that lacks a field');
is_refused_state(qr/^fingerprint=\w+/m, 'fingerprint=0123', qr/fingerprint/, 'other mappings');

# a second client takes over: the first one ends
start_stream('run');
write_file("$store/state", read_file("$store/state") =~ s/^generation=.*/generation=999/mr);
sql(q{UPDATE items SET amount = 0 WHERE id = 1});
is(end_of_stream(), 1, 'the stream ends when another client has taken over');
like($output, qr/another client has taken over the stream/, 'and says so');

start_stream('run');
is_followed('after a second client');
client('sync', 'stop', '-D', $folder);
end_of_stream();

# a mapping that changed
sql(q{CREATE OR REPLACE VIEW shop.items_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('a', amount + 1) AS d, widerow_build('p', price) AS e FROM items});
start_stream('run');
sql(q{UPDATE items SET amount = 7 WHERE id = 2});
is(end_of_stream(), 1, 'a view that was replaced ends the stream');
like($output, qr/items_h/, 'with its name');

# the slot is gone
sql("SELECT pg_drop_replication_slot('pg2hbase')");
is_said(1, qr/the server has no replication slot "pg2hbase": it was dropped/, 'a slot that was dropped', 'run', '-D', $folder);
is((client('sync', 'drop', '-D', $folder))[0], 0, 'drop');
ok(!-e "$store/state", 'drop removes the state row');

# and lost
unlink glob "$store/*";
run_ok("rm -r '$folder/load'");
start_stream('start', '-n', 'shop', '--load-only');
is(end_of_stream(), 0, 'start ends after the load');
$server->append_conf('postgresql.conf', "max_slot_wal_keep_size = '1MB'\nmin_wal_size = '32MB'\nmax_wal_size = '48MB'\n");
$server->reload;
for (1 .. 8)
{
	sql('INSERT INTO other SELECT generate_series(1, 1000)');
	sql('SELECT pg_switch_wal()');
}
sql('CHECKPOINT');
is(sql('SELECT wal_status FROM pg_replication_slots'), 'lost', 'the server has removed its log');
is_said(1, qr/slot "pg2hbase" is lost.*max_slot_wal_keep_size.*sync start/s, 'a slot that is lost', 'run', '-D', $folder);
is((client('sync', 'status', '-D', $folder))[0], 4, 'its status');
is((client('sync', 'drop', '-D', $folder))[0], 0, 'drop');
is(sql('SELECT count(*) FROM pg_replication_slots'), '0', 'drop removes the slot');

done_testing();
