# hbase.verify: what was exported is read back and compared with its manifest,
# with the relation, and with what the table in HBase shows.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('verify');
my $dir = new_folder();

# What verify finds different: region and text.
sub differences
{
	return sql("SELECT region, difference FROM hbase.verify($_[0]) WHERE NOT ok ORDER BY region");
}

# Replace text of a file; the pattern must be there.
sub edit
{
	my ($path, $from, $to) = @_;
	my $text = read_file($path);

	$text =~ s/$from/$to/ or die "$path has no $from";
	write_file($path, $text);
}

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE ROLE ordinary LOGIN;
	CREATE ROLE reader LOGIN IN ROLE pg_read_server_files;
	CREATE TABLE numbers AS
	SELECT rowkey_compose('salt(4), id int', i) AS key, widerow_build('a', i, 'b', 'text ' || i) AS d,
	       CASE WHEN i % 2 = 0 THEN widerow_build('c', i::bigint) END AS e
	  FROM generate_series(1, 2000) i;
	CREATE TABLE other AS TABLE numbers;
	-- versions, markers of every kind, and an empty cell of Phoenix's that is there already
	CREATE TABLE history AS
	SELECT rowkey_compose('id int', i) AS key,
	       CASE i % 5
	       WHEN 0 THEN widerow_at(widerow_build('a', i), 1000 + i) || widerow_at(widerow_build('a', i + 1, '', ''), 2000 + i)
	       WHEN 1 THEN widerow_at(widerow_build('a', i, 'b', i), 1000) || widerow_delete(NULL, 'a', 1500)
	       WHEN 2 THEN widerow_at(widerow_build('a', i, '_0', 'x'), 1000) || widerow_delete_family(NULL, 1000)
	       WHEN 3 THEN widerow_at(widerow_build('_0', 'x', 'z', i), 3000)
	       END AS d,
	       widerow_build('q', i) AS e
	  FROM generate_series(1, 1000) i;
	GRANT SELECT ON ALL TABLES IN SCHEMA public TO ordinary, reader});

my $splits = "splits => ARRAY['\\x01', '\\x02', '\\x03']::rowkey[], stamp => 1700000000000";
my $export = "SELECT count(*) FROM hbase.export_hfiles";
sql("$export('numbers', '$dir/a', $splits)");

# ---- no difference --------------------------------------------------------------

is(sql("SELECT count(*), sum(rows), sum(cells), bool_and(ok), bool_and(expected = found), count(difference), min(start), max(stop) FROM hbase.verify('numbers', '$dir/a')"),
	'4|2000|5000|t|t|0||\x03', 'the files are those of the manifest');
is(differences("'numbers', '$dir/a', true"), '', 'and hold what the relation holds');
for my $how ('{"compression": "GZ"}', '{"max_file_size": 5000}', '{"phoenix_empty_cell": true}', '{"phoenix_empty_cell": true, "bloomfilter": "ROWCOL", "blocksize": 512}')
{
	for my $relation ('numbers', 'history')
	{
		sql("$export('$relation', '$dir/how', stamp => 1700000000000, options => '$how')");
		is(differences("'$relation', '$dir/how', true"), '', "$relation with $how");
		system('rm', '-r', "$dir/how");
	}
}
sql("$export('numbers', '$dir/half', $splits, options => '{\"only_regions\": [1, 3]}')");
is(sql("SELECT string_agg(region::text, ' '), bool_and(ok) FROM hbase.verify('numbers', '$dir/half', true)"),
	'1 3|t', 'the regions that were written');
is(outcome_as('reader', "SELECT count(*) FROM hbase.verify('numbers', '$dir/a', true) WHERE ok"), '4', 'for a reader of server files');

# ---- the table in HBase -----------------------------------------------------------

my $live = sql("SELECT concat_ws(E'\\t', region, rows, cells, found) FROM hbase.verify('numbers', '$dir/a')");
is(differences("'numbers', '$dir/a', live => E'$live\\n'"), '', 'the table has what was exported');
(my $changed = $live) =~ s/^2\t\d+/2\t3/m;
like(differences("'numbers', '$dir/a', live => E'$changed'"), qr/^2\|3 rows and \d+ cells instead of \d+ and \d+$/, 'a range with other rows');
($changed = $live) =~ s/.$/$& eq '0' ? '1' : '0'/e;
is(differences("'numbers', '$dir/a', live => E'$changed'"), '3|as many rows and cells, but other ones', 'a range with other cells');
($changed = $live) =~ s/^1\t.*\n//m;
is(differences("'numbers', '$dir/a', live => E'$changed'"), q{1|the table's checksum is missing}, 'a range that was not told');
is(outcome("SELECT hbase.verify('numbers', '$dir/a', live => E'4\\t1\\t1\\t00')"), '22023', 'a range too many');
is(outcome("SELECT hbase.verify('numbers', '$dir/a', live => E'1\\t1\\t1\\t00\\n1\\t1\\t1\\t00')"), '22023', 'a range twice');
is(outcome("SELECT hbase.verify('numbers', '$dir/a', live => 'zero')"), '22P02', 'invalid lines');

# with the relation as it is now: the timestamps do not count
sql(q{
	CREATE TABLE source AS SELECT i, CASE WHEN i % 2 = 0 THEN i END AS even FROM generate_series(1, 100) i;
	CREATE VIEW now AS SELECT rowkey_compose('id int', i) AS key, widerow_build('i', i, 'e', even) || (CASE WHEN i = 7 THEN '{x@5=old,x@6=new}' ELSE '{}' END)::widerow AS d FROM source;
	SELECT hbase.define('now', splits => ARRAY[rowkey_compose('id int', 50)], families => '{"d": {"VERSIONS": 2}}')});
sql("$export('now', '$dir/now', stamp => 1700000000000)");
sql(q{CREATE VIEW zero AS SELECT rowkey_compose('id int', i) AS key, widerow_at(widerow_build('i', i, 'e', even) || (CASE WHEN i = 7 THEN '{x=new}' ELSE '{}' END)::widerow, 0) AS d FROM source;
	SELECT hbase.define('zero', 'now', splits => ARRAY[rowkey_compose('id int', 50)])});
sql("$export('zero', '$dir/zero')");
$live = sql("SELECT concat_ws(E'\t', region, rows, cells, '0', found) FROM hbase.verify('zero', '$dir/zero')");
my $as_now = "'now', '$dir/now', live => E'$live', with_relation => true";
is(differences($as_now), '', 'the table has what the relation has');
sql('UPDATE source SET even = 0 WHERE i = 60');
is(differences($as_now), '1|as many rows and cells, but other ones', 'but not after a change');
sql('DELETE FROM source WHERE i = 50');
like(differences($as_now), qr/^1\|51 rows and \d+ cells instead of 50 and \d+$/, 'or a deletion');
is(outcome("SELECT hbase.verify('now', '$dir/now', live => E'0\t1\t1\t00', with_relation => true)"), '22P02', 'the checksums without timestamps are needed');

# ---- rows that were left out ---------------------------------------------------------

sql(q{CREATE VIEW bad AS SELECT rowkey_compose('id int', i) AS key, widerow_build(CASE WHEN i % 10 > 0 THEN 'a' END, i) AS d FROM generate_series(1, 100) i});
sql("$export('bad', '$dir/bad', stamp => 1700000000000, options => '{\"max_rejects\": 10}')");
is(differences("'bad', '$dir/bad', true"), '', 'skipped rows are not reported as differences');
like(messages_of("SELECT hbase.verify('bad', '$dir/bad', true)"), qr/NOTICE:  omitted 10 rejected rows/, 'but told');
sql("CREATE OR REPLACE VIEW bad AS SELECT rowkey_compose('id int', i) AS key, widerow_build(CASE WHEN i % 5 > 0 THEN 'a' END, i) AS d FROM generate_series(1, 100) i");
is(differences("'bad', '$dir/bad', true"), '0|10 rows differ from the relation\'s, the first is "\x80\x00\x00\x05"', 'those that are bad only now are');

# ---- the relation has moved on ------------------------------------------------------

my $row = q{key = rowkey_compose('salt(4), id int', 1)};
my $region = sql("SELECT get_byte(key, 0) FROM numbers WHERE $row");
my $key = sql("SELECT key FROM numbers WHERE $row");
sql("UPDATE numbers SET d = widerow_put(d, 'a', 0) WHERE $row");
is(differences("'numbers', '$dir/a'"), '', 'files alone are still right');
is(differences("'numbers', '$dir/a', true"), qq{$region|1 row differs from the relation's, "$key"}, 'a changed value');
sql("DELETE FROM numbers WHERE $row");
is(differences("'numbers', '$dir/a', true"), qq{$region|1 row differs from the relation's, "$key"}, 'a row that went');
sql("INSERT INTO numbers SELECT * FROM other WHERE $row; INSERT INTO numbers VALUES ('zzz', widerow_build('a', 1))");
is(differences("'numbers', '$dir/a', true"), q{3|1 row differs from the relation's, "zzz"}, 'a row that came');
sql("TRUNCATE numbers; INSERT INTO numbers TABLE other");
is(differences("'numbers', '$dir/a', true"), '', 'as it was');

# ---- files that are not what they were ------------------------------------------------

# in region 1, the file of family d
my ($path) = sql("SELECT f ->> 'path' FROM json_array_elements(pg_read_file('$dir/a/manifest.json')::json -> 'files') f WHERE f ->> 'region' = '1' AND f ->> 'path' LIKE 'd/%'");
my $file = "$dir/a/$path";
my $bytes = read_file($file);

# bytes all over the file, flipped one at a time
my ($found, $tried) = (0, 0);
for (my $at = 7; $at < length $bytes; $at += int(length($bytes) / 60))
{
	my $bad = $bytes;
	substr($bad, $at, 1) = chr(ord(substr($bad, $at, 1)) ^ 0x20);
	edit($file, qr/^.*$/s, $bad);
	$tried++;
	$found += differences("'numbers', '$dir/a'") =~ /^1\|file "\Q$path\E"/;
}
is($found, $tried, 'a flipped byte, anywhere');
edit($file, qr/^.*$/s, substr($bytes, 0, 3000));
like(differences("'numbers', '$dir/a'"), qr/^1\|file "\Q$path\E": /, 'a file cut short');
edit($file, qr/^.*$/s, $bytes);
is(differences("'numbers', '$dir/a'"), '', 'whole again');

rename $file, "$dir/away";
is(differences("'numbers', '$dir/a'"), qq{1|file "$path" is missing}, 'a file that is missing');
like(differences("'numbers', '$dir/a', true"), qr/^1\|file "\Q$path\E" is missing; \d+ rows differ from the relation's/, 'and its rows');
rename "$dir/away", $file;

system('cp', $file, "$dir/a/e/0123456789abcdef0123456789abcdef");
is(differences("'numbers', '$dir/a'"), '|file "e/0123456789abcdef0123456789abcdef" is not in the manifest', 'a file too many');
unlink "$dir/a/e/0123456789abcdef0123456789abcdef";
system('cp', $file, "$dir/a/e/_SUCCESS");
is(differences("'numbers', '$dir/a'"), '', q{not one that the loader passes over});
unlink "$dir/a/e/_SUCCESS";

# the file of another region in its place
my ($next) = sql("SELECT f ->> 'path' FROM json_array_elements(pg_read_file('$dir/a/manifest.json')::json -> 'files') f WHERE f ->> 'region' = '2' AND f ->> 'path' LIKE 'e/%'");
system('cp', "$dir/a/$next", $file);
like(differences("'numbers', '$dir/a'"), qr/^1\|file "\Q$path\E" holds cells of another family; file "\Q$path\E" holds rows of another region; /, 'a file of another region and family');
edit($file, qr/^.*$/s, $bytes);

symlink $file, "$dir/a/d/link";
is(outcome("SELECT hbase.verify('numbers', '$dir/a')"), '42809', 'a symbolic link');
unlink "$dir/a/d/link";

# ---- a manifest that is not what it was -------------------------------------------------

my $manifest = "$dir/a/manifest.json";
my $json = read_file($manifest);
sub with_manifest
{
	my ($from, $to) = @_;

	edit($manifest, $from, $to);
	my $outcome = outcome("SELECT region, difference FROM hbase.verify('numbers', '$dir/a') WHERE NOT ok");
	edit($manifest, qr/^.*$/s, $json);
	return $outcome;
}
like(with_manifest(qr/"sum": "\w{16}"/, '"sum": "0000000000000000"'), qr/^0\|as many rows and cells, but other ones$/, 'another checksum');
like(with_manifest(qr/"crc32c": "\w{8}"/, '"crc32c": "00000000"'), qr/^\d\|file .* has the CRC-32C \w{8} instead of 00000000$/, 'another CRC');
like(with_manifest(qr/"bytes": \d+/, '"bytes": 1'), qr/^\d\|file .* has \d+ bytes instead of 1$/, 'another size');
like(with_manifest(qr/"last_row": "[^"]*"/, '"last_row": "x"'), qr/^\d\|the rows of file .* are from .* to /, 'another last row');
is(with_manifest(qr/"format": 1/, '"format": 2'), '0A000', 'another format');
is(with_manifest(qr/"table": "numbers"/, '"table": "other"'), '22023', 'another table');
is(with_manifest(qr/\]/, ''), '22P02', 'no JSON');
is(with_manifest(qr/^.*$/s, '[]'), 'XX001', 'no object');
is(with_manifest(qr/"stamp"/, '"stump"'), 'XX001', 'a member that is missing');
is(with_manifest(qr/"stamp": \d+/, '"stamp": "1"'), 'XX001', 'a member of another type');
is(with_manifest(qr/"start": "\\\\x01"/, '"start": "\\\\x05"'), 'XX001', 'regions that leave a gap');
is(with_manifest(qr{"path": "d/}, '"path": "d/../'), 'XX001', 'a path that leads elsewhere');
is(with_manifest(qr{"path": "d/}, '"path": "../'), 'XX001', 'and up');
is(with_manifest(qr/"sum": "\w{16}"/, '"sum": "x"'), 'XX001', 'an invalid checksum');

is(with_manifest(qr/"table": "numbers/, qq{"table": "numbers\xff}), 'XX001', 'bytes that are not UTF-8');
is(with_manifest(qr/^/, "\0"), 'XX001', 'a zero byte');
write_file("$dir/a/d/\xff", '');
is(outcome("SELECT hbase.verify('numbers', '$dir/a')"), '22021', 'a file whose name is not UTF-8');
unlink "$dir/a/d/\xff";
mkdir "$dir/a/\xff";
write_file("$dir/a/\xff/file", '');
is(outcome("SELECT hbase.verify('numbers', '$dir/a')"), '22021', 'or a folder');
run_ok("rm -r '$dir/a/\xff'");

# ---- a database that is not UTF-8 ---------------------------------------------------------

sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
is($server->safe_psql('latin', qq{SET client_encoding = 'UTF8'; CREATE EXTENSION hbase_schema;
	CREATE TABLE "t\xc3\xa9"(key rowkey, "f\xc3\xa4" widerow); INSERT INTO "t\xc3\xa9" VALUES ('k', widerow_build('q', 1));
	SELECT hbase.define('t\xc3\xa9', 'latin');
	SELECT split_part(path, '/', 1) FROM hbase.export_hfiles('t\xc3\xa9', '$dir/latin', stamp => 1700000000000);
	SELECT bool_and(ok) FROM hbase.verify('t\xc3\xa9', '$dir/latin', true)}), "\nf\xc3\xa4\nt", 'its files are right');
is(sql("SELECT m ->> 'relation', m -> 'families' -> 0 ->> 'name' FROM (SELECT pg_read_file('$dir/latin/manifest.json')::json AS m) s"),
	qq{public."t\xc3\xa9"|f\xc3\xa4}, 'its manifest is UTF-8');

# ---- what is refused ---------------------------------------------------------------------

is(outcome_as('ordinary', "SELECT hbase.verify('numbers', '$dir/a')"), '42501', 'not for everyone');
is(outcome_as('ordinary', "SELECT hbase.verify('numbers', '$dir/a', live => '')"), '42501', 'nor the other one');
is(outcome("SELECT hbase.verify('other', '$dir/a')"), '22023', 'the files of another table');
is(outcome("SELECT hbase.verify('numbers', 'a')"), '42602', 'a relative path');
is(outcome("SELECT hbase.verify('numbers', '$dir/../x')"), '42602', 'a path with ..');
is(outcome("SELECT hbase.verify('numbers', '$dir/nowhere')"), '58P01', 'a folder that is not there');
is(outcome("SELECT hbase.verify('pg_class', '$dir/a')"), '42809', 'a relation of another shape');

$server->stop;
done_testing();
