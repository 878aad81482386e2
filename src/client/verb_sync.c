/*
 * verb_sync.c
 *		pg2hbase sync: HBase follows PostgreSQL.
 */
#include "client/verb_sync.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/interrupt.h"
#include "client/relation_list.h"
#include "client/sync_check.h"
#include "client/sync_start.h"
#include "client/sync_stream.h"
#include "client/table.h"

#define DEFAULT_SLOT	"pg2hbase"

/* Seconds before a lost stream is started again; twice as long each time. */
#define FIRST_PAUSE		1
#define LONGEST_PAUSE	30

/* Seconds that stop waits. */
#define STOP_SECONDS	120

static bool
note_reject(const char *text, void *context)
{
	Sync	   *sync = context;

	sync->progress.rejects++;
	return sync_folder_reject(sync->folder, text);
}

/* The time in microseconds since 1970. */
static int64_t
now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Wait a while; false after Ctrl-C. */
static bool
pause_for(int seconds)
{
	int64_t		until = now_us() + (int64_t) seconds * 1000000;

	while (!interrupt_pending() && now_us() < until)
		interrupt_wait(NULL, 0, 100);
	return !interrupt_pending();
}

/* ---- run ---------------------------------------------------------------- */

/*
 * Stop other clients, and begin to stream behind the position in HBase.
 * Returns false after a message.
 */
static bool
begin_stream(const Sync *sync, Replication *replication)
{
	char		timeline[16];
	const char *taken[] = {"timeline", timeline, NULL};
	const char *fingerprint = applier_state(sync->applier, "fingerprint");
	char	   *state;
	size_t		size = strlen(fingerprint) + 64;
	uint64_t	lsn;
	int64_t		stamp;
	bool		ok;

	snprintf(timeline, sizeof(timeline), "%u",
			 replication_timeline(replication));
	if (!applier_call(sync->applier, 'T', taken))
		return false;
	lsn = applier_position(sync->applier, &stamp);
	state = memory_checked(malloc(size));
	snprintf(state, size, LSN_FORMAT "/%" PRId64 "/%s", LSN_ARGS(lsn), stamp,
			 fingerprint);
	ok = replication_start(replication, sync->slot, lsn,
						   (const char *[]) {
							   "mapping",
							   applier_state(sync->applier, "mapping"),
							   "state", state,
							   "rejects",
							   sync->applier_options.skip_rejects ? "skip" :
							   "stop",
							   NULL
						   });
	free(state);
	if (ok && !sync->quiet)
		message_info("streaming from " LSN_FORMAT, LSN_ARGS(lsn));
	return ok;
}

/* What to do when the start of a part has failed. */
static StreamEnd
end_of_start(const Sync *sync, bool streamed)
{
	if (applier_status(sync->applier) == APPLIER_REFUSES || !streamed)
		return STREAM_FAILED;
	return applier_status(sync->applier) == APPLIER_RUNS ? STREAM_LOST :
		STREAM_AGAIN;
}

/*
 * Connect, and stream until something is lost or Ctrl-C. The position is in
 * HBase, so nothing is left out, and what HBase has already is written again
 * with the same stamps.
 */
static StreamEnd
stream_once(Sync *sync, bool *streamed)
{
	Session    *session;
	Replication *replication = NULL;
	bool		again;
	StreamEnd	end;

	if (sync->applier == NULL)
		sync->applier = applier_start(&sync->applier_options);
	if (sync->applier == NULL)
		return STREAM_FAILED;
	/* the server is asked while the applier starts */
	session = session_connect(sync->arguments, sync->dbname);
	if (session)
		replication = replication_connect(sync->arguments, sync->dbname);
	if (replication == NULL || !applier_wait_ready(sync->applier))
		end = end_of_start(sync, *streamed);
	else if (!sync_check(sync, session, replication, sync->applier, &again))
		end = again ? STREAM_LOST : STREAM_FAILED;
	else if (!begin_stream(sync, replication))
		end = replication_is_fatal(replication) ? STREAM_FAILED :
			end_of_start(sync, true);
	else
	{
		*streamed = true;
		end = sync_stream_run(sync, replication, sync->applier);
	}
	session_close(session);
	/* a walsender would keep the slot while the applier is awaited */
	replication_close(replication);
	if (end != STREAM_LOST)
	{
		applier_end(sync->applier);
		sync->applier = NULL;
	}
	return interrupt_pending() ? STREAM_INTERRUPTED : end;
}

/* Stream until Ctrl-C, or until a person must decide. */
static ExitCode
run(Sync *sync)
{
	int			pause = FIRST_PAUSE;
	bool		streamed = false;

	for (;;)
	{
		int64_t		begun = now_us();
		StreamEnd	end = stream_once(sync, &streamed);

		if (end == STREAM_INTERRUPTED)
			break;
		if (end == STREAM_FAILED)
		{
			message_error("the stream has ended");
			return EXIT_FAILED;
		}
		if (now_us() - begun > INT64_C(60000000))
			pause = FIRST_PAUSE;
		if (!sync->quiet)
			message_info("starting again in %d s", pause);
		if (!pause_for(pause))
			break;
		pause = 2 * pause < LONGEST_PAUSE ? 2 * pause : LONGEST_PAUSE;
	}
	applier_end(sync->applier);
	sync->applier = NULL;
	return EXIT_DONE;
}

/* ---- start -------------------------------------------------------------- */

static ExitCode
start(Sync *sync)
{
	ExitCode	result = EXIT_FAILED;

	sync->applier = applier_start(&sync->applier_options);
	if (sync->applier && applier_wait_ready(sync->applier))
	{
		if (applier_state(sync->applier, "slot"))
		{
			message_error("HBase has a stream of the slot \"%s\" already",
						  sync->slot);
			message_error("hint: pg2hbase sync run goes on with it, pg2hbase "
						  "sync drop forgets it; --slot names another");
			result = EXIT_USAGE;
		}
		else
			result = sync_start(sync, sync->applier);
	}
	applier_end(sync->applier);
	sync->applier = NULL;
	if (result == EXIT_DONE && !arguments_flag(sync->arguments, "load-only"))
		result = run(sync);
	return result;
}

/* ---- stop --------------------------------------------------------------- */

static ExitCode
stop(const char *directory)
{
	pid_t		owner = sync_folder_owner(directory);
	int64_t		until = now_us() + STOP_SECONDS * INT64_C(1000000);

	if (owner == 0)
	{
		message_info("no stream is running in \"%s\"", directory);
		return EXIT_DONE;
	}
	if (kill(owner, SIGTERM) != 0)
	{
		message_error("could not stop the process %d: %s", (int) owner,
					  strerror(errno));
		return EXIT_FAILED;
	}
	while (sync_folder_owner(directory) == owner)
	{
		if (now_us() > until)
		{
			message_error("the process %d has not ended in %d seconds",
						  (int) owner, STOP_SECONDS);
			return EXIT_FAILED;
		}
		interrupt_wait(NULL, 0, 100);
		if (interrupt_pending())
			return EXIT_CANCELLED;
	}
	return EXIT_DONE;
}

/* ---- status ------------------------------------------------------------- */

static const char status_sql[] =
	"SELECT slot_name AS slot, COALESCE(active_pid::text, 'no') AS \"walsender\", wal_status AS \"log\",\n"
	"       pg_size_pretty(lag) AS \"not in HBase\", pg_size_pretty(retained) AS \"log kept\",\n"
	"       COALESCE(pg_size_pretty(safe_wal_size), '') AS \"until lost\", lag\n"
	"FROM pg_replication_slots,\n"
	"     LATERAL (SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END) e(flushed),\n"
	"     LATERAL (SELECT greatest(flushed - confirmed_flush_lsn, 0), greatest(flushed - restart_lsn, 0)) s(lag, retained)\n"
	"WHERE slot_name = $1";

/* A limit that was given; -1: none, -2 after a message. */
static double
read_limit(const Arguments *arguments, const char *name)
{
	const char *text = arguments_value(arguments, name);
	char	   *end;
	double		limit = text ? strtod(text, &end) : -1;

	if (text && (end == text || *end != '\0' || !(limit >= 0)))
	{
		message_error("--%s must be a number, not \"%s\"", name, text);
		return -2;
	}
	return limit;
}

static ExitCode
status(const Arguments *arguments, const char *dbname, const char *slot,
	   const char *directory)
{
	double		max_seconds = read_limit(arguments, "max-lag");
	double		max_bytes = read_limit(arguments, "max-lag-bytes");
	Session    *session;
	PGresult   *result;
	SyncProgress progress;
	double		seconds = -1;
	double		bytes;
	bool		late;

	if (max_seconds == -2 || max_bytes == -2)
		return EXIT_USAGE;
	session = session_connect(arguments, dbname);
	if (session == NULL)
		return EXIT_CONNECTION;
	result = session_query(session, status_sql, SQL_ARGS(slot));
	if (result == NULL || PQntuples(result) == 0)
	{
		ExitCode	code = session_exit_code(session);

		if (result)
			message_error("the server has no replication slot \"%s\"", slot);
		PQclear(result);
		session_close(session);
		return code;
	}
	table_print(result);
	bytes = atof(PQgetvalue(result, 0, 6));
	late = strcmp(PQgetvalue(result, 0, 2), "lost") == 0;
	PQclear(result);
	session_close(session);

	if (directory && sync_folder_read_progress(directory, &progress))
	{
		pid_t		owner = sync_folder_owner(directory);

		if (progress.complete_until > 0)
			seconds = (double) (now_us() - progress.complete_until) / 1e6;
		printf("\n%s", owner > 0 ? "The stream is running" :
								   "The stream is not running");
		if (owner > 0)
			printf(", process %d", (int) owner);
		if (seconds >= 0)
			printf("; HBase has all commits until %.1f seconds ago", seconds);
		printf(".\n%" PRId64 " commits applied since its start, %" PRId64
			   " commits (%" PRId64
			   " bytes) received and not applied, %" PRId64
			   " rows rejected.\n",
			   progress.commits, progress.waiting, progress.waiting_bytes,
			   progress.rejects);
	}
	else if (max_seconds >= 0)
	{
		message_error("the lag in seconds is not known here");
		message_error("hint: --directory must be the folder of the running "
					  "stream");
		return EXIT_FAILED;
	}
	late |= max_bytes >= 0 && bytes > max_bytes;
	late |= max_seconds >= 0 && (seconds < 0 || seconds > max_seconds);
	if (late)
		message_error("the stream is too late");
	return late ? EXIT_DECISION : EXIT_DONE;
}

/* ---- drop --------------------------------------------------------------- */

static ExitCode
drop_slot(const Sync *sync)
{
	Session    *session = session_connect(sync->arguments, sync->dbname);
	ExitCode	result;

	if (session == NULL)
		return EXIT_CONNECTION;
	result = session_run(session,
						 "SELECT pg_drop_replication_slot(slot_name)\n"
						 "FROM pg_replication_slots\n"
						 "WHERE slot_name = $1 AND plugin = 'hbase_schema'",
						 SQL_ARGS(sync->slot)) ?
		EXIT_DONE :
		session_exit_code(session);
	session_close(session);
	return result;
}

/* The slot first: a state row without a slot keeps nothing. */
static ExitCode
drop(Sync *sync)
{
	static const char *const nothing[] = {NULL};
	ExitCode	result = drop_slot(sync);
	Applier    *applier;

	if (result != EXIT_DONE || arguments_flag(sync->arguments, "slot-only"))
		return result;
	applier = applier_start(&sync->applier_options);
	if (applier == NULL || !applier_wait_ready(applier) ||
		!applier_call(applier, 'D', nothing))
	{
		message_error("the slot was dropped; its state row in HBase was not");
		result = EXIT_FAILED;
	}
	applier_end(applier);
	return result;
}

/* ---- the verb ----------------------------------------------------------- */

/* Actions that work in the folder: one program at a time. */
static ExitCode
run_action(const Arguments *arguments, ExitCode (*action) (Sync *),
		   const char *dbname, const char *slot, const char *directory)
{
	const char *program = arguments_value(arguments, "hbase");
	const char *on_reject = arguments_value(arguments, "on-reject");
	Sync		sync = {
		.arguments = arguments,
		.dbname = dbname,
		.slot = slot,
		.directory = directory,
		.quiet = arguments_flag(arguments, "quiet")
	};
	ExitCode	result;

	if (on_reject && strcmp(on_reject, "stop") != 0 &&
		strcmp(on_reject, "skip") != 0)
	{
		message_error("--on-reject must be stop or skip, not \"%s\"",
					  on_reject);
		return EXIT_USAGE;
	}
	if (program == NULL)
		program = getenv("HBASE");
	sync.applier_options = (ApplierOptions) {
		.program = program && *program ? program : "hbase",
		.directory = directory,
		.slot = slot,
		.skip_rejects = on_reject && strcmp(on_reject, "skip") == 0,
		.reject = note_reject,
		.context = &sync
	};
	sync.folder = sync_folder_open(directory);
	if (sync.folder == NULL)
		return EXIT_FAILED;
	result = action(&sync);
	sync_folder_close(sync.folder);
	return result;
}

static ExitCode
sync_verb(const Arguments *arguments)
{
	const char *action = arguments_operand(arguments, 0);
	const char *dbname = arguments_operand(arguments, 1);
	const char *slot = arguments_value(arguments, "slot");
	const char *directory = arguments_value(arguments, "directory");

	if (slot == NULL)
		slot = DEFAULT_SLOT;
	if (action && strcmp(action, "status") == 0)
		return status(arguments, dbname, slot, directory);
	if (action == NULL || (strcmp(action, "start") != 0 &&
						   strcmp(action, "run") != 0 &&
						   strcmp(action, "stop") != 0 &&
						   strcmp(action, "drop") != 0))
	{
		message_error("the first argument must be start, run, status, stop or "
					  "drop");
		message_error("try \"pg2hbase sync --help\"");
		return EXIT_USAGE;
	}
	if (directory == NULL)
	{
		message_error("no directory given; try \"pg2hbase sync --help\"");
		return EXIT_USAGE;
	}
	if (strcmp(action, "stop") == 0)
		return stop(directory);
	return run_action(arguments,
					  strcmp(action, "start") == 0 ? start :
					  strcmp(action, "run") == 0 ? run : drop,
					  dbname, slot, directory);
}

static const Option options[] = {
	{"directory", 'D', "DIRECTORY",
	 "folder of the stream on this host: lock, log, first load, rejected rows"},
	{"slot", 0, "NAME", "replication slot, and name of the stream (pg2hbase)"},
	RELATION_OPTIONS,
	{"jobs", 'j', "N", "start: number of sessions of the export (1)"},
	{"options", 0, "JSON", "start: options of the export"},
	{"failover", 0, NULL,
	 "start: standbys keep the slot, too (PostgreSQL 17)"},
	{"local", 0, NULL, "start: HBase reads the first load where it is"},
	{"target", 0, "PATH", "start: folder of the cluster for the first load"},
	{"owner", 0, "USER:GROUP", "start: user and group of HBase (hbase:hbase)"},
	{"accept", 0, "WORDS", "start: differences that load accepts"},
	{"load-only", 0, NULL, "start: end after the first load"},
	{"on-reject", 0, "ACTION",
	 "a row that HBase rejects: stop (the default), or skip it and list it"},
	{"hbase", 0, "PROGRAM", "the program hbase"},
	{"max-lag", 0, "SECONDS",
	 "status: exit code 4 if HBase is more than this behind"},
	{"max-lag-bytes", 0, "BYTES",
	 "status: exit code 4 if more of the log is not in HBase"},
	{"slot-only", 0, NULL, "drop: HBase is gone"},
	{.name = NULL}
};

static const char description[] =
	"sync makes HBase follow PostgreSQL: each commit reaches HBase, with its deletes, changed "
	"keys and NULLs. It runs on a host of the HBase cluster, and applies by HBase's own client.\n\n"
	"start makes a replication slot, exports the relations in its snapshot, loads them into empty "
	"tables, and goes on as run. run follows until Ctrl-C or stop; it starts again by itself when "
	"the server or HBase was away. Its position is in HBase, in the table pg2hbase_stream, and the "
	"server gets a position only after HBase has it. status shows how far HBase is behind. "
	"drop removes the slot and the position, and leaves the tables.\n\n"
	"While no stream runs, the slot keeps the log of the server: limit it by "
	"max_slot_wal_keep_size.";

const Verb verb_sync = {
	.name = "sync",
	.operands = "start|run|status|stop|drop [DBNAME]",
	.max_operands = 2,
	.summary = "make HBase follow the changes of relations",
	.description = description,
	.examples = "  pg2hbase sync start -D /srv/stream -n shop shop\n"
	"  pg2hbase sync run -D /srv/stream shop\n"
	"  pg2hbase sync status -D /srv/stream --max-lag 30 shop",
	.options = options,
	.run = sync_verb
};
