/*
 * cell_row.h
 *		The cells of one row on their way into an HFile: stamped, copied, and
 *		put in HBase's order.
 */
#ifndef CELL_ROW_H
#define CELL_ROW_H

#include "cell.h"

typedef struct CellRowEntry
{
	size_t		at;				/* of qualifier and value in the row's bytes */
	const uint8_t *qualifier;	/* there; set for comparing only */
	uint32_t	qualifier_len;
	uint32_t	value_len;
	int64_t		ts;
	uint32_t	no;				/* order of arrival: the sort is stable */
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

/* Begin another row of this key and family: copies, no cells. */
extern void cell_row_begin(CellRow *row, const uint8_t *key, uint32_t key_len,
						   const uint8_t *family, uint32_t family_len);

/* Is it the row of that key and family? */
extern bool cell_row_is(const CellRow *row, const uint8_t *key, uint32_t key_len,
						const uint8_t *family, uint32_t family_len);

/* Add a copy of qualifier, value, ts and type; the row is not looked at. */
extern void cell_row_add(CellRow *row, const Cell *cell);

/* Put the cells in order, equal ones as they came. */
extern void cell_row_sort(CellRow *row);

/* Cell i of n; it points into the row. */
extern void cell_row_get(const CellRow *row, uint32_t i, Cell *cell);

#endif							/* CELL_ROW_H */
