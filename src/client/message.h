/*
 * message.h
 *		Messages to the user, on stderr.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdlib.h>

/* The exit codes of the program (doc/pg2hbase.md describes them). */
typedef enum ExitCode
{
	EXIT_DONE = 0,
	EXIT_FAILED = 1,			/* an error of the server, or of a file */
	EXIT_USAGE = 2,				/* wrong options, or an invalid file */
	EXIT_CONNECTION = 3,		/* no connection, or no extension */
	EXIT_DECISION = 4,			/* done, but something needs a decision */
	EXIT_CANCELLED = 130		/* Ctrl-C or another signal */
} ExitCode;

extern void message_error(const char *fmt,...)
			__attribute__((format(printf, 1, 2)));
extern void message_info(const char *fmt,...)
			__attribute__((format(printf, 1, 2)));
extern void *memory_checked(void *p);
extern char *text_copy(const char *text);

#endif							/* MESSAGE_H */
