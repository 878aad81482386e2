/*
 * reverse.h
 *		Reverse a key component, so that its most variable part comes first:
 *		bytes, characters, domain labels, and time.
 */
#ifndef REVERSE_H
#define REVERSE_H

#include "core/base/error.h"

/*
 * In all of these functions dst has room for n bytes and does not overlap src.
 */

/* Reverse the bytes. */
extern void reverse_bytes(const uint8_t *src, size_t n, uint8_t *dst);

/*
 * Reverse the characters of UTF-8.  An error if it is not UTF-8.  Applied
 * twice it gives the original.
 */
extern bool reverse_utf8(const uint8_t *src, size_t n, uint8_t *dst,
						 CoreError *err);

/*
 * Reverse the parts between dots: www.example.com becomes com.example.www.
 * Applied twice it gives the original.  Works in all server encodings, because
 * none has a dot inside a character.
 */
extern void reverse_labels(const char *src, size_t n, char *dst);

/*
 * Long.MAX_VALUE - ms, to be stored big-endian: later times sort first, also
 * across 1970.  Applied twice it gives the original.
 */
static inline uint64_t
reverse_time(int64_t ms)
{
	return (uint64_t) INT64_MAX - (uint64_t) ms;
}

#endif							/* REVERSE_H */
