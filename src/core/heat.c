/*
 * heat.c
 *		Cells by window of time and region, and whether that is a hotspot.
 */
#include "heat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "datetime.h"

/* 1970-01-01 was a Thursday: weeks and the like are counted from Monday the 5th. */
#define MONDAY_MS		(4 * INT64_C(86400000))

/* A region is hot when it has so many times what chance alone would give it. */
#define HOT_FACTOR		2.0

/* From this rank correlation on, the hot place moves on with time. */
#define MONOTONIC_TREND	0.8

/* ---- windows ---------------------------------------------------------- */

static int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

int64_t
heat_window(HeatEvery every, int64_t ms)
{
	int64_t		year;
	int			month,
				day;

	if (every.months == 0)
		return floor_div(ms - MONDAY_MS, every.ms);
	datetime_date(floor_div(ms, 86400000), &year, &month, &day);
	return floor_div((year - 1970) * 12 + month - 1, every.months);
}

int64_t
heat_window_start(HeatEvery every, int64_t window)
{
	int64_t		month = window * every.months;

	if (every.months == 0)
		return window * every.ms + MONDAY_MS;
	return datetime_days(1970 + floor_div(month, 12), (int) (month - 12 * floor_div(month, 12)) + 1, 1) * 86400000;
}

const char *
heat_every_text(HeatEvery every, char *dst)
{
	static const struct
	{
		int64_t		length;
		const char *name;
	}			units[] = {
		{604800000, "week"}, {86400000, "day"}, {3600000, "hour"}, {60000, "minute"}, {1000, "second"}, {1, "millisecond"}
	};
	int64_t		n = every.months;
	const char *name = "month";

	if (n % 12 == 0)
	{
		n /= 12;
		name = "year";
	}
	for (size_t i = 0; every.months == 0 && i < sizeof(units) / sizeof(units[0]); i++)
	{
		n = every.ms / units[i].length;
		name = units[i].name;
		if (every.ms % units[i].length == 0)
			break;
	}
	snprintf(dst, HEAT_EVERY_TEXT, "%lld %s%s", (long long) n, name, n == 1 ? "" : "s");
	return dst;
}

static int
compare_counts(const void *a, const void *b)
{
	const HeatCount *x = a;
	const HeatCount *y = b;

	if (x->window != y->window)
		return x->window < y->window ? -1 : 1;
	return (x->region > y->region) - (x->region < y->region);
}

void
heat_sort(HeatCount *counts, size_t n)
{
	qsort(counts, n, sizeof(HeatCount), compare_counts);
}

/* ---- one window ------------------------------------------------------- */

typedef struct Window
{
	uint64_t	cells;
	uint64_t	peak;			/* cells of its hottest region */
	int			hit;			/* regions with cells */
	double		centre;			/* where in the table it writes: mean region */
	double		rank;
} Window;

static int
compare_numbers(const void *a, const void *b)
{
	uint64_t	x = *(const uint64_t *) a;
	uint64_t	y = *(const uint64_t *) b;

	return (x > y) - (x < y);
}

/* The Gini coefficient of n numbers (sorted here) and zeros up to regions. */
static double
gini(uint64_t *cells, int n, int regions)
{
	double		sum = 0,
				weighted = 0;

	qsort(cells, (size_t) n, sizeof(uint64_t), compare_numbers);
	for (int i = 0; i < n; i++)
	{
		sum += (double) cells[i];
		weighted += (double) cells[i] * (regions - n + i + 1);
	}
	return 2 * weighted / (regions * sum) - (regions + 1.0) / regions;
}

/* ---- trend ------------------------------------------------------------ */

static int
compare_centres(const void *a, const void *b)
{
	double		x = (*(Window *const *) a)->centre;
	double		y = (*(Window *const *) b)->centre;

	return (x > y) - (x < y);
}

/* Spearman's correlation of the windows' order in time and their centres. */
static double
trend(Window *windows, size_t n)
{
	Window	  **sorted;
	double		mean = (n - 1) / 2.0,
				time_squares = 0,
				rank_squares = 0,
				products = 0;

	if (n < 3)
		return 0;
	sorted = core_alloc(n * sizeof(Window *));
	for (size_t i = 0; i < n; i++)
		sorted[i] = &windows[i];
	qsort(sorted, n, sizeof(Window *), compare_centres);
	for (size_t i = 0, stop; i < n; i = stop)
	{
		for (stop = i; stop < n && sorted[stop]->centre == sorted[i]->centre; stop++)
			;
		for (size_t j = i; j < stop; j++)
			sorted[j]->rank = (i + stop - 1) / 2.0;
	}
	core_free(sorted);
	for (size_t i = 0; i < n; i++)
	{
		time_squares += (i - mean) * (i - mean);
		rank_squares += (windows[i].rank - mean) * (windows[i].rank - mean);
		products += (i - mean) * (windows[i].rank - mean);
	}
	return rank_squares == 0 ? 0 : products / sqrt(time_squares * rank_squares);
}

/* ---- the judgement ---------------------------------------------------- */

/* About the share of the hottest region if n cells fell on regions by chance. */
static double
peak_by_chance(double n, int regions)
{
	double		share = 1.0 / regions + sqrt(2 * log(regions) / (n * regions));

	return share < 1 ? share : 1;
}

HeatJudgement
heat_judge(const HeatMap *map)
{
	HeatJudgement j = {.verdict = HEAT_EVEN, .lowest_peak = 1};
	Window	   *windows;
	uint64_t   *cells;
	double		weighted_peak = 0,
				by_chance = 0,
				ginis = 0;

	if (map->n == 0)
		return (HeatJudgement) {.verdict = HEAT_EVEN};
	windows = core_alloc(map->n * sizeof(Window));
	cells = core_alloc((size_t) map->regions * sizeof(uint64_t));
	for (size_t i = 0, stop; i < map->n; i = stop)
	{
		Window	   *w = &windows[j.windows++];
		double		share;

		core_check_interrupts();
		*w = (Window) {0};
		for (stop = i; stop < map->n && map->counts[stop].window == map->counts[i].window; stop++)
		{
			const HeatCount *count = &map->counts[stop];

			w->cells += count->cells;
			w->centre += (double) count->cells * count->region;
			if (count->cells > w->peak)
				w->peak = count->cells;
			cells[w->hit++] = count->cells;
		}
		w->centre /= (double) w->cells;
		share = (double) w->peak / (double) w->cells;
		j.cells += w->cells;
		j.mean_peak += share;
		if (share > j.highest_peak)
			j.highest_peak = share;
		if (share < j.lowest_peak)
			j.lowest_peak = share;
		if (w->hit > j.regions_hit)
			j.regions_hit = w->hit;
		ginis += gini(cells, w->hit, map->regions);
		weighted_peak += (double) w->peak;
		by_chance += (double) w->cells * peak_by_chance((double) w->cells, map->regions);
	}
	j.mean_peak /= (double) j.windows;
	j.gini = ginis / (double) j.windows;
	j.trend = trend(windows, (size_t) j.windows);
	if (weighted_peak > HOT_FACTOR * by_chance)
		j.verdict = fabs(j.trend) >= MONOTONIC_TREND ? HEAT_MONOTONIC : HEAT_SKEWED;
	core_free(cells);
	core_free(windows);
	return j;
}

const char *
heat_verdict_name(HeatVerdict verdict)
{
	switch (verdict)
	{
		case HEAT_EVEN:
			return "even";
		case HEAT_SKEWED:
			return "skewed";
		case HEAT_MONOTONIC:
			return "monotonic";
	}
	return "even";
}
