/*
 * filter_range.c
 *		The key ranges that a scan with a filter has to read.
 *
 * Conditions on the row become ranges.  AND intersects them, OR unites them,
 * all other filters may keep any row.  Rows outside of the ranges are excluded
 * by their key before any filter counts them, so skipping them does not change
 * the result.  Exceptions: WHILE ends at the first row or cell that it
 * excludes, and ColumnCountGetFilter at a row with too many columns.  With
 * these, no earlier row may be skipped.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/filter/filter_range.h"
#include "core/filter/filter_tree.h"
#include "core/widerow/widerow_mutation.h"

static FilterBytes
copy_bytes(const uint8_t *p, size_t len)
{
	FilterBytes copy = {core_alloc(len + 1), len};

	core_copy(copy.data, p, len);
	return copy;
}

/* Use these bounds as the only range; no range if it is empty. */
static void
set_range(FilterRanges *ranges, FilterBytes start, FilterBytes stop)
{
	ranges->n = 0;
	ranges->ranges = core_alloc(sizeof(FilterRange));
	if (stop.len > 0 &&
		bytes_compare(start.data, start.len, stop.data, stop.len) >= 0)
	{
		core_free(start.data);
		core_free(stop.data);
		return;
	}
	ranges->n = 1;
	ranges->ranges[0].start = start.data;
	ranges->ranges[0].start_len = start.len;
	ranges->ranges[0].stop = stop.data;
	ranges->ranges[0].stop_len = stop.len;
}

static void
set_all(FilterRanges *ranges)
{
	set_range(ranges, copy_bytes(NULL, 0), copy_bytes(NULL, 0));
}

static void
set_none(FilterRanges *ranges)
{
	ranges->n = 0;
	ranges->ranges = core_alloc(sizeof(FilterRange));
}

/* The next key, or the stop row of a prefix (empty: open end). */
static FilterBytes
after_key(const FilterBytes *key)
{
	FilterBytes next = copy_bytes(key->data, key->len);

	next.data[next.len++] = 0;
	return next;
}

static FilterBytes
after_prefix(const FilterBytes *prefix)
{
	FilterBytes stop = copy_bytes(prefix->data, prefix->len);

	stop.len = bytes_prefix_stop(stop.data, stop.len, stop.data);
	return stop;
}

/* The keys that match RowFilter(op, comparator). */
static void
row_filter_ranges(const FilterComparator *comparator, FilterRanges *ranges)
{
	const FilterBytes *value = &comparator->value;
	bool		prefix = comparator->kind == FILTER_BINARY_PREFIX;
	FilterBytes open,
				after;

	if ((comparator->kind != FILTER_BINARY && !prefix) ||
		comparator->op == WIDEROW_NOT_EQUAL)
	{
		set_all(ranges);
		return;
	}
	after = prefix ? after_prefix(value) : after_key(value);
	open = copy_bytes(NULL, 0);
	switch (comparator->op)
	{
		case WIDEROW_EQUAL:
			core_free(open.data);
			set_range(ranges, copy_bytes(value->data, value->len), after);
			return;
		case WIDEROW_LESS:
			core_free(after.data);
			if (value->len == 0)
			{
				core_free(open.data);
				set_none(ranges);
			}
			else
				set_range(ranges, open, copy_bytes(value->data, value->len));
			return;
		case WIDEROW_LESS_OR_EQUAL:
			set_range(ranges, open, after);
			return;
		case WIDEROW_GREATER_OR_EQUAL:
			core_free(after.data);
			set_range(ranges, copy_bytes(value->data, value->len), open);
			return;
		case WIDEROW_GREATER:
			if (after.len == 0)
			{
				core_free(after.data);
				core_free(open.data);
				set_none(ranges);	/* beyond the open end */
			}
			else
				set_range(ranges, after, open);
			return;
		case WIDEROW_NOT_EQUAL:
			break;
	}
	core_free(after.data);
	core_free(open.data);
	set_all(ranges);
}

/* Compare two stop rows; an empty one is the last. */
static int
compare_stops(const FilterRange *a, const FilterRange *b)
{
	if (a->stop_len == 0 || b->stop_len == 0)
		return (a->stop_len == 0) - (b->stop_len == 0);
	return bytes_compare(a->stop, a->stop_len, b->stop, b->stop_len);
}

/* Whether a ends before b begins. */
static bool
ends_before(const FilterRange *a, const FilterRange *b)
{
	return a->stop_len > 0 &&
		bytes_compare(a->stop, a->stop_len, b->start, b->start_len) < 0;
}

static FilterRange
copy_range(const FilterRange *start, const FilterRange *stop)
{
	FilterBytes s = copy_bytes(start->start, start->start_len),
				e = copy_bytes(stop->stop, stop->stop_len);
	FilterRange range = {s.data, s.len, e.data, e.len};

	return range;
}

static void
intersect(FilterRanges *a, const FilterRanges *b)
{
	FilterRanges result;

	result.ranges = core_alloc((size_t) (a->n + b->n + 1) *
							   sizeof(FilterRange));
	result.n = 0;
	for (uint32_t i = 0, k = 0; i < a->n && k < b->n;)
	{
		const FilterRange *x = &a->ranges[i],
				   *y = &b->ranges[k];
		const FilterRange *later = bytes_compare(x->start, x->start_len,
												 y->start, y->start_len) >= 0 ?
			x :
			y;
		const FilterRange *sooner = compare_stops(x, y) <= 0 ? x : y;

		if (sooner->stop_len == 0 ||
			bytes_compare(later->start, later->start_len, sooner->stop,
						  sooner->stop_len) < 0)
			result.ranges[result.n++] = copy_range(later, sooner);
		if (sooner == x)
			i++;
		else
			k++;
	}
	filter_ranges_free(a);
	*a = result;
}

static void
unite(FilterRanges *a, const FilterRanges *b)
{
	FilterRanges result;

	result.ranges = core_alloc((size_t) (a->n + b->n + 1) *
							   sizeof(FilterRange));
	result.n = 0;
	for (uint32_t i = 0, k = 0; i < a->n || k < b->n;)
	{
		const FilterRange *next;
		FilterRange *last = result.n > 0 ? &result.ranges[result.n - 1] : NULL;

		if (k >= b->n ||
			(i < a->n &&
			 bytes_compare(a->ranges[i].start, a->ranges[i].start_len,
						   b->ranges[k].start, b->ranges[k].start_len) <= 0))
			next = &a->ranges[i++];
		else
			next = &b->ranges[k++];
		if (last == NULL || ends_before(last, next))
			result.ranges[result.n++] = copy_range(next, next);
		else if (compare_stops(next, last) > 0)
		{
			FilterBytes stop = copy_bytes(next->stop, next->stop_len);

			core_free(last->stop);
			last->stop = stop.data;
			last->stop_len = stop.len;
		}
	}
	filter_ranges_free(a);
	*a = result;
}

static void
find_ranges(const Filter *filter, FilterRanges *ranges)
{
	FilterRanges part;

	switch (filter->kind)
	{
		case FILTER_PREFIX:
			set_range(ranges,
					  copy_bytes(filter->strings[0].data,
								 filter->strings[0].len),
					  after_prefix(&filter->strings[0]));
			return;
		case FILTER_ROW:
			row_filter_ranges(&filter->comparator, ranges);
			return;
		case FILTER_INCLUSIVE_STOP:
			set_range(ranges, copy_bytes(NULL, 0),
					  after_key(&filter->strings[0]));
			return;
		case FILTER_WHILE:
			find_ranges(filter->parts[0], ranges);
			return;
		case FILTER_AND:
		case FILTER_OR:
			find_ranges(filter->parts[0], ranges);
			for (uint32_t i = 1; i < filter->nparts; i++)
			{
				core_check_interrupts();
				find_ranges(filter->parts[i], &part);
				if (filter->kind == FILTER_AND)
					intersect(ranges, &part);
				else
					unite(ranges, &part);
				filter_ranges_free(&part);
			}
			return;
		default:
			set_all(ranges);
	}
}

/*
 * Whether the filter can end the scan at a row, independently of earlier rows.
 */
static bool
can_end(const Filter *filter)
{
	if (filter->kind == FILTER_WHILE ||
		filter->kind == FILTER_COLUMN_COUNT_GET)
		return true;
	for (uint32_t i = 0; i < filter->nparts; i++)
		if (can_end(filter->parts[i]))
			return true;
	return false;
}

void
filter_key_ranges(const Filter *filter, FilterRanges *ranges)
{
	find_ranges(filter, ranges);
	if (ranges->n > 0 && can_end(filter))
	{
		/* one range from the start to the end of the last range */
		FilterRange *last = &ranges->ranges[ranges->n - 1];
		FilterBytes stop = copy_bytes(last->stop, last->stop_len);

		filter_ranges_free(ranges);
		set_range(ranges, copy_bytes(NULL, 0), stop);
	}
}

void
filter_ranges_free(FilterRanges *ranges)
{
	for (uint32_t i = 0; i < ranges->n; i++)
	{
		core_free(ranges->ranges[i].start);
		core_free(ranges->ranges[i].stop);
	}
	core_free(ranges->ranges);
}
