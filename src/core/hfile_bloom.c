/*
 * hfile_bloom.c
 *		The compound bloom filters of HFiles: sizes, hashing, folding.
 */
#include "hfile_bloom.h"

#include <math.h>

#include "hash.h"

/* Chunks may be folded in half this many times. */
#define MAX_FOLD	7

/* ---- sizes --------------------------------------------------------------- */

double
hfile_bloom_rowcol_error_rate(void)
{
	return (double) (float) (1 - sqrt(1 - HFILE_BLOOM_ROW_ERROR_RATE));
}

/* The steps and their order are HBase's, so that the doubles are too. */
void
hfile_bloom_shape(HFileBloomShape *shape, uint32_t chunk_size_hint, double error_rate)
{
	uint32_t	step = 1 << MAX_FOLD;
	int64_t		bits;
	int64_t		ideal;

	shape->byte_size = (chunk_size_hint + step - 1) / step * step;
	bits = (int64_t) shape->byte_size * 8;
	ideal = (int64_t) (bits * (log(2) * log(2)) / -log(error_rate));
	shape->hashes = (uint32_t) ceil(log(2) * (double) (bits / ideal));
	shape->max_keys = (uint32_t) (-(double) bits / shape->hashes *
								  log(1 - exp(log(error_rate) / shape->hashes)));
}

/* ---- hashing -------------------------------------------------------------- */

/*
 * Java's Math.abs(x % bits) for a signed x: the remainder of the absolute
 * value, and of 2^31 for the one that has none.
 */
static inline uint32_t
bit_position(uint32_t x, uint32_t bits)
{
	uint32_t	magnitude = (int32_t) x < 0 ? 0u - x : x;

	return (bits & (bits - 1)) == 0 ? magnitude & (bits - 1) : magnitude % bits;
}

void
hfile_bloom_set(uint8_t *bits, uint32_t byte_size, uint32_t hashes,
				const uint8_t *key, size_t n)
{
	uint32_t	h1 = hash_murmur(key, n, 0);
	uint32_t	h2 = hash_murmur(key, n, h1);

	for (uint32_t i = 0; i < hashes; i++, h1 += h2)
	{
		uint32_t	at = bit_position(h1, byte_size * 8);

		bits[at / 8] |= (uint8_t) (1 << at % 8);
	}
}

bool
hfile_bloom_test(const uint8_t *bits, uint32_t byte_size, uint32_t hashes,
				 const uint8_t *key, size_t n)
{
	uint32_t	h1 = hash_murmur(key, n, 0);
	uint32_t	h2 = hash_murmur(key, n, h1);

	for (uint32_t i = 0; i < hashes; i++, h1 += h2)
	{
		uint32_t	at = bit_position(h1, byte_size * 8);

		if ((bits[at / 8] & 1 << at % 8) == 0)
			return false;
	}
	return true;
}

/* ---- folding --------------------------------------------------------------- */

void
hfile_bloom_fold(uint8_t *bits, uint32_t *byte_size, uint32_t *max_keys, uint32_t keys)
{
	while ((*byte_size & 1) == 0 && *max_keys > 2 * keys)
	{
		*byte_size /= 2;
		*max_keys /= 2;
		for (uint32_t i = 0; i < *byte_size; i++)
			bits[i] |= bits[*byte_size + i];
	}
}
