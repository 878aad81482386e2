/*
 * session.h
 *		A database session. All SQL of the program goes through it.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>

#include "libpq-fe.h"

#include "client/arguments.h"

typedef struct Session Session;

/* The parameters of a statement: SQL_ARGS("a", NULL), SQL_NONE. */
#define SQL_ARGS(...) \
	(int) (sizeof((const char *[]) {__VA_ARGS__}) / sizeof(char *)), \
	(const char *const[]) {__VA_ARGS__}
#define SQL_NONE 0, NULL

/* Called for each row; false ends the statement. */
typedef bool (*SessionRow) (PGresult *row, void *context);

extern Session *session_connect(const Arguments *arguments,
								const char *dbname);
extern void session_close(Session *session);

extern bool session_run(Session *session, const char *sql, int n,
						const char *const *values);
extern PGresult *session_query(Session *session, const char *sql, int n,
							   const char *const *values);
extern char *session_text(Session *session, const char *sql, int n,
						  const char *const *values);
extern bool session_stream(Session *session, const char *sql, int n,
						   const char *const *values, SessionRow receive,
						   void *context);
extern bool session_script(Session *session, const char *script);

extern bool session_send(Session *session, const char *sql, int n,
						 const char *const *values);
extern bool session_busy(Session *session);
extern bool session_send_for_rows(Session *session, const char *sql, int n,
								  const char *const *values);
extern bool session_take_rows(Session *session, SessionRow receive,
							  void *context, bool *more);
extern PGresult *session_receive(Session *session);
extern void session_cancel(Session *session);
extern int	session_socket(const Session *session);

extern void session_expect_errors(Session *session, bool expected);
extern const char *session_error(const Session *session);
extern const char *session_sqlstate(const Session *session);
extern bool session_is_lost(const Session *session);
extern ExitCode session_exit_code(const Session *session);

extern char *session_array(const char *const *values);
extern bool session_has_schemas(Session *session, const char *schemas);

#endif							/* SESSION_H */
