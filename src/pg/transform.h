/*
 * transform.h
 *		PostgreSQL's times as Java counts them, for all transforms.
 */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "compat.h"

#include "utils/date.h"
#include "utils/timestamp.h"

#define TRANSFORM_EPOCH_DAYS	(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)
#define TRANSFORM_EPOCH_MS		(TRANSFORM_EPOCH_DAYS * INT64CONST(86400000))

/* The error for an infinity, which Java's times do not have. */
extern void transform_no_infinity(const char *type_name) pg_attribute_noreturn();

/*
 * Milliseconds since 1970-01-01 UTC, rounded down also before; a timestamp
 * without time zone counts as UTC.  An infinity is an error.
 */
static inline int64
transform_unix_ms(Timestamp at)
{
	int64		ms = at / 1000;

	if (unlikely(TIMESTAMP_NOT_FINITE(at)))
		transform_no_infinity("timestamp");
	ms -= (ms * 1000 > at);
	return ms + TRANSFORM_EPOCH_MS;
}

/* Days since 1970-01-01.  An infinity is an error. */
static inline int64
transform_unix_days(DateADT date)
{
	if (unlikely(DATE_NOT_FINITE(date)))
		transform_no_infinity("date");
	return (int64) date + TRANSFORM_EPOCH_DAYS;
}

#endif							/* TRANSFORM_H */
