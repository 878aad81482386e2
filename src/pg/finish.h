/*
 * finish.h
 *		Deltas that a crash left between their commit and their folder.
 */
#ifndef FINISH_H
#define FINISH_H

#include "postgres.h"

/*
 * Before a delta of a baseline is written to a path: finish or discard what
 * crashes left of the baseline beside it, and beside the last run's folder
 * (NULL: none).  An error when a committed run cannot be finished, or when a
 * folder holds a run of the baseline that this database does not know.
 */
extern void finish_before_delta(Oid baseline, const char *path,
								const char *last_path);

#endif							/* FINISH_H */
