/*
 * widerow.h
 *		One column family of one row: cells in HBase's order, packed.
 *
 * doc/widerow-format.md has the bytes.  widerow_build.c writes them,
 * widerow_read.c reads them, widerow_merge.c lands one row on another,
 * widerow_visible.c says what a get, a flush and a major compaction leave,
 * widerow_change.c computes increments and checks, and widerow_text.c is the
 * text form.
 */
#ifndef WIDEROW_H
#define WIDEROW_H

#include "cell.h"
#include "core.h"

#define WIDEROW_VERSION		1

/* The largest row: what PostgreSQL takes as one value. */
#define WIDEROW_MAX_SIZE	0x3ffffff0

/* The most cells: what fits into one array of WideCell. */
#define WIDEROW_MAX_CELLS	(1 << 24)

/* The longest head: version, flags, four varints, timestamp, two widths. */
#define WIDEROW_MAX_HEAD	(2 + 4 * 5 + 8 + 2)

/* Timestamps of stored cells; above stands CELL_LATEST_TIMESTAMP, unstamped. */
#define WIDEROW_MAX_TIMESTAMP	(INT64_MAX - 1)

/*
 * A cell of a row, pointing into memory that somebody else owns.  order is the
 * number of its generation in a row that keeps the order of landing, else 0;
 * while rows are being landed, the place of its write among all of them.
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
 * A packed row that has been opened.  Offsets count from data.  Plain data: it
 * may be copied, and lives as long as the bytes it points to.
 */
typedef struct WideRow
{
	const uint8_t *data;
	uint32_t	size;
	uint32_t	columns;
	uint32_t	cells;
	uint32_t	qualifier_len;	/* of each, if qualifier_width is 0 */
	uint32_t	value_len;		/* of each, if value_width is 0 */
	uint32_t	qualifiers_size;	/* all of them together */
	uint32_t	values_size;
	uint8_t		column_width;	/* bytes of a column end; 0: none */
	uint8_t		qualifier_width;	/* bytes of a qualifier end; 0: none */
	uint8_t		value_width;	/* bytes of a value end; 0: none */
	uint8_t		ts_width;		/* bytes of a timestamp; 0: all are base */
	uint8_t		order_width;	/* bytes of an order number; 0: none */
	bool		has_types;		/* else all are puts */
	int64_t		base;			/* the smallest timestamp */
	uint32_t	column_ends_at;
	uint32_t	qualifier_ends_at;
	uint32_t	qualifiers_at;
	uint32_t	types_at;
	uint32_t	ts_at;
	uint32_t	orders_at;
	uint32_t	value_ends_at;	/* where the directory ends */
	uint32_t	values_at;
} WideRow;

/* The cells of one column: from first up to, not including, stop. */
typedef struct WideSpan
{
	uint32_t	first;
	uint32_t	stop;
} WideSpan;

/*
 * Open the size bytes of a row.  Checks the head, that the sections fill the
 * bytes, and that each cell is in one column; the rest of them is judged where
 * it is read (out of bounds ends give empty strings, never a read outside), and
 * wholly by wide_validate.
 */
extern bool wide_open(WideRow *row, const uint8_t *data, size_t size,
						 CoreError *err);

/*
 * The same with only the first available bytes at hand.  *need is 0, or how
 * many are needed to open the directory (everything but values); values must
 * not be read through the row then, wide_value_at says where they are.
 */
extern bool wide_open_directory(WideRow *row, const uint8_t *data,
								   size_t available, size_t size,
								   size_t *need, CoreError *err);

/* Are the bytes of an opened row exactly what the writer makes of its cells? */
extern bool wide_validate(const WideRow *row, CoreError *err);

/* The number of w (1 to 8) big-endian bytes at p. */
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
 * Where string i of a section stands: ends at ends_at, width 0 for strings of
 * one length.  Ends that lead out of the section (damage) give an empty string.
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
	stop = (uint32_t) wide_number(row->data + ends_at + (size_t) i * width, width);
	start = i == 0 ? 0 : (uint32_t) wide_number(row->data + ends_at + (size_t) (i - 1) * width, width);
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
					  wide_number(row->data + row->ts_at + (size_t) cell * row->ts_width,
									 row->ts_width));
}

static inline uint32_t
wide_order(const WideRow *row, uint32_t cell)
{
	if (row->order_width == 0)
		return 0;
	return (uint32_t) wide_number(row->data + row->orders_at + (size_t) cell * row->order_width,
									 row->order_width);
}

/* The number of cells in a column and all before it, where ends are stored. */
static inline uint32_t
wide_column_end(const WideRow *row, uint32_t column)
{
	return (uint32_t) wide_number(row->data + row->column_ends_at + (size_t) column * row->column_width,
								  row->column_width);
}

/* The cells of a column: one at least, and those of the next follow. */
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

/* A cell of a column, whole. */
extern void wide_cell(const WideRow *row, uint32_t column, uint32_t cell,
						 WideCell *out);

/* All cells, into room for row->cells of them. */
extern void wide_cells(const WideRow *row, WideCell *cells);

/*
 * The first column whose qualifier is not below this one (row->columns if
 * there is none); *found tells whether it is this very one.
 */
extern uint32_t wide_search(const WideRow *row, const uint8_t *qualifier,
							   size_t len, bool *found);

/* The cell that a plain get shows of a column; false if it shows none. */
extern bool wide_newest(const WideRow *row, uint32_t column, uint32_t *cell);

/* Does any cell stand in this row without a timestamp? */
extern bool wide_has_unstamped(const WideRow *row);

/* The largest timestamp of a stamped cell, or -1. */
extern int64_t wide_max_timestamp(const WideRow *row);

/* Where value i stands, counted from data, once its end(s) are at hand. */
extern void wide_value_ends_at(const WideRow *row, uint32_t cell,
								  uint32_t *at, uint32_t *len);
extern bool wide_value_at(const WideRow *row, uint32_t cell,
							 const uint8_t *ends, uint32_t *at, uint32_t *len);

/* ---- building -------------------------------------------------------- */

/* What becomes of a cell that is given twice. */
typedef enum WideDuplicate
{
	WIDEROW_DUPLICATE_ERROR,
	WIDEROW_DUPLICATE_FIRST,
	WIDEROW_DUPLICATE_LAST
} WideDuplicate;

extern bool wide_duplicate_from_name(const char *name, size_t len,
										WideDuplicate *rule, CoreError *err);

/*
 * Cells being collected; they are copied.  Zero bytes are not an empty
 * builder: call wide_builder_init.
 */
typedef struct WideChunk WideChunk;

typedef struct WideBuilder
{
	WideCell   *cells;
	uint32_t	count;
	uint32_t	capacity;
	WideChunk  *chunks;			/* the bytes, newest chunk first */
	size_t		bytes;			/* of all qualifiers and values */
} WideBuilder;

extern void wide_builder_init(WideBuilder *builder);
extern void wide_builder_free(WideBuilder *builder);

/*
 * Room for a cell's qualifier and value, one after the other, to be filled
 * before the next call; the cell is a put without timestamp until changed.
 * NULL with an error when the row would grow beyond WIDEROW_MAX_SIZE.
 */
extern WideCell *wide_builder_reserve(WideBuilder *builder,
										 size_t qualifier_len, size_t value_len,
										 CoreError *err);

/* Add a copy of a cell, or the cell itself, whose bytes stay the caller's. */
extern bool wide_builder_add(WideBuilder *builder, const WideCell *cell,
								CoreError *err);
extern bool wide_builder_point(WideBuilder *builder, const WideCell *cell,
								  CoreError *err);

/* The same of a cell of a table; of which row and family is the caller's affair. */
extern bool wide_builder_point_cell(WideBuilder *builder, const Cell *cell,
									CoreError *err);

/* Sort, judge, and append the row's bytes to out. */
extern bool wide_builder_finish(WideBuilder *builder, WideDuplicate rule,
								   CoreBuf *out, CoreError *err);

/*
 * May a row hold this cell?  Timestamp, type, empty markers and empty
 * qualifiers of family markers.
 */
extern bool wide_check_cell(const WideCell *cell, CoreError *err);

/* The order of cells in a row: qualifier, newest first, higher type first. */
static inline int
wide_compare(const WideCell *a, const WideCell *b)
{
	int			c = cell_compare_bytes(a->qualifier, a->qualifier_len,
									   b->qualifier, b->qualifier_len);

	return c != 0 ? c : cell_compare_version(a->ts, a->type, b->ts, b->type);
}

/* Sort into that order; cells that are equal in it stay as they were. */
extern void wide_sort(WideCell *cells, uint32_t n);

/*
 * Append the bytes of a row to out: n cells that are sorted, distinct and
 * checked.  Orders are numbered anew, as the format asks.
 */
extern bool wide_write(WideCell *cells, uint32_t n, CoreBuf *out,
						  CoreError *err);

/* ---- landing --------------------------------------------------------- */

/*
 * The cells of several rows as they land one on another.  With ordered, the
 * order of landing is kept (NEW_VERSION_BEHAVIOR), else it must not be there.
 */
typedef struct WideLanding
{
	WideBuilder builder;
	uint32_t	next_order;
	bool		ordered;
	bool		copies;			/* cells outlive the rows given */
} WideLanding;

extern void wide_landing_init(WideLanding *landing, bool ordered, bool copies);
extern bool wide_landing_add(WideLanding *landing, const WideRow *row,
								CoreError *err);
extern bool wide_landing_add_cell(WideLanding *landing, const WideCell *cell,
									 CoreError *err);
extern bool wide_landing_finish(WideLanding *landing, CoreBuf *out,
								   CoreError *err);
extern void wide_landing_free(WideLanding *landing);

/* b lands on a: a || b. */
extern bool wide_land(const WideRow *a, const WideRow *b, bool ordered,
						 CoreBuf *out, CoreError *err);

/*
 * Whether each column of both holds one put, and b's have one timestamp, above
 * all of a: then wide_replace gives what is left of a || b when each column
 * keeps one version, at less cost.
 */
extern bool wide_replaces(const WideRow *a, const WideRow *b);
extern bool wide_replace(const WideRow *a, const WideRow *b, CoreBuf *out,
						  CoreError *err);

/*
 * Give the unstamped cells a timestamp: puts get ts, markers ts - 1.  ts is
 * from 0 (1, where there are markers) to WIDEROW_MAX_TIMESTAMP.
 */
extern bool wide_stamp(const WideRow *row, int64_t ts, CoreBuf *out,
						  CoreError *err);

/* ---- what is visible ------------------------------------------------- */

typedef enum WideKeepDeleted
{
	WIDEROW_KEEP_FALSE,
	WIDEROW_KEEP_TRUE,
	WIDEROW_KEEP_TTL
} WideKeepDeleted;

#define WIDEROW_ALL_VERSIONS	INT32_MAX
#define WIDEROW_NO_EXPIRY		INT64_MIN

/* What a column family's definition says of its cells, and the time. */
typedef struct WideFamily
{
	int32_t		versions;		/* VERSIONS */
	int32_t		min_versions;	/* MIN_VERSIONS */
	WideKeepDeleted keep_deleted;	/* KEEP_DELETED_CELLS */
	bool		new_version_behavior;	/* NEW_VERSION_BEHAVIOR */
	int64_t		oldest;			/* cells before it are expired (now - TTL), or
								 * WIDEROW_NO_EXPIRY */
} WideFamily;

/* What a get or scan asks for. */
typedef struct WideRead
{
	int32_t		versions;		/* at most this many a column */
	int64_t		from;			/* timestamps from <= ts < to */
	int64_t		to;				/* INT64_MAX: unstamped cells too */
	bool		raw;			/* everything stored, markers too */
	bool		by_name;		/* of columns chosen by their names */
	uint32_t	unseen;			/* the family's markers from this cell on are not seen; 0: all are */
} WideRead;

/* One version of everything, no expiry: a plain get, as -> and ? see it. */
extern const WideFamily wide_plain_family;
extern const WideRead wide_plain_read;

extern bool wide_keep_deleted_from_name(const char *name, size_t len,
										   WideKeepDeleted *keep, CoreError *err);

/*
 * The cells that a get or scan of a row not yet flushed returns, in order, as
 * cell numbers in selected (room for row->cells); the result is how many.
 */
extern uint32_t wide_visible(const WideRow *row, const WideFamily *family,
								const WideRead *read, uint32_t *selected);

/* The cells that a flush, or a major compaction, leaves of a row. */
extern uint32_t wide_flush(const WideRow *row, const WideFamily *family,
							  uint32_t *selected);
extern uint32_t wide_compact(const WideRow *row, const WideFamily *family,
								uint32_t *selected);

/* Append a row of the selected cells to out. */
extern bool wide_select(const WideRow *row, const uint32_t *selected,
						   uint32_t n, CoreBuf *out, CoreError *err);

/* ---- changing by what is there ---------------------------------------- */

/* value + amount, a long that wraps around; the value must have 8 bytes. */
extern bool wide_add(const uint8_t *value, size_t len, int64_t amount,
						int64_t *result, CoreError *err);

typedef enum WideCompareOp
{
	WIDEROW_LESS,
	WIDEROW_LESS_OR_EQUAL,
	WIDEROW_EQUAL,
	WIDEROW_NOT_EQUAL,
	WIDEROW_GREATER_OR_EQUAL,
	WIDEROW_GREATER
} WideCompareOp;

extern bool wide_compare_op_from_name(const char *name, size_t len,
										 WideCompareOp *op, CoreError *err);

/* Does it hold of two things that compare as c? */
extern bool wide_compare_holds(WideCompareOp op, int c);

/*
 * checkAndMutate: given op stored, in this order.  NULL: there is no stored
 * cell; a value given as NULL or empty asks whether the cell is missing or
 * empty (with WIDEROW_NOT_EQUAL: whether it is neither).
 */
extern bool wide_check(WideCompareOp op, const uint8_t *given, size_t given_len,
						  const uint8_t *stored, size_t stored_len);

/* ---- text ------------------------------------------------------------ */

/* Append the text form (no terminator). */
extern void wide_print(const WideRow *row, CoreBuf *out);

/* Read a text form; appends the row's bytes to out. */
extern bool wide_parse(const char *text, size_t len, CoreBuf *out,
						  CoreError *err);

#endif							/* WIDEROW_H */
