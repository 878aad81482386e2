/*
 * test_layout_scan.c
 *		Random layouts, rows and conditions: the keys in the ranges that pass
 *		the recheck are those of the matching rows.
 */
#include "core/base/host.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_condition.h"
#include "core/layout/layout_decompose.h"
#include "core/layout/layout_print.h"
#include "core/layout/layout_scan.h"
#include "unit/values.h"

#define MAX_FIELDS	4
#define ROWS		24
#define LAYOUTS		5000
#define QUESTIONS	6

static uint64_t seed = 20261121;

static int
below(int n)
{
	return (int) (unit_random(&seed) % (uint64_t) n);
}

static bool
chance(int percent)
{
	return below(100) < percent;
}

#define PICK(list)	(list)[below((int) (sizeof(list) / sizeof((list)[0])))]

/* ---- random layouts -------------------------------------------------- */

/* Types of every family; some encodings do not have them all. */
static const char *const types[] = {
	"int", "bigint", "smallint", "text", "text", "char(4)", "timestamptz",
	"timestamptz(0)", "timestamp(6)", "date", "time", "boolean", "real",
	"double precision", "numeric", "bytea", "bytea(3)", "uuid",
	"unsigned_int", "unsigned_long", "unsigned_float", "unsigned_double",
	"unsigned_timestamp", "varchar(9)"
};

static void
add_field_components(char *text, int f, bool *declared)
{
	char		name[60];
	char		plain[20];
	const char *separators[] = {"", "", ", '|'", ", ':x'", ", '\\x00'",
								", '_'"};
	int			n = 1 + below(2);

	for (int i = 0; i < n; i++)
	{
		sprintf(plain, "f%d", f);
		if (*declared)
			strcpy(name, plain);
		else
			sprintf(name, "%s %s", plain, PICK(types));
		*declared = true;
		if (text[0] != '\0')
			strcat(text, ", ");
		switch (below(12))
		{
			case 0:
				sprintf(text + strlen(text), "bucket(%d, %s)", 1 + below(6),
						name);
				break;
			case 1:
				sprintf(text + strlen(text), "md5(%s, %d)", name,
						1 + below(3));
				break;
			case 2:
				sprintf(text + strlen(text), "crc32hex(%s, %d)", name,
						1 + below(8));
				break;
			case 3:
				sprintf(text + strlen(text), "reverse(%s)", name);
				break;
			case 4:
				sprintf(text + strlen(text), "digits(%s, 19)%s", name,
						chance(50) ? " desc" : "");
				break;
			case 5:
				sprintf(text + strlen(text), "trunc(%s, '%s')%s", name,
						chance(50)	   ? "1 hour" :
							chance(50) ? "1 day" :
							chance(50) ? "1 week" :
										 "1 month",
						chance(30) ? " desc" : "");
				break;
			default:
				sprintf(text + strlen(text), "%s%s%s", name,
						chance(35) ? " desc" : "", chance(25) ? " null" : "");
				break;
		}
		strcat(text, PICK(separators));
	}
}

/* A layout that passes the checks; most random texts do not. */
static Layout *
random_layout(char *text)
{
	const char *encodings[] = {"bytes", "string", "ordered", "phoenix",
							   "phoenix", "ordered"};

	for (;;)
	{
		bool		declared[MAX_FIELDS] = {false};
		char		body[1000] = "";
		char		salt[60] = "";
		int			nfields = 1 + below(MAX_FIELDS);
		CoreError	err;
		Layout	   *layout;

		for (int f = 0; f < nfields; f++)
		{
			add_field_components(body, f, &declared[f]);
			/* Sometimes mention a field again, after others. */
			if (f > 0 && chance(15))
				add_field_components(body, below(f), &declared[0]);
		}
		if (chance(30))
			sprintf(salt, "salt(%d%s), ", 1 + below(5),
					chance(50)		? "" :
						chance(50)	? ", f0" :
						nfields > 1 ? ", f1, f0" :
									  "");
		sprintf(text, "%s%s using %s", salt, body, PICK(encodings));
		layout = layout_read(text, strlen(text), &err);
		if (layout != NULL)
			return layout;
	}
}

/* ---- random values --------------------------------------------------- */

static const char *const texts[] =
	{"",   "a",	  "aa",	  "ab", "b",		"a!", "a~", "a:",
	 "a_", "a|b", "a:xb", "A",	"\xc3\xa9", "zz", "a ", "\xf0\x9f\x98\x80"};
static const char *const blobs[] = {"",		"a",		"ab",
									"\xff", "\xff\xff", "\xff\xff\xff",
									"\x01", "a\xff",	"|",
									"b:x"};
static const char *const numerics[] = {"0",
									   "1",
									   "-1",
									   "1.5",
									   "1.50",
									   "-1.5",
									   "100",
									   "99.99",
									   "1e20",
									   "-1e20",
									   "1e-20",
									   "0.001",
									   "123456789012345678901234567890"};
static const double floats[] = {0.0,	   -0.0, 1,		-1,	   1.5,
								-1.5,	   1e10, -1e10, 1e-10, INFINITY,
								-INFINITY, NAN,	 0.1};
static const int64_t integers[] = {0,		  1,		 -1,		2,
								   3,		  4,		 5,			7,
								   100,		  -100,		 INT16_MAX, INT16_MIN,
								   INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};

/* Hours and days around 1970 and 2000, and at the limits, in whole units. */
static int64_t
random_time(ValueKind kind, int precision)
{
	const int64_t day = INT64_C(86400000000);
	const int64_t hours[] = {0, 1, 2, 3, 23, 24, 25, 48, 700};
	int64_t		unit = precision == 6 ? 1 : precision == 3 ? 1000 : 1000000;
	int64_t		v;

	if (kind == VALUE_DATE)
	{
		const int64_t days[] = {0, 1, 2, 30, 31, 32, 365, -10957, -10958,
								-10956, 9000, -2451545, 2145031948};

		return PICK(days);
	}
	v = PICK(hours) * INT64_C(3600000000) + (below(3) - 1) * unit * below(3);
	if (kind == VALUE_TIME)
		return v < 0 ? 0 : v % day;
	if (chance(50))
		v -= 10957 * day;		/* around 1970 */
	if (chance(3))
		return -2451545 * day;
	return v;
}

/* The numerics, parsed once. */
static CoreValue
random_numeric(void)
{
	static CoreValue values[sizeof(numerics) / sizeof(numerics[0])];
	int			i = below((int) (sizeof(numerics) / sizeof(numerics[0])));

	if (values[i].kind == VALUE_NULL)
		value_read(VALUE_NUMERIC, numerics[i], strlen(numerics[i]),
				   &values[i]);
	return values[i];
}

/* A time finer than the key. */
static int64_t
random_rest(const LayoutField *field)
{
	int			precision = field->type.precision;

	if (field->kind == VALUE_DATE || precision == 6)
		return 0;
	return 1 + below(precision == 3 ? 999 : 999999);
}

/* A value of the field's kind. */
static CoreValue
random_value(const LayoutField *field)
{
	CoreValue	v = {.kind = field->kind};
	const char *s;

	switch (v.kind)
	{
		case VALUE_BOOL:
			v.b = chance(50);
			break;
		case VALUE_INT2:
			do
				v.i = PICK(integers);
			while (v.i > INT16_MAX || v.i < INT16_MIN);
			break;
		case VALUE_INT4:
			do
				v.i = PICK(integers);
			while (v.i > INT32_MAX || v.i < INT32_MIN);
			break;
		case VALUE_INT8:
			v.i = PICK(integers);
			break;
		case VALUE_FLOAT4:
			v.f4 = (float) PICK(floats);
			break;
		case VALUE_FLOAT8:
			v.f8 = PICK(floats);
			break;
		case VALUE_NUMERIC:
			return random_numeric();
		case VALUE_BYTES:
			s = PICK(blobs);
			v.bytes.data = (const uint8_t *) s;
			v.bytes.len = strlen(s);
			break;
		case VALUE_UUID:
			s = chance(50) ?
				"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x10\x11\x12\x13\x14\x15\x16" :
				"\xff\x02\x03\x04\x05\x06\x07\x08\x09\x10\x11\x12\x13\x14\x15\xff";
			v.bytes.data = (const uint8_t *) s;
			v.bytes.len = 16;
			break;
		case VALUE_TEXT:
		case VALUE_JSONB:
			s = PICK(texts);
			v.bytes.data = (const uint8_t *) s;
			v.bytes.len = strlen(s);
			break;
		default:
			v.i = random_time(field->kind, field->type.precision);
			break;
	}
	return v;
}

/* ---- what PostgreSQL would say ---------------------------------------- */

static double
as_double(const CoreValue *v)
{
	double		d;
	CoreError	err;
	CoreBuf		buf;

	if (v->kind == VALUE_FLOAT4)
		return v->f4;
	if (v->kind == VALUE_FLOAT8)
		return v->f8;
	core_buf_init(&buf);
	{
		EncodingType type = value_type(ENCODING_STRING, VALUE_NUMERIC, NULL,
									   -1);

		CHECK(encoding_encode(&type, false, v, &buf, &err));
		core_buf_add_byte(&buf, 0);
		d = strtod((char *) buf.data, NULL);
	}
	core_buf_free(&buf);
	return d;
}

/* Remove padding, which compares as nothing in a fixed width. */
static size_t
length_of(const LayoutField *field, const CoreValue *v)
{
	size_t		n = v->bytes.len;
	uint8_t		pad = field->kind == VALUE_TEXT ? ' ' : 0;

	while (field->type.width >= 0 && field->kind != VALUE_UUID && n > 0 &&
		   v->bytes.data[n - 1] == pad)
		n--;
	return n;
}

static int
compare(const LayoutField *field, const CoreValue *a, const CoreValue *b)
{
	double		x;
	double		y;

	switch (field->kind)
	{
		case VALUE_BOOL:
			return (a->kind == VALUE_BOOL ? a->b : (int) a->i) -
				(b->kind == VALUE_BOOL ? b->b : (int) b->i);
		case VALUE_FLOAT4:
		case VALUE_FLOAT8:
		case VALUE_NUMERIC:
			x = as_double(a);
			y = as_double(b);
			if (isnan(x) || isnan(y))
				return (isnan(x) != 0) - (isnan(y) != 0);
			return (x > y) - (x < y);
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_JSONB:
			return bytes_compare(a->bytes.data, length_of(field, a),
								 b->bytes.data, length_of(field, b));
		default:
			return (a->i > b->i) - (a->i < b->i);
	}
}

static bool
meets_item(const LayoutField *field, const LayoutItem *item,
		   const CoreValue *v)
{
	int			c;

	if (item->point)
		return compare(field, v, &item->low.value) == 0;
	if (!item->low.infinite)
	{
		c = compare(field, v, &item->low.value);
		if (c < 0 || (c == 0 && !item->low.inclusive))
			return false;
	}
	if (!item->high.infinite)
	{
		c = compare(field, v, &item->high.value);
		if (c > 0 || (c == 0 && !item->high.inclusive))
			return false;
	}
	return true;
}

static bool
meets(const Layout *layout, const LayoutCondition *conditions,
	  const CoreValue *values)
{
	for (int f = 0; f < layout->nfields; f++)
	{
		bool		any = conditions[f].all;

		for (int i = 0; i < conditions[f].nitems && !any; i++)
		{
			const LayoutItem *item = &conditions[f].items[i];

			/* NULL matches only an unbounded item. */
			any = values[f].kind != VALUE_NULL ?
				meets_item(&layout->fields[f], item, &values[f]) :
				!item->point && item->low.infinite && item->high.infinite;
		}
		if (!any)
			return false;
	}
	return true;
}

/* ---- random conditions ------------------------------------------------ */

/*
 * fine_rows: the times of rows are finer than the key, and lower bounds are
 * inclusive, because an exclusive one excludes the whole unit. *fine: a bound
 * is finer than the key.
 */
static void
random_item(const LayoutField *field, LayoutItem *item, const CoreValue *some,
			bool fine_rows, bool *fine)
{
	memset(item, 0, sizeof(LayoutItem));
	item->point = chance(45);
	if (item->point)
		item->low.value = *some;
	else
	{
		item->low.infinite = chance(20);
		item->high.infinite = chance(20);
		item->low.inclusive = chance(50);
		item->high.inclusive = chance(50);
		item->low.value = *some;
		item->high.value = random_value(field);
		if (fine_rows)
			item->low.inclusive = true;
		else if (value_kind_is_time(field->kind) && chance(10))
		{
			LayoutBound *bound = chance(50) ? &item->low : &item->high;

			bound->value.i += random_rest(field);
			*fine = true;
		}
		/* A bound may be a text that cannot be stored. */
		if (field->kind == VALUE_TEXT && chance(20))
		{
			item->high.value.kind = VALUE_BYTES;
			item->high.value.bytes.data = (const uint8_t *) "a\x00z\xff";
			item->high.value.bytes.len = (size_t) below(5);
		}
	}
	/* As the glue passes them. */
	if (field->kind == VALUE_FLOAT4)
	{
		item->low.value.f8 = item->low.value.f4;
		item->high.value.f8 = item->high.value.f4;
		item->low.value.kind = item->high.value.kind = VALUE_FLOAT8;
	}
}

/*
 * Conditions on leading fields, in two copies; false if they are not
 * supported.
 */
static bool
random_conditions(const Layout *layout, const CoreValue (*rows)[MAX_FIELDS],
				  int nrows, bool fine_rows, bool *fine,
				  LayoutCondition *asked, LayoutCondition *prepared)
{
	int			given = below(layout->nfields + 1);
	CoreError	err;

	for (int f = 0; f < layout->nfields; f++)
	{
		int			n = chance(70) ? 1 : below(4);

		memset(&asked[f], 0, sizeof(LayoutCondition));
		memset(&prepared[f], 0, sizeof(LayoutCondition));
		asked[f].all = prepared[f].all = f >= given;
		if (f >= given || n == 0)
			continue;
		asked[f].items = core_alloc(n * sizeof(LayoutItem));
		prepared[f].items = core_alloc(n * sizeof(LayoutItem));
		asked[f].nitems = prepared[f].nitems = n;
		for (int i = 0; i < n; i++)
		{
			CoreValue	some = rows[below(nrows)][f];

			if (some.kind == VALUE_NULL || chance(25))
				some = random_value(&layout->fields[f]);
			random_item(&layout->fields[f], &asked[f].items[i], &some,
						fine_rows, fine);
			prepared[f].items[i] = asked[f].items[i];
		}
	}
	return layout_prepare(layout, prepared, &err);
}

static void
free_conditions(const Layout *layout, LayoutCondition *conditions)
{
	for (int f = 0; f < layout->nfields; f++)
	{
		if (conditions[f].items != NULL)
			core_free(conditions[f].items);
	}
}

/* ---- telling what failed ---------------------------------------------- */

static void
print_value(const CoreValue *v)
{
	switch (v->kind)
	{
		case VALUE_NULL:
			fprintf(stderr, "NULL");
			break;
		case VALUE_BOOL:
			fprintf(stderr, "%d", v->b);
			break;
		case VALUE_FLOAT4:
		case VALUE_FLOAT8:
		case VALUE_NUMERIC:
			fprintf(stderr, "%g", as_double(v));
			break;
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_JSONB:
			fprintf(stderr, "'");
			for (size_t i = 0; i < v->bytes.len; i++)
				fprintf(stderr,
						v->bytes.data[i] > ' ' && v->bytes.data[i] < 0x7f ?
							"%c" :
							"\\x%02x",
						v->bytes.data[i]);
			fprintf(stderr, "'");
			break;
		default:
			fprintf(stderr, "%lld", (long long) v->i);
			break;
	}
}

static void
print_question(const Layout *layout, const LayoutCondition *conditions,
			   const CoreValue *row)
{
	for (int f = 0; f < layout->nfields; f++)
	{
		fprintf(stderr, "  %s = ", layout->fields[f].name);
		print_value(&row[f]);
		fprintf(stderr, conditions[f].all ? ", all" : ", in");
		for (int i = 0; i < conditions[f].nitems; i++)
		{
			const LayoutItem *item = &conditions[f].items[i];

			fprintf(stderr,
					item->point				? " " :
						item->low.inclusive ? " [" :
											  " (");
			if (item->point || !item->low.infinite)
				print_value(&item->low.value);
			if (item->point)
				continue;
			fprintf(stderr, ", ");
			if (!item->high.infinite)
				print_value(&item->high.value);
			fprintf(stderr, item->high.inclusive ? "]" : ")");
		}
		fprintf(stderr, "\n");
	}
}

/* ---- the property ---------------------------------------------------- */

static bool
in_range(const LayoutRange *range, const CoreBuf *key)
{
	return bytes_compare(key->data, key->len, range->start,
						 range->start_len) >= 0 &&
		(!range->has_stop ||
		 bytes_compare(key->data, key->len, range->stop, range->stop_len) < 0);
}

/*
 * Whether the recheck can decide every row: not if a field is only hashed or
 * truncated to its period, or if Phoenix has one key for empty and NULL.
 */
static bool
tells_all(const Layout *layout, const LayoutCondition *conditions)
{
	for (int f = 0; f < layout->nfields; f++)
	{
		const LayoutField *field = &layout->fields[f];

		if (conditions[f].all)
			continue;
		if (!field->read_whole ||
			(field->nullable && layout->encoding == ENCODING_PHOENIX) ||
			(field->kind == VALUE_BYTES && field->type.width >= 0))
			return false;
	}
	return true;
}

/*
 * Whether the ranges alone are exact: all conditions except the last have
 * single values, and every component preserves its field's order or follows
 * them.
 */
static bool
is_exact(const Layout *layout, const LayoutCondition *conditions)
{
	bool		ended = false;
	int			next = 0;

	if (!tells_all(layout, conditions))
		return false;
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		const LayoutCondition *condition;
		bool		points = true;

		if (component->field < 0)
			continue;
		condition = &conditions[component->field];
		if (condition->all)
		{
			ended = true;
			continue;
		}
		if (ended || component->field > next)
			return false;
		if (component->field == next)
			next++;
		for (int j = 0; j < condition->nitems; j++)
			points = points && condition->items[j].point;
		if (!layout->fields[component->field].canonical)
			return false;
		if (points || component->kind == LAYOUT_BUCKET)
			continue;
		if (!component->ordered || component->end == LAYOUT_END_LITERAL ||
			component->kind == LAYOUT_TRUNC)
			return false;
		ended = true;
	}
	return true;
}

typedef struct Totals
{
	int			layouts;
	int			questions;
	int			refused;
	int			rows;
	int			found;
	int			exact;
	int			fine;
	int			superfluous;
	int			ranges;
} Totals;

static bool
check_question(const Layout *layout, const CoreValue (*rows)[MAX_FIELDS],
			   const CoreBuf *keys, int nrows, bool fine_rows, Totals *totals)
{
	LayoutCondition asked[MAX_FIELDS];
	LayoutCondition prepared[MAX_FIELDS];
	LayoutRanges ranges;
	CoreError	err;
	bool		all = true;
	bool		fine = fine_rows;
	bool		exact;

	if (!random_conditions(layout, rows, nrows, fine_rows, &fine, asked,
						   prepared))
	{
		totals->refused++;
		free_conditions(layout, asked);
		free_conditions(layout, prepared);
		return true;
	}
	totals->questions++;
	exact = !fine && is_exact(layout, prepared);
	totals->fine += fine;
	totals->exact += exact;
	if (!layout_scan(layout, prepared, 100000, &ranges, &err))
	{
		free_conditions(layout, asked);
		free_conditions(layout, prepared);
		return CHECK(false);
	}
	totals->ranges += ranges.n;
	for (int i = 1; i < ranges.n; i++)
		all = CHECK(ranges.ranges[i - 1].has_stop &&
					bytes_compare(ranges.ranges[i - 1].stop,
								  ranges.ranges[i - 1].stop_len,
								  ranges.ranges[i].start,
								  ranges.ranges[i].start_len) <= 0) &&
			all;
	for (int r = 0; r < nrows; r++)
	{
		bool		wanted = meets(layout, asked, rows[r]);
		bool		matches = false;
		int			found = 0;
		bool		good = true;

		for (int i = 0; i < ranges.n; i++)
			found += in_range(&ranges.ranges[i], &keys[r]);
		good = CHECK(layout_matches(layout, keys[r].data, keys[r].len,
									prepared, &matches, &err));
		totals->rows++;
		totals->found += wanted;
		totals->superfluous += found > 0 && !wanted;
		if (wanted)
			good = CHECK_INT(found, 1) && CHECK(matches) && good;
		else
		{
			good = CHECK(found <= 1) && good;
			if (!fine && tells_all(layout, prepared))
				good = CHECK(!matches) && good;
			if (exact)
				good = CHECK_INT(found, 0) && good;
		}
		if (!good)
			print_question(layout, asked, rows[r]);
		all = all && good;
	}
	layout_ranges_free(&ranges);
	free_conditions(layout, asked);
	free_conditions(layout, prepared);
	return all;
}

/*
 * The keys of random rows that can be composed; each decomposes to its values.
 */
static int
random_rows(const Layout *layout, bool fine_rows,
			CoreValue (*rows)[MAX_FIELDS], CoreBuf *keys)
{
	int			n = 0;

	for (int r = 0; r < ROWS; r++)
	{
		CoreError	err;

		for (int f = 0; f < layout->nfields; f++)
		{
			rows[n][f] = random_value(&layout->fields[f]);
			if (fine_rows && value_kind_is_time(rows[n][f].kind))
				rows[n][f].i += random_rest(&layout->fields[f]);
			if (layout->fields[f].nullable && chance(25))
				rows[n][f].kind = VALUE_NULL;
		}
		core_buf_init(&keys[n]);
		if (layout_compose(layout, rows[n], &keys[n], &err))
		{
			if (!layout_verify(layout, keys[n].data, keys[n].len, &err))
				CHECK_STR(err.message, "");
			n++;
		}
		else
			core_buf_free(&keys[n]);
	}
	return n;
}

/* The canonical form reads back as itself. */
static void
check_canonical(const Layout *layout)
{
	CoreBuf		once;
	CoreBuf		twice;
	Layout	   *again;
	CoreError	err;

	core_buf_init(&once);
	core_buf_init(&twice);
	layout_print(layout, &once);
	again = layout_read((char *) once.data, once.len, &err);
	if (CHECK(again != NULL))
	{
		layout_print(again, &twice);
		CHECK_BYTES(twice.data, twice.len, once.data, once.len);
		core_free(again);
	}
	core_buf_free(&once);
	core_buf_free(&twice);
}

static void
test_random(void)
{
	Totals		totals = {0};

	for (int l = 0; l < LAYOUTS; l++)
	{
		static CoreValue rows[ROWS][MAX_FIELDS];
		static CoreBuf keys[ROWS];
		char		text[1200];
		Layout	   *layout = random_layout(text);
		bool		fine_rows = chance(15);
		int			nrows = random_rows(layout, fine_rows, rows, keys);
		bool		ok = true;

		totals.layouts++;
		check_canonical(layout);
		for (int q = 0; q < QUESTIONS && nrows > 0; q++)
			ok = check_question(layout, (const CoreValue(*)[MAX_FIELDS]) rows,
								keys, nrows, fine_rows, &totals) &&
				ok;
		if (!ok)
			fprintf(stderr, "layout %d: %s\n", l, text);
		for (int r = 0; r < nrows; r++)
			core_buf_free(&keys[r]);
		core_free(layout);
	}
	printf("%d layouts, %d questions (%d more refused), %d ranges; %d rows held against them: %d asked for, each found once; "
		   "%d others left to the recheck; %d questions exact without, %d with times finer than the key\n",
		   totals.layouts, totals.questions, totals.refused, totals.ranges,
		   totals.rows, totals.found, totals.superfluous, totals.exact,
		   totals.fine);
	CHECK(totals.questions > 10000 && totals.found > 20000 &&
		  totals.exact > 2000 && totals.fine > 1000);
}

/* The seed may be an argument. */
int
main(int argc, char **argv)
{
	if (argc > 1)
		seed = strtoull(argv[1], NULL, 10);
	test_random();
	return unit_done();
}
