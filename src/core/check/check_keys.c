/*
 * check_keys.c
 *		Statistics over many keys without a layout: lengths, order of
 *		insertion, digits that sort wrong.
 */
#include "core/base/host.h"
#include "core/check/check_keys.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/bytes.h"

/* ---- numbers written as text ------------------------------------------- */

void
check_digits_add(CheckDigits *digits, const uint8_t *p, size_t n)
{
	digits->texts++;
	for (size_t i = 0; i < n; i++)
		if (p[i] < '0' || p[i] > '9')
			return;
	if (n == 0)
		return;
	if (digits->numbers == 0 || n < digits->shortest)
		digits->shortest = n;
	if (n > digits->longest)
		digits->longest = n;
	digits->numbers++;
}

bool
check_digits_sort_wrong(const CheckDigits *digits)
{
	return digits->numbers > 1 && digits->numbers == digits->texts &&
		digits->shortest < digits->longest;
}

/* ---- keys as bytes ------------------------------------------------------ */

void
check_keys_init(CheckKeys *keys)
{
	memset(keys, 0, sizeof(CheckKeys));
	core_buf_init(&keys->top);
	keys->joined = true;
}

/*
 * Count the parts of a key, as long as all keys have the same number of parts.
 */
static void
add_parts(CheckKeys *keys, const uint8_t *key, size_t n)
{
	size_t		start = 0;
	int			nparts = 0;

	for (size_t i = 0; i <= n; i++)
	{
		if (i < n && (key[i] < 0x20 || key[i] > 0x7e))
		{
			keys->joined = false;
			return;
		}
		if (i < n && strchr("_:|-#/,;.", key[i]) == NULL)
			continue;
		if (nparts == CHECK_MAX_PARTS)
		{
			keys->joined = false;
			return;
		}
		check_digits_add(&keys->parts[nparts++], key + start, i - start);
		start = i + 1;
	}
	if (keys->keys > 0 && nparts != keys->nparts)
		keys->joined = false;
	keys->nparts = nparts;
}

static int
hex_value(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Whether the byte is a usual separator. */
static bool
is_key_text(int c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
		(c >= 'a' && c <= 'z') || (c != 0 && strchr("_:|-/,;. @", c) != NULL);
}

/* Count a key that is one byte followed by pairs of hex digits. */
static void
add_hexed(CheckKeys *keys, const uint8_t *key, size_t n)
{
	bool		letters = false;
	bool		text = is_key_text(key[0]);

	if (n < 3 || n % 2 == 0)
		return;
	for (size_t i = 1; i < n; i += 2)
	{
		int			high = hex_value(key[i]);
		int			low = hex_value(key[i + 1]);

		if (high < 0 || low < 0)
			return;
		letters |= high > 9 || low > 9;
		text &= is_key_text(high << 4 | low);
	}
	keys->hexed++;
	keys->hexed_texts += text;
	keys->hexed_binaries += key[0] < 0x20 || key[0] > 0x7e;
	keys->hex_letters |= letters;
}

/*
 * Few keys may look like this by chance, also numbers.  A letter before hex
 * digits is a common prefix.
 */
bool
check_keys_look_hex(const CheckKeys *keys)
{
	return keys->keys >= 3 && keys->hexed == keys->keys &&
		(keys->hexed_texts == keys->keys ||
		 (keys->hexed_binaries > 0 && keys->hex_letters));
}

void
check_keys_add(CheckKeys *keys, const uint8_t *key, size_t n)
{
	if (keys->joined)
		add_parts(keys, key, n);
	if (keys->hexed == keys->keys)
		add_hexed(keys, key, n);
	if (keys->keys == 0 || n < keys->shortest)
		keys->shortest = n;
	if (n > keys->longest)
		keys->longest = n;
	keys->sum += (double) n;
	keys->sum_squares += (double) n * (double) n;
	if (keys->keys == 0 ||
		bytes_compare(key, n, keys->top.data, keys->top.len) > 0)
	{
		keys->highest++;
		keys->top.len = 0;
		core_buf_add(&keys->top, key, n);
	}
	keys->keys++;
}

double
check_keys_deviation(const CheckKeys *keys)
{
	double		mean;
	double		variance;

	if (keys->keys == 0)
		return 0;
	mean = keys->sum / (double) keys->keys;
	variance = keys->sum_squares / (double) keys->keys - mean * mean;
	return variance > 0 ? sqrt(variance) : 0;
}

/* ---- keys in the order of time ------------------------------------------ */

/*
 * Writes with fewer earlier ones are not used: even in random order, one write
 * in n + 1 is above n earlier ones.
 */
#define EARLIER_WRITES	10

void
check_writes_init(CheckWrites *writes)
{
	memset(writes, 0, sizeof(CheckWrites));
	writes->random = UINT64_C(0x9e3779b97f4a7c15);
}

/* A pseudo-random number below n (splitmix64). */
static uint64_t
random_below(uint64_t *state, uint64_t n)
{
	uint64_t	z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (z ^ (z >> 31)) % n;
}

void
check_writes_add(CheckWrites *writes, int64_t time, const uint8_t *key,
				 size_t n)
{
	uint64_t	place = writes->seen;
	CheckWrite *write;

	if (writes->writes == NULL)
		writes->writes = core_alloc(sizeof(CheckWrite) * CHECK_WRITES);
	if (place >= CHECK_WRITES)
		place = random_below(&writes->random, writes->seen + 1);
	else
		writes->n++;
	if (place < CHECK_WRITES)
	{
		write = &writes->writes[place];
		write->time = time;
		write->len = (uint16_t) (n < CHECK_WRITE_BYTES ? n :
														 CHECK_WRITE_BYTES);
		memcpy(write->key, key, write->len);
	}
	writes->seen++;
}

static int
compare_writes(const void *pa, const void *pb)
{
	const CheckWrite *a = pa;
	const CheckWrite *b = pb;

	return (a->time > b->time) - (a->time < b->time);
}

static int
compare_write_keys(const CheckWrite *a, const CheckWrite *b)
{
	return bytes_compare(a->key, a->len, b->key, b->len);
}

uint32_t
check_writes_ends(CheckWrites *writes, double *ahead, double *behind)
{
	const CheckWrite *low = NULL;
	const CheckWrite *high = NULL;
	uint32_t	judged = 0;
	uint32_t	above = 0;
	uint32_t	below = 0;

	if (writes->n > 0)
		qsort(writes->writes, writes->n, sizeof(CheckWrite), compare_writes);
	for (uint32_t i = 0, stop; i < writes->n; i = stop)
	{
		const CheckWrite *before_low = low;
		const CheckWrite *before_high = high;

		for (stop = i; stop < writes->n &&
			 writes->writes[stop].time == writes->writes[i].time;
			 stop++)
		{
			const CheckWrite *write = &writes->writes[stop];

			if (i >= EARLIER_WRITES)
			{
				judged++;
				above += compare_write_keys(write, before_high) > 0;
				below += compare_write_keys(write, before_low) < 0;
			}
			if (high == NULL || compare_write_keys(write, high) > 0)
				high = write;
			if (low == NULL || compare_write_keys(write, low) < 0)
				low = write;
		}
	}
	*ahead = judged > 0 ? above / (double) judged : 0;
	*behind = judged > 0 ? below / (double) judged : 0;
	return judged;
}
