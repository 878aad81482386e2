/*
 * avro_encode.c
 *		Encode JSON values as Avro's bytes.
 *
 * Held against org.apache.avro.io.BinaryEncoder of Avro 1.12.0.  The JSON is
 * plain: the value of a union has no type name and uses the first branch that
 * accepts it; bytes and fixed are \x and hex digits.  In the defaults of a
 * schema, bytes are the characters U+0000 to U+00FF, as in Avro.
 */
#include "core/avro/avro_encode.h"
#include "core/avro/avro_types.h"
#include "core/base/ascii.h"
#include "core/base/host.h"

#include <math.h>

#include "core/base/utf8.h"
#include "core/value/numeric.h"

typedef struct Encoder
{
	AvroSchema *schema;
	const AvroJsonHost *host;
	CoreBuf    *out;
	size_t		limit;			/* limit of the size of out */
	bool		defaults;		/* true while the schema is parsed */
	CoreError  *err;
} Encoder;

/* ---- bytes -------------------------------------------------------------- */

static bool
put(Encoder *e, const void *bytes, size_t n)
{
	if (n > e->limit - e->out->len)
		return core_error(e->err, CORE_ERR_LIMIT,
						  "Avro value has more than %zu bytes",
						  e->defaults ? (size_t) AVRO_MAX_DEFAULTS :
										AVRO_MAX_VALUE);
	core_buf_add(e->out, bytes, n);
	return true;
}

/*
 * Write an int or a long: zigzag, then seven bits per byte, low bits first
 * (BinaryData.encodeLong).
 */
static bool
put_long(Encoder *e, int64_t i)
{
	uint64_t	u = ((uint64_t) i << 1) ^ (uint64_t) (i >> 63);
	uint8_t		bytes[10];
	size_t		n = 0;

	for (; u >= 0x80; u >>= 7)
		bytes[n++] = (uint8_t) (u | 0x80);
	bytes[n++] = (uint8_t) u;
	return put(e, bytes, n);
}

static bool
put_little_endian(Encoder *e, uint64_t u, size_t n)
{
	uint8_t		bytes[8];

	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t) (u >> (8 * i));
	return put(e, bytes, n);
}

static bool
put_float(Encoder *e, float f)
{
	uint32_t	u;

	memcpy(&u, &f, sizeof(u));
	return put_little_endian(e, u, sizeof(u));
}

static bool
put_double(Encoder *e, double f)
{
	uint64_t	u;

	memcpy(&u, &f, sizeof(u));
	return put_little_endian(e, u, sizeof(u));
}

/* ---- what JSON holds ---------------------------------------------------- */

static bool
get_integer(const AvroJson *json, AvroKind kind, int64_t *i)
{
	CoreError	ignored;

	return json->kind == AVRO_JSON_NUMBER &&
		numeric_to_int64(&json->number, i, &ignored) &&
		(kind == AVRO_LONG || *i == (int32_t) *i);
}

/* JSON does not have NaN and infinities: they are strings. */
static bool
get_special(const AvroJson *json, double *f)
{
	static const struct
	{
		const char *name;
		double		value;
	}			specials[] = {{"NaN", NAN}, {"Infinity", INFINITY},
							  {"-Infinity", -INFINITY}};

	for (int i = 0; i < 3 && json->kind == AVRO_JSON_STRING; i++)
		if (json->len == strlen(specials[i].name) &&
			memcmp(json->text, specials[i].name, json->len) == 0)
		{
			*f = specials[i].value;
			return true;
		}
	return false;
}

static bool
get_float(const AvroJson *json, float *f)
{
	double		special;
	CoreError	ignored;

	if (json->kind == AVRO_JSON_NUMBER)
		return numeric_to_float4(&json->number, f, &ignored);
	if (!get_special(json, &special))
		return false;
	*f = (float) special;
	return true;
}

static bool
get_double(const AvroJson *json, double *f)
{
	CoreError	ignored;

	if (json->kind == AVRO_JSON_NUMBER)
		return numeric_to_float8(&json->number, f, &ignored);
	return get_special(json, f);
}

/*
 * Whether a float or double can represent the number exactly, to the precision
 * of a double.
 */
static bool
is_exact(const AvroJson *json, AvroKind kind)
{
	CoreError	ignored;
	double		d;
	int64_t		i;

	if (json->kind != AVRO_JSON_NUMBER ||
		!numeric_to_float8(&json->number, &d, &ignored))
		return false;
	if (numeric_to_int64(&json->number, &i, &ignored) &&
		(fabs(d) >= 9223372036854775808.0 || (int64_t) d != i))
		return false;
	return kind == AVRO_DOUBLE || (double) (float) d == d;
}

/*
 * The number of bytes that a string represents; writes them to bytes unless it
 * is NULL. -1 if the string is invalid.
 */
static int64_t
get_bytes(const Encoder *e, const AvroJson *json, uint8_t *bytes)
{
	const char *s = json->text;
	int64_t		n = 0;

	if (json->kind != AVRO_JSON_STRING)
		return -1;
	if (e->defaults)
	{
		for (size_t i = 0; i < json->len; n++)
		{
			uint32_t	c;

			i += utf8_decode((const uint8_t *) s + i, json->len - i, &c);
			if (c > 0xff)
				return -1;
			if (bytes != NULL)
				bytes[n] = (uint8_t) c;
		}
		return n;
	}
	if (json->len < 2 || json->len % 2 != 0 || s[0] != '\\' || s[1] != 'x')
		return -1;
	for (size_t i = 2; i < json->len; i += 2, n++)
	{
		int			high = core_hex_value(s[i]);
		int			low = core_hex_value(s[i + 1]);

		if (high < 0 || low < 0)
			return -1;
		if (bytes != NULL)
			bytes[n] = (uint8_t) (high << 4 | low);
	}
	return n;
}

/* Append the n bytes that a valid string represents. */
static bool
put_bytes(Encoder *e, const AvroJson *json, size_t n)
{
	if (n == 0 || n > e->limit - e->out->len)
		return put(e, NULL, n);
	get_bytes(e, json, core_buf_reserve(e->out, n));
	e->out->len += n;
	return true;
}

/* ---- does it fit? ------------------------------------------------------- */

/*
 * Count the members of an object that are fields of a record.  False if a
 * field is missing and has neither a default nor null in its union.
 */
static bool
match_fields(const Encoder *e, const AvroType *type, const AvroJson *json,
			 uint32_t *known)
{
	*known = 0;
	for (uint32_t i = 0; i < type->n; i++)
	{
		const AvroField *field = &type->fields[i];
		AvroJson	value;

		if (e->host->find(json, field->name, &value))
			++*known;
		else if (field->default_state == AVRO_DEFAULT_NONE &&
				 avro_null_branch(field->type) < 0)
			return false;
	}
	return true;
}

/*
 * Whether a value can be of this type, without a check of its members.  Unless
 * loosely is set, numbers must not be rounded.
 */
static bool
fits(const Encoder *e, const AvroType *type, const AvroJson *json,
	 bool loosely)
{
	uint32_t	known;
	int64_t		i;
	float		f;
	double		d;

	core_check_interrupts();
	switch (type->kind)
	{
		case AVRO_NULL:
			return json->kind == AVRO_JSON_NULL;
		case AVRO_BOOLEAN:
			return json->kind == AVRO_JSON_BOOLEAN;
		case AVRO_INT:
		case AVRO_LONG:
			return get_integer(json, type->kind, &i);
		case AVRO_FLOAT:
			return loosely ? get_float(json, &f) : is_exact(json, AVRO_FLOAT);
		case AVRO_DOUBLE:
			return loosely ? get_double(json, &d) :
							 is_exact(json, AVRO_DOUBLE);
		case AVRO_BYTES:
			return get_bytes(e, json, NULL) >= 0;
		case AVRO_STRING:
			return json->kind == AVRO_JSON_STRING;
		case AVRO_FIXED:
			return get_bytes(e, json, NULL) == (int64_t) type->size;
		case AVRO_ENUM:
			return json->kind == AVRO_JSON_STRING &&
				avro_name_find(e->schema, type, json->text, json->len) != NULL;
		case AVRO_ARRAY:
			return json->kind == AVRO_JSON_ARRAY;
		case AVRO_MAP:
			return json->kind == AVRO_JSON_OBJECT;
		case AVRO_RECORD:
			return json->kind == AVRO_JSON_OBJECT &&
				match_fields(e, type, json, &known) && known == json->n;
		case AVRO_UNION:
			break;
	}
	return false;
}

static bool
does_not_fit(Encoder *e, const AvroType *type, const AvroJson *json,
			 const AvroPlace *at)
{
	static const char *const kinds[] = {
		"null", "a boolean", "a number", "a string", "an array", "an object"
	};
	char		path[AVRO_PATH];
	CoreErrorCode code = CORE_ERR_PARAMETER;

	if (json->kind == AVRO_JSON_NUMBER && type->kind >= AVRO_INT &&
		type->kind <= AVRO_DOUBLE)
		code = CORE_ERR_RANGE;
	core_error(e->err, code, "%s at %s does not fit Avro type %s%s%.*s",
			   kinds[json->kind], avro_path(at, path),
			   avro_kind_name(type->kind), type->name != NULL ? " " : "",
			   type->name != NULL ?
				   core_shown(type->name, strlen(type->name), 100) :
				   0,
			   type->name != NULL ? type->name : "");
	switch (type->kind)
	{
		case AVRO_INT:
			return core_error_hint(
				e->err,
				"An int is an integer from -2147483648 to 2147483647.");
		case AVRO_LONG:
			return core_error_hint(e->err,
								   "A long is an integer from -9223372036854775808 to 9223372036854775807.");
		case AVRO_BYTES:
		case AVRO_FIXED:
			if (e->defaults)
				return core_error_hint(e->err,
									   "Defaults of bytes and fixed are strings of the characters U+0000 to U+00FF.");
			core_error_hint(e->err,
							"Write bytes as a string of \\x and hex digits.");
			return type->kind == AVRO_FIXED &&
				core_error_detail(e->err, "The type takes %zu bytes.",
								  type->size);
		case AVRO_UNION:
			return core_error_hint(e->err,
								   "The value must match a branch of the union. It is written without the name of its type.");
		default:
			return false;
	}
}

/* ---- values ------------------------------------------------------------- */

static bool encode(Encoder *e, const AvroType *type, const AvroJson *json,
				   const AvroPlace *at, int depth);

/* GenericDatumWriter.writeArray. */
static bool
encode_array(Encoder *e, const AvroType *type, const AvroJson *json,
			 const AvroPlace *at, int depth)
{
	AvroPlace	place = {.up = at};
	void	   *state = NULL;
	AvroJson	key;
	AvroJson	item;

	if (json->n > 0 && !put_long(e, json->n))
		return false;
	for (; e->host->next(json, &state, &key, &item); place.index++)
		if (!encode(e, type->items, &item, &place, depth + 1))
			return false;
	return put_long(e, 0);
}

/* GenericDatumWriter.writeMap. */
static bool
encode_map(Encoder *e, const AvroType *type, const AvroJson *json,
		   const AvroPlace *at, int depth)
{
	AvroPlace	place = {.up = at};
	void	   *state = NULL;
	AvroJson	key;
	AvroJson	value;

	if (json->n > 0 && !put_long(e, json->n))
		return false;
	while (e->host->next(json, &state, &key, &value))
	{
		place.name = key.text;
		place.len = key.len;
		if (!put_long(e, (int64_t) key.len) || !put(e, key.text, key.len) ||
			!encode(e, type->items, &value, &place, depth + 1))
			return false;
	}
	return put_long(e, 0);
}

/*
 * Set the error for an object with members that the record does not have; it
 * has the first one.
 */
static bool
unknown_member(Encoder *e, const AvroType *type, const AvroJson *json,
			   const AvroPlace *at)
{
	void	   *state = NULL;
	char		path[AVRO_PATH];
	AvroJson	key;
	AvroJson	value;

	core_error(e->err, CORE_ERR_PARAMETER,
			   "object at %s has keys that Avro record %.*s does not have",
			   avro_path(at, path),
			   core_shown(type->name, strlen(type->name), 100), type->name);
	while (e->host->next(json, &state, &key, &value))
		if (avro_name_find(e->schema, type, key.text, key.len) == NULL)
			return core_error_detail(e->err, "One of them is \"%.*s\".",
									 core_shown(key.text, key.len, 100),
									 key.text);
	return false;
}

static bool
encode_field(Encoder *e, AvroField *field, const AvroJson *json,
			 uint32_t *known, const AvroPlace *at, int depth)
{
	AvroPlace	place = {.up = at,
						 .name = field->name,
						 .len = strlen(field->name)};
	int			null = avro_null_branch(field->type);
	char		path[AVRO_PATH];
	AvroJson	value;

	if (e->host->find(json, field->name, &value))
	{
		++*known;
		return encode(e, field->type, &value, &place, depth + 1);
	}
	if (field->default_state != AVRO_DEFAULT_NONE)
		return (field->default_state == AVRO_DEFAULT_DONE ||
				avro_encode_default(e->schema, field, depth + 1, e->host,
									e->err)) &&
			put(e, field->default_bytes, field->default_len);
	if (null >= 0)
		return put_long(e, null);
	core_error(e->err, CORE_ERR_PARAMETER,
			   "field %s of the Avro schema is missing",
			   avro_path(&place, path));
	return core_error_hint(
		e->err,
		"Only fields with a default and unions with null may be left out.");
}

/* GenericDatumWriter.writeRecord. */
static bool
encode_record(Encoder *e, const AvroType *type, const AvroJson *json,
			  const AvroPlace *at, int depth)
{
	uint32_t	known = 0;

	for (uint32_t i = 0; i < type->n; i++)
		if (!encode_field(e, &type->fields[i], json, &known, at, depth))
			return false;
	return known == json->n || unknown_member(e, type, json, at);
}

/*
 * Find the first branch that represents the value exactly, otherwise the first
 * one that accepts it.
 */
static bool
encode_union(Encoder *e, const AvroType *type, const AvroJson *json,
			 const AvroPlace *at, int depth)
{
	for (int loosely = 0; loosely <= 1; loosely++)
		for (uint32_t i = 0; i < type->n; i++)
			if (fits(e, type->branches[i], json, loosely))
				return put_long(e, i) &&
					encode(e, type->branches[i], json, at, depth + 1);
	return does_not_fit(e, type, json, at);
}

static bool
encode(Encoder *e, const AvroType *type, const AvroJson *json,
	   const AvroPlace *at, int depth)
{
	int64_t		i;
	float		f;
	double		d;

	core_check_interrupts();
	if (depth > AVRO_MAX_DEPTH)
		return avro_too_deep(at, e->err);
	switch (type->kind)
	{
		case AVRO_NULL:
			if (json->kind != AVRO_JSON_NULL)
				break;
			return true;
		case AVRO_BOOLEAN:
			if (json->kind != AVRO_JSON_BOOLEAN)
				break;
			return put(e, json->boolean ? "\1" : "\0", 1);
		case AVRO_INT:
		case AVRO_LONG:
			if (!get_integer(json, type->kind, &i))
				break;
			return put_long(e, i);
		case AVRO_FLOAT:
			if (!get_float(json, &f))
				break;
			return put_float(e, f);
		case AVRO_DOUBLE:
			if (!get_double(json, &d))
				break;
			return put_double(e, d);
		case AVRO_BYTES:
			i = get_bytes(e, json, NULL);
			if (i < 0)
				break;
			return put_long(e, i) && put_bytes(e, json, (size_t) i);
		case AVRO_STRING:
			if (json->kind != AVRO_JSON_STRING)
				break;
			return put_long(e, (int64_t) json->len) &&
				put(e, json->text, json->len);
		case AVRO_FIXED:
			if (get_bytes(e, json, NULL) != (int64_t) type->size)
				break;
			return put_bytes(e, json, type->size);
		case AVRO_ENUM:
			if (!fits(e, type, json, false))
				break;
			return put_long(e,
							avro_name_find(e->schema, type, json->text,
										   json->len)
								->index);
		case AVRO_ARRAY:
			if (json->kind != AVRO_JSON_ARRAY)
				break;
			return encode_array(e, type, json, at, depth);
		case AVRO_MAP:
			if (json->kind != AVRO_JSON_OBJECT)
				break;
			return encode_map(e, type, json, at, depth);
		case AVRO_RECORD:
			if (json->kind != AVRO_JSON_OBJECT)
				break;
			return encode_record(e, type, json, at, depth);
		case AVRO_UNION:
			return encode_union(e, type, json, at, depth);
	}
	return does_not_fit(e, type, json, at);
}

bool
avro_encode_value(AvroSchema *schema, const AvroJson *json,
				  const AvroJsonHost *host, CoreBuf *out, CoreError *err)
{
	Encoder		e = {schema, host, out, out->len + AVRO_MAX_VALUE, false, err};
	AvroPlace	root = {.up = NULL};

	return encode(&e, schema->root, json, &root, 0);
}

/* ---- defaults ----------------------------------------------------------- */

/* ResolvingGrammarGenerator.encode. */
bool
avro_encode_default(AvroSchema *schema, AvroField *field, int depth,
					const AvroJsonHost *host, CoreError *err)
{
	CoreBuf		out;
	Encoder		e = {schema, host, &out, AVRO_MAX_DEFAULTS, true, err};
	AvroPlace	root = {.up = NULL};
	bool		ok;

	if (field->default_state == AVRO_DEFAULT_BUSY)
		return core_error(err, CORE_ERR_PARAMETER,
						  "default of field %.*s contains itself",
						  core_shown(field->name, strlen(field->name), 100),
						  field->name);
	field->default_state = AVRO_DEFAULT_BUSY;
	core_buf_init(&out);
	ok = encode(&e, field->type, &field->default_json, &root, depth);
	if (ok && out.len > AVRO_MAX_DEFAULTS - schema->defaults)
		ok = core_error(err, CORE_ERR_LIMIT,
						"defaults of the Avro schema have more than %d bytes",
						AVRO_MAX_DEFAULTS);
	if (ok && out.len > 0)
	{
		field->default_bytes = avro_schema_alloc(schema, out.len);
		field->default_len = out.len;
		memcpy(field->default_bytes, out.data, out.len);
		schema->defaults += out.len;
	}
	core_buf_free(&out);
	if (ok)
		field->default_state = AVRO_DEFAULT_DONE;
	return ok;
}
