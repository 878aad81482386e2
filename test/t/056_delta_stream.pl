# Baselines and deltas through the connection: a delta whose transaction has committed appears on the
# client's disk, and no other one does, whatever ends and when.  Published folders are imported in
# their order; the table holds what the relation holds.
#
# KILLS=100 in the environment: the end of the client before every step, not before some.
use strict;
use warnings;
use Test::More;
use TestServer;

my $kills = $ENV{KILLS} // 15;
my $server = new_server('delta_stream');
my $here = new_folder();
my $shim = $server->basedir . '/kill_at.so';
my $has_shim = system("cc -shared -fPIC -o '$shim' test/t/kill_at.c 2>/dev/null") == 0;
connect_programs();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE delta_sender LOGIN;
	CREATE ROLE delta_reader LOGIN;
	GRANT USAGE ON SCHEMA hbase TO PUBLIC;
	CREATE SCHEMA shop;
	GRANT CREATE, USAGE ON SCHEMA shop TO delta_sender;
	GRANT USAGE ON SCHEMA shop TO delta_reader;
	CREATE TABLE shop.source (id int PRIMARY KEY, t text, n text);
	INSERT INTO shop.source SELECT i, 'text ' || i, CASE WHEN i % 3 = 0 THEN 'n' END FROM generate_series(1, 60) i;
	CREATE VIEW shop.items AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d, widerow_build('n', n) AS e FROM shop.source;
	CREATE VIEW shop.orders AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM shop.source WHERE id % 2 = 0;
	SELECT hbase.define('shop.orders', 'shop:orders', splits => ARRAY[rowkey_compose('id int', 30)]);
	GRANT SELECT ON ALL TABLES IN SCHEMA shop TO delta_sender, delta_reader;
	-- cells of a relation
	CREATE FUNCTION cells_of(relation regclass, OUT key rowkey, OUT family name, OUT qualifier bytea, OUT value bytea) RETURNS SETOF record LANGUAGE plpgsql AS $$
	BEGIN
		RETURN QUERY EXECUTE (
			SELECT string_agg(format('SELECT key, %L::name, c.qualifier, c.value FROM %s, widerow_cells(widerow_visible(%I)) c', f.family, relation, f.column_name), ' UNION ALL ')
			FROM hbase.families(relation) f);
	END $$;
	SELECT hbase.create_table('stored_items', '["d", "e"]'), hbase.create_table('stored_orders', '["d"]')});

my $changes = 0;

# Changes in both relations, each time others.
sub change
{
	$changes++;
	sql(qq{
		DELETE FROM shop.source WHERE id = 1 + $changes * 7 % 60;
		INSERT INTO shop.source SELECT 1 + i % 60, 'change $changes', CASE WHEN i % 2 = 0 THEN '$changes' END FROM generate_series($changes * 5, $changes * 5 + 3) i
		ON CONFLICT (id) DO UPDATE SET t = excluded.t, n = excluded.n});
}

my %last;
my %loaded;

# Import the new folders in the order of their names; each must follow the last one.
sub load
{
	foreach my $folder (grep { /^\w.*-\d+$/ && !$loaded{$_} } names_in($here))
	{
		my ($table) = $folder =~ /^(?:shop-)?(\w+)-/;
		my ($run, $previous) = split /\|/, sql("SELECT m ->> 'run', m ->> 'previous' FROM (SELECT pg_read_file('$here/$folder/manifest.json')::json) f(m)");

		is($previous, $last{$table}, "$folder follows the last folder of $table") if $previous ne $last{$table};
		sql("SELECT hbase.import_hfiles('$here/$folder', 'stored_$table')");
		$last{$table} = $run;
		$loaded{$folder} = 1;
	}
}

# What the store has and the relations do not, or the other way around.
sub differences
{
	return join ' ', map {
		sql("WITH s AS (SELECT key, family, qualifier, value FROM hbase.scan('stored_$_')), n AS (SELECT * FROM cells_of('shop.$_')) SELECT count(*) FROM ((TABLE s EXCEPT ALL TABLE n) UNION ALL (TABLE n EXCEPT ALL TABLE s)) x")
	} qw(items orders);
}

# ---- an export with baselines ------------------------------------------------------------

my ($code, $output, $messages) = client('export', '--stream', '-n', 'shop', '-D', "$here/full", '-U', 'delta_reader', '-q');
is($code, 2, 'baselines need a right');
like($messages, qr/^pg2hbase: permission denied to make baselines in schema "shop"\npg2hbase: hint: GRANT CREATE ON SCHEMA; or --no-baseline/, 'which a message names');
is_deeply([ names_in($here) ], [], 'before anything is written');
($code, $output, $messages) = client('export', '--stream', '-n', 'shop', '-D', "$here/full", '-U', 'delta_sender', '-q', '-j', '2', '--options', '{"compression": "GZ"}');
is("$code$messages", '0', 'an export');
is(sql("SELECT relation_name, stamp = (m ->> 'stamp')::bigint, run = m ->> 'run', splits, directory, options FROM hbase.delta_baseline, pg_read_file(format('$here/full/%s/manifest.json', CASE relation_name WHEN 'items' THEN 'items' ELSE 'shop-orders' END)) f, LATERAL (SELECT f::json) j(m) ORDER BY 1"),
	qq(items|t|t|{}||{"compression": "GZ"}\norders|t|t|{"\\\\x80\\\\x00\\\\x00\\\\x1E"}||{"compression": "GZ"}), 'its baselines have stamp, run, split points and options');
is(sql("SELECT count(*) FROM hbase.delta('shop.items', 'shop.items_baseline')"), '0', 'of the same state');
foreach ([ 'items', 'items' ], [ 'orders', 'shop-orders' ])
{
	sql("SELECT hbase.import_hfiles('$here/full/$_->[1]', 'stored_$_->[0]')");
	$last{ $_->[0] } = sql("SELECT run FROM hbase.delta_baseline WHERE relation_name = '$_->[0]'");
}
is(differences(), '0 0', 'the export is what the relations are');
is(outcome("SELECT hbase.baseline('shop.items', 'shop.x', manifest => '{}', directory => '/x')"), '22023', 'a manifest and a folder');
is(outcome("SELECT hbase.baseline('shop.items', 'shop.x', manifest => '[]')"), 'XX001', 'an invalid manifest');
is(outcome("SELECT hbase.baseline('shop.items', 'shop.x', manifest => pg_read_file('$here/full/shop-orders/manifest.json')::jsonb)"), '22023', 'the manifest of another table');

# ---- deltas ------------------------------------------------------------------------------------

my @delta = ('delta', '--stream', '-U', 'delta_sender');
is((client(@delta))[0], 2, 'no directory');
($code, $output, $messages) = client(@delta, '-D', "$here/nowhere");
is($code, 1, 'a directory that does not exist');
like($messages, qr/could not open directory "\Q$here\E\/nowhere"/, 'is an error');
change();
($code, $output, $messages) = client(@delta, '-D', $here);
is("$code$messages", '0', 'a delta');
like($output, qr{^shop\.items: \d+ cells in 2 files, (\Q$here\E/items-\d+)\nshop\.orders: \d+ cells in [12] files, (\Q$here\E/shop-orders-\d+)\n\nThe folders are complete; on this host:\npg2hbase load \1 \2\n\z}, 'of each relation') or diag($output);
my ($folder) = $output =~ m{(items-\d+)};
is_deeply([ names_in("$here/$folder") ], [qw(d e load.sh manifest.json)], 'a whole folder');
is(sprintf('%o %o', map { (stat "$here/$folder$_")[2] & 07777 } '', '/load.sh'), '755 755', 'with the usual modes');
like(read_file("$here/$folder/manifest.json"), qr/"compression": "GZ"/i, 'and the stored options');
is(sql("SELECT bool_and(ok) FROM hbase.verify('shop.items', '$here/$folder')"), 't', 'and checksums');
load();
is(differences(), '0 0', 'after the export it is what the relations are');
is(sql("SELECT count(*), count(directory), count(inode) FROM hbase.delta_run"), '2|0|0', 'the runs have no folder of the server');
($code, $output, $messages) = client(@delta, '-D', $here);
is("$code$messages$output", "0shop.items: unchanged\nshop.orders: unchanged\n\nNothing has changed, so there is nothing to load:\ntrue\n", 'without changes there is none');
like((client('status'))[1], qr/^shop\.items_baseline .* \(on another host\)$/m, 'status');
sql("INSERT INTO shop.source VALUES (1001, repeat('large ', 100000), 'n')");
($code, $output) = client(@delta, '-D', "$here/");
is($code, 0, 'a large row, a slash at the end');
load();
is(differences(), '0 0', 'arrives');
sql('DELETE FROM shop.source WHERE id = 1001');

# deltas on the server and here are one chain
is(sql("SELECT count(*) > 0 FROM hbase.export_delta('shop.items', 'shop.items_baseline', '$here/items-0000000000001')"), 't', 'a delta on the server');
load();
change();
is((client(@delta, '-D', $here))[0], 0, 'and one here');
load();
is(differences(), '0 0', 'follow each other');
is(outcome_as('delta_reader', "SELECT count(*) FROM hbase.export_delta_stream('shop.items', 'shop.items_baseline')"), '42501', 'not for the baseline of another');

# files that arrive otherwise than they were sent
sql('ALTER FUNCTION hbase.export_delta_stream RENAME TO honest_stream');
change();
foreach (
	[ q{path, CASE WHEN path LIKE 'd/%' THEN set_byte(piece, 9, 255 - get_byte(piece, 9)) ELSE piece END}, 'did not arrive as it was sent' ],
	[ q{replace(path, 'd/', 'x/'), piece}, 'did not arrive as it was sent' ],
	[ q{replace(path, 'd/', 'd/../../../'), piece}, 'invalid name' ])
{
	my ($columns, $message) = @$_;

	sql(qq{
		CREATE FUNCTION hbase.export_delta_stream(relation regclass, baseline regclass, options jsonb, OUT path text, OUT piece bytea) RETURNS SETOF record LANGUAGE sql
		AS \$\$SELECT $columns FROM hbase.honest_stream(relation, baseline, options => options)\$\$});
	my @before = names_in($here);
	($code, $output, $messages) = client(@delta, '-D', $here, '-q');
	is($code, 1, "files with $columns");
	like($messages, qr/$message.*no delta was published/s, 'are not accepted');
	is_deeply([ names_in($here) ], \@before, 'and leave nothing');
	sql('DROP FUNCTION hbase.export_delta_stream');
}
sql('ALTER FUNCTION hbase.honest_stream RENAME TO export_delta_stream');

# ---- what the server knows ---------------------------------------------------------------------------

my ($head) = read_file("$here/$folder/manifest.json") =~ /^(.*?"delta": .*?\n)/s;
my $other = '00000000-0000-4000-8000-000000000000';

foreach (
	[ $head, 'committed' ],
	[ $head =~ s/"run": "[^"]*"/"run": "$other"/r, 'rolled back' ],
	[ $head =~ s/"run": "[^"]*"/"run": "$other"/r =~ s/"timeline": \d+/"timeline": 99/r, 'unknown' ],
	[ $head =~ s/"run": "[^"]*"/"run": "$other"/r =~ s/"system": "\d+"/"system": "1"/r, 'foreign' ],
	[ $head =~ s/"run": "[^"]*"/"run": "$other"/r =~ s/"database": \d+/"database": 1/r, 'foreign' ])
{
	my ($text, $expected) = @$_;

	is(outcome_as('delta_reader', "SELECT baseline, outcome FROM hbase.delta_outcome(\$x\$$text\$x\$)"), "shop.items_baseline|$expected", "a delta that is $expected");
}
is(sql("SELECT o IS NULL OR o.outcome IS NULL FROM hbase.delta_outcome('$_') o"), 't', "no delta: $_") foreach '', '{}', '{"format": 1, "run": "x"}', substr($head, 0, 100);

# A hidden folder with this head.
sub hide
{
	my ($name, $text) = @_;

	mkdir "$here/.$name.delta-aaaaaa";
	write_file("$here/.$name.delta-aaaaaa/.pg2hbase", '');
	write_file("$here/.$name.delta-aaaaaa/manifest.json.pending", $text) if defined $text;
}

is((client(@delta, '-D', $here, '-q'))[0], 0, 'what failed comes with the next delta');
load();
hide('items-1', $head =~ s/"run": "[^"]*"/"run": "$other"/r =~ s/"timeline": \d+/"timeline": 99/r);
($code, $output, $messages) = client(@delta, '-D', $here);
is($code, 1, 'a hidden folder that this history does not have');
like($messages, qr/is a delta of baseline shop\.items_baseline of which this database has no record\npg2hbase: hint: /, 'stops deltas');
run_ok("rm -r '$here/.items-1.delta-aaaaaa'");
hide('items-1', $head =~ s/"run": "[^"]*"/"run": "$other"/r =~ s/"system": "\d+"/"system": "1"/r);
is((client(@delta, '-D', $here, '-q'))[0], 0, 'one of another server does not');
ok(-e "$here/.items-1.delta-aaaaaa", 'and stays');
run_ok("rm -r '$here/.items-1.delta-aaaaaa'");
hide('items-1');
hide('items-2', $head =~ s/"run": "[^"]*"/"run": "$other"/r);
mkdir "$here/.items-3.delta-aaaaaa";
($code, $output, $messages) = client(@delta, '-D', $here);
is($code, 0, 'half a folder, and one that was rolled back');
is_deeply([ grep { /^\./ } names_in($here) ], [], 'are removed');
mkdir "$here/items-9";
write_file("$here/items-9/manifest.json", $head =~ s/"run": "[^"]*"/"run": "$other"/r);
($code, $output, $messages) = client(@delta, '-D', $here);
is($code, 1, 'a published folder that the server does not know');
like($messages, qr/folder "\Q$here\E\/items-9" is a delta of baseline/, 'stops deltas too');
run_ok("rm -r '$here/items-9'");

# ---- an end amid the commit --------------------------------------------------------------------------

# The commit of a transaction that has written the baseline waits while a session holds lock 5.
sql(q{
	CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_advisory_xact_lock_shared(5); RETURN NULL; END $$;
	GRANT EXECUTE ON FUNCTION wait() TO PUBLIC;
	CREATE CONSTRAINT TRIGGER waits AFTER INSERT OR UPDATE ON shop.items_baseline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()});

# Start a delta that waits in its commit.
sub start_waiting
{
	my ($output) = @_;
	my $nothing;
	my $keeper = IPC::Run::start([ 'psql', '-XqAt', '-c', 'SELECT pg_advisory_lock(5)', '-c', 'SELECT pg_sleep(600)' ], '>', \$nothing, '2>', \$nothing);

	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	my $client = IPC::Run::start([ 'pg2hbase', @delta, '-D', $here ], '<', \undef, '>', $output, '2>', $output);
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted}) or die;
	return ($keeper, $client);
}

sub release
{
	my ($keeper) = @_;

	sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted});
	eval { $keeper->finish };
}

sub hidden { return scalar(grep { /^\./ } names_in($here)) }

change();
my $said = '';
my ($keeper, $client) = start_waiting(\$said);
is(hidden(), 2, 'before the commit all is hidden');
sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted});
eval { $client->finish };
is($client->result(0), 3, 'the connection is lost');
like($said, qr/hint: it is not known whether the transaction committed; the next pg2hbase delta --stream .* publishes or removes/, 'which is said');
is(hidden(), 2, 'the folders stay');
release($keeper);
($code, $output, $messages) = client(@delta, '-D', $here);
is($code, 0, 'the next delta');
like($messages, qr/^(?:removed ".*delta-.*", left by an interrupted delta\n){2}\z/, 'removes them');
is(hidden(), 0, 'so nothing is hidden');
load();
is(differences(), '0 0', 'and has their changes');

change();
($keeper, $client) = start_waiting(\$said);
$client->signal('KILL');
eval { $client->finish };
$said = '';
my $next = IPC::Run::start([ 'pg2hbase', @delta, '-D', $here ], '<', \undef, '>', \$said, '2>', \$said);
my $waits = time + 180;
while ($said !~ /waiting for the end|removed/ && time < $waits) { $next->pump_nb; select undef, undef, undef, 0.1 }
release($keeper);
$next->finish;
is($next->result(0), 0, 'a delta while the server still commits another one');
is(hidden(), 0, 'waits for its end') or diag($said);
load();
is(differences(), '0 0', 'and nothing is lost');

change();
($keeper, $client) = start_waiting(\$said);
$client->signal('INT');
eval { $client->finish };
is($client->result(0), 130, 'Ctrl-C in the commit');
is(hidden(), 0, 'leaves nothing');
release($keeper);
sql('DROP TRIGGER waits ON shop.items_baseline');

# ---- the end of the client before each step --------------------------------------------------------------

SKIP:
{
	skip 'no C compiler', 1 if !$has_shim;
	my %outcomes;
	my $step = 1;

	while (1)
	{
		my ($died, @hidden, $words);

		change();
		{
			local $ENV{LD_PRELOAD} = $shim;
			local $ENV{ASAN_OPTIONS} = 'verify_asan_link_order=0';
			local $ENV{KILL_AFTER} = $step;
			my $client = IPC::Run::start([ 'pg2hbase', @delta, '-D', $here ], '<', \undef, '>', \$words, '2>', \$words);

			eval { $client->finish };
			$died = ($client->full_result(0) & 127) == 9;
		}
		load();
		last if !$died;
		($code, $output, $messages) = client(@delta, '-D', $here);
		is($code, 0, "the delta after step $step") or diag($messages), last if $code != 0;
		$outcomes{$1}++ while $messages =~ /(published|removed) "/g;
		is(hidden(), 0, "step $step: nothing is hidden") if hidden();
		load();
		my $differ = differences();
		is($differ, '0 0', "step $step: every change is in the store") if $differ ne '0 0';
		$step += $kills < 100 ? 2 : 1;
	}
	cmp_ok($outcomes{removed} // 0, '>', 5, 'folders of deltas that never happened are removed');
	cmp_ok($outcomes{published} // 0, '>', 1, 'folders of committed ones are published');
	is(differences(), '0 0', "after $step steps every change is in the store");
	is(sql('SELECT count(*) FROM hbase.delta_run'), scalar(keys %loaded), 'a folder for each run that committed');
}

$server->stop;
done_testing();
