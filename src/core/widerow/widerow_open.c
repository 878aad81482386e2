/*
 * widerow_open.c
 *		Open a packed row and find columns in it.
 */
#include "core/base/host.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"

/* ---- opening --------------------------------------------------------- */

static bool
damaged(CoreError *err, const char *what)
{
	return core_error(err, CORE_ERR_CORRUPT, "invalid wide row: %s", what);
}

/*
 * Read a varint at *p.  False if it is truncated, too large or not the
 * shortest form.
 */
static bool
get_varint(const uint8_t **p, const uint8_t *stop, uint32_t *value)
{
	uint64_t	v = 0;

	for (int shift = 0; shift < 35 && *p < stop; shift += 7)
	{
		uint8_t		b = *(*p)++;

		v |= (uint64_t) (b & 0x7f) << shift;
		if (b & 0x80)
			continue;
		if (v > UINT32_MAX || (b == 0 && shift > 0))
			return false;
		*value = (uint32_t) v;
		return true;
	}
	return false;
}

/* The width from its two bits in the flags. */
static uint8_t
bits_width(unsigned bits)
{
	return bits == 3 ? 4 : (uint8_t) bits;
}

/*
 * Read the head: all fields of row except the places of the sections.
 * *head_size is the offset of the directory.
 */
static bool
open_head(WideRow *row, const uint8_t *data, size_t available,
		  size_t *head_size, CoreError *err)
{
	const uint8_t *p = data + 2;
	const uint8_t *stop = data + available;
	uint8_t		flags;
	unsigned	ts_kind;

	memset(row, 0, sizeof(WideRow));
	row->data = data;
	if (available < 3)
		return damaged(err, "it is cut off");
	if (data[0] != WIDEROW_VERSION)
	{
		core_error(err, CORE_ERR_CORRUPT,
				   "invalid wide row: unrecognized format version %u",
				   data[0]);
		return core_error_hint(
			err, "This version of the extension writes format version %d.",
			WIDEROW_VERSION);
	}
	flags = data[1];
	ts_kind = flags >> 4 & 3;
	row->qualifier_width = bits_width(flags & 3);
	row->value_width = bits_width(flags >> 2 & 3);
	row->has_types = (flags & 0x40) != 0;
	row->base = CELL_LATEST_TIMESTAMP;
	if (!get_varint(&p, stop, &row->columns))
		return damaged(err, "its head does not hold the number of columns");
	if (row->columns == 0)
	{
		if (flags != 0)
			return damaged(err, "it has flags but no columns");
		*head_size = p - data;
		return true;
	}
	row->cells = row->columns;
	if (flags & 0x80)
	{
		if (!get_varint(&p, stop, &row->cells) || row->cells <= row->columns)
			return damaged(err, "its head does not hold the number of cells");
		row->column_width = row->cells <= 0xff ? 1 :
			row->cells <= 0xffff			   ? 2 :
												 4;
	}
	if (row->qualifier_width == 0 &&
		!get_varint(&p, stop, &row->qualifier_len))
		return damaged(err, "its head does not hold the length of qualifiers");
	if (row->value_width == 0 && !get_varint(&p, stop, &row->value_len))
		return damaged(err, "its head does not hold the length of values");
	if (ts_kind > 0)
	{
		if (stop - p < 8 + (ts_kind > 1) + (ts_kind > 2))
			return damaged(err, "its head does not hold the timestamp");
		row->base = (int64_t) core_get_u64(p);
		p += 8;
		if (ts_kind > 1)
			row->ts_width = *p++;
		if (ts_kind > 2)
			row->order_width = *p++;
		if (row->base < 0 || row->ts_width > 8 ||
			(ts_kind == 2 && row->ts_width == 0) ||
			(ts_kind == 3 && row->order_width != 1 && row->order_width != 2 &&
			 row->order_width != 4))
			return damaged(err, "its head does not hold the timestamp");
	}
	/* a few bytes must not represent any number of cells */
	if ((row->columns > 1 && row->qualifier_width == 0 &&
		 row->qualifier_len == 0) ||
		(row->cells > row->columns && !row->has_types && row->ts_width == 0))
		return damaged(err, "it holds equal cells");
	if (row->cells > WIDEROW_MAX_CELLS)
		return damaged(err, "it has more cells than a row can have");
	*head_size = p - data;
	return true;
}

/* Check that every column has cells, and every cell a column. */
static bool
check_column_ends(const WideRow *row, CoreError *err)
{
	uint32_t	before = 0;

	for (uint32_t column = 0; column < row->columns; column++)
	{
		uint32_t	end = wide_column_end(row, column);

		if (end <= before)
			return damaged(err, "a column of it has no cells");
		before = end;
	}
	if (before != row->cells)
		return damaged(err, "its columns do not have all cells");
	return true;
}

bool
wide_open_directory(WideRow *row, const uint8_t *data, size_t available,
					   size_t size, size_t *need, CoreError *err)
{
	size_t		head_size = 0;
	uint64_t	at;

	*need = 0;
	if (size > WIDEROW_MAX_SIZE)
		return damaged(err, "it is too large");
	if (available < size && available < WIDEROW_MAX_HEAD)
	{
		*need = size < WIDEROW_MAX_HEAD ? size : WIDEROW_MAX_HEAD;
		return true;
	}
	if (!open_head(row, data, available, &head_size, err))
		return false;
	row->size = (uint32_t) size;

	/* 64 bits cannot overflow: all counts and lengths are below 2^32 */
	at = head_size;
	row->column_ends_at = (uint32_t) at;
	at += (uint64_t) row->columns * row->column_width;
	if (at > size)
		return damaged(err, "it is cut off");
	row->qualifier_ends_at = (uint32_t) at;
	at += (uint64_t) row->columns * row->qualifier_width;
	if (at > size)
		return damaged(err, "it is cut off");
	row->qualifiers_at = (uint32_t) at;
	if (row->qualifier_width == 0)
		at += (uint64_t) row->columns * row->qualifier_len;
	else if (row->columns > 0)
	{
		if (at > available)
		{
			*need = (size_t) at;
			return true;
		}
		at += wide_number(data + at - row->qualifier_width,
						  row->qualifier_width);
	}
	if (at > size)
		return damaged(err, "it is cut off");
	row->qualifiers_size = (uint32_t) at - row->qualifiers_at;
	row->types_at = (uint32_t) at;
	if (row->has_types)
		at += row->cells;
	if (at > size)
		return damaged(err, "it is cut off");
	row->ts_at = (uint32_t) at;
	at += (uint64_t) row->cells * row->ts_width;
	if (at > size)
		return damaged(err, "it is cut off");
	row->orders_at = (uint32_t) at;
	at += (uint64_t) row->cells * row->order_width;
	if (at > size)
		return damaged(err, "it is cut off");
	row->value_ends_at = (uint32_t) at;
	if (at > available)
		*need = (size_t) at;
	at += (uint64_t) row->cells * row->value_width;
	if (at > size)
		return damaged(err, "it is cut off");
	row->values_at = (uint32_t) at;
	row->values_size = (uint32_t) (size - at);
	if (row->value_width == 0 &&
		(uint64_t) row->cells * row->value_len != row->values_size)
		return damaged(err, "its values do not have the size they should");
	if (row->column_width > 0 && *need == 0)
		return check_column_ends(row, err);
	return true;
}

bool
wide_open(WideRow *row, const uint8_t *data, size_t size, CoreError *err)
{
	size_t		need;

	return wide_open_directory(row, data, size, size, &need, err);
}

bool
wide_validate(const WideRow *row, CoreError *err)
{
	WideCell   *cells;
	CoreBuf		again;
	bool		ok = true;

	cells = core_alloc((size_t) row->cells * sizeof(WideCell) + 1);
	wide_cells(row, cells);
	for (uint32_t i = 0; i < row->cells && ok; i++)
	{
		ok = wide_check_cell(&cells[i], err);
		if (ok && i > 0 && wide_compare(&cells[i - 1], &cells[i]) >= 0)
			ok = damaged(err, "its cells are not in order");
	}
	if (ok)
	{
		core_buf_init(&again);
		ok = wide_write(cells, row->cells, &again, err);
		if (ok &&
			(again.len != row->size ||
			 memcmp(again.data, row->data, again.len) != 0))
			ok = damaged(err, "it is not in the one form that its cells have");
		core_buf_free(&again);
	}
	core_free(cells);
	return ok;
}

/* ---- cells ----------------------------------------------------------- */

void
wide_cell(const WideRow *row, uint32_t column, uint32_t cell, WideCell *out)
{
	out->qualifier = wide_qualifier(row, column, &out->qualifier_len);
	out->value = wide_value(row, cell, &out->value_len);
	out->ts = wide_ts(row, cell);
	out->order = wide_order(row, cell);
	out->type = wide_type(row, cell);
}

void
wide_cells(const WideRow *row, WideCell *cells)
{
	for (uint32_t column = 0; column < row->columns; column++)
	{
		WideSpan	span = wide_span(row, column);

		for (uint32_t i = span.first; i < span.stop; i++)
			wide_cell(row, column, i, &cells[i]);
		if ((column & 0xfff) == 0xfff)
			core_check_interrupts();
	}
}

uint32_t
wide_search(const WideRow *row, const uint8_t *qualifier, size_t len,
			bool *found)
{
	uint32_t	low = 0,
				high = row->columns;

	*found = false;
	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		uint32_t	n;
		const uint8_t *q = wide_qualifier(row, middle, &n);
		int			c = cell_compare_bytes(q, n, qualifier, (uint32_t) len);

		if (c == 0)
		{
			*found = true;
			return middle;
		}
		if (c < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
wide_has_unstamped(const WideRow *row)
{
	if (row->cells == 0)
		return false;
	if (row->ts_width == 0)
		return row->base == CELL_LATEST_TIMESTAMP;
	for (uint32_t i = 0; i < row->cells; i++)
		if (wide_ts(row, i) == CELL_LATEST_TIMESTAMP)
			return true;
	return false;
}

int64_t
wide_max_timestamp(const WideRow *row)
{
	int64_t		max = -1;

	for (uint32_t i = 0; i < row->cells; i++)
	{
		int64_t		ts = wide_ts(row, i);

		if (ts != CELL_LATEST_TIMESTAMP && ts > max)
			max = ts;
		if (row->ts_width == 0)
			break;
	}
	return max;
}

/* ---- values of a row of which only parts are at hand ------------------- */

void
wide_value_ends_at(const WideRow *row, uint32_t cell, uint32_t *at,
				   uint32_t *len)
{
	uint32_t	w = row->value_width;
	uint32_t	first = cell == 0 ? 0 : cell - 1;

	*at = row->value_ends_at + first * w;
	*len = w == 0 ? 0 : (cell - first + 1) * w;
}

bool
wide_value_at(const WideRow *row, uint32_t cell, const uint8_t *ends,
				 uint32_t *at, uint32_t *len)
{
	uint32_t	start,
				stop;

	if (row->value_width == 0)
	{
		*at = row->values_at + cell * row->value_len;
		*len = row->value_len;
		return true;
	}
	start = cell == 0 ? 0 : (uint32_t) wide_number(ends, row->value_width);
	stop = (uint32_t) wide_number(ends + (cell == 0 ? 0 : row->value_width),
								  row->value_width);
	if (stop < start || stop > row->values_size)
		return false;
	*at = row->values_at + start;
	*len = stop - start;
	return true;
}
