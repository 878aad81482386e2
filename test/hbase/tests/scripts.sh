# shellcheck shell=bash disable=SC2154
# HBase's own tools read our text: a script for its shell, and lines for ImportTsv.
# Either way the table holds the cells that the relation has.

# script RELATION [ARGUMENTS]: run its script in the shell, up to the first error.
script() {
	sql -c "SELECT hbase.shell_script('$1' ${2:-})" >"$work/$1.rb"
	chmod a+r "$work/$1.rb"
	"$HBASE" shell -n "$work/$1.rb"
}

# Puts of any bytes, versions, and markers of all four types.
test_scripts_shell() {
	sql -f "$root/test/hbase/tests/scripts.sql"
	expect script_h 1700000000005 "$work/script.cells"
	script script_h ", stamp => 1700000000005"
	check cells script "$work/script.cells" visible script "$work/script.cells.visible" gets script "$work/script.cells.visible"
	cat >"$work/splits.rb" <<-'RUBY'
		raise 'split points' unless get_splits('script') == ['m', '\\x80\\x00']
	RUBY
	chmod a+r "$work/splits.rb"
	"$HBASE" shell -n "$work/splits.rb"
	check drop script
}

# tsv RELATION TABLE FILE: a table by our script's first statement, the rest by ImportTsv.
tsv() {
	sql -c "SELECT s FROM hbase.shell_script('$1') s LIMIT 1" >"$work/$1.rb"
	chmod a+r "$work/$1.rb" "$3"
	"$HBASE" shell -n "$work/$1.rb"
	"$HBASE" org.apache.hadoop.hbase.mapreduce.ImportTsv -Dimporttsv.skip.bad.lines=false -Dimporttsv.skip.empty.columns=true \
		"-Dimporttsv.columns=$(sql -c "SELECT array_to_string(hbase.tsv_columns('$1'), ',')")" "$2" "file://$3"
}

# Host names through a file on the server, which a stream equals.
test_scripts_tsv() {
	sql -f "$root/test/hbase/tests/hostnames.sql"
	sql -c "SELECT hbase.define('hostnames_h', 'lines', splits => '{gov.nh,gov.ny}')"
	expect hostnames_h 1700000000006 "$work/lines.cells"
	[ "$(sql -c "SELECT hbase.export_tsv('hostnames_h', '$work/lines.tsv', stamp => 1700000000006)")" = "$(wc -l <"$work/lines.tsv")" ]
	sql -c "SELECT hbase.export_tsv('hostnames_h', stamp => 1700000000006)" | cmp - "$work/lines.tsv"
	tsv hostnames_h lines "$work/lines.tsv"
	check cells lines "$work/lines.cells" gets lines "$work/lines.cells.visible" drop lines
}
