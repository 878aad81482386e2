# The programs of doc/drivers.md run with their drivers and print what the page
# shows.  The drivers come from the registries of their languages; one that cannot
# be had here is skipped, with the reason.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('drivers');
my $page = read_file('doc/drivers.md');
my $folder = new_folder();

# The blocks of a section: the program and its output.
sub blocks
{
	my ($title) = @_;
	my ($section) = $page =~ /^## \Q$title\E\n(.*?)(?=^## |\z)/ms;

	return $section =~ /^```\w*\n(.*?)^```$/msg;
}

# Run a shell command in a folder, without the input of the test; its output, or
# undef if it fails or takes too long.
sub run_in
{
	my ($where, $command, $seconds) = @_;
	my $output = `cd '$where' && timeout $seconds sh -c '$command' 2>'$where/errors' </dev/null`;

	return $? == 0 ? $output : undef;
}

sub last_error
{
	my ($where) = @_;
	my @lines = grep { /\S/ } split /\n/, read_file("$where/errors");

	return @lines ? substr($lines[-1], 0, 200) : 'no message';
}

my ($setup) = $page =~ /^```sql\n(.*?)^```$/ms;
$server->append_conf('postgresql.conf', "listen_addresses = '127.0.0.1'\n");
restart_server();
$server->psql('postgres', $setup, on_error_die => 1);

my $python = -x '/usr/bin/python3' ? '/usr/bin/python3' : 'python3';
my $tcp = 'postgres@127.0.0.1:' . $server->port . '/postgres';
my @drivers = (
	{
		title => 'psycopg 3', file => 'visits.py',
		setup => "$python -m pip install -q --no-input --target lib \"psycopg[binary]\"",
		run => "PYTHONPATH=lib $python visits.py"
	},
	{
		title => 'SQLAlchemy', file => 'visits.py',
		setup => "$python -m pip install -q --no-input --target lib \"psycopg[binary]\" \"sqlalchemy>=2\"",
		run => "PYTHONPATH=lib $python visits.py"
	},
	{
		title => 'JDBC', file => 'Visits.java',
		setup => 'mvn -q -B dependency:copy -Dartifact=org.postgresql:postgresql:42.7.4 -DoutputDirectory=. -Dmaven.repo.local=m2',
		run => 'java -cp postgresql-42.7.4.jar Visits.java "jdbc:postgresql://127.0.0.1:' . $server->port . '/postgres?user=$PGUSER"'
	},
	{
		title => 'node-postgres', file => 'visits.js',
		setup => 'npm install --silent --no-audit --no-fund pg@8',
		run => 'node visits.js'
	},
	{
		title => 'pgx', file => 'visits.go',
		setup => 'go mod init visits && go get github.com/jackc/pgx/v5@v5.5.5 && go build -o visits',
		run => './visits'
	});

foreach my $driver (@drivers)
{
	my $where = "$folder/" . ($driver->{title} =~ s/\W/_/gr);
	my ($program, $expected) = blocks($driver->{title});
	my ($tool) = $driver->{setup} =~ /^(\S+)/;

	mkdir $where or die $!;
	local $ENV{HOME} = $where;
	local $ENV{PGHOST} = $server->host;
	local $ENV{PGPORT} = $server->port;
	local $ENV{PGDATABASE} = 'postgres';
	local $ENV{PGUSER} = getpwuid($>);
	local $ENV{DATABASE_URL} = '';
	local $ENV{GOFLAGS} = "-mod=mod -modcacherw";
	write_file("$where/$driver->{file}", $program);
  SKIP:
	{
		skip "$driver->{title}: no $tool", 1 unless defined run_in($where, "command -v $tool", 10);
		skip "$driver->{title}: " . last_error($where), 1 unless defined run_in($where, $driver->{setup}, 240);
		my $output = run_in($where, $driver->{run}, 240);

		is($output, $expected, "$driver->{title}: the program prints what the page shows")
		  or diag(read_file("$where/errors"));
	}
}

# The error that the page names is PostgreSQL's.
my ($status, $output, $error) = $server->psql('postgres', q{PREPARE p AS SELECT rowkey_compose('host text, n int', $1, 5)});
like($error, qr/could not determine data type of parameter \$1/, 'a parameter without a type');
$server->psql('postgres', q{PREPARE p AS SELECT rowkey_compose('host text, n int', $1::jsonb); EXECUTE p('{"host": "a", "n": 5}')}, on_error_die => 1);

done_testing();
