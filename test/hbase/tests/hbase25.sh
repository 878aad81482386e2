# shellcheck shell=bash disable=SC2154,SC2034
# HBase 2.5, the server and the client: each cell of an export, and then of a delta.
alone_hbase25() {
	local out=$work/hbase25
	own_lab hbase25 HBASE_VERSION=2.5
	classes=$HBASE_RUN/classes
	mkdir "$classes"
	javac -nowarn -d "$classes" -cp "$lab_classpath" "$here"/java/{HBaseCheck,RangeChecksums}.java
	mkdir -m 777 "$out"
	sql -f "$root/test/hbase/tests/random.sql"
	sql -c BEGIN -c "SELECT hbase.define('random_h', 'shop:random', families => '{\"a\": {\"VERSIONS\": 5}}')" \
		-c "SELECT count(*) FROM hbase.export_hfiles('random_h', '$out/full', stamp => 1700000000002, regions => 3, options => '{\"blocksize\": 1024}')" -c COMMIT
	load "$out/full"
	expect random_h 1700000000002 "$out.cells"
	check cells shop:random "$out.cells" visible shop:random "$out.cells.visible" gets shop:random "$out.cells.visible"
	ranges random_h "$out/full" shop:random
	check compact shop:random visible shop:random "$out.cells.visible"
}
