# The client's commands after an export: load, verify, delta, status.
use strict;
use warnings;
use Test::More;
use TestServer;

my $server = new_server('pg2hbase_load');
my $dir = new_folder();
connect_programs();

sql(q{
	CREATE EXTENSION hbase_schema;
	CREATE TABLE source AS SELECT i AS id, 'text ' || i AS t FROM generate_series(1, 1000) i;
	CREATE VIEW items AS SELECT rowkey_compose('id int', id) AS key, widerow_build('t', t) AS d FROM source;
	CREATE TABLE orders AS SELECT * FROM items;
	SELECT hbase.define('orders', 'shop:orders', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM generate_series(200, 800, 200) i))});
my ($code, $output, $messages) = client('status');
is("$code$messages", '0', 'status of a new database');
is($output, "Running: none\n\nBaselines: none\n\nJobs: none\n\nLast deltas: none\n\n", 'has nothing');
($code, $output, $messages) = client('export', '-D', "$dir/shop", '-q');
is("$code$messages", '0', 'an export');

# ---- load: what it calls (test/hbase runs load.sh) -----------------------------------

write_program("$dir/hbase", <<"END");
printf '[%s]' "\$1" "\$2" "\$LOAD_ACTION" "\$LOAD_PLACE" "\$LOAD_FOLDERS" "\${TARGET-}" "\${OWNER-hbase}" "\${PREVIOUS-}" "\${ACCEPT-}"
exit 7
END
foreach (
	[ [], "[shell][-n][load][copy][$dir/shop\n][][hbase][][]" ],
	[ [ '--check', '--local' ], "[shell][-n][check][local][$dir/shop\n][][hbase][][]" ],
	[ [ '--checksums', "$dir/shop/items" ], "[shell][-n][checksums][copy][$dir/shop/items\n$dir/shop\n][][hbase][][]" ],
	[ [ '--target', 's3a://b/c d', '--owner', '', '--previous', 'any', '--accept', 'rows options' ], "[shell][-n][load][copy][$dir/shop\n][s3a://b/c d][][any][rows options]" ])
{
	my ($arguments, $expected) = @$_;

	($code, $output, $messages) = client('load', '--hbase', "$dir/hbase", @$arguments, "$dir/shop");
	is("$output$messages", $expected, "load @$arguments");
	is($code, 7, 'ends as HBase does');
}
# a folder of HDFS, whose load.sh the program hbase reads
write_program("$dir/on_hdfs", <<"END");
[ "\$1" != shell ] || exec '$dir/hbase' "\$@"
[ "\$*" = "org.apache.hadoop.fs.FsShell -cat hdfs:///a b/shop/load.sh" ] && cat '$dir/shop/load.sh'
END
($code, $output, $messages) = client('load', '--hbase', "$dir/on_hdfs", '--check', 'hdfs:///a b/shop/', "$dir/shop/items");
is("$code$output$messages", "7[shell][-n][check][copy][hdfs:///a b/shop\n$dir/shop/items\n][][hbase][][]", 'load a folder of HDFS');
($code, $output, $messages) = client('load', '--hbase', "$dir/on_hdfs", 'hdfs://x/nothing');
is("$code$output$messages", qq{1pg2hbase: cannot read "hdfs://x/nothing/load.sh"\n}, 'which does not exist');
($code, undef, $messages) = client('load');
is("$code$messages", qq{2pg2hbase: no folder given; try "pg2hbase load --help"\n}, 'no folder');
($code, undef, $messages) = client('load', "$dir/nothing");
is("$code$messages", qq{1pg2hbase: cannot read "$dir/nothing/load.sh": No such file or directory\n}, 'a folder that does not exist');

# ---- verify ----------------------------------------------------------------------------

($code, $output, $messages) = client('verify', '-D', "$dir/shop");
is("$code$messages", '0', 'verify');
is($output, "public.items: 1 regions, 0 differ\npublic.orders: 5 regions, 0 differ\n", 'finds no difference');
is((client('verify', '-D', "$dir/shop", '--with-relation'))[0], 0, 'with the relations neither');
sql('UPDATE orders SET d = widerow_build(\'t\', 1) WHERE key < (SELECT key FROM orders ORDER BY key OFFSET 10 LIMIT 1)');
($code, $output) = client('verify', '-D', "$dir/shop", '--with-relation');
is($code, 1, 'a relation that was changed');
like($output, qr/\Apublic.items: 1 regions, 0 differ\npublic.orders: region 0: 10 rows .*\npublic.orders: 5 regions, 1 differ\n\z/, 'with the difference');
my %live = map { my $folder = $_; $folder => sql("SELECT string_agg(concat_ws(E'\\t', r ->> 'region', r ->> 'rows', r ->> 'cells', r ->> 'sum'), E'\\n' ORDER BY (r ->> 'region')::int) FROM json_array_elements(pg_read_file('$dir/shop/$folder/manifest.json')::json -> 'regions') r") } qw(items shop-orders);
write_file("$dir/live", "hbase:001:0> Kernel.load(ENV['LOAD_SCRIPT'])\nchecksums items\n$live{items}\nchecksums shop:orders\n$live{'shop-orders'}\n=> true\nhbase:002:0>\n");
($code, $output, $messages) = client('verify', '-D', "$dir/shop", '--live', "$dir/live");
is("$code$messages$output", "0public.items: 1 regions, 0 differ\npublic.orders: 5 regions, 0 differ\n", 'the tables in HBase');
write_file("$dir/live", read_file("$dir/live") =~ s/^3\t200/3\t199/mr);
($code, $output) = client('verify', '-D', "$dir/shop", '--live', "$dir/live");
is($code, 1, 'a table in HBase that differs');
like($output, qr/^public.orders: region 3: 199 rows .*\npublic.orders: 5 regions, 1 differ\n/m, 'with the difference');
write_file("$dir/live", "checksums items\n$live{items}\n");
($code, $output, $messages) = client('verify', '-D', "$dir/shop", '--live', "$dir/live");
is("$code$messages", "1pg2hbase: public.orders: there are no checksums of table \"shop:orders\"\n", 'a table without checksums');
($code, $output, $messages) = client('verify', '-D', "$dir/nothing", '-t', 'items');
is($code, 1, 'a folder that does not exist');
is($messages, qq(pg2hbase: public.items was not exported: there is no "$dir/nothing/items/manifest.json"\n), 'says so');
is((client('verify', '--live', "$dir/live"))[0], 2, 'no folder given');
is((client('verify', '-D', "$dir/shop", '--live', "$dir/nothing"))[0], 1, 'a file that does not exist');

# ---- delta -----------------------------------------------------------------------------

sql('DELETE FROM source WHERE id <= 3');
mkdir "$dir/deltas";
chmod 0777, "$dir/deltas";
($code, $output, $messages) = client('delta', '-D', "$dir/deltas");
is("$code$messages", '0', 'a delta');
my ($items, $orders) = $output =~ /^public.items: 3 cells in 1 files, (\S+)\npublic.orders: 10 cells in 1 files, (\S+)\n/;
ok($orders, 'of each relation') or diag($output);
like($output, qr/^pg2hbase load \Q$items $orders\E$/m, 'and what comes next');
is_deeply([ map { "$dir/deltas/$_" } names_in("$dir/deltas") ], [ $items, $orders ], 'in folders');
is(sql("SELECT count(DISTINCT stamp) FROM hbase.delta_run"), '1', 'with one stamp');
is(sql("SELECT count(*) FROM hbase.delta('items', 'items_baseline')"), '0', 'nothing is left');
($code, $output) = client('delta', '-D', "$dir/deltas", '-T', 'orders');
like($output, qr/^public.items: unchanged\n\nNothing .*:\ntrue\n\z/, 'a delta without changes');
is_deeply([ map { "$dir/deltas/$_" } names_in("$dir/deltas") ], [ $items, $orders ], 'makes no folder');
sql('DELETE FROM source WHERE id = 4');
($code, $output, $messages) = client('delta');
is("$code$messages", '0', 'a delta without options');
my ($again) = $output =~ /^public.items: 1 cells in 1 files, (\S+)\npublic.orders: unchanged\n/ or diag($output);
is_deeply([ (grep { -f "$_/load.sh" } $again), map { s{/[^/]*$}{}r } $again ], [ $again, "$dir/deltas" ], 'is beside the last ones');
is(sql("SELECT previous = (pg_read_file('$items/manifest.json')::json ->> 'run') FROM hbase.delta_run ORDER BY stamp DESC LIMIT 1"), 't', 'and follows the last folder');
my @before = names_in("$dir/deltas");
sql("DELETE FROM source WHERE id <= 5; ALTER TABLE orders_baseline RENAME d TO x");
($code, $output, $messages) = client('delta', '-D', "$dir/deltas");
is($code, 1, 'a delta that fails');
like($messages, qr/no delta was published/, 'is not published');
is_deeply([ names_in("$dir/deltas") ], \@before, 'nor are the others');

# ---- status ----------------------------------------------------------------------------

($code, $output, $messages) = client('status');
is("$code$messages", '0', 'status');
like($output, qr/^public.items .*items_baseline.*\n.*^public.orders .*orders_baseline/ms, 'has the baselines');
like($output, qr/^public.items_baseline .*\Q$items\E$/m, 'and the folders');

$server->stop;
done_testing();
