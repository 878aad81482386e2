# shellcheck shell=bash disable=SC2154
# An HBase on HDFS, with a region server as a process of its own: puts that survive it, folders that
# "hdfs dfs -put" brought there, and files that load.sh copies there. None of the users is HBase's.

alone_hdfs() {
	local out=$work/hdfs files="hdfs:///tmp/a folder" puts deltas
	own_lab hdfs HDFS=1 HADOOP_USER_NAME=loader
	mkdir -m 777 "$out"
	sql -c "CREATE TABLE one (key rowkey PRIMARY KEY, d widerow)" \
		-c "CREATE TABLE two (key rowkey PRIMARY KEY, d widerow, e widerow)" \
		-c "INSERT INTO one SELECT rowkey_from_text('k' || i), widerow_build('q', i) FROM generate_series(1, 1000) i" \
		-c "INSERT INTO two SELECT key, d, d FROM one" \
		-c "SELECT hbase.define('one', 'hdfs_one', splits => '{k3,k6}')" -c "SELECT hbase.define('two', 'hdfs:two')"
	pg2hbase export -q -D "$out/full" "$PGDATABASE"
	sql -c "DELETE FROM one WHERE key < 'k2'" -c "UPDATE two SET e = widerow_build('q', 'changed') WHERE key > 'k5'"
	pg2hbase delta -D "$out" "$PGDATABASE" >"$out.delta"
	read -ra deltas < <(tail -n 1 "$out.delta")
	[ "${deltas[*]:0:2} ${#deltas[@]}" = 'pg2hbase load 4' ]

	# what was acknowledged survives the end of the region server
	"$here/lab" java -cp "$lab_classpath:$classes" AcknowledgedPuts acknowledged 2000 >"$out.puts" 2>&1 &
	puts=$!
	until grep -q '^half$' "$out.puts"; do
		kill -0 "$puts"
		sleep 0.1
	done
	"$here/lab" region-server kill
	"$here/lab" region-server start
	"$here/lab" dfs -put "$out" '/tmp/a folder'
	"$here/lab" available acknowledged
	wait "$puts" || { cat "$out.puts"; return 1; }

	# the region servers move files with the rights of the user that loads them
	HADOOP_USER_NAME=other stops "the user other cannot move hdfs://localhost:" pg2hbase load "$files/full"
	pg2hbase load "$files/full"

	# the first delta is copied, the second is there; the script from HDFS, without pg2hbase
	"$here/lab" dfs -cat "$files/full/load.sh" >"$out.load.sh"
	sh "$out.load.sh" "${deltas[2]}" "$files/${deltas[3]##*/}"
	pg2hbase load --checksums "$files/full" >"$out.live"
	pg2hbase verify -D "$out/full" --live "$out.live" --with-relation "$PGDATABASE"
}
