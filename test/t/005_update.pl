# Released versions of the extension: tools/release freezes an install script; a
# database with an older version, updated, is as one with a new installation; a
# C function that no current script has raises an error with a hint.
#
# There may be no release yet, so an older version is made of the current script:
# two functions are missing, others have another body, volatility and comment, and
# one was retired since.
use strict;
use warnings;
use Cwd qw(getcwd);
use Digest::SHA qw(sha256_hex);
use File::Temp;
use Test::More;

# In a private server, whose share folder takes further versions.  TestServer would
# redirect the output before and forget the server after.
BEGIN
{
	$ENV{UPDATE_TEST_SOURCE} //= getcwd();
	exec 'tools/private-server', $^X, "$ENV{UPDATE_TEST_SOURCE}/test/t/005_update.pl" unless $ENV{UPDATE_TEST}++;
	chdir $ENV{UPDATE_TEST_SOURCE} or die $!;
}
use lib 'test/t';
use TestServer;

@ENV{qw(PGHOST PGUSER)} = ($ENV{SERVER_DIR}, 'postgres');

my ($version) = read_file('hbase_schema.control') =~ /^default_version = '([0-9.]+)'$/m;
my $share = `pg_config --sharedir` =~ s/\n//r . '/extension';
my $library = `pg_config --pkglibdir` =~ s/\n//r . '/hbase_schema.so';
my $work = File::Temp->newdir;

sub psql
{
	my ($database, $statements) = @_;

	write_file("$work/statements.sql", $statements);
	my $output = `psql -XAtq -v ON_ERROR_STOP=1 -d $database -f $work/statements.sql 2>&1`;
	return $output =~ s{^psql:[^:]*:\d+: }{}mgr;
}

# ---- tools/release ---------------------------------------------------------------

my $copy = "$work/source";
my $frozen = "$copy/sql/released/hbase_schema--$version.sql";
sub make_variable
{
	my ($name) = @_;

	return `cd $copy && printf 'include Makefile\\nprint: ; \@echo \$($name)\\n' | make -s -f - print` =~ s/\s+$//r;
}
run_ok("tools/copy-source $copy", 'a copy of the source');
SKIP:
{
	skip "version $version is released", 5 if -e $frozen;
	run_ok("$copy/tools/release", 'the current version is frozen');
	is(read_file($frozen), read_file("$share/hbase_schema--$version.sql"), 'it is what make installs');
	like(read_file("$copy/sql/released/SHA256SUMS"), qr/^\Q@{[ sha256_hex(read_file($frozen)) ]}\E  hbase_schema--\Q$version\E\.sql$/m,
		'and has a checksum');
	is(make_variable('DATA_built'), '', 'make does not build it any more');
	like(make_variable('DATA'), qr{sql/released/hbase_schema--\Q$version\E\.sql}, 'and installs it');
	like(`$copy/tools/release 2>&1`, qr/already released/, 'a release is for ever');
}

# ---- the library has every function of every script --------------------------------

my %symbols = map { $_ => 1 } `nm -D --defined-only $library` =~ / T (\w+)$/mg;
my %called;
foreach my $script (glob('sql/install/*.sql sql/released/*.sql sql/update/*.sql'))
{
	my $text = read_file($script);

	while ($text =~ /^CREATE (?:OR REPLACE )?FUNCTION (?:\@extschema\@|hbase\w*)\.(\w+)\s*\([^;]*?\bAS 'MODULE_PATHNAME'(?:, '(\w+)')?/mg)
	{
		$called{ $2 // $1 } = 1;
	}
}
cmp_ok(scalar(keys %called), '>', 250, 'the scripts have functions in C');
is(join(' ', sort grep { !$symbols{$_} } keys %called), '', 'the library has them all');
is(join(' ', sort grep { s/^pg_finfo_// && !$called{$_} && $_ ne 'hbase_retired' } keys %{ { %symbols } }), '', 'and no other');

# ---- an older version ---------------------------------------------------------------

my $current = read_file("$share/hbase_schema--$version.sql");
my $older = $current;
my $update = read_file('sql/install/00-begin.sql') =~ s/CREATE EXTENSION hbase_schema/ALTER EXTENSION hbase_schema UPDATE/r;

# The statements of the current script that begin with this, each up to its end.
sub statements
{
	my ($begin) = @_;
	my @found = $current =~ /^($begin\b(?:[^;'\$]|'(?:[^']|'')*'|\$\$.*?\$\$|\$(?=\d))*;\n)/msg;

	BAIL_OUT("no $begin in the install script") unless @found;
	return @found;
}

# Functions that the older version does not have, one of them with rights.
foreach my $begin (
	'CREATE FUNCTION \@extschema\@\.rowkey_reverse_domain', 'COMMENT ON FUNCTION \@extschema\@\.rowkey_reverse_domain',
	'CREATE FUNCTION hbase\.finish_deltas', 'COMMENT ON FUNCTION hbase\.finish_deltas',
	'REVOKE EXECUTE ON FUNCTION hbase\.finish_deltas', 'GRANT EXECUTE ON FUNCTION hbase\.finish_deltas')
{
	foreach my $statement (statements($begin))
	{
		ok($older =~ s/\Q$statement\E//, "$begin is not in the older version");
		$update .= $statement;
	}
}

# Functions that it has with another body, volatility, cost or comment.
foreach (
	[ 'CREATE FUNCTION hbase_internal\.comment_line', sub { s/-- %s/# %s/ } ],
	[ 'CREATE FUNCTION hbase_internal\.any_row', sub { s/\bSTABLE\b/VOLATILE/; s/SELECT EXISTS/SELECT NOT NOT EXISTS/ } ],
	[ 'CREATE FUNCTION \@extschema\@\.avro_encode', sub { s/COST \d+/COST 1/ } ],
	[ 'COMMENT ON FUNCTION \@extschema\@\.avro_encode', sub { s/ IS '/ IS 'formerly: / } ])
{
	my ($begin, $change) = @$_;
	my ($statement) = statements($begin);
	local $_ = $statement;

	$change->();
	isnt($_, $statement, "$begin is changed");
	ok($older =~ s/\Q$statement\E/$_/, 'in the older version');
	$update .= $statement =~ s/^CREATE FUNCTION/CREATE OR REPLACE FUNCTION/r;
}

# A function that is not in the current version.
$older .= qq{
CREATE FUNCTION \@extschema\@.rowkey_old(int) RETURNS int AS 'MODULE_PATHNAME', 'hbase_retired' LANGUAGE c STRICT;
};
$update .= "DROP FUNCTION \@extschema\@.rowkey_old(int);\n";
write_file("$share/hbase_schema--0.9.sql", $older);
write_file("$share/hbase_schema--0.9--$version.sql", $update);

# ---- install, fill, update, compare ---------------------------------------------------

my $fill = read_file('test/data/dump.sql');
my $catalogue = read_file('test/data/catalogue.sql');

sub dump_of
{
	my ($database) = @_;

	run_ok("pg_dump -f $work/dump.sql $database", "$database can be dumped");
	return read_file("$work/dump.sql") =~ s/^\\(un)?restrict .*\n//mgr;
}

run_ok("createdb -T template0 fresh && createdb -T template0 restored", 'databases');
is(psql('fresh', "CREATE EXTENSION hbase_schema;\n"), '', 'the current version is installed');
unlike(psql('fresh', $fill), qr/ERROR/, 'and filled');
my $wanted_dump = dump_of('fresh');
my $wanted = psql('fresh', $catalogue);
cmp_ok(scalar(split /\n/, $wanted), '>', 2000, 'the catalogue has much to say of it');
unlike($wanted, qr/ERROR/, 'without an error');

foreach my $old ('0.9', grep { $_ ne $version } map { m{--([0-9.]+)\.sql$} } glob('sql/released/*.sql'))
{
	my $database = "from_$old" =~ s/\./_/gr;

	run_ok("createdb -T template0 $database", "a database for $old");
	is(psql($database, "CREATE EXTENSION hbase_schema VERSION '$old';\n"), '', "version $old is installed");
	isnt(psql($database, $catalogue), $wanted, 'which is another one');
	unlike(psql($database, $fill), qr/ERROR/, 'it is filled');
	my $before = dump_of($database);

	if ($old eq '0.9')
	{
		like(psql($database, "SELECT rowkey_old(1);\n"), qr/ERROR:  function rowkey_old\(integer\) does not exist in the installed version.*HINT:  Run ALTER EXTENSION hbase_schema UPDATE/s,
			'a retired function says what to do');
	}
	is(psql($database, "ALTER EXTENSION hbase_schema UPDATE;\n"), '', 'it is updated');
	is(psql($database, 'SELECT extversion FROM pg_extension WHERE extname = \'hbase_schema\''), "$version\n", "to $version");
	my $found = psql($database, $catalogue);
	ok($found eq $wanted, 'its catalogue is that of a new installation')
	  or diag(first_differences($found, $wanted));
	is(dump_of($database), $before, 'its data are as they were');
	is($before, $wanted_dump, 'and as those of a new installation');

	run_ok("dropdb restored && createdb -T template0 restored && psql -Xq -v ON_ERROR_STOP=1 -d restored -f $work/dump.sql", 'its dump is restored');
	is(dump_of('restored'), $before, 'without a difference');
	ok(psql('restored', $catalogue) eq $wanted, 'as the current version');
}

sub first_differences
{
	my @lines = map { [ split /\n/ ] } @_;
	my %found = map { $_ => 1 } @{ $lines[0] };
	my %wanted = map { $_ => 1 } @{ $lines[1] };

	my @differences = ((map { "found: $_" } grep { !$wanted{$_} } @{ $lines[0] }), (map { "wanted: $_" } grep { !$found{$_} } @{ $lines[1] }));

	return join "\n", splice(@differences, 0, 20);
}

done_testing();
