/*
 * numeric.c
 *		Numerics in base 10000: text, decimal digits, and conversion from other
 *		numbers.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/value/numeric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/notation.h"

#define BASE			10000
#define BASE_DIGITS		4		/* decimal digits per base-10000 digit */

static const int16_t power10[BASE_DIGITS] = {1, 10, 100, 1000};

/* a / 4, rounded down. */
static inline int64_t
floor_div4(int64_t a)
{
	return a >= 0 ? a / BASE_DIGITS : -((-a + BASE_DIGITS - 1) / BASE_DIGITS);
}

void
numeric_from_int64(int64_t i, ValueNumeric *num, int16_t *digits)
{
	uint64_t	u = i < 0 ? -(uint64_t) i : (uint64_t) i;
	int			n = 0;

	num->sign = i < 0 ? VALUE_NUM_NEGATIVE : VALUE_NUM_POSITIVE;
	num->scale = 0;
	num->digits = digits;
	for (uint64_t left = u; left > 0; left /= BASE)
		n++;
	num->weight = n > 0 ? n - 1 : 0;
	num->ndigits = n;
	for (int k = n - 1; k >= 0; k--)
	{
		digits[k] = (int16_t) (u % BASE);
		u /= BASE;
	}
	while (num->ndigits > 0 && digits[num->ndigits - 1] == 0)
		num->ndigits--;
}

bool
numeric_to_int64(const ValueNumeric *num, int64_t *i, CoreError *err)
{
	bool		ok = num->sign <= VALUE_NUM_NEGATIVE &&
		num->ndigits <= num->weight + 1;	/* no fraction */

	/* Count down from zero: the negative range is larger by one. */
	*i = 0;
	for (int k = 0; ok && k <= num->weight && num->ndigits > 0; k++)
	{
		int			d = k < num->ndigits ? num->digits[k] : 0;

		ok = !__builtin_mul_overflow(*i, BASE, i) &&
			!__builtin_sub_overflow(*i, d, i);
	}
	if (ok && num->sign == VALUE_NUM_POSITIVE)
		ok = !__builtin_sub_overflow(0, *i, i);
	if (!ok)
	{
		core_error(err, CORE_ERR_RANGE, "number is not a 64-bit integer");
		return core_error_hint(err, "Read it as numeric.");
	}
	return true;
}

bool
numeric_from_decimals(bool negative, const uint8_t *digits, size_t n,
					  int64_t exponent, int scale,
					  ValueNumeric *num, CoreError *err)
{
	int64_t		last;			/* exponent of the last digit */
	int64_t		low;

	while (n > 0 && digits[0] == 0)
	{
		digits++;
		n--;
		exponent--;
	}
	while (n > 0 && digits[n - 1] == 0)
		n--;

	num->sign = VALUE_NUM_POSITIVE;
	num->ndigits = num->weight = 0;
	num->digits = NULL;
	num->scale = scale;
	if (scale > NUMERIC_MAX_SCALE)
		return core_error(err, CORE_ERR_RANGE,
						  "numeric with %d decimal places is out of range",
						  scale);
	if (n == 0)
		return true;

	last = exponent - (int64_t) n + 1;
	if (exponent >= NUMERIC_MAX_WHOLE || last < -NUMERIC_MAX_SCALE)
	{
		core_error(err, CORE_ERR_RANGE,
				   "number is out of range for type numeric");
		return core_error_detail(err,
								 "Its digits have the powers of ten from %lld down to %lld.",
								 (long long) exponent, (long long) last);
	}
	num->sign = negative ? VALUE_NUM_NEGATIVE : VALUE_NUM_POSITIVE;
	if (last < 0 && -last > scale)
		num->scale = (int) -last;
	num->weight = (int) floor_div4(exponent);
	low = floor_div4(last);
	num->ndigits = (int) (num->weight - low) + 1;
	num->digits = core_alloc(num->ndigits * sizeof(int16_t));
	memset(num->digits, 0, num->ndigits * sizeof(int16_t));
	for (size_t i = 0; i < n; i++)
	{
		int64_t		at = exponent - (int64_t) i;
		int64_t		w = floor_div4(at);

		num->digits[num->weight - w] += digits[i] *
			power10[at - w * BASE_DIGITS];
	}
	return true;
}

/*
 * The number of decimal digits of a base-10000 digit without leading, and
 * without trailing zeros.
 */
static int
leading_zeros(int16_t d)
{
	return d >= 1000 ? 0 : d >= 100 ? 1 : d >= 10 ? 2 : 3;
}

static int
trailing_zeros(int16_t d)
{
	return d % 10 != 0 ? 0 : d % 100 != 0 ? 1 : d % 1000 != 0 ? 2 : 3;
}

size_t
numeric_decimals(const ValueNumeric *num, uint8_t *digits, size_t max,
				 int64_t *exponent)
{
	int			skip;
	size_t		count;
	size_t		at = 0;

	*exponent = 0;
	if (num->ndigits == 0)
		return 0;
	skip = leading_zeros(num->digits[0]);
	*exponent = (int64_t) num->weight * BASE_DIGITS + BASE_DIGITS - 1 - skip;
	count = (size_t) num->ndigits * BASE_DIGITS - skip -
		trailing_zeros(num->digits[num->ndigits - 1]);
	if (max > count)
		max = count;
	for (int i = 0; i < num->ndigits && at < max; i++)
	{
		int			d = num->digits[i];

		for (int k = BASE_DIGITS - 1; k >= 0 && at < max; k--)
		{
			if (skip > 0)
				skip--;
			else
				digits[at++] = (uint8_t) (d / power10[k] % 10);
		}
	}
	return count;
}

/* ---- text ------------------------------------------------------------- */

/* The base-10000 digit at a weight. */
static inline int
digit_at(const ValueNumeric *num, int weight)
{
	int			i = num->weight - weight;

	return i >= 0 && i < num->ndigits ? num->digits[i] : 0;
}

static void
put_four(uint8_t *p, int d)
{
	p[0] = (uint8_t) ('0' + d / 1000);
	p[1] = (uint8_t) ('0' + d / 100 % 10);
	p[2] = (uint8_t) ('0' + d / 10 % 10);
	p[3] = (uint8_t) ('0' + d % 10);
}

void
numeric_write(const ValueNumeric *num, CoreBuf *out)
{
	uint8_t		four[4];

	switch (num->sign)
	{
		case VALUE_NUM_NAN:
			core_buf_add(out, "NaN", 3);
			return;
		case VALUE_NUM_POS_INFINITY:
			core_buf_add(out, "Infinity", 8);
			return;
		case VALUE_NUM_NEG_INFINITY:
			core_buf_add(out, "-Infinity", 9);
			return;
		case VALUE_NUM_NEGATIVE:
			core_buf_add_byte(out, '-');
			break;
		case VALUE_NUM_POSITIVE:
			break;
	}

	if (num->ndigits == 0 || num->weight < 0)
		core_buf_add_byte(out, '0');
	else
	{
		int			skip = leading_zeros(num->digits[0]);

		for (int w = num->weight; w >= 0; w--)
		{
			put_four(four, digit_at(num, w));
			core_buf_add(out, four + skip, 4 - skip);
			skip = 0;
		}
	}
	if (num->scale > 0)
	{
		core_buf_add_byte(out, '.');
		for (int done = 0, w = -1; done < num->scale; done += 4, w--)
		{
			int			left = num->scale - done;

			put_four(four, digit_at(num, w));
			core_buf_add(out, four, left < 4 ? left : 4);
		}
	}
}

static bool
bad_number(const char *text, size_t len, CoreError *err)
{
	char		quoted[NOTATION_QUOTE_SIZE];

	return core_error(err, CORE_ERR_SYNTAX,
					  "invalid text for type numeric: \"%s\"",
					  notation_quote(text, len, quoted));
}

bool
numeric_parse(const char *text, size_t len, ValueNumeric *num, CoreError *err)
{
	const char *p = text;
	const char *end = text + len;
	bool		negative = false;
	uint8_t    *digits;
	size_t		n = 0;
	size_t		whole;
	int64_t		exponent = 0;
	int64_t		scale;
	bool		ok;

	if (p < end && (*p == '-' || *p == '+'))
		negative = *p++ == '-';
	memset(num, 0, sizeof(*num));
	if (core_same_word(text, len, "nan"))
	{
		num->sign = VALUE_NUM_NAN;
		return true;
	}
	if (core_same_word(p, end - p, "infinity"))
	{
		num->sign = negative ? VALUE_NUM_NEG_INFINITY : VALUE_NUM_POS_INFINITY;
		return true;
	}

	digits = core_alloc(len > 0 ? len : 1);
	while (p < end && *p >= '0' && *p <= '9')
		digits[n++] = (uint8_t) (*p++ - '0');
	whole = n;
	if (p < end && *p == '.')
	{
		p++;
		while (p < end && *p >= '0' && *p <= '9')
			digits[n++] = (uint8_t) (*p++ - '0');
	}
	ok = n > 0;
	if (ok && p < end && (*p == 'e' || *p == 'E'))
	{
		bool		minus = false;

		p++;
		if (p < end && (*p == '-' || *p == '+'))
			minus = *p++ == '-';
		ok = p < end;
		while (p < end && *p >= '0' && *p <= '9')
		{
			if (exponent < 1000000)
				exponent = exponent * 10 + (*p - '0');
			p++;
		}
		if (minus)
			exponent = -exponent;
	}
	if (!ok || p != end)
		ok = bad_number(text, len, err);
	else
	{
		scale = (int64_t) (n - whole) - exponent;
		if (scale < 0)
			scale = 0;
		if (scale > INT32_MAX)
			scale = INT32_MAX;
		ok = numeric_from_decimals(negative, digits, n,
								   (int64_t) whole - 1 + exponent, (int) scale,
								   num, err);
	}
	core_free(digits);
	return ok;
}

/* ---- floating point --------------------------------------------------- */

void
numeric_from_float8(double f, ValueNumeric *num)
{
	char		text[CORE_FLOAT_TEXT];
	CoreError	err;
	size_t		n = 0;

	core_float8_text(f, text);

	/* With one digit before the exponent Java shows two digits. */
	while (text[n] != '\0' && text[n] != 'e')
		n++;
	if (text[n] == 'e' && n <= 2 && fabs(f) < 2.2250738585072014e-308)
		snprintf(text, sizeof(text), "%.1e", f);
	/* Cannot fail: a double has at most 17 digits and 324 decimal places. */
	(void) numeric_parse(text, strlen(text), num, &err);
}

/* Whether the numeric is NaN or infinite. */
static bool
is_special(const ValueNumeric *num, double *f)
{
	if (num->sign <= VALUE_NUM_NEGATIVE)
		return false;
	*f = num->sign == VALUE_NUM_NAN ? NAN :
		num->sign == VALUE_NUM_POS_INFINITY ? INFINITY : -INFINITY;
	return true;
}

/* The text of a finite numeric, with a terminator. */
static char *
finite_text(const ValueNumeric *num, CoreBuf *text)
{
	core_buf_init(text);
	numeric_write(num, text);
	core_buf_add_byte(text, '\0');
	return (char *) text->data;
}

bool
numeric_to_float4(const ValueNumeric *num, float *f, CoreError *err)
{
	CoreBuf		text;
	double		special;

	if (is_special(num, &special))
	{
		*f = (float) special;
		return true;
	}
	*f = strtof(finite_text(num, &text), NULL);
	core_buf_free(&text);
	if (isinf(*f) || (*f == 0 && num->ndigits > 0))
		return core_error(err, CORE_ERR_RANGE,
						  "number is out of range for type real");
	return true;
}

bool
numeric_to_float8(const ValueNumeric *num, double *f, CoreError *err)
{
	CoreBuf		text;

	if (is_special(num, f))
		return true;
	*f = strtod(finite_text(num, &text), NULL);
	core_buf_free(&text);
	if (isinf(*f) || (*f == 0 && num->ndigits > 0))
		return core_error(err, CORE_ERR_RANGE,
						  "number is out of range for type double precision");
	return true;
}
