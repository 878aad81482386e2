/*
 * widerow_format.h
 *		The packed form of a wide row: one column family of one row, its cells
 *		in HBase's order.
 *
 * doc/widerow-format.md describes the bytes. widerow_builder.c writes them,
 * widerow_open.c reads them, widerow_merge.c applies one row to another,
 * widerow_visible.c has the rules of get, flush and major compaction,
 * widerow_mutation.c computes increments and checks, and widerow_text.c has
 * the text form.
 */
#ifndef WIDEROW_FORMAT_H
#define WIDEROW_FORMAT_H

#include "core/base/byte_order.h"
#include "core/cell/cell.h"

#define WIDEROW_VERSION		1

/* The largest row: the limit of a PostgreSQL value. */
#define WIDEROW_MAX_SIZE	0x3ffffff0

/* The largest number of cells: they must fit one array of WideCell. */
#define WIDEROW_MAX_CELLS	(1 << 24)

/* The longest head: version, flags, four varints, timestamp, two widths. */
#define WIDEROW_MAX_HEAD	(2 + 4 * 5 + 8 + 2)

/*
 * The largest timestamp of a stamped cell.  CELL_LATEST_TIMESTAMP, one more,
 * means unstamped.
 */
#define WIDEROW_MAX_TIMESTAMP	(INT64_MAX - 1)

/*
 * A cell of a row.  It points into memory of the caller. order is the number
 * of its generation if the row keeps the order of writing, otherwise 0.
 * During a merge it is the position of its write.
 */
typedef struct WideCell
{
	const uint8_t *qualifier;
	const uint8_t *value;
	uint32_t	qualifier_len;
	uint32_t	value_len;
	int64_t		ts;
	uint32_t	order;
	uint8_t		type;			/* a CellType */
} WideCell;

static inline bool
wide_is_unstamped(const WideCell *cell)
{
	return cell->ts == CELL_LATEST_TIMESTAMP;
}

/* ---- reading --------------------------------------------------------- */

/*
 * An opened packed row.  Offsets count from data.  Plain data: may be copied,
 * and is valid as long as the bytes.
 */
typedef struct WideRow
{
	const uint8_t *data;
	uint32_t	size;
	uint32_t	columns;
	uint32_t	cells;
	uint32_t	qualifier_len;	/* of each qualifier, if qualifier_width is
								 * 0 */
	uint32_t	value_len;		/* of each value, if value_width is 0 */
	uint32_t	qualifiers_size;	/* size of all qualifiers */
	uint32_t	values_size;
	uint8_t		column_width;	/* bytes per column end; 0: not stored */
	uint8_t		qualifier_width;	/* bytes per qualifier end; 0: not
									 * stored */
	uint8_t		value_width;	/* bytes per value end; 0: not stored */
	uint8_t		ts_width;		/* bytes per timestamp; 0: all are base */
	uint8_t		order_width;	/* bytes per order number; 0: not stored */
	bool		has_types;		/* false: all cells are puts */
	int64_t		base;			/* the smallest timestamp */
	uint32_t	column_ends_at;
	uint32_t	qualifier_ends_at;
	uint32_t	qualifiers_at;
	uint32_t	types_at;
	uint32_t	ts_at;
	uint32_t	orders_at;
	uint32_t	value_ends_at;	/* end of the directory */
	uint32_t	values_at;
} WideRow;

/* The cells of one column: first .. stop - 1. */
typedef struct WideSpan
{
	uint32_t	first;
	uint32_t	stop;
} WideSpan;

/* Read a big-endian number of w (1 to 8) bytes. */
static inline uint64_t
wide_number(const uint8_t *p, unsigned w)
{
	uint64_t	v = 0;

	switch (w)
	{
		case 1:
			return p[0];
		case 2:
			return core_get_u16(p);
		case 4:
			return core_get_u32(p);
		case 8:
			return core_get_u64(p);
	}
	while (w-- > 0)
		v = v << 8 | *p++;
	return v;
}

/*
 * The place of string i in a section.  The ends are at ends_at; width 0 means
 * that all strings have the same length.  Ends outside of the section (damaged
 * data) give an empty string.
 */
static inline uint32_t
wide_bounds(const WideRow *row, uint32_t i, uint32_t ends_at, unsigned width,
			   uint32_t fixed, uint32_t section_size, uint32_t *len)
{
	uint32_t	start,
				stop;

	if (width == 0)
	{
		*len = fixed;
		return i * fixed;
	}
	stop = (uint32_t) wide_number(row->data + ends_at + (size_t) i * width,
								  width);
	start = i == 0 ?
		0 :
		(uint32_t) wide_number(row->data + ends_at + (size_t) (i - 1) * width,
							   width);
	if (stop < start || stop > section_size)
		start = stop = 0;
	*len = stop - start;
	return start;
}

static inline const uint8_t *
wide_qualifier(const WideRow *row, uint32_t column, uint32_t *len)
{
	return row->data + row->qualifiers_at +
		wide_bounds(row, column, row->qualifier_ends_at, row->qualifier_width,
					   row->qualifier_len, row->qualifiers_size, len);
}

static inline const uint8_t *
wide_value(const WideRow *row, uint32_t cell, uint32_t *len)
{
	return row->data + row->values_at +
		wide_bounds(row, cell, row->value_ends_at, row->value_width,
					   row->value_len, row->values_size, len);
}

static inline uint8_t
wide_type(const WideRow *row, uint32_t cell)
{
	return row->has_types ? row->data[row->types_at + cell] : CELL_PUT;
}

static inline int64_t
wide_ts(const WideRow *row, uint32_t cell)
{
	if (row->ts_width == 0)
		return row->base;
	return (int64_t) ((uint64_t) row->base +
					  wide_number(row->data + row->ts_at +
									  (size_t) cell * row->ts_width,
								  row->ts_width));
}

static inline uint32_t
wide_order(const WideRow *row, uint32_t cell)
{
	if (row->order_width == 0)
		return 0;
	return (uint32_t) wide_number(row->data + row->orders_at +
									  (size_t) cell * row->order_width,
								  row->order_width);
}

/* The number of cells up to and including this column, if ends are stored. */
static inline uint32_t
wide_column_end(const WideRow *row, uint32_t column)
{
	return (uint32_t) wide_number(row->data + row->column_ends_at +
									  (size_t) column * row->column_width,
								  row->column_width);
}

/* The cells of a column, at least one. */
static inline WideSpan
wide_span(const WideRow *row, uint32_t column)
{
	WideSpan	span = {column, column + 1};

	if (row->column_width > 0)
	{
		span.stop = wide_column_end(row, column);
		span.first = column == 0 ? 0 : wide_column_end(row, column - 1);
	}
	return span;
}

/*
 * A row under construction.  Cells are copied.  Initialise it with
 * wide_builder_init; zero bytes are not enough.
 */
typedef struct WideChunk WideChunk;

typedef struct WideBuilder
{
	WideCell   *cells;
	uint32_t	count;
	uint32_t	capacity;
	WideChunk  *chunks;			/* the bytes of the cells, newest chunk
								 * first */
	size_t		bytes;			/* total size of qualifiers and values */
} WideBuilder;

/*
 * The order of cells in a row: qualifier, newest first, higher type first
 * (CellComparatorImpl, HBase 2.6.1).
 */
static inline int
wide_compare(const WideCell *a, const WideCell *b)
{
	int			c = cell_compare_bytes(a->qualifier, a->qualifier_len,
									   b->qualifier, b->qualifier_len);

	return c != 0 ? c : cell_compare_version(a->ts, a->type, b->ts, b->type);
}

#define WIDEROW_ALL_VERSIONS	INT32_MAX
#define WIDEROW_NO_EXPIRY		INT64_MIN

#endif							/* WIDEROW_FORMAT_H */
