/*
 * cell_row.h
 *		Collect, stamp and sort the cells of one row for an HFile.
 */
#ifndef CELL_ROW_H
#define CELL_ROW_H

#include "core/base/buffer.h"
#include "core/cell/cell.h"

typedef struct CellRowEntry
{
	size_t		at;				/* offset of qualifier and value in bytes */
	const uint8_t *qualifier;	/* set during a comparison only */
	uint32_t	qualifier_len;
	uint32_t	value_len;
	int64_t		ts;
	uint32_t	no;				/* position of arrival: the sort is stable */
	uint8_t		type;
} CellRowEntry;

typedef struct CellRow
{
	CoreBuf		key;			/* row, family */
	uint32_t	row_len;
	CoreBuf		bytes;
	CellRowEntry *entries;
	uint32_t	n;
	uint32_t	room;
	bool		sorted;
} CellRow;

extern void cell_row_init(CellRow *row);
extern void cell_row_free(CellRow *row);

/*
 * Start a new row with this key and family, both copied; the row has no cells.
 */
extern void cell_row_begin(CellRow *row, const uint8_t *key, uint32_t key_len,
						   const uint8_t *family, uint32_t family_len);

/* Whether this is the row with this key and family. */
extern bool cell_row_is(const CellRow *row, const uint8_t *key,
						uint32_t key_len, const uint8_t *family,
						uint32_t family_len);

/*
 * Add a copy of qualifier, value, ts and type.  The row and family of the cell
 * are ignored.
 */
extern void cell_row_add(CellRow *row, const Cell *cell);

/* Sort the cells.  Equal cells stay in order of arrival. */
extern void cell_row_sort(CellRow *row);

/* Get cell i.  The cell points into the row. */
extern void cell_row_get(const CellRow *row, uint32_t i, Cell *cell);

#endif							/* CELL_ROW_H */
