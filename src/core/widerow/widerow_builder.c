/*
 * widerow_builder.c
 *		Collect the cells of a row and write the packed row.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"

#include <inttypes.h>

/* ---- collecting ------------------------------------------------------ */

#define FIRST_CAPACITY		16
#define FIRST_CHUNK			512
#define LARGEST_CHUNK		(1024 * 1024)

/* Memory for bytes of cells.  It never moves, so cells can point into it. */
struct WideChunk
{
	WideChunk  *next;
	size_t		used;
	size_t		size;
	uint8_t		data[];
};

void
wide_builder_init(WideBuilder *builder)
{
	memset(builder, 0, sizeof(WideBuilder));
}

void
wide_builder_free(WideBuilder *builder)
{
	while (builder->chunks != NULL)
	{
		WideChunk  *next = builder->chunks->next;

		core_free(builder->chunks);
		builder->chunks = next;
	}
	if (builder->cells != NULL)
		core_free(builder->cells);
	wide_builder_init(builder);
}

/* Allocate n bytes in a chunk. */
static uint8_t *
take_bytes(WideBuilder *builder, size_t n)
{
	WideChunk  *chunk = builder->chunks;

	if (chunk == NULL || chunk->size - chunk->used < n)
	{
		size_t		size = chunk == NULL ? FIRST_CHUNK : chunk->size * 2;

		if (size > LARGEST_CHUNK)
			size = LARGEST_CHUNK;
		if (size < n)
			size = n;
		chunk = core_alloc(offsetof(WideChunk, data) + size);
		chunk->next = builder->chunks;
		chunk->size = size;
		chunk->used = 0;
		builder->chunks = chunk;
	}
	chunk->used += n;
	return chunk->data + chunk->used - n;
}

/* Allocate one more cell. */
static WideCell *
take_cell(WideBuilder *builder)
{
	if (builder->count == builder->capacity)
	{
		uint32_t	capacity = builder->capacity == 0 ? FIRST_CAPACITY :
														builder->capacity * 2;

		builder->cells = builder->cells == NULL ?
			core_alloc((size_t) capacity * sizeof(WideCell)) :
			core_realloc(builder->cells, (size_t) capacity * sizeof(WideCell));
		builder->capacity = capacity;
		core_check_interrupts();
	}
	return &builder->cells[builder->count++];
}

static bool
hint_to_spread(CoreError *err)
{
	return core_error_hint(err,
						   "Add a component to the row key, so that the cells are in several rows.");
}

static bool
too_many_cells(CoreError *err)
{
	core_error(err, CORE_ERR_LIMIT, "wide row has too many cells");
	core_error_detail(err, "At most %d are possible.", WIDEROW_MAX_CELLS);
	return hint_to_spread(err);
}

/* Add n to the total size.  False if it exceeds the limit of a row. */
static bool
count_bytes(WideBuilder *builder, size_t n, CoreError *err)
{
	if (builder->count >= WIDEROW_MAX_CELLS)
		return too_many_cells(err);
	/* every cell also takes at least one byte of the directory */
	if (n > WIDEROW_MAX_SIZE ||
		builder->bytes + n + builder->count > WIDEROW_MAX_SIZE)
	{
		core_error(err, CORE_ERR_LIMIT, "wide row is too large");
		core_error_detail(err, "Its cells have more than %d bytes.",
						  WIDEROW_MAX_SIZE);
		return hint_to_spread(err);
	}
	builder->bytes += n;
	return true;
}

WideCell *
wide_builder_reserve(WideBuilder *builder, size_t qualifier_len,
						size_t value_len, CoreError *err)
{
	WideCell   *cell;
	uint8_t    *bytes;

	if (qualifier_len > WIDEROW_MAX_SIZE || value_len > WIDEROW_MAX_SIZE)
	{
		count_bytes(builder, SIZE_MAX, err);
		return NULL;
	}
	if (!count_bytes(builder, qualifier_len + value_len, err))
		return NULL;
	bytes = take_bytes(builder, qualifier_len + value_len);
	cell = take_cell(builder);
	cell->qualifier = bytes;
	cell->qualifier_len = (uint32_t) qualifier_len;
	cell->value = bytes + qualifier_len;
	cell->value_len = (uint32_t) value_len;
	cell->ts = CELL_LATEST_TIMESTAMP;
	cell->order = 0;
	cell->type = CELL_PUT;
	return cell;
}

bool
wide_builder_add(WideBuilder *builder, const WideCell *cell, CoreError *err)
{
	WideCell   *copy = wide_builder_reserve(builder, cell->qualifier_len,
											   cell->value_len, err);

	if (copy == NULL)
		return false;
	core_copy((uint8_t *) copy->qualifier, cell->qualifier,
			  cell->qualifier_len);
	core_copy((uint8_t *) copy->value, cell->value, cell->value_len);
	copy->ts = cell->ts;
	copy->order = cell->order;
	copy->type = cell->type;
	return true;
}

bool
wide_builder_point(WideBuilder *builder, const WideCell *cell, CoreError *err)
{
	if (!count_bytes(builder, (size_t) cell->qualifier_len + cell->value_len,
					 err))
		return false;
	*take_cell(builder) = *cell;
	return true;
}

bool
wide_builder_point_cell(WideBuilder *builder, const Cell *cell, CoreError *err)
{
	WideCell	wide = {.qualifier = cell->qualifier,
						.qualifier_len = cell->qualifier_len,
						.value = cell->value,
						.value_len = cell->value_len,
						.ts = cell->ts,
						.type = cell->type};

	return wide_builder_point(builder, &wide, err);
}

/* ---- judging --------------------------------------------------------- */

bool
wide_check_cell(const WideCell *cell, CoreError *err)
{
	char		name[CELL_QUOTE_SIZE];

	if (cell->type == CELL_PUT &&
		(uint64_t) cell->ts <= (uint64_t) CELL_LATEST_TIMESTAMP)
		return true;
	cell_quote(cell->qualifier, cell->qualifier_len, name, sizeof(name));
	if (!cell_type_is_stored(cell->type))
		return core_error(
			err, CORE_ERR_PARAMETER,
			"cell %s has type %u, which is not a type of a stored cell", name,
			cell->type);
	if (cell->ts < 0)
	{
		core_error(err, CORE_ERR_RANGE,
				   "timestamp %" PRId64 " of cell %s is negative", cell->ts,
				   name);
		return core_error_hint(
			err, "HBase's timestamps are milliseconds since 1970.");
	}
	if (cell->value_len > 0)
		return core_error(err, CORE_ERR_PARAMETER,
						  "%s marker of cell %s has a value",
						  cell_type_name(cell->type), name);
	if (cell_type_is_family_marker(cell->type) && cell->qualifier_len > 0)
		return core_error(err, CORE_ERR_PARAMETER,
						  "%s marker has a qualifier: %s",
						  cell_type_name(cell->type), name);
	if (wide_is_unstamped(cell) &&
		(cell->type == CELL_DELETE ||
		 cell->type == CELL_DELETE_FAMILY_VERSION))
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "%s marker of cell %s has no timestamp",
				   cell_type_name(cell->type), name);
		return core_error_hint(err,
							   "A marker of one version names the timestamp of that version; DeleteColumn and DeleteFamily may be stamped later.");
	}
	return true;
}

/* Set the error for a duplicate cell. */
static bool
duplicate_error(const WideCell *cell, CoreError *err)
{
	char		name[CELL_QUOTE_SIZE];

	cell_quote(cell->qualifier, cell->qualifier_len, name, sizeof(name));
	if (wide_is_unstamped(cell))
		core_error(err, CORE_ERR_DUPLICATE, "cell %s is given twice", name);
	else
		core_error(err, CORE_ERR_DUPLICATE,
				   "cell %s is given twice at timestamp %" PRId64, name,
				   cell->ts);
	return core_error_hint(err,
						   "Make the qualifier unique, give different timestamps, or end the arguments of widerow_agg() with 'last' or 'first'.");
}

/*
 * Remove duplicates from sorted cells: keep the first or last cell of each
 * group.  Returns the number of remaining cells, or -1 with an error.
 */
static int64_t
drop_duplicates(WideCell *cells, uint32_t n, WideDuplicate rule,
				CoreError *err)
{
	uint32_t	kept = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		if (kept == 0 || wide_compare(&cells[kept - 1], &cells[i]) != 0)
		{
			if (kept != i)
				cells[kept] = cells[i];
			kept++;
		}
		else if (rule == WIDEROW_DUPLICATE_ERROR)
		{
			duplicate_error(&cells[i], err);
			return -1;
		}
		else if (rule == WIDEROW_DUPLICATE_LAST)
			cells[kept - 1] = cells[i];
	}
	return kept;
}

bool
wide_duplicate_from_name(const char *name, size_t len, WideDuplicate *rule,
							CoreError *err)
{
	static const char *const names[] = {"error", "first", "last"};

	for (int i = 0; i < 3; i++)
	{
		if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
		{
			*rule = (WideDuplicate) i;
			return true;
		}
	}
	core_error(err, CORE_ERR_PARAMETER,
			   "unrecognized value for on_duplicate: \"%.*s\"",
			   core_shown(name, len, 60), name);
	return core_error_hint(err,
						   "It is 'error', 'first' or 'last'; a timestamp is bigint or timestamptz, not text.");
}

/* ---- sorting --------------------------------------------------------- */

/* Insertion sort, for few cells. */
static void
insertion_sort(WideCell *cells, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
	{
		WideCell	cell = cells[i];
		uint32_t	j = i;

		for (; j > 0 && wide_compare(&cells[j - 1], &cell) > 0; j--)
			cells[j] = cells[j - 1];
		cells[j] = cell;
	}
}

/* The end of the sorted run that begins at i. */
static uint32_t
run_end(const WideCell *cells, uint32_t i, uint32_t n)
{
	while (++i < n && wide_compare(&cells[i - 1], &cells[i]) <= 0)
		;
	return i;
}

/* Merge the adjacent runs [a, b) and [b, c) into out. */
static void
merge_runs(const WideCell *cells, uint32_t a, uint32_t b, uint32_t c,
		   WideCell *out)
{
	uint32_t	left = a,
				right = b;

	out += a;
	while (left < b && right < c)
		*out++ = wide_compare(&cells[left], &cells[right]) <= 0 ?
			cells[left++] : cells[right++];
	memcpy(out, cells + left, (size_t) (b - left) * sizeof(WideCell));
	memcpy(out + (b - left), cells + right,
		   (size_t) (c - right) * sizeof(WideCell));
}

/*
 * Natural merge sort: sorted cells take one pass, the concatenation of two
 * rows takes two.
 */
static void
merge_sort(WideCell *cells, uint32_t n)
{
	WideCell   *spare = core_alloc((size_t) n * sizeof(WideCell));
	WideCell   *from = cells,
			   *to = spare;

	while (run_end(from, 0, n) < n)
	{
		WideCell   *swap = from;

		for (uint32_t a = 0; a < n;)
		{
			uint32_t	b = run_end(from, a, n);
			uint32_t	c = b < n ? run_end(from, b, n) : n;

			merge_runs(from, a, b, c, to);
			a = c;
			core_check_interrupts();
		}
		from = to;
		to = swap;
	}
	if (from != cells)
		memcpy(cells, from, (size_t) n * sizeof(WideCell));
	core_free(spare);
}

void
wide_sort(WideCell *cells, uint32_t n)
{
	if (n <= 16)
		insertion_sort(cells, n);
	else
		merge_sort(cells, n);
}

/* ---- order numbers --------------------------------------------------- */

static int
compare_numbers(const void *a, const void *b)
{
	uint32_t	x = *(const uint32_t *) a,
				y = *(const uint32_t *) b;

	return (x > y) - (x < y);
}

/* The index of an order number in the sorted list of distinct numbers. */
static uint32_t
find_number(const uint32_t *numbers, uint32_t n, uint32_t number)
{
	uint32_t	low = 0;

	while (n > 1)
	{
		uint32_t	half = n / 2;

		if (numbers[low + half] <= number)
			low += half;
		n -= half;
	}
	return low;
}

/*
 * Number the generations from 0.  Adjacent generations of the same kind (all
 * puts, all delete markers) become one.  Returns their number.
 */
static uint32_t
number_generations(WideCell *cells, uint32_t n)
{
	enum
	{
		PUTS = 1,
		MARKERS = 2
	};
	uint32_t   *orders = core_alloc((size_t) n * sizeof(uint32_t));
	uint32_t	distinct = 0,
				generation = 0;
	uint32_t   *generations;
	uint8_t    *kinds;

	for (uint32_t i = 0; i < n; i++)
		orders[i] = cells[i].order;
	core_sort(orders, n, sizeof(uint32_t), compare_numbers);
	for (uint32_t i = 0; i < n; i++)
		if (distinct == 0 || orders[distinct - 1] != orders[i])
			orders[distinct++] = orders[i];

	kinds = core_alloc(distinct);
	memset(kinds, 0, distinct);
	for (uint32_t i = 0; i < n; i++)
		kinds[find_number(orders, distinct, cells[i].order)] |=
			cells[i].type == CELL_PUT ? PUTS : MARKERS;

	generations = core_alloc((size_t) distinct * sizeof(uint32_t));
	for (uint32_t i = 0; i < distinct; i++)
	{
		if (i > 0 &&
			(kinds[i] != kinds[i - 1] || kinds[i] == (PUTS | MARKERS)))
			generation++;
		generations[i] = generation;
	}
	for (uint32_t i = 0; i < n; i++)
		cells[i].order =
			generations[find_number(orders, distinct, cells[i].order)];
	core_free(generations);
	core_free(kinds);
	core_free(orders);
	return generation + 1;
}

/* ---- writing --------------------------------------------------------- */

/* The fields of the head, computed in one pass over the cells. */
typedef struct Shape
{
	uint32_t	columns;
	uint64_t	qualifiers_size;
	uint64_t	values_size;
	bool		one_qualifier_len;
	bool		one_value_len;
	bool		has_types;
	int64_t		min_ts;
	int64_t		max_ts;
	unsigned	column_width;
	unsigned	qualifier_width;
	unsigned	value_width;
	unsigned	ts_width;
	unsigned	order_width;
	unsigned	ts_kind;		/* kind of the timestamps in the format */
} Shape;

static inline bool
same_column(const WideCell *a, const WideCell *b)
{
	return a->qualifier_len == b->qualifier_len &&
		core_same(a->qualifier, b->qualifier, a->qualifier_len);
}

/* The width of an offset up to n. */
static unsigned
end_width(uint64_t n)
{
	return n <= 0xff ? 1 : n <= 0xffff ? 2 : 4;
}

/* The width of a number up to n in bytes; 0 for 0. */
static unsigned
number_width(uint64_t n)
{
	unsigned	w = 0;

	for (; n > 0; n >>= 8)
		w++;
	return w;
}

/* The two bits of a width in the flags. */
static uint8_t
width_bits(unsigned width)
{
	return width == 4 ? 3 : (uint8_t) width;
}

static void
measure(const WideCell *cells, uint32_t n, Shape *shape)
{
	memset(shape, 0, sizeof(Shape));
	shape->one_qualifier_len = shape->one_value_len = true;
	shape->min_ts = shape->max_ts = cells[0].ts;
	for (uint32_t i = 0; i < n; i++)
	{
		const WideCell *cell = &cells[i];

		if (i == 0 || !same_column(cell - 1, cell))
		{
			shape->columns++;
			shape->qualifiers_size += cell->qualifier_len;
			if (cell->qualifier_len != cells[0].qualifier_len)
				shape->one_qualifier_len = false;
		}
		shape->values_size += cell->value_len;
		if (cell->value_len != cells[0].value_len)
			shape->one_value_len = false;
		if (cell->type != CELL_PUT)
			shape->has_types = true;
		if (cell->ts < shape->min_ts)
			shape->min_ts = cell->ts;
		if (cell->ts > shape->max_ts)
			shape->max_ts = cell->ts;
	}
}

/* Choose the shortest encoding of the cells. */
static void
choose_widths(const WideCell *cells, uint32_t n, uint32_t generations,
			  Shape *shape)
{
	if (n > shape->columns)
		shape->column_width = end_width(n);
	if (!shape->one_qualifier_len)
		shape->qualifier_width = end_width(shape->qualifiers_size);
	if (!shape->one_value_len)
		shape->value_width = end_width(shape->values_size);
	shape->ts_width = number_width((uint64_t) shape->max_ts -
								   (uint64_t) shape->min_ts);
	if (generations > 1)
	{
		shape->order_width = end_width(generations - 1);
		shape->ts_kind = 3;
	}
	else if (shape->ts_width > 0)
		shape->ts_kind = 2;
	else
		shape->ts_kind = shape->min_ts == CELL_LATEST_TIMESTAMP ? 0 : 1;
}

static uint8_t *
put_varint(uint8_t *p, uint32_t v)
{
	for (; v > 0x7f; v >>= 7)
		*p++ = (uint8_t) (v | 0x80);
	*p++ = (uint8_t) v;
	return p;
}

static inline uint8_t *
put_number(uint8_t *p, uint64_t v, unsigned w)
{
	switch (w)
	{
		case 1:
			*p = (uint8_t) v;
			break;
		case 2:
			core_put_u16(p, (uint16_t) v);
			break;
		case 4:
			core_put_u32(p, (uint32_t) v);
			break;
		default:
			for (unsigned i = w; i-- > 0; v >>= 8)
				p[i] = (uint8_t) v;
	}
	return p + w;
}

static uint8_t *
put_bytes(uint8_t *p, const uint8_t *bytes, uint32_t n)
{
	core_copy(p, bytes, n);
	return p + n;
}

static uint8_t *
put_head(uint8_t *p, const WideCell *cells, uint32_t n, const Shape *shape)
{
	*p++ = WIDEROW_VERSION;
	*p++ = (uint8_t) (width_bits(shape->qualifier_width) |
					  width_bits(shape->value_width) << 2 |
					  shape->ts_kind << 4 |
					  (shape->has_types ? 0x40 : 0) |
					  (shape->column_width > 0 ? 0x80 : 0));
	p = put_varint(p, shape->columns);
	if (shape->column_width > 0)
		p = put_varint(p, n);
	if (shape->qualifier_width == 0)
		p = put_varint(p, cells[0].qualifier_len);
	if (shape->value_width == 0)
		p = put_varint(p, cells[0].value_len);
	if (shape->ts_kind > 0)
	{
		core_put_u64(p, (uint64_t) shape->min_ts);
		p += 8;
	}
	if (shape->ts_kind > 1)
		*p++ = (uint8_t) shape->ts_width;
	if (shape->ts_kind > 2)
		*p++ = (uint8_t) shape->order_width;
	return p;
}

/* Write column ends, qualifier ends and qualifiers. */
static uint8_t *
put_columns(uint8_t *p, const WideCell *cells, uint32_t n, const Shape *shape)
{
	uint8_t    *column_ends = p;
	uint8_t    *qualifier_ends = column_ends +
		(size_t) shape->columns * shape->column_width;
	uint8_t    *qualifiers = qualifier_ends +
		(size_t) shape->columns * shape->qualifier_width;
	uint32_t	end = 0;

	for (uint32_t i = 0; i < n; i++)
	{
		if (i + 1 < n && same_column(&cells[i], &cells[i + 1]))
			continue;
		end += cells[i].qualifier_len;
		if (shape->column_width > 0)
			column_ends = put_number(column_ends, i + 1, shape->column_width);
		if (shape->qualifier_width > 0)
			qualifier_ends = put_number(qualifier_ends, end,
										shape->qualifier_width);
		qualifiers = put_bytes(qualifiers, cells[i].qualifier,
							   cells[i].qualifier_len);
	}
	return qualifiers;
}

bool
wide_write(WideCell *cells, uint32_t n, CoreBuf *out, CoreError *err)
{
	Shape		shape;
	uint32_t	generations = 1;
	uint64_t	size;
	uint8_t    *p;
	uint32_t	end = 0;

	if (n == 0)
	{
		static const uint8_t empty[] = {WIDEROW_VERSION, 0, 0};

		core_buf_add(out, empty, sizeof(empty));
		return true;
	}
	if (n > WIDEROW_MAX_CELLS)
		return too_many_cells(err);
	measure(cells, n, &shape);
	if (shape.has_types)
	{
		bool		ordered = false;

		for (uint32_t i = 1; i < n && !ordered; i++)
			ordered = cells[i].order != cells[0].order;
		if (ordered)
			generations = number_generations(cells, n);
		if (generations > 1 && shape.max_ts == CELL_LATEST_TIMESTAMP)
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "cells without a timestamp cannot keep the order in which they were written");
			return core_error_hint(err,
								   "Stamp the row with widerow_at() first.");
		}
	}
	choose_widths(cells, n, generations, &shape);

	size = (uint64_t) shape.columns *
			(shape.column_width + shape.qualifier_width) +
		shape.qualifiers_size +
		(uint64_t) n *
			((shape.has_types ? 1 : 0) + shape.ts_width + shape.order_width +
			 shape.value_width) +
		shape.values_size;
	if (size > WIDEROW_MAX_SIZE - WIDEROW_MAX_HEAD)
	{
		core_error(err, CORE_ERR_LIMIT, "wide row is too large");
		core_error_detail(err,
						  "It would have %" PRIu64
						  " bytes; at most %d are possible.",
						  size, WIDEROW_MAX_SIZE - WIDEROW_MAX_HEAD);
		return hint_to_spread(err);
	}

	p = core_buf_reserve(out, (size_t) size + WIDEROW_MAX_HEAD);
	p = put_head(p, cells, n, &shape);
	p = put_columns(p, cells, n, &shape);
	core_check_interrupts();
	if (shape.has_types)
		for (uint32_t i = 0; i < n; i++)
			*p++ = cells[i].type;
	if (shape.ts_width > 0)
		for (uint32_t i = 0; i < n; i++)
			p = put_number(p, (uint64_t) cells[i].ts - (uint64_t) shape.min_ts,
						   shape.ts_width);
	if (shape.order_width > 0)
		for (uint32_t i = 0; i < n; i++)
			p = put_number(p, cells[i].order, shape.order_width);
	if (shape.value_width > 0)
		for (uint32_t i = 0; i < n; i++)
		{
			end += cells[i].value_len;
			p = put_number(p, end, shape.value_width);
		}
	core_check_interrupts();
	for (uint32_t i = 0; i < n; i++)
		p = put_bytes(p, cells[i].value, cells[i].value_len);
	out->len = p - out->data;
	return true;
}

bool
wide_builder_finish(WideBuilder *builder, WideDuplicate rule, CoreBuf *out,
					   CoreError *err)
{
	int64_t		kept;

	for (uint32_t i = 0; i < builder->count; i++)
		if (!wide_check_cell(&builder->cells[i], err))
			return false;
	wide_sort(builder->cells, builder->count);
	kept = drop_duplicates(builder->cells, builder->count, rule, err);
	if (kept < 0)
		return false;
	builder->count = (uint32_t) kept;
	return wide_write(builder->cells, builder->count, out, err);
}
