/*
 * reverse.h
 *		Turning a key part around, so that what varies most comes first:
 *		bytes, characters, domain labels, and time.
 */
#ifndef REVERSE_H
#define REVERSE_H

#include "core.h"

/* In each of these dst has room for n bytes and does not overlap src. */

/* By byte. */
extern void reverse_bytes(const uint8_t *src, size_t n, uint8_t *dst);

/* By character of UTF-8; an error when it is not UTF-8.  Its own inverse. */
extern bool reverse_utf8(const uint8_t *src, size_t n, uint8_t *dst, CoreError *err);

/*
 * The parts between dots in reverse order: www.example.com becomes
 * com.example.www.  Its own inverse; right in every encoding of the server,
 * as none has a dot inside a character.
 */
extern void reverse_labels(const char *src, size_t n, char *dst);

/*
 * Long.MAX_VALUE - ms, as it stands in a key (big-endian, unsigned order): a
 * later time comes first, also across 1970.  Its own inverse.
 */
static inline uint64_t
reverse_time(int64_t ms)
{
	return (uint64_t) INT64_MAX - (uint64_t) ms;
}

#endif							/* REVERSE_H */
