# Definitions, columns and ids are carried by a dump, also when a database's
# owner who is no superuser dumps, drops and restores it, twice.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('definitions');
my $log = $server->basedir;

$server->safe_psql('postgres', 'CREATE ROLE keeper LOGIN');

sub new_database
{
	my ($name) = @_;

	$server->safe_psql('postgres', "CREATE DATABASE $name OWNER keeper");
	$server->safe_psql($name, 'CREATE EXTENSION hbase_schema; GRANT ALL ON SCHEMA public TO keeper');
}

sub as_keeper
{
	my ($database, $sql) = @_;

	return $server->safe_psql($database, $sql, extra_params => [ '-U', 'keeper' ]);
}

# All that was said, in an order of its own.
sub what_was_said
{
	my ($database) = @_;

	return as_keeper($database, q{
		SELECT * FROM hbase_internal.definition ORDER BY 1, 2;
		SELECT * FROM hbase_internal.column_dictionary ORDER BY 1, 2, 3, 4;
		SELECT * FROM hbase.uid_kind ORDER BY 1;
		SELECT * FROM hbase.uid_name ORDER BY 1, 2;
		SELECT * FROM hbase.definition_of('cells');
		SELECT * FROM hbase.families('"Cells view"')});
}

new_database('origin');
as_keeper('origin', read_file('test/data/dump.sql'));
my $said = what_was_said('origin');
like($said, qr/ns:cells/, 'a database owner says what tables stand for');

my $from = 'origin';
foreach my $to ('first', 'second')
{
	$server->command_ok(
		[ 'pg_dump', '-U', 'keeper', '--no-comments', '-f', "$log/$to.sql", $from ],
		"its owner dumps $from");
	$server->safe_psql('postgres', "DROP DATABASE $from");
	new_database($to);
	$server->command_ok(
		[ 'psql', '-Xq', '-U', 'keeper', '-v', 'ON_ERROR_STOP=1', '-d', $to, '-f', "$log/$to.sql" ],
		"and restores it as $to");
	$from = $to;
}
is(what_was_said('second'), $said =~ s/^pg_temp.*\n//mr, 'nothing but the temporary table is lost');

# And it goes on from there.
is(as_keeper('second', q{SELECT hbase.uid('host', 'b'), hbase.uid('host', 'c'), (SELECT (least(256::numeric ^ width, 2::numeric ^ 63) - 1 - last)::bigint FROM hbase.uid_kind WHERE kind = 'event')}),
	'2|3|9223372036854775806', 'ids go on where they were');
is(as_keeper('second', q{SELECT hbase.put('cells', rowkey_compose($$id bigint, '1'$$, 1), 'd', 'q', 'new');
	SELECT count(*) FROM hbase.scan('cells', versions => 3)}), "\n2", 'and so do tables');

# A view that is gone for good.
as_keeper('second', 'DROP VIEW "Cells view"');
is(as_keeper('second', 'SELECT hbase.forget()'), '{"public.\"Cells view\""}', 'what is gone is swept');

# What a database's owner writes there is data, and no SQL for those who read it.
as_keeper('second', q{
	CREATE FUNCTION other(int, text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE 'ran for %', current_user; END $$;
	CREATE TYPE one AS (x int);
	SELECT hbase.define_column('cells', 'd', 'q', 'x', 'int');
	UPDATE hbase_internal.column_dictionary SET type = 'int, ''bytes'') + public.other(1' WHERE name = 'x'});
{
	my ($status, $out, $error) = $server->psql('second', q{SELECT * FROM hbase.read(NULL::one, 'cells')});
	like($error, qr/ERROR:  (syntax error|invalid type name)/, 'an invalid type');
	unlike($error, qr/ran for/, 'is not run');
}

# Nobody else writes there.
$server->safe_psql('postgres', 'CREATE ROLE stranger LOGIN');
foreach my $table (qw(hbase_internal.definition hbase_internal.column_dictionary hbase.uid_kind hbase.uid_name))
{
	my ($status, $out, $error) = $server->psql('second', "DELETE FROM $table",
		extra_params => [ '-U', 'stranger' ]);
	like($error, qr/permission denied for table \w+/, "a stranger does not delete from $table");
}

$server->stop;
done_testing();
