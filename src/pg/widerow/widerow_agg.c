/*
 * widerow_agg.c
 *		The aggregates widerow_agg (cells to a row) and widerow_merge (rows
 *		applied one after another).
 *
 * A transition copies one cell into the state's memory. Sorting and writing
 * are done once, at the end: n cells cost O(n log n).
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_merge.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/outcome/outcome.h"
#include "pg/widerow/widerow.h"
#include "pg/widerow/widerow_agg.h"

PG_FUNCTION_INFO_V1(widerow_agg_transfn);
PG_FUNCTION_INFO_V1(widerow_agg_finalfn);
PG_FUNCTION_INFO_V1(widerow_agg_combinefn);
PG_FUNCTION_INFO_V1(widerow_agg_serialfn);
PG_FUNCTION_INFO_V1(widerow_agg_deserialfn);
PG_FUNCTION_INFO_V1(widerow_merge_transfn);
PG_FUNCTION_INFO_V1(widerow_merge_finalfn);
PG_FUNCTION_INFO_V1(outcome_agg_transfn);
PG_FUNCTION_INFO_V1(outcome_agg_finalfn);
PG_FUNCTION_INFO_V1(outcome_merge_transfn);
PG_FUNCTION_INFO_V1(outcome_merge_finalfn);

typedef struct AggState
{
	WideBuilder builder;		/* must be first: see widerow_agg_builder */
	WideDuplicate rule;
	StringInfo	rejects;		/* of its cells, for outcome_agg; NULL: none */
	int64		hour;			/* for opentsdb_agg: see widerow_agg_hour */
} AggState;

typedef struct MergeState
{
	WideMerge merge;
	StringInfo	rejects;		/* of its rows, for outcome_merge; NULL:
								 * none */
} MergeState;

/* State of a call site for its arguments. */
typedef struct AggSite
{
	NameSite	name;
	ValueSite	value;
	Oid			ts_type;		/* below all domains */
	int			ts_arg;			/* 0: none */
	int			rule_arg;		/* 0: none */
} AggSite;

MemoryContext
widerow_aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	return context;
}

/* The arguments are qualifier, value [, ts] [, on_duplicate]. */
static AggSite *
make_agg_site(FunctionCallInfo fcinfo)
{
	MemoryContext context = fcinfo->flinfo->fn_mcxt;
	AggSite    *site = MemoryContextAllocZero(context, sizeof(AggSite));

	name_site_init(&site->name, get_fn_expr_argtype(fcinfo->flinfo, 1),
				   "argument 1");
	value_site_init(&site->value, get_fn_expr_argtype(fcinfo->flinfo, 2),
					ENCODING_BYTES, context, "argument 2");
	if (PG_NARGS() == 5)
		site->rule_arg = 4;
	else if (PG_NARGS() == 4 &&
			 get_fn_expr_argtype(fcinfo->flinfo, 3) == TEXTOID)
		site->rule_arg = 3;
	if (PG_NARGS() > 3 && site->rule_arg != 3)
	{
		site->ts_arg = 3;
		site->ts_type = getBaseType(get_fn_expr_argtype(fcinfo->flinfo, 3));
	}
	return site;
}

WideBuilder *
widerow_agg_builder(FunctionCallInfo fcinfo)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	AggState   *state;

	if (!PG_ARGISNULL(0))
		return (WideBuilder *) PG_GETARG_POINTER(0);
	state = MemoryContextAlloc(context, sizeof(AggState));
	wide_builder_init(&state->builder);
	state->rule = WIDEROW_DUPLICATE_ERROR;
	state->rejects = NULL;
	state->hour = -1;
	return &state->builder;
}

int64 *
widerow_agg_hour(WideBuilder *builder)
{
	return &((AggState *) builder)->hour;
}

void
widerow_agg_check_hour(int64 *hour, int64 other)
{
	if (*hour >= 0 && *hour != other)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("data points of several hours in one row"),
				 errdetail("There are points of the hours that begin at " INT64_FORMAT
						   " and " INT64_FORMAT " seconds since 1970.",
						   Min(*hour, other), Max(*hour, other)),
				 errhint("A row of OpenTSDB has the points of one hour. Group by the hour, too.")));
	*hour = other;
}

static AggState *
new_state(FunctionCallInfo fcinfo, const AggSite *site)
{
	AggState   *state = (AggState *) widerow_agg_builder(fcinfo);
	CoreError	err;

	if (site->rule_arg > 0 && !PG_ARGISNULL(site->rule_arg))
	{
		text	   *rule = PG_GETARG_TEXT_PP(site->rule_arg);

		if (!wide_duplicate_from_name(VARDATA_ANY(rule),
									  VARSIZE_ANY_EXHDR(rule), &state->rule,
									  &err))
			core_error_raise(&err);
	}
	return state;
}

/* Add a cell. *result is set to a state, after an error too. */
static bool
add_cell(FunctionCallInfo fcinfo, AggState **result, CoreError *err)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	AggState   *state = PG_ARGISNULL(0) ? NULL :
										  (AggState *) PG_GETARG_POINTER(0);
	AggSite    *site = fcinfo->flinfo->fn_extra;
	MemoryContext old;
	WideName	name,
				value;
	WideCell   *cell;
	int64		ts = CELL_LATEST_TIMESTAMP;

	if (site == NULL)
		site = fcinfo->flinfo->fn_extra = make_agg_site(fcinfo);
	if (state == NULL)
		state = new_state(fcinfo, site);
	*result = state;
	if (PG_ARGISNULL(1))
	{
		core_error(err, CORE_ERR_NULL, "qualifier must not be NULL");
		return core_error_hint(err, "The empty qualifier is ''.");
	}
	if (PG_ARGISNULL(2))
		return true;			/* NULL: no cell */
	if ((site->ts_arg > 0 && !PG_ARGISNULL(site->ts_arg) &&
		 !widerow_take_timestamp(site->ts_type, PG_GETARG_DATUM(site->ts_arg),
								 &ts, err)) ||
		!name_site_take(&site->name, PG_GETARG_DATUM(1), &name, err) ||
		!value_site_take(&site->value, PG_GETARG_DATUM(2), &value,
						 err))
		return false;
	old = MemoryContextSwitchTo(context);
	cell = wide_builder_reserve(&state->builder, name.len, value.len, err);
	MemoryContextSwitchTo(old);
	if (cell == NULL)
		return false;
	core_copy((uint8_t *) cell->qualifier, name.data, name.len);
	core_copy((uint8_t *) cell->value, value.data, value.len);
	cell->ts = ts;
	return true;
}

/* widerow_agg(qualifier, value [, ts] [, on_duplicate]) */
Datum
widerow_agg_transfn(PG_FUNCTION_ARGS)
{
	AggState   *state;
	CoreError	err;

	if (!add_cell(fcinfo, &state, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_POINTER(state);
}

/* Make the row. The state is sorted in place and can take more cells. */
static bool
finish_agg(AggState *state, Datum *row, CoreError *err)
{
	CoreBuf		buf;

	widerow_buf_init(&buf,
					 state->builder.bytes + (size_t) state->builder.count * 2);
	if (!wide_builder_finish(&state->builder, state->rule, &buf, err))
		return false;
	*row = widerow_buf_datum(&buf);
	return true;
}

Datum
widerow_agg_finalfn(PG_FUNCTION_ARGS)
{
	Datum		row;
	CoreError	err;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!finish_agg((AggState *) PG_GETARG_POINTER(0), &row, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_DATUM(row);
}

/* ---- aggregates of outcomes (outcome.h) --------------------------------- */

/* Append to the rejects of a state, in the aggregate's memory. */
static void
keep_rejects(StringInfo *kept, StringInfo rejects, MemoryContext context)
{
	MemoryContext old;

	if (rejects == NULL)
		return;
	old = MemoryContextSwitchTo(context);
	if (*kept == NULL)
		*kept = makeStringInfo();
	appendBinaryStringInfo(*kept, rejects->data, rejects->len);
	MemoryContextSwitchTo(old);
}

/* The outcome of a state: its rejects, or the row, or the error. */
static Datum
state_outcome(StringInfo rejects, bool ok, Datum row, const char *function,
			  const CoreError *err)
{
	if (rejects == NULL && ok)
		return outcome_of_value(extension_objects()->widerow, row);
	if (rejects == NULL)
		outcome_add_reject(&rejects, function, "", err);
	return outcome_of_rejects(rejects);
}

/* outcome_agg(call, the arguments of widerow_agg) */
Datum
outcome_agg_transfn(PG_FUNCTION_ARGS)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	OutcomeSite *site = outcome_site(fcinfo, 1);
	FunctionCallInfo call = site->call;
	StringInfo	rejects = NULL;
	AggState   *state;
	CoreError	err;

	if (strcmp(site->name, "widerow_agg") != 0)
		outcome_wrong_call();
	if (!outcome_take_args(site, fcinfo, &rejects))
		state = (AggState *) widerow_agg_builder(call);
	else if (!add_cell(call, &state, &err))
		outcome_add_reject(&rejects, site->name, outcome_values(site), &err);
	keep_rejects(&state->rejects, rejects, context);
	PG_RETURN_POINTER(state);
}

Datum
outcome_agg_finalfn(PG_FUNCTION_ARGS)
{
	AggState   *state;
	Datum		row = (Datum) 0;
	bool		ok;
	CoreError	err;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (AggState *) PG_GETARG_POINTER(0);
	ok = state->rejects == NULL && finish_agg(state, &row, &err);
	return state_outcome(state->rejects, ok, row, "widerow_agg", &err);
}

/* ---- states between processes ------------------------------------------- */

/* Cells of the second state follow the first's. */
Datum
widerow_agg_combinefn(PG_FUNCTION_ARGS)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	AggState   *a = PG_ARGISNULL(0) ? NULL : (AggState *) PG_GETARG_POINTER(0);
	AggState   *b = PG_ARGISNULL(1) ? NULL : (AggState *) PG_GETARG_POINTER(1);
	MemoryContext old;
	CoreError	err;

	if (b == NULL)
	{
		if (a == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(a);
	}
	old = MemoryContextSwitchTo(context);
	if (a == NULL)
	{
		a = palloc(sizeof(AggState));
		wide_builder_init(&a->builder);
		a->rule = b->rule;
		a->rejects = NULL;
		a->hour = b->hour;
	}
	keep_rejects(&a->rejects, b->rejects, context);
	if (b->hour >= 0)
		widerow_agg_check_hour(&a->hour, b->hour);
	for (uint32_t i = 0; i < b->builder.count; i++)
		if (!wide_builder_add(&a->builder, &b->builder.cells[i], &err))
			core_error_raise(&err);
	MemoryContextSwitchTo(old);
	PG_RETURN_POINTER(a);
}

/*
 * Serialize a state, for parallel workers or partitionwise aggregation: its
 * rule, its hour, its rejects, then its cells.
 */
Datum
widerow_agg_serialfn(PG_FUNCTION_ARGS)
{
	AggState   *state = (AggState *) PG_GETARG_POINTER(0);
	StringInfoData message;

	pq_begintypsend(&message);
	pq_sendbyte(&message, (uint8) state->rule);
	pq_sendint64(&message, state->hour);
	pq_sendint32(&message, state->rejects == NULL ? 0 : state->rejects->len);
	if (state->rejects != NULL)
		pq_sendbytes(&message, state->rejects->data, state->rejects->len);
	pq_sendint32(&message, state->builder.count);
	for (uint32_t i = 0; i < state->builder.count; i++)
	{
		const WideCell *cell = &state->builder.cells[i];

		pq_sendint32(&message, cell->qualifier_len);
		pq_sendint32(&message, cell->value_len);
		pq_sendint64(&message, cell->ts);
		pq_sendbytes(&message, (const char *) cell->qualifier,
					 cell->qualifier_len);
		pq_sendbytes(&message, (const char *) cell->value, cell->value_len);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&message));
}

Datum
widerow_agg_deserialfn(PG_FUNCTION_ARGS)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);
	StringInfoData message;
	AggState   *state;
	uint32		n;
	CoreError	err;

	widerow_aggregate_context(fcinfo);
	message.data = VARDATA_ANY(bytes);
	message.len = message.maxlen = VARSIZE_ANY_EXHDR(bytes);
	message.cursor = 0;
	state = palloc(sizeof(AggState));
	wide_builder_init(&state->builder);
	state->rule = (WideDuplicate) pq_getmsgbyte(&message);
	state->hour = pq_getmsgint64(&message);
	n = pq_getmsgint(&message, 4);
	state->rejects = n == 0 ? NULL : makeStringInfo();
	if (n > 0)
		appendBinaryStringInfo(state->rejects, pq_getmsgbytes(&message, n), n);
	n = pq_getmsgint(&message, 4);
	for (uint32 i = 0; i < n; i++)
	{
		WideCell	cell = {.type = CELL_PUT};

		cell.qualifier_len = pq_getmsgint(&message, 4);
		cell.value_len = pq_getmsgint(&message, 4);
		cell.ts = pq_getmsgint64(&message);
		cell.qualifier = (const uint8_t *) pq_getmsgbytes(&message,
														  cell.qualifier_len);
		cell.value = (const uint8_t *) pq_getmsgbytes(&message,
													  cell.value_len);
		if (!wide_builder_add(&state->builder, &cell, &err))
			core_error_raise(&err);
	}
	pq_getmsgend(&message);
	PG_RETURN_POINTER(state);
}

/* ---- applying rows one after another ------------------------------------ */

/* The state of argument 0, or a new one. */
static MergeState *
merge_state(FunctionCallInfo fcinfo)
{
	MemoryContext old;
	MergeState *state;

	if (!PG_ARGISNULL(0))
		return (MergeState *) PG_GETARG_POINTER(0);
	old = MemoryContextSwitchTo(widerow_aggregate_context(fcinfo));
	state = palloc(sizeof(MergeState));
	wide_merge_init(&state->merge, false, true);
	state->rejects = NULL;
	MemoryContextSwitchTo(old);
	return state;
}

/* Apply argument 1, a row that is not NULL. */
static bool
add_row(FunctionCallInfo fcinfo, MergeState *state, CoreError *err)
{
	MemoryContext old;
	WideRow		row;
	bool		ok;

	widerow_from_datum(PG_GETARG_DATUM(1), &row);
	old = MemoryContextSwitchTo(widerow_aggregate_context(fcinfo));
	ok = wide_merge_add(&state->merge, &row, err);
	MemoryContextSwitchTo(old);
	return ok;
}

Datum
widerow_merge_transfn(PG_FUNCTION_ARGS)
{
	MergeState *state;
	CoreError	err;

	widerow_aggregate_context(fcinfo);
	if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
		PG_RETURN_NULL();
	state = merge_state(fcinfo);
	if (!PG_ARGISNULL(1) && !add_row(fcinfo, state, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_POINTER(state);
}

/* Make the row. The state keeps its cells and can take more rows. */
static bool
finish_merge(MergeState *state, Datum *row, CoreError *err)
{
	WideMerge  *merge = &state->merge;
	CoreBuf		buf;

	widerow_buf_init(&buf,
					 merge->builder.bytes +
						 (size_t) merge->builder.count * 2);
	if (!wide_merge_finish(merge, &buf, err))
		return false;
	*row = widerow_buf_datum(&buf);
	return true;
}

Datum
widerow_merge_finalfn(PG_FUNCTION_ARGS)
{
	Datum		row;
	CoreError	err;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (!finish_merge((MergeState *) PG_GETARG_POINTER(0), &row, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_DATUM(row);
}

/*
 * outcome_merge(call, row). After the first rejected row, no other is applied.
 */
Datum
outcome_merge_transfn(PG_FUNCTION_ARGS)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	OutcomeSite *site = outcome_site(fcinfo, 1);
	FunctionCallInfo call = site->call;
	StringInfo	rejects = NULL;
	MergeState *state;
	CoreError	err;

	if (strcmp(site->name, "widerow_merge") != 0)
		outcome_wrong_call();
	if (PG_ARGISNULL(0) && PG_ARGISNULL(2))
		PG_RETURN_NULL();
	if (outcome_take_args(site, fcinfo, &rejects))
	{
		state = merge_state(call);
		if (!PG_ARGISNULL(2) && state->rejects == NULL &&
			!add_row(call, state, &err))
			outcome_add_reject(&rejects, site->name, outcome_values(site),
							   &err);
	}
	else
		state = merge_state(call);
	keep_rejects(&state->rejects, rejects, context);
	PG_RETURN_POINTER(state);
}

Datum
outcome_merge_finalfn(PG_FUNCTION_ARGS)
{
	MergeState *state;
	Datum		row = (Datum) 0;
	bool		ok;
	CoreError	err;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (MergeState *) PG_GETARG_POINTER(0);
	ok = state->rejects == NULL && finish_merge(state, &row, &err);
	return state_outcome(state->rejects, ok, row, "widerow_merge", &err);
}
