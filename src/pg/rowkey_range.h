/*
 * rowkey_range.h
 *		Making ranges of row keys from C.
 */
#ifndef ROWKEY_RANGE_H
#define ROWKEY_RANGE_H

#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "glue.h"

/*
 * The range [start, stop) in canonical form; NULL is an open end.  typcache is
 * that of rowkeyrange, with TYPECACHE_RANGE_INFO.
 */
extern RangeType *rowkey_make_range(TypeCacheEntry *typcache, RowKey *start, RowKey *stop);

#endif							/* ROWKEY_RANGE_H */
