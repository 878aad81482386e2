/*
 * design_probe.c
 *		Instances of a question, with values of rows of the sample.
 *
 * Statements have parameters instead of values, or values of a moment.  So a
 * question is asked about rows of the sample: for their values, for ranges
 * around them, for the rows above or below a value that few others are above
 * or below.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/design/design_probe.h"
#include "core/transform/reverse.h"

/* The share of the rows between two values, and above or below one. */
#define RANGE_SHARE		0.01
#define OPEN_SHARE		0.05

/* The most rows that share a prefix or suffix. */
#define PREFIX_SHARE	0.05

/* ---- order of the values ------------------------------------------------ */

typedef struct RankedValue
{
	const CoreValue *value;
	int			row;
} RankedValue;

static int
compare_ranked(const void *a, const void *b)
{
	const RankedValue *x = a;
	const RankedValue *y = b;
	int			c = value_compare(x->value, y->value);

	return c != 0 ? c : (x->row > y->row) - (x->row < y->row);
}

static const CoreValue *
value_of(const DesignInput *input, int row, int column)
{
	return &input->values[(size_t) row * input->ncolumns + column];
}

void
design_ranks_make(const DesignInput *input, DesignRanks *ranks)
{
	RankedValue *sorted = core_alloc((size_t) input->nrows *
									 sizeof(RankedValue) + 1);

	memset(ranks, 0, sizeof(DesignRanks));
	for (int c = 0; c < input->ncolumns; c++)
	{
		int			n = 0;

		for (int r = 0; r < input->nrows; r++)
			if (value_of(input, r, c)->kind != VALUE_NULL)
				sorted[n++] = (RankedValue) {value_of(input, r, c), r};
		core_sort(sorted, (size_t) n, sizeof(RankedValue), compare_ranked);
		ranks->n[c] = n;
		ranks->rows[c] = core_alloc((size_t) n * sizeof(int) + 1);
		for (int i = 0; i < n; i++)
			ranks->rows[c][i] = sorted[i].row;
	}
	core_free(sorted);
}

void
design_ranks_free(DesignRanks *ranks)
{
	for (int c = 0; c < DESIGN_MAX_COLUMNS; c++)
		if (ranks->rows[c] != NULL)
			core_free(ranks->rows[c]);
	memset(ranks, 0, sizeof(DesignRanks));
}

/* The value at a place of a column's order. */
static const CoreValue *
ranked(const DesignInput *input, const DesignRanks *ranks, int column, int i)
{
	return value_of(input, ranks->rows[column][i], column);
}

/* The number of values that are below a value, or not above it. */
static int
count_values(const DesignInput *input, const DesignRanks *ranks, int column,
			 const CoreValue *v, bool equal_too)
{
	int			low = 0;
	int			high = ranks->n[column];

	while (low < high)
	{
		int			middle = low + (high - low) / 2;
		int			c = value_compare(ranked(input, ranks, column, middle),
									  v);

		if (c < 0 || (equal_too && c == 0))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- conditions --------------------------------------------------------- */

static void
set_point(LayoutItem *item, const CoreValue *v)
{
	memset(item, 0, sizeof(LayoutItem));
	item->point = true;
	item->low.value = *v;
}

static void
set_bound(LayoutBound *bound, const CoreValue *v)
{
	bound->infinite = false;
	bound->inclusive = true;
	bound->value = *v;
}

/* A narrow range around the value. */
static void
set_range(const DesignInput *input, const DesignRanks *ranks, int column,
		  const CoreValue *v, LayoutItem *item)
{
	int			n = ranks->n[column];
	int			width = (int) (n * RANGE_SHARE / 2);
	int			first = count_values(input, ranks, column, v, false) - width;
	int			last = count_values(input, ranks, column, v, true) - 1 + width;

	set_bound(&item->low, ranked(input, ranks, column, first < 0 ? 0 : first));
	set_bound(&item->high, ranked(input, ranks, column,
								  last >= n ? n - 1 : last));
}

/* The shortest prefix that few values have. */
static void
set_prefix(const DesignInput *input, const DesignRanks *ranks, int column,
		   const CoreValue *v, LayoutItem *item)
{
	int			n = ranks->n[column];
	size_t		len;

	set_bound(&item->low, v);
	set_bound(&item->high, v);
	for (len = 1; len < v->bytes.len; len++)
	{
		CoreValue	from = *v;
		int			below,
					with;

		/* do not cut a character */
		if (v->kind == VALUE_TEXT && (v->bytes.data[len] & 0xc0) == 0x80)
			continue;
		from.bytes.len = len;
		below = count_values(input, ranks, column, &from, false);
		for (with = below; with < n; with++)
		{
			const CoreValue *other = ranked(input, ranks, column, with);

			if (!bytes_has_prefix(other->bytes.data, other->bytes.len,
								  v->bytes.data, len))
				break;
		}
		if (with - below <= n * PREFIX_SHARE || with - below <= 1)
		{
			item->low.value.bytes.len = len;
			item->high.value = *ranked(input, ranks, column, with - 1);
			break;
		}
	}
}

/* The shortest end of the text that few values have. */
static void
set_suffix(const DesignInput *input, const DesignRanks *ranks, int column,
		   const CoreValue *v, LayoutItem *item)
{
	int			n = ranks->n[column];

	set_point(item, v);
	for (size_t len = 1; len < v->bytes.len; len++)
	{
		const uint8_t *end = v->bytes.data + v->bytes.len - len;
		int			with = 0;

		if ((end[0] & 0xc0) == 0x80)
			continue;			/* do not cut a character */
		for (int i = 0; i < n; i++)
		{
			const CoreValue *other = ranked(input, ranks, column, i);

			with += other->bytes.len >= len &&
				core_same(other->bytes.data + other->bytes.len - len, end,
						  len);
		}
		if (with <= n * PREFIX_SHARE || with <= 1)
		{
			item->low.value.bytes.data = end;
			item->low.value.bytes.len = len;
			break;
		}
	}
}

/*
 * The items of a condition for the values of a row.  Returns false if the row
 * has no value there.
 */
static bool
make_items(const DesignInput *input, const DesignRanks *ranks,
		   const DesignCondition *condition, int row, LayoutItem *items,
		   int *n)
{
	int			column = condition->column;
	const CoreValue *v;

	*n = 0;
	if (column < 0 || condition->test == DESIGN_OTHER)
		return true;
	v = value_of(input, row, column);
	if (v->kind == VALUE_NULL)
		return false;
	memset(items, 0, 3 * sizeof(LayoutItem));
	*n = 1;
	items[0].low.infinite = items[0].high.infinite = true;
	switch (condition->test)
	{
		case DESIGN_EQUAL:
		case DESIGN_JOIN:
			set_point(&items[0], v);
			break;
		case DESIGN_IN:
			set_point(&items[0], v);
			for (int i = 1; i <= 2; i++)
			{
				const CoreValue *other = ranked(input, ranks, column,
												(int) ((int64_t) i *
													   ranks->n[column] / 3));

				if (value_compare(other, v) != 0 &&
					(*n == 1 ||
					 value_compare(other, &items[1].low.value) != 0))
					set_point(&items[(*n)++], other);
			}
			break;
		case DESIGN_RANGE:
			set_range(input, ranks, column, v, &items[0]);
			break;
		case DESIGN_ABOVE:
			set_bound(&items[0].low,
					  ranked(input, ranks, column,
							 (int) ((1 - OPEN_SHARE) *
									(ranks->n[column] - 1))));
			break;
		case DESIGN_BELOW:
			set_bound(&items[0].high,
					  ranked(input, ranks, column,
							 (int) (OPEN_SHARE * (ranks->n[column] - 1))));
			break;
		case DESIGN_PREFIX:
			if (value_kind_is_varying(v->kind))
				set_prefix(input, ranks, column, v, &items[0]);
			else
				*n = 0;
			break;
		case DESIGN_SUFFIX:
			if (v->kind == VALUE_TEXT)
				set_suffix(input, ranks, column, v, &items[0]);
			else
				*n = 0;
			break;
		case DESIGN_OTHER:
			break;
	}
	return true;
}

static bool
item_has(DesignTest test, const LayoutItem *item, const CoreValue *v)
{
	if (test == DESIGN_SUFFIX)
	{
		size_t		len = item->low.value.bytes.len;

		return v->bytes.len >= len &&
			core_same(v->bytes.data + v->bytes.len - len,
					  item->low.value.bytes.data, len);
	}
	if (item->point)
		return value_compare(&item->low.value, v) == 0;
	return (item->low.infinite ||
			value_compare(&item->low.value, v) <= 0) &&
		(item->high.infinite || value_compare(v, &item->high.value) <= 0);
}

static bool
probe_wants(const DesignInput *input, const DesignQuestion *question,
			const DesignProbe *probe, int row)
{
	for (int i = 0; i < question->nconditions; i++)
	{
		const CoreValue *v;
		bool		found = probe->nitems[i] == 0;

		if (found)
			continue;
		v = value_of(input, row, question->conditions[i].column);
		for (int k = 0; k < probe->nitems[i] && !found; k++)
			found = v->kind != VALUE_NULL &&
				item_has(question->conditions[i].test, &probe->items[i][k], v);
		if (!found)
			return false;
	}
	return true;
}

/* ---- probes ------------------------------------------------------------- */

/* The condition whose rows are few: the probes are taken from them. */
static const DesignCondition *
open_condition(const DesignQuestion *question)
{
	for (int i = 0; i < question->nconditions; i++)
		if (question->conditions[i].column >= 0 &&
			(question->conditions[i].test == DESIGN_ABOVE ||
			 question->conditions[i].test == DESIGN_BELOW))
			return &question->conditions[i];
	return NULL;
}

void
design_probes_make(const DesignInput *input, const DesignRanks *ranks,
				   const DesignQuestion *question, DesignProbes *probes)
{
	const DesignCondition *open = open_condition(question);
	int			n = open == NULL ? input->nrows : ranks->n[open->column];
	int			first = 0;

	probes->n = 0;
	if (open != NULL && open->test == DESIGN_ABOVE)
		first = (int) ((1 - OPEN_SHARE) * (n - 1));
	if (open != NULL)
		n = open->test == DESIGN_ABOVE ? n - first :
			(int) (OPEN_SHARE * (n - 1)) + 1;
	for (int i = 0; i < DESIGN_PROBES && n > 0; i++)
	{
		DesignProbe *probe = &probes->probes[probes->n];
		int			place = (int) ((2 * (int64_t) i + 1) * n /
								   (2 * DESIGN_PROBES));
		int			row = open == NULL ? place :
			ranks->rows[open->column][first + place];
		int			wanted = 0;
		bool		ok = true;

		if (n < DESIGN_PROBES && i >= n)
			break;
		if (n < DESIGN_PROBES)
			row = open == NULL ? i : ranks->rows[open->column][first + i];
		core_check_interrupts();
		memset(probe, 0, sizeof(DesignProbe));
		for (int c = 0; c < question->nconditions && ok; c++)
			ok = make_items(input, ranks, &question->conditions[c], row,
							probe->items[c], &probe->nitems[c]);
		if (!ok)
			continue;
		for (int r = 0; r < input->nrows; r++)
			wanted += probe_wants(input, question, probe, r);
		probe->wanted = wanted < 1 ? 0 :
			1 + (wanted - 1) * (input->rows - 1) /
				(input->nrows > 1 ? input->nrows - 1 : 1);
		probes->n++;
	}
}

/* Conditions on both kinds of floats have values of double precision. */
static void
widen_float(CoreValue *v)
{
	if (v->kind == VALUE_FLOAT4)
	{
		v->f8 = v->f4;
		v->kind = VALUE_FLOAT8;
	}
}

/*
 * The range of the keys that begin with a reversed suffix; false if the layout
 * has none.
 */
static bool
suffix_range(const Layout *layout, const CoreValue *suffix,
			 LayoutRanges *ranges)
{
	const LayoutComponent *first = &layout->components[0];
	size_t		len = suffix->bytes.len;
	uint8_t    *block;
	CoreError	err;

	if (first->kind != LAYOUT_REVERSE || first->width >= 0 || len == 0 ||
		layout->fields[first->field].type.encoding == ENCODING_ORDERED)
		return false;
	block = core_alloc(2 * len);
	if (!reverse_utf8(suffix->bytes.data, len, block, &err))
	{
		core_free(block);
		return false;
	}
	memcpy(block + len, block, len);
	block[2 * len - 1]++;		/* UTF-8 has no byte FF */
	ranges->ranges = core_alloc(sizeof(LayoutRange));
	ranges->ranges[0] = (LayoutRange) {
		.start = block,
		.start_len = len,
		.stop = block + len,
		.stop_len = len,
		.has_stop = true
	};
	ranges->n = ranges->room = 1;
	return true;
}

bool
design_probe_ranges(const DesignQuestion *question, const DesignProbe *probe,
					const SampledTable *table, int most, LayoutRanges *ranges)
{
	const Layout *layout = table->layout;
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
	const CoreValue *suffix = NULL;
	CoreError	err;
	bool		ok;

	for (int f = 0; f < layout->nfields; f++)
	{
		conditions[f] = (LayoutCondition) {.all = true};
		for (int i = 0; i < question->nconditions; i++)
		{
			if (question->conditions[i].column != table->columns[f] ||
				probe->nitems[i] == 0 || !conditions[f].all)
				continue;
			if (question->conditions[i].test == DESIGN_SUFFIX)
			{
				if (f == layout->components[0].field)
					suffix = &probe->items[i][0].low.value;
				continue;
			}
			conditions[f].all = false;
			conditions[f].nitems = probe->nitems[i];
			conditions[f].items = core_alloc(3 * sizeof(LayoutItem));
			for (int k = 0; k < probe->nitems[i]; k++)
			{
				conditions[f].items[k] = probe->items[i][k];
				widen_float(&conditions[f].items[k].low.value);
				widen_float(&conditions[f].items[k].high.value);
			}
		}
	}
	if (suffix != NULL && conditions[layout->components[0].field].all &&
		suffix_range(layout, suffix, ranges))
		ok = true;
	else
	{
		(void) layout_drop_ranges(layout, conditions);
		ok = layout_prepare(layout, conditions, &err) &&
			layout_scan(layout, conditions, most, ranges, &err);
	}
	for (int f = 0; f < layout->nfields; f++)
		if (conditions[f].items != NULL)
			core_free(conditions[f].items);
	return ok;
}
