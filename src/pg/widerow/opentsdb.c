/*
 * opentsdb.c
 *		Store data points in OpenTSDB's rows, and read them.
 *
 * Compared with Internal.buildQualifier of OpenTSDB 2.4.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "core/widerow/opentsdb_format.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "pg/base/core_error.h"
#include "pg/base/set_result.h"
#include "pg/widerow/widerow.h"
#include "pg/widerow/widerow_agg.h"

PG_FUNCTION_INFO_V1(opentsdb_agg_transfn);
PG_FUNCTION_INFO_V1(opentsdb_points);

/* The type of an argument, below all domains. */
static Oid
argument_base(FunctionCallInfo fcinfo, int n)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, n);

	return type == INT8OID || type == TIMESTAMPTZOID || type == FLOAT8OID ?
		type :
		getBaseType(type);
}

/*
 * A timestamptz keeps its milliseconds; a whole second is stored in seconds.
 */
static void
time_from_arg(FunctionCallInfo fcinfo, int n, OpentsdbPoint *point)
{
	CoreError	err;

	if (argument_base(fcinfo, n) == TIMESTAMPTZOID)
	{
		point->ms = widerow_milliseconds(PG_GETARG_TIMESTAMPTZ(n));
		point->whole_second = point->ms % 1000 == 0;
	}
	else if (!opentsdb_timestamp(
				 widerow_milliseconds_arg(fcinfo, n, "time of a data point"),
				 point, &err))
		core_error_raise(&err);
}

static void
value_from_arg(FunctionCallInfo fcinfo, int n, OpentsdbPoint *point)
{
	point->kind = OPENTSDB_LONG;
	switch (argument_base(fcinfo, n))
	{
		case INT2OID:
			point->i = PG_GETARG_INT16(n);
			break;
		case INT4OID:
			point->i = PG_GETARG_INT32(n);
			break;
		case INT8OID:
			point->i = PG_GETARG_INT64(n);
			break;
		case FLOAT4OID:
			point->kind = OPENTSDB_FLOAT;
			point->f = PG_GETARG_FLOAT4(n);
			break;
		case FLOAT8OID:
			point->kind = OPENTSDB_DOUBLE;
			point->f = PG_GETARG_FLOAT8(n);
			break;
		case NUMERICOID:
			point->kind = OPENTSDB_DOUBLE;
			point->f = DatumGetFloat8(DirectFunctionCall1(
				numeric_float8, PG_GETARG_DATUM(n)));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("value of a data point must be a number, not of type %s",
							format_type_be(get_fn_expr_argtype(fcinfo->flinfo,
															   n))),
					 errhint("Cast it to bigint, real or double precision.")));
	}
}

/* opentsdb_agg(at, value): the points of one hour as a row. */
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
	if (!opentsdb_encode(&point, qualifier, &qualifier_len, value, &value_len,
						 &err))
		core_error_raise(&err);
	widerow_agg_check_hour(widerow_agg_hour(builder), opentsdb_base(&point));
	cell.qualifier_len = (uint32_t) qualifier_len;
	cell.value_len = (uint32_t) value_len;
	old = MemoryContextSwitchTo(widerow_aggregate_context(fcinfo));
	ok = wide_builder_add(builder, &cell, &err);
	MemoryContextSwitchTo(old);
	if (!ok)
		core_error_raise(&err);
	PG_RETURN_POINTER(builder);
}

/* Add one point to the tuplestore: at, long, double. */
static void
store_point(ReturnSetInfo *rsinfo, const OpentsdbPoint *point)
{
	Datum		values[3];
	bool		nulls[3] = {false, point->kind != OPENTSDB_LONG,
							point->kind == OPENTSDB_LONG};

	values[0] = TimestampTzGetDatum(point->ms * 1000 -
									(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) *
										USECS_PER_DAY);
	values[1] = Int64GetDatum(point->i);
	values[2] = Float8GetDatum(point->f);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* opentsdb_points(row, base): the points of a row that begins at base. */
Datum
opentsdb_points(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);
	int64		base = get_fn_expr_argtype(fcinfo->flinfo, 1) ==
			TIMESTAMPTZOID ?
		widerow_milliseconds(PG_GETARG_TIMESTAMPTZ(1)) / 1000 :
		PG_GETARG_INT64(1);
	WideRow		row;
	uint32_t   *selected;
	uint32_t	n,
				column = 0;

	if (base > OPENTSDB_MAX_MS / 1000)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("base time " INT64_FORMAT " is out of range", base),
				 errdetail("OpenTSDB stores times up to " INT64_FORMAT
						   " milliseconds.",
						   (int64) OPENTSDB_MAX_MS),
				 errhint("The base time of a row is in seconds.")));
	if (base < 0 || base % OPENTSDB_SPAN != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("base time of the row is not a full hour"),
				 errhint("The base time of a row is part of its key and must be a multiple of 3600 seconds.")));

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
		if (opentsdb_open(&points, cell.qualifier, cell.qualifier_len,
						  cell.value, cell.value_len, base, &err))
			while (opentsdb_next(&points, &point, &err))
				store_point(rsinfo, &point);
		if (err.code != CORE_OK)
			core_error_raise(&err);
	}
	return (Datum) 0;
}
