# @title Two sessions under one snapshot, wall time
# @kind command
# @measure wall
# @data export
# @item to be sorted: one session, both regions
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/whole', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000)" && rm -rf "$SERVER_DIR/whole"
# @item to be sorted: two sessions, a region each
# @against to be sorted: one session, both regions <= 0.59
psql -Xq <<'SQL'
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT pg_export_snapshot() AS snapshot \gset
\setenv SNAPSHOT :snapshot
\! for region in 0 1; do psql -Xq -c "BEGIN ISOLATION LEVEL REPEATABLE READ" -c "SET TRANSACTION SNAPSHOT '$SNAPSHOT'" -c "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/half$region', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000, only_regions => ARRAY[$region])" & done; wait
SQL
rm -rf "$SERVER_DIR"/half*
# @item in key order: one session, both regions
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide_sorted', '$SERVER_DIR/whole', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000)" && rm -rf "$SERVER_DIR/whole"
# @item in key order: two sessions, a region each
# @against in key order: one session, both regions <= 0.59
psql -Xq <<'SQL'
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT pg_export_snapshot() AS snapshot \gset
\setenv SNAPSHOT :snapshot
\! for region in 0 1; do psql -Xq -c "BEGIN ISOLATION LEVEL REPEATABLE READ" -c "SET TRANSACTION SNAPSHOT '$SNAPSHOT'" -c "SELECT * FROM hbase.export_hfiles('export_wide_sorted', '$SERVER_DIR/half$region', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000, only_regions => ARRAY[$region])" & done; wait
SQL
rm -rf "$SERVER_DIR"/half*
