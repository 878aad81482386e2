/*
 * centimal.h
 *		Numbers as base-100 digits, which OrderedBytes and Phoenix both write.
 */
#ifndef CENTIMAL_H
#define CENTIMAL_H

#include "value.h"

/* 38 decimal digits, one of them alone in the first and the last. */
#define CENTIMAL_MAX	20

/* A finite number: digits[0] * 100^exponent and so on; no digits is zero. */
typedef struct Centimal
{
	bool		negative;
	int			count;			/* of digits; neither end is 0 */
	int64_t		exponent;
	uint8_t		digits[CENTIMAL_MAX];
} Centimal;

/*
 * Take a finite numeric apart.  A format that keeps limit decimal digits gets
 * no more: when there are more, they are rounded half up (away from zero), or
 * without rounds an error that names the format, and the one that does round.
 */
extern bool centimal_from_numeric(const ValueNumeric *num, int limit, bool rounds,
								  const char *format, const char *rounded,
								  Centimal *c, CoreError *err);

/* Put it together; digits out of memory of core_alloc. */
extern bool centimal_to_numeric(const Centimal *c, ValueNumeric *num,
								CoreError *err);

/* How many decimal digits there are from the first to the last that is not 0. */
extern int	centimal_decimals(const Centimal *c);

#endif							/* CENTIMAL_H */
