# The client pg2hbase: its command line, its connection, what it prints, how it
# ends; and its command assess.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use TestServer;

my $server = new_server('pg2hbase');
connect_programs();

# ---- the command line ---------------------------------------------------------------

my ($code, $help, $messages) = client('--help');
is($code, 0, 'help');
my @verbs = $help =~ /^Commands:\n(.*?)\n\n/ms ? $1 =~ /^  (\w+) /mg : ();
cmp_ok(scalar(@verbs), '>', 0, "commands: @verbs");
foreach my $verb (@verbs)
{
	my ($status, $text, $errors) = client($verb, '--help');

	is("$status$errors", '0', "help for $verb");
	is_deeply([ grep { length > 110 } split /\n/, $text ], [], 'with lines that fit');
	like(read_file('doc/pg2hbase.md'), qr/^## \u$verb$/m, 'and a section of the page');
	is((client($verb, '-?'))[1], $text, '-? is the same');
}
my (undef, $manual) = client('--manual');
is_deeply([ grep { my $name = s/-/\\-/gr; $manual !~ /\Q$name\E/ } map { /^ +(?:-\S, )?(--[\w-]+)/mg } map { (client($_, '--help'))[1] } @verbs ],
	[], 'the manual page has all options');
like((client('--version'))[1], qr/^pg2hbase \(hbase_schema\) \d+\.\d+$/, 'version');
foreach (
	[ [], 'no command given' ],
	[ ['nonsense'], 'unrecognized command "nonsense"' ],
	[ [ 'assess', '--nonsense' ], 'unrecognized option "--nonsense"' ],
	[ [ 'assess', '-n' ], 'option "-n" needs a value' ],
	[ [ 'assess', 'a', 'b' ], 'too many arguments, the first is "b"' ],
	[ [ 'assess', '-f', 'xml' ], 'unrecognized format "xml"' ])
{
	my ($arguments, $message) = @$_;
	my ($status, $output, $errors) = client(@$arguments);

	is("$status$output", '2', "2 for: @$arguments");
	like($errors, qr/^pg2hbase: \Q$message\E/, 'with a message');
}

# ---- the connection --------------------------------------------------------------------

($code, undef, $messages) = client('assess', '-h', '/nowhere', '-w');
is($code, 3, 'no connection');
like($messages, qr{^pg2hbase: .*/nowhere.*\n\z}, 'with the reason of libpq');
($code, undef, $messages) = client('assess', 'postgres');
is($code, 3, 'no extension');
like($messages, qr/extension hbase_schema is not installed in database "postgres"\n.*CREATE EXTENSION/, 'with a hint');

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE SCHEMA crm;
	CREATE TYPE crm.mood AS ENUM ('good', 'bad');
	CREATE TABLE crm.a_line (order_id bigint, n int, "what else" text, PRIMARY KEY (order_id, n));
	CREATE TABLE crm.orders (id bigint PRIMARY KEY, placed timestamptz NOT NULL, moods crm.mood[], mood crm.mood, total numeric CHECK (total > 0));
	ALTER TABLE crm.a_line ADD FOREIGN KEY (order_id) REFERENCES crm.orders;
	CREATE TABLE crm.employee (id int PRIMARY KEY, boss int REFERENCES crm.employee);
	CREATE TABLE crm.keyless (a int);
	CREATE TABLE crm.part (id int PRIMARY KEY) PARTITION BY RANGE (id);
	CREATE TABLE crm.part_1 PARTITION OF crm.part FOR VALUES FROM (0) TO (10);
	CREATE TABLE crm.shaped (key rowkey PRIMARY KEY, d widerow);
	INSERT INTO crm.orders SELECT i, '2024-01-01 UTC'::timestamptz + i * interval '1 minute', '{good}', 'bad', i FROM generate_series(1, 3000) i;
	INSERT INTO crm.a_line SELECT i, 1, 'x' FROM generate_series(1, 3000) i;
	INSERT INTO crm.part VALUES (1), (2);
	CREATE SCHEMA "Odd 'n";
	CREATE TABLE "Odd 'n"."Ta""ble" ("Id" int PRIMARY KEY);
	INSERT INTO "Odd 'n"."Ta""ble" VALUES (1);
	CREATE SCHEMA empty;
	CREATE ROLE pg2hbase_reader LOGIN;
	GRANT USAGE ON SCHEMA crm TO pg2hbase_reader;
	GRANT SELECT ON ALL TABLES IN SCHEMA crm TO pg2hbase_reader;
	ANALYZE});
sql("CREATE ROLE pg2hbase_nobody LOGIN PASSWORD 'x'; REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC; GRANT TEMPORARY ON DATABASE postgres TO pg2hbase_reader");

foreach my $database (
	'postgres', "dbname=postgres user=pg2hbase_reader",
	'postgresql://pg2hbase_reader@/postgres?host=' . $server->host =~ s{/}{%2F}gr)
{
	is((client('assess', '-q', '-n', 'crm', '-d', $database))[0], 0, "connects to $database");
}

# ---- assess ---------------------------------------------------------------------------------

sub assessment
{
	my (@arguments) = @_;
	my ($status, $output, $errors) = client('assess', '-q', '-f', 'json', @arguments);

	is($status, 0, "assess @arguments") or diag($errors);
	return decode_json($output);
}

my $before = sql('SELECT count(*), sum(reltuples) FROM pg_class') . sql('SELECT count(*) FROM hbase_internal.definition');
my $all = assessment();
my %table = map { $_->{relation} => $_ } @{ $all->{tables} };
is_deeply(
	[ map { $_->{relation} } @{ $all->{tables} } ],
	[ q{"Odd 'n"."Ta""ble"}, qw(crm.employee crm.keyless crm.orders crm.part crm.a_line) ],
	'all tables, each after those that it refers to');
is($table{'crm.orders'}{key}, 'id bigint using bytes', 'the key is proposed');
is($table{'crm.orders'}{rows}, 3000, 'rows are counted');
cmp_ok($table{'crm.orders'}{size}{keyvalue_bytes}, '>', 3000 * 30, 'sizes are measured');
is($table{'crm.orders'}{time_column}, 'placed', 'the time of the writes is found');
cmp_ok($table{'crm.orders'}{designs}[0]{hottest}, '>', 90, 'the key is hot');
like($table{'crm.orders'}{proposed}[0]{key}, qr/\bid bigint\b/, 'keys for the workload are proposed');
cmp_ok($table{'crm.orders'}{designs}[1]{hottest}, '<', 20, 'with a salt it is not');
is_deeply(
	[ map { s/^\S+ %/n %/r =~ s/is \S+ %/is n %/r } @{ $table{'crm.orders'}{decisions} } ],
	[
		'n % of the writes of an hour (by placed) go to one of 16 regions; with salt(16) it is n %, but each scan reads 16 ranges',
		'stored as text: mood crm.mood', 'stored as text: moods crm.mood[]'
	],
	'what needs a decision');
is_deeply($table{'crm.orders'}{effort}, { table => 1, decisions => 6, constraints => 1 }, 'the effort, with its parts');
is($table{'crm.orders'}{units}, 8, 'and its sum');
like($table{'crm.keyless'}{decisions}[0], qr/^key: a digest of the row\. /, 'a table without a key needs a decision');
is_deeply($table{'crm.employee'}{decisions}, ['rows refer to rows of the same table; HBase has no joins'], 'a reference to itself');
is($table{'crm.part'}{rows}, 2, 'a partitioned table');
is_deeply([ map { $_->{relation} } @{ assessment('-n', 'crm', '-n', q{Odd 'n})->{tables} } ], [ map { $_->{relation} } @{ $all->{tables} } ], 'tables of schemas');
is_deeply([ map { $_->{relation} } @{ assessment('--schema', q{Odd 'n})->{tables} } ], [q{"Odd 'n"."Ta""ble"}], 'of one');
my $reader = assessment('-n', 'crm', '-U', 'pg2hbase_reader');
is((grep { $_->{relation} eq 'crm.orders' } @{ $reader->{tables} })[0]{key}, 'id bigint using bytes', 'a role that cannot write');
like(assessment('-n', 'crm', '--profile', 'phoenix')->{tables}[0]{key}, qr/using phoenix/, 'another profile');
cmp_ok(assessment('-n', 'crm', '--percent', '10')->{units}, '>', 8, 'a share of the rows');

($code, my $text, $messages) = client('assess');
is($code, 0, 'the report as text');
like($text, qr/^crm\.orders +3000 .* id bigint using bytes .*\n/m, 'has a line for each table');
like($text, qr/^crm\.keyless\n  decide: /m, 'and its decisions');
like($text, qr/^6 tables, 6003 rows, .*; effort \d+ units of 5 minutes \(0\.\d person-days\)$/m, 'and a total');
my $page = (client('assess', '-q', '-f', 'html'))[1];
like($page, qr{<th scope="col">row key for the workload</th>.*<td class="key"><code>[^<]*id bigint[^<]* using phoenix</code></td>}s, 'with keys for the workload');
like($page, qr{^<!DOCTYPE html>.*<section id="decisions">.*<th scope="row">crm\.orders</th><td class="key"><code>id bigint using bytes</code></td>.*<section id="relations">.*</html>\n\z}s, 'the report as a page');
my ($heat) = $page =~ m{<section id="heat">(.*?)</section>}s;
is_deeply([ $heat =~ m{<h3>(.*?)</h3>}g ], ['crm.orders'], 'with a table whose writes go to one region');
is_deeply([ $heat =~ m{<figure.*?(as proposed|with salt\(16\)).*?</figure>}gs ], [ 'as proposed', 'with salt(16)' ], 'and maps of both designs');
like($page, qr{<th scope="row">&quot;Odd 'n&quot;|<th scope="row">"Odd 'n"}, 'with escaped names');
unlike($page, qr/pg_temp/, 'and no temporary ones');
like($page, qr{<h2>crm\.orders</h2>}, 'but those of the tables');
is((() = $messages =~ /^assessing \S+.* \(\d of 6\)$/mg), 6, 'with progress');
is(sql('SELECT count(*), sum(reltuples) FROM pg_class') . sql('SELECT count(*) FROM hbase_internal.definition'), $before, 'nothing is changed');

{
	local $ENV{PGOPTIONS} = '-c default_transaction_read_only=on';

	($code, $text, $messages) = client('assess', '-q', '-n', 'crm');
	is($code, 0, 'a database that cannot be written');
	like($messages, qr/temporary views cannot be created here/, 'is reported');
	like($text, qr/^crm\.orders +3000 .* id bigint using bytes /m, 'with rows and keys');
	like((client('assess', '-q', '-n', 'crm', '-f', 'json'))[1], qr/"hottest": 9\d\./, 'and designs');
}
like((client('assess', '-q', '-n', 'crm', '-U', 'pg2hbase_nobody'))[2], qr/temporary views cannot be created here/, 'so is a role without TEMPORARY');

foreach (
	[ [ '-n', 'nowhere' ], 1, 'schema "nowhere" does not exist' ],
	[ [ '-n', 'empty' ], 1, 'there are no tables' ],
	[ [ '--profile', 'x' ], 2, 'unrecognized profile "x"' ],
	[ [ '--percent', '0' ], 2, 'the percentage is not in the range from 0 to 100' ],
	[ [ '--percent', 'x' ], 2, 'ERROR:  invalid input syntax for type double precision: "x"' ])
{
	my ($arguments, $expected, $message) = @$_;

	($code, $text, $messages) = client('assess', @$arguments);
	is("$code$text", $expected, "@$arguments");
	like($messages, qr/^pg2hbase: \Q$message\E$/m, 'with a message');
}

# ---- what --show-sql prints can be run ----------------------------------------------------

($code, $text, $messages) = client('assess', '-q', '--show-sql', '-f', 'json', '-n', 'crm', '-n', q{Odd 'n});
is($code, 0, '--show-sql');
my ($status, $replayed, $errors) = $server->psql('postgres', $messages =~ s/^(?:DEBUG|NOTICE|WARNING):.*\n//mgr, on_error_stop => 0);
is($status, 0, 'its statements run in psql');
is_deeply([ grep { !/Use a view whose columns|^CONTEXT|^PL|^psql/ } split /\n/, $errors ], [], 'with the same errors');
sub without_sizes
{
	my ($json) = @_;
	my $document = decode_json($json);

	delete $_->{size} foreach @{ $document->{tables} };
	return $document;
}
is_deeply(without_sizes($replayed =~ /^(\{\n    "units".*^\})$/ms), without_sizes($text), 'and give the same result');

# ---- Ctrl-C --------------------------------------------------------------------------------

{
	my $keeper = start_psql(\my $kept, 'BEGIN', 'LOCK TABLE crm.orders', 'SELECT pg_advisory_lock(46)', 'SELECT pg_sleep(600)');
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND granted}) or die;
	foreach my $signal (qw(INT TERM))
	{
		my ($output, $said) = ('', '');
		my $run = IPC::Run::start([ 'pg2hbase', 'assess', '-q', '-n', 'crm', '-d', 'application_name=pg2hbase' ], '<', \undef, '>', \$output, '2>', \$said);

		$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'pg2hbase' AND wait_event_type = 'Lock'}) or die;
		$run->signal($signal);
		$run->finish;
		is($run->full_result >> 8, 130, "SIG$signal: the exit code");
		is("$output$said", "pg2hbase: cancelled\n", 'one message, no report');
		$server->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = 'pg2hbase'}) or die;
	}

	# a server that ends the session
	my ($output, $said) = ('', '');
	my $run = IPC::Run::start([ 'pg2hbase', 'assess', '-q', '-n', 'crm', '-d', 'application_name=pg2hbase' ], '<', \undef, '>', \$output, '2>', \$said);
	$server->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'pg2hbase' AND wait_event_type = 'Lock'}) or die;
	sql(q{SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pg2hbase'});
	$run->finish;
	is($run->full_result >> 8, 3, 'a lost connection');
	like($said, qr/^pg2hbase: FATAL:  terminating connection due to administrator command/, 'with the reason');
	sql(q{SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted});
	$keeper->finish;
}

$server->stop;
done_testing();
