/*
 * rowkey_scan.c
 *		Key ranges from conditions: rowkey_range, rowkey_ranges, rowkey_scan;
 *		the recheck rowkey_matches; and the number of ranges for the planner.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/array.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/multirangetypes.h"
#include "utils/selfuncs.h"

#include "core/layout/layout_scan.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/settings.h"
#include "pg/layout/layout_site.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/layout/rowkey_scan.h"
#include "pg/rowkey/rowkey_range.h"

PG_FUNCTION_INFO_V1(rowkey_range);
PG_FUNCTION_INFO_V1(rowkey_ranges);
PG_FUNCTION_INFO_V1(rowkey_scan);
PG_FUNCTION_INFO_V1(rowkey_scan_support);
PG_FUNCTION_INFO_V1(rowkey_matches);

/* Assumed number of elements of an array of unknown length. */
#define UNKNOWN_ELEMENTS	10

/* ---- ranges ---------------------------------------------------------- */

/* The ranges of a call, in the current memory context. */
static bool
scan(LayoutSite *site, FunctionCallInfo fcinfo, LayoutRanges *ranges,
	 CoreError *err)
{
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];

	return layout_site_conditions(site, fcinfo->args + 1, conditions, err) &&
		layout_scan(site->layout, conditions, max_scan_ranges, ranges, err);
}

static void
scan_or_raise(FunctionCallInfo fcinfo, LayoutRanges *ranges)
{
	CoreError	err;
	LayoutSite *site = layout_site(fcinfo, 0, PG_NARGS() > 1 ? 1 : 0, true,
								   &err);

	if (site == NULL || !scan(site, fcinfo, ranges, &err))
		core_error_raise(&err);
}

static RangeType *
make_key_range(TypeCacheEntry *typcache, const LayoutRange *range)
{
	RowKey	   *start = rowkey_from_bytes(range->start, range->start_len);
	RowKey	   *stop = range->has_stop ?
		rowkey_from_bytes(range->stop, range->stop_len) :
		NULL;

	return rowkey_make_range(typcache, start, stop);
}

TypeCacheEntry *
rowkey_scan_range_type(FunctionCallInfo fcinfo)
{
	Oid			result = get_func_rettype(fcinfo->flinfo->fn_oid);

	if (get_typtype(result) == TYPTYPE_MULTIRANGE)
		return lookup_type_cache(result, TYPECACHE_MULTIRANGE_INFO)->rngtype;
	return lookup_type_cache(result, TYPECACHE_RANGE_INFO);
}

Datum
rowkey_scan_multirange(FunctionCallInfo fcinfo, const LayoutRanges *ranges)
{
	TypeCacheEntry *typcache = rowkey_scan_range_type(fcinfo);
	RangeType **list = palloc((ranges->n + 1) * sizeof(RangeType *));

	for (int i = 0; i < ranges->n; i++)
		list[i] = make_key_range(typcache, &ranges->ranges[i]);
	return MultirangeTypePGetDatum(
		make_multirange(get_func_rettype(fcinfo->flinfo->fn_oid), typcache,
						ranges->n, list));
}

/*
 * rowkey_range(layout [, condition...]): the only range; an error if there are
 * several.
 */
Datum
rowkey_range(PG_FUNCTION_ARGS)
{
	TypeCacheEntry *typcache = rowkey_scan_range_type(fcinfo);
	LayoutRanges ranges;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	scan_or_raise(fcinfo, &ranges);
	if (ranges.n == 0)
		PG_RETURN_RANGE_P(make_empty_range(typcache));
	if (ranges.n > 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("keys of these values are in %d ranges, not in one",
						ranges.n),
				 errhint("Join with rowkey_scan, or give single values for the fields that determine the salt or bucket.")));
	PG_RETURN_RANGE_P(make_key_range(typcache, &ranges.ranges[0]));
}

/* rowkey_ranges(layout [, condition...]): all ranges as a multirange. */
Datum
rowkey_ranges(PG_FUNCTION_ARGS)
{
	LayoutRanges ranges;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	scan_or_raise(fcinfo, &ranges);
	return rowkey_scan_multirange(fcinfo, &ranges);
}

/* State of rowkey_scan between its rows. */
typedef struct RangeSet
{
	LayoutRanges ranges;
	TypeCacheEntry *typcache;
} RangeSet;

void
rowkey_scan_by(FunctionCallInfo fcinfo, RowKeyLayout *layout,
			   LayoutRanges *ranges)
{
	CoreError	err;
	LayoutSite *site = layout_site_make(fcinfo, layout,
										PG_NARGS() > 1 ? 1 : 0, true, &err);

	if (site == NULL || !scan(site, fcinfo, ranges, &err))
		core_error_raise(&err);
}

Datum
rowkey_scan_next(FunctionCallInfo fcinfo,
				 void (*find) (FunctionCallInfo fcinfo, LayoutRanges *ranges))
{
	FuncCallContext *funcctx;
	RangeSet   *state;
	RangeType  *range;

	if (SRF_IS_FIRSTCALL())
	{
		MemoryContext old;

		funcctx = SRF_FIRSTCALL_INIT();
		old = MemoryContextSwitchTo(funcctx->multi_call_memory_ctx);
		state = palloc0(sizeof(RangeSet));
		state->typcache = rowkey_scan_range_type(fcinfo);
		find(fcinfo, &state->ranges);
		funcctx->user_fctx = state;
		MemoryContextSwitchTo(old);
	}
	funcctx = SRF_PERCALL_SETUP();
	state = funcctx->user_fctx;
	if (funcctx->call_cntr >= state->ranges.n)
		SRF_RETURN_DONE(funcctx);
	range = make_key_range(state->typcache,
						   &state->ranges.ranges[funcctx->call_cntr]);
	SRF_RETURN_NEXT(funcctx, RangeTypePGetDatum(range));
}

static void
find_by_argument(FunctionCallInfo fcinfo, LayoutRanges *ranges)
{
	if (!PG_ARGISNULL(0))
		rowkey_scan_by(fcinfo, PG_GETARG_LAYOUT_PP(0), ranges);
}

/* rowkey_scan(layout [, condition...]) */
Datum
rowkey_scan(PG_FUNCTION_ARGS)
{
	return rowkey_scan_next(fcinfo, find_by_argument);
}

/* ---- planner support ---------------------------------------------------- */

/* Count the ranges of a call whose arguments are all constants. */
static bool
count_ranges(FuncExpr *call, double *rows)
{
	LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
	FmgrInfo	flinfo;
	LayoutRanges ranges;
	LayoutSite *site;
	CoreError	err;
	ListCell   *lc;
	int			n = 0;

	if (list_length(call->args) > FUNC_MAX_ARGS)
		return false;
	fmgr_info(call->funcid, &flinfo);
	fmgr_info_set_expr((Node *) call, &flinfo);
	InitFunctionCallInfoData(*fcinfo, &flinfo, list_length(call->args),
							 call->inputcollid, NULL, NULL);
	foreach(lc, call->args)
	{
		Const	   *arg = lfirst(lc);

		if (!IsA(arg, Const))
			return false;
		fcinfo->args[n].value = arg->constvalue;
		fcinfo->args[n++].isnull = arg->constisnull;
	}
	site = layout_site_make(fcinfo, PG_GETARG_LAYOUT_PP(0), n > 1 ? 1 : 0,
							true, &err);
	if (site == NULL || !scan(site, fcinfo, &ranges, &err))
		return false;			/* the executor will raise the error */
	*rows = ranges.n;
	return true;
}

/* Expected number of elements of an array argument. */
static double
array_elements(Node *arg)
{
	if (IsA(arg, Const) && !((Const *) arg)->constisnull)
	{
		ArrayType  *array = DatumGetArrayTypeP(((Const *) arg)->constvalue);

		return ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	}
	if (IsA(arg, ArrayExpr))
		return list_length(((ArrayExpr *) arg)->elements);
	return UNKNOWN_ELEMENTS;
}

/*
 * Expected number of ranges, from the layout and the types of the conditions.
 */
static double
expect_ranges(FuncExpr *call)
{
	Const	   *stored = linitial(call->args);
	Layout	   *layout;
	bool		equal[LAYOUT_MAX_FIELDS] = {false};
	double		rows = 1;

	if (!IsA(stored, Const))
		return UNKNOWN_ELEMENTS;
	layout = layout_compile(DatumGetLayoutPP(stored->constvalue));
	for (int i = 1; i < list_length(call->args) && i <= layout->nfields; i++)
	{
		Node	   *arg = list_nth(call->args, i);
		Oid			type = getBaseType(exprType(arg));

		if (OidIsValid(get_element_type(type)))
			rows *= array_elements(arg);
		equal[i - 1] = get_typtype(type) != TYPTYPE_RANGE &&
			get_typtype(type) != TYPTYPE_MULTIRANGE && type != JSONBOID;
	}
	rows *= layout_expected_ranges(layout, equal);
	pfree(layout);
	return rows;
}

/* Planner support function: the number of rows of rowkey_scan. */
Datum
rowkey_scan_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	SupportRequestRows *rows = (SupportRequestRows *) request;
	FuncExpr   *call;

	if (!IsA(request, SupportRequestRows) || !is_funcclause(rows->node))
		PG_RETURN_POINTER(NULL);
	call = (FuncExpr *) rows->node;
	if (call->funcvariadic)
		PG_RETURN_POINTER(NULL);
	if (IsA(linitial(call->args), Const) &&
		((Const *) linitial(call->args))->constisnull)
		rows->rows = 0;
	else if (!count_ranges(call, &rows->rows))
		rows->rows = expect_ranges(call);
	rows->rows = Min(rows->rows, max_scan_ranges);
	PG_RETURN_POINTER(request);
}

/* ---- the recheck ----------------------------------------------------- */

/* State of rowkey_matches: prepared conditions and their arguments. */
typedef struct MatchSite
{
	MemoryContext context;
	int			nargs;
	NullableDatum args[LAYOUT_MAX_FIELDS];
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
} MatchSite;

/* True if the conditions were made from these arguments. */
static bool
same_arguments(const MatchSite *match, const LayoutSite *site,
			   FunctionCallInfo fcinfo)
{
	for (int i = 0; i < match->nargs; i++)
	{
		const NullableDatum *kept = &match->args[i];
		const NullableDatum *now = &fcinfo->args[i + 2];

		if (kept->isnull != now->isnull ||
			(!kept->isnull &&
			 !datumIsEqual(kept->value, now->value, site->args[i].byval,
						   site->args[i].len)))
			return false;
	}
	return true;
}

/* The conditions of this call. */
static const LayoutCondition *
match_conditions(LayoutSite *site, FunctionCallInfo fcinfo)
{
	MatchSite  *match = site->extra;
	MemoryContext context;
	MemoryContext old;
	CoreError	err;

	if (match != NULL && same_arguments(match, site, fcinfo))
		return match->conditions;
	if (match != NULL)
	{
		site->extra = NULL;
		MemoryContextDelete(match->context);
	}
	context = AllocSetContextCreate(site->context, "rowkey conditions",
									ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(context);
	match = palloc(sizeof(MatchSite));
	match->context = context;
	match->nargs = Min(PG_NARGS() - 2, LAYOUT_MAX_FIELDS);
	for (int i = 0; i < match->nargs; i++)
	{
		const NullableDatum *now = &fcinfo->args[i + 2];

		match->args[i].isnull = now->isnull;
		if (!now->isnull)
			match->args[i].value = datumCopy(now->value, site->args[i].byval,
											 site->args[i].len);
	}
	if (!layout_site_conditions(site, match->args, match->conditions, &err))
		core_error_raise(&err);
	MemoryContextSwitchTo(old);
	site->extra = match;
	return match->conditions;
}

/* rowkey_matches(layout, key [, condition...]) */
Datum
rowkey_matches(PG_FUNCTION_ARGS)
{
	const LayoutCondition *conditions;
	LayoutSite *site;
	RowKey	   *key;
	CoreError	err;
	bool		matches;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	site = layout_site(fcinfo, 0, PG_NARGS() > 2 ? 2 : 0, true, &err);
	if (site == NULL)
		core_error_raise(&err);
	conditions = match_conditions(site, fcinfo);
	key = PG_GETARG_ROWKEY_PP(1);
	if (!layout_matches(site->layout, (const uint8_t *) VARDATA_ANY(key),
						VARSIZE_ANY_EXHDR(key), conditions, &matches, &err))
		core_error_raise(&err);
	PG_RETURN_BOOL(matches);
}
