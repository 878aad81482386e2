/*
 * test_encoding.c
 *		The encodings compared with Java's bytes, in both directions.
 */
#include "core/value/datetime.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "unit/unit.h"
#include "unit/values.h"

/* The number of vectors by result, printed after each file. */
typedef struct Counts
{
	int			encoded;		/* value -> Java's bytes */
	int			decoded;		/* Java's bytes -> value */
	int			refused;		/* an error where Java has one or a defect */
	int			rounded;		/* too many digits: an error, or rounded if
								 * requested */
	int			padded;			/* CHAR(n), BINARY(n): decoded with or
								 * without padding */
	int			left_out;		/* PostgreSQL has no such value */
} Counts;

static void
print_counts(const char *name, const Counts *c)
{
	printf("  %s: %d encoded, %d decoded, %d refused, %d rounded, %d padded, %d left out\n",
		   name, c->encoded, c->decoded, c->refused, c->rounded, c->padded,
		   c->left_out);
}

static bool
has_zero(const CoreValue *v)
{
	return (v->kind == VALUE_TEXT) && v->bytes.len > 0 &&
		memchr(v->bytes.data, 0, v->bytes.len) != NULL;
}

/* v must encode to these bytes. */
static bool
check_encode(const EncodingType *type, bool descending, const CoreValue *v,
			 const uint8_t *want, size_t wantlen)
{
	CoreBuf		out;
	CoreError	err;
	bool		ok;

	core_buf_init(&out);
	ok = encoding_encode(type, descending, v, &out, &err);
	if (!ok)
		fprintf(stderr, "encode: %s\n", err.message);
	ok = CHECK(ok) && CHECK_BYTES(out.data, out.len, want, wantlen);
	core_buf_free(&out);
	return ok;
}

/* These bytes must decode to v. */
static bool
check_decode(const EncodingType *type, bool descending, const CoreValue *v,
			 const uint8_t *p, size_t n)
{
	CoreValue	got;
	CoreError	err;
	bool		ok = encoding_decode(type, descending, p, n, &got, &err);

	if (!ok)
		fprintf(stderr, "decode: %s\n", err.message);
	if (!CHECK(ok))
		return false;
	ok = CHECK(value_same(&got, v));
	value_free(&got, p, n);
	return ok;
}

static bool
check_refused(const EncodingType *type, bool descending, const CoreValue *v,
			  CoreErrorCode code)
{
	CoreBuf		out;
	CoreError	err = {0};
	bool		ok;

	core_buf_init(&out);
	ok = CHECK(!encoding_encode(type, descending, v, &out, &err)) &&
		CHECK_INT(err.code, code);
	core_buf_free(&out);
	return ok;
}

static bool
check_undecodable(const EncodingType *type, bool descending, const uint8_t *p,
				  size_t n)
{
	CoreValue	got;
	CoreError	err;

	return CHECK(!encoding_decode(type, descending, p, n, &got, &err));
}

/*
 * Check one vector in both directions.  A text with U+0000 is encoded as in
 * Java, but decoding is an error, because PostgreSQL does not have it.
 */
static void
check_both(const EncodingType *type, bool descending, const CoreValue *v,
		   const uint8_t *p, size_t n, Counts *c)
{
	size_t		used;
	CoreError	err;

	c->encoded += check_encode(type, descending, v, p, n);
	if (has_zero(v))
		c->refused += check_undecodable(type, descending, p, n);
	else
		c->decoded += check_decode(type, descending, v, p, n);
	if (type->width >= 0 && v->kind != VALUE_NULL)
		CHECK_INT(n, type->width);
	if (encoding_measure(type, descending, p, n, &used, &err))
		CHECK_INT(used, n);
	else
		CHECK(err.code == CORE_ERR_PARAMETER && type->width < 0);
}

/* Text or bytes of a vector as a value. */
static CoreValue
bytes_value(ValueKind kind, const void *p, size_t n)
{
	CoreValue	v = {.kind = kind};

	v.bytes.data = p;
	v.bytes.len = n;
	return v;
}

/* The number of decimal digits from the first to the last non-zero one. */
static int
significant_digits(const char *text)
{
	int			digits = 0;
	int			count = 0;

	for (; *text != '\0' && *text != 'E' && *text != 'e'; text++)
	{
		if (*text < '0' || *text > '9')
			continue;
		if (*text != '0' || digits > 0)
			digits++;
		if (*text != '0')
			count = digits;
	}
	return count;
}

/*
 * A number with too many digits is an error.  If rounding is requested, it has
 * Java's bytes, which decode to the rounded number.
 */
static void
check_rounded(const EncodingType *type, const EncodingType *rounding,
			  bool descending, const CoreValue *v,
			  const uint8_t *p, size_t n, Counts *c)
{
	CoreValue	rounded;
	CoreError	err;

	check_refused(type, descending, v, CORE_ERR_RANGE);
	c->rounded += check_encode(rounding, descending, v, p, n);
	if (CHECK(encoding_decode(type, descending, p, n, &rounded, &err)))
	{
		check_encode(type, descending, &rounded, p, n);
		value_free(&rounded, p, n);
	}
}

/* ---- bytes.tsv --------------------------------------------------------- */

/* The type of the rows in a file: the kind of value, and as_type or NULL. */
typedef struct NamedType
{
	const char *vector;
	ValueKind	kind;
	const char *name;
} NamedType;

static void
test_bytes(void)
{
	static const NamedType types[] = {
		{"boolean", VALUE_BOOL, NULL},
		{"byte", VALUE_INT2, "byte"},
		{"short", VALUE_INT2, NULL},
		{"int", VALUE_INT4, NULL},
		{"long", VALUE_INT8, NULL},
		{"vint", VALUE_INT8, "vint"},
		{"float", VALUE_FLOAT4, NULL},
		{"double", VALUE_FLOAT8, NULL},
		{"bigdecimal", VALUE_NUMERIC, NULL},
		{"bigdecimal_negscale", VALUE_NUMERIC, NULL},
		{"string", VALUE_TEXT, NULL},
		{"uuid", VALUE_UUID, NULL},
		{"reverse_long", VALUE_TIMESTAMPTZ, NULL},
	};
	Tsv		   *tsv = tsv_open("bytes.tsv");
	Counts		c = {0};

	while (tsv_next(tsv))
	{
		size_t		len,
					n;
		const char *text = tsv_text(tsv, "input", &len);
		const uint8_t *p = tsv_hex(tsv, "hex", &n);
		size_t		i = 0;
		EncodingType type;
		CoreValue	v;
		CoreError	err;

		while (!tsv_is(tsv, "type", types[i].vector))
			i++;
		type = value_type(ENCODING_BYTES, types[i].kind, types[i].name, -1);
		if (strcmp(types[i].vector, "reverse_long") == 0)
		{
			/* A timestamp in descending order, if it is in range. */
			if (!value_from_epoch(VALUE_TIMESTAMPTZ, 3, tsv_int(tsv, "input"),
								  &v, &err))
				c.left_out++;
			else
				check_both(&type, true, &v, p, n, &c);
			continue;
		}
		if (types[i].kind == VALUE_TEXT)
			v = bytes_value(VALUE_TEXT, text, len);
		else if (!CHECK(value_read(types[i].kind, text, len, &v)))
			continue;
		if (strcmp(types[i].vector, "bigdecimal_negscale") == 0)
			c.decoded += check_decode(&type, false, &v, p, n);
		else
			check_both(&type, false, &v, p, n, &c);
		value_free(&v, text, len);
	}
	tsv_close(tsv);
	print_counts("bytes.tsv", &c);
}

/* The scale of a BigDecimal is preserved. */
static void
test_scale(void)
{
	static const char *const texts[] = {"0", "0.00", "1.50", "-1.500", "100",
										"0.001", "123456789.000"};
	EncodingType type = value_type(ENCODING_BYTES, VALUE_NUMERIC, NULL, -1);
	EncodingType string = value_type(ENCODING_STRING, VALUE_NUMERIC, NULL, -1);

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		CoreBuf		out;
		CoreValue	v,
					got;
		CoreError	err;
		size_t		n;

		core_buf_init(&out);
		CHECK(value_read(VALUE_NUMERIC, texts[i], strlen(texts[i]), &v));
		CHECK(encoding_encode(&type, false, &v, &out, &err));
		n = out.len;
		CHECK(encoding_decode(&type, false, out.data, n, &got, &err));
		CHECK(encoding_encode(&string, false, &got, &out, &err));
		core_buf_add_byte(&out, '\0');
		CHECK_STR((char *) out.data + n, texts[i]);
		value_free(&v, texts[i], strlen(texts[i]));
		value_free(&got, out.data, n);
		core_buf_free(&out);
	}
}

/* ---- orderedbytes.tsv --------------------------------------------------- */

/* NULL, empty text and NULLs of blobs are in other rows. */
static void
test_ordered(void)
{
	static const NamedType types[] = {
		{"null", VALUE_INT4, NULL},
		{"int8", VALUE_INT2, "OrderedInt8"},
		{"int16", VALUE_INT2, NULL},
		{"int32", VALUE_INT4, NULL},
		{"int64", VALUE_INT8, NULL},
		{"float32", VALUE_FLOAT4, NULL},
		{"float64", VALUE_FLOAT8, NULL},
		{"numeric", VALUE_NUMERIC, NULL},
		{"numeric_bug", VALUE_NUMERIC, NULL},
		{"numeric_double", VALUE_FLOAT8, "numeric"},
		{"numeric_long", VALUE_INT8, "numeric"},
		{"string", VALUE_TEXT, NULL},
		{"blobvar", VALUE_BYTES, NULL},
		{"blobcopy", VALUE_BYTES, "blob_copy"},
	};
	EncodingType rounding = value_type(ENCODING_ORDERED, VALUE_NUMERIC,
									   "numeric_rounded", -1);
	Tsv		   *tsv = tsv_open("orderedbytes.tsv");
	Counts		c = {0};

	while (tsv_next(tsv))
	{
		bool		descending = tsv_is(tsv, "order", "desc");
		size_t		len = 0,
					n = 0;
		bool		null = tsv_is_null(tsv, "input");
		const char *text = null ? "" : tsv_text(tsv, "input", &len);
		bool		refused = tsv_is_error(tsv, "hex");
		const uint8_t *p = refused ? NULL : tsv_hex(tsv, "hex", &n);
		size_t		i = 0;
		EncodingType type;
		CoreValue	v;

		while (!tsv_is(tsv, "type", types[i].vector))
			i++;
		type = value_type(ENCODING_ORDERED, types[i].kind, types[i].name, -1);

		if (null)
			v.kind = VALUE_NULL;
		else if (types[i].kind == VALUE_TEXT)
			v = bytes_value(VALUE_TEXT, text, len);
		else if (types[i].kind == VALUE_BYTES)
		{
			text = (const char *) tsv_hex(tsv, "input", &len);
			v = bytes_value(VALUE_BYTES, text, len);
		}
		else if (!CHECK(value_read(types[i].kind, text, len, &v)))
			continue;

		if (refused)
			c.refused += check_refused(&type, descending, &v,
									   v.kind == VALUE_TEXT ?
										   CORE_ERR_CHARACTER :
										   CORE_ERR_RANGE);
		else if (tsv_is(tsv, "type", "numeric_bug"))
		{
			/*
			 * 0.99…9 is an error, or is rounded to the correct 1; Java's bytes
			 * are wrong.
			 */
			uint8_t		one[2] = {0x18, 0x02};

			for (int k = 0; k < 2; k++)
			{
				if (text[0] == '-')
					one[k] = k == 0 ? 0x12 : 0xfd;
				if (descending)
					one[k] = (uint8_t) ~one[k];
			}
			check_refused(&type, descending, &v, CORE_ERR_RANGE);
			c.rounded += check_encode(&rounding, descending, &v, one, 2);
			c.refused += check_undecodable(&type, descending, p, n);
		}
		else if (v.kind == VALUE_NUMERIC && significant_digits(text) > 31)
			check_rounded(&type, &rounding, descending, &v, p, n, &c);
		else if (tsv_is(tsv, "type", "numeric_double") && v.f8 == 0 &&
				 signbit(v.f8))
		{
			/* A numeric has no -0.0. */
			CoreValue	zero = {.kind = VALUE_FLOAT8,.f8 = 0};

			c.encoded += check_encode(&type, descending, &v, p, n);
			c.decoded += check_decode(&type, descending, &zero, p, n);
		}
		else
			check_both(&type, descending, &v, p, n, &c);
		value_free(&v, text, len);
	}
	tsv_close(tsv);
	print_counts("orderedbytes.tsv", &c);
}

/* ---- phoenix.tsv -------------------------------------------------------- */

/* The kind of value in the vectors of a Phoenix type. */
static ValueKind
phoenix_kind(const char *type)
{
	static const NamedType kinds[] = {
		{"TIMESTAMP", VALUE_TIMESTAMP, NULL},
		{"UNSIGNED_TIMESTAMP", VALUE_TIMESTAMP, NULL},
		{"TINYINT", VALUE_INT2, NULL},
		{"UNSIGNED_TINYINT", VALUE_INT2, NULL},
		{"SMALLINT", VALUE_INT2, NULL},
		{"UNSIGNED_SMALLINT", VALUE_INT2, NULL},
		{"INTEGER", VALUE_INT4, NULL},
		{"UNSIGNED_INT", VALUE_INT4, NULL},
		{"BIGINT", VALUE_INT8, NULL},
		{"UNSIGNED_LONG", VALUE_INT8, NULL},
		{"FLOAT", VALUE_FLOAT4, NULL},
		{"UNSIGNED_FLOAT", VALUE_FLOAT4, NULL},
		{"DOUBLE", VALUE_FLOAT8, NULL},
		{"UNSIGNED_DOUBLE", VALUE_FLOAT8, NULL},
		{"DECIMAL", VALUE_NUMERIC, NULL},
		{"DECIMAL_range", VALUE_NUMERIC, NULL},
		{"BOOLEAN", VALUE_BOOL, NULL},
		{"BOOLEAN_api", VALUE_BOOL, NULL},
		{"DATE", VALUE_TIMESTAMP, NULL},
		{"UNSIGNED_DATE", VALUE_TIMESTAMP, NULL},
		{"TIME", VALUE_TIMESTAMP, NULL},
		{"UNSIGNED_TIME", VALUE_TIMESTAMP, NULL},
		{"VARCHAR", VALUE_TEXT, NULL},
		{"VARBINARY", VALUE_BYTES, NULL},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
	{
		if (strcmp(kinds[i].vector, type) == 0)
			return kinds[i].kind;
	}
	return type[0] == 'C' ? VALUE_TEXT : VALUE_BYTES;
}

/* Whether a second has non-zero digits after microseconds. */
static bool
has_nanoseconds(const char *text)
{
	const char *point = strchr(text, '.');

	return point != NULL && strlen(point) > 7 && strcmp(point + 7, "000") != 0;
}

/* The decoded form of v as CHAR(n) or BINARY(n); room has 64 bytes. */
static CoreValue
as_padded(const EncodingType *type, const CoreValue *v, uint8_t *room)
{
	CoreValue	back = *v;

	memset(room, 0, 64);
	memcpy(room, v->bytes.data, v->bytes.len);
	back.bytes.data = room;
	if (v->kind == VALUE_BYTES)
		back.bytes.len = type->length;
	while (v->kind == VALUE_TEXT && back.bytes.len > 0 &&
		   room[back.bytes.len - 1] == ' ')
		back.bytes.len--;
	return back;
}

static void
test_phoenix(void)
{
	EncodingType rounding = value_type(ENCODING_PHOENIX, VALUE_NUMERIC,
									   "DECIMAL_ROUNDED", -1);
	Tsv		   *tsv = tsv_open("phoenix.tsv");
	Counts		c = {0};

	while (tsv_next(tsv))
	{
		bool		descending = tsv_is(tsv, "sort", "desc");
		const char *name = tsv_raw(tsv, "type");
		size_t		len = 0,
					n = 0;
		const char *text = tsv_text(tsv, "input", &len);
		bool		refused = tsv_is_error(tsv, "hex");
		const uint8_t *p = refused ? NULL : tsv_hex(tsv, "hex", &n);
		ValueKind	kind = phoenix_kind(name);
		bool		in_range = strcmp(name, "DECIMAL_range") == 0;
		bool		by_api = strcmp(name, "BOOLEAN_api") == 0;
		uint8_t		room[64];
		EncodingType type;
		CoreValue	v;

		if (in_range || by_api)
			name = in_range ? "DECIMAL" : "BOOLEAN";
		type = value_type(ENCODING_PHOENIX, kind, name, -1);

		if (kind == VALUE_TIMESTAMP && has_nanoseconds(text))
		{
			if (refused)
				c.left_out++;
			else
				c.refused += check_undecodable(&type, descending, p, n);
			continue;
		}
		if (kind == VALUE_TEXT)
			v = bytes_value(VALUE_TEXT, text, len);
		else if (kind == VALUE_BYTES)
		{
			text = (const char *) tsv_hex(tsv, "input", &len);
			v = bytes_value(VALUE_BYTES, text, len);
		}
		else
		{
			/* nine digits of which the last three are zeros */
			if (kind == VALUE_TIMESTAMP && strchr(text, '.') &&
				strlen(strchr(text, '.')) > 7)
				len -= 3;
			if (!CHECK(value_read(kind, text, len, &v)))
				continue;
		}

		if (refused)
		{
			bool		ascii = true;

			for (size_t i = 0; kind == VALUE_TEXT && i < len; i++)
				ascii &= (text[i] & 0x80) == 0;
			c.refused += check_refused(&type, descending, &v,
									   kind != VALUE_TEXT ? CORE_ERR_RANGE :
									   ascii ? CORE_ERR_WIDTH :
									   CORE_ERR_CHARACTER);
		}
		else if (by_api)
		{
			/*
			 * Keys have fe and ff; the result of the Java call is not a
			 * BOOLEAN.
			 */
			uint8_t		stored = v.b ? 0xfe : 0xff;

			check_encode(&type, descending, &v, &stored, 1);
			check_decode(&type, descending, &v, &stored, 1);
			c.refused += check_undecodable(&type, descending, p, n);
		}
		else if (in_range &&
				 (fabs(strtod(text, NULL)) >= 1e126 ||
				  fabs(strtod(text, NULL)) < 1e-126))
			c.refused += check_refused(&type, descending, &v, CORE_ERR_RANGE);
		else if (kind == VALUE_NUMERIC && significant_digits(text) > 38)
			check_rounded(&type, &rounding, descending, &v, p, n, &c);
		else if (type.length > 0)
		{
			CoreValue	back = as_padded(&type, &v, room);

			c.encoded += check_encode(&type, descending, &v, p, n);
			if (has_zero(&back))
				c.refused += check_undecodable(&type, descending, p, n);
			else if (value_same(&v, &back))
				c.decoded += check_decode(&type, descending, &back, p, n);
			else
				c.padded += check_decode(&type, descending, &back, p, n);
		}
		else
			check_both(&type, descending, &v, p, n, &c);
		value_free(&v, text, len);
	}
	tsv_close(tsv);
	print_counts("phoenix.tsv", &c);
}

/* ---- struct.tsv: its single fields -------------------------------------- */

/*
 * HBase's DataTypes that are one of our types, sometimes with a suffix: a
 * literal terminator, or zeros up to a width.
 */
typedef struct FieldType
{
	const char *schema;			/* without the order */
	Encoding	encoding;
	ValueKind	kind;
	const char *name;
	int			terminator;		/* -1: none */
	bool		zeros;
} FieldType;

static const FieldType field_types[] = {
	{"OrderedInt8", ENCODING_ORDERED, VALUE_INT2, "OrderedInt8", -1, false},
	{"OrderedInt16", ENCODING_ORDERED, VALUE_INT2, NULL, -1, false},
	{"OrderedInt32", ENCODING_ORDERED, VALUE_INT4, NULL, -1, false},
	{"OrderedInt64", ENCODING_ORDERED, VALUE_INT8, NULL, -1, false},
	{"OrderedFloat32", ENCODING_ORDERED, VALUE_FLOAT4, NULL, -1, false},
	{"OrderedFloat64", ENCODING_ORDERED, VALUE_FLOAT8, NULL, -1, false},
	{"OrderedNumeric", ENCODING_ORDERED, VALUE_NUMERIC, NULL, -1, false},
	{"OrderedString", ENCODING_ORDERED, VALUE_TEXT, NULL, -1, false},
	{"OrderedBlobVar", ENCODING_ORDERED, VALUE_BYTES, NULL, -1, false},
	{"OrderedBlob", ENCODING_ORDERED, VALUE_BYTES, "OrderedBlob", -1, false},
	{"TerminatedWrapper(OrderedString,7c)", ENCODING_ORDERED, VALUE_TEXT, NULL,
	 0x7c, false},
	{"FixedLengthWrapper(OrderedString,16)", ENCODING_ORDERED, VALUE_TEXT,
	 NULL, -1, true},
	{"RawByte", ENCODING_BYTES, VALUE_INT2, "byte", -1, false},
	{"RawShort", ENCODING_BYTES, VALUE_INT2, NULL, -1, false},
	{"RawInteger", ENCODING_BYTES, VALUE_INT4, NULL, -1, false},
	{"RawLong", ENCODING_BYTES, VALUE_INT8, NULL, -1, false},
	{"RawFloat", ENCODING_BYTES, VALUE_FLOAT4, NULL, -1, false},
	{"RawDouble", ENCODING_BYTES, VALUE_FLOAT8, NULL, -1, false},
	{"RawString", ENCODING_BYTES, VALUE_TEXT, NULL, -1, false},
	{"RawStringTerminated(00)", ENCODING_BYTES, VALUE_TEXT, NULL, 0x00, false},
	{"RawStringTerminated(7c)", ENCODING_BYTES, VALUE_TEXT, NULL, 0x7c, false},
	{"RawStringFixedLength(24)", ENCODING_BYTES, VALUE_TEXT, NULL, -1, true},
	{"RawBytes", ENCODING_BYTES, VALUE_BYTES, NULL, -1, false},
	{"RawBytesTerminated(00)", ENCODING_BYTES, VALUE_BYTES, NULL, 0x00, false},
	{"RawBytesFixedLength(12)", ENCODING_BYTES, VALUE_BYTES, "binary(12)", -1,
	 false},
};

/* The field type of a schema with one field; NULL if it has more. */
static const FieldType *
find_field_type(const char *schema, bool *descending)
{
	const char *colon = strrchr(schema, ':');
	size_t		len = colon != NULL ? (size_t) (colon - schema) :
									  strlen(schema);

	if (strchr(schema, ' ') != NULL)
		return NULL;
	*descending = colon != NULL && strcmp(colon, ":desc") == 0;
	for (size_t i = 0; i < sizeof(field_types) / sizeof(field_types[0]); i++)
	{
		if (strlen(field_types[i].schema) == len &&
			memcmp(field_types[i].schema, schema, len) == 0)
			return &field_types[i];
	}
	fprintf(stderr, "no such field type: %s\n", schema);
	exit(2);
}

/* The only string of a JSON array as UTF-8; false for [null]. */
static bool
read_json_string(const char *json, char *dst, size_t *len)
{
	const char *p = json + 2;
	char	   *out = dst;

	if (strcmp(json, "[null]") == 0)
		return false;
	while (*p != '"')
	{
		unsigned	c = (unsigned char) *p++;
		unsigned	low;

		if (c == '\\')
		{
			c = (unsigned char) *p++;
			if (c == 'u')
			{
				sscanf(p, "%4x", &c);
				p += 4;
				if (c >= 0xd800 && c <= 0xdbff &&
					sscanf(p, "\\u%4x", &low) == 1)
				{
					c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
					p += 6;
				}
			}
		}
		if (c >= 0x10000)
		{
			*out++ = (char) (0xf0 | c >> 18);
			*out++ = (char) (0x80 | (c >> 12 & 0x3f));
		}
		else if (c >= 0x800)
			*out++ = (char) (0xe0 | c >> 12);
		if (c >= 0x800)
			*out++ = (char) (0x80 | (c >> 6 & 0x3f));
		else if (c >= 0x80)
			*out++ = (char) (0xc0 | c >> 6);
		*out++ = (char) (c >= 0x80 ? 0x80 | (c & 0x3f) : c);
	}
	*len = out - dst;
	*out = '\0';
	return true;
}

/* Decode hex digits in place. */
static void
read_hex(char *text, size_t *len)
{
	for (size_t i = 0; i < *len / 2; i++)
	{
		unsigned	byte;

		sscanf(text + 2 * i, "%2x", &byte);
		text[i] = (char) byte;
	}
	*len /= 2;
}

static void
test_struct(void)
{
	Tsv		   *tsv = tsv_open("struct.tsv");
	Counts		c = {0};

	while (tsv_next(tsv))
	{
		bool		descending = false;
		const FieldType *field = find_field_type(tsv_raw(tsv, "schema"),
												 &descending);
		char		text[1000];
		bool		refused = tsv_is_error(tsv, "hex");
		size_t		len,
					n = 0;
		const uint8_t *p = refused ? NULL : tsv_hex(tsv, "hex", &n);
		EncodingType type;
		CoreValue	v;

		/* A struct does not write NULL at its end. */
		if (field == NULL ||
			!read_json_string(tsv_raw(tsv, "values"), text, &len))
		{
			c.left_out++;
			continue;
		}
		/*
		 * HBase complements a RawString, but "bytes" has no descending text.
		 * Text that contains its terminator or is too long is rejected by a
		 * composite key only.
		 */
		if ((descending && field->encoding == ENCODING_BYTES) ||
			(refused && (field->terminator >= 0 || field->zeros)))
		{
			c.left_out++;
			continue;
		}
		type = value_type(field->encoding, field->kind, field->name, -1);
		if (field->kind == VALUE_TEXT)
			v = bytes_value(VALUE_TEXT, text, len);
		else if (field->kind == VALUE_BYTES)
		{
			read_hex(text, &len);
			v = bytes_value(VALUE_BYTES, text, len);
		}
		else if (!CHECK(value_read(field->kind, text, len, &v)))
			continue;

		if (refused)
		{
			c.refused += check_refused(&type, descending, &v,
									   v.kind == VALUE_TEXT ?
										   CORE_ERR_CHARACTER :
										   CORE_ERR_RANGE);
			continue;
		}
		if (field->terminator >= 0)
			CHECK_INT(p[--n],
					  descending ? 0xff - field->terminator :
								   field->terminator);
		if (field->zeros)
		{
			/*
			 * Java includes the zeros in the value; the value is before them.
			 */
			CoreError	err;
			size_t		used = len;

			if (field->encoding == ENCODING_ORDERED)
				CHECK(encoding_measure(&type, descending, p, n, &used, &err));
			while (n > used)
				CHECK_INT(p[--n], 0);
		}
		if (type.length > 0)
		{
			uint8_t		room[64];
			CoreValue	back = as_padded(&type, &v, room);

			c.encoded += check_encode(&type, descending, &v, p, n);
			c.padded += check_decode(&type, descending, &back, p, n);
		}
		else if (field->kind == VALUE_NUMERIC && significant_digits(text) > 31)
		{
			EncodingType rounding = value_type(ENCODING_ORDERED, VALUE_NUMERIC,
											   "numeric_rounded", -1);

			check_rounded(&type, &rounding, descending, &v, p, n, &c);
		}
		else
			check_both(&type, descending, &v, p, n, &c);
		value_free(&v, text, len);
	}
	tsv_close(tsv);
	print_counts("struct.tsv", &c);
}

/* ---- text of dates and times ------------------------------------------- */

typedef struct TimeText
{
	ValueKind	kind;
	int			precision;
	const char *in;
	const char *out;
} TimeText;

static void
test_times(void)
{
	static const TimeText texts[] = {
		{VALUE_DATE, -1, "2000-01-01", "2000-01-01"},
		{VALUE_DATE, -1, "1970-01-01", "1970-01-01"},
		{VALUE_DATE, -1, "2000-02-29", "2000-02-29"},
		{VALUE_DATE, -1, "1900-02-28", "1900-02-28"},
		{VALUE_DATE, -1, "0001-01-01", "0001-01-01"},
		{VALUE_DATE, -1, "0001-12-31 BC", "0001-12-31 BC"},
		{VALUE_DATE, -1, "4714-11-24 BC", "4714-11-24 BC"},
		{VALUE_DATE, -1, "5874897-12-31", "5874897-12-31"},
		{VALUE_TIME, -1, "00:00", "00:00:00"},
		{VALUE_TIME, -1, "24:00:00", "24:00:00"},
		{VALUE_TIME, 3, "23:59:59.999999", "23:59:59.999"},
		{VALUE_TIMESTAMP, -1, "1969-12-31T23:59:59.1",
		 "1969-12-31 23:59:59.1"},
		{VALUE_TIMESTAMP, 0, "1969-12-31 23:59:59.999999",
		 "1969-12-31 23:59:59"},
		{VALUE_TIMESTAMP, -1, "294276-12-31 23:59:59.999999",
		 "294276-12-31 23:59:59.999999"},
		{VALUE_TIMESTAMP, -1, "4714-11-24 00:00:00 BC",
		 "4714-11-24 00:00:00 BC"},
		{VALUE_TIMESTAMPTZ, -1, "2024-02-29T23:30:00-01:30",
		 "2024-03-01 01:00:00+00"},
		{VALUE_TIMESTAMPTZ, -1, "2024-02-29 23:30:00.000100Z",
		 "2024-02-29 23:30:00.0001+00"},
		{VALUE_TIMESTAMPTZ, -1, "0001-01-01 00:00:00+0530",
		 "0001-12-31 18:30:00+00 BC"},
	};
	static const struct
	{
		ValueKind	kind;
		const char *text;
	} bad[] = {
		{VALUE_DATE, ""},
		{VALUE_DATE, "2023-02-29"},
		{VALUE_DATE, "2023-13-01"},
		{VALUE_DATE, "2023-1-01"},
		{VALUE_DATE, "0000-01-01"},
		{VALUE_DATE, "2023-01-01 "},
		{VALUE_DATE, "infinity"},
		{VALUE_DATE, "5874898-01-01"},
		{VALUE_DATE, "4714-11-23 BC"},
		{VALUE_TIME, "24:00:01"},
		{VALUE_TIME, "1:00"},
		{VALUE_TIME, "12:60"},
		{VALUE_TIME, "12:00:00."},
		{VALUE_TIME, "12:00:00.1234567"},
		{VALUE_TIMESTAMP, "2023-01-01"},
		{VALUE_TIMESTAMP, "2023-01-01 00:00+00"},
		{VALUE_TIMESTAMP, "294277-01-01 00:00"},
		{VALUE_TIMESTAMP, "4714-11-23 23:59:59 BC"},
		{VALUE_TIMESTAMPTZ, "2023-01-01 00:00"},
		{VALUE_TIMESTAMPTZ, "2023-01-01 00:00 UTC"},
		{VALUE_TIMESTAMPTZ, "2023-01-01 00:00+1"},
		{VALUE_TIMESTAMPTZ, "2023-01-01 00:00+16"},
		{VALUE_TIMESTAMPTZ, "294276-12-31 23:59-01"},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		const TimeText *t = &texts[i];
		char		text[DATETIME_MAX_TEXT + 1];
		CoreValue	v;

		if (!CHECK(value_read(t->kind, t->in, strlen(t->in), &v)))
			continue;
		text[datetime_write(&v, t->precision < 0 ? 6 : t->precision, text)] =
			'\0';
		CHECK_STR(text, t->out);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
	{
		CoreValue	v;
		CoreError	err;

		if (!CHECK(!datetime_parse(bad[i].kind, bad[i].text,
								   strlen(bad[i].text), &v, &err)))
			fprintf(stderr, "read: %s\n", bad[i].text);
	}
}

/* Every day of PostgreSQL's calendar, as text and back. */
static void
test_calendar(void)
{
	CoreValue	v = {.kind = VALUE_DATE},
				back;
	CoreError	err;
	uint64_t	seed = 4;
	int			wrong = 0;

	for (int i = 0; i < 100000; i++)
	{
		char		text[DATETIME_MAX_TEXT];
		int64_t		ms;

		v.i = i < 1000 ? -2451545 + i
			: i < 50000 ? (int64_t) (unit_random(&seed) % 1000000) - 500000
			: (int64_t) (unit_random(&seed) % 2147483494) - 2451545;
		wrong += !datetime_parse(VALUE_DATE, text, datetime_write(&v, 6, text),
								 &back, &err) ||
			back.i != v.i;
		wrong += !value_to_epoch(&v, 3, &ms, &err) ||
			!value_from_epoch(VALUE_DATE, 3, ms, &back, &err) || back.i != v.i;
	}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	test_bytes();
	test_scale();
	test_ordered();
	test_phoenix();
	test_struct();
	test_times();
	test_calendar();
	return unit_done();
}
