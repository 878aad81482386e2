/*
 * design_unique.h
 *		Whether columns are unique in the sample.
 */
#ifndef DESIGN_UNIQUE_H
#define DESIGN_UNIQUE_H

#include "core/design/design.h"
#include "core/design/design_key.h"
#include "core/design/design_probe.h"

/* The values of each column as numbers: equal ones have the same. */
typedef struct DesignNumbers
{
	int			nrows;
	int		   *numbers[DESIGN_MAX_COLUMNS];	/* of each row; 0: NULL */
	int			distinct[DESIGN_MAX_COLUMNS];
} DesignNumbers;

extern void design_numbers_make(const DesignInput *input,
								const DesignRanks *ranks,
								DesignNumbers *numbers);
extern void design_numbers_free(DesignNumbers *numbers);

/* The number of different combinations of these columns. */
extern int	design_count_distinct(const DesignInput *input,
								  const DesignNumbers *numbers,
								  DesignSet set);

/*
 * Append columns until the key is unique in the sample.  False if it is not
 * unique then.
 */
extern bool design_key_measure(const DesignInput *input,
							   const DesignNumbers *numbers, DesignKey *key);

#endif							/* DESIGN_UNIQUE_H */
