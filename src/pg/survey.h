/*
 * survey.h
 *		The rows of an HBase-shaped relation in any order, for advice: what they
 *		weigh, without what only a file has to refuse.
 */
#ifndef SURVEY_H
#define SURVEY_H

#include "definition.h"
#include "glue.h"

/* One row that HBase would have; the pointers are good until the function returns. */
typedef struct SurveyRow
{
	const uint8_t *key;
	size_t		key_len;
	WideRow    *families;		/* as in the definition; cells 0: none */
	uint64		cells;
	uint64		bytes;			/* of all its KeyValues */
	bool		has_time;
	int64		time;			/* of the column at: milliseconds since 1970 */
} SurveyRow;

typedef void (*SurveyFunction) (void *context, const SurveyRow *row);

typedef struct SurveyOptions
{
	double		sample;			/* percent of the rows to look at; 0: all */
	const char *at;				/* a column with the row's time, which the
								 * definition ignores, or NULL */
} SurveyOptions;

/*
 * Evaluate the relation once, under the caller's snapshot, and call the
 * function for each row.  Rows without a key or without cells, and those that a
 * builder rejects, are left out, and a NOTICE counts them.
 */
extern void survey(const Definition *def, const SurveyOptions *options,
				   SurveyFunction function, void *context);

/* A sample argument: NULL is 0; an error outside of 0 to 100. */
extern double survey_sample_arg(FunctionCallInfo fcinfo, int n);

#endif							/* SURVEY_H */
