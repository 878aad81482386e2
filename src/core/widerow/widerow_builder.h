/*
 * widerow_builder.h
 *		Collect the cells of a row and write the packed row.
 */
#ifndef WIDEROW_BUILDER_H
#define WIDEROW_BUILDER_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/widerow/widerow_format.h"

/* Handling of duplicate cells. */
typedef enum WideDuplicate
{
	WIDEROW_DUPLICATE_ERROR,
	WIDEROW_DUPLICATE_FIRST,
	WIDEROW_DUPLICATE_LAST
} WideDuplicate;

extern bool wide_duplicate_from_name(const char *name, size_t len,
										WideDuplicate *rule, CoreError *err);

extern void wide_builder_init(WideBuilder *builder);
extern void wide_builder_free(WideBuilder *builder);

/*
 * Allocate a cell with room for its qualifier and value, one after the other;
 * fill both before the next call.  The cell starts as an unstamped put.  NULL
 * is an error: the row would exceed WIDEROW_MAX_SIZE.
 */
extern WideCell *wide_builder_reserve(WideBuilder *builder,
									  size_t qualifier_len, size_t value_len,
									  CoreError *err);

/* Add a copy of a cell, or the cell itself; then the caller owns its bytes. */
extern bool wide_builder_add(WideBuilder *builder, const WideCell *cell,
								CoreError *err);
extern bool wide_builder_point(WideBuilder *builder, const WideCell *cell,
								  CoreError *err);

/* The same for a cell of a table.  Its row and family are ignored. */
extern bool wide_builder_point_cell(WideBuilder *builder, const Cell *cell,
									CoreError *err);

/* Sort and check the cells, and append the packed row to out. */
extern bool wide_builder_finish(WideBuilder *builder, WideDuplicate rule,
								   CoreBuf *out, CoreError *err);

/*
 * Check that a row may have this cell: timestamp, type, empty value of delete
 * markers, empty qualifier of family delete markers.
 */
extern bool wide_check_cell(const WideCell *cell, CoreError *err);

/* Sort the cells; the sort is stable. */
extern void wide_sort(WideCell *cells, uint32_t n);

/*
 * Append the packed row of n cells to out.  The cells are sorted, distinct and
 * checked.  Changes their orders to consecutive numbers.
 */
extern bool wide_write(WideCell *cells, uint32_t n, CoreBuf *out,
						  CoreError *err);

#endif							/* WIDEROW_BUILDER_H */
