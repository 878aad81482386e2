/*
 * connection.c
 *		Connect to a database, interruptibly, with a password if it is needed.
 */
#include "client/connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>

#include "client/interrupt.h"

/* A password typed at the terminal; NULL if there is none. */
static char *
prompt_password(const char *user)
{
	FILE	   *terminal = fopen("/dev/tty", "r+");
	struct termios before,
				silent;
	char	   *line = NULL;
	size_t		size = 0;
	ssize_t		len = -1;
	struct pollfd fd;

	if (terminal == NULL)
	{
		message_error("password required, and there is no terminal");
		return NULL;
	}
	if (user)
		fprintf(terminal, "Password for user %s: ", user);
	else
		fprintf(terminal, "Password: ");
	fflush(terminal);
	tcgetattr(fileno(terminal), &before);
	silent = before;
	silent.c_lflag &= ~ECHO;
	tcsetattr(fileno(terminal), TCSAFLUSH, &silent);
	fd = (struct pollfd) {.fd = fileno(terminal), .events = POLLIN};
	if (interrupt_wait(&fd, 1, -1) > 0)
		len = getline(&line, &size, terminal);
	tcsetattr(fileno(terminal), TCSAFLUSH, &before);
	fputc('\n', terminal);
	fclose(terminal);
	if (len < 0)
	{
		free(line);
		return NULL;
	}
	if (len > 0 && line[len - 1] == '\n')
		line[len - 1] = '\0';
	return line;
}

/* The seconds of connect_timeout; 0 if there is no limit. */
static int
connect_timeout(PGconn *conn)
{
	PQconninfoOption *options = PQconninfo(conn);
	int			seconds = 0;

	for (PQconninfoOption *option = options; option && option->keyword;
		 option++)
	{
		if (strcmp(option->keyword, "connect_timeout") == 0 && option->val)
			seconds = atoi(option->val);
	}
	PQconninfoFree(options);
	return seconds > 0 ? seconds : 0;
}

/* Connect like PQconnectdbParams(), but interruptibly. */
static PGconn *
connect_interruptibly(const char *const *keywords, const char *const *values)
{
	PGconn	   *conn = memory_checked(
		PQconnectStartParams(keywords, values, 1));
	PostgresPollingStatusType state = PGRES_POLLING_WRITING;
	int			timeout;
	time_t		deadline;

	if (PQstatus(conn) == CONNECTION_BAD)
	{
		message_error("%.*s", (int) strcspn(PQerrorMessage(conn), "\n"),
					  PQerrorMessage(conn));
		PQfinish(conn);
		return NULL;
	}
	timeout = connect_timeout(conn);
	deadline = time(NULL) + timeout;
	while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED)
	{
		struct pollfd fd = {
			.fd = PQsocket(conn),
			.events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
		};
		time_t		left = deadline - time(NULL);
		int			ready;

		if (timeout > 0 && left <= 0)
		{
			message_error("connection timed out");
			PQfinish(conn);
			return NULL;
		}
		ready = interrupt_wait(&fd, 1, timeout > 0 ? (int) left * 1000 : -1);
		if (interrupt_pending())
		{
			message_error("cancelled");
			PQfinish(conn);
			return NULL;
		}
		if (ready > 0)
			state = PQconnectPoll(conn);
	}
	return conn;
}

/*
 * A connection with the options of the call, and with a database instead of
 * theirs unless it is NULL; with "replication" to a process that speaks the
 * replication protocol. Returns NULL after a message.
 */
PGconn *
connection_open(const Arguments *arguments, const char *dbname,
				bool replication)
{
	const char *keywords[] = {
		"host", "port", "user", "password", "dbname",
		"client_encoding", "fallback_application_name",
		replication ? "replication" : NULL, NULL
	};
	const char *values[] = {
		arguments_value(arguments, "host"),
		arguments_value(arguments, "port"),
		arguments_value(arguments, "username"),
		NULL,
		arguments_value(arguments, "dbname"),
		"UTF8", "pg2hbase", "database", NULL
	};
	char	   *password = NULL;
	bool		asked = false;
	PGconn	   *conn;

	if (dbname)
		values[4] = dbname;
	if (arguments_flag(arguments, "password"))
	{
		password = prompt_password(values[2]);
		asked = true;
		if (password == NULL)
			return NULL;
	}
	for (;;)
	{
		values[3] = password;
		conn = connect_interruptibly(keywords, values);
		if (conn == NULL || PQstatus(conn) == CONNECTION_OK)
			break;
		if (asked || !PQconnectionNeedsPassword(conn) ||
			arguments_flag(arguments, "no-password"))
		{
			const char *message = PQerrorMessage(conn);

			message_error("%.*s", (int) strcspn(message, "\n"), message);
			PQfinish(conn);
			conn = NULL;
			break;
		}
		password = prompt_password(PQuser(conn));
		asked = true;
		PQfinish(conn);
		conn = NULL;
		if (password == NULL)
			break;
	}
	free(password);
	return conn;
}
