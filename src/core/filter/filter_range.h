/*
 * filter_range.h
 *		The key ranges that a scan with a filter has to read.
 */
#ifndef FILTER_RANGE_H
#define FILTER_RANGE_H

#include "core/filter/filter_tree.h"

/* Keys from start to before stop.  An empty stop is an open end. */
typedef struct FilterRange
{
	uint8_t    *start;
	size_t		start_len;
	uint8_t    *stop;
	size_t		stop_len;
} FilterRange;

typedef struct FilterRanges
{
	FilterRange *ranges;
	uint32_t	n;
} FilterRanges;

/*
 * The keys of all rows that the result can have: disjoint, in order; no ranges
 * means an empty result.  Skipping all other keys does not change the result.
 */
extern void filter_key_ranges(const Filter *filter, FilterRanges *ranges);
extern void filter_ranges_free(FilterRanges *ranges);

#endif							/* FILTER_RANGE_H */
