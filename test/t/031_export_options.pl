# Options of exports as HFiles: what they make of the rows.
use strict;
use warnings;
use Test::More;
use TestServer;

new_server('export_options');
my $dir = new_folder();

sql(q{CREATE EXTENSION hbase_schema;
	CREATE FUNCTION cells(path text) RETURNS SETOF text LANGUAGE plpgsql AS $$
	BEGIN
		RETURN QUERY SELECT concat_ws(' ', key, family, encode(qualifier, 'escape'), ts, type, encode(value, 'escape'))
		  FROM (SELECT f ->> 'path' AS file FROM json_array_elements(pg_read_file(path || '/manifest.json')::json -> 'files') f) l,
		       hfile_cells(path || '/' || file) c;
	END $$});

# ---- Phoenix's empty cell ------------------------------------------------------

sql(q{CREATE TABLE phoenix(key rowkey PRIMARY KEY, b widerow, a widerow);
	INSERT INTO phoenix VALUES
	('both', widerow_build('q', 'b'), widerow_build('q', 'a')),
	('second', widerow_build('q', 'b'), NULL),
	('bare', NULL, NULL),
	('stamped', widerow_at(widerow_build('q', 'b'), 50), widerow_at(widerow_build('q', 'a'), 40)),
	('given', NULL, widerow_build('_0', 'mine')),
	('column', NULL, widerow_build('a', 'before', 'z', 'after'));
	INSERT INTO phoenix(key, b, a) SELECT 'deleted', NULL, widerow_delete_family(NULL::widerow, 60);
	INSERT INTO phoenix(key, b, a) SELECT 'again', widerow_at(widerow_build('q', 'b'), 50), widerow_delete_family(NULL::widerow, 50)});
sql("SELECT hbase.export_hfiles('phoenix', '$dir/phoenix', stamp => 100::bigint, options => '{\"phoenix_empty_cell\": true}')");
is(sql("SELECT rtrim(c) FROM cells('$dir/phoenix') c WHERE c LIKE '% a %' ORDER BY c COLLATE \"C\""), join("\n",
		'again a  50 DeleteFamily',
		'again a _0 51 Put x',
		'bare a _0 100 Put x',
		'both a _0 100 Put x',
		'both a q 100 Put a',
		'column a _0 100 Put x',
		'column a a 100 Put before',
		'column a z 100 Put after',
		'deleted a  60 DeleteFamily',
		'given a _0 100 Put mine',
		'second a _0 100 Put x',
		'stamped a _0 50 Put x',
		'stamped a q 40 Put a'), 'every row that shows has one, in the first family, not older than the row');
is(sql("SELECT count(*) FROM cells('$dir/phoenix') c WHERE c LIKE '% b %'"), '4', 'the other family has none');
is(sql("SELECT m ->> 'rows', m ->> 'empty_rows', m ->> 'phoenix_empty_cell', m -> 'regions' -> 0 ->> 'rows' FROM (SELECT pg_read_file('$dir/phoenix/manifest.json')::json AS m) s"),
	'8|0|true|7', 'and the manifest counts them: the deleted row does not show');

sql(q{CREATE TABLE salted AS SELECT rowkey_compose('salt(4), id bigint using phoenix', i) AS key, widerow_build('a', i) AS d FROM generate_series(1, 8) i;
	SELECT hbase.define('salted', layouts => ARRAY['salt(4), id bigint using phoenix']::rowkey_layout[])});
my %warned = ('regions => 1' => 1, 'regions => 2' => 1, "splits => ARRAY['\\x02', '\\x03']::rowkey[]" => 1, "splits => ARRAY['\\x01', '\\x02']::rowkey[]" => 1, "splits => ARRAY['\\x01', '\\x02', '\\x03']::rowkey[]" => 0, 'regions => 4' => 0, 'regions => NULL' => 0);
my $calls = 0;
for my $regions (sort keys %warned)
{
	my $folder = "$dir/salted" . ++$calls;
	my $messages = messages_of("SELECT hbase.export_hfiles('salted', '$folder', $regions, options => '{\"phoenix_empty_cell\": true}')");
	is($messages =~ /WARNING:  not every salt begins a region/ ? 1 : 0, $warned{$regions}, "a salted table for Phoenix, $regions");
	is(sql("SELECT count(*) FROM cells('$folder')"), '16', 'is written');
}

# ---- cells that HBase will not show ----------------------------------------------

sql(q{CREATE TABLE old AS SELECT 'r'::rowkey AS key, widerow_build('now', 1) || widerow_at(widerow_build('a', 1, 'b', 1), 1000) || widerow_at(widerow_build('c', 1), 1690000000000)
		|| widerow_at(widerow_build('c', 2), 1690000000001) || widerow_at(widerow_build('c', 3), 1690000000002) AS d;
	SELECT hbase.define('old', families => '{"d": {"VERSIONS": 2, "TTL": 864000000}}')});
sql("SELECT hbase.export_hfiles('old', '$dir/old', stamp => 1700000000000)");
is(sql("SELECT m ->> 'cells', m ->> 'expired_cells', m ->> 'cells_over_versions' FROM (SELECT pg_read_file('$dir/old/manifest.json')::json AS m) s"), '6|2|1', 'are counted: older than TTL, beyond VERSIONS');

# ---- the stamp --------------------------------------------------------------------

sql(q{CREATE TABLE plain AS SELECT 'r'::rowkey AS key, widerow_build('a', '1') AS d});
my $times = sql("SELECT extract(epoch FROM clock_timestamp()) * 1000; SELECT hbase.export_hfiles('plain', '$dir/stamped') \\g /dev/null\nSELECT extract(epoch FROM clock_timestamp()) * 1000");
my ($before, $after) = split /\n/, $times;
my ($stamp) = sql("SELECT c FROM cells('$dir/stamped') c") =~ /^r d a (\d+) Put 1$/ or die;
cmp_ok($stamp, '>=', int $before, 'without a stamp it is the time of the statement,');
cmp_ok($stamp, '<=', $after, 'not later');
is(sql("SELECT pg_read_file('$dir/stamped/manifest.json')::json ->> 'stamp'"), $stamp, 'and in the manifest');
is(sql("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_sleep(0.05) \\g /dev/null\nSELECT hbase.export_hfiles('plain', '$dir/repeatable') \\g /dev/null
	SELECT (pg_read_file('$dir/repeatable/manifest.json')::json ->> 'stamp')::bigint = floor(extract(epoch FROM transaction_timestamp()) * 1000)"), 't', 'that of the transaction whose snapshot it is');

# ---- rows that HBase could not take ----------------------------------------------

sql(q{CREATE TABLE source AS SELECT i AS id, CASE WHEN i % 1000 <> 0 THEN 'n' || i END AS name FROM generate_series(1, 20000) i;
	CREATE VIEW bad_keys AS SELECT rowkey_compose('name text', name) AS key, widerow_build('i', id) AS d FROM source;
	CREATE VIEW bad_cells AS SELECT rowkey_compose('id int', id) AS key, widerow_build(name, id) AS d, widerow_build('i', id) AS e FROM source;
	CREATE VIEW bad_rows AS
	SELECT CASE id WHEN 1 THEN NULL WHEN 2 THEN '' WHEN 3 THEN rowkey_from_text('5') ELSE rowkey_from_text(id::text) END AS key,
	       CASE id WHEN 7 THEN widerow_build('big', repeat('x', 10485745)) ELSE widerow_build('i', id) END AS d
	  FROM generate_series(1, 9) id;
	CREATE VIEW divided AS SELECT rowkey_compose('n int', 1 / (id - 3)) AS key, widerow_build('i', id) AS d FROM source});

my $error = messages_of("SELECT hbase.export_hfiles('bad_keys', '$dir/x')");
like($error, qr/20 rows of public\.bad_keys were rejected/, 'keys that cannot be made are counted');
like($error, qr/A row: rowkey_compose of NULL: row key component "name" is NULL/, 'and shown, with component and values');
like(messages_of("SELECT hbase.export_hfiles('bad_cells', '$dir/x')"), qr/Row "\\x80\\x00\\x03\\xE8": widerow_build of NULL, 1000: argument 1 is a qualifier and must not be NULL/,
	'cells that cannot be made are shown with their row');
$error = messages_of("SELECT hbase.export_hfiles('bad_rows', '$dir/x')");
like($error, qr/4 rows of public.bad_rows were rejected/, 'so are rows that HBase has not');
like($error, $_) foreach (qr/A row: the key is NULL/, qr/Row "": the key is empty/, qr/Row "5": another row has the same key/,
	qr/Row "7": cell of 10485770 bytes/);
like(messages_of("SELECT hbase.export_hfiles('divided', '$dir/x')"), qr/division by zero/, 'another error is what it was');
like(messages_of("SELECT hbase.export_hfiles('bad_keys', '$dir/x', options => '{\"max_rejects\": 19, \"rejects\": \"rejects\"}')"), qr/20 rows of public.bad_keys were rejected/, 'more than are allowed');
is(sql("SELECT to_regclass('rejects')"), '', 'their table goes with the error');
ok(!-e "$dir/x", 'nothing is published');

like(messages_of("SELECT hbase.export_hfiles('bad_keys', '$dir/keys', options => '{\"max_rejects\": 20, \"rejects\": \"rejects\"}')"), qr/NOTICE:  omitted 20 rejected rows/, 'as many as are allowed');
is(sql("SELECT count(*), count(key), min(relation), min(function), min(\"values\"), min(reason) FROM rejects"),
	'20|0|public.bad_keys|rowkey_compose|NULL|row key component "name" is NULL', 'are listed in a table');
is(sql("SELECT m ->> 'rejects', m ->> 'rows' FROM (SELECT pg_read_file('$dir/keys/manifest.json')::json AS m) s"), '20|19980', 'and counted in the manifest');
sql("SELECT hbase.export_hfiles('bad_cells', '$dir/cells', regions => 3, options => '{\"max_rejects\": 20, \"rejects\": \"rejects\"}')");
is(sql("SELECT count(*), count(key), min(key) FROM rejects WHERE relation ~ 'cells'"), '20|20|\x80\x00\x03\xE8', 'the table is appended to');
is(sql("SELECT count(*) FROM cells('$dir/cells') c"), '39960', 'a rejected row is left out whole');
sql("SELECT hbase.export_hfiles('bad_rows', '$dir/rows', options => '{\"max_rejects\": 5, \"rejects\": \"public.rejects\"}')");
is(sql("SELECT string_agg(concat_ws(' ', key, function), ', ' ORDER BY key) FROM rejects WHERE relation ~ 'rows'"), ' key, 5 key, 7 d, key', 'bad rows in it');
is(sql("SELECT count(*) FROM cells('$dir/rows') c"), '5', 'and the others written');
sql(q{CREATE VIEW replaced AS SELECT rowkey_compose('id int', i) AS key, widerow_build('n', COALESCE(hbase_encode(i - 2, 'phoenix', 'UNSIGNED_INT'), '\x00')) AS d FROM generate_series(1, 5) i});
sql("CREATE VIEW many_keyless AS SELECT NULL::rowkey AS key, NULL::widerow AS d FROM generate_series(1, 2000)");
unlike(messages_of("SET work_mem = '64kB'; SELECT hbase.export_hfiles('many_keyless', '$dir/keyless', options => '{\"max_rejects\": 2000, \"rejects\": \"rejects\"}')"), qr/WARNING/, 'more of them than memory holds');
like(messages_of("SELECT hbase.export_hfiles('replaced', '$dir/x', options => '{\"max_rejects\": 5}')"), qr/ERROR:  value -1 is out of range for type UNSIGNED_INT.*HINT:  Rejected rows can be reported only where/s, 'an error that another expression reads leaves nothing out');
like(messages_of("BEGIN READ ONLY; SELECT hbase.export_hfiles('bad_rows', '$dir/x', options => '{\"max_rejects\": 5, \"rejects\": \"rejects\"}')"), qr/cannot be written in a read-only transaction/, 'no table in a read-only transaction');
like(messages_of("SELECT hbase.export_hfiles('bad_rows', '$dir/x', options => '{\"max_rejects\": 5, \"rejects\": \"source\"}')"), qr/column "relation" does not exist/, 'a table of other columns');
like(messages_of("SELECT hbase.export_hfiles('bad_rows', '$dir/x', options => '{\"max_rejects\": -1}')"), qr/option "max_rejects" must be an integer from 0 to 9223372036854775807, not "-1"/, 'an invalid number');

# the options are one JSON object
my $all = 'compression, bloomfilter, blocksize, max_file_size, max_region_size';
foreach (
	[ '{"compresion": "GZ"}', qr/unrecognized option "compresion"\nHINT:  Did you mean "compression"\? Options are $all, only_regions, phoenix_empty_cell, file_mode, dir_mode, max_rejects, rejects, jobs\.$/m ],
	[ '{"checksum": "NULL"}', qr/unrecognized option "checksum"/ ],
	[ '{"phoenix_empty_cell": "yes"}', qr/option "phoenix_empty_cell" must be true or false/ ],
	[ '{"max_rejects": true}', qr/option "max_rejects" must be a whole number/ ],
	[ '{"rejects": 1}', qr/option "rejects" must be a string/ ],
	[ '{"only_regions": 1}', qr/option "only_regions" must be an array of numbers/ ],
	[ '{"only_regions": ["a"]}', qr/option "only_regions" must be an array of numbers/ ],
	[ '{"only_regions": [-1]}', qr/option "only_regions" must be an integer from 0/ ],
	[ '{"file_mode": 640}', qr/option "file_mode" must be a mode in octal as a string, such as "0640"/ ],
	[ '{"file_mode": "0888"}', qr/option "file_mode" must be a mode in octal, not "0888"/ ],
	[ '{"dir_mode": "0500"}', qr/option "dir_mode" must let the owner read, write and search, unlike "0500"/ ],
	[ '{"blocksize": 1.5}', qr/option "blocksize" must be an integer from 0 to 2147483647, not "1.5"/ ],
	[ '{"blocksize": 1, "BLOCKSIZE": 2}', qr/option "blocksize" is given more than once/ ],
	[ '["GZ"]', qr/options must be a JSON object/ ])
{
	my ($options, $expected) = @$_;

	like(messages_of("SELECT hbase.export_hfiles('plain', '$dir/x', options => '$options')"), $expected, "options $options");
}
like(messages_of("SELECT hbase.export_all('{plain}', '$dir/x', options => '{\"only_regions\": [0]}')"),
	qr/unrecognized option "only_regions"\nHINT:  Options are $all, phoenix_empty_cell, file_mode, dir_mode, jobs\.$/m, 'export_all accepts fewer');
like(messages_of("SELECT hbase.export_delta('plain', 'plain', '$dir/x', options => '{\"max_rejects\": 1}')"),
	qr/unrecognized option "max_rejects"\nHINT:  (Did you mean "[a-z_]*"\? )?Options are $all, file_mode, dir_mode\.$/m, 'export_delta fewer still');
is(sql("SELECT count(*) FROM hbase.export_hfiles('plain', '$dir/as_default', options => '{\"COMPRESSION\": null, \"max_rejects\": null, \"only_regions\": null}')"), '1', 'null is the default');
like(sql("SELECT name || value FROM hfile_info((SELECT '$dir/written/' || path FROM hbase.export_hfiles('plain', '$dir/written', options => '{\"Compression\": \"gz\", \"BLOCKSIZE\": \"5000\"}'))) WHERE name = 'compression'"), qr/GZ/, 'in any case');
sql("SELECT hbase.define('plain', families => '{\"d\": {\"BLOOMFILTER\": \"ROWPREFIX_FIXED_LENGTH\"}}')");
like(messages_of("SELECT hbase.export_hfiles('plain', '$dir/x')"), qr/ROWPREFIX_FIXED_LENGTH/, 'a filter that is only defined');
is(sql("SELECT count(*) FROM hbase.export_hfiles('plain', '$dir/other', options => '{\"bloomfilter\": \"ROW\"}')"), '1', 'is replaced by one that can be written');

done_testing();
