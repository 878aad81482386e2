# The client's export through the connections: the same files for a role without any right on
# files; whatever is ended and when, there is no folder that looks whole.
#
# KILLS=100 in the environment: the end of the client before every step, not before some.
use strict;
use warnings;
use Test::More;
use TestServer;

my $kills = $ENV{KILLS} // 15;
my $server = new_server('pg2hbase_stream');
my $dir = new_folder();
my $here = $server->basedir . '/here';
my $shim = $server->basedir . '/kill_at.so';
my $has_shim = system("cc -shared -fPIC -o '$shim' test/t/kill_at.c 2>/dev/null") == 0;
mkdir $here;
connect_programs();
delete local $ENV{PGAPPNAME};

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE reader LOGIN;
	CREATE SCHEMA shop;
	CREATE SCHEMA other;
	GRANT USAGE ON SCHEMA shop, other, hbase TO reader;
	CREATE TABLE shop.source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 20000) i;
	CREATE TABLE shop.orders (key rowkey PRIMARY KEY, d widerow, e widerow);
	INSERT INTO shop.orders SELECT rowkey_compose('id int', id), widerow_build('t', t), CASE WHEN id % 3 > 0 THEN widerow_build('n', id) END FROM shop.source;
	CREATE VIEW shop.items AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM shop.source;
	CREATE VIEW shop.empty AS SELECT * FROM shop.items WHERE key = '';
	CREATE VIEW other.doubled AS SELECT rowkey_compose('id int', id % 10) AS key, widerow_build('t', t) AS d FROM shop.source;
	CREATE VIEW other.secret AS SELECT * FROM shop.items;
	-- more than a socket takes
	CREATE VIEW other.large AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', repeat(md5(t), 20)) AS d FROM shop.source;
	-- waits at its rows while a session holds lock 4
	CREATE VIEW other.held AS SELECT key, d FROM shop.items, LATERAL (SELECT pg_advisory_xact_lock_shared(length(key))) s;
	SELECT hbase.define('shop.orders', 'shop:orders', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM generate_series(2000, 18000, 2000) i));
	GRANT SELECT ON ALL TABLES IN SCHEMA shop TO reader;
	GRANT SELECT ON other.doubled, other.large, other.held TO reader;
	VACUUM ANALYZE});

# ---- the call -----------------------------------------------------------------------------

# Write the files that a call returns.
sub fetch
{
	my ($folder, $call) = @_;

	run_ok("mkdir -p '$folder/d' '$folder/e'");
	foreach (split /\n/, sql("SET ROLE reader; SELECT path, encode(string_agg(piece, '' ORDER BY n), 'hex') FROM $call WITH ORDINALITY s(path, piece, n) GROUP BY path"))
	{
		my ($path, $bytes) = split /\|/;

		write_file("$folder/$path", pack('H*', $bytes));
	}
}

# What a manifest says, but for names and times of files.
sub told
{
	my ($folder) = @_;

	return sql(qq{
		WITH manifest AS (SELECT pg_read_file('$folder/manifest.json')::json AS m)
		SELECT concat_ws(' ', 'region', r ->> 'region', r ->> 'start', r ->> 'stop', r ->> 'written', r ->> 'rows', r ->> 'cells', r ->> 'sum') FROM manifest, json_array_elements(m -> 'regions') r
		UNION ALL
		SELECT concat_ws(' ', 'file', x ->> 'region', split_part(x ->> 'path', '/', 1), x ->> 'rows', x ->> 'cells', x ->> 'bytes', x ->> 'first_row', x ->> 'last_row') FROM manifest, json_array_elements(m -> 'files') x
		UNION ALL
		SELECT concat_ws(' ', m ->> 'table', m ->> 'relation', m ->> 'database', m ->> 'rows', m ->> 'cells', m ->> 'rejects', m ->> 'empty_rows', m ->> 'stamp', m::jsonb ->> 'families') FROM manifest
		ORDER BY 1});
}

my $arguments = q{stamp => 1700000000000, options => '{"blocksize": 1000}'};
fetch("$dir/fetched", "hbase.export_stream('shop.orders', $arguments)");
sql("SELECT hbase.export_hfiles('shop.orders', '$dir/written', $arguments)");
is(told("$dir/fetched"), told("$dir/written"), 'the files of hbase.export_stream() are those of hbase.export_hfiles()');
is(read_file("$dir/fetched/load.sh"), read_file("$dir/written/load.sh"), 'with the same script');
is(sql("SELECT count(*), bool_and(ok) FROM hbase.verify('shop.orders', '$dir/fetched', true)"), '10|t', 'and the cells of the relation');
like(messages_of("SELECT * FROM hbase.export_stream('shop.orders', options => '{\"file_mode\": \"0600\"}')"), qr/unrecognized option "file_mode"/, 'no modes of files');
is(outcome_as('reader', "SELECT count(*) FROM hbase.export_stream('other.secret')"), '42501', 'only what the role may read');
is(outcome("SELECT hbase.export_stream(NULL)"), '22004', 'NULL');
is(outcome_as('reader', "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT stamp = floor(extract(epoch FROM now()) * 1000), run, relation, folder, parts FROM hbase.export_begin('{shop.orders}', NULL)"), 't||shop.orders|shop-orders|10', 'hbase.export_begin() without a folder plans');
is(outcome_as('reader', "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT hbase.export_begin('{shop.orders}', '$dir/x')"), '42501', 'with one it needs the right');
is_deeply([ names_in($dir) ], [qw(fetched written)], 'and writes nothing');

# ---- an export ------------------------------------------------------------------------------

my @stream = ('export', '--stream', '--no-baseline', '-U', 'reader', '-D');
my ($code, $output, $messages) = client(@stream, "$here/shop/", '-j', '3', '-n', 'shop', '--show-sql');
is($code, 0, 'an export') or diag($messages);
like($output, qr/shop\.empty +empty +exported +0 +0 +0.*\nshop\.items +items +exported +1 +20000 +20000.*\nshop\.orders +shop:orders +exported +20 +20000 +33334 /, 'its summary');
like($output, qr/pg2hbase load \Q$here\E\/shop/, 'and what comes next');
my @parts = $messages =~ /'shop.orders'.*\n.*'only_regions', '(\{[\d,]+\})'/g;
is_deeply([ sort @parts ], [ map { "{$_}" } 0 .. 9 ], 'each region is a part');
is_deeply([ names_in($here), names_in("$here/shop"), names_in("$here/shop/shop-orders") ], [qw(shop empty items load.sh manifest.json shop-orders d e load.sh manifest.json)], 'one folder');
is(sprintf('%o %o %o', map { (stat "$here/shop$_")[2] & 07777 } '', '/load.sh', '/items/manifest.json'), '755 755 644', 'with the usual modes');
is_deeply([ names_in($dir) ], [qw(fetched written)], 'nothing on the server');
is(sql('SELECT count(*) FROM hbase.delta_baseline'), '0', 'no baselines');
run_ok("cp -R '$here/shop' '$dir/shop' && chmod -R a+rX '$dir/shop'");
is(sql("SELECT count(*), bool_and(ok) FROM hbase.verify('shop.$_->[0]', '$dir/shop/$_->[1]', true)"), $_->[2], "$_->[0] is right") foreach [ 'orders', 'shop-orders', '10|t' ], [ 'items', 'items', '1|t' ], [ 'empty', 'empty', '1|t' ];
sql("SELECT hbase.export_all('{shop.empty,shop.items,shop.orders}', '$dir/all')");
is(told("$dir/shop/$_") =~ s/ \d{13} / /r =~ s/ [0-9a-f]{16}$//mgr, told("$dir/all/$_") =~ s/ \d{13} / /r =~ s/ [0-9a-f]{16}$//mgr, "$_ is what hbase.export_all() writes") foreach qw(shop-orders items empty);
is(sql("SELECT (pg_read_file('$dir/shop/manifest.json')::jsonb - 'stamp') = (pg_read_file('$dir/all/manifest.json')::jsonb - 'stamp')"), 't', 'so is the list of tables');
is(sql("SELECT count(DISTINCT pg_read_file('$dir/shop/' || f || 'manifest.json')::json ->> 'stamp') FROM unnest('{shop-orders/,items/,empty/,\"\"}'::text[]) f"), '1', 'with one stamp');
run_ok("rm -r '$here/shop' '$dir/shop' '$dir/all'");

($code, $output, $messages) = client(@stream, "$here/failed", '-t', 'other.doubled', '-t', 'shop.items', '-j', '2', '-q');
is($code, 4, 'a relation that cannot be exported needs a decision');
like($messages, qr/^pg2hbase: other\.doubled cannot be exported: \d+ rows of other\.doubled were rejected: Row .*key$/m, 'the reason is shown');
like($output, qr/other\.doubled.*failed.*same key\nshop\.items.*exported/, 'the others are exported');
is_deeply([ names_in("$here/failed") ], [qw(items load.sh manifest.json)], 'to the folder');
like(read_file("$here/failed/manifest.json"), qr/"problem": "[^\n]* rejected: Row [^\n]* same key",\s+"relation": "other.doubled"/, 'the manifest has the reason');
run_ok("rm -r '$here/failed'");

# ---- what is refused --------------------------------------------------------------------------

mkdir "$here/full";
write_file("$here/full/file", '');
foreach (
	[ [ "$here/full", '-n', 'shop' ], 1, qq{folder "$here/full" is not empty} ],
	[ [ "$here/full/file", '-n', 'shop' ], 1, 'already exists and is not a folder' ],
	[ [ "$here/nowhere/x", '-n', 'shop' ], 1, 'could not create folder' ],
	[ [ "$here/..", '-n', 'shop' ], 1, 'is not the name of a folder' ],
	[ [ "$here/x", '-t', 'other.secret' ], 1, 'permission denied for view secret' ],
	[ [ "$here/x", '-t', 'other.doubled' ], 1, 'no relation could be exported' ],
	[ [ "$here/x", '-t', 'items', '--options', '{"only_regions": [0]}' ], 1, 'unrecognized option "only_regions"' ],
	[ [ "$here/x", '-d', 'nothing' ], 3, 'connection' ])
{
	my ($rest, $expected, $message) = @$_;

	($code, $output, $messages) = client(@stream, @$rest);
	is($code, $expected, "@$rest");
	like($messages, qr/\Q$message\E/, 'with the reason');
}
is_deeply([ names_in($here), names_in("$here/full") ], [qw(full file)], 'nothing is left');
run_ok("rm -r '$here/full'");
mkdir "$here/x";
($code) = client(@stream, "$here/x", '-t', 'shop.empty', '-q');
is($code, 0, 'an empty folder is replaced');
run_ok("rm -r '$here/x'");

# files that arrive otherwise than they were sent
sql('ALTER FUNCTION hbase.export_stream RENAME TO honest_stream');
foreach (
	[ q{path, CASE WHEN path LIKE 'd/%' THEN set_byte(piece, 9, 255 - get_byte(piece, 9)) ELSE piece END}, 'did not arrive as it was sent' ],
	[ q{path, CASE WHEN path LIKE 'd/%' THEN substr(piece, 2) ELSE piece END}, 'did not arrive as it was sent' ],
	[ q{replace(path, 'd/', 'x/'), piece}, 'did not arrive as it was sent' ],
	[ q{replace(path, 'd/', 'd/../../../'), piece}, 'invalid name' ],
	[ q{replace(path, 'd/', '/tmp/'), piece}, 'invalid name' ])
{
	my ($columns, $message) = @$_;

	sql(qq{
		CREATE FUNCTION hbase.export_stream(relation regclass, regions int DEFAULT NULL, splits rowkey[] DEFAULT NULL, stamp bigint DEFAULT NULL, options jsonb DEFAULT '{}', OUT path text, OUT piece bytea) RETURNS SETOF record LANGUAGE sql
		AS \$\$SELECT $columns FROM hbase.honest_stream(relation, regions, splits, stamp, options)\$\$});
	($code, $output, $messages) = client(@stream, "$here/x", '-t', 'shop.items', '-q');
	is($code, 1, "files with $columns");
	like($messages, qr/$message/, 'are not accepted');
	is_deeply([ names_in($here) ], [], 'and leave nothing');
	sql('DROP FUNCTION hbase.export_stream');
}
sql('ALTER FUNCTION hbase.honest_stream RENAME TO export_stream');

# ---- ends of the server ------------------------------------------------------------------------

# Start an export that waits at the rows of a view. The keeper lets it go on.
sub start_held
{
	my ($output) = @_;
	my $nothing;
	my $keeper = IPC::Run::start([ 'psql', '-XqAt', '-c', 'SELECT pg_advisory_lock(4)', '-c', 'SELECT pg_sleep(600)' ], '>', \$nothing, '2>', \$nothing);
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	my $client = IPC::Run::start([ 'pg2hbase', @stream, "$here/x", '-j', '2', '-t', 'held', '-t', 'orders' ], '<', \undef, '>', $output, '2>', $output);
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted}) or die;
	return ($keeper, $client);
}

# Start an export whose client stops while files arrive, so that the server waits for it.
sub start_stopped
{
	my ($output) = @_;

	local $ENV{LD_PRELOAD} = $shim;
	local $ENV{ASAN_OPTIONS} = 'verify_asan_link_order=0';
	local $ENV{KILL_AFTER} = 12;
	local $ENV{KILL_WITH} = 19;
	my $client = IPC::Run::start([ 'pg2hbase', @stream, "$here/x", '-t', 'large' ], '<', \undef, '>', $output, '2>', $output);
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'ClientWrite'}) or die;
	return (undef, $client);
}

sub release { sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted}) }

my $said = '';
my ($keeper, $client) = start_held(\$said);
my $waits = time + 180;
while ($said !~ /other\.held: reading/ && time < $waits) { $client->pump_nb; select undef, undef, undef, 0.1 }
like($said, qr/^other\.held: reading, 0 of about \d+ rows \(0 %\), 0 rows\/s, an unknown time left$/m, 'progress');
my ($before) = sql(q{SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted});
sql("SELECT pg_terminate_backend($before)");
$server->poll_query_until('postgres', qq{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid <> $before}) or die;
release();
$_->finish foreach $keeper, $client;
like($said, qr/other\.held: .*terminating connection.*\n.*trying again/s, 'a part whose session ends is tried again');
like($said, qr/other\.held .*exported +1 +20000/, 'and succeeds');
run_ok("rm -r '$here/x'");

SKIP:
{
	skip 'no C compiler', 1 if !$has_shim;
	($keeper, $client) = start_stopped(\$said);
	my ($hidden) = names_in($here);
	like($hidden, qr/^\.x\.partial-/, 'while files arrive there is a hidden folder');
	is((stat "$here/$hidden")[2] & 07777, 0700, 'that no other user can enter');
	sql(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'ClientWrite'});
	$client->signal('CONT');
	$client->finish;
	like($said, qr/other\.large: .*trying again/s, 'a connection that is lost while files arrive');
	like($said, qr/other\.large .*exported +1 +20000/, 'is made again');
	is_deeply([ names_in($here), names_in("$here/x"), scalar(() = names_in("$here/x/large/d")) ], [ qw(x large load.sh manifest.json), 1 ], 'and nothing of the first attempt is left');
	run_ok("cp -R '$here/x' '$dir/x' && chmod -R a+rX '$dir/x'");
	is(sql("SELECT bool_and(ok) FROM hbase.verify('other.large', '$dir/x/large', true)"), 't', 'the files are right');
	run_ok("rm -r '$here/x' '$dir/x'");
}

foreach (
	[ 'Ctrl-C', 130, sub { $client->signal('INT') } ],
	[ 'the end of the first session', 3, sub { sql(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pg2hbase' ORDER BY backend_start LIMIT 1}) } ],
	[ 'a crash of the server', 3, sub { $server->stop('immediate') } ])
{
	my ($what, $expected, $end) = @$_;

	foreach my $start (\&start_held, $has_shim ? \&start_stopped : ())
	{
		$said = '';
		($keeper, $client) = $start->(\$said);
		$end->();
		$client->signal('CONT');
		$client->finish;
		is($client->result(0), $expected, $what) or diag($said);
		$server->start if $what =~ /server/;
		$server->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pg2hbase'}) or die;
		release();
		eval { $keeper->finish } if $keeper;
		is_deeply([ names_in($here) ], [], 'leaves nothing');
	}
}

# ---- ends of the client ----------------------------------------------------------------------

SKIP:
{
	skip 'no C compiler', 1 if !$has_shim;
	local $ENV{LD_PRELOAD} = $shim;
	local $ENV{ASAN_OPTIONS} = 'verify_asan_link_order=0';
	my ($wrong, $left, $removed, $steps) = ('', 0, 0, 1);

	while (1)
	{
		local $ENV{KILL_AFTER} = $steps;
		($code, $output, $messages) = client(@stream, "$here/x", '-j', '2', '-n', 'shop', '-q');
		$removed++ if $messages =~ /removed .*left by an interrupted export/;
		my @names = names_in($here);
		$left++ if grep { /^\./ } @names;
		if (grep { $_ eq 'x' } @names)
		{
			# a folder of that name is whole
			delete local $ENV{LD_PRELOAD};
			run_ok("cp -R '$here/x' '$dir/x' && chmod -R a+rX '$dir/x'");
			$wrong .= " $steps" if sql("SELECT bool_and(ok) FROM hbase.verify('shop.orders', '$dir/x/shop-orders', true)") ne 't' || sql("SELECT bool_and(ok) FROM hbase.verify('shop.items', '$dir/x/items', true)") ne 't';
			run_ok("rm -r '$here/x' '$dir/x'");
		}
		last if $? == 0 && $output =~ /is complete/;
		$steps += $kills < 100 ? 23 : 1;
		last if $steps > 10000;
	}
	is($wrong, '', 'the end of the client: no folder that looks whole');
	cmp_ok($left, '>', 3, "ends left hidden folders ($steps steps)");
	cmp_ok($removed, '>=', $left - 1, 'which the next export removes, but for an empty one in silence');
	is_deeply([ names_in($here) ], [], 'nothing is left');
}

$server->stop;
done_testing();
