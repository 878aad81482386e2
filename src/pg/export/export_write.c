/*
 * export_write.c
 *		One run of an export: the HFiles with manifest.json and load.sh.
 */
#include "pg/base/compat.h"

#include "pg/base/subtransaction.h"
#include "pg/export/export.h"
#include "pg/export/export_jobs.h"
#include "pg/export/export_manifest.h"
#include "pg/export/export_script.h"
#include "pg/export/export_write.h"
#include "pg/export/export_writer.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"

/* True for an SQLSTATE that invalid data may cause. */
static bool
is_of_data(int sqlstate)
{
	int			category = ERRCODE_TO_CATEGORY(sqlstate);

	return category == ERRCODE_DATA_EXCEPTION ||
		category == ERRCODE_CARDINALITY_VIOLATION ||
		category == ERRCODE_PROGRAM_LIMIT_EXCEEDED;
}

typedef struct Run
{
	ExportDir  *dir;
	const Definition *def;
	const ExportOptions *options;
	const ExportQuery *query;
	ExportResult *result;
} Run;

/* Read and write all rows, by one job or several. */
static void
write_rows(void *context)
{
	const Run  *run = context;
	ExportWriter *writer;

	if (run->options->jobs > 1 &&
		export_jobs_run(run->dir, run->def, run->options, run->query,
						run->result))
		return;
	writer = export_writer_new(run->dir, run->def, run->options,
							   run->query->rejects, NULL);
	export_writer_begin(writer, 0, run->options->regions.nsplits + 1,
						run->result);
	export_rows(run->query, export_writer_row, writer);
	export_writer_end(writer);
	export_writer_free(writer);
}

/*
 * The same, with a report of all rejected rows. If no rejected row may be
 * skipped, the first one ends the query; then the relation is read again.
 */
static void
try_rows(Run *run)
{
	ErrorData  *error;

	if (export_rejects_collect(run->query->rejects) ||
		run->query->query != NULL)
	{
		write_rows(run);
		return;
	}
	error = subtransaction_try(write_rows, run);
	if (error == NULL)
		return;
	if (is_of_data(error->sqlerrcode))
		export_rejects_explain(run->def);
	ReThrowError(error);
}

void
export_run(ExportDir *dir, const Definition *def, const ExportOptions *options,
		   ExportResult *result)
{
	ExportQuery query = {.def = def,
						 .query = options->query,
						 .stamp = options->stamp,
						 .condition =
							 export_regions_condition(&options->regions,
													  options->wanted, def),
						 .count_first = options->regions.cuts > 1};
	Run			run = {dir, def, options, &query, result};

	memset(result, 0, sizeof(ExportResult));
	export_progress_begin(PROGRESS_EXPORT, def->relid,
						  export_regions_count(&options->regions));
	query.rejects = export_rejects_new(def, options->max_rejects,
									   options->rejects_table);
	try_rows(&run);
	result->rejects = export_rejects_finish(query.rejects);
	export_write_manifest(dir, def, options, result);
	export_write_load_script(dir, options->below);
	export_progress_end();
}
