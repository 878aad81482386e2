/*
 * set_result.h
 *		The result of a set-returning function, filled in one call.
 */
#ifndef SET_RESULT_H
#define SET_RESULT_H

#include "postgres.h"
#include "fmgr.h"

/*
 * Begin a set-returning function that fills a tuplestore in one call. Sets
 * setResult and setDesc of the call's ReturnSetInfo and returns it. A set of
 * scalar values has rows of one column.
 */
struct ReturnSetInfo;
extern struct ReturnSetInfo *set_result_begin(FunctionCallInfo fcinfo);

#endif							/* SET_RESULT_H */
