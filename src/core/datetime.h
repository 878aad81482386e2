/*
 * datetime.h
 *		Dates and times: HBase's count since 1970, and ISO text that depends on
 *		no setting.
 */
#ifndef DATETIME_H
#define DATETIME_H

#include "value.h"

/* The longest text of datetime_write. */
#define DATETIME_MAX_TEXT	48

/* From 1970-01-01 to 2000-01-01, where PostgreSQL counts from. */
#define DATETIME_EPOCH_DAYS	10957

/* The first date and timestamp of PostgreSQL, in 4714 BC; what follows the last. */
#define DATETIME_MIN_DAY	(-2451545)
#define DATETIME_END_DAY	2145031949	/* of dates, which go further */
#define DATETIME_MIN_USEC	(DATETIME_MIN_DAY * INT64_C(86400000000))
#define DATETIME_END_USEC	INT64_C(9223371331200000000)

/* Division that rounds down; b is above 0. */
static inline int64_t
datetime_floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Milliseconds since 1970, rounded down, of a finite timestamp's number. */
static inline int64_t
datetime_unix_ms(int64_t usecs)
{
	return datetime_floor_div(usecs, 1000) + DATETIME_EPOCH_DAYS * INT64_C(86400000);
}

/* The inverse; false for a time that no timestamp holds. */
static inline bool
datetime_from_unix_ms(int64_t ms, int64_t *usecs)
{
	return !__builtin_sub_overflow(ms, DATETIME_EPOCH_DAYS * INT64_C(86400000), usecs) &&
		!__builtin_mul_overflow(*usecs, 1000, usecs) &&
		*usecs >= DATETIME_MIN_USEC && *usecs < DATETIME_END_USEC;
}

/* Days since 1970-01-01 of a proleptic Gregorian date, and back; year 0 is 1 BC. */
extern int64_t datetime_days(int64_t year, int month, int day);
extern void datetime_date(int64_t days, int64_t *year, int *month, int *day);

/*
 * Units since 1970-01-01 (of a time: since midnight), the floor also before
 * 1970.  precision is the unit: 0 seconds, 3 milliseconds, 6 microseconds.
 * Infinities and, with microseconds, the last years of PostgreSQL's range are
 * errors.
 */
extern bool value_to_epoch(const CoreValue *v, int precision, int64_t *n,
						   CoreError *err);

/*
 * The inverse.  An error when n lies outside the range of the kind, or is no
 * midnight where a date is wanted.
 */
extern bool value_from_epoch(ValueKind kind, int precision, int64_t n,
							 CoreValue *v, CoreError *err);

/*
 * Write a finite date or time as PostgreSQL's ISO style does, timestamptz in
 * UTC, cut (floor) to precision decimal places, trailing zeros of the fraction
 * left out.  dst has room for DATETIME_MAX_TEXT bytes; no terminator.
 */
extern size_t datetime_write(const CoreValue *v, int precision, char *dst);

/*
 * Read ISO text: YYYY-MM-DD, a 'T' or blank, hh:mm[:ss[.ffffff]], and, for
 * timestamptz only and always, the offset: Z or +hh[[:]mm].  " BC" may end it.
 */
extern bool datetime_parse(ValueKind kind, const char *text, size_t len,
						   CoreValue *v, CoreError *err);

#endif							/* DATETIME_H */
