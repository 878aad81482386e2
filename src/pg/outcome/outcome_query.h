/*
 * outcome_query.h
 *		Rewrite a query so that its columns are outcomes (outcome.h).
 */
#ifndef OUTCOME_QUERY_H
#define OUTCOME_QUERY_H

#include "postgres.h"
#include "nodes/parsenodes.h"

/*
 * A copy of an analyzed and rewritten query, whose columns are outcomes where
 * functions of this extension compute them; other columns are unchanged.
 *
 * A call is replaced by hbase_internal.outcome() only if its result is used
 * only in other such calls, in a column of the result, or in the query's own
 * WHERE. All other expressions are unchanged in what they compute, store and
 * raise. The query's own WHERE is not false for a rejected row.
 */
extern Query *outcome_query(const Query *query);

#endif							/* OUTCOME_QUERY_H */
