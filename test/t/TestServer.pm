# TestServer: what the TAP tests share: servers of their own, files, commands.
package TestServer;

use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw($can_start new_server read_file run_ok);

# Whether PostgreSQL's own modules are here (they want to be loaded early).
our $can_start;
BEGIN
{
	$can_start = eval {
		require IPC::Run;
		require PostgreSQL::Test::Cluster;
		1;
	};
}

# A started server, a PostgreSQL::Test::Cluster; without one the file is skipped.
sub new_server
{
	my ($name) = @_;

	plan skip_all => 'no PostgreSQL::Test::Cluster or IPC::Run'
	  unless $can_start;
	my $server = PostgreSQL::Test::Cluster->new($name);
	$server->init;
	$server->append_conf('postgresql.conf', "fsync = off\n");
	$server->start;
	return $server;
}

sub read_file
{
	my ($path) = @_;

	open my $file, '<', $path or die "$path: $!";
	local $/;
	return scalar <$file>;
}

# Run a shell command, and show what it put out when it fails.
sub run_ok
{
	my ($command, $what) = @_;
	my $output = `($command) 2>&1`;

	ok($? == 0, $what) or diag($output);
	return $output;
}

1;
