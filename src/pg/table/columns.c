/*
 * columns.c
 *		The column dictionary: names and types of a relation's qualifiers, and
 *		the fields of its key.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"

#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/set_result.h"
#include "pg/base/varlena_buffer.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/table/columns.h"
#include "pg/table/definition.h"
#include "pg/value/sql_value.h"
#include "pg/widerow/widerow.h"

PG_FUNCTION_INFO_V1(hbase_define_column);
PG_FUNCTION_INFO_V1(hbase_layout_fields);

/*
 * hbase.define_column(relation, family, qualifier, name, type, encoding), the
 * qualifier as text or bytea
 */
Datum
hbase_define_column(PG_FUNCTION_ARGS)
{
	static const char *const what[] = {"relation", "column family",
									   "qualifier", "name", "type",
	"encoding"};
	Oid			relid;
	Definition *def;
	DefinedFamily *family;
	WideName	family_name,
				qualifier;
	ValueType	type;
	Oid			types[] = {NAMEOID, NAMEOID, TEXTOID, BYTEAOID, TEXTOID,
						   TEXTOID, TEXTOID, NAMEOID};
	Datum		values[8];
	NameData	names[3];
	ExtensionUser before;

	for (int i = 0; i < 6; i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("%s must not be NULL", what[i])));
	relid = PG_GETARG_OID(0);
	definition_check_owner(relid);
	def = definition_read(relid, NULL);
	family_name = widerow_name_from_text(PG_GETARG_TEXT_PP(1));
	family = definition_family(def, family_name.data, family_name.len);
	qualifier = get_fn_expr_argtype(fcinfo->flinfo, 2) == BYTEAOID ?
		widerow_name_from_bytea(PG_GETARG_BYTEA_PP(2)) :
		widerow_name_from_text(PG_GETARG_TEXT_PP(2));
	value_type_lookup(&type, PG_GETARG_OID(4), -1, CurrentMemoryContext,
					  "the column");

	definition_names(relid, names);
	values[0] = NameGetDatum(&names[0]);
	values[1] = NameGetDatum(&names[1]);
	values[2] = CStringGetTextDatum(family->name);
	values[3] = PointerGetDatum(varlena_bytea(qualifier.data, qualifier.len));
	values[4] = PG_GETARG_DATUM(3);
	values[5] = CStringGetTextDatum(
		format_type_be_qualified(PG_GETARG_OID(4)));
	values[6] = DirectFunctionCall1(enum_out, PG_GETARG_DATUM(5));
	values[6] = CStringGetTextDatum(DatumGetCString(values[6]));

	namestrcpy(&names[2], GetUserNameFromId(GetUserId(), false));
	values[7] = NameGetDatum(&names[2]);

	before = extension_become_owner();
	SPI_connect();
	if (SPI_execute_with_args(
			psprintf("INSERT INTO hbase_internal.column_dictionary AS c"
					 " (relation_schema, relation_name, family, qualifier, name, type, encoding, owner)"
					 " VALUES ($1, $2, $3, $4, $5, $6, $7::%s.hbase_encoding, $8)"
					 " ON CONFLICT (relation_schema, relation_name, family, qualifier)"
					 " DO UPDATE SET name = excluded.name, type = excluded.type,"
					 " encoding = excluded.encoding, owner = excluded.owner",
					 extension_objects()->types),
			8, types, values, NULL, false, 0) != SPI_OK_INSERT)
		elog(ERROR, "could not store the column");
	SPI_finish();
	extension_become_user(before);
	CacheInvalidateRelcacheByRelid(relid);
	PG_RETURN_VOID();
}

/* hbase_internal.layout_fields(layout): field, type, readable, rangeable */
Datum
hbase_layout_fields(PG_FUNCTION_ARGS)
{
	Layout	   *layout = layout_compile(PG_GETARG_LAYOUT_PP(0));
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);

	for (int i = 0; i < layout->nfields; i++)
	{
		const LayoutField *field = &layout->fields[i];
		Datum		values[4];
		bool		nulls[4] = {false};

		values[0] = CStringGetTextDatum(core_error_message(field->name));
		values[1] = CStringGetTextDatum(value_kind_name(field->kind));
		values[2] = BoolGetDatum(field->read_from >= 0);
		values[3] = BoolGetDatum(field->rangeable);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values,
							 nulls);
	}
	return (Datum) 0;
}

DefinedColumn *
columns_read(Oid relid, int *n)
{
	MemoryContext context = CurrentMemoryContext;
	Oid			types[] = {OIDOID};
	Datum		values[] = {ObjectIdGetDatum(relid)};
	DefinedColumn *columns;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	if (SPI_execute_with_args(
			"SELECT c.name, c.family, c.qualifier, c.type::pg_catalog.regtype, c.encoding"
			" FROM hbase.columns($1::pg_catalog.regclass) c",
			1, types, values, NULL, true, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read the column dictionary");
	*n = (int) SPI_processed;
	columns = MemoryContextAllocZero(context,
									 sizeof(DefinedColumn) * (*n + 1));
	for (int i = 0; i < *n; i++)
	{
		HeapTuple	tuple = SPI_tuptable->vals[i];
		TupleDesc	desc = SPI_tuptable->tupdesc;
		DefinedColumn *column = &columns[i];
		bool		isnull;
		Datum		qualifier = SPI_getbinval(tuple, desc, 3, &isnull);
		Oid			type = DatumGetObjectId(
			SPI_getbinval(tuple, desc, 4, &isnull));
		Encoding	encoding = value_encoding(
			DatumGetObjectId(SPI_getbinval(tuple, desc, 5, &isnull)));
		MemoryContext spi = MemoryContextSwitchTo(context);
		ValueType	value;
		CoreError	err;

		column->name = SPI_getvalue(tuple, desc, 1);
		column->family = SPI_getvalue(tuple, desc, 2);
		column->qualifier = DatumGetByteaPCopy(qualifier);
		value_type_lookup(&value, type, -1, context, column->name);
		column->type_id = type;
		column->type_name = format_type_be(type);
		if (!encoding_resolve(encoding, value.kind, NULL, value.precision,
							  &column->type, &err))
			core_error_raise(&err);
		MemoryContextSwitchTo(spi);
	}
	SPI_finish();
	return columns;
}
