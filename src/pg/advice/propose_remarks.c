/*
 * propose_remarks.c
 *		What no key can do for a table, and other remarks on its design.
 */
#include "pg/base/compat.h"

#include "core/base/sort.h"
#include "pg/advice/propose_remarks.h"

/* A remark on questions needs this share of the calls. */
#define SHARE			0.05

/* From this share on, HBase is the wrong place for the table. */
#define WRONG_PLACE		0.5

/* Texts from this length on, of few values, are worth an id. */
#define LONG_TEXT		12
#define ID_BYTES		3
#define MOST_IDS		65536
#define ROWS_OF_ID		20

static double
all_calls(const DesignInput *input)
{
	double		calls = 0;

	for (int q = 0; q < input->nquestions; q++)
		calls += input->questions[q].calls;
	return calls > 0 ? calls : 1;
}

/* Whether no key can serve a question: it asks for all rows. */
static bool
asks_all_rows(const DesignQuestion *question)
{
	if (question->kind == DESIGN_INSERT)
		return false;
	for (int i = 0; i < question->nconditions; i++)
		if (question->conditions[i].column >= 0 &&
			question->conditions[i].test != DESIGN_OTHER)
			return false;
	return question->aggregated || !question->limited;
}

/* The average length of a text, and its number of different values. */
static double
text_length(const DesignInput *input, int column, int *different)
{
	const CoreValue **values = MemoryContextAllocHuge(
		CurrentMemoryContext, (input->nrows + 1) * sizeof(CoreValue *));
	double		bytes = 0;
	int			n = 0;

	*different = 0;
	for (int r = 0; r < input->nrows; r++)
	{
		const CoreValue *v = &input->values[(size_t) r * input->ncolumns +
											column];

		if (v->kind != VALUE_TEXT)
			continue;
		values[n++] = v;
		bytes += v->bytes.len;
	}
	/* a hash would do, but the sample is small */
	for (int i = 0; i < n && *different <= n / ROWS_OF_ID; i++)
	{
		bool		known = false;

		for (int k = i - 1; k >= 0 && k >= i - 200 && !known; k--)
			known = value_compare(values[i], values[k]) == 0;
		*different += !known;
	}
	pfree(values);
	return n > 0 ? bytes / n : 0;
}

void
propose_remarks(const DesignInput *input, const DesignAnswer *answer,
				ProposeRemark remark, void *context)
{
	const DesignProposal *best = &answer->proposals[0];
	double		calls = all_calls(input);
	double		everything = 0;
	double		unserved = 0;

	for (int q = 0; q < input->nquestions; q++)
	{
		if (asks_all_rows(&input->questions[q]))
			everything += input->questions[q].calls / calls;
		else if (answer->n > 0 &&
				 (best->questions[q].access == DESIGN_FULL_SCAN ||
				  best->questions[q].index >= 0))
			unserved += input->questions[q].calls / calls;
	}
	if (everything >= WRONG_PLACE)
		remark(context, "wrong place", 100 * everything,
			   psprintf("HBase is the wrong place for this table: %.0f %% of the calls read all rows, which no row key serves",
						100 * everything));
	else if (everything >= SHARE)
		remark(context, "all rows", 100 * everything,
			   psprintf("%.0f %% of the calls read all rows; keep their results in another table",
						100 * everything));
	if (unserved >= SHARE)
		remark(context, "no single key", 100 * unserved,
			   psprintf("no single key serves the workload: %.0f %% of the calls need a full scan or an index",
						100 * unserved));
	for (int c = 0; c < input->ncolumns && answer->n > 0; c++)
	{
		int			different;
		double		bytes;

		if (strstr(best->main.layout, input->columns[c].name) == NULL ||
			input->columns[c].kind != VALUE_TEXT)
			continue;
		bytes = text_length(input, c, &different);
		if (bytes >= LONG_TEXT && different <= MOST_IDS &&
			different <= input->nrows / ROWS_OF_ID)
			remark(context, "short ids", (bytes - ID_BYTES) * input->cells,
				   psprintf("ids of %d bytes instead of \"%s\" in the key save %.0f bytes of each row; hbase.uid() assigns them",
							ID_BYTES, input->columns[c].name,
							(bytes - ID_BYTES) * input->cells));
	}
}
