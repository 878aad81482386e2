/*
 * rowkey_decompose.c
 *		Read keys by a layout: rowkey_field, rowkey_decompose, rowkey_fields,
 *		rowkey_describe; and check them: rowkey_conforms, rowkey_mismatch,
 *		rowkey_which.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

#include "core/base/notation.h"
#include "core/layout/layout.h"
#include "core/layout/layout_decompose.h"
#include "core/layout/layout_parse.h"
#include "core/layout/layout_print.h"
#include "core/layout/layout_time.h"
#include "core/layout/record_types.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/value/value_convert.h"
#include "hbase_schema.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/set_result.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/layout/layout_site.h"
#include "pg/layout/rowkey_layout.h"

PG_FUNCTION_INFO_V1(rowkey_field);
PG_FUNCTION_INFO_V1(rowkey_decompose);
PG_FUNCTION_INFO_V1(rowkey_fields);
PG_FUNCTION_INFO_V1(rowkey_describe);
PG_FUNCTION_INFO_V1(rowkey_conforms);
PG_FUNCTION_INFO_V1(rowkey_mismatch);
PG_FUNCTION_INFO_V1(rowkey_which);

static LayoutSite *
reading_site(FunctionCallInfo fcinfo)
{
	CoreError	err;
	LayoutSite *site = layout_site(fcinfo, 0, 0, false, &err);

	if (site == NULL)
		core_error_raise(&err);
	return site;
}

static inline const uint8_t *
key_bytes(const RowKey *key)
{
	return (const uint8_t *) VARDATA_ANY(key);
}

/*
 * Split a key into its parts; raises an error if it does not fit the layout.
 */
static inline void
split(const Layout *layout, const RowKey *key, LayoutPart *parts)
{
	CoreError	err;

	if (!layout_split(layout, key_bytes(key), VARSIZE_ANY_EXHDR(key), parts,
					  &err))
		core_error_raise(&err);
}

/* ---- columns ---------------------------------------------------------- */

/* The type of a field's column; "what" is for messages: "column \"x\"". */
static void
find_column_type(ValueType *type, const LayoutField *field, Oid oid,
				 int32 typmod, MemoryContext context, const char *what)
{
	if (!value_type_find(type, oid, typmod, context) ||
		!value_kind_takes(type->kind, field->kind))
		ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg(
				 "%s has type %s, but field \"%s\" of the key is of type %s",
				 what, format_type_be(oid), core_error_message(field->name),
				 field->type_name)));
}

/* A readable field as a datum of the column's type. */
static inline Datum
field_datum(const Layout *layout, int field, ValueType *type,
			const RowKey *key, const LayoutPart *parts, bool *isnull)
{
	CoreValue	v;
	CoreValue	converted;
	ValueRoom	room;
	CoreError	err;

	if (!layout_read_field(layout, field, key_bytes(key), parts, &v, &err))
		core_error_raise(&err);
	if (likely(v.kind == type->kind || v.kind == VALUE_NULL))
		return value_to_datum(type, &v, isnull);
	if (!value_convert(type->kind, &v, &converted, &room, &err))
		core_error_raise(&err);
	return value_to_datum(type, &converted, isnull);
}

/* State of a call site of rowkey_field, beside its layout. */
typedef struct FieldSite
{
	bool		constant;		/* the name is a constant */
	text	   *name;
	int			field;
	ValueType	type;
} FieldSite;

/* The field of this name; the error lists the fields. */
static int
find_field(const Layout *layout, const char *name, int len)
{
	const char *utf8 = utf8_text_from_server(name, &len);
	int			field = layout_find_field(layout, utf8, len);
	CoreError	err;

	if (field < 0)
	{
		layout_no_field(layout, utf8, len, &err);
		core_error_raise(&err);
	}
	return field;
}

/* Raise an error if a field cannot be read from a key. */
static void
check_readable(const LayoutField *field)
{
	if (field->read_from < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("field \"%s\" cannot be read back from a key",
						core_error_message(field->name)),
				 errdetail("The key contains only a digest or bucket of it."),
				 errhint("Add the field itself to the layout, or store its value in a cell.")));
}

static FieldSite *
make_field_site(FunctionCallInfo fcinfo, LayoutSite *site, text *name)
{
	FieldSite  *field = site->extra;
	Oid			oid = get_fn_expr_argtype(fcinfo->flinfo, 3);
	MemoryContext old = MemoryContextSwitchTo(site->context);

	if (field == NULL)
		field = palloc0(sizeof(FieldSite));
	else
		pfree(field->name);
	site->extra = NULL;			/* until it is complete */
	field->field = find_field(site->layout, VARDATA_ANY(name),
							  VARSIZE_ANY_EXHDR(name));
	check_readable(&site->layout->fields[field->field]);
	find_column_type(&field->type, &site->layout->fields[field->field], oid,
					 -1, site->context, "the value wanted");
	field->name = (text *) palloc(VARSIZE_ANY(name));
	memcpy(field->name, name, VARSIZE_ANY(name));
	field->constant = layout_arg_is_const(fcinfo->flinfo, 2);
	MemoryContextSwitchTo(old);
	site->extra = field;
	return field;
}

/* rowkey_field(layout, key, name, NULL::type): one field of a key. */
Datum
rowkey_field(PG_FUNCTION_ARGS)
{
	LayoutSite *site;
	FieldSite  *field;
	RowKey	   *key;
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	Datum		datum;
	bool		isnull;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	site = reading_site(fcinfo);
	field = site->extra;
	if (unlikely(field == NULL || !field->constant))
	{
		text	   *name = PG_GETARG_TEXT_PP(2);

		if (field == NULL || VARSIZE_ANY(field->name) != VARSIZE_ANY(name) ||
			memcmp(field->name, name, VARSIZE_ANY(name)) != 0)
			field = make_field_site(fcinfo, site, name);
	}
	key = PG_GETARG_ROWKEY_PP(1);
	split(site->layout, key, parts);
	datum = field_datum(site->layout, field->field, &field->type, key, parts,
						&isnull);
	if (isnull)
		PG_RETURN_NULL();
	return datum;
}

/* State of a call site of rowkey_decompose, beside its layout. */
typedef struct RowSite
{
	TupleDesc	tupdesc;
	int			fields[LAYOUT_MAX_FIELDS];	/* the field of each column */
	ValueType	types[LAYOUT_MAX_FIELDS];
} RowSite;

static RowSite *
make_row_site(FunctionCallInfo fcinfo, LayoutSite *site)
{
	MemoryContext old = MemoryContextSwitchTo(site->context);
	RowSite    *row = palloc0(sizeof(RowSite));
	TupleDesc	tupdesc;

	if (get_call_result_type(fcinfo, NULL, &tupdesc) != TYPEFUNC_COMPOSITE)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("rowkey_decompose requires a column definition list"),
				 errhint("Call it in FROM: rowkey_decompose(layout, key) AS k(name type, ...).")));
	row->tupdesc = BlessTupleDesc(tupdesc);
	for (int i = 0; i < tupdesc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(tupdesc, i);

		/* No two columns have one name, so there are not too many. */
		row->fields[i] = find_field(site->layout, NameStr(att->attname),
									strlen(NameStr(att->attname)));
		find_column_type(&row->types[i], &site->layout->fields[row->fields[i]],
						 att->atttypid, att->atttypmod, site->context,
						 psprintf("column \"%s\"", NameStr(att->attname)));
	}
	MemoryContextSwitchTo(old);
	return row;
}

/*
 * rowkey_decompose(layout, key): the fields as the row of a FROM item, columns
 * matched by name; NULL where the key has only a digest or bucket.
 */
Datum
rowkey_decompose(PG_FUNCTION_ARGS)
{
	LayoutSite *site = reading_site(fcinfo);
	RowKey	   *key = PG_GETARG_ROWKEY_PP(1);
	RowSite    *row = site->extra;
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	Datum		values[LAYOUT_MAX_FIELDS];
	bool		nulls[LAYOUT_MAX_FIELDS];

	if (row == NULL)
		row = site->extra = make_row_site(fcinfo, site);
	split(site->layout, key, parts);
	for (int i = 0; i < row->tupdesc->natts; i++)
	{
		int			field = row->fields[i];

		nulls[i] = site->layout->fields[field].read_from < 0;
		values[i] = nulls[i] ? (Datum) 0 :
							   field_datum(site->layout, field, &row->types[i],
										   key, parts, &nulls[i]);
	}
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(row->tupdesc, values, nulls)));
}

/* ---- values as text and jsonb ----------------------------------------- */

/* The canonical text of a value, in the server's encoding. */
static text *
value_text(const CoreValue *v)
{
	EncodingType type;
	CoreBuf		buf;
	CoreError	err;
	const char *p;
	int			len;

	core_buf_init(&buf);
	if (v->kind == VALUE_BYTES)
	{
		/* As bytea prints it. */
		static const char digits[] = "0123456789abcdef";

		core_buf_add(&buf, "\\x", 2);
		for (size_t i = 0; i < v->bytes.len; i++)
		{
			core_buf_add_byte(&buf, digits[v->bytes.data[i] >> 4]);
			core_buf_add_byte(&buf, digits[v->bytes.data[i] & 15]);
		}
	}
	else if (!encoding_resolve(ENCODING_STRING, v->kind, NULL, -1, &type,
							   &err) ||
			 !encoding_encode(&type, false, v, &buf, &err))
		core_error_raise(&err);
	len = (int) buf.len;
	p = len == 0 ? "" : server_text_from_utf8((const char *) buf.data, &len);
	return cstring_to_text_with_len(p, len);
}

/* A value for jsonb: a number, a boolean, or its text. */
static void
value_json(const CoreValue *v, JsonbValue *json)
{
	text	   *t;

	if (v->kind == VALUE_NULL)
	{
		json->type = jbvNull;
		return;
	}
	if (v->kind == VALUE_BOOL)
	{
		json->type = jbvBool;
		json->val.boolean = v->b;
		return;
	}
	t = value_text(v);
	if (value_kind_is_integer(v->kind) || v->kind == VALUE_NUMERIC ||
		v->kind == VALUE_FLOAT4 || v->kind == VALUE_FLOAT8)
	{
		char	   *digits = text_to_cstring(t);
		Numeric		number = DatumGetNumeric(
			DirectFunctionCall3(numeric_in, CStringGetDatum(digits),
								ObjectIdGetDatum(InvalidOid),
								Int32GetDatum(-1)));

		/* jsonb has no NaN or infinity: they are strings. */
		if (!numeric_is_nan(number) && !numeric_is_inf(number))
		{
			json->type = jbvNumeric;
			json->val.numeric = number;
			return;
		}
	}
	json->type = jbvString;
	json->val.string.val = VARDATA(t);
	json->val.string.len = VARSIZE(t) - VARHDRSZ;
}

/* rowkey_fields(layout, key): the readable fields. */
Datum
rowkey_fields(PG_FUNCTION_ARGS)
{
	LayoutSite *site = reading_site(fcinfo);
	const Layout *layout = site->layout;
	RowKey	   *key = PG_GETARG_ROWKEY_PP(1);
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	JsonbParseState *state = NULL;
	JsonbValue *object;
	CoreError	err;

	split(layout, key, parts);
	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	for (int i = 0; i < layout->nfields; i++)
	{
		const LayoutField *field = &layout->fields[i];
		int			len = strlen(field->name);
		const char *name = server_text_from_utf8(field->name, &len);
		JsonbValue	json;
		CoreValue	v;

		if (field->read_from < 0)
			continue;
		if (!layout_read_field(layout, i, key_bytes(key), parts, &v, &err))
			core_error_raise(&err);
		json.type = jbvString;
		json.val.string.val = (char *) name;
		json.val.string.len = len;
		pushJsonbValue(&state, WJB_KEY, &json);
		value_json(&v, &json);
		pushJsonbValue(&state, WJB_VALUE, &json);
	}
	object = pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	PG_RETURN_JSONB_P(JsonbValueToJsonb(object));
}

/* ---- rowkey_describe -------------------------------------------------- */

static void
put_part(ReturnSetInfo *rsinfo, const char *component, const RowKey *key,
		 size_t offset, size_t len, text *value)
{
	Datum		values[5];
	bool		nulls[5] = {false, false, false, false, value == NULL};
	bytea	   *bytes = varlena_bytea(VARDATA_ANY(key) + offset, len);
	int			name_len = strlen(component);
	const char *name = server_text_from_utf8(component, &name_len);

	values[0] = PointerGetDatum(cstring_to_text_with_len(name, name_len));
	values[1] = Int32GetDatum((int32) offset);
	values[2] = Int32GetDatum((int32) len);
	values[3] = PointerGetDatum(bytes);
	values[4] = PointerGetDatum(value);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* A salt or bucket, with the expected one if the key's is different. */
static text *
bucket_text(const Layout *layout, int n, const RowKey *key,
			const LayoutPart *parts)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	const uint8_t *p = key_bytes(key);
	uint32_t	bucket;
	uint32_t	right;
	CoreValue	v;
	int64_t		number;
	CoreError	err;

	if (!layout_read_bucket(layout, n, p, parts, &bucket, &err))
		core_error_raise(&err);
	right = bucket;
	if (component->kind == LAYOUT_SALT)
	{
		if (!layout_right_salt(layout, p, VARSIZE_ANY_EXHDR(key), parts,
							   &right, &err))
			core_error_raise(&err);
	}
	else if (field->read_whole)
	{
		if (!layout_read_field(layout, component->field, p, parts, &v, &err) ||
			!layout_number(field, &v, &number, &err))
			core_error_raise(&err);
		right = bucket_of(number, (uint32_t) component->number);
	}
	if (bucket == right)
		return cstring_to_text(psprintf("%u", bucket));
	return cstring_to_text(psprintf("%u (should be %u)", bucket, right));
}

/* The value of a component; NULL if it cannot be read. */
static text *
part_text(const Layout *layout, int n, const RowKey *key,
		  const LayoutPart *parts)
{
	const LayoutComponent *component = &layout->components[n];
	CoreValue	v;
	CoreError	err;

	switch (component->kind)
	{
		case LAYOUT_DIGEST:
			return NULL;
		case LAYOUT_SALT:
		case LAYOUT_BUCKET:
			return bucket_text(layout, n, key, parts);
		case LAYOUT_LITERAL:
			return cstring_to_text(
				notation_text(component->literal, component->literal_len));
		default:
			break;
	}
	if (!layout_read_component(layout, n, key_bytes(key), parts, &v, &err))
		core_error_raise(&err);
	return v.kind == VALUE_NULL ? NULL : value_text(&v);
}

/* rowkey_describe(layout, key): every component, with separators. */
Datum
rowkey_describe(PG_FUNCTION_ARGS)
{
	LayoutSite *site = reading_site(fcinfo);
	const Layout *layout = site->layout;
	RowKey	   *key = PG_GETARG_ROWKEY_PP(1);
	ReturnSetInfo *rsinfo = set_result_begin(fcinfo);
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	char		label[LAYOUT_LABEL_SIZE];

	split(layout, key, parts);
	for (int i = 0; i < layout->ncomponents; i++)
	{
		put_part(rsinfo, layout_label(layout, i, label, sizeof(label)), key,
				 parts[i].offset, parts[i].len,
				 part_text(layout, i, key, parts));
		if (parts[i].separator > 0)
			put_part(rsinfo, "separator", key, parts[i].offset + parts[i].len,
					 parts[i].separator, NULL);
	}
	return (Datum) 0;
}

/* ---- checks of keys ----------------------------------------------------- */

/*
 * True if the key is exactly the one that rowkey_compose gives; else *err has
 * the reason.
 */
static bool
conforms(const Layout *layout, const RowKey *key, CoreError *err)
{
	if (layout_verify(layout, key_bytes(key), VARSIZE_ANY_EXHDR(key), err))
		return true;
	if (err->code == CORE_ERR_LIBRARY)
		core_error_raise(err);
	return false;
}

Datum
rowkey_conforms(PG_FUNCTION_ARGS)
{
	LayoutSite *site = reading_site(fcinfo);
	CoreError	err;

	PG_RETURN_BOOL(conforms(site->layout, PG_GETARG_ROWKEY_PP(1), &err));
}

/*
 * rowkey_mismatch(layout, key): the reason why the key does not conform; NULL
 * if it does.
 */
Datum
rowkey_mismatch(PG_FUNCTION_ARGS)
{
	LayoutSite *site = reading_site(fcinfo);
	CoreError	err;

	if (conforms(site->layout, PG_GETARG_ROWKEY_PP(1), &err))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(core_error_message(err.message)));
}

/* The layouts of an array, compiled; kept in fn_extra. */
typedef struct WhichSite
{
	MemoryContext context;
	ArrayType  *stored;
	bool		constant;
	int			n;
	Layout	  **layouts;		/* NULL for a NULL element */
} WhichSite;

static WhichSite *
which_site(FunctionCallInfo fcinfo)
{
	WhichSite  *site = fcinfo->flinfo->fn_extra;
	ArrayType  *array;
	MemoryContext context;
	MemoryContext old;
	Datum	   *datums;
	bool	   *nulls;
	const Layout **given;
	int			n = 0;
	CoreError	err;

	if (site != NULL && site->constant)
		return site;
	array = PG_GETARG_ARRAYTYPE_P(0);
	if (site != NULL && VARSIZE(site->stored) == VARSIZE(array) &&
		memcmp(site->stored, array, VARSIZE(array)) == 0)
		return site;

	context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "rowkey layouts",
									ALLOCSET_SMALL_SIZES);
	if (site != NULL)
	{
		fcinfo->flinfo->fn_extra = NULL;
		MemoryContextDelete(site->context);
	}
	old = MemoryContextSwitchTo(context);
	site = palloc0(sizeof(WhichSite));
	site->context = context;
	site->stored = (ArrayType *) palloc(VARSIZE(array));
	memcpy(site->stored, array, VARSIZE(array));
	site->constant = layout_arg_is_const(fcinfo->flinfo, 0);
	deconstruct_array(site->stored, ARR_ELEMTYPE(array), -1, false,
					  TYPALIGN_INT, &datums, &nulls, &site->n);
	site->layouts = palloc0((site->n + 1) * sizeof(Layout *));
	given = palloc((site->n + 1) * sizeof(Layout *));
	for (int i = 0; i < site->n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!nulls[i])
			given[n++] = site->layouts[i] = layout_compile(
				DatumGetLayoutPP(datums[i]));
	}
	if (!layout_check_record_types(given, n, &err))
		core_error_raise(&err);
	MemoryContextSwitchTo(old);
	fcinfo->flinfo->fn_extra = site;
	return site;
}

/*
 * rowkey_which(layouts, key): the number, from 1, of the first layout that the
 * key conforms to.
 */
Datum
rowkey_which(PG_FUNCTION_ARGS)
{
	WhichSite  *site = which_site(fcinfo);
	RowKey	   *key = PG_GETARG_ROWKEY_PP(1);
	CoreError	err;

	for (int i = 0; i < site->n; i++)
	{
		if (site->layouts[i] != NULL && conforms(site->layouts[i], key, &err))
			PG_RETURN_INT32(i + 1);
	}
	PG_RETURN_NULL();
}
