/*
 * design_cost.c
 *		The cost of questions and writes under a design.
 */
#include "core/design/design_cost.h"
#include "core/layout/layout_scan.h"

/* Bytes of a KeyValue besides its row key, family, qualifier and value. */
#define CELL_BYTES		20

/* Bytes of a family name and a qualifier. */
#define NAME_BYTES		2

/* A LIMIT that is a parameter. */
#define USUAL_LIMIT		25

/* What a question costs more if the client sorts the rows. */
#define SORT_SHARE		0.05

/* Key ranges of an instance; more are a full scan. */
#define MOST_RANGES		10000

const DesignWeights design_default_weights = {
	.seek = 1,
	.range = 0.3,
	.row = 0.01,
	.byte = 0.00001,
	.reverse = 10,
	.write = 0.5,
	.hot = 1,
	.stored = 0.00001
};

double
design_row_bytes(const DesignInput *input, double key_bytes)
{
	return input->value_bytes +
		input->cells * (key_bytes + CELL_BYTES + NAME_BYTES);
}

/* ---- order -------------------------------------------------------------- */

/* Whether the question fixes a column to single values. */
static bool
is_fixed(const DesignQuestion *question, int column)
{
	for (int i = 0; i < question->nconditions; i++)
		if (question->conditions[i].column == column &&
			question->conditions[i].test <= DESIGN_IN)
			return true;
	return false;
}

typedef enum KeyOrder
{
	ORDER_NONE,					/* the client must sort all rows */
	ORDER_FORWARD,
	ORDER_REVERSE				/* of a reversed scan */
} KeyOrder;

/*
 * Whether the keys have the order of the question, once the columns that it
 * fixes are left out.  Ranges of several salts or values are merged.
 */
static KeyOrder
key_order(const DesignQuestion *question, const SampledTable *table)
{
	const Layout *layout = table->layout;
	KeyOrder	order = ORDER_NONE;
	int			next = 0;

	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		int			column;
		KeyOrder	wanted;

		while (next < question->norder &&
			   is_fixed(question, question->order[next].column))
			next++;
		if (next == question->norder)
			break;
		if (component->field < 0 || component->kind == LAYOUT_BUCKET)
			continue;
		column = table->columns[component->field];
		if (is_fixed(question, column))
			continue;
		if (component->kind != LAYOUT_FIELD || !component->ordered ||
			question->order[next].column != column)
			return ORDER_NONE;
		wanted = component->descending == question->order[next].descending ?
			ORDER_FORWARD :
			ORDER_REVERSE;
		if (order != ORDER_NONE && order != wanted)
			return ORDER_NONE;
		order = wanted;
		next++;
	}
	if (next < question->norder)
		return ORDER_NONE;
	return order == ORDER_NONE ? ORDER_FORWARD : order;
}

/* ---- reads -------------------------------------------------------------- */

static double
cost_of_reads(const DesignWeights *weights, const DesignCost *cost)
{
	return weights->seek + weights->range * (cost->seeks - 1) +
		weights->row * cost->rows + weights->byte * cost->bytes;
}

void
design_cost_scan_all(const DesignInput *input, double key_bytes,
					 DesignCost *cost)
{
	memset(cost, 0, sizeof(DesignCost));
	cost->index = -1;
	cost->access = DESIGN_FULL_SCAN;
	cost->ranges = 1;
	cost->seeks = input->regions;
	cost->rows = input->rows;
	cost->bytes = input->rows * design_row_bytes(input, key_bytes);
	cost->cost = cost_of_reads(&input->weights, cost);
}

/* Add what one instance reads. */
static void
add_probe(const DesignInput *input, const DesignQuestion *question,
		  const DesignProbe *probe, const SampledTable *table, KeyOrder order,
		  DesignCost *cost, int *gets, int *full)
{
	double		row_bytes = design_row_bytes(input, table->key_bytes);
	LayoutRanges ranges = {0};
	double		rows;
	CoreError	err;
	bool		all = false;

	if (!design_probe_ranges(question, probe, table, MOST_RANGES, &ranges) ||
		!layout_ranges_are_all(table->layout, &ranges, MOST_RANGES, &all,
							   &err) ||
		all)
		(*full)++;
	if (all && ranges.n > 0)
		rows = input->rows;
	else if (ranges.n == 0)
		rows = input->rows;
	else if (layout_ranges_are_keys(&ranges))
	{
		(*gets)++;
		rows = ranges.n;
	}
	else
		rows = sampled_table_rows(input, table,
								  sampled_table_count(table, &ranges));
	if (question->limited && !question->aggregated &&
		(question->norder == 0 || order != ORDER_NONE))
	{
		/* rows that other conditions reject are read too */
		double		limit = question->limit > 0 ? question->limit :
												  USUAL_LIMIT;
		double		share = rows > 0 && probe->wanted < rows ?
			probe->wanted / rows :
			1;
		double		least = share > 0 ? limit / share : rows;

		/* each range may have the first rows */
		if (question->norder > 0)
			least *= ranges.n > 0 ? ranges.n : 1;
		if (least < rows)
			rows = least;
	}
	cost->ranges += ranges.n > 0 ? ranges.n : 1;
	cost->seeks += ranges.n > 0 ? ranges.n : 1;
	cost->rows += rows;
	cost->bytes += rows * row_bytes;
	layout_ranges_free(&ranges);
}

/* What a question costs that reads in this order. */
static void
cost_in_order(const DesignInput *input, const DesignQuestion *question,
			  const DesignProbes *probes, const SampledTable *table,
			  KeyOrder order, DesignCost *cost)
{
	const DesignWeights *weights = &input->weights;
	int			gets = 0;
	int			full = 0;

	memset(cost, 0, sizeof(DesignCost));
	cost->index = -1;
	for (int i = 0; i < probes->n; i++)
		add_probe(input, question, &probes->probes[i], table, order, cost,
				  &gets, &full);
	if (probes->n == 0)
		design_cost_scan_all(input, table->key_bytes, cost);
	else
	{
		cost->ranges /= probes->n;
		cost->seeks /= probes->n;
		cost->rows /= probes->n;
		cost->bytes /= probes->n;
		cost->access = full > 0 ? DESIGN_FULL_SCAN :
			gets == probes->n ? DESIGN_GET : DESIGN_SCAN;
	}
	/* the first rows in key order are a scan of the start of the table */
	if (cost->access == DESIGN_FULL_SCAN && question->limited &&
		question->nconditions == 0 && cost->rows < input->rows / 2)
		cost->access = DESIGN_SCAN;
	cost->cost = cost_of_reads(weights, cost);
	if (order == ORDER_REVERSE)
		cost->cost += weights->row * weights->reverse * cost->rows;
	else if (question->norder > 0 && order == ORDER_NONE)
		cost->cost *= 1 + SORT_SHARE;
}

void
design_cost_read(const DesignInput *input, const DesignQuestion *question,
				 const DesignProbes *probes, const SampledTable *table,
				 DesignCost *cost)
{
	KeyOrder	order = key_order(question, table);
	DesignCost	sorted;

	cost_in_order(input, question, probes, table, order, cost);
	if (order != ORDER_REVERSE)
		return;

	/* HBase reads forward faster, and the client can sort */
	cost_in_order(input, question, probes, table, ORDER_NONE, &sorted);
	if (sorted.cost < cost->cost)
		*cost = sorted;
}

/* ---- writes ------------------------------------------------------------- */

double
design_cost_row(const DesignInput *input, const SampledTable *table,
				double row_bytes)
{
	const DesignWeights *weights = &input->weights;

	return weights->write *
		(1 + weights->hot * (table->hottest * input->regions - 1)) +
		weights->stored * row_bytes;
}

double
design_rows_written(const DesignQuestion *question, const DesignProbes *probes,
					const SampledTable *table)
{
	double		rows = question->rows;

	if (rows <= 0 && question->kind != DESIGN_INSERT)
	{
		for (int i = 0; i < probes->n; i++)
			rows += probes->probes[i].wanted / probes->n;
	}
	if (rows <= 0)
		rows = 1;
	if (question->kind == DESIGN_UPDATE &&
		(question->assigned & table->key.set) != 0)
		rows *= 2;
	return rows;
}
