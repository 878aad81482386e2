# Deltas as files: a full export and the deltas after it, imported into a table
# of HBase's rules, show what the source holds; rollbacks, concurrent writers and
# repeated loads take nothing away.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('delta');
my $dir = new_folder();
$server->append_conf('postgresql.conf', 'max_prepared_transactions = 2');
restart_server();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE writer LOGIN IN ROLE pg_write_server_files;
	CREATE TABLE orders (id int PRIMARY KEY, customer text, status text, changed timestamptz DEFAULT '2022-01-01 00:00+00');
	CREATE TABLE lines (ord int REFERENCES orders ON DELETE CASCADE ON UPDATE CASCADE, line int, item text, PRIMARY KEY (ord, line));
	INSERT INTO orders SELECT i, 'c' || i % 50, 'open' FROM generate_series(1, 500) i;
	INSERT INTO lines SELECT i, n, 'item ' || n FROM generate_series(1, 500) i, generate_series(1, i % 4) n;
	CREATE VIEW orders_h AS
	SELECT rowkey_compose('salt(4), id int', id) AS key, widerow_build('c', customer, 's', status, '', CASE WHEN id % 3 = 0 THEN 'x' END) AS d,
	       (SELECT widerow_agg(line::text, item) FROM lines WHERE ord = id) AS i
	  FROM orders;
	CREATE VIEW stamped_h AS SELECT rowkey_compose('id int', id) AS key, widerow_at(widerow_build('c', customer, 's', status), changed) AS d FROM orders;
	-- what a table of HBase's shows, and what the source says
	CREATE FUNCTION differences(stored regclass, source regclass) RETURNS bigint LANGUAGE plpgsql AS $$
	DECLARE
		source_cells text := (SELECT string_agg(format('SELECT key, %L::name, c.qualifier, c.value FROM %s, widerow_cells(widerow_visible(%I)) c', family, source, column_name), ' UNION ALL ') FROM hbase.families(source));
		n bigint;
	BEGIN
		EXECUTE format('SELECT count(*) FROM (((SELECT key, family, qualifier, value FROM hbase.scan(%1$L)) EXCEPT ALL (%2$s)) UNION ALL ((%2$s) EXCEPT ALL (SELECT key, family, qualifier, value FROM hbase.scan(%1$L)))) d', stored, source_cells) INTO n;
		RETURN n;
	END $$});

# Import folders into a new table, one after the other; with $compact, a major
# compaction follows each.  What differs from the relation then.
sub imported
{
	my ($relation, $compact, @folders) = @_;

	sql("DROP TABLE IF EXISTS stored; SELECT hbase.create_table('stored', (SELECT jsonb_agg(family) FROM hbase.families('$relation')))");
	foreach my $folder (@folders)
	{
		sql("SELECT hbase.import_hfiles('$dir/$folder', 'stored')");
		sql("SELECT hbase.compact('stored')") if $compact;
	}
	return sql("SELECT differences('stored', '$relation')");
}

# ---- full and deltas -----------------------------------------------------------

is(sql("SELECT hbase.baseline('orders_h', 'sent', empty => true)"), 'sent', 'an empty baseline');
is(sql("SELECT count(DISTINCT region), sum(rows) FILTER (WHERE family = 'd') FROM hbase.export_delta('orders_h', 'sent', '$dir/full', regions => 3)"), '3|500', 'the first delta is everything');
is(imported('orders_h', 0, 'full'), '0', 'and shows the source');
is(sql("SELECT count(*) FROM hbase.delta('orders_h', 'sent')"), '0', 'nothing is left to do');

sql(q{
	UPDATE orders SET status = 'paid' WHERE id % 10 = 0;
	DELETE FROM orders WHERE id % 25 = 0;
	UPDATE orders SET id = id + 1000 WHERE id % 40 = 1;
	INSERT INTO orders SELECT i, 'new', NULL FROM generate_series(2001, 2030) i;
	DELETE FROM lines WHERE line = 2;
	UPDATE orders SET customer = NULL WHERE id % 9 = 0});
my $stamp = sql("SELECT stamp FROM hbase.delta_baseline");
is(sql("SELECT sum(cells) > 0 FROM hbase.export_delta('orders_h', 'sent', '$dir/d1')"), 't', 'a delta');
is(sql("SELECT stamp >= $stamp + 2 FROM hbase.delta_baseline"), 't', 'its stamp is later');
is(sql("SELECT array_agg(r ->> 'start') = (SELECT splits::text[] FROM hbase.delta_baseline) FROM json_array_elements(pg_read_file('$dir/d1/manifest.json')::json -> 'regions') r WHERE r ->> 'start' <> ''"), 't', 'it has the split points of the first');
is(sql("SELECT count(*) FROM hbase.delta('orders_h', 'sent')"), '0', 'the baseline is kept up');

# rows deleted and inserted again, and a cell that goes there and back
sql(q{
	INSERT INTO orders SELECT i, 'back', 'again' FROM generate_series(25, 500, 25) i;
	UPDATE orders SET status = 'open' WHERE id % 10 = 0;
	DELETE FROM orders WHERE id BETWEEN 2001 AND 2010});
is(sql("SELECT count(*) > 0 FROM hbase.export_delta('orders_h', 'sent', '$dir/d2')"), 't', 'another delta');
is(imported('orders_h', 0, qw(full d1 d2)), '0', 'full and deltas show the source');
is(imported('orders_h', 0, qw(d2 d1 full)), '0', 'in any order');
is(imported('orders_h', 0, qw(full d1 d1 d2 d2)), '0', 'loaded twice');
is(imported('orders_h', 1, qw(full d1 d1 d2 d2)), '0', 'with a major compaction after each');
is(sql("SELECT differences('sent', 'orders_h')"), '0', 'the baseline shows it too');

is(sql("SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/none')"), '0', 'no change, no file');
ok(!-e "$dir/none", 'and no folder');
is(sql("SELECT rows_removed > 0 FROM hbase.compact('sent')"), 't', 'a compaction forgets rows that are gone');
is(sql("SELECT differences('sent', 'orders_h') + count(*) FROM hbase.delta('orders_h', 'sent')"), '0', 'and nothing else');

# ---- some keys ------------------------------------------------------------------

sql("UPDATE orders SET status = 'k' WHERE id IN (3, 4, 5)");
is(sql("SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/d3', keys => ARRAY(SELECT rowkey_compose('salt(4), id int', id) FROM (VALUES (3), (5), (6)) v(id)))"), '2', 'the rows that were touched');
is(sql("SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/d4')"), '1', 'the others come later');
is(imported('orders_h', 0, qw(full d1 d2 d3 d4)), '0', 'together they show the source');

# ---- rollbacks ---------------------------------------------------------------------

my @before = names_in($dir);
sql("UPDATE orders SET status = 'late' WHERE id = 7");
is(outcome("BEGIN; SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/lost'); ROLLBACK"), '1', 'a transaction that is rolled back');
is_deeply([ names_in($dir) ], \@before, 'leaves no folder');
is(outcome("BEGIN; SAVEPOINT s; SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/lost'); ROLLBACK TO s; COMMIT"), '1', 'nor does a savepoint');
is_deeply([ names_in($dir) ], \@before, 'that is rolled back');
is(outcome("BEGIN; SAVEPOINT s; SAVEPOINT t; SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/lost'); RELEASE t; ROLLBACK TO s; COMMIT"), '1', 'nor one around a savepoint');
is_deeply([ names_in($dir) ], \@before, 'that was released');
is(outcome("BEGIN; SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/lost'); PREPARE TRANSACTION 'p'"), '0A000', 'a transaction that would be prepared');
is_deeply([ names_in($dir) ], \@before, 'leaves none either');
# the transaction that the other one commits amidst cannot be serialized after it
my $other = join ' ', 'psql -Xq -h', $server->host, '-p', $server->port, '-d postgres -c', q{"BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT FROM sent; UPDATE orders SET status = 'later' WHERE id = 7; COMMIT"};
is(outcome("BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT count(*) FROM hbase.export_delta('orders_h', 'sent', '$dir/lost');\n\\! $other >/dev/null\nCOMMIT"), '40001', 'a commit that fails');
is_deeply([ names_in($dir) ], \@before, 'nor does that');
is(outcome("SELECT hbase.export_delta('orders_h', 'sent', '$dir/full')"), '58P02', 'a folder that is there');
is(sql("BEGIN; SAVEPOINT s; SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/d5'); RELEASE s; SELECT count(*) FROM hbase.delta('orders_h', 'sent'); COMMIT"), "1\n0", 'the next delta has what they had');
is_deeply([ grep { /^d5$|partial/ } names_in($dir) ], ['d5'], 'its folder is there after the commit');
is(imported('orders_h', 0, qw(full d1 d2 d3 d4 d5)), '0', 'and shows the source');

# ---- concurrent writers ---------------------------------------------------------------

{
	my ($in, $out, $err) = ('', '', '');
	my $other = IPC::Run::start([ 'psql', '-XqAt', '-d', $server->connstr('postgres') ], '<', \$in, '>', \$out, '2>', \$err);

	$in = "BEGIN; UPDATE orders SET status = 'unseen' WHERE id = 8; SELECT 'done';\n";
	$other->pump until $out =~ /done/;
	sql("UPDATE orders SET status = 'seen' WHERE id = 9");
	is(sql("SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/d6')"), '1', 'what is not committed is not seen');
	$out = '';
	$in = "COMMIT; SELECT 'done';\n";
	$other->pump until $out =~ /done/;

	# two deltas at once: the second waits, and has what came in between
	$out = '';
	$in = "BEGIN; SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/d7'); SELECT 'done';\n";
	$other->pump until $out =~ /done/;
	my $second_out = '';
	my $second = start_psql(\$second_out, "SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/d8')");
	$server->poll_query_until('postgres', "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted");
	sql("UPDATE orders SET status = 'between' WHERE id IN (10, 11)");
	$in = "COMMIT; SELECT 'committed';\n";
	$other->pump until $out =~ /committed/;
	$in = "\\q\n";
	$other->finish;
	$second->finish;
	like($out, qr/^1$/m, 'the first of two');
	is($second_out, "2\n", 'the second waits for it');
	is(imported('orders_h', 0, qw(full d1 d2 d3 d4 d5 d6 d7 d8)), '0', 'nothing is lost');
}

# ---- a full export, and its baseline in the same snapshot ---------------------------------

sql("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT hbase.export_hfiles('orders_h', '$dir/other_full', splits => '{\\\\x01,\\\\x02}'); SELECT hbase.baseline('orders_h', 'other', splits => '{\\\\x01,\\\\x02}'); COMMIT");
is(sql("SELECT stamp = (pg_read_file('$dir/other_full/manifest.json')::json ->> 'stamp')::bigint FROM hbase.delta_baseline WHERE baseline_name = 'other'"), 't', 'one snapshot, one stamp');
sql("DELETE FROM orders WHERE id = 12; UPDATE orders SET status = 'other' WHERE id = 13");
is(sql("SELECT count(*) > 0 FROM hbase.export_delta('orders_h', 'other', '$dir/other_d1', options => '{\"compression\": \"GZ\"}')"), 't', 'a delta against it');
is(imported('orders_h', 1, qw(other_full other_d1)), '0', 'shows the source');

# the same with split points that the export planned
sql("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT hbase.export_hfiles('orders_h', '$dir/planned_full', regions => 3, stamp => 1700000000000); SELECT hbase.baseline('orders_h', 'planned', directory => '$dir/planned_full'); COMMIT");
is(sql("SELECT stamp, cardinality(splits) FROM hbase.delta_baseline WHERE baseline_name = 'planned'"), '1700000000000|2', 'stamp and split points from the manifest');
sql("UPDATE orders SET status = 'planned' WHERE id = 16; SELECT hbase.export_delta('orders_h', 'planned', '$dir/planned_d1')");
is(sql("SELECT json_array_length(pg_read_file('$dir/planned_d1/manifest.json')::json -> 'regions')"), '3', 'which deltas keep to');
is(imported('orders_h', 0, qw(planned_full planned_d1)), '0', 'and show the source');
is(outcome("SELECT hbase.baseline('stamped_h', 'x', directory => '$dir/planned_full')"), '22023', 'the export of another table');
is(outcome("SELECT hbase.baseline('orders_h', 'x', directory => '$dir/planned_full', empty => true)"), '22023', 'an empty baseline of an export');
is(outcome_as('writer', "SELECT hbase.baseline('orders_h', 'x', directory => '$dir/planned_full')"), '42501', 'not for those who may not read files');

# a plain copy becomes a baseline
sql("CREATE TABLE copy AS TABLE orders_h; UPDATE orders SET status = 'copied' WHERE id = 14");
is(sql("SELECT sum(cells) FROM hbase.export_delta('orders_h', 'copy', '$dir/copy_d1')"), '1', 'a plain copy');
is(sql("SELECT count(*) FROM hbase.delta('orders_h', 'copy')"), '0', 'becomes a baseline');

# ---- stamped by the data --------------------------------------------------------------------

sql("SELECT hbase.baseline('stamped_h', 'stamped_sent', empty => true); SELECT hbase.export_delta('stamped_h', 'stamped_sent', '$dir/s_full')");
sql("UPDATE orders SET status = 's1', changed = '2022-02-01 00:00+00' WHERE id % 7 = 0; DELETE FROM orders WHERE id % 11 = 0");
sql("SELECT hbase.export_delta('stamped_h', 'stamped_sent', '$dir/s_d1')");
sql("INSERT INTO orders SELECT i, 'again', 's2', '2022-03-01 00:00+00' FROM generate_series(11, 500, 11) i");
sql("SELECT hbase.export_delta('stamped_h', 'stamped_sent', '$dir/s_d2')");
is(imported('stamped_h', 0, qw(s_full s_d1 s_d2)), '0', 'cells stamped by the data');
is(imported('stamped_h', 0, qw(s_d1 s_d2 s_d2 s_full)), '0', 'in any order, twice');
is(imported('stamped_h', 1, qw(s_full s_d1 s_d2)), '0', 'compacted');
is(sql("SELECT string_agg(DISTINCT type, ' ') FROM (SELECT f ->> 'path' AS file FROM json_array_elements(pg_read_file('$dir/s_d1/manifest.json')::json -> 'files') f) l, hfile_cells('$dir/s_d1/' || file)"), 'Delete Put', 'markers of single versions');
sql("DELETE FROM orders WHERE id = 22; SELECT hbase.export_delta('stamped_h', 'stamped_sent', '$dir/s_d3'); INSERT INTO orders VALUES (22, 'again', 's3', '2022-03-01 00:00+00')");
@before = names_in($dir);
is(outcome("SELECT hbase.export_delta('stamped_h', 'stamped_sent', '$dir/x')"), '22003', 'a cell that a marker would hide is refused');
is_deeply([ names_in($dir) ], \@before, 'and nothing is left');
is(sql("SELECT sum(cells) FROM hbase.export_delta('stamped_h', 'stamped_sent', '$dir/s_d4', restamp => true)"), '2', 'or stamped by the run');
is(imported('stamped_h', 0, qw(s_full s_d1 s_d2 s_d3 s_d4)), '0', 'which shows it');

# ---- who may ------------------------------------------------------------------------------------

sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO writer; GRANT CREATE ON SCHEMA public TO writer; UPDATE orders SET status = 'w' WHERE id = 15");
@before = names_in($dir);
is(outcome_as('writer', "SELECT hbase.export_delta('orders_h', 'sent', '$dir/x')"), '42501', 'not with the baseline of another');
is(outcome_as('writer', "SELECT hbase.baseline('orders_h', 'writers', empty => true); SELECT count(*) FROM hbase.export_delta('orders_h', 'writers', '$dir/by_writer')"), "writers\n2", 'with one of their own');
is(sql("BEGIN; CREATE TEMPORARY TABLE hbase_delta (a int); CREATE TEMPORARY TABLE hbase_delta_ (a int); SELECT sum(rows) > 0 FROM hbase.export_delta('orders_h', 'sent', '$dir/x'); SELECT count(*) FROM pg_class WHERE relname LIKE 'hbase_delta%' AND relkind = 'r'; ROLLBACK"), "t\n2", 'beside temporary tables of any name');
is_refused($dir, "SELECT hbase.export_delta('stamped_h', 'sent', '$dir/x')", '22023', 'the baseline of another relation');
is_refused($dir, "SELECT hbase.export_delta('orders_h', 'orders_h', '$dir/x')", '42809', 'a view as baseline');
is_refused($dir, "SELECT hbase.export_delta('orders_h', NULL, '$dir/x')", '22004', 'no baseline');
is_refused($dir, "SELECT hbase.export_delta(NULL, 'copy', '$dir/x')", '22004', 'no relation');
sql("SELECT hbase.baseline('orders_h', 'fresh')");
is_refused($dir, "SELECT hbase.export_delta('orders_h', 'fresh', NULL)", '22004', 'no folder');
is_refused($dir, "SELECT hbase.export_delta('orders_h', 'sent', '$dir/x', stamp => 1000)", '22003', 'a stamp of the past');
is_deeply([ names_in($dir) ], [ sort @before, 'by_writer' ], 'nothing is left of these');
is(sql("SELECT sum(rows) FROM hbase.export_delta('orders_h', 'sent', '$dir/last')") > 0, 1, 'and the baseline is as it was');

$server->stop;
done_testing();
