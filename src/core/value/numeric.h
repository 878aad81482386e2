/*
 * numeric.h
 *		Numerics in base 10000: text, decimal digits, and conversion from other
 *		numbers.
 */
#ifndef NUMERIC_H
#define NUMERIC_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/value/value.h"

/* The limits of a PostgreSQL numeric. */
#define NUMERIC_MAX_WHOLE	131072	/* digits before the decimal point */
#define NUMERIC_MAX_SCALE	16383	/* digits after it */

/* Convert an integer; digits has room for five. */
extern void numeric_from_int64(int64_t i, ValueNumeric *num, int16_t *digits);

/* Convert to an integer.  An error if the numeric is not a 64-bit integer. */
extern bool numeric_to_int64(const ValueNumeric *num, int64_t *i,
							 CoreError *err);

/*
 * Make a numeric from n decimal digits (0..9 each); the first one is worth
 * digits[0] * 10^exponent.  Leading and trailing zeros are valid.  It displays
 * at least scale decimal places.  An error if it is out of range.
 */
extern bool numeric_from_decimals(bool negative, const uint8_t *digits,
								  size_t n, int64_t exponent, int scale,
								  ValueNumeric *num, CoreError *err);

/*
 * Get the decimal digits of a finite numeric without leading and trailing
 * zeros, at most max of them. *exponent is that of the first digit.  Returns
 * the total number, which may exceed max; 0 for zero.
 */
extern size_t numeric_decimals(const ValueNumeric *num, uint8_t *digits,
							   size_t max, int64_t *exponent);

/* Append PostgreSQL's text of the numeric. */
extern void numeric_write(const ValueNumeric *num, CoreBuf *out);

/* Read decimal text: [+-]digits[.digits][e[+-]digits], NaN, [-]Infinity. */
extern bool numeric_parse(const char *text, size_t len, ValueNumeric *num,
						  CoreError *err);

/*
 * The decimal number that Java's Double.toString shows: the shortest that
 * reads back, with at least two digits.
 */
extern void numeric_from_float8(double f, ValueNumeric *num);

/* The nearest float.  Errors as below. */
extern bool numeric_to_float4(const ValueNumeric *num, float *f,
							  CoreError *err);

/* The nearest double.  An error on overflow or underflow to 0. */
extern bool numeric_to_float8(const ValueNumeric *num, double *f,
							  CoreError *err);

#endif							/* NUMERIC_H */
