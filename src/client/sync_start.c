/*
 * sync_start.c
 *		Make a change stream: its slot, the first load, its state row.
 *
 * The slot is made with a snapshot: the load has what was committed before the
 * slot's position, the stream all later commits. Whatever fails before the
 * state row is written removes the slot, which would keep the server's log.
 */
#include "client/sync_start.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client/file.h"
#include "client/interrupt.h"
#include "client/relation_list.h"
#include "client/verb_export.h"
#include "core/base/buffer.h"

#define LOAD_NAME		"load"
#define MAX_MANIFEST	(256 << 20)
#define MAX_ARGUMENTS	(2 * 10000 + 64)

/* What start finds out, in the order of its steps. */
typedef struct Start
{
	Sync	   *sync;
	Session    *session;
	Replication *replication;
	PGresult   *relations;
	char	   *relation_array;
	char	   *mapping;
	char	   *fingerprint;
	char	   *load;			/* folder of the first load */
	char	   *snapshot;
	uint64_t	lsn;
	char	   *stamp;
	bool		has_slot;
} Start;

static char *
text_of(const char *fmt, const char *a, const char *b)
{
	CoreBuf		text;

	core_buf_init(&text);
	core_buf_printf(&text, fmt, a, b);
	core_buf_add_byte(&text, '\0');
	return (char *) text.data;
}

/* The relations, and their mapping; refuses those that cannot be streamed. */
static bool
read_mapping(Start *start)
{
	const char **names;
	int			n;

	start->relations = relation_list_read(start->session,
										  start->sync->arguments);
	if (start->relations == NULL)
		return false;
	n = PQntuples(start->relations);
	names = memory_checked(calloc(n + 1, sizeof(char *)));
	for (int i = 0; i < n; i++)
		names[i] = PQgetvalue(start->relations, i, 0);
	start->relation_array = session_array(names);
	free(names);
	start->mapping = session_text(start->session,
								  "SELECT hbase.stream_mapping($1::regclass[])",
								  SQL_ARGS(start->relation_array));
	if (start->mapping == NULL)
		return false;
	start->fingerprint = session_text(start->session,
									  "SELECT $1::json ->> 'fingerprint'",
									  SQL_ARGS(start->mapping));
	return start->fingerprint != NULL;
}

static bool
check_slot_is_new(const Start *start)
{
	char	   *there = session_text(start->session,
									 "SELECT true FROM pg_replication_slots"
									 " WHERE slot_name = $1",
									 SQL_ARGS(start->sync->slot));
	bool		ok = there == NULL && session_error(start->session) == NULL;

	if (there)
	{
		message_error("there is a replication slot \"%s\" already",
					  start->sync->slot);
		message_error("hint: pg2hbase sync run goes on with it, pg2hbase sync "
					  "drop removes it; --slot names another");
	}
	free(there);
	return ok;
}

static bool
create_slot(Start *start)
{
	const Sync *sync = start->sync;

	start->replication = replication_connect(sync->arguments, sync->dbname);
	if (start->replication == NULL)
		return false;
	if (!sync->quiet)
		message_info("making the slot \"%s\"; this waits for all running "
					 "transactions", sync->slot);
	start->snapshot = replication_create_slot(start->replication, sync->slot,
											  arguments_flag(sync->arguments,
															 "failover"),
											  &start->lsn);
	start->has_slot = start->snapshot != NULL;
	return start->has_slot;
}

/* Add an option of this call to those of another. */
static void
pass_on(const Arguments *arguments, const char *name, char **argv, int *n)
{
	const char *value = arguments_value(arguments, name);

	if (value)
		argv[(*n)++] = text_of("--%s=%s", name, value);
}

/* Write the relations, in the snapshot of the slot, to a folder here. */
static bool
export_relations(const Start *start)
{
	static const char *const passed[] = {
		"host", "port", "username", "dbname", "jobs", "options"
	};
	static const char *const flags[] = {
		"quiet", "show-sql", "password", "no-password"
	};
	const Arguments *arguments = start->sync->arguments;
	char	  **argv = memory_checked(calloc(MAX_ARGUMENTS, sizeof(char *)));
	Arguments  *parsed;
	int			n = 0;
	int			given;
	ExitCode	result = EXIT_USAGE;

	argv[n++] = text_copy("export");
	for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++)
		pass_on(arguments, passed[i], argv, &n);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (arguments_flag(arguments, flags[i]))
			argv[n++] = text_of("--%s%s", flags[i], "");
	argv[n++] = text_copy("--stream");
	argv[n++] = text_copy("--no-baseline");
	argv[n++] = text_of("--directory=%s%s", start->load, "");
	argv[n++] = text_of("--snapshot=%s%s", start->snapshot, "");
	for (int i = 0; i < PQntuples(start->relations) && n < MAX_ARGUMENTS - 3;
		 i++)
		argv[n++] = text_of("--table=%s%s", PQgetvalue(start->relations, i, 0),
							"");
	if (start->sync->dbname)
		argv[n++] = text_copy(start->sync->dbname);
	given = n;
	parsed = arguments_parse(&verb_export, given, argv);
	if (parsed)
		result = verb_export.run(parsed);
	if (parsed)
		arguments_free(parsed);
	/* getopt has changed their order, and keeps none of them */
	for (int i = 0; i < given; i++)
		free(argv[i]);
	free(argv);
	return result == EXIT_DONE;
}

/* The stamp of the load, above which those of the stream are. */
static bool
read_stamp(Start *start)
{
	char	   *path = text_of("%s/%s", start->load, "manifest.json");
	char	   *manifest = file_read(path, MAX_MANIFEST, NULL);

	if (manifest)
		start->stamp = session_text(
			start->session,
			"SELECT $1::json ->> 'stamp'",
			SQL_ARGS(manifest));
	free(manifest);
	free(path);
	return start->stamp != NULL;
}

static void
set_variable(const Arguments *arguments, const char *option,
			 const char *variable)
{
	const char *value = arguments_value(arguments, option);

	if (value)
		setenv(variable, value, 1);
}

/* Wait for a child; Ctrl-C reaches it, too. */
static bool
wait_for(pid_t pid)
{
	int			status;

	while (waitpid(pid, &status, WNOHANG) == 0)
	{
		interrupt_wait(NULL, 0, 100);
		if (interrupt_pending())
		{
			kill(pid, SIGTERM);
			waitpid(pid, &status, 0);
			return false;
		}
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Load the folder by its own script. */
static bool
load(const Start *start)
{
	const Arguments *arguments = start->sync->arguments;
	char	   *script = text_of("%s/%s", start->load, "load.sh");
	pid_t		pid;
	bool		ok;

	fflush(stdout);
	pid = fork();
	if (pid == 0)
	{
		interrupt_reset_child();
		signal(SIGPIPE, SIG_DFL);
		set_variable(arguments, "accept", "ACCEPT");
		set_variable(arguments, "target", "TARGET");
		set_variable(arguments, "owner", "OWNER");
		setenv("HBASE", start->sync->applier_options.program, 1);
		dup2(STDERR_FILENO, STDOUT_FILENO);
		if (freopen("/dev/null", "r", stdin) == NULL)
			_exit(126);
		execlp("sh", "sh", script,
			   arguments_flag(arguments, "local") ? "local" : NULL,
			   (char *) NULL);
		_exit(127);
	}
	ok = pid > 0 && wait_for(pid);
	if (!ok)
	{
		message_error("\"%s\" was not loaded", start->load);
		message_error("hint: remove it, and the tables that were made in "
					  "HBase, then start again");
	}
	free(script);
	return ok;
}

static bool
write_state(const Start *start, Applier *applier)
{
	char		lsn[32];
	char		timeline[16];
	const char *fields[] = {
		"slot", start->sync->slot,
		"system", replication_system(start->replication),
		"timeline", timeline,
		"lsn", lsn,
		"stamp", start->stamp,
		"fingerprint", start->fingerprint,
		"relations", start->relation_array,
		"mapping", start->mapping,
		NULL
	};

	snprintf(lsn, sizeof(lsn), LSN_FORMAT, LSN_ARGS(start->lsn));
	snprintf(timeline, sizeof(timeline), "%u",
			 replication_timeline(start->replication));
	return applier_call(applier, 'I', fields);
}

static bool
make(Start *start, Applier *applier)
{
	return read_mapping(start) && check_slot_is_new(start) &&
		create_slot(start) && export_relations(start) && read_stamp(start) &&
		load(start) && write_state(start, applier);
}

/* Make a stream, with an applier that is ready and has no state. */
ExitCode
sync_start(Sync *sync, Applier *applier)
{
	Start		start = {
		.sync = sync,
		.load = sync_folder_path(sync->folder, LOAD_NAME),
		.session = session_connect(sync->arguments, sync->dbname)
	};
	ExitCode	result = EXIT_CONNECTION;

	if (start.session && file_exists(start.load))
	{
		message_error("\"%s\" exists, from an earlier start", start.load);
		message_error("hint: remove it, and what it has loaded");
		result = EXIT_USAGE;
	}
	else if (start.session)
	{
		if (make(&start, applier))
			result = EXIT_DONE;
		else
		{
			result = interrupt_pending() ? EXIT_CANCELLED : EXIT_FAILED;
			if (start.has_slot &&
				replication_drop_slot(start.replication, sync->slot))
				message_info("the slot \"%s\" was removed again", sync->slot);
		}
	}
	session_close(start.session);
	replication_close(start.replication);
	PQclear(start.relations);
	free(start.relation_array);
	free(start.mapping);
	free(start.fingerprint);
	free(start.load);
	free(start.snapshot);
	free(start.stamp);
	return result;
}
