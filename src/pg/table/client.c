/*
 * client.c
 *		HBase's client calls that write: put, delete, increment, append and
 *		checkAndMutate, on any HBase-shaped table.
 *
 * Each is one prepared statement that locks the row, computes the new family
 * (row_write.c) and writes it. Compared with HRegion.put, delete, increment,
 * append and checkAndMutate of HBase 2.6.1.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_mutation.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/varlena_buffer.h"
#include "pg/table/client_relation.h"
#include "pg/table/column_value.h"

PG_FUNCTION_INFO_V1(hbase_put);
PG_FUNCTION_INFO_V1(hbase_put_column);
PG_FUNCTION_INFO_V1(hbase_delete);
PG_FUNCTION_INFO_V1(hbase_delete_version);
PG_FUNCTION_INFO_V1(hbase_increment);
PG_FUNCTION_INFO_V1(hbase_append);
PG_FUNCTION_INFO_V1(hbase_check_and_put);
PG_FUNCTION_INFO_V1(hbase_check_and_delete);

/* ---- arguments -------------------------------------------------------- */

/* The first arguments of all calls: relation, key, family. */
#define ARG_RELATION	0
#define ARG_KEY			1
#define ARG_FAMILY		2
#define ARG_QUALIFIER	3

/* State of a call site for arguments of any type. */
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
				 errmsg("%s must not be NULL", what)));
}

/* The state of a call with a qualifier, if any, and nvalues values. */
static CallSite *
call_site(FunctionCallInfo fcinfo, int value_arg, int nvalues)
{
	CallSite   *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
									  sizeof(CallSite));
		if (PG_NARGS() > ARG_QUALIFIER)
			name_site_init(&site->qualifier,
						   get_fn_expr_argtype(fcinfo->flinfo, ARG_QUALIFIER),
						   "argument 4");
		for (int i = 0; i < nvalues; i++)
		{
			char		what[32];

			snprintf(what, sizeof(what), "argument %d", value_arg + i + 1);
			value_site_init(&site->values[i],
							get_fn_expr_argtype(fcinfo->flinfo, value_arg + i),
							ENCODING_BYTES, fcinfo->flinfo->fn_mcxt, what);
		}
		fcinfo->flinfo->fn_extra = site;
	}
	return site;
}

/* The table to write to; checks key and family. */
static ClientRelation *
open_target(FunctionCallInfo fcinfo, bool with_family, int *family)
{
	ClientRelation *relation;

	check_given(fcinfo, ARG_RELATION, "relation");
	check_given(fcinfo, ARG_KEY, "row key");
	relation = client_relation_open_writable(PG_GETARG_OID(ARG_RELATION));
	client_relation_check_key(PG_GETARG_VARLENA_PP(ARG_KEY));
	*family = -1;
	if (with_family)
	{
		check_given(fcinfo, ARG_FAMILY, "column family");
		*family = client_relation_family(relation,
										 widerow_name_from_text(
											 PG_GETARG_TEXT_PP(ARG_FAMILY)));
	}
	return relation;
}

static WideName
qualifier_arg(FunctionCallInfo fcinfo, CallSite *site)
{
	check_given(fcinfo, ARG_QUALIFIER, "qualifier");
	return name_site_get(&site->qualifier, PG_GETARG_DATUM(ARG_QUALIFIER));
}

/*
 * The encoded value at argument n, number i of the site: by the column's type
 * in the column dictionary, or by the type of the argument.
 */
static WideName
value_arg(FunctionCallInfo fcinfo, CallSite *site, int i, int n,
		  ClientRelation *relation, int family, WideName qualifier)
{
	const DefinedColumn *column = client_relation_column(relation, family,
														 qualifier);

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
		core_error_raise(&err);
	return widerow_buf_datum(&buf);
}

/* The timestamp at argument n; a default if it is missing or NULL. */
static int64
timestamp_arg(FunctionCallInfo fcinfo, int n)
{
	int64		ts = widerow_timestamp_arg(fcinfo, n);

	return ts < 0 ? CELL_LATEST_TIMESTAMP : ts;
}

static Datum
bytes_datum(WideName bytes)
{
	return PointerGetDatum(varlena_bytea(bytes.data, bytes.len));
}

/* Run a statement of the table; true if it wrote the row. */
static bool
run(ClientRelation *relation, ClientPlan plan, int family, Datum *values,
	const char *nulls)
{
	bool		wrote;
	int			rc;

	rc = SPI_execute_plan(client_relation_plan(relation, plan, family), values,
						  nulls, false, 0);
	if (rc < 0)
		elog(ERROR, "could not write to %s: %s", relation->name,
			 SPI_result_code_string(rc));
	wrote = SPI_processed > 0;
	return wrote;
}

/* Apply cells to one family, or to all. */
static void
apply_cells(FunctionCallInfo fcinfo, ClientRelation *relation, int family,
			Datum cells)
{
	Datum		values[2] = {PG_GETARG_DATUM(ARG_KEY), cells};

	SPI_connect();
	run(relation, family < 0 ? CLIENT_APPLY_ROW : CLIENT_APPLY, family, values,
		NULL);
	SPI_finish();
}

/* ---- put and delete --------------------------------------------------- */

/* hbase.put(relation, key, family, qualifier, value [, ts]): Table.put. */
Datum
hbase_put(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 1);
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);

	/* as in a builder, NULL adds no cell */
	if (!PG_ARGISNULL(4))
		apply_cells(fcinfo, relation, family,
					one_cell(CELL_PUT, qualifier,
							 value_arg(fcinfo, site, 0, 4, relation, family,
									   qualifier),
							 timestamp_arg(fcinfo, 5)));
	PG_RETURN_VOID();
}

/* Put all cells of a row into a family, at one time. */
static void
put_cells(FunctionCallInfo fcinfo, Datum cells)
{
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideRow		row;
	const DefinedColumn *column;
	int			n = 0;

	widerow_from_datum(cells, &row);
	while ((column = client_relation_next_column(relation, family, &n)) !=
		   NULL)
		column_value_check_row(column, &row);
	if (row.cells > 0)
		apply_cells(fcinfo, relation, family, cells);
}

/* A widerow as it is written in a literal. */
static Datum
cells_from_literal(char *literal)
{
	Oid			input;
	Oid			ioparam;

	getTypeInputInfo(extension_objects()->widerow, &input, &ioparam);
	return OidInputFunctionCall(input, literal, ioparam, -1);
}

/*
 * hbase.put(relation, key, column, value): a value into 'family:qualifier', as
 * in the HBase shell, or the cells of a widerow into a family.
 */
Datum
hbase_put_column(PG_FUNCTION_ARGS)
{
	CallSite   *site = fcinfo->flinfo->fn_extra;
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 3);
	ClientRelation *relation;
	WideName	column;
	WideName	name;
	const uint8_t *colon;
	int			family;

	check_given(fcinfo, ARG_FAMILY, "column family");
	name = column = widerow_name_from_text(PG_GETARG_TEXT_PP(ARG_FAMILY));
	colon = column.len > 0 ? memchr(column.data, ':', column.len) : NULL;
	if (OidIsValid(type) && getBaseType(type) == extension_objects()->widerow)
	{
		if (!PG_ARGISNULL(3))
			put_cells(fcinfo, PG_GETARG_DATUM(3));
		PG_RETURN_VOID();
	}
	relation = open_target(fcinfo, colon == NULL, &family);
	if (colon == NULL && type == UNKNOWNOID &&
		(PG_ARGISNULL(3) || PG_GETARG_CSTRING(3)[0] == '{'))
	{
		if (!PG_ARGISNULL(3))
			put_cells(fcinfo, cells_from_literal(PG_GETARG_CSTRING(3)));
		PG_RETURN_VOID();
	}
	if (colon == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column must be 'family:qualifier', not \"%s\"",
						text_to_cstring(PG_GETARG_TEXT_PP(ARG_FAMILY))),
				 errhint("Write the qualifier as hbase.put(relation, key, family, qualifier, value), or give cells of type widerow.")));
	name.len = colon - column.data;
	column.data = colon + 1;
	column.len -= name.len + 1;
	family = client_relation_family(relation, name);
	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
									  sizeof(CallSite));
		value_site_init(&site->values[0], type, ENCODING_BYTES,
						fcinfo->flinfo->fn_mcxt, "argument 4");
		fcinfo->flinfo->fn_extra = site;
	}
	if (!PG_ARGISNULL(3))
		apply_cells(fcinfo, relation, family,
					one_cell(CELL_PUT, column,
							 value_arg(fcinfo, site, 0, 3, relation, family,
									   column),
							 CELL_LATEST_TIMESTAMP));
	PG_RETURN_VOID();
}

/*
 * hbase.delete(relation, key [, family [, qualifier [, ts]]]): delete all
 * versions up to a timestamp, as Delete.addFamily and Delete.addColumns do.
 */
Datum
hbase_delete(PG_FUNCTION_ARGS)
{
	bool		with_family = PG_NARGS() > ARG_FAMILY;
	bool		with_qualifier = PG_NARGS() > ARG_QUALIFIER;
	CallSite   *site = call_site(fcinfo, 0, 0);
	int			family;
	ClientRelation *relation = open_target(fcinfo, with_family, &family);
	WideName	qualifier = {NULL, 0};
	WideName	none = {NULL, 0};

	if (with_qualifier)
		qualifier = qualifier_arg(fcinfo, site);
	apply_cells(fcinfo, relation, family,
				one_cell(with_qualifier ? CELL_DELETE_COLUMN :
										  CELL_DELETE_FAMILY,
						 qualifier, none, timestamp_arg(fcinfo, 4)));
	PG_RETURN_VOID();
}

/*
 * hbase.delete_version(relation, key, family, qualifier, ts): delete one
 * version, as Delete.addColumn does.
 */
Datum
hbase_delete_version(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 0, 0);
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideName	none = {NULL, 0};

	check_given(fcinfo, 4, "timestamp");
	apply_cells(fcinfo, relation, family,
				one_cell(CELL_DELETE, qualifier_arg(fcinfo, site), none,
						 timestamp_arg(fcinfo, 4)));
	PG_RETURN_VOID();
}

/* ---- increment and append --------------------------------------------- */

/*
 * Run a statement that returns the family, and copy the column's newest value
 * into the memory context that was current before SPI.
 */
static Datum
run_for_value(ClientRelation *relation, ClientPlan plan, int family,
			  Datum *values, WideName qualifier)
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
	if (!run(relation, plan, family, values, NULL))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s did not store the row", relation->name),
				 errdetail("A trigger of the table suppressed it.")));
	written = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1,
							&isnull);
	if (!isnull)
	{
		widerow_from_datum(written, &row);
		column = wide_search(&row, qualifier.data, qualifier.len, &found);
		if (found && wide_newest(&row, column, &cell))
			value = wide_value(&row, cell, &len);
	}
	if (value == NULL || (plan == CLIENT_INCREMENT && len != 8))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s did not store the value", relation->name),
				 errdetail("A trigger of the table changed it.")));
	MemoryContextSwitchTo(context);
	out = varlena_bytea(value, len);
	SPI_finish();
	return PointerGetDatum(out);
}

/*
 * hbase.increment(relation, key, family, qualifier, by):
 * Table.incrementColumnValue.
 */
Datum
hbase_increment(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 0, 0);
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);
	Datum		values[3] = {PG_GETARG_DATUM(ARG_KEY), bytes_datum(qualifier)};
	const DefinedColumn *column = client_relation_column(relation, family,
														 qualifier);
	bytea	   *counter;

	check_given(fcinfo, 4, "amount");
	if (column != NULL)
		column_value_check_increment(column);
	values[2] = PG_GETARG_DATUM(4);
	counter = DatumGetByteaPP(
		run_for_value(relation, CLIENT_INCREMENT, family, values, qualifier));
	PG_RETURN_INT64(
		(int64) core_get_u64((const uint8_t *) VARDATA_ANY(counter)));
}

/* hbase.append(relation, key, family, qualifier, value): Table.append. */
Datum
hbase_append(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 1);
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);
	const DefinedColumn *column = client_relation_column(relation, family,
														 qualifier);
	Datum		values[3] = {PG_GETARG_DATUM(ARG_KEY), bytes_datum(qualifier)};

	check_given(fcinfo, 4, "value");
	if (column != NULL)
		column_value_check_append(column);
	values[2] = bytes_datum(
		value_arg(fcinfo, site, 0, 4, relation, family, qualifier));
	PG_RETURN_DATUM(
		run_for_value(relation, CLIENT_APPEND, family, values, qualifier));
}

/* ---- checkAndMutate --------------------------------------------------- */

/*
 * Apply cells if "expected op stored" is true for the column, as
 * HRegion.checkAndMutate does (HBase 2.6.1).
 */
static bool
check_and_apply(FunctionCallInfo fcinfo, ClientRelation *relation, int family,
			   CallSite *site, Datum cells, int op_arg)
{
	text	   *op_name;
	Datum		values[5];
	char		nulls[6] = "     ";
	WideName	qualifier = qualifier_arg(fcinfo, site);
	WideName	expected = {NULL, 0};
	WideCompareOp op;
	ClientPlan	plan;
	CoreError	err;
	bool		wrote;

	check_given(fcinfo, op_arg, "comparison");
	op_name = PG_GETARG_TEXT_PP(op_arg);
	if (!wide_compare_op_from_name(VARDATA_ANY(op_name),
								   VARSIZE_ANY_EXHDR(op_name), &op, &err))
		core_error_raise(&err);
	values[0] = PG_GETARG_DATUM(ARG_KEY);
	values[1] = cells;
	values[2] = bytes_datum(qualifier);
	values[3] = PointerGetDatum(op_name);
	values[4] = (Datum) 0;
	if (PG_ARGISNULL(4))
		nulls[4] = 'n';
	else
	{
		expected = value_arg(fcinfo, site, 0, 4, relation, family, qualifier);
		values[4] = bytes_datum(expected);
	}

	/* a missing row has no cell, which the condition may require */
	plan = expected.len == 0 && op != WIDEROW_NOT_EQUAL ?
		CLIENT_CHECK_MISSING :
		CLIENT_CHECK_PRESENT;
	SPI_connect();
	wrote = run(relation, plan, family, values, nulls);
	SPI_finish();
	return wrote;
}

/*
 * hbase.check_and_put(relation, key, family, qualifier, expected, value, op):
 * Table.checkAndMutate.
 */
Datum
hbase_check_and_put(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 2);
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideName	qualifier = qualifier_arg(fcinfo, site);
	Datum		cells;

	check_given(fcinfo, 5, "value");
	cells = one_cell(CELL_PUT, qualifier,
					 value_arg(fcinfo, site, 1, 5, relation, family,
							   qualifier),
					 CELL_LATEST_TIMESTAMP);
	PG_RETURN_BOOL(check_and_apply(fcinfo, relation, family, site, cells, 6));
}

/*
 * hbase.check_and_delete(relation, key, family, qualifier, expected, op):
 * Table.checkAndMutate.
 */
Datum
hbase_check_and_delete(PG_FUNCTION_ARGS)
{
	CallSite   *site = call_site(fcinfo, 4, 1);
	int			family;
	ClientRelation *relation = open_target(fcinfo, true, &family);
	WideName	none = {NULL, 0};
	Datum		cells = one_cell(CELL_DELETE_COLUMN,
								 qualifier_arg(fcinfo, site), none,
								 CELL_LATEST_TIMESTAMP);

	PG_RETURN_BOOL(check_and_apply(fcinfo, relation, family, site, cells, 5));
}
