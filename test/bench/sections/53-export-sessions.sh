# @title Two sessions under one snapshot, wall time
# @kind command
# @measure wall
# @data export
# @item to be sorted: one session, both regions
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/whole', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000)" && rm -rf "$SERVER_DIR/whole"
# @item to be sorted: two sessions, a region each
# @against to be sorted: one session, both regions <= 0.59
"$BENCH_FOLDER/two_sessions.sh" export_wide
# @item in key order: one session, both regions
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide_sorted', '$SERVER_DIR/whole', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000)" && rm -rf "$SERVER_DIR/whole"
# @item in key order: two sessions, a region each
# @against in key order: one session, both regions <= 0.59
"$BENCH_FOLDER/two_sessions.sh" export_wide_sorted
