/*
 * verb_verify.c
 *		pg2hbase verify: compare an export with its manifest, with the
 *		relations, or with the tables in HBase.
 */
#include "client/verb_verify.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "client/file.h"
#include "client/interrupt.h"
#include "client/relation_list.h"
#include "core/base/buffer.h"

/* Bytes of the largest file with checksums: about a million regions. */
#define MAX_CHECKSUMS	(64 * 1024 * 1024)

/* The differences of a relation, one in a row; the last row has the number of
 * regions. */
#define VERIFY_SQL(call) \
	"WITH v AS MATERIALIZED (SELECT * FROM hbase.verify(" call "))\n" \
	"SELECT line FROM (\n" \
	"    SELECT concat_ws(': ', 'region ' || region, difference) AS line, 1 AS n, region" \
	" FROM v WHERE NOT ok\n" \
	"    UNION ALL SELECT count(*)::text, 2, NULL FROM v) l\n" \
	"ORDER BY n, region"

static const char folder_sql[] =
	"SELECT table_name, concat($2, '/', replace(table_name, ':', '-'))\n"
	"FROM hbase.definition_of($1::regclass)";

/*
 * The lines of a table in the output of "load.sh checksums": those that begin
 * with a digit, after "checksums TABLE". To free with free(); NULL: none.
 */
static char *
checksums_of(const char *text, const char *table)
{
	CoreBuf		lines;
	bool		found = false;
	bool		wanted = false;

	core_buf_init(&lines);
	while (*text)
	{
		size_t		len = strcspn(text, "\n");
		static const char title[] = "checksums ";
		size_t		n = sizeof(title) - 1;

		if (strncmp(text, title, n) == 0)
		{
			wanted = len - n == strlen(table) &&
				strncmp(text + n, table, len - n) == 0;
			found |= wanted;
		}
		else if (wanted && isdigit((unsigned char) *text))
		{
			core_buf_add(&lines, text, len);
			core_buf_add_byte(&lines, '\n');
		}
		text += len + (text[len] == '\n');
	}
	core_buf_add_byte(&lines, '\0');
	if (found)
		return (char *) lines.data;
	core_buf_free(&lines);
	return NULL;
}

/* Report the error of a verification. */
static void
report_error(const Session *session, const char *relation, const char *path)
{
	const char *error = session_error(session);

	if (interrupt_pending() || error == NULL)
		return;					/* reported */
	if (strcmp(session_sqlstate(session), "58P01") == 0 &&
		strstr(error, "manifest.json"))
		message_error("%s was not exported: there is no \"%s/manifest.json\"",
					  relation, path);
	else
		message_error("%s", error);
}

/* Verify one relation; false after a message if anything differs. */
static bool
verify_relation(Session *session, const Arguments *arguments,
				const char *relation, const char *live)
{
	PGresult   *folder = session_query(session, folder_sql,
									   SQL_ARGS(relation,
												arguments_value(arguments,
																"directory")));
	const char *path = folder ? PQgetvalue(folder, 0, 1) : NULL;
	const char *with_relation =
		arguments_flag(arguments, "with-relation") ? "true" : "false";
	char	   *sums = NULL;
	PGresult   *result = NULL;
	int			n;

	if (folder == NULL)
		return false;
	session_expect_errors(session, true);
	if (live == NULL)
		result = session_query(session, VERIFY_SQL("$1, $2, $3::boolean"),
							   SQL_ARGS(relation, path, with_relation));
	else if ((sums = checksums_of(live, PQgetvalue(folder, 0, 0))) == NULL)
		message_error("%s: there are no checksums of table \"%s\"", relation,
					  PQgetvalue(folder, 0, 0));
	else
		result = session_query(session,
							   VERIFY_SQL("$1, $2, live => $3, with_relation => $4::boolean"),
							   SQL_ARGS(relation, path, sums, with_relation));
	session_expect_errors(session, false);
	if (result == NULL)
		report_error(session, relation, path);
	free(sums);
	PQclear(folder);
	if (result == NULL)
		return false;
	n = PQntuples(result) - 1;
	for (int i = 0; i < n; i++)
		printf("%s: %s\n", relation, PQgetvalue(result, i, 0));
	printf("%s: %s regions, %d differ\n", relation, PQgetvalue(result, n, 0),
		   n);
	PQclear(result);
	return n == 0;
}

static ExitCode
verify(const Arguments *arguments)
{
	const char *file = arguments_value(arguments, "live");
	char	   *live = NULL;
	bool		exists = true;
	Session    *session;
	PGresult   *relations;
	bool		ok = true;
	ExitCode	result;

	if (arguments_value(arguments, "directory") == NULL)
	{
		message_error("no directory given; try \"pg2hbase verify --help\"");
		return EXIT_USAGE;
	}
	if (file && (live = file_read(file, MAX_CHECKSUMS, &exists)) == NULL)
	{
		if (!exists)
			message_error("file \"%s\" does not exist", file);
		return EXIT_FAILED;
	}
	session = session_connect(arguments, arguments_operand(arguments, 0));
	if (session == NULL)
	{
		free(live);
		return EXIT_CONNECTION;
	}
	relations = relation_list_read(session, arguments);
	if (relations == NULL)
		result = session_error(session) ? session_exit_code(session) :
										  EXIT_USAGE;
	else
	{
		/*
		 * An error of one relation does not hide the others, unless the
		 * connection is lost.
		 */
		for (int i = 0; i < PQntuples(relations) &&
			 session_exit_code(session) == EXIT_FAILED;
			 i++)
			ok &= verify_relation(session, arguments,
								  PQgetvalue(relations, i, 0), live);
		result = ok ? EXIT_DONE : session_exit_code(session);
	}
	PQclear(relations);
	session_close(session);
	free(live);
	return result;
}

static const Option options[] = {
	{"directory", 'D', "DIRECTORY",
	 "folder of the export on the database server"},
	RELATION_OPTIONS,
	{"with-relation", 0, NULL,
	 "compare with the relations as they are now: the files, or with --live the tables"},
	{"live", 0, "FILE", "compare the tables in HBase: FILE has the output of "
	"pg2hbase load --checksums"},
	{.name = NULL}
};

static const char description[] =
	"verify reads all files of an export and compares them with its manifest. With "
	"--with-relation it compares all cells with the relations too. With --live it "
	"compares the checksums of the tables in HBase with the manifest, and reads no "
	"files; run it before applications write. With both, it compares the tables in HBase "
	"with the relations as they are now, also after deltas; timestamps are not compared. "
	"It prints each difference, and ends with exit code 1 if there is one.";

const Verb verb_verify = {
	.name = "verify",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "compare an export with the relations or with HBase",
	.description = description,
	.examples = "  pg2hbase verify -D /srv/out/shop --with-relation shop\n"
	"  pg2hbase load --checksums /srv/out/shop >live.txt\n"
	"  pg2hbase verify -D /srv/out/shop --live live.txt shop",
	.options = options,
	.run = verify
};
