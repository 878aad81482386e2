/*
 * job_results.h
 *		What jobs tell their leader: the files and regions that they have
 *		written or verified, and rejected rows.
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

/* What a job of a verification has found in a region. */
typedef struct JobVerified
{
	int			region;
	RangeSum	sum;
	const char *difference;		/* empty: none */
	uint64		rows_differ;	/* rows that differ from the relation's */
	const char *first_row;		/* the first of these; NULL: none */
} JobVerified;

extern void job_results_add_verified(JobResults *results,
									 const JobVerified *region);

/* No more will be added. */
extern void job_results_end(JobResults *results);

/*
 * After the end of all jobs: read the result of each unit or region, and add
 * the rejects to those of the leader.
 */
typedef struct JobResultsReader
{
	ExportResult *units;
	int			nunits;
	void		(*verified) (void *context, const JobVerified *region);
	void	   *context;
	ExportRejects *rejects;
} JobResultsReader;

extern void job_results_read(JobResults *results,
							 const JobResultsReader *reader);

#endif							/* JOB_RESULTS_H */
