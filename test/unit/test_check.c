/*
 * test_check.c
 *		Statistics over keys and cells: lengths, order of insertion, digits,
 *		salts, order of values, names, timestamps and versions.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/host.h"
#include "core/check/check_cells.h"
#include "core/check/check_keys.h"
#include "core/check/check_layout.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"
#include "unit/unit.h"

static void
add_text(CheckKeys *keys, const char *key)
{
	check_keys_add(keys, (const uint8_t *) key, strlen(key));
}

static void
test_lengths(void)
{
	CheckKeys	keys;

	check_keys_init(&keys);
	CHECK_INT(check_keys_deviation(&keys), 0);
	add_text(&keys, "ab");
	add_text(&keys, "abcd");
	add_text(&keys, "aa");
	CHECK_INT(keys.keys, 3);
	CHECK_INT(keys.shortest, 2);
	CHECK_INT(keys.longest, 4);
	CHECK_INT(keys.sum, 8);
	CHECK_INT(1000 * check_keys_deviation(&keys), 942);
	CHECK_INT(keys.highest, 2);
	CHECK_BYTES(keys.top.data, keys.top.len, "abcd", 4);
	core_buf_free(&keys.top);
}

/*
 * Parts between separators, as long as all keys have the same number of parts.
 */
static void
test_parts(void)
{
	CheckKeys	keys;

	check_keys_init(&keys);
	add_text(&keys, "user_9_200");
	add_text(&keys, "user_10_300");
	CHECK(keys.joined);
	CHECK_INT(keys.nparts, 3);
	CHECK(!check_digits_sort_wrong(&keys.parts[0]));
	CHECK(check_digits_sort_wrong(&keys.parts[1]));
	CHECK(!check_digits_sort_wrong(&keys.parts[2]));
	add_text(&keys, "user_10");
	CHECK(!keys.joined);
	core_buf_free(&keys.top);

	check_keys_init(&keys);
	check_keys_add(&keys, (const uint8_t *) "1\0002", 3);
	CHECK(!keys.joined);
	core_buf_free(&keys.top);

	check_keys_init(&keys);
	add_text(&keys, "1_2_3_4_5_6_7_8_9");
	CHECK(!keys.joined);
	core_buf_free(&keys.top);
}

static bool
look_hex(const char *a, const char *b, const char *c)
{
	CheckKeys	keys;
	bool		result;

	check_keys_init(&keys);
	add_text(&keys, a);
	add_text(&keys, b);
	if (c != NULL)
		add_text(&keys, c);
	result = check_keys_look_hex(&keys);
	core_buf_free(&keys.top);
	return result;
}

/* bytea's hex form read as a key, and keys that look similar. */
static void
test_hex(void)
{
	CHECK(look_hex("a6263", "a6264", "b6f5f31"));	/* abc, abd, bo_1 */
	CHECK(look_hex("\001ff00", "a0000", "\20012"));
	CHECK(!look_hex("a6263", "a6264", NULL));
	CHECK(!look_hex("a6263", "a6264", "x"));
	CHECK(!look_hex("a6263", "a6264", "a62634"));
	CHECK(!look_hex("a6263", "a6264", "a626A"));
	CHECK(!look_hex("k0001", "k0002", "k0003"));
	CHECK(!look_hex("\0010001", "\0020002", "\0010003"));
	CHECK(!look_hex("u00ff", "u12ab", "u7f80"));
}

static void
test_digits(void)
{
	CheckDigits digits = {0};

	check_digits_add(&digits, (const uint8_t *) "9", 1);
	CHECK(!check_digits_sort_wrong(&digits));
	check_digits_add(&digits, (const uint8_t *) "10", 2);
	CHECK(check_digits_sort_wrong(&digits));
	check_digits_add(&digits, NULL, 0);
	CHECK(!check_digits_sort_wrong(&digits));	/* empty text is not a
												 * number */
	CHECK_INT(digits.shortest, 1);
	CHECK_INT(digits.longest, 2);
}

/*
 * Writes at one end, at the other end, and in random order; more than the
 * sample holds.
 */
static void
test_writes(void)
{
	CheckWrites up;
	CheckWrites down;
	CheckWrites spread;
	double		ahead;
	double		behind;
	uint64_t	state = 1;

	check_writes_init(&up);
	check_writes_init(&down);
	check_writes_init(&spread);
	for (int64_t i = 0; i < 3 * CHECK_WRITES; i++)
	{
		/* The writes are not in the order of time. */
		int64_t		time = i ^ 5;
		uint8_t		key[8];

		core_put_u64(key, (uint64_t) time);
		check_writes_add(&up, time, key, 8);
		core_put_u64(key, (uint64_t) (INT64_MAX - time));
		check_writes_add(&down, time, key, 8);
		core_put_u64(key, unit_random(&state));
		check_writes_add(&spread, time, key, 8);
	}
	CHECK_INT(up.n, CHECK_WRITES);
	CHECK_INT(up.seen, 3 * CHECK_WRITES);
	check_writes_ends(&up, &ahead, &behind);
	CHECK_INT(100 * ahead, 100);
	CHECK_INT(100 * behind, 0);
	check_writes_ends(&down, &ahead, &behind);
	CHECK_INT(100 * ahead, 0);
	CHECK_INT(100 * behind, 100);
	check_writes_ends(&spread, &ahead, &behind);
	CHECK_INT(100 * ahead, 0);
	CHECK_INT(100 * behind, 0);
	core_free(up.writes);
	core_free(down.writes);
	core_free(spread.writes);
	check_writes_init(&up);
	CHECK_INT(check_writes_ends(&up, &ahead, &behind), 0);
	CHECK_INT(ahead, 0);

	/*
	 * Writes of a single time give no result; with two times the later one is
	 * judged.
	 */
	for (int64_t i = 0; i < 200; i++)
	{
		uint8_t		key[8];

		core_put_u64(key, (uint64_t) i);
		check_writes_add(&up, 7, key, 8);
	}
	CHECK_INT(check_writes_ends(&up, &ahead, &behind), 0);
	for (int64_t i = 100; i < 300; i++)
	{
		uint8_t		key[8];

		core_put_u64(key, (uint64_t) i);
		check_writes_add(&up, 8, key, 8);
	}
	CHECK_INT(check_writes_ends(&up, &ahead, &behind), 200);
	CHECK_INT(100 * ahead, 50);
	CHECK_INT(behind, 0);
	core_free(up.writes);
}

/* ---- layouts ------------------------------------------------------------ */

static Layout *
layout_of(const char *text)
{
	CoreError	err;
	Layout	   *layout = layout_read(text, strlen(text), &err);

	if (!CHECK(layout != NULL))
		exit(1);
	return layout;
}

/* The key of an integer. */
static void
key_of(const Layout *layout, int64_t i, CoreBuf *key)
{
	CoreValue	v = {.kind = VALUE_INT8, .i = i};
	CoreError	err;

	core_buf_init(key);
	CHECK(layout_compose(layout, &v, key, &err));
}

static void
free_layout_check(CheckLayout *check)
{
	for (int i = 0; i < check->layout->ncomponents; i++)
		core_free(check->buckets[i]);
	core_buf_free(&check->kept);
	core_free((Layout *) check->layout);
}

static CheckFit
add_key(CheckLayout *check, const uint8_t *key, size_t n)
{
	CoreError	err;
	CheckFit	fit = check_layout_fit(check, key, n, &err);

	if (fit != CHECK_MISFIT)
		check_layout_add(check, fit, key, n);
	return fit;
}

/* Keys salted with 16 under a layout with 16, and under a layout with 12. */
static void
test_salts(void)
{
	Layout	   *salt16 = layout_of("salt(16), n bigint");
	CheckLayout right;
	CheckLayout wrong;
	uint64_t	most;

	check_layout_init(&right, salt16);
	check_layout_init(&wrong, layout_of("salt(12), n bigint"));
	for (int64_t i = 0; i < 1600; i++)
	{
		CoreBuf		key;

		key_of(salt16, i, &key);
		CHECK_INT(add_key(&right, key.data, key.len), CHECK_FITS);
		CHECK(add_key(&wrong, key.data, key.len) != CHECK_MISFIT);
		core_buf_free(&key);
	}
	CHECK_INT(right.keys, 1600);
	CHECK_INT(right.wrong_salts, 0);
	CHECK_INT(check_layout_spread(&right, 0, &most), 16);
	CHECK(most >= 95 && most <= 105);
	CHECK_INT(check_layout_salts(&right), 0);
	CHECK(wrong.wrong_salts > 1000);
	CHECK_INT(wrong.nkept, CHECK_KEPT_KEYS);
	CHECK_INT(check_layout_salts(&wrong), 16);
	CHECK_INT(add_key(&right, (const uint8_t *) "x", 1), CHECK_MISFIT);
	free_layout_check(&right);
	free_layout_check(&wrong);
}

static void
test_negative(void)
{
	CheckLayout check;
	const Layout *layout;
	uint8_t		one[8] = {0, 0, 0, 0, 0, 0, 0, 1};
	uint8_t		minus[8] = {255, 255, 255, 255, 255, 255, 255, 255};
	int			component;
	CoreValue	a;
	CoreValue	b;

	check_layout_init(&check, layout_of("n bigint using bytes"));
	layout = check.layout;
	CHECK_INT(add_key(&check, one, 8), CHECK_FITS);
	CHECK_INT(add_key(&check, minus, 8), CHECK_NEGATIVE);
	CHECK_INT(check.negatives, 1);
	CHECK_INT(check.keys, 2);
	CHECK(!check_layout_order(layout, one, 8, minus, 8, &component, &a, &b));
	CHECK_INT(component, 0);
	CHECK_INT(a.i, 1);
	CHECK_INT(b.i, -1);
	CHECK(check_layout_order(layout, one, 8, (const uint8_t *) "x", 1,
							 &component, &a, &b));
	free_layout_check(&check);
}

/* All pairs of values of one type are in the order of their keys. */
static void
order_holds(const char *text, const CoreValue *values, int n, bool descending)
{
	Layout	   *layout = layout_of(text);

	for (int i = 0; i + 1 < n; i++)
	{
		CoreBuf		low;
		CoreBuf		high;
		CoreError	err;
		int			component;
		CoreValue	a;
		CoreValue	b;

		core_buf_init(&low);
		core_buf_init(&high);
		CHECK(layout_compose(layout, &values[descending ? i + 1 : i], &low,
							 &err));
		CHECK(layout_compose(layout, &values[descending ? i : i + 1], &high,
							 &err));
		CHECK(check_layout_order(layout, low.data, low.len, high.data,
								 high.len, &component, &a, &b));
		/* the reverse order is reported */
		if (CHECK(!check_layout_order(layout, high.data, high.len, low.data,
									  low.len, &component, &a, &b)))
		{
			layout_release(&a, high.data, high.len);
			layout_release(&b, low.data, low.len);
		}
		core_buf_free(&low);
		core_buf_free(&high);
	}
	core_free(layout);
}

static void
test_order(void)
{
	int16_t		digits[][2] = {{1, 0}, {1, 5}, {2, 0}};
	CoreValue	ints[] = {{.kind = VALUE_INT8, .i = INT64_MIN},
						  {.kind = VALUE_INT8, .i = -1},
						  {.kind = VALUE_INT8, .i = 0},
						  {.kind = VALUE_INT8, .i = 7}};
	CoreValue	floats[] = {{.kind = VALUE_FLOAT8, .f8 = -1.5},
							{.kind = VALUE_FLOAT8, .f8 = 0},
							{.kind = VALUE_FLOAT8, .f8 = 1e9}};
	CoreValue	texts[] =
		{{.kind = VALUE_TEXT, .bytes = {(const uint8_t *) "a", 1}},
		 {.kind = VALUE_TEXT, .bytes = {(const uint8_t *) "ab", 2}},
		 {.kind = VALUE_TEXT, .bytes = {(const uint8_t *) "b", 1}}};
	CoreValue	numerics[7];

	memset(numerics, 0, sizeof(numerics));
	for (int i = 0; i < 7; i++)
	{
		int			k = i < 3 ? 2 - i : i - 4;

		numerics[i].kind = VALUE_NUMERIC;
		if (i == 3)
			continue;			/* zero */
		numerics[i].num.sign = i < 3 ? VALUE_NUM_NEGATIVE : VALUE_NUM_POSITIVE;
		numerics[i].num.digits = digits[k];
		numerics[i].num.ndigits = k == 1 ? 2 : 1;
		numerics[i].num.scale = k == 1 ? 4 : 0;
	}
	order_holds("n bigint", ints, 4, false);
	order_holds("n bigint desc", ints, 4, true);
	order_holds("n double precision", floats, 3, false);
	order_holds("n text using ordered", texts, 3, false);
	order_holds("n text desc using ordered", texts, 3, true);
	order_holds("n numeric using ordered", numerics, 7, false);
	order_holds("n numeric desc using ordered", numerics, 7, true);
}

/* ---- cells -------------------------------------------------------------- */

static void
add_row(CheckFamily *family, const char *text, size_t key_len, uint64_t bytes)
{
	CoreBuf		packed;
	CoreError	err;
	WideRow		row;

	core_buf_init(&packed);
	if (CHECK(wide_parse(text, strlen(text), &packed, &err)) &&
		CHECK(wide_open(&row, packed.data, packed.len, &err)))
		CHECK_INT(check_family_add(family, &row, key_len), bytes);
	core_buf_free(&packed);
}

static void
free_family(CheckFamily *family)
{
	core_free(family->columns);
	core_free(family->slots);
	core_buf_free(&family->names);
}

static void
test_cells(void)
{
	CheckFamilyLimits limits = {.name_len = 2, .versions = 1,
	.now = INT64_C(1700000000000), .oldest = INT64_C(1600000000000)};
	CheckFamily family;

	check_family_init(&family, &limits);
	/*
	 * A 20-byte key, ship_to_line1 in a family of two bytes, 8 bytes of value.
	 */
	add_row(&family, "{ship_to_line1=12345678}", 20, 63);
	CHECK_INT(family.cells, 1);
	CHECK_INT(family.unstamped, 1);
	CHECK_INT(family.long_names, 1);
	CHECK_INT(family.long_name_bytes, 13);
	CHECK_INT(family.largest, 63);
	add_row(&family, "{}", 20, 0);
	CHECK_INT(family.rows, 1);
	add_row(&family,
			"{a@1700000060001=x, a@1650000000000=y, b@1650000000=z, c@1500000000000=v}",
			1, 4 * 25);
	CHECK_INT(family.cells, 5);
	CHECK_INT(family.over_versions, 1);
	CHECK_INT(family.future, 1);
	CHECK_INT(family.seconds, 1);
	CHECK_INT(family.expired, 2);
	CHECK_INT(family.latest, INT64_C(1700000060001));
	CHECK_INT(family.ncolumns, 4);
	CHECK_INT(check_family_longest_name(&family)->name_len, 13);
	free_family(&family);
}

/* With too many columns the cells are still counted. */
static void
test_many_columns(void)
{
	CheckFamilyLimits limits = {.name_len = 1, .versions = 1, .now = INT64_MAX,
								.oldest = INT64_MIN};
	CheckFamily family;

	check_family_init(&family, &limits);
	for (int i = 0; i < 2 * CHECK_MAX_COLUMNS; i++)
	{
		char		text[32];

		snprintf(text, sizeof(text), "{q%04d=v}", i);
		add_row(&family, text, 4, 8 + 12 + 4 + 1 + 5 + 1);
	}
	CHECK_INT(family.ncolumns, CHECK_MAX_COLUMNS);
	CHECK_INT(family.cells, 2 * CHECK_MAX_COLUMNS);
	free_family(&family);
}

static void
test_mixed(void)
{
	CheckFamilyLimits limits = {.name_len = 1, .versions = 1, .now = INT64_MAX,
								.oldest = INT64_MIN};
	CheckFamily family;

	check_family_init(&family, &limits);
	for (int i = 0; i < 10; i++)
		add_row(&family,
				i % 2 == 0 ? "{n=7, t=text}" :
							 "{n=\\x00\\x00\\x00\\x07, t=more}",
				4, i % 2 == 0 ? 2 * 26 + 5 : 2 * 26 + 8);
	CHECK(check_column_is_mixed(&family.columns[0]));
	CHECK(!check_column_is_mixed(&family.columns[1]));
	free_family(&family);

	/*
	 * Printable by accident: as wide as the binary values, and less frequent.
	 */
	check_family_init(&family, &limits);
	for (int i = 0; i < 10; i++)
		add_row(&family,
				i % 3 == 0 ?
					"{n=7777, u=7777}" :
					i % 3 == 1 ?
					"{n=\\x00\\x00\\x00\\x07, u=77777}" :
					"{n=\\xD0\\x80\\x80\\x80, u=\\x00\\x00\\x00\\x07}",
				4, i % 3 == 1 ? 2 * 26 + 9 : 2 * 26 + 8);
	CHECK_INT(family.columns[0].texts, 4);
	CHECK_INT(family.columns[0].binaries, 6);
	CHECK_INT(check_column_texts(&family.columns[0]), 0);
	CHECK(!check_column_is_mixed(&family.columns[0]));
	CHECK_INT(check_column_texts(&family.columns[1]), 7);
	CHECK(check_column_is_mixed(&family.columns[1]));
	free_family(&family);
}

/* A declared column is judged by its declaration only. */
static void
test_declared(void)
{
	CheckDeclared declared[] = {{(const uint8_t *) "n", 1, .type_name = "int"},
								{(const uint8_t *) "b", 1,
								 .type_name = "bytea"}};
	CheckFamilyLimits limits = {.name_len = 1,
								.versions = 1,
								.now = INT64_MAX,
								.oldest = INT64_MIN,
								.ndeclared = 2,
								.declared = declared};
	CheckFamily family;
	CoreError	err;

	CHECK(encoding_resolve(ENCODING_BYTES, VALUE_INT4, NULL, -1,
						   &declared[0].type, &err));
	CHECK(encoding_resolve(ENCODING_BYTES, VALUE_BYTES, NULL, -1,
						   &declared[1].type, &err));
	check_family_init(&family, &limits);
	for (int i = 0; i < 50; i++)
		add_row(&family,
				i == 7 ? "{b=text, n=7}" :
					i % 2 == 0 ?
						 "{b=text, n=7777}" :
						 "{b=\\x00\\x00\\x00\\x07, n=\\x00\\x00\\x00\\x07}",
				4, 2 * 26 + (i == 7 ? 5 : 8));
	CHECK(!check_column_is_mixed(&family.columns[0]));
	CHECK(check_column_is_mixed(&family.columns[1]));
	CHECK_INT(family.columns[1].misfits, 1);
	free_family(&family);
}

int
main(void)
{
	test_lengths();
	test_parts();
	test_hex();
	test_digits();
	test_writes();
	test_salts();
	test_negative();
	test_order();
	test_cells();
	test_many_columns();
	test_mixed();
	test_declared();
	return unit_done();
}
