# shellcheck shell=bash disable=SC2154
# Phoenix reads tables that were exported, through the DDL that we write.

test_phoenix() {
	local name names loads=()
	mkdir -m 777 "$work/phoenix"
	sql -f "$here/tests/orders.sql" -f "$here/tests/phoenix.sql"
	mapfile -t names < <(sql -c 'SELECT name FROM phoenix.cases')
	for name in "${names[@]}"; do
		sql -c "SELECT count(*) FROM hbase.export_hfiles('phoenix.$name', '$work/phoenix/$name', stamp => 1700000000007, options => '{\"phoenix_empty_cell\": true}')"
		sql -c "SELECT hbase.ddl('phoenix.$name', 'shell')" >>"$work/phoenix/create.rb"
		sql -c "SELECT hbase.ddl('phoenix.$name', 'phoenix')" >"$work/phoenix/$name.ddl"
		sql -c "SELECT shown FROM phoenix.cases WHERE name = '$name'" >"$work/phoenix/$name.sql"
		sql -P null='\N' -F $'\t' -f "$work/phoenix/$name.sql" >"$work/phoenix/$name.rows"
		loads+=(load "$name" "$work/phoenix/$name")
	done
	chmod -R a+rX "$work/phoenix"
	"$HBASE" shell -n "$work/phoenix/create.rb"
	check "${loads[@]}"
	"$here/lab" java -cp "$lab_classpath:$work/classes" PhoenixCheck "$work/phoenix" "${names[@]}"
}
