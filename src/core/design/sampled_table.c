/*
 * sampled_table.c
 *		The keys that a layout gives to the sample: their order, their length,
 *		whether they are unique, and how their writes are spread.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/design/sampled_table.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_compose.h"
#include "core/region/region_heat.h"

/* Rows of a window of writes, and the number of windows. */
#define LEAST_WINDOW	32
#define MOST_WINDOWS	64

/* ---- keys --------------------------------------------------------------- */

typedef struct SortedKey
{
	SampledKey	key;
	const uint8_t *p;
} SortedKey;

static int
compare_keys(const void *a, const void *b)
{
	const SortedKey *x = a;
	const SortedKey *y = b;
	int			c = bytes_compare(x->p, x->key.len, y->p, y->key.len);

	return c != 0 ? c : (x->key.row > y->key.row) - (x->key.row < y->key.row);
}

static void
sort_keys(SampledTable *table)
{
	SortedKey  *sorted = core_alloc((size_t) table->nkeys * sizeof(SortedKey) +
									1);

	for (int i = 0; i < table->nkeys; i++)
		sorted[i] = (SortedKey) {table->keys[i],
								 table->bytes.data + table->keys[i].start};
	core_sort(sorted, (size_t) table->nkeys, sizeof(SortedKey), compare_keys);
	table->distinct = true;
	for (int i = 0; i < table->nkeys; i++)
	{
		table->keys[i] = sorted[i].key;
		if (i > 0 && bytes_compare(sorted[i - 1].p, sorted[i - 1].key.len,
								   sorted[i].p, sorted[i].key.len) == 0)
			table->distinct = false;
	}
	core_free(sorted);
}

/* The columns of the layout's fields. */
static void
find_columns(const DesignInput *input, SampledTable *table)
{
	for (int f = 0; f < table->layout->nfields; f++)
		for (int c = 0; c < input->ncolumns; c++)
			if (strcmp(input->columns[c].name,
					   table->layout->fields[f].name) == 0)
				table->columns[f] = c;
}

static bool
compose_keys(const DesignInput *input, SampledTable *table)
{
	CoreError	err;

	for (int r = 0; r < input->nrows; r += table->step)
	{
		CoreValue	values[LAYOUT_MAX_FIELDS];
		const CoreValue *row = input->values + (size_t) r * input->ncolumns;
		size_t		start = table->bytes.len;

		if (r % 1024 == 0)
			core_check_interrupts();
		for (int f = 0; f < table->layout->nfields; f++)
			values[f] = row[table->columns[f]];
		if (!layout_compose(table->layout, values, &table->bytes, &err) ||
			table->bytes.len - start > BYTES_MAX_ROW)
			return false;
		table->keys[table->nkeys++] =
			(SampledKey) {start, table->bytes.len - start, r};
	}
	table->key_bytes = table->nkeys == 0 ? table->layout->fixed_width :
		(double) table->bytes.len / table->nkeys;
	return true;
}

/* ---- hotspots ----------------------------------------------------------- */

/*
 * The share of a window's writes in its hottest region, on average. Windows
 * have the same number of rows, and regions too.
 */
static void
judge_heat(const DesignInput *input, SampledTable *table)
{
	int			n = table->nkeys;
	int			regions = input->regions;
	int			window = n / MOST_WINDOWS;
	int		   *region_of;
	int		   *counts;
	HeatCount  *heat;
	HeatMap		map = {.every = {.ms = 1}, .regions = regions};
	HeatJudgement judgement;
	double		chance;
	double		pairs = 0;		/* share of pairs of rows in one region */

	table->hottest = 1.0 / regions;
	if (window < LEAST_WINDOW)
		window = LEAST_WINDOW;
	if (n < 2 * window || regions < 2)
		return;
	region_of = core_alloc((size_t) n * sizeof(int));
	counts = core_alloc((size_t) regions * sizeof(int));
	heat = core_alloc(((size_t) n + 1) * sizeof(HeatCount));
	for (int i = 0; i < n; i++)
		region_of[table->keys[i].row / table->step] =
			(int) ((int64_t) i * regions / n);
	for (int w = 0; (w + 1) * window <= n; w++)
	{
		memset(counts, 0, (size_t) regions * sizeof(int));
		for (int i = w * window; i < (w + 1) * window; i++)
			counts[region_of[i]]++;
		for (int r = 0; r < regions; r++)
		{
			pairs += (double) counts[r] * (counts[r] - 1) / window /
				(window - 1);
			if (counts[r] > 0)
				heat[map.n++] = (HeatCount) {w, r, (uint64_t) counts[r]};
		}
	}
	pairs /= n / window;
	map.counts = heat;
	judgement = heat_judge(&map);
	table->monotonic = judgement.verdict == HEAT_MONOTONIC;
	/*
	 * Few rows are uneven by chance. The share of pairs does not depend on
	 * chance, and is not above that of the hottest region.
	 */
	chance = heat_peak_by_chance(window, regions);
	if (chance < 1 && judgement.mean_peak > chance)
		table->hottest += (judgement.mean_peak - chance) / (1 - chance) *
			(1 - 1.0 / regions);
	if (pairs > table->hottest)
		table->hottest = pairs;
	core_free(region_of);
	core_free(counts);
	core_free(heat);
}

/* ---- tables ------------------------------------------------------------- */

bool
sampled_table_make(const DesignInput *input, const DesignKey *key, int step,
				   SampledTable *table)
{
	static const Encoding encodings[] = {ENCODING_PHOENIX, ENCODING_ORDERED};
	size_t		room = (size_t) (input->nrows / step) + 2;

	for (int i = 0; i < 2; i++)
	{
		CoreBuf		text;
		CoreError	err;

		memset(table, 0, sizeof(SampledTable));
		core_buf_init(&table->bytes);
		core_buf_init(&text);
		table->key = *key;
		table->step = step;
		design_key_text(input, key, encodings[i], &text);
		table->layout = layout_read((const char *) text.data, text.len, &err);
		core_buf_free(&text);
		if (table->layout == NULL)
			continue;
		find_columns(input, table);
		table->keys = core_alloc(room * sizeof(SampledKey));
		if (compose_keys(input, table))
		{
			sort_keys(table);
			judge_heat(input, table);
			return true;
		}
		sampled_table_free(table);
	}
	return false;
}

void
sampled_table_free(SampledTable *table)
{
	core_buf_free(&table->bytes);
	if (table->keys != NULL)
		core_free(table->keys);
	if (table->layout != NULL)
		core_free(table->layout);
	memset(table, 0, sizeof(SampledTable));
}

/* The number of keys below a bound. */
static int
count_below(const SampledTable *table, const uint8_t *bound, size_t len)
{
	int			low = 0;
	int			high = table->nkeys;

	while (low < high)
	{
		int			middle = low + (high - low) / 2;
		const SampledKey *key = &table->keys[middle];

		if (bytes_compare(table->bytes.data + key->start, key->len, bound,
						  len) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int
sampled_table_count(const SampledTable *table, const LayoutRanges *ranges)
{
	int			n = 0;

	for (int i = 0; i < ranges->n; i++)
	{
		const LayoutRange *range = &ranges->ranges[i];
		int			stop = range->has_stop ?
			count_below(table, range->stop, range->stop_len) :
			table->nkeys;

		n += stop - count_below(table, range->start, range->start_len);
	}
	return n;
}

double
sampled_table_rows(const DesignInput *input, const SampledTable *table, int n)
{
	double		others = table->nkeys > 1 ? table->nkeys - 1 : 1;

	/* one of the rows is that whose values are asked for */
	return n < 1 ? 0 : 1 + (n - 1) * (input->rows - 1) / others;
}
