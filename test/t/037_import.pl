# hbase.import_hfiles: files of an export, and files that HBase wrote, become rows
# of a table; all of them or none.
use strict;
use warnings;
use File::Copy;
use Test::More;
use TestServer;

my $server = new_server('import');
my $dir = new_folder();
my $vectors = "$ENV{PG_ABS_SRCDIR}/test/data/vectors/hfile";

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE ordinary LOGIN;
	CREATE ROLE reader LOGIN IN ROLE pg_read_server_files;
	CREATE TABLE source AS
	SELECT rowkey_compose('salt(4), id int', i) AS key,
	       CASE i % 6
	       WHEN 0 THEN widerow_at(widerow_build('a', i), 1000 + i) || widerow_at(widerow_build('a', i + 1, '', ''), 2000 + i)
	       WHEN 1 THEN widerow_at(widerow_build('a', i, 'b', i), 1000) || widerow_delete(NULL, 'a', 1500)
	       WHEN 2 THEN widerow_at(widerow_build('a', i), 1000) || widerow_delete_family(NULL, 2000)
	       WHEN 3 THEN widerow_build('a', i, 'c', repeat('x', i))
	       WHEN 4 THEN widerow_delete(NULL, 'a')
	       END AS d,
	       CASE WHEN i % 2 = 0 THEN widerow_build('q', i) END AS "E"
	  FROM generate_series(1, 2000) i;
	SELECT hbase.create_table('back', '["d", "E"]', table_name => 'source');
	CREATE VIEW stamped AS SELECT key, widerow_at(d, 1700000000000) AS d, widerow_at("E", 1700000000000) AS "E"
	  FROM source WHERE COALESCE(d, "E") IS NOT NULL;
	CREATE VIEW difference AS (SELECT key, d, "E" FROM stamped EXCEPT SELECT key, d, "E" FROM back)
		UNION ALL (SELECT key, d, "E" FROM back EXCEPT SELECT key, d, "E" FROM stamped)});

# ---- there and back --------------------------------------------------------------

sql("SELECT hbase.export_hfiles('source', '$dir/out', regions => 3, stamp => 1700000000000, options => '{\"max_file_size\": 5000, \"compression\": \"GZ\"}')");
my $cells = sql("SELECT sum((f ->> 'cells')::int) FROM json_array_elements(pg_read_file('$dir/out/manifest.json')::json -> 'files') f");
is(sql("SELECT files > 6, rows = (SELECT count(*) FROM stamped), cells FROM hbase.import_hfiles('$dir/out', 'back')"),
	"t|t|$cells", 'files, rows and cells');
is(sql("SELECT count(*) FROM difference"), '0', 'versions, markers and timestamps are those that were exported');
is(sql("SELECT count(*) FROM hbase.verify('back', '$dir/out', true) WHERE NOT ok"), '0', 'as hbase.verify has it');

sql("SELECT hbase.import_hfiles('$dir/out', 'back')");
is(sql('SELECT count(*) > 1000, string_agg(c::text, E\'\\n\') = (SELECT string_agg(c::text, E\'\\n\') FROM hbase.scan(\'stamped\') c) FROM hbase.scan(\'back\') c'), 't|t', 'a second time changes nothing that is seen');

# newer cells of the table stay, older ones are hidden
sql(q{
	SELECT hbase.create_table('newer', '["d", "E"]');
	INSERT INTO newer (key, d, "E") SELECT key, widerow_at(widerow_build('a', 'new', 'n', 'new'), 1800000000000), widerow_at(widerow_build('q', 'old'), 1) FROM source});
sql("SELECT hbase.import_hfiles('$dir/out', 'newer')");
is(sql(q{SELECT count(*) FROM newer WHERE d ->> 'a' = 'new' AND d ->> 'n' = 'new'}), '2000', 'newer cells stay');
is(sql(q{SELECT count(*) FROM newer n JOIN source s USING (key) WHERE n."E" -> 'q' = s."E" -> 'q'}), '1000', 'older ones are hidden');

# ---- files of HBase ----------------------------------------------------------------

my $good = 0;
for my $name (qw(deletes fastdiff-row gz-row none-row none-row-multilevel none-rowcol none-nobloom-plain tags-nomvcc none-row-crc32))
{
	my $family = sql("SELECT DISTINCT family FROM hfile_cells(pg_read_binary_file('$vectors/$name.hfile'))");

	mkdir "$dir/$name";
	mkdir "$dir/$name/$family";
	copy("$vectors/$name.hfile", "$dir/$name/$family/0123456789abcdef0123456789abcdef") or die $!;
	copy("$vectors/$name.hfile", "$dir/$name/$family/_SUCCESS") or die $!;
	sql(qq{DROP TABLE IF EXISTS java; SELECT hbase.create_table('java', '["$family"]')});
	sql("SELECT hbase.import_hfiles('$dir/$name', 'java')");
	$good += sql(qq{
		SELECT count(*) FROM ((SELECT c::text FROM hfile_cells(pg_read_binary_file('$vectors/$name.hfile')) c
			EXCEPT SELECT (key, '$family'::name, c.*)::text FROM java, widerow_cells("$family") c)
			UNION ALL (SELECT (key, '$family'::name, c.*)::text FROM java, widerow_cells("$family") c
			EXCEPT SELECT c::text FROM hfile_cells(pg_read_binary_file('$vectors/$name.hfile')) c)) d}) == 0;
}
is($good, 9, 'cells of files that HBase wrote');

mkdir "$dir/no_rows";
mkdir "$dir/no_rows/info";
copy("$vectors/empty.hfile", "$dir/no_rows/info/empty") or die $!;
sql(q{SELECT hbase.create_table('none', '["info"]')});
is(sql("SELECT * FROM hbase.import_hfiles('$dir/no_rows', 'none')"), '1|0|0', 'a file without rows');

# tags of cells are not kept: TTLs are obeyed, and all of it is said
sql(q{SELECT hbase.create_table('tagged', '{"d": {"VERSIONS": 5}}')});
mkdir "$dir/tags";
mkdir "$dir/tags/d";
copy("$vectors/tags-kinds.hfile", "$dir/tags/d/0123456789abcdef0123456789abcdef") or die $!;
my $tags = messages_of("SELECT hbase.import_hfiles('$dir/tags', 'tagged')");
like($tags, qr/WARNING:  tags of 9 cells were not imported\nDETAIL:  Cells by kind of tag: TTL: 6 \(expired: 4\); visibility label: 2; ACL: 2; other: 1\. Expired/, 'tags are counted');
is(sql(q{SELECT string_agg(format('%s %s', key, convert_from(d -> CASE WHEN key < 'r06' THEN 'ttl' ELSE 'vis' END, 'UTF8')), ',' ORDER BY key) FROM tagged}),
	'r01 ,r02 older, without TTL,r03 lives for 300 years,r04 the first of two TTLs counts,r06 secret,r07 ,r08 ', 'cells that have expired are left out');
like(messages_of("SELECT count(*) FROM hfile_cells('$dir/tags/d/0123456789abcdef0123456789abcdef')"),
	qr/WARNING:  tags of 9 cells are not shown\nDETAIL:  Cells by kind of tag: TTL: 6; visibility label: 2; ACL: 2; other: 1\./, 'and listed with a warning');

# one row in two files, with other columns and versions
sql(q{
	CREATE TABLE one AS SELECT 'r'::rowkey AS key, widerow_at(widerow_build('a', '1', 'b', '1'), 1000) AS d UNION ALL SELECT 's', widerow_at(widerow_build('a', '1'), 1000);
	CREATE TABLE two AS SELECT 'q'::rowkey AS key, widerow_at(widerow_build('a', '0'), 1000) AS d UNION ALL SELECT 'r', widerow_at(widerow_build('a', '2'), 2000) || widerow_at(widerow_build('b', '1'), 1000);
	CREATE TABLE three AS SELECT 'r'::rowkey AS key, widerow_at(widerow_build('b', 'another'), 1000) AS d;
	SELECT hbase.create_table('merged', '{"d": {"VERSIONS": 5}}')});
mkdir "$dir/merge";
mkdir "$dir/merge/d";
for my $name (qw(one two three))
{
	sql("SELECT hbase.export_hfiles('$name', '$dir/$name')");
	copy((glob("$dir/$name/d/*"))[0], "$dir/merge/d/$name") or die $!;
}
my $differs = messages_of("SELECT hbase.import_hfiles('$dir/merge', 'merged')");
like($differs, qr/timestamp 1000.*\n?.*row "r"/s, 'other values of the same cell');
unlink "$dir/merge/d/three";
is(sql("SELECT * FROM hbase.import_hfiles('$dir/merge', 'merged')"), '2|3|5', 'a cell that two files hold is one');
is(sql(q{SELECT key, d FROM merged ORDER BY key}),
	sql(q{SELECT key, d FROM (SELECT 'q'::rowkey AS key, widerow_at(widerow_build('a', '0'), 1000) AS d
		UNION ALL SELECT 'r', widerow_at(widerow_build('a', '1', 'b', '1'), 1000) || widerow_at(widerow_build('a', '2'), 2000)
		UNION ALL SELECT 's', widerow_at(widerow_build('a', '1'), 1000)) x ORDER BY key}), 'rows of two files');

# ---- what is refused, with nothing left ---------------------------------------------

sql(q{
	TRUNCATE back;
	SELECT hbase.create_table('narrow', '["d"]');
	CREATE TABLE loose(key rowkey, d widerow, "E" widerow);
	CREATE TABLE unstamped AS SELECT key, d, "E" FROM source WHERE false;
	ALTER TABLE unstamped ADD PRIMARY KEY (key);
	INSERT INTO unstamped SELECT key, widerow_build('a', 1) FROM source;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader});
is(outcome("SELECT hbase.import_hfiles('$dir/out', 'narrow')"), '42703', 'a family that the table has not');
is(outcome("SELECT hbase.import_hfiles('$dir/out', 'loose')"), '55000', 'a table that may hold a key twice');
is(outcome("SELECT hbase.import_hfiles('$dir/out', 'stamped')"), '42809', 'a view');
is(outcome("SELECT hbase.import_hfiles('$dir/out', 'unstamped')"), '55000', 'cells without a timestamp are there');
is(outcome_as('ordinary', "SELECT hbase.import_hfiles('$dir/out', 'back')"), '42501', 'not for everyone');
is(outcome_as('reader', "SELECT hbase.import_hfiles('$dir/out', 'back')"), '42501', 'nor without rights to the table');
is(outcome("SELECT hbase.import_hfiles('out', 'back')"), '42602', 'a relative path');
is(outcome("SELECT hbase.import_hfiles('$dir/nowhere', 'back')"), '58P01', 'a folder that is not there');
mkdir "$dir/empty";
is(outcome("SELECT * FROM hbase.import_hfiles('$dir/empty', 'back')"), '0|0|0', 'a folder without files');

mkdir "$dir/family";
mkdir "$dir/family/d";
copy("$vectors/none-row.hfile", "$dir/family/d/file") or die $!;
my $error = messages_of("SELECT hbase.import_hfiles('$dir/family', 'back')");
like($error, qr/does not have the column family of its folder/, 'a file in the folder of another family');
like($error, qr{HFile "$dir/family/d/file"}, 'which is named');

# damage in the last file
my ($last) = reverse sort glob("$dir/out/d/*");
open my $handle, '+<:raw', $last or die $!;
seek $handle, 60, 0;
print $handle 'xxx';
close $handle;
$error = messages_of("SELECT hbase.import_hfiles('$dir/out', 'back')");
like($error, qr/damaged HFile block at offset 0:/, 'a damaged block');
like($error, qr{HFile "\Q$last\E"}, 'and its file');
is(sql('SELECT count(*) FROM back'), '0', 'nothing came in');

$server->stop;
done_testing();
