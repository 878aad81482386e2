/*
 * relation_rows.h
 *		The rows of an HBase-shaped relation as a query gives them, in no order:
 *		what hbase.check() and the advice of heat and split points read.  Rejected
 *		rows come too.
 */
#ifndef RELATION_ROWS_H
#define RELATION_ROWS_H

#include "definition.h"
#include "query_rows.h"

/* One row; good until the function returns. */
typedef struct RelationRow
{
	struct varlena *key;		/* a rowkey, detoasted; NULL: there is none */
	WideRow    *families;		/* as in the definition; cells 0: none */
	bool		key_rejected;	/* that is why there is no key */
	const RowReject *rejects;	/* of the key and the families */
	int			nrejects;
	bool		has_time;		/* a finite one */
	int64		time;			/* milliseconds since 1970 */
} RelationRow;

typedef void (*RelationRowFunction) (void *context, const RelationRow *row);

/* What is to be read. */
typedef struct RelationQuery
{
	const Definition *def;
	const char *time_column;	/* a further column with the row's time; or NULL */
	double		percent;		/* of the rows, by chance; 100: all */
} RelationQuery;

/*
 * Evaluate the query once, under the caller's snapshot, and call the function
 * for each row in the caller's memory context.
 */
extern void relation_rows(const RelationQuery *query, RelationRowFunction function, void *context);

/*
 * So many percent of a relation's rows, the same ones each time: what to write
 * after FROM, and after WHERE unless it is NULL.  Of a table, only the pages of
 * the sample are read.  A rejected key is in every sample.
 */
extern const char *relation_sample(const Definition *def, double percent, const char **condition);

/*
 * The share of rows to read, in percent: as given, after a check, or where
 * nobody says, all unless they are too many.
 */
extern double relation_percent(const Definition *def, bool missing, double given);

#endif							/* RELATION_ROWS_H */
