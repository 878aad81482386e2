/*
 * finish.h
 *		Deltas that a crash left between their commit and their folder.
 */
#ifndef FINISH_H
#define FINISH_H

#include "postgres.h"

/*
 * Before a delta of a baseline goes into the folder "directory": finish or
 * discard what crashes left there, and in the folder that holds the last run
 * (NULL: none).  An error when one of the last runs cannot be finished, or when a
 * folder holds a run of the baseline that never committed in this database.
 */
extern void finish_before_delta(Oid baseline, const char *path, const char *last_path);

#endif							/* FINISH_H */
