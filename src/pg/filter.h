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

/*
 * A bound of filter_key_ranges as a row key; NULL is an open end.  Bytes longer
 * than a key can have are cut (in place), so that the range becomes no smaller.
 */
extern RowKey *filter_bound_key(uint8_t *bytes, size_t len, bool is_stop);

#endif							/* PG_FILTER_H */
