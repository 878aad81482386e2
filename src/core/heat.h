/*
 * heat.h
 *		Cells by window of time and region: where writes would go, and whether
 *		that is a hotspot.
 */
#ifndef HEAT_H
#define HEAT_H

#include "core.h"

/* How long a window is: one of the two is not 0. */
typedef struct HeatEvery
{
	int64_t		ms;
	int			months;
} HeatEvery;

/* Windows count from 1970 on; weeks begin on Monday, all in UTC. */
extern int64_t heat_window(HeatEvery every, int64_t ms);
extern int64_t heat_window_start(HeatEvery every, int64_t window);

/* "1 hour", "15 minutes"; dst has room for HEAT_EVERY_TEXT bytes and is returned. */
#define HEAT_EVERY_TEXT		40

extern const char *heat_every_text(HeatEvery every, char *dst);

/* The cells of one window in one region; never 0. */
typedef struct HeatCount
{
	int64_t		window;
	int			region;
	uint64_t	cells;
} HeatCount;

/* Counts by window, then region, each pair once. */
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
	HEAT_EVEN,					/* no region is much busier than the others */
	HEAT_SKEWED,				/* some are, at any time */
	HEAT_MONOTONIC				/* some are, and they move on with time */
} HeatVerdict;

/* Shares are those of one region in the cells of one window. */
typedef struct HeatJudgement
{
	HeatVerdict verdict;
	int64_t		windows;		/* with cells */
	uint64_t	cells;
	double		lowest_peak;	/* of the hottest regions' shares */
	double		mean_peak;
	double		highest_peak;
	int			regions_hit;	/* most regions with cells in one window */
	double		gini;			/* of a window's regions, mean; 0 is even */
	double		trend;			/* correlation of time and place: -1 to 1 */
} HeatJudgement;

/* A map without cells is even. */
extern HeatJudgement heat_judge(const HeatMap *map);

/* even, skewed, monotonic */
extern const char *heat_verdict_name(HeatVerdict verdict);

#endif							/* HEAT_H */
