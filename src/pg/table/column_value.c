/*
 * column_value.c
 *		Values for columns with a type in the column dictionary: convert or
 *		reject them.
 *
 * Without this, a client that chooses the smallest type for a number would
 * write numbers of several widths to one column.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

#include "core/base/notation.h"
#include "core/check/check_cells.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/table/column_value.h"

/* ---- errors ------------------------------------------------------------- */

/* family:qualifier */
static char *
column_name(const DefinedColumn *column)
{
	return psprintf("%s:%s", column->family,
					notation_text((const uint8_t *) VARDATA(column->qualifier),
								  VARSIZE(column->qualifier) - VARHDRSZ));
}

static const char *
encoding_of(const DefinedColumn *column)
{
	return encoding_name(column->type.encoding);
}

static void refuse_type(const DefinedColumn *column, Oid type)
	pg_attribute_noreturn();
static void refuse_value(const DefinedColumn *column, Datum number)
	pg_attribute_noreturn();

static void
refuse_type(const DefinedColumn *column, Oid type)
{
	ereport(ERROR,
		(errcode(ERRCODE_DATATYPE_MISMATCH),
		 errmsg("column \"%s\" is of type %s but the value is of type %s",
				column_name(column), column->type_name, format_type_be(type)),
		 errhint("Cast the value, or correct the type with hbase.define_column().")));
}

static void
refuse_value(const DefinedColumn *column, Datum number)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("column \"%s\" of type %s cannot hold %s exactly",
					column_name(column), column->type_name,
					DatumGetCString(DirectFunctionCall1(numeric_out, number))),
			 errhint("Give a value that it can hold, or correct the type with hbase.define_column().")));
}

static void
check_bytes(const DefinedColumn *column, const uint8_t *value, uint32_t len)
{
	if (!check_value_is(&column->type, value, len))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%u bytes for column \"%s\" are not a %s in encoding \"%s\"",
						len, column_name(column), column->type_name,
						encoding_of(column)),
				 errhint("Encode a value of that type, for example widerow_build('q', value::%s), or correct the type with hbase.define_column().",
						 column->type_name)));
}

/* ---- numbers ------------------------------------------------------------ */

static bool
is_number(ValueKind kind)
{
	return kind >= VALUE_INT2 && kind <= VALUE_NUMERIC;
}

/* The number that a value has in its text form. */
static Datum
number_of(const CoreValue *v, Datum numeric)
{
	char		text[DOUBLE_SHORTEST_DECIMAL_LEN];

	if (v->kind == VALUE_NUMERIC)
		return numeric;
	if (value_kind_is_integer(v->kind))
		return DirectFunctionCall1(int8_numeric, Int64GetDatum(v->i));
	if (v->kind == VALUE_FLOAT4)
		float_to_shortest_decimal_buf(v->f4, text);
	else
		double_to_shortest_decimal_buf(v->f8, text);
	return DirectFunctionCall3(numeric_in, CStringGetDatum(text),
							   ObjectIdGetDatum(InvalidOid),
							   Int32GetDatum(-1));
}

/* An integer from a number, if it is one and in range. */
static bool
integer_of(Datum number, ValueKind wanted, CoreValue *v)
{
	Datum		least = DirectFunctionCall1(int8_numeric,
											Int64GetDatum(PG_INT64_MIN));
	Datum		most = DirectFunctionCall1(int8_numeric,
										   Int64GetDatum(PG_INT64_MAX));

	if (!DatumGetBool(DirectFunctionCall2(numeric_ge, number, least)) ||
		!DatumGetBool(DirectFunctionCall2(numeric_le, number, most)))
		return false;
	v->i = DatumGetInt64(DirectFunctionCall1(numeric_int8, number));
	return !(wanted == VALUE_INT2 && v->i != (int16) v->i) &&
		!(wanted == VALUE_INT4 && v->i != (int32) v->i);
}

/* Convert a number to the column's kind; numeric is its datum. */
static void
convert_number(const DefinedColumn *column, CoreValue *v, Datum numeric)
{
	ValueKind	wanted = column->type.kind;
	Datum		number = number_of(v, numeric);
	bool		exact = true;
	CoreError	err;

	v->kind = wanted;
	if (value_kind_is_integer(wanted))
		exact = integer_of(number, wanted, v);
	else if (wanted == VALUE_FLOAT8 || wanted == VALUE_FLOAT4)
	{
		v->f8 = DatumGetFloat8(
			DirectFunctionCall1(numeric_float8_no_overflow, number));
		if (wanted == VALUE_FLOAT4)
			v->f4 = (float) v->f8;
	}
	else
	{
		ValueType	type;

		value_type_find(&type, NUMERICOID, -1, CurrentMemoryContext);
		if (!value_from_datum(&type, number, v, &err))
			core_error_raise(&err);
	}
	if (!exact ||
		!DatumGetBool(
			DirectFunctionCall2(numeric_eq, number, number_of(v, number))))
		refuse_value(column, number);
}

/* ---- values ------------------------------------------------------------- */

static void
name_column(void *column)
{
	errcontext("value for column \"%s\" of type %s", column_name(column),
			   ((const DefinedColumn *) column)->type_name);
}

/* An untyped literal is read as the column's type. */
static void
read_literal(const DefinedColumn *column, char *text, CoreValue *v)
{
	ValueType	type;
	Oid			input,
				param;
	CoreError	err;
	ErrorContextCallback context = {error_context_stack, name_column,
									(void *) column};

	error_context_stack = &context;
	getTypeInputInfo(column->type_id, &input, &param);
	value_type_lookup(&type, column->type_id, -1, CurrentMemoryContext,
					  column->name);
	if (!value_from_datum(&type, OidInputFunctionCall(input, text, param, -1),
						  v, &err))
		core_error_raise(&err);
	error_context_stack = context.previous;
}

WideName
column_value_get(const DefinedColumn *column, ValueSite *site, Datum datum)
{
	WideName	bytes;
	CoreValue	v;
	CoreError	err;

	if (site->raw)
	{
		bytes = value_site_get(site, datum);
		check_bytes(column, bytes.data, (uint32_t) bytes.len);
		return bytes;
	}
	if (site->value.base == UNKNOWNOID)
		read_literal(column, DatumGetCString(datum), &v);
	else
	{
		if (!value_from_datum(&site->value, datum, &v, &err))
			core_error_raise(&err);
		if (v.kind != column->type.kind)
		{
			if (!is_number(v.kind) || !is_number(column->type.kind))
				refuse_type(column, site->value.type);
			convert_number(column, &v, datum);
		}
	}
	site->scratch.len = 0;
	if (!encoding_encode(&column->type, false, &v, &site->scratch, &err))
		core_error_raise(&err);
	bytes.data = site->scratch.data;
	bytes.len = site->scratch.len;
	return bytes;
}

void
column_value_check_row(const DefinedColumn *column, const WideRow *row)
{
	bool		found;
	uint32_t	c = wide_search(row,
								(const uint8_t *) VARDATA(column->qualifier),
								VARSIZE(column->qualifier) - VARHDRSZ, &found);
	WideSpan	span;

	if (!found)
		return;
	span = wide_span(row, c);
	for (uint32_t i = span.first; i < span.stop; i++)
	{
		uint32_t	len;
		const uint8_t *value = wide_value(row, i, &len);

		if (wide_type(row, i) == CELL_PUT)
			check_bytes(column, value, len);
	}
}

/*
 * An increment needs 8 bytes, as Bytes.toBytes(long) encodes them
 * (HRegion.increment).
 */
void
column_value_check_increment(const DefinedColumn *column)
{
	if (column->type.kind != VALUE_INT8 ||
		column->type.encoding != ENCODING_BYTES)
		ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg(
				 "column \"%s\" of type %s in encoding \"%s\" cannot be incremented",
				 column_name(column), column->type_name, encoding_of(column)),
			 errdetail(
				 "HBase can increment values of type bigint in encoding \"bytes\".")));
}

void
column_value_check_append(const DefinedColumn *column)
{
	if ((column->type.kind != VALUE_TEXT &&
		 column->type.kind != VALUE_BYTES) ||
		column->type.encoding == ENCODING_ORDERED || column->type.length > 0)
		ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg(
				 "cannot append to column \"%s\" of type %s in encoding \"%s\"",
				 column_name(column), column->type_name, encoding_of(column)),
			 errdetail("Only values of type text and bytea can be extended.")));
}
