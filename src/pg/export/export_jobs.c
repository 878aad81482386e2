/*
 * export_jobs.c
 *		Write an export by several jobs: the leader and parallel workers.
 *
 * The borders known in advance divide the keys into units of work. If an index
 * or partitions lead to the rows of a unit, each job reads those of its units
 * by a query of its own. Else the leader runs the query once, with a parallel
 * plan if possible, and distributes the rows to a store for each unit; then
 * the jobs sort and write them. Either way, each row is sorted once.
 *
 * The stores are in a segment of our own, not in that of the workers. So the
 * query runs before parallel mode, where its plan can have workers itself, and
 * its functions need not be parallel safe.
 */
#include "pg/base/compat.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/regproc.h"

#include "core/base/bytes.h"
#include "pg/base/rowkey_datum.h"
#include "pg/export/export_expect.h"
#include "pg/export/export_job.h"
#include "pg/export/export_jobs.h"
#include "pg/export/job_workers.h"
#include "pg/relation/query_rows.h"

/* Stores of units, each of which has a buffer of 32 kB. */
#define MAX_STORES		256

/* Units that jobs read by queries. */
#define MAX_QUERIES		4096

/*
 * Units whose rows are estimated, to begin with the largest: planning takes
 * time too.
 */
#define MAX_ESTIMATES	256

/* The cost of the queries of all units, as a multiple of that of the whole. */
#define MAX_COST		1.5

typedef struct Jobs
{
	ExportDir  *dir;
	const Definition *def;
	const ExportOptions *options;
	const ExportQuery *query;
	bool		collect;
	bool		divide_query;
	int			njobs;
	int			nunits;
	ExportUnit *units;
	uint64		total;

	/* the segment and its stores */
	dsm_segment *segment;
	shm_toc    *toc;
	ExportJobs *shared;
	SharedTuplestoreAccessor *results;
	SharedTuplestoreAccessor **stores;
} Jobs;

/* ---- one job ------------------------------------------------------------ */

/* Report the reason for one job. */
static void
one_job(const Jobs *jobs, const char *reason, const char *hint)
{
	job_workers_report(jobs->def->relid, 1, jobs->options->jobs, reason, hint);
}

/* True, with a NOTICE, if the regions or the settings allow only one job. */
static bool
is_single(const Jobs *jobs)
{
	const ExportRegions *regions = &jobs->options->regions;
	int			wanted = 0;

	for (int i = 0; i <= regions->nsplits; i++)
		wanted += jobs->options->wanted == NULL || jobs->options->wanted[i];
	if (regions->nsplits == 0 && regions->cuts != 1)
		one_job(jobs, "No split points are known in advance.",
				"Give splits, or define them with hbase.define(); hbase.plan_splits() proposes them.");
	else if (wanted < 2)
		one_job(jobs, "There is only one region to write.", NULL);
	else
		return job_workers_none(jobs->def->relid, jobs->options->jobs);
	return true;
}

/* ---- the units ---------------------------------------------------------- */

/* Divide the spans into at most so many units of adjacent spans. */
static void
make_units(Jobs *jobs, int max)
{
	int			spans = jobs->options->regions.nsplits + 1;
	const bool *wanted = jobs->options->wanted;

	jobs->nunits = Min(spans, max);
	jobs->units = palloc0(sizeof(ExportUnit) * jobs->nunits);
	for (int i = 0; i < jobs->nunits; i++)
	{
		ExportUnit *unit = &jobs->units[i];

		unit->first = (int64) i * spans / jobs->nunits;
		unit->stop = (int64) (i + 1) * spans / jobs->nunits;
		for (int span = unit->first; span < unit->stop; span++)
			unit->wanted |= wanted == NULL || wanted[span];
	}
}

/* The query of a unit, or of all (NULL), planned for one process. */
static QueryRows *
plan_unit(const Jobs *jobs, const ExportUnit *unit)
{
	ExportQuery query = *jobs->query;

	if (unit != NULL)
		query.condition = export_regions_range(&jobs->options->regions,
											   unit->first, unit->stop,
											   jobs->def);
	return query_rows_plan_jobs(export_rows_sql(&query, true), jobs->collect,
								1);
}

/*
 * True if workers can read the rows of their units by queries that lead to
 * these rows, and that together cost hardly more than one query of all. The
 * middle unit has both bounds.
 */
static bool
can_divide_query(const Jobs *jobs)
{
	ExportExpected expected;
	QueryRows  *whole;
	QueryRows  *part;
	bool		good;

	/* rows of equal regions are counted before they are written */
	if (jobs->collect || !export_regions_known(&jobs->options->regions))
		return false;
	export_expect(jobs->def, &jobs->options->regions, &expected);
	if (!expected.divisible)
		return false;
	whole = plan_unit(jobs, NULL);
	part = plan_unit(jobs, &jobs->units[jobs->nunits / 2]);
	good = query_rows_parallel_safe(part) &&
		query_rows_cost(part) * jobs->nunits <=
			query_rows_cost(whole) * MAX_COST;
	query_rows_free(whole);
	query_rows_free(part);
	return good;
}

/* Estimate the rows of each unit. */
static void
estimate_units(Jobs *jobs)
{
	for (int i = 0; i < jobs->nunits; i++)
	{
		ExportUnit *unit = &jobs->units[i];
		QueryRows  *part;

		CHECK_FOR_INTERRUPTS();
		if (!unit->wanted)
			continue;
		part = plan_unit(jobs, unit);
		unit->rows = query_rows_expected(part);
		jobs->total += unit->rows;
		query_rows_free(part);
	}
}

/* ---- the segment -------------------------------------------------------- */

static void *
allocate(Jobs *jobs, uint64 key, size_t size)
{
	void	   *place = shm_toc_allocate(jobs->toc, size);

	shm_toc_insert(jobs->toc, key, place);
	return place;
}

static size_t
splits_size(const ExportRegions *regions)
{
	size_t		size = 0;

	for (int i = 0; i < regions->nsplits; i++)
		size += sizeof(uint32) + VARSIZE_ANY_EXHDR(regions->splits[i]);
	return size;
}

static void
write_splits(const ExportRegions *regions, char *p)
{
	for (int i = 0; i < regions->nsplits; i++)
	{
		uint32		len = VARSIZE_ANY_EXHDR(regions->splits[i]);

		memcpy(p, &len, sizeof(len));
		memcpy(p + sizeof(len), VARDATA_ANY(regions->splits[i]), len);
		p += sizeof(len) + len;
	}
}

static void
fill_shared(Jobs *jobs, ExportJobs *shared)
{
	const ExportOptions *options = jobs->options;

	memset(shared, 0, sizeof(ExportJobs));
	shared->relid = jobs->def->relid;
	shared->digest = export_job_digest(jobs->def);
	export_dir_place(jobs->dir, &shared->place);
	shared->now = options->now;
	shared->stamp = options->stamp;
	shared->max_file_size = options->max_file_size;
	shared->max_region_size = options->max_region_size;
	shared->max_rejects = options->max_rejects;
	shared->phoenix_empty_cell = options->phoenix_empty_cell;
	shared->divide_query = jobs->divide_query;
	shared->nsplits = options->regions.nsplits;
	shared->cuts = options->regions.cuts;
	shared->njobs = jobs->njobs;
	job_units_init(&shared->work, jobs->nunits);
	pg_atomic_init_u64(&shared->rejects, 0);
}

/* Begin the store of a unit, or of the results. */
static SharedTuplestoreAccessor *
begin_store(Jobs *jobs, SharedTuplestore *store, const char *name)
{
	return sts_initialize(store, jobs->njobs, 0, 0,
						  SHARED_TUPLESTORE_SINGLE_PASS, &jobs->shared->files,
						  name);
}

static void
begin_stores(Jobs *jobs)
{
	jobs->results = begin_store(
		jobs, shm_toc_lookup(jobs->toc, EXPORT_JOBS_RESULTS, false), "r");
	if (jobs->divide_query)
		return;
	jobs->stores = palloc(sizeof(SharedTuplestoreAccessor *) * jobs->nunits);
	for (int i = 0; i < jobs->nunits; i++)
	{
		char		name[NAMEDATALEN];

		snprintf(name, sizeof(name), "u%d", i);
		jobs->stores[i] = begin_store(jobs, export_job_store(jobs->toc, i),
									  name);
	}
}

static void
begin_segment(Jobs *jobs)
{
	const ExportOptions *options = jobs->options;
	const ExportRegions *regions = &options->regions;
	size_t		units = sizeof(ExportUnit) * jobs->nunits;
	size_t		order = sizeof(int) * jobs->nunits;
	size_t		settings = sizeof(HFileSettings) *
		Max(jobs->def->nfamilies, 1);
	size_t		splits = Max(splits_size(regions), 1);
	size_t		wanted = sizeof(bool) * (regions->nsplits + 1);
	size_t		below = strlen(options->below) + 1;
	size_t		store = MAXALIGN(sts_estimate(jobs->njobs));
	size_t		stores = jobs->divide_query ? 1 : store * jobs->nunits;
	const size_t sizes[] = {sizeof(ExportJobs), units, order, settings, splits,
							wanted, below, store, stores};
	shm_toc_estimator estimator;

	shm_toc_initialize_estimator(&estimator);
	for (int i = 0; i < lengthof(sizes); i++)
		shm_toc_estimate_chunk(&estimator, sizes[i]);
	shm_toc_estimate_keys(&estimator, lengthof(sizes));
	jobs->segment = dsm_create(shm_toc_estimate(&estimator), 0);
	jobs->toc = shm_toc_create(EXPORT_JOBS_MAGIC,
							   dsm_segment_address(jobs->segment),
							   shm_toc_estimate(&estimator));

	jobs->shared = allocate(jobs, EXPORT_JOBS_SHARED, sizeof(ExportJobs));
	fill_shared(jobs, jobs->shared);
	SharedFileSetInit(&jobs->shared->files, jobs->segment);
	allocate(jobs, EXPORT_JOBS_UNITS, units);
	allocate(jobs, EXPORT_JOBS_ORDER, order);
	memcpy(allocate(jobs, EXPORT_JOBS_SETTINGS, settings), options->settings,
		   sizeof(HFileSettings) * jobs->def->nfamilies);
	write_splits(regions, allocate(jobs, EXPORT_JOBS_SPLITS, splits));
	if (options->wanted != NULL)
		memcpy(allocate(jobs, EXPORT_JOBS_WANTED, wanted), options->wanted,
			   wanted);
	strcpy(allocate(jobs, EXPORT_JOBS_BELOW, below), options->below);
	allocate(jobs, EXPORT_JOBS_RESULTS, store);
	allocate(jobs, EXPORT_JOBS_STORES, stores);
	begin_stores(jobs);
}

/* ---- rows --------------------------------------------------------------- */

/* The unit of a key. */
static int
unit_of(const Jobs *jobs, const uint8_t *key, size_t key_len)
{
	int			low = 0;
	int			high = jobs->nunits - 1;

	while (low < high)
	{
		int			middle = (low + high + 1) / 2;
		const RowKey *start =
			jobs->options->regions.splits[jobs->units[middle].first - 1];

		if (bytes_compare(key, key_len,
						  (const uint8_t *) VARDATA_ANY(start),
						  VARSIZE_ANY_EXHDR(start)) >= 0)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

/* Put a row into the store of its unit. */
static void
distribute(void *context, const uint8_t *key, size_t key_len,
		   MinimalTuple tuple)
{
	Jobs	   *jobs = context;
	int			unit = unit_of(jobs, key, key_len);

	if (export_rejects_too_many(jobs->query->rejects))
		return;
	sts_puttuple(jobs->stores[unit], NULL, tuple);
	jobs->units[unit].rows++;
	jobs->total++;
}

/* Tell why a plan for several processes has only one. */
static void
report_unsafe(const Jobs *jobs, const QueryRows *rows)
{
	Oid			function = query_rows_is_parallel(rows) ? InvalidOid :
		query_rows_unsafe_function(rows);

	if (OidIsValid(function))
		ereport(NOTICE,
				(errmsg("one process reads %s",
						definition_relation_name(jobs->def->relid)),
				 errdetail("Function %s is not PARALLEL SAFE.",
						   format_procedure(function)),
				 errhint("The jobs sort the rows and write the files.")));
}

/* Run the query and distribute its rows. */
static void
read_rows(Jobs *jobs, QueryRows *rows)
{
	report_unsafe(jobs, rows);
	export_rows_read(jobs->query, rows, distribute, jobs);
	for (int i = 0; i < jobs->nunits; i++)
		sts_end_write(jobs->stores[i]);
}

/*
 * The queries of the units do not return rows without a key, which are
 * rejected.
 */
static void
reject_null_keys(const Jobs *jobs)
{
	ExportQuery query = *jobs->query;
	QueryRows  *rows;

	/* nor does one job see them in some of the regions */
	if (jobs->options->wanted != NULL)
		return;
	query.condition = psprintf("%s IS NULL",
							   quote_identifier(get_attname(
								   jobs->def->relid, jobs->def->key, false)));
	rows = query_rows_plan(export_rows_sql(&query, false), false);
	export_rows_read(&query, rows, distribute, NULL);
	query_rows_free(rows);
}

/* ---- the work ----------------------------------------------------------- */

static int
compare_units(const void *a, const void *b, void *context)
{
	const ExportUnit *units = context;
	uint64		x = units[*(const int *) a].rows;
	uint64		y = units[*(const int *) b].rows;

	if (x != y)
		return x > y ? -1 : 1;
	return *(const int *) a - *(const int *) b;
}

/* Put the units into the segment, and the largest first into the order. */
static void
order_units(const Jobs *jobs)
{
	int		   *order = shm_toc_lookup(jobs->toc, EXPORT_JOBS_ORDER, false);

	memcpy(shm_toc_lookup(jobs->toc, EXPORT_JOBS_UNITS, false), jobs->units,
		   sizeof(ExportUnit) * jobs->nunits);
	for (int i = 0; i < jobs->nunits; i++)
		order[i] = i;
	qsort_arg(order, jobs->nunits, sizeof(int), compare_units, jobs->units);
}

/* Let the workers and this process write the files. */
static void
write_files(Jobs *jobs)
{
	ParallelContext *context;
	dsm_handle *handle;

	order_units(jobs);
	jobs->shared->total = jobs->divide_query ? 0 : jobs->total;
	pg_atomic_write_u64(&jobs->shared->rejects,
						export_rejects_count(jobs->query->rejects));
	export_progress_begin_jobs(&jobs->shared->progress, jobs->total,
							   !jobs->divide_query);

	EnterParallelMode();
	context = CreateParallelContext("hbase_schema", "hbase_export_job",
									jobs->njobs - 1);
	shm_toc_estimate_chunk(&context->estimator, sizeof(dsm_handle));
	shm_toc_estimate_keys(&context->estimator, 1);
	InitializeParallelDSM(context);
	handle = shm_toc_allocate(context->toc, sizeof(dsm_handle));
	*handle = dsm_segment_handle(jobs->segment);
	shm_toc_insert(context->toc, EXPORT_JOBS_HANDLE, handle);
	job_workers_launch(context, jobs->def->relid, jobs->options->jobs,
					   jobs->nunits);
	export_job_run(jobs->toc, jobs->def, jobs->options, jobs->dir, 0,
				   job_results_begin(jobs->results));
	job_workers_wait(context, &jobs->shared->work, &jobs->shared->progress);
	DestroyParallelContext(context);
	ExitParallelMode();
}

/* Add up the results of the units, in the order of the keys. */
static void
add_results(Jobs *jobs, ExportResult *result)
{
	ExportResult *units = palloc0(sizeof(ExportResult) * jobs->nunits);
	JobResultsReader reader = {.units = units,
							   .nunits = jobs->nunits,
							   .rejects = jobs->query->rejects};

	job_results_read(job_results_begin(jobs->results), &reader);
	for (int i = 0; i < jobs->nunits; i++)
	{
		int			first = list_length(result->regions);
		ListCell   *lc;

		foreach(lc, units[i].files)
		{
			ManifestFile *entry = &((ExportedFile *) lfirst(lc))->entry;

			entry->region += first - jobs->units[i].first;
		}
		result->files = list_concat(result->files, units[i].files);
		result->regions = list_concat(result->regions, units[i].regions);
		result->rows += units[i].rows;
		result->cells += units[i].cells;
		result->bytes += units[i].bytes;
		result->empty_rows += units[i].empty_rows;
		result->expired += units[i].expired;
		result->over_versions += units[i].over_versions;
	}
}

bool
export_jobs_run(ExportDir *dir, const Definition *def,
				const ExportOptions *options, const ExportQuery *query,
				ExportResult *result)
{
	Jobs		jobs = {.dir = dir,
						.def = def,
						.options = options,
						.query = query,
						.collect = export_rejects_collect(query->rejects)};
	QueryRows  *rows;
	Oid			temporary;

	if (IsInParallelMode() || is_single(&jobs))
		return false;
	rows = query_rows_plan_jobs(export_rows_sql(query, false), jobs.collect,
								options->jobs);
	temporary = query_rows_temporary(rows);
	if (OidIsValid(temporary))
	{
		one_job(&jobs,
				psprintf("Parallel workers cannot read the temporary table %s.",
						 definition_relation_name(temporary)),
				NULL);
		query_rows_free(rows);
		return false;
	}
	make_units(&jobs, MAX_QUERIES);
	jobs.divide_query = can_divide_query(&jobs);
	if (!jobs.divide_query)
		make_units(&jobs, MAX_STORES);
	else if (jobs.nunits <= MAX_ESTIMATES)
		estimate_units(&jobs);
	jobs.njobs = Min(options->jobs, jobs.nunits);
	begin_segment(&jobs);
	if (jobs.divide_query)
		reject_null_keys(&jobs);
	else
		read_rows(&jobs, rows);
	query_rows_free(rows);
	if (!export_rejects_too_many(query->rejects))
	{
		write_files(&jobs);
		add_results(&jobs, result);
	}
	dsm_detach(jobs.segment);
	return true;
}
