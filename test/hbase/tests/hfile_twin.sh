# shellcheck shell=bash disable=SC2154
# HBase's reader reads the HFiles that SQL made, its own store-file writer, fed
# with those cells, makes the same bytes, and our reader reads what it wrote.

# make_twin NAME ROWS ROW_LEN VALUE_LEN OPTIONS "TWIN": a file, and how its twin is
# written, in the words of HFileTwin.java.
make_twin() {
	sql -c "SELECT encode(hfile_twin.made($2, $3, $4, '$5'), 'hex')" |
		perl -ne 'chomp; print pack("H*", $_)' >"$work/twin/$1.hfile"
	printf '%s\t%s\n' "$1" "$6" >>"$work/twin/cases"
}

test_hfile_twin() {
	mkdir -m 777 "$work/twin"
	sql -f "$here/tests/hfile_twin.sql"
	make_twin none 20000 30 100 '{}' ''
	make_twin blocks 8000 30 60 '{"BLOCKSIZE": 2000, "INDEX_BLOCK_SIZE": 1000, "BLOOM_CHUNK_SIZE": 1024, "BYTES_PER_CHECKSUM": 700}' 'block=2000 index=1000 bloomchunk=1024 bpc=700'
	make_twin levels 8000 30 20 '{"BLOCKSIZE": 200, "INDEX_BLOCK_SIZE": 600, "BLOOMFILTER": "ROWCOL", "BLOOM_CHUNK_SIZE": 512}' 'block=200 index=600 bloom=ROWCOL bloomchunk=512'
	make_twin rows 300 32700 60 '{"CHECKSUM": "CRC32"}' 'cksum=CRC32'
	make_twin values 60 30 300000 '{"BLOOMFILTER": "NONE"}' 'bloom=NONE'
	make_twin gz 20000 30 100 '{"COMPRESSION": "GZ"}' 'comp=GZ'

	# Other compressors are free in what they write: HBase must read the cells
	# of "none" and "values" out of these.
	for codec in SNAPPY LZ4 ZSTD; do
		make_twin "$codec" 20000 30 100 "{\"COMPRESSION\": \"$codec\"}" 'against=none'
		make_twin "$codec-values" 60 30 300000 "{\"COMPRESSION\": \"$codec\", \"BLOOMFILTER\": \"NONE\"}" 'against=values bloom=NONE'
	done
	chmod -R a+rX "$work/twin"
	"$here/lab" java -cp "$lab_classpath:$work/classes" HFileTwin "$work/twin"

	for file in "$work"/twin/*.read; do
		[ "$(sql -c "SELECT hfile_twin.digest(pg_read_binary_file('$file')) = hfile_twin.digest(pg_read_binary_file('$work/twin/none.hfile'))")" = t ] || {
			echo "$file reads differently"
			return 1
		}
	done
}
