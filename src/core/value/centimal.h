/*
 * centimal.h
 *		Numbers as base-100 digits, for OrderedBytes and Phoenix's DECIMAL.
 */
#ifndef CENTIMAL_H
#define CENTIMAL_H

#include "core/base/error.h"
#include "core/value/value.h"

/* 38 decimal digits, with one digit in the first and in the last pair. */
#define CENTIMAL_MAX	20

/* A finite number: digits[0] * 100^exponent + ...; no digits means zero. */
typedef struct Centimal
{
	bool		negative;
	int			count;			/* number of digits; the first and last one
								 * are not 0 */
	int64_t		exponent;
	uint8_t		digits[CENTIMAL_MAX];
} Centimal;

/*
 * Convert a finite numeric. limit is the number of decimal digits of the
 * format.  More digits are rounded half up (away from zero) if round is set.
 * Otherwise they are an error that names the format and the rounding one.
 */
extern bool centimal_from_numeric(const ValueNumeric *num, int limit,
								  bool rounds, const char *format,
								  const char *rounded, Centimal *c,
								  CoreError *err);

/* Convert back.  The digits are allocated with core_alloc. */
extern bool centimal_to_numeric(const Centimal *c, ValueNumeric *num,
								CoreError *err);

/* The number of decimal digits from the first to the last non-zero digit. */
extern int	centimal_decimals(const Centimal *c);

#endif							/* CENTIMAL_H */
