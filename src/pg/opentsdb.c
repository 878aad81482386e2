/*
 * opentsdb.c
 *		Folding data points into OpenTSDB's rows, and unfolding them.
 */
#include "compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "core/opentsdb.h"
#include "widerow.h"

PG_FUNCTION_INFO_V1(opentsdb_agg_transfn);
PG_FUNCTION_INFO_V1(opentsdb_qualifier);
PG_FUNCTION_INFO_V1(opentsdb_value);
PG_FUNCTION_INFO_V1(opentsdb_points);

/* A timestamptz keeps its milliseconds; a whole second is one. */
static void
time_from_arg(FunctionCallInfo fcinfo, int n, OpentsdbPoint *point)
{
	CoreError	err;

	if (get_fn_expr_argtype(fcinfo->flinfo, n) == TIMESTAMPTZOID)
	{
		point->ms = widerow_milliseconds(PG_GETARG_TIMESTAMPTZ(n));
		point->whole_second = point->ms % 1000 == 0;
	}
	else if (!opentsdb_timestamp(PG_GETARG_INT64(n), point, &err))
		glue_raise(&err);
}

static void
value_from_arg(FunctionCallInfo fcinfo, int n, OpentsdbPoint *point)
{
	switch (get_fn_expr_argtype(fcinfo->flinfo, n))
	{
		case FLOAT4OID:
			point->kind = OPENTSDB_FLOAT;
			point->f = PG_GETARG_FLOAT4(n);
			break;
		case FLOAT8OID:
			point->kind = OPENTSDB_DOUBLE;
			point->f = PG_GETARG_FLOAT8(n);
			break;
		default:
			point->kind = OPENTSDB_LONG;
			point->i = PG_GETARG_INT64(n);
	}
}

static void
encode_point(const OpentsdbPoint *point, uint8_t *qualifier, size_t *qualifier_len,
			 uint8_t *value, size_t *value_len)
{
	CoreError	err;

	if (!opentsdb_encode(point, qualifier, qualifier_len, value, value_len, &err))
		glue_raise(&err);
}

/* opentsdb_qualifier(at, value) */
Datum
opentsdb_qualifier(PG_FUNCTION_ARGS)
{
	OpentsdbPoint point;
	uint8_t		qualifier[OPENTSDB_MAX_QUALIFIER],
				value[OPENTSDB_MAX_VALUE];
	size_t		qualifier_len,
				value_len;

	time_from_arg(fcinfo, 0, &point);
	value_from_arg(fcinfo, 1, &point);
	encode_point(&point, qualifier, &qualifier_len, value, &value_len);
	PG_RETURN_BYTEA_P(glue_bytea(qualifier, qualifier_len));
}

/* opentsdb_value(value) */
Datum
opentsdb_value(PG_FUNCTION_ARGS)
{
	OpentsdbPoint point = {.ms = 0, .whole_second = true};
	uint8_t		qualifier[OPENTSDB_MAX_QUALIFIER],
				value[OPENTSDB_MAX_VALUE];
	size_t		qualifier_len,
				value_len;

	value_from_arg(fcinfo, 0, &point);
	encode_point(&point, qualifier, &qualifier_len, value, &value_len);
	PG_RETURN_BYTEA_P(glue_bytea(value, value_len));
}

void
opentsdb_check_hour(int64 *hour, int64 other)
{
	if (*hour >= 0 && *hour != other)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("data points of several hours in one row"),
				 errdetail("There are hours that begin at " INT64_FORMAT " and " INT64_FORMAT " seconds from 1970 on.",
						   Min(*hour, other), Max(*hour, other)),
				 errhint("A row of OpenTSDB has the points of one hour: group by the hour, too.")));
	*hour = other;
}

/* opentsdb_agg(at, value): the points of one hour as a row */
Datum
opentsdb_agg_transfn(PG_FUNCTION_ARGS)
{
	WideBuilder *builder = widerow_agg_builder(fcinfo);
	MemoryContext old;
	OpentsdbPoint point;
	uint8_t		qualifier[OPENTSDB_MAX_QUALIFIER],
				value[OPENTSDB_MAX_VALUE];
	size_t		qualifier_len,
				value_len;
	WideCell	cell = {.qualifier = qualifier, .value = value,
	.ts = CELL_LATEST_TIMESTAMP, .type = CELL_PUT};
	bool		ok;
	CoreError	err;

	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_POINTER(builder);
	time_from_arg(fcinfo, 1, &point);
	value_from_arg(fcinfo, 2, &point);
	encode_point(&point, qualifier, &qualifier_len, value, &value_len);
	opentsdb_check_hour(widerow_agg_hour(builder), opentsdb_base(&point));
	cell.qualifier_len = (uint32_t) qualifier_len;
	cell.value_len = (uint32_t) value_len;
	old = MemoryContextSwitchTo(widerow_aggregate_context(fcinfo));
	ok = wide_builder_add(builder, &cell, &err);
	MemoryContextSwitchTo(old);
	if (!ok)
		glue_raise(&err);
	PG_RETURN_POINTER(builder);
}

/* One point goes to the tuplestore: at, long, double. */
static void
store_point(ReturnSetInfo *rsinfo, const OpentsdbPoint *point)
{
	Datum		values[3];
	bool		nulls[3] = {false, point->kind != OPENTSDB_LONG, point->kind == OPENTSDB_LONG};

	values[0] = TimestampTzGetDatum(point->ms * 1000 -
									(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY);
	values[1] = Int64GetDatum(point->i);
	values[2] = Float8GetDatum(point->f);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* opentsdb_points(row, base): the points of a row that begins at base */
Datum
opentsdb_points(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = glue_materialize(fcinfo);
	int64		base = get_fn_expr_argtype(fcinfo->flinfo, 1) == TIMESTAMPTZOID ?
		widerow_milliseconds(PG_GETARG_TIMESTAMPTZ(1)) / 1000 : PG_GETARG_INT64(1);
	WideRow		row;
	uint32_t   *selected;
	uint32_t	n,
				column = 0;

	if (base > OPENTSDB_MAX_MS / 1000)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("base time " INT64_FORMAT " is out of range", base),
				 errdetail("OpenTSDB keeps times up to " INT64_FORMAT " milliseconds.", (int64) OPENTSDB_MAX_MS),
				 errhint("The base time of a row is in seconds.")));
	if (base < 0 || base % OPENTSDB_SPAN != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the row does not begin on the hour"),
				 errhint("The base time of a row stands in its key: a multiple of 3,600 seconds.")));

	widerow_from_datum(PG_GETARG_DATUM(0), &row);
	selected = palloc((Size) row.cells * sizeof(uint32_t) + 1);
	n = wide_visible(&row, &wide_plain_family, &wide_plain_read, selected);
	for (uint32_t i = 0; i < n; i++)
	{
		WideCell	cell;
		OpentsdbCell points;
		OpentsdbPoint point = {0};
		CoreError	err;

		CHECK_FOR_INTERRUPTS();
		while (selected[i] >= wide_span(&row, column).stop)
			column++;
		wide_cell(&row, column, selected[i], &cell);
		if (opentsdb_open(&points, cell.qualifier, cell.qualifier_len, cell.value,
						  cell.value_len, base, &err))
			while (opentsdb_next(&points, &point, &err))
				store_point(rsinfo, &point);
		if (err.code != CORE_OK)
			glue_raise(&err);
	}
	return (Datum) 0;
}
