/*
 * layout_literal.c
 *		Read text as a field's value, or as a range of values, independent of
 *		the session's settings: untyped literals of SQL, and strings in JSON
 *		conditions.
 */
#include "pg/base/compat.h"

#include <math.h>

#include "core/value/datetime.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/value/numeric.h"
#include "core/value/value_convert.h"
#include "pg/layout/layout_literal.h"

/* ---- values ----------------------------------------------------------- */

/* Hex as bytea prints it: \\x, then two digits for each byte. */
static bool
read_hex(const char *p, size_t n, CoreValue *v, CoreError *err)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t    *dst = palloc(n + 1);
	size_t		len = 0;
	bool		ok = n >= 2 && n % 2 == 0 && p[0] == '\\' && p[1] == 'x';

	for (size_t i = 2; i < n && ok; i += 2)
	{
		const char *high = memchr(digits,
								  pg_ascii_tolower((unsigned char) p[i]), 16);
		const char *low =
			memchr(digits, pg_ascii_tolower((unsigned char) p[i + 1]), 16);

		ok = high != NULL && low != NULL;
		if (ok)
			dst[len++] = (uint8_t) ((high - digits) << 4 | (low - digits));
	}
	v->kind = VALUE_BYTES;
	v->bytes.data = dst;
	v->bytes.len = len;
	if (ok)
		return true;
	core_error(err, CORE_ERR_SYNTAX, "invalid hex of bytea");
	return core_error_hint(err,
						   "Write \"\\x\" and two hex digits for each byte, or cast the value to bytea.");
}

/*
 * ISO time with an offset. The offset may follow the date: 2022-12-01+08 is
 * midnight at that offset.
 */
static bool
read_time(const char *p, size_t n, CoreValue *v, CoreError *err)
{
	const size_t date = strlen("2022-12-01");

	if (n > date && n < 32 && strchr("+-Z", p[date]) != NULL)
	{
		char	   *text = psprintf("%.*s 00:00%.*s", (int) date, p,
									(int) (n - date), p + date);

		return datetime_parse(VALUE_TIMESTAMPTZ, text, strlen(text), v, err);
	}
	return datetime_parse(VALUE_TIMESTAMPTZ, p, n, v, err);
}

bool
layout_read_literal(const LayoutField *field, const char *p, size_t n,
					CoreValue *v, CoreError *err)
{
	EncodingType type;
	bool		ok;

	if (field->kind == VALUE_TIMESTAMPTZ)
		ok = read_time(p, n, v, err);
	else if (field->kind == VALUE_BYTES)
		ok = read_hex(p, n, v, err);
	else
		ok = encoding_resolve(ENCODING_STRING, field->kind, NULL, -1, &type,
							  err) &&
			encoding_decode(&type, false, (const uint8_t *) p, n, v, err);
	if (!ok)
	{
		CoreError	reason = *err;

		core_error(err, reason.code, "field \"%s\": %s", field->name,
				   reason.message);
		if (reason.hint[0])
			core_error_hint(err, "%s", reason.hint);
	}
	return ok;
}

/* A float from another number, as PostgreSQL's own casts convert it. */
bool
layout_read_float(const LayoutField *field, const CoreValue *given,
				  CoreValue *v, CoreError *err)
{
	double		d;

	if (given->kind == VALUE_NUMERIC)
	{
		if (!numeric_to_float8(&given->num, &d, err))
			return false;
	}
	else if (given->kind == VALUE_FLOAT4)
		d = given->f4;
	else if (given->kind == VALUE_FLOAT8)
		d = given->f8;
	else
		d = (double) given->i;
	v->kind = field->kind;
	if (field->kind == VALUE_FLOAT8)
	{
		v->f8 = d;
		return true;
	}
	v->f4 = (float) d;
	if ((isinf(v->f4) && !isinf(d)) || (v->f4 == 0 && d != 0))
		return core_error(err, CORE_ERR_RANGE,
						  "field \"%s\": number is out of range for type real",
						  field->name);
	return true;
}

/*
 * Convert a value as layout_prepare expects it: double for floats, numeric
 * from integers.
 */
bool
layout_condition_value(const LayoutField *field, CoreValue *v, CoreError *err)
{
	CoreValue	given = *v;

	if (field->kind == VALUE_FLOAT4 || field->kind == VALUE_FLOAT8)
	{
		LayoutField wide = *field;

		wide.kind = VALUE_FLOAT8;
		return layout_read_float(&wide, &given, v, err);
	}
	if (field->kind == VALUE_NUMERIC && v->kind != VALUE_NUMERIC)
		return value_convert(VALUE_NUMERIC, &given, v,
							 palloc(sizeof(ValueRoom)), err);
	return true;
}

/* ---- ranges ----------------------------------------------------------- */

bool
layout_is_textual(const LayoutField *field)
{
	return value_kind_is_varying(field->kind);
}

bool
layout_is_range_literal(const char *p, size_t n)
{
	return n >= 3 && (p[0] == '[' || p[0] == '(') &&
		(p[n - 1] == ']' || p[n - 1] == ')') && memchr(p, ',', n) != NULL;
}

/*
 * One bound of a range in text form, from *p up to a comma or the last
 * character: as PostgreSQL writes it, quoted or with backslashes where
 * necessary. Infinite bounds are not special.
 */
static bool
read_bound(const LayoutField *field, const char **p, const char *end,
		   LayoutBound *bound, CoreError *err)
{
	char	   *text = palloc(end - *p + 1);
	size_t		n = 0;
	size_t		keep = 0;		/* trailing blanks of it */
	bool		quoted = false;
	bool		inside = false;

	while (*p < end && (inside || **p != ','))
	{
		char		c = *(*p)++;

		if (c == '"' && inside && *p < end && **p == '"')
			text[n++] = *(*p)++;
		else if (c == '"')
			quoted = inside = !inside;
		else if (c == '\\' && *p < end)
			text[n++] = *(*p)++;
		else if (inside || n > 0 || c != ' ')
			text[n++] = c;
		quoted = quoted || inside;
		if (inside || (n > 0 && text[n - 1] != ' '))
			keep = n;
	}
	if (inside)
	{
		core_error(err, CORE_ERR_SYNTAX,
				   "field \"%s\": unterminated quote in a range", field->name);
		return false;
	}
	bound->infinite = keep == 0 && !quoted;
	return bound->infinite ||
		(layout_read_literal(field, text, keep, &bound->value, err) &&
		 layout_condition_value(field, &bound->value, err));
}

bool
layout_check_bounds(const LayoutField *field, const LayoutItem *item,
					CoreError *err)
{
	if (!layout_bounds_cross(field, item))
		return true;
	core_error(err, CORE_ERR_PARAMETER,
			   "field \"%s\": the lower bound is above the upper bound",
			   field->name);
	return false;
}

bool
layout_read_range(const LayoutField *field, const char *p, size_t n,
				  LayoutItem *item, CoreError *err)
{
	const char *end = p + n - 1;	/* the closing bracket */

	memset(item, 0, sizeof(LayoutItem));
	item->low.inclusive = *p == '[';
	item->high.inclusive = *end == ']';
	p++;
	if (!read_bound(field, &p, end, &item->low, err))
		return false;
	if (p < end)
		p++;					/* the comma */
	if (!read_bound(field, &p, end, &item->high, err))
		return false;
	if (p < end)
		return core_error(err, CORE_ERR_SYNTAX,
						  "field \"%s\": too many commas in a range",
						  field->name);
	return layout_check_bounds(field, item, err);
}

/* ---- conditions --------------------------------------------------------- */

bool
layout_null_condition(const LayoutField *field, CoreError *err)
{
	core_error(err, CORE_ERR_NULL, "condition on field \"%s\" is NULL",
			   field->name);
	core_error_detail(err,
					  "NULL means an unknown value. It does not mean any value or no value.");
	return core_error_hint(err,
						   "For any value write '(,)'::rowkeyrange, or leave out the conditions at the end; in a question leave out the field. For none give an empty array.");
}

void
layout_add_item(LayoutCondition *condition, const LayoutItem *item)
{
	/* Grow to the next power of two. */
	if ((condition->nitems & (condition->nitems - 1)) == 0)
	{
		Size		size = Max(1, 2 * condition->nitems) * sizeof(LayoutItem);

		condition->items = condition->items == NULL ? palloc(size) :
			repalloc(condition->items, size);
	}
	condition->items[condition->nitems++] = *item;
}
