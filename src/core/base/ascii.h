/*
 * ascii.h
 *		Compare and convert ASCII words, independently of case and locale.
 */
#ifndef ASCII_H
#define ASCII_H

#include "core/base/standard.h"

/* Convert an ASCII letter to lower case, independently of the locale. */
static inline char
core_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
}

/* The value of a hex digit, or -1. */
static inline int
core_hex_value(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/*
 * Compare name with a word of ASCII, ignoring case.  Unlike strcasecmp() this
 * does not depend on the locale.
 */
extern bool core_same_word(const char *name, size_t len, const char *word);

#endif							/* ASCII_H */
