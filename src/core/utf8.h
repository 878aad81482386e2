/*
 * utf8.h
 *		UTF-8 as PostgreSQL and Java agree on it: shortest forms only, no
 *		surrogates, nothing above U+10FFFF.
 */
#ifndef UTF8_H
#define UTF8_H

#include "core.h"

/*
 * Read the character at p, of which n > 0 bytes are there.  Returns its length
 * 1..4, or 0 when these bytes are not UTF-8.
 */
extern size_t utf8_decode(const uint8_t *p, size_t n, uint32_t *character);

/* Whether none of the n bytes is above 7f. */
static inline bool
utf8_is_ascii(const uint8_t *p, size_t n)
{
	const uint64_t high = UINT64_C(0x8080808080808080);
	uint64_t	seen = 0;
	uint64_t	word;

	if (n < 8)
	{
		while (n > 0)
			seen |= p[--n];
		return seen < 0x80;
	}
	for (size_t i = 0; i + 8 <= n; i += 8)
	{
		memcpy(&word, p + i, 8);
		seen |= word;
	}
	/* The last eight, some of them for the second time. */
	memcpy(&word, p + n - 8, 8);
	return ((seen | word) & high) == 0;
}

/* The error for bytes that are not UTF-8; offset counts from 0. */
extern bool utf8_error(CoreError *err, const uint8_t *p, size_t n, size_t offset);

/*
 * How many of the n bytes at p are well-formed UTF-8 from the start on: n when
 * all are.
 */
extern size_t utf8_span(const uint8_t *p, size_t n);

/* Number of characters in well-formed UTF-8. */
extern size_t utf8_count(const uint8_t *p, size_t n);

/*
 * What a PostgreSQL text may be: well-formed and without U+0000.  Else an
 * error that names the byte offset.
 */
extern bool utf8_check(const uint8_t *p, size_t n, CoreError *err);

#endif							/* UTF8_H */
