# The client's export: several sessions, one folder; whatever is ended and when, there is
# no folder that looks whole.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('pg2hbase_export');
my $dir = new_folder();
connect_programs();
delete local $ENV{PGAPPNAME};

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE SCHEMA shop;
	CREATE SCHEMA other;
	CREATE TABLE shop.source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 20000) i;
	CREATE TABLE shop.orders (key rowkey PRIMARY KEY, d widerow, e widerow);
	INSERT INTO shop.orders SELECT rowkey_compose('id int', id), widerow_build('t', t), widerow_build('n', id) FROM shop.source;
	CREATE VIEW shop.items AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM shop.source;
	CREATE VIEW other.doubled AS SELECT rowkey_compose('id int', id % 10) AS key, widerow_build('t', t) AS d FROM shop.source;
	-- waits at its rows while a session holds lock 4
	CREATE VIEW other.held AS SELECT key, d FROM shop.items, LATERAL (SELECT pg_advisory_xact_lock_shared(length(key))) s;
	SELECT hbase.define('shop.orders', 'shop:orders', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM generate_series(2000, 18000, 2000) i));
	VACUUM ANALYZE});

# ---- an export -----------------------------------------------------------------------

my ($code, $output, $messages) = client('export', '-D', "$dir/shop", '-j', '3', '-n', 'shop', '--show-sql');
is($code, 0, 'an export') or diag($messages);
like($output, qr/shop\.items +\S* *items +\S* *exported.*\n.*shop\.orders.*20000.*40000/, 'its summary');
like($output, qr/pg2hbase load \Q$dir\E\/shop/, 'and what comes next');
is_deeply([ names_in($dir), names_in("$dir/shop") ], [qw(shop items load.sh manifest.json shop-orders)], 'one folder');
is(sql("SELECT bool_and(ok), count(*) FROM hbase.verify('shop.orders', '$dir/shop/shop-orders', true)"), 't|10', 'its files are right');
my @parts = $messages =~ /hbase\.export_part\('[^']*', '[^']*', 'shop.orders', '(\{[\d,]+\})'\)/g;
is(join(',', sort { $a <=> $b } map { /\d+/g } @parts), '0,1,2,3,4,5,6,7,8,9', 'the table is divided by regions: each once');
is(scalar(() = $messages =~ /hbase\.export_part\('[^']*', '[^']*', 'shop.items', NULL\)/g), 1, 'the view is not');
is(sql('SELECT relation_name, baseline_name FROM hbase.delta_baseline ORDER BY 1'), "items|items_baseline\norders|orders_baseline", 'with baselines');
is(sql("SELECT count(*) FROM hbase.delta('shop.orders', 'shop.orders_baseline')"), '0', 'of the same state');
is(sql("SELECT count(*) FROM hbase.delta_baseline b WHERE run = (SELECT pg_read_file('$dir/shop/shop-orders/manifest.json')::json ->> 'run')"), '1', 'and run');

# ---- what is refused --------------------------------------------------------------------

foreach (
	[ [ '-n', 'shop' ], 2, 'no directory given' ],
	[ [ '-D', "$dir/x", '-j', '0' ], 2, 'the number of jobs must be from 1 to 64' ],
	[ [ '-D', "$dir/x", '-n', 'nothing' ], 2, 'schema "nothing" does not exist' ],
	[ [ '-D', "$dir/x", '-t', 'source' ], 2, 'relation "source" does not exist, or has no row key' ],
	[ [ '-D', "$dir/x", '-n', 'public' ], 2, 'there are no relations' ],
	[ [ '-D', "$dir/x", '-n', 'shop' ], 2, 'shop.items has the baseline shop.items_baseline' ],
	[ [ '-D', "$dir/x", '-n', 'shop', '--no-baseline', '--options', '{"compression": "LZO"}' ], 1, 'ERROR:  ' ],
	[ [ '-D', "$dir/shop", '-n', 'shop', '--no-baseline' ], 1, 'ERROR:  folder' ],
	[ [ '-D', "$dir/x", '-d', 'nothing' ], 3, 'connection' ])
{
	my ($arguments, $expected, $message) = @$_;

	($code, $output, $messages) = client('export', @$arguments);
	is($code, $expected, "@$arguments");
	like($messages, qr/\Q$message\E/, 'with the reason');
}
is_deeply([ names_in($dir) ], ['shop'], 'nothing is left');
($code, $output, $messages) = client('export', '-D', "$dir/again", '-n', 'shop', '--refresh', '-q', '-T', 'items');
is("$code$messages", '0', 'the baselines begin again');
is(sql("SELECT count(*) FROM hbase.delta_baseline b WHERE run = (SELECT pg_read_file('$dir/again/shop-orders/manifest.json')::json ->> 'run')"), '1', 'with the new run');
($code, $output, $messages) = client('export', '-D', "$dir/failed", '-t', 'other.doubled', '-t', 'shop.items', '--no-baseline', '-j', '2');
is($code, 4, 'a relation that cannot be exported needs a decision');
like($messages, qr/other\.doubled cannot be exported: \S/, 'the reason is shown');
like($output, qr/other.doubled.*failed.*\n.*shop\.items.*exported/, 'the others are exported');
run_ok("rm -r '$dir/again' '$dir/failed' '$dir/shop'");

sql('CREATE ROLE "export Reader" LOGIN; GRANT USAGE ON SCHEMA shop TO "export Reader"; GRANT SELECT ON ALL TABLES IN SCHEMA shop TO "export Reader"');
($code, $output, $messages) = client('export', '-D', "$dir/x", '-n', 'shop', '--no-baseline', '-U', 'export Reader');
is($code, 1, 'a role that may not write files');
like($messages, qr/ERROR:  permission denied.*\npg2hbase: hint: GRANT pg_write_server_files TO "export Reader"; or use --stream/s, 'gets a hint');

# ---- ends --------------------------------------------------------------------------------

# Start an export that waits at the rows of a view. The keeper lets it go on.
sub start_export
{
	my ($output) = @_;
	my $nothing;
	my $keeper = IPC::Run::start([ 'psql', '-XqAt', '-c', 'SELECT pg_advisory_lock(4)', '-c', 'SELECT pg_sleep(600)' ], '>', \$nothing, '2>', \$nothing);
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	my $client = IPC::Run::start([ 'pg2hbase', 'export', '-D', "$dir/x", '-j', '2', '--no-baseline', '-t', 'held', '-t', 'orders' ], '<', \undef, '>', $output, '2>', $output);
	waits();
	return ($keeper, $client);
}

sub waits
{
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted}) or die;
}

sub release { sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted}) }

my $waiting = q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted};

# a part whose session ends is written again
my $said = '';
my ($keeper, $client) = start_export(\$said);
my ($before) = sql(q{SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted});
sql($waiting);
$server->poll_query_until('postgres', qq{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid <> $before}) or die;
release();
$_->finish foreach $keeper, $client;
like($said, qr/other\.held: .*terminating connection.*\n.*trying again/s, 'a part is tried again');
is(scalar(() = $said =~ /terminating connection/g), 1, 'with one message');
like($said, qr/other\.held .*exported +1 +20000/, 'and succeeds');
is(sql("SELECT bool_and(ok) FROM hbase.verify('other.held', '$dir/x/held', true)"), 't', 'in the same snapshot');
run_ok("rm -r '$dir/x'");

# twice is too much
($keeper, $client) = start_export(\$said);
foreach (1, 2)
{
	($before) = sql(q{SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted});
	sql($waiting);
	$server->poll_query_until('postgres', qq{SELECT count(*) = @{[ 2 - $_ ]} FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid <> $before}) or die;
}
$client->finish;
is($client->result(0), 1, 'a part that fails again ends the export');
like($said, qr/nothing was published/, 'and says so');
release();
$keeper->finish;

# each other end
foreach (
	[ 'Ctrl-C', 130, sub { $client->signal('INT') } ],
	[ 'the end of the client', undef, sub { $client->signal('KILL') } ],
	[ 'the end of the first session', 3, sub { sql(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_export_snapshot()' AND application_name = 'pg2hbase'}) } ],
	[ 'a crash of the server', 3, sub { $server->stop('immediate') } ])
{
	my ($what, $expected, $end) = @$_;

	$said = '';
	($keeper, $client) = start_export(\$said);
	$end->();
	eval { $client->finish };
	is($client->result(0), $expected, $what) or diag($said) if defined $expected;
	$server->start if $what =~ /server/;
	$server->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pg2hbase'}) or die;
	release();
	eval { $keeper->finish };
	is_deeply([ grep { !/^\./ } names_in($dir) ], [], "$what leaves no folder");
	sql("SET client_min_messages = warning; SELECT hbase.finish_deltas('$dir')");
	is_deeply([ names_in($dir) ], [], 'and what is left can be removed');
}

$server->stop;
done_testing();
