# shellcheck shell=bash disable=SC2154
# A full export and the deltas after it make of the table in HBase what the source is.

# delta N: what changed since the last one, of both relations.  No change, no folder.
delta() {
	local relation files
	for relation in orders events; do
		files=$(sql -c "SELECT count(*) FROM hbase.export_delta('replay.${relation}_h', 'replay.${relation}_h_baseline', '$work/delta/$relation-$1')")
		[ $((files > 0)) = "$([ -d "$work/delta/$relation-$1" ] && echo 1 || echo 0)" ]
	done
}

# replay N...: load these deltas in this order, and compare with the source, before
# and after a major compaction.
replay() {
	local relation compare n commands=()
	for relation in orders events; do
		for n in "$@"; do
			[ ! -d "$work/delta/$relation-$n" ] || commands+=(load "replay_$relation" "$work/delta/$relation-$n")
		done
		expect "replay.${relation}_h" 1 "$work/delta/$relation.cells"
		# when the export stamped a cell is not the source's business
		[ $relation = events ] && compare=visible || compare=values
		commands+=("$compare" "replay_$relation" "$work/delta/$relation.cells.visible" compact "replay_$relation"
			"$compare" "replay_$relation" "$work/delta/$relation.cells.visible")
	done
	chmod -R a+rX "$work/delta"
	check "${commands[@]}"
}

# Wait until the writers have changed many rows.
wait_for_changes() {
	for _ in $(seq 600); do
		[ "$(sql -c "SELECT count(*) > 100 FROM hbase.delta('replay.orders_h', 'replay.orders_h_baseline')")" = f ] || return 0
		sleep 0.1
	done
	return 1
}

test_delta() {
	local relation writers=()
	mkdir -m 777 "$work/delta"
	sql -f "$here/tests/delta.sql"
	for relation in orders events; do
		sql -c 'BEGIN ISOLATION LEVEL REPEATABLE READ' \
			-c "SELECT count(*) FROM hbase.export_hfiles('replay.${relation}_h', '$work/delta/$relation-0', stamp => 1700000000010)" \
			-c "SELECT hbase.baseline('replay.${relation}_h', stamp => 1700000000010, splits => (SELECT array_agg(rowkey_from_notation(r ->> 'start') ORDER BY n)
				FROM json_array_elements(pg_read_file('$work/delta/$relation-0/manifest.json')::json -> 'regions') WITH ORDINALITY x(r, n) WHERE r ->> 'start' <> ''))" \
			-c COMMIT
		load "$work/delta/$relation-0"
	done

	# Nothing changed: nothing to tell.  What is rolled back was never told.
	[ "$(sql -c "SELECT count(*) FROM hbase.delta('replay.orders_h', 'replay.orders_h_baseline')")" = 0 ]
	sql -c BEGIN -c 'CALL replay.change(99)' -c "SELECT count(*) FROM hbase.export_delta('replay.orders_h', 'replay.orders_h_baseline', '$work/delta/back')" -c ROLLBACK
	[ ! -e "$work/delta/back" ]
	for n in 1 2; do
		sql -c "CALL replay.change($n)"
		delta $n
	done
	replay 1 1 2 2

	# While others write; then in any order, and again after a compaction: for that
	# HBase, which compacts when it thinks fit, has to keep the markers.
	for seed in 0.1 0.2 0.3; do
		sql -c "CALL replay.write($seed)" &
		writers+=($!)
	done
	for n in 3 4 5; do
		wait_for_changes
		delta $n
	done
	wait_for_changes
	sql -c 'INSERT INTO replay.stopped VALUES (true)'
	wait "${writers[@]}"
	[ "$(sql -c "SELECT count(*) > 0 FROM hbase.delta('replay.orders_h', 'replay.orders_h_baseline')")" = t ]
	sql -c 'CALL replay.change(6)'
	delta 6
	check keep-markers replay_orders keep-markers replay_events
	replay 6 4 5 3
	replay 4 3
	check drop replay_orders drop replay_events
}

# last_run TABLE: what the metadata of a table says, by a script of the shell.
last_run() {
	echo "puts 'last run ' + get_table('$1').table.getDescriptor.getValue('hbase_schema.run').to_s" >"$work/last_run.rb"
	"$HBASE" shell -n "$work/last_run.rb" | sed -n 's/^last run //p'
}

# refused FOLDER: load.sh names the run that is missing, and loads nothing.
refused() {
	local said
	if said=$(load "$1" 2>&1); then
		return 1
	fi
	[[ $said == *'the last run of the table is '*'load the folders in their order'* ]] && [[ $said != *BulkLoad* ]]
}

# load.sh takes folders in the order of their runs, the last one as often as one likes.
test_delta_order() {
	local n
	mkdir -m 777 "$work/order"
	sql -c 'CREATE TABLE few (key rowkey PRIMARY KEY, d widerow)' -c "SELECT hbase.baseline('few', 'few_sent', empty => true)"
	for n in 1 2; do
		sql -c "INSERT INTO few VALUES ('k$n', widerow_build('q', '$n'))" \
			-c "SELECT hbase.export_delta('few', 'few_sent', '$work/order/$n')"
	done
	chmod -R a+rX "$work/order"
	refused "$work/order/2"
	load "$work/order/1"
	load "$work/order/1"
	load "$work/order/2"
	[ "$(last_run few)" = "$(sql -c "SELECT run FROM hbase.delta_baseline WHERE baseline_name = 'few_sent'")" ]
	refused "$work/order/1"
	PREVIOUS=any load "$work/order/1"
	[ "$(last_run few)" = "$(sql -c "SELECT run FROM hbase.delta_run WHERE directory = '$work/order/1'")" ]
}
