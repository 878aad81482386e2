# shellcheck shell=bash disable=SC2154
# pg2hbase export --stream, by a role that may only read the relations, and the load of its
# folder: the tables in HBase have the cells of the relations.
test_stream() {
	local folder=$work/stream
	sql -c "CREATE ROLE hbase_stream_reader LOGIN" \
		-c "CREATE TABLE streamed (key rowkey PRIMARY KEY, d widerow, e widerow)" \
		-c "INSERT INTO streamed SELECT rowkey_compose('id int', i), widerow_build('t', repeat(md5(i::text), 4)), CASE WHEN i % 3 > 0 THEN widerow_build('n', i) END FROM generate_series(1, 20000) i" \
		-c "CREATE VIEW viewed AS SELECT key, d FROM streamed WHERE key < rowkey_compose('id int', 500)" \
		-c "SELECT hbase.define('streamed', 'arrived:streamed', families => '{\"d\": {\"COMPRESSION\": \"GZ\"}, \"e\": {}}', splits => (SELECT array_agg(rowkey_compose('id int', i)) FROM generate_series(5000, 15000, 5000) i))" \
		-c "GRANT SELECT ON streamed, viewed TO hbase_stream_reader" -c "ANALYZE"
	pg2hbase export --stream --no-baseline -U hbase_stream_reader -D "$folder" -j 2
	mkdir "$work/stream_target"
	chmod 777 "$work/stream_target"
	pg2hbase load --check "$folder"
	pg2hbase load --target "$work/stream_target" --owner '' "$folder"
	ranges streamed "$folder/arrived-streamed" arrived:streamed
	ranges viewed "$folder/viewed" viewed
	pg2hbase load --checksums "$folder" >"$folder.live"
	pg2hbase verify -D "$folder" --live "$folder.live"
}
