/*
 * avro.c
 *		avro_encode and avro_decode: convert jsonb to Avro's binary encoding
 *		and back, for objects stored in one cell.
 */
#include "pg/base/compat.h"

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"
#include "utils/numeric.h"

#include "core/avro/avro_decode.h"
#include "core/avro/avro_encode.h"
#include "core/avro/avro_schema.h"
#include "core/avro/avro_types.h"
#include "core/base/host.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/value/sql_value.h"

PG_FUNCTION_INFO_V1(avro_encode);
PG_FUNCTION_INFO_V1(avro_decode);

/* ---- jsonb for core ----------------------------------------------------- */

static void
string_from_jsonb(const JsonbValue *value, AvroJson *json)
{
	int			len = value->val.string.len;

	json->kind = AVRO_JSON_STRING;
	json->text = utf8_text_from_server(value->val.string.val, &len);
	json->len = len;
}

static void
from_jsonb(const JsonbValue *value, AvroJson *json)
{
	switch (value->type)
	{
		case jbvNull:
			json->kind = AVRO_JSON_NULL;
			break;
		case jbvBool:
			json->kind = AVRO_JSON_BOOLEAN;
			json->boolean = value->val.boolean;
			break;
		case jbvNumeric:
			json->kind = AVRO_JSON_NUMBER;
			value_from_numeric(NumericGetDatum(value->val.numeric),
							   &json->number);
			break;
		case jbvString:
			string_from_jsonb(value, json);
			break;
		default:
			json->kind = JsonContainerIsArray(value->val.binary.data) ?
				AVRO_JSON_ARRAY :
				AVRO_JSON_OBJECT;
			json->n = JsonContainerSize(value->val.binary.data);
			json->container = value->val.binary.data;
			break;
	}
}

/* The scalar of a jsonb, or its container. */
static void
from_jsonb_root(Jsonb *jsonb, AvroJson *json)
{
	JsonbValue	root;

	if (JB_ROOT_IS_SCALAR(jsonb))
		root = *getIthJsonbValueFromContainer(&jsonb->root, 0);
	else
	{
		root.type = jbvBinary;
		root.val.binary.data = &jsonb->root;
	}
	from_jsonb(&root, json);
}

static bool
find_member(const AvroJson *object, const char *name, AvroJson *member)
{
	JsonbValue	value;

	check_stack_depth();
	if (getKeyJsonValueFromContainer(object->container, name, strlen(name),
									 &value) == NULL)
		return false;
	from_jsonb(&value, member);
	return true;
}

static bool
next_item(const AvroJson *container, void **state, AvroJson *key,
		  AvroJson *item)
{
	JsonbIterator *it = *state;
	JsonbValue	value;
	JsonbIteratorToken token;

	if (it == NULL)
	{
		check_stack_depth();
		it = JsonbIteratorInit(container->container);
		(void) JsonbIteratorNext(&it, &value, true);	/* its beginning */
	}
	token = JsonbIteratorNext(&it, &value, true);
	if (token == WJB_KEY)
	{
		string_from_jsonb(&value, key);
		token = JsonbIteratorNext(&it, &value, true);
	}
	*state = it;
	if (token != WJB_ELEM && token != WJB_VALUE)
		return false;
	from_jsonb(&value, item);
	return true;
}

static const AvroJsonHost host = {find_member, next_item};

/* ---- jsonb from decoded values ------------------------------------------ */

typedef struct JsonbResult
{
	JsonbParseState *state;		/* the open containers */
	JsonbValue *root;
	JsonbValue	scalar;			/* the root, if it is a scalar */
} JsonbResult;

static void
push(JsonbResult *result, JsonbIteratorToken token, JsonbValue *value)
{
	result->root = pushJsonbValue(&result->state, token, value);
}

static void
begin_container(void *context, bool object)
{
	check_stack_depth();
	push(context, object ? WJB_BEGIN_OBJECT : WJB_BEGIN_ARRAY, NULL);
}

static void
end_container(void *context, bool object)
{
	push(context, object ? WJB_END_OBJECT : WJB_END_ARRAY, NULL);
}

static void
set_string(JsonbValue *value, const char *utf8, size_t len)
{
	int			n = (int) len;

	value->type = jbvString;
	value->val.string.val = (char *) server_text_from_utf8(utf8, &n);
	value->val.string.len = n;
}

static void
add_key(void *context, const char *text, size_t len)
{
	JsonbValue	key;

	set_string(&key, text, len);
	push(context, WJB_KEY, &key);
}

/* The number as the shortest text that reads back as the same number. */
static void
set_float(JsonbValue *value, const char *text)
{
	value->type = jbvNumeric;
	value->val.numeric = DatumGetNumeric(
		DirectFunctionCall3(numeric_in, CStringGetDatum(text),
							ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
}

static void
set_bytes(JsonbValue *value, const uint8_t *bytes, size_t len)
{
	char	   *text = palloc(2 + 2 * len);

	text[0] = '\\';
	text[1] = 'x';
	hex_encode((const char *) bytes, len, text + 2);
	value->type = jbvString;
	value->val.string.val = text;
	value->val.string.len = (int) (2 + 2 * len);
}

static void
add_scalar(void *context, const CoreValue *v)
{
	JsonbResult *result = context;
	JsonbValue	value;
	char		text[CORE_FLOAT_TEXT + 1] = {0};

	switch (v->kind)
	{
		case VALUE_BOOL:
			value.type = jbvBool;
			value.val.boolean = v->b;
			break;
		case VALUE_INT8:
			value.type = jbvNumeric;
			value.val.numeric = int64_to_numeric(v->i);
			break;
		case VALUE_FLOAT4:
			core_float4_text(v->f4, text);
			set_float(&value, text);
			break;
		case VALUE_FLOAT8:
			core_float8_text(v->f8, text);
			set_float(&value, text);
			break;
		case VALUE_TEXT:
			set_string(&value, (const char *) v->bytes.data, v->bytes.len);
			break;
		case VALUE_BYTES:
			set_bytes(&value, v->bytes.data, v->bytes.len);
			break;
		default:
			value.type = jbvNull;
			break;
	}
	if (result->state == NULL)
	{
		result->scalar = value;
		result->root = &result->scalar;
	}
	else
		push(result,
			 result->state->contVal.type == jbvArray ? WJB_ELEM : WJB_VALUE,
			 &value);
}

/* ---- schemas ------------------------------------------------------------ */

/* The schema of a call site, kept between calls. */
typedef struct AvroSite
{
	MemoryContext context;		/* holds the members below */
	char	   *text;
	int			text_len;
	AvroSchema *schema;			/* NULL: none */
} AvroSite;

static void
in_schema(void *arg)
{
	errcontext("Avro schema");
}

/* Parse a schema into memory of the site. */
static void
parse_schema(AvroSite *site, const char *text, int len)
{
	ErrorContextCallback callback = {error_context_stack, in_schema, NULL};
	MemoryContext old;
	Jsonb	   *jsonb;
	AvroJson	json;
	CoreError	err;

	site->schema = NULL;		/* until it is parsed */
	MemoryContextReset(site->context);
	if (len > AVRO_MAX_SCHEMA)
	{
		core_error(&err, CORE_ERR_LIMIT, "Avro schema of %d bytes is too long",
				   len);
		core_error_detail(&err, "The limit is %d bytes.", AVRO_MAX_SCHEMA);
		core_error_raise(&err);
	}

	error_context_stack = &callback;
	jsonb = DatumGetJsonbP(
		DirectFunctionCall1(jsonb_in, CStringGetDatum(pnstrdup(text, len))));
	error_context_stack = callback.previous;

	from_jsonb_root(jsonb, &json);
	old = MemoryContextSwitchTo(site->context);
	site->text = palloc(Max(len, 1));
	memcpy(site->text, text, len);
	site->text_len = len;
	site->schema = avro_schema_parse(&json, &host, &err);
	MemoryContextSwitchTo(old);
	if (site->schema == NULL)
		core_error_raise(&err);
}

/*
 * The schema of argument n, parsed again if it has changed: every row may have
 * its own.
 */
static AvroSchema *
schema_of(FunctionCallInfo fcinfo, int n)
{
	text	   *schema = PG_GETARG_TEXT_PP(n);
	int			len = VARSIZE_ANY_EXHDR(schema);
	AvroSite   *site = fcinfo->flinfo->fn_extra;

	if (site == NULL)
	{
		site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt,
									  sizeof(AvroSite));
		site->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt,
											  "Avro schema",
											  ALLOCSET_DEFAULT_SIZES);
		fcinfo->flinfo->fn_extra = site;
	}
	if (site->schema == NULL || site->text_len != len ||
		memcmp(site->text, VARDATA_ANY(schema), len) != 0)
		parse_schema(site, VARDATA_ANY(schema), len);
	return site->schema;
}

/* ---- the functions ------------------------------------------------------ */

/* avro_encode(value, schema) */
Datum
avro_encode(PG_FUNCTION_ARGS)
{
	Jsonb	   *jsonb = PG_GETARG_JSONB_P(0);
	AvroSchema *schema = schema_of(fcinfo, 1);
	AvroJson	json;
	CoreBuf		out;
	CoreError	err;

	from_jsonb_root(jsonb, &json);
	varlena_buffer_init(&out, VARSIZE(jsonb));
	if (!avro_encode_value(schema, &json, &host, &out, &err))
		core_error_raise(&err);
	PG_RETURN_BYTEA_P(varlena_buffer_end(&out));
}

/* avro_decode(bytes, schema) */
Datum
avro_decode(PG_FUNCTION_ARGS)
{
	bytea	   *bytes = PG_GETARG_BYTEA_PP(0);
	AvroSchema *schema = schema_of(fcinfo, 1);
	JsonbResult result = {0};
	AvroSink	sink = {&result, begin_container, end_container, add_key,
						add_scalar};
	CoreError	err;

	if (!avro_decode_value(schema, (uint8_t *) VARDATA_ANY(bytes),
						   VARSIZE_ANY_EXHDR(bytes), &sink, &err))
		core_error_raise(&err);
	PG_RETURN_JSONB_P(JsonbValueToJsonb(result.root));
}
