/*
 * job_workers.c
 *		Units of work that a call and its parallel workers take from a common
 *		counter.
 */
#include "pg/base/compat.h"

#include "miscadmin.h"
#include "storage/latch.h"
#include "utils/wait_event.h"

#include "pg/export/job_workers.h"
#include "pg/table/definition.h"

/* Report the progress of the workers so often, in milliseconds. */
#define PROGRESS_MS		200

static const char *const more_workers =
	"Raise max_parallel_workers or max_worker_processes.";

/* ---- units -------------------------------------------------------------- */

void
job_units_init(JobUnits *units, int n)
{
	units->n = n;
	pg_atomic_init_u32(&units->next, 0);
	pg_atomic_init_u32(&units->done, 0);
	pg_atomic_init_u32(&units->stopped, 0);
}

int
job_units_take(JobUnits *units)
{
	uint32		unit;

	CHECK_FOR_INTERRUPTS();
	if (pg_atomic_read_u32(&units->stopped) != 0)
		return -1;
	unit = pg_atomic_fetch_add_u32(&units->next, 1);
	return unit < (uint32) units->n ? (int) unit : -1;
}

void
job_units_done(JobUnits *units)
{
	pg_atomic_fetch_add_u32(&units->done, 1);
}

void
job_units_stop(JobUnits *units)
{
	pg_atomic_write_u32(&units->stopped, 1);
}

/* ---- workers ------------------------------------------------------------ */

void
job_workers_report(Oid relid, int jobs, int wanted, const char *reason,
				   const char *hint)
{
	ereport(NOTICE,
			(errmsg("using %d of %d jobs for %s", jobs, wanted,
					definition_relation_name(relid)),
			 errdetail_internal("%s", reason),
			 hint == NULL ? 0 : errhint("%s", hint)));
}

bool
job_workers_none(Oid relid, int wanted)
{
	if (max_parallel_workers > 0 && max_worker_processes > 0)
		return false;
	job_workers_report(relid, 1, wanted, "No parallel workers are available.",
					   more_workers);
	return true;
}

void
job_workers_launch(ParallelContext *context, Oid relid, int wanted, int units)
{
	int			possible = Min(wanted, units);

	LaunchParallelWorkers(context);
	if (context->nworkers_launched + 1 < possible)
		job_workers_report(relid, context->nworkers_launched + 1, wanted,
						   "No more parallel workers are free.", more_workers);
	else if (possible < wanted)
		job_workers_report(relid, possible, wanted,
						   psprintf("It has %d regions that jobs can take.",
									units),
						   NULL);
}

void
job_workers_wait(ParallelContext *context, JobUnits *units,
				 ExportProgressSum *progress)
{
	while (pg_atomic_read_u32(&units->done) < (uint32) units->n &&
		   pg_atomic_read_u32(&units->stopped) == 0)
	{
		CHECK_FOR_INTERRUPTS();
		export_progress_report_jobs(progress);
		(void) WaitLatch(MyLatch,
						 WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
						 PROGRESS_MS, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
	}
	WaitForParallelWorkersToFinish(context);
}
