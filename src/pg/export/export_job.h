/*
 * export_job.h
 *		One of the jobs that write an export together: the leader or a
 *		parallel worker.
 *
 * The regions are divided into units of work. Each job takes the next unit
 * until there are none left, and writes its files.
 */
#ifndef EXPORT_JOB_H
#define EXPORT_JOB_H

#include "postgres.h"
#include "port/atomics.h"
#include "storage/dsm.h"
#include "storage/sharedfileset.h"
#include "storage/shm_toc.h"
#include "utils/sharedtuplestore.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/export/job_results.h"
#include "pg/export/job_workers.h"
#include "pg/relation/export_progress.h"
#include "pg/table/definition.h"

/*
 * The spans (export_regions.h) of a unit; the last unit ends at the end of the
 * table.
 */
typedef struct ExportUnit
{
	int			first;
	int			stop;
	bool		wanted;			/* has a region to export */
	uint64		rows;			/* counted or expected */
} ExportUnit;

/* What all jobs know: no pointers. */
typedef struct ExportJobs
{
	Oid			relid;
	uint32		digest;			/* of the definition */
	ExportDirPlace place;
	int64		now;
	int64		stamp;
	int64		max_file_size;
	int64		max_region_size;
	int64		max_rejects;
	bool		phoenix_empty_cell;
	bool		divide_query;	/* a job reads the rows of its unit from the
								 * relation; else from the unit's store */
	int			nsplits;
	int			cuts;
	int			njobs;			/* at most */
	uint64		total;			/* number of rows; 0: unknown */
	JobUnits	work;
	pg_atomic_uint64 rejects;
	ExportProgressSum progress;
	SharedFileSet files;		/* of the stores */
} ExportJobs;

/* The parts of the segment. */
enum
{
	EXPORT_JOBS_SHARED = 1,		/* ExportJobs */
	EXPORT_JOBS_UNITS,			/* ExportUnit, in the order of the keys */
	EXPORT_JOBS_ORDER,			/* int: units, in the order of the work */
	EXPORT_JOBS_SETTINGS,		/* HFileSettings, by family */
	EXPORT_JOBS_SPLITS,			/* each with its length before it */
	EXPORT_JOBS_WANTED,			/* bool, by region; missing: all */
	EXPORT_JOBS_BELOW,			/* path within the folder */
	EXPORT_JOBS_RESULTS,		/* the store of the results */
	EXPORT_JOBS_STORES			/* the stores of the units */
};

/* Identifies the segment. */
#define EXPORT_JOBS_MAGIC	UINT64CONST(0x68626173656a6f62)

/* Key of the segment's handle in the segment of the parallel workers. */
#define EXPORT_JOBS_HANDLE	UINT64CONST(1)

/* The store of a unit. */
extern SharedTuplestore *export_job_store(shm_toc *toc, int unit);

/* A digest of all that an export takes from a definition. */
extern uint32 export_job_digest(const Definition *def);

/* Work in this process, and leave the results in the store. */
extern void export_job_run(shm_toc *toc, const Definition *def,
						   const ExportOptions *options, ExportDir *dir,
						   int job, JobResults *results);

#endif							/* EXPORT_JOB_H */
