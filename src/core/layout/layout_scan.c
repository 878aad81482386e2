/*
 * layout_scan.c
 *		Convert conditions on fields to key ranges.
 *
 * The walk goes over the components from left to right, with the prefix known
 * so far.  A single value adds its bytes.  A salt or bucket that the values do
 * not determine branches into all its values.  An interval, or a component
 * without a condition, ends the walk with one range.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_condition.h"
#include "core/layout/layout_scan.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"

#include "core/base/bytes.h"
#include "core/layout/layout_time.h"

/* The chosen item of each field during the walk. */
#define NOT_CHOSEN	(-1)

typedef struct Walk
{
	const Layout *layout;
	const LayoutCondition *conditions;
	int			most;
	LayoutRanges *ranges;
	CoreBuf		prefix;			/* the prefix */
	size_t		keep;			/* length of prefix if the rest of the key
								 * is omitted */
	size_t		fan;			/* length of prefix up to its last salt or
								 * bucket */
	bool		salt_pending;	/* the salt is computed when the rest of the
								 * key is known */
	int			chosen[LAYOUT_MAX_FIELDS];
	CoreValue	values[LAYOUT_MAX_FIELDS];	/* the chosen points */
	CoreError  *err;
} Walk;

static bool walk(Walk *w, int n);

/* ---- collecting ranges ----------------------------------------------- */

/* Add [start, stop), limited to valid row keys. */
static bool
add_range(Walk *w, const uint8_t *start, size_t start_len,
		  const uint8_t *stop, size_t stop_len, bool has_stop, size_t fan)
{
	LayoutRanges *ranges = w->ranges;
	LayoutRange *range;

	if (has_stop && bytes_compare(start, start_len, stop, stop_len) >= 0)
		return true;
	if (ranges->n >= w->most)
	{
		core_error(w->err, CORE_ERR_LIMIT,
				   "scan needs more than %d key ranges", w->most);
		return core_error_hint(w->err,
							   "Give the fields that determine the salt or bucket, use fewer buckets or values, or raise hbase_schema.max_scan_ranges.");
	}
	core_check_interrupts();
	if (ranges->n == ranges->room)
	{
		ranges->room = ranges->room == 0 ? 16 : 2 * ranges->room;
		ranges->ranges = ranges->ranges == NULL ?
			core_alloc(ranges->room * sizeof(LayoutRange)) :
			core_realloc(ranges->ranges, ranges->room * sizeof(LayoutRange));
	}

	range = &ranges->ranges[ranges->n++];
	range->start_len = start_len < BYTES_MAX_ROW ? start_len : BYTES_MAX_ROW;
	range->stop_len = !has_stop	 ? 0 :
		stop_len < BYTES_MAX_ROW ? stop_len :
								   BYTES_MAX_ROW;
	range->start = core_alloc(range->start_len + range->stop_len + 1);
	range->stop = range->start + range->start_len;
	core_copy(range->start, start, range->start_len);
	if (has_stop)
	{
		core_copy(range->stop, stop, range->stop_len);
		/*
		 * Keys are shorter than this bound: continue to the next possible key.
		 */
		if (stop_len > range->stop_len)
			range->stop_len = bytes_prefix_stop(range->stop, range->stop_len,
												range->stop);
	}
	range->has_stop = range->stop_len > 0;
	range->fan = fan;
	return true;
}

/*
 * Add a range; if the salt is pending, add it for every salt.  Start and stop
 * have the same salt.  An open stop is the end of that salt's keys.
 */
static bool
add_all_salts(Walk *w, CoreBuf *start, CoreBuf *stop, bool has_stop)
{
	const LayoutComponent *salt = &w->layout->components[0];
	size_t		width = salt->width;

	for (int64_t s = 0; s < salt->number; s++)
	{
		layout_write_salt(salt, (uint32_t) s, start->data);
		if (has_stop)
			layout_write_salt(salt, (uint32_t) s, stop->data);
		else
		{
			stop->len = 0;
			core_buf_add(stop, start->data, width);
			stop->len = bytes_prefix_stop(stop->data, width, stop->data);
		}
		if (!add_range(w, start->data, start->len, stop->data, stop->len,
					   stop->len > 0, w->fan > width ? w->fan : width))
			return false;
	}
	return true;
}

static bool
add_bounds(Walk *w, CoreBuf *start, CoreBuf *stop, bool has_stop)
{
	if (w->salt_pending)
		return add_all_salts(w, start, stop, has_stop);
	return add_range(w, start->data, start->len, stop->data, stop->len,
					 has_stop, w->fan);
}

/* Change the prefix in out to its stop row; false if there is none. */
static bool
to_prefix_stop(const Walk *w, CoreBuf *out)
{
	/* The bytes of a pending salt are not set yet. */
	size_t		width = w->salt_pending ?
		(size_t) w->layout->components[0].width :
		0;
	uint8_t    *p = core_buf_reserve(out, 0) - out->len + width;

	out->len = width + bytes_prefix_stop(p, out->len - width, p);
	return out->len > width;
}

/*
 * Add the range of all keys with the current prefix; a key may also end there.
 */
static bool
add_prefix(Walk *w, int n)
{
	CoreBuf		start;
	CoreBuf		stop;
	bool		has_stop;
	bool		ok;

	core_buf_init(&start);
	core_buf_init(&stop);
	core_buf_add(&start, w->prefix.data,
				 n >= w->layout->tail ? w->keep : w->prefix.len);
	core_buf_add(&stop, w->prefix.data, w->prefix.len);
	has_stop = to_prefix_stop(w, &stop);
	ok = add_bounds(w, &start, &stop, has_stop);
	core_buf_free(&start);
	core_buf_free(&stop);
	return ok;
}

/* All values are known: add one key. */
static bool
add_key(Walk *w)
{
	const LayoutComponent *salt = &w->layout->components[0];
	CoreBuf		key;
	bool		ok;
	size_t		n = w->keep;
	uint32_t	bucket;

	core_buf_init(&key);
	core_buf_add(&key, w->prefix.data, n);
	if (w->salt_pending)
	{
		if (!salt_bucket(&salt->salt, key.data + salt->width, n - salt->width,
						 (uint32_t) salt->number, &bucket, w->err))
		{
			core_buf_free(&key);
			return w->err->code != CORE_ERR_LIBRARY;	/* the key does not
														 * exist */
		}
		layout_write_salt(salt, bucket, key.data);
	}
	core_buf_add_byte(&key, 0x00);	/* the key after it */
	ok = n > BYTES_MAX_ROW ||
		add_range(w, key.data, n, key.data, n + 1, true,
				  w->salt_pending && w->fan < (size_t) salt->width ?
					  (size_t) salt->width :
					  w->fan);
	core_buf_free(&key);
	return ok;
}

/* ---- intervals ------------------------------------------------------- */

/* The value at one end of an item, for layout_put_component. */
static void
end_value(const LayoutField *field, const LayoutBound *bound, CoreValue *v)
{
	*v = bound->value;
	if (v->kind == VALUE_INT8)
		layout_value_of_count(field, bound->value.i, v);
}

/* Whether a value that cannot be encoded is above those that can. */
static bool
is_above(const LayoutField *field, const CoreValue *v)
{
	switch (field->kind)
	{
		case VALUE_FLOAT4:
			return v->f4 > 0;
		case VALUE_FLOAT8:
			return v->f8 > 0;
		case VALUE_DATE:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			/* 1970 can always be encoded. */
			return v->i > -DATETIME_EPOCH_DAYS *
				(field->kind == VALUE_DATE ? 1 : INT64_C(86400000000));
		default:
			return v->i > 0;
	}
}

typedef enum EdgeKind
{
	EDGE_BYTES,					/* its bytes are in content */
	EDGE_OPEN,					/* no key is beyond it */
	EDGE_NOTHING,				/* no key is on this side of it */
	EDGE_ERROR
} EdgeKind;

/*
 * Convert one end of an interval to the component's bytes.  For trunc this is
 * the start of the period that contains it, which belongs to the interval.
 */
static EdgeKind
make_edge(Walk *w, int n, LayoutBound *bound, bool low, CoreBuf *content)
{
	const Layout *layout = w->layout;
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	CoreValue	v;

	content->len = 0;
	if (bound->infinite)
		return EDGE_OPEN;
	end_value(field, bound, &v);
	if (component->kind == LAYOUT_TRUNC)
	{
		/* The start of the period may be out of range for the format. */
		CoreError	unused;

		(void) layout_trunc(component, &v, &v, &unused);
		bound->inclusive = true;
	}
	if (component->kind == LAYOUT_DIGITS)
	{
		int64_t		number;

		if (layout_number(field, &v, &number, w->err))
		{
			if (number < 0)
				return low ? EDGE_OPEN : EDGE_NOTHING;
			if ((uint64_t) number > layout_most_digits(component, field))
				return low ? EDGE_NOTHING : EDGE_OPEN;
		}
	}
	if (field->kind == VALUE_TEXT && layout->encoding == ENCODING_PHOENIX &&
		component->width >= 0)
	{
		/* Phoenix's CHAR is ASCII, but a bound may have any characters. */
		core_buf_add(content, v.bytes.data, v.bytes.len);
		while (content->len < (size_t) component->width)
			core_buf_add_byte(content, ' ');
		for (size_t i = 0; i < content->len && component->descending; i++)
			content->data[i] = (uint8_t) ~content->data[i];
		return EDGE_BYTES;
	}
	if (value_kind_is_varying(field->kind) ?
			encoding_encode(&field->type, component->descending, &v, content,
							w->err) :
			layout_put_component(layout, n, &v, content, w->err))
		return EDGE_BYTES;

	if (w->err->code == CORE_ERR_LIBRARY)
		return EDGE_ERROR;
	if (field->kind == VALUE_NUMERIC || field->kind == VALUE_TEXT ||
		field->kind == VALUE_BYTES || field->kind == VALUE_JSONB)
		return EDGE_OPEN;		/* the range may be too large, but never too
								 * small */
	return is_above(field, &v) == low ? EDGE_NOTHING : EDGE_OPEN;
}

/*
 * Before a literal, a text may sort before its own prefix: "a!" comes before
 * "a:" although the text "a" comes before "a!".  Move the stop after all keys
 * of values that begin with content.
 */
static bool
widen_stop(Walk *w, int n, const CoreBuf *content, CoreBuf *stop)
{
	const LayoutComponent *component = &w->layout->components[n];
	const LayoutComponent *literal = component + 1;
	const LayoutField *field = layout_field_of(w->layout, component);
	size_t		first = 0;
	bool		has_stop = true;
	CoreBuf		other;

	core_buf_init(&other);
	if (value_kind_is_time(field->kind))
	{
		/* Only the fraction of a second may be truncated. */
		const uint8_t *point = memchr(content->data, '.', content->len);

		first = point == NULL ? content->len :
								(size_t) (point - content->data);
	}
	for (size_t i = first; i < content->len && has_stop; i++)
	{
		other.len = 0;
		core_buf_add(&other, w->prefix.data, w->prefix.len);
		core_buf_add(&other, content->data, i);
		core_buf_add(&other, literal->literal, literal->literal_len);
		has_stop = to_prefix_stop(w, &other);
		if (has_stop &&
			bytes_compare(other.data, other.len, stop->data, stop->len) > 0)
		{
			stop->len = 0;
			core_buf_add(stop, other.data, other.len);
		}
	}
	core_buf_free(&other);
	return has_stop;
}

/* Set out to prefix, content, and one more byte unless it is negative. */
static void
set_bytes(const Walk *w, CoreBuf *out, const CoreBuf *content, int more)
{
	out->len = 0;
	core_buf_add(out, w->prefix.data, w->prefix.len);
	core_buf_add(out, content->data, content->len);
	if (more >= 0)
		core_buf_add_byte(out, (uint8_t) more);
}

/*
 * Move out, which ends with a value of fixed width, after all keys of that
 * value: to the next value of the same width, so that it can be decoded.
 */
static bool
to_next_value(const Walk *w, CoreBuf *out)
{
	for (size_t i = out->len; i > w->prefix.len; i--)
	{
		if (++out->data[i - 1] != 0x00)
			return true;
	}
	/* It was the largest value: use the stop row of the prefix. */
	out->len = w->prefix.len;
	return to_prefix_stop(w, out);
}

/*
 * Set the start: at content, if its keys are in the range, or after all its
 * keys.  The same places are used as a stop: before content, or after it.
 */
static bool
place(Walk *w, int n, const CoreBuf *content, bool behind, CoreBuf *out)
{
	const LayoutComponent *component = &w->layout->components[n];
	bool		tail = n + 1 >= w->layout->tail;

	switch (component->end)
	{
		case LAYOUT_END_WIDTH:
			set_bytes(w, out, content, -1);
			return !behind || to_next_value(w, out);
		case LAYOUT_END_SELF:
			set_bytes(w, out, content, -1);
			return !behind || to_prefix_stop(w, out);
		case LAYOUT_END_SEPARATOR:
			/*
			 * In ascending order all of the tail may be omitted, with the 00.
			 */
			set_bytes(w, out, content,
					  !behind && tail && !component->descending ?
						  -1 :
						  component->separator);
			return !behind || to_prefix_stop(w, out);
		case LAYOUT_END_LITERAL:
			set_bytes(w, out, content, -1);
			if (behind)
			{
				const LayoutComponent *literal = component + 1;

				core_buf_add(out, literal->literal, literal->literal_len);
				return to_prefix_stop(w, out);
			}
			return true;
		case LAYOUT_END_KEY:
			set_bytes(w, out, content, behind ? 0x00 : -1);
			return true;
	}
	return false;
}

/* Set the start or end of the keys that have any value here, but not NULL. */
static bool
place_open(Walk *w, int n, bool stop, CoreBuf *out)
{
	const LayoutComponent *component = &w->layout->components[n];
	CoreBuf		none;

	core_buf_init(&none);
	set_bytes(w, out, &none, -1);
	if (component->nullable && w->layout->encoding == ENCODING_ORDERED &&
		component->descending == stop)
		set_bytes(w, out, &none, stop ? 0xfa : 0x06);
	else if (stop)
		return to_prefix_stop(w, out);
	else if (component->nullable)
		set_bytes(w, out, &none, 0x01);
	return true;
}

/* Add one range: the keys whose component n is in the item. */
static bool
add_interval(Walk *w, int n, const LayoutItem *interval)
{
	const LayoutComponent *component = &w->layout->components[n];
	LayoutItem	item = *interval;
	LayoutBound *first = component->descending ? &item.high : &item.low;
	LayoutBound *last = component->descending ? &item.low : &item.high;
	CoreBuf		content;
	CoreBuf		start;
	CoreBuf		stop;
	bool		has_stop = true;
	bool		ok = true;
	EdgeKind	edge;

	core_buf_init(&content);
	core_buf_init(&start);
	core_buf_init(&stop);

	edge = make_edge(w, n, first, !component->descending, &content);
	if (edge == EDGE_OPEN)
		place_open(w, n, false, &start);
	else if (edge == EDGE_BYTES)
		/* Before a literal a longer text may sort first: begin with it. */
		ok = place(w, n, &content,
				   !first->inclusive && component->end != LAYOUT_END_LITERAL,
				   &start);
	if (edge == EDGE_BYTES && !ok)
		edge = EDGE_NOTHING;	/* nothing is after ff bytes */
	ok = edge != EDGE_ERROR;

	if (edge == EDGE_OPEN || edge == EDGE_BYTES)
	{
		edge = make_edge(w, n, last, component->descending, &content);
		if (edge == EDGE_OPEN)
			has_stop = place_open(w, n, true, &stop);
		else if (edge == EDGE_BYTES)
		{
			has_stop = place(w, n, &content, last->inclusive, &stop) &&
				(component->end != LAYOUT_END_LITERAL ||
				 widen_stop(w, n, &content, &stop));
		}
		ok = edge != EDGE_ERROR;
		if (edge == EDGE_OPEN || edge == EDGE_BYTES)
			ok = add_bounds(w, &start, &stop, has_stop);
	}
	core_buf_free(&content);
	core_buf_free(&start);
	core_buf_free(&stop);
	return ok;
}

/* ---- the walk -------------------------------------------------------- */

/* The chosen item of a field; NULL if it has no condition. */
static const LayoutItem *
chosen_item(const Walk *w, int field)
{
	return w->chosen[field] == NOT_CHOSEN ? NULL :
		&w->conditions[field].items[w->chosen[field]];
}

/* Continue from component n once for every item of a field. */
static bool
walk_items(Walk *w, int n, int field)
{
	const LayoutCondition *condition = &w->conditions[field];
	bool		ok = true;

	for (int i = 0; i < condition->nitems && ok; i++)
	{
		w->chosen[field] = i;
		if (condition->items[i].point)
			end_value(&w->layout->fields[field], &condition->items[i].low,
					  &w->values[field]);
		ok = walk(w, n);
	}
	w->chosen[field] = NOT_CHOSEN;
	return ok;
}

/* Append bytes, continue, and remove the bytes. */
static bool
walk_with(Walk *w, int n, const uint8_t *p, size_t len, bool is_fan)
{
	size_t		prefix = w->prefix.len;
	size_t		keep = w->keep;
	size_t		fan = w->fan;
	bool		ok;

	core_buf_add(&w->prefix, p, len);
	w->keep = w->prefix.len;
	if (is_fan)
		w->fan = w->prefix.len;
	ok = walk(w, n + 1);
	w->prefix.len = prefix;
	w->keep = keep;
	w->fan = fan;
	return ok;
}

/*
 * Whether an error in composing a component means that no key has this value.
 */
static bool
no_such_key(const Walk *w)
{
	return w->err->code != CORE_ERR_LIBRARY;
}

/* Handle a component with a single value, or a literal. */
static bool
walk_point(Walk *w, int n)
{
	size_t		prefix = w->prefix.len;
	size_t		keep = w->keep;
	size_t		fan = w->fan;
	bool		ok;

	if (layout_add_component(w->layout, n, w->values, &w->prefix, &w->keep,
							 w->err))
	{
		if (w->layout->components[n].kind == LAYOUT_BUCKET)
			w->fan = w->prefix.len;
		ok = walk(w, n + 1);
	}
	else
		ok = no_such_key(w);
	w->prefix.len = prefix;
	w->keep = keep;
	w->fan = fan;
	return ok;
}

static bool
walk_salt(Walk *w)
{
	const LayoutComponent *salt = &w->layout->components[0];
	uint8_t		bytes[24];
	uint32_t	bucket;
	bool		known = true;
	bool		ok = true;

	memset(bytes, 0, sizeof(bytes));
	if (salt->nsalted == 0)
	{
		w->salt_pending = true;
		ok = walk_with(w, 0, bytes, salt->width, false);
		w->salt_pending = false;
		return ok;
	}
	for (int i = 0; i < salt->nsalted; i++)
	{
		int			field = salt->salted[i];
		const LayoutItem *item;

		if (w->conditions[field].all)
		{
			known = false;
			continue;
		}
		if (w->chosen[field] == NOT_CHOSEN)
			return walk_items(w, 0, field);
		item = chosen_item(w, field);
		known = known && item->point && w->layout->fields[field].canonical;
	}

	if (known)
	{
		if (!layout_salt_of_fields(w->layout, w->values, &bucket, w->err))
			return no_such_key(w);
		layout_write_salt(salt, bucket, bytes);
		return walk_with(w, 0, bytes, salt->width, true);
	}
	for (int64_t s = 0; s < salt->number && ok; s++)
	{
		layout_write_salt(salt, (uint32_t) s, bytes);
		ok = walk_with(w, 0, bytes, salt->width, true);
	}
	return ok;
}

/* Handle a bucket of an interval or without a condition: all its values. */
static bool
walk_buckets(Walk *w, int n, const LayoutItem *item)
{
	const LayoutComponent *component = &w->layout->components[n];
	const LayoutField *field = layout_field_of(w->layout, component);
	int64_t		first = 0;
	int64_t		count = component->number;
	CoreValue	v;
	uint8_t		bytes[2];
	bool		ok = true;
	int64_t		number;

	if (item != NULL && !item->low.infinite && !item->high.infinite &&
		item->high.value.i - (uint64_t) item->low.value.i < (uint64_t) count)
	{
		end_value(field, &item->low, &v);
		if (layout_number(field, &v, &number, w->err))
		{
			first = bucket_of(number, (uint32_t) component->number);
			count = item->high.value.i - item->low.value.i + 1;
		}
	}
	for (int64_t i = 0; i < count && ok; i++)
	{
		bucket_write(bytes, component->width,
					 (uint32_t) ((first + i) % component->number));
		ok = walk_with(w, n, bytes, component->width, true);
	}
	return ok;
}

/*
 * An interval within one period is a single value for trunc, so conditions on
 * later components can be used.
 */
static bool
is_one_period(const LayoutComponent *trunc, const LayoutField *field,
			  const LayoutItem *item, CoreValue *start)
{
	CoreValue	last;
	CoreError	unused;

	if (item->low.infinite || item->high.infinite)
		return false;
	layout_value_of_count(field, item->low.value.i, start);
	layout_value_of_count(field, item->high.value.i, &last);
	return layout_trunc(trunc, start, start, &unused) &&
		layout_trunc(trunc, &last, &last, &unused) &&
		start->i == last.i;
}

static bool
walk(Walk *w, int n)
{
	const LayoutComponent *component = &w->layout->components[n];
	const LayoutItem *item = NULL;
	int			field;

	core_check_interrupts();	/* many branches may end without a range */
	if (n == w->layout->ncomponents)
		return add_key(w);
	if (component->kind == LAYOUT_SALT)
		return walk_salt(w);
	if (component->kind == LAYOUT_LITERAL)
		return walk_point(w, n);

	field = component->field;
	if (!w->conditions[field].all)
	{
		if (w->chosen[field] == NOT_CHOSEN)
			return walk_items(w, n, field);
		item = chosen_item(w, field);
		if ((item->point && w->layout->fields[field].canonical) ||
			(component->kind == LAYOUT_TRUNC &&
			 n < w->layout->ncomponents - 1 &&
			 is_one_period(component, &w->layout->fields[field], item,
						   &w->values[field])))
			return walk_point(w, n);
	}
	if (component->kind == LAYOUT_BUCKET)
		return walk_buckets(w, n, item);
	if (item != NULL && component->ordered)
		return add_interval(w, n, item);
	return add_prefix(w, n);
}

/* ---- putting ranges in order ------------------------------------------ */

static int
compare_ranges(const void *a, const void *b)
{
	const LayoutRange *x = a;
	const LayoutRange *y = b;

	return bytes_compare(x->start, x->start_len, y->start, y->start_len);
}

/*
 * Whether two sorted ranges become one: they overlap, or they touch without a
 * salt or bucket between them.
 */
static bool
belong_together(const LayoutRange *a, const LayoutRange *b)
{
	int			c = a->has_stop ?
		bytes_compare(a->stop, a->stop_len, b->start, b->start_len) : 1;

	return c > 0 ||
		(c == 0 && a->fan == b->fan && a->start_len >= a->fan &&
		 b->start_len >= b->fan && core_same(a->start, b->start, a->fan));
}

/* Sort the ranges and join adjacent ones. */
static void
tidy_ranges(LayoutRanges *ranges)
{
	int			n = 0;

	if (ranges->n > 1)
		core_sort(ranges->ranges, ranges->n, sizeof(LayoutRange),
				  compare_ranges);
	for (int i = 0; i < ranges->n; i++)
	{
		LayoutRange *last = &ranges->ranges[n - 1];
		LayoutRange *range = &ranges->ranges[i];

		if (n == 0 || !belong_together(last, range))
		{
			ranges->ranges[n++] = *range;
			continue;
		}
		if (range->fan < last->fan)
			last->fan = range->fan;
		if (last->has_stop &&
			(!range->has_stop ||
			 bytes_compare(range->stop, range->stop_len, last->stop,
						   last->stop_len) > 0))
		{
			uint8_t    *both = core_alloc(last->start_len + range->stop_len +
										  1);

			memcpy(both, last->start, last->start_len);
			memcpy(both + last->start_len, range->stop, range->stop_len);
			core_free(last->start);
			last->start = both;
			last->stop = both + last->start_len;
			last->stop_len = range->stop_len;
			last->has_stop = range->has_stop;
		}
		core_free(range->start);
	}
	ranges->n = n;
}

bool
layout_scan(const Layout *layout, const LayoutCondition *conditions, int most,
			LayoutRanges *ranges, CoreError *err)
{
	Walk		w = {0};
	bool		ok;

	memset(ranges, 0, sizeof(LayoutRanges));
	w.layout = layout;
	w.conditions = conditions;
	w.most = most;
	w.ranges = ranges;
	w.err = err;
	for (int i = 0; i < layout->nfields; i++)
	{
		w.chosen[i] = NOT_CHOSEN;
		/* No key matches a condition without items. */
		if (!conditions[i].all && conditions[i].nitems == 0)
			return true;
	}
	ok = walk(&w, 0);
	core_buf_free(&w.prefix);
	if (ok)
		tidy_ranges(ranges);
	else
		layout_ranges_free(ranges);
	return ok;
}

void
layout_ranges_free(LayoutRanges *ranges)
{
	for (int i = 0; i < ranges->n; i++)
		core_free(ranges->ranges[i].start);
	if (ranges->ranges != NULL)
		core_free(ranges->ranges);
	memset(ranges, 0, sizeof(LayoutRanges));
}

bool
layout_ranges_are_keys(const LayoutRanges *ranges)
{
	for (int i = 0; i < ranges->n; i++)
	{
		const LayoutRange *range = &ranges->ranges[i];

		if (!range->has_stop || range->stop_len != range->start_len + 1 ||
			range->stop[range->start_len] != 0 ||
			!core_same(range->start, range->stop, range->start_len))
			return false;
	}
	return true;
}

double
layout_expected_ranges(const Layout *layout, const bool *equal)
{
	double		n = 1;
	bool		all = true;

	for (int i = 0; i < layout->nfields; i++)
		all = all && equal[i];
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		bool		known = true;

		if (component->kind == LAYOUT_SALT)
		{
			known = component->nsalted > 0 || all;
			for (int j = 0; j < component->nsalted; j++)
				known = known && equal[component->salted[j]];
		}
		else if (component->kind != LAYOUT_LITERAL)
			known = equal[component->field];
		if (known)
			continue;
		if (component->kind != LAYOUT_SALT && component->kind != LAYOUT_BUCKET)
			break;				/* one range from here on */
		n *= (double) component->number;
	}
	return n;
}

/* ---- all keys --------------------------------------------------------- */

static bool
same_range(const LayoutRange *a, const LayoutRange *b)
{
	return bytes_compare(a->start, a->start_len, b->start, b->start_len) ==
		0 &&
		a->has_stop == b->has_stop &&
		(!a->has_stop ||
		 bytes_compare(a->stop, a->stop_len, b->stop, b->stop_len) == 0);
}

bool
layout_ranges_are_all(const Layout *layout, const LayoutRanges *ranges,
					  int most, bool *all, CoreError *err)
{
	LayoutCondition conditions[LAYOUT_MAX_FIELDS];
	LayoutRanges wanted = {0};

	for (int i = 0; i < layout->nfields; i++)
		conditions[i] = (LayoutCondition) {.all = true};
	if (!layout_scan(layout, conditions, most, &wanted, err))
		return false;
	*all = wanted.n == ranges->n;
	for (int i = 0; i < wanted.n && *all; i++)
		*all = same_range(&wanted.ranges[i], &ranges->ranges[i]);
	layout_ranges_free(&wanted);
	return true;
}
