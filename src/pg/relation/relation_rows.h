/*
 * relation_rows.h
 *		Read the rows of an HBase-shaped relation in any order, rejected rows
 *		too: for hbase.check(), heat maps and split points.
 */
#ifndef RELATION_ROWS_H
#define RELATION_ROWS_H

#include "pg/relation/query_rows.h"
#include "pg/table/definition.h"

/* One row; valid until the function returns. */
typedef struct RelationRow
{
	struct varlena *key;		/* a rowkey, detoasted, or NULL */
	WideRow    *families;		/* as in the definition; 0 cells: empty */
	bool		key_rejected;	/* the key is NULL because it is rejected */
	const RowReject *rejects;	/* of the key and the families */
	int			nrejects;
	bool		has_time;		/* the time is finite */
	int64		time;			/* milliseconds since 1970 */
} RelationRow;

typedef void (*RelationRowFunction) (void *context, const RelationRow *row);

/* The data to read. */
typedef struct RelationQuery
{
	const Definition *def;
	const char *time_column;	/* an additional column with the row's time,
								 * or NULL */
	double		percent;		/* of the rows, a random sample; 100: all */
} RelationQuery;

/*
 * Evaluate the query once, under the caller's snapshot, and call the function
 * for each row in the caller's memory context.
 */
extern void relation_rows(const RelationQuery *query,
						  RelationRowFunction function, void *context);

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

#endif							/* RELATION_ROWS_H */
