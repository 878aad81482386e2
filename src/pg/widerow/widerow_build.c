/*
 * widerow_build.c
 *		Build wide rows from arguments and from records.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "pg/base/core_error.h"
#include "pg/base/extension_objects.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/widerow/widerow.h"

/* Add a cell without timestamp. */
static bool
add_cell(WideBuilder *builder, WideName name, WideName value, CoreError *err)
{
	WideCell   *cell = wide_builder_reserve(builder, name.len, value.len, err);

	if (cell == NULL)
		return false;
	core_copy((uint8_t *) cell->qualifier, name.data, name.len);
	core_copy((uint8_t *) cell->value, value.data, value.len);
	cell->ts = CELL_LATEST_TIMESTAMP;
	return true;
}

/* The result of the call: a row of the cells; duplicate cells are an error. */
static Datum
finish(FunctionCallInfo fcinfo, WideBuilder *builder)
{
	CoreBuf		buf;
	CoreError	err;

	widerow_buf_init(&buf, builder->bytes + (size_t) builder->count * 2);
	if (!wide_builder_finish(builder, WIDEROW_DUPLICATE_ERROR, &buf, &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_DATUM(widerow_buf_datum(&buf));
}

/* ---- from arguments ----------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_build);
PG_FUNCTION_INFO_V1(widerow_build_empty);

/* State of a call site for its pairs. */
typedef struct BuildSite
{
	MemoryContext context;
	int			first;			/* argument where the pairs begin */
	Oid			encoding;		/* of the enum; InvalidOid: the default */
	bool		variadic;		/* VARIADIC and an array */
	int			pairs;			/* number of sites; one for an array */
	NameSite   *names;
	ValueSite  *values;
	Oid			element;		/* of the array */
	int16		element_len;
	bool		element_by_value;
	char		element_align;
} BuildSite;

/* Make the state of a call whose pairs begin at argument first. */
static BuildSite *
make_build_site(FunctionCallInfo fcinfo, int first, Oid encoding_oid)
{
	BuildSite  *before = fcinfo->flinfo->fn_extra;
	MemoryContext context =
		widerow_site_context(fcinfo, before != NULL ? before->context : NULL);
	Encoding	encoding = OidIsValid(encoding_oid) ?
		value_encoding(encoding_oid) :
		ENCODING_BYTES;
	BuildSite  *site = MemoryContextAllocZero(context, sizeof(BuildSite));
	char		what[32];

	site->context = context;
	site->first = first;
	site->variadic = get_fn_expr_variadic(fcinfo->flinfo);
	if (!site->variadic && (PG_NARGS() - first) % 2 != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument list must have even number of elements"),
				 errhint("The arguments are pairs of a qualifier and a value. An encoding before them needs its type: 'phoenix'::hbase_encoding.")));
	site->pairs = site->variadic ? 1 : (PG_NARGS() - first) / 2;
	site->names = MemoryContextAllocZero(context,
										 Max(site->pairs, 1) *
											 sizeof(NameSite));
	site->values = MemoryContextAllocZero(context,
										  Max(site->pairs, 1) *
											  sizeof(ValueSite));
	if (site->variadic)
	{
		Oid			array = get_fn_expr_argtype(fcinfo->flinfo, first);

		site->element = get_base_element_type(array);
		if (!OidIsValid(site->element))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("VARIADIC argument must be an array")));
		get_typlenbyvalalign(site->element, &site->element_len,
							 &site->element_by_value, &site->element_align);
		name_site_init(&site->names[0], site->element, "the array");
		value_site_init(&site->values[0], site->element, encoding, context,
						"the array");
	}
	else
		for (int i = 0; i < site->pairs; i++)
		{
			int			arg = first + 2 * i;

			snprintf(what, sizeof(what), "argument %d", arg + 1);
			name_site_init(&site->names[i],
						   get_fn_expr_argtype(fcinfo->flinfo, arg), what);
			snprintf(what, sizeof(what), "argument %d", arg + 2);
			value_site_init(&site->values[i],
							get_fn_expr_argtype(fcinfo->flinfo, arg + 1),
							encoding, context, what);
		}
	site->encoding = encoding_oid;
	return site;
}

/* Add a pair: the qualifier, argument number arg, and the value. */
static bool
add_pair(NameSite *name_site, ValueSite *value_site, NullableDatum name_arg,
		 NullableDatum value_arg, int arg, WideBuilder *builder,
		 CoreError *err)
{
	WideName	name;
	WideName	value;

	if (name_arg.isnull)
	{
		core_error(err, CORE_ERR_NULL,
				   "argument %d is a qualifier and must not be NULL", arg);
		return core_error_hint(err, "The empty qualifier is ''.");
	}
	return value_arg.isnull ||
		(name_site_take(name_site, name_arg.value, &name, err) &&
		 value_site_take(value_site, value_arg.value, &value, err) &&
		 add_cell(builder, name, value, err));
}

/* Add the pairs of an array: qualifier, value, qualifier, value, .. */
static bool
add_array(BuildSite *site, Datum array, WideBuilder *builder, CoreError *err)
{
	Datum	   *elements;
	bool	   *nulls;
	int			n;

	deconstruct_array(DatumGetArrayTypeP(array), site->element,
					  site->element_len, site->element_by_value,
					  site->element_align, &elements, &nulls, &n);
	if (n % 2 != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("argument list must have even number of elements"),
				 errhint("The arguments are pairs of a qualifier and a value.")));
	for (int i = 0; i < n; i += 2)
	{
		NullableDatum name = {elements[i], nulls[i]};
		NullableDatum value = {elements[i + 1], nulls[i + 1]};

		if (!add_pair(&site->names[0], &site->values[0], name, value, i + 1,
					  builder, err))
			return false;
	}
	return true;
}

/* widerow_build([encoding,] qualifier, value, ..) */
Datum
widerow_build(PG_FUNCTION_ARGS)
{
	BuildSite  *site = fcinfo->flinfo->fn_extra;
	int			first;
	Oid			encoding = InvalidOid;
	WideBuilder builder;
	CoreError	err;

	first = site != NULL ? site->first :
						   get_fn_expr_argtype(fcinfo->flinfo, 0) ==
			extension_objects()->encoding;
	if (first > 0)
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		encoding = PG_GETARG_OID(0);
	}
	if (site == NULL || site->encoding != encoding)
		site = fcinfo->flinfo->fn_extra = make_build_site(fcinfo, first,
														  encoding);
	wide_builder_init(&builder);
	if (site->variadic)
	{
		if (PG_ARGISNULL(first))
			PG_RETURN_NULL();
		if (!add_array(site, PG_GETARG_DATUM(first), &builder, &err))
			return core_error_reject(fcinfo, &err);
	}
	else
		for (int i = 0; i < site->pairs; i++)
		{
			int			arg = first + 2 * i;

			if (!add_pair(&site->names[i], &site->values[i], fcinfo->args[arg],
						  fcinfo->args[arg + 1], arg + 1, &builder, &err))
				return core_error_reject(fcinfo, &err);
		}
	return finish(fcinfo, &builder);
}

/* widerow_build(): the empty row. */
Datum
widerow_build_empty(PG_FUNCTION_ARGS)
{
	WideBuilder builder;

	wide_builder_init(&builder);
	return finish(fcinfo, &builder);
}

/* ---- from records ------------------------------------------------------- */

PG_FUNCTION_INFO_V1(widerow_from_record);
PG_FUNCTION_INFO_V1(widerow_populate);

/* State of a call site for the columns of a record type. */
typedef struct RecordSite
{
	MemoryContext context;
	uint64		identifier;		/* version of the record type: ALTER TYPE
								 * changes it */
	Oid			encoding;		/* of the enum */
	TupleDesc	desc;			/* a copy */
	WideName   *names;
	ValueSite  *values;			/* to encode; or */
	ValueType  *types;			/* to decode: the type of a column, */
	EncodingType *formats;		/* and its format */
	void	   *domain;			/* cache of domain_check() */
} RecordSite;

/* True if the state was made for this record type in its present version. */
static bool
record_site_fits(const RecordSite *site, Oid type, int32 typmod, Oid encoding)
{
	return site != NULL && site->encoding == encoding &&
		site->identifier == assign_record_type_identifier(type, typmod);
}

/*
 * A state with the names of the columns; the caller sets its pointer at the
 * end.
 */
static RecordSite *
make_record_site(FunctionCallInfo fcinfo, Oid type, int32 typmod, Oid encoding)
{
	RecordSite *before = fcinfo->flinfo->fn_extra;
	MemoryContext context =
		widerow_site_context(fcinfo, before != NULL ? before->context : NULL);
	MemoryContext old = MemoryContextSwitchTo(context);
	RecordSite *site = palloc0(sizeof(RecordSite));

	site->context = context;
	site->identifier = assign_record_type_identifier(type, typmod);
	site->encoding = encoding;
	site->desc = lookup_rowtype_tupdesc_copy(type, typmod);
	site->names = palloc0((Size) Max(site->desc->natts, 1) * sizeof(WideName));
	for (int i = 0; i < site->desc->natts; i++)
	{
		char	   *column = NameStr(TupleDescAttr(site->desc, i)->attname);
		int			len = strlen(column);
		const char *utf8 = utf8_text_from_server(column, &len);

		site->names[i].data = (const uint8_t *) pnstrdup(utf8, len);
		site->names[i].len = len;
	}
	MemoryContextSwitchTo(old);
	return site;
}

/* Prepare to encode the columns; an error names a column without encoding. */
static void
add_value_sites(RecordSite *site)
{
	TupleDesc	desc = site->desc;

	site->values = MemoryContextAllocZero(site->context,
										  (Size) Max(desc->natts, 1) *
											  sizeof(ValueSite));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (!att->attisdropped)
			value_site_init(&site->values[i], att->atttypid,
							value_encoding(site->encoding),
							site->context,
							psprintf("column \"%s\"", NameStr(att->attname)));
	}
}

/*
 * widerow(record, encoding): a record's columns as cells; NULL columns are
 * left out.
 */
Datum
widerow_from_record(PG_FUNCTION_ARGS)
{
	RecordSite *site = fcinfo->flinfo->fn_extra;
	Oid			encoding = PG_GETARG_OID(1);
	HeapTupleHeader header;
	Oid			type;
	int32		typmod;
	HeapTupleData tuple;
	Datum	   *values;
	bool	   *nulls;
	WideBuilder builder;
	WideName	value;
	CoreError	err;

	header = PG_GETARG_HEAPTUPLEHEADER(0);
	type = HeapTupleHeaderGetTypeId(header);
	typmod = HeapTupleHeaderGetTypMod(header);
	if (!record_site_fits(site, type, typmod, encoding))
	{
		site = make_record_site(fcinfo, type, typmod, encoding);
		add_value_sites(site);
		fcinfo->flinfo->fn_extra = site;
	}
	tuple.t_len = HeapTupleHeaderGetDatumLength(header);
	ItemPointerSetInvalid(&tuple.t_self);
	tuple.t_tableOid = InvalidOid;
	tuple.t_data = header;
	values = palloc((Size) Max(site->desc->natts, 1) * sizeof(Datum));
	nulls = palloc((Size) Max(site->desc->natts, 1) * sizeof(bool));
	heap_deform_tuple(&tuple, site->desc, values, nulls);

	wide_builder_init(&builder);
	for (int i = 0; i < site->desc->natts; i++)
		if (!nulls[i] && !TupleDescAttr(site->desc, i)->attisdropped &&
			(!value_site_take(&site->values[i], values[i], &value, &err) ||
			 !add_cell(&builder, site->names[i], value, &err)))
			return core_error_reject(fcinfo, &err);
	return finish(fcinfo, &builder);
}

/* Prepare to decode cells into the columns. */
static void
add_value_types(RecordSite *site)
{
	MemoryContext context = site->context;
	TupleDesc	desc = site->desc;
	CoreError	err;

	site->types = MemoryContextAllocZero(context,
										 (Size) Max(desc->natts, 1) *
											 sizeof(ValueType));
	site->formats = MemoryContextAllocZero(context,
										   (Size) Max(desc->natts, 1) *
											   sizeof(EncodingType));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);

		if (att->attisdropped)
			continue;
		value_type_lookup(&site->types[i], att->atttypid, att->atttypmod,
						  context,
						  psprintf("column \"%s\"", NameStr(att->attname)));
		if (!encoding_resolve(value_encoding(site->encoding),
							  site->types[i].kind, NULL, -1, &site->formats[i],
							  &err))
			core_error_raise(&err);
	}
}

/* The value of a cell as a column's datum. */
static Datum
decode_column(RecordSite *site, int i, const WideRow *row, uint32_t cell,
			  bool *isnull)
{
	CoreValue	v;
	CoreError	err;
	uint32_t	len;
	const uint8_t *bytes = wide_value(row, cell, &len);

	if (site->types[i].kind == VALUE_BYTES)
	{
		v.kind = VALUE_BYTES;
		v.bytes.data = bytes;
		v.bytes.len = len;
	}
	else if (!encoding_decode(&site->formats[i], false, bytes, len, &v, &err))
		widerow_decode_error(&err, site->names[i], site->types[i].type);
	return value_to_datum(&site->types[i], &v, isnull);
}

/*
 * widerow_populate(base, row, encoding): columns by name; base has the others.
 */
Datum
widerow_populate(PG_FUNCTION_ARGS)
{
	RecordSite *site = fcinfo->flinfo->fn_extra;
	Oid			declared = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Oid			type = declared;
	int32		typmod = -1;
	HeapTupleHeader header = NULL;
	Datum	   *values;
	bool	   *nulls;
	WideRow		row;
	Datum		result;

	if (PG_ARGISNULL(2))
		PG_RETURN_NULL();
	if (!type_is_rowtype(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("first argument of widerow_populate must be a row type")));
	if (!PG_ARGISNULL(0))
	{
		header = PG_GETARG_HEAPTUPLEHEADER(0);
		type = HeapTupleHeaderGetTypeId(header);
		typmod = HeapTupleHeaderGetTypMod(header);
	}
	else if (type == RECORDOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("could not determine the columns of the result"),
				 errhint("Pass a row type: widerow_populate(NULL::some_table, row).")));
	else
		type = getBaseTypeAndTypmod(type, &typmod);
	if (!record_site_fits(site, type, typmod, PG_GETARG_OID(2)))
	{
		site = make_record_site(fcinfo, type, typmod, PG_GETARG_OID(2));
		add_value_types(site);
		fcinfo->flinfo->fn_extra = site;
	}

	values = palloc0((Size) Max(site->desc->natts, 1) * sizeof(Datum));
	nulls = palloc((Size) Max(site->desc->natts, 1) * sizeof(bool));
	memset(nulls, true, (Size) Max(site->desc->natts, 1) * sizeof(bool));
	if (header != NULL)
	{
		HeapTupleData tuple;

		tuple.t_len = HeapTupleHeaderGetDatumLength(header);
		ItemPointerSetInvalid(&tuple.t_self);
		tuple.t_tableOid = InvalidOid;
		tuple.t_data = header;
		heap_deform_tuple(&tuple, site->desc, values, nulls);
	}
	widerow_from_arg(fcinfo, 1, &row);
	for (int i = 0; i < site->desc->natts; i++)
	{
		bool		found;
		uint32_t	column,
					cell;

		if (TupleDescAttr(site->desc, i)->attisdropped)
			continue;
		column = wide_search(&row, site->names[i].data, site->names[i].len,
							 &found);
		if (found && wide_newest(&row, column, &cell))
			values[i] = decode_column(site, i, &row, cell, &nulls[i]);
		else if (nulls[i])
			/* a domain may reject NULL */
			values[i] = value_to_datum(&site->types[i],
									   &(CoreValue) {.kind = VALUE_NULL},
									   &nulls[i]);
	}
	result = HeapTupleGetDatum(heap_form_tuple(site->desc, values, nulls));
	if (declared != type && get_typtype(declared) == TYPTYPE_DOMAIN)
		domain_check(result, false, declared, &site->domain, site->context);
	PG_RETURN_DATUM(result);
}
