/*
 * key_stats.h
 *		Estimate the share of a column's keys in a range from a histogram and
 *		from the numbers of distinct prefixes.
 */
#ifndef KEY_STATS_H
#define KEY_STATS_H

#include "core/base/standard.h"

typedef struct KeyBytes
{
	const uint8_t *p;
	size_t		len;
} KeyBytes;

/*
 * Number of byte positions used; keys with a longer common prefix count as
 * equal.
 */
#define KEY_STATS_DEPTH		64

typedef struct KeyStats
{
	/*
	 * histogram: sorted keys, with the same number of rows between neighbours
	 */
	const KeyBytes *bounds;
	int			nbounds;		/* 0 or at least 2 */

	/*
	 * prefixes[n - 1]: number of distinct prefixes of n bytes; the last entry
	 * also counts for longer ones
	 */
	const float *prefixes;
	int			nprefixes;		/* 0: unknown */

	/* smallest and largest byte of the bounds at each position */
	uint8_t		low[KEY_STATS_DEPTH];
	uint8_t		high[KEY_STATS_DEPTH];
	int			depth;			/* length of the longest bound */
} KeyStats;

/* Initialise.  Keeps references to the arrays. */
extern void key_stats_init(KeyStats *stats, const KeyBytes *bounds,
						   int nbounds, const float *prefixes, int nprefixes);

/* The share (0..1) of the histogram's keys below a key. */
extern double key_stats_below(const KeyStats *stats, KeyBytes key);

/* The share of the keys in [start, stop); NULL for stop is an open end. */
extern double key_stats_range(const KeyStats *stats, KeyBytes start,
							  const KeyBytes *stop);

/*
 * Estimate the numbers of distinct prefixes of 1, 2, ... bytes from a sorted
 * sample of n keys of a table of rows. prefixes has room for max.  Returns the
 * length at which all keys of the sample have different prefixes.
 */
extern int	key_stats_count_prefixes(const KeyBytes *sample, int n,
									 double rows, float *prefixes, int max);

#endif							/* KEY_STATS_H */
