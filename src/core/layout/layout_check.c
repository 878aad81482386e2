/*
 * layout_check.c
 *		Check a layout: resolve its types, and make sure that keys can be
 *		composed and decomposed.
 */
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_parse.h"
#include "core/layout/layout_print.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"

#include <stdio.h>

#include "core/base/bytes.h"
#include "core/base/suggest.h"
#include "core/layout/layout_time.h"

/* The number of digits of Long.MAX_VALUE. */
#define LONG_DIGITS		19

/* ---- types ----------------------------------------------------------- */

/* The canonical spelling of a type. */
static const char *
usual_name(const char *words, int nargs)
{
	static const char *const aliases[][2] = {
		{"int2", "smallint"}, {"int4", "int"}, {"integer", "int"},
		{"int8", "bigint"}, {"float4", "real"}, {"float8", "double precision"},
		{"bool", "boolean"}, {"decimal", "numeric"}, {"character", "char"},
		{"character varying", "varchar"}, {"rowkey", "bytea"},
		{"time without time zone", "time"},
		{"timestamp without time zone", "timestamp"},
		{"timestamp with time zone", "timestamptz"}
	};

	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
	{
		if (strcmp(words, aliases[i][0]) == 0)
			words = aliases[i][1];
	}
	if (nargs == 0 && strcmp(words, "varchar") == 0)
		return "text";
	return words;
}

/* Whether the argument of a type is its precision; 3 is the default. */
static bool
is_time_name(const char *words)
{
	return strcmp(words, "timestamptz") == 0 ||
		strcmp(words, "timestamp") == 0 || strcmp(words, "time") == 0;
}

/*
 * For an unrecognized type of several words: if the first word alone is a
 * type, report the following word instead of the list of types in err.
 */
static bool
words_behind_type(Encoding encoding, const char *words, CoreError *err)
{
	static const SuggestAlias aliases[] = {
		{"asc", "asc"}, {"desc", "desc"}, {"null", "null"},
		{"ascending", "asc"}, {"descending", "desc"}, {"reverse", "desc"},
		{"reversed", "desc"}, {"nullable", "null"}, {"optional", "null"},
		{"primary key", "not null"}, {"required", "not null"}
	};
	char		sentence[SUGGEST_SIZE];
	char		first[LAYOUT_MAX_TYPE];
	Suggestion	near;
	EncodingType type;
	CoreError	reason;
	size_t		len = strcspn(words, " ");

	if (words[len] == '\0')
		return false;
	memcpy(first, words, len);
	first[len] = '\0';
	if (!encoding_resolve_name(encoding, first, &type, &reason))
		return false;
	err->detail[0] = '\0';
	suggest_init(&near, words + len + 1, strlen(words + len + 1));
	suggest_offer_aliases(&near, aliases,
						  sizeof(aliases) / sizeof(aliases[0]));
	return core_error_hint(err,
						   "%sBehind the type %s may stand asc, desc, null or not null; then a comma, and the next component.",
						   suggest_sentence(&near, sentence), first);
}

/* Resolve a type name in the layout's encoding. */
static bool
resolve_type(Encoding encoding, const LayoutTypeName *type, LayoutField *field,
			 CoreError *err)
{
	const char *words = usual_name(type->words, type->nargs);
	int			nargs = type->nargs;
	int			arg = type->args[0];
	char		name[LAYOUT_MAX_TYPE];
	CoreError	reason;
	int			n;

	if (strcmp(words, "float") == 0)
	{
		layout_error_at(err, type->position, "ambiguous type \"float\"");
		return core_error_hint(err,
							   "Write real for 4 bytes (Java's and Phoenix's float), double precision for 8.");
	}
	if (nargs == 0 && strcmp(words, "char") == 0)
	{
		nargs = 1;
		arg = 1;
	}
	if (encoding == ENCODING_PHOENIX && strcmp(words, "timestamp") == 0)
	{
		/*
		 * Phoenix's TIMESTAMP is not PostgreSQL's timestamp; the precision
		 * distinguishes them.
		 */
		if (nargs == 0 && strcmp(type->words, "timestamp") == 0)
		{
			layout_error_at(err, type->position,
							"ambiguous type \"timestamp\"");
			return core_error_hint(err,
								   "Write timestamp(6) for the 12 bytes of Phoenix's TIMESTAMP; timestamp(3), or timestamptz, for the 8 bytes of its DATE.");
		}
		if (nargs == 0)
		{
			nargs = 1;
			arg = 3;
		}
	}
	else if (nargs == 1 && arg == 3 && is_time_name(words))
		nargs = 0;				/* milliseconds are the default */

	if (nargs == 0)
		n = snprintf(name, sizeof(name), "%s", words);
	else if (nargs == 1)
		n = snprintf(name, sizeof(name), "%s(%d)", words, arg);
	else
		n = snprintf(name, sizeof(name), "%s(%d, %d)", words, arg,
					 type->args[1]);
	if (n < 0 || n >= (int) sizeof(name))
		return layout_error_at(err, type->position, "unrecognized type");
	memcpy(field->type_name, name, n + 1);

	/*
	 * PostgreSQL does not have bytea(n).  The formats that have it call it
	 * binary(n).
	 */
	if (nargs == 1 && strcmp(words, "bytea") == 0)
	{
		if (encoding == ENCODING_ORDERED || encoding == ENCODING_STRING)
		{
			layout_error_at(err, type->position,
							"encoding \"%s\" does not support bytea(n)",
							encoding_name(encoding));
			return core_error_hint(err, encoding == ENCODING_ORDERED ?
								   "Use bytea: the encoding ordered marks its end." :
								   "Use bytea and a literal after it.");
		}
		snprintf(name, sizeof(name), "binary(%d)", arg);
	}
	if (nargs == 0 && is_time_name(words))
		snprintf(name, sizeof(name), "%s(3)", words);
	if (!encoding_resolve_name(encoding, name, &field->type, &reason))
	{
		layout_error_from(err, type->position, &reason);
		return words_behind_type(encoding, words, err);
	}
	field->kind = field->type.kind;
	if (strcmp(words, "numeric_rounded") == 0 ||
		strcmp(words, "decimal_rounded") == 0)
	{
		layout_error_at(err, type->position, "type %s cannot be used in a key",
						words);
		core_error_detail(err, "Two values could get the same key.");
		return core_error_hint(
			err, "Use numeric, which rejects values out of its range.");
	}
	return true;
}

/* Resolve the type of every field.  All mentions of a field must agree. */
static bool
check_types(Layout *layout, CoreError *err)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		LayoutField *field;
		LayoutField other;

		if (component->type.words == NULL)
			continue;
		field = &layout->fields[component->field];
		if (field->type_name[0] == '\0')
		{
			if (!resolve_type(layout->encoding, &component->type, field, err))
				return false;
			continue;
		}
		if (!resolve_type(layout->encoding, &component->type, &other, err))
			return false;
		if (strcmp(field->type_name, other.type_name) != 0)
		{
			layout_error_at(err, component->type.position,
							"field \"%s\" is of type %s and of type %s",
							field->name, field->type_name, other.type_name);
			return core_error_hint(
				err, "Say the type once; other mentions need the name alone.");
		}
	}

	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];

		if (component->field >= 0 &&
			layout->fields[component->field].type_name[0] == '\0')
		{
			layout_error_at(err, component->position,
							"field \"%s\" has no type",
							layout->fields[component->field].name);
			return core_error_hint(
				err,
				"Write a type after the name once, for example %s bigint.",
				layout->fields[component->field].name);
		}
	}
	return true;
}

/* ---- kinds of fields ------------------------------------------------- */

static bool
is_text(const LayoutField *field)
{
	return field->kind == VALUE_TEXT || field->kind == VALUE_JSONB;
}

/*
 * Whether equal values always have the same bytes.  Under "bytes" and "string"
 * a numeric keeps its scale: 1.5 and 1.50 differ.
 */
static bool
is_canonical(const Layout *layout, const LayoutField *field)
{
	return field->kind != VALUE_NUMERIC ||
		layout->encoding == ENCODING_ORDERED ||
		layout->encoding == ENCODING_PHOENIX;
}

/* Whether bytes sort like the values that compose accepts. */
static bool
is_ordered(const Layout *layout, const LayoutField *field)
{
	switch (layout->encoding)
	{
		case ENCODING_ORDERED:
		case ENCODING_PHOENIX:
			/*
			 * All formats except OrderedBytes' BlobVar, where 00 00 sorts
			 * after 01.
			 */
			return encoding_order(&field->type) != ENCODING_ORDER_NONE;
		case ENCODING_BYTES:
			return field->type.width >= 0 || is_text(field) ||
				field->kind == VALUE_BYTES;
		case ENCODING_STRING:
			/* Times: compose accepts years of four digits only. */
			return is_text(field) || field->kind == VALUE_BYTES ||
				field->kind == VALUE_UUID || field->kind == VALUE_BOOL ||
				value_kind_is_time(field->kind);
	}
	return false;
}

/* ---- single components ----------------------------------------------- */

static bool
check_salt(LayoutComponent *component, CoreError *err)
{
	CoreError	reason;
	int			width = component->width;
	int64_t		most = BUCKET_MAX_BUCKETS;

	if (!salt_find(component->algorithm, strlen(component->algorithm),
				   &component->salt, &reason))
		return layout_error_from(err, component->position, &reason);
	if (component->as_text)
	{
		/* The number of digits of the largest salt. */
		component->width = 1;
		for (int64_t n = component->number - 1; n >= 10; n /= 10)
			component->width++;
	}
	else
	{
		if (width > 8)
			return layout_error_at(err, component->position,
								   "a salt takes at most 8 bytes");
		component->width = width == 0 ? 1 : width;
		if (component->width == 1)
			most = SALT_MAX_BUCKETS;
	}
	if (component->number < 1 || component->number > most)
	{
		layout_error_at(err, component->position,
						"number of buckets must be between 1 and %lld, not %lld,",
						(long long) most, (long long) component->number);
		if (component->number > most && most < BUCKET_MAX_BUCKETS)
			core_error_hint(err,
							"For more buckets write: salt(%lld) as 2 bytes.",
							(long long) component->number);
		return false;
	}
	return true;
}

static bool
check_bucket(const LayoutField *field, LayoutComponent *component,
			 CoreError *err)
{
	if (!layout_has_number(field->kind))
	{
		layout_error_at(err, component->position,
						"bucket requires a number, but \"%s\" is of type %s,",
						field->name, field->type_name);
		return core_error_hint(err,
							   "A bucket is an integer, date or timestamp modulo n; for other types use salt(n, %s).",
							   field->name);
	}
	if (component->number < 1 || component->number > BUCKET_MAX_BUCKETS)
		return layout_error_at(
			err, component->position,
			"number of buckets must be between 1 and %d, not %lld,",
			BUCKET_MAX_BUCKETS, (long long) component->number);
	component->width = (int) bucket_width((uint32_t) component->number);
	return true;
}

/* The width of a digest, from its hash and the number of bytes kept. */
static bool
check_digest(const Layout *layout, const LayoutField *field,
			 LayoutComponent *component, CoreError *err)
{
	const char *name = component->algorithm;
	int64_t		size;

	if (!is_canonical(layout, field))
	{
		layout_error_at(err, component->position,
						"numeric \"%s\" cannot be hashed under \"%s\": equal numbers have different bytes,",
						field->name, encoding_name(layout->encoding));
		return core_error_hint(
			err, "Use text, a whole number, or another encoding.");
	}

	size = (int64_t) component->hash.size * (component->hex ? 2 : 1);
	if (component->number < 0)
	{
		if (size == 0)
		{
			layout_error_at(err, component->position,
							"\"%s\" requires a length", name);
			return core_error_hint(
				err,
				"Write the number of bytes to keep, for example %s(%s, 16).",
				name, field->name);
		}
		component->width = (int) size;
		return true;
	}
	if (size == 0)
		size = DIGEST_MAX_SIZE;
	if (component->number < 1 || component->number > size)
		return layout_error_at(err, component->position,
							   "\"%s\" can keep 1 to %lld %s, not %lld,", name,
							   (long long) size,
							   component->hex ? "digits" : "bytes",
							   (long long) component->number);
	component->width = (int) component->number;
	if (component->number ==
		(int64_t) component->hash.size * (component->hex ? 2 : 1))
		component->number = -1; /* all of it: canonical form */
	return true;
}

static bool
check_digits(const LayoutField *field, LayoutComponent *component,
			 CoreError *err)
{
	bool		time = value_kind_is_time(field->kind) &&
		field->kind != VALUE_DATE;

	if (!layout_has_number(field->kind))
	{
		layout_error_at(err, component->position,
						"digits requires an integer, but \"%s\" is of type %s,",
						field->name, field->type_name);
		return core_error_hint(err,
							   "It takes integers, dates and timestamps; char(n) gives other values a fixed width.");
	}
	if (component->number < 1 || component->number > LONG_DIGITS)
		return layout_error_at(err, component->position,
							   "number of digits must be between 1 and %d, not %lld,",
							   LONG_DIGITS, (long long) component->number);
	if (time && component->descending && component->number != LONG_DIGITS)
	{
		layout_error_at(err, component->position,
						"a time in descending digits needs %d digits, not %lld,",
						LONG_DIGITS, (long long) component->number);
		return core_error_hint(err,
							   "The digits are Long.MAX_VALUE minus the time. Write digits(%s, %d) desc.",
							   field->name, LONG_DIGITS);
	}
	component->width = (int) component->number;
	component->ordered = true;
	return true;
}

/*
 * Check whether the field may be descending, and find how its bytes end.  For
 * plain fields, trunc and reverse, which have the same format.
 */
static bool
check_plain(const Layout *layout, const LayoutField *field,
			LayoutComponent *component, CoreError *err)
{
	component->width = field->type.width;
	component->ordered = is_ordered(layout, field);
	if (!component->descending)
		return true;
	if (layout->encoding == ENCODING_STRING ||
		(layout->encoding == ENCODING_BYTES &&
		 !((field->kind == VALUE_TIMESTAMP ||
			field->kind == VALUE_TIMESTAMPTZ) &&
		   field->type.width == 8)))
	{
		layout_error_at(err, component->position,
						"\"%s\" cannot be descending under \"%s\"",
						field->name, encoding_name(layout->encoding));
		return core_error_hint(err, layout->encoding == ENCODING_STRING ?
							   "Use digits(%s, n) desc, or the encodings ordered and phoenix." :
							   "Only timestamps can, as Long.MAX_VALUE minus milliseconds; use digits(%s, n) desc, or the encodings ordered and phoenix.",
							   field->name);
	}
	if (layout->encoding == ENCODING_PHOENIX && field->kind == VALUE_BYTES &&
		field->type.width < 0)
	{
		layout_error_at(err, component->position,
						"\"%s\" cannot be descending under \"phoenix\"",
						field->name);
		core_error_detail(err,
						  "Phoenix does not support VARBINARY in descending order.");
		return core_error_hint(err, "Use bytea(n), or the encoding ordered.");
	}
	return true;
}

static bool
check_trunc(const Layout *layout, const LayoutField *field,
			LayoutComponent *component, CoreError *err)
{
	if (field->kind != VALUE_DATE && field->kind != VALUE_TIMESTAMP &&
		field->kind != VALUE_TIMESTAMPTZ)
	{
		layout_error_at(err, component->position,
						"trunc requires a date or timestamp, but \"%s\" is of type %s,",
						field->name, field->type_name);
		return core_error_hint(err,
							   "For numbers use bucket, or divide the value first.");
	}
	if (!layout_period_fits(component, field))
	{
		layout_error_at(err, component->position,
						"the period of \"%s\" must be a multiple of the precision of type %s and at most a millennium,",
						field->name, field->type_name);
		return core_error_hint(
			err,
			"The precision of date is a day, and of timestamptz(0) a second.");
	}
	return check_plain(layout, field, component, err);
}

static bool
check_reverse(const Layout *layout, const LayoutField *field,
			  LayoutComponent *component, CoreError *err)
{
	component->width = field->type.width;
	component->ordered = false;
	if (value_kind_is_time(field->kind))
	{
		layout_error_at(err, component->position,
						"reverse would reverse the bytes of \"%s\" of type %s,",
						field->name, field->type_name);
		if (layout->encoding == ENCODING_STRING ||
			layout->encoding == ENCODING_BYTES)
			return core_error_hint(
				err, "For the newest first, write: digits(%s %s, 19) desc.",
				field->name, field->type_name);
		return core_error_hint(err, "For the newest first, write: %s %s desc.",
							   field->name, field->type_name);
	}
	if (!is_canonical(layout, field))
	{
		layout_error_at(err, component->position,
						"numeric \"%s\" cannot be reversed under \"%s\": equal numbers have different bytes,",
						field->name, encoding_name(layout->encoding));
		return core_error_hint(
			err, "Use text, a whole number, or another encoding.");
	}
	return true;
}

static bool
check_nullable(const Layout *layout, const LayoutField *field,
			   const LayoutComponent *component, CoreError *err)
{
	if (!component->nullable || layout->encoding == ENCODING_ORDERED ||
		(layout->encoding == ENCODING_PHOENIX && component->width < 0))
		return true;
	layout_error_at(err, component->position,
					"\"%s\" cannot be null under \"%s\"", field->name,
					encoding_name(layout->encoding));
	return core_error_hint(err, layout->encoding == ENCODING_PHOENIX ?
						   "Phoenix has NULL in keys only for types of varying length; the encoding ordered has it for all." :
						   "The encoding ordered has NULL in keys.");
}

/* Check each component and set what it writes and its width. */
static bool
check_components(Layout *layout, CoreError *err)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		LayoutComponent *component = &layout->components[i];
		const LayoutField *field = layout_field_of(layout, component);
		bool		ok = false;

		switch (component->kind)
		{
			case LAYOUT_SALT:
				ok = check_salt(component, err);
				break;
			case LAYOUT_BUCKET:
				ok = check_bucket(field, component, err);
				break;
			case LAYOUT_DIGEST:
				ok = check_digest(layout, field, component, err);
				break;
			case LAYOUT_REVERSE:
				ok = check_reverse(layout, field, component, err);
				break;
			case LAYOUT_DIGITS:
				ok = check_digits(field, component, err);
				break;
			case LAYOUT_TRUNC:
				ok = check_trunc(layout, field, component, err);
				break;
			case LAYOUT_LITERAL:
				component->width = (int) component->literal_len;
				ok = true;
				break;
			case LAYOUT_FIELD:
				ok = check_plain(layout, field, component, err) &&
					check_nullable(layout, field, component, err);
				break;
		}
		if (!ok)
			return false;
	}
	return true;
}

/* A nullable field must be a plain component, and nullable at each mention. */
static bool
check_null_mentions(Layout *layout, CoreError *err)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (layout->components[i].nullable)
			layout->fields[layout->components[i].field].nullable = true;
	}
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];

		if (component->field >= 0 && !component->nullable &&
			layout->fields[component->field].nullable)
		{
			layout_error_at(err, component->position,
							"field \"%s\" may be null elsewhere, but not",
							layout->fields[component->field].name);
			return core_error_hint(err,
								   "Only a field without a transform can be null. If it is null at one mention, it must be null at every mention.");
		}
	}
	return true;
}

/* ---- telling components apart ---------------------------------------- */

/* Every format of OrderedBytes except BlobCopy determines its end. */
static bool
ends_itself(const LayoutField *field)
{
	return strcmp(encoding_format_name(&field->type), "OrderedBlob") != 0;
}

/* How to find the end of a component of varying length. */
static LayoutEnd
end_of(const Layout *layout, int n)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	bool		last = n == layout->ncomponents - 1;

	if (component->width >= 0)
		return LAYOUT_END_WIDTH;
	if (layout->encoding == ENCODING_ORDERED &&
		ends_itself(field) &&
		(component->kind != LAYOUT_REVERSE || is_text(field)))
		return LAYOUT_END_SELF;
	if (layout->encoding == ENCODING_PHOENIX && field->kind != VALUE_BYTES &&
		!(last && !component->descending))
		return LAYOUT_END_SEPARATOR;
	return last ? LAYOUT_END_KEY : LAYOUT_END_LITERAL;
}

static bool
check_ends(Layout *layout, CoreError *err)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		LayoutComponent *component = &layout->components[i];
		const LayoutField *field = layout_field_of(layout, component);

		if (component->kind == LAYOUT_SALT ||
			component->kind == LAYOUT_LITERAL)
		{
			component->end = LAYOUT_END_WIDTH;
			continue;
		}
		component->end = end_of(layout, i);
		/* SchemaUtil.getSeparatorByte, Phoenix 5.2.1 (PHOENIX-2067). */
		component->separator = component->descending ? 0xff : 0x00;
		if (component->end == LAYOUT_END_LITERAL && component->nullable)
		{
			layout_error_at(err, component->position,
							"\"%s\" can be null under \"phoenix\" only as the last component",
							field->name);
			return core_error_hint(err, "Use the encoding ordered.");
		}
		if (component->end == LAYOUT_END_LITERAL &&
			layout->components[i + 1].kind != LAYOUT_LITERAL)
		{
			char		label[64];
			char		next[64];

			layout_error_at(err, component->position,
							"the end of \"%s\" cannot be distinguished from \"%s\"",
							layout_label(layout, i, label, sizeof(label)),
							layout_label(layout, i + 1, next, sizeof(next)));
			core_error_detail(
				err,
				"Type %s has a variable length in encoding \"%s\", and its end is not marked.",
				field->type_name, encoding_name(layout->encoding));
			return core_error_hint(err,
								   "Add a literal after it as a separator, use a fixed width (char(n), bytea(n), digits), make it the last component, or use an encoding that marks the end (ordered).");
		}
	}
	return true;
}

/* ---- reading back ---------------------------------------------------- */

/*
 * Set the component from which each field is decoded, and the conditions that
 * the field supports.
 */
static void
find_readers(Layout *layout)
{
	layout->two_way = true;
	for (int i = 0; i < layout->nfields; i++)
	{
		LayoutField *field = &layout->fields[i];
		int			nmentions = 0;

		field->read_from = -1;
		field->canonical = is_canonical(layout, field);
		for (int j = 0; j < layout->ncomponents; j++)
		{
			const LayoutComponent *component = &layout->components[j];

			if (component->field != i)
				continue;
			nmentions++;
			if (component->kind == LAYOUT_FIELD ||
				component->kind == LAYOUT_DIGITS ||
				component->kind == LAYOUT_TRUNC)
				field->rangeable = true;
			if (field->read_whole)
				continue;
			if (component->kind == LAYOUT_FIELD ||
				component->kind == LAYOUT_REVERSE ||
				component->kind == LAYOUT_DIGITS)
			{
				field->read_from = j;
				field->read_whole = true;
			}
			else if (component->kind == LAYOUT_TRUNC && field->read_from < 0)
				field->read_from = j;
		}
		if (!field->read_whole && !(field->read_from >= 0 && nmentions == 1))
			layout->two_way = false;
	}
}

/*
 * Find components that can be composed with one store.  Values that need a
 * check (NULL, related kinds, signed numbers under "bytes") use the general
 * path.
 */
static void
find_numbers(Layout *layout)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		LayoutComponent *component = &layout->components[i];

		if (component->kind != LAYOUT_FIELD ||
			component->end != LAYOUT_END_WIDTH)
			continue;
		component->is_number =
			encoding_is_number(&layout->fields[component->field].type,
							   component->descending, &component->flip);
		component->least_number = layout->encoding == ENCODING_BYTES &&
				!component->descending ?
			0 :
			INT64_MIN;
	}
}

bool
layout_check(Layout *layout, CoreError *err)
{
	if (!check_types(layout, err) ||
		!check_components(layout, err) ||
		!check_null_mentions(layout, err) ||
		!check_ends(layout, err))
		return false;
	find_readers(layout);
	find_numbers(layout);

	if (layout->ncomponents == 1 && layout->components[0].kind == LAYOUT_SALT)
	{
		layout_error_at(err, layout->components[0].position,
						"a key cannot consist of a salt alone");
		return core_error_hint(err,
							   "Write the other components after it. In an array literal, a layout with commas must be in double quotes.");
	}

	layout->tail = layout->ncomponents;
	while (layout->encoding == ENCODING_PHOENIX && layout->tail > 0 &&
		   layout->components[layout->tail - 1].nullable)
		layout->tail--;

	layout->fixed_width = 0;
	layout->fixed = true;
	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (layout->components[i].width < 0)
			layout->fixed = false;
		if (layout->components[i].width > 0)
			layout->fixed_width += layout->components[i].width;
		if (layout->fixed_width > BYTES_MAX_ROW)
		{
			layout_error_at(err, layout->components[i].position,
							"the key is too wide, %d bytes so far,",
							layout->fixed_width);
			return core_error_detail(err, "HBase accepts at most %d bytes.",
									 BYTES_MAX_ROW);
		}
	}
	return true;
}

Layout *
layout_read(const char *text, size_t len, CoreError *err)
{
	Layout	   *layout = layout_parse(text, len, err);

	if (layout != NULL && !layout_check(layout, err))
	{
		core_free(layout);
		return NULL;
	}
	return layout;
}
