/*
 * delta_run.h
 *		The runs of deltas that committed.
 */
#ifndef DELTA_RUN_H
#define DELTA_RUN_H

#include "postgres.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_run.h"

/*
 * The last run of a baseline, or RUN_ANY. Returns the folder of that run, or
 * NULL.
 */
extern char *delta_run_last(Oid baseline, char run[RUN_ID_SIZE]);

/*
 * Store the run of a complete delta as the last one; dir NULL: its folder is
 * on another host.
 */
struct ExportOptions;
struct ExportDir;
extern void delta_run_store(Oid baseline, const struct ExportOptions *options,
							const struct ExportDir *dir);

/*
 * True if the transaction of a run committed; *inode is its folder's, 0 on
 * another host.
 */
extern bool delta_run_find(const char *run, int64 *inode);

#endif							/* DELTA_RUN_H */
