/*
 * replication.c
 *		A connection that speaks the streaming replication protocol.
 */
#include "client/replication.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/connection.h"
#include "client/interrupt.h"
#include "core/base/buffer.h"
#include "core/base/byte_order.h"

/* Microseconds from 1970 to 2000, where PostgreSQL's time begins. */
#define EPOCH_DISTANCE	INT64_C(946684800000000)

/* The headers of the messages, with their type. */
#define DATA_HEADER		25
#define KEEPALIVE_SIZE	18
#define FEEDBACK_SIZE	34

struct Replication
{
	PGconn	   *conn;
	char	   *message;		/* of libpq: the last one received */
	bool		fatal;
	char	   *system;
	uint32_t	timeline;
	uint64_t	position;
};

/* A position in the log, as "16/B374D848". */
bool
replication_read_lsn(const char *text, uint64_t *lsn)
{
	unsigned int high,
				low;
	char		after;

	if (sscanf(text, "%8X/%8X%c", &high, &low, &after) != 2)
		return false;
	*lsn = (uint64_t) high << 32 | low;
	return true;
}

/* ---- commands ----------------------------------------------------------- */

/*
 * The last result of the server. Other sessions may make it wait, so the wait
 * can be interrupted.
 */
static PGresult *
last_result(PGconn *conn)
{
	PGresult   *last = NULL;
	PGresult   *result;

	for (;;)
	{
		while (PQisBusy(conn))
		{
			struct pollfd fd = {.fd = PQsocket(conn), .events = POLLIN};

			if (interrupt_wait(&fd, 1, -1) < 0)
			{
				PGcancel   *cancel = PQgetCancel(conn);
				char		message[256];

				if (cancel)
					PQcancel(cancel, message, sizeof(message));
				PQfreeCancel(cancel);
			}
			else if (!PQconsumeInput(conn))
				break;
		}
		result = PQgetResult(conn);
		if (result == NULL)
			return last;
		PQclear(last);
		last = result;
		if (PQresultStatus(result) == PGRES_COPY_BOTH ||
			PQstatus(conn) != CONNECTION_OK)
			return last;
	}
}

/* Errors that go away: the server ends or starts, the slot is in use. */
static bool
is_passing(const char *sqlstate)
{
	static const char *const passing[] = {
		"08", "53", "57P", "55006", "XX000"
	};

	if (sqlstate == NULL)
		return true;
	for (size_t i = 0; i < sizeof(passing) / sizeof(passing[0]); i++)
		if (strncmp(sqlstate, passing[i], strlen(passing[i])) == 0)
			return true;
	return false;
}

/* Report the error of a result, or of the connection. */
static void
report(Replication *replication, const PGresult *result)
{
	const char *message = result ? PQresultErrorMessage(result) :
								   PQerrorMessage(replication->conn);
	/* a lost connection has explanations that say nothing more */
	int			len = (int) (result ? strlen(message) :
									 strcspn(message, "\n"));

	while (len > 0 && message[len - 1] == '\n')
		len--;
	replication->fatal = result &&
		!is_passing(PQresultErrorField(result, PG_DIAG_SQLSTATE));
	if (interrupt_pending())
		message_error("cancelled");
	else
		message_error("%.*s", len, message);
}

/* The result of a command, to free with PQclear(); NULL after a message. */
static PGresult *
run_command(Replication *replication, const char *command,
			ExecStatusType expected)
{
	PGresult   *result = NULL;

	if (PQsendQuery(replication->conn, command) == 1)
		result = last_result(replication->conn);
	if (result && PQresultStatus(result) == expected)
		return result;
	report(replication, result);
	PQclear(result);
	return NULL;
}

/* Returns NULL after a message. */
Replication *
replication_connect(const Arguments *arguments, const char *dbname)
{
	Replication *replication;
	PGconn	   *conn = connection_open(arguments, dbname, true);
	PGresult   *result;

	if (conn == NULL)
		return NULL;
	replication = memory_checked(calloc(1, sizeof(Replication)));
	replication->conn = conn;
	result = run_command(replication, "IDENTIFY_SYSTEM", PGRES_TUPLES_OK);
	if (result == NULL || PQntuples(result) != 1 ||
		!replication_read_lsn(PQgetvalue(result, 0, 2),
							  &replication->position))
	{
		PQclear(result);
		replication_close(replication);
		return NULL;
	}
	replication->system = text_copy(PQgetvalue(result, 0, 0));
	replication->timeline = (uint32_t) strtoul(PQgetvalue(result, 0, 1), NULL,
											   10);
	PQclear(result);
	return replication;
}

void
replication_close(Replication *replication)
{
	if (replication == NULL)
		return;
	if (replication->message)
		PQfreemem(replication->message);
	PQfinish(replication->conn);
	free(replication->system);
	free(replication);
}

/* The identifier of the database cluster. */
const char *
replication_system(const Replication *replication)
{
	return replication->system;
}

uint32_t
replication_timeline(const Replication *replication)
{
	return replication->timeline;
}

/* The end of the log on disk when the connection was made. */
uint64_t
replication_position(const Replication *replication)
{
	return replication->position;
}

/*
 * Where the history of the server's timeline has left an earlier one. False if
 * it never was on it, or after a message.
 */
bool
replication_left_at(Replication *replication, uint32_t timeline, uint64_t *lsn)
{
	char		command[64];
	PGresult   *result;
	bool		found = false;

	snprintf(command, sizeof(command), "TIMELINE_HISTORY %u",
			 replication->timeline);
	result = run_command(replication, command, PGRES_TUPLES_OK);
	if (result == NULL)
		return false;
	for (const char *line = PQgetvalue(result, 0, 1); line && !found;
		 line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
	{
		unsigned int id,
					high,
					low;

		if (sscanf(line, "%u %X/%X", &id, &high, &low) == 3 && id == timeline)
		{
			*lsn = (uint64_t) high << 32 | low;
			found = true;
		}
	}
	PQclear(result);
	return found;
}

/*
 * Make a slot, with a snapshot of the database at its position, which exists
 * until the next command of this connection. Returns the name of the snapshot,
 * to free with free(); NULL after a message.
 */
char *
replication_create_slot(Replication *replication, const char *slot,
						bool failover, uint64_t *lsn)
{
	char	   *name = PQescapeIdentifier(replication->conn, slot,
										  strlen(slot));
	CoreBuf		command;
	PGresult   *result;
	char	   *snapshot = NULL;

	core_buf_init(&command);
	core_buf_printf(&command,
					"CREATE_REPLICATION_SLOT %s LOGICAL hbase_schema %s", name,
					failover ? "(SNAPSHOT 'export', FAILOVER true)" :
							   "EXPORT_SNAPSHOT");
	core_buf_add_byte(&command, '\0');
	PQfreemem(name);
	result = run_command(replication, (char *) command.data, PGRES_TUPLES_OK);
	if (result && replication_read_lsn(PQgetvalue(result, 0, 1), lsn))
		snapshot = text_copy(PQgetvalue(result, 0, 2));
	PQclear(result);
	core_buf_free(&command);
	return snapshot;
}

/* Remove a slot, also after Ctrl-C. Returns false after a message. */
bool
replication_drop_slot(Replication *replication, const char *slot)
{
	char	   *name = PQescapeIdentifier(replication->conn, slot,
										  strlen(slot));
	CoreBuf		command;
	PGresult   *result;
	bool		ok;

	core_buf_init(&command);
	core_buf_printf(&command, "DROP_REPLICATION_SLOT %s WAIT", name);
	core_buf_add_byte(&command, '\0');
	PQfreemem(name);
	result = PQexec(replication->conn, (char *) command.data);
	ok = PQresultStatus(result) == PGRES_COMMAND_OK;
	if (!ok)
		report(replication, result);
	PQclear(result);
	core_buf_free(&command);
	return ok;
}

/* ---- the stream --------------------------------------------------------- */

/*
 * Begin to stream from a position. The options are names and values, ended by
 * NULL. Returns false after a message.
 */
bool
replication_start(Replication *replication, const char *slot, uint64_t lsn,
				  const char *const *options)
{
	char	   *name = PQescapeIdentifier(replication->conn, slot,
										  strlen(slot));
	CoreBuf		command;
	PGresult   *result;

	core_buf_init(&command);
	core_buf_printf(&command, "START_REPLICATION SLOT %s LOGICAL " LSN_FORMAT,
					name, LSN_ARGS(lsn));
	PQfreemem(name);
	for (int i = 0; options[i]; i += 2)
	{
		core_buf_printf(&command, "%s\"%s\" '", i == 0 ? " (" : ", ",
						options[i]);
		/* the protocol knows no escapes but doubled quotes */
		for (const char *p = options[i + 1]; *p; p++)
		{
			if (*p == '\'')
				core_buf_add_byte(&command, '\'');
			core_buf_add_byte(&command, *p);
		}
		core_buf_add_byte(&command, '\'');
	}
	core_buf_add(&command, options[0] ? ")" : "", 2);
	result = run_command(replication, (char *) command.data, PGRES_COPY_BOTH);
	core_buf_free(&command);
	PQclear(result);
	if (result && PQsetnonblocking(replication->conn, 1) != 0)
		report(replication, NULL);
	return result != NULL;
}

/* Take over the content of a message; false if it is not valid. */
static bool
read_message(const uint8_t *p, size_t len, ReplicationMessage *message)
{
	if (len >= DATA_HEADER && p[0] == 'w')
	{
		message->is_data = true;
		message->data = p + DATA_HEADER;
		message->len = len - DATA_HEADER;
		message->sent_at = (int64_t) core_get_u64(p + 17) + EPOCH_DISTANCE;
		return true;
	}
	if (len == KEEPALIVE_SIZE && p[0] == 'k')
	{
		message->end = core_get_u64(p + 1);
		message->sent_at = (int64_t) core_get_u64(p + 9) + EPOCH_DISTANCE;
		message->reply = p[17] != 0;
		return true;
	}
	return false;
}

/* The next message that has arrived. */
ReplicationResult
replication_receive(Replication *replication, ReplicationMessage *message)
{
	int			len;

	memset(message, 0, sizeof(*message));
	if (replication->message)
		PQfreemem(replication->message);
	replication->message = NULL;
	len = PQgetCopyData(replication->conn, &replication->message, 1);
	if (len == 0)
	{
		if (!PQconsumeInput(replication->conn))
		{
			report(replication, NULL);
			return REPLICATION_ENDED;
		}
		len = PQgetCopyData(replication->conn, &replication->message, 1);
	}
	if (len == 0)
		return REPLICATION_NOTHING;
	if (len > 0)
	{
		if (read_message((uint8_t *) replication->message, len, message))
			return REPLICATION_MESSAGE;
		message_error("the server sent an unknown message");
		replication->fatal = true;
	}
	else
	{
		PGresult   *result = len == -1 ? last_result(replication->conn) : NULL;

		if (result && PQresultStatus(result) == PGRES_FATAL_ERROR)
			report(replication, result);
		else if (len == -2)
			report(replication, NULL);
		else
			message_error("the server has ended the stream");
		PQclear(result);
	}
	return REPLICATION_ENDED;
}

/*
 * Tell the server what has arrived, and what HBase has; with "reply" it
 * answers by a keepalive.
 */
bool
replication_feedback(Replication *replication, uint64_t received,
					 uint64_t applied, bool reply)
{
	uint8_t		message[FEEDBACK_SIZE];
	struct timespec now;
	int64_t		time;

	clock_gettime(CLOCK_REALTIME, &now);
	time = (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000 -
		EPOCH_DISTANCE;
	message[0] = 'r';
	core_put_u64(message + 1, received);
	core_put_u64(message + 9, applied);
	core_put_u64(message + 17, applied);
	core_put_u64(message + 25, (uint64_t) time);
	message[33] = reply;
	if (PQputCopyData(replication->conn, (char *) message, sizeof(message)) <
		0 ||
		PQflush(replication->conn) < 0)
	{
		report(replication, NULL);
		return false;
	}
	return true;
}

/* End the stream in order; the server then frees the slot. */
void
replication_finish(Replication *replication)
{
	struct pollfd fd = {.fd = PQsocket(replication->conn), .events = POLLOUT};

	if (PQputCopyEnd(replication->conn, NULL) == 1)
		while (PQflush(replication->conn) == 1 && poll(&fd, 1, 1000) > 0)
			;
}

int
replication_socket(const Replication *replication)
{
	return PQsocket(replication->conn);
}

/* True if the last error would come again. */
bool
replication_is_fatal(const Replication *replication)
{
	return replication->fatal;
}
