/*
 * export_writer.h
 *		Write rows in key order to one HFile for each family and region.
 */
#ifndef EXPORT_WRITER_H
#define EXPORT_WRITER_H

#include "postgres.h"

#include "pg/export/export.h"
#include "pg/export/export_dir.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rejects.h"
#include "pg/table/definition.h"

typedef struct ExportWriter ExportWriter;

/*
 * A writer into the folder. It stops writing when there are too many rejects.
 * sum: the progress of all jobs; NULL: there are no others.
 */
extern ExportWriter *export_writer_new(ExportDir *dir, const Definition *def,
									   const ExportOptions *options,
									   ExportRejects *rejects,
									   ExportProgressSum *sum);

/*
 * Begin to write the rows of some of the spans between the borders known in
 * advance: from "first" to the one before "stop", of all nsplits + 1. The
 * result gets the files and regions, numbered from "first".
 */
extern void export_writer_begin(ExportWriter *writer, int first, int stop,
								ExportResult *result);

/* Write a row; a RelationRowFunction. */
extern void export_writer_row(void *writer, const RelationRow *row);

/* Finish the files and the regions of the spans. */
extern void export_writer_end(ExportWriter *writer);
extern void export_writer_free(ExportWriter *writer);

#endif							/* EXPORT_WRITER_H */
