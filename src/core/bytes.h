/*
 * bytes.h
 *		HBase's order of byte strings, and the bounds that follow from it.
 */
#ifndef BYTES_H
#define BYTES_H

#include "core.h"

/* The longest row HBase takes (Short.MAX_VALUE). */
#define BYTES_MAX_ROW	32767

/* Bytes.compareTo: unsigned, a prefix before its continuation; -1, 0 or 1. */
static inline int
bytes_compare(const void *a, size_t alen, const void *b, size_t blen)
{
	size_t		n = alen < blen ? alen : blen;
	int			c = n == 0 ? 0 : memcmp(a, b, n);	/* empty may be NULL */

	if (c == 0)
		return (alen > blen) - (alen < blen);
	return (c > 0) - (c < 0);
}

static inline bool
bytes_has_prefix(const void *p, size_t len, const void *prefix, size_t plen)
{
	return plen <= len && core_same(p, prefix, plen);
}

/*
 * The stop row of a prefix scan: trailing ff dropped, the last byte left plus
 * one.  Writes to stop (room for plen bytes, may be prefix itself) and returns
 * its length; 0 means there is none: the scan runs to the end of the table.
 */
extern size_t bytes_prefix_stop(const uint8_t *prefix, size_t plen, uint8_t *stop);

#endif							/* BYTES_H */
