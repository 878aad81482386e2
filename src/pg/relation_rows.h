/*
 * relation_rows.h
 *		The rows of an HBase-shaped relation as a query gives them, in no order:
 *		what hbase.check() and the advice of heat and split points read.
 */
#ifndef RELATION_ROWS_H
#define RELATION_ROWS_H

#include "collect.h"
#include "definition.h"

/* One row; good until the function returns. */
typedef struct RelationRow
{
	struct varlena *key;		/* a rowkey, detoasted; NULL: there is none */
	WideRow    *families;		/* as in the definition; cells 0: none */
	bool		has_time;		/* a finite one */
	int64		time;			/* milliseconds since 1970 */
} RelationRow;

typedef void (*RelationRowFunction) (void *context, const RelationRow *row);

/* What is to be read. */
typedef struct RelationQuery
{
	const Definition *def;
	const char *time_column;	/* a further column with the row's time; or NULL */
	const char *from;			/* what stands behind FROM */
	CollectFunction note;		/* told of each refusal; NULL: the first is an
								 * error */
} RelationQuery;

/*
 * Evaluate the query once, under the caller's snapshot, and call the function
 * for each row in the caller's memory context; the note's context is the same.
 */
extern void relation_rows(const RelationQuery *query, RelationRowFunction function, void *context);

/*
 * What stands behind FROM for so many percent of a relation's rows; the same
 * ones each time.  Of a table, no more than their pages are read.
 */
extern char *relation_sample_from(const Definition *def, double percent);

#endif							/* RELATION_ROWS_H */
