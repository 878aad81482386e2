/*
 * bytes.c
 *		The byte order of HBase, and the stop row of a prefix scan.
 */
#include "core/base/bytes.h"

/* ClientUtil.calculateTheClosestNextRowKeyForPrefix, HBase 2.6.1. */
size_t
bytes_prefix_stop(const uint8_t *prefix, size_t plen, uint8_t *stop)
{
	while (plen > 0 && prefix[plen - 1] == 0xff)
		plen--;
	if (plen == 0)
		return 0;
	memmove(stop, prefix, plen);
	stop[plen - 1]++;
	return plen;
}
