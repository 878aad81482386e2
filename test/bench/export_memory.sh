#!/bin/sh
# export_memory.sh: the most memory that an export takes beside work_mem.
#
#   tools/private-server -c shared_buffers=16MB test/bench/export_memory.sh [ROWS]
#
# Exports a table of ROWS rows of 5 cells (2000000: 10 million cells), whose
# keys are not in order, and compares the backend's VmHWM with that of a backend
# that did nothing.  Fails when the difference is 64 MB or more beyond work_mem.
set -eu
rows=${1:-2000000} work_mem=32 out=$SERVER_DIR/export_memory

sql() {
	psql -XqAt -v ON_ERROR_STOP=1 "$@"
}

sql -c "CREATE EXTENSION IF NOT EXISTS hbase_schema" -c "
	CREATE TABLE export_memory AS
	SELECT rowkey_compose('salt(4), id int', i) AS key,
	       widerow_build('a', i, 'b', md5(i::text), 'c', i::bigint, 'd', 'text ' || i, 'e', i % 7) AS d
	  FROM generate_series(1, $rows) i"

# peak STATEMENT: kilobytes of a new session's peak after the statement
peak() {
	sql -c "SET work_mem = '${work_mem}MB'" -c "$1" \
		-c "COPY (SELECT pg_read_file('/proc/self/status')) TO STDOUT" |
		sed 's/\\n/\n/g; s/\\t/ /g' | sed -n 's/^VmHWM: *\([0-9]*\) kB.*/\1/p'
}

idle=$(peak "SELECT rowkey_split_points('salt', 2)")
for regions in NULL 16; do
	most=$(peak "SELECT count(*) FROM hbase.export_hfiles('export_memory', '$out', regions => $regions)")
	rm -rf "$out"
	beyond=$((most - idle - work_mem * 1024))
	echo "$((rows * 5)) cells, regions => $regions: peak $most kB, idle $idle kB, beyond work_mem $beyond kB"
	[ "$beyond" -lt 65536 ] || failed=yes
done
[ -z "${failed:-}" ]
