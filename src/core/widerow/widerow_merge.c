/*
 * widerow_merge.c
 *		Apply rows to one another: the operator || and the aggregate
 *		widerow_merge.
 *
 * A later cell replaces an earlier one with the same qualifier, timestamp and
 * type.  All other stamped cells stay.  An unstamped cell is the newest of its
 * column: an unstamped delete marker removes the unstamped puts written before
 * it.  A stamped cell after an unstamped one has no defined order and is an
 * error.  Without that error the operation is associative.
 */
#include "core/base/host.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_open.h"

#include <inttypes.h>

void
wide_merge_init(WideMerge *merge, bool ordered, bool copies)
{
	wide_builder_init(&merge->builder);
	merge->next_order = 0;
	merge->ordered = ordered;
	merge->copies = copies;
}

void
wide_merge_free(WideMerge *merge)
{
	wide_builder_free(&merge->builder);
}

/* Add a cell whose order is set.  Copies its bytes if necessary. */
static bool
take_cell(WideMerge *merge, const WideCell *cell, CoreError *err)
{
	return merge->copies ?
		wide_builder_add(&merge->builder, cell, err) :
		wide_builder_point(&merge->builder, cell, err);
}

bool
wide_merge_add_cell(WideMerge *merge, const WideCell *cell,
					  CoreError *err)
{
	WideCell	applied = *cell;

	applied.order = merge->next_order++;
	return take_cell(merge, &applied, err);
}

bool
wide_merge_add(WideMerge *merge, const WideRow *row, CoreError *err)
{
	uint32_t	last = merge->next_order;

	if (row->order_width > 0 && !merge->ordered)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "wide row keeps the order in which its cells were written");
		return core_error_hint(
			err, "Use widerow_apply(), which keeps it, in place of ||.");
	}
	for (uint32_t column = 0; column < row->columns; column++)
	{
		WideSpan	span = wide_span(row, column);

		for (uint32_t i = span.first; i < span.stop; i++)
		{
			WideCell	cell;

			wide_cell(row, column, i, &cell);
			cell.order += merge->next_order;
			if (cell.order > last)
				last = cell.order;
			if (!take_cell(merge, &cell, err))
				return false;
		}
	}
	merge->next_order = last + 1;
	return true;
}

/* The writes of the unstamped cells of a column; NONE is later than all. */
#define NONE UINT32_MAX

typedef struct Unstamped
{
	uint32_t	first;			/* the first write; NONE: no unstamped cell */
	uint32_t	last_marker;	/* the last delete marker plus 1; 0: none */
} Unstamped;

static void
note_unstamped(Unstamped *noted, const WideCell *cell)
{
	if (cell->order < noted->first)
		noted->first = cell->order;
	if (cell->type != CELL_PUT && cell->order >= noted->last_marker)
		noted->last_marker = cell->order + 1;
}

/* Set the error for a stamped cell written after an unstamped one. */
static bool
reject(const WideCell *cell, CoreError *err)
{
	char		name[CELL_QUOTE_SIZE];

	cell_quote(cell->qualifier, cell->qualifier_len, name, sizeof(name));
	core_error(err, CORE_ERR_PARAMETER,
			   "cell %s at timestamp %" PRId64
			   " cannot be applied to a cell without a timestamp",
			   name, cell->ts);
	core_error_detail(err,
					  "It cannot be determined which of the two is newer.");
	return core_error_hint(err,
						   "Stamp the older row with widerow_at(), or a whole table with hbase.stamp().");
}

/* The end of the column that begins at cells[i]. */
static uint32_t
column_end(const WideCell *cells, uint32_t i, uint32_t n)
{
	const WideCell *first = &cells[i];

	while (++i < n &&
		   cell_compare_bytes(first->qualifier, first->qualifier_len,
							  cells[i].qualifier, cells[i].qualifier_len) == 0)
		;
	return i;
}

/*
 * Merge the cells of one column: drop replaced and removed cells.  The result
 * goes to out (may be cells).  Returns the number of cells, or -1 with an
 * error. family has the unstamped family delete markers.
 */
static int64_t
apply_column(const WideCell *cells, uint32_t n, const Unstamped *family,
			WideCell *out, CoreError *err)
{
	Unstamped	column = *family;
	uint32_t	kept = 0;

	for (uint32_t i = 0; i < n && wide_is_unstamped(&cells[i]); i++)
		if (!cell_type_is_family_marker(cells[i].type))
			note_unstamped(&column, &cells[i]);

	for (uint32_t i = 0; i < n; i++)
	{
		const WideCell *cell = &cells[i];

		if (!wide_is_unstamped(cell))
		{
			if (cell->order > column.first)
			{
				reject(cell, err);
				return -1;
			}
		}
		else if (cell->type == CELL_PUT &&
				 cell->order + 1 < column.last_marker)
			continue;			/* a later delete marker removes it */
		if (kept > 0 &&
			cell_compare_version(out[kept - 1].ts, out[kept - 1].type,
								 cell->ts, cell->type) == 0)
			out[kept - 1] = *cell;	/* equal cells are in the order of
									 * writing */
		else
			out[kept++] = *cell;
	}
	return kept;
}

/*
 * An error if a stamped family delete marker is written after an unstamped
 * cell.
 */
static bool
check_family_markers(const WideCell *cells, uint32_t n, Unstamped *family,
					 CoreError *err)
{
	uint32_t	first = NONE;

	family->first = NONE;
	family->last_marker = 0;
	for (uint32_t i = 0; i < n; i++)
	{
		if (!wide_is_unstamped(&cells[i]))
			continue;
		if (cells[i].order < first)
			first = cells[i].order;
		if (cell_type_is_family_marker(cells[i].type))
			note_unstamped(family, &cells[i]);
	}
	/*
	 * family delete markers have no qualifier, so they are in the first column
	 */
	for (uint32_t i = 0; i < n && cells[i].qualifier_len == 0; i++)
		if (cell_type_is_family_marker(cells[i].type) &&
			!wide_is_unstamped(&cells[i]) && cells[i].order > first)
			return reject(&cells[i], err);
	return true;
}

bool
wide_merge_finish(WideMerge *merge, CoreBuf *out, CoreError *err)
{
	WideCell   *cells = merge->builder.cells;
	uint32_t	n = merge->builder.count;
	uint32_t	kept = 0;
	Unstamped	family;

	for (uint32_t i = 0; i < n; i++)
		if (!wide_check_cell(&cells[i], err))
			return false;
	wide_sort(cells, n);
	if (!check_family_markers(cells, n, &family, err))
		return false;
	for (uint32_t i = 0; i < n;)
	{
		uint32_t	stop = column_end(cells, i, n);
		int64_t		applied = apply_column(cells + i, stop - i, &family,
										 cells + kept, err);

		if (applied < 0)
			return false;
		kept += (uint32_t) applied;
		i = stop;
	}
	merge->builder.count = kept;
	if (!merge->ordered)
		for (uint32_t i = 0; i < kept; i++)
			cells[i].order = 0;
	return wide_write(cells, kept, out, err);
}

bool
wide_apply(const WideRow *a, const WideRow *b, bool ordered, CoreBuf *out,
			 CoreError *err)
{
	WideMerge merge;
	bool		ok;

	wide_merge_init(&merge, ordered, false);
	ok = wide_merge_add(&merge, a, err) &&
		wide_merge_add(&merge, b, err) &&
		wide_merge_finish(&merge, out, err);
	wide_merge_free(&merge);
	return ok;
}

/* Whether each column has exactly one put. */
static bool
is_plain(const WideRow *row)
{
	return !row->has_types && row->cells == row->columns;
}

bool
wide_replaces(const WideRow *a, const WideRow *b)
{
	return is_plain(a) && is_plain(b) && b->cells > 0 && b->ts_width == 0 &&
		b->base != CELL_LATEST_TIMESTAMP && !wide_has_unstamped(a) &&
		b->base > wide_max_timestamp(a);
}

bool
wide_replace(const WideRow *a, const WideRow *b, CoreBuf *out, CoreError *err)
{
	WideCell   *cells = core_alloc(sizeof(WideCell) *
								   ((size_t) a->columns + b->columns));
	uint32_t	n = 0,
				i = 0,
				j = 0;
	bool		ok = true;

	while (i < a->columns || j < b->columns)
	{
		int			c = i == a->columns ? 1 : -1;

		if (i < a->columns && j < b->columns)
		{
			uint32_t	alen,
						blen;
			const uint8_t *aname = wide_qualifier(a, i, &alen);
			const uint8_t *bname = wide_qualifier(b, j, &blen);

			c = cell_compare_bytes(aname, alen, bname, blen);
		}
		if (c < 0)
			wide_cell(a, i, i, &cells[n++]);
		else
		{
			wide_cell(b, j, j, &cells[n++]);
			j++;
		}
		i += c <= 0;
	}
	if (n == b->columns)
		core_buf_add(out, b->data, b->size);
	else
		ok = wide_write(cells, n, out, err);
	core_free(cells);
	return ok;
}

/*
 * Stamp a row of unstamped puts: only a flag and the timestamp at the end of
 * the head change (doc/widerow-format.md).
 */
static void
stamp_head(const WideRow *row, int64_t ts, CoreBuf *out)
{
	uint32_t	head = row->column_ends_at;
	uint8_t    *p = core_buf_reserve(out, (size_t) row->size + 8);

	memcpy(p, row->data, head);
	p[1] |= 1 << 4;
	core_put_u64(p + head, (uint64_t) ts);
	memcpy(p + head + 8, row->data + head, row->size - head);
	out->len += (size_t) row->size + 8;
}

bool
wide_stamp(const WideRow *row, int64_t ts, CoreBuf *out, CoreError *err)
{
	WideBuilder builder;
	bool		ok = true;

	if (ts < 0 || ts > WIDEROW_MAX_TIMESTAMP)
	{
		core_error(err, CORE_ERR_RANGE,
				   "timestamp %" PRId64 " is out of range", ts);
		return core_error_detail(err,
								 "Timestamps of cells are 0 to 9223372036854775806 milliseconds since 1970.");
	}
	if (row->cells > 0 && row->ts_width == 0 &&
		row->base == CELL_LATEST_TIMESTAMP && !row->has_types &&
		row->size <= WIDEROW_MAX_SIZE - WIDEROW_MAX_HEAD)
	{
		stamp_head(row, ts, out);
		return true;
	}
	wide_builder_init(&builder);
	/*
	 * stamped cells first: at an equal timestamp the newly stamped cell wins
	 */
	for (int unstamped = 0; unstamped < 2 && ok; unstamped++)
		for (uint32_t column = 0; column < row->columns && ok; column++)
		{
			WideSpan	span = wide_span(row, column);

			core_check_interrupts();
			for (uint32_t i = span.first; i < span.stop && ok; i++)
			{
				WideCell	cell;

				wide_cell(row, column, i, &cell);
				if (wide_is_unstamped(&cell) != (unstamped == 1))
					continue;
				if (unstamped)
					cell.ts = cell.type == CELL_PUT ? ts : ts - 1;
				if (cell.ts < 0)
				{
					core_error(err, CORE_ERR_RANGE,
							   "a marker cannot be stamped with timestamp 0");
					ok = core_error_detail(err,
										   "Delete markers get the timestamp before the timestamp of the puts.");
				}
				else
					ok = wide_builder_point(&builder, &cell, err);
			}
		}
	ok = ok && wide_builder_finish(&builder, WIDEROW_DUPLICATE_LAST, out, err);
	wide_builder_free(&builder);
	return ok;
}
