/*
 * delta_recovery.h
 *		Recover deltas after a crash between the commit and the rename of the
 *		folder.
 */
#ifndef DELTA_RECOVERY_H
#define DELTA_RECOVERY_H

#include "postgres.h"

/*
 * Call before a delta of a baseline is written to a path: publish or remove
 * the baseline's hidden folders in the path's parent and in the parent of the
 * last run's folder (NULL: none). Raises an error when a committed run cannot
 * be published, or when a folder holds a run of the baseline that is not in
 * this database.
 */
extern void delta_recovery_finish(Oid baseline, const char *path,
								  const char *last_path);

#endif							/* DELTA_RECOVERY_H */
