# tools/private-server: a server of one's own that leaves nothing behind, however
# it ends; any number side by side; the installed PostgreSQL stays as it was.
use strict;
use warnings;
use File::Temp;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep);
use TestServer;

my $temporary = File::Temp->newdir;
my $pg_config = $ENV{PG_CONFIG} // 'pg_config';
$ENV{TMPDIR} = "$temporary";
delete $ENV{PGHOST};

sub left_behind
{
	return join ' ', glob("$temporary/*");
}

# Start it without waiting; its process is what a signal would reach.
sub start
{
	my (@command) = @_;
	my $pid = fork // die $!;

	if ($pid == 0)
	{
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		POSIX::setsid();
		exec 'tools/private-server', @command or POSIX::_exit(127);
	}
	return $pid;
}

sub wait_for
{
	my ($condition) = @_;

	for (1 .. 600)
	{
		return 1 if $condition->();
		sleep 0.1;
	}
	return 0;
}

sub installed
{
	my $dirs = join ' ', map { `$pg_config --$_` =~ s/\s+$//r } qw(pkglibdir sharedir bindir);

	return `find $dirs ! -type d -printf '%p %s %T@\\n' | sort`;
}

my $before = installed();

# ---- what it offers ---------------------------------------------------------

my $sql = q{CREATE EXTENSION hbase_schema; SELECT 'a\x00'::rowkey, current_setting('work_mem')};
like(run_ok("tools/private-server -c work_mem=7MB psql -XAtc \"$sql\"", 'it runs'),
	qr/^a\\x00\|7MB$/m, 'the extension is there, and the setting');
like(run_ok("tools/private-server -n sh -c 'command -v postgres; ls \$SERVER_DIR'", 'without a server'),
	qr/\A\Q$temporary\E\/[^\n]*postgres\n\z/, 'only its programs');
like(run_ok(q{tools/private-server -w 'env HERE=1' sh -c 'tr "\\0" "\\n" </proc/$(head -n 1 "$SERVER_DIR/data/postmaster.pid")/environ'}, 'under a program'),
	qr/^HERE=1$/m, 'the server runs under it');
is(run_ok("echo 'SELECT 6 * 7' | tools/private-server psql -XAt", 'with input'),
	"42\n", 'the command reads the standard input');
system('tools/private-server', 'sh', '-c', 'exit 7');
is($? >> 8, 7, 'the status is that of the command');
is(left_behind(), '', 'nothing is left behind');

# ---- the README in one session ------------------------------------------------

my $readme = read_file('README.md');
write_file("$temporary.sql", join "\n", $readme =~ /^```sql\n(.*?)^```$/msg);
my $printed = run_ok("tools/private-server psql -Xq -v ON_ERROR_STOP=1 <$temporary.sql", 'the SQL of the README runs as pasted, exports too');
unlink "$temporary.sql";
my ($verified) = $readme =~ /^( region \| rows \| cells \| ok\n.*?)\n```$/ms;
like($printed =~ s/ +$//mgr, qr/^\Q$verified\E$/m, 'and the export is verified as shown');

# ---- side by side -----------------------------------------------------------

my @pids = map { start('psql', '-XAtc', 'SELECT pg_sleep(0.5)') } 1 .. 3;
is(join(' ', map { waitpid $_, 0; $? } @pids), '0 0 0', 'three run side by side');
is(left_behind(), '', 'nothing is left behind');

# ---- interrupted ------------------------------------------------------------

foreach my $signal ('INT', 'TERM', 'HUP')
{
	# Early, and once the command runs, which has started a program of its own.
	foreach my $moment (0, 1)
	{
		my $marker = "$temporary/marker";
		my $pid = start('sh', '-c', "echo \$\$ >$marker; sleep 600 & sleep 600");
		wait_for($moment ? sub { -s $marker } : sub { left_behind() });
		my ($child) = -s $marker ? read_file($marker) =~ /(\d+)/ : ();
		unlink $marker;
		kill $signal, $pid;
		waitpid $pid, 0;
		ok($? != 0, "SIG$signal ends it, " . ($moment ? 'at work' : 'at the start'));
		is(left_behind(), '', 'nothing is left behind');
		ok(wait_for(sub { !kill 0, -$child }), 'nothing of the command runs') if $child;
	}
}
my @servers = grep { `tr '\\0' ' ' <$_ 2>/dev/null` =~ /^\Q$temporary\E/ } glob('/proc/[0-9]*/cmdline');
is("@servers", '', 'no server runs');

is(installed(), $before, 'the installed PostgreSQL is as it was');
done_testing();
