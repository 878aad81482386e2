/*
 * export_write.h
 *		Writing the files of an export.
 */
#ifndef EXPORT_WRITE_H
#define EXPORT_WRITE_H

#include "postgres.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/table/definition.h"

/*
 * Write the relation's rows, or those of options->query, into the folder:
 * HFiles, manifest.json and load.sh. The caller has begun the folder and
 * publishes it. The result counts rows without cells and other facts to
 * report.
 */
extern void export_run(ExportDir *dir, const Definition *def,
					   const ExportOptions *options, ExportResult *result);

#endif							/* EXPORT_WRITE_H */
