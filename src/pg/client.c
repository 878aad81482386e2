/*
 * client.c
 *		HBase's client calls that write: put, delete, increment, append and
 *		checkAndMutate, on any HBase-shaped table.
 *
 * Each is one prepared statement that locks the row, computes the family anew
 * (land.c) and writes it.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "column_value.h"
#include "shaped.h"

PG_FUNCTION_INFO_V1(hbase_put);
PG_FUNCTION_INFO_V1(hbase_put_cells);
PG_FUNCTION_INFO_V1(hbase_delete);
PG_FUNCTION_INFO_V1(hbase_delete_version);
PG_FUNCTION_INFO_V1(hbase_increment);
PG_FUNCTION_INFO_V1(hbase_append);
PG_FUNCTION_INFO_V1(hbase_check_and_put);
PG_FUNCTION_INFO_V1(hbase_check_and_delete);

/* ---- arguments -------------------------------------------------------- */

/* All calls begin with relation, key, family. */
#define ARG_RELATION	0
#define ARG_KEY			1
#define ARG_FAMILY		2
#define ARG_QUALIFIER	3

/* What a call site knows of its arguments of any type. */
typedef struct CallSite
{
	NameSite	qualifier;
	ValueSite	values[2];
} CallSite;

static void
check_given(FunctionCallInfo fcinfo, int n, const char *what)
{
	if (PG_ARGISNULL(n))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the %s is NULL", what)));
}

/* The site, with a qualifier if there is one, and values at these arguments. */
static CallSite *
call_site(FunctionCallInfo fcinfo, int value_arg, int nvalues)
{
	CallSite   *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(CallSite));
		if (PG_NARGS() > ARG_QUALIFIER)
			name_site_init(&site->qualifier, get_fn_expr_argtype(fcinfo->flinfo, ARG_QUALIFIER),
						   "argument 4");
		for (int i = 0; i < nvalues; i++)
		{
			char		what[32];

			snprintf(what, sizeof(what), "argument %d", value_arg + i + 1);
			value_site_init(&site->values[i], get_fn_expr_argtype(fcinfo->flinfo, value_arg + i),
							ENCODING_BYTES, fcinfo->flinfo->fn_mcxt, what);
		}
		fcinfo->flinfo->fn_extra = site;
	}
	return site;
}

/* The table that the call writes to; key and family are checked. */
static Shaped *
open_target(FunctionCallInfo fcinfo, bool with_family, int *family)
{
	Shaped	   *shaped;

	check_given(fcinfo, ARG_RELATION, "relation");
	check_given(fcinfo, ARG_KEY, "row key");
	shaped = shaped_open_writable(PG_GETARG_OID(ARG_RELATION));
	shaped_check_key(PG_GETARG_VARLENA_PP(ARG_KEY));
	*family = -1;
	if (with_family)
	{
		check_given(fcinfo, ARG_FAMILY, "column family");
		*family = shaped_family(shaped, widerow_name_from_text(PG_GETARG_TEXT_PP(ARG_FAMILY)));
	}
	return shaped;
}

static WideName
qualifier_arg(FunctionCallInfo fcinfo, CallSite *site)
{
	check_given(fcinfo, ARG_QUALIFIER, "qualifier");
	return name_site_get(&site->qualifier, PG_GETARG_DATUM(ARG_QUALIFIER));
}

/*
 * Value number i of the site, at argument n, as the column dictionary says the
 * column is, or as the value's own type says.
 */
static WideName
value_arg(FunctionCallInfo fcinfo, CallSite *site, int i, int n, Shaped *shaped,
		  int family, WideName qualifier)
{
	const DefinedColumn *column = shaped_column(shaped, family, qualifier);

	if (column != NULL)
		return column_value_get(column, &site->values[i], PG_GETARG_DATUM(n));
	return value_site_get(&site->values[i], PG_GETARG_DATUM(n));
}

/* A row of one cell. */
static Datum
one_cell(CellType type, WideName qualifier, WideName value, int64 ts)
{
	WideCell	cell = {.type = type};
	CoreBuf		buf;
	CoreError	err;

	cell.qualifier = qualifier.data;
	cell.qualifier_len = (uint32_t) qualifier.len;
	cell.value = value.data;
	cell.value_len = (uint32_t) value.len;
	cell.ts = ts;
	widerow_buf_init(&buf, qualifier.len + value.len + 16);
	if (!wide_check_cell(&cell, &err) || !wide_write(&cell, 1, &buf, &err))
		glue_raise(&err);
	return widerow_buf_datum(&buf);
}

/* The timestamp that is argument n, if there is one. */
static int64
timestamp_arg(FunctionCallInfo fcinfo, int n)
{
	int64		ts = widerow_timestamp_arg(fcinfo, n);

	return ts < 0 ? CELL_LATEST_TIMESTAMP : ts;
}

static Datum
bytes_datum(WideName bytes)
{
	return PointerGetDatum(glue_bytea(bytes.data, bytes.len));
}

/* Run a statement of the table; true if it wrote the row. */
static bool
run(Shaped *shaped, ShapedPlan plan, int family, Datum *values, const char *nulls)
{
	bool		wrote;
	int			rc;

	rc = SPI_execute_plan(shaped_plan(shaped, plan, family), values, nulls, false, 0);
	if (rc < 0)
		elog(ERROR, "could not write to %s: %s", shaped->name, SPI_result_code_string(rc));
	wrote = SPI_processed > 0;
	return wrote;
}

/* Land cells on one family, or on all. */
static void
land_cells(FunctionCallInfo fcinfo, Shaped *shaped, int family, Datum cells)
{
	Datum		values[2] = {PG_GETARG_DATUM(ARG_KEY), cells};

	SPI_connect();
	run(shaped, family < 0 ? SHAPED_LAND_ROW : SHAPED_LAND, family, values, NULL);
	SPI_finish();
}

/* ---- put and delete --------------------------------------------------- */

/* hbase.put(relation, key, family, qualifier, value [, ts]) */
Datum
hbase_put(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 1);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);

	/* as in a builder, NULL is no cell */
	if (!PG_ARGISNULL(4))
		land_cells(fcinfo, shaped, family,
				   one_cell(CELL_PUT, qualifier,
							value_arg(fcinfo, site, 0, 4, shaped, family, qualifier),
							timestamp_arg(fcinfo, 5)));
	PG_RETURN_VOID();
}

/* hbase.put(relation, key, family, cells): all of them at one time */
Datum
hbase_put_cells(PG_FUNCTION_ARGS)
{
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideRow		row;
	const DefinedColumn *column;
	int			n = 0;

	if (!PG_ARGISNULL(3))
	{
		widerow_from_datum(PG_GETARG_DATUM(3), &row);
		while ((column = shaped_next_column(shaped, family, &n)) != NULL)
			column_value_check_row(column, &row);
		if (row.cells > 0)
			land_cells(fcinfo, shaped, family, PG_GETARG_DATUM(3));
	}
	PG_RETURN_VOID();
}

/*
 * hbase.delete(relation, key [, family [, qualifier [, ts]]]): all versions,
 * up to a timestamp
 */
Datum
hbase_delete(PG_FUNCTION_ARGS)
{
	bool		with_family = PG_NARGS() > ARG_FAMILY;
	bool		with_qualifier = PG_NARGS() > ARG_QUALIFIER;
	CallSite   *site = call_site(fcinfo, 0, 0);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, with_family, &family);
	WideName	qualifier = {NULL, 0};
	WideName	none = {NULL, 0};

	if (with_qualifier)
		qualifier = qualifier_arg(fcinfo, site);
	land_cells(fcinfo, shaped, family,
			   one_cell(with_qualifier ? CELL_DELETE_COLUMN : CELL_DELETE_FAMILY,
						qualifier, none, timestamp_arg(fcinfo, 4)));
	PG_RETURN_VOID();
}

/* hbase.delete_version(relation, key, family, qualifier, ts): that one */
Datum
hbase_delete_version(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 0, 0);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideName	none = {NULL, 0};

	check_given(fcinfo, 4, "timestamp");
	land_cells(fcinfo, shaped, family,
			   one_cell(CELL_DELETE, qualifier_arg(fcinfo, site), none,
						timestamp_arg(fcinfo, 4)));
	PG_RETURN_VOID();
}

/* ---- increment and append --------------------------------------------- */

/*
 * Run a statement that returns the family, and copy the column's newest value
 * into the context that was current before SPI.
 */
static Datum
run_for_value(Shaped *shaped, ShapedPlan plan, int family, Datum *values, WideName qualifier)
{
	MemoryContext context = CurrentMemoryContext;
	bytea	   *out;
	Datum		written;
	WideRow		row;
	bool		isnull,
				found;
	uint32_t	column,
				cell = 0,
				len = 0;
	const uint8_t *value = NULL;

	SPI_connect();
	if (!run(shaped, plan, family, values, NULL))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s did not take the row", shaped->name),
				 errdetail("A trigger of the table suppressed it.")));
	written = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &isnull);
	if (!isnull)
	{
		widerow_from_datum(written, &row);
		column = wide_search(&row, qualifier.data, qualifier.len, &found);
		if (found && wide_newest(&row, column, &cell))
			value = wide_value(&row, cell, &len);
	}
	if (value == NULL || (plan == SHAPED_INCREMENT && len != 8))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s did not take the value", shaped->name),
				 errdetail("A trigger of the table changed it.")));
	MemoryContextSwitchTo(context);
	out = glue_bytea(value, len);
	SPI_finish();
	return PointerGetDatum(out);
}

/* hbase.increment(relation, key, family, qualifier, by) */
Datum
hbase_increment(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 0, 0);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);
	Datum		values[3] = {PG_GETARG_DATUM(ARG_KEY), bytes_datum(qualifier)};
	const DefinedColumn *column = shaped_column(shaped, family, qualifier);
	bytea	   *counter;

	check_given(fcinfo, 4, "amount");
	if (column != NULL)
		column_value_check_increment(column);
	values[2] = PG_GETARG_DATUM(4);
	counter = DatumGetByteaPP(run_for_value(shaped, SHAPED_INCREMENT, family, values, qualifier));
	PG_RETURN_INT64((int64) core_get_u64((const uint8_t *) VARDATA_ANY(counter)));
}

/* hbase.append(relation, key, family, qualifier, value) */
Datum
hbase_append(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 1);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);
	const DefinedColumn *column = shaped_column(shaped, family, qualifier);
	Datum		values[3] = {PG_GETARG_DATUM(ARG_KEY), bytes_datum(qualifier)};

	check_given(fcinfo, 4, "value");
	if (column != NULL)
		column_value_check_append(column);
	values[2] = bytes_datum(value_arg(fcinfo, site, 0, 4, shaped, family, qualifier));
	PG_RETURN_DATUM(run_for_value(shaped, SHAPED_APPEND, family, values, qualifier));
}

/* ---- checkAndMutate --------------------------------------------------- */

/* Land cells if "expected op stored" holds of the column. */
static bool
check_and_land(FunctionCallInfo fcinfo, Shaped *shaped, int family, CallSite *site,
			   Datum cells, int op_arg)
{
	text	   *op_name;
	Datum		values[5];
	char		nulls[6] = "     ";
	WideName	qualifier = qualifier_arg(fcinfo, site);
	WideName	expected = {NULL, 0};
	WideCompareOp op;
	ShapedPlan	plan;
	CoreError	err;
	bool		wrote;

	check_given(fcinfo, op_arg, "comparison");
	op_name = PG_GETARG_TEXT_PP(op_arg);
	if (!wide_compare_op_from_name(VARDATA_ANY(op_name), VARSIZE_ANY_EXHDR(op_name), &op, &err))
		glue_raise(&err);
	values[0] = PG_GETARG_DATUM(ARG_KEY);
	values[1] = cells;
	values[2] = bytes_datum(qualifier);
	values[3] = PointerGetDatum(op_name);
	values[4] = (Datum) 0;
	if (PG_ARGISNULL(4))
		nulls[4] = 'n';
	else
	{
		expected = value_arg(fcinfo, site, 0, 4, shaped, family, qualifier);
		values[4] = bytes_datum(expected);
	}

	/* a row that is not there holds no cell, and that may be what is asked */
	plan = expected.len == 0 && op != WIDEROW_NOT_EQUAL ? SHAPED_CHECK_MISSING : SHAPED_CHECK_PRESENT;
	SPI_connect();
	wrote = run(shaped, plan, family, values, nulls);
	SPI_finish();
	return wrote;
}

/* hbase.check_and_put(relation, key, family, qualifier, expected, value, op) */
Datum
hbase_check_and_put(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 2);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);
	Datum		cells;

	check_given(fcinfo, 5, "value");
	cells = one_cell(CELL_PUT, qualifier,
					 value_arg(fcinfo, site, 1, 5, shaped, family, qualifier),
					 CELL_LATEST_TIMESTAMP);
	PG_RETURN_BOOL(check_and_land(fcinfo, shaped, family, site, cells, 6));
}

/* hbase.check_and_delete(relation, key, family, qualifier, expected, op) */
Datum
hbase_check_and_delete(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 1);
	int			family;
	Shaped	   *shaped = open_target(fcinfo, true, &family);
	WideName	none = {NULL, 0};
	Datum		cells = one_cell(CELL_DELETE_COLUMN, qualifier_arg(fcinfo, site), none,
								 CELL_LATEST_TIMESTAMP);

	PG_RETURN_BOOL(check_and_land(fcinfo, shaped, family, site, cells, 5));
}
