/*
 * design_reason.c
 *		Why a design is better than another one: the question with the largest
 *		difference in cost, and the figure that makes most of it.
 */
#include "core/design/design_reason.h"

#include <math.h>

/* ---- questions as text -------------------------------------------------- */

static void
add_column(const DesignInput *input, int column, CoreBuf *out)
{
	core_buf_printf(out, "\"%s\"", column < 0 ? "..." :
					input->columns[column].name);
}

void
design_question_text(const DesignInput *input, const DesignQuestion *question,
					 CoreBuf *out)
{
	static const char *const kinds[] = {"reads", "inserts", "updates",
										"deletes"};
	static const char *const tests[] = {"",			 "",		 " (list)",
										" (range)",	 " (above)", " (below)",
										" (prefix)", " (end)",	 " (other)"};
	bool		any = false;

	core_buf_printf(out, "%s", kinds[question->kind]);
	for (int i = 0; i < question->nconditions; i++)
	{
		if (question->conditions[i].column < 0)
			continue;
		core_buf_printf(out, any ? " and " : " by ");
		add_column(input, question->conditions[i].column, out);
		core_buf_printf(out, "%s", tests[question->conditions[i].test]);
		any = true;
	}
	for (int i = 0; i < question->norder; i++)
	{
		core_buf_printf(out, i == 0 ? " in order of " : ", ");
		add_column(input, question->order[i].column, out);
		if (question->order[i].descending)
			core_buf_printf(out, " desc");
	}
	if (question->limited && question->limit > 0)
		core_buf_printf(out, ", limit %.0f", question->limit);
}

/* ---- decisions ---------------------------------------------------------- */

static bool
is_write(const DesignQuestion *question)
{
	return question->kind == DESIGN_INSERT;
}

/* The figure that makes most of the difference of a question that reads. */
static void
decide_read(const DesignInput *input, const DesignCost *here,
			const DesignCost *there, DesignDecision *decision)
{
	const DesignWeights *weights = &input->weights;
	double		ranges = weights->range * (there->seeks - here->seeks);
	double		rows = weights->row * (there->rows - here->rows) +
		weights->byte * (there->bytes - here->bytes);
	double		rest = there->cost - here->cost - ranges - rows;

	if (here->index != there->index && here->seeks < there->seeks)
	{
		decision->figure = "seeks";
		decision->here = here->seeks;
		decision->there = there->seeks;
	}
	else if (rest > ranges && rest > rows)
	{
		decision->figure = "order";	/* the other scan is reversed */
		decision->here = here->cost;
		decision->there = there->cost;
	}
	else if (ranges > rows)
	{
		decision->figure = "ranges";
		decision->here = here->ranges;
		decision->there = there->ranges;
	}
	else if (weights->row * (there->rows - here->rows) * 10 < rows)
	{
		decision->figure = "bytes";
		decision->here = here->bytes;
		decision->there = there->bytes;
	}
	else
	{
		decision->figure = "rows";
		decision->here = here->rows;
		decision->there = there->rows;
	}
}

static void
decide_write(const DesignProposal *here, const DesignProposal *there,
			 DesignDecision *decision)
{
	if (here->nindexes != there->nindexes)
	{
		decision->figure = "indexes";
		decision->here = here->nindexes;
		decision->there = there->nindexes;
	}
	else if (fabs(there->main.hottest - here->main.hottest) > 0.01)
	{
		decision->figure = "hottest_region";
		decision->here = here->main.hottest;
		decision->there = there->main.hottest;
	}
	else if (fabs(there->main.key_bytes - here->main.key_bytes) > 0.05)
	{
		decision->figure = "key_bytes";
		decision->here = here->main.key_bytes;
		decision->there = there->main.key_bytes;
	}
	else
	{
		decision->figure = "cost";
		decision->here = here->cost;
		decision->there = there->cost;
	}
}

static const char *
access_text(const DesignCost *cost)
{
	static const char *const names[] = {"a get", "a scan", "a full scan",
										"a write"};

	return names[cost->access];
}

static void
explain(const DesignInput *input, const DesignProposal *here,
		const DesignProposal *there, const DesignDecision *decision,
		CoreBuf *out)
{
	const DesignQuestion *question;
	const char *figure = decision->figure;
	double		calls = 0;

	if (strcmp(figure, "hottest_region") == 0)
		core_buf_printf(out,
						"the hottest region gets %.0f %% of the writes of a time, not %.0f %%",
						100 * decision->here, 100 * decision->there);
	else if (strcmp(figure, "key_bytes") == 0)
		core_buf_printf(out, "keys have %.1f bytes, not %.1f",
						decision->here, decision->there);
	else if (strcmp(figure, "indexes") == 0)
		core_buf_printf(out, "a write goes to %.0f tables, not to %.0f",
						decision->here + 1, decision->there + 1);
	else if (decision->question < 0 ||
			 is_write(&input->questions[decision->question]))
		core_buf_printf(out, "costs the same as the next");
	else
	{
		const DesignCost *cost = &here->questions[decision->question];
		const DesignCost *other = &there->questions[decision->question];

		question = &input->questions[decision->question];
		for (int q = 0; q < input->nquestions; q++)
			calls += input->questions[q].calls;
		design_question_text(input, question, out);
		core_buf_printf(out, " (%.0f %% of the calls) ",
						calls > 0 ? 100 * question->calls / calls : 0);
		if (cost->access != other->access)
			core_buf_printf(out, "are %s of %.0f rows, not %s of %.0f rows",
							access_text(cost), cost->rows, access_text(other),
							other->rows);
		else if (strcmp(figure, "seeks") == 0)
			core_buf_printf(out, "need %.0f seek%s, not %.0f", decision->here,
							round(decision->here) == 1 ? "" : "s",
							decision->there);
		else if (strcmp(figure, "order") == 0)
			core_buf_printf(out,
							"follow the order of the keys, and need no reversed scan");
		else
			core_buf_printf(out, "read %.0f %.*s, not %.0f", decision->here,
							(int) strlen(figure) -
							(round(decision->here) == 1 ? 1 : 0),
							figure, decision->there);
	}
}

void
design_decide(const DesignInput *input, const DesignProposal *here,
			  const DesignProposal *there, DesignDecision *decision,
			  CoreBuf *reason)
{
	double		most = 0;

	*decision = (DesignDecision) {.question = -1};
	for (int q = 0; q < input->nquestions; q++)
	{
		double		gain = input->questions[q].calls *
			(there->questions[q].cost - here->questions[q].cost);

		if (gain > most)
		{
			most = gain;
			decision->question = q;
		}
	}
	if (decision->question < 0 ||
		is_write(&input->questions[decision->question]))
		decide_write(here, there, decision);
	else
		decide_read(input, &here->questions[decision->question],
					&there->questions[decision->question], decision);
	explain(input, here, there, decision, reason);
}
