# Exports of the same rows with one stamp have the same files, whenever and by
# however many sessions they are written.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('same_files');
my $dir = new_folder();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 20000) i;
	CREATE TABLE stored (key rowkey PRIMARY KEY, d widerow, e widerow);
	INSERT INTO stored SELECT rowkey_compose('id int', id), widerow_build('t', t), CASE WHEN id % 3 > 0 THEN widerow_build('n', id) END FROM source;
	CREATE VIEW shown AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM source;
	SELECT hbase.define('stored', 'shop:stored', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM unnest(ARRAY[5000, 9000, 15000]) i));
	SELECT hbase.define('shown', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM unnest(ARRAY[5000, 9000, 15000]) i))});

sub files_of { return exported_files("$dir/$_[0]") }

my $stamp = 'stamp => 1700000000000';

foreach my $options ('{}', '{"compression": "GZ", "blocksize": 1000, "max_file_size": 100000}')
{
	my $arguments = "$stamp, options => '$options'";

	sql("SELECT hbase.export_hfiles('stored', '$dir/one', $arguments)");
	$server->poll_query_until('postgres', q{SELECT clock_timestamp() > (SELECT max(modification) + interval '2 ms' FROM pg_stat_file('} . "$dir/one" . q{/manifest.json'))}) or die;
	sql("SELECT hbase.export_hfiles('stored', '$dir/two', $arguments)");
	cmp_ok(scalar(split /\n/, files_of('one')), '>=', 8, "the files of an export with $options");
	is(files_of('two'), files_of('one'), 'are those of a later one');

	sql("SELECT hbase.export_all('{stored,shown}', '$dir/all', $arguments)");
	is(files_of('all/shop-stored'), files_of('one'), 'and those of an export of several relations');
	sql(qq{
		BEGIN ISOLATION LEVEL REPEATABLE READ;
		SELECT run FROM hbase.export_begin('{stored}', '$dir/parts', $arguments) \\gset
		SELECT hbase.export_part(:'run', '$dir/parts', 'stored', '{1,2}');
		SELECT hbase.export_part(:'run', '$dir/parts', 'stored', '{0,3}');
		SELECT hbase.export_finish(:'run');
		COMMIT});
	is(files_of('parts/shop-stored'), files_of('one'), 'and those of an export in parts');
	sql("SELECT hbase.export_hfiles('stored', '$dir/other', stamp => 1700000000001, options => '$options')");
	isnt(files_of('other'), files_of('one'), 'but not those with another stamp');
	run_ok("rm -r '$dir'/*");
}

sql("SELECT hbase.export_hfiles('stored', '$dir/one', $stamp)");
is(sql(qq{SELECT DISTINCT i.name || ' ' || i.value FROM json_array_elements(pg_read_file('$dir/one/manifest.json')::json -> 'files') f, hfile_info('$dir/one/' || (f ->> 'path')) i
	WHERE i.name IN ('hfile.CREATE_TIME_TS', 'BULKLOAD_TIMESTAMP') ORDER BY 1}),
	"BULKLOAD_TIMESTAMP 1700000000000\nhfile.CREATE_TIME_TS 1700000000000", 'the times of a file are the stamp');

done_testing();
