/*
 * row_sizes.h
 *		Read the rows of an HBase-shaped relation in any order, with their
 *		sizes; without the checks that only an export needs.
 */
#ifndef ROW_SIZES_H
#define ROW_SIZES_H

#include "pg/table/definition.h"

/* One row; the pointers are valid until the function returns. */
typedef struct SurveyRow
{
	const uint8_t *key;
	size_t		key_len;
	WideRow    *families;		/* as in the definition; 0 cells: empty */
	uint64		cells;
	uint64		bytes;			/* of all its KeyValues */
	bool		has_time;
	int64		time;			/* of column "at": milliseconds since 1970 */
} SurveyRow;

typedef void (*SurveyFunction) (void *context, const SurveyRow *row);

typedef struct SurveyOptions
{
	double		sample;			/* percentage of the rows to read; 0: all */
	const char *at;				/* a column with the row's time, which the
								 * definition ignores, or NULL */
} SurveyOptions;

/*
 * Evaluate the relation once, under the caller's snapshot, and call the
 * function for each row. Rows without a key or cells, and rejected rows, are
 * skipped, and a NOTICE reports their number.
 */
extern void survey(const Definition *def, const SurveyOptions *options,
				   SurveyFunction function, void *context);

/* A sample argument: NULL becomes 0; an error outside of 0 to 100. */
extern double survey_sample_arg(FunctionCallInfo fcinfo, int n);

#endif							/* ROW_SIZES_H */
