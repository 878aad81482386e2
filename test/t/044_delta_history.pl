# Deltas and the history of their database: a folder that could not get its name,
# one of a history that was given up, and what an export reads is on disk first.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('history');
my $dir = new_folder();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE orders (id int PRIMARY KEY, status text);
	INSERT INTO orders SELECT i, 'open' FROM generate_series(1, 10) i;
	CREATE TABLE names (key rowkey, d widerow);
	INSERT INTO names VALUES ('a', '{s=x}');
	CREATE VIEW orders_h AS SELECT rowkey_compose('id int', id) AS key, widerow_build('s', status) AS d FROM orders});

sub manifest_of
{
	my ($name) = @_;

	return read_file("$dir/$name/manifest.json");
}

sub run_of
{
	my ($name) = @_;

	return manifest_of($name) =~ /^  "run": "([0-9a-f-]{36})",$/m ? $1 : die;
}

sub previous_of
{
	my ($name) = @_;

	return manifest_of($name) =~ /^  "previous": "([a-z0-9-]+)",$/m ? $1 : die;
}

# ---- runs -------------------------------------------------------------------------

sql("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT hbase.export_hfiles('orders_h', '$dir/full'); SELECT hbase.baseline('orders_h', 'sent', directory => '$dir/full'); COMMIT");
is(previous_of('full'), 'any', 'a full export is loaded after any run');
sql("UPDATE orders SET status = 'paid' WHERE id = 1; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d1')");
is(previous_of('d1'), run_of('full'), 'a delta after the export of its baseline');
sql("DELETE FROM orders WHERE id = 2; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d2')");
is(previous_of('d2'), run_of('d1'), 'and after the delta before it');
is(sql("SELECT r.run, r.previous, r.directory, r.stamp = b.stamp, pg_xact_status(r.xid) FROM hbase.delta_run r JOIN hbase.delta_baseline b ON b.run = r.run::text"),
	join('|', run_of('d2'), run_of('d1'), "$dir/d2", 't', 'committed'), 'the last run');
is(sql("SELECT inode FROM hbase.delta_run WHERE directory = '$dir/d2'"), (stat "$dir/d2")[1], 'and its folder');
sql("SELECT hbase.baseline('orders_h', 'empty', empty => true); SELECT hbase.export_delta('orders_h', 'empty', '$dir/e1')");
is(previous_of('e1'), 'none', 'a delta that is all');
sql("SELECT hbase.baseline('orders_h', 'unknown'); UPDATE orders SET status = 'unknown' WHERE id = 1; SELECT hbase.export_delta('orders_h', 'unknown', '$dir/u1')");
is(previous_of('u1'), 'any', 'of a baseline that knows of no export');
sql("BEGIN; UPDATE orders SET status = 'one' WHERE id = 3; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d3'); UPDATE orders SET status = 'two' WHERE id = 3; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d4'); COMMIT");
is(previous_of('d4'), run_of('d3'), 'two deltas of one transaction');
like(messages_of("BEGIN; UPDATE orders SET status = 'three' WHERE id = 3; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d5'); SELECT hbase.export_delta('orders_h', 'empty', '$dir/d5'); COMMIT"),
	qr/ERROR:  two deltas of this transaction have the same folder "\Q$dir\E\/d5"/, 'which need two folders');
ok(!-e "$dir/d5", 'none of them is there');
is(outcome("SELECT hbase_internal.set_baseline('sent', 'orders_h', 1, NULL, 'x')"), '23514', 'an invalid run');
sql('CREATE UNLOGGED TABLE lost AS TABLE sent');
like(messages_of("SELECT hbase.export_delta('orders_h', 'lost', '$dir/d5')"), qr/ERROR:  baseline public.lost must not be unlogged\n.*SET LOGGED/s, 'a baseline that a crash empties');

# ---- a folder that does not get its name ------------------------------------------

my $late = "BEGIN; UPDATE orders SET status = 'late' WHERE id = 4; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d5');\n\\! chmod 555 '$dir'\nCOMMIT;\n";
like(messages_of($late), qr/WARNING:  could not publish directory .*Permission denied.*has committed.*HINT:  Remove the cause and call hbase.finish_deltas\('\Q$dir\E'\)/s, 'a rename that fails after the commit');
is(sql('SELECT count(*) FROM hbase.delta_run'), '7', 'the run is stored');
like(messages_of("SELECT hbase.export_delta('orders_h', 'sent', '$dir/d6')"), qr/ERROR:  could not publish directory .*Permission denied/, 'no other delta of the baseline before it');
is(sql("SELECT count(*) FROM hbase.export_delta('orders_h', 'empty', '" . $server->basedir . "/e')"), '1', 'but one of another baseline');
chmod 0755, $dir;
ok(!-e "$dir/d5", 'its folder is hidden');
like(messages_of("SELECT hbase.export_hfiles('orders_h', '$dir/d5', stamp => 5)"), qr/^$/, 'another export gets the name');
like(messages_of("SELECT * FROM hbase.finish_deltas('$dir')"), qr/ERROR:  could not publish directory .*Directory not empty/, 'which is then in the way');
run_ok("mv '$dir/d5' '$dir/other'");
sql("UPDATE orders SET status = 'six' WHERE id = 3");
like(messages_of("SELECT hbase.export_delta('orders_h', 'sent', '$dir/d6')"), qr/NOTICE:  published ".*d5.partial-.*" of a committed transaction/, 'the next delta finishes it');
is(previous_of('d6'), run_of('d5'), 'and comes after it');
is(sql("SELECT count(*) FROM hbase.finish_deltas('$dir')"), '0', 'nothing is left to do');
is_deeply([ grep { /^\./ } names_in("$dir/d5") ], [], 'in the folder either');
# a crash right after the rename leaves the mark
write_file("$dir/d5/.d5.partial-0123456789abcdef", '');
is(sql("SELECT bool_and(ok) FROM hbase.verify('orders_h', '$dir/d5')"), 't', 'where a mark may be left');

# ---- others' folders ---------------------------------------------------------------

my ($head) = manifest_of('d6') =~ /^(.*?"delta": .*?\n)/s;

# A hidden folder with a manifest that begins so.
sub hide
{
	my ($name, $text) = @_;
	my $hidden = ".$name.partial-0123456789abcdef";

	mkdir "$dir/$hidden";
	write_file("$dir/$hidden/$hidden", '');
	write_file("$dir/$hidden/manifest.json.pending", $text) if defined $text;
	return $hidden;
}

my $unknown = $head =~ s/"run": "[^"]*"/"run": "00000000-0000-4000-8000-000000000000"/r;
my $hidden = hide('d7', $unknown =~ s/"timeline": \d+/"timeline": 99/r);
is(sql("SELECT * FROM hbase.finish_deltas('$dir')"), "$hidden|00000000-0000-4000-8000-000000000000|foreign", 'a hidden folder of another timeline');
like(messages_of("SELECT hbase.export_delta('orders_h', 'sent', '$dir/d7')"), qr/ERROR:  folder ".*\Q$hidden\E" is a delta of baseline public.sent of which this database has no record\n.*HINT:  If it was not loaded, remove it/s, 'stops the next delta');
is(sql("SELECT count(*) FROM hbase.export_delta('orders_h', 'empty', '$dir/e2')"), '1', 'but not that of another baseline');
hide('d7', $unknown =~ s/"system": "\d+"/"system": "1"/r);
is(sql("SELECT outcome FROM hbase.finish_deltas('$dir')"), 'foreign', 'one of another server');
is(sql("SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/d7')"), '0', 'stops nothing');
hide('d7', $unknown =~ s/"database": \d+/"database": 1/r);
is(sql("SELECT outcome FROM hbase.finish_deltas('$dir')"), 'foreign', 'one of another database');
hide('d7', $head);
is(sql("SELECT outcome FROM hbase.finish_deltas('$dir')"), 'foreign', 'one that has the run of another folder');
hide('d7', $unknown);
is(sql("SELECT outcome FROM hbase.finish_deltas('$dir')"), 'discarded', 'one that never happened');
hide('d8');
is(sql("SELECT folder, run IS NULL, outcome FROM hbase.finish_deltas('$dir')"), '.d8.partial-0123456789abcdef|t|discarded', 'one without a manifest');
hide('d8', '{"format": 1, "run": "00000000-0000-4000-8000-000000000000", "previous": "any", "delta": {"system": "x');
is(sql("SELECT outcome FROM hbase.finish_deltas('$dir')"), 'discarded', 'one with half a manifest');
foreach my $run ('00000000', '00000000000000000000000000000000', '00000000-0000-4000-8000-00000000-000', '000000000000000000000000000000000000')
{
	hide('d8', $unknown =~ s/"run": "[^"]*"/"run": "$run"/r);
	is(sql("SELECT run IS NULL, outcome FROM hbase.finish_deltas('$dir')"), 't|discarded', "one whose run is $run");
}
is_deeply([ grep { /^\./ } names_in($dir) ], [], 'are gone');
is(outcome("SELECT hbase.finish_deltas('$dir/nowhere')"), '58P01', 'a folder that is not there');

{
	my $output;
	my $writer = start_psql(\$output, 'BEGIN', "UPDATE orders SET status = 'seven' WHERE id = 3", "SELECT hbase.export_delta('orders_h', 'sent', '$dir/d8')", 'SELECT pg_sleep(1000)');

	$server->poll_query_until('postgres', "SELECT count(*) > 0 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1000)' AND wait_event = 'PgSleep'");
	is(sql("SELECT outcome FROM hbase.finish_deltas('$dir')"), 'running', 'one that is being written');
	is(sql("SELECT count(*) FROM hbase.export_delta('orders_h', 'empty', '$dir/e3')"), '0', 'is in nobody\'s way');
	sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
	$writer->finish;
	is_deeply([ grep { /^\.|d8/ } names_in($dir) ], [], 'and goes with its session');
}

# ---- a history that is given up ---------------------------------------------------------

$server->stop;
run_ok("cp -R '" . $server->data_dir . "' '" . $server->basedir . "/saved'");
$server->start;
sql("UPDATE orders SET status = 'gone' WHERE id = 5; SELECT hbase.export_delta('orders_h', 'sent', '$dir/d8')");
$server->stop;
run_ok("rm -r '" . $server->data_dir . "' && mv '" . $server->basedir . "/saved' '" . $server->data_dir . "'");
$server->start;
sql("UPDATE orders SET status = 'again' WHERE id = 6");
like(messages_of("SELECT hbase.export_delta('orders_h', 'sent', '$dir/d9')"), qr/ERROR:  folder "\Q$dir\E\/d8" is a delta of baseline public.sent of which this database has no record/, 'the folder of a run that the database lost');
run_ok("mv '$dir/d8' '$dir/../d8'");
is(sql("SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/d9')"), '1', 'once it is removed, the next delta');
is(previous_of('d9'), run_of('d6'), 'does not come after it');

# ---- what an export reads ------------------------------------------------------------------

sql("ALTER SYSTEM SET wal_writer_delay = '10s'");
sql('SELECT pg_reload_conf()');
foreach my $export ("hbase.export_hfiles('orders_h', '$dir/read')", "hbase.export_all('{orders_h}', '$dir/read_all')", "hbase.export_tsv('names', '$dir/read.tsv')")
{
	is(sql("SET synchronous_commit = off; UPDATE orders SET status = status; SELECT pg_current_wal_insert_lsn() AS lsn \\gset\nBEGIN READ ONLY; SELECT count(*) > 0 FROM (SELECT $export) x; COMMIT; SELECT pg_current_wal_flush_lsn() >= :'lsn'"), "t\nt", $export =~ s/\(.*//r . ': what it read is on disk');
}

$server->stop;
done_testing();
