/*
 * export_jobs.h
 *		Write an export by several jobs: the leader and parallel workers.
 */
#ifndef EXPORT_JOBS_H
#define EXPORT_JOBS_H

#include "postgres.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"

/*
 * Write the files of the query by options->jobs jobs, as one job would write
 * them. False, with a NOTICE, if one job has to do it.
 */
extern bool export_jobs_run(ExportDir *dir, const Definition *def,
							const ExportOptions *options,
							const ExportQuery *query, ExportResult *result);

#endif							/* EXPORT_JOBS_H */
