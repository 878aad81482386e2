/*
 * job_workers.h
 *		Units of work that a call and its parallel workers take from a common
 *		counter.
 */
#ifndef JOB_WORKERS_H
#define JOB_WORKERS_H

#include "postgres.h"
#include "access/parallel.h"
#include "port/atomics.h"

#include "pg/relation/export_progress.h"

/* In shared memory. */
typedef struct JobUnits
{
	int			n;
	pg_atomic_uint32 next;		/* taken */
	pg_atomic_uint32 done;
	pg_atomic_uint32 stopped;	/* 1: the rest is not needed */
} JobUnits;

extern void job_units_init(JobUnits *units, int n);

/* The number of the next unit; -1: there are none left. */
extern int	job_units_take(JobUnits *units);
extern void job_units_done(JobUnits *units);
extern void job_units_stop(JobUnits *units);

/* Report that fewer jobs than wanted work on a relation, with the reason. */
extern void job_workers_report(Oid relid, int jobs, int wanted,
							   const char *reason, const char *hint);

/*
 * Launch the workers of a context; a NOTICE if they are fewer than there
 * could be. Units: the number of units, of which a job needs one.
 */
extern void job_workers_launch(ParallelContext *context, Oid relid,
							   int wanted, int units);

/* True, with a NOTICE, if the settings allow no workers. */
extern bool job_workers_none(Oid relid, int wanted);

/*
 * Wait until the units are done and the workers have ended, and report their
 * progress.
 */
extern void job_workers_wait(ParallelContext *context, JobUnits *units,
							 ExportProgressSum *progress);

#endif							/* JOB_WORKERS_H */
