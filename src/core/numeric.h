/*
 * numeric.h
 *		Numerics in base 10000, as text, as decimal digits, and made of other
 *		numbers.
 */
#ifndef NUMERIC_H
#define NUMERIC_H

#include "value.h"

/* Beyond these a PostgreSQL numeric cannot go. */
#define NUMERIC_MAX_WHOLE	131072	/* digits before the decimal point */
#define NUMERIC_MAX_SCALE	16383	/* digits after it */

/* An integer as numeric; digits has room for five. */
extern void numeric_from_int64(int64_t i, ValueNumeric *num, int16_t *digits);

/* The integer a numeric is.  An error when it is none of 64 bits. */
extern bool numeric_to_int64(const ValueNumeric *num, int64_t *i, CoreError *err);

/*
 * Build a numeric of n decimal digits (0..9 each), the first worth
 * digits[0] * 10^exponent; leading and trailing zeros are fine.  It shows at
 * least scale decimal places.  An error when numeric cannot hold it.
 */
extern bool numeric_from_decimals(bool negative, const uint8_t *digits, size_t n,
								  int64_t exponent, int scale,
								  ValueNumeric *num, CoreError *err);

/*
 * The decimal digits of a finite numeric without leading and trailing zeros,
 * at most max of them into digits; *exponent is that of the first.  Returns
 * how many there are in all, which may be more than max; 0 for zero.
 */
extern size_t numeric_decimals(const ValueNumeric *num, uint8_t *digits,
							   size_t max, int64_t *exponent);

/* Append the text PostgreSQL prints. */
extern void numeric_write(const ValueNumeric *num, CoreBuf *out);

/* Read decimal text: [+-]digits[.digits][e[+-]digits], NaN, [-]Infinity. */
extern bool numeric_parse(const char *text, size_t len, ValueNumeric *num,
						  CoreError *err);

/*
 * The decimal number Java's Double.toString shows for a double: the shortest
 * that reads back, of two digits at least.
 */
extern void numeric_from_float8(double f, ValueNumeric *num);

/* The nearest float.  An error as below. */
extern bool numeric_to_float4(const ValueNumeric *num, float *f, CoreError *err);

/* The nearest double.  An error when it overflows, or is 0 for another number. */
extern bool numeric_to_float8(const ValueNumeric *num, double *f, CoreError *err);

#endif							/* NUMERIC_H */
