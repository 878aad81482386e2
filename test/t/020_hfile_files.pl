# HFiles as files of the server: who may read them, which paths, and that a
# library's memory goes with the statement that failed.
use strict;
use warnings;
use File::Copy;
use POSIX ();
use Test::More;
use TestServer;

my $server = new_server('hfile_files');
my $dir = $server->basedir;
my $vectors = "$ENV{PG_ABS_SRCDIR}/test/data/vectors/hfile";

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE ordinary LOGIN;
	CREATE ROLE reader LOGIN IN ROLE pg_read_server_files});

# ---- the same as from a bytea ------------------------------------------------

my $equal = 0;
foreach my $name (map { m{([^/]+)\.hfile$} } glob("$vectors/*.hfile"))
{
	copy("$vectors/$name.hfile", "$dir/$name.hfile") or die "$name: $!";
	my $same = sql(qq{
		WITH f AS (SELECT '$dir/$name.hfile' AS path, pg_read_binary_file('$dir/$name.hfile') AS bytes)
		SELECT (SELECT array_agg(c::text) FROM f, hfile_cells(path) c) IS NOT DISTINCT FROM (SELECT array_agg(c::text) FROM f, hfile_cells(bytes) c)
		   AND (SELECT array_agg(i::text) FROM f, hfile_info(path) i) = (SELECT array_agg(i::text) FROM f, hfile_info(bytes) i)
		   AND (SELECT array_agg(g::text) FROM f, (SELECT min(key) FROM f, hfile_cells(bytes)) m(k), hfile_get(path, k) g) IS NOT DISTINCT FROM
		       (SELECT array_agg(g::text) FROM f, (SELECT min(key) FROM f, hfile_cells(bytes)) m(k), hfile_get(bytes, k) g)});
	$equal += $same eq 't';
}
is($equal, 13, 'files and byteas give the same cells, items and rows');

# ---- who ---------------------------------------------------------------------

my $file = "$dir/none-row.hfile";
foreach my $call ("hfile_cells('$file')", "hfile_info('$file')", "hfile_get('$file', 'r000001')")
{
	is(outcome_as('ordinary', "SELECT count(*) FROM $call"), '42501', "not for everyone: $call");
	like(outcome_as('reader', "SELECT count(*) FROM $call"), qr/^[1-9]/, "for a reader of server files: $call");
}
sql('GRANT EXECUTE ON FUNCTION hfile_cells(text) TO ordinary');
is(outcome_as('ordinary', "SELECT count(*) FROM hfile_cells('$file')"), '42501',
	'execution may be granted, the right to the file comes from the role');

# ---- which paths --------------------------------------------------------------

symlink $file, "$dir/link.hfile" or die $!;
POSIX::mkfifo("$dir/pipe", 0700) or die $!;
copy($file, "$dir/short.hfile");
truncate "$dir/short.hfile", 5000;
my %errors = (
	'none-row.hfile' => qr/path "none-row.hfile" is not absolute/,
	'./none-row.hfile' => qr{path "./none-row.hfile" is not absolute},
	"$dir/x/../none-row.hfile" => qr/must not contain "\.\."/,
	"$dir/link.hfile" => qr/"\Q$dir\E\/link.hfile" is a symbolic link/,
	$dir => qr/is not a regular file/,
	"$dir/pipe" => qr/is not a regular file/,
	'/dev/null' => qr/is not a regular file/,
	"$dir/none.hfile" => qr/could not open file .*: No such file or directory/,
	"$dir/short.hfile" => qr/not an HFile of version 3.*HFile "\Q$dir\E\/short.hfile"/s,
	'' => qr/is not absolute/);
foreach my $path (sort keys %errors)
{
	my ($status, $output, $error) = $server->psql('postgres', "SELECT count(*) FROM hfile_cells('$path')");
	like($output . $error, $errors{$path}, "path \"$path\"");
}

# ---- hostile files --------------------------------------------------------------

# Any bit turned: an error with a class that says so, or the same cells.
srand(7);
my ($refused, $same) = (0, 0);
my $bytes = read_file("$dir/snappy-row.hfile");
my $want = sql("SELECT md5(string_agg(c::text, '')) FROM hfile_cells('$dir/snappy-row.hfile') c");
foreach (1 .. 60)
{
	my $turned = $bytes;
	substr($turned, int(rand(length($bytes))), 1) ^= chr(1 << int(rand(8)));
	write_file("$dir/turned.hfile", $turned);
	my $got = outcome_as('reader', "SELECT md5(string_agg(c::text, '')) FROM hfile_cells('$dir/turned.hfile') c");
	if ($got eq $want) { $same++ }
	elsif ($got =~ /^(XX001|0A000)$/) { $refused++ }
	else { fail("a bit turned gives $got") }
}
ok($refused > 40, "bits turned: $refused errors, $same with the same cells");

# ---- memory that is not the server's ----------------------------------------------

# Each failing aggregate has made a compressor of about a megabyte.  The first
# ones fill what an allocator keeps of freed memory, as the address sanitizer's.
SKIP:
{
	skip 'no /proc', 1 unless -e '/proc/self/status';
	my $rss = sql(q{
		CREATE FUNCTION fail_often(n int) RETURNS void LANGUAGE plpgsql AS $$
		BEGIN
			FOR i IN 1 .. n LOOP
				BEGIN
					PERFORM hfile_agg(k::rowkey, 'f', 'q', 1, 'Put', decode(repeat('ab', 150000), 'hex'), 1, '{"COMPRESSION": "ZSTD", "BLOCKSIZE": 1000}')
					FROM unnest(ARRAY['a', 'b', 'c', 'd', 'a']) k;
					RAISE 'rows out of order were taken';
				EXCEPTION WHEN invalid_parameter_value THEN NULL;
				END;
			END LOOP;
		END $$;
		SELECT fail_often(400);
		CREATE TEMP TABLE rss AS SELECT substring(pg_read_file('/proc/self/status') FROM 'VmRSS:\s+(\d+)')::int AS kb;
		SELECT fail_often(300);
		SELECT substring(pg_read_file('/proc/self/status') FROM 'VmRSS:\s+(\d+)')::int - kb FROM rss});
	$rss = (split /\n/, $rss)[-1];
	ok($rss < 50_000, "300 failed files leave nothing behind ($rss kB)");
}

$server->stop;
done_testing();
