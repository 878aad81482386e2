/*
 * message.c
 *		Messages to the user, on stderr.
 */
#include "client/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * One line that starts with the name of the program; without a final newline.
 */
void
message_error(const char *fmt,...)
{
	va_list		args;

	fflush(stdout);
	va_start(args, fmt);
	fputs("pg2hbase: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

/* A line about progress, without a final newline. */
void
message_info(const char *fmt,...)
{
	va_list		args;

	fflush(stdout);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

/* The result of an allocation; ends the program if there is none. */
void *
memory_checked(void *p)
{
	if (p == NULL)
	{
		message_error("out of memory");
		exit(EXIT_FAILED);
	}
	return p;
}

/* A copy, to free with free(). */
char *
text_copy(const char *text)
{
	return memory_checked(strdup(text));
}
