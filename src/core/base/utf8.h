/*
 * utf8.h
 *		UTF-8 as both PostgreSQL and Java accept it: shortest forms only, no
 *		surrogates, no code points above U+10FFFF.
 */
#ifndef UTF8_H
#define UTF8_H

#include "core/base/error.h"

/*
 * Decode the character at p, with n > 0 bytes available.  Returns its length
 * 1..4, or 0 if the bytes are not UTF-8.
 */
extern size_t utf8_decode(const uint8_t *p, size_t n, uint32_t *character);

/* Write a character as 1 to 4 bytes; returns their number. */
extern size_t utf8_encode(uint32_t character, uint8_t *out);

/* Whether all n bytes are at most 7f. */
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
	/* The last eight bytes; they may overlap the previous eight. */
	memcpy(&word, p + n - 8, 8);
	return ((seen | word) & high) == 0;
}

/* Set the error for bytes that are not UTF-8; offset counts from 0. */
extern bool utf8_error(CoreError *err, const uint8_t *p, size_t n,
					   size_t offset);

/* The length of the well-formed prefix: n if all bytes are well-formed. */
extern size_t utf8_span(const uint8_t *p, size_t n);

/* The number of characters in well-formed UTF-8. */
extern size_t utf8_count(const uint8_t *p, size_t n);

/*
 * Check that the bytes are a valid PostgreSQL text: well-formed and without
 * U+0000.  The error has the byte offset.
 */
extern bool utf8_check(const uint8_t *p, size_t n, CoreError *err);

#endif							/* UTF8_H */
