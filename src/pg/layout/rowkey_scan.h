/*
 * rowkey_scan.h
 *		The ranges of keys that a call's conditions give, one by one.
 */
#ifndef ROWKEY_SCAN_H
#define ROWKEY_SCAN_H

#include "pg/layout/rowkey_layout.h"

/*
 * Return the ranges of a call one by one; its arguments from 1 on are
 * conditions. fn_extra belongs to the set, so the layout is compiled once for
 * each set. Without a layout there are no ranges.
 */
extern Datum rowkey_scan_next(
	FunctionCallInfo fcinfo,
	RowKeyLayout *(*layout_of) (FunctionCallInfo fcinfo));

#endif							/* ROWKEY_SCAN_H */
