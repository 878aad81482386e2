/*
 * export_progress.c
 *		Progress of a long command, for the view hbase.progress.
 *
 * PostgreSQL has no progress command for extensions, so this reports as COPY,
 * with its own parameters. The last parameter has a magic number, by which the
 * view identifies the rows (in pg_stat_progress_copy their columns have other
 * meanings).
 */
#include "pg/base/compat.h"

#include "commands/progress.h"
#include "pgstat.h"
#include "utils/backend_progress.h"

#include "pg/relation/export_progress.h"

#define PROGRESS_MAGIC		INT64CONST(0x6862617365)	/* "hbase" */

enum
{
	PROGRESS_ROWS,
	PROGRESS_CELLS,
	PROGRESS_BYTES,
	PROGRESS_REGION,
	PROGRESS_REGIONS,
	PROGRESS_TOTAL_ROWS,
	PROGRESS_ROWS_READ,
	PROGRESS_WHICH,
	PROGRESS_MARK = PGSTAT_NUM_PROGRESS_PARAM - 1
};

void
export_progress_begin(ProgressCommand command, Oid relid, int64 regions)
{
	const int	index[] = {PROGRESS_REGIONS, PROGRESS_WHICH, PROGRESS_MARK};
	const int64 values[] = {regions, command, PROGRESS_MAGIC};

	pgstat_progress_start_command(PROGRESS_COMMAND_COPY, relid);
	pgstat_progress_update_multi_param(3, index, values);
}

void
export_progress_region(int64 region)
{
	pgstat_progress_update_param(PROGRESS_REGION, region);
}

void
export_progress_total(int64 rows)
{
	pgstat_progress_update_param(PROGRESS_TOTAL_ROWS, rows);
}

void
export_progress_read(int64 rows)
{
	pgstat_progress_update_param(PROGRESS_ROWS_READ, rows);
}

void
export_progress_written(int64 rows, int64 cells, int64 bytes)
{
	const int	index[] = {PROGRESS_ROWS, PROGRESS_CELLS, PROGRESS_BYTES};
	const int64 values[] = {rows, cells, bytes};

	pgstat_progress_update_multi_param(3, index, values);
}

void
export_progress_end(void)
{
	pgstat_progress_end_command();
}
