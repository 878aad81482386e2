/*
 * job_results.h
 *		What the jobs of an export tell its leader: the files and regions that
 *		they have written, and rejected rows.
 */
#ifndef JOB_RESULTS_H
#define JOB_RESULTS_H

#include "postgres.h"
#include "utils/sharedtuplestore.h"

#include "pg/export/export.h"
#include "pg/relation/export_rejects.h"

typedef struct JobResults JobResults;

/* The results of this job, in a store of which all jobs have a part. */
extern JobResults *job_results_begin(SharedTuplestoreAccessor *store);

/* Add the result of one unit of work, or a reject. */
extern void job_results_add_unit(JobResults *results, int unit,
								 const ExportResult *result);
extern void job_results_add_reject(JobResults *results,
								   const ExportReject *reject);

/* No more will be added. */
extern void job_results_end(JobResults *results);

/*
 * After the end of all jobs: read the result of each unit, and add the rejects
 * to those of the leader.
 */
extern void job_results_read(JobResults *results, ExportResult *units,
							 int nunits, ExportRejects *rejects);

#endif							/* JOB_RESULTS_H */
