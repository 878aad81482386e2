/*
 * widerow_open.h
 *		Open a packed row and find columns in it.
 */
#ifndef WIDEROW_OPEN_H
#define WIDEROW_OPEN_H

#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/widerow/widerow_format.h"

/*
 * Open a row of size bytes.  Checks the head, that the sections fill the
 * bytes, and that each cell is in one column.  The rest is checked on access:
 * invalid ends give empty strings and never a read out of bounds.
 * wide_validate checks everything.
 */
extern bool wide_open(WideRow *row, const uint8_t *data, size_t size,
						 CoreError *err);

/*
 * The same if only the first available bytes can be read. *need is 0, or the
 * number of bytes to open the directory (everything except values).  Do not
 * read values through such a row; wide_value_at has their places.
 */
extern bool wide_open_directory(WideRow *row, const uint8_t *data,
								   size_t available, size_t size,
								   size_t *need, CoreError *err);

/* Check that the bytes of an opened row are exactly the writer's output. */
extern bool wide_validate(const WideRow *row, CoreError *err);

/* Get a cell of a column with all fields. */
extern void wide_cell(const WideRow *row, uint32_t column, uint32_t cell,
						 WideCell *out);

/* Get all cells; cells has room for row->cells of them. */
extern void wide_cells(const WideRow *row, WideCell *cells);

/*
 * The first column whose qualifier is not below this one, or row->columns.
 * *found: whether it is equal.
 */
extern uint32_t wide_search(const WideRow *row, const uint8_t *qualifier,
							   size_t len, bool *found);

/* Whether the row has an unstamped cell. */
extern bool wide_has_unstamped(const WideRow *row);

/* The largest timestamp of a stamped cell, or -1. */
extern int64_t wide_max_timestamp(const WideRow *row);

/* The place of value i, counted from data, once its ends have been read. */
extern void wide_value_ends_at(const WideRow *row, uint32_t cell,
								  uint32_t *at, uint32_t *len);
extern bool wide_value_at(const WideRow *row, uint32_t cell,
							 const uint8_t *ends, uint32_t *at, uint32_t *len);

#endif							/* WIDEROW_OPEN_H */
