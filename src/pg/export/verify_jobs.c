/*
 * verify_jobs.c
 *		Verify the regions of an export by several jobs.
 *
 * Each job takes the next region, and reads its files and, if wanted, its rows
 * of the relation. A worker reads the manifest and lists the files by itself.
 */
#include "pg/base/compat.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "storage/sharedfileset.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/sharedtuplestore.h"

#include "pg/export/export_expect.h"
#include "pg/export/job_results.h"
#include "pg/export/job_workers.h"
#include "pg/export/verify_jobs.h"
#include "pg/file/server_path.h"
#include "pg/relation/export_rows.h"

extern PGDLLEXPORT void hbase_verify_job(dsm_segment *segment, shm_toc *toc);

/* What all jobs know. */
typedef struct Shared
{
	Oid			relid;
	bool		with_relation;
	char		directory[MAXPGPATH];
	JobUnits	work;			/* the regions */
	pg_atomic_uint64 rejects;
	ExportProgressSum progress;
	SharedFileSet files;
} Shared;

/* The parts of the segment. */
#define VERIFY_SHARED	UINT64CONST(1)
#define VERIFY_RESULTS	UINT64CONST(2)

/* ---- one job ------------------------------------------------------------ */

static void
add_reject(void *context, const ExportReject *reject)
{
	job_results_add_reject(context, reject);
}

typedef struct Order
{
	int			region;
	uint64		rows;
} Order;

static int
compare_order(const void *a, const void *b)
{
	const Order *x = a;
	const Order *y = b;

	if (x->rows != y->rows)
		return x->rows > y->rows ? -1 : 1;
	return x->region - y->region;
}

/* The regions, the largest first: the same order in all jobs. */
static Order *
order_regions(const Manifest *manifest)
{
	Order	   *order = palloc(sizeof(Order) * manifest->nregions);

	for (int i = 0; i < manifest->nregions; i++)
		order[i] = (Order) {i, manifest->regions[i].sum.rows};
	qsort(order, manifest->nregions, sizeof(Order), compare_order);
	return order;
}

static void
run_job(Shared *shared, Verify *verify, JobResults *results)
{
	Order	   *order = order_regions(verify->manifest);
	ExportRejects *rejects = verify->rejects;
	int			unit;

	verify->jobs = &shared->progress;
	verify->rejects = export_rejects_new_job(verify->def, -1,
											 &shared->rejects, add_reject,
											 results);
	while ((unit = job_units_take(&shared->work)) >= 0)
	{
		int			region = order[unit].region;

		if (verify->manifest->regions[region].written)
			verify_region(verify, region);
		export_progress_add_regions(&shared->progress, 1);
		job_units_done(&shared->work);
	}
	verify->rejects = rejects;
}

/* ---- a worker ----------------------------------------------------------- */

/* Tell the leader what this worker has found. */
static void
send_ranges(const Verify *verify, JobResults *results)
{
	for (int i = 0; i < verify->manifest->nregions; i++)
	{
		const Range *range = &verify->ranges[i];
		const JobVerified found = {.region = i,
								   .sum = range->sum,
								   .difference = range->difference.data,
								   .rows_differ = range->rows_differ,
								   .first_row = range->first_row};

		if (range->sum.cells > 0 || range->difference.len > 0 ||
			range->rows_differ > 0)
			job_results_add_verified(results, &found);
	}
}

/* The entry point of a worker. */
void
hbase_verify_job(dsm_segment *segment, shm_toc *toc)
{
	Shared	   *shared = shm_toc_lookup(toc, VERIFY_SHARED, false);
	Verify		verify;
	JobResults *results;

	SharedFileSetAttach(&shared->files, segment);
	results = job_results_begin(
		sts_attach(shm_toc_lookup(toc, VERIFY_RESULTS, false),
				   ParallelWorkerNumber + 1, &shared->files));
	verify_begin(&verify, shared->relid,
				 server_path_check_read(shared->directory),
				 shared->with_relation);
	if (verify.manifest->nregions != shared->work.n)
		elog(ERROR, "the manifest was changed during the verification");
	verify_list(&verify);
	/* the leader reports these */
	for (int i = 0; i < verify.manifest->nregions; i++)
		resetStringInfo(&verify.ranges[i].difference);
	run_job(shared, &verify, results);
	send_ranges(&verify, results);
	job_results_end(results);
}

/* ---- the leader --------------------------------------------------------- */

static void
add_verified(void *context, const JobVerified *found)
{
	verify_add(context, found->region, &found->sum, found->difference,
			   found->rows_differ, found->first_row);
}

/* True if workers can read the rows of a region without the others. */
static bool
can_divide(const Verify *verify)
{
	const Manifest *manifest = verify->manifest;
	int			middle = manifest->nregions / 2;
	ExportQuery query = {.def = verify->def, .stamp = manifest->stamp};
	ExportRegions regions;
	ExportExpected expected;
	QueryRows  *part;
	bool		safe;

	if (manifest->rejects > 0)
		return false;
	verify_regions(manifest, &regions);
	export_expect(verify->def, &regions, &expected);
	if (!expected.divisible)
		return false;
	query.condition = export_regions_range(&regions, middle, middle + 1,
										   verify->def);
	part = query_rows_plan_jobs(export_rows_sql(&query, true), false, 1);
	safe = query_rows_parallel_safe(part);
	query_rows_free(part);
	return safe;
}

/* True, with a NOTICE, if one job has to do it. */
static bool
is_single(const Verify *verify, int jobs)
{
	Oid			relid = verify->def->relid;
	const char *reason = NULL;

	if (verify->manifest->nregions == 1)
		reason = "There is only one region.";
	else if (verify->with_relation && !can_divide(verify))
		reason =
			"Parallel workers cannot read the rows of a region without the others.";
	if (reason == NULL)
		return job_workers_none(relid, jobs);
	job_workers_report(relid, 1, jobs, reason, NULL);
	return true;
}

/* Rows without a key, which are rejected, are in no region. */
static void
reject_null_keys(const Verify *verify)
{
	ExportQuery query = {.def = verify->def,
						 .stamp = verify->manifest->stamp,
						 .rejects = verify->rejects};

	query.condition = psprintf("%s IS NULL",
							   quote_identifier(get_attname(
								   verify->def->relid, verify->def->key,
								   false)));
	/* no other rows come */
	export_rows(&query, NULL, NULL);
}

static Shared *
make_shared(ParallelContext *context, const Verify *verify)
{
	Shared	   *shared = shm_toc_allocate(context->toc, sizeof(Shared));

	memset(shared, 0, sizeof(Shared));
	shared->relid = verify->def->relid;
	shared->with_relation = verify->with_relation;
	strlcpy(shared->directory, verify->directory, MAXPGPATH);
	job_units_init(&shared->work, verify->manifest->nregions);
	pg_atomic_init_u64(&shared->rejects, 0);
	SharedFileSetInit(&shared->files, context->seg);
	shm_toc_insert(context->toc, VERIFY_SHARED, shared);
	return shared;
}

bool
verify_jobs_run(Verify *verify, int jobs)
{
	int			regions = verify->manifest->nregions;
	int			njobs = Min(jobs, regions);
	JobResultsReader reader = {.verified = add_verified,
							   .context = verify,
							   .rejects = verify->rejects};
	ParallelContext *context;
	Shared	   *shared;
	SharedTuplestore *store;
	JobResults *results;

	if (IsInParallelMode() || is_single(verify, jobs))
		return false;
	if (verify->with_relation)
		reject_null_keys(verify);
	EnterParallelMode();
	context = CreateParallelContext("hbase_schema", "hbase_verify_job",
									njobs - 1);
	shm_toc_estimate_chunk(&context->estimator, sizeof(Shared));
	shm_toc_estimate_chunk(&context->estimator, sts_estimate(njobs));
	shm_toc_estimate_keys(&context->estimator, 2);
	InitializeParallelDSM(context);
	shared = make_shared(context, verify);
	store = shm_toc_allocate(context->toc, sts_estimate(njobs));
	shm_toc_insert(context->toc, VERIFY_RESULTS, store);
	results = job_results_begin(sts_initialize(
		store, njobs, 0, 0, SHARED_TUPLESTORE_SINGLE_PASS, &shared->files,
		"r"));
	export_progress_begin_jobs(&shared->progress, verify->manifest->rows,
							   false);
	job_workers_launch(context, verify->def->relid, jobs, regions);
	run_job(shared, verify, results);
	job_results_end(results);
	job_workers_wait(context, &shared->work, &shared->progress);
	job_results_read(results, &reader);
	DestroyParallelContext(context);
	ExitParallelMode();
	return true;
}
