/*
 * outcome_query.h
 *		A query whose columns are outcomes (outcome.h).
 */
#ifndef OUTCOME_QUERY_H
#define OUTCOME_QUERY_H

#include "postgres.h"
#include "nodes/parsenodes.h"

/*
 * The query, analyzed and rewritten, with its columns as outcomes where our
 * functions make them; the others are as they were.  It is a copy.
 *
 * A call becomes one of hbase.outcome() only if all that is done with its
 * result is to hand it to such calls, to a column of the result, or to the
 * query's own WHERE.  All other expressions stay, and so what they compute,
 * store and raise.  With a rejected row the query's own WHERE is not false.
 */
extern Query *outcome_query(const Query *query);

#endif							/* OUTCOME_QUERY_H */
