/*
 * encoding.c
 *		The interface to all encodings: find types by name, encode, decode.
 */
#include "core/base/ascii.h"
#include "core/value/encoding.h"
#include "core/value/encoding_bytes.h"
#include "core/value/encoding_methods.h"
#include "core/value/encoding_ordered.h"
#include "core/value/encoding_phoenix.h"
#include "core/value/encoding_string.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "core/value/value_convert.h"

#include <math.h>
#include <stdio.h>

#include "core/base/notation.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/value/datetime.h"
#include "core/value/numeric.h"

static const EncodingMethods *const encodings[] = {
	[ENCODING_BYTES] = &encoding_bytes,
	[ENCODING_STRING] = &encoding_string,
	[ENCODING_ORDERED] = &encoding_ordered,
	[ENCODING_PHOENIX] = &encoding_phoenix,
};

/* The largest n of char(n) and similar types: the longest row key. */
#define MAX_LENGTH		32767

/* ---- names of types --------------------------------------------------- */

/* A parsed type name: "CHAR(12)" is "char" and 12. */
typedef struct TypeName
{
	char		word[40];		/* lower case, single blanks */
	int			nargs;
	int			args[2];
} TypeName;

/* PostgreSQL's type names. */
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

/* Read "(n)" or "(n, m)" at p; NULL if there is none. */
static const char *
read_args(const char *p, TypeName *name)
{
	p++;						/* skip the parenthesis */
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

/*
 * The parentheses may be inside the name, as in "timestamp(3) with time zone".
 */
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
			if (len > 0 && name->word[len - 1] != ' ' &&
				len < sizeof(name->word) - 1)
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

/* Find the format with this number in a table; it must exist. */
static const FormatInfo *
find_format(const FormatInfo *formats, int format)
{
	while (formats->format != format)
		formats++;
	return formats;
}

/* ---- finding a type ---------------------------------------------------- */

static bool
unknown_type_name(Encoding encoding, const char *text,
				  CoreError *err)
{
	const EncodingMethods *methods = encodings[encoding];
	static const SuggestAlias aliases[] = {
		{"varchar2", "varchar"}, {"nvarchar", "varchar"}, {"nvarchar2",
														   "varchar"},
		{"string", "text"}, {"str", "text"}, {"clob", "text"}, {"citext",
																"text"},
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
			continue;			/* skip an alias */
		last = f->format;
		len += snprintf(list + len, sizeof(list) - len, "%s%s%s",
						len > 0 ? ", " : "", f->name,
						f->args == ARGS_LENGTH ? "(n)" : "");
	}
	core_error(err, CORE_ERR_PARAMETER,
			   "encoding \"%s\" does not have a type \"%s\"",
			   encoding_name(encoding),
			   notation_quote(text, strlen(text), quoted));
	core_error_detail(err, "It has %s.", list);
	/* Compare the name without its arguments. */
	suggest_init(&near, text, strcspn(text, "("));
	for (size_t i = 0; i < sizeof(sql_names) / sizeof(sql_names[0]); i++)
		suggest_offer(&near, sql_names[i].word);
	for (const FormatInfo *f = methods->formats; f->name != NULL; f++)
		suggest_offer(&near, f->name);
	suggest_offer_aliases(&near, aliases,
						  sizeof(aliases) / sizeof(aliases[0]));
	return core_error_hint(err,
						   "%sWrite one of these, or a type of PostgreSQL, as bigint, text or timestamptz; values of other types go in as text.",
						   suggest_sentence(&near, sentence));
}

/* Check the arguments, and let the encoding complete the type. */
static bool
finish_type(const EncodingMethods *methods, const FormatInfo *format,
			FormatArgs args, const TypeName *name, int precision,
			EncodingType *type, CoreError *err)
{
	int			nargs = name != NULL ? name->nargs : 0;
	bool		is_binary_uuid = type->kind == VALUE_UUID &&
		type->encoding != ENCODING_STRING;

	type->format = format->format;
	type->format_name = find_format(methods->formats, format->format)->name;
	type->width = format->width;
	type->length = 0;
	type->precision = 0;
	if ((args == ARGS_NONE && nargs > 0) || (args != ARGS_DIGITS && nargs > 1))
		return core_error(err, CORE_ERR_PARAMETER,
						  "type %s does not accept these modifiers",
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
			core_error(err, CORE_ERR_PARAMETER, "type %s requires a length",
					   format->name);
			return core_error_hint(err, "Write %s(n).", format->name);
		}
		if (is_binary_uuid && type->length != 16)
			return core_error(err, CORE_ERR_PARAMETER,
							  "a uuid has 16 bytes, not %d as in %s(%d)",
							  type->length, format->name, type->length);
	}
	if (type->kind == VALUE_DATE)
		precision = -1;
	if (value_kind_is_time(type->kind) &&
		precision != -1 && precision != 0 && precision != 3 && precision != 6)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "precision %d of %s is not supported", precision,
				   value_kind_name(type->kind));
		return core_error_hint(
			err,
			"Precision is 0 (seconds), 3 (milliseconds) or 6 (microseconds).");
	}
	return methods->finish(type, precision, err);
}

/* The default format of a kind, after the check of its SQL name, if any. */
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
		core_error(
			err, CORE_ERR_PARAMETER,
			"type \"%s\" of encoding \"%s\" cannot hold a value of type %s",
			sql != NULL ? sql->word : format->name,
			encoding_name(encoding), value_kind_name(kind));
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
		return resolve_usual(encoding, kind, kind, NULL, NULL, precision, type,
							 err);
	if (!parse_type_name(type_name, &name, err))
		return false;

	format = find_own_name(methods, name.word);
	if (format == NULL)
	{
		if (encoding == ENCODING_ORDERED && strcmp(name.word, "int8") == 0)
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "type \"int8\" has two meanings");
			return core_error_hint(err,
								   "Write bigint for PostgreSQL's 8 bytes, OrderedInt8 for the one byte of OrderedBytes.");
		}
		sql = find_sql_name(&name);
		if (sql == NULL)
			return unknown_type_name(encoding, type_name, err);
		return resolve_usual(encoding, kind, sql->kind, sql, &name, precision,
							 type, err);
	}
	if ((format->kinds & (1u << kind)) == 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "type %s of encoding \"%s\" cannot hold a value of type %s",
				   format->name, encoding_name(encoding),
				   value_kind_name(kind));
		return core_error_hint(err, "Cast the value first.");
	}
	type->encoding = encoding;
	type->kind = kind;
	/* TIMESTAMP(3) is PostgreSQL's type, TIMESTAMP the format's own. */
	if (value_kind_is_time(kind) && name.nargs > 0)
	{
		sql = find_sql_name(&name);
		if (sql == NULL || !value_kind_is_time(sql->kind))
			return bad_type_name(type_name, err);
		return resolve_usual(encoding, kind, sql->kind, sql, &name, precision,
							 type, err);
	}
	return finish_type(methods, format, format->args, &name, precision, type,
					   err);
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
		return resolve_usual(encoding, sql->kind, sql->kind, sql, &name, -1,
							 type, err);
	format = find_own_name(methods, name.word);
	if (format == NULL)
		return unknown_type_name(encoding, type_name, err);
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
		return core_error(err, CORE_ERR_NULL,
						  "encoding \"%s\" cannot represent NULL",
						  encoding_name(type->encoding));
	}
	return value_convert(type->kind, v, &converted, &room, err) &&
		methods->encode(type, descending, &converted, out, err);
}

bool
encoding_is_number(const EncodingType *type, bool descending, uint64_t *flip)
{
	const EncodingMethods *methods = encodings[type->encoding];

	return methods->is_number != NULL &&
		methods->is_number(type, descending, flip);
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
	return encodings[type->encoding]->measure(type, descending, p, n, used,
											  err);
}
