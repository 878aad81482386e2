/*
 * export_progress.h
 *		Progress of a long command, for the view hbase.progress.
 */
#ifndef EXPORT_PROGRESS_H
#define EXPORT_PROGRESS_H

#include "postgres.h"

/* Report after this many rows: a report for each row would be slow. */
#define EXPORT_PROGRESS_ROWS	256

/* The running command; the view translates these numbers to names. */
typedef enum ProgressCommand
{
	PROGRESS_EXPORT = 1,
	PROGRESS_VERIFY,
	PROGRESS_IMPORT
} ProgressCommand;

/* Begin and end a command; an error ends it too. regions 0: unknown. */
extern void export_progress_begin(ProgressCommand command, Oid relid,
								  int64 regions);
extern void export_progress_end(void);

/* Total number of rows, counted or expected by the planner. */
extern void export_progress_total(int64 rows);

/* Number of rows read, before they are sorted. */
extern void export_progress_read(int64 rows);

/* The region being written or read, from 0; the totals so far. */
extern void export_progress_region(int64 region);
extern void export_progress_written(int64 rows, int64 cells, int64 bytes);

#endif							/* EXPORT_PROGRESS_H */
