/*
 * export_progress.h
 *		How far a long command is, for the view hbase.progress.
 */
#ifndef EXPORT_PROGRESS_H
#define EXPORT_PROGRESS_H

#include "postgres.h"

/* Telling after every row would cost more than many rows do. */
#define EXPORT_PROGRESS_ROWS	256

/* What runs; the view's names for them go by these numbers. */
typedef enum ProgressCommand
{
	PROGRESS_EXPORT = 1,
	PROGRESS_VERIFY,
	PROGRESS_IMPORT
} ProgressCommand;

/* Begin and end a command; an error ends it too.  regions 0: not known. */
extern void export_progress_begin(ProgressCommand command, Oid relid, int64 regions);
extern void export_progress_end(void);

/* All rows, as counted or as the planner expects them. */
extern void export_progress_total(int64 rows);

/* Rows that were read, before they are sorted. */
extern void export_progress_read(int64 rows);

/* The region, from 0, that is being written or read; what was until now. */
extern void export_progress_region(int64 region);
extern void export_progress_written(int64 rows, int64 cells, int64 bytes);

#endif							/* EXPORT_PROGRESS_H */
