/*
 * export_rows.h
 *		The rows of an HBase-shaped relation in key order, with the families'
 *		cells: what every way out reads.
 */
#ifndef EXPORT_ROWS_H
#define EXPORT_ROWS_H

#include "datatype/timestamp.h"

#include "definition.h"
#include "export_rejects.h"
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

/* What is to be read. */
typedef struct ExportQuery
{
	const Definition *def;
	const char *query;			/* SQL that gives the key and the families in
								 * columns named as the relation's; NULL: the
								 * relation itself */
	const char *condition;		/* SQL over these columns, or NULL */
	int64		stamp;			/* of unstamped cells (markers stamp - 1); 0:
								 * they stay as they are */
	bool		count_first;	/* total is known from the first row on; the
								 * rows are then sorted here, else by the plan */
	ExportRejects *rejects;		/* of rows that HBase could not take; the caller
								 * finishes them.  NULL: these are an error */
	bool		tell_progress;	/* how many rows there are and were read */
} ExportQuery;

/*
 * Evaluate the query once, under the caller's snapshot, and call the function
 * for each row in key order that HBase can take.
 */
extern void export_rows(const ExportQuery *query, ExportRowFunction function, void *context);

/* Cell c of a column, into a cell whose row and family are set. */
extern void export_load_cell(Cell *cell, const WideRow *family, uint32_t column, uint32_t c);

/* Call the function for each cell of a row, in HBase's order. */
typedef void (*ExportCellFunction) (void *context, int family, const Cell *cell);

extern void export_row_cells(const Definition *def, const ExportRow *row,
							 ExportCellFunction function, void *context);

/* Milliseconds since 1970 of a PostgreSQL time. */
extern int64 export_millis(TimestampTz t);

/* The stamp when none is chosen: milliseconds, never later than the snapshot. */
extern int64 export_default_stamp(void);

/* Tell the user of rows that were left out because they have no cells. */
extern void export_tell_empty_rows(uint64 rows);

#endif							/* EXPORT_ROWS_H */
