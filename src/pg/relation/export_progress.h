/*
 * export_progress.h
 *		Progress of a long command, for the view hbase.progress.
 *
 * A command may call another one: the view shows both. If no command has
 * begun, or if an error has ended it, the other functions do nothing.
 */
#ifndef EXPORT_PROGRESS_H
#define EXPORT_PROGRESS_H

#include "postgres.h"
#include "port/atomics.h"

/* Report after this many rows: a report for each row would be slow. */
#define EXPORT_PROGRESS_ROWS	256

/* The running command; the view translates these numbers to names. */
typedef enum ProgressCommand
{
	PROGRESS_EXPORT = 1,
	PROGRESS_VERIFY,
	PROGRESS_IMPORT,
	PROGRESS_CHECK,
	PROGRESS_ESTIMATE,
	PROGRESS_HEAT,
	PROGRESS_PLAN_SPLITS,
	PROGRESS_REJECTS,
	PROGRESS_COMPARE,
	PROGRESS_DELTA,
	PROGRESS_BASELINE,
	PROGRESS_REPORT,
	PROGRESS_PROPOSE,
	PROGRESS_COMMANDS			/* one more than the last */
} ProgressCommand;

/* Begin and end a command; an error ends it too. regions 0: unknown. */
extern void export_progress_begin(ProgressCommand command, Oid relid,
								  int64 regions);
extern void export_progress_end(void);

/*
 * Phases: reading rows, of an expected number (0: unknown); sorting the rows
 * that were read; passing on the sorted rows. A command that reads files has
 * no other phase than reading.
 */
extern void export_progress_reading(int64 expected);
extern void export_progress_sorting(int64 rows);
extern void export_progress_sorted(int64 rows);

/* Totals, counted or expected. */
extern void export_progress_total(int64 rows);
extern void export_progress_total_bytes(int64 bytes);

/* Number of rows read, before they are sorted. */
extern void export_progress_read(int64 rows);

/* One more row was read, or passed on after it was sorted. */
extern void export_progress_count_read(void);
extern void export_progress_count_row(void);

/* The region being written or read, from 0; the totals so far. */
extern void export_progress_region(int64 region);
extern void export_progress_written(int64 rows, int64 cells, int64 bytes);

/*
 * Several jobs, of the process that reports and of others: from here on their
 * common totals are reported, and none of the above but the end. exact: the
 * number of rows is known; else it is expected.
 */
typedef struct ExportProgressSum
{
	pg_atomic_uint64 rows;
	pg_atomic_uint64 cells;
	pg_atomic_uint64 bytes;
	pg_atomic_uint32 regions;	/* finished */
} ExportProgressSum;

/* What a job has added to the totals. */
typedef struct ExportProgressAdded
{
	uint64		rows;
	uint64		cells;
	uint64		bytes;
} ExportProgressAdded;

extern void export_progress_begin_jobs(ExportProgressSum *sum, int64 rows,
									   bool exact);

/* Add what a job has written to the totals, and report these. */
extern void export_progress_add(ExportProgressSum *sum,
								ExportProgressAdded *added, uint64 rows,
								uint64 cells, uint64 bytes);
extern void export_progress_add_regions(ExportProgressSum *sum, int regions);
extern void export_progress_report_jobs(ExportProgressSum *sum);

#endif							/* EXPORT_PROGRESS_H */
