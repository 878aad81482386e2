/*
 * bytes.h
 *		The byte order of HBase, and the stop row of a prefix scan.
 */
#ifndef BYTES_H
#define BYTES_H

#include "core/base/standard.h"

/*
 * memcpy() and memcmp() must not get NULL, even for 0 bytes, but empty names
 * and values often are NULL.
 */
static inline void
core_copy(void *dst, const void *src, size_t n)
{
	if (n > 0)
		memcpy(dst, src, n);
}

static inline bool
core_same(const void *a, const void *b, size_t n)
{
	return n == 0 || memcmp(a, b, n) == 0;
}

/*
 * The longest row key that HBase accepts: HConstants.MAX_ROW_LENGTH, HBase
 * 2.6.1.
 */
#define BYTES_MAX_ROW	32767

/*
 * Compare as Bytes.compareTo(byte[], byte[]) of HBase 2.6.1: unsigned bytes, a
 * prefix before its continuations.  Returns -1, 0 or 1.
 */
static inline int
bytes_compare(const void *a, size_t alen, const void *b, size_t blen)
{
	size_t		n = alen < blen ? alen : blen;
	int			c = n == 0 ? 0 : memcmp(a, b, n);	/* p may be NULL */

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
 * The stop row of a prefix scan, as
 * ClientUtil.calculateTheClosestNextRowKeyForPrefix of HBase 2.6.1: drop
 * trailing ff bytes, then add one to the last byte. stop has room for plen
 * bytes and may be prefix itself.  Returns the length of the stop row. 0 means
 * an open end: the scan runs to the end of the table.
 */
extern size_t bytes_prefix_stop(const uint8_t *prefix, size_t plen,
								uint8_t *stop);

#endif							/* BYTES_H */
