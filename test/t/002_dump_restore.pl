# A dump restores to the same database: dump, restore and dump again are equal,
# in every format, and a binary-upgrade dump goes through.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('dump');
my $log = $server->basedir;

# test/data/dump.sql makes something of everything that a dump must carry.
$server->safe_psql('postgres', 'CREATE DATABASE origin');
$server->safe_psql('origin', 'CREATE EXTENSION hbase_schema');
$server->safe_psql('origin', read_file('test/data/dump.sql'));

# The dump as text; the random \restrict keys of newer pg_dump are dropped.
sub dump_text
{
	my ($database, @options) = @_;
	my $file = "$log/$database.sql";

	$server->command_ok([ 'pg_dump', @options, '-f', $file, $database ],
		"dump $database @options");
	return read_file($file) =~ s/^\\(un)?restrict .*\n//mgr;
}

foreach my $options ([], ['--inserts'], ['--quote-all-identifiers'])
{
	my $first = dump_text('origin', @$options);

	$server->safe_psql('postgres', 'CREATE DATABASE copy');
	$server->command_ok(
		[ 'psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-d', 'copy', '-f', "$log/origin.sql" ],
		"restore @$options");
	is(dump_text('copy', @$options), $first, "equal after dump @$options");
	$server->safe_psql('postgres', 'DROP DATABASE copy');
}

# The custom format, data restored by two jobs.
$server->command_ok([ 'pg_dump', '-Fc', '-f', "$log/origin.dump", 'origin' ],
	'dump in the custom format');
$server->safe_psql('postgres', 'CREATE DATABASE copy');
$server->command_ok(
	[ 'pg_restore', '-j', '2', '-d', 'copy', "$log/origin.dump" ],
	'restore it in parallel');
is(dump_text('copy'), dump_text('origin'), 'equal after pg_restore -j');

# What pg_upgrade takes along.
my $schema = dump_text('origin', '--schema-only', '--binary-upgrade');
like($schema, qr/binary_upgrade_create_empty_extension\('hbase_schema'/,
	'a binary-upgrade dump names the extension');

$server->stop;
done_testing();
