/*
 * export_progress.c
 *		Progress of a long command, for the view hbase.progress.
 *
 * PostgreSQL has no progress command for extensions, so this reports as COPY,
 * with its own parameters. The last parameter has a magic number, by which the
 * view identifies the rows (in pg_stat_progress_copy their columns have other
 * meanings). The only state is in these parameters, so that an error, which
 * ends the command there, leaves nothing behind.
 */
#include "pg/base/compat.h"

#include "commands/progress.h"
#include "pgstat.h"
#include "utils/backend_progress.h"
#include "utils/backend_status.h"
#include "utils/timestamp.h"

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
	PROGRESS_INNER,				/* the command that this one called, or 0 */
	PROGRESS_DEPTH,				/* commands that have begun and not ended */
	PROGRESS_PHASE,
	PROGRESS_PHASE_START,		/* TimestampTz */
	PROGRESS_TOTAL_BYTES,
	PROGRESS_JOBS,				/* 1: only the totals of jobs are reported */
	PROGRESS_MARK = PGSTAT_NUM_PROGRESS_PARAM - 1
};

enum
{
	PHASE_NONE,
	PHASE_READING,
	PHASE_SORTING,
	PHASE_SORTED
};

/* A parameter of this process; 0 if no command runs. */
static int64
current(int param)
{
	const PgBackendStatus *entry = MyBEEntry;

	if (entry == NULL || entry->st_progress_command != PROGRESS_COMMAND_COPY ||
		entry->st_progress_param[PROGRESS_MARK] != PROGRESS_MAGIC)
		return 0;
	return entry->st_progress_param[param];
}

/* True if a command runs, and reports by itself. */
static bool
reports(void)
{
	return current(PROGRESS_DEPTH) > 0 && current(PROGRESS_JOBS) == 0;
}

/* True for such a command whose rows come from a relation. */
static bool
reads_relation(void)
{
	int64		command = current(PROGRESS_INNER) != 0 ?
		current(PROGRESS_INNER) :
		current(PROGRESS_WHICH);

	return reports() && command != 0 && command != PROGRESS_VERIFY &&
		command != PROGRESS_IMPORT;
}

static void
begin_phase(int phase, int64 total)
{
	const int	index[] = {PROGRESS_PHASE, PROGRESS_PHASE_START,
						   PROGRESS_TOTAL_ROWS, PROGRESS_ROWS};
	const int64 values[] = {phase, GetCurrentTimestamp(), total, 0};

	pgstat_progress_update_multi_param(4, index, values);
}

void
export_progress_begin(ProgressCommand command, Oid relid, int64 regions)
{
	const int	index[] = {PROGRESS_ROWS, PROGRESS_CELLS, PROGRESS_BYTES,
						   PROGRESS_REGION, PROGRESS_REGIONS,
						   PROGRESS_TOTAL_ROWS, PROGRESS_ROWS_READ,
						   PROGRESS_WHICH, PROGRESS_INNER, PROGRESS_DEPTH,
						   PROGRESS_PHASE, PROGRESS_PHASE_START,
						   PROGRESS_TOTAL_BYTES, PROGRESS_JOBS,
						   PROGRESS_MARK};
	int64		depth = current(PROGRESS_DEPTH);
	int64		values[lengthof(index)] = {0};

	values[4] = regions;
	values[7] = depth > 0 ? current(PROGRESS_WHICH) : command;
	values[8] = depth > 0 ? command : 0;
	values[9] = depth + 1;
	values[10] = command == PROGRESS_VERIFY || command == PROGRESS_IMPORT ?
		PHASE_READING :
		PHASE_NONE;
	values[11] = GetCurrentTimestamp();
	values[14] = PROGRESS_MAGIC;
	if (depth == 0)
		pgstat_progress_start_command(PROGRESS_COMMAND_COPY, relid);
	pgstat_progress_update_multi_param(lengthof(index), index, values);
}

void
export_progress_end(void)
{
	int64		depth = current(PROGRESS_DEPTH);
	const int	index[] = {PROGRESS_INNER, PROGRESS_DEPTH, PROGRESS_PHASE,
						   PROGRESS_JOBS};
	const int64 values[] = {0, depth - 1, PHASE_NONE, 0};

	if (depth > 1)
		pgstat_progress_update_multi_param(4, index, values);
	else if (depth == 1)
		pgstat_progress_end_command();
}

void
export_progress_reading(int64 expected)
{
	if (!reads_relation())
		return;
	begin_phase(PHASE_READING, expected);
	pgstat_progress_update_param(PROGRESS_ROWS_READ, 0);
}

void
export_progress_sorting(int64 rows)
{
	if (!reads_relation())
		return;
	begin_phase(PHASE_SORTING, rows);
	pgstat_progress_update_param(PROGRESS_ROWS_READ, rows);
}

void
export_progress_sorted(int64 rows)
{
	if (reads_relation())
		begin_phase(PHASE_SORTED, rows);
}

void
export_progress_total(int64 rows)
{
	if (reports())
		pgstat_progress_update_param(PROGRESS_TOTAL_ROWS, rows);
}

void
export_progress_total_bytes(int64 bytes)
{
	if (reports())
		pgstat_progress_update_param(PROGRESS_TOTAL_BYTES, bytes);
}

void
export_progress_read(int64 rows)
{
	if (reads_relation())
		pgstat_progress_update_param(PROGRESS_ROWS_READ, rows);
}

void
export_progress_count_read(void)
{
	if (reports())
		pgstat_progress_update_param(PROGRESS_ROWS_READ,
									 current(PROGRESS_ROWS_READ) + 1);
}

void
export_progress_count_row(void)
{
	if (!reports())
		return;
	if (current(PROGRESS_PHASE) == PHASE_READING)
		begin_phase(PHASE_SORTED, current(PROGRESS_ROWS_READ));
	pgstat_progress_update_param(PROGRESS_ROWS, current(PROGRESS_ROWS) + 1);
}

void
export_progress_region(int64 region)
{
	if (reports())
		pgstat_progress_update_param(PROGRESS_REGION, region);
}

void
export_progress_written(int64 rows, int64 cells, int64 bytes)
{
	const int	index[] = {PROGRESS_ROWS, PROGRESS_CELLS, PROGRESS_BYTES};
	const int64 values[] = {rows, cells, bytes};

	if (reports())
		pgstat_progress_update_multi_param(3, index, values);
}

/* ---- jobs --------------------------------------------------------------- */

void
export_progress_begin_jobs(ExportProgressSum *sum, int64 rows, bool exact)
{
	pg_atomic_init_u64(&sum->rows, 0);
	pg_atomic_init_u64(&sum->cells, 0);
	pg_atomic_init_u64(&sum->bytes, 0);
	pg_atomic_init_u32(&sum->regions, 0);
	if (current(PROGRESS_DEPTH) == 0)
		return;
	begin_phase(exact ? PHASE_SORTED : PHASE_READING, rows);
	pgstat_progress_update_param(PROGRESS_JOBS, 1);
}

void
export_progress_report_jobs(ExportProgressSum *sum)
{
	const int	index[] = {PROGRESS_ROWS, PROGRESS_CELLS, PROGRESS_BYTES,
						   PROGRESS_REGION, PROGRESS_ROWS_READ};
	int64		rows = pg_atomic_read_u64(&sum->rows);
	const int64 values[] = {rows, pg_atomic_read_u64(&sum->cells),
							pg_atomic_read_u64(&sum->bytes),
							pg_atomic_read_u32(&sum->regions), rows};
	bool		reading = current(PROGRESS_PHASE) == PHASE_READING;

	if (current(PROGRESS_JOBS) != 0)
		pgstat_progress_update_multi_param(reading ? 5 : 4, index, values);
}

void
export_progress_add(ExportProgressSum *sum, ExportProgressAdded *added,
					uint64 rows, uint64 cells, uint64 bytes)
{
	pg_atomic_fetch_add_u64(&sum->rows, rows - added->rows);
	pg_atomic_fetch_add_u64(&sum->cells, cells - added->cells);
	pg_atomic_fetch_add_u64(&sum->bytes, (int64) (bytes - added->bytes));
	*added = (ExportProgressAdded) {rows, cells, bytes};
	export_progress_report_jobs(sum);
}

void
export_progress_add_regions(ExportProgressSum *sum, int regions)
{
	pg_atomic_fetch_add_u32(&sum->regions, regions);
}
