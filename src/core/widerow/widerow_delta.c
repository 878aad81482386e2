/*
 * widerow_delta.c
 *		Compute the puts and delete markers that change one state of a family
 *		of a row to another.
 */
#include "core/base/host.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_delta.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"

#include <inttypes.h>

/* All live versions, independent of VERSIONS. */
static const WideRead read_all = {.versions = WIDEROW_ALL_VERSIONS, .from = 0,
								  .to = INT64_MAX};

/* ---- live cells, column by column --------------------------------------- */

/* The live cells of a row, and the current column. */
typedef struct Live
{
	WideCell   *cells;
	uint32_t	count;
	uint32_t	first;			/* first cell of the column */
	uint32_t	stop;
} Live;

static void
live_init(Live *live, const WideRow *row)
{
	memset(live, 0, sizeof(Live));
	if (row->cells == 0)
		return;
	live->cells = core_alloc(sizeof(WideCell) * row->cells);
	if (!row->has_types)
	{
		wide_cells(row, live->cells);
		live->count = row->cells;
	}
	else
	{
		uint32_t   *selected = core_alloc(sizeof(uint32_t) * row->cells);
		uint32_t	column = 0;

		live->count = wide_visible(row, &wide_plain_family, &read_all,
								   selected);
		for (uint32_t i = 0; i < live->count; i++)
		{
			while (selected[i] >= wide_span(row, column).stop)
				column++;
			wide_cell(row, column, selected[i], &live->cells[i]);
		}
		core_free(selected);
	}
}

static void
live_free(Live *live)
{
	if (live->cells != NULL)
		core_free(live->cells);
}

static int
compare_qualifiers(const WideCell *a, const WideCell *b)
{
	return cell_compare_bytes(a->qualifier, a->qualifier_len, b->qualifier,
							  b->qualifier_len);
}

/* Find the end of the column that begins at stop. */
static void
live_next(Live *live)
{
	live->first = live->stop;
	while (live->stop < live->count &&
		   compare_qualifiers(&live->cells[live->first],
							  &live->cells[live->stop]) == 0)
		live->stop++;
}

static bool
same_value(const WideCell *a, const WideCell *b)
{
	return a->value_len == b->value_len &&
		(a->value_len == 0 || memcmp(a->value, b->value, a->value_len) == 0);
}

/* The live versions of one column, newest first. */
typedef struct Versions
{
	const WideCell *cells;
	uint32_t	count;
} Versions;

static const WideCell *
find_version(const Versions *versions, int64_t ts)
{
	uint32_t	low = 0,
				high = versions->count;

	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;

		if (versions->cells[middle].ts == ts)
			return &versions->cells[middle];
		if (versions->cells[middle].ts > ts)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The unstamped cell, which is the newest one; NULL if there is none. */
static const WideCell *
unstamped_version(const Versions *versions)
{
	return versions->count > 0 && wide_is_unstamped(&versions->cells[0]) ?
		&versions->cells[0] :
		NULL;
}

/* The newest timestamp of the stamped versions, or -1. */
static int64_t
newest_stamped(const Versions *versions)
{
	uint32_t	first = unstamped_version(versions) != NULL;

	return first < versions->count ? versions->cells[first].ts : -1;
}

/* ---- one delta ---------------------------------------------------------- */

typedef struct Delta
{
	const DeltaRun *run;
	const WideRow *before;
	WideBuilder cells;
	CoreError  *err;
} Delta;

/* Whether the delete marker hides a put of its column at that time. */
static bool
hides(uint8_t type, int64_t marker, int64_t ts)
{
	if (type == CELL_DELETE || type == CELL_DELETE_FAMILY_VERSION)
		return ts == marker;
	return ts <= marker;
}

#define ANY_TIME	(-1)

/*
 * Raise *newest to the newest delete marker of a column (or only of the
 * family) that hides a put at ts.
 */
static void
newest_of_span(const WideRow *row, WideSpan span, bool family, int64_t ts,
			   int64_t *newest)
{
	for (uint32_t c = span.first; c < span.stop; c++)
	{
		uint8_t		type = wide_type(row, c);
		int64_t		marker = wide_ts(row, c);

		if (type != CELL_PUT &&
			(!family || cell_type_is_family_marker(type)) &&
			(ts == ANY_TIME || hides(type, marker, ts)) && marker > *newest)
			*newest = marker;
	}
}

/*
 * The timestamp of the newest delete marker in the baseline that hides a put
 * of this column at ts, or -1.  ANY_TIME: of all its delete markers.
 */
static int64_t
newest_marker(const Delta *delta, const WideCell *like, int64_t ts)
{
	const WideRow *row = delta->before;
	int64_t		newest = -1;
	bool		found;
	uint32_t	mine;

	if (!row->has_types)
		return -1;
	mine = wide_search(row, like->qualifier, like->qualifier_len, &found);
	/*
	 * this column, and the first column, which has the family delete markers
	 */
	if (found)
		newest_of_span(row, wide_span(row, mine), false, ts, &newest);
	if (like->qualifier_len > 0 && row->columns > 0)
		newest_of_span(row, wide_span(row, 0), true, ts, &newest);
	return newest;
}

/* Set the error for a cell that would be lost.  The caller sets the detail. */
static bool
reject(const Delta *delta, const WideCell *cell, const char *what)
{
	char		row[CELL_QUOTE_SIZE];
	char		qualifier[CELL_QUOTE_SIZE];

	return core_error(delta->err, CORE_ERR_RANGE,
					  "row %s: the cell %s of family \"%s\" %s",
					  cell_quote(delta->run->row, delta->run->row_len, row,
								 sizeof(row)),
					  cell_quote(cell->qualifier, cell->qualifier_len,
								 qualifier, sizeof(qualifier)),
					  delta->run->family, what);
}

/*
 * The same error for two timestamps; detail is the format for the cell's
 * timestamp and the other one.
 */
static bool
reject_old(const Delta *delta, const WideCell *cell, const char *detail,
		   int64_t ts)
{
	reject(delta, cell,
		   "changed, but its timestamp is not above the baseline's");
	core_error_detail(delta->err, detail, cell->ts, ts);
	return core_error_hint(delta->err,
						   "Give changed cells a later timestamp, or use restamp => true, which gives them the stamp of the run.");
}

/* Set the error for a baseline cell whose time is that of an earlier run. */
static bool
reject_run(const Delta *delta, const WideCell *cell)
{
	return reject_old(
		delta, cell,
		"It has %" PRId64
		", and the last run may have stamped the baseline's with %" PRId64 ".",
		delta->run->last);
}

/* Check that nothing conflicts with the stamp of the run. */
static bool
reject_future(const Delta *delta, const WideCell *cell, int64_t ts)
{
	reject(delta, cell, "has a time that is not below the run's");
	core_error_detail(delta->err,
					  "There is a timestamp of %" PRId64
					  ", and the run's stamp is %" PRId64 ".",
					  ts, delta->run->stamp);
	return core_error_hint(delta->err, "Choose a later stamp.");
}

static bool
add(Delta *delta, const WideCell *like, uint8_t type, int64_t ts)
{
	WideCell	cell = *like;

	cell.type = type;
	cell.ts = ts;
	cell.order = 0;
	if (type != CELL_PUT)
		cell.value_len = 0;
	return wide_builder_point(&delta->cells, &cell, delta->err);
}

/*
 * Put a cell at the run's stamp.  All other cells of its column must be older.
 */
static bool
add_newest(Delta *delta, const WideCell *cell, const Versions *after,
		   const Versions *before)
{
	int64_t		newest = newest_marker(delta, cell, ANY_TIME);

	if (newest < newest_stamped(before))
		newest = newest_stamped(before);
	if (!delta->run->restamp && newest < newest_stamped(after))
		newest = newest_stamped(after);
	if (newest >= delta->run->stamp)
		return reject_future(delta, cell, newest);
	return add(delta, cell, CELL_PUT, CELL_LATEST_TIMESTAMP);
}

/*
 * Delete all versions of a column.  If earlier runs stamped them, one marker
 * deletes all.  Otherwise each version is deleted by its timestamp, so that
 * versions with other timestamps can still be added.
 */
static bool
delete_column(Delta *delta, const Versions *before)
{
	int64_t		marker = delta->run->stamp - 1;
	bool		at_once = delta->run->restamp ||
		unstamped_version(before) != NULL;

	if (at_once && newest_stamped(before) > marker && delta->run->restamp)
		return reject_future(delta, &before->cells[0], newest_stamped(before));
	if (at_once && !add(delta, &before->cells[0], CELL_DELETE_COLUMN, marker))
		return false;
	for (uint32_t i = 0; i < before->count; i++)
	{
		const WideCell *cell = &before->cells[i];

		if (!wide_is_unstamped(cell) && (!at_once || cell->ts > marker) &&
			!add(delta, cell, CELL_DELETE, cell->ts))
			return false;
	}
	return true;
}

/* Only the newest value matters: put a changed value at the run's stamp. */
static bool
restamp_column(Delta *delta, const Versions *after, const Versions *before)
{
	if (before->count > 0 && same_value(&after->cells[0], &before->cells[0]))
		return true;
	return add_newest(delta, &after->cells[0], after, before);
}

/*
 * Put the stamped versions that HBase should show and may not have.  Sets *any
 * if there were some.
 */
static bool
put_stamped(Delta *delta, const Versions *after, const Versions *before,
			bool *any)
{
	Versions	held = *before;

	if (held.count > (uint32_t) delta->run->versions)
		held.count = (uint32_t) delta->run->versions;
	for (uint32_t i = 0;
		 i < after->count && i < (uint32_t) delta->run->versions; i++)
	{
		const WideCell *cell = &after->cells[i];
		const WideCell *same;
		int64_t		marker;

		core_check_interrupts();
		if (wide_is_unstamped(cell))
			continue;
		same = find_version(before, cell->ts);
		if (same != NULL && !same_value(cell, same))
			return reject_old(delta, cell,
							  "The baseline has another value at %" PRId64 ".",
							  cell->ts);
		if (find_version(&held, cell->ts) != NULL)
			continue;
		if (i == 0 && same == NULL && newest_stamped(before) > cell->ts &&
			find_version(after, newest_stamped(before)) == NULL)
			return reject_old(delta, cell,
							  "It has %" PRId64
							  ", the baseline's cell has %" PRId64 ".",
							  newest_stamped(before));
		if (unstamped_version(before) != NULL && cell->ts <= delta->run->last)
			return reject_run(delta, cell);
		marker = newest_marker(delta, cell, cell->ts);
		if (marker >= 0)
			return reject_old(
				delta, cell,
				"It has %" PRId64
				", and a delete marker of an earlier run has %" PRId64 ".",
				marker);
		if (!add(delta, cell, CELL_PUT, cell->ts))
			return false;
		*any = true;
	}
	return true;
}

/* A column that both states have, or that is new. */
static bool
change_column(Delta *delta, const Versions *after, const Versions *before)
{
	const WideCell *newest = unstamped_version(after);
	const WideCell *kept = NULL;
	bool		any = false;

	if (!put_stamped(delta, after, before, &any))
		return false;
	if (newest != NULL)
	{
		/* a newer version of the column takes the place of an older one */
		if (!any && before->count > 0 &&
			same_value(newest, &before->cells[0]) &&
			newest_stamped(after) < before->cells[0].ts)
			kept = &before->cells[0];
		else if (!add_newest(delta, newest, after, before))
			return false;
	}
	else if (unstamped_version(before) != NULL)
	{
		/*
		 * delete the versions stamped by earlier runs; the versions with their
		 * own timestamps must be newer
		 */
		const WideCell *oldest = &after->cells[after->count - 1];

		if (oldest->ts <= delta->run->last)
			return reject_run(delta, oldest);
		if (!add(delta, oldest, CELL_DELETE_COLUMN, delta->run->last))
			return false;
	}
	for (uint32_t i = 0; i < before->count; i++)
	{
		const WideCell *cell = &before->cells[i];

		if (!wide_is_unstamped(cell) && cell != kept &&
			find_version(after, cell->ts) == NULL &&
			!add(delta, cell, CELL_DELETE, cell->ts))
			return false;
	}
	return true;
}

static bool
delta_column(Delta *delta, const Versions *after, const Versions *before)
{
	if (after->count == 0)
		return delete_column(delta, before);
	if (delta->run->restamp)
		return restamp_column(delta, after, before);
	return change_column(delta, after, before);
}

/*
 * Whether one family delete marker can delete all columns: no column needs
 * markers of its own.
 */
static bool
goes_at_once(const Delta *delta, const Live *before)
{
	bool		run_stamped = false;

	for (uint32_t i = 0; i < before->count; i++)
	{
		const WideCell *cell = &before->cells[i];

		if (i == 0 || compare_qualifiers(cell - 1, cell) != 0)
		{
			run_stamped = wide_is_unstamped(cell);
			if (!run_stamped && !delta->run->restamp)
				return false;
		}
		if (!wide_is_unstamped(cell) && cell->ts >= delta->run->stamp)
			return false;
	}
	return before->count > 0;
}

/* Compare the columns of both states. */
static bool
delta_columns(Delta *delta, Live *after, Live *before)
{
	if (after->count == 0 && goes_at_once(delta, before))
	{
		WideCell	marker = {.qualifier = (const uint8_t *) "",
							  .value = (const uint8_t *) ""};

		return add(delta, &marker, CELL_DELETE_FAMILY, delta->run->stamp - 1);
	}
	live_next(after);
	live_next(before);
	while (after->first < after->count || before->first < before->count)
	{
		int			order;
		Versions	a = {NULL, 0};
		Versions	b = {NULL, 0};

		core_check_interrupts();
		if (after->first == after->count)
			order = 1;
		else if (before->first == before->count)
			order = -1;
		else
			order = compare_qualifiers(&after->cells[after->first],
									   &before->cells[before->first]);
		if (order <= 0)
			a = (Versions) {&after->cells[after->first],
							after->stop - after->first};
		if (order >= 0)
			b = (Versions) {&before->cells[before->first],
							before->stop - before->first};
		if (!delta_column(delta, &a, &b))
			return false;
		if (order <= 0)
			live_next(after);
		if (order >= 0)
			live_next(before);
	}
	return true;
}

bool
delta_check_stamp(int64_t stamp, int64_t last, CoreError *err)
{
	if (!cell_check_stamp(stamp, err))
		return false;
	if (stamp - 2 < last)
	{
		core_error(err, CORE_ERR_RANGE,
				   "stamp %" PRId64 " is not at least 2 above the last run's",
				   stamp);
		core_error_detail(err, "The last run's stamp is %" PRId64 ".", last);
		return core_error_hint(err,
							   "Delete markers have the timestamp before the stamp of their run, and must hide the cells of earlier runs.");
	}
	return true;
}

bool
delta_family(const WideRow *before, const WideRow *after, const DeltaRun *run,
			 CoreBuf *out, CoreError *err)
{
	Delta		delta = {.run = run, .before = before, .err = err};
	Live		old,
				new;
	bool		ok;

	/* the usual case */
	if (!before->has_types && before->size > 0 &&
		before->size == after->size &&
		memcmp(before->data, after->data, before->size) == 0)
		return true;
	live_init(&old, before);
	live_init(&new, after);
	wide_builder_init(&delta.cells);
	ok = delta_columns(&delta, &new, &old);
	if (ok && delta.cells.count > 0)
		ok = wide_builder_finish(&delta.cells, WIDEROW_DUPLICATE_ERROR, out,
								 err);
	wide_builder_free(&delta.cells);
	live_free(&old);
	live_free(&new);
	return ok;
}

/* ---- the baseline after it ---------------------------------------------- */

/* A cell with the timestamp it has in a baseline. */
static WideCell
applied(const WideRow *row, uint32_t column, uint32_t c, int64_t stamp)
{
	WideCell	cell;

	wide_cell(row, column, c, &cell);
	if (cell.type != CELL_PUT && wide_is_unstamped(&cell))
		cell.ts = stamp - 1;
	cell.order = 0;
	return cell;
}

/* Whether a newer cell deletes this baseline cell or makes it redundant. */
static bool
is_gone(const WideCell *cell, const WideCell *newer)
{
	bool		same = compare_qualifiers(cell, newer) == 0;

	if (newer->type == CELL_PUT)
		return cell->type == CELL_PUT && same && cell->ts == newer->ts;
	if (!same && !cell_type_is_family_marker(newer->type))
		return false;
	if (cell->type == CELL_PUT)
	{
		if (wide_is_unstamped(cell))
			return newer->type == CELL_DELETE_COLUMN ||
				newer->type == CELL_DELETE_FAMILY;
		return hides(newer->type, newer->ts, cell->ts);
	}
	if (cell->type == newer->type && cell->ts == newer->ts && same)
		return true;
	if (cell_type_is_family_marker(cell->type))
		return newer->type == CELL_DELETE_FAMILY && cell->ts <= newer->ts;
	return (newer->type == CELL_DELETE_COLUMN ||
			newer->type == CELL_DELETE_FAMILY) &&
		cell->ts <= newer->ts;
}

/* Add the baseline cells of a column that the delta does not delete. */
static bool
apply_column(WideBuilder *builder, const WideRow *before, uint32_t column,
			int64_t stamp, const WideCell *family, uint32_t family_count,
			const WideCell *same, uint32_t same_count, CoreError *err)
{
	WideSpan	span = wide_span(before, column);

	for (uint32_t c = span.first; c < span.stop; c++)
	{
		WideCell	cell = applied(before, column, c, stamp);
		bool		gone = false;

		core_check_interrupts();
		for (uint32_t i = 0; i < family_count && !gone; i++)
			gone = is_gone(&cell, &family[i]);
		for (uint32_t i = 0; i < same_count && !gone; i++)
			gone = is_gone(&cell, &same[i]);
		if (!gone && !wide_builder_point(builder, &cell, err))
			return false;
	}
	return true;
}

bool
delta_apply(const WideRow *before, const WideRow *delta, int64_t stamp,
		   CoreBuf *out, CoreError *err)
{
	WideBuilder builder;
	WideCell   *newer = core_alloc(sizeof(WideCell) * delta->cells + 1);
	uint32_t	count = 0;
	uint32_t	family_count;
	bool		ok = true;

	wide_builder_init(&builder);
	for (uint32_t column = 0; column < delta->columns; column++)
	{
		WideSpan	span = wide_span(delta, column);

		for (uint32_t c = span.first; c < span.stop && ok; c++)
		{
			newer[count] = applied(delta, column, c, stamp);
			ok = wide_builder_point(&builder, &newer[count++], err);
		}
	}
	/*
	 * the family delete markers are in the first column, whose qualifier is
	 * empty
	 */
	family_count = count > 0 && newer[0].qualifier_len == 0 ?
		wide_span(delta, 0).stop :
		0;
	for (uint32_t column = 0; column < before->columns && ok; column++)
	{
		WideSpan	same = {0, 0};
		uint32_t	len;
		const uint8_t *qualifier = wide_qualifier(before, column, &len);
		bool		found;
		uint32_t	at = wide_search(delta, qualifier, len, &found);

		if (found && len > 0)
			same = wide_span(delta, at);
		ok = apply_column(&builder, before, column, stamp, newer, family_count,
						 newer + same.first, same.stop - same.first, err);
	}
	if (ok && builder.count > 0)
		ok = wide_builder_finish(&builder, WIDEROW_DUPLICATE_LAST, out, err);
	wide_builder_free(&builder);
	core_free(newer);
	return ok;
}
