# The house is in order: one version everywhere, every file listed, and a build
# in a separate directory that leaves the source tree alone.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Find;
use File::Temp;
use JSON::PP;
use Test::More;
use TestServer;

my $source = getcwd();
my $make = "make -s PG_CONFIG='" . ($ENV{PG_CONFIG} // 'pg_config') . "'";

sub make_variable
{
	my ($name) = @_;
	my $value = `printf 'include Makefile\\nprint: ; \@echo \$($name)\\n' | $make -f - print`;

	return split ' ', $value;
}

# ---- the version stands in the control file ---------------------------------

my ($version) =
  read_file('hbase_schema.control') =~ /^default_version = '([0-9.]+)'$/m;
ok($version, 'the control file has a version');
ok(-f "sql/hbase_schema--$version.sql", 'the install script is named after it');

my $meta = decode_json(read_file('META.json'));
is($meta->{version}, "$version.0", 'META.json agrees');
is($meta->{provides}{hbase_schema}{version},
	"$version.0", 'and so does what it provides');
ok(-f $meta->{provides}{hbase_schema}{file},
	'and the file it names is there');
like(
	read_file('CHANGELOG.md'),
	qr/^## \Q$version\E \((unreleased|\d{4}-\d\d-\d\d)\)$/m,
	'the changelog has this version');

# ---- every file is listed ---------------------------------------------------

my @objects =
  sort map { s/\.c$/.o/r }
  grep { !/\.pb-c\.c$/ && $_ ne 'src/core/standalone.c' } glob('src/core/*.c src/pg/*.c');
is_deeply([ sort grep { !/\.pb-c\.o$/ } make_variable('OBJS') ],
	\@objects, 'the Makefile builds every C file');

my @tests = sort map { m{^sql/(.*)\.sql$} } grep { !/--/ } glob('sql/*.sql');
is_deeply([ sort(make_variable('REGRESS')) ], \@tests, 'and runs every test');
is_deeply([ sort map { m{^expected/(.*)\.out$} } glob('expected/*.out') ],
	[ sort(@tests, make_variable('ISOLATION')) ],
	'each test has its expected outcome');
is_deeply(
	[ sort(make_variable('ISOLATION')) ],
	[ sort map { m{^specs/(.*)\.spec$} } glob('specs/*.spec') ],
	'and runs every isolation test');

# ---- the map of doc/architecture.md ------------------------------------------

# Row by row the layers: core's files and the glue's, as patterns.
my ($map) = read_file('doc/architecture.md') =~ /^\| layer .*\n\|-.*\n((?:\|.*\n)+)/m;
my %layers = (core => [], pg => []);
foreach (split /\n/, $map)
{
	my (undef, undef, $core, $glue) = split /\|/;

	push @{ $layers{core} }, [ $core =~ /`([^`]+)`/g ];
	push @{ $layers{pg} }, [ $glue =~ /`([^`]+)`/g ];
}

# The number of a file's layer, by the longest pattern that fits; undef for none.
sub layer_of
{
	my ($file) = @_;
	my ($part, $name) = $file =~ m{^src/(core|pg)/(\w+)};
	my ($layer, $longest) = (undef, -1);

	foreach my $i (0 .. $#{ $layers{$part} })
	{
		foreach my $pattern (@{ $layers{$part}[$i] })
		{
			my $expression = quotemeta($pattern) =~ s/\\\*/.*/r;

			($layer, $longest) = ($i, length $pattern)
			  if $name =~ /^$expression$/ && length $pattern > $longest;
		}
	}
	return $layer;
}

my @files = grep { !/\.pb-c\./ } glob('src/core/*.[ch] src/pg/*.[ch]');
is_deeply([ grep { !defined layer_of($_) } @files ], [], 'the map of the architecture has every file');
is_deeply(
	[
		grep {
			my $pattern = $_;
			my $expression = quotemeta($pattern) =~ s/\\\*/\\w*/r;
			!grep { m{/$expression\.[ch]$} } @files
		} map { @$_ } map { @$_ } values %layers
	],
	[],
	'and no other');

my @upwards;
foreach my $file (grep { m{^src/core/} } @files)
{
	foreach my $header (read_file($file) =~ /^#include "(\w+\.h)"/mg)
	{
		push @upwards, "$file: $header" if layer_of("src/core/$header") > layer_of($file);
	}
}
is_deeply(\@upwards, [], 'each layer of core uses only those above it');

# ---- what exports write goes by descriptor ------------------------------------

my @by_path;
foreach my $file (grep { !m{/export_path\.c$} } glob('src/pg/export*.c src/pg/dir_at*.c src/pg/delta*.c'))
{
	push @by_path, map { "$file: $_" } read_file($file) =~
	  /\b((?:l?stat|open|opendir|mkdir|rmdir|rmtree|unlink|rename|chmod|chown|link|symlink|realpath|AllocateDir|AllocateFile|OpenTransientFile\w*|PathNameOpenFile\w*|fsync_fname\w*|durable_\w+)) ?\(/g;
}
is_deeply(\@by_path, [], 'exports touch files by descriptor, never by path');

# ---- no file grows beyond what one reads ------------------------------------

find(
	{
		no_chdir => 1,
		wanted => sub {
			return unless /\.[ch]$/;
			my $lines = () = read_file($_) =~ /\n/g;
			ok(0, "$_ has $lines lines: more than one concept?")
			  if $lines > 1100;
		}
	},
	'src',
	'test');

# ---- a build in a separate directory, with each compiler that is here -------

my @before = sort(`find . -type f`);
foreach my $compiler (grep { `command -v $_ 2>/dev/null` } qw(gcc clang))
{
	my $work = File::Temp->newdir;
	my $in = "cd $work/build && $make -f $source/Makefile CC=$compiler WERROR=1";

	mkdir "$work/build";
	run_ok("$in -j2", "$compiler builds in a separate directory, no warnings");
	run_ok("$in install DESTDIR=$work/root", 'and installs from there');
	my @installed =
	  sort map { m{([^/]+)\n$} } `find $work/root -type f ! -name '*.bc'`;
	is_deeply(
		\@installed,
		[
			sort "hbase_schema--$version.sql", 'hbase_schema.control',
			'hbase_schema.h', 'hbase_schema.so'
		],
		'the library, the header, the control file and the script');
	run_ok("$in clean && test -z \"\$(find $work/build -type f)\"",
		'make clean leaves nothing');
}
is_deeply([ sort(`find . -type f`) ],
	\@before, 'the source tree is as it was');

# ---- make installcheck, as with any PGXS extension --------------------------

SKIP:
{
	skip 'no PostgreSQL::Test::Cluster or IPC::Run', 1
	  unless $can_start;
	my $server = new_server('installcheck');
	local $ENV{PGHOST} = $server->host;
	local $ENV{PGPORT} = $server->port;
	my $output = File::Temp->newdir;
	run_ok(
		"$make installcheck REGRESS=install EXTRA_REGRESS_OPTS=--outputdir=$output ISOLATION=",
		'make installcheck');
	$server->stop;
}

done_testing();
