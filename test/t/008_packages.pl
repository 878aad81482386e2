# The files for those who build and distribute packages: META.json follows PGXN's
# specification, debian/ and tools/packages agree, and the workflow of the public CI is
# YAML with shell commands that exist.  The suite "packages" builds all of it.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use TestServer;

# ---- META.json, https://pgxn.org/spec -------------------------------------------

my $meta = decode_json(read_file('META.json'));
my %known = map { $_ => 1 } qw(name version abstract maintainer license provides meta-spec
  description generated_by tags no_index prereqs release_status resources);
my $version = qr/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[A-Za-z][\w-]*)?$/;

is_deeply([ grep { !defined $meta->{$_} } qw(name version abstract maintainer license provides meta-spec) ], [], 'META.json has what PGXN requires');
is_deeply([ grep { !$known{$_} } sort keys %$meta ], [], 'and nothing that PGXN does not know');
like($meta->{version}, $version, 'a semantic version');
like($meta->{license}, qr/^(?:postgresql|apache_2_0|bsd|mit)$/, 'a license by its name');
is($meta->{'meta-spec'}{version}, '1.0.0', 'the version of the specification');
like($meta->{release_status}, qr/^(?:stable|testing|unstable)$/, 'a status');
is_deeply([ grep { ref || length > 255 || m{[/\\\x00-\x1f]} } @{ $meta->{tags} } ], [], 'tags');
is_deeply([ keys %{ $meta->{provides} } ], ['hbase_schema'], 'one extension');
foreach my $extension (values %{ $meta->{provides} })
{
	like($extension->{version}, $version, 'its version');
	is_deeply([ sort keys %$extension ], [qw(abstract docfile file version)], 'its files');
	ok(-f $extension->{$_}, "$extension->{$_} exists") foreach qw(docfile file);
}
is_deeply([ grep { !/^(?:configure|build|test|runtime|develop)$/ } keys %{ $meta->{prereqs} } ], [], 'phases of prerequisites');
my $required = $meta->{prereqs}{runtime}{requires};
my ($oldest) = read_file('src/pg/base/compat.h') =~ /PG_VERSION_NUM < (\d+)0000/;
is($required->{PostgreSQL}, "$oldest.0.0", 'the oldest PostgreSQL is that of the source');
my ($requires) = read_file('hbase_schema.control') =~ /^requires = '(.*)'$/m;
is(join(', ', sort grep { $_ ne 'PostgreSQL' } keys %$required), $requires, 'the required extensions are those of the control file');

# ---- debian/ ----------------------------------------------------------------------

my ($packaged) = read_file('debian/changelog') =~ /^hbase-schema \((\S+)\)/;
is($packaged, $meta->{version}, 'debian/changelog has the version');
is(read_file('debian/pgversions'), "$oldest+\n", 'debian/pgversions has the oldest PostgreSQL');

my ($depends) = read_file('debian/control.in') =~ /^Build-Depends:\n((?: .*\n)+)/m;
my %built_with = map { $_ => 1 } $depends =~ /^ ([\w.+-]+)/mg;
is_deeply([ grep { !$built_with{$_} } read_file('tools/packages') =~ /^demo +((?:lib(?!c6)|postgresql-s|protobuf)\S+)/mg ],
	[], 'debian/control has the libraries of tools/packages');

my $binary_only = read_file('debian/control') =~ s/-\d+-hbase/-PGVERSION-hbase/r =~ s/postgresql-\d+,/postgresql-PGVERSION,/r =~ s/PostgreSQL \d+/PostgreSQL PGVERSION/r;
is($binary_only, read_file('debian/control.in'), 'debian/control is made of debian/control.in');

# ---- the workflow -------------------------------------------------------------------

SKIP:
{
	skip 'no YAML::XS', 1 unless eval { require YAML::XS };

	my $workflow = YAML::XS::LoadFile('.github/workflows/tests.yml');
	my $jobs = $workflow->{jobs};

	is(join(' ', @{ $jobs->{versions}{strategy}{matrix}{major} }), '14 15 16 17 18', 'the workflow tests all major versions');
	my @commands = map { $_->{run} // () } map { @{ $_->{steps} } } map { $jobs->{$_} } sort keys %$jobs;
	like(join("\n", @commands), qr/^tools\/test$/m, 'with the command of the README');
	like(join("\n", @commands), qr/^make .*\btest-asan$/m, 'and with sanitizers');
	like(join("\n", @commands), qr/^tools\/test-matrix /m, 'and each version');
	like(read_file('README.md'), qr/^    tools\/test /m, 'the README has this command');
	is_deeply([ grep { !exists $jobs->{$_}{'timeout-minutes'} } sort keys %$jobs ], [], 'each job has a limit');

	foreach my $command (@commands)
	{
		my $shell = $command =~ s/\$\{\{.*?\}\}/14/gr;
		my ($what) = $shell =~ /(.*)/;

		write_file("$ENV{TESTDIR}/command", "#!/bin/bash\n$shell");
		run_ok("bash -n $ENV{TESTDIR}/command", "shell: $what");
		run_ok("shellcheck $ENV{TESTDIR}/command", "shellcheck: $what") if `command -v shellcheck`;
		is_deeply([ grep { !-x } $shell =~ m{(?:^|\s)(tools/[\w-]+)}mg ], [], 'its programs exist');
		run_ok("make -n PG_CONFIG='$ENV{PG_CONFIG}' $_", "make $_") foreach $shell =~ /^make\b.* ([a-z-]+)$/mg;
	}
}

done_testing();
