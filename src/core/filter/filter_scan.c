/*
 * filter_scan.c
 *		Run a scan with a filter over rows and cells.
 *
 * The order is that of a region server: the row key, the cells family by
 * family, then the whole row.  Held against RegionScannerImpl, StoreScanner
 * and UserScanQueryMatcher, HBase 2.6.1.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/filter/filter_eval.h"
#include "core/filter/filter_scan.h"
#include "core/filter/filter_tree.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"

struct FilterScan
{
	Filter	   *filter;
	WideRead	read;
	uint32_t	families;
	bool	   *closed;			/* families whose scanner has ended */
	bool	   *late;			/* families that are read only for included
								 * rows */
	bool		done;
	FilterResult *results;
	uint32_t	n;
	uint32_t	capacity;
	uint32_t   *selected;
	uint32_t	selected_capacity;
};

/*
 * Filter.isFamilyEssential: whether the filter needs the family to decide
 * about a row.  HBase reads the other families later, and only for rows with a
 * cell in an essential family.
 */
static bool
needs_family(const Filter *filter, const uint8_t *name, size_t len)
{
	switch (filter->kind)
	{
		case FILTER_SINGLE_COLUMN_VALUE:
		case FILTER_SINGLE_COLUMN_VALUE_EXCLUDE:
			if (!filter->flags[0])
				return true;
			/* FALLTHROUGH */
		case FILTER_COLUMN_VALUE:
			return bytes_compare(name, len, filter->strings[0].data,
								 filter->strings[0].len) == 0;
		case FILTER_AND:
		case FILTER_OR:
		case FILTER_SKIP:
		case FILTER_WHILE:
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (needs_family(filter->parts[i], name, len))
					return true;
			return false;
		default:
			return true;
	}
}

FilterScan *
filter_scan_new(Filter *filter, const WideRead *read, uint32_t families)
{
	FilterScan *scan = core_alloc(sizeof(FilterScan));

	memset(scan, 0, sizeof(FilterScan));
	scan->filter = filter;
	scan->read = *read;
	scan->families = families;
	scan->closed = core_alloc(families + 1);
	memset(scan->closed, 0, families + 1);
	scan->late = core_alloc(families + 1);
	memset(scan->late, 0, families + 1);
	if (filter != NULL)
		filter_reset(filter);
	return scan;
}

void
filter_scan_free(FilterScan *scan)
{
	if (scan->results != NULL)
		core_free(scan->results);
	if (scan->selected != NULL)
		core_free(scan->selected);
	core_free(scan->closed);
	core_free(scan->late);
	core_free(scan);
}

bool
filter_scan_is_done(const FilterScan *scan)
{
	return scan->done;
}

/*
 * Select the columns that the scan asks for
 * (ExplicitColumnTracker.checkColumn).
 */
static uint32_t
keep_columns(const FilterFamily *family, uint32_t *selected, uint32_t n)
{
	uint32_t	column = 0,
				kept = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		const uint8_t *qualifier;
		uint32_t	len;

		while (selected[i] >= wide_span(family->row, column).stop)
			column++;
		qualifier = wide_qualifier(family->row, column, &len);
		for (uint32_t k = 0; k < family->ncolumns; k++)
			if (bytes_compare(qualifier, len, family->columns[k].qualifier,
							  family->columns[k].len) == 0)
			{
				selected[kept++] = selected[i];
				break;
			}
	}
	return kept;
}

/*
 * The cells of a family that the filter sees, as cell numbers in selected.
 * Family delete markers from the cell unseen on are ignored.
 */
static uint32_t
candidates(FilterScan *scan, const FilterFamily *family, uint32_t unseen)
{
	WideRead	read = scan->read;
	uint32_t	n;

	read.unseen = unseen;
	read.by_name = family->columns != NULL;
	if (scan->selected_capacity < family->row->cells)
	{
		if (scan->selected != NULL)
			core_free(scan->selected);
		scan->selected = core_alloc((size_t) family->row->cells *
									sizeof(uint32_t));
		scan->selected_capacity = family->row->cells;
	}
	/* the requested limit of versions applies after the filter */
	if (scan->filter != NULL)
		read.versions = WIDEROW_ALL_VERSIONS;
	n = wide_visible(family->row, family->settings, &read, scan->selected);
	return family->columns == NULL ? n :
									 keep_columns(family, scan->selected, n);
}

static void
add_result(FilterScan *scan, uint32_t family, const WideCell *cell)
{
	if (scan->n == scan->capacity)
	{
		scan->capacity = scan->capacity == 0 ? 64 : scan->capacity * 2;
		scan->results = scan->results == NULL ?
			core_alloc(scan->capacity * sizeof(FilterResult)) :
			core_realloc(scan->results,
						 (size_t) scan->capacity * sizeof(FilterResult));
	}
	scan->results[scan->n].family = family;
	scan->results[scan->n].cell = *cell;
	scan->results[scan->n].length_only = false;
	if (scan->filter != NULL)
		filter_transform(scan->filter, &scan->results[scan->n]);
	scan->n++;
}

/*
 * The first candidate from i on in another column
 * (ScanQueryMatcher.getKeyForNextColumn).
 */
static uint32_t
next_column(const WideRow *row, const uint32_t *selected, uint32_t i,
			uint32_t n, uint32_t column)
{
	uint32_t	stop = wide_span(row, column).stop;

	while (i < n && selected[i] < stop)
		i++;
	return i;
}

/*
 * The first candidate from i on whose column is not below the hint. i if there
 * is no hint, as with SKIP and WHILE.
 */
static uint32_t
seek_column(const WideRow *row, const uint32_t *selected, uint32_t i,
			uint32_t n, const FilterBytes *hint)
{
	bool		found;
	uint32_t	column;
	uint32_t	first;

	if (hint == NULL)
		return i;
	column = wide_search(row, hint->data, hint->len, &found);
	first = column == row->columns ? row->cells : wide_span(row, column).first;
	while (i < n && selected[i] < first)
		i++;
	return i;
}

/* Pass the cells of one family to the filter until it skips the rest. */
static void
show_cells(FilterScan *scan, uint32_t number, const FilterFamily *family)
{
	const WideRow *row = family->row;
	uint32_t	n = candidates(scan, family, 0);
	uint32_t	column = 0,
				counted = UINT32_MAX;	/* the column of the counted
										 * versions */
	int32_t		versions = 0;

	for (uint32_t i = 0; i < n;)
	{
		WideCell	cell;
		FilterCell	at = {number, family->name, family->name_len, &cell};
		FilterCode	code = {true, FILTER_NEXT_CELL};

		core_check_interrupts();
		while (scan->selected[i] >= wide_span(row, column).stop)
			column++;
		wide_cell(row, column, scan->selected[i], &cell);
		if (scan->filter != NULL)
		{
			if (filter_all_remaining(scan->filter))
				return;
			code = filter_judge(scan->filter, &at);
		}
		if (scan->filter == NULL)
			add_result(scan, number, &cell);
		else if (code.include)
		{
			/*
			 * the requested limit of versions; delete markers of a raw scan
			 * count
			 */
			if (counted != column)
				versions = 0;
			counted = column;
			if (++versions > scan->read.versions)
			{
				if (code.step == FILTER_NEXT_CELL)
					code.step = FILTER_NEXT_COLUMN;
			}
			else
				add_result(scan, number, &cell);
		}
		switch (code.step)
		{
			case FILTER_NEXT_CELL:
				i++;
				break;
			case FILTER_NEXT_COLUMN:
				/*
				 * without a list of columns HBase reads the rest of the column
				 * "" for family delete markers
				 */
				i = cell.qualifier_len == 0 && family->columns == NULL ?
					i + 1 :
					next_column(row, scan->selected, i, n, column);
				break;
			case FILTER_NEXT_ROW:
				return;
			case FILTER_SEEK_HINT:
				/* a jump from the column "" skips its older delete markers */
				if (scan->filter->hint != NULL && cell.qualifier_len == 0)
					n = candidates(scan, family, scan->selected[i] + 1);
				i = seek_column(row, scan->selected, i + 1, n,
								scan->filter->hint);
				break;
		}
	}
}

/* A family's scanner ends if the filter ends the scan, or after the row. */
static void
scan_family(FilterScan *scan, uint32_t number, const FilterFamily *family)
{
	if (family->row->cells == 0)
		return;
	show_cells(scan, number, family);
	if (scan->filter != NULL && filter_all_remaining(scan->filter))
		scan->closed[number] = true;
}

/* Whether an open essential family has a cell of the row. */
static bool
has_cells(const FilterScan *scan, const FilterFamily *families)
{
	for (uint32_t i = 0; i < scan->families; i++)
		if (!scan->closed[i] && !scan->late[i] && families[i].row != NULL &&
			families[i].row->cells > 0)
			return true;
	return false;
}

/* Pass the essential families to the filter, or the others. */
static void
scan_families(FilterScan *scan, const FilterFamily *families, bool late)
{
	for (uint32_t i = 0; i < scan->families; i++)
		if (scan->late[i] == late && !scan->closed[i] &&
			families[i].row != NULL)
			scan_family(scan, i, &families[i]);
}

/*
 * Sort the results by family, with those of the families read later
 * (RegionScannerImpl.populateFromJoinedHeap).
 */
static void
sort_results(FilterScan *scan)
{
	FilterResult *sorted = core_alloc((size_t) scan->n * sizeof(FilterResult) +
									  1);
	uint32_t	n = 0;

	for (uint32_t family = 0; family < scan->families; family++)
		for (uint32_t i = 0; i < scan->n; i++)
			if (scan->results[i].family == family)
				sorted[n++] = scan->results[i];
	memcpy(scan->results, sorted, (size_t) n * sizeof(FilterResult));
	core_free(sorted);
}

/* Collect the cells of a row that the filter includes. */
static void
filter_row(FilterScan *scan, const FilterFamily *families)
{
	Filter	   *filter = scan->filter;
	uint32_t	early;

	scan_families(scan, families, false);
	if (scan->n == 0)
		return;
	if (filter_wants_row(filter))
		scan->n = filter_row_cells(filter, families, scan->results, scan->n);
	if (scan->n > 0 && filter_row_out(filter))
	{
		scan->n = 0;
		return;
	}
	early = scan->n;
	scan_families(scan, families, true);
	if (early > 0 && scan->n > early)
		sort_results(scan);
}

/* Whether an essential family is still open. */
static bool
is_open(const FilterScan *scan)
{
	for (uint32_t i = 0; i < scan->families; i++)
		if (!scan->closed[i] && !scan->late[i])
			return true;
	return false;
}

/* RegionScannerImpl.nextInternal, HBase 2.6.1, for one row. */
void
filter_scan_row(FilterScan *scan, const uint8_t *key, size_t key_len,
				const FilterFamily *families, const FilterResult **results,
				uint32_t *n)
{
	Filter	   *filter = scan->filter;

	*n = scan->n = 0;
	*results = NULL;
	if (filter == NULL)
		scan_families(scan, families, false);
	else
	{
		for (uint32_t i = 0; i < scan->families; i++)
			scan->late[i] = !needs_family(filter, families[i].name,
										  families[i].name_len);
		if (scan->done || !has_cells(scan, families))
			return;
		if (filter_all_remaining(filter) ||
			filter_row_key_out(filter, key, key_len))
		{
			scan->done = filter_all_remaining(filter);
			/*
			 * filters see the remaining cells of this row on the way to the
			 * next one
			 */
			if (!scan->done)
				scan_families(scan, families, false);
			scan->n = 0;
		}
		else
			filter_row(scan, families);
		filter_reset(filter);
		if (scan->done)
			return;
		scan->done = !is_open(scan) || filter_all_remaining(filter);
	}
	/* set the pointers; the results do not move any more */
	for (uint32_t i = 0; i < scan->n; i++)
		if (scan->results[i].length_only)
			scan->results[i].cell.value = scan->results[i].length;
	*results = scan->results;
	*n = scan->n;
}
