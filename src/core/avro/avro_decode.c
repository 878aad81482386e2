/*
 * avro_decode.c
 *		Decode Avro's bytes to JSON values.
 *
 * Held against org.apache.avro.io.BinaryDecoder of Avro 1.12.0.  Every length
 * is compared with the remaining bytes before use, and the number of values is
 * limited.  Some input that BinaryDecoder accepts is an error: a boolean that
 * is neither 0 nor 1, and a block whose size is wrong.
 */
#include "core/avro/avro_decode.h"
#include "core/avro/avro_types.h"
#include "core/base/host.h"
#include "core/value/value.h"

#include <math.h>

#include "core/base/utf8.h"

typedef struct Decoder
{
	const uint8_t *start;
	const uint8_t *p;
	const uint8_t *end;
	uint32_t	parts;			/* values and keys so far */
	size_t		text;			/* bytes of JSON strings and keys so far */
	const AvroSink *sink;
	CoreError  *err;
} Decoder;

static size_t
left(const Decoder *d)
{
	return (size_t) (d->end - d->p);
}

/* ---- errors ------------------------------------------------------------- */

static bool
not_avro(Decoder *d, const AvroPlace *at, const char *fmt,...)
	__attribute__((format(printf, 3, 4)));

static bool
not_avro(Decoder *d, const AvroPlace *at, const char *fmt,...)
{
	char		path[AVRO_PATH];
	char		what[140];
	va_list		ap;

	va_start(ap, fmt);
	core_format(what, sizeof(what), fmt, ap);
	va_end(ap);
	core_error(d->err, CORE_ERR_BINARY,
			   "bytes are not Avro of this schema: %s", what);
	core_error_detail(d->err, "At byte offset %zu of %zu, in the value of %s.",
					  (size_t) (d->p - d->start), (size_t) (d->end - d->start),
					  avro_path(at, path));
	return core_error_hint(d->err,
						   "Decode with the schema that the bytes were written with, and pass the bytes of one value only.");
}

/* ---- bytes -------------------------------------------------------------- */

/* Take the next n bytes; NULL with an error if there are fewer. */
static const uint8_t *
get(Decoder *d, size_t n, const AvroPlace *at)
{
	const uint8_t *bytes = d->p;

	if (n > left(d))
	{
		not_avro(d, at, "%zu bytes are wanted, %zu are left", n, left(d));
		return NULL;
	}
	d->p += n;
	return bytes;
}

/* BinaryDecoder.readLong. */
static bool
get_long(Decoder *d, const AvroPlace *at, int64_t *i)
{
	const uint8_t *p = d->p;
	uint64_t	u = 0;
	int			shift = 0;

	for (;; shift += 7)
	{
		if (p == d->end)
			return not_avro(d, at, "a number is cut off");
		if (shift == 63 && *p > 1)
			return not_avro(d, at, "a number has more than 64 bits");
		u |= (uint64_t) (*p & 0x7f) << shift;
		if ((*p++ & 0x80) == 0)
			break;
	}
	d->p = p;
	*i = (int64_t) (u >> 1 ^ -(u & 1));
	return true;
}

/*
 * Read the length of bytes or of a string, and compare it with the remaining
 * bytes.
 */
static bool
get_length(Decoder *d, const AvroPlace *at, size_t *len)
{
	int64_t		i;

	if (!get_long(d, at, &i))
		return false;
	if (i < 0 || (uint64_t) i > left(d))
		return not_avro(d, at, "a length is %lld, %zu bytes are left",
						(long long) i, left(d));
	*len = (size_t) i;
	return true;
}

/* Read an index below n. */
static bool
get_index(Decoder *d, const AvroType *type, const AvroPlace *at,
		  uint32_t *index)
{
	int64_t		i;

	if (!get_long(d, at, &i))
		return false;
	if (i < 0 || i >= type->n)
		return not_avro(d, at,
						type->kind == AVRO_ENUM ?
							"an enum has no symbol %lld" :
							"a union has no branch %lld",
						(long long) i);
	*index = (uint32_t) i;
	return true;
}

static bool
get_little_endian(Decoder *d, const AvroPlace *at, size_t n, uint64_t *u)
{
	const uint8_t *bytes = get(d, n, at);

	if (bytes == NULL)
		return false;
	*u = 0;
	for (size_t i = 0; i < n; i++)
		*u |= (uint64_t) bytes[i] << (8 * i);
	return true;
}

/* Read a string that is valid in JSON. */
static bool
get_text(Decoder *d, const AvroPlace *at, const char **text, size_t *len)
{
	char		path[AVRO_PATH];
	const uint8_t *bytes;

	if (!get_length(d, at, len))
		return false;
	bytes = d->p;
	d->p += *len;
	if (utf8_span(bytes, *len) < *len)
		return core_error(d->err, CORE_ERR_CHARACTER,
						  "string at %s is not UTF-8", avro_path(at, path));
	if (*len > 0 && memchr(bytes, 0, *len) != NULL)
		return core_error(
			d->err, CORE_ERR_CHARACTER,
			"string at %s holds U+0000, which PostgreSQL cannot store",
			avro_path(at, path));
	*text = (const char *) bytes;
	return true;
}

/* Count a value or a key against the limit. */
static bool
count_part(Decoder *d)
{
	core_check_interrupts();
	if (++d->parts <= AVRO_MAX_PARTS)
		return true;
	core_error(d->err, CORE_ERR_LIMIT,
			   "Avro value consists of more than %d values and keys",
			   AVRO_MAX_PARTS);
	return core_error_hint(d->err, "Keep it in several cells.");
}

/*
 * Count the text of a key or string: keys of the schema may be repeated often.
 */
static bool
count_text(Decoder *d, size_t len)
{
	d->text += len;
	return d->text <= AVRO_MAX_JSON ||
		core_error(d->err, CORE_ERR_LIMIT,
				   "JSON of the Avro value has more than %zu bytes",
				   AVRO_MAX_JSON);
}

/* ---- scalars ------------------------------------------------------------ */

static bool
send_text(Decoder *d, const char *text, size_t len)
{
	CoreValue	value = {.kind = VALUE_TEXT};

	if (!count_text(d, len))
		return false;
	value.bytes.data = (const uint8_t *) text;
	value.bytes.len = len;
	d->sink->scalar(d->sink->context, &value);
	return true;
}

/* The sink converts them to \x and hex digits. */
static bool
send_bytes(Decoder *d, const AvroPlace *at, size_t n)
{
	CoreValue	value = {.kind = VALUE_BYTES};

	value.bytes.data = get(d, n, at);
	if (value.bytes.data == NULL || !count_text(d, 2 + 2 * n))
		return false;
	value.bytes.len = n;
	d->sink->scalar(d->sink->context, &value);
	return true;
}

/* JSON does not have NaN and infinities: they become strings. */
static bool
send_float(Decoder *d, const CoreValue *value, double f)
{
	if (isnan(f))
		return send_text(d, "NaN", strlen("NaN"));
	if (isinf(f))
		return f > 0 ? send_text(d, "Infinity", strlen("Infinity")) :
			send_text(d, "-Infinity", strlen("-Infinity"));
	d->sink->scalar(d->sink->context, value);
	return true;
}

static bool
decode_scalar(Decoder *d, const AvroType *type, const AvroPlace *at)
{
	CoreValue	value = {.kind = VALUE_NULL};
	const uint8_t *bytes;
	const char *text;
	uint64_t	u;
	uint32_t	u32;
	size_t		len;

	switch (type->kind)
	{
		case AVRO_NULL:
			break;
		case AVRO_BOOLEAN:
			bytes = get(d, 1, at);
			if (bytes == NULL)
				return false;
			if (*bytes > 1)
				return not_avro(d, at, "a boolean is %d", *bytes);
			value.kind = VALUE_BOOL;
			value.b = *bytes == 1;
			break;
		case AVRO_INT:
		case AVRO_LONG:
			value.kind = VALUE_INT8;
			if (!get_long(d, at, &value.i))
				return false;
			if (type->kind == AVRO_INT && value.i != (int32_t) value.i)
				return not_avro(d, at, "an int is %lld", (long long) value.i);
			break;
		case AVRO_FLOAT:
			if (!get_little_endian(d, at, 4, &u))
				return false;
			u32 = (uint32_t) u;
			value.kind = VALUE_FLOAT4;
			memcpy(&value.f4, &u32, 4);
			return send_float(d, &value, value.f4);
		case AVRO_DOUBLE:
			if (!get_little_endian(d, at, 8, &u))
				return false;
			value.kind = VALUE_FLOAT8;
			memcpy(&value.f8, &u, 8);
			return send_float(d, &value, value.f8);
		case AVRO_BYTES:
			return get_length(d, at, &len) && send_bytes(d, at, len);
		case AVRO_FIXED:
			return send_bytes(d, at, type->size);
		case AVRO_STRING:
			return get_text(d, at, &text, &len) && send_text(d, text, len);
		default:				/* an enum */
			if (!get_index(d, type, at, &u32))
				return false;
			return send_text(d, type->symbols[u32],
							 strlen(type->symbols[u32]));
	}
	d->sink->scalar(d->sink->context, &value);
	return true;
}

/* ---- values ------------------------------------------------------------- */

static bool decode(Decoder *d, const AvroType *type, const AvroPlace *at,
				   int depth);

/* Read the key of a map's entry; place has its number. */
static bool
decode_key(Decoder *d, AvroPlace *place)
{
	const char *key;
	size_t		len;

	if (place->index == AVRO_MAX_KEYS)
	{
		core_error(d->err, CORE_ERR_LIMIT, "Avro map has more than %d keys",
				   AVRO_MAX_KEYS);
		return core_error_hint(d->err, "Keep it in several cells.");
	}
	place->name = NULL;
	if (!count_part(d) || !get_text(d, place, &key, &len) ||
		!count_text(d, len))
		return false;
	d->sink->key(d->sink->context, key, len);
	place->name = key;
	place->len = len;
	return true;
}

/*
 * Read an array or a map: blocks of a count and that many items, then an empty
 * block.  A negative count is followed by the block's size in bytes.
 */
static bool
decode_blocks(Decoder *d, const AvroType *type, const AvroPlace *at, int depth)
{
	AvroPlace	place = {.up = at};

	for (;;)
	{
		const uint8_t *block_end = NULL;
		int64_t		count;
		uint64_t	n;
		size_t		size;

		if (!get_long(d, at, &count))
			return false;
		if (count == 0)
			return true;
		n = count < 0 ? -(uint64_t) count : (uint64_t) count;
		if (count < 0)
		{
			if (!get_length(d, at, &size))
				return false;
			block_end = d->p + size;
		}
		for (uint64_t i = 0; i < n; i++)
		{
			if ((type->kind == AVRO_MAP && !decode_key(d, &place)) ||
				!decode(d, type->items, &place, depth + 1))
				return false;
			place.index++;
		}
		if (count < 0 && d->p != block_end)
			return not_avro(d, at, "a block does not end where its size says");
	}
}

/* GenericDatumReader.readRecord. */
static bool
decode_fields(Decoder *d, const AvroType *type, const AvroPlace *at, int depth)
{
	for (uint32_t i = 0; i < type->n; i++)
	{
		const char *name = type->fields[i].name;
		AvroPlace	place = {.up = at, .name = name, .len = strlen(name)};

		if (!count_part(d) || !count_text(d, place.len))
			return false;
		d->sink->key(d->sink->context, name, place.len);
		if (!decode(d, type->fields[i].type, &place, depth + 1))
			return false;
	}
	return true;
}

static bool
decode(Decoder *d, const AvroType *type, const AvroPlace *at, int depth)
{
	bool		object = type->kind != AVRO_ARRAY;
	uint32_t	branch;

	if (depth > AVRO_MAX_DEPTH)
		return avro_too_deep(at, d->err);
	if (type->kind == AVRO_UNION)
		return get_index(d, type, at, &branch) &&
			decode(d, type->branches[branch], at, depth + 1);
	if (!count_part(d))
		return false;
	if (type->kind < AVRO_ARRAY)
		return decode_scalar(d, type, at);
	d->sink->begin(d->sink->context, object);
	if (type->kind == AVRO_RECORD ? !decode_fields(d, type, at, depth) :
		!decode_blocks(d, type, at, depth))
		return false;
	d->sink->end(d->sink->context, object);
	return true;
}

bool
avro_decode_value(const AvroSchema *schema, const uint8_t *bytes, size_t len,
				  const AvroSink *sink, CoreError *err)
{
	Decoder		d = {bytes, bytes, bytes + len, 0, 0, sink, err};
	AvroPlace	root = {.up = NULL};

	if (!decode(&d, schema->root, &root, 0))
		return false;
	return d.p == d.end ||
		not_avro(&d, &root, "only the first %zu of %zu belong to the value",
				 (size_t) (d.p - bytes), len);
}
