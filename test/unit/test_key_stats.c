/*
 * test_key_stats.c
 *		Estimates of key ranges compared with exact counts, for common keys:
 *		counters, digits, hashed prefixes, salts.
 */
#include "core/base/byte_order.h"
#include "core/region/key_stats.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "unit/unit.h"

#define ROWS		100000
#define SAMPLE		30000
#define BOUNDS		101
#define KEY_LEN		20

typedef struct Column
{
	uint8_t		bytes[ROWS][KEY_LEN];
	KeyBytes	keys[ROWS];
	KeyBytes	bounds[BOUNDS];
	float		prefixes[KEY_STATS_DEPTH];
	KeyStats	stats;
} Column;

static int
compare_keys(const void *a, const void *b)
{
	const KeyBytes *x = a;
	const KeyBytes *y = b;

	return bytes_compare(x->p, x->len, y->p, y->len);
}

/* Makes the key of row i.  Returns its length. */
typedef size_t (*MakeKey) (int i, uint8_t *key);

static size_t
counter_key(int i, uint8_t *key)
{
	core_put_u32(key, i / 100);
	core_put_u64(key + 4, i);
	return 12;
}

static size_t
digits_key(int i, uint8_t *key)
{
	char		text[16];

	snprintf(text, sizeof(text), "%08d", i);
	memcpy(key, text, 8);
	return 8;
}

static size_t
hashed_key(int i, uint8_t *key)
{
	uint64_t	state = i / 50;

	core_put_u64(key, unit_random(&state));
	core_put_u64(key + 8, INT64_MAX - i);
	return 16;
}

static size_t
salted_key(int i, uint8_t *key)
{
	key[0] = i % 16;
	core_put_u32(key + 1, i / 1000);
	core_put_u64(key + 5, i);
	return 13;
}

/* Fill a column, and gather the statistics of ANALYZE. */
static void
analyze(Column *column, MakeKey make)
{
	static KeyBytes sample[SAMPLE];
	uint64_t	seed = 1;
	int			lengths;

	for (int i = 0; i < ROWS; i++)
	{
		column->keys[i].p = column->bytes[i];
		column->keys[i].len = make(i, column->bytes[i]);
	}
	for (int i = 0; i < SAMPLE; i++)
		sample[i] = column->keys[(uint64_t) i * ROWS / SAMPLE +
								 unit_random(&seed) % 3];
	qsort(sample, SAMPLE, sizeof(KeyBytes), compare_keys);
	qsort(column->keys, ROWS, sizeof(KeyBytes), compare_keys);
	for (int b = 0; b < BOUNDS; b++)
		column->bounds[b] = sample[(size_t) b * (SAMPLE - 1) / (BOUNDS - 1)];
	lengths = key_stats_count_prefixes(sample, SAMPLE, ROWS, column->prefixes,
									   KEY_STATS_DEPTH);
	key_stats_init(&column->stats, column->bounds, BOUNDS, column->prefixes,
				   lengths);
}

/* Rows with keys in [start, stop). */
static int
count_range(const Column *column, KeyBytes start, const KeyBytes *stop)
{
	int			n = 0;

	for (int i = 0; i < ROWS; i++)
		n += compare_keys(&column->keys[i], &start) >= 0 &&
			(stop == NULL || compare_keys(&column->keys[i], stop) < 0);
	return n;
}

/* Prefixes of existing keys are estimated within a factor of two. */
static void
test_prefixes(const char *shape, MakeKey make, const size_t *lengths)
{
	static Column column;
	uint64_t	seed = 42;

	analyze(&column, make);
	for (; *lengths != 0; lengths++)
		for (int i = 0; i < 20; i++)
		{
			KeyBytes	prefix = {column.keys[unit_random(&seed) % ROWS].p,
								  *lengths};
			uint8_t		stop_bytes[KEY_LEN];
			KeyBytes	stop = {stop_bytes,
								bytes_prefix_stop(prefix.p, prefix.len,
												  stop_bytes)};
			double		actual = count_range(&column, prefix,
											 stop.len ? &stop : NULL);
			double		estimate = ROWS *
				key_stats_range(&column.stats, prefix,
								stop.len ? &stop : NULL);

			if (estimate < 1)
				estimate = 1;
			if (!CHECK(estimate <= 2 * actual && 2 * estimate >= actual))
				printf(
					"%s: prefix of %zu bytes: %.0f estimated, %.0f actual\n",
					shape, *lengths, estimate, actual);
		}
}

/* Every estimate is a share between 0 and 1, and grows with the range. */
static void
test_bounds(MakeKey make)
{
	static Column column;
	uint64_t	seed = 7;
	KeyBytes	empty = {(const uint8_t *) "", 0};

	analyze(&column, make);
	CHECK(key_stats_range(&column.stats, empty, NULL) == 1);
	CHECK(key_stats_below(&column.stats, empty) == 0);
	for (int i = 0; i < 5000; i++)
	{
		uint8_t		a[KEY_LEN],
					b[KEY_LEN];
		KeyBytes	x = {a, unit_random(&seed) % KEY_LEN},
					y = {b, unit_random(&seed) % KEY_LEN};
		double		below_x,
					below_y,
					range;

		for (int j = 0; j < KEY_LEN; j++)
		{
			a[j] = (uint8_t) unit_random(&seed);
			b[j] = unit_random(&seed) % 4 ? a[j] :
											(uint8_t) unit_random(&seed);
		}
		if (compare_keys(&x, &y) > 0)
		{
			KeyBytes	swap = x;

			x = y;
			y = swap;
		}
		below_x = key_stats_below(&column.stats, x);
		below_y = key_stats_below(&column.stats, y);
		range = key_stats_range(&column.stats, x, &y);
		CHECK(below_x >= 0 && below_x <= below_y && below_y <= 1);
		CHECK(range >= 0 && range <= 1);
	}
}

/*
 * With the whole table as a sample, the number of distinct prefixes is exact.
 */
static void
test_counts(void)
{
	static const char *const keys[] = {"a", "aa", "aab", "ab", "ab", "b",
									   "bcd", "bce"};
	KeyBytes	sample[8];
	float		prefixes[KEY_STATS_DEPTH];

	for (int i = 0; i < 8; i++)
		sample[i] = (KeyBytes) {(const uint8_t *) keys[i], strlen(keys[i])};
	CHECK_INT(key_stats_count_prefixes(sample, 0, 0, prefixes,
									   KEY_STATS_DEPTH),
			  0);
	/*
	 * a b | a aa ab b bc | a aa aab ab b bcd bce: "ab" twice never becomes
	 * alone
	 */
	CHECK_INT(key_stats_count_prefixes(sample, 8, 8, prefixes, 3), 3);
	CHECK_INT((int) prefixes[0], 2);
	CHECK_INT((int) prefixes[1], 5);
	CHECK_INT((int) prefixes[2], 7);
}

int
main(void)
{
	test_prefixes("counter", counter_key, (const size_t[]) {3, 4, 12, 0});
	test_prefixes("digits", digits_key,
				  (const size_t[]) {3, 4, 5, 6, 7, 8, 0});
	test_prefixes("hashed", hashed_key, (const size_t[]) {2, 4, 8, 16, 0});
	test_prefixes("salted", salted_key, (const size_t[]) {1, 5, 0});
	test_bounds(counter_key);
	test_bounds(hashed_key);
	test_counts();
	return unit_done();
}
