/*
 * widerow_agg.c
 *		The aggregates widerow_agg (cells to a row) and widerow_merge (rows
 *		landing one on another).
 *
 * A transition copies one cell into the state's memory; sorting and writing
 * come once, at the end: n cells cost O(n log n).
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "libpq/pqformat.h"
#include "utils/builtins.h"

#include "collect.h"
#include "widerow.h"

PG_FUNCTION_INFO_V1(widerow_agg_transfn);
PG_FUNCTION_INFO_V1(widerow_agg_as_transfn);
PG_FUNCTION_INFO_V1(widerow_agg_finalfn);
PG_FUNCTION_INFO_V1(widerow_agg_combinefn);
PG_FUNCTION_INFO_V1(widerow_agg_serialfn);
PG_FUNCTION_INFO_V1(widerow_agg_deserialfn);
PG_FUNCTION_INFO_V1(widerow_merge_transfn);
PG_FUNCTION_INFO_V1(widerow_merge_finalfn);

typedef struct AggState
{
	WideBuilder builder;		/* first: see widerow_agg_builder */
	WideDuplicate rule;
	bool		refused;		/* a cell of it (collect.h) */
	int64		hour;			/* of opentsdb_agg: see widerow_agg_hour */
} AggState;

typedef struct MergeState
{
	WideLanding landing;
	bool		refused;		/* a row of it (collect.h) */
} MergeState;

/* What a call site knows of its arguments. */
typedef struct AggSite
{
	MemoryContext context;
	Oid			encoding;		/* of the enum; InvalidOid: the default */
	NameSite	name;
	ValueSite	value;
	Oid			ts_type;		/* InvalidOid: no timestamp */
	int			ts_arg;
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

/* qualifier, value [, ts] [, on_duplicate] from argument first on. */
static AggSite *
make_agg_site(FunctionCallInfo fcinfo, int first, Oid encoding)
{
	AggSite    *before = fcinfo->flinfo->fn_extra;
	MemoryContext context = widerow_site_context(fcinfo, before != NULL ? before->context : NULL);
	AggSite    *site = MemoryContextAllocZero(context, sizeof(AggSite));
	char		what[32];

	site->context = context;
	site->encoding = encoding;
	snprintf(what, sizeof(what), "argument %d", first);
	name_site_init(&site->name, get_fn_expr_argtype(fcinfo->flinfo, first), what);
	snprintf(what, sizeof(what), "argument %d", first + 1);
	value_site_init(&site->value, get_fn_expr_argtype(fcinfo->flinfo, first + 1),
					OidIsValid(encoding) ? value_encoding(encoding) : ENCODING_BYTES,
					context, what);
	for (int arg = first + 2; arg < PG_NARGS(); arg++)
	{
		Oid			type = get_fn_expr_argtype(fcinfo->flinfo, arg);

		if (type == TEXTOID || type == UNKNOWNOID || type == VARCHAROID)
			site->rule_arg = arg;
		else
		{
			site->ts_type = type;
			site->ts_arg = arg;
		}
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
	state->refused = false;
	state->hour = -1;
	return &state->builder;
}

int64 *
widerow_agg_hour(WideBuilder *builder)
{
	return &((AggState *) builder)->hour;
}

static AggState *
new_state(FunctionCallInfo fcinfo, const AggSite *site)
{
	AggState   *state = (AggState *) widerow_agg_builder(fcinfo);
	CoreError	err;

	if (site->rule_arg > 0 && !PG_ARGISNULL(site->rule_arg))
	{
		Datum		rule = PG_GETARG_DATUM(site->rule_arg);
		char	   *name = get_fn_expr_argtype(fcinfo->flinfo, site->rule_arg) == UNKNOWNOID ?
			DatumGetCString(rule) : TextDatumGetCString(rule);

		if (!wide_duplicate_from_name(name, strlen(name), &state->rule, &err))
			glue_raise(&err);
	}
	return state;
}

/* One cell more. */
static Datum
transition(FunctionCallInfo fcinfo, int first, Oid encoding)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	AggState   *state = PG_ARGISNULL(0) ? NULL : (AggState *) PG_GETARG_POINTER(0);
	AggSite    *site = fcinfo->flinfo->fn_extra;
	MemoryContext old;
	WideName	name,
				value;
	WideCell   *cell;
	CoreError	err;
	int64		ts = CELL_LATEST_TIMESTAMP;

	if (site == NULL || site->encoding != encoding)
		site = fcinfo->flinfo->fn_extra = make_agg_site(fcinfo, first, encoding);
	if (state == NULL)
		state = new_state(fcinfo, site);
	if (PG_ARGISNULL(first))
	{
		core_error(&err, CORE_ERR_NULL, "the qualifier is NULL");
		core_error_hint(&err, "The empty qualifier is ''.");
		glue_refuse(&err);
	}
	if (PG_ARGISNULL(first + 1))
		PG_RETURN_POINTER(state);	/* NULL: no cell */
	if (OidIsValid(site->ts_type) && !PG_ARGISNULL(site->ts_arg))
		ts = widerow_timestamp(site->ts_type, PG_GETARG_DATUM(site->ts_arg));
	name = name_site_get(&site->name, PG_GETARG_DATUM(first));
	value = value_site_get(&site->value, PG_GETARG_DATUM(first + 1));
	old = MemoryContextSwitchTo(context);
	cell = wide_builder_reserve(&state->builder, name.len, value.len, &err);
	MemoryContextSwitchTo(old);
	if (cell == NULL)
		glue_refuse(&err);
	core_copy((uint8_t *) cell->qualifier, name.data, name.len);
	core_copy((uint8_t *) cell->value, value.data, value.len);
	cell->ts = ts;
	PG_RETURN_POINTER(state);
}

/* The transition while refusals are collected: a refused cell ends the row. */
static Datum
collecting_transition(PGFunction function, FunctionCallInfo fcinfo)
{
	AggState   *state;
	Datum		result;

	if (collect_transition(function, fcinfo, &result))
		return result;
	state = (AggState *) widerow_agg_builder(fcinfo);
	state->refused = true;
	fcinfo->isnull = false;
	PG_RETURN_POINTER(state);
}

/* widerow_agg(qualifier, value [, ts] [, on_duplicate]) */
Datum
widerow_agg_transfn(PG_FUNCTION_ARGS)
{
	if (collect_enters(fcinfo))
		return collecting_transition(widerow_agg_transfn, fcinfo);
	return transition(fcinfo, 1, InvalidOid);
}

/* widerow_agg_as(encoding, qualifier, value [, ts] [, on_duplicate]) */
Datum
widerow_agg_as_transfn(PG_FUNCTION_ARGS)
{
	if (collect_enters(fcinfo))
		return collecting_transition(widerow_agg_as_transfn, fcinfo);
	if (PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the encoding is NULL")));
	return transition(fcinfo, 2, PG_GETARG_OID(1));
}

/* Sorting the state in place leaves it fit for more cells. */
Datum
widerow_agg_finalfn(PG_FUNCTION_ARGS)
{
	AggState   *state;
	CoreBuf		buf;
	CoreError	err;

	if (collect_enters(fcinfo))
		return collect_call_row(widerow_agg_finalfn, fcinfo);
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (AggState *) PG_GETARG_POINTER(0);
	if (state->refused)
		PG_RETURN_DATUM(collect_refused_row());
	widerow_buf_init(&buf, state->builder.bytes + (size_t) state->builder.count * 2);
	if (!wide_builder_finish(&state->builder, state->rule, &buf, &err))
		glue_refuse(&err);
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

/* The cells of the second state come after those of the first. */
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
		a->refused = false;
		a->hour = b->hour;
	}
	a->refused |= b->refused;
	if (b->hour >= 0)
		opentsdb_check_hour(&a->hour, b->hour);
	for (uint32_t i = 0; i < b->builder.count; i++)
		if (!wide_builder_add(&a->builder, &b->builder.cells[i], &err))
			glue_raise(&err);
	MemoryContextSwitchTo(old);
	PG_RETURN_POINTER(a);
}

/*
 * A state between processes, or partitions that are aggregated by themselves:
 * its rule, whether a cell was refused, its hour, then cell by cell.
 */
Datum
widerow_agg_serialfn(PG_FUNCTION_ARGS)
{
	AggState   *state = (AggState *) PG_GETARG_POINTER(0);
	StringInfoData message;

	pq_begintypsend(&message);
	pq_sendbyte(&message, (uint8) state->rule);
	pq_sendbyte(&message, state->refused);
	pq_sendint64(&message, state->hour);
	pq_sendint32(&message, state->builder.count);
	for (uint32_t i = 0; i < state->builder.count; i++)
	{
		const WideCell *cell = &state->builder.cells[i];

		pq_sendint32(&message, cell->qualifier_len);
		pq_sendint32(&message, cell->value_len);
		pq_sendint64(&message, cell->ts);
		pq_sendbytes(&message, (const char *) cell->qualifier, cell->qualifier_len);
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
	state->refused = pq_getmsgbyte(&message) != 0;
	state->hour = pq_getmsgint64(&message);
	n = pq_getmsgint(&message, 4);
	for (uint32 i = 0; i < n; i++)
	{
		WideCell	cell = {.type = CELL_PUT};

		cell.qualifier_len = pq_getmsgint(&message, 4);
		cell.value_len = pq_getmsgint(&message, 4);
		cell.ts = pq_getmsgint64(&message);
		cell.qualifier = (const uint8_t *) pq_getmsgbytes(&message, cell.qualifier_len);
		cell.value = (const uint8_t *) pq_getmsgbytes(&message, cell.value_len);
		if (!wide_builder_add(&state->builder, &cell, &err))
			glue_raise(&err);
	}
	pq_getmsgend(&message);
	PG_RETURN_POINTER(state);
}

/* ---- rows landing one on another --------------------------------------- */

Datum
widerow_merge_transfn(PG_FUNCTION_ARGS)
{
	MemoryContext context = widerow_aggregate_context(fcinfo);
	MergeState *state = PG_ARGISNULL(0) ? NULL : (MergeState *) PG_GETARG_POINTER(0);
	MemoryContext old;
	WideRow		row;
	CoreError	err;

	if (PG_ARGISNULL(1))
	{
		if (state == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(state);
	}
	widerow_from_datum(PG_GETARG_DATUM(1), &row);
	old = MemoryContextSwitchTo(context);
	if (state == NULL)
	{
		state = palloc(sizeof(MergeState));
		wide_landing_init(&state->landing, false, true);
		state->refused = false;
	}
	/* The state must outlive a refusal, so it is not left by one. */
	if (!state->refused && !wide_landing_add(&state->landing, &row, &err))
	{
		if (!collect_note(fcinfo, &err))
			glue_raise(&err);
		state->refused = true;
	}
	MemoryContextSwitchTo(old);
	PG_RETURN_POINTER(state);
}

/* What has landed stays landed: more rows may follow. */
Datum
widerow_merge_finalfn(PG_FUNCTION_ARGS)
{
	MergeState *state;
	WideLanding *landing;
	CoreBuf		buf;
	CoreError	err;

	if (collect_enters(fcinfo))
		return collect_call_row(widerow_merge_finalfn, fcinfo);
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (MergeState *) PG_GETARG_POINTER(0);
	if (state->refused)
		PG_RETURN_DATUM(collect_refused_row());
	landing = &state->landing;
	widerow_buf_init(&buf, landing->builder.bytes + (size_t) landing->builder.count * 2);
	if (!wide_landing_finish(landing, &buf, &err))
		glue_refuse(&err);
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}
