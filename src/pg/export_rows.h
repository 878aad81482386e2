/*
 * export_rows.h
 *		The rows of an HBase-shaped relation in key order, with the families'
 *		cells: what every way out reads.
 */
#ifndef EXPORT_ROWS_H
#define EXPORT_ROWS_H

#include "definition.h"
#include "glue.h"

/* One row; the pointers are good until the function returns. */
typedef struct ExportRow
{
	const uint8_t *key;
	size_t		key_len;
	uint64		number;			/* in key order, from 0 */
	uint64		total;			/* rows in all, 0: not known */
	WideRow    *families;		/* as in the definition; cells 0: none */
} ExportRow;

typedef void (*ExportRowFunction) (void *context, const ExportRow *row);

/*
 * Evaluate the relation once, under the caller's snapshot, and call the
 * function for each row in key order.  condition is SQL over the relation's
 * columns, or NULL.  Unstamped cells get stamp (markers
 * stamp - 1).  Keys that are NULL, empty or given twice are errors that name
 * them.  With count_first the total is known from the first row on; the rows
 * are then sorted here, else by the plan.
 */
extern void export_rows(const Definition *def, int64 stamp, const char *condition,
						bool count_first,
						ExportRowFunction function, void *context);

#endif							/* EXPORT_ROWS_H */
