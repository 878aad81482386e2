/*
 * widerow_merge.h
 *		Apply rows to one another, and stamp their unstamped cells.
 */
#ifndef WIDEROW_MERGE_H
#define WIDEROW_MERGE_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/widerow/widerow_format.h"

/*
 * A merge of several rows. ordered: keep the order of writing
 * (NEW_VERSION_BEHAVIOR).  Otherwise the rows must not have it.
 */
typedef struct WideMerge
{
	WideBuilder builder;
	uint32_t	next_order;
	bool		ordered;
	bool		copies;			/* copy the cells: the rows may be freed */
} WideMerge;

extern void wide_merge_init(WideMerge *merge, bool ordered, bool copies);
extern bool wide_merge_add(WideMerge *merge, const WideRow *row,
								CoreError *err);
extern bool wide_merge_add_cell(WideMerge *merge, const WideCell *cell,
									 CoreError *err);
extern bool wide_merge_finish(WideMerge *merge, CoreBuf *out,
								   CoreError *err);
extern void wide_merge_free(WideMerge *merge);

/* Apply b to a: a || b. */
extern bool wide_apply(const WideRow *a, const WideRow *b, bool ordered,
						 CoreBuf *out, CoreError *err);

/*
 * Whether each column of a and b has one put, and all puts of b have one
 * timestamp, above all of a. wide_replace then computes a || b with one
 * version per column, at less cost.
 */
extern bool wide_replaces(const WideRow *a, const WideRow *b);
extern bool wide_replace(const WideRow *a, const WideRow *b, CoreBuf *out,
						  CoreError *err);

/*
 * Set the timestamp of the unstamped cells: ts for puts, ts - 1 for delete
 * markers. ts is 0 (1 if there are markers) to WIDEROW_MAX_TIMESTAMP.
 */
extern bool wide_stamp(const WideRow *row, int64_t ts, CoreBuf *out,
						  CoreError *err);

#endif							/* WIDEROW_MERGE_H */
