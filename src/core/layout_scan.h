/*
 * layout_scan.h
 *		From conditions on fields to ranges of keys.
 */
#ifndef LAYOUT_SCAN_H
#define LAYOUT_SCAN_H

#include "layout_key.h"

typedef struct LayoutBound
{
	bool		infinite;
	bool		inclusive;
	CoreValue		value;
} LayoutBound;

/* A point (its value in low), or an interval. */
typedef struct LayoutItem
{
	bool		point;
	LayoutBound low;
	LayoutBound high;
} LayoutItem;

/*
 * What a field must be: anything, or one of the items (none: no key at all).
 *
 * The caller sets values of the field's family, wider than its type or not:
 * any integer for integers, double precision for both floats, any bytes as a
 * bound for text and bytea.  layout_prepare puts them into the form that the
 * other calls take.
 */
typedef struct LayoutCondition
{
	bool		all;
	int			nitems;
	LayoutItem *items;			/* memory of core_alloc, or NULL */
} LayoutCondition;

/*
 * Put one condition per field into normal form, in place: whole units of the
 * field's precision, no empty items, nothing that no key can hold.  An error
 * when a range is asked of a field that takes equality alone.
 */
extern bool layout_prepare(const Layout *layout, LayoutCondition *conditions,
						   CoreError *err);

/* Is the lower bound of an item, not yet prepared, above the upper one? */
extern bool layout_bounds_cross(const LayoutField *field, const LayoutItem *item);

/*
 * Take conditions away for which layout_prepare has an error: ranges of fields
 * that take equality alone.  Returns these fields, one bit each.
 */
extern uint64_t layout_drop_ranges(const Layout *layout, LayoutCondition *conditions);

/* The value of a count, for kinds that count. */
extern void layout_value_of_count(const LayoutField *field, int64_t count, CoreValue *v);

/* Ranges of keys [start, stop); no stop: to the end of the table. */
typedef struct LayoutRange
{
	uint8_t    *start;			/* one block of core_alloc with stop */
	size_t		start_len;
	uint8_t    *stop;
	size_t		stop_len;
	bool		has_stop;
	size_t		fan;			/* bytes of start up to its last salt or bucket */
} LayoutRange;

typedef struct LayoutRanges
{
	LayoutRange *ranges;
	int			n;
	int			room;
} LayoutRanges;

/*
 * All ranges that hold keys of these (prepared) conditions: in key order and
 * disjoint; neighbours are one range unless a salt or bucket parts them.
 * CORE_ERR_LIMIT when there are more than most.
 */
extern bool layout_scan(const Layout *layout, const LayoutCondition *conditions,
						int most, LayoutRanges *ranges, CoreError *err);
extern void layout_ranges_free(LayoutRanges *ranges);

/* Are these, of a question's conditions, the ranges of all keys? */
extern bool layout_ranges_are_all(const Layout *layout, const LayoutRanges *ranges,
								  int most, bool *all, CoreError *err);

/* Whether a key fits the layout, and as far as it tells, the conditions. */
extern bool layout_matches(const Layout *layout, const uint8_t *key, size_t n,
						   const LayoutCondition *conditions, bool *matches,
						   CoreError *err);

/*
 * How many ranges to expect when only this is known: for each field, whether
 * it is given as single values.
 */
extern double layout_expected_ranges(const Layout *layout, const bool *equal);

#endif							/* LAYOUT_SCAN_H */
