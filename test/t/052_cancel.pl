# Long calls end soon after a cancel, at whatever moment it comes, and leave
# nothing: no progress, no files, no rows.  The largest delay is printed.
use strict;
use warnings;
use List::Util qw(max);
use Test::More;
use Time::HiRes qw(time sleep);
use TestServer;

# No call may take longer than this to end; on an idle machine it is far less.
my $longest = 10;

my $server = new_server('cancel');
my $dir = new_folder();
my $seed = $ENV{CANCEL_SEED} // time;
srand($seed);
note("CANCEL_SEED=$seed");

# one row of many cells, each in several versions; large cells in large blocks;
# many rows
sql(q{CREATE EXTENSION hbase_schema;
	CREATE TABLE wide (key rowkey, d widerow);
	ALTER TABLE wide ALTER d SET STORAGE EXTERNAL;
	INSERT INTO wide SELECT 'w', widerow_agg((i % 3000)::text, i::text, i::bigint) FROM generate_series(1, 600000) i;
	CREATE TABLE large (key rowkey, d widerow);
	ALTER TABLE large ALTER d SET STORAGE EXTERNAL;
	INSERT INTO large SELECT rowkey_encode(i, 'bytes'), widerow_at(widerow_build('q', v), 5)
	FROM (SELECT string_agg(md5(i::text), '') AS v FROM generate_series(1, 250000) i) v, generate_series(1, 12) i;
	CREATE TABLE many AS SELECT i AS id, md5(i::text) AS a, '2022-12-01+00'::timestamptz + i * interval '1 s' AS at FROM generate_series(1, 300000) i;
	CREATE VIEW many_h AS SELECT rowkey_compose('sha256(a text, 4), id int', a, id) AS key, widerow_at(widerow_build('a', a, 'i', id), at) AS d FROM many;
	CREATE VIEW text_h AS SELECT a::rowkey AS key, widerow_build('a', a) AS d FROM many;
	CREATE TABLE back (key rowkey PRIMARY KEY, d widerow);
	SELECT hbase.define('wide', families => '{"d": {"COMPRESSION": "GZ", "VERSIONS": 3}}'),
	       hbase.define('large', families => '{"d": {"COMPRESSION": "GZ", "BLOCKSIZE": 16777216}}')});
sql("SELECT hbase.export_all('{wide,large,many_h}', '$dir/whole')");
sql(q{SELECT hbase.baseline('many_h', 'many_base')});
sql(q{UPDATE many SET a = a || 'x' WHERE id % 3 = 0});

my @calls = (
	"hbase.check('wide')", "hbase.check('large')", "hbase.check('many_h')",
	"hbase.rejects('many_h')", "hbase.plan_splits('many_h', 100)", "hbase.plan_splits('wide')",
	"hbase.estimate('wide')", "hbase.estimate('large')", "hbase.estimate('many_h')",
	"hbase.heat('wide')", "hbase.heat('many_h')", "hbase.report('many_h')",
	q{hbase.compare('many', '{"id int","sha512(a text), id int"}', at => 'at')}, "hbase.compare_relations('{wide,many_h}')",
	"hbase.check_schema('public')", "hbase.estimate_schema('public')", "hbase.report_schema('public')",
	"hbase.export_hfiles('wide', '$dir/x')", "hbase.export_hfiles('large', '$dir/x')",
	"hbase.export_hfiles('many_h', '$dir/x', regions => 5)", "hbase.export_all('{wide,large,many_h}', '$dir/x')",
	(map { "hbase.export_hfiles('$_', '$dir/x', splits => ARRAY['\\x40', 'w', '\\x80', '\\xC0']::rowkey[], options => '{\"jobs\": 3}')" } 'wide', 'many_h'),
	"hbase.export_tsv('text_h', path => '$dir/x', skip_empty => true)",
	"hbase.verify('wide', '$dir/whole/wide', true)", "hbase.verify('large', '$dir/whole/large', true)", "hbase.verify('many_h', '$dir/whole/many_h', true)",
	"hbase.import_hfiles('$dir/whole/wide', 'back')", "hbase.import_hfiles('$dir/whole/large', 'back')", "hbase.import_hfiles('$dir/whole/many_h', 'back')",
	"hbase.baseline('many_h', 'another')", "hbase.delta('many_h', 'many_base')", "hbase.export_delta('many_h', 'many_base', '$dir/x')");

# What a call must not change.
my $state = q{SELECT (SELECT count(*) FROM hbase.progress), (SELECT count(*) FROM back), (SELECT count(*) FROM many_base),
	(SELECT count(*) FROM hbase.delta_run), to_regclass('another')};
my @before = (sql($state), names_in($dir));

# Cancel a call after so many seconds; its messages and the delay.
sub cancel
{
	my ($call, $after) = @_;
	my $output;
	my $start = time;
	my $session = start_psql(\$output, "SET statement_timeout = '" . int(1000 * $after + 1) . "ms'", "BEGIN", "SELECT count(*) FROM $call", 'ROLLBACK');

	IPC::Run::finish($session);
	return ($output, max(0, time - $start - $after));
}

my $worst = 0;
foreach my $call (@calls)
{
	my ($name) = $call =~ /^hbase\.(.*)/;

	$name =~ s/\Q$dir\E/.../;
	my $largest = 0;
	my $canceled = 0;
	my @unexpected;

	# until a few moments were before the end of the call
	foreach my $n (1, 2)
	{
		my ($output, $delay) = cancel($call, ($canceled < $n - 1 ? 0.05 : 1) * (0.02 + rand 1));

		$canceled++ if $output =~ /statement timeout/;
		push @unexpected, $output if $output =~ /ERROR/ && $output !~ /statement timeout/;
		$largest = max($largest, $delay) if $output =~ /statement timeout/;
		# an export that came to its end
		system('rm', '-rf', "$dir/x") if $output !~ /statement timeout/;
	}
	$worst = max($worst, $largest);
	note(sprintf '%s: %d canceled, %.2f s', $name, $canceled, $largest);
	cmp_ok($largest, '<', $longest, "$name ends soon after a cancel");
	is_deeply([ \@unexpected, sql($state), names_in($dir) ], [ [], @before ], 'and leaves nothing');
}
note(sprintf 'the longest delay: %.2f s', $worst);

# ---- Ctrl-C in psql -----------------------------------------------------------

my $output;
my $session = start_psql(\$output, "SELECT count(*) FROM hbase.export_hfiles('large', '$dir/x')");
$server->poll_query_until('postgres', "SELECT count(*) = 1 FROM hbase.progress") or die;
my $start = time;
$session->signal('INT');
IPC::Run::finish($session);
note(sprintf 'Ctrl-C: %.2f s', time - $start);
cmp_ok(time - $start, '<', $longest, 'an export ends soon after Ctrl-C');
like($output, qr/canceling statement due to user request/, 'with its message');
is_deeply([ sql($state), names_in($dir) ], \@before, 'and leaves nothing');

# The calls still work.
is(sql("SELECT count(*) FROM hbase.export_hfiles('large', '$dir/x'); SELECT bool_and(ok) FROM hbase.verify('large', '$dir/x', true)"), "1\nt", 'the next export is whole');

done_testing();
