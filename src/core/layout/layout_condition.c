/*
 * layout_condition.c
 *		Conditions on fields: their normal form, and the check of a key against
 *		them.
 *
 * Discrete kinds (integers, booleans, dates and times) have closed intervals
 * of integers in .i.  For times these are units of the field's precision since
 * 2000-01-01, for a time of day since midnight.  Other kinds have values with
 * inclusive or exclusive bounds.  Bounds of text are valid values of the
 * field, wherever that does not change the matching keys.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_condition.h"
#include "core/layout/layout_decompose.h"
#include "core/layout/layout_print.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"

#include <math.h>

#include "core/layout/layout_time.h"

#define USECS_PER_SEC	INT64_C(1000000)
#define USECS_PER_DAY	(86400 * USECS_PER_SEC)

static bool
counts(ValueKind kind)
{
	return kind == VALUE_BOOL || value_kind_is_integer(kind) ||
		value_kind_is_time(kind);
}

/* ---- kinds that count ------------------------------------------------ */

/* Microseconds per unit of the field's precision; 1 for other kinds. */
static int64_t
unit_of(const LayoutField *field)
{
	if (field->kind == VALUE_DATE || !value_kind_is_time(field->kind) ||
		field->type.precision == 6)
		return 1;
	return field->type.precision == 3 ? 1000 : USECS_PER_SEC;
}

static int64_t
count_of(const CoreValue *v)
{
	return v->kind == VALUE_BOOL ? v->b : v->i;
}

/* The smallest and largest integer of the field's type. */
static void
domain_of(const LayoutField *field, int64_t *least, int64_t *most)
{
	int64_t		unit = unit_of(field);

	switch (field->kind)
	{
		case VALUE_BOOL:
			*least = 0;
			*most = 1;
			return;
		case VALUE_INT2:
			*least = INT16_MIN;
			*most = INT16_MAX;
			return;
		case VALUE_INT4:
			*least = INT32_MIN;
			*most = INT32_MAX;
			return;
		case VALUE_DATE:
			*least = DATETIME_MIN_DAY;
			*most = DATETIME_END_DAY - 1;
			return;
		case VALUE_TIME:
			*least = 0;
			*most = USECS_PER_DAY / unit;
			return;
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			*least = datetime_floor_div(DATETIME_MIN_USEC, unit);
			*most = datetime_floor_div(DATETIME_END_USEC - 1, unit);
			return;
		default:
			*least = INT64_MIN;
			*most = INT64_MAX;
			return;
	}
}

/* 1 or -1 for an infinite date or time, 0 if it is finite. */
static int
infinity_of(ValueKind kind, const CoreValue *v)
{
	if (kind == VALUE_TIME || !value_kind_is_time(kind))
		return 0;
	return v->i == VALUE_INFINITY ? 1 : v->i == VALUE_NEG_INFINITY ? -1 : 0;
}

void
layout_value_of_count(const LayoutField *field, int64_t count, CoreValue *v)
{
	v->kind = field->kind;
	if (field->kind == VALUE_BOOL)
		v->b = count != 0;
	else
		v->i = count * unit_of(field);
}

/* Convert to integers; false if no value of the field is in the interval. */
static bool
prepare_count(const LayoutField *field, LayoutItem *item)
{
	int64_t		unit = unit_of(field);
	int64_t		least;
	int64_t		most;
	int64_t		low;
	int64_t		high;

	domain_of(field, &least, &most);
	if (item->point)
	{
		if (infinity_of(field->kind, &item->low.value) != 0)
			return false;
		low = high = datetime_floor_div(count_of(&item->low.value), unit);
	}
	else
	{
		int			endless = item->low.infinite ?
			-1 :
			infinity_of(field->kind, &item->low.value);

		if (endless > 0)
			return false;
		item->low.infinite = endless < 0;
		low = least;
		if (!item->low.infinite)
		{
			int64_t		n = count_of(&item->low.value);

			/*
			 * A bound between two units: the lower unit may contain matching
			 * values.
			 */
			low = datetime_floor_div(n, unit);
			if (!item->low.inclusive && n == low * unit)
			{
				if (low == INT64_MAX)
					return false;
				low++;
			}
		}
		endless = item->high.infinite ?
			1 :
			infinity_of(field->kind, &item->high.value);
		if (endless < 0)
			return false;
		item->high.infinite = endless > 0;
		high = most;
		if (!item->high.infinite)
		{
			int64_t		n = count_of(&item->high.value);

			high = datetime_floor_div(n, unit);
			if (!item->high.inclusive && n == high * unit)
			{
				if (high == INT64_MIN)
					return false;
				high--;
			}
		}
	}
	if (low < least)
	{
		low = least;
		item->low.infinite = true;
	}
	if (high > most)
	{
		high = most;
		item->high.infinite = true;
	}
	if (low > high)
		return false;
	item->low.value.kind = item->high.value.kind = VALUE_INT8;
	item->low.value.i = low;
	item->high.value.i = high;
	item->low.inclusive = item->high.inclusive = true;
	item->point = low == high;
	return true;
}

/* ---- floats ---------------------------------------------------------- */

/*
 * Convert a double bound of a real to the nearest real inside the interval.
 * False if a point is not a real.
 */
static bool
to_real(LayoutBound *bound, bool low, bool point)
{
	double		d = bound->value.f8;
	float		f = (float) d;

	if (!isnan(d) && (double) f != d)
	{
		if (point)
			return false;
		/* The nearest real is below it: outside of [d, and inside of d]. */
		bound->inclusive = ((double) f < d) != low;
	}
	bound->value.kind = VALUE_FLOAT4;
	bound->value.f4 = f;
	return true;
}

static bool
is_zero(const CoreValue *v)
{
	return v->kind == VALUE_FLOAT4 ? v->f4 == 0 :
									 v->kind == VALUE_FLOAT8 && v->f8 == 0;
}

static void
set_zero(CoreValue *v, bool negative)
{
	if (v->kind == VALUE_FLOAT4)
		v->f4 = negative ? -0.0f : 0.0f;
	else
		v->f8 = negative ? -0.0 : 0.0;
}

/* Both zeros are equal in PostgreSQL, but have different keys. */
static bool
prepare_float(const LayoutField *field, LayoutItem *item)
{
	bool		real = field->kind == VALUE_FLOAT4;

	if (item->point)
		return !real || to_real(&item->low, true, true);
	if (!item->low.infinite)
	{
		if (real)
			to_real(&item->low, true, false);
		if (is_zero(&item->low.value))
			set_zero(&item->low.value, item->low.inclusive);
	}
	if (!item->high.infinite)
	{
		if (real)
			to_real(&item->high, false, false);
		if (is_zero(&item->high.value))
			set_zero(&item->high.value, !item->high.inclusive);
	}
	return true;
}

/* ---- text and bytes -------------------------------------------------- */

/*
 * Replace a bound that no key can have by the nearest possible one: text has
 * no U+0000, char(n) has no characters below a blank and at most n bytes.  A
 * truncated bound is above all values with that prefix.  Trailing blanks of
 * char(n) are ignored.
 */
static void
cut_bound(const LayoutField *field, LayoutBound *bound, bool low)
{
	const uint8_t *p = bound->value.bytes.data;
	size_t		n = bound->value.bytes.len;
	bool		fixed = field->type.width >= 0;
	uint8_t		least = fixed ? ' ' : 0x01;
	size_t		end = 0;

	if (bound->infinite || field->kind == VALUE_BYTES ||
		field->kind == VALUE_UUID)
		return;
	while (fixed && n > 0 && p[n - 1] == ' ')
		n--;
	bound->value.bytes.len = n;
	while (end < n && p[end] >= least &&
		   !(fixed && end == (size_t) field->type.length))
		end++;
	while (fixed && end > 0 && p[end - 1] == ' ')
		end--;
	if (end < n)
	{
		bound->value.bytes.len = end;
		bound->inclusive = !low;
	}
}

/*
 * bytea(n) is padded with zeros, so compare_bytes compares padded values.  A
 * shorter value may have the same bytes.
 */
static void
widen_bound(const LayoutField *field, LayoutBound *bound, bool low)
{
	size_t		width = field->type.length;
	size_t		n = bound->value.bytes.len;

	if (bound->infinite || field->kind != VALUE_BYTES || field->type.width < 0)
		return;
	if (n > width)
	{
		bound->value.bytes.len = width;
		bound->inclusive = !low;
	}
	else if (n < width || bound->value.bytes.data[width - 1] == 0)
		bound->inclusive = true;
}

/* Compare unsigned bytes; bytea(n) as if both were padded with zeros. */
static int
compare_bytes(const LayoutField *field, const CoreValue *a, const CoreValue *b)
{
	size_t		alen = a->bytes.len;
	size_t		blen = b->bytes.len;
	size_t		n = alen < blen ? alen : blen;
	int			c = n == 0 ? 0 : memcmp(a->bytes.data, b->bytes.data, n);

	if (c != 0)
		return c;
	if (field->kind == VALUE_BYTES && field->type.width >= 0)
	{
		while (alen > n && a->bytes.data[alen - 1] == 0)
			alen--;
		while (blen > n && b->bytes.data[blen - 1] == 0)
			blen--;
	}
	return (alen > blen) - (alen < blen);
}

static bool
prepare_bytes(const LayoutField *field, LayoutItem *item)
{
	/* Bounds of text are given as bytes. */
	item->low.value.kind = item->high.value.kind = field->kind;
	if (item->point)
	{
		size_t		n = item->low.value.bytes.len;

		/* Ignore trailing blanks of char(n). */
		while (field->kind == VALUE_TEXT && field->type.width >= 0 && n > 0 &&
			   item->low.value.bytes.data[n - 1] == ' ')
			n--;
		item->low.value.bytes.len = n;
		return true;
	}
	cut_bound(field, &item->low, true);
	cut_bound(field, &item->high, false);
	widen_bound(field, &item->low, true);
	widen_bound(field, &item->high, false);
	return true;
}

/* ---- comparing ------------------------------------------------------- */

static double
float_of(const CoreValue *v)
{
	return v->kind == VALUE_FLOAT4 ? (double) v->f4 : v->f8;
}

/* Compare two values of a kind that is not discrete. */
static int
compare_values(const LayoutField *field, const CoreValue *a,
			   const CoreValue *b)
{
	if (field->kind == VALUE_NUMERIC)
		return value_compare_numerics(&a->num, &b->num);
	if (value_kind_is_bytes(field->kind))
		return compare_bytes(field, a, b);
	return value_compare_floats(float_of(a), float_of(b));
}

/* Whether a value from a key is in an item. */
static bool
in_item(const LayoutField *field, const LayoutItem *item, const CoreValue *v)
{
	int			c;

	if (counts(field->kind))
	{
		int64_t		n = datetime_floor_div(count_of(v), unit_of(field));

		return n >= item->low.value.i && n <= item->high.value.i;
	}
	if (item->point)
		return compare_values(field, v, &item->low.value) == 0;
	if (!item->low.infinite)
	{
		c = compare_values(field, v, &item->low.value);
		if (c < 0 || (c == 0 && !item->low.inclusive))
			return false;
	}
	if (!item->high.infinite)
	{
		c = compare_values(field, v, &item->high.value);
		if (c > 0 || (c == 0 && !item->high.inclusive))
			return false;
	}
	return true;
}

/* ---- normal form ----------------------------------------------------- */

/* Whether an interval of text or bytes has the empty value. */
static bool
holds_empty(const LayoutItem *item)
{
	return item->low.infinite ||
		(item->low.value.bytes.len == 0 && item->low.inclusive);
}

/* Whether no value is between these bounds. */
static bool
is_empty(const LayoutField *field, const LayoutItem *item)
{
	int			c;

	if (item->point || item->low.infinite || item->high.infinite)
		return false;
	c = compare_values(field, &item->low.value, &item->high.value);
	return c > 0 || (c == 0 && !(item->low.inclusive && item->high.inclusive));
}

/*
 * Whether the field is one of Phoenix's unsigned floats: -0.0 sorts after all
 * other values, also NaN.
 */
static bool
negative_zero_is_last(const LayoutField *field)
{
	return (field->kind == VALUE_FLOAT4 || field->kind == VALUE_FLOAT8) &&
		field->type.encoding == ENCODING_PHOENIX &&
		encoding_order(&field->type) == ENCODING_ORDER_NOT_NEGATIVE;
}

/*
 * Append an interval of such floats: from 0.0 to NaN, and -0.0 separately if
 * the interval has zero.
 */
static void
add_unsigned_floats(const LayoutField *field, LayoutItem item,
					LayoutItem *items, int *n)
{
	LayoutItem	zero = {.point = true};

	zero.low.value.kind = field->kind;
	set_zero(&zero.low.value, true);
	if (in_item(field, &item, &zero.low.value))
		items[(*n)++] = zero;

	if (item.high.infinite)
	{
		item.high.infinite = false;
		item.high.inclusive = true;
		item.high.value.kind = field->kind;
		if (field->kind == VALUE_FLOAT4)
			item.high.value.f4 = NAN;
		else
			item.high.value.f8 = NAN;
	}
	else if (is_zero(&item.high.value))
		set_zero(&item.high.value, false);
	if (!item.low.infinite && is_zero(&item.low.value))
		set_zero(&item.low.value, false);
	items[(*n)++] = item;
}

/* Append the normal form of one item: no, one or two items. */
static void
prepare_item(const Layout *layout, const LayoutField *field, LayoutItem item,
			 LayoutItem *items, int *n)
{
	if (counts(field->kind))
	{
		if (prepare_count(field, &item))
			items[(*n)++] = item;
		return;
	}
	if (value_kind_is_bytes(field->kind) ? !prepare_bytes(field, &item) :
		field->kind != VALUE_NUMERIC && !prepare_float(field, &item))
		return;
	if (is_empty(field, &item))
		return;
	if (!item.point && negative_zero_is_last(field))
	{
		add_unsigned_floats(field, item, items, n);
		return;
	}

	items[*n] = item;
	if (item.point && is_zero(&item.low.value))
	{
		set_zero(&items[(*n)++].low.value, true);
		items[*n] = item;
		set_zero(&items[*n].low.value, false);
	}
	else if (!item.point && layout->encoding == ENCODING_PHOENIX &&
			 field->nullable && value_kind_is_bytes(field->kind) &&
			 holds_empty(&item))
	{
		/* Empty text is NULL, which is at another place. */
		items[*n].point = true;
		items[*n].low.value.kind = field->kind;
		items[*n].low.value.bytes.data = (const uint8_t *) "";
		items[(*n)++].low.value.bytes.len = 0;
		items[*n] = item;
		items[*n].low = items[*n - 1].low;
		items[*n].low.infinite = items[*n].low.inclusive = false;
		if (is_empty(field, &items[*n]))
			return;
	}
	(*n)++;
}

/*
 * Whether the condition has an interval of the field that is not contiguous in
 * its bytes.
 */
static bool
asks_lost_order(const LayoutField *field, const LayoutCondition *condition)
{
	for (int i = 0; i < condition->nitems && !field->rangeable; i++)
	{
		const LayoutItem *item = &condition->items[i];

		if (!item->point && !(item->low.infinite && item->high.infinite))
			return true;
	}
	return false;
}

/*
 * Fields of which the key has only hashes or reversals support equality only.
 */
static bool
check_rangeable(const Layout *layout, int f, const LayoutCondition *condition,
				CoreError *err)
{
	const LayoutField *field = &layout->fields[f];
	char		label[LAYOUT_LABEL_SIZE];
	int			n = 0;

	if (!asks_lost_order(field, condition))
		return true;
	while (layout->components[n].field != f)
		n++;
	core_error(err, CORE_ERR_PARAMETER,
			   "field \"%s\" accepts single values but not ranges",
			   field->name);
	core_error_detail(
		err, "Its component %s does not preserve the order of the values.",
		layout_label(layout, n, label, sizeof(label)));
	return core_error_hint(
		err, "Give a value or an array, or '(,)'::rowkeyrange for any value.");
}

uint64_t
layout_drop_ranges(const Layout *layout, LayoutCondition *conditions)
{
	uint64_t	dropped = 0;

	for (int f = 0; f < layout->nfields; f++)
	{
		if (conditions[f].all ||
			!asks_lost_order(&layout->fields[f], &conditions[f]))
			continue;
		conditions[f].all = true;
		dropped |= UINT64_C(1) << f;
	}
	return dropped;
}

bool
layout_bounds_cross(const LayoutField *field, const LayoutItem *item)
{
	if (item->point || item->low.infinite || item->high.infinite)
		return false;
	return counts(field->kind) ?
		count_of(&item->low.value) > count_of(&item->high.value) :
		compare_values(field, &item->low.value, &item->high.value) > 0;
}

bool
layout_prepare(const Layout *layout, LayoutCondition *conditions,
			   CoreError *err)
{
	for (int f = 0; f < layout->nfields; f++)
	{
		const LayoutField *field = &layout->fields[f];
		LayoutCondition *condition = &conditions[f];
		LayoutItem *items;
		int			n = 0;

		if (condition->all)
			continue;
		if (!check_rangeable(layout, f, condition, err))
			return false;
		items = core_alloc((2 * (size_t) condition->nitems + 1) *
						   sizeof(LayoutItem));
		for (int i = 0; i < condition->nitems; i++)
		{
			core_check_interrupts();
			/*
			 * An unbounded item restricts nothing: any value matches, and
			 * NULL.
			 */
			if (!condition->items[i].point &&
				condition->items[i].low.infinite &&
				condition->items[i].high.infinite)
				condition->all = true;
			prepare_item(layout, field, condition->items[i], items, &n);
		}
		if (condition->items != NULL)
			core_free(condition->items);
		condition->items = items;
		condition->nitems = n;
	}
	return true;
}

/* ---- does a key meet them? -------------------------------------------- */

/*
 * Check a field that is decoded from the key.  Also false if it cannot be
 * decoded.
 */
static bool
matches_value(const Layout *layout, int f, const LayoutCondition *condition,
			  const uint8_t *key, size_t n, const LayoutPart *parts)
{
	const LayoutField *field = &layout->fields[f];
	const LayoutComponent *reader = &layout->components[field->read_from];
	bool		matches = false;
	CoreError	err;
	CoreValue	v;

	if (!layout_read_field(layout, f, key, parts, &v, &err))
		return false;
	if (v.kind == VALUE_NULL && layout->encoding == ENCODING_PHOENIX &&
		value_kind_is_bytes(field->kind))
	{
		/* It may have been empty. */
		v.kind = field->kind;
		v.bytes.data = key;
		v.bytes.len = 0;
	}
	for (int i = 0; i < condition->nitems && v.kind != VALUE_NULL && !matches;
		 i++)
	{
		LayoutItem	item = condition->items[i];

		if (reader->kind == LAYOUT_TRUNC)
		{
			/* Only the period is known.  Its start is in the widened item. */
			int64_t		unit = unit_of(field);
			CoreValue	start;

			layout_value_of_count(field, item.low.value.i, &start);
			if (layout_trunc(reader, &start, &start, &err))
				item.low.value.i = datetime_floor_div(start.i, unit);
		}
		matches = in_item(field, &item, &v);
	}
	layout_release(&v, key, n);
	return matches;
}

/* Check a field of which the key has only hashes. */
static bool
matches_hash(const Layout *layout, int f, const LayoutCondition *condition,
			 const uint8_t *key, const LayoutPart *parts, bool *matches,
			 CoreError *err)
{
	const LayoutField *field = &layout->fields[f];
	CoreBuf		bytes;

	core_buf_init(&bytes);
	*matches = false;
	for (int i = 0; i < condition->nitems && !*matches; i++)
	{
		CoreValue	v = condition->items[i].low.value;
		bool		same = true;

		if (counts(field->kind))
			layout_value_of_count(field, v.i, &v);
		for (int c = 0; c < layout->ncomponents && same; c++)
		{
			if (layout->components[c].field != f)
				continue;
			bytes.len = 0;
			if (!layout_put_component(layout, c, &v, &bytes, err))
			{
				if (err->code == CORE_ERR_LIBRARY)
				{
					core_buf_free(&bytes);
					return false;
				}
				same = false;
			}
			else
				same = bytes.len == parts[c].len &&
					core_same(bytes.data, key + parts[c].offset, bytes.len);
		}
		*matches = same;
	}
	core_buf_free(&bytes);
	return true;
}

bool
layout_matches(const Layout *layout, const uint8_t *key, size_t n,
			   const LayoutCondition *conditions, bool *matches,
			   CoreError *err)
{
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];

	*matches = layout_split(layout, key, n, parts, err);
	for (int f = 0; f < layout->nfields && *matches; f++)
	{
		if (conditions[f].all)
			continue;
		if (layout->fields[f].read_from >= 0)
			*matches = matches_value(layout, f, &conditions[f], key, n, parts);
		else if (!matches_hash(layout, f, &conditions[f], key, parts, matches,
							   err))
			return false;
	}
	return true;
}
