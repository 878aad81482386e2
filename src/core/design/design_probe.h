/*
 * design_probe.h
 *		Instances of a question, with values of rows of the sample.
 */
#ifndef DESIGN_PROBE_H
#define DESIGN_PROBE_H

#include "core/design/design.h"
#include "core/design/sampled_table.h"
#include "core/layout/layout_condition.h"

/* The most instances of a question. */
#define DESIGN_PROBES	16

/* The values of an instance for each of the question's conditions. */
typedef struct DesignProbe
{
	LayoutItem	items[DESIGN_MAX_CONDITIONS][3];
	int			nitems[DESIGN_MAX_CONDITIONS];	/* 0: no key serves it */
	double		wanted;			/* rows of the relation that it wants */
} DesignProbe;

typedef struct DesignProbes
{
	DesignProbe probes[DESIGN_PROBES];
	int			n;
} DesignProbes;

/* For each column, the rows of the sample in the order of its values. */
typedef struct DesignRanks
{
	int		   *rows[DESIGN_MAX_COLUMNS];
	int			n[DESIGN_MAX_COLUMNS];	/* without rows that have NULL */
} DesignRanks;

extern void design_ranks_make(const DesignInput *input, DesignRanks *ranks);
extern void design_ranks_free(DesignRanks *ranks);

extern void design_probes_make(const DesignInput *input,
							   const DesignRanks *ranks,
							   const DesignQuestion *question,
							   DesignProbes *probes);

/*
 * What a table has to read for an instance: the key ranges, which the caller
 * frees.  False if there are more than most.
 */
extern bool design_probe_ranges(const DesignQuestion *question,
								const DesignProbe *probe,
								const SampledTable *table, int most,
								LayoutRanges *ranges);

#endif							/* DESIGN_PROBE_H */
