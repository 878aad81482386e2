/*
 * avro.c
 *		JSON values as Avro's binary encoding and back, by libavro: for objects
 *		kept whole in one cell.
 *
 * Without libavro the functions are there and say so.  Two kinds of schema are
 * refused, since a few bytes could make them run away: those that contain
 * themselves, and arrays whose elements take no bytes.
 */
#include "compat.h"

#include <ctype.h>
#include <math.h>

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

#include "core/utf8.h"
#include "glue.h"

PG_FUNCTION_INFO_V1(avro_encode);
PG_FUNCTION_INFO_V1(avro_decode);

#ifndef WITH_AVRO

static void
no_avro(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("this build of hbase_schema has no Avro"),
			 errhint("Install libavro's headers (libavro-dev) and build again.")));
}

Datum
avro_encode(PG_FUNCTION_ARGS)
{
	no_avro();
	PG_RETURN_NULL();
}

Datum
avro_decode(PG_FUNCTION_ARGS)
{
	no_avro();
	PG_RETURN_NULL();
}

#else

#include <avro.h>

/* ---- schemas ------------------------------------------------------------ */

/* A schema and room for one value of it, kept from call to call. */
typedef struct AvroSite
{
	char	   *text;			/* NULL: there is no schema */
	int			text_len;
	avro_schema_t schema;
	avro_value_iface_t *iface;
	avro_value_t value;
	bool		has_value;
} AvroSite;

/* Give back what libavro has of a site, which is as new then. */
static void
release_site(void *arg)
{
	AvroSite   *site = arg;

	if (site->has_value)
		avro_value_decref(&site->value);
	if (site->iface != NULL)
		avro_value_iface_decref(site->iface);
	if (site->schema != NULL)
		avro_schema_decref(site->schema);
	site->has_value = false;
	site->iface = NULL;
	site->schema = NULL;
}

static void
unsafe_schema(const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("Avro schema has %s", what)));
}

/* Can a value take no bytes at all?  Schemas without an end are refused. */
static bool
check_schema(avro_schema_t schema)
{
	bool		empty = true;

	check_stack_depth();
	switch (avro_typeof(schema))
	{
		case AVRO_NULL:
			return true;
		case AVRO_FIXED:
			return avro_schema_fixed_size(schema) == 0;
		case AVRO_LINK:
			unsafe_schema("a type that contains itself or is named twice");
			return false;
		case AVRO_ARRAY:
			if (check_schema(avro_schema_array_items(schema)))
				unsafe_schema("an array of elements without bytes");
			return false;
		case AVRO_MAP:
			check_schema(avro_schema_map_values(schema));
			return false;
		case AVRO_UNION:
			for (size_t i = 0; i < avro_schema_union_size(schema); i++)
				check_schema(avro_schema_union_branch(schema, i));
			return false;
		case AVRO_RECORD:
			for (size_t i = 0; i < avro_schema_record_size(schema); i++)
				if (!check_schema(avro_schema_record_field_get_by_index(schema, i)))
					empty = false;
			return empty;
		default:
			return false;
	}
}

/* A site without a schema, which lives as long as the call site. */
static AvroSite *
new_site(FunctionCallInfo fcinfo)
{
	MemoryContext context = fcinfo->flinfo->fn_mcxt;
	AvroSite   *site = MemoryContextAllocZero(context, sizeof(AvroSite));
	MemoryContextCallback *callback = MemoryContextAllocZero(context, sizeof(MemoryContextCallback));

	callback->func = release_site;
	callback->arg = site;
	MemoryContextRegisterResetCallback(context, callback);
	fcinfo->flinfo->fn_extra = site;
	return site;
}

/*
 * The schema of argument n, parsed when it is another one than before: every
 * row may have its own.
 */
static AvroSite *
site_of(FunctionCallInfo fcinfo, int n)
{
	text	   *schema = PG_GETARG_TEXT_PP(n);
	int			len = VARSIZE_ANY_EXHDR(schema);
	const char *utf8;
	AvroSite   *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
		site = new_site(fcinfo);
	if (site->text != NULL && site->text_len == len &&
		memcmp(site->text, VARDATA_ANY(schema), len) == 0)
		return site;
	release_site(site);
	if (site->text != NULL)
		pfree(site->text);
	site->text = NULL;			/* until all is well */

	utf8 = glue_to_utf8(VARDATA_ANY(schema), &len);
	if (avro_schema_from_json_length(utf8, len, &site->schema) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid Avro schema: %s", avro_strerror())));
	check_schema(site->schema);
	site->iface = avro_generic_class_from_schema(site->schema);
	if (site->iface == NULL || avro_generic_value_new(site->iface, &site->value) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid Avro schema: %s", avro_strerror())));
	site->has_value = true;
	site->text_len = VARSIZE_ANY_EXHDR(schema);
	site->text = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, Max(site->text_len, 1));
	memcpy(site->text, VARDATA_ANY(schema), site->text_len);
	return site;
}

/* libavro refused something that should not fail: no memory, mostly. */
static void
check_result(int result)
{
	if (result != 0)
		ereport(ERROR,
				(errcode(ERRCODE_EXTERNAL_ROUTINE_INVOCATION_EXCEPTION),
				 errmsg("Avro: %s", avro_strerror())));
}

/* ---- JSON to Avro ---------------------------------------------------------- */

static const char *
json_kind(const JsonbValue *json)
{
	switch (json->type)
	{
		case jbvNull:
			return "null";
		case jbvString:
			return "a string";
		case jbvNumeric:
			return "a number";
		case jbvBool:
			return "a boolean";
		default:
			return JsonContainerIsArray(json->val.binary.data) ? "an array" : "an object";
	}
}

static void
does_not_fit(const JsonbValue *json, avro_schema_t schema, const char *where)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s at %s does not fit Avro type %s", json_kind(json), where,
					avro_schema_type_name(schema))));
}

static bool
is_object(const JsonbValue *json)
{
	return json->type == jbvBinary && JsonContainerIsObject(json->val.binary.data);
}

static bool
is_array(const JsonbValue *json)
{
	return json->type == jbvBinary && JsonContainerIsArray(json->val.binary.data);
}

/* A whole number within bounds? */
static bool
get_integer(const JsonbValue *json, int64 least, int64 most, int64 *value)
{
	Numeric		whole;
	char	   *digits;
	char	   *end;

	if (json->type != jbvNumeric)
		return false;
	if (numeric_is_nan(json->val.numeric))
		return false;
	whole = DatumGetNumeric(DirectFunctionCall2(numeric_trunc, NumericGetDatum(json->val.numeric),
												Int32GetDatum(0)));
	if (!DatumGetBool(DirectFunctionCall2(numeric_eq, NumericGetDatum(whole),
										  NumericGetDatum(json->val.numeric))))
		return false;
	digits = DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(whole)));
	errno = 0;
	*value = (int64) strtoll(digits, &end, 10);
	return errno == 0 && *end == '\0' && *value >= least && *value <= most;
}

/* \x and hex digits, as bytea prints them? */
static bool
get_bytes(const JsonbValue *json, uint8_t **bytes, size_t *len)
{
	const char *s = json->val.string.val;
	int			n = json->val.string.len;

	if (json->type != jbvString || n < 2 || n % 2 != 0 || s[0] != '\\' || s[1] != 'x')
		return false;
	*bytes = palloc(n / 2);
	*len = 0;
	for (int i = 2; i < n; i += 2)
	{
		unsigned	byte;
		char		pair[3] = {s[i], s[i + 1], '\0'};

		if (!isxdigit((unsigned char) pair[0]) || !isxdigit((unsigned char) pair[1]) ||
			sscanf(pair, "%2x", &byte) != 1)
			return false;
		(*bytes)[(*len)++] = (uint8_t) byte;
	}
	return true;
}

/* Could the value be of this type, as far as its kind tells? */
static bool
fits(const JsonbValue *json, avro_schema_t schema)
{
	int64		integer;
	uint8_t    *bytes;
	size_t		len;
	char	   *symbol;

	switch (avro_typeof(schema))
	{
		case AVRO_NULL:
			return json->type == jbvNull;
		case AVRO_BOOLEAN:
			return json->type == jbvBool;
		case AVRO_INT32:
			return get_integer(json, PG_INT32_MIN, PG_INT32_MAX, &integer);
		case AVRO_INT64:
			return get_integer(json, PG_INT64_MIN, PG_INT64_MAX, &integer);
		case AVRO_FLOAT:
		case AVRO_DOUBLE:
			return json->type == jbvNumeric;
		case AVRO_STRING:
			return json->type == jbvString;
		case AVRO_BYTES:
			return get_bytes(json, &bytes, &len);
		case AVRO_FIXED:
			return get_bytes(json, &bytes, &len) && len == (size_t) avro_schema_fixed_size(schema);
		case AVRO_ENUM:
			if (json->type != jbvString)
				return false;
			symbol = pnstrdup(json->val.string.val, json->val.string.len);
			return avro_schema_enum_get_by_name(schema, symbol) >= 0;
		case AVRO_ARRAY:
			return is_array(json);
		case AVRO_MAP:
		case AVRO_RECORD:
			return is_object(json);
		default:
			return false;
	}
}

static void fill(avro_value_t *value, JsonbValue *json, const char *where);

static void
fill_record(avro_value_t *value, avro_schema_t schema, JsonbValue *json, const char *where)
{
	JsonbContainer *object = json->val.binary.data;
	size_t		fields = avro_schema_record_size(schema);
	uint32		used = 0;

	for (size_t i = 0; i < fields; i++)
	{
		avro_value_t child;
		const char *name = "";
		int			len;
		const char *key;
		JsonbValue	field;
		char	   *path;

		check_result(avro_value_get_by_index(value, i, &child, &name));
		len = strlen(name);
		key = glue_from_utf8(name, &len);
		path = psprintf("%s.%s", where, name);
		if (getKeyJsonValueFromContainer(object, key, len, &field) != NULL)
			used++;
		else
		{
			/* a field that may be null may be left out */
			field.type = jbvNull;
			if (avro_typeof(avro_value_get_schema(&child)) != AVRO_UNION)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("field %s of the Avro schema is missing", path)));
		}
		fill(&child, &field, path);
	}
	if (used < JsonContainerSize(object))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("object at %s has keys that the Avro schema has not", where),
				 errdetail("It has %u keys, of which the schema knows %u.",
						   JsonContainerSize(object), used)));
}

static void
fill_map(avro_value_t *value, JsonbValue *json, const char *where)
{
	JsonbIterator *it = JsonbIteratorInit(json->val.binary.data);
	JsonbIteratorToken token;
	JsonbValue	item;
	avro_value_t child;

	while ((token = JsonbIteratorNext(&it, &item, true)) != WJB_DONE)
	{
		if (token == WJB_KEY)
		{
			int			len = item.val.string.len;
			char	   *key = pstrdup(glue_to_utf8(pnstrdup(item.val.string.val, len), &len));

			check_result(avro_value_add(value, key, &child, NULL, NULL));
		}
		else if (token == WJB_VALUE)
			fill(&child, &item, psprintf("%s.*", where));
	}
}

static void
fill_union(avro_value_t *value, avro_schema_t schema, JsonbValue *json, const char *where)
{
	for (size_t i = 0; i < avro_schema_union_size(schema); i++)
		if (fits(json, avro_schema_union_branch(schema, i)))
		{
			avro_value_t branch;

			check_result(avro_value_set_branch(value, (int) i, &branch));
			fill(&branch, json, where);
			return;
		}
	does_not_fit(json, schema, where);
}

static void
fill(avro_value_t *value, JsonbValue *json, const char *where)
{
	avro_schema_t schema = avro_value_get_schema(value);
	int64		integer = 0;
	uint8_t    *bytes;
	size_t		bytes_len;
	int			len;
	char	   *s;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	if (avro_typeof(schema) != AVRO_UNION && !fits(json, schema))
		does_not_fit(json, schema, where);
	switch (avro_typeof(schema))
	{
		case AVRO_NULL:
			check_result(avro_value_set_null(value));
			break;
		case AVRO_BOOLEAN:
			check_result(avro_value_set_boolean(value, json->val.boolean));
			break;
		case AVRO_INT32:
			get_integer(json, PG_INT32_MIN, PG_INT32_MAX, &integer);
			check_result(avro_value_set_int(value, (int32_t) integer));
			break;
		case AVRO_INT64:
			get_integer(json, PG_INT64_MIN, PG_INT64_MAX, &integer);
			check_result(avro_value_set_long(value, integer));
			break;
		case AVRO_FLOAT:
			check_result(avro_value_set_float(value, DatumGetFloat4(DirectFunctionCall1(numeric_float4, NumericGetDatum(json->val.numeric)))));
			break;
		case AVRO_DOUBLE:
			check_result(avro_value_set_double(value, DatumGetFloat8(DirectFunctionCall1(numeric_float8, NumericGetDatum(json->val.numeric)))));
			break;
		case AVRO_STRING:
			len = json->val.string.len;
			s = (char *) glue_to_utf8(pnstrdup(json->val.string.val, len), &len);
			check_result(avro_value_set_string_len(value, s, len + 1));
			break;
		case AVRO_BYTES:
			get_bytes(json, &bytes, &bytes_len);
			check_result(avro_value_set_bytes(value, bytes, bytes_len));
			break;
		case AVRO_FIXED:
			get_bytes(json, &bytes, &bytes_len);
			check_result(avro_value_set_fixed(value, bytes, bytes_len));
			break;
		case AVRO_ENUM:
			s = pnstrdup(json->val.string.val, json->val.string.len);
			check_result(avro_value_set_enum(value, avro_schema_enum_get_by_name(schema, s)));
			break;
		case AVRO_ARRAY:
			for (uint32 i = 0; i < JsonContainerSize(json->val.binary.data); i++)
			{
				avro_value_t child;

				check_result(avro_value_append(value, &child, NULL));
				fill(&child, getIthJsonbValueFromContainer(json->val.binary.data, i),
					 psprintf("%s[%u]", where, i));
			}
			break;
		case AVRO_MAP:
			fill_map(value, json, where);
			break;
		case AVRO_RECORD:
			fill_record(value, schema, json, where);
			break;
		case AVRO_UNION:
			fill_union(value, schema, json, where);
			break;
		default:
			does_not_fit(json, schema, where);
	}
}

/* A jsonb as a JsonbValue: the scalar itself, or the container. */
static void
jsonb_root(Jsonb *jsonb, JsonbValue *root)
{
	if (JB_ROOT_IS_SCALAR(jsonb))
		*root = *getIthJsonbValueFromContainer(&jsonb->root, 0);
	else
	{
		root->type = jbvBinary;
		root->val.binary.data = &jsonb->root;
		root->val.binary.len = VARSIZE(jsonb) - VARHDRSZ;
	}
}

/* avro_encode(value, schema) */
Datum
avro_encode(PG_FUNCTION_ARGS)
{
	Jsonb	   *jsonb = PG_GETARG_JSONB_P(0);
	AvroSite   *site = site_of(fcinfo, 1);
	JsonbValue	root;
	size_t		size = 0;
	bytea	   *result;
	avro_writer_t writer;
	int			written;

	jsonb_root(jsonb, &root);
	check_result(avro_value_reset(&site->value));
	fill(&site->value, &root, "$");
	check_result(avro_value_sizeof(&site->value, &size));
	result = palloc(VARHDRSZ + size);
	SET_VARSIZE(result, VARHDRSZ + size);
	writer = avro_writer_memory(VARDATA(result), size);
	if (writer == NULL)
		check_result(ENOMEM);
	written = avro_value_write(writer, &site->value);
	avro_writer_free(writer);
	check_result(written);
	PG_RETURN_BYTEA_P(result);
}

/* ---- Avro to JSON ------------------------------------------------------------ */

static void push(JsonbParseState **state, JsonbIteratorToken token, JsonbValue *scalar, JsonbValue **result);
static void push_value(avro_value_t *value, JsonbParseState **state, JsonbIteratorToken token, JsonbValue **result);

static void
push(JsonbParseState **state, JsonbIteratorToken token, JsonbValue *scalar, JsonbValue **result)
{
	/* a scalar that stands alone is the result */
	if (*state == NULL && (token == WJB_ELEM || token == WJB_VALUE))
	{
		*result = palloc(sizeof(JsonbValue));
		**result = *scalar;
		return;
	}
	*result = pushJsonbValue(state, token, scalar);
}

static void
set_string(JsonbValue *json, const char *utf8, size_t len)
{
	int			n = (int) len;
	const char *s;
	CoreError	err;

	if (!utf8_check((const uint8_t *) utf8, len, &err))
		glue_raise(&err);
	s = glue_from_utf8(utf8, &n);
	json->type = jbvString;
	json->val.string.val = pnstrdup(s, n);
	json->val.string.len = n;
}

static void
set_hex(JsonbValue *json, const void *bytes, size_t len)
{
	char	   *s = palloc(len * 2 + 3);

	s[0] = '\\';
	s[1] = 'x';
	hex_encode(bytes, len, s + 2);
	json->type = jbvString;
	json->val.string.val = s;
	json->val.string.len = (int) (len * 2 + 2);
}

/* JSON has no NaN and no infinities: they become strings. */
static void
set_number(JsonbValue *json, Datum number, PGFunction to_numeric, double value)
{
	if (isnan(value) || isinf(value))
	{
		const char *name = isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";

		set_string(json, name, strlen(name));
		return;
	}
	json->type = jbvNumeric;
	json->val.numeric = DatumGetNumeric(DirectFunctionCall1(to_numeric, number));
}

static void
push_array(avro_value_t *value, JsonbParseState **state, JsonbValue **result)
{
	size_t		n = 0;

	check_result(avro_value_get_size(value, &n));
	push(state, WJB_BEGIN_ARRAY, NULL, result);
	for (size_t i = 0; i < n; i++)
	{
		avro_value_t child;

		check_result(avro_value_get_by_index(value, i, &child, NULL));
		push_value(&child, state, WJB_ELEM, result);
	}
	push(state, WJB_END_ARRAY, NULL, result);
}

/* Of a map or a record. */
static void
push_object(avro_value_t *value, JsonbParseState **state, JsonbValue **result)
{
	size_t		n = 0;

	check_result(avro_value_get_size(value, &n));
	push(state, WJB_BEGIN_OBJECT, NULL, result);
	for (size_t i = 0; i < n; i++)
	{
		avro_value_t child;
		const char *name = "";
		JsonbValue	key;

		check_result(avro_value_get_by_index(value, i, &child, &name));
		set_string(&key, name, strlen(name));
		push(state, WJB_KEY, &key, result);
		push_value(&child, state, WJB_VALUE, result);
	}
	push(state, WJB_END_OBJECT, NULL, result);
}

/* token tells what the value is in the container being built. */
static void
push_value(avro_value_t *value, JsonbParseState **state, JsonbIteratorToken token, JsonbValue **result)
{
	avro_schema_t schema = avro_value_get_schema(value);
	avro_value_t branch;
	JsonbValue	json;
	int			flag = 0;
	int32_t		i = 0;
	int64_t		l = 0;
	float		f = 0;
	double		d = 0;
	const char *s = "";
	const void *bytes = NULL;
	size_t		len = 0;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	switch (avro_typeof(schema))
	{
		case AVRO_NULL:
			json.type = jbvNull;
			break;
		case AVRO_BOOLEAN:
			check_result(avro_value_get_boolean(value, &flag));
			json.type = jbvBool;
			json.val.boolean = flag != 0;
			break;
		case AVRO_INT32:
			check_result(avro_value_get_int(value, &i));
			json.type = jbvNumeric;
			json.val.numeric = int64_to_numeric(i);
			break;
		case AVRO_INT64:
			check_result(avro_value_get_long(value, &l));
			json.type = jbvNumeric;
			json.val.numeric = int64_to_numeric(l);
			break;
		case AVRO_FLOAT:
			check_result(avro_value_get_float(value, &f));
			set_number(&json, Float4GetDatum(f), float4_numeric, f);
			break;
		case AVRO_DOUBLE:
			check_result(avro_value_get_double(value, &d));
			set_number(&json, Float8GetDatum(d), float8_numeric, d);
			break;
		case AVRO_STRING:
			check_result(avro_value_get_string(value, &s, &len));
			set_string(&json, s, len - 1);
			break;
		case AVRO_BYTES:
			check_result(avro_value_get_bytes(value, &bytes, &len));
			set_hex(&json, bytes, len);
			break;
		case AVRO_FIXED:
			check_result(avro_value_get_fixed(value, &bytes, &len));
			set_hex(&json, bytes, len);
			break;
		case AVRO_ENUM:
			check_result(avro_value_get_enum(value, &flag));
			if (flag < 0 || flag >= avro_schema_enum_number_of_symbols(schema))
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						 errmsg("bytes are not Avro of this schema: an enum has no symbol %d", flag)));
			s = avro_schema_enum_get(schema, flag);
			set_string(&json, s, strlen(s));
			break;
		case AVRO_ARRAY:
			push_array(value, state, result);
			return;
		case AVRO_MAP:
		case AVRO_RECORD:
			push_object(value, state, result);
			return;
		case AVRO_UNION:
			check_result(avro_value_get_current_branch(value, &branch));
			push_value(&branch, state, token, result);
			return;
		default:
			elog(ERROR, "unexpected Avro type %d", (int) avro_typeof(schema));
	}
	push(state, token, &json, result);
}

/* avro_decode(bytes, schema) */
Datum
avro_decode(PG_FUNCTION_ARGS)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);
	AvroSite   *site = site_of(fcinfo, 1);
	avro_reader_t reader;
	int			result;
	size_t		used = 0;
	JsonbParseState *state = NULL;
	JsonbValue *json = NULL;

	check_result(avro_value_reset(&site->value));
	reader = avro_reader_memory(VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
	if (reader == NULL)
		check_result(ENOMEM);
	result = avro_value_read(reader, &site->value);
	avro_reader_free(reader);
	if (result != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("bytes are not Avro of this schema: %s", avro_strerror())));
	/* what was read, written again, takes no more bytes than were there */
	check_result(avro_value_sizeof(&site->value, &used));
	if (used < VARSIZE_ANY_EXHDR(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("bytes are not Avro of this schema: only the first %zu of %zu belong to the value",
						used, (size_t) VARSIZE_ANY_EXHDR(bytes))));
	push_value(&site->value, &state, WJB_ELEM, &json);
	PG_RETURN_JSONB_P(JsonbValueToJsonb(json));
}

#endif							/* WITH_AVRO */
