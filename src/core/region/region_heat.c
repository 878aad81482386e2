/*
 * region_heat.c
 *		Count cells by time window and region, and detect hotspots.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/region/region_heat.h"

#include <math.h>
#include <stdio.h>

#include "core/value/datetime.h"

/* 1970-01-01 was a Thursday.  Weeks count from Monday, 1970-01-05. */
#define MONDAY_MS		(4 * INT64_C(86400000))

/* A region is hot if it has this many times an even share ... */
#define HOT_FACTOR		2.0

/* ... and this many times the share expected by chance for few cells. */
#define CHANCE_FACTOR	1.3

/* From this correlation on, the hot region moves with time. */
#define MONOTONIC_TREND	0.8

/* ---- windows ---------------------------------------------------------- */

int64_t
heat_window(HeatEvery every, int64_t ms)
{
	int64_t		year;
	int			month,
				day;

	if (every.months == 0)
		return datetime_floor_div(ms - MONDAY_MS, every.ms);
	datetime_date(datetime_floor_div(ms, 86400000), &year, &month, &day);
	return datetime_floor_div((year - 1970) * 12 + month - 1, every.months);
}

int64_t
heat_window_start(HeatEvery every, int64_t window)
{
	int64_t		month = window * every.months;

	if (every.months == 0)
		return window * every.ms + MONDAY_MS;
	return datetime_days(1970 + datetime_floor_div(month, 12),
						 (int) (month - 12 * datetime_floor_div(month, 12)) +
							 1,
						 1) *
		86400000;
}

const char *
heat_every_text(HeatEvery every, char *dst)
{
	static const struct
	{
		int64_t		length;
		const char *name;
	} units[] = {{604800000, "week"}, {86400000, "day"}, {3600000, "hour"},
				 {60000, "minute"},	  {1000, "second"},	 {1, "millisecond"}};
	int64_t		n = every.months;
	const char *name = "month";

	if (n % 12 == 0)
	{
		n /= 12;
		name = "year";
	}
	for (size_t i = 0;
		 every.months == 0 && i < sizeof(units) / sizeof(units[0]); i++)
	{
		n = every.ms / units[i].length;
		name = units[i].name;
		if (every.ms % units[i].length == 0)
			break;
	}
	snprintf(dst, HEAT_EVERY_TEXT, "%lld %s%s", (long long) n, name,
			 n == 1 ? "" : "s");
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
	core_sort(counts, n, sizeof(HeatCount), compare_counts);
}

/* ---- one window ------------------------------------------------------- */

typedef struct Window
{
	uint64_t	cells;
	uint64_t	peak;			/* cells of its hottest region */
	int			hit;			/* regions with cells */
} Window;

static int
compare_numbers(const void *a, const void *b)
{
	uint64_t	x = *(const uint64_t *) a;
	uint64_t	y = *(const uint64_t *) b;

	return (x > y) - (x < y);
}

/*
 * The Gini coefficient of n numbers, which are sorted here, and zeros for the
 * other regions.
 */
static double
gini(uint64_t *cells, int n, int regions)
{
	double		sum = 0,
				weighted = 0;

	core_sort(cells, (size_t) n, sizeof(uint64_t), compare_numbers);
	for (int i = 0; i < n; i++)
	{
		sum += (double) cells[i];
		weighted += (double) cells[i] * (regions - n + i + 1);
	}
	return 2 * weighted / (regions * sum) - (regions + 1.0) / regions;
}

/* ---- trend ------------------------------------------------------------ */

/*
 * The correlation, over all cells, between the time of writing (counted in
 * cells) and the region: 1 if each region is full before the next one starts.
 */
static double
trend(const HeatMap *map, uint64_t cells)
{
	double		all = (double) cells,
				written = 0,
				region_mean = 0,
				time_squares = 0,
				region_squares = 0,
				products = 0;

	for (size_t i = 0; i < map->n; i++)
		region_mean += (double) map->counts[i].cells * map->counts[i].region /
			all;
	for (size_t i = 0, stop; i < map->n; i = stop)
	{
		double		window = 0,
					time;

		for (stop = i; stop < map->n &&
			 map->counts[stop].window == map->counts[i].window;
			 stop++)
			window += (double) map->counts[stop].cells;
		time = (written + window / 2) / all - 0.5;
		written += window;
		for (size_t c = i; c < stop; c++)
		{
			double		weight = (double) map->counts[c].cells / all;
			double		region = map->counts[c].region - region_mean;

			time_squares += weight * time * time;
			region_squares += weight * region * region;
			products += weight * time * region;
		}
	}
	return time_squares <= 0 || region_squares <= 0 ?
		0 :
		products / sqrt(time_squares * region_squares);
}

/* ---- the judgement ---------------------------------------------------- */

double
heat_peak_by_chance(double n, int regions)
{
	double		share = 1.0 / regions + sqrt(2 * log(regions) / (n * regions));

	return share < 1 ? share : 1;
}

HeatJudgement
heat_judge(const HeatMap *map)
{
	HeatJudgement j = {.verdict = HEAT_EVEN, .lowest_peak = 1};
	uint64_t   *cells;
	double		weighted_peak = 0,
				by_chance = 0,
				ginis = 0;

	if (map->n == 0)
		return (HeatJudgement) {.verdict = HEAT_EVEN};
	cells = core_alloc((size_t) map->regions * sizeof(uint64_t));
	for (size_t i = 0, stop; i < map->n; i = stop)
	{
		Window		w = {0};
		double		share;

		core_check_interrupts();
		j.windows++;
		for (stop = i; stop < map->n &&
			 map->counts[stop].window == map->counts[i].window;
			 stop++)
		{
			const HeatCount *count = &map->counts[stop];

			w.cells += count->cells;
			if (count->cells > w.peak)
				w.peak = count->cells;
			cells[w.hit++] = count->cells;
		}
		share = (double) w.peak / (double) w.cells;
		j.cells += w.cells;
		j.mean_peak += share;
		if (share > j.highest_peak)
			j.highest_peak = share;
		if (share < j.lowest_peak)
			j.lowest_peak = share;
		if (w.hit > j.regions_hit)
			j.regions_hit = w.hit;
		ginis += gini(cells, w.hit, map->regions);
		weighted_peak += (double) w.peak;
		by_chance += (double) w.cells *
			heat_peak_by_chance((double) w.cells, map->regions);
	}
	j.mean_peak /= (double) j.windows;
	j.gini = ginis / (double) j.windows;
	j.trend = trend(map, j.cells);
	if (weighted_peak > HOT_FACTOR * (double) j.cells / map->regions &&
		weighted_peak > CHANCE_FACTOR * by_chance)
		j.verdict = fabs(j.trend) >= MONOTONIC_TREND ? HEAT_MONOTONIC :
													   HEAT_SKEWED;
	core_free(cells);
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
