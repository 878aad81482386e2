/*
 * filter_eval.c
 *		The filters of HBase: their result for each row and cell.
 *
 * A scan passes a filter the row key, then each cell, then the whole row
 * (filter_scan.c).  The filter returns whether to include the cell, and
 * whether to continue at the next cell, column or row.  Some surprising
 * results of HBase follow from this protocol, so it is reproduced exactly:
 * filters see cells before the requested limit of versions, "next row" ends
 * one family only, and AND and OR merge results as FilterListWithAND and
 * FilterListWithOR do.
 *
 * Held against org.apache.hadoop.hbase.filter, HBase 2.6.1.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/filter/filter_eval.h"
#include "core/filter/filter_parse.h"
#include "core/filter/filter_tree.h"
#include "core/filter/lower_case.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_mutation.h"

static const FilterCode TAKE = {true, FILTER_NEXT_CELL};
static const FilterCode LEAVE = {false, FILTER_NEXT_CELL};
static const FilterCode LEAVE_COLUMN = {false, FILTER_NEXT_COLUMN};
static const FilterCode LEAVE_ROW = {false, FILTER_NEXT_ROW};
static const FilterCode SEEK = {false, FILTER_SEEK_HINT};

static bool gives_hints(const Filter *filter);

/* ---- comparing ---------------------------------------------------------- */

/* Whether the text contains the bytes (SubstringComparator.compareTo). */
static bool
contains(const uint8_t *p, size_t len, const FilterBytes *part)
{
	return part->len == 0 || memmem(p, len, part->data, part->len) != NULL;
}

/* Evaluate part op value (CompareFilter.compare). */
static bool
passes(const Filter *filter, const uint8_t *part, size_t len)
{
	const FilterComparator *comparator = &filter->comparator;
	const FilterBytes *value = &comparator->value;
	int			c = -1;			/* not found compares as less
								 * (SubstringComparator,
								 * RegexStringComparator) */

	switch (comparator->kind)
	{
		case FILTER_BINARY:
			c = bytes_compare(part, len, value->data, value->len);
			break;
		case FILTER_BINARY_PREFIX:
			c = bytes_compare(part, len < value->len ? len : value->len,
							  value->data, value->len);
			break;
		case FILTER_REGEX:
			c = filter->host->find(comparator->regex, part, len) ? 0 : -1;
			break;
		case FILTER_SUBSTRING:
			{
				uint8_t    *folded = core_alloc(len * LOWER_CASE_GROWTH + 1);

				c = contains(folded, lower_case(part, len, folded), value) ?
					0 :
					-1;
				core_free(folded);
				break;
			}
	}
	return wide_compare_holds(comparator->op, c);
}

static bool
is_column(const Filter *filter, const FilterCell *at)
{
	return bytes_compare(at->family_name, at->family_len,
						 filter->strings[0].data,
						 filter->strings[0].len) == 0 &&
		bytes_compare(at->cell->qualifier, at->cell->qualifier_len,
					  filter->strings[1].data, filter->strings[1].len) == 0;
}

static bool
has_prefix(const WideCell *cell, const FilterBytes *prefix)
{
	return bytes_has_prefix(cell->qualifier, cell->qualifier_len, prefix->data,
							prefix->len);
}

static int
compare_qualifier(const WideCell *cell, const FilterBytes *bytes)
{
	return bytes_compare(cell->qualifier, cell->qualifier_len, bytes->data,
						 bytes->len);
}

/* ---- one row begins ----------------------------------------------------- */

/* Filter.reset. */
void
filter_reset(Filter *filter)
{
	for (uint32_t i = 0; i < filter->nparts; i++)
		filter_reset(filter->parts[i]);
	switch (filter->kind)
	{
		case FILTER_PREFIX:
			filter->row_out = true;
			break;
		case FILTER_ROW:
		case FILTER_SKIP:
			filter->row_out = false;
			break;
		case FILTER_COLUMN_COUNT_GET:
		case FILTER_COLUMN_PAGINATION:
			filter->count = 0;
			break;
		case FILTER_SINGLE_COLUMN_VALUE:
		case FILTER_SINGLE_COLUMN_VALUE_EXCLUDE:
		case FILTER_COLUMN_VALUE:
		case FILTER_FIRST_KEY_ONLY:
			filter->found = filter->matched = false;
			break;
		case FILTER_DEPENDENT_COLUMN:
			filter->nstamps = 0;
			break;
		case FILTER_OR:
			if (filter->previous != NULL)
				memset(filter->previous, 0,
					   filter->nparts * sizeof(FilterPrevious));
			break;
		default:
			break;
	}
}

/* Filter.filterRowKey: whether the row key excludes the row. */
bool
filter_row_key_out(Filter *filter, const uint8_t *key, size_t len)
{
	bool		out;

	switch (filter->kind)
	{
		case FILTER_PREFIX:
			{
				const FilterBytes *prefix = &filter->strings[0];
				int			c;

				if (filter->done || len < prefix->len)
					return true;
				c = memcmp(key, prefix->data, prefix->len);
				if (c > 0)
					filter->done = true;
				filter->row_out = c != 0;
				return filter->row_out;
			}
		case FILTER_ROW:
			if (!passes(filter, key, len))
				filter->row_out = true;
			return filter->row_out;
		case FILTER_INCLUSIVE_STOP:
			if (!filter->done &&
				bytes_compare(key, len, filter->strings[0].data,
							  filter->strings[0].len) > 0)
				filter->done = true;
			return filter->done;
		case FILTER_WHILE:
			out = filter_row_key_out(filter->parts[0], key, len);
			if (out)
				filter->done = true;
			return out;
		case FILTER_AND:
			{
				bool		hints = false;

				/*
				 * every part sees every row; a part with hints keeps the row
				 */
				out = false;
				for (uint32_t i = 0; i < filter->nparts; i++)
				{
					Filter	   *part = filter->parts[i];

					if (filter_all_remaining(part))
						return true;
					if (filter_row_key_out(part, key, len))
						out = true;
					else if (gives_hints(part))
						hints = true;
				}
				return out && !hints;
			}
		case FILTER_OR:
			out = true;
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (!filter_all_remaining(filter->parts[i]) &&
					!filter_row_key_out(filter->parts[i], key, len))
					out = false;
			return out;
		default:
			return filter_all_remaining(filter);
	}
}

/* Filter.filterAllRemaining: whether the scan ends. */
bool
filter_all_remaining(const Filter *filter)
{
	switch (filter->kind)
	{
		case FILTER_PREFIX:
		case FILTER_INCLUSIVE_STOP:
			return filter->done;
		case FILTER_PAGE:
			return filter->count >= filter->numbers[0];
		case FILTER_COLUMN_COUNT_GET:
			return filter->count > filter->numbers[0];
		case FILTER_WHILE:
			return filter->done || filter_all_remaining(filter->parts[0]);
		case FILTER_AND:
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (filter_all_remaining(filter->parts[i]))
					return true;
			return false;
		case FILTER_OR:
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (!filter_all_remaining(filter->parts[i]))
					return false;
			return true;
		default:
			return false;
	}
}

/* ---- cells -------------------------------------------------------------- */

static FilterCode
seek(Filter *filter, const FilterBytes *hint)
{
	filter->hint = hint;
	return SEEK;
}

/*
 * MultipleColumnPrefixFilter: the qualifier is compared with the greatest
 * prefix that is not above it.
 */
static FilterCode
judge_prefixes(Filter *filter, const WideCell *cell)
{
	const FilterBytes *below = NULL,
			   *above = NULL;

	if (filter->nstrings == 0)
		return TAKE;
	for (uint32_t i = 0; i < filter->nstrings; i++)
	{
		const FilterBytes *prefix = &filter->strings[i];
		bool		is_below = compare_qualifier(cell, prefix) >= 0;
		const FilterBytes **nearest = is_below ? &below : &above;
		int			c = *nearest == NULL ?
			0 :
			bytes_compare(prefix->data, prefix->len, (*nearest)->data,
						  (*nearest)->len);

		if (*nearest == NULL || (is_below ? c > 0 : c < 0))
			*nearest = prefix;
	}
	if (below != NULL && has_prefix(cell, below))
		return TAKE;
	return above == NULL ? LEAVE_ROW : seek(filter, above);
}

/* ColumnRangeFilter.filterCell, HBase 2.6.1. */
static FilterCode
judge_column_range(Filter *filter, const WideCell *cell)
{
	const FilterBytes *least = &filter->strings[0],
			   *most = &filter->strings[1];
	int			c;

	if (least->len > 0)
	{
		c = compare_qualifier(cell, least);
		if (c < 0)
			return seek(filter, least);
		if (c == 0 && !filter->flags[0])
			return LEAVE_COLUMN;
	}
	/* without a lower bound its "inclusive" is ignored */
	if (most->len == 0)
		return TAKE;
	c = compare_qualifier(cell, most);
	return c < 0 || (c == 0 && filter->flags[1]) ? TAKE : LEAVE_ROW;
}

/* TimestampsFilter.filterCell, HBase 2.6.1. */
static FilterCode
judge_timestamp(const Filter *filter, int64_t ts)
{
	int64_t		least = INT64_MAX;

	for (uint32_t i = 0; i < filter->nnumbers; i++)
	{
		if (filter->numbers[i] == ts)
			return TAKE;
		if (filter->numbers[i] < least)
			least = filter->numbers[i];
	}
	return ts < least ? LEAVE_COLUMN : LEAVE;
}

/* SingleColumnValueFilter.filterCell, HBase 2.6.1. */
static FilterCode
judge_single_column(Filter *filter, const FilterCell *at)
{
	if (filter->matched)
		return TAKE;
	if (filter->flags[1] && filter->found)
		return LEAVE_ROW;
	if (!is_column(filter, at))
		return TAKE;
	filter->found = true;
	if (passes(filter, at->cell->value, at->cell->value_len))
	{
		filter->matched = true;
		return TAKE;
	}
	return filter->flags[1] ? LEAVE_ROW : TAKE;
}

/* DependentColumnFilter.filterCell, HBase 2.6.1. */
static FilterCode
judge_dependent_column(Filter *filter, const FilterCell *at)
{
	if (!is_column(filter, at))
		return TAKE;			/* for now; see filter_row_cells */
	if (filter->has_comparator &&
		!passes(filter, at->cell->value, at->cell->value_len))
		return LEAVE;
	if (filter->nstamps == filter->stamps_capacity)
	{
		filter->stamps_capacity = filter->stamps_capacity == 0 ?
			8 :
			filter->stamps_capacity * 2;
		filter->stamps = filter->stamps == NULL ?
			core_alloc(filter->stamps_capacity * sizeof(int64_t)) :
			core_realloc(filter->stamps,
						 filter->stamps_capacity * sizeof(int64_t));
	}
	filter->stamps[filter->nstamps++] = at->cell->ts;
	return filter->flags[0] ? LEAVE : TAKE;
}

/* The filters whose hint AND uses even if another part excludes the cell. */
static bool
gives_hints(const Filter *filter)
{
	return filter->kind == FILTER_COLUMN_PREFIX ||
		filter->kind == FILTER_COLUMN_RANGE ||
		filter->kind == FILTER_MULTIPLE_COLUMN_PREFIX ||
		filter->kind == FILTER_TIMESTAMPS;
}

static int
compare_hints(const Filter *a, const Filter *b)
{
	return bytes_compare(a->hint->data, a->hint->len, b->hint->data,
						 b->hint->len);
}

/*
 * FilterListWithAND.filterCell: include if all parts include, and skip as far
 * as any part says.  Parts after one that excludes the cell do not see it and
 * do not count it, but they may give a hint.
 */
static FilterCode
judge_and(Filter *filter, const FilterCell *at)
{
	FilterCode	code = TAKE;
	bool		hint = false;

	filter->hint = NULL;
	for (uint32_t i = 0; i < filter->nparts; i++)
	{
		Filter	   *part = filter->parts[i];
		FilterCode	said;

		if (!code.include && !gives_hints(part))
			continue;
		if (code.include && filter_all_remaining(part))
		{
			code = LEAVE_ROW;
			continue;
		}
		said = filter_judge(part, at);
		if (said.step == FILTER_SEEK_HINT)
		{
			/* use the farthest of several hints */
			if (part->hint != NULL &&
				(filter->hint == NULL || compare_hints(part, filter) > 0))
				filter->hint = part->hint;
			hint = true;
			code.include = false;
		}
		else if (code.include)
		{
			code.include = said.include;
			if (said.step > code.step)
				code.step = said.step;
		}
	}
	return hint ? SEEK : code;
}

/*
 * FilterListWithOR: a part that has moved to the next column or row is not
 * called before that.  Its result is unchanged until then.
 */
static bool
is_to_be_asked(const Filter *part, const FilterPrevious *previous,
			   const FilterCell *at)
{
	if (!previous->set)
		return true;
	switch (previous->code.step)
	{
		case FILTER_NEXT_CELL:
			break;
		case FILTER_NEXT_COLUMN:
			return previous->family != at->family ||
				bytes_compare(previous->qualifier, previous->qualifier_len,
							  at->cell->qualifier,
							  at->cell->qualifier_len) != 0;
		case FILTER_NEXT_ROW:
			return previous->family != at->family;
		case FILTER_SEEK_HINT:
			return previous->family != at->family || part->hint == NULL ||
				compare_qualifier(at->cell, part->hint) >= 0;
	}
	return true;
}

/*
 * The nearer of two steps.  A hint counts as the next cell
 * (FilterListWithOR.mergeReturnCode).
 */
static FilterStep
nearer(FilterStep a, FilterStep b)
{
	if (a == FILTER_SEEK_HINT || b == FILTER_SEEK_HINT)
		return FILTER_NEXT_CELL;
	return a < b ? a : b;
}

/*
 * FilterListWithOR.filterCell: include if any part includes, and skip only as
 * far as all parts say.
 */
static FilterCode
judge_or(Filter *filter, const FilterCell *at)
{
	FilterCode	code = LEAVE;
	bool		any = false,
				all_hint = true,
				unknown = false;

	if (filter->previous == NULL)
	{
		filter->previous = core_alloc(filter->nparts * sizeof(FilterPrevious));
		filter->included = core_alloc(filter->nparts * sizeof(bool));
		memset(filter->previous, 0, filter->nparts * sizeof(FilterPrevious));
	}
	filter->hint = NULL;
	for (uint32_t i = 0; i < filter->nparts; i++)
	{
		Filter	   *part = filter->parts[i];
		FilterPrevious *previous = &filter->previous[i];
		FilterCode	said;

		filter->included[i] = false;
		if (filter_all_remaining(part))
			continue;
		if (is_to_be_asked(part, previous, at))
		{
			said = filter_judge(part, at);
			previous->set = true;
			previous->code = said;
			previous->family = at->family;
			previous->qualifier = at->cell->qualifier;
			previous->qualifier_len = at->cell->qualifier_len;
		}
		else
		{
			said.include = false;
			said.step = previous->code.step;
		}
		filter->included[i] = said.include;
		if (said.step != FILTER_SEEK_HINT)
			all_hint = false;
		else if (part->hint == NULL)
			unknown = true;
		else if (filter->hint == NULL || compare_hints(part, filter) < 0)
			filter->hint = part->hint;
		if (!any)
			code = said;
		else
		{
			/* the parts that include the cell decide how far to skip */
			code.step = nearer(code.step, said.step);
			code.include = code.include || said.include;
		}
		any = true;
	}
	if (unknown)
		filter->hint = NULL;
	if (any && all_hint)
		return SEEK;
	if (code.step == FILTER_SEEK_HINT)
		code.step = FILTER_NEXT_CELL;
	return code;
}

/* Filter.filterCell. */
FilterCode
filter_judge(Filter *filter, const FilterCell *at)
{
	const WideCell *cell = at->cell;
	FilterCode	code;

	switch (filter->kind)
	{
		case FILTER_PREFIX:
		case FILTER_ROW:
			return filter->row_out ? LEAVE_ROW : TAKE;
		case FILTER_INCLUSIVE_STOP:
			return filter->done ? LEAVE_ROW : TAKE;
		case FILTER_FAMILY:
			return passes(filter, at->family_name, at->family_len) ? TAKE :
																	 LEAVE_ROW;
		case FILTER_QUALIFIER:
			return passes(filter, cell->qualifier, cell->qualifier_len) ?
				TAKE :
				LEAVE;
		case FILTER_VALUE:
			return passes(filter, cell->value, cell->value_len) ? TAKE : LEAVE;
		case FILTER_COLUMN_PREFIX:
			if (has_prefix(cell, &filter->strings[0]))
				return TAKE;
			return compare_qualifier(cell, &filter->strings[0]) < 0 ?
				seek(filter, &filter->strings[0]) : LEAVE_ROW;
		case FILTER_MULTIPLE_COLUMN_PREFIX:
			return judge_prefixes(filter, cell);
		case FILTER_COLUMN_RANGE:
			return judge_column_range(filter, cell);
		case FILTER_COLUMN_VALUE:
			if (!is_column(filter, at))
				return filter->found ? LEAVE_ROW : LEAVE_COLUMN;
			filter->found = true;
			return passes(filter, cell->value, cell->value_len) ? TAKE : LEAVE;
		case FILTER_TIMESTAMPS:
			return judge_timestamp(filter, cell->ts);
		case FILTER_SINGLE_COLUMN_VALUE:
		case FILTER_SINGLE_COLUMN_VALUE_EXCLUDE:
			return judge_single_column(filter, at);
		case FILTER_DEPENDENT_COLUMN:
			return judge_dependent_column(filter, at);
		case FILTER_FIRST_KEY_ONLY:
			if (filter->found)
				return LEAVE_ROW;
			filter->found = true;
			return TAKE;
		case FILTER_COLUMN_COUNT_GET:
			filter->count++;
			code.include = !filter_all_remaining(filter);
			code.step = FILTER_NEXT_COLUMN;
			return code;
		case FILTER_COLUMN_PAGINATION:
			if (filter->count >= filter->numbers[0] + filter->numbers[1])
				return LEAVE_ROW;
			code.include = filter->count++ >= filter->numbers[1];
			code.step = FILTER_NEXT_COLUMN;
			return code;
		case FILTER_PAGE:
		case FILTER_KEY_ONLY:
			return TAKE;
		case FILTER_SKIP:
			code = filter_judge(filter->parts[0], at);
			if (!code.include || code.step != FILTER_NEXT_CELL)
				filter->row_out = true;
			return code;
		case FILTER_WHILE:
			code = filter_judge(filter->parts[0], at);
			if (!code.include || code.step != FILTER_NEXT_CELL)
				filter->done = true;
			return code;
		case FILTER_AND:
			return judge_and(filter, at);
		case FILTER_OR:
			return judge_or(filter, at);
	}
	return TAKE;
}

/*
 * Filter.transformCell of an included cell: KeyOnlyFilter removes the value.
 */
void
filter_transform(const Filter *filter, FilterResult *result)
{
	if (filter->kind == FILTER_KEY_ONLY)
	{
		result->length_only = filter->flags[0];
		core_put_u32(result->length, result->cell.value_len);
		result->cell.value_len = filter->flags[0] ? 4 : 0;
	}
	for (uint32_t i = 0; i < filter->nparts; i++)
		if (filter->kind != FILTER_OR || filter->included[i])
			filter_transform(filter->parts[i], result);
}

/* ---- rows as a whole ---------------------------------------------------- */

/* Filter.hasFilterRow: whether the filter needs all cells of a row. */
bool
filter_wants_row(const Filter *filter)
{
	switch (filter->kind)
	{
		case FILTER_PAGE:
		case FILTER_SINGLE_COLUMN_VALUE:
		case FILTER_SINGLE_COLUMN_VALUE_EXCLUDE:
		case FILTER_DEPENDENT_COLUMN:
		case FILTER_SKIP:
		case FILTER_WHILE:
			return true;
		case FILTER_AND:
		case FILTER_OR:
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (filter_wants_row(filter->parts[i]))
					return true;
			return false;
		default:
			return false;
	}
}

static bool
has_stamp(const Filter *filter, int64_t ts)
{
	for (uint32_t i = 0; i < filter->nstamps; i++)
		if (filter->stamps[i] == ts)
			return true;
	return false;
}

/*
 * Filter.filterRowCells: remove cells of the row.  Returns the number of
 * remaining cells.
 */
uint32_t
filter_row_cells(const Filter *filter, const FilterFamily *families,
				 FilterResult *results, uint32_t n)
{
	uint32_t	kept = 0;

	if (filter->kind == FILTER_AND || filter->kind == FILTER_OR)
	{
		for (uint32_t i = 0; i < filter->nparts; i++)
			n = filter_row_cells(filter->parts[i], families, results, n);
		return n;
	}
	if (filter->kind != FILTER_DEPENDENT_COLUMN &&
		filter->kind != FILTER_SINGLE_COLUMN_VALUE_EXCLUDE)
		return n;
	for (uint32_t i = 0; i < n; i++)
	{
		FilterCell	at = {results[i].family, families[results[i].family].name,
		families[results[i].family].name_len, &results[i].cell};

		core_check_interrupts();
		if (filter->kind == FILTER_DEPENDENT_COLUMN ?
			has_stamp(filter, results[i].cell.ts) : !is_column(filter, &at))
			results[kept++] = results[i];
	}
	return kept;
}

/* Filter.filterRow: whether the row is excluded, after all its cells. */
bool
filter_row_out(Filter *filter)
{
	bool		out;

	switch (filter->kind)
	{
		case FILTER_PREFIX:
		case FILTER_ROW:
		case FILTER_SKIP:
			return filter->row_out;
		case FILTER_SINGLE_COLUMN_VALUE:
		case FILTER_SINGLE_COLUMN_VALUE_EXCLUDE:
			return filter->found ? !filter->matched : filter->flags[0];
		case FILTER_PAGE:
			return ++filter->count > filter->numbers[0];
		case FILTER_WHILE:
			out = filter_row_out(filter->parts[0]);
			if (out)
				filter->done = true;
			return out;
		case FILTER_AND:
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (filter_row_out(filter->parts[i]))
					return true;
			return false;
		case FILTER_OR:
			for (uint32_t i = 0; i < filter->nparts; i++)
				if (!filter_row_out(filter->parts[i]))
					return false;
			return true;
		default:
			return false;
	}
}

/* FuzzyRowFilter.satisfies, HBase 2.6.1. */
bool
filter_fuzzy_matches(const uint8_t *key, size_t key_len,
					 const uint8_t *pattern, const uint8_t *mask, size_t len)
{
	for (size_t i = 0; i < len && i < key_len; i++)
		if (mask[i] == 0 && key[i] != pattern[i])
			return false;
	return true;
}
