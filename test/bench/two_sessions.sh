#!/bin/sh
# two_sessions.sh RELATION: export both of its regions, a session each, under one snapshot.
set -eu
export RELATION="$1"
psql -Xq <<'SQL'
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT pg_export_snapshot() AS snapshot \gset
\setenv SNAPSHOT :snapshot
\! for region in 0 1; do psql -Xq -c "BEGIN ISOLATION LEVEL REPEATABLE READ" -c "SET TRANSACTION SNAPSHOT '$SNAPSHOT'" -c "SELECT * FROM hbase.export_hfiles('$RELATION', '$SERVER_DIR/half$region', splits => ARRAY['\x08'::rowkey], stamp => 1700000000000, options => '{\"only_regions\": [$region]}')" & done; wait
SQL
rm -rf "$SERVER_DIR"/half*
