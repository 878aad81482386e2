# @title Jobs of one export, wall time
# @kind command
# @measure wall
# @data export
# @item to be sorted: one job
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/whole', splits => ARRAY['\x04', '\x08', '\x0C']::rowkey[], stamp => 1700000000000)" && rm -rf "$SERVER_DIR/whole"
# @item to be sorted: two jobs
# @against to be sorted: one job <= 0.59
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/whole', splits => ARRAY['\x04', '\x08', '\x0C']::rowkey[], stamp => 1700000000000, options => '{\"jobs\": 2}')" && rm -rf "$SERVER_DIR/whole"
# @item in key order: one job
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide_sorted', '$SERVER_DIR/whole', splits => ARRAY['\x04', '\x08', '\x0C']::rowkey[], stamp => 1700000000000)" && rm -rf "$SERVER_DIR/whole"
# @item in key order: two jobs
# @against in key order: one job <= 0.56
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide_sorted', '$SERVER_DIR/whole', splits => ARRAY['\x04', '\x08', '\x0C']::rowkey[], stamp => 1700000000000, options => '{\"jobs\": 2}')" && rm -rf "$SERVER_DIR/whole"
