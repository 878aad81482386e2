# shellcheck shell=bash disable=SC2154
# Bulk loads: files cut at region borders, every cell as it should be, before
# and after a major compaction.

# bulk RELATION TABLE STAMP [EXPORT_ARGUMENTS]: export, load, compare.
bulk() {
	local relation=$1 table=$2 stamp=$3 arguments=${4:-} folder=$work/$2
	expect "$relation" "$stamp" "$folder.cells"
	sql -c "SELECT count(*) FROM hbase.export_hfiles('$relation', '$folder', stamp => $stamp::bigint $arguments)" >"$folder.files"
	load "$folder"
	# nothing was split on the way: as many store files as were written
	check files "$table" "$(cat "$folder.files")" \
		cells "$table" "$folder.cells" visible "$table" "$folder.cells.visible" gets "$table" "$folder.cells.visible"
	ranges "$folder" "$table"
	check compact "$table" visible "$table" "$folder.cells.visible" gets "$table" "$folder.cells.visible" drop "$table"
}

# Orders with their lines nested, in two families, keys with layouts.
test_bulk_orders() {
	sql -f "$root/test/hbase/tests/orders.sql"
	sql -c "SELECT hbase.define('orders_h', 'orders', regions => 4)"
	bulk orders_h orders 1700000000000
}

# Host names by reversed domain; regions from given split points.
test_bulk_hostnames() {
	sql -f "$root/test/hbase/tests/hostnames.sql"
	bulk hostnames_h hostnames_h 1700000000001 ", splits => ARRAY['gov.nh', 'gov.nj', 'gov.ny']::rowkey[], compression => 'GZ', bloomfilter => 'ROWCOL'"
}

# Random rows: a family for each codec, versions, markers, empty and long values,
# rows of 32,767 bytes; small blocks; filters that keep gets from reading; and an
# index of three levels.
test_bulk_random() {
	sql -f "$root/test/hbase/tests/random.sql"
	bulk random_h random 1700000000002 ", regions => 3, blocksize => 1024"
	bulk long_h long 1700000000003
	"$here/lab" java -cp "$work/classes:$lab_classpath" org.apache.hadoop.hbase.regionserver.BloomReads \
		"$work/random/a=ROW" "$work/random/b=ROWCOL" "$work/random/d=ROW" "$work/random/e=ROWCOL" \
		"$work/long/b=ROWCOL"
	[ "$(sql -c "SELECT array_agg(DISTINCT value::int) FROM (SELECT f || pg_ls_dir(f) AS path FROM unnest(ARRAY['$work/long/a/', '$work/long/b/']) f) p,
		hfile_read_info(path) WHERE name = 'data_index_levels'")" = '{3}' ]
}
