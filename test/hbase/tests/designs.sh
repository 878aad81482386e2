# shellcheck shell=bash disable=SC2154
# Tables with the same rows and different row keys answer the same questions, and HBase
# reads as much as the cost model of hbase.propose_keys expects (test/bench/designs).

test_designs() {
	local bench=$root/test/bench/designs out=$work/designs
	mkdir -m 777 "$out"
	javac -nowarn -d "$work/classes" -cp "$lab_classpath" "$bench/DesignReads.java"
	sql -F "$(printf '\t')" -v rows=4000 -v regions=4 -v values=2 -f "$bench/designs.sql" \
		-c "DELETE FROM design WHERE name NOT IN ('host_newest', 'at_host', 'salt_host', 'kind_at', 'hour_host', 'id')" >"$out/made"
	sql -c "SELECT count(*) FROM hbase.export_all(ARRAY(SELECT name::regclass FROM design), '$out/export')"
	load "$out/export"
	sql -F "$(printf '\t')" -c 'SELECT question, n, design, way, rows, ranges, filter FROM reading ORDER BY 1, 2, 3' >"$out/readings"
	"$here/lab" java -cp "$lab_classpath:$work/classes" DesignReads reads "$out/readings" 1 "$out/measured.tsv"
	sql -F "$(printf '\t')" -v rows=4000 -v regions=4 -f "$bench/model.sql" >"$out/model.tsv"
	python3 -B "$bench/rank.py" --scanned 0.8 "$out/model.tsv" "$out/measured.tsv"
}
