# shellcheck shell=bash disable=SC2154
# The way back: the folders of a table's regions, as HBase itself flushed and
# compacted them, are imported, and give what a raw scan does.

# import_regions RELATION TABLE: all regions of a table into an empty relation.
import_regions() {
	local folder
	for folder in "$HBASE_RUN"/data/hbase/data/default/"$2"/[0-9a-f]*/; do
		sql -c "SELECT * FROM hbase.import_hfiles('$folder', '$1')"
	done
	expect "$1" 1 "$work/$1.cells"
}

# Versions and markers in two files a family; FAST_DIFF, both blooms, small blocks.
test_import_regions() {
	local folder
	sql <<-'SQL'
		CREATE TABLE region_h (key rowkey PRIMARY KEY, d widerow, e widerow);
		CREATE TABLE flushed_h (LIKE region_h INCLUDING ALL);
		CREATE TABLE compacted_h (LIKE region_h INCLUDING ALL);
		INSERT INTO region_h
		SELECT set_byte('\x006b', 0, i)::rowkey, widerow_build('num', i, repeat('long', i), repeat('value', i), '', ''),
		       CASE i % 3 WHEN 0 THEN widerow_build('q', i) WHEN 1 THEN widerow_delete(widerow_build('p', i), 'q') END
		  FROM generate_series(1, 150) i;
		INSERT INTO region_h VALUES (rowkey_from_text(repeat('k', 2500)), widerow_build('q', 'v'),
		       widerow_delete_family_version(widerow_delete_family('{old@3=x, mid@5=y, new@9=z}', 4::bigint), 5::bigint));
		SELECT hbase.define(r::regclass, 'region', splits => '{\\x40,\\x80}', families => '{"d": {"VERSIONS": 5, "DATA_BLOCK_ENCODING": "FAST_DIFF", "BLOOMFILTER": "ROWCOL", "BLOCKSIZE": 2000},
		       "e": {"VERSIONS": 5, "DATA_BLOCK_ENCODING": "FAST_DIFF", "COMPRESSION": "SNAPPY"}}') FROM unnest('{region_h,flushed_h,compacted_h}'::text[]) r;
	SQL
	{
		sql -c "SELECT hbase.shell_script('region_h', stamp => 1700000000007)"
		echo "flush 'region'"
		sql -c "SELECT hbase.shell_script('region_h', stamp => 1700000000009) OFFSET 1"
		echo "flush 'region'"
	} >"$work/region.rb"
	chmod a+r "$work/region.rb"
	"$HBASE" shell -n "$work/region.rb" >/dev/null
	check files region 12
	import_regions flushed_h region
	check cells region "$work/flushed_h.cells" visible region "$work/flushed_h.cells.visible"
	check compact region files region 6
	# the files that were compacted go a little later
	for _ in $(seq 100); do
		[ "$(find "$HBASE_RUN"/data/hbase/data/default/region -path '*/[de]/*' -type f | wc -l)" != 6 ] || break
		sleep 0.2
	done
	folder=$(find "$HBASE_RUN"/data/hbase/data/default/region -path '*/d/*' -type f | head -1)
	[ "$(sql -c "SELECT value #>> '{}' FROM hfile_info('$folder') WHERE name = 'DATA_BLOCK_ENCODING'")" = FAST_DIFF ]
	import_regions compacted_h region
	check cells region "$work/compacted_h.cells" visible region "$work/flushed_h.cells.visible" drop region
}

# Cells with a TTL of their own, visibility labels and ACLs: HBase shows what is imported.
test_import_tags() {
	local folder=$work/tags
	mkdir -p "$folder/d"
	cp "$root/test/data/vectors/hfile/tags-kinds.hfile" "$folder/d/0123456789abcdef0123456789abcdef"
	chmod -R a+rwX "$folder"
	sql <<-SQL
		SELECT hbase.create_table('tags_h', '{"d": {"VERSIONS": 5}}');
		SELECT * FROM hbase.import_hfiles('$folder', 'tags_h');
	SQL
	expect tags_h 1 "$work/tags_h.cells"
	[ "$(wc -l <"$work/tags_h.cells")" = 7 ]
	echo "create 'tags', {NAME => 'd', VERSIONS => 5}" >"$work/tags.rb"
	chmod a+r "$work/tags.rb"
	"$HBASE" shell -n "$work/tags.rb" >/dev/null
	"$here/lab" java org.apache.hadoop.hbase.tool.BulkLoadHFilesTool "$folder" tags
	check cells tags "$work/tags_h.cells" visible tags "$work/tags_h.cells.visible" drop tags
}
