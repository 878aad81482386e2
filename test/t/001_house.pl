# The house is in order: one version everywhere, every file in its folder, and a build
# in a separate directory that leaves the source tree alone.
use strict;
use warnings;
use Cwd qw(getcwd);
use Digest::SHA qw(sha256_hex);
use File::Find;
use File::Temp;
use JSON::PP;
use Prose;
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

# ---- the version is in the control file ------------------------------------

my ($version) =
  read_file('hbase_schema.control') =~ /^default_version = '([0-9.]+)'$/m;
ok($version, 'the control file has a version');
my ($frozen) = grep { -f } "sql/released/hbase_schema--$version.sql";
is(join(' ', grep { !/--.*--/ && /--\Q$version\E\./ } make_variable('DATA_built'), make_variable('DATA')),
	$frozen // "sql/hbase_schema--$version.sql", 'the install script is named after it');

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

# ---- released scripts -----------------------------------------------------------

my @released = map { m{--([0-9.]+)\.sql$} } glob('sql/released/*.sql');
my %sums = -f 'sql/released/SHA256SUMS' ? reverse read_file('sql/released/SHA256SUMS') =~ /^(\w+)  (.*)$/mg : ();
is_deeply(\%sums, { map { s{.*/}{}r => sha256_hex(read_file($_)) } glob('sql/released/*.sql') }, 'released scripts are as they were');
is(read_file($frozen), join('', map { read_file($_) } sort glob('sql/install/*.sql')), 'a change after a release has a new version')
  if $frozen;
foreach my $old (grep { $_ ne $version } @released)
{
	ok(scalar(glob("sql/update/hbase_schema--$old--*.sql")), "version $old can be updated");
}

# ---- every file is built, and every test runs ---------------------------------------------------

my @sources = grep { !/\.pb-c\./ } glob('src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] src/*/*/*/*.[ch]');
is_deeply(
	[ grep { !m{^src/(?:(?:core|pg)/\w+|client)/\w+\.[ch]$} && $_ ne 'src/hbase_schema.h' } @sources ],
	[], 'every C file is in a folder of core or pg, or in client');
is_deeply(
	[ sort grep { !/\.pb-c\.o$/ } make_variable('OBJS'), make_variable('CLIENT_OBJS') ],
	[ sort map { s/\.c$/.o/r } grep { /\.c$/ && !m{/host\.c$} } @sources ],
	'where the Makefile finds it');

my @tests = sort map { m{^sql/(.*)\.sql$} } grep { !/--/ } glob('sql/*.sql');
is_deeply([ sort(make_variable('REGRESS')) ], \@tests, 'and runs every test');
is_deeply([ sort map { m{^expected/(.*)\.out$} } glob('expected/*.out') ],
	[ sort(@tests, make_variable('ISOLATION')) ],
	'each test has its expected outcome');
is_deeply(
	[ sort(make_variable('ISOLATION')) ],
	[ sort map { m{^specs/(.*)\.spec$} } glob('specs/*.spec') ],
	'and runs every isolation test');

# ---- folders ------------------------------------------------------------------

my $architecture = read_file('doc/architecture.md');
foreach my $part (qw(core pg))
{
	my ($table) = $architecture =~ /^\| folder of `src\/$part` .*\n\|-.*\n((?:\|.*\n)+)/m;
	my @described = $table =~ /^\| `(\w+)` \|/mg;

	is_deeply(
		[ sort @described ],
		[ sort map { m{([^/]+)$} } grep { -d } glob("src/$part/*") ],
		"doc/architecture.md describes the folders of src/$part");
}

my (%folder_of, @twice);
foreach my $file (@sources)
{
	my ($folder, $stem) = $file =~ m{^(.*)/(\w+)\.[ch]$};

	push @twice, "$folder and $folder_of{$stem}: $stem"
	  if defined $folder_of{$stem} && $folder_of{$stem} ne $folder;
	$folder_of{$stem} = $folder;
}
is_deeply(\@twice, [], 'no two folders have a file of one name');

my (@spelled, @upwards);
foreach my $file (@sources, glob('test/*/*.[ch] test/bench/core/*.[ch]'))
{
	foreach my $header (read_file($file) =~ /^#include "([^"]+)"/mg)
	{
		my ($name) = $header =~ m{([^/]+)\.\w+$};

		push @spelled, "$file: $header"
		  if $header =~ /^\.\.?\//
		  || $header !~ m{/} && (defined $folder_of{$name} && $name ne 'hbase_schema' || -f "test/unit/$header");
		push @upwards, "$file: $header"
		  if $file =~ m{^src/core/} && $header !~ m{^core/} || $file =~ m{^src/client/} && $header =~ m{^pg/};
	}
}
is_deeply(\@spelled, [], 'a file is included by its path below src or test');
is_deeply(\@upwards, [], 'core includes nothing but core, and client nothing of pg');

# ---- what exports write goes by descriptor ------------------------------------

my @by_path;
foreach my $file (grep { !m{/server_path\.c$} } glob('src/pg/export/*.c src/pg/file/*.c'))
{
	push @by_path, map { "$file: $_" } read_file($file) =~
	  /\b((?:l?stat|open|opendir|mkdir|rmdir|rmtree|unlink|rename|chmod|chown|link|symlink|realpath|AllocateDir|AllocateFile|OpenTransientFile\w*|PathNameOpenFile\w*|fsync_fname\w*|durable_\w+)) ?\(/g;
}
is_deeply(\@by_path, [], 'exports touch files by descriptor, never by path');

# ---- wording ------------------------------------------------------------------

my @old_habits;
foreach my $file (
	@sources, glob('*.md doc/*.md doc/*/*.md sql/install/*.sql specs/* test/unit/*.[ch] test/hbase/*'),
	grep({ !/--/ } glob('sql/*.sql')), grep({ !/Prose/ } glob('test/t/*.p[lm]')),
	grep { -f && !/\.\w+$/ } glob('tools/*'))
{
	push @old_habits, find_old_habits($file, read_file($file)) if -f $file;
}
is_deeply(\@old_habits, [], 'comments, messages and documentation are in plain English');

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

# ---- the fragments of the install script --------------------------------------

my (@long, @mixed);
foreach my $file (glob('sql/install/*.sql'))
{
	my $text = read_file($file);
	my @lines = split /\n/, $text;

	push @long, map { "$file:$_" } grep { length $lines[ $_ - 1 ] >= 120 } 1 .. @lines;

	# A program is a body of more than 30 lines.
	push @mixed, $file
	  if $text =~ /\bLANGUAGE c\b/ && grep { tr/\n// > 30 } $text =~ /^AS \$\$\n(.*?)^END \$\$;/msg;
}
is_deeply(\@long, [], 'the lines of SQL have less than 120 columns');
is_deeply(\@mixed, [], 'programs stand apart from declarations of C functions');

# ---- a build in a separate directory, with each compiler that is here -------

# Optimized as far as the compiler's warnings depend on it.
my %optimization = (gcc => '-O1 -g0', clang => '-O0 -g0 -Wno-cpp');
my @before = sort(`find . -type f`);
foreach my $compiler (grep { `command -v $_ 2>/dev/null` } qw(gcc clang))
{
	my $work = File::Temp->newdir;
	my $in = "cd $work/build && $make -f $source/Makefile CC=$compiler COPT='$optimization{$compiler}' WERROR=1";

	mkdir "$work/build";
	run_ok("$in -j2", "$compiler builds in a separate directory, no warnings");
	run_ok("$in install DESTDIR=$work/root", 'and installs from there');
	my @installed =
	  sort map { m{([^/]+)\n$} } `find $work/root -type f ! -name '*.bc'`;
	is_deeply(
		\@installed,
		[
			sort "hbase_schema--$version.sql", 'hbase_schema.control',
			'hbase_schema.h', 'hbase_schema.so', 'pg2hbase', 'pg2hbase.1'
		],
		'the library, the header, the control file, the script, and the client with its manual page');
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
