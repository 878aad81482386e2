/*
 * split_points.c
 *		Split points of a new table as rowkey[].
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

#include "core/region/splits_text.h"
#include "hbase_schema.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/region/split_points.h"

PG_FUNCTION_INFO_V1(rowkey_split_points);
PG_FUNCTION_INFO_V1(rowkey_parse_splits);

/* The key of an argument; NULL: the method's default end. */
SplitEnd
split_end_arg(FunctionCallInfo fcinfo, int argno)
{
	SplitEnd	end = {false, NULL, 0};

	if (!PG_ARGISNULL(argno))
	{
		RowKey	   *row = PG_GETARG_ROWKEY_PP(argno);

		end.given = true;
		end.data = (const uint8_t *) VARDATA_ANY(row);
		end.len = VARSIZE_ANY_EXHDR(row);
	}
	return end;
}

/* The points as an array of the type that this function returns. */
static ArrayType *
points_to_array(const SplitPoints *points, Oid array_type)
{
	Oid			type = get_element_type(array_type);
	Datum	   *elements = palloc(sizeof(Datum) * Max(points->count, 1));

	for (int i = 0; i < points->count; i++)
		elements[i] = PointerGetDatum(
			rowkey_from_bytes(points->bytes.data + points->starts[i],
							  points->starts[i + 1] - points->starts[i]));
	return construct_array(elements, points->count, type, -1, false,
						   TYPALIGN_INT);
}

/*
 * rowkey_split_points(method, regions, first, last): N - 1 points for N
 * regions. Compared with RegionSplitter's UniformSplit, HexStringSplit and
 * DecimalStringSplit and Bytes.split of HBase 2.6.1, and
 * SaltingUtil.getSalteByteSplitPoints of Phoenix 5.2.1.
 */
Datum
rowkey_split_points(PG_FUNCTION_ARGS)
{
	text	   *name;
	SplitMethod method;
	SplitPoints points;
	CoreError	err;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	name = PG_GETARG_TEXT_PP(0);
	if (!splits_method_from_name(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name),
								 &method, &err) ||
		!splits_plan(method, PG_GETARG_INT32(1), split_end_arg(fcinfo, 2),
					 split_end_arg(fcinfo, 3), &points, &err))
		core_error_raise(&err);
	PG_RETURN_ARRAYTYPE_P(
		points_to_array(&points, get_fn_expr_rettype(fcinfo->flinfo)));
}

/*
 * rowkey_parse_splits(text): read the output of get_splits of the HBase shell.
 */
Datum
rowkey_parse_splits(PG_FUNCTION_ARGS)
{
	text	   *printed = PG_GETARG_TEXT_PP(0);
	SplitPoints points;
	CoreError	err;

	if (!splits_from_text(VARDATA_ANY(printed), VARSIZE_ANY_EXHDR(printed),
						  &points, &err))
		core_error_raise(&err);
	PG_RETURN_ARRAYTYPE_P(
		points_to_array(&points, get_fn_expr_rettype(fcinfo->flinfo)));
}
