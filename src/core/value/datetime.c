/*
 * datetime.c
 *		Dates and times: units since 1970 as in HBase, and ISO text independent
 *		of the session's settings.
 */
#include "core/base/notation.h"
#include "core/value/datetime.h"

#define USECS_PER_SEC	INT64_C(1000000)

#define EPOCH_DAYS		DATETIME_EPOCH_DAYS
#define EPOCH_SECS		(EPOCH_DAYS * INT64_C(86400))

/* PostgreSQL's range: from 4714-11-24 BC to 5874897 (date) or 294276. */
#define MIN_DAY			DATETIME_MIN_DAY
#define END_DAY			DATETIME_END_DAY
#define MIN_USEC		DATETIME_MIN_USEC
#define END_USEC		DATETIME_END_USEC

/* Microseconds per unit, and units per second. */
static inline int64_t
unit_usecs(int precision)
{
	return precision == 6 ? 1 : precision == 3 ? 1000 : USECS_PER_SEC;
}

bool
value_to_epoch(const CoreValue *v, int precision, int64_t *n, CoreError *err)
{
	int64_t		usecs = unit_usecs(precision);
	int64_t		per_sec = USECS_PER_SEC / usecs;
	bool		overflow;

	if (v->kind != VALUE_TIME &&
		(v->i == VALUE_INFINITY || v->i == VALUE_NEG_INFINITY))
	{
		core_error(err, CORE_ERR_RANGE, "infinite %s cannot be encoded",
				   value_kind_name(v->kind));
		return core_error_hint(
			err,
			"HBase has no such value. Use NULL or a date that you choose.");
	}
	if (v->kind == VALUE_TIME)
	{
		*n = v->i / usecs;
		return true;
	}
	if (v->kind == VALUE_DATE)
		overflow = __builtin_mul_overflow(v->i + EPOCH_DAYS, 86400 * per_sec,
										  n);
	else
		overflow = __builtin_add_overflow(datetime_floor_div(v->i, usecs),
										  EPOCH_SECS * per_sec, n);
	if (overflow)
		return core_error(err, CORE_ERR_RANGE,
						  "%s is out of range for microseconds since 1970",
						  value_kind_name(v->kind));
	return true;
}

bool
value_from_epoch(ValueKind kind, int precision, int64_t n, CoreValue *v,
				 CoreError *err)
{
	int64_t		usecs = unit_usecs(precision);
	int64_t		per_sec = USECS_PER_SEC / usecs;
	int64_t		i;
	bool		ok;

	if (kind == VALUE_TIME)
	{
		ok = n >= 0 && n <= 86400 * per_sec;
		i = ok ? n * usecs : 0;
	}
	else if (kind == VALUE_DATE)
	{
		i = datetime_floor_div(n, 86400 * per_sec) - EPOCH_DAYS;
		ok = i >= MIN_DAY && i < END_DAY;
		if (ok && n % (86400 * per_sec) != 0)
		{
			core_error(err, CORE_ERR_RANGE,
					   "bytes contain a time of day in addition to the date");
			return core_error_hint(err,
								   "Read them as timestamp or timestamptz.");
		}
	}
	else
	{
		ok = !__builtin_sub_overflow(n, EPOCH_SECS * per_sec, &i) &&
			!__builtin_mul_overflow(i, usecs, &i) &&
			i >= MIN_USEC && i < END_USEC;
	}
	if (!ok)
	{
		core_error(err, CORE_ERR_RANGE,
				   "%lld %s since %s is out of range for type %s",
				   (long long) n,
				   precision == 6	  ? "microseconds" :
					   precision == 3 ? "milliseconds" :
										"seconds",
				   kind == VALUE_TIME ? "midnight" : "1970",
				   value_kind_name(kind));
		if (kind == VALUE_TIME)
			core_error_hint(err,
							"Read the bytes as timestamp or timestamptz.");
		return false;
	}
	v->kind = kind;
	v->i = i;
	return true;
}

/* ---- the calendar ----------------------------------------------------- */

/*
 * Convert a proleptic Gregorian date to days since 2000-01-01, and back.
 * Years begin in March here, so that the leap day is the last day. 400 years
 * have 146097 days.  Year 0 is 1 BC.
 */
static int64_t
days_of_date(int64_t year, int month, int day)
{
	int64_t		y = year - (month <= 2);
	int64_t		era = datetime_floor_div(y, 400);
	int64_t		year_of_era = y - era * 400;
	int			month_from_march = (month + 9) % 12;
	int64_t		day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
	int64_t		day_of_era = year_of_era * 365 + year_of_era / 4 -
		year_of_era / 100 + day_of_year;

	/* 2000-03-01 is day 60 and begins an era. */
	return (era - 5) * 146097 + day_of_era + 60;
}

static void
date_of_days(int64_t days, int64_t *year, int *month, int *day)
{
	int64_t		d = days - 60;
	int64_t		era = datetime_floor_div(d, 146097);
	int64_t		day_of_era = d - era * 146097;
	int64_t		year_of_era = (day_of_era - day_of_era / 1460 +
							   day_of_era / 36524 - day_of_era / 146096) / 365;
	int64_t		day_of_year = day_of_era -
		(365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	int			month_from_march = (int) ((5 * day_of_year + 2) / 153);

	*day = (int) (day_of_year - (153 * month_from_march + 2) / 5) + 1;
	*month = (month_from_march + 2) % 12 + 1;
	*year = (era + 5) * 400 + year_of_era + (*month <= 2);
}

int64_t
datetime_days(int64_t year, int month, int day)
{
	return days_of_date(year, month, day) + EPOCH_DAYS;
}

void
datetime_date(int64_t days, int64_t *year, int *month, int *day)
{
	date_of_days(days - EPOCH_DAYS, year, month, day);
}

static int
days_in_month(int64_t year, int month)
{
	static const int8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
								  31};

	if (month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
		return 29;
	return days[month - 1];
}

/* ---- writing ---------------------------------------------------------- */

/* Write n with at least width digits. */
static char *
write_digits(char *dst, int64_t n, int width)
{
	char		digits[20];
	int			len = 0;

	do
	{
		digits[len++] = (char) ('0' + n % 10);
		n /= 10;
	} while (n > 0);
	while (len < width)
		digits[len++] = '0';
	while (len > 0)
		*dst++ = digits[--len];
	return dst;
}

/* hh:mm:ss[.ffffff] */
static char *
write_time(char *dst, int64_t usecs)
{
	int64_t		fraction = usecs % USECS_PER_SEC;
	int64_t		secs = usecs / USECS_PER_SEC;

	dst = write_digits(dst, secs / 3600, 2);
	*dst++ = ':';
	dst = write_digits(dst, secs / 60 % 60, 2);
	*dst++ = ':';
	dst = write_digits(dst, secs % 60, 2);
	if (fraction != 0)
	{
		*dst++ = '.';
		dst = write_digits(dst, fraction, 6);
		while (dst[-1] == '0')
			dst--;
	}
	return dst;
}

size_t
datetime_write(const CoreValue *v, int precision, char *dst)
{
	char	   *start = dst;
	int64_t		usecs = unit_usecs(precision);
	int64_t		days = v->i;
	int64_t		rest = 0;
	int64_t		year;
	int			month,
				day;

	if (v->kind == VALUE_TIME)
		return write_time(dst, v->i - v->i % usecs) - start;
	if (v->kind != VALUE_DATE)
	{
		days = datetime_floor_div(v->i, DATETIME_USECS_PER_DAY);
		rest = v->i - days * DATETIME_USECS_PER_DAY;
		rest -= rest % usecs;
	}
	date_of_days(days, &year, &month, &day);
	dst = write_digits(dst, year > 0 ? year : 1 - year, 4);
	*dst++ = '-';
	dst = write_digits(dst, month, 2);
	*dst++ = '-';
	dst = write_digits(dst, day, 2);
	if (v->kind != VALUE_DATE)
	{
		*dst++ = ' ';
		dst = write_time(dst, rest);
		if (v->kind == VALUE_TIMESTAMPTZ)
		{
			memcpy(dst, "+00", 3);
			dst += 3;
		}
	}
	if (year <= 0)
	{
		memcpy(dst, " BC", 3);
		dst += 3;
	}
	return dst - start;
}

/* ---- reading ---------------------------------------------------------- */

/* The unread text: p .. end. */
typedef struct Cursor
{
	const char *p;
	const char *end;
} Cursor;

static bool
accept(Cursor *c, char wanted)
{
	if (c->p == c->end || *c->p != wanted)
		return false;
	c->p++;
	return true;
}

/* Read at least min and at most max digits. */
static bool
read_digits(Cursor *c, int min, int max, int64_t *n)
{
	int			count = 0;

	*n = 0;
	while (c->p < c->end && *c->p >= '0' && *c->p <= '9' && count < max)
	{
		*n = *n * 10 + (*c->p++ - '0');
		count++;
	}
	return count >= min;
}

static bool
read_two(Cursor *c, int64_t limit, int64_t *n)
{
	return read_digits(c, 2, 2, n) && *n <= limit;
}

/* hh:mm[:ss[.ffffff]], up to 24:00:00 */
static bool
read_time(Cursor *c, int64_t *usecs)
{
	int64_t		hour,
				minute,
				second = 0,
				fraction = 0;

	if (!read_two(c, 24, &hour) || !accept(c, ':') ||
		!read_two(c, 59, &minute))
		return false;
	if (accept(c, ':'))
	{
		if (!read_two(c, 59, &second))
			return false;
		if (accept(c, '.'))
		{
			const char *first = c->p;

			if (!read_digits(c, 1, 6, &fraction))
				return false;
			for (ptrdiff_t n = c->p - first; n < 6; n++)
				fraction *= 10;
			while (accept(c, '0'))
				;				/* more digits than microseconds must be
								 * zero */
		}
	}
	*usecs = ((hour * 60 + minute) * 60 + second) * USECS_PER_SEC + fraction;
	return *usecs <= DATETIME_USECS_PER_DAY;
}

/* YYYY-MM-DD, the year as written */
static bool
read_date(Cursor *c, int64_t *year, int64_t *month, int64_t *day)
{
	return read_digits(c, 4, 7, year) && *year > 0 && accept(c, '-') &&
		read_two(c, 12, month) && *month > 0 && accept(c, '-') &&
		read_two(c, 31, day) && *day > 0;
}

/* Z or +hh[[:]mm], as microseconds east of UTC */
static bool
read_offset(Cursor *c, int64_t *usecs)
{
	int64_t		sign;
	int64_t		hours,
				minutes = 0;

	*usecs = 0;
	if (accept(c, 'Z') || accept(c, 'z'))
		return true;
	if (accept(c, '+'))
		sign = 1;
	else if (accept(c, '-'))
		sign = -1;
	else
		return false;
	if (!read_two(c, 15, &hours))
		return false;
	if ((accept(c, ':') || (c->p < c->end && *c->p >= '0' && *c->p <= '9')) &&
		!read_two(c, 59, &minutes))
		return false;
	*usecs = sign * (hours * 60 + minutes) * 60 * USECS_PER_SEC;
	return true;
}

/* Set the error that describes the valid text of this kind. */
static bool
bad_text(ValueKind kind, const char *text, size_t len, CoreError *err)
{
	char		quoted[NOTATION_QUOTE_SIZE];

	core_error(err, CORE_ERR_SYNTAX, "invalid text for type %s: \"%s\"",
			   value_kind_name(kind), notation_quote(text, len, quoted));
	return core_error_hint(
		err, "Write it as %s.",
		kind == VALUE_DATE ?
			"2024-01-31" :
			kind == VALUE_TIME ?
			"23:59:59.999999" :
			kind == VALUE_TIMESTAMP ?
			"2024-01-31 23:59:59.999999" :
			"2024-01-31 23:59:59.999999+00, always with its offset from UTC");
}

bool
datetime_parse(ValueKind kind, const char *text, size_t len, CoreValue *v,
			   CoreError *err)
{
	Cursor		c = {text, text + len};
	int64_t		year,
				month,
				day,
				days,
				usecs = 0,
				offset = 0;

	v->kind = kind;
	if (kind == VALUE_TIME)
	{
		if (!read_time(&c, &v->i) || c.p != c.end)
			return bad_text(kind, text, len, err);
		return true;
	}

	if (!read_date(&c, &year, &month, &day))
		return bad_text(kind, text, len, err);
	if (kind != VALUE_DATE)
	{
		if (!(accept(&c, ' ') || accept(&c, 'T') || accept(&c, 't')) ||
			!read_time(&c, &usecs))
			return bad_text(kind, text, len, err);
		if (kind == VALUE_TIMESTAMPTZ && !read_offset(&c, &offset))
			return bad_text(kind, text, len, err);
	}
	if (c.end - c.p == 3 && memcmp(c.p, " BC", 3) == 0)
	{
		year = 1 - year;
		c.p += 3;
	}
	if (c.p != c.end || day > days_in_month(year, (int) month))
		return bad_text(kind, text, len, err);

	days = days_of_date(year, (int) month, (int) day);
	if (days < MIN_DAY || days >= END_DAY ||
		(kind != VALUE_DATE &&
		 (__builtin_mul_overflow(days, DATETIME_USECS_PER_DAY, &v->i) ||
		  __builtin_add_overflow(v->i, usecs - offset, &v->i) ||
		  v->i < MIN_USEC || v->i >= END_USEC)))
	{
		char		quoted[NOTATION_QUOTE_SIZE];

		return core_error(err, CORE_ERR_RANGE,
						  "\"%s\" is out of range for type %s",
						  notation_quote(text, len, quoted),
						  value_kind_name(kind));
	}
	if (kind == VALUE_DATE)
		v->i = days;
	return true;
}
