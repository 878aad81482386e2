/*
 * query_rows.h
 *		Run a query and pass on its rows, with their rejects.
 *
 * The query is planned and run by the executor, under the caller's snapshot
 * and privileges; its plan may be parallel. With rejects, its columns are
 * outcomes (outcome_query.h), and the caller gets their values.
 */
#ifndef QUERY_ROWS_H
#define QUERY_ROWS_H

#include "postgres.h"
#include "executor/tuptable.h"

#include "pg/outcome/outcome.h"

/* A reject of a row, with its column, counted from 0. */
typedef struct RowReject
{
	Reject		reject;
	int			column;
} RowReject;

/* One row; valid until the function returns. */
typedef struct QueryRow
{
	TupleTableSlot *slot;		/* all columns; NULL if rejected */
	const bool *rejected;		/* of each column */
	const RowReject *rejects;
	int			nrejects;
} QueryRow;

typedef void (*QueryRowFunction) (void *context, const QueryRow *row);

/* A planned query. */
typedef struct QueryRows QueryRows;

extern QueryRows *query_rows_plan(const char *sql, bool with_rejects);

/*
 * The same for a number of jobs, whatever the settings say about parallel
 * plans: a plan that uses so many processes, if one is possible. 1: a plan for
 * one process.
 */
extern QueryRows *query_rows_plan_jobs(const char *sql, bool with_rejects,
									   int jobs);

/*
 * The number of rows that the planner expects (0: unknown), and the columns.
 */
extern int64 query_rows_expected(const QueryRows *query);
extern TupleDesc query_rows_desc(const QueryRows *query);

/* True if the last step of the plan sorts all rows. */
extern bool query_rows_sorted_last(const QueryRows *query);

/* The planner's cost of the whole plan. */
extern double query_rows_cost(const QueryRows *query);

/* True if a parallel worker can run the whole plan. */
extern bool query_rows_parallel_safe(const QueryRows *query);

/* True if the plan uses parallel workers. */
extern bool query_rows_is_parallel(const QueryRows *query);

/* A temporary relation that the query reads, or InvalidOid. */
extern Oid	query_rows_temporary(const QueryRows *query);

/* A function of the query that is not PARALLEL SAFE, or InvalidOid. */
extern Oid	query_rows_unsafe_function(const QueryRows *query);

/* Run it once; the function is called in the caller's memory context. */
extern void query_rows_run(QueryRows *query, QueryRowFunction function,
						   void *context);
extern void query_rows_free(QueryRows *query);

#endif							/* QUERY_ROWS_H */
