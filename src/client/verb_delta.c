/*
 * verb_delta.c
 *		pg2hbase delta: write the changes since the baselines.
 *
 * All deltas are one transaction: they have one snapshot, and their folders
 * appear when it commits.
 */
#include "client/verb_delta.h"

#include <stdio.h>
#include <string.h>

#include "client/delta_stream.h"
#include "client/relation_list.h"
#include "core/base/buffer.h"

static const char delta_sql[] =
	"SELECT count(*), COALESCE(sum(d.cells), 0)\n"
	"FROM hbase.definition_of($1::regclass) t, hbase.export_delta($1::regclass, $2::regclass,\n"
	"    concat($3::text || '/', replace(t.table_name, ':', '-'), '-',\n"
	"           floor(extract(epoch FROM transaction_timestamp()) * 1000)), options => $4::jsonb) d";

/* The same where the baseline says. */
static const char job_sql[] =
	"SELECT count(*), COALESCE(sum(d.cells), 0)\n"
	"FROM hbase.export_delta($1::regclass, $2::regclass, options => $3::jsonb) d";

/* The folder that this transaction wrote; no row: nothing had changed. */
static const char folder_sql[] =
	"SELECT r.directory FROM hbase.delta_run r JOIN hbase.delta_baseline b ON b.run = r.run::text\n"
	"WHERE to_regclass(format('%I.%I', b.baseline_schema, b.baseline_name)) = $1::regclass\n"
	"  AND r.xid = pg_current_xact_id()";

/* Write one delta. Returns its folder; NULL after an error, or unchanged. */
static char *
write_delta(Session *session, const Arguments *arguments,
			const char *relation, const char *baseline)
{
	const char *directory = arguments_value(arguments, "directory");
	const char *options = arguments_value(arguments, "options");
	PGresult   *result = directory ?
		session_query(session, delta_sql,
					  SQL_ARGS(relation, baseline, directory, options)) :
		session_query(session, job_sql, SQL_ARGS(relation, baseline, options));
	char	   *folder;

	if (result == NULL)
	{
		if (directory == NULL &&
			strcmp(session_sqlstate(session), "58P01") == 0)
			message_error("hint: the last delta of %s, or the export, was there; give another "
						  "directory with -D", relation);
		return NULL;
	}
	folder = session_text(session, folder_sql, SQL_ARGS(baseline));
	if (folder)
		printf("%s: %s cells in %s files, %s\n", relation,
			   PQgetvalue(result, 0, 1), PQgetvalue(result, 0, 0), folder);
	else if (session_error(session) == NULL)
		printf("%s: unchanged\n", relation);
	PQclear(result);
	return folder;
}

/* The same through the connection. */
static bool
receive_delta(DeltaStream *stream, const Arguments *arguments,
			  const char *relation, const char *baseline, CoreBuf *folders)
{
	DeltaSum	sum;

	if (!delta_stream_write(stream, relation, baseline,
							arguments_value(arguments, "options"), &sum))
		return false;
	if (sum.folder)
	{
		printf("%s: %.0f cells in %.0f files, %s\n", relation, sum.cells,
			   sum.files, sum.folder);
		core_buf_printf(folders, " %s", sum.folder);
	}
	else
		printf("%s: unchanged\n", relation);
	return true;
}

/* Write all deltas; *folders gets their paths, each after a blank. */
static bool
write_deltas(Session *session, const Arguments *arguments,
			 const PGresult *relations, DeltaStream *stream, CoreBuf *folders)
{
	int			n = 0;

	for (int i = 0; i < PQntuples(relations); i++)
	{
		const char *relation = PQgetvalue(relations, i, 0);
		const char *baseline = PQgetvalue(relations, i, 1);
		char	   *folder;

		if (PQgetisnull(relations, i, 1))
			continue;
		n++;
		if (stream)
		{
			if (!receive_delta(stream, arguments, relation, baseline,
							   folders))
				return false;
			continue;
		}
		folder = write_delta(session, arguments, relation, baseline);
		if (folder == NULL && session_error(session) != NULL)
			return false;
		if (folder)
			core_buf_printf(folders, " %s", folder);
		free(folder);
	}
	if (n == 0)
	{
		message_error("no relation has a baseline");
		message_error("hint: pg2hbase export makes them");
	}
	return n > 0;
}

/*
 * Tell the command that comes next. The last line is a command also if there
 * is nothing to load.
 */
static void
print_next(CoreBuf *folders, bool here)
{
	if (folders->len == 0)
	{
		printf("\nNothing has changed, so there is nothing to load:\ntrue\n");
		return;
	}
	core_buf_add_byte(folders, '\0');
	printf("\nThe folders are complete; on %s:\npg2hbase load%s\n",
		   here ? "this host" : "a host of the cluster",
		   (char *) folders->data);
}

/* Deltas to folders on the server; false after a message. */
static bool
write_on_server(Session *session, const Arguments *arguments,
				const PGresult *relations, CoreBuf *folders)
{
	return session_run(session, "BEGIN ISOLATION LEVEL REPEATABLE READ",
					   SQL_NONE) &&
		write_deltas(session, arguments, relations, NULL, folders) &&
		session_run(session, "COMMIT", SQL_NONE);
}

/* Deltas to folders on this host; false after a message. */
static bool
write_here(Session *session, const Arguments *arguments,
		   const PGresult *relations, CoreBuf *folders)
{
	DeltaStream *stream = delta_stream_begin(
		session, arguments_value(arguments, "directory"));
	bool		ok = stream != NULL &&
		write_deltas(session, arguments, relations, stream, folders) &&
		delta_stream_commit(stream);

	delta_stream_free(stream);
	return ok;
}

static ExitCode
delta(const Arguments *arguments)
{
	bool		here = arguments_flag(arguments, "stream");
	Session    *session;
	PGresult   *relations;
	CoreBuf		folders;
	ExitCode	result;

	if (here && arguments_value(arguments, "directory") == NULL)
	{
		message_error("no directory given");
		message_error("hint: with --stream, -D is a directory of this host, always the same");
		return EXIT_USAGE;
	}
	session = session_connect(arguments, arguments_operand(arguments, 0));
	if (session == NULL)
		return EXIT_CONNECTION;
	core_buf_init(&folders);
	relations = relation_list_read(session, arguments);
	if (relations == NULL)
		result = session_error(session) ? session_exit_code(session) :
										  EXIT_USAGE;
	else if ((here ? write_here : write_on_server)(session, arguments,
												   relations, &folders))
	{
		print_next(&folders, here);
		result = EXIT_DONE;
	}
	else
	{
		message_error("no delta was published");
		result = session_exit_code(session);
	}
	core_buf_free(&folders);
	PQclear(relations);
	session_close(session);
	return result;
}

static const Option options[] = {
	{"directory", 'D', "DIRECTORY",
	 "folder on the server for those of the deltas "
	"(default as in the last call)"},
	{"stream", 0, NULL,
	 "the directory is on this host; the connection brings the files"},
	RELATION_OPTIONS,
	{"options", 0, "JSON",
	 "options of hbase.export_delta, as JSON (default as in the last call)"},
	{.name = NULL}
};

static const char description[] =
	"delta writes the changes since the last export or delta, for each relation that has a "
	"baseline: puts and delete markers, in a folder for each table, named after the table and "
	"the time. A table without changes gets no folder. All are read in one snapshot, and appear when the "
	"transaction commits. Load them in their order.\n\n"
	"The server stores directory and options with each baseline: those of the export, whose "
	"deltas are written beside it, until a call names others. So a job needs no options.\n\n"
	"With --stream, the folders are in a directory of this host, which -D names. The role needs "
	"no right on files of the server. The files are on disk here before the transaction "
	"commits, and the folders appear after it has. If this program ends in between, the next call "
	"for the directory publishes them, so use the same directory each time.";

const Verb verb_delta = {
	.name = "delta",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "write the changes since the last export",
	.description = description,
	.examples = "  pg2hbase delta shop\n"
	"  pg2hbase delta --stream -D out/deltas -h db.example.com shop\n"
	"  pg2hbase delta -D /srv/deltas --options '{\"compression\": \"GZ\"}' shop",
	.options = options,
	.run = delta
};
