/*
 * layout_condition.h
 *		Conditions on the fields of a layout.
 */
#ifndef LAYOUT_CONDITION_H
#define LAYOUT_CONDITION_H

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/value/value.h"

typedef struct LayoutBound
{
	bool		infinite;
	bool		inclusive;
	CoreValue		value;
} LayoutBound;

/* A point (its value is low), or an interval. */
typedef struct LayoutItem
{
	bool		point;
	LayoutBound low;
	LayoutBound high;
} LayoutItem;

/*
 * The condition on a field: any value (all), or one of the items; no item
 * means that no key matches.
 *
 * The caller sets values of a kind related to the field's: any integer for
 * integers, double precision for both floats, any bytes as bounds of text and
 * bytea. layout_prepare converts them to the normal form that the other
 * functions use.
 */
typedef struct LayoutCondition
{
	bool		all;
	int			nitems;
	LayoutItem *items;			/* allocated with core_alloc, or NULL */
} LayoutCondition;

/*
 * Convert one condition per field to normal form, in place: integers of the
 * field's unit, no empty items, no bound that a key cannot have.  An error for
 * a range of a field that supports equality only.
 */
extern bool layout_prepare(const Layout *layout, LayoutCondition *conditions,
						   CoreError *err);

/*
 * Whether the lower bound of an item, not yet prepared, is above the upper
 * one.
 */
extern bool layout_bounds_cross(const LayoutField *field,
								const LayoutItem *item);

/*
 * Remove the conditions that layout_prepare would reject: ranges of fields
 * that support equality only.  Returns these fields as a bit set.
 */
extern uint64_t layout_drop_ranges(const Layout *layout,
								   LayoutCondition *conditions);

/* Convert an integer to the value of a discrete field. */
extern void layout_value_of_count(const LayoutField *field, int64_t count,
								  CoreValue *v);

/*
 * Whether a key fits the layout and, as far as the key determines it, the
 * conditions.
 */
extern bool layout_matches(const Layout *layout, const uint8_t *key, size_t n,
						   const LayoutCondition *conditions, bool *matches,
						   CoreError *err);

#endif							/* LAYOUT_CONDITION_H */
