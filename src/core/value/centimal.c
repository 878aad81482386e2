/*
 * centimal.c
 *		Numbers as base-100 digits, for OrderedBytes and Phoenix's DECIMAL.
 */
#include "core/value/centimal.h"
#include "core/value/numeric.h"

/* a / 2, rounded down. */
static inline int64_t
half(int64_t a)
{
	return a >= 0 ? a / 2 : -((1 - a) / 2);
}

/*
 * Round n decimal digits by removing the last one.  Returns the number of
 * remaining digits.
 */
static int
round_half_up(uint8_t *digits, int n, int64_t *exponent)
{
	bool		up = digits[--n] >= 5;

	while (up && n > 0 && digits[n - 1] == 9)
		n--;
	if (up && n > 0)
		digits[n - 1]++;
	else if (up)
	{
		digits[n++] = 1;
		(*exponent)++;
	}
	while (n > 0 && digits[n - 1] == 0)
		n--;
	return n;
}

bool
centimal_from_numeric(const ValueNumeric *num, int limit, bool rounds,
					  const char *format, const char *rounded,
					  Centimal *c, CoreError *err)
{
	uint8_t		decimals[2 * CENTIMAL_MAX];
	int64_t		exponent;
	size_t		total = numeric_decimals(num, decimals, limit + 1, &exponent);
	int			n = (int) total;
	int			at = 0;

	c->negative = num->sign == VALUE_NUM_NEGATIVE;
	c->count = 0;
	c->exponent = 0;
	if (total > (size_t) limit)
	{
		if (!rounds)
		{
			core_error(err, CORE_ERR_RANGE,
					   "number of %zu digits is too long for %s", total,
					   format);
			core_error_detail(err,
							  "It keeps %d digits; Java would round, and different numbers would get the same bytes.",
							  limit);
			return core_error_hint(err,
								   "Round the number, or write it as type %s.",
								   rounded);
		}
		n = round_half_up(decimals, limit + 1, &exponent);
	}
	if (n == 0)
		return true;

	/*
	 * Pairs begin at even powers of ten; with an even exponent the first pair
	 * has one digit.
	 */
	c->exponent = half(exponent);
	if (exponent % 2 == 0)
		c->digits[c->count++] = decimals[at++];
	for (; at < n; at += 2)
		c->digits[c->count++] = (uint8_t) (decimals[at] * 10 +
										   (at + 1 < n ? decimals[at + 1] :
														 0));
	return true;
}

bool
centimal_to_numeric(const Centimal *c, ValueNumeric *num, CoreError *err)
{
	uint8_t		decimals[2 * CENTIMAL_MAX];

	for (int i = 0; i < c->count; i++)
	{
		decimals[2 * i] = c->digits[i] / 10;
		decimals[2 * i + 1] = c->digits[i] % 10;
	}
	return numeric_from_decimals(c->negative, decimals, 2 * c->count,
								 2 * c->exponent + 1, 0, num, err);
}

int
centimal_decimals(const Centimal *c)
{
	if (c->count == 0)
		return 0;
	return 2 * c->count - (c->digits[0] < 10) -
		(c->digits[c->count - 1] % 10 == 0);
}
