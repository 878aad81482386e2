/*
 * shared_run.h
 *		A run that several sessions write: what they must agree on.
 */
#ifndef SHARED_RUN_H
#define SHARED_RUN_H

#include "postgres.h"
#include "utils/array.h"
#include "utils/jsonb.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_run.h"
#include "pg/export/export_tables.h"

typedef struct SharedRun
{
	char		run[RUN_ID_SIZE];
	int64		stamp;
	int			regions;		/* as given; 0: not */
	ArrayType  *relations;		/* regclass[] */
	Jsonb	   *options;
} SharedRun;

/*
 * Write the run's description into its folder, with the snapshot, role and
 * database of this session.
 */
extern void shared_run_write(ExportDir *dir, const SharedRun *run);

/*
 * Read it from the open folder of the run. Raises an error if the run has
 * ended, or if this session has another snapshot, role or database.
 */
extern void shared_run_read(int folder, const char *run_id, SharedRun *run);

/* Remove it, so that no further part can begin. */
extern void shared_run_close(ExportDir *dir);

/* The tables of the run with their options. */
extern ExportTable *shared_run_tables(const SharedRun *run, int *n);

/*
 * The last file of a part: the relation, and the reason why it could not be
 * exported (NULL: it was).
 */
extern void shared_run_write_part(ExportDir *dir, Oid relid,
								  const char *problem);

/* False if the part is not complete. */
extern bool shared_run_read_part(int folder, Oid *relid, char **problem);

#endif							/* SHARED_RUN_H */
