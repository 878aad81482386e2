/*
 * design_cost.h
 *		The cost of questions and writes under a design.
 *
 * The unit is the cost of a seek: the read of a single row by its key.  A scan
 * costs a seek for its first range and less for each further one, because
 * ranges are read in parallel, and its rows and bytes.  A written row waits
 * for the busiest region: it costs as much more as that region has more than
 * its share of the writes.
 */
#ifndef DESIGN_COST_H
#define DESIGN_COST_H

#include "core/design/design.h"
#include "core/design/design_probe.h"
#include "core/design/sampled_table.h"

extern const DesignWeights design_default_weights;

/* Bytes of an average row, as HBase stores it under these keys. */
extern double design_row_bytes(const DesignInput *input, double key_bytes);

/* What a question costs that reads all rows. */
extern void design_cost_scan_all(const DesignInput *input, double key_bytes,
								 DesignCost *cost);

/* What one call of a question that reads costs. */
extern void design_cost_read(const DesignInput *input,
							 const DesignQuestion *question,
							 const DesignProbes *probes,
							 const SampledTable *table, DesignCost *cost);

/* What one written row costs. */
extern double design_cost_row(const DesignInput *input,
							  const SampledTable *table, double row_bytes);

/*
 * The rows that a call writes, each as many times as its key makes necessary:
 * another value in the key is a new row and a delete marker.
 */
extern double design_rows_written(const DesignQuestion *question,
								  const DesignProbes *probes,
								  const SampledTable *table);

#endif							/* DESIGN_COST_H */
