/*
 * relation_rows.h
 *		Read the rows of an HBase-shaped relation, in any order.
 *
 * A row of a relation is a RelationRow in any order and in key order, which
 * export_rows.h adds. A QueryRow (query_rows.h) is one level below: a tuple of
 * any query. An export sorts tuples before it takes them apart, so that the
 * values of a row are read once, in the order in which they are written.
 */
#ifndef RELATION_ROWS_H
#define RELATION_ROWS_H

#include "lib/stringinfo.h"

#include "pg/relation/query_rows.h"
#include "pg/table/definition.h"

/* One row; the pointers are valid until the function returns. */
typedef struct RelationRow
{
	const uint8_t *key;			/* NULL: no key */
	size_t		key_len;
	WideRow    *families;		/* as in the definition; 0 cells: empty */
	uint64		cells;			/* of all families */
	bool		key_rejected;	/* there is no key because it is rejected */
	const RowReject *rejects;	/* of the key and the families */
	int			nrejects;
	bool		has_time;		/* the time is finite */
	int64		time;			/* milliseconds since 1970 */
	uint64		number;			/* in key order: from 0 */
	uint64		total;			/* in key order: of all rows; 0: unknown */
} RelationRow;

typedef void (*RelationRowFunction) (void *context, const RelationRow *row);

/* The data to read. */
typedef struct RelationQuery
{
	const Definition *def;
	const char *time_column;	/* a column with the row's time, which the
								 * definition ignores, or NULL */
	double		percent;		/* of the rows, a random sample; 100: all */
} RelationQuery;

/*
 * Evaluate the query once, under the caller's snapshot, and call the function
 * for each row in the caller's memory context. Rejected rows too.
 */
extern void relation_rows(const RelationQuery *query,
						  RelationRowFunction function, void *context);

/*
 * The same for the rows that HBase would store. Rows without a key or cells,
 * and rejected rows, are skipped, and a NOTICE reports their number. If the
 * relation has only keys, each row counts as one cell.
 */
extern void relation_rows_stored(const RelationQuery *query,
								 RelationRowFunction function, void *context);

/* Bytes of all KeyValues of a row. */
extern uint64 relation_row_bytes(const Definition *def,
								 const RelationRow *row);

/* Report the number of rows skipped because they have no cells. */
extern void relation_report_empty_rows(uint64 rows);

/* For readers: "SELECT key, family, ...", and the row of such a tuple. */
extern void relation_select(StringInfo sql, const Definition *def);
extern void relation_row_read(RelationRow *row, const Definition *def,
							  TupleTableSlot *slot);

/*
 * A sample of a percentage of a relation's rows, always the same rows: SQL to
 * write after FROM, and after WHERE unless NULL. Of a table, only the pages of
 * the sample are read. Rejected keys are in every sample.
 */
extern const char *relation_sample(const Definition *def, double percent,
								   const char **condition);

/*
 * The percentage of rows to read: as given, checked; or if missing, all unless
 * the relation is large.
 */
extern double relation_percent(const Definition *def, bool missing,
							   double given);

/* The same for an argument "sample"; if it is NULL, all. */
extern double relation_sample_arg(FunctionCallInfo fcinfo, int n);

#endif							/* RELATION_ROWS_H */
