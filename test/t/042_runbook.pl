# The runbook, followed to the letter: its SQL and its shell commands in one
# session, with programs in the place of HBase's that note how they were called.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('runbook');
my $base = $server->basedir;
mkdir "$base/$_" foreach qw(bin out);

foreach my $program (qw(hbase hdfs))
{
	write_program("$base/bin/$program", "echo \"$program \$*\" >>'$base/calls'\n");
}

# The blocks of the page, shell commands through psql's way to the shell.
my $script = "\\set ON_ERROR_STOP 1\n";
my ($sql, $sh) = (0, 0);
my $page = read_file('doc/runbook.md');
while ($page =~ /^```(\w+)\n(.*?)^```$/msg)
{
	my ($kind, $text) = ($1, $2);

	if ($kind eq 'sql')
	{
		$script .= "$text\n";
		$sql++;
	}
	elsif ($kind eq 'sh')
	{
		write_file("$base/block_" . ++$sh . '.sh', "set -e\n$text");
		$script .= "\\! sh $base/block_$sh.sh >>$base/said 2>&1 || echo failed $sh >>$base/failed\n";
	}
}
ok($sql >= 10 && $sh >= 4, "$sql blocks of SQL, $sh of the shell");
write_file("$base/script.sql", $script);

{
	local $ENV{PATH} = "$base/bin:$ENV{PATH}";
	local $ENV{OUT} = "$base/out";
	my ($output, $error);

	ok(IPC::Run::run([ 'psql', '-Xq', '-d', $server->connstr('postgres'), '-f', "$base/script.sql" ], '>', \$output, '2>', \$error), 'all of it runs')
	  or diag($error);
}
ok(!-e "$base/failed", 'the shell commands too') or diag(read_file("$base/said"));
my @loads = grep { /^hbase shell -n / } split /\n/, read_file("$base/calls");
is(scalar(@loads), 4, 'each folder is loaded by one program, and the table is read by one');
is(sql("SELECT count(*) FROM hbase.delta('orders_h', 'orders_sent')"), '0', 'nothing is left to tell');

$server->stop;
done_testing();
