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

/* Write all deltas; *folders gets their paths, each after a blank. */
static bool
write_deltas(Session *session, const Arguments *arguments,
			 const PGresult *relations, CoreBuf *folders)
{
	int			n = 0;

	for (int i = 0; i < PQntuples(relations); i++)
	{
		char	   *folder;

		if (PQgetisnull(relations, i, 1))
			continue;
		folder = write_delta(session, arguments, PQgetvalue(relations, i, 0),
							 PQgetvalue(relations, i, 1));
		if (folder == NULL && session_error(session) != NULL)
			return false;
		if (folder)
			core_buf_printf(folders, " %s", folder);
		free(folder);
		n++;
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
print_next(CoreBuf *folders)
{
	if (folders->len == 0)
	{
		printf("\nNothing has changed, so there is nothing to load:\ntrue\n");
		return;
	}
	core_buf_add_byte(folders, '\0');
	printf("\nThe folders are complete; on a host of the cluster:\npg2hbase load%s\n",
		   (char *) folders->data);
}

static ExitCode
delta(const Arguments *arguments)
{
	Session    *session;
	PGresult   *relations;
	CoreBuf		folders;
	ExitCode	result;

	session = session_connect(arguments, arguments_operand(arguments, 0));
	if (session == NULL)
		return EXIT_CONNECTION;
	core_buf_init(&folders);
	relations = relation_list_read(session, arguments);
	if (relations == NULL)
		result = session_error(session) ? session_exit_code(session) :
										  EXIT_USAGE;
	else if (session_run(session, "BEGIN ISOLATION LEVEL REPEATABLE READ",
						 SQL_NONE) &&
			 write_deltas(session, arguments, relations, &folders) &&
			 session_run(session, "COMMIT", SQL_NONE))
	{
		print_next(&folders);
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
	"deltas are written beside it, until a call names others. So a job needs no options.";

const Verb verb_delta = {
	.name = "delta",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "write the changes since the last export",
	.description = description,
	.examples = "  pg2hbase delta shop\n"
	"  pg2hbase delta -D /srv/deltas --options '{\"compression\": \"GZ\"}' shop",
	.options = options,
	.run = delta
};
