/*
 * rowkey_scan.h
 *		The ranges of keys that a call's conditions give, one by one.
 */
#ifndef ROWKEY_SCAN_H
#define ROWKEY_SCAN_H

#include "utils/typcache.h"

#include "core/layout/layout_scan.h"
#include "pg/layout/rowkey_layout.h"

/*
 * Return the ranges of a call one by one; its arguments from 1 on are
 * conditions. fn_extra belongs to the set, so the layout is compiled once for
 * each set. Without a layout there are no ranges.
 */
extern Datum rowkey_scan_next(
	FunctionCallInfo fcinfo,
	RowKeyLayout *(*layout_of) (FunctionCallInfo fcinfo));

/*
 * Type rowkeyrange: the result type of a function, or the type of its
 * multirange's ranges.
 */
extern TypeCacheEntry *rowkey_scan_range_type(FunctionCallInfo fcinfo);

/* Ranges as the multirange that a function returns. */
extern Datum rowkey_scan_multirange(FunctionCallInfo fcinfo,
									const LayoutRanges *ranges);

#endif							/* ROWKEY_SCAN_H */
