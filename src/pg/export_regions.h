/*
 * export_regions.h
 *		The regions of an export: where they are cut.
 */
#ifndef EXPORT_REGIONS_H
#define EXPORT_REGIONS_H

#include "export_rows.h"

#include "../core/split_plan.h"

/* Regions below this size need no splitting for long. */
#define EXPORT_REGION_SIZE	(INT64CONST(4) * 1024 * 1024 * 1024)

typedef struct ExportRegions
{
	int			nsplits;		/* borders that are known before */
	RowKey	  **splits;			/* ascending */
	int			cuts;			/* regions of equal rows between two of them;
								 * 0: a new one when the files are large */
	SplitWish	layouts;		/* where keys are cut between */
} ExportRegions;

/* These split points and no others: checked. */
extern void export_regions_given(ExportRegions *regions, ArrayType *splits);

/*
 * As many as wanted (0: as defined, else as the size asks for): the definition's
 * split points, or cuts that fit the data; not across salts or buckets that
 * keys begin with.
 */
extern void export_regions_plan(ExportRegions *regions, const Definition *def, int wanted);

/* How many there will be; 0: not known. */
extern int	export_regions_count(const ExportRegions *regions);

/* Does a region begin at each of Phoenix's salts?  True of keys without them. */
extern bool export_regions_at_phoenix_salts(const ExportRegions *regions, const Definition *def);

/* Are all borders known before? */
static inline bool
export_regions_known(const ExportRegions *regions)
{
	return regions->cuts == 1;
}

/*
 * A condition for the keys of the wanted regions, so that a part of them costs
 * a part of the work; NULL when all are wanted.
 */
extern char *export_regions_condition(const ExportRegions *regions, const bool *wanted,
									  const Definition *def);

/* Walks from region to region with the rows. */
typedef struct ExportCutter
{
	const ExportRegions *regions;
	int			border;			/* the next known one */
	int			cuts;			/* made since the one before */
	uint64		base;			/* row at which that was */
	CoreBuf		previous;		/* key of the row before */
} ExportCutter;

/*
 * The start of a next region when the row does not lie in the present one, to
 * be asked until NULL.  full tells that the present one is large enough.
 */
extern RowKey *export_regions_cut(ExportCutter *cutter, const ExportRow *row, bool full);

/* The same after the last row: regions without rows. */
extern RowKey *export_regions_rest(ExportCutter *cutter);

#endif							/* EXPORT_REGIONS_H */
