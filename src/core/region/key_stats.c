/*
 * key_stats.c
 *		Estimate the share of a column's keys in a range from a histogram and
 *		from the numbers of distinct prefixes.
 *
 * Row keys are strings of components, so their bytes are not evenly
 * distributed.  Two estimates are combined.
 *
 * Interpolation reads a key as digits.  The base of each position is the span
 * of the bytes seen there.  It is exact where nearly all possible prefixes
 * occur (counters, ASCII digits), and for every range of at least one
 * histogram bucket.
 *
 * Averages are for hashed prefixes, which are sparse, so that interpolation
 * finds nothing between two of them.  A range inside one prefix has the share
 * 1 / (number of distinct prefixes of that length).
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/region/key_stats.h"

/* Significant digits after the first difference; a double holds no more. */
#define DIGITS	10

void
key_stats_init(KeyStats *stats, const KeyBytes *bounds, int nbounds,
			   const float *prefixes, int nprefixes)
{
	stats->bounds = bounds;
	stats->nbounds = nbounds;
	stats->prefixes = prefixes;
	stats->nprefixes = nprefixes;
	stats->depth = 0;
	memset(stats->low, 0xff, sizeof(stats->low));
	memset(stats->high, 0, sizeof(stats->high));

	for (int b = 0; b < nbounds; b++)
	{
		int			len = bounds[b].len < KEY_STATS_DEPTH ?
			(int) bounds[b].len :
			KEY_STATS_DEPTH;

		for (int i = 0; i < len; i++)
		{
			uint8_t		c = bounds[b].p[i];

			if (c < stats->low[i])
				stats->low[i] = c;
			if (c > stats->high[i])
				stats->high[i] = c;
		}
		if (len > stats->depth)
			stats->depth = len;
	}
}

static size_t
common_prefix(KeyBytes a, KeyBytes b)
{
	size_t		n = a.len < b.len ? a.len : b.len;
	size_t		i = 0;

	while (i < n && a.p[i] == b.p[i])
		i++;
	return i;
}

static double
base_at(const KeyStats *stats, size_t position)
{
	return stats->high[position] - stats->low[position] + 1.0;
}

/*
 * A key's bytes from a position on, as a fraction 0..1 of the bytes seen
 * there.
 */
static double
fraction_from(const KeyStats *stats, KeyBytes key, size_t from)
{
	double		fraction = 0;
	double		unit = 1;

	for (size_t i = from;
		 i < from + DIGITS && i < key.len && i < (size_t) stats->depth; i++)
	{
		uint8_t		c = key.p[i];

		if (c < stats->low[i])
			return fraction;
		if (c > stats->high[i])
			return fraction + unit;
		unit /= base_at(stats, i);
		fraction += (c - stats->low[i]) * unit;
	}
	return fraction;
}

double
key_stats_below(const KeyStats *stats, KeyBytes key)
{
	int			lo = 0,
				hi = stats->nbounds - 1;
	KeyBytes	left,
				right;
	size_t		skip;
	double		at,
				from,
				to;

	/* find the bucket with bounds[lo] < key <= bounds[hi], hi = lo + 1 */
	if (bytes_compare(key.p, key.len, stats->bounds[0].p,
					  stats->bounds[0].len) <= 0)
		return 0;
	if (bytes_compare(key.p, key.len, stats->bounds[hi].p,
					  stats->bounds[hi].len) > 0)
		return 1;
	while (hi - lo > 1)
	{
		int			mid = (lo + hi) / 2;

		if (bytes_compare(stats->bounds[mid].p, stats->bounds[mid].len, key.p,
						  key.len) < 0)
			lo = mid;
		else
			hi = mid;
	}

	left = stats->bounds[lo];
	right = stats->bounds[hi];
	skip = common_prefix(left, right);
	from = fraction_from(stats, left, skip);
	to = fraction_from(stats, right, skip);
	at = to > from ? (fraction_from(stats, key, skip) - from) / (to - from) :
					 0.5;
	if (at < 0)
		at = 0;
	if (at > 1)
		at = 1;
	return (lo + at) / (stats->nbounds - 1);
}

/* Whether nearly all possible prefixes of this length occur. */
static bool
prefixes_are_dense(const KeyStats *stats, size_t length, double distinct)
{
	double		possible = 1;

	for (size_t i = 0; i < length && i < (size_t) stats->depth; i++)
	{
		possible *= base_at(stats, i);
		if (distinct < possible / 2)
			return false;
	}
	return true;
}

double
key_stats_range(const KeyStats *stats, KeyBytes start, const KeyBytes *stop)
{
	double		bucket = 1.0 / (stats->nbounds - 1);
	double		interpolated = (stop != NULL ? key_stats_below(stats, *stop) :
											   1.0) -
		key_stats_below(stats, start);
	double		share,
				distinct,
				average;
	size_t		length;

	if (interpolated < 0)
		interpolated = 0;
	if (stop == NULL || stats->nprefixes == 0 || interpolated >= bucket)
		return interpolated;

	/* the longest common prefix of all keys in the range, and its share */
	length = common_prefix(start, *stop);
	share = fraction_from(stats, *stop, length) -
		fraction_from(stats, start, length);
	if (start.len > 0)
	{
		uint8_t		stop_of_start[BYTES_MAX_ROW];
		size_t		n = bytes_prefix_stop(start.p, start.len, stop_of_start);

		if (bytes_compare(stop->p, stop->len, stop_of_start, n) == 0)
		{
			length = start.len;
			share = 1;
		}
	}
	if (length == 0 || share <= 0)
		return interpolated;

	distinct = stats->prefixes[(length < (size_t) stats->nprefixes ?
									length :
									(size_t) stats->nprefixes) -
							   1];
	if (prefixes_are_dense(stats, length, distinct))
		return interpolated;

	/* a prefix with more keys than a bucket would appear in the histogram */
	average = share / distinct;
	if (average > bucket)
		average = bucket;
	return interpolated > average ? interpolated : average;
}

/* The estimator of Haas and Stokes, which ANALYZE uses for whole values. */
static double
estimate_distinct(double n, double distinct, double once, double rows)
{
	double		estimate = n * distinct / ((n - once) + once * n / rows);

	if (estimate < distinct)
		estimate = distinct;
	if (estimate > rows)
		estimate = rows;
	return estimate;
}

int
key_stats_count_prefixes(const KeyBytes *sample, int n, double rows,
						 float *prefixes, int max)
{
	/*
	 * A new prefix of L bytes begins at each key that shares fewer than L
	 * bytes with its predecessor.  It occurs once if the same is true for its
	 * successor.  Equal keys share all lengths.  A key shorter than L counts
	 * as a separate prefix.
	 */
	/* indexed by the number of shared bytes */
	int			first_at[KEY_STATS_DEPTH + 1] = {0};
	/* indexed by the larger of both numbers */
	int			alone_at[KEY_STATS_DEPTH + 1] = {0};
	size_t		before = 0;
	int			distinct = 0,
				once = 0,
				lengths = 0;

	if (n == 0)
		return 0;
	if (rows < n)
		rows = n;
	for (int i = 0; i < n; i++)
	{
		size_t		after = 0,
					larger;

		if (i + 1 < n)
		{
			after = common_prefix(sample[i], sample[i + 1]);
			if (after == sample[i].len && after == sample[i + 1].len)
				after = KEY_STATS_DEPTH;
		}
		larger = before > after ? before : after;

		first_at[before < KEY_STATS_DEPTH ? before : KEY_STATS_DEPTH]++;
		alone_at[larger < KEY_STATS_DEPTH ? larger : KEY_STATS_DEPTH]++;
		before = after;
		if (i % 1024 == 0)
			core_check_interrupts();
	}
	for (int length = 1; length <= KEY_STATS_DEPTH && length <= max; length++)
	{
		distinct += first_at[length - 1];
		once += alone_at[length - 1];
		prefixes[lengths++] = (float) estimate_distinct(n, distinct, once,
														rows);
		if (once == n)
			break;
	}
	return lengths;
}
