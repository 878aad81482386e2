/*
 * layout_scan.h
 *		Convert conditions on fields to key ranges.
 */
#ifndef LAYOUT_SCAN_H
#define LAYOUT_SCAN_H

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/layout/layout_condition.h"

/* A key range [start, stop); no stop: to the end of the table. */
typedef struct LayoutRange
{
	uint8_t    *start;			/* one block of core_alloc together with
								 * stop */
	size_t		start_len;
	uint8_t    *stop;
	size_t		stop_len;
	bool		has_stop;
	size_t		fan;			/* length of start up to its last salt or
								 * bucket */
} LayoutRange;

typedef struct LayoutRanges
{
	LayoutRange *ranges;
	int			n;
	int			room;
} LayoutRanges;

/*
 * The ranges of all keys that match the prepared conditions: in key order and
 * disjoint.  Adjacent ranges are joined unless a salt or bucket is between
 * them.  CORE_ERR_LIMIT if there are more than most.
 */
extern bool layout_scan(const Layout *layout,
						const LayoutCondition *conditions, int most,
						LayoutRanges *ranges, CoreError *err);
extern void layout_ranges_free(LayoutRanges *ranges);

/* Whether these ranges of the conditions are all keys. */
extern bool layout_ranges_are_all(const Layout *layout,
								  const LayoutRanges *ranges, int most,
								  bool *all, CoreError *err);

/* Whether each of these ranges is a single key. */
extern bool layout_ranges_are_keys(const LayoutRanges *ranges);

/*
 * The expected number of ranges if only this is known: for each field, whether
 * it has single values.
 */
extern double layout_expected_ranges(const Layout *layout, const bool *equal);

#endif							/* LAYOUT_SCAN_H */
