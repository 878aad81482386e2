/*
 * check_rows.h
 *		The rows of an HBase-shaped relation as they come, bad ones too: what
 *		hbase.check() and hbase.rejects() read.
 */
#ifndef CHECK_ROWS_H
#define CHECK_ROWS_H

#include "collect.h"
#include "definition.h"

/* One row; good until the function returns. */
typedef struct CheckRow
{
	struct varlena *key;		/* a rowkey, detoasted; NULL: there is none */
	WideRow    *families;		/* as in the definition; cells 0: none */
	bool		refused;		/* its key or some of its cells were (collect.h) */
	bool		key_refused;	/* that is why there is no key */
	bool		has_time;
	int64		time;			/* milliseconds of the time column */
} CheckRow;

typedef void (*CheckRowFunction) (void *context, const CheckRow *row);

/* What is to be read. */
typedef struct CheckQuery
{
	const Definition *def;
	double		percent;		/* of the rows, by chance; 100: all */
	const char *time_column;	/* as in RelationQuery */
} CheckQuery;

/*
 * Evaluate the relation once, under the caller's snapshot.  Calls row for each
 * row, in no order, and note for each refusal.
 */
extern void check_rows(const CheckQuery *query, CheckRowFunction row,
					   CollectFunction note, void *context);

/*
 * The share of rows to read, in percent: as given, after a check, or where
 * nobody says, all unless they are too many.
 */
extern double check_percent(const Definition *def, bool missing, double given);

#endif							/* CHECK_ROWS_H */
