/*
 * widerow_merge.c
 *		Landing rows one on another: what || and the aggregate widerow_merge do.
 *
 * A later cell replaces an earlier one of the same qualifier, timestamp and
 * type; all other stamped cells keep their places.  An unstamped cell is the
 * newest of its column: an unstamped marker removes the unstamped puts that
 * landed before it.  Stamped on unstamped has no order, and is refused.  So
 * landing is associative wherever it is not refused.
 */
#include "widerow.h"

#include <inttypes.h>

void
wide_landing_init(WideLanding *landing, bool ordered, bool copies)
{
	wide_builder_init(&landing->builder);
	landing->next_order = 0;
	landing->ordered = ordered;
	landing->copies = copies;
}

void
wide_landing_free(WideLanding *landing)
{
	wide_builder_free(&landing->builder);
}

/* Take a cell whose order is set; its bytes may have to be copied. */
static bool
take_cell(WideLanding *landing, const WideCell *cell, CoreError *err)
{
	return landing->copies ?
		wide_builder_add(&landing->builder, cell, err) :
		wide_builder_point(&landing->builder, cell, err);
}

bool
wide_landing_add_cell(WideLanding *landing, const WideCell *cell, CoreError *err)
{
	WideCell	landed = *cell;

	landed.order = landing->next_order++;
	return take_cell(landing, &landed, err);
}

bool
wide_landing_add(WideLanding *landing, const WideRow *row, CoreError *err)
{
	uint32_t	last = landing->next_order;

	if (row->order_width > 0 && !landing->ordered)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "wide row keeps the order in which its cells landed");
		return core_error_hint(err, "Use widerow_land(), which keeps it, in place of ||.");
	}
	for (uint32_t column = 0; column < row->columns; column++)
	{
		WideSpan	span = wide_span(row, column);

		for (uint32_t i = span.first; i < span.stop; i++)
		{
			WideCell	cell;

			wide_cell(row, column, i, &cell);
			cell.order += landing->next_order;
			if (cell.order > last)
				last = cell.order;
			if (!take_cell(landing, &cell, err))
				return false;
		}
	}
	landing->next_order = last + 1;
	return true;
}

/* The landings of unstamped cells; NONE is later than all. */
#define NONE UINT32_MAX

typedef struct Unstamped
{
	uint32_t	first;			/* the first to land; NONE: there is none */
	uint32_t	last_marker;	/* the last marker to land, plus 1; 0: none */
} Unstamped;

static void
note_unstamped(Unstamped *noted, const WideCell *cell)
{
	if (cell->order < noted->first)
		noted->first = cell->order;
	if (cell->type != CELL_PUT && cell->order >= noted->last_marker)
		noted->last_marker = cell->order + 1;
}

/* A stamped cell would land on an unstamped one. */
static bool
refuse(const WideCell *cell, CoreError *err)
{
	char		name[CELL_QUOTE_SIZE];

	cell_quote(cell->qualifier, cell->qualifier_len, name, sizeof(name));
	core_error(err, CORE_ERR_PARAMETER,
			   "cell %s at timestamp %" PRId64 " cannot land on a cell without timestamp",
			   name, cell->ts);
	core_error_detail(err, "Which of the two is newer is not known.");
	return core_error_hint(err, "Stamp the row below with widerow_at(), or a whole table with hbase.stamp().");
}

/* Where the column that begins at cells[i] ends. */
static uint32_t
column_end(const WideCell *cells, uint32_t i, uint32_t n)
{
	const WideCell *first = &cells[i];

	while (++i < n && cell_compare_bytes(first->qualifier, first->qualifier_len,
										 cells[i].qualifier, cells[i].qualifier_len) == 0)
		;
	return i;
}

/*
 * Land the cells of one column: drop what is replaced or removed.  The rest
 * moves to out (which may be cells); the result is how many.  family has the
 * unstamped family markers; -1 with an error.
 */
static int64_t
land_column(const WideCell *cells, uint32_t n, const Unstamped *family,
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
				refuse(cell, err);
				return -1;
			}
		}
		else if (cell->type == CELL_PUT && cell->order + 1 < column.last_marker)
			continue;			/* a marker landed on it */
		if (kept > 0 && cell_compare_version(out[kept - 1].ts, out[kept - 1].type,
											 cell->ts, cell->type) == 0)
			out[kept - 1] = *cell;	/* equal cells stand in landing order */
		else
			out[kept++] = *cell;
	}
	return kept;
}

/* Refuse a stamped family marker that lands on any unstamped cell. */
static bool
check_family_markers(const WideCell *cells, uint32_t n, Unstamped *family, CoreError *err)
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
	/* family markers have no qualifier: they are in the first column */
	for (uint32_t i = 0; i < n && cells[i].qualifier_len == 0; i++)
		if (cell_type_is_family_marker(cells[i].type) &&
			!wide_is_unstamped(&cells[i]) && cells[i].order > first)
			return refuse(&cells[i], err);
	return true;
}

bool
wide_landing_finish(WideLanding *landing, CoreBuf *out, CoreError *err)
{
	WideCell   *cells = landing->builder.cells;
	uint32_t	n = landing->builder.count;
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
		int64_t		landed = land_column(cells + i, stop - i, &family, cells + kept, err);

		if (landed < 0)
			return false;
		kept += (uint32_t) landed;
		i = stop;
	}
	landing->builder.count = kept;
	if (!landing->ordered)
		for (uint32_t i = 0; i < kept; i++)
			cells[i].order = 0;
	return wide_write(cells, kept, out, err);
}

bool
wide_land(const WideRow *a, const WideRow *b, bool ordered, CoreBuf *out,
			 CoreError *err)
{
	WideLanding landing;
	bool		ok;

	wide_landing_init(&landing, ordered, false);
	ok = wide_landing_add(&landing, a, err) &&
		wide_landing_add(&landing, b, err) &&
		wide_landing_finish(&landing, out, err);
	wide_landing_free(&landing);
	return ok;
}

/* One put in each column. */
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
	WideCell   *cells = core_alloc(sizeof(WideCell) * ((size_t) a->columns + b->columns));
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
 * A row of puts without a timestamp gets one for all: its bytes stay, but for
 * one flag and the timestamp at the end of the head (doc/widerow-format.md).
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
		core_error(err, CORE_ERR_RANGE, "timestamp %" PRId64 " is out of range", ts);
		return core_error_detail(err, "Timestamps of cells are 0 to 9223372036854775806 milliseconds from 1970 on.");
	}
	if (row->cells > 0 && row->ts_width == 0 && row->base == CELL_LATEST_TIMESTAMP &&
		!row->has_types && row->size <= WIDEROW_MAX_SIZE - WIDEROW_MAX_HEAD)
	{
		stamp_head(row, ts, out);
		return true;
	}
	wide_builder_init(&builder);
	/* stamped cells first: at one timestamp the cell stamped now wins */
	for (int unstamped = 0; unstamped < 2 && ok; unstamped++)
		for (uint32_t column = 0; column < row->columns && ok; column++)
		{
			WideSpan	span = wide_span(row, column);

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
					core_error(err, CORE_ERR_RANGE, "a marker cannot be stamped with timestamp 0");
					ok = core_error_detail(err, "Markers get the timestamp before that of the puts.");
				}
				else
					ok = wide_builder_point(&builder, &cell, err);
			}
		}
	ok = ok && wide_builder_finish(&builder, WIDEROW_DUPLICATE_LAST, out, err);
	wide_builder_free(&builder);
	return ok;
}
