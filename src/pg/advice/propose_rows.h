/*
 * propose_rows.h
 *		A sample of a relation for the search for row keys.
 */
#ifndef PROPOSE_ROWS_H
#define PROPOSE_ROWS_H

#include "postgres.h"

#include "core/design/design.h"
#include "pg/advice/propose_options.h"
#include "pg/advice/propose_questions.h"

typedef struct ProposeRows
{
	DesignColumn *columns;		/* of the ProposeColumns */
	DesignUnique *uniques;
	int			nuniques;
	CoreValue  *values;
	int			nrows;
	bool		is_all;
	bool		is_assumed;		/* the relation has no rows */
	double		expected;		/* rows of the relation */
	double		value_bytes;
	double		cells;
	const char *order;			/* the column with the order of the writes;
								 * NULL: that of the rows */
} ProposeRows;

/*
 * Add the columns of unique constraints, of times, and if there is no such
 * constraint all others that keys can have; then read the rows as the caller.
 */
extern void propose_rows_read(ProposeColumns *columns,
							  const ProposeOptions *options,
							  ProposeRows *rows);

#endif							/* PROPOSE_ROWS_H */
