/*
 * field_range.c
 *		field_range and field_ranges: the ranges of keys that can satisfy
 *		comparisons of fields, as key_quals.c finds them in queries.
 *
 * They never raise an error because of a value: a comparison without an answer
 * in keys restricts nothing, because the query tests it for each row.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

#include "core/layout/layout_scan.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/settings.h"
#include "pg/layout/field_range.h"
#include "pg/layout/layout_literal.h"
#include "pg/layout/layout_site.h"
#include "pg/layout/rowkey_scan.h"
#include "pg/rowkey/rowkey_range.h"

PG_FUNCTION_INFO_V1(hbase_field_range);
PG_FUNCTION_INFO_V1(hbase_field_ranges);

/* Add "field op value" to the condition on the field. */
static void
add_comparison(LayoutCondition *condition, const LayoutCondition *values,
			   char op)
{
	LayoutItem *item;
	LayoutBound bound = {.infinite = false};

	if (op == FIELD_EQUAL || op == FIELD_ANY)
	{
		/* one of several equalities is enough */
		if (condition->all || condition->nitems == 0 ||
			!condition->items[0].point)
			*condition = *values;
		return;
	}
	if (condition->all)
	{
		LayoutItem	open = {.low = {.infinite = true},
							.high = {.infinite = true}};

		condition->all = false;
		layout_add_item(condition, &open);
	}
	item = &condition->items[0];
	if (condition->nitems == 0 || item->point)
		return;
	bound.value = values->items[0].low.value;
	bound.inclusive = op == FIELD_LESS_EQUAL || op == FIELD_GREATER_EQUAL;
	if (op == FIELD_GREATER || op == FIELD_GREATER_EQUAL)
		item->low = item->low.infinite ? bound : item->low;
	else
		item->high = item->high.infinite ? bound : item->high;
}

/*
 * Read the conditions of a call: argument 1 has the number of a field and an
 * operator for each value. False if a value is NULL: no row satisfies that.
 */
static bool
read_conditions(FunctionCallInfo fcinfo, LayoutSite *site,
				LayoutCondition *conditions)
{
	const Layout *layout = site->layout;
	char	   *p = text_to_cstring(PG_GETARG_TEXT_PP(1));

	for (int i = 0; i < layout->nfields; i++)
		conditions[i] = (LayoutCondition) {.all = true};
	for (int i = 2; i < PG_NARGS(); i++)
	{
		int			n = (int) strtol(p, &p, 10);
		char		op = *p != '\0' ? *p++ : '\0';
		LayoutCondition values = {.all = false};
		LayoutArg	arg = {.type = InvalidOid};
		CoreError	err;

		if (n < 0 || n >= layout->nfields || op == '\0')
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid comparisons of fields: \"%s\"",
							text_to_cstring(PG_GETARG_TEXT_PP(1)))));
		if (PG_ARGISNULL(i))
			return false;
		if (layout_bind_arg(site, &layout->fields[n], &arg,
							get_fn_expr_argtype(fcinfo->flinfo, i), &err) &&
			layout_add_condition(&layout->fields[n], &arg, PG_GETARG_DATUM(i),
								 &values, &err) &&
			(op == FIELD_ANY ||
			 (values.nitems == 1 && values.items[0].point)))
			add_comparison(&conditions[n], &values, op);
	}
	return true;
}

/* The ranges of a call; all keys if the conditions have no answer. */
static void
find_ranges(FunctionCallInfo fcinfo, LayoutRanges *ranges)
{
	static LayoutRange all = {.start = (uint8_t *) ""};
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
	CoreError	err;
	bool		full;
	LayoutSite *site = layout_site(fcinfo, 0, 0, true, &err);

	if (site == NULL)
		core_error_raise(&err);
	memset(ranges, 0, sizeof(*ranges));
	if (!read_conditions(fcinfo, site, conditions))
		return;
	for (int i = 0; i < site->layout->nfields; i++)
	{
		LayoutCondition *condition = &conditions[i];

		if (!condition->all && condition->nitems == 1 &&
			!condition->items[0].point &&
			layout_bounds_cross(&site->layout->fields[i], condition->items))
			condition->nitems = 0;
	}
	(void) layout_drop_ranges(site->layout, conditions);
	if (!layout_prepare(site->layout, conditions, &err) ||
		!layout_scan(site->layout, conditions, max_scan_ranges, ranges,
					 &err) ||
		!layout_ranges_are_all(site->layout, ranges, max_scan_ranges, &full,
							   &err) ||
		full)
	{
		ranges->ranges = &all;
		ranges->n = 1;
	}
}

/* field_range(layout, comparisons, value, ...): the span of the ranges. */
Datum
hbase_field_range(PG_FUNCTION_ARGS)
{
	TypeCacheEntry *typcache = rowkey_scan_range_type(fcinfo);
	LayoutRanges ranges;
	const LayoutRange *last;
	RowKey	   *start;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	find_ranges(fcinfo, &ranges);
	if (ranges.n == 0)
		PG_RETURN_RANGE_P(make_empty_range(typcache));
	last = &ranges.ranges[ranges.n - 1];
	start = rowkey_from_bytes(ranges.ranges[0].start,
							  ranges.ranges[0].start_len);
	PG_RETURN_RANGE_P(
		rowkey_make_range(typcache, start,
						  last->has_stop ?
							  rowkey_from_bytes(last->stop, last->stop_len) :
							  NULL));
}

/* field_ranges(layout, comparisons, value, ...): the ranges. */
Datum
hbase_field_ranges(PG_FUNCTION_ARGS)
{
	LayoutRanges ranges;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	find_ranges(fcinfo, &ranges);
	return rowkey_scan_multirange(fcinfo, &ranges);
}
