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
	"WITH folder AS MATERIALIZED (\n"
	"    SELECT concat($3, '/', replace(table_name, ':', '-'), '-',\n"
	"                  floor(extract(epoch FROM transaction_timestamp()) * 1000)) AS path\n"
	"    FROM hbase.definition_of($1::regclass)),\n"
	"files AS MATERIALIZED (\n"
	"    SELECT d.* FROM folder, hbase.export_delta($1::regclass, $2::regclass, folder.path,"
	" options => $4::jsonb) d)\n"
	"SELECT folder.path, count(f.path), COALESCE(sum(f.cells), 0)\n"
	"FROM folder LEFT JOIN files f ON true GROUP BY folder.path";

/* The parent of the folder of a baseline's last delta. */
static const char last_sql[] =
	"SELECT regexp_replace(r.directory, '/[^/]*$', '')\n"
	"FROM hbase.delta_run r\n"
	"WHERE to_regclass(format('%I.%I', r.baseline_schema, r.baseline_name)) = $1::regclass\n"
	"ORDER BY r.stamp DESC LIMIT 1";

/*
 * The folder for the delta of a baseline, to free with free(): the given one,
 * or that of its last delta. NULL after a message.
 */
static char *
find_directory(Session *session, const char *given, const char *baseline)
{
	char	   *last;

	if (given)
		return text_copy(given);
	last = session_text(session, last_sql, SQL_ARGS(baseline));
	if (last == NULL && session_error(session) == NULL)
	{
		message_error("no directory given, and no earlier delta of the baseline %s",
					  baseline);
		message_error("hint: give it once with -D; later deltas go to the same directory");
	}
	return last;
}

/* Write all deltas; *folders gets their paths, each after a blank. */
static bool
write_deltas(Session *session, const Arguments *arguments,
			 const PGresult *relations, CoreBuf *folders)
{
	const char *given = arguments_value(arguments, "options");
	int			n = 0;

	for (int i = 0; i < PQntuples(relations); i++)
	{
		const char *relation = PQgetvalue(relations, i, 0);
		const char *baseline = PQgetvalue(relations, i, 1);
		char	   *directory;
		PGresult   *result;

		if (PQgetisnull(relations, i, 1))
			continue;
		directory = find_directory(session,
								   arguments_value(arguments, "directory"),
								   baseline);
		if (directory == NULL)
			return false;
		result = session_query(session, delta_sql,
							   SQL_ARGS(relation, baseline, directory,
										given ? given : "{}"));
		free(directory);
		if (result == NULL)
			return false;
		printf("%s: %s cells in %s files, %s\n", relation,
			   PQgetvalue(result, 0, 2), PQgetvalue(result, 0, 1),
			   PQgetvalue(result, 0, 0));
		core_buf_printf(folders, " %s", PQgetvalue(result, 0, 0));
		PQclear(result);
		n++;
	}
	core_buf_add_byte(folders, '\0');
	if (n == 0)
	{
		message_error("no relation has a baseline");
		message_error("hint: pg2hbase export makes them");
	}
	return n > 0;
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
		printf("\nThe folders are complete; on a host of the cluster:\npg2hbase load%s\n",
			   (char *) folders.data);
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
	"(default beside the last delta)"},
	RELATION_OPTIONS,
	{"options", 0, "JSON",
	 "options of hbase.export_delta, for example '{\"compression\": \"GZ\"}'"},
	{.name = NULL}
};

static const char description[] =
	"delta writes the changes since the last export or delta, for each relation that has a "
	"baseline: puts and delete markers, in a folder for each table, named after the table and "
	"the time. All are read in one snapshot, and appear when the transaction commits. Load them "
	"in their order.\n\n"
	"The server remembers the relations with baselines, and where their last deltas are. So only "
	"the first delta after an export needs -D; later ones can be a job without options.";

const Verb verb_delta = {
	.name = "delta",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "write the changes since the last export",
	.description = description,
	.examples = "  pg2hbase delta -D /srv/out shop\n"
	"  pg2hbase delta shop",
	.options = options,
	.run = delta
};
