/*
 * transform.h
 *		Convert PostgreSQL's times to Java's, for all transforms.
 */
#ifndef TRANSFORM_H
#define TRANSFORM_H

#include "pg/base/compat.h"

#include "utils/date.h"
#include "utils/timestamp.h"

#include "core/base/error.h"
#include "pg/base/core_error.h"

#define TRANSFORM_EPOCH_DAYS	(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)
#define TRANSFORM_EPOCH_MS		(TRANSFORM_EPOCH_DAYS * INT64CONST(86400000))

/*
 * Set the error for an infinity, which Java's times do not have; returns
 * false.
 */
extern bool transform_no_infinity(const char *type_name, CoreError *err);

/*
 * Milliseconds since 1970-01-01 UTC, rounded down also before 1970; a
 * timestamp without time zone is read as UTC. False with an error for an
 * infinity.
 */
static inline bool
transform_take_ms(Timestamp at, int64 *ms, CoreError *err)
{
	*ms = at / 1000;
	*ms -= (*ms * 1000 > at);
	*ms += TRANSFORM_EPOCH_MS;
	return likely(!TIMESTAMP_NOT_FINITE(at)) ||
		transform_no_infinity("timestamp", err);
}

/* The same for callers that raise the error. */
static inline int64
transform_unix_ms(Timestamp at)
{
	int64		ms;
	CoreError	err;

	if (!transform_take_ms(at, &ms, &err))
		core_error_raise(&err);
	return ms;
}

/* Days since 1970-01-01; false with an error for an infinity. */
static inline bool
transform_take_days(DateADT date, int64 *days, CoreError *err)
{
	*days = (int64) date + TRANSFORM_EPOCH_DAYS;
	return likely(!DATE_NOT_FINITE(date)) ||
		transform_no_infinity("date", err);
}

#endif							/* TRANSFORM_H */
