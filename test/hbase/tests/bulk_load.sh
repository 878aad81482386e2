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
	ranges "$relation" "$folder" "$table"
	check compact "$table" visible "$table" "$folder.cells.visible" gets "$table" "$folder.cells.visible" drop "$table"
}

# Orders with their lines nested, in two families, keys with layouts.
test_bulk_orders() {
	sql -f "$root/test/hbase/tests/orders.sql"
	sql -c "SELECT hbase.define('orders_h', 'bulk_orders', regions => 4)"
	bulk orders_h bulk_orders 1700000000000
}

# Host names by reversed domain; regions from given split points.
test_bulk_hostnames() {
	sql -f "$root/test/hbase/tests/hostnames.sql"
	bulk hostnames_h hostnames_h 1700000000001 ", splits => ARRAY['gov.nh', 'gov.nj', 'gov.ny']::rowkey[], options => '{\"compression\": \"GZ\", \"bloomfilter\": \"ROWCOL\"}'"
}

# Random rows: a family for each codec, versions, markers, empty and long values,
# rows of 32,767 bytes; small blocks; filters that keep gets from reading; and an
# index of three levels.
test_bulk_random() {
	sql -f "$root/test/hbase/tests/random.sql"
	bulk random_h random 1700000000002 ", regions => 3, options => '{\"blocksize\": 1024}'"
	bulk long_h long 1700000000003 ", options => '{\"blocksize\": 1024}'"
	"$here/lab" java -cp "$lab_classpath:$work/classes" org.apache.hadoop.hbase.regionserver.BloomReads \
		"$work/random/a=ROW" "$work/random/b=ROWCOL" "$work/random/d=ROW" "$work/random/e=ROWCOL" \
		"$work/long/b=ROWCOL"
	[ "$(sql -c "SELECT array_agg(DISTINCT value::int) FROM (SELECT f || pg_ls_dir(f) AS path FROM unnest(ARRAY['$work/long/a/', '$work/long/b/']) f) p,
		hfile_info(path) WHERE name = 'data_index_levels'")" = '{3}' ]
}

# A table of a namespace that is not there; a family whose name shells would read.
test_bulk_namespace() {
	sql -c "CREATE TABLE spaced(key rowkey PRIMARY KEY, f widerow, g widerow)" \
		-c "INSERT INTO spaced SELECT rowkey_from_text('k' || i), widerow_build('q', i), NULL FROM generate_series(1, 1000) i"
	sql -c "SELECT hbase.define('spaced', 'apart:spaced', families => '{\"f\": {\"NAME\": \"it''s \$(a) family\"}}', splits => '{k3,k6}')"
	sql -c "SELECT hbase.export_hfiles('spaced', '$work/spaced', stamp => 5, options => '{\"only_regions\": [0]}')"
	sql -c "SELECT hbase.export_hfiles('spaced', '$work/spaced_rest', stamp => 5, options => '{\"only_regions\": [1, 2]}')"
	sql -c "SELECT hbase.export_hfiles('spaced', '$work/spaced_whole', stamp => 5)"
	mkdir "$work/a folder"
	cp -rp "$work/spaced" "$work/a folder/50% of it"
	load "$work/a folder/50% of it"
	# this one as on a cluster: copied by "hdfs dfs" first, from a folder with a space
	cp -r "$work/spaced_rest" "$work/a folder/of 100%"
	TARGET=$work/spaced_target "$work/a folder/of 100%/load.sh"
	ranges spaced "$work/spaced_whole" apart:spaced
}
