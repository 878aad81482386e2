/*
 * split_plan.h
 *		Split points that fit the data: regions of equal rows or bytes, cut
 *		where a component of the key changes.
 */
#ifndef SPLIT_PLAN_H
#define SPLIT_PLAN_H

#include "layout.h"
#include "splits.h"

/* A row key, and what stands under it. */
typedef struct SizedKey
{
	const uint8_t *p;
	size_t		len;
	double		rows;
	double		bytes;
} SizedKey;

/*
 * Keys in ascending order, each once, as often as they are asked for.  A key
 * lives until the next one.
 */
typedef struct SizedKeys
{
	void	   *context;
	void		(*rewind) (void *context);
	bool		(*next) (void *context, SizedKey *key);
} SizedKeys;

typedef struct SplitWish
{
	int			regions;
	bool		by_bytes;		/* equal bytes, else equal rows */
	int			align;			/* no region tears keys whose first so many
								 * components are equal; 0: any may be torn */
	const Layout *const *layouts;	/* of the keys; the first one that fits tells */
	int			nlayouts;
	bool		bucket_byte;	/* without a layout: the first byte is a component */
} SplitWish;

/*
 * Fill *points with at most regions - 1 split points, fewer where there are
 * not so many keys.  Every region holds whole groups of keys with the
 * same leading components; where there are fewer groups than regions, part
 * of one.  Free with splits_free, whatever this returns.
 */
extern bool split_plan(const SplitWish *wish, const SizedKeys *keys,
					   SplitPoints *points, CoreError *err);

/*
 * How much of b makes a split point between the neighbours a < b: the shortest
 * start of it that ends with a component of the wish's layouts.
 */
extern size_t split_plan_between(const SplitWish *wish, const uint8_t *a, size_t alen,
								 const uint8_t *b, size_t blen);

/*
 * Points between the buckets (or salts) that keys of this layout begin with;
 * false when they begin with none.  *points is then untouched.
 */
extern bool split_plan_buckets(const Layout *layout, SplitPoints *points);

/*
 * Whether keys of no known layout look as if a bucket of one byte stood
 * first: the first bytes are 0 .. n - 1, more than one and less than 256, and
 * none has more than twice the rows of another.  Returns n, else 0.
 */
extern int	split_plan_find_buckets(const SizedKeys *keys);

typedef struct RegionSize
{
	double		rows;
	double		bytes;
} RegionSize;

/* What each of count + 1 regions holds. */
extern void split_forecast(const SizedKeys *keys, const SplitPoints *points,
						   RegionSize *sizes);

#endif							/* SPLIT_PLAN_H */
