/*
 * filter.h
 *		HBase's filters in the server.
 */
#ifndef FILTER_H
#define FILTER_H

#include "core/filter/filter_tree.h"
#include "hbase_schema.h"

/*
 * The filter of an argument of type text or bytea; NULL if the argument is. It
 * is allocated in the current memory context.
 */
extern Filter *filter_from_arg(FunctionCallInfo fcinfo, int n);

/*
 * A bound of filter_key_ranges as a row key; NULL is an open end. Bytes longer
 * than a key are truncated (in place) so that the range does not become
 * smaller.
 */
extern RowKey *filter_bound_key(uint8_t *bytes, size_t len, bool is_stop);

/* The columns of a cell: qualifier, timestamp, type and value. */
extern void filter_cell_values(const WideCell *cell, Datum values[4]);

#endif							/* FILTER_H */
