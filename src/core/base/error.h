/*
 * error.h
 *		Errors of core: a message, a detail and a hint.
 */
#ifndef ERROR_H
#define ERROR_H

#include "core/base/standard.h"

/*
 * The kind of an error.  src/pg/base/core_error.c maps each kind to one
 * SQLSTATE.
 */
typedef enum CoreErrorCode
{
	CORE_OK = 0,
	CORE_ERR_SYNTAX,			/* 22P02: text form of a value */
	CORE_ERR_BINARY,			/* 22P03: binary form of a value */
	CORE_ERR_RANGE,				/* 22003: number or time out of range */
	CORE_ERR_PARAMETER,			/* 22023: invalid argument */
	CORE_ERR_LIMIT,				/* 54000: longer than HBase allows */
	CORE_ERR_WIDTH,				/* 22001: too long for the target */
	CORE_ERR_CHARACTER,			/* 22021: not UTF-8, or not in the character
								 * set */
	CORE_ERR_NULL,				/* 22004: NULL is not allowed here */
	CORE_ERR_TYPE,				/* 42804: wrong type */
	CORE_ERR_UNSUPPORTED,		/* 0A000: feature not built in or not
								 * implemented */
	CORE_ERR_DUPLICATE,			/* 21000: duplicate cell or key */
	CORE_ERR_CORRUPT,			/* XX001: stored bytes are damaged */
	CORE_ERR_IO,				/* 58030: read or write error of a sink or
								 * source */
	CORE_ERR_LIBRARY			/* 39000: failure in OpenSSL, zlib, ... */
} CoreErrorCode;

/*
 * One error, in PostgreSQL's message style: a primary message in lower case
 * without a full stop; detail and hint are sentences or empty.
 */
typedef struct CoreError
{
	CoreErrorCode code;
	char		message[320];
	char		detail[320];
	char		hint[320];
} CoreError;

/*
 * Set *err and return false, so that a failing function can end with "return
 * core_error(...)".  Replaces an earlier message and clears detail and hint;
 * the two functions below set these afterwards.
 */
extern bool core_error(CoreError *err, CoreErrorCode code, const char *fmt,...)
			__attribute__((format(printf, 3, 4)));
extern bool core_error_detail(CoreError *err, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));
extern bool core_error_hint(CoreError *err, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));

/*
 * The number of bytes of a text to show in a message: at most max, and no
 * incomplete UTF-8 character.
 */
extern int	core_shown(const char *text, size_t len, size_t max);

/*
 * Format into dst of size bytes.  Text that does not fit is truncated at a
 * character boundary.
 */
extern void core_format(char *dst, size_t size, const char *fmt, va_list ap)
			__attribute__((format(printf, 3, 0)));

#endif							/* ERROR_H */
