/*
 * export_regions.h
 *		Regions of an export: where the rows are split.
 */
#ifndef EXPORT_REGIONS_H
#define EXPORT_REGIONS_H

#include "core/region/split_plan.h"
#include "hbase_schema.h"
#include "pg/relation/export_rows.h"

/* Default size: smaller regions need no split for a long time. */
#define EXPORT_REGION_SIZE	(INT64CONST(4) * 1024 * 1024 * 1024)

typedef struct ExportRegions
{
	int			nsplits;		/* number of borders known in advance */
	RowKey	  **splits;			/* ascending */
	int			cuts;			/* regions of equal rows between two
								 * borders; 0: a new one when the files are
								 * full */
	SplitWish	layouts;		/* where keys can be split */
} ExportRegions;

/* Exactly these split points; raises an error if they are invalid. */
extern void export_regions_given(ExportRegions *regions, ArrayType *splits);

/*
 * Plan the wanted number of regions (0: as defined, else by size): the
 * definition's split points, or points that fit the data. No region spans
 * parts of two salts or buckets.
 */
extern void export_regions_plan(ExportRegions *regions, const Definition *def,
								int wanted);

/* Set the layouts of keys, for the starts of regions of equal rows. */
extern void export_regions_set_layouts(ExportRegions *regions,
									   const Definition *def);

/* Number of regions; 0: not known in advance. */
extern int	export_regions_count(const ExportRegions *regions);

/* True if a region begins at each of Phoenix's salts, or keys have none. */
extern bool export_regions_at_phoenix_salts(const ExportRegions *regions,
											const Definition *def);

/* True if all borders are known in advance. */
static inline bool
export_regions_known(const ExportRegions *regions)
{
	return regions->cuts == 1;
}

/*
 * An SQL condition on the keys of the wanted regions, so that exporting a part
 * reads only that part; NULL when all are wanted.
 */
extern char *export_regions_condition(const ExportRegions *regions,
									  const bool *wanted,
									  const Definition *def);

/*
 * The same for some of the spans between the borders known in advance: from
 * "first" to the one before "stop". Span 0 begins at the start of the table.
 */
extern char *export_regions_range(const ExportRegions *regions, int first,
								  int stop, const Definition *def);

/*
 * State that follows the rows of some spans, as above, from region to region.
 */
typedef struct ExportCutter
{
	const ExportRegions *regions;
	int			border;			/* next border known in advance */
	int			stop;			/* the span after the last one */
	int			cuts;			/* number since the last border */
	uint64		base;			/* row number at the last border */
	CoreBuf		previous;		/* key of the previous row */
} ExportCutter;

extern void export_regions_begin(ExportCutter *cutter,
								 const ExportRegions *regions, int first,
								 int stop);

/*
 * The start of the next region if the row is not in the present one; call
 * until it returns NULL. full: the present region has reached its size.
 */
extern RowKey *export_regions_cut(ExportCutter *cutter, const RelationRow *row,
								  bool full);

/* The same after the last row, for regions without rows. */
extern RowKey *export_regions_rest(ExportCutter *cutter);

#endif							/* EXPORT_REGIONS_H */
