# shellcheck shell=bash disable=SC2154,SC2016
# A whole migration, by the script of doc/pg2hbase.md: four schemas of 25 tables, from the
# assessment to a verified delta.

# What the application does while the script waits.
migration_writes() {
	sql -c "INSERT INTO tpcc.orders VALUES (21, 1, 1, 3, '2024-04-01 10:00', NULL, 1)" \
		-c "INSERT INTO tpcc.new_order VALUES (21, 1, 1)" -c "UPDATE tpcc.district SET d_next_o_id = 22 WHERE (d_w_id, d_id) = (1, 1)" \
		-c "INSERT INTO tpcc.history VALUES (3, 1, 1, 1, 1, '2024-02-01', 10, 'initial'), (3, 1, 1, 1, 1, '2024-04-01', 5, NULL)" \
		-c "DELETE FROM tpch.lineitem WHERE l_orderkey % 3 = 0" -c "UPDATE tpch.customer SET c_acctbal = -c_acctbal WHERE c_custkey % 2 = 0" \
		-c "UPDATE peps.pep SET status = 'Superseded', topics = topics || 'Typing'::text, title = title || '!' WHERE pep < 9" \
		-c "DELETE FROM pgbench_history WHERE delta % 2 = 0"
	pgbench -n -t 20 >/dev/null
}

test_migration() {
	local script=$work/migration.sh out=$work/migration n
	mkdir -m 777 "$out"
	sql -f "$root/test/data/migration/tpch.sql" -f "$root/test/data/migration/tpcc.sql" -f "$root/test/data/migration/peps.sql"
	# with equal rows in the history, so that random numbers are not taken for its key
	pgbench -i -I dt -q
	sql -c "INSERT INTO pgbench_branches VALUES (1, 0)" -c "INSERT INTO pgbench_tellers SELECT i, 1, 0 FROM generate_series(1, 10) i" \
		-c "INSERT INTO pgbench_accounts SELECT i, 1, 0 FROM generate_series(1, 100) i" \
		-c "INSERT INTO pgbench_history SELECT 1, 1, i, 5, '2024-01-01' FROM generate_series(1, 10) i, generate_series(1, 2)" -c ANALYZE
	pgbench -n -t 50 >/dev/null

	# the script of the page, cut where the application writes
	sed -n '/^## A whole migration/,/^## /p' "$root/doc/pg2hbase.md" | sed -n '/^```sh/,/^```/p' | sed '/^```/d' >"$script.page"
	n=$(wc -l <"$script.page")
	[ "$n" -ge 10 ]
	[ "$n" -le 12 ]
	sed -e "s|/srv/out|$out|g" -e "s| shop\\>| $PGDATABASE|g" "$script.page" >"$script"
	sed '/^# /,$d' "$script" >"$script.1"
	sed '1,/^# /d' "$script" >"$script.2"
	(cd "$out" && bash -ex "$script.1")
	[ "$(grep -c '^created' "$out/mapped.txt")" = 25 ]
	grep -q 'peps.pep ' "$out/assessment.txt"
	migration_writes
	pg2hbase verify -D "$out/full" --live "$out/live.txt" --with-relation "$PGDATABASE" && return 1
	(cd "$out" && bash -ex "$script.2")

	# and not only by its own words: what HBase shows is what the relations have
	expect tpcc.orders_h 1 "$out/orders.cells"
	expect pgbench_history_h 1 "$out/history.cells"
	check values tpcc:orders "$out/orders.cells.visible" values pgbench_history "$out/history.cells.visible"
	sql -c "UPDATE peps.author SET name = name || '.' WHERE author = 7"
	pg2hbase verify -D "$out/full" --live "$out/live.txt" --with-relation "$PGDATABASE" >"$out/differ.txt" && return 1
	grep -qx 'peps.author_h: region 0: as many rows and cells, but other ones' "$out/differ.txt"
}
