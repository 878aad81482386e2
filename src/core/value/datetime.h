/*
 * datetime.h
 *		Dates and times: units since 1970 as in HBase, and ISO text independent
 *		of the session's settings.
 */
#ifndef DATETIME_H
#define DATETIME_H

#include "core/base/error.h"
#include "core/value/value.h"

/* The longest text of datetime_write. */
#define DATETIME_MAX_TEXT	48

#define DATETIME_USECS_PER_DAY	INT64_C(86400000000)

/* Days from 1970-01-01 to 2000-01-01, PostgreSQL's epoch. */
#define DATETIME_EPOCH_DAYS	10957

/*
 * PostgreSQL's first date and timestamp, in 4714 BC, and the ends of its
 * ranges.
 */
#define DATETIME_MIN_DAY	(-2451545)
#define DATETIME_END_DAY	2145031949	/* for dates, which have a larger
										 * range */
#define DATETIME_MIN_USEC	(DATETIME_MIN_DAY * DATETIME_USECS_PER_DAY)
#define DATETIME_END_USEC	INT64_C(9223371331200000000)

/* Division that rounds down; b is positive. */
static inline int64_t
datetime_floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Convert a finite timestamp to milliseconds since 1970, rounded down. */
static inline int64_t
datetime_unix_ms(int64_t usecs)
{
	return datetime_floor_div(usecs, 1000) +
		DATETIME_EPOCH_DAYS * INT64_C(86400000);
}

/* Convert back; false if the result is out of range. */
static inline bool
datetime_from_unix_ms(int64_t ms, int64_t *usecs)
{
	return !__builtin_sub_overflow(ms, DATETIME_EPOCH_DAYS * INT64_C(86400000),
								   usecs) &&
		!__builtin_mul_overflow(*usecs, 1000, usecs) &&
		*usecs >= DATETIME_MIN_USEC && *usecs < DATETIME_END_USEC;
}

/*
 * Convert a proleptic Gregorian date to days since 1970-01-01, and back.  Year
 * 0 is 1 BC.
 */
extern int64_t datetime_days(int64_t year, int month, int day);
extern void datetime_date(int64_t days, int64_t *year, int *month, int *day);

/*
 * Convert to units since 1970-01-01 (a time of day: since midnight), rounded
 * down, also before 1970. precision is the unit: 0 seconds, 3 milliseconds, 6
 * microseconds.  Infinities are errors; with microseconds the last years of
 * PostgreSQL's range, too.
 */
extern bool value_to_epoch(const CoreValue *v, int precision, int64_t *n,
						   CoreError *err);

/*
 * Convert back.  An error if n is out of range for the kind, or not midnight
 * for a date.
 */
extern bool value_from_epoch(ValueKind kind, int precision, int64_t n,
							 CoreValue *v, CoreError *err);

/*
 * Write a finite date or time in PostgreSQL's ISO style, timestamptz in UTC.
 * The fraction is truncated to precision digits and has no trailing zeros. dst
 * has room for DATETIME_MAX_TEXT bytes; no terminator.
 */
extern size_t datetime_write(const CoreValue *v, int precision, char *dst);

/*
 * Read ISO text: YYYY-MM-DD, 'T' or blank, hh:mm[:ss[.ffffff]], optionally "
 * BC". timestamptz must have an offset: Z or +hh[[:]mm]; the other kinds must
 * not.
 */
extern bool datetime_parse(ValueKind kind, const char *text, size_t len,
						   CoreValue *v, CoreError *err);

#endif							/* DATETIME_H */
