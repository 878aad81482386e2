/*
 * widerow_visible.c
 *		Versions, expiry and delete markers: which cells a get returns, and
 *		which cells a flush and a major compaction keep.
 *
 * The row is complete, like a row in the memstore: it has every cell that was
 * written.  Four walks over its cells, column by column and newest first,
 * follow HBase's rules.  They differ in their treatment of delete markers.  An
 * unstamped marker counts as one millisecond older than unstamped puts,
 * because it will be stamped that way.
 *
 * Held against the query matchers of
 * org.apache.hadoop.hbase.regionserver.querymatcher, HBase 2.6.1;
 * each function below names its class.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"

const WideFamily wide_plain_family = {
	.versions = WIDEROW_ALL_VERSIONS, .oldest = WIDEROW_NO_EXPIRY
};
const WideRead wide_plain_read = {.versions = 1, .from = 0, .to = INT64_MAX};

bool
wide_keep_deleted_from_name(const char *name, size_t len,
							   WideKeepDeleted *keep, CoreError *err)
{
	static const char *const names[] = {"FALSE", "TRUE", "TTL"};

	for (int i = 0; i < 3; i++)
	{
		if (core_same_word(name, len, names[i]))
		{
			*keep = (WideKeepDeleted) i;
			return true;
		}
	}
	core_error(err, CORE_ERR_PARAMETER,
			   "unrecognized value for KEEP_DELETED_CELLS: \"%.*s\"",
			   core_shown(name, len, 60), name);
	return core_error_hint(err, "It is FALSE, TRUE or TTL.");
}

/* ---- the walk -------------------------------------------------------- */

typedef enum Walk
{
	WALK_READ,					/* get, scan: NormalUserScanQueryMatcher */
	WALK_RAW,					/* raw scan: RawScanQueryMatcher */
	WALK_FLUSH,					/* flush, minor compaction:
								 * MinorCompactionScanQueryMatcher */
	WALK_COMPACT				/* major compaction:
								 * MajorCompactionScanQueryMatcher */
} Walk;

/* Timestamps of DeleteFamilyVersion markers, newest first. */
typedef struct Times
{
	int64_t    *ts;
	uint32_t	count;
	uint32_t	capacity;
} Times;

typedef struct Walker
{
	const WideRow *row;
	const WideFamily *family;
	const WideRead *read;
	Walk		walk;
	int32_t		max_versions;
	int64_t		family_ts;		/* DeleteFamily: hides up to this; -1: none */
	Times		family_versions;
} Walker;

/* The delete markers and versions of the current column so far. */
typedef struct Column
{
	int64_t		column_ts;		/* DeleteColumn: hides up to this; -1: none */
	int64_t		version_ts;		/* Delete: hides this version; -1: none */
	int32_t		count;
	bool		ended;			/* the rest of the column is expired */
} Column;

/* The result for a cell: ScanQueryMatcher.MatchCode. */
typedef enum Verdict
{
	INCLUDE,
	SKIP,
	NEXT_COLUMN
} Verdict;

static void
add_time(Times *times, int64_t ts)
{
	if (times->count == times->capacity)
	{
		times->capacity = times->capacity == 0 ? 8 : times->capacity * 2;
		times->ts = times->ts == NULL ?
			core_alloc(times->capacity * sizeof(int64_t)) :
			core_realloc(times->ts, times->capacity * sizeof(int64_t));
	}
	times->ts[times->count++] = ts;
}

static bool
has_time(const Times *times, int64_t ts)
{
	uint32_t	low = 0,
				high = times->count;

	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;

		if (times->ts[middle] == ts)
			return true;
		if (times->ts[middle] > ts)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static void
free_walker(Walker *walker)
{
	if (walker->family_versions.ts != NULL)
		core_free(walker->family_versions.ts);
}

/* Whether the cell has expired.  Raw scans ignore expiry. */
static inline bool
is_expired(const Walker *walker, int64_t ts)
{
	return ts < walker->family->oldest && walker->walk != WALK_RAW;
}

/*
 * The timestamp up to which a delete marker hides cells.  Unstamped markers do
 * not hide unstamped puts.
 */
static inline int64_t
marker_time(int64_t ts)
{
	return ts == CELL_LATEST_TIMESTAMP ? WIDEROW_MAX_TIMESTAMP : ts;
}

/*
 * Whether this walk applies the delete marker: the time range of
 * NormalUserScanQueryMatcher.match, and KEEP_DELETED_CELLS.
 */
static bool
marker_counts(const Walker *walker, int64_t ts)
{
	WideKeepDeleted keep = walker->family->keep_deleted;

	switch (walker->walk)
	{
		case WALK_READ:
			if (ts < walker->read->from)
				return false;
			return keep == WIDEROW_KEEP_FALSE || ts < walker->read->to;
		case WALK_RAW:
			return false;
		case WALK_FLUSH:
		case WALK_COMPACT:
			break;
	}
	return keep == WIDEROW_KEEP_FALSE ||
		(keep == WIDEROW_KEEP_TTL && is_expired(walker, ts));
}

static void
note_marker(Walker *walker, Column *column, uint8_t type, int64_t ts)
{
	switch (type)
	{
		case CELL_DELETE_FAMILY:
			if (ts > walker->family_ts)
				walker->family_ts = ts;
			break;
		case CELL_DELETE_FAMILY_VERSION:
			add_time(&walker->family_versions, ts);
			break;
		case CELL_DELETE_COLUMN:
			if (ts > column->column_ts)
				column->column_ts = ts;
			break;
		case CELL_DELETE:
			column->version_ts = ts;
			break;
	}
}

/*
 * Whether a put is hidden: the version alone (SKIP), or it and all older ones
 * (NEXT_COLUMN).  Reproduces ScanDeleteTracker.isDeleted and
 * ScanQueryMatcher.checkDeleted.
 */
static Verdict
masked(const Walker *walker, const Column *column, int64_t ts)
{
	if (ts <= walker->family_ts)
		return NEXT_COLUMN;
	if (has_time(&walker->family_versions, ts))
		return SKIP;
	if (ts <= column->column_ts)
		return NEXT_COLUMN;
	if (ts == column->version_ts)
		return SKIP;
	return INCLUDE;
}

/*
 * Whether the timestamp is in the range of the read; newer versions are
 * skipped (UserScanQueryMatcher.matchColumn).
 */
static Verdict
in_time_range(const WideRead *read, int64_t ts)
{
	if (ts >= read->to && read->to != INT64_MAX)
		return SKIP;
	return ts < read->from ? NEXT_COLUMN : INCLUDE;
}

/*
 * Count versions and apply expiry (ScanWildcardColumnTracker.checkVersions).
 * Delete markers do not count as versions, but the limit ends them, too.  For
 * columns chosen by name HBase returns one expired version more
 * (ExplicitColumnTracker.checkVersions).
 */
static Verdict
count_version(const Walker *walker, Column *column, uint8_t type, int64_t ts)
{
	if (type == CELL_PUT)
		column->count++;
	if (column->count > walker->max_versions || column->ended)
		return NEXT_COLUMN;
	if (walker->walk == WALK_READ && walker->read->by_name)
	{
		column->ended = column->count >= walker->family->min_versions &&
			is_expired(walker, ts);
		return INCLUDE;
	}
	if (column->count <= walker->family->min_versions ||
		!is_expired(walker, ts))
		return INCLUDE;
	return NEXT_COLUMN;
}

/*
 * Whether a major compaction drops this delete marker
 * (DropDeletesCompactionScanQueryMatcher.tryDropDelete).
 */
static bool
drops_marker(const Walker *walker, int64_t ts)
{
	WideKeepDeleted keep = walker->family->keep_deleted;

	return keep == WIDEROW_KEEP_FALSE ||
		(keep == WIDEROW_KEEP_TTL && is_expired(walker, ts));
}

/*
 * ScanQueryMatcher.match of the walk's query matcher: expiry, delete markers,
 * time range, then versions.
 */
static Verdict
judge_cell(Walker *walker, Column *column, uint8_t type, int64_t ts)
{
	Verdict		verdict;

	if (walker->family->min_versions <= 0 && is_expired(walker, ts))
		return NEXT_COLUMN;
	if (type != CELL_PUT)
	{
		int64_t		time = marker_time(ts);

		if (marker_counts(walker, time))
			note_marker(walker, column, type, time);
		if (walker->walk == WALK_READ)
			return SKIP;
		if (walker->walk == WALK_FLUSH)
			return INCLUDE;
		if (walker->walk == WALK_COMPACT && drops_marker(walker, ts))
			return SKIP;
	}
	else if (walker->walk != WALK_RAW)
	{
		verdict = masked(walker, column, ts);
		if (verdict != INCLUDE)
			return verdict;
	}
	if (walker->walk == WALK_READ || walker->walk == WALK_RAW)
	{
		verdict = in_time_range(walker->read, ts);
		if (verdict != INCLUDE)
			return verdict;
	}
	return count_version(walker, column, type, ts);
}

/* Whether the read skips this family delete marker. */
static inline bool
is_unseen(const WideRead *read, uint32_t cell)
{
	return read != NULL && read->unseen > 0 && cell >= read->unseen;
}

/*
 * Walk over the n cells of a column in input (cell numbers) and write the
 * selected ones to output, which may be input.  The column with the empty
 * qualifier is always walked to its end: family delete markers may follow
 * cells after which the rest of a column is skipped.  HBase does so since
 * HBASE-18471 (ScanQueryMatcher.getKeyForNextColumn).
 */
static uint32_t
walk_column(Walker *walker, bool has_name, const uint32_t *input, uint32_t n,
			uint32_t *output)
{
	Column		column = {-1, -1, 0, false};
	uint32_t	kept = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		uint32_t	cell = input[i];
		uint8_t		type = wide_type(walker->row, cell);

		if (cell_type_is_family_marker(type) && is_unseen(walker->read, cell))
			continue;
		switch (judge_cell(walker, &column, type, wide_ts(walker->row, cell)))
		{
			case INCLUDE:
				output[kept++] = cell;
				break;
			case SKIP:
				break;
			case NEXT_COLUMN:
				if (has_name)
					return kept;
				break;
		}
	}
	return kept;
}

/* ---- NEW_VERSION_BEHAVIOR -------------------------------------------- */

/*
 * With NEW_VERSION_BEHAVIOR (HBASE-15968) a write takes effect at once: a put
 * drops the versions beyond VERSIONS, a delete marker drops the cells that
 * exist at that moment.  The writes of a column are therefore replayed in
 * their order.  Held against NewVersionBehaviorTracker.
 */
typedef struct Event
{
	uint32_t	order;
	uint32_t	cell;			/* cell numbers grow from new to old */
	uint8_t		type;
} Event;

static int
compare_events(const void *a, const void *b)
{
	const Event *x = a,
			   *y = b;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	/* within a generation puts come first */
	if ((x->type == CELL_PUT) != (y->type == CELL_PUT))
		return x->type == CELL_PUT ? -1 : 1;
	return (x->cell > y->cell) - (x->cell < y->cell);
}

static int
compare_cells(const void *a, const void *b)
{
	uint32_t	x = *(const uint32_t *) a,
				y = *(const uint32_t *) b;

	return (x > y) - (x < y);
}

static bool
marker_masks(const Event *marker, int64_t marker_ts, int64_t ts)
{
	return marker->type == CELL_DELETE ||
			marker->type == CELL_DELETE_FAMILY_VERSION ?
		ts == marker_ts :
		ts <= marker_ts;
}

/* Keep the newest versions. */
static uint32_t
limit_versions(uint32_t *alive, uint32_t n, int32_t versions)
{
	core_sort(alive, n, sizeof(uint32_t), compare_cells);
	return n > (uint32_t) versions ? (uint32_t) versions : n;
}

/*
 * The puts of a column that exist after all writes, newest first. events has
 * room for the n cells and the family delete markers.
 */
static uint32_t
replay_column(const WideRow *row, int32_t versions, const uint32_t *input,
			  uint32_t n, const uint32_t *family_markers,
			  uint32_t family_count, Event *events, uint32_t *alive)
{
	uint32_t	count = 0,
				living = 0;
	bool		grown = false;

	for (uint32_t i = 0; i < n + family_count; i++)
	{
		uint32_t	cell = i < n ? input[i] : family_markers[i - n];
		uint8_t		type = wide_type(row, cell);

		/* family delete markers are in their own list, for every column */
		if (i < n && cell_type_is_family_marker(type))
			continue;
		events[count].order = wide_order(row, cell);
		events[count].cell = cell;
		events[count++].type = type;
	}
	core_sort(events, count, sizeof(Event), compare_events);
	for (uint32_t i = 0; i < count; i++)
	{
		int64_t		time;
		uint32_t	left = 0;

		if (events[i].type == CELL_PUT)
		{
			alive[living++] = events[i].cell;
			grown = true;
			continue;
		}
		if (grown)
			living = limit_versions(alive, living, versions);
		grown = false;
		time = marker_time(wide_ts(row, events[i].cell));
		for (uint32_t k = 0; k < living; k++)
			if (!marker_masks(&events[i], time, wide_ts(row, alive[k])))
				alive[left++] = alive[k];
		living = left;
		core_check_interrupts();
	}
	return grown ? limit_versions(alive, living, versions) : living;
}

/* ---- whole rows ------------------------------------------------------ */

/*
 * The numbers of the family delete markers that the read sees.  All are in the
 * first column.
 */
static uint32_t *
list_family_markers(const WideRow *row, const WideRead *read, uint32_t *count)
{
	WideSpan	span;
	uint32_t   *markers;
	uint32_t	len;

	*count = 0;
	if (!row->has_types || row->columns == 0)
		return NULL;
	wide_qualifier(row, 0, &len);
	if (len > 0)
		return NULL;
	span = wide_span(row, 0);
	markers = core_alloc((size_t) (span.stop - span.first) * sizeof(uint32_t));
	for (uint32_t i = span.first; i < span.stop; i++)
		if (cell_type_is_family_marker(wide_type(row, i)) &&
			!is_unseen(read, i))
			markers[(*count)++] = i;
	return markers;
}

/* Whether the rules of NEW_VERSION_BEHAVIOR apply to the row. */
static bool
by_order(const WideRow *row, const WideFamily *family)
{
	return family->new_version_behavior || row->order_width > 0;
}

/*
 * Walk over a column in the order of writing.  A flush keeps all cells that
 * have not expired, the other walks keep existing puts.
 */
static uint32_t
walk_column_by_order(Walker *walker, const uint32_t *input, uint32_t n,
					 const uint32_t *family_markers, uint32_t family_count,
					 Event *events, uint32_t *output)
{
	uint32_t	living;
	uint32_t	kept = 0;
	Column		column = {-1, -1, 0, false};

	if (walker->walk == WALK_FLUSH)
	{
		for (uint32_t i = 0; i < n; i++)
			if (walker->family->min_versions > 0 ||
				!is_expired(walker, wide_ts(walker->row, input[i])))
				output[kept++] = input[i];
		return kept;
	}
	/* output has room for n cells, and input is no longer needed */
	living = replay_column(walker->row, walker->family->versions, input, n,
						   family_markers, family_count, events, output);
	for (uint32_t i = 0; i < living; i++)
	{
		int64_t		ts = wide_ts(walker->row, output[i]);
		Verdict		verdict = INCLUDE;

		if (walker->walk == WALK_READ)
			verdict = in_time_range(walker->read, ts);
		if (verdict == INCLUDE)
			verdict = count_version(walker, &column, CELL_PUT, ts);
		if (verdict == NEXT_COLUMN)
			break;
		if (verdict == INCLUDE)
			output[kept++] = output[i];
	}
	return kept;
}

/*
 * Walk over the cells in input, or over all cells if it is NULL. output may be
 * input.
 */
static uint32_t
walk_row(Walker *walker, const uint32_t *input, uint32_t n, uint32_t *output)
{
	const WideRow *row = walker->row;
	bool		ordered = walker->walk != WALK_RAW &&
		by_order(row, walker->family) &&
		(walker->walk != WALK_COMPACT ||
		 walker->family->keep_deleted == WIDEROW_KEEP_FALSE);
	uint32_t	family_count = 0;
	uint32_t   *family_markers = ordered ?
		list_family_markers(row, walker->read, &family_count) :
		NULL;
	Event	   *events = NULL;
	uint32_t   *column_cells;
	uint32_t	taken = 0,
				kept = 0;

	/* copy a column's cells, because output and input may overlap */
	column_cells = core_alloc((size_t) row->cells * sizeof(uint32_t) + 1);
	if (ordered)
		events = core_alloc(
			((size_t) row->cells + family_count) * sizeof(Event) + 1);
	for (uint32_t c = 0; c < row->columns; c++)
	{
		WideSpan	span = wide_span(row, c);
		uint32_t	count = 0;
		uint32_t	name_len;

		wide_qualifier(row, c, &name_len);
		if (input == NULL)
			for (uint32_t i = span.first; i < span.stop; i++)
				column_cells[count++] = i;
		else
			while (taken < n && input[taken] < span.stop)
				column_cells[count++] = input[taken++];
		/*
		 * in HBase family delete markers then do not hide the column with the
		 * empty qualifier
		 */
		kept += ordered ?
			walk_column_by_order(walker, column_cells, count, family_markers,
								 name_len > 0 ? family_count : 0, events,
								 output + kept) :
			walk_column(walker, name_len > 0, column_cells, count,
						output + kept);
		if ((c & 0xfff) == 0xfff)
			core_check_interrupts();
	}
	core_free(column_cells);
	if (events != NULL)
		core_free(events);
	if (family_markers != NULL)
		core_free(family_markers);
	return kept;
}

static void
init_walker(Walker *walker, Walk walk, const WideRow *row,
			const WideFamily *family, const WideRead *read)
{
	memset(walker, 0, sizeof(Walker));
	walker->walk = walk;
	walker->row = row;
	walker->family = family;
	walker->read = read;
	walker->family_ts = -1;
	walker->max_versions = family->versions;
	if (read != NULL &&
		(walk == WALK_RAW || read->versions < family->versions))
		walker->max_versions = read->versions;
}

/* StoreScanner.next with a UserScanQueryMatcher, HBase 2.6.1, for one row. */
uint32_t
wide_visible(const WideRow *row, const WideFamily *family,
				const WideRead *read, uint32_t *selected)
{
	Walker		walker;
	uint32_t	n;

	init_walker(&walker, read->raw ? WALK_RAW : WALK_READ, row, family, read);
	n = walk_row(&walker, NULL, 0, selected);
	free_walker(&walker);
	return n;
}

/* StoreScanner.next with a MinorCompactionScanQueryMatcher, HBase 2.6.1. */
uint32_t
wide_flush(const WideRow *row, const WideFamily *family, uint32_t *selected)
{
	Walker		walker;
	uint32_t	n;

	init_walker(&walker, WALK_FLUSH, row, family, NULL);
	n = walk_row(&walker, NULL, 0, selected);
	free_walker(&walker);
	return n;
}

/*
 * A flush, then StoreScanner.next with a MajorCompactionScanQueryMatcher,
 * HBase 2.6.1.
 */
uint32_t
wide_compact(const WideRow *row, const WideFamily *family, uint32_t *selected)
{
	Walker		walker;
	uint32_t	n = wide_flush(row, family, selected);

	init_walker(&walker, WALK_COMPACT, row, family, NULL);
	n = walk_row(&walker, selected, n, selected);
	free_walker(&walker);
	return n;
}

bool
wide_newest(const WideRow *row, uint32_t column, uint32_t *cell)
{
	WideSpan	span = wide_span(row, column);
	Walker		walker;
	uint32_t   *selected;
	uint32_t	n = 0;

	*cell = span.first;
	if (!row->has_types)
		return true;

	init_walker(&walker, WALK_READ, row, &wide_plain_family, &wide_plain_read);
	if (by_order(row, walker.family))
	{
		/* rare: walk over the whole row */
		selected = core_alloc((size_t) row->cells * sizeof(uint32_t));
		n = wide_visible(row, walker.family, walker.read, selected);
		for (uint32_t i = 0; i < n; i++)
			if (selected[i] >= span.first && selected[i] < span.stop)
			{
				*cell = selected[i];
				core_free(selected);
				return true;
			}
		core_free(selected);
		return false;
	}
	for (uint32_t c = 0;; c = column)
	{
		Column		seen = {-1, -1, 0, false};
		uint32_t	len;

		/*
		 * only this column, and the first one if it has family delete markers
		 */
		wide_qualifier(row, c, &len);
		span = wide_span(row, c);
		if (c == column || len == 0)
			for (uint32_t i = span.first; i < span.stop; i++)
			{
				Verdict		verdict = judge_cell(&walker, &seen,
												 wide_type(row, i),
												 wide_ts(row, i));

				if (verdict == INCLUDE && c == column)
				{
					*cell = i;
					n = 1;
				}
				if (n == 1 || (verdict == NEXT_COLUMN && len > 0))
					break;
			}
		if (c == column)
			break;
	}
	free_walker(&walker);
	return n == 1;
}

bool
wide_select(const WideRow *row, const uint32_t *selected, uint32_t n,
			   CoreBuf *out, CoreError *err)
{
	WideCell   *cells = core_alloc((size_t) n * sizeof(WideCell) + 1);
	uint32_t	taken = 0;
	bool		ok;

	for (uint32_t c = 0; c < row->columns && taken < n; c++)
	{
		WideSpan	span = wide_span(row, c);

		for (; taken < n && selected[taken] < span.stop; taken++)
			wide_cell(row, c, selected[taken], &cells[taken]);
	}
	ok = wide_write(cells, taken, out, err);
	core_free(cells);
	return ok;
}
