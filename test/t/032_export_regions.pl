# The regions of exports as HFiles: how many there are when nobody says, where
# they are cut, and what is refused.
use strict;
use warnings;
use Test::More;
use TestServer;

new_server('export_regions');
my $dir = new_folder();

my $folder = 0;

# Export with these arguments: the regions' starts and rows.
sub regions
{
	my ($relation, $arguments) = @_;
	my $path = "$dir/" . ++$folder;

	sql("SELECT hbase.export_hfiles('$relation', '$path' $arguments)");
	return sql("SELECT string_agg((r ->> 'start') || '=' || (r ->> 'rows'), ' ') FROM json_array_elements(pg_read_file('$path/manifest.json')::json -> 'regions') r");
}

sql(q{CREATE EXTENSION hbase_schema;
	CREATE VIEW plain AS SELECT rowkey_compose('customer text, id int', 'c' || i / 100, i) AS key, widerow_build('q', repeat('x', 100)) AS d FROM generate_series(1000, 1999) i;
	CREATE VIEW salted AS SELECT rowkey_compose('salt(4), id int', i) AS key, widerow_build('q', i) AS d FROM generate_series(1, 1000) i;
	CREATE VIEW bucketed AS SELECT rowkey_compose('bucket(id, 300), id int', i) AS key, widerow_build('q', i) AS d FROM generate_series(1, 1000) i;
	SELECT hbase.define('salted', layouts => ARRAY['salt(4), id int']::rowkey_layout[]);
	SELECT hbase.define('bucketed', layouts => ARRAY['bucket(id, 300), id int']::rowkey_layout[])});

# ---- without a number -----------------------------------------------------------

is(regions('plain', ''), '=1000', 'a small relation is one region');
my $salted = regions('salted', '');
like($salted, qr/^=\d+ \\x01=\d+ \\x02=\d+ \\x03=\d+$/, 'a salted one has a region a salt');
is(regions('bucketed', ''), '=1000', 'but not one for each of many buckets');
like(regions('plain', q(, options => '{"max_region_size": 200000, "blocksize": 1000}')), qr/^=\d+( c1\d[^=]*=\d+)+$/, 'a new region begins when the files are large');
is(sql("SELECT count(*) BETWEEN 2 AND 4 FROM json_array_elements(pg_read_file('$dir/4/manifest.json')::json -> 'regions')"), 't', 'at half of what is allowed');

like(messages_of("SELECT hbase.export_hfiles('plain', '$dir/x', options => '{\"max_region_size\": 1}')"), qr/region 0 has more than 1 bytes of files/, 'a size that no region keeps to');
is(sql("SELECT count(*) FROM hbase.export_hfiles('bucketed', '$dir/small', options => '{\"max_region_size\": 1}')"), '1', 'is reported when a block is written');

# ---- a number -----------------------------------------------------------------------

is(regions('plain', ', regions => 4'), '=250 c12\x00\x80\x00\x04\xE2=250 c15\x00\x80\x00\x05\xDC=250 c17\x00\x80\x00\x06\xD6=250', 'equal rows');
sql("SELECT hbase.define('plain', layouts => ARRAY['customer text, id int']::rowkey_layout[])");
is(regions('plain', ', regions => 4'), '=250 c12\x00\x80\x00\x04\xE2=250 c15\x00=250 c17\x00\x80\x00\x06\xD6=250', 'equal rows, cut at a component where that is enough');
like(regions('salted', ', regions => 2'), qr/^=\d+ \\x02=\d+$/, 'several salts a region');
is(regions('salted', ', regions => 4'), $salted, 'a region a salt');
like(regions('salted', ', regions => 7'), qr/^=\d+ \\x00\S+=\d+ \\x01=\d+ \\x01\S+=\d+ \\x02=\d+ \\x02\S+=\d+ \\x03=\d+ \\x03\S+=\d+$/, 'several regions a salt');
is(regions('plain', ", splits => '{c11,c19,c2}'"), '=100 c11=800 c19=100 c2=0', 'given split points');
is(regions('plain', ", splits => rowkey_parse_splits(E'Total number of splits = 3\\nc11\\nc19\\nTook 1 seconds')"), '=100 c11=800 c19=100', 'split points as get_splits prints them');
sql("SELECT hbase.define('plain', layouts => ARRAY['customer text, id int']::rowkey_layout[], splits => '{c11}')");
is(regions('plain', ''), '=100 c11=900', 'the split points of the definition');
is(regions('plain', ', regions => 2'), '=500 c15\x00=500', 'a number goes before them');
is(sql("SELECT line FROM hbase.shell_script('salted') line LIMIT 1"), q{create "salted", {NAME => "d"}, SPLITS => ['\x01', '\x02', '\x03']}, 'a script for the HBase shell has the same');

# ---- what is refused ----------------------------------------------------------------

like(messages_of("SELECT hbase.export_hfiles('plain', '$dir/x', splits => '{c11}', options => '{\"max_region_size\": 50000, \"blocksize\": 1000}')"),
	qr/region 1 has more than 50000 bytes of files.*begins with the row "c11".*hbase.hregion.max.filesize/s, 'a region that HBase would split');
like(messages_of("SELECT hbase.export_hfiles('plain', '$dir/x', options => '{\"max_region_size\": 0}')"), qr/option "max_region_size" must be an integer from 1 /, 'an invalid size');
like(messages_of("SELECT hbase.export_hfiles('plain', '$dir/x', regions => 4, options => '{\"only_regions\": [1]}')"), qr/requires split points/, 'parts of regions that are not known');
is(sql("SELECT count(*) FROM hbase.export_hfiles('salted', '$dir/part', regions => 4, options => '{\"only_regions\": [1]}')"), '1', 'salts are known');
ok(!-e "$dir/x", 'nothing is published');

done_testing();
