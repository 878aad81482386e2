# What the documentation shows is true: the SQL blocks of each page run without an
# error in an empty database, as its reader has one, and a plain block right behind one is what it prints.  And the reference
# has a word on every function that has a comment.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('docs');

# The fenced blocks of a page: kind, text, first and last line.
sub blocks
{
	my ($page) = @_;
	my @blocks;
	my $line = 0;

	foreach (split /^/, read_file($page))
	{
		$line++;
		if (/^```(\w*)$/ && !(@blocks && $blocks[-1]{open}))
		{
			push @blocks, { kind => $1, text => '', line => $line, open => 1 };
		}
		elsif (/^```$/) { @{ $blocks[-1] }{qw(open last)} = (0, $line) }
		elsif (@blocks && $blocks[-1]{open}) { $blocks[-1]{text} .= $_ }
	}
	return @blocks;
}

# Lines compare whatever the widths of their columns.
sub trimmed
{
	return map { s/^\s+|\s+$//gr =~ s/\s+/ /gr =~ s/--+/--/gr } split /\n/, shift;
}

foreach my $page ('README.md', glob('doc/*.md'))
{
	my $before;

	next unless grep { $_->{kind} eq 'sql' } blocks($page);
	$server->safe_psql('postgres', 'DROP DATABASE IF EXISTS docs');
	$server->safe_psql('postgres', 'CREATE DATABASE docs');

	# Where pages write files.
	my $out = $server->basedir . '/' . ($page =~ s/\W/_/gr);
	mkdir $out or die $!;

	# One session for all blocks, each introduced by a line of its own.
	my @sql = grep { $_->{kind} eq 'sql' } blocks($page);
	my $script = $server->basedir . '/script.sql';
	open my $file, '>', $script or die $!;
	print $file "SET TimeZone = 'UTC';\n", map { "\\echo block $_->{line}\n" . $_->{text} =~ s{/srv/out}{$out}gr . "\n" } @sql;
	close $file;
	my ($output, $error);
	my $ok = IPC::Run::run(
		[ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-h', $server->host, '-p', $server->port, '-d', 'docs', '-f', $script ],
		'>', \$output, '2>', \$error);
	ok($ok, "$page: " . @sql . ' blocks of SQL run') or diag($error);

	my %printed = $output =~ /^block (\d+)\n(.*?)(?=^block |\z)/msg;
	foreach my $block (blocks($page))
	{
		if ($block->{kind} eq '' && $before && $before->{kind} eq 'sql' && $block->{line} <= $before->{last} + 2)
		{
			my %have = map { $_ => 1 } trimmed($printed{ $before->{line} } // '');
			my @missing = grep { $_ ne '' && !$have{$_} } trimmed($block->{text});

			is_deeply(\@missing, [], "$page line $block->{line}: it prints what is shown");
		}
		$before = $block;
	}
}

$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');
my $reference = read_file('doc/reference.md');
my @functions = split /\n/, $server->safe_psql('postgres', q{
	SELECT DISTINCT proname FROM pg_proc p JOIN pg_depend ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
	WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema') AND obj_description(p.oid, 'pg_proc') IS NOT NULL});
cmp_ok(scalar(@functions), '>', 150, 'functions have comments');
is_deeply([ grep { $reference !~ /\b$_\b/ } sort @functions ], [], 'the reference has all of them');

$server->stop;
done_testing();
