/*
 * filter.h
 *		HBase's filters in the server.
 */
#ifndef PG_FILTER_H
#define PG_FILTER_H

#include "glue.h"

#include "../core/filter.h"

/*
 * The filter of an argument of type text or bytea; NULL for NULL.  It lives in
 * the current memory context.
 */
extern Filter *filter_from_arg(FunctionCallInfo fcinfo, int n);

#endif							/* PG_FILTER_H */
