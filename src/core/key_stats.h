/*
 * key_stats.h
 *		How many of a column's keys lie in a range, from a histogram and from
 *		the number of distinct prefixes of each length.
 */
#ifndef KEY_STATS_H
#define KEY_STATS_H

#include "core.h"

typedef struct KeyBytes
{
	const uint8_t *p;
	size_t		len;
} KeyBytes;

/* Byte positions that are looked at; deeper ones count as equal. */
#define KEY_STATS_DEPTH		64

typedef struct KeyStats
{
	/* histogram: keys in order, the same number of rows between neighbours */
	const KeyBytes *bounds;
	int			nbounds;		/* 0 or at least 2 */

	/* prefixes[n - 1]: distinct prefixes of n bytes; longer ones as the last */
	const float *prefixes;
	int			nprefixes;		/* 0: not known */

	/* smallest and largest byte of the bounds at each position */
	uint8_t		low[KEY_STATS_DEPTH];
	uint8_t		high[KEY_STATS_DEPTH];
	int			depth;			/* positions that any bound has */
} KeyStats;

/* Arrays are kept by reference. */
extern void key_stats_init(KeyStats *stats, const KeyBytes *bounds, int nbounds,
						   const float *prefixes, int nprefixes);

/* Share (0..1) of the histogram's keys below a key. */
extern double key_stats_below(const KeyStats *stats, KeyBytes key);

/* Share of the keys in [start, stop); a NULL stop is open. */
extern double key_stats_range(const KeyStats *stats, KeyBytes start, const KeyBytes *stop);

/*
 * From a sorted sample of n keys out of a table of rows: estimate the distinct
 * prefixes of 1, 2, ... bytes into prefixes (room for max); returns how many
 * lengths it takes until every key of the sample has a prefix of its own.
 */
extern int	key_stats_count_prefixes(const KeyBytes *sample, int n, double rows,
									 float *prefixes, int max);

#endif							/* KEY_STATS_H */
