# Others may move and replace the names beside an export while it runs: whoever
# owns the folder above it.  Nothing outside the export's own folder is written,
# removed or given another mode, whatever they do and whenever they do it.
#
# The tests run as the server's user.  What they do to the names in that one
# folder is what its owner may do, and no more.
use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use File::Find;
use File::Path qw(make_path remove_tree);
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);
use TestServer;

# How long the names are swapped at random: MOVED_FOLDERS_SECONDS in the environment.
my $seconds = $ENV{MOVED_FOLDERS_SECONDS} // 4;

my $server = new_server('moved_folders', extra => [ '--waldir=' . PostgreSQL::Test::Utils::tempdir() . '/wal' ]);
my $dir = new_folder();
my $victim = $server->basedir . '/victim';
my $hidden = qr/^\.x\.partial-[0-9a-f]{16}$/;
my $output;

# A tree with what an export has too.
sub make_victim
{
	my ($path) = @_;

	make_path("$path/d/deep", "$path/e");
	write_file("$path/$_", "keep $_") foreach qw(manifest.json load.sh d/0123456789abcdef0123456789abcdef d/deep/file);
	chmod 0640, "$path/manifest.json";
	chmod 0710, "$path/d";
	utime 1000000000, 1000000000, "$path/$_" foreach qw(d/deep/file d/deep d e .);
}

# All of a tree: names, modes, times, owners, contents.  The time of the folder
# itself tells whether names in it came and went.
sub tree
{
	my ($path) = @_;
	my @all;

	find({ no_chdir => 1, wanted => sub {
		my @st = lstat $_;
		push @all, join ' ', substr($_, length $path), @st[ 1, 2, 4, 5 ], $st[9], -f _ ? md5_hex(read_file($_)) : '';
	} }, $path);
	return join "\n", sort @all;
}

# The name in the folder that has this inode.
sub name_of
{
	my ($inode) = @_;

	foreach my $name (names_in($dir))
	{
		my @st = lstat "$dir/$name";

		return $name if @st && $st[1] == $inode;
	}
	return undef;
}

# Start an export, and wait until it has files in its hidden folder; its name.
sub start_export
{
	my ($call) = @_;
	my $session = start_psql(\$output, 'SET enable_sort = off; SET enable_seqscan = off', $call // "SELECT count(*) FROM hbase.export_hfiles('slow', '$dir/x')");

	for (1 .. 600)
	{
		my ($name) = grep { $_ =~ $hidden } names_in($dir);
		my @files = defined $name ? names_in("$dir/$name") : ();

		return ($session, $name) if @files > 1;
		sleep 0.1;
	}
	die "no export runs: $output";
}

sub finish
{
	my ($session, $cancel) = @_;

	sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%hbase.export_%' AND pid <> pg_backend_pid()") if $cancel;
	IPC::Run::finish($session);
}

# Nothing that we put there stays.
sub clear
{
	foreach my $name (names_in($dir))
	{
		next if $name eq 'precious';
		-d "$dir/$name" && !-l "$dir/$name" ? remove_tree("$dir/$name") : unlink "$dir/$name";
	}
}

sql(q{CREATE EXTENSION hbase_schema;
	CREATE TABLE stored AS SELECT rowkey_compose('id int', i) AS key, widerow_build('a', i) AS d, widerow_build('c', i) AS e FROM generate_series(1, 1000) i;
	ALTER TABLE stored ADD PRIMARY KEY (key);
	ANALYZE stored;
	CREATE FUNCTION slowly(widerow) RETURNS widerow LANGUAGE plpgsql STABLE AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN $1; END $$;
	CREATE VIEW slow AS SELECT key, slowly(d) AS d, e FROM stored;
	CREATE VIEW slow_lines AS SELECT rowkey_from_text('row ' || i) AS key, slowly(widerow_build('a', 'x')) AS d FROM generate_series(1, 1000) i;
	CREATE TABLE few AS TABLE stored LIMIT 20;
	CREATE VIEW few_h AS TABLE few;
	SELECT hbase.baseline('few_h', 'sent', empty => true);
	CREATE VIEW wrong AS SELECT rowkey_compose('id int', i) AS key, widerow_build('a', 1 / (20 - i)) AS d FROM generate_series(1, 30) i});

make_victim($victim);
make_victim("$dir/precious");
my $precious = (lstat "$dir/precious")[1];
my $before = tree($victim);
my $precious_before = tree("$dir/precious");

sub unharmed
{
	my ($what) = @_;

	is(tree($victim), $before, "$what: what a link leads to is unharmed");
	is(tree("$dir/" . name_of($precious)), $precious_before, "$what: so is another folder beside it");
}

# ---- one by one ---------------------------------------------------------------------

foreach my $cancel (1, 0)
{
	my $how = $cancel ? 'a cancel' : 'the end';
	my ($session, $name) = start_export();

	rename "$dir/$name", "$dir/away" or die;
	symlink $victim, "$dir/$name" or die;
	finish($session, $cancel);
	like($output, $cancel ? qr/canceling statement/ : qr/another process moved or replaced "\Q$dir\E\/$name" during the export/, "a link in the hidden folder's place, at $how");
	like($output, qr/could not remove directory.*\n.*It is empty now/, 'the user hears what is left');
	is_deeply([ names_in("$dir/away") ], [], 'the moved folder is emptied');
	is(readlink "$dir/$name", $victim, 'the link stays');
	ok(!-e "$dir/x", 'nothing is published');
	unharmed($how);
	clear();

	($session, $name) = start_export();
	rename "$dir/$name", "$dir/away" or die;
	rename "$dir/precious", "$dir/$name" or die;
	finish($session, $cancel);
	like($output, $cancel ? qr/canceling statement/ : qr/moved or replaced/, "a folder of the server's user in the hidden folder's place, at $how");
	is_deeply([ names_in("$dir/away") ], [], 'the moved folder is emptied');
	unharmed($how);
	rename "$dir/$name", "$dir/precious" or die;
	clear();

	($session, $name) = start_export();
	rename "$dir/$name", "$dir/away" or die;
	mkdir "$dir/$name" or die;
	my $rows = sql('SELECT rows FROM hbase.progress') || 0;
	$server->poll_query_until('postgres', "SELECT coalesce((SELECT rows > $rows FROM hbase.progress), true)") or die;
	is_deeply([ names_in("$dir/$name") ], [], 'files go into the folder that was made');
	finish($session, $cancel);
	ok(-d "$dir/$name", "a new folder in the hidden folder's place stays");
	ok(!-e "$dir/x", 'nothing is published');
	clear();
}

foreach my $cancel (1, 0)
{
	my ($session, $name) = start_export();

	symlink $victim, "$dir/x" or die;
	finish($session, $cancel);
	like($output, $cancel ? qr/canceling statement/ : qr/could not publish directory/, 'a link in the place of the target');
	is_deeply([ names_in($dir) ], [ 'precious', 'x' ], 'the hidden folder goes away');
	unharmed('the target');
	clear();
	($session, $name) = start_export("SELECT hbase.export_tsv('slow_lines', '$dir/x')");
	symlink "$victim/manifest.json", "$dir/x" or die;
	finish($session, $cancel);
	like($output, $cancel ? qr/canceling statement/ : qr/already exists/, 'in that of a file');
	unharmed('a file');
	clear();
}

# What looks like the rest of a crash.
my @names = map { ".x.partial-0123456789abcde$_" } 0 .. 3;
symlink $victim, "$dir/$names[0]" or die;
rename "$dir/precious", "$dir/$names[1]" or die;
mkdir "$dir/$names[2]" or die;
mkdir "$dir/$names[3]" or die;
make_path("$dir/$names[3]/d/deeper");
write_file("$dir/$names[3]/$_", '') foreach $names[3], 'd/deeper/file';
symlink $victim, "$dir/$names[3]/d/link" or die;
my $messages = messages_of("SELECT count(*) FROM hbase.export_hfiles('few_h', '$dir/x')");
unharmed('leftovers');
is_deeply([ names_in($dir) ], [ @names[ 0, 1 ], 'x' ], 'what is not the rest of an export stays, the others go');
like($messages, qr/removed .*$_/, 'with a notice') foreach @names[ 2, 3 ];
rename "$dir/$names[1]", "$dir/precious" or die;
clear();

# ---- descriptors -------------------------------------------------------------------------

$server->append_conf('postgresql.conf', 'max_files_per_process = 64');
restart_server();
like(sql(qq{
	CREATE FUNCTION pg_temp.descriptors() RETURNS bigint LANGUAGE plpgsql AS \$\$ BEGIN RETURN (SELECT count(*) FROM pg_ls_dir('/proc/self/fd')); EXCEPTION WHEN undefined_file THEN RETURN 0; END \$\$;
	SELECT count(*) FROM hbase.export_hfiles('few_h', '$dir/x') \\g /dev/null
	SELECT pg_temp.descriptors() AS before \\gset
	DO \$\$
	BEGIN
		FOR i IN 1..100 LOOP
			BEGIN
				PERFORM hbase.export_hfiles('wrong', '$dir/y');
				RAISE EXCEPTION 'it must fail';
			EXCEPTION WHEN division_by_zero THEN NULL;
			END;
			BEGIN
				PERFORM hbase.export_hfiles('few_h', '$dir/x');
				RAISE EXCEPTION 'it must fail';
			EXCEPTION WHEN duplicate_file THEN NULL;
			END;
			BEGIN
				PERFORM hbase.export_hfiles('few_h', '$dir/missing/x');
				RAISE EXCEPTION 'it must fail';
			EXCEPTION WHEN undefined_file THEN NULL;
			END;
			PERFORM hbase.verify('few_h', '$dir/x');
		END LOOP;
	END \$\$;
	SELECT pg_temp.descriptors() - :before <= 2, count(*) > 0 FROM hbase.export_hfiles('few_h', '$dir/z')}), qr/^t\|t$/m, 'descriptors are closed after errors');
is_deeply([ names_in($dir) ], [ 'precious', 'x', 'z' ], 'and nothing is left');
$server->append_conf('postgresql.conf', 'max_files_per_process = 1000');
restart_server();
clear();

# ---- the server's own data --------------------------------------------------------------------

my $tablespace = PostgreSQL::Test::Utils::tempdir();
my $data = $server->data_dir;
sql("CREATE TABLESPACE elsewhere LOCATION '$tablespace'");
my $wal = readlink "$data/pg_wal";
foreach my $path ("$data/x", "$data/base/x", "$data/pg_tblspc/x", "$tablespace/x", glob("$tablespace/PG_*") . '/x', "$wal/x", "$wal/archive_status/x")
{
	is(outcome("SELECT hbase.export_hfiles('few_h', '$path')"), '42602', "no export to $path");
	ok(!-e $path, 'nothing is there');
}
like(messages_of("SELECT hbase.export_tsv('few_h', '$data/base/x')"), qr/folder "\Q$data\E\/base" is inside the data of the server/, 'no file either');

# ---- at random ---------------------------------------------------------------------------------

# Swap names until stopped.
sub swap_names
{
	my $stopped = 0;
	my $n = 0;

	local $SIG{TERM} = sub { $stopped = 1 };
	until ($stopped)
	{
		my @now = grep { $_ =~ $hidden } names_in($dir);
		my $name = @now ? $now[ rand @now ] : sprintf '.x.partial-%016x', rand 2**32;
		my $action = int rand 7;
		my $was = name_of($precious);

		$n++;
		if ($action == 0)
		{
			rename "$dir/$name", "$dir/away$n";
			symlink $victim, "$dir/$name";
			sleep rand 0.003;
			unlink "$dir/$name";
			rename "$dir/away$n", "$dir/$name" if rand() < 0.7;
		}
		elsif ($action == 1 && defined $was)
		{
			rename "$dir/$name", "$dir/away$n";
			rename "$dir/$was", "$dir/$name";
			sleep rand 0.003;
			rename "$dir/$name", "$dir/precious" if !-e "$dir/precious";
			rename "$dir/away$n", "$dir/$name" if rand() < 0.7;
		}
		elsif ($action == 2)
		{
			symlink rand() < 0.5 ? $victim : "$victim/manifest.json", "$dir/x";
			sleep rand 0.003;
			unlink "$dir/x";
		}
		elsif ($action == 3)
		{
			rename "$dir/$name", "$dir/away$n";
			mkdir "$dir/$name";
			sleep rand 0.003;
			rmdir "$dir/$name";
		}
		elsif ($action == 4)
		{
			my $other = sprintf '.x.partial-%016x', rand 2**32;

			symlink $victim, "$dir/$other";
			rename "$dir/$other", "$dir/$name" if @now && rand() < 0.5;
		}
		elsif ($action == 5)
		{
			mkdir "$dir/x";
			rename "$dir/x", "$dir/done$n" if rand() < 0.5;
		}
		else
		{
			rename "$dir/x", "$dir/done$n";
		}
	}
	POSIX::_exit(0);
}

# Sessions that export, and have most of it fail, until stopped.
sub run_exports
{
	my ($number) = @_;
	my $stopped = 0;
	my $count = 0;

	local $SIG{TERM} = sub { $stopped = 1 };
	until ($stopped)
	{
		my @statements = map { (
			"SELECT hbase.export_hfiles('few_h', '$dir/x')",
			'SET statement_timeout = ' . int(1 + rand 40),
			"SELECT hbase.export_hfiles('slow', '$dir/x')",
			'RESET statement_timeout',
			"BEGIN; SELECT hbase.export_delta('few_h', 'sent', '$dir/x'); " . (rand() < 0.5 ? 'ROLLBACK' : 'COMMIT'),
			"SELECT hbase.export_tsv('slow_lines', '$dir/x')",
			"SELECT hbase.export_all(ARRAY['few_h', 'wrong']::regclass[], '$dir/x')",
			'SELECT pg_cancel_backend(pid) FROM hbase.progress WHERE pid <> pg_backend_pid()' ) } 1 .. 5;

		write_file($server->basedir . "/statements$number", join '', map { "$_;\n" } @statements);
		system("psql -XqAt -d '" . $server->connstr('postgres') . "' -f '" . $server->basedir . "/statements$number' >>'" . $server->basedir . "/said$number' 2>&1");
	}
	POSIX::_exit(0);
}

my @children;
foreach my $child (\&swap_names, \&swap_names, sub { run_exports(1) }, sub { run_exports(2) })
{
	my $pid = fork // die;

	if ($pid == 0)
	{
		srand;
		$child->();
	}
	push @children, $pid;
}
sleep $seconds;
# a slow machine may need longer until something was in the way
foreach (1 .. 60)
{
	last if read_file($server->basedir . '/said1') =~ /moved or replaced/;
	sleep 1;
}
kill 'TERM', @children;
waitpid $_, 0 foreach @children;
my $said = read_file($server->basedir . '/said1') . read_file($server->basedir . '/said2');
my %heard = map { my $what = $_; $what => scalar(() = $said =~ /$what/g) }
  ('moved or replaced', 'statement timeout', 'could not remove directory', 'already exists and is not a directory', 'removed "', 'ERROR');
note(join ', ', map { "$_: $heard{$_}" } sort keys %heard);
ok($heard{'moved or replaced'} > 0, 'names were swapped while exports ran');
unlike($said, qr/XX000|PANIC|server closed/, 'no error of the inside');
unharmed('at random');
is(sql('SELECT count(*) FROM hbase.progress'), '0', 'all have ended');

done_testing();
