/*
 * hfile_bloom.c
 *		The compound bloom filters of HFiles: sizes, hashing, folding.
 */
#include "core/hfile/hfile_bloom.h"

#include <math.h>

#include "core/transform/hash.h"

/*
 * A chunk is folded in half at most this often: the default of
 * io.storefile.bloom.max.fold.
 */
#define MAX_FOLD	7

/* ---- sizes -------------------------------------------------------------- */

/*
 * BloomFilterFactory.createGeneralBloomAtWrite, HBase 2.6.1: a get of a column
 * looks up two keys, so each lookup has about half of the error rate.
 */
double
hfile_bloom_rowcol_error_rate(void)
{
	return (double) (float) (1 - sqrt(1 - HFILE_BLOOM_ROW_ERROR_RATE));
}

/*
 * The chunk size of BloomFilterUtil.createBySize, HBase 2.6.1.  The order of
 * the floating-point operations is the same, because the results must be
 * equal.
 */
void
hfile_bloom_shape(HFileBloomShape *shape, uint32_t chunk_size_hint,
				  double error_rate)
{
	uint32_t	step = 1 << MAX_FOLD;
	int64_t		bits;
	int64_t		ideal;

	shape->byte_size = (chunk_size_hint + step - 1) / step * step;
	bits = (int64_t) shape->byte_size * 8;
	ideal = (int64_t) (bits * (log(2) * log(2)) / -log(error_rate));
	shape->hashes = (uint32_t) ceil(log(2) * (double) (bits / ideal));
	shape->max_keys = (uint32_t) (-(double) bits / shape->hashes *
								  log(1 -
									  exp(log(error_rate) / shape->hashes)));
}

/* ---- hashing ------------------------------------------------------------ */

/*
 * Java's Math.abs(x % bits) for a signed x.  For INT32_MIN the magnitude is
 * 2^31.
 */
static inline uint32_t
bit_position(uint32_t x, uint32_t bits)
{
	uint32_t	magnitude = (int32_t) x < 0 ? 0u - x : x;

	return (bits & (bits - 1)) == 0 ? magnitude & (bits - 1) :
									  magnitude % bits;
}

/* BloomFilterChunk.add, HBase 2.6.1. */
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

/* BloomFilterUtil.contains, HBase 2.6.1. */
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

/* ---- folding ------------------------------------------------------------ */

/* BloomFilterChunk.compactBloom, HBase 2.6.1. */
void
hfile_bloom_fold(uint8_t *bits, uint32_t *byte_size, uint32_t *max_keys,
				 uint32_t keys)
{
	while ((*byte_size & 1) == 0 && *max_keys > 2 * keys)
	{
		*byte_size /= 2;
		*max_keys /= 2;
		for (uint32_t i = 0; i < *byte_size; i++)
			bits[i] |= bits[*byte_size + i];
	}
}
