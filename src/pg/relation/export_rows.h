/*
 * export_rows.h
 *		Read the rows of an HBase-shaped relation in key order, checked and
 *		stamped, for exports.
 */
#ifndef EXPORT_ROWS_H
#define EXPORT_ROWS_H

#include "access/htup.h"
#include "datatype/timestamp.h"

#include "pg/relation/export_rejects.h"
#include "pg/table/definition.h"

/* The data to read. */
typedef struct ExportQuery
{
	const Definition *def;
	const char *query;			/* SQL that returns the key and the families
								 * in columns named as the relation's; NULL:
								 * the relation itself */
	const char *condition;		/* SQL condition on these columns, or NULL */
	int64		stamp;			/* for cells without timestamp (delete
								 * markers get stamp - 1); 0: unchanged */
	bool		count_first;	/* "total" is known from the first row on;
								 * rows are then sorted here, else by the
								 * plan */
	ExportRejects *rejects;		/* for rejected rows; the caller finishes
								 * it. NULL: a rejected row is an error */
} ExportQuery;

/*
 * Evaluate the query once, under the caller's snapshot, and call the function
 * in key order for each row that is not rejected.
 */
extern void export_rows(const ExportQuery *query,
						RelationRowFunction function, void *context);

/*
 * The two halves of export_rows(), for several processes. The first evaluates
 * the query, planned from export_rows_sql(), and calls the function for each
 * row that builders do not reject, in any order, with the key of the row and
 * the row as a tuple; both are valid until the function returns.
 */
typedef void (*ExportTupleFunction) (void *context, const uint8_t *key,
									 size_t key_len, MinimalTuple tuple);

extern void export_rows_read(const ExportQuery *query, QueryRows *rows,
							 ExportTupleFunction function, void *context);

/*
 * The second sorts such tuples, of "total" in all, until there are no more,
 * and calls the function for those that are not rejected.
 */
typedef MinimalTuple (*ExportNextTuple) (void *source);

extern void export_rows_sorted(const ExportQuery *query, ExportNextTuple next,
							   void *source, uint64 total,
							   RelationRowFunction function, void *context);

/* The SQL of a query: the key first, then the families. */
extern char *export_rows_sql(const ExportQuery *query, bool ordered);

/* Load cell c of a column into a Cell whose row and family are set. */
extern void export_load_cell(Cell *cell, const WideRow *family,
							 uint32_t column, uint32_t c);

/* Call the function for each cell of a row, in HBase's order. */
typedef void (*ExportCellFunction) (void *context, int family,
									const Cell *cell);

extern void export_row_cells(const Definition *def, const RelationRow *row,
							 ExportCellFunction function, void *context);

/* Milliseconds since 1970 of a PostgreSQL time. */
extern int64 export_millis(TimestampTz t);

/* The default stamp: milliseconds, never later than the snapshot. */
extern int64 export_default_stamp(void);

#endif							/* EXPORT_ROWS_H */
