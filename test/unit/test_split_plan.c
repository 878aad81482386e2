/*
 * test_split_plan.c
 *		Split points from the data: equal weights, whole groups, buckets.
 */
#include "core/base/host.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/region/split_plan.h"
#include "core/region/splits.h"

#define MAX_KEYS	5000

/* Keys in order, each with one row and a number of bytes. */
typedef struct Table
{
	char		keys[MAX_KEYS][32];
	size_t		lengths[MAX_KEYS];
	double		bytes[MAX_KEYS];
	int			n;
	int			at;
} Table;

static void
table_rewind(void *context)
{
	((Table *) context)->at = 0;
}

static bool
table_next(void *context, SizedKey *key)
{
	Table	   *table = context;

	if (table->at == table->n)
		return false;
	*key = (SizedKey) {(const uint8_t *) table->keys[table->at],
					   table->lengths[table->at], 1, table->bytes[table->at]};
	table->at++;
	return true;
}

static SizedKeys
keys_of(Table *table)
{
	return (SizedKeys) {table, table_rewind, table_next};
}

static void
add_key(Table *table, const char *key, double bytes)
{
	snprintf(table->keys[table->n], sizeof(table->keys[0]), "%s", key);
	table->lengths[table->n] = strlen(key);
	table->bytes[table->n++] = bytes;
}

/* The rows of each region, as "3,4,3". */
static const char *
rows_of(Table *table, const SplitPoints *points)
{
	static char text[1024];
	RegionSize *sizes = malloc(sizeof(RegionSize) * (points->count + 1));
	SizedKeys	keys = keys_of(table);
	size_t		n = 0;
	double		sum = 0;

	split_forecast(&keys, points, sizes);
	for (int i = 0; i <= points->count && n < sizeof(text) - 32; i++)
	{
		n += snprintf(text + n, sizeof(text) - n, "%s%.0f", i > 0 ? "," : "",
					  sizes[i].rows);
		sum += sizes[i].rows;
	}
	CHECK_INT((int64_t) sum, table->n);
	free(sizes);
	return text;
}

/* Plan, and check that points ascend and count each key in its region. */
static const char *
plan(Table *table, SplitWish wish, SplitPoints *points)
{
	SizedKeys	keys = keys_of(table);
	CoreError	err;

	CHECK(split_plan(&wish, &keys, points, &err));
	CHECK(points->count < wish.regions);
	for (int i = 1; i < points->count; i++)
		CHECK(bytes_compare(points->bytes.data + points->starts[i - 1],
							points->starts[i] - points->starts[i - 1],
							points->bytes.data + points->starts[i],
							points->starts[i + 1] - points->starts[i]) < 0);
	for (int i = 0; i < points->count; i++)
		CHECK_INT(splits_region(points, points->bytes.data + points->starts[i],
								points->starts[i + 1] - points->starts[i]),
				  i + 1);
	CHECK_INT(splits_region(points, (const uint8_t *) "", 0), 0);
	return rows_of(table, points);
}

static const char *
plan_rows(Table *table, SplitWish wish)
{
	SplitPoints points;
	const char *rows = plan(table, wish, &points);

	splits_free(&points);
	return rows;
}

static void
test_equal(Table *table)
{
	char		key[32];

	table->n = 0;
	for (int i = 0; i < 10; i++)
	{
		snprintf(key, sizeof(key), "k%d", i);
		add_key(table, key, i == 4 ? 900 : 10);
	}
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 1}), "10");
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 2}), "5,5");
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 5}), "2,2,2,2,2");
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 10}),
			  "1,1,1,1,1,1,1,1,1,1");
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 50}),
			  "1,1,1,1,1,1,1,1,1,1");
	/* one row is heavier than all others: it has its own region */
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 3, .by_bytes = true}),
			  "4,1,5");
	/* never more than one row of difference */
	table->n = 0;
	for (int i = 0; i < 1000; i++)
	{
		snprintf(key, sizeof(key), "%04d", i);
		add_key(table, key, 1);
	}
	for (int regions = 1; regions <= 60; regions++)
	{
		SplitPoints points;
		RegionSize	sizes[60];
		SizedKeys	keys = keys_of(table);

		plan(table, (SplitWish) {.regions = regions}, &points);
		CHECK_INT(points.count, regions - 1);
		split_forecast(&keys, &points, sizes);
		for (int i = 0; i < regions; i++)
			CHECK(fabs(sizes[i].rows - 1000.0 / regions) <= 1);
		splits_free(&points);
	}
	table->n = 0;
	CHECK_STR(plan_rows(table, (SplitWish) {.regions = 4}), "0");
}

/* customers of 3, 1, 40, 3 and 3 orders */
static void
test_groups(Table *table)
{
	static const char text[] = "customer text, '/', id text using string";
	static const int orders[] = {3, 1, 40, 3, 3};
	CoreError	err;
	Layout	   *layout = layout_read(text, strlen(text), &err);
	const Layout *layouts[] = {layout};
	SplitWish	wish = {.align = 1, .layouts = layouts, .nlayouts = 1};
	SplitPoints points;
	char		key[32];

	CHECK(layout != NULL);
	table->n = 0;
	for (int c = 0; c < 5; c++)
		for (int o = 0; o < orders[c]; o++)
		{
			snprintf(key, sizeof(key), "c%d/%02d", c, o);
			add_key(table, key, 1);
		}
	wish.regions = 3;
	CHECK_STR(plan_rows(table, wish), "4,40,6");
	wish.regions = 5;
	CHECK_STR(plan_rows(table, wish), "3,1,40,3,3");
	/* more regions than customers: the largest one is divided */
	wish.regions = 8;
	CHECK_STR(plan_rows(table, wish), "3,1,10,10,10,10,3,3");
	/* a point ends with the component in which its neighbours differ */
	wish.regions = 5;
	plan(table, wish, &points);
	CHECK_BYTES(points.bytes.data, points.bytes.len, "c1/c2/c3/c4/", 12);
	splits_free(&points);
	/* and it moves no row if groups may be divided */
	wish.align = 0;
	wish.regions = 10;
	CHECK_STR(plan_rows(table, wish), "5,5,5,5,5,5,5,5,5,5");
	core_free(layout);

	wish = (SplitWish) {.regions = 2, .align = 1};
	{
		SizedKeys	keys = keys_of(table);

		CHECK(!split_plan(&wish, &keys, &points, &err));
		CHECK_INT(err.code, CORE_ERR_PARAMETER);
		splits_free(&points);
	}
}

static void
test_buckets(Table *table)
{
	static const char text[] = "salt(300, id) as 2 bytes, id bigint";
	CoreError	err;
	Layout	   *layout = layout_read(text, strlen(text), &err);
	SplitPoints points;
	SizedKeys	keys = keys_of(table);
	char		key[32];

	CHECK_INT(layout_salts(layout), 300);
	CHECK(split_plan_buckets(layout, &points));
	CHECK_INT(points.count, 299);
	CHECK_BYTES(points.bytes.data, 4, "\x00\x01\x00\x02", 4);
	CHECK_BYTES(points.bytes.data + 2 * 298, 2, "\x01\x2b", 2);
	splits_free(&points);
	core_free(layout);

	/* keys without a layout that begin with 0 to 9, then with a letter */
	for (int first = 0; first <= 'a'; first += 'a')
	{
		table->n = 0;
		for (int i = 0; i < 100; i++)
		{
			snprintf(key, sizeof(key), "x%02d", i);
			add_key(table, key, 1);
			table->keys[i][0] = (char) (first + i / 10);
		}
		CHECK_INT(split_plan_find_buckets(&keys), first == 0 ? 10 : 0);
	}
	CHECK_STR(plan_rows(table,
						(SplitWish) {.regions = 4,
									 .align = 1,
									 .bucket_byte = true}),
			  "30,20,30,20");
	/* few rows in one of them do not look like a bucket */
	for (int i = 0; i < 100; i++)
		table->keys[i][0] = i > 0;
	CHECK_INT(split_plan_find_buckets(&keys), 0);
}

int
main(void)
{
	Table	   *table = calloc(1, sizeof(Table));

	test_equal(table);
	test_groups(table);
	test_buckets(table);
	free(table);
	return unit_done();
}
