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
 * The ranges of a call by a layout; its arguments from 1 on are conditions. In
 * the current memory context.
 */
extern void rowkey_scan_by(FunctionCallInfo fcinfo, RowKeyLayout *layout,
						   LayoutRanges *ranges);

/* Return the ranges that a function finds, one by one. */
extern Datum rowkey_scan_next(
	FunctionCallInfo fcinfo,
	void (*find) (FunctionCallInfo fcinfo, LayoutRanges *ranges));

/*
 * Type rowkeyrange: the result type of a function, or the type of its
 * multirange's ranges.
 */
extern TypeCacheEntry *rowkey_scan_range_type(FunctionCallInfo fcinfo);

/* Ranges as the multirange that a function returns. */
extern Datum rowkey_scan_multirange(FunctionCallInfo fcinfo,
									const LayoutRanges *ranges);

#endif							/* ROWKEY_SCAN_H */
