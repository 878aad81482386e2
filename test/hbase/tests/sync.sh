# shellcheck shell=bash disable=SC2154
# pg2hbase sync: HBase follows concurrent transactions, while the client, the applier, the walsender
# and the server are killed.  At the end the tables have the cells of the views.

# As the user of the server, with its settings: the server, the client and the applier.
sync_as() {
	# shellcheck disable=SC2086
	$AS_SERVER env PATH="$PATH" HOME="$work" PGHOST="$work" PGPORT=7654 PGDATABASE=postgres HBASE="$HBASE" HBASE_RUN="$HBASE_RUN" \
		HBASE_LAB="${HBASE_LAB:-/var/tmp/hbase_schema-lab-$(id -u)}" PHOENIX="$PHOENIX" LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" "$@"
}

sync_psql() {
	PGHOST=$work PGPORT=7654 PGDATABASE=postgres psql -XqAt "$@"
}

# until_true SQL: wait for it; a server that starts again answers later.
until_true() {
	local n
	for n in $(seq 900); do
		[ "$(sync_psql -c "$1" 2>/dev/null)" != t ] || return 0
		sleep 0.2
	done
	echo "not reached after $n tries: $1"
	tail -n 30 "$work/sync.log"
	return 1
}

# HBase has a commit that comes after now.
sync_advances() {
	local lsn
	until_true 'SELECT true'
	lsn=$(sync_psql -c 'SELECT pg_current_wal_insert_lsn()')
	until_true "SELECT confirmed_flush_lsn > '$lsn' FROM pg_replication_slots"
}

# The processes of the client, and of the applier: the leader of its group.
sync_client() {
	pgrep -f "^pg2hbase sync [a-z]* .*-D $work/sync( |$)" | head -n 1
}

sync_applier() {
	pgrep -P "$(sync_client)" | head -n 1
}

sync_server() {
	sync_as pg_ctl -s -w -D "$work/sync_pg" -l "$work/sync_pg.log" start
}

# A writer goes on after the server was killed.
sync_writer() {
	local errors=$work/sync_writer
	until [ "$(sync_psql -c 'SELECT count(*) FROM enough' 2>>"$errors")" = 1 ]; do
		sync_psql -c 'CALL work()' 2>>"$errors" || sleep 0.2
	done
}

test_sync() {
	local kill libraries=
	sync_as initdb -D "$work/sync_pg" -A trust -N >/dev/null
	if [ "$(sql -c "SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'")" = 1 ]; then
		libraries="output_plugin_libraries = 'hbase_schema'"
	fi
	sync_as sh -c "cat >>'$work/sync_pg/postgresql.conf'" <<-END
		listen_addresses = ''
		unix_socket_directories = '$work'
		port = 7654
		wal_level = logical
		fsync = off
		deadlock_timeout = 100ms
		restart_after_crash = off
		$libraries
	END
	sync_server
	trap 'sync_as pg_ctl -s -m immediate -D "$work/sync_pg" stop || :' EXIT
	sync_psql -v ON_ERROR_STOP=1 -f "$root/test/hbase/tests/sync.sql"

	for _ in 1 2 3 4; do
		sync_writer &
	done
	# whatever ends the client: it is started again, as by systemd
	(
		sync_as pg2hbase sync start --local -t account_h -t item_h -t part_h -D "$work/sync" || :
		while [ ! -e "$work/sync.end" ]; do
			sleep 0.2
			sync_as pg2hbase sync run -D "$work/sync" || sleep 1
		done
	) >"$work/sync.log" 2>&1 &
	until_true "SELECT count(*) = 1 FROM pg_replication_slots"
	for kill in ${SYNC_KILLS:-client applier walsender postmaster applier client}; do
		sync_advances
		echo "kill $kill"
		case $kill in
		client) kill -9 "$(sync_client)" ;;
		applier) kill -9 -- "-$(sync_applier)" ;;
		walsender) kill -9 "$(sync_psql -c 'SELECT active_pid FROM pg_replication_slots')" ;;
		postmaster) kill -9 "$(head -n 1 "$work/sync_pg/postmaster.pid")" ;;
		esac
		# a killed backend ends the others: the server starts again
		case $kill in
		walsender | postmaster)
			until ! sync_psql -c 'SELECT 1' >/dev/null 2>&1; do sleep 0.1; done
			until sync_server; do sleep 0.5; done
			;;
		esac
	done
	sync_advances
	sync_psql -c 'INSERT INTO enough VALUES (1)'
	until_true "SELECT count(*) = 0 FROM pg_stat_activity WHERE query LIKE 'CALL work%' AND pid <> pg_backend_pid()"
	sync_psql -c "UPDATE item SET a = 0 WHERE id = (SELECT min(id) FROM item)" -c "INSERT INTO part VALUES (999999, 1, 1)"
	until_true "SELECT confirmed_flush_lsn >= pg_current_wal_insert_lsn() FROM pg_replication_slots"
	touch "$work/sync.end"
	sync_as pg2hbase sync status -D "$work/sync"
	sync_as pg2hbase sync stop -D "$work/sync"

	export PGHOST=$work PGPORT=7654 PGDATABASE=postgres
	expect account_h 1 "$work/sync.account"
	expect item_h 1 "$work/sync.item"
	expect part_h 1 "$work/sync.part"
	[ -s "$work/sync.account" ] && [ -s "$work/sync.item" ] && [ -s "$work/sync.part" ]
	check values synced:account "$work/sync.account" values synced_item "$work/sync.item" values synced_part "$work/sync.part"
	cat >"$work/sync.rb" <<-'END'
		state = get_table('pg2hbase_stream').table.get(org.apache.hadoop.hbase.client.Get.new('pg2hbase'.to_java_bytes))
		last = String.from_java_bytes(state.getValue('s'.to_java_bytes, 'stamp'.to_java_bytes)).to_i
		above = %w[synced:account synced_item synced_part].sum { |name| get_table(name).table.getScanner(org.apache.hadoop.hbase.client.Scan.new.setRaw(true).readAllVersions).sum { |row| row.rawCells.count { |cell| cell.getTimestamp > last } } }
		puts "above #{last}: #{above}"
	END
	chmod 644 "$work/sync.rb"
	"$HBASE" shell -n "$work/sync.rb" </dev/null | tee "$work/sync.above"
	grep -q '^above [0-9]*: 0$' "$work/sync.above"
	sync_as pg2hbase sync drop -D "$work/sync"
	[ "$(sync_psql -c 'SELECT count(*) FROM pg_replication_slots')" = 0 ]
}
