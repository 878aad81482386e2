/*
 * encoding_string.c
 *		Encoding "string": UTF-8 of a value's canonical text.
 *
 * The text is PostgreSQL's output with DateStyle ISO, TimeZone UTC and
 * extra_float_digits 1, independent of the session. bytea is written
 * unchanged.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/value/encoding_common.h"
#include "core/value/encoding_methods.h"
#include "core/value/encoding_string.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/notation.h"
#include "core/base/utf8.h"
#include "core/value/datetime.h"
#include "core/value/numeric.h"

typedef enum StringFormat
{
	STRING_TEXT,				/* the text of any kind of value */
	STRING_CHAR					/* text padded with blanks */
} StringFormat;

static const FormatInfo formats[] = {
	{"text", STRING_TEXT, ARGS_MAX, -1, ~0u, VALUE_TEXT},
	{"CHAR", STRING_CHAR, ARGS_LENGTH, -1, KIND(TEXT), VALUE_TEXT},
	{0}
};

#define UUID_TEXT	36

/* The longest text that is accepted for a float. */
#define MAX_FLOAT_TEXT	2000

static int
usual_format(ValueKind kind, int precision)
{
	return STRING_TEXT;
}

static bool
finish(EncodingType *type, int precision, CoreError *err)
{
	if (type->format == STRING_CHAR)
		type->width = type->length;
	else if (type->kind == VALUE_UUID)
		type->width = UUID_TEXT;
	/*
	 * Text has room for all digits.  They are truncated only if a precision is
	 * given.
	 */
	if (value_kind_is_time(type->kind))
		type->precision = precision < 0 ? 6 : precision;
	return true;
}

static EncodingOrder
order(const EncodingType *type)
{
	switch (type->kind)
	{
		case VALUE_TEXT:
			return type->format == STRING_TEXT ? ENCODING_ORDER_ALL :
												 ENCODING_ORDER_PRINTABLE;
		case VALUE_BOOL:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_TIME:
			return ENCODING_ORDER_ALL;
		default:
			return ENCODING_ORDER_NONE;
	}
}

static bool
reject_descending(CoreError *err)
{
	core_error(err, CORE_ERR_PARAMETER,
			   "encoding \"string\" does not have a descending form");
	return core_error_hint(err, "Use encoding \"phoenix\" or \"ordered\".");
}

/* ---- encode ------------------------------------------------------------ */

static void
put_uuid(const uint8_t *p, CoreBuf *out)
{
	static const char hex[] = "0123456789abcdef";
	uint8_t    *dst = core_buf_reserve(out, UUID_TEXT);

	for (int i = 0; i < 16; i++)
	{
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*dst++ = '-';
		*dst++ = hex[p[i] >> 4];
		*dst++ = hex[p[i] & 15];
	}
	out->len += UUID_TEXT;
}

static bool
put_text(const EncodingType *type, const CoreValue *v, CoreBuf *out,
		 CoreError *err)
{
	char		text[DATETIME_MAX_TEXT];
	int64_t		unused;

	switch (v->kind)
	{
		case VALUE_BOOL:
			core_buf_add(out, v->b ? "true" : "false", v->b ? 4 : 5);
			return true;
		case VALUE_INT2:
		case VALUE_INT4:
		case VALUE_INT8:
			core_buf_add(out, text,
						 snprintf(text, sizeof(text), "%lld",
								  (long long) v->i));
			return true;
		case VALUE_FLOAT4:
			core_float4_text(v->f4, text);
			core_buf_add(out, text, strlen(text));
			return true;
		case VALUE_FLOAT8:
			core_float8_text(v->f8, text);
			core_buf_add(out, text, strlen(text));
			return true;
		case VALUE_NUMERIC:
			numeric_write(&v->num, out);
			return true;
		case VALUE_TEXT:
		case VALUE_JSONB:
		case VALUE_BYTES:
			core_buf_add(out, v->bytes.data, v->bytes.len);
			return true;
		case VALUE_UUID:
			put_uuid(v->bytes.data, out);
			return true;
		case VALUE_DATE:
		case VALUE_TIME:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			/* Infinities are errors, as in the other encodings. */
			if (!value_to_epoch(v, 0, &unused, err))
				return false;
			core_buf_add(out, text, datetime_write(v, type->precision, text));
			return true;
		case VALUE_NULL:
			break;
	}
	return false;
}

static bool
string_encode(const EncodingType *type, bool descending, const CoreValue *v,
			  CoreBuf *out, CoreError *err)
{
	size_t		from = out->len;
	CoreValue	written = {.kind = v->kind == VALUE_BYTES ? VALUE_BYTES :
															VALUE_TEXT};

	if (descending)
		return reject_descending(err);
	if (type->format == STRING_CHAR)
		return encoding_put_padded(type, v, ' ', out, err);
	if (!put_text(type, v, out, err))
		return false;
	if (type->length == 0 || out->len == from)
		return true;

	/* varchar(n) limits the text of values of all kinds */
	written.bytes.data = out->data + from;
	written.bytes.len = out->len - from;
	return encoding_check_max(type, &written, err);
}

/* ---- decode ------------------------------------------------------------ */

static bool
bad_text(const EncodingType *type, const uint8_t *p, size_t n, CoreError *err)
{
	char		quoted[NOTATION_QUOTE_SIZE];

	return core_error(err, CORE_ERR_SYNTAX, "invalid text for type %s: \"%s\"",
					  value_kind_name(type->kind),
					  notation_quote(p, n, quoted));
}

static bool
out_of_range(const EncodingType *type, const uint8_t *p, size_t n,
			 CoreError *err)
{
	char		quoted[NOTATION_QUOTE_SIZE];

	return core_error(err, CORE_ERR_RANGE,
					  "\"%s\" is out of range for type %s",
					  notation_quote(p, n, quoted),
					  value_kind_name(type->kind));
}

/* [+-]digits */
static bool
get_int(const EncodingType *type, const uint8_t *p, size_t n, CoreValue *v,
		CoreError *err)
{
	int64_t		i = 0;			/* negative: its range is larger by one */
	size_t		at = n > 0 && (p[0] == '-' || p[0] == '+') ? 1 : 0;
	bool		overflow = false;

	if (at == n)
		return bad_text(type, p, n, err);
	for (; at < n; at++)
	{
		if (p[at] < '0' || p[at] > '9')
			return bad_text(type, p, n, err);
		overflow |= __builtin_mul_overflow(i, 10, &i);
		overflow |= __builtin_sub_overflow(i, p[at] - '0', &i);
	}
	if (p[0] != '-')
		overflow |= __builtin_sub_overflow(0, i, &i);
	if (overflow)
		return out_of_range(type, p, n, err);
	return encoding_value_of_int(type, i, v, err);
}

/* [+-]digits[.digits][e[+-]digits]; strtod accepts more forms. */
static bool
is_float_text(const char *p)
{
	int			digits = 0;

	if (*p == '-' || *p == '+')
		p++;
	for (; *p >= '0' && *p <= '9'; p++)
		digits++;
	if (*p == '.')
	{
		for (p++; *p >= '0' && *p <= '9'; p++)
			digits++;
	}
	if (digits == 0)
		return false;
	if (*p == 'e' || *p == 'E')
	{
		p++;
		if (*p == '-' || *p == '+')
			p++;
		if (*p == '\0')
			return false;
		while (*p >= '0' && *p <= '9')
			p++;
	}
	return *p == '\0';
}

static bool
get_float(const EncodingType *type, const uint8_t *p, size_t n, CoreValue *v,
		  CoreError *err)
{
	char		text[MAX_FLOAT_TEXT];
	double		f;

	if (n >= sizeof(text))
		return bad_text(type, p, n, err);
	memcpy(text, p, n);
	text[n] = '\0';
	if (strlen(text) != n)
		return bad_text(type, p, n, err);

	v->kind = type->kind;
	if (strcmp(text, "NaN") == 0)
		f = NAN;
	else if (strcmp(text, "Infinity") == 0)
		f = INFINITY;
	else if (strcmp(text, "-Infinity") == 0)
		f = -INFINITY;
	else
	{
		if (!is_float_text(text))
			return bad_text(type, p, n, err);
		errno = 0;
		f = type->kind == VALUE_FLOAT4 ? strtof(text, NULL) :
										 strtod(text, NULL);
		if (errno == ERANGE && (f == 0 || isinf(f)))
			return out_of_range(type, p, n, err);
	}
	if (type->kind == VALUE_FLOAT4)
		v->f4 = (float) f;
	else
		v->f8 = f;
	return true;
}

/* 8-4-4-4-12 hex digits, nothing else */
static bool
get_uuid(const EncodingType *type, const uint8_t *p, size_t n, CoreValue *v,
		 CoreError *err)
{
	uint8_t		uuid[16];
	uint8_t    *copy;
	size_t		at = 0;

	if (n != UUID_TEXT)
		return bad_text(type, p, n, err);
	for (int i = 0; i < 16; i++)
	{
		int			hi,
					lo;

		if ((i == 4 || i == 6 || i == 8 || i == 10) && p[at++] != '-')
			return bad_text(type, p, n, err);
		hi = core_hex_value(p[at++]);
		lo = core_hex_value(p[at++]);
		if (hi < 0 || lo < 0)
			return bad_text(type, p, n, err);
		uuid[i] = (uint8_t) (hi << 4 | lo);
	}
	copy = core_alloc(16);
	memcpy(copy, uuid, 16);
	v->bytes.data = copy;
	v->bytes.len = 16;
	return true;
}

static bool
string_decode(const EncodingType *type, bool descending, const uint8_t *p,
			  size_t n, CoreValue *v, CoreError *err)
{
	if (descending)
		return reject_descending(err);
	if (type->format == STRING_CHAR &&
		!encoding_check_length(type, n, type->width, err))
		return false;
	v->kind = type->kind;
	switch (type->kind)
	{
		case VALUE_BOOL:
			v->b = n == 4;
			if ((n == 4 && memcmp(p, "true", 4) == 0) ||
				(n == 5 && memcmp(p, "false", 5) == 0))
				return true;
			return bad_text(type, p, n, err);
		case VALUE_INT2:
		case VALUE_INT4:
		case VALUE_INT8:
			return get_int(type, p, n, v, err);
		case VALUE_FLOAT4:
		case VALUE_FLOAT8:
			return get_float(type, p, n, v, err);
		case VALUE_NUMERIC:
			return numeric_parse((const char *) p, n, &v->num, err);
		case VALUE_TEXT:
		case VALUE_JSONB:
			v->bytes.data = p;
			v->bytes.len = type->format == STRING_CHAR ?
				encoding_unpadded(p, n, ' ') :
				n;
			return utf8_check(p, n, err);
		case VALUE_BYTES:
			v->bytes.data = p;
			v->bytes.len = n;
			return true;
		case VALUE_UUID:
			return get_uuid(type, p, n, v, err);
		case VALUE_DATE:
		case VALUE_TIME:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return datetime_parse(type->kind, (const char *) p, n, v, err);
		case VALUE_NULL:
			break;
	}
	return false;
}

const EncodingMethods encoding_string = {
	.formats = formats,
	.usual_format = usual_format,
	.finish = finish,
	.order = order,
	.encode = string_encode,
	.decode = string_decode,
	.measure = encoding_measure_width,
};
