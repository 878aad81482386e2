/*
 * layout_time.h
 *		Numbers and periods of times, for bucket, digits and trunc.
 */
#ifndef LAYOUT_TIME_H
#define LAYOUT_TIME_H

#include "core/base/error.h"
#include "core/layout/layout.h"

/*
 * Whether the kind has a number: integers themselves; a date: days since 1970;
 * a timestamp: milliseconds since 1970, or seconds or microseconds by its
 * precision.
 */
static inline bool
layout_has_number(ValueKind kind)
{
	return value_kind_is_integer(kind) || kind == VALUE_DATE ||
		kind == VALUE_TIMESTAMP || kind == VALUE_TIMESTAMPTZ;
}

extern bool layout_number(const LayoutField *field, const CoreValue *v,
						  int64_t *n, CoreError *err);
extern bool layout_value_of_number(const LayoutField *field, int64_t n,
								   CoreValue *v, CoreError *err);

/* An error for infinite dates and timestamps. */
extern bool layout_is_finite(const CoreValue *v, CoreError *err);

/*
 * The largest number that digits can write.  Descending numbers are subtracted
 * from it.
 */
extern uint64_t layout_most_digits(const LayoutComponent *digits,
								   const LayoutField *field);

/* Whether the period of a trunc is valid for its field; see layout_check.c. */
extern bool layout_period_fits(const LayoutComponent *trunc,
							   const LayoutField *field);

/*
 * The start of the period of v (finite), in UTC.  An error if it is before
 * PostgreSQL's first date; *start is set in any case.
 */
extern bool layout_trunc(const LayoutComponent *trunc, const CoreValue *v,
						 CoreValue *start, CoreError *err);

#endif							/* LAYOUT_TIME_H */
