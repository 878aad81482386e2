/*
 * utf8_text.h
 *		Text of the database as UTF-8.
 */
#ifndef UTF8_TEXT_H
#define UTF8_TEXT_H

#include "postgres.h"

#include "core/base/error.h"

/*
 * Convert text from the database's encoding to UTF-8. False with an error if
 * it is not valid UTF-8 afterwards: in SQL_ASCII a text may be any bytes.
 * *text is unchanged if no conversion is needed.
 */
extern bool utf8_text_convert(const char **text, int *len, CoreError *err);

/* The same, raising the error; replaces *len. May return src. */
extern const char *utf8_text_from_server(const char *src, int *len);

#endif							/* UTF8_TEXT_H */
