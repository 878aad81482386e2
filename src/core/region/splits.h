/*
 * splits.h
 *		Split points of a new table by HBase's algorithms.
 *
 * N regions have N - 1 split points.  All of these algorithms divide a range
 * of numbers into equal steps, independently of the data; split_plan.h uses
 * the data.
 */
#ifndef SPLITS_H
#define SPLITS_H

#include "core/base/buffer.h"
#include "core/base/error.h"

/* The largest number of regions of a new table. */
#define SPLITS_MAX_REGIONS		65536

typedef enum SplitMethod
{
	SPLIT_UNIFORM,				/* RegionSplitter.UniformSplit: bytes */
	SPLIT_HEX,					/* RegionSplitter.HexStringSplit: lower-case
								 * hex text */
	SPLIT_DECIMAL,				/* RegionSplitter.DecimalStringSplit:
								 * decimal text */
	SPLIT_RANGE,				/* Admin.createTable(desc, first, last, n) */
	SPLIT_SALT					/* one region for each value of a salt byte
								 * (SaltingUtil.getSalteByteSplitPoints of
								 * Phoenix) */
} SplitMethod;

/* Row keys in one buffer; key i is starts[i] .. starts[i + 1]. */
typedef struct SplitPoints
{
	int			count;
	size_t	   *starts;			/* count + 1 offsets into bytes.data */
	CoreBuf		bytes;
} SplitPoints;

/* One end of the range; if given is false, the method's default. */
typedef struct SplitEnd
{
	bool		given;
	const uint8_t *data;
	size_t		len;
} SplitEnd;

/*
 * Find a method by our name or by the class name that RegionSplitter accepts.
 */
extern bool splits_method_from_name(const char *name, size_t len,
									SplitMethod *method, CoreError *err);

/*
 * Set *points to the sorted split points for this number of regions.  Free
 * with splits_free in any case.
 */
extern bool splits_plan(SplitMethod method, int regions,
						SplitEnd first, SplitEnd last,
						SplitPoints *points, CoreError *err);

/*
 * Bytes.split(first, last, inclusive, npoints), HBase 2.6.1: the points that
 * divide first..last into npoints + 1 parts, with both ends: npoints + 2
 * points.  With inclusive, last belongs to the range.
 */
extern bool splits_between(const uint8_t *first, size_t flen,
						   const uint8_t *last, size_t llen,
						   bool inclusive, int npoints,
						   SplitPoints *points, CoreError *err);

/* Start an empty list with room for this many points and one more. */
extern void splits_init(SplitPoints *points, int room);
extern void splits_add(SplitPoints *points, const uint8_t *p, size_t n);
extern void splits_free(SplitPoints *points);

/* The region of a row, from 0. */
extern int	splits_region(const SplitPoints *points, const uint8_t *p,
						  size_t n);

#endif							/* SPLITS_H */
