/*
 * region_heat.h
 *		Count cells by time window and region, and detect hotspots.
 */
#ifndef REGION_HEAT_H
#define REGION_HEAT_H

#include "core/base/standard.h"

/* The length of a window; exactly one of the fields is not 0. */
typedef struct HeatEvery
{
	int64_t		ms;
	int			months;
} HeatEvery;

/*
 * The number of the window with a time.  Windows count from 1970, weeks begin
 * on Monday, all in UTC.
 */
extern int64_t heat_window(HeatEvery every, int64_t ms);
extern int64_t heat_window_start(HeatEvery every, int64_t window);

/*
 * Format as "1 hour", "15 minutes". dst has room for HEAT_EVERY_TEXT bytes and
 * is returned.
 */
#define HEAT_EVERY_TEXT		40

extern const char *heat_every_text(HeatEvery every, char *dst);

/* The number of cells of one window in one region; never 0. */
typedef struct HeatCount
{
	int64_t		window;
	int			region;
	uint64_t	cells;
} HeatCount;

/* Counts sorted by window and region; each pair occurs once. */
typedef struct HeatMap
{
	HeatEvery	every;
	int			regions;
	const HeatCount *counts;
	size_t		n;
} HeatMap;

extern void heat_sort(HeatCount *counts, size_t n);

typedef enum HeatVerdict
{
	HEAT_EVEN,					/* no region is much hotter than the others */
	HEAT_SKEWED,				/* some regions are hot, independently of
								 * time */
	HEAT_MONOTONIC				/* the hot region moves with time */
} HeatVerdict;

/* Shares are those of one region in the cells of one window. */
typedef struct HeatJudgement
{
	HeatVerdict verdict;
	int64_t		windows;		/* windows with cells */
	uint64_t	cells;
	double		lowest_peak;	/* smallest share of a hottest region */
	double		mean_peak;
	double		highest_peak;
	int			regions_hit;	/* largest number of regions with cells in
								 * one window */
	double		gini;			/* mean over the windows; 0 is even */
	double		trend;			/* correlation of time and region: -1 to 1 */
} HeatJudgement;

/* Judge a map.  A map without cells is even. */
extern HeatJudgement heat_judge(const HeatMap *map);

/*
 * The approximate share of the hottest region for n cells in random regions.
 */
extern double heat_peak_by_chance(double n, int regions);

/* even, skewed, monotonic */
extern const char *heat_verdict_name(HeatVerdict verdict);

#endif							/* REGION_HEAT_H */
