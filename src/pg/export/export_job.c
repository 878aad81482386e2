/*
 * export_job.c
 *		One of the jobs that write an export together: the leader or a
 *		parallel worker.
 *
 * A worker has the leader's transaction, snapshot, user and settings
 * (access/parallel.h), so it reads the same definition and the same rows. It
 * opens the hidden folder of the export by its path, and writes only if it is
 * the leader's folder.
 */
#include "pg/base/compat.h"

#include "access/parallel.h"
#include "miscadmin.h"

#include "core/base/crc32c.h"
#include "pg/base/rowkey_datum.h"
#include "pg/export/export_job.h"
#include "pg/export/export_writer.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/relation/export_rows.h"

extern PGDLLEXPORT void hbase_export_job(dsm_segment *segment, shm_toc *toc);

typedef struct Job
{
	shm_toc    *toc;
	ExportJobs *shared;
	int			number;
	const Definition *def;
	const ExportOptions *options;
	ExportRejects *rejects;
	ExportWriter *writer;
	JobResults *results;
} Job;

SharedTuplestore *
export_job_store(shm_toc *toc, int unit)
{
	ExportJobs *shared = shm_toc_lookup(toc, EXPORT_JOBS_SHARED, false);
	char	   *stores = shm_toc_lookup(toc, EXPORT_JOBS_STORES, false);

	return (SharedTuplestore *) (stores +
								 MAXALIGN(sts_estimate(shared->njobs)) * unit);
}

/* ---- one unit ----------------------------------------------------------- */

static MinimalTuple
next_tuple(void *source)
{
	return sts_parallel_scan_next(source, NULL);
}

/* Write the rows that the leader has put into the store of the unit. */
static void
write_store(const Job *job, const ExportQuery *query, int unit)
{
	SharedTuplestoreAccessor *store =
		sts_attach(export_job_store(job->toc, unit), job->number,
				   &job->shared->files);

	sts_begin_parallel_scan(store);
	export_rows_sorted(query, next_tuple, store, job->shared->total,
					   export_writer_row, job->writer);
	sts_end_parallel_scan(store);
}

static void
write_unit(const Job *job, int number)
{
	const ExportUnit *units = shm_toc_lookup(job->toc, EXPORT_JOBS_UNITS,
											 false);
	const ExportUnit *unit = &units[number];
	ExportQuery query = {.def = job->def,
						 .stamp = job->options->stamp,
						 .rejects = job->rejects};
	ExportResult result;

	export_writer_begin(job->writer, unit->first, unit->stop, &result);
	if (unit->wanted && job->shared->divide_query)
	{
		query.condition = export_regions_range(&job->options->regions,
											   unit->first, unit->stop,
											   job->def);
		export_rows(&query, export_writer_row, job->writer);
	}
	else if (unit->wanted && unit->rows > 0)
		write_store(job, &query, number);
	export_writer_end(job->writer);
	job_results_add_unit(job->results, number, &result);
	export_progress_add_regions(&job->shared->progress,
								list_length(result.regions));
}

/* ---- one job ------------------------------------------------------------ */

static void
add_reject(void *context, const ExportReject *reject)
{
	job_results_add_reject(context, reject);
}

void
export_job_run(shm_toc *toc, const Definition *def,
			   const ExportOptions *options, ExportDir *dir, int number,
			   JobResults *results)
{
	ExportJobs *shared = shm_toc_lookup(toc, EXPORT_JOBS_SHARED, false);
	const int  *order = shm_toc_lookup(toc, EXPORT_JOBS_ORDER, false);
	Job			job = {.toc = toc,
					   .shared = shared,
					   .number = number,
					   .def = def,
					   .options = options,
					   .results = results};
	int			unit;

	job.rejects = export_rejects_new_job(def, shared->max_rejects,
										 &shared->rejects, add_reject,
										 results);
	job.writer = export_writer_new(dir, def, options, job.rejects,
								   &shared->progress);
	while ((unit = job_units_take(&shared->work)) >= 0)
	{
		write_unit(&job, order[unit]);
		job_units_done(&shared->work);
		if (export_rejects_too_many(job.rejects))
			job_units_stop(&shared->work);
	}
	export_writer_free(job.writer);
	job_results_end(results);
}

/* ---- a worker ----------------------------------------------------------- */

uint32
export_job_digest(const Definition *def)
{
	uint32		crc = crc32c(0, &def->key, sizeof(def->key));

	crc = crc32c(crc, def->table_name, strlen(def->table_name));
	for (int f = 0; f < def->nfamilies; f++)
	{
		const DefinedFamily *family = &def->families[f];

		crc = crc32c(crc, &family->attnum, sizeof(family->attnum));
		crc = crc32c(crc, family->bytes, family->len);
		if (family->given != NULL)
			crc = crc32c(crc, family->given, VARSIZE(family->given));
	}
	for (int i = 0; i < def->nlayouts; i++)
		crc = crc32c(crc, VARDATA_ANY(def->layouts[i]),
					 VARSIZE_ANY_EXHDR(def->layouts[i]));
	return crc;
}

static Definition *
read_definition(const ExportJobs *shared)
{
	Definition *def = definition_read(shared->relid, NULL);

	if (export_job_digest(def) != shared->digest)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the definition of %s was changed during the export",
						definition_relation_name(shared->relid))));
	return def;
}

/* The split points, which follow each other. */
static void
read_splits(const char *p, ExportRegions *regions)
{
	regions->splits = palloc(sizeof(RowKey *) * Max(regions->nsplits, 1));
	for (int i = 0; i < regions->nsplits; i++)
	{
		uint32		len;

		memcpy(&len, p, sizeof(len));
		regions->splits[i] = rowkey_from_bytes(p + sizeof(len), len);
		p += sizeof(len) + len;
	}
}

static void
read_options(shm_toc *toc, const ExportJobs *shared, const Definition *def,
			 ExportOptions *options)
{
	memset(options, 0, sizeof(ExportOptions));
	options->below = shm_toc_lookup(toc, EXPORT_JOBS_BELOW, false);
	options->now = shared->now;
	options->stamp = shared->stamp;
	options->max_file_size = shared->max_file_size;
	options->max_region_size = shared->max_region_size;
	options->max_rejects = shared->max_rejects;
	options->phoenix_empty_cell = shared->phoenix_empty_cell;
	options->settings = shm_toc_lookup(toc, EXPORT_JOBS_SETTINGS, false);
	options->wanted = shm_toc_lookup(toc, EXPORT_JOBS_WANTED, true);
	options->regions.nsplits = shared->nsplits;
	options->regions.cuts = shared->cuts;
	export_regions_set_layouts(&options->regions, def);
	read_splits(shm_toc_lookup(toc, EXPORT_JOBS_SPLITS, false),
				&options->regions);
}

/* The entry point of a worker. */
void
hbase_export_job(dsm_segment *segment, shm_toc *toc)
{
	dsm_handle *handle = shm_toc_lookup(toc, EXPORT_JOBS_HANDLE, false);
	dsm_segment *own = dsm_attach(*handle);
	int			number = ParallelWorkerNumber + 1;
	ExportJobs *shared;
	Definition *def;
	ExportOptions options;
	ExportDir  *dir;

	if (own == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("could not map dynamic shared memory segment")));
	toc = shm_toc_attach(EXPORT_JOBS_MAGIC, dsm_segment_address(own));
	shared = shm_toc_lookup(toc, EXPORT_JOBS_SHARED, false);
	SharedFileSetAttach(&shared->files, own);
	def = read_definition(shared);
	read_options(toc, shared, def, &options);
	dir = export_dir_join(&shared->place);
	export_job_run(toc, def, &options, dir, number,
				   job_results_begin(sts_attach(
					   shm_toc_lookup(toc, EXPORT_JOBS_RESULTS, false),
					   number, &shared->files)));
	export_dir_leave(dir, false);
	dsm_detach(own);
}
