# CREATE EXTENSION with a library that is missing, needs another one that is missing, or
# is of another version of PostgreSQL: an error with a hint, and nothing is created.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp;
use Test::More;

# In a private server, whose folder of libraries takes others.  TestServer would redirect
# the output before and forget the server after.
BEGIN
{
	$ENV{INSTALL_TEST_SOURCE} //= getcwd();
	exec 'tools/private-server', $^X, "$ENV{INSTALL_TEST_SOURCE}/test/t/007_install.pl" unless $ENV{INSTALL_TEST}++;
	chdir $ENV{INSTALL_TEST_SOURCE} or die $!;
}
use lib 'test/t';
use TestServer;

@ENV{qw(PGHOST PGUSER)} = ($ENV{SERVER_DIR}, 'postgres');

my $libdir = `pg_config --pkglibdir` =~ s/\n//r;
my $library = "$libdir/hbase_schema.so";
my $work = File::Temp->newdir;

# What CREATE EXTENSION says.
sub create_extension
{
	return `psql -X -v SHOW_CONTEXT=never -d postgres -c 'CREATE EXTENSION hbase_schema' 2>&1`;
}

# A library in the place of ours.
sub install_library
{
	my ($code, @options) = @_;

	write_file("$work/library.c", $code);
	run_ok("cc -shared -fPIC -o $library $work/library.c -I\$($ENV{PG_CONFIG} --includedir-server) @options", 'a library');
}

rename $library, "$work/hbase_schema.so" or die $!;
is(create_extension(), <<~"END", 'the library is missing');
	ERROR:  could not access file "\$libdir/hbase_schema": No such file or directory
	DETAIL:  The libraries of this server are in "$libdir".
	HINT:  Run "make install" with the pg_config of this server, or install its package of hbase_schema.
	END

write_file("$work/missing.c", 'int missing(void) { return 1; }');
run_ok("cc -shared -fPIC -o $work/libmissing.so $work/missing.c", 'a library that another one needs');
install_library('int missing(void); int needed(void) { return missing(); }', "-Wl,--no-as-needed -L$work -lmissing");
is(create_extension(), <<~"END", 'a library that it needs is missing');
	ERROR:  could not load library "$library": libmissing.so: cannot open shared object file: No such file or directory
	DETAIL:  The libraries of this server are in "$libdir".
	HINT:  Install the missing library; "ldd $library" lists what is missing.
	END

install_library(<<'END');
#include "postgres.h"
#include "fmgr.h"
#undef PG_VERSION_NUM
#define PG_VERSION_NUM 130000
PG_MODULE_MAGIC;
END
my ($major) = `pg_config --version` =~ /(\d+)/;
is(create_extension(), <<~"END", 'the library is of another version');
	ERROR:  incompatible library "$library": version mismatch
	DETAIL:  Server is version $major, library is version 13.
	HINT:  Build and install the extension with the pg_config of this server.
	END

is(`psql -XAtc "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'hbase%'"`, "0\n", 'nothing was created');
run_ok("mv $work/hbase_schema.so $library", 'the library is there again');
is(create_extension(), "CREATE EXTENSION\n", 'and the extension can be created');

done_testing();
