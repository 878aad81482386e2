/*
 * layout_time.h
 *		The numbers and periods of times, for bucket, digits and trunc.
 */
#ifndef LAYOUT_TIME_H
#define LAYOUT_TIME_H

#include "layout.h"

/*
 * Whether fields of a kind have a number: integers are theirs; a date is days
 * since 1970; a timestamp milliseconds since 1970, or the seconds or
 * microseconds of its precision.
 */
static inline bool
layout_has_number(ValueKind kind)
{
	return value_kind_is_integer(kind) || kind == VALUE_DATE ||
		kind == VALUE_TIMESTAMP || kind == VALUE_TIMESTAMPTZ;
}

extern bool layout_number(const LayoutField *field, const CoreValue *v, int64_t *n,
						  CoreError *err);
extern bool layout_value_of_number(const LayoutField *field, int64_t n, CoreValue *v,
								   CoreError *err);

/* False with an error for the infinities of dates and timestamps. */
extern bool layout_is_finite(const CoreValue *v, CoreError *err);

/* The largest number that digits can write; descending ones count down from it. */
extern uint64_t layout_most_digits(const LayoutComponent *digits,
								   const LayoutField *field);

/* Whether a trunc's period suits its field: see layout_check.c. */
extern bool layout_period_fits(const LayoutComponent *trunc,
							   const LayoutField *field);

/*
 * The start of the period that holds v (finite), in UTC.  An error when it
 * lies before all that PostgreSQL has; *start is its count all the same.
 */
extern bool layout_trunc(const LayoutComponent *trunc, const CoreValue *v,
						 CoreValue *start, CoreError *err);

#endif							/* LAYOUT_TIME_H */
