/*
 * layout_time.c
 *		Numbers and periods of times, for bucket, digits and trunc.
 */
#include "core/layout/layout_time.h"
#include "core/value/datetime.h"
#include "core/value/value_convert.h"

#define USECS_PER_SEC	INT64_C(1000000)
#define USECS_PER_DAY	(86400 * USECS_PER_SEC)

/* The longest period in days: a thousand years. */
#define MAX_DAYS		365243
#define MAX_MONTHS		12000

bool
layout_number(const LayoutField *field, const CoreValue *v, int64_t *n,
			  CoreError *err)
{
	if (v->kind == VALUE_DATE)
	{
		/* Check by conversion to seconds, which rejects infinities. */
		if (!value_to_epoch(v, 0, n, err))
			return false;
		*n = v->i + DATETIME_EPOCH_DAYS;
		return true;
	}
	if (value_kind_is_time(v->kind))
		return value_to_epoch(v, field->type.precision, n, err);
	*n = v->i;
	return true;
}

bool
layout_value_of_number(const LayoutField *field, int64_t n, CoreValue *v,
					   CoreError *err)
{
	CoreValue	wide;

	if (field->kind == VALUE_DATE)
	{
		if (n > INT64_MAX / 86400 || n < INT64_MIN / 86400)
			return core_error(err, CORE_ERR_RANGE, "date is out of range");
		return value_from_epoch(VALUE_DATE, 0, n * 86400, v, err);
	}
	if (value_kind_is_time(field->kind))
		return value_from_epoch(field->kind, field->type.precision, n, v, err);
	wide.kind = VALUE_INT8;
	wide.i = n;
	return value_convert(field->kind, &wide, v, NULL, err);
}

bool
layout_is_finite(const CoreValue *v, CoreError *err)
{
	int64_t		unused;

	return value_to_epoch(v, 0, &unused, err);
}

uint64_t
layout_most_digits(const LayoutComponent *digits, const LayoutField *field)
{
	uint64_t	most = 1;

	if (digits->descending && field->kind != VALUE_DATE &&
		value_kind_is_time(field->kind))
		return INT64_MAX;
	for (int i = 0; i < digits->width; i++)
		most *= 10;
	return most - 1;
}

/* ---- periods --------------------------------------------------------- */

static bool
is_calendar(const LayoutComponent *trunc)
{
	return trunc->unit == LAYOUT_UNIT_MONTH || trunc->unit == LAYOUT_UNIT_YEAR;
}

/* The number of months in a period of months or years. */
static int64_t
period_months(const LayoutComponent *trunc)
{
	return trunc->count * (trunc->unit == LAYOUT_UNIT_YEAR ? 12 : 1);
}

/* The number of microseconds in any other period. */
static int64_t
unit_usecs(LayoutUnit unit)
{
	switch (unit)
	{
		case LAYOUT_UNIT_MILLISECOND:
			return 1000;
		case LAYOUT_UNIT_SECOND:
			return USECS_PER_SEC;
		case LAYOUT_UNIT_MINUTE:
			return 60 * USECS_PER_SEC;
		case LAYOUT_UNIT_HOUR:
			return 3600 * USECS_PER_SEC;
		case LAYOUT_UNIT_DAY:
			return USECS_PER_DAY;
		case LAYOUT_UNIT_WEEK:
			return 7 * USECS_PER_DAY;
		case LAYOUT_UNIT_MONTH:
		case LAYOUT_UNIT_YEAR:
			break;
	}
	return 0;
}

bool
layout_period_fits(const LayoutComponent *trunc, const LayoutField *field)
{
	int64_t		usecs;
	int64_t		least;

	if (is_calendar(trunc))
		return period_months(trunc) <= MAX_MONTHS;
	usecs = unit_usecs(trunc->unit);
	if (trunc->count > MAX_DAYS * USECS_PER_DAY / usecs)
		return false;
	if (field->kind == VALUE_DATE)
		least = USECS_PER_DAY;
	else
		least = field->type.precision == 6 ? 1 :
			field->type.precision == 3 ? 1000 : USECS_PER_SEC;
	return trunc->count * usecs % least == 0;
}

/* Remainder that is not negative. */
static int64_t
floor_rem(int64_t a, int64_t b)
{
	int64_t		rest = a % b;

	return rest < 0 ? rest + b : rest;
}

/* The start of the period of a since 2000; periods count from origin. */
static int64_t
floor_from(int64_t a, int64_t period, int64_t origin)
{
	return a -
		floor_rem(floor_rem(a, period) - floor_rem(origin, period), period);
}

/*
 * The start of the period of months that contains day, in days since
 * 2000-01-01.  Months count from January of year 0 of the proleptic Gregorian
 * calendar.
 */
static int64_t
floor_months(int64_t day, int64_t months)
{
	int64_t		year;
	int			month,
				unused;
	int64_t		first;

	datetime_date(day + DATETIME_EPOCH_DAYS, &year, &month, &unused);
	first = floor_from(12 * year + month - 1, months, 0);
	month = (int) floor_rem(first, 12);
	return datetime_days((first - month) / 12, month + 1, 1) -
		DATETIME_EPOCH_DAYS;
}

bool
layout_trunc(const LayoutComponent *trunc, const CoreValue *v,
			 CoreValue *start, CoreError *err)
{
	bool		date = v->kind == VALUE_DATE;
	int64_t		unit = date ? 1 : USECS_PER_DAY;	/* units of v per day */

	start->kind = v->kind;
	if (is_calendar(trunc))
	{
		int64_t		day = datetime_floor_div(v->i, unit);

		start->i = floor_months(day, period_months(trunc)) * unit;
	}
	else
	{
		int64_t		period = trunc->count * unit_usecs(trunc->unit);

		/* Periods count from 1970, weeks from the Monday after its start. */
		int64_t		origin = -DATETIME_EPOCH_DAYS +
			(trunc->unit == LAYOUT_UNIT_WEEK ? 4 : 0);

		start->i = floor_from(v->i, date ? period / USECS_PER_DAY : period,
							  origin * unit);
	}
	if (start->i < DATETIME_MIN_DAY * unit)
		return core_error(
			err, CORE_ERR_RANGE,
			"the period of this time begins before the range of type %s",
			value_kind_name(v->kind));
	return true;
}
