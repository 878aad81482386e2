/*
 * verb_status.c
 *		pg2hbase status: what runs, and the last run of each baseline.
 */
#include "client/verb_status.h"

#include <stdio.h>
#include <string.h>

#include "client/session.h"
#include "client/table.h"

static const char running_sql[] =
	"SELECT pid, relation::text, command, rows_read AS \"rows read\", rows, total_rows AS \"of about\",\n"
	"       pg_size_pretty(bytes) AS written\n"
	"FROM hbase.progress ORDER BY pid";

static const char baselines_sql[] =
	"SELECT format('%I.%I', relation_schema, relation_name) AS relation,\n"
	"       format('%I.%I', baseline_schema, baseline_name) AS baseline,\n"
	"       to_char(to_timestamp(stamp / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"
	" AS \"last run (UTC)\",\n"
	"       run\n"
	"FROM hbase.delta_baseline ORDER BY 1, 2";

static const char jobs_sql[] =
	"SELECT format('%I.%I', relation_schema, relation_name) AS relation, directory, options,\n"
	"       job_owner AS \"stored by\"\n"
	"FROM hbase.delta_baseline WHERE job_owner IS NOT NULL ORDER BY 1, 2";

static const char folders_sql[] =
	"SELECT format('%I.%I', baseline_schema, baseline_name) AS baseline,\n"
	"       to_char(created AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS \"written (UTC)\",\n"
	"       COALESCE(directory, '(on another host)') AS \"folder of the delta\"\n"
	"FROM hbase.delta_run ORDER BY created DESC, run LIMIT 20";

/* Print a table with a title, if it has rows. */
static bool
print_query(Session *session, const char *title, const char *sql)
{
	PGresult   *result = session_query(session, sql, SQL_NONE);
	bool		ok = result != NULL;

	if (ok && PQntuples(result) > 0)
	{
		printf("%s\n", title);
		table_print(result);
		putchar('\n');
	}
	else if (ok)
		printf("%s: none\n\n", title);
	PQclear(result);
	return ok;
}

static ExitCode
status(const Arguments *arguments)
{
	Session    *session = session_connect(arguments,
										  arguments_operand(arguments, 0));
	char	   *may_read = NULL;
	bool		ok;
	ExitCode	result;

	if (session == NULL)
		return EXIT_CONNECTION;
	ok = print_query(session, "Running", running_sql) &&
		print_query(session, "Baselines", baselines_sql) &&
		(may_read = session_text(session,
								 "SELECT has_table_privilege('hbase.delta_run',"
								 " 'SELECT')", SQL_NONE)) != NULL &&
		(may_read[0] != 't' ||
		 (print_query(session, "Jobs", jobs_sql) &&
		  print_query(session, "Last deltas", folders_sql)));
	free(may_read);
	result = ok ? EXIT_DONE : session_exit_code(session);
	session_close(session);
	return result;
}

static const char description[] =
	"status shows the running exports, verifications and imports, the baselines with their "
	"last runs, the directory and the options that pg2hbase delta uses for each relation, and the "
	"folders of the last 20 deltas. Only members of pg_read_server_files and "
	"pg_write_server_files see directories and folders.";

static const Option options[] = {{.name = NULL}};

const Verb verb_status = {
	.name = "status",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "show what runs, and the last runs",
	.description = description,
	.examples = "  pg2hbase status shop",
	.options = options,
	.run = status
};
