/*
 * split_plan.h
 *		Choose split points from the data: regions of equal rows or bytes, with
 *		borders between components of the key.
 */
#ifndef SPLIT_PLAN_H
#define SPLIT_PLAN_H

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/region/splits.h"

/* A row key and the size of its row. */
typedef struct SizedKey
{
	const uint8_t *p;
	size_t		len;
	double		rows;
	double		bytes;
} SizedKey;

/*
 * Iterator over distinct keys in ascending order.  It can be restarted.  A key
 * is valid until the next call.
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
	bool		by_bytes;		/* true: equal bytes; false: equal rows */
	int			align;			/* keep keys with this many equal leading
								 * components in one region; 0: no such
								 * limit */
	const Layout *const *layouts;	/* layouts of the keys; the first one
									 * that fits a key is used */
	int			nlayouts;
	bool		bucket_byte;	/* without a layout: the first byte is a
								 * component */
} SplitWish;

/*
 * Set *points to at most regions - 1 split points; fewer if there are not
 * enough keys.  Every region has whole groups of keys with the same leading
 * components, or, with fewer groups than regions, a part of one.  Free with
 * splits_free in any case.
 */
extern bool split_plan(const SplitWish *wish, const SizedKeys *keys,
					   SplitPoints *points, CoreError *err);

/*
 * The length of the prefix of b that is a split point between the neighbours a
 * < b: the shortest one that ends with a component.
 */
extern size_t split_plan_between(const SplitWish *wish, const uint8_t *a,
								 size_t alen, const uint8_t *b, size_t blen);

/*
 * The split points between the buckets or salts at the start of keys of this
 * layout.  Returns false and leaves *points unchanged if there are none.
 */
extern bool split_plan_buckets(const Layout *layout, SplitPoints *points);

/*
 * Detect a bucket byte in keys without a layout: the first bytes are 0 .. n -
 * 1, 1 < n < 256, and none has more than twice the rows of another.  Returns
 * n, or 0.
 */
extern int	split_plan_find_buckets(const SizedKeys *keys);

typedef struct RegionSize
{
	double		rows;
	double		bytes;
} RegionSize;

/* Compute the contents of each of the count + 1 regions. */
extern void split_forecast(const SizedKeys *keys, const SplitPoints *points,
						   RegionSize *sizes);

#endif							/* SPLIT_PLAN_H */
