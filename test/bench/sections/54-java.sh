# @title The ways of Java to an HFile, sort and start of the JVM included
# @kind command
# @measure wall
# @data export
# @needs command -v java && command -v mvn && [ -n "$BENCH_JAVA" ]
# @init
\! "$BENCH_FOLDER/java/run" start
# @finally
\! "$BENCH_FOLDER/java/run" stop
# @item JDBC and HBase's StoreFileWriter
"$BENCH_FOLDER/java/run" jdbc
# @item COPY and ImportTsv, keys as hex
"$BENCH_FOLDER/java/run" importtsv
# @item export_hfiles
# @against JDBC and HBase's StoreFileWriter <= 0.40
# @against COPY and ImportTsv, keys as hex <= 0.083
psql -Xqc "SET work_mem = '512MB'" -c "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/export')" && rm -rf "$SERVER_DIR/export"
