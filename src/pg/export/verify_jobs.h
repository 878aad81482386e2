/*
 * verify_jobs.h
 *		Verify the regions of an export by several jobs.
 */
#ifndef VERIFY_JOBS_H
#define VERIFY_JOBS_H

#include "postgres.h"

#include "pg/export/verify_region.h"

/*
 * Verify all regions by the call and parallel workers. False, with a NOTICE,
 * if one job has to do it.
 */
extern bool verify_jobs_run(Verify *verify, int jobs);

#endif							/* VERIFY_JOBS_H */
