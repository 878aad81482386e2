/*
 * encoding.c
 *		The one door to all encodings: names, types, and what the encodings
 *		share.
 */
#include "encoding_impl.h"

#include <math.h>
#include <stdio.h>

#include "datetime.h"
#include "notation.h"
#include "numeric.h"
#include "suggest.h"
#include "utf8.h"

static const EncodingMethods *const encodings[] = {
	[ENCODING_BYTES] = &encoding_bytes,
	[ENCODING_STRING] = &encoding_string,
	[ENCODING_ORDERED] = &encoding_ordered,
	[ENCODING_PHOENIX] = &encoding_phoenix,
};

#define N_ENCODINGS		((int) (sizeof(encodings) / sizeof(encodings[0])))

/* Longest n of char(n) and the like: the longest row key. */
#define MAX_LENGTH		32767

/* ---- names of encodings ----------------------------------------------- */

const char *
encoding_name(Encoding encoding)
{
	return encodings[encoding]->name;
}

bool
encoding_from_name(const char *name, size_t len, Encoding *encoding)
{
	for (int i = 0; i < N_ENCODINGS; i++)
	{
		if (strlen(encodings[i]->name) == len &&
			memcmp(encodings[i]->name, name, len) == 0)
		{
			*encoding = (Encoding) i;
			return true;
		}
	}
	return false;
}

/* ---- names of types --------------------------------------------------- */

/* A type name taken apart: "CHAR(12)" is "char" and 12. */
typedef struct TypeName
{
	char		word[40];		/* lower case, single blanks */
	int			nargs;
	int			args[2];
} TypeName;

/* PostgreSQL's names of the types there are. */
typedef struct SqlName
{
	const char *word;
	ValueKind	kind;
	FormatArgs	args;
} SqlName;

static const SqlName sql_names[] = {
	{"boolean", VALUE_BOOL, ARGS_NONE},
	{"bool", VALUE_BOOL, ARGS_NONE},
	{"smallint", VALUE_INT2, ARGS_NONE},
	{"int2", VALUE_INT2, ARGS_NONE},
	{"integer", VALUE_INT4, ARGS_NONE},
	{"int", VALUE_INT4, ARGS_NONE},
	{"int4", VALUE_INT4, ARGS_NONE},
	{"bigint", VALUE_INT8, ARGS_NONE},
	{"int8", VALUE_INT8, ARGS_NONE},
	{"real", VALUE_FLOAT4, ARGS_NONE},
	{"float4", VALUE_FLOAT4, ARGS_NONE},
	{"double precision", VALUE_FLOAT8, ARGS_NONE},
	{"float8", VALUE_FLOAT8, ARGS_NONE},
	{"float", VALUE_FLOAT8, ARGS_NONE},
	{"numeric", VALUE_NUMERIC, ARGS_DIGITS},
	{"decimal", VALUE_NUMERIC, ARGS_DIGITS},
	{"text", VALUE_TEXT, ARGS_NONE},
	{"varchar", VALUE_TEXT, ARGS_MAX},
	{"character varying", VALUE_TEXT, ARGS_MAX},
	{"char", VALUE_TEXT, ARGS_LENGTH},
	{"character", VALUE_TEXT, ARGS_LENGTH},
	{"bytea", VALUE_BYTES, ARGS_NONE},
	{"rowkey", VALUE_BYTES, ARGS_NONE},
	{"uuid", VALUE_UUID, ARGS_NONE},
	{"date", VALUE_DATE, ARGS_NONE},
	{"time", VALUE_TIME, ARGS_DIGITS},
	{"time without time zone", VALUE_TIME, ARGS_DIGITS},
	{"timestamp", VALUE_TIMESTAMP, ARGS_DIGITS},
	{"timestamp without time zone", VALUE_TIMESTAMP, ARGS_DIGITS},
	{"timestamptz", VALUE_TIMESTAMPTZ, ARGS_DIGITS},
	{"timestamp with time zone", VALUE_TIMESTAMPTZ, ARGS_DIGITS},
	{"jsonb", VALUE_JSONB, ARGS_NONE},
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
bad_type_name(const char *text, CoreError *err)
{
	char		quoted[NOTATION_QUOTE_SIZE];

	return core_error(err, CORE_ERR_PARAMETER, "invalid type name \"%s\"",
					  notation_quote(text, strlen(text), quoted));
}

/* Read "(n)" or "(n, m)" at p; NULL when there is none. */
static const char *
read_args(const char *p, TypeName *name)
{
	p++;						/* the parenthesis */
	for (;;)
	{
		int			n = 0;
		int			ndigits = 0;

		while (is_blank(*p))
			p++;
		for (; *p >= '0' && *p <= '9' && ndigits < 7; p++, ndigits++)
			n = n * 10 + (*p - '0');
		if (ndigits == 0 || name->nargs == 2)
			return NULL;
		name->args[name->nargs++] = n;
		while (is_blank(*p))
			p++;
		if (*p == ')')
			return p + 1;
		if (*p++ != ',')
			return NULL;
	}
}

/* The parentheses may stand anywhere, as in "timestamp(3) with time zone". */
static bool
parse_type_name(const char *text, TypeName *name, CoreError *err)
{
	size_t		len = 0;
	const char *p = text;

	name->nargs = 0;
	while (*p != '\0')
	{
		if (*p == '(')
		{
			if (name->nargs > 0 || (p = read_args(p, name)) == NULL)
				return bad_type_name(text, err);
		}
		else if (is_blank(*p))
		{
			p++;
			if (len > 0 && name->word[len - 1] != ' ' && len < sizeof(name->word) - 1)
				name->word[len++] = ' ';
		}
		else
		{
			if (len == sizeof(name->word) - 1)
				return bad_type_name(text, err);
			name->word[len++] = core_lower(*p++);
		}
	}
	while (len > 0 && name->word[len - 1] == ' ')
		len--;
	name->word[len] = '\0';
	return len > 0 || bad_type_name(text, err);
}

static const SqlName *
find_sql_name(const TypeName *name)
{
	for (size_t i = 0; i < sizeof(sql_names) / sizeof(sql_names[0]); i++)
	{
		if (strcmp(sql_names[i].word, name->word) == 0)
			return &sql_names[i];
	}
	return NULL;
}

static const FormatInfo *
find_own_name(const EncodingMethods *methods, const char *word)
{
	for (const FormatInfo *f = methods->formats; f->name != NULL; f++)
	{
		if (core_same_word(word, strlen(word), f->name))
			return f;
	}
	return NULL;
}

/* The format of that number in a table; there is one. */
static const FormatInfo *
find_format(const FormatInfo *formats, int format)
{
	while (formats->format != format)
		formats++;
	return formats;
}

const char *
encoding_format_name(const EncodingType *type)
{
	return find_format(encodings[type->encoding]->formats, type->format)->name;
}

/* ---- finding a type ---------------------------------------------------- */

static bool
unknown_type_name(const EncodingMethods *methods, const char *text, CoreError *err)
{
	static const SuggestAlias aliases[] = {
		{"varchar2", "varchar"}, {"nvarchar", "varchar"}, {"nvarchar2", "varchar"},
		{"string", "text"}, {"str", "text"}, {"clob", "text"}, {"citext", "text"},
		{"name", "text"}, {"long", "bigint"}, {"int64", "bigint"},
		{"uint64", "bigint"}, {"bigserial", "bigint"}, {"serial", "int"},
		{"int32", "int"}, {"short", "smallint"}, {"int16", "smallint"},
		{"number", "numeric"}, {"bigdecimal", "numeric"}, {"money", "numeric"},
		{"double", "double precision"}, {"datetime", "timestamptz"},
		{"timestampz", "timestamptz"}, {"timestamp_tz", "timestamptz"},
		{"instant", "timestamptz"}, {"unsigned_bigint", "unsigned_long"},
		{"unsigned_integer", "unsigned_int"}, {"uint32", "unsigned_int"},
		{"blob", "bytea"}, {"byte[]", "bytea"}, {"binary", "bytea"},
		{"varbinary", "bytea"}, {"raw", "bytea"}, {"json", "jsonb"},
		{"guid", "uuid"}
	};
	char		list[sizeof(err->detail) - sizeof("It has .")];
	char		quoted[NOTATION_QUOTE_SIZE];
	char		sentence[SUGGEST_SIZE];
	Suggestion	near;
	size_t		len = 0;
	int			last = -1;

	list[0] = '\0';
	for (const FormatInfo *f = methods->formats; f->name != NULL; f++)
	{
		if (f->format == last || len >= sizeof(list))
			continue;			/* an alias */
		last = f->format;
		len += snprintf(list + len, sizeof(list) - len, "%s%s%s", len > 0 ? ", " : "",
						f->name, f->args == ARGS_LENGTH ? "(n)" : "");
	}
	core_error(err, CORE_ERR_PARAMETER, "encoding \"%s\" has no type \"%s\"",
			   methods->name, notation_quote(text, strlen(text), quoted));
	core_error_detail(err, "It has %s.", list);
	/* The type alone, without what stands in parentheses. */
	suggest_init(&near, text, strcspn(text, "("));
	for (size_t i = 0; i < sizeof(sql_names) / sizeof(sql_names[0]); i++)
		suggest_offer(&near, sql_names[i].word);
	for (const FormatInfo *f = methods->formats; f->name != NULL; f++)
		suggest_offer(&near, f->name);
	suggest_offer_aliases(&near, aliases, sizeof(aliases) / sizeof(aliases[0]));
	return core_error_hint(err, "%sWrite one of these, or a type of PostgreSQL, as bigint, text or timestamptz; values of other types go in as text.",
						   suggest_sentence(&near, sentence));
}

/* Check what stood in parentheses, and let the encoding finish the type. */
static bool
finish_type(const EncodingMethods *methods, const FormatInfo *format,
			FormatArgs args, const TypeName *name, int precision,
			EncodingType *type, CoreError *err)
{
	int			nargs = name != NULL ? name->nargs : 0;
	bool		is_binary_uuid = type->kind == VALUE_UUID && type->encoding != ENCODING_STRING;

	type->format = format->format;
	type->width = format->width;
	type->length = 0;
	type->precision = 0;
	if ((args == ARGS_NONE && nargs > 0) || (args != ARGS_DIGITS && nargs > 1))
		return core_error(err, CORE_ERR_PARAMETER, "type %s takes no such parentheses",
						  format->name);
	if (args == ARGS_LENGTH || args == ARGS_MAX)
	{
		if (nargs == 1)
		{
			type->length = name->args[0];
			if (type->length < 1 || type->length > MAX_LENGTH)
				return core_error(err, CORE_ERR_PARAMETER,
								  "length of %s must be between 1 and %d",
								  format->name, MAX_LENGTH);
		}
		else if (is_binary_uuid)
			type->length = 16;
		else if (args == ARGS_LENGTH)
		{
			core_error(err, CORE_ERR_PARAMETER, "type %s needs a length", format->name);
			return core_error_hint(err, "Write %s(n).", format->name);
		}
		if (is_binary_uuid && type->length != 16)
			return core_error(err, CORE_ERR_PARAMETER,
							  "a uuid has 16 bytes, not the %d of %s(%d)",
							  type->length, format->name, type->length);
	}
	if (type->kind == VALUE_DATE)
		precision = -1;
	if (value_kind_is_time(type->kind) &&
		precision != -1 && precision != 0 && precision != 3 && precision != 6)
	{
		core_error(err, CORE_ERR_PARAMETER, "precision %d of %s is not supported",
				   precision, value_kind_name(type->kind));
		return core_error_hint(err, "Precision is 0 (seconds), 3 (milliseconds) or 6 (microseconds).");
	}
	return methods->finish(type, precision, err);
}

/* The usual format of a kind, as its SQL name (if any) wants it. */
static bool
resolve_usual(Encoding encoding, ValueKind kind, ValueKind named_kind,
			  const SqlName *sql, const TypeName *name, int precision,
			  EncodingType *type, CoreError *err)
{
	const EncodingMethods *methods = encodings[encoding];
	const FormatInfo *format;
	FormatArgs	args = sql != NULL ? sql->args : ARGS_NONE;

	if (value_kind_is_time(kind) && args == ARGS_DIGITS && name->nargs > 0)
		precision = name->args[0];
	if (sql != NULL && sql->args == ARGS_LENGTH)
		format = find_own_name(methods, "char");
	else
		format = find_format(methods->formats,
									  methods->usual_format(named_kind, precision));
	if (args == ARGS_NONE)
		args = format->args == ARGS_LENGTH ? ARGS_LENGTH : ARGS_NONE;
	if ((format->kinds & (1u << kind)) == 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "type \"%s\" of encoding \"%s\" cannot hold a value of type %s",
				   sql != NULL ? sql->word : format->name, methods->name, value_kind_name(kind));
		return core_error_hint(err, "Cast the value first.");
	}
	type->encoding = encoding;
	type->kind = kind;
	return finish_type(methods, format, args, name, precision, type, err);
}

bool
encoding_resolve(Encoding encoding, ValueKind kind, const char *type_name,
				 int precision, EncodingType *type, CoreError *err)
{
	const EncodingMethods *methods = encodings[encoding];
	const FormatInfo *format;
	const SqlName *sql;
	TypeName	name;

	if (type_name == NULL || type_name[0] == '\0')
		return resolve_usual(encoding, kind, kind, NULL, NULL, precision, type, err);
	if (!parse_type_name(type_name, &name, err))
		return false;

	format = find_own_name(methods, name.word);
	if (format == NULL)
	{
		if (encoding == ENCODING_ORDERED && strcmp(name.word, "int8") == 0)
		{
			core_error(err, CORE_ERR_PARAMETER, "type \"int8\" has two meanings");
			return core_error_hint(err, "Write bigint for PostgreSQL's 8 bytes, OrderedInt8 for the one byte of OrderedBytes.");
		}
		sql = find_sql_name(&name);
		if (sql == NULL)
			return unknown_type_name(methods, type_name, err);
		return resolve_usual(encoding, kind, sql->kind, sql, &name, precision, type, err);
	}
	if ((format->kinds & (1u << kind)) == 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "type %s of encoding \"%s\" cannot hold a value of type %s",
				   format->name, methods->name, value_kind_name(kind));
		return core_error_hint(err, "Cast the value first.");
	}
	type->encoding = encoding;
	type->kind = kind;
	/* TIMESTAMP(3) says PostgreSQL's precision, TIMESTAMP the format's own. */
	if (value_kind_is_time(kind) && name.nargs > 0)
	{
		sql = find_sql_name(&name);
		if (sql == NULL || !value_kind_is_time(sql->kind))
			return bad_type_name(type_name, err);
		return resolve_usual(encoding, kind, sql->kind, sql, &name, precision, type, err);
	}
	return finish_type(methods, format, format->args, &name, precision, type, err);
}

bool
encoding_resolve_name(Encoding encoding, const char *type_name,
					  EncodingType *type, CoreError *err)
{
	const EncodingMethods *methods = encodings[encoding];
	const FormatInfo *format;
	const SqlName *sql;
	TypeName	name;

	if (!parse_type_name(type_name, &name, err))
		return false;
	sql = find_sql_name(&name);
	if (sql != NULL)
		return resolve_usual(encoding, sql->kind, sql->kind, sql, &name, -1, type, err);
	format = find_own_name(methods, name.word);
	if (format == NULL)
		return unknown_type_name(methods, type_name, err);
	type->encoding = encoding;
	type->kind = format->natural;
	return finish_type(methods, format, format->args, &name, -1, type, err);
}

EncodingOrder
encoding_order(const EncodingType *type)
{
	return encodings[type->encoding]->order(type);
}

/* ---- encode, decode, measure ------------------------------------------ */

bool
encoding_encode(const EncodingType *type, bool descending, const CoreValue *v,
				CoreBuf *out, CoreError *err)
{
	const EncodingMethods *methods = encodings[type->encoding];
	CoreValue	converted;
	ValueRoom	room;

	if (v->kind == type->kind)
		return methods->encode(type, descending, v, out, err);
	if (v->kind == VALUE_NULL)
	{
		if (type->encoding == ENCODING_ORDERED)
			return methods->encode(type, descending, v, out, err);
		return core_error(err, CORE_ERR_NULL, "encoding \"%s\" cannot write NULL",
						  methods->name);
	}
	return value_convert(type->kind, v, &converted, &room, err) &&
		methods->encode(type, descending, &converted, out, err);
}

bool
encoding_is_number(const EncodingType *type, bool descending, uint64_t *flip)
{
	const EncodingMethods *methods = encodings[type->encoding];

	return methods->is_number != NULL && methods->is_number(type, descending, flip);
}

bool
encoding_decode(const EncodingType *type, bool descending, const uint8_t *p,
				size_t n, CoreValue *v, CoreError *err)
{
	return encodings[type->encoding]->decode(type, descending, p, n, v, err);
}

bool
encoding_measure(const EncodingType *type, bool descending, const uint8_t *p,
				 size_t n, size_t *used, CoreError *err)
{
	return encodings[type->encoding]->measure(type, descending, p, n, used, err);
}

/* ---- what the encodings share: numbers --------------------------------- */

bool
encoding_int_of_value(const EncodingType *type, const CoreValue *v, int64_t *n,
					  CoreError *err)
{
	if (value_kind_is_time(v->kind))
		return value_to_epoch(v, type->precision, n, err);
	*n = v->kind == VALUE_BOOL ? v->b : v->i;
	return true;
}

bool
encoding_value_of_int(const EncodingType *type, int64_t n, CoreValue *v,
					  CoreError *err)
{
	CoreValue	wide;

	if (value_kind_is_time(type->kind))
		return value_from_epoch(type->kind, type->precision, n, v, err);
	if (type->kind == VALUE_BOOL)
	{
		if (n != 0 && n != 1)
			return core_error(err, CORE_ERR_BINARY, "%lld is no boolean", (long long) n);
		v->kind = VALUE_BOOL;
		v->b = n == 1;
		return true;
	}
	wide.kind = VALUE_INT8;
	wide.i = n;
	return value_convert(type->kind, &wide, v, NULL, err);
}

bool
encoding_fits_width(const EncodingType *type)
{
	switch (type->kind)
	{
		case VALUE_INT2:
			return type->width >= 2;
		case VALUE_INT4:
			return type->width >= 4;
		case VALUE_INT8:
			return type->width >= 8;
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return type->width >= 8 && type->precision == 3;
		default:
			return false;
	}
}

bool
encoding_check_range(const EncodingType *type, int64_t n, int64_t low,
					 int64_t high, CoreError *err)
{
	if (n >= low && n <= high)
		return true;
	core_error(err, CORE_ERR_RANGE, "value %lld is out of range for type %s of encoding \"%s\"",
			   (long long) n, encoding_format_name(type), encoding_name(type->encoding));
	return core_error_detail(err, "It holds %lld to %lld.",
							 (long long) low, (long long) high);
}

bool
encoding_check_length(const EncodingType *type, size_t n, size_t wanted,
					  CoreError *err)
{
	if (n == wanted)
		return true;
	return core_error(err, CORE_ERR_BINARY, "type %s of encoding \"%s\" has %zu bytes, not %zu",
					  encoding_format_name(type), encoding_name(type->encoding), wanted, n);
}

void
encoding_put_uint(CoreBuf *out, uint64_t n, int width)
{
	uint8_t	   *p = core_buf_reserve(out, width);

	if (width == 8)
		core_put_u64(p, n);
	else
	{
		for (int i = width - 1; i >= 0; i--)
		{
			p[i] = (uint8_t) n;
			n >>= 8;
		}
	}
	out->len += width;
}

uint64_t
encoding_get_uint(const uint8_t *p, int width)
{
	uint64_t	n = 0;

	for (int i = 0; i < width; i++)
		n = n << 8 | p[i];
	return n;
}

uint32_t
encoding_float4_bits(float f)
{
	uint32_t	bits;

	if (isnan(f))
		return 0x7fc00000;
	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

uint64_t
encoding_float8_bits(double f)
{
	uint64_t	bits;

	if (isnan(f))
		return UINT64_C(0x7ff8000000000000);
	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

bool
encoding_value_of_float8(const EncodingType *type, double f, CoreValue *v,
						 CoreError *err)
{
	v->kind = type->kind;
	if (type->kind == VALUE_FLOAT8)
	{
		v->f8 = f;
		return true;
	}
	v->f4 = (float) f;
	if (!isnan(f) && (double) v->f4 != f)
	{
		core_error(err, CORE_ERR_RANGE, "number needs more precision than type real has");
		return core_error_hint(err, "Read it as double precision.");
	}
	return true;
}

void
encoding_numeric_of_value(const CoreValue *v, ValueNumeric *num, ValueRoom *room)
{
	if (v->kind == VALUE_NUMERIC)
		*num = v->num;
	else if (v->kind == VALUE_FLOAT8)
		numeric_from_float8(v->f8, num);
	else
		numeric_from_int64(v->i, num, room->digits);
}

bool
encoding_value_of_numeric(const EncodingType *type, const ValueNumeric *num,
						  CoreValue *v, CoreError *err)
{
	int64_t		i;
	bool		ok;

	v->kind = type->kind;
	if (type->kind == VALUE_NUMERIC)
	{
		v->num = *num;
		return true;
	}
	if (type->kind == VALUE_FLOAT8)
		ok = numeric_to_float8(num, &v->f8, err);
	else
		ok = numeric_to_int64(num, &i, err) && encoding_value_of_int(type, i, v, err);
	if (num->digits != NULL)
		core_free(num->digits);
	return ok;
}

/* ---- what the encodings share: bytes ----------------------------------- */

bool
encoding_put_padded(const EncodingType *type, const CoreValue *v, uint8_t pad,
					CoreBuf *out, CoreError *err)
{
	size_t		width = type->length;
	uint8_t    *p;

	if (v->bytes.len > width)
		return core_error(err, CORE_ERR_WIDTH, "value of %zu bytes is too long for %s(%zu)",
						  v->bytes.len, encoding_format_name(type), width);
	p = core_buf_reserve(out, width);
	core_copy(p, v->bytes.data, v->bytes.len);
	memset(p + v->bytes.len, pad, width - v->bytes.len);
	out->len += width;
	return true;
}

size_t
encoding_unpadded(const uint8_t *p, size_t n, uint8_t pad)
{
	while (n > 0 && p[n - 1] == pad)
		n--;
	return n;
}

bool
encoding_check_max(const EncodingType *type, const CoreValue *v, CoreError *err)
{
	size_t		n = v->bytes.len;

	if (type->length == 0 || n <= (size_t) type->length)
		return true;
	if (v->kind != VALUE_BYTES)
		n = utf8_count(v->bytes.data, n);
	if (n <= (size_t) type->length)
		return true;
	return core_error(err, CORE_ERR_WIDTH, "value of %zu %s is too long for %s(%d)",
					  n, v->kind == VALUE_BYTES ? "bytes" : "characters",
					  encoding_format_name(type), type->length);
}

void
encoding_complement(CoreBuf *out, size_t from)
{
	for (size_t i = from; i < out->len; i++)
		out->data[i] = (uint8_t) ~out->data[i];
}

uint8_t *
encoding_complemented(const uint8_t *p, size_t n)
{
	uint8_t    *copy = core_alloc(n > 0 ? n : 1);

	for (size_t i = 0; i < n; i++)
		copy[i] = (uint8_t) ~p[i];
	return copy;
}

bool
encoding_needs_separator(const EncodingType *type, CoreError *err)
{
	core_error(err, CORE_ERR_PARAMETER, "type %s of encoding \"%s\" does not say where it ends",
			   encoding_format_name(type), encoding_name(type->encoding));
	return core_error_hint(err, "Put it last, or a separator after it.");
}

bool
encoding_measure_width(const EncodingType *type, bool descending, const uint8_t *p,
					   size_t n, size_t *used, CoreError *err)
{
	if (type->width < 0)
		return encoding_needs_separator(type, err);
	if (n < (size_t) type->width)
		return core_error(err, CORE_ERR_BINARY, "type %s needs %d bytes, but only %zu are left",
						  encoding_format_name(type), type->width, n);
	*used = type->width;
	return true;
}
