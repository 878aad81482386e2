/*
 * sync_check.c
 *		Compare the state of a change stream in HBase with the server.
 *
 * A server or an HBase that was restored, another server with a slot of this
 * name, a promoted standby that lacks commits: each would leave HBase wrong
 * without an error. The fields of the state row show them.
 */
#include "client/sync_check.h"

#include <stdlib.h>
#include <string.h>

#define HINT_AGAIN \
	"hint: pg2hbase sync drop, empty the tables in HBase, then pg2hbase sync " \
	"start"

static const char slot_sql[] =
	"SELECT plugin, database = current_database(), wal_status, confirmed_flush_lsn\n"
	"FROM pg_replication_slots WHERE slot_name = $1";

/* The slot must be ours, and no further than HBase. */
static bool
check_slot(const Sync *sync, Session *session, uint64_t applied, bool *again)
{
	PGresult   *slot = session_query(session, slot_sql, SQL_ARGS(sync->slot));
	uint64_t	confirmed;
	bool		ok = false;

	if (slot == NULL)
	{
		*again = session_exit_code(session) == EXIT_CONNECTION;
		return false;
	}
	if (PQntuples(slot) == 0)
	{
		message_error("the server has no replication slot \"%s\": it was "
					  "dropped, or the server was restored", sync->slot);
		message_error(HINT_AGAIN);
	}
	else if (strcmp(PQgetvalue(slot, 0, 0), "hbase_schema") != 0 ||
			 strcmp(PQgetvalue(slot, 0, 1), "t") != 0)
		message_error("the replication slot \"%s\" is not a stream of this "
					  "database", sync->slot);
	else if (strcmp(PQgetvalue(slot, 0, 2), "lost") == 0)
	{
		message_error("the replication slot \"%s\" is lost: the server has "
					  "removed log that HBase needs", sync->slot);
		message_error("hint: max_slot_wal_keep_size was too small for the time "
					  "without the stream");
		message_error(HINT_AGAIN);
	}
	else if (replication_read_lsn(PQgetvalue(slot, 0, 3), &confirmed) &&
			 confirmed > applied)
	{
		message_error("HBase has the commits until " LSN_FORMAT
					  ", but has confirmed those until " LSN_FORMAT
					  ": it was restored, or the slot was made again",
					  LSN_ARGS(applied), LSN_ARGS(confirmed));
		message_error(HINT_AGAIN);
	}
	else
		ok = true;
	PQclear(slot);
	return ok;
}

/*
 * The server's timeline must be the stream's, or have left it after the last
 * commit that HBase has.
 */
static bool
check_timeline(Replication *replication, uint32_t timeline, uint64_t applied)
{
	uint64_t	left_at;

	if (timeline != replication_timeline(replication) &&
		!replication_left_at(replication, timeline, &left_at))
	{
		message_error("the server is on timeline %u, which has never been on "
					  "timeline %u of the stream",
					  replication_timeline(replication), timeline);
		message_error(HINT_AGAIN);
		return false;
	}
	if (timeline != replication_timeline(replication) && left_at < applied)
	{
		message_error("the server has left timeline %u at " LSN_FORMAT
					  ", but HBase has commits until " LSN_FORMAT
					  ", which the server has lost",
					  timeline, LSN_ARGS(left_at), LSN_ARGS(applied));
		message_error(HINT_AGAIN);
		return false;
	}
	if (replication_position(replication) < applied)
	{
		message_error("the log of the server ends at " LSN_FORMAT
					  ", but HBase has commits until " LSN_FORMAT
					  ": the server was restored",
					  LSN_ARGS(replication_position(replication)),
					  LSN_ARGS(applied));
		message_error(HINT_AGAIN);
		return false;
	}
	return true;
}

/*
 * True if the stream can go on. *again is set if it may be possible later.
 * What is wrong is reported.
 */
bool
sync_check(const Sync *sync, Session *session, Replication *replication,
		   const Applier *applier, bool *again)
{
	const char *system = applier_state(applier, "system");
	const char *timeline = applier_state(applier, "timeline");
	int64_t		stamp;
	uint64_t	applied = applier_position(applier, &stamp);

	*again = false;
	if (system == NULL)
	{
		message_error("HBase has no stream of the slot \"%s\"", sync->slot);
		message_error("hint: pg2hbase sync start makes it");
		return false;
	}
	if (timeline == NULL || applied == 0 ||
		applier_state(applier, "fingerprint") == NULL ||
		applier_state(applier, "mapping") == NULL)
	{
		message_error("the state row of the slot \"%s\" in HBase is not "
					  "complete", sync->slot);
		message_error(HINT_AGAIN);
		return false;
	}
	if (strcmp(system, replication_system(replication)) != 0)
	{
		message_error("the stream in HBase is of the database cluster %s, the "
					  "server is %s", system, replication_system(replication));
		message_error("hint: streams of several servers need slots with "
					  "different names");
		return false;
	}
	return check_timeline(replication, (uint32_t) strtoul(timeline, NULL, 10),
						  applied) &&
		check_slot(sync, session, applied, again);
}
