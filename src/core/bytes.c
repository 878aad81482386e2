/*
 * bytes.c
 *		HBase's order of byte strings, and the bounds that follow from it.
 */
#include "bytes.h"

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
