/*
 * splits.h
 *		Split points of a new table, as HBase's own algorithms choose them.
 *
 * N regions have N - 1 split points.  All of these cut a range of numbers into
 * equal steps and know nothing of the data; split_plan.h looks at it.
 */
#ifndef SPLITS_H
#define SPLITS_H

#include "core.h"

/* More regions than any table is created with. */
#define SPLITS_MAX_REGIONS		65536

typedef enum SplitMethod
{
	SPLIT_UNIFORM,				/* RegionSplitter's UniformSplit: bytes */
	SPLIT_HEX,					/* HexStringSplit: lower-case hex text */
	SPLIT_DECIMAL,				/* DecimalStringSplit: decimal text */
	SPLIT_RANGE,				/* Admin.createTable(desc, first, last, n) */
	SPLIT_SALT					/* a region for each value of a salt byte */
} SplitMethod;

/* Row keys one behind the other; starts[i] .. starts[i + 1] is the i-th. */
typedef struct SplitPoints
{
	int			count;
	size_t	   *starts;			/* count + 1 offsets into bytes.data */
	CoreBuf		bytes;
} SplitPoints;

/* One end of the range to be cut; given is false for the method's own end. */
typedef struct SplitEnd
{
	bool		given;
	const uint8_t *data;
	size_t		len;
} SplitEnd;

/* Find a method by our name or by the class name that RegionSplitter takes. */
extern bool splits_method_from_name(const char *name, size_t len,
									SplitMethod *method, CoreError *err);

/*
 * Fill *points with the split points of this many regions, in order.  Free
 * with splits_free, whatever this returns.
 */
extern bool splits_plan(SplitMethod method, int regions,
						SplitEnd first, SplitEnd last,
						SplitPoints *points, CoreError *err);

/*
 * Bytes.split: the points that cut first..last into npoints + 1 parts, both
 * ends included, so npoints + 2 of them.  With inclusive, last itself belongs
 * to the range that is cut.
 */
extern bool splits_between(const uint8_t *first, size_t flen,
						   const uint8_t *last, size_t llen,
						   bool inclusive, int npoints,
						   SplitPoints *points, CoreError *err);

/*
 * Read what get_splits of the HBase shell prints: its array when it is there,
 * else its lines.  Free with splits_free, whatever this returns.
 */
extern bool splits_from_text(const char *text, size_t len, SplitPoints *points, CoreError *err);

/* A list of points by hand: an empty one with room for so many, and one more. */
extern void splits_init(SplitPoints *points, int room);
extern void splits_add(SplitPoints *points, const uint8_t *p, size_t n);
extern void splits_free(SplitPoints *points);

/* The region, from 0, that holds a row. */
extern int	splits_region(const SplitPoints *points, const uint8_t *p, size_t n);

#endif							/* SPLITS_H */
