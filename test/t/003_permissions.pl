# Who may do what: an ordinary user uses the types and functions, but neither
# installs the extension, nor writes in its schema, nor reaches server files.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('permissions');

sub as_user
{
	my ($sql) = @_;
	my ($status, $output, $error) = $server->psql('postgres', $sql,
		extra_params => [ '-U', 'ordinary', '-v', 'VERBOSITY=sqlstate' ]);

	return $error =~ /ERROR: +(\w+)/ ? $1 : $output;
}

$server->safe_psql('postgres', 'CREATE ROLE ordinary LOGIN; GRANT CREATE ON DATABASE postgres TO ordinary');
is(as_user('CREATE EXTENSION hbase_schema'), '42501', 'only a superuser installs it');
$server->safe_psql('postgres', 'CREATE EXTENSION hbase_schema');
is(as_user(q{SELECT 'row\x00'::rowkey}), 'row\x00', 'anyone uses the types');
is(as_user('CREATE TABLE hbase.mine ()'), '42501', 'the schema hbase is not theirs');
is(as_user('DROP EXTENSION hbase_schema'), '42501', 'nor is the extension');

# Functions with effects on the server's files; all others are open to everyone.
is( $server->safe_psql(
		'postgres', q{
		SELECT DISTINCT (CASE pronamespace WHEN 'public'::regnamespace THEN p.oid::regprocedure::text
		                ELSE format('%s.%s', pronamespace::regnamespace, proname) END) COLLATE "C"
		FROM pg_depend JOIN pg_proc p ON p.oid = objid
		WHERE classid = 'pg_proc'::regclass AND deptype = 'e'
		  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'hbase_schema')
		  AND NOT has_function_privilege('ordinary', p.oid, 'EXECUTE')
		ORDER BY 1}),
	join("\n", 'hbase.export_all', 'hbase.export_delta', 'hbase.export_finish', 'hbase.export_hfiles', 'hbase.export_part', 'hbase.export_tsv', 'hbase.finish_deltas', 'hbase.import_hfiles', 'hbase.verify', 'hbase_internal.export_delta_files', 'hfile_cells(text)', 'hfile_get(text,rowkey)', 'hfile_info(text)'),
	'the functions that need a grant');

$server->stop;
done_testing();
