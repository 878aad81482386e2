/*
 * query_rows.h
 *		The rows of a query as they come, with what was rejected of them.
 *
 * The query is planned and run by the executor, under the caller's snapshot and
 * rights; its plan may be parallel.  With rejects, its columns are outcomes
 * (outcome_query.h), of which the caller sees the values.
 */
#ifndef QUERY_ROWS_H
#define QUERY_ROWS_H

#include "postgres.h"
#include "executor/tuptable.h"

#include "outcome.h"

/* A reject of a row: of its column, counted from 0. */
typedef struct RowReject
{
	Reject		reject;
	int			column;
} RowReject;

/* One row; good until the function returns. */
typedef struct QueryRow
{
	TupleTableSlot *slot;		/* all columns; NULL where they are rejected */
	const bool *rejected;		/* of each column */
	const RowReject *rejects;
	int			nrejects;
} QueryRow;

typedef void (*QueryRowFunction) (void *context, const QueryRow *row);

/* A query that is planned. */
typedef struct QueryRows QueryRows;

extern QueryRows *query_rows_plan(const char *sql, bool with_rejects);

/* How many rows the planner expects; 0: not known.  And the rows' columns. */
extern int64 query_rows_expected(const QueryRows *query);
extern TupleDesc query_rows_desc(const QueryRows *query);

/* Run it once; the function is called in the caller's memory context. */
extern void query_rows_run(QueryRows *query, QueryRowFunction function, void *context);
extern void query_rows_free(QueryRows *query);

#endif							/* QUERY_ROWS_H */
