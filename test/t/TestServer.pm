# TestServer: what the TAP tests share: servers of their own, statements and what
# comes of them, files, commands.
package TestServer;

use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use Exporter 'import';
use Test::More;

our @EXPORT = qw($can_start new_server restart_server new_folder sql messages_of outcome outcome_as is_refused
  start_psql connect_programs client exported_files names_in read_file write_file write_program run_ok);

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

# The server of this test file: that of the statements below.
my $server;

# A started server, a PostgreSQL::Test::Cluster, its init with these options;
# without one the file is skipped.
sub new_server
{
	my ($name, @options) = @_;

	plan skip_all => 'no PostgreSQL::Test::Cluster or IPC::Run'
	  unless $can_start;
	$server = PostgreSQL::Test::Cluster->new($name);
	init_from_template(@options);
	$server->append_conf('postgresql.conf', "fsync = off\n");
	$server->start;
	return $server;
}

# Initialize the server.  Without options of initdb its data folder is a copy of
# INITDB_TEMPLATE, which is much faster; PostgreSQL::Test::Cluster does the same
# from 16 on.
sub init_from_template
{
	my (@options) = @_;
	my $run = \&PostgreSQL::Test::Utils::system_or_bail;

	no warnings 'redefine';
	local *PostgreSQL::Test::Utils::system_or_bail = sub {
		my ($program, $switch, $folder, @rest) = @_;

		return $run->('cp', '-a', $ENV{INITDB_TEMPLATE}, $folder)
		  if $program eq 'initdb' && $ENV{INITDB_TEMPLATE} && "$switch @rest" eq '-D -A trust -N';
		return $run->(@_);
	};
	$server->init(@options);
}

# Restart the server.  "pg_ctl restart" would start it without the wrapper of
# tools/private-server, such as a sanitizer's.
sub restart_server
{
	$server->stop;
	$server->start;
}

# A new folder for what the server writes.
sub new_folder
{
	my $folder = $server->basedir . '/out';

	mkdir $folder or die "$folder: $!";
	return $folder;
}

# The output of statements that must not fail.
sub sql
{
	my ($statements) = @_;

	return $server->safe_psql('postgres', $statements);
}

# What statements say beside their output: errors, warnings, notices.
sub messages_of
{
	my ($statements) = @_;
	my ($status, $output, $messages) = $server->psql('postgres', $statements);

	return $messages;
}

# The first SQLSTATE that statements give, or their output.
sub outcome
{
	my ($statements, @options) = @_;
	my ($status, $output, $messages) = $server->psql('postgres', $statements,
		extra_params => [ @options, '-v', 'VERBOSITY=sqlstate' ]);

	return $messages =~ /ERROR: +(\w+)/ ? $1 : $output;
}

# The same for a role.
sub outcome_as
{
	my ($role, $statements) = @_;

	return outcome($statements, '-U', $role);
}

# That statements are refused with this SQLSTATE, and leave nothing in a folder.
sub is_refused
{
	my ($folder, $statements, $sqlstate, $what) = @_;
	my @before = names_in($folder);

	is_deeply([ outcome($statements), names_in($folder) ], [ $sqlstate, @before ], $what);
}

# Start statements in one session of their own; their output and messages are in
# $$output when IPC::Run::finish has been called with what this returns.
sub start_psql
{
	my ($output, @statements) = @_;

	$$output = '';
	return IPC::Run::start([ 'psql', '-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', $server->connstr('postgres'), map { ('-c', $_) } @statements ],
		'>', $output, '2>', $output);
}

# Let programs that this test starts connect to the server without options.
sub connect_programs
{
	@ENV{qw(PGHOST PGPORT PGDATABASE)} = ($server->host, $server->port, 'postgres');
}

# Run the client pg2hbase; its exit code, output and messages.
sub client
{
	my (@arguments) = @_;
	my ($output, $messages);

	IPC::Run::run([ 'pg2hbase', @arguments ], '<', \undef, '>', \$output, '2>', \$messages);
	return ($? >> 8, $output, $messages);
}

# The files that the manifest of an export lists: region, family, and a digest of
# the bytes.
sub exported_files
{
	my ($folder) = @_;
	my $files = sql(qq{SELECT concat_ws(' ', f ->> 'region', f ->> 'path') FROM json_array_elements(pg_read_file('$folder/manifest.json')::json -> 'files') f});

	return join "\n", sort map { m{^(\d+) ((.*)/.*)}; "$1 $3 " . md5_hex(read_file("$folder/$2")) } split /\n/, $files;
}

# What a folder holds, hidden names too.
sub names_in
{
	my ($folder) = @_;

	opendir my $handle, $folder or return ();
	return sort grep { !/^\.\.?$/ } readdir $handle;
}

sub read_file
{
	my ($path) = @_;

	open my $file, '<:raw', $path or die "$path: $!";
	local $/;
	return scalar <$file>;
}

sub write_file
{
	my ($path, $bytes) = @_;

	open my $file, '>:raw', $path or die "$path: $!";
	print $file $bytes;
	close $file or die "$path: $!";
}

# A shell script in the place of a program.
sub write_program
{
	my ($path, $script) = @_;

	write_file($path, "#!/bin/sh\n$script");
	chmod 0755, $path;
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
