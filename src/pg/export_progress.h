/*
 * export_progress.h
 *		How far a long command is, for the view hbase.progress.
 */
#ifndef EXPORT_PROGRESS_H
#define EXPORT_PROGRESS_H

#include "postgres.h"

typedef struct ExportProgress ExportProgress;

extern ExportProgress *export_progress_begin(Oid relid, int64 regions);
extern void export_progress_region(ExportProgress *progress, int64 region);
extern void export_progress_total(ExportProgress *progress, int64 rows);
extern void export_progress_row(ExportProgress *progress, int64 rows, int64 cells);
extern void export_progress_bytes(ExportProgress *progress, int64 bytes);
extern void export_progress_end(ExportProgress *progress);

#endif							/* EXPORT_PROGRESS_H */
