# Exports as HFiles: what is written is what the relation holds; a folder
# appears whole or not at all; who may, and where to.
use strict;
use warnings;
use File::Path qw(make_path);
use List::Util qw(min);
use Test::More;
use TestServer;

my $server = new_server('export');
my $dir = new_folder();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE ordinary LOGIN;
	CREATE ROLE writer LOGIN IN ROLE pg_write_server_files;
	CREATE VIEW numbers AS
	SELECT rowkey_compose('salt(4), id int', i) AS key, widerow_build('a', i, 'b', 'text ' || i) AS d,
	       CASE WHEN i % 2 = 0 THEN widerow_build('c', i::bigint) END AS e
	  FROM generate_series(1, 20000) i;
	CREATE VIEW empties AS SELECT key, CASE WHEN get_byte(key, 0) > 0 THEN d END AS d FROM numbers;
	CREATE VIEW twice AS SELECT * FROM numbers UNION ALL (SELECT * FROM numbers WHERE get_byte(key, 4) = 7);
	CREATE VIEW keyless AS SELECT NULLIF(key, (SELECT max(key) FROM numbers)) AS key, d FROM numbers;
	CREATE VIEW blank AS SELECT CASE WHEN get_byte(key, 4) = 7 THEN ''::rowkey ELSE key END AS key, d FROM numbers;
	CREATE VIEW slow AS SELECT key, d FROM numbers, LATERAL (SELECT pg_sleep(0.01 * length(key))) s;
	CREATE FUNCTION all_cells(path text) RETURNS SETOF text LANGUAGE plpgsql AS $$
	BEGIN
		RETURN QUERY SELECT c::text FROM (SELECT f ->> 'path' AS file FROM json_array_elements(pg_read_file(path || '/manifest.json')::json -> 'files') f) l, hfile_cells(path || '/' || file) c;
	END $$;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO ordinary, writer});

# ---- the cells ---------------------------------------------------------------

my $cells_of_numbers = q{
	SELECT (key, 'd'::name, c.*)::text FROM numbers, widerow_cells(widerow_at(d, 1700000000000)) c
	UNION ALL SELECT (key, 'e'::name, c.*)::text FROM numbers, widerow_cells(widerow_at(e, 1700000000000)) c};
sub difference
{
	my ($path) = @_;

	return sql(qq{
		SELECT count(*) FROM ((($cells_of_numbers) EXCEPT ALL SELECT all_cells('$path'))
			UNION ALL (SELECT all_cells('$path') EXCEPT ALL ($cells_of_numbers))) d});
}

is(sql("SELECT count(*), sum(rows), sum(cells) FROM hbase.export_hfiles('numbers', '$dir/a', regions => 4, stamp => 1700000000000)"),
	'8|30000|50000', 'a file a family and region');
is(difference("$dir/a"), '0', 'the cells are those of the relation, stamped');
is_deeply([ names_in("$dir/a") ], [qw(d e load.sh manifest.json)], 'families, manifest and script, nothing else');
is(sql("SELECT m ->> 'stamp', m ->> 'rows', m ->> 'cells', json_array_length(m -> 'regions'), json_array_length(m -> 'files') FROM (SELECT pg_read_file('$dir/a/manifest.json')::json AS m) s"),
	'1700000000000|20000|50000|4|8', 'the manifest counts them');
is(sql("SELECT bool_and(first_row >= lower_row AND (upper_row = '' OR last_row < upper_row)) FROM (SELECT hbase_f.*, rowkey_from_notation(r ->> 'start') AS lower_row, rowkey_from_notation(r ->> 'stop') AS upper_row FROM (SELECT (f ->> 'region')::int AS region, rowkey_from_notation(f ->> 'first_row') AS first_row, rowkey_from_notation(f ->> 'last_row') AS last_row FROM json_array_elements(pg_read_file('$dir/a/manifest.json')::json -> 'files') f) hbase_f JOIN (SELECT (r ->> 'region')::int AS region, r FROM json_array_elements(pg_read_file('$dir/a/manifest.json')::json -> 'regions') r) x USING (region)) s"),
	't', 'no file crosses a region border');
is(sprintf('%04o', (stat "$dir/a/manifest.json")[2] & 0777), '0644', 'the user of HBase may read the files');
ok(-x "$dir/a/load.sh", 'the script can be run');

is(sql("SELECT count(*), sum(cells) FROM hbase.export_hfiles('numbers', '$dir/b', splits => ARRAY['\\x01', '\\x02', '\\x03', '\\x04']::rowkey[], stamp => (extract(epoch FROM '2023-11-14 22:13:20+00'::timestamptz) * 1000)::bigint, options => '{\"compression\": \"GZ\", \"bloomfilter\": \"ROWCOL\", \"blocksize\": 4096, \"file_mode\": \"0600\", \"dir_mode\": \"0700\"}')"),
	'8|50000', 'given split points, a region without rows, a stamp as time');
is(difference("$dir/b"), '0', 'the same cells');
is(sprintf('%04o', (stat "$dir/b/d")[2] & 0777), '0700', 'modes as asked for');
is(sql("SELECT count(*) FROM hbase.export_hfiles('numbers', '$dir/c', stamp => 1700000000000, options => '{\"max_file_size\": 100000}')") > 10, 1, 'files roll at a size');
is(difference("$dir/c"), '0', 'the same cells');

# two sessions, half of the regions each, under one snapshot
my $splits = "splits => ARRAY['\\x01', '\\x02', '\\x03']::rowkey[], stamp => 1700000000000";
sql("SELECT hbase.export_hfiles('numbers', '$dir/half_$_->[0]', $splits, options => '{\"only_regions\": $_->[1]}')")
  foreach ([ 1, '[0, 1]' ], [ 2, '[2, 3]' ]);
is(sql(qq{
	SELECT count(*) FROM ((($cells_of_numbers) EXCEPT ALL (SELECT all_cells('$dir/half_1') UNION ALL SELECT all_cells('$dir/half_2')))
		UNION ALL ((SELECT all_cells('$dir/half_1') UNION ALL SELECT all_cells('$dir/half_2')) EXCEPT ALL ($cells_of_numbers))) d}),
	'0', 'halves make the whole');
is(sql(qq{
	SELECT string_agg(r ->> 'sum', ' ' ORDER BY r ->> 'region') FROM json_array_elements(pg_read_file('$dir/half_1/manifest.json')::json -> 'regions') r WHERE (r ->> 'written')::boolean}),
	sql(qq{
	SELECT hbase.export_hfiles('numbers', '$dir/whole', $splits) \\g /dev/null
	SELECT string_agg(r ->> 'sum', ' ' ORDER BY r ->> 'region') FROM json_array_elements(pg_read_file('$dir/whole/manifest.json')::json -> 'regions') r WHERE (r ->> 'region')::int < 2}),
	'a range has the same checksum however it was exported');

like(messages_of("SELECT count(*) FROM hbase.export_hfiles('empties', '$dir/empties')"), qr/5000 rows have no cells/, 'rows without cells are counted');

# the stamp of a cursor is not later than what it sees
is(sql(qq{BEGIN; DECLARE late CURSOR FOR SELECT hbase.export_hfiles('numbers', '$dir/cursor');
	SELECT pg_sleep(0.1) \\g /dev/null
	SELECT extract(epoch FROM clock_timestamp()) * 1000 - 100 AS after \\gset
	MOVE ALL late; COMMIT;
	SELECT (pg_read_file('$dir/cursor/manifest.json')::json ->> 'stamp')::bigint < :after}), 't', 'the stamp of a cursor');

# ---- what is refused, with nothing left ----------------------------------------

my @before = names_in($dir);
is_refused($dir, "SELECT hbase.export_hfiles('twice', '$dir/x')", '23505', 'a key given twice');
is_refused($dir, "SELECT hbase.export_hfiles('keyless', '$dir/x')", '22000', 'a NULL key');
is_refused($dir, "SELECT hbase.export_hfiles('blank', '$dir/x')", '22000', 'an empty key');
is_refused($dir, "SELECT hbase.export_hfiles('pg_class', '$dir/x')", '42809', 'a relation that has another shape');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/a')", '58P02', 'a folder that is not empty');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', 'x')", '42602', 'a relative path');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/../x')", '42602', 'a path with ..');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/nowhere/x')", '58P01', 'a folder in none');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', regions => 0)", '22023', 'no regions');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', splits => ARRAY['b', 'a']::rowkey[])", '22023', 'split points out of order');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', options => '{\"compression\": \"LZO\"}')", '0A000', 'a codec that is not there');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', stamp => 0::bigint)", '22003', 'a stamp of 0');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', regions => 4, options => '{\"only_regions\": [1]}')", '22023', 'regions by number, without split points');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', options => '{\"file_mode\": \"rw\"}')", '22023', 'an invalid mode');
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/x', options => '{\"dir_mode\": \"$_\"}')", '22023', "a folder of mode $_, in which the server cannot write") foreach qw(0000 0555 0600);
is_refused($dir, "SET statement_timeout = '200ms'; SELECT hbase.export_hfiles('slow', '$dir/x')", '57014', 'a timeout');
is_refused($dir, "BEGIN; SAVEPOINT s; SELECT hbase.export_hfiles('twice', '$dir/x'); ROLLBACK TO s; COMMIT", '23505', 'within a savepoint');
sql('CREATE TABLE long_name AS SELECT key, d AS "' . 'f' x 60 . '" FROM numbers');
foreach my $length (915, 945)
{
	my $deep = "$dir/deep";

	$deep .= '/' . 'd' x min(100, $length - 1 - length $deep) while length $deep < $length - 2;
	make_path($deep);
	is_refused($deep, "SELECT hbase.export_hfiles('long_name', '$deep/x')", '42622', 'a folder whose files would have too long a path');
	run_ok("rm -r '$dir/deep'");
}
symlink "$dir/a", "$dir/link";
is_refused($dir, "SELECT hbase.export_hfiles('numbers', '$dir/link')", '58P02', 'a symbolic link');
unlink "$dir/link";
is(outcome_as('ordinary', "SELECT hbase.export_hfiles('numbers', '$dir/x')"), '42501', 'not for everyone');
is_deeply([ names_in($dir) ], \@before, 'nothing is left of all these');
is(outcome_as('writer', "SELECT count(*) FROM hbase.export_hfiles('numbers', '$dir/by_writer')"), '2', 'for a writer of server files');

# ---- a file of lines -------------------------------------------------------------

sql(q{
	CREATE VIEW lines AS SELECT rowkey_from_text('row ' || i) AS key, widerow_build('a', 'x' || i) AS d FROM generate_series(1, 1000) i;
	CREATE VIEW broken AS SELECT key, widerow_build('a', CASE WHEN key = 'row 99' THEN E'a\tb' ELSE 'a' END) AS d FROM lines;
	GRANT SELECT ON lines TO ordinary, writer});
is(outcome_as('writer', "SELECT hbase.export_tsv('lines', '$dir/lines.tsv', stamp => 1700000000000)"), '1000', 'a file for ImportTsv');
is(sql("SELECT pg_read_file('$dir/lines.tsv') = (SELECT string_agg(l || E'\n', '') FROM hbase.export_tsv('lines', stamp => 1700000000000) l)"), 't', 'the same lines as without a file');
@before = names_in($dir);
is(outcome_as('ordinary', "SELECT hbase.export_tsv('lines', '$dir/x.tsv')"), '42501', 'not for everyone');
is_refused($dir, "SELECT hbase.export_tsv('lines', '$dir/lines.tsv')", '58P02', 'a file that is there');
is_refused($dir, "SELECT hbase.export_tsv('lines', '$dir/a')", '58P02', 'a folder that is there');
is_refused($dir, "SELECT hbase.export_tsv('lines', 'x.tsv')", '42602', 'a relative path');
is_refused($dir, "SELECT hbase.export_tsv('broken', '$dir/x.tsv')", '22021', 'a TAB in a value');
is_refused($dir, "SELECT hbase.export_tsv('lines', NULL::text)", '22004', 'no path');
is_deeply([ names_in($dir) ], \@before, 'nothing is left of these');

# ---- what a crash leaves ---------------------------------------------------------

{
	sql('ALTER SYSTEM SET restart_after_crash = 1');
	$server->reload;
	my $psql = start_psql(\my $output, "SELECT hbase.export_hfiles('slow', '$dir/crash')");
	$server->poll_query_until('postgres', "SELECT count(*) = 1 FROM hbase.progress, pg_ls_dir('$dir') name WHERE name ~ '^[.]crash[.]partial-'") or die;
	is(scalar(grep { /^\.crash\.partial-/ } names_in($dir)), 1, 'an export writes into a hidden folder');
	is(sql('SELECT relation, region, regions FROM hbase.progress'), 'slow|0|', 'and is seen while it runs');
	is(outcome("SELECT count(*) FROM hbase.export_hfiles('numbers', '$dir/crash')"), '2', 'another one does not disturb it');
	is(scalar(grep { /^\.crash\.partial-/ } names_in($dir)), 1, 'nor take it for a leftover');
	my $pid = sql("SELECT pid FROM hbase.progress");
	kill 'KILL', $pid;
	IPC::Run::finish($psql);
	$server->poll_query_until('postgres', undef, '') or die 'the server did not come back';
	is(scalar(grep { /^\.crash\.partial-/ } names_in($dir)), 1, 'kill -9 leaves the hidden folder');
	run_ok("rm -r '$dir/crash'");
	like(messages_of("SELECT count(*) FROM hbase.export_hfiles('numbers', '$dir/crash')"), qr/removed .*left by an interrupted export/, 'the next run removes it');
	is_deeply([ grep { /partial/ } names_in($dir) ], [], 'and nothing hidden stays');
}

done_testing();
