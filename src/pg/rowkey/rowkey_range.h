/*
 * rowkey_range.h
 *		Make ranges of row keys in C.
 */
#ifndef ROWKEY_RANGE_H
#define ROWKEY_RANGE_H

#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "hbase_schema.h"

/*
 * The range [start, stop) in canonical form; NULL is an open end. typcache is
 * rowkeyrange's, with TYPECACHE_RANGE_INFO.
 */
extern RangeType *rowkey_make_range(TypeCacheEntry *typcache, RowKey *start,
									RowKey *stop);

#endif							/* ROWKEY_RANGE_H */
