/*
 * propose_questions.h
 *		Questions of hbase.workload() for the search for row keys.
 */
#ifndef PROPOSE_QUESTIONS_H
#define PROPOSE_QUESTIONS_H

#include "postgres.h"
#include "access/attnum.h"
#include "nodes/pg_list.h"
#include "utils/jsonb.h"

#include "core/design/design.h"

/* The columns that keys can have: their attribute numbers. */
typedef struct ProposeColumns
{
	Oid			relid;
	AttrNumber	attnums[DESIGN_MAX_COLUMNS];
	int			n;
} ProposeColumns;

/* The number of a column, which is added if there is room; else -1. */
extern int	propose_column(ProposeColumns *columns, AttrNumber attnum);

typedef struct ProposeQuestions
{
	DesignQuestion *questions;	/* the most frequent first */
	const char **json;			/* of each, as in hbase.workload() */
	int			n;
	double		left_out;		/* calls of questions beyond the limit */
} ProposeQuestions;

/*
 * Read an array of {"question": ..., "kind": ..., "calls": ..., "rows": ...};
 * equal questions become one.
 */
extern void propose_questions_read(Jsonb *array, ProposeColumns *columns,
								   ProposeQuestions *questions);

#endif							/* PROPOSE_QUESTIONS_H */
