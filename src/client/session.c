/*
 * session.c
 *		A database session.
 *
 * Parameters are put into the text of a statement as literals, quoted by
 * libpq, so what --show-sql prints is exactly what the server gets. Every wait
 * for the server can be interrupted: the statement is cancelled, and the
 * session waits for the end of the cancelled statement. So a transaction of
 * which only the beginning was sent is never committed.
 */
#include "client/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/connection.h"
#include "client/interrupt.h"
#include "core/base/buffer.h"

/* The oldest server that the extension supports. */
#define MIN_SERVER_VERSION	140000

struct Session
{
	PGconn	   *conn;
	bool		show_sql;
	bool		quiet;
	bool		expects_errors;
	PGresult   *last;			/* that session_take_rows() left; NULL: none */
	char	   *error;			/* of the last statement; NULL: none */
	char		sqlstate[6];	/* "": none */
};

/* The message of the server or of libpq, without the final newline. */
static void
set_error(Session *session, const char *message, const char *sqlstate)
{
	size_t		len;

	free(session->error);
	session->error = text_copy(message);
	len = strlen(session->error);
	while (len > 0 && session->error[len - 1] == '\n')
		session->error[--len] = '\0';
	snprintf(session->sqlstate, sizeof(session->sqlstate), "%s",
			 sqlstate ? sqlstate : "");
}

static void
clear_error(Session *session)
{
	free(session->error);
	session->error = NULL;
	session->sqlstate[0] = '\0';
}

static void
report_error(Session *session)
{
	if (interrupt_pending())
		message_error("cancelled");
	else if (!session->expects_errors)
		message_error("%s", session->error);
}

static void
print_notice(void *context, const PGresult *result)
{
	const Session *session = context;
	const char *severity = PQresultErrorField(result,
											  PG_DIAG_SEVERITY_NONLOCALIZED);

	if (session->quiet &&
		(severity == NULL || strcmp(severity, "WARNING") != 0))
		return;
	fflush(stdout);
	fputs(PQresultErrorMessage(result), stderr);
}

/* ---- connecting --------------------------------------------------------- */

/*
 * The session does what the user's settings cannot change: no name is found
 * through a search path, long statements and transactions are not ended, and
 * values have the same text in each export and delta.
 */
static bool
prepare(Session *session)
{
	char	   *installed;
	bool		ok;

	if (PQserverVersion(session->conn) < MIN_SERVER_VERSION)
	{
		message_error("the server has version %s; 14 is the oldest version supported",
					  PQparameterStatus(session->conn, "server_version"));
		return false;
	}
	if (!session_run(session,
					 "SELECT pg_catalog.set_config(name, value, false)\n"
					 "FROM (VALUES ('search_path', ''), ('statement_timeout', '0'),"
					 " ('lock_timeout', '0'),\n"
					 "             ('idle_in_transaction_session_timeout', '0'),"
					 " ('extra_float_digits', '1'),\n"
					 "             ('DateStyle', 'ISO'), ('IntervalStyle', 'postgres'),"
					 " ('bytea_output', 'hex'),\n"
					 "             ('TimeZone', 'UTC')) s(name, value)",
					 SQL_NONE))
		return false;
	installed = session_text(session,
							 "SELECT extversion FROM pg_catalog.pg_extension"
							 " WHERE extname = 'hbase_schema'", SQL_NONE);
	ok = installed != NULL;
	free(installed);
	if (!ok && session_error(session) == NULL)
	{
		message_error("the extension hbase_schema is not installed in database \"%s\"",
					  PQdb(session->conn));
		message_error("hint: CREATE EXTENSION hbase_schema, as a superuser");
	}
	return ok;
}

/*
 * A session with the options of the connection, and with a database instead of
 * theirs unless it is NULL. Returns NULL after a message.
 */
Session *
session_connect(const Arguments *arguments, const char *dbname)
{
	PGconn	   *conn = connection_open(arguments, dbname, false);
	Session    *session;

	if (conn == NULL)
		return NULL;
	session = memory_checked(calloc(1, sizeof(Session)));
	session->conn = conn;
	session->show_sql = arguments_flag(arguments, "show-sql");
	session->quiet = arguments_flag(arguments, "quiet");
	PQsetErrorContextVisibility(conn, PQSHOW_CONTEXT_NEVER);
	PQsetNoticeReceiver(conn, print_notice, session);
	if (PQsetnonblocking(conn, 1) != 0 || !prepare(session))
	{
		session_close(session);
		return NULL;
	}
	return session;
}

void
session_close(Session *session)
{
	if (session == NULL)
		return;
	PQclear(session->last);
	PQfinish(session->conn);
	free(session->error);
	free(session);
}

/* ---- statements --------------------------------------------------------- */

static void
add_text(CoreBuf *buf, const char *text)
{
	core_buf_add(buf, text, strlen(text));
}

/*
 * The text of a statement, with a literal in the place of each $1, $2, ...; to
 * free with free(). NULL after an error.
 */
static char *
statement(Session *session, const char *sql, int n, const char *const *values)
{
	CoreBuf		text;

	core_buf_init(&text);
	for (const char *p = sql; *p; p++)
	{
		int			number = p[0] == '$' && p[1] >= '1' && p[1] <= '9' ?
			p[1] - '0' :
			0;

		if (number == 0)
		{
			core_buf_add_byte(&text, *p);
			continue;
		}
		p++;
		if (number > n)
		{
			message_error(
				"internal error: a statement without a value for $%d", number);
			abort();
		}
		if (values[number - 1] == NULL)
			add_text(&text, "NULL");
		else
		{
			const char *value = values[number - 1];
			char	   *literal = PQescapeLiteral(session->conn, value,
												  strlen(value));

			if (literal == NULL)
			{
				set_error(session, PQerrorMessage(session->conn), "22021");
				core_buf_free(&text);
				return NULL;
			}
			add_text(&text, literal);
			PQfreemem(literal);
		}
	}
	core_buf_add_byte(&text, '\0');
	return (char *) text.data;
}

static void
show(const Session *session, const char *text)
{
	size_t		len = strlen(text);

	if (!session->show_sql)
		return;
	while (len > 0 && text[len - 1] == '\n')
		len--;
	fflush(stdout);
	fprintf(stderr, "%.*s%s\n", (int) len, text,
			len > 0 && text[len - 1] == ';' ? "" : ";");
}

/* Send all of what was handed to libpq. */
static bool
flush(Session *session)
{
	int			left;

	while ((left = PQflush(session->conn)) > 0)
	{
		struct pollfd fd = {.fd = PQsocket(session->conn),
							.events = POLLIN | POLLOUT};

		if (interrupt_wait(&fd, 1, -1) < 0)
			session_cancel(session);
		else if (fd.revents & (POLLIN | POLLERR | POLLHUP) &&
				 !PQconsumeInput(session->conn))
			left = -1;
		if (left < 0)
			break;
	}
	if (left < 0)
		set_error(session, PQerrorMessage(session->conn), "08006");
	return left == 0;
}

/* Send a statement; its values come as text, or binary. */
static bool
send_statement(Session *session, const char *sql, int n,
			   const char *const *values, bool binary)
{
	char	   *text;
	bool		sent;

	clear_error(session);
	text = statement(session, sql, n, values);
	if (text == NULL)
	{
		report_error(session);
		return false;
	}
	if (interrupt_pending())
	{
		set_error(session, "cancelled", "57014");
		report_error(session);
		free(text);
		return false;
	}
	show(session, text);
	sent = PQsendQueryParams(session->conn, text, 0, NULL, NULL, NULL, NULL,
							 binary) == 1;
	free(text);
	if (!sent)
		set_error(session, PQerrorMessage(session->conn), "08006");
	else
		sent = flush(session);
	if (!sent)
		report_error(session);
	return sent;
}

/*
 * Send a statement. Until session_receive() returns NULL or its result, the
 * session takes no other one.
 */
bool
session_send(Session *session, const char *sql, int n,
			 const char *const *values)
{
	return send_statement(session, sql, n, values, false);
}

/*
 * The same for session_take_rows(), which hands over its rows one by one, with
 * binary values.
 */
bool
session_send_for_rows(Session *session, const char *sql, int n,
					  const char *const *values)
{
	if (!send_statement(session, sql, n, values, true))
		return false;
	PQsetSingleRowMode(session->conn);
	return true;
}

/*
 * True if the statement that was sent has no result yet. Call this when the
 * socket is readable.
 */
bool
session_busy(Session *session)
{
	return PQconsumeInput(session->conn) == 1 && PQisBusy(session->conn);
}

/*
 * Hand over the rows that have arrived. Call this when the socket is readable.
 * *more is false after the last row; then call session_receive(). False if
 * "receive" did not take a row.
 */
bool
session_take_rows(Session *session, SessionRow receive, void *context,
				  bool *more)
{
	*more = false;
	if (PQconsumeInput(session->conn) != 1)
		return true;
	while (!PQisBusy(session->conn))
	{
		PGresult   *result = PQgetResult(session->conn);
		bool		ok;

		if (PQresultStatus(result) != PGRES_SINGLE_TUPLE)
		{
			session->last = result;
			return true;
		}
		ok = receive(result, context);
		PQclear(result);
		if (!ok)
			return false;
	}
	*more = true;
	return true;
}

int
session_socket(const Session *session)
{
	return PQsocket(session->conn);
}

/* Ask the server to cancel the statement; its end must still be received. */
void
session_cancel(Session *session)
{
	PGcancel   *cancel = PQgetCancel(session->conn);
	char		message[256];

	if (cancel && !PQcancel(cancel, message, sizeof(message)))
		message_error("%.*s", (int) strcspn(message, "\n"), message);
	PQfreeCancel(cancel);
}

/* The next result of libpq, waiting for it; NULL at the end. */
static PGresult *
next_result(Session *session)
{
	while (PQisBusy(session->conn))
	{
		struct pollfd fd = {.fd = PQsocket(session->conn), .events = POLLIN};

		if (interrupt_wait(&fd, 1, -1) < 0)
			session_cancel(session);
		else if (!PQconsumeInput(session->conn))
			break;
	}
	return PQgetResult(session->conn);
}

/*
 * Keep the error of a result. The context is shown for values that are not
 * valid, as it has the line of an error in JSON.
 */
static void
keep_error(Session *session, const PGresult *result)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	char	   *message = NULL;

	if (sqlstate && strcmp(sqlstate, "22P02") == 0)
		message = PQresultVerboseErrorMessage(result, PQERRORS_DEFAULT,
											  PQSHOW_CONTEXT_ERRORS);
	set_error(session, message ? message : PQresultErrorMessage(result),
			  sqlstate);
	PQfreemem(message);
}

/* Keep the error of a result, if it has one. */
static bool
result_ok(Session *session, const PGresult *result)
{
	switch (PQresultStatus(result))
	{
		case PGRES_COMMAND_OK:
		case PGRES_TUPLES_OK:
		case PGRES_SINGLE_TUPLE:
		case PGRES_EMPTY_QUERY:
			return true;
		default:
			if (session->error == NULL)
				keep_error(session, result);
			return false;
	}
}

/*
 * The result of a statement that was sent, to free with PQclear(); NULL after
 * an error, which is reported.
 */
PGresult *
session_receive(Session *session)
{
	PGresult   *last = session->last;
	PGresult   *result;
	bool		ok = last == NULL || result_ok(session, last);

	session->last = NULL;
	while ((result = next_result(session)) != NULL)
	{
		PQclear(last);
		last = result;
		if (!result_ok(session, result))
			ok = false;
		if (PQstatus(session->conn) != CONNECTION_OK)
			break;
	}
	if (last == NULL && session->error == NULL)
		set_error(session, PQerrorMessage(session->conn), "08006");
	if (ok && last)
		return last;
	report_error(session);
	PQclear(last);
	return NULL;
}

/* The result of a statement, to free with PQclear(); NULL after an error. */
PGresult *
session_query(Session *session, const char *sql, int n,
			  const char *const *values)
{
	return session_send(session, sql, n, values) ? session_receive(session) :
												   NULL;
}

/* Run a statement whose rows are not needed. */
bool
session_run(Session *session, const char *sql, int n,
			const char *const *values)
{
	PGresult   *result = session_query(session, sql, n, values);

	PQclear(result);
	return result != NULL;
}

/*
 * The first value of the first row, to free with free(). NULL if there is no
 * row, if it is NULL, or after an error (session_error() tells these apart).
 */
char *
session_text(Session *session, const char *sql, int n,
			 const char *const *values)
{
	PGresult   *result = session_query(session, sql, n, values);
	char	   *text = NULL;

	if (result && PQntuples(result) > 0 && !PQgetisnull(result, 0, 0))
		text = text_copy(PQgetvalue(result, 0, 0));
	PQclear(result);
	return text;
}

/*
 * Run a statement, and hand over each row, with binary values, as soon as it
 * arrives. False after an error, or if "receive" did not take a row.
 */
bool
session_stream(Session *session, const char *sql, int n,
			   const char *const *values, SessionRow receive, void *context)
{
	bool		ok = true;
	bool		ended = false;
	PGresult   *result;

	if (!session_send_for_rows(session, sql, n, values))
		return false;
	while ((result = next_result(session)) != NULL)
	{
		if (!result_ok(session, result))
			ok = false;
		else if (!ended && PQresultStatus(result) == PGRES_SINGLE_TUPLE &&
				 !receive(result, context))
		{
			ended = true;
			session_cancel(session);
		}
		PQclear(result);
		if (PQstatus(session->conn) != CONNECTION_OK)
			break;
	}
	if (!ok && !ended)
		report_error(session);
	return ok && !ended;
}

/* Run several statements, separated by semicolons. */
bool
session_script(Session *session, const char *script)
{
	PGresult   *result;

	clear_error(session);
	show(session, script);
	if (!PQsendQuery(session->conn, script))
		set_error(session, PQerrorMessage(session->conn), "08006");
	if (session->error || !flush(session))
	{
		report_error(session);
		return false;
	}
	result = session_receive(session);
	PQclear(result);
	return result != NULL;
}

/* ---- errors ------------------------------------------------------------- */

/* While errors are expected, statements do not report them. */
void
session_expect_errors(Session *session, bool expected)
{
	session->expects_errors = expected;
}

/*
 * The error of the last statement, with detail and hint on lines of their own;
 * NULL if there was none.
 */
const char *
session_error(const Session *session)
{
	return session->error;
}

/* The SQLSTATE of the last error, or "". */
const char *
session_sqlstate(const Session *session)
{
	return session->sqlstate;
}

/* True if the connection is lost: the outcome of a COMMIT is not known. */
bool
session_is_lost(const Session *session)
{
	return PQstatus(session->conn) != CONNECTION_OK;
}

/* The exit code after a statement failed. */
ExitCode
session_exit_code(const Session *session)
{
	if (interrupt_pending())
		return EXIT_CANCELLED;
	return PQstatus(session->conn) == CONNECTION_OK ? EXIT_FAILED :
													  EXIT_CONNECTION;
}

/*
 * An array of text as SQL reads it, from strings ended by NULL; to free with
 * free().
 */
char *
session_array(const char *const *values)
{
	CoreBuf		text;

	core_buf_init(&text);
	core_buf_add_byte(&text, '{');
	for (int i = 0; values[i]; i++)
	{
		add_text(&text, i > 0 ? ",\"" : "\"");
		for (const char *p = values[i]; *p; p++)
		{
			if (*p == '"' || *p == '\\')
				core_buf_add_byte(&text, '\\');
			core_buf_add_byte(&text, *p);
		}
		core_buf_add_byte(&text, '"');
	}
	core_buf_add(&text, "}", 2);
	return (char *) text.data;
}

/*
 * True if all schemas of an array exist; a message names the first that does
 * not.
 */
bool
session_has_schemas(Session *session, const char *schemas)
{
	char	   *missing = session_text(session,
									   "SELECT s FROM unnest($1::text[]) s"
									   " WHERE s NOT IN (SELECT nspname FROM pg_namespace)"
									   " LIMIT 1", SQL_ARGS(schemas));
	bool		ok = missing == NULL && session_error(session) == NULL;

	if (missing)
		message_error("schema \"%s\" does not exist", missing);
	free(missing);
	return ok;
}
