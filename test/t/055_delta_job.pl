# Deltas as a job: directory and options are stored with the baseline, and a call without them uses
# those, unless the role that stored them does not have the rights for them.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('delta_job');
my $dir = new_folder();
my $other = "$dir/other";
mkdir $other;
chmod 0777, $other;
connect_programs();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE job_team;
	CREATE ROLE job_admin LOGIN;
	CREATE ROLE job_user LOGIN;
	CREATE ROLE job_cron LOGIN;
	GRANT job_team TO job_admin, job_user, job_cron;
	GRANT pg_read_server_files, pg_write_server_files TO job_admin, job_cron;
	GRANT USAGE ON SCHEMA hbase TO PUBLIC;
	CREATE SCHEMA shop AUTHORIZATION job_team;
	SET ROLE job_team;
	CREATE TABLE shop.source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 20) i;
	CREATE VIEW shop.items AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM shop.source;
	CREATE VIEW shop.orders AS SELECT * FROM shop.items WHERE key < rowkey_compose('id int', 10)});

my $change = 0;

# Something changes, in both relations.
sub change
{
	$change++;
	sql("UPDATE shop.source SET t = 'change $change' WHERE id = 1");
}

# ---- an export is the beginning ----------------------------------------------------------

my ($code, $output, $messages) = client('export', '-U', 'job_admin', '-D', "$dir/full/", '-q', '--options', '{"compression": "GZ", "phoenix_empty_cell": true}');
is("$code$messages", '0', 'an export');
is(sql('SELECT relation_name, directory, options, job_owner FROM hbase.delta_baseline ORDER BY 1'),
	join("\n", map { qq($_|$dir|{"compression": "GZ"}|job_admin) } qw(items orders)), 'stores where its deltas go, and options that they have');
change();
($code, $output, $messages) = client('delta', '-U', 'job_admin');
is("$code$messages", '0', 'the first delta needs nothing');
my ($items, $orders) = $output =~ /^shop\.items: 1 cells in 1 files, (\S+)\nshop\.orders: 1 cells in 1 files, (\S+)\n\n.*\npg2hbase load \1 \2\n\z/;
like($items // '', qr{^\Q$dir\E/items-\d+$}, 'its folders') or diag($output);
is(sql("SELECT pg_read_file('$items/manifest.json')::json ->> 'previous' = pg_read_file('$dir/full/items/manifest.json')::json ->> 'run'"), 't', 'follow the export');
like(sql("SELECT pg_read_file('$items/manifest.json')"), qr/"compression": "GZ"/i, 'with its options');
is(sql("SELECT count(*), bool_and(ok) FROM hbase.verify('shop.items', '$items')"), '1|t', 'and are whole');
($code, $output, $messages) = client('delta', '-U', 'job_admin');
is("$code$messages$output", "0shop.items: unchanged\nshop.orders: unchanged\n\nNothing has changed, so there is nothing to load:\ntrue\n", 'without changes there are no folders');
is(sql('SELECT count(*) FROM hbase.delta_run'), '2', 'nor runs');

# ---- a call that names others ------------------------------------------------------------------

change();
($code, $output, $messages) = client('delta', '-U', 'job_admin', '-D', "$other//", '-t', 'items', '--options', '{"compression": "NONE"}');
is("$code$messages", '0', 'another directory, other options');
is(sql("SELECT relation_name, directory, options FROM hbase.delta_baseline ORDER BY 1"),
	qq(items|$other|{"compression": "NONE"}\norders|$dir|{"compression": "GZ"}), 'are stored');
change();
($code, $output, $messages) = client('delta', '-U', 'job_admin');
is("$code$messages", '0', 'the next call');
like($output, qr{^shop\.items: .* \Q$other\E/items-\d+\nshop\.orders: .* \Q$dir\E/orders-\d+\n}, 'uses them');
is(sql("SELECT count(DISTINCT r.run) FROM hbase.delta_run r LEFT JOIN hbase.delta_run p ON p.run::text = r.previous WHERE p.run IS NULL"), '2', 'one chain of runs for each');
change();
is(sql("SELECT sum(cells) FROM hbase.export_delta('shop.items', 'shop.items_baseline')"), '1', 'in SQL too');
like(sql("SELECT directory FROM hbase.delta_run ORDER BY created DESC LIMIT 1"), qr{^\Q$other\E/items-\d+$}, 'in a folder of that name');
($code, $output) = client('status', '-U', 'job_admin');
like($output, qr/^Jobs\n.*\n.*\nshop.items +\Q$other\E +\{"compression": "NONE"\} +postgres\nshop.orders +\Q$dir\E /m, 'status shows them') or diag($output);
($code, $output, $messages) = client('status', '-U', 'job_user');
unlike("$code$messages$output", qr/\Q$dir\E|Jobs/, 'but no paths to others');
is(outcome_as('job_user', 'SELECT directory FROM hbase.delta_baseline'), '42501', 'who cannot read them');
is(outcome_as('job_user', 'SELECT count(*), count(run), count(options) FROM hbase.delta_baseline'), '2|2|2', 'unlike the rest');

# ---- rights ---------------------------------------------------------------------------------------

sql('DELETE FROM hbase.delta_baseline; DROP TABLE shop.items_baseline, shop.orders_baseline');
like(messages_of("SELECT hbase.baseline('shop.items', deltas => '$dir', options => '{\"only_regions\": [1]}')"), qr/unrecognized option "only_regions"/, 'options that a delta does not have');
sql("SET ROLE job_team; SELECT hbase.baseline('shop.items'), hbase.baseline('shop.orders')");
change();
is(outcome_as('job_cron', "SELECT hbase.export_delta('shop.items', 'shop.items_baseline')"), '22004', 'nothing stored');
($code, $output, $messages) = client('delta', '-U', 'job_cron');
is($code, 1, 'is an error of the client');
like($messages, qr/no directory given, and none is stored for the deltas of shop\.items_baseline\nHINT:  Give it once/, 'with a hint');

# job_user may not write files: their choice must not be used by one who may
is(outcome_as('job_user', "SELECT hbase.baseline('shop.items', deltas => '$other', options => '{\"file_mode\": \"0666\"}', refresh => true)"), 'shop.items_baseline', 'a role without files');
change();
foreach my $role (qw(job_cron postgres))
{
	my $call = "SELECT count(*) FROM hbase.export_delta('shop.items', 'shop.items_baseline'";

	is(outcome_as($role, "$call)"), '42501', "their directory is not used by $role");
	is(outcome_as($role, "BEGIN; $call, '$dir/$role'); ROLLBACK"), '1', 'another one with the options of one of the team');
}
like(messages_of("SELECT hbase.export_delta('shop.items', 'shop.items_baseline')"), qr/DETAIL:  Role "job_user" stored them\. .*\nHINT:  Give directory and options/, 'the error says so');
sql('REVOKE job_team FROM job_user');
is(sql("SELECT 1; UPDATE hbase.delta_baseline SET owner = 'job_team'"), '1', 'stored by one of the team');
is(outcome_as('job_cron', "SELECT hbase.export_delta('shop.items', 'shop.items_baseline', '$dir/cron')"), '42501', 'the options of a stranger are not used');
is(outcome_as('job_cron', "SELECT count(*) FROM hbase.export_delta('shop.items', 'shop.items_baseline', '$dir/cron', options => '{}')"), '1', 'but own ones');
is(sql("SELECT directory, options, job_owner FROM hbase.delta_baseline WHERE baseline_name = 'items_baseline'"), "$dir|{}|job_cron", 'which are stored');
change();
is(outcome_as('job_admin', "SELECT count(*) FROM hbase.export_delta('shop.items', 'shop.items_baseline')"), '1', 'another one of the team uses them');
sql('SET ROLE job_cron; SELECT hbase.baseline(\'shop.items\', options => \'{"blocksize": 1000}\', refresh => true)');
is(sql("SELECT directory, options, job_owner FROM hbase.delta_baseline WHERE baseline_name = 'items_baseline'"), '|{"blocksize": 1000}|job_cron', 'choices of two roles are not mixed');
sql("SET ROLE job_cron; SELECT hbase.baseline('shop.items', deltas => '$other', refresh => true)");
is(sql("SELECT directory, options FROM hbase.delta_baseline WHERE baseline_name = 'items_baseline'"), qq($other|{"blocksize": 1000}), 'those of one are');
sql("SET ROLE job_cron; SELECT hbase.baseline('shop.items', refresh => true)");
is(sql("SELECT directory FROM hbase.delta_baseline WHERE baseline_name = 'items_baseline'"), $other, 'a refresh keeps them');
sql('ALTER ROLE job_cron RENAME TO job_gone');
change();
is(outcome_as('job_admin', "SELECT hbase.export_delta('shop.items', 'shop.items_baseline')"), '42501', 'a role that does not exist any more');
sql('ALTER ROLE job_gone RENAME TO job_cron');

# ---- a directory that is gone --------------------------------------------------------------------------

run_ok("rm -r '$other'");
($code, $output, $messages) = client('delta', '-U', 'job_admin', '-t', 'items');
is($code, 1, 'a directory that does not exist any more');
like($messages, qr/ERROR:  could not open directory "\Q$other\E": No such file or directory\n.*\npg2hbase: hint: the last delta of shop\.items, or the export, was there; give another directory with -D\n/, 'is an error that says what to do');
($code, $output, $messages) = client('delta', '-U', 'job_admin', '-t', 'items', '-D', $dir);
is("$code$messages", '0', 'which helps');

# ---- a dump ---------------------------------------------------------------------------------------------

run_ok("pg_dump -Fc -f '$dir/dump' postgres && createdb restored && pg_restore -d restored '$dir/dump'");
is($server->safe_psql('restored', "SELECT baseline_name, directory, options, job_owner FROM hbase.delta_baseline ORDER BY 1"), sql("SELECT baseline_name, directory, options, job_owner FROM hbase.delta_baseline ORDER BY 1"), 'a dump has the jobs');

$server->stop;
done_testing();
