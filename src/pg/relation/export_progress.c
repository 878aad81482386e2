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

/* True for a command whose rows come from a relation. */
static bool
reads_relation(void)
{
	int64		command = current(PROGRESS_INNER) != 0 ?
		current(PROGRESS_INNER) :
		current(PROGRESS_WHICH);

	return command != 0 && command != PROGRESS_VERIFY &&
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
						   PROGRESS_TOTAL_BYTES, PROGRESS_MARK};
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
	values[13] = PROGRESS_MAGIC;
	if (depth == 0)
		pgstat_progress_start_command(PROGRESS_COMMAND_COPY, relid);
	pgstat_progress_update_multi_param(lengthof(index), index, values);
}

void
export_progress_end(void)
{
	int64		depth = current(PROGRESS_DEPTH);
	const int	index[] = {PROGRESS_INNER, PROGRESS_DEPTH, PROGRESS_PHASE};
	const int64 values[] = {0, depth - 1, PHASE_NONE};

	if (depth > 1)
		pgstat_progress_update_multi_param(3, index, values);
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
	if (current(PROGRESS_DEPTH) > 0)
		pgstat_progress_update_param(PROGRESS_TOTAL_ROWS, rows);
}

void
export_progress_total_bytes(int64 bytes)
{
	if (current(PROGRESS_DEPTH) > 0)
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
	if (current(PROGRESS_DEPTH) > 0)
		pgstat_progress_update_param(PROGRESS_ROWS_READ,
									 current(PROGRESS_ROWS_READ) + 1);
}

void
export_progress_count_row(void)
{
	if (current(PROGRESS_DEPTH) == 0)
		return;
	if (current(PROGRESS_PHASE) == PHASE_READING)
		begin_phase(PHASE_SORTED, current(PROGRESS_ROWS_READ));
	pgstat_progress_update_param(PROGRESS_ROWS, current(PROGRESS_ROWS) + 1);
}

void
export_progress_region(int64 region)
{
	if (current(PROGRESS_DEPTH) > 0)
		pgstat_progress_update_param(PROGRESS_REGION, region);
}

void
export_progress_written(int64 rows, int64 cells, int64 bytes)
{
	const int	index[] = {PROGRESS_ROWS, PROGRESS_CELLS, PROGRESS_BYTES};
	const int64 values[] = {rows, cells, bytes};

	if (current(PROGRESS_DEPTH) > 0)
		pgstat_progress_update_multi_param(3, index, values);
}
