/*
 * hfile_bloom.h
 *		The compound bloom filters of HFiles: sizes, hashing, and the chunk
 *		that is being filled.
 */
#ifndef HFILE_BLOOM_H
#define HFILE_BLOOM_H

#include "core.h"

/* HBase's io.storefile.bloom.error.rate, a Java float, for rows. */
#define HFILE_BLOOM_ROW_ERROR_RATE	((double) 0.01f)

/* For ROWCOL: a get may ask twice, so that each may err half as often. */
extern double hfile_bloom_rowcol_error_rate(void);

#define HFILE_BLOOM_VERSION		3
#define HFILE_BLOOM_HASH_MURMUR	1

/* What all chunks of a filter have in common. */
typedef struct HFileBloomShape
{
	uint32_t	byte_size;		/* a multiple of 128 */
	uint32_t	hashes;			/* bits set for a key */
	uint32_t	max_keys;		/* of a chunk */
} HFileBloomShape;

extern void hfile_bloom_shape(HFileBloomShape *shape, uint32_t chunk_size_hint,
							  double error_rate);

/* Set the bits of a key in a chunk of byte_size bytes. */
extern void hfile_bloom_set(uint8_t *bits, uint32_t byte_size, uint32_t hashes,
							const uint8_t *key, size_t n);

/* Are they all set? */
extern bool hfile_bloom_test(const uint8_t *bits, uint32_t byte_size, uint32_t hashes,
							 const uint8_t *key, size_t n);

/*
 * Fold a chunk that is sparse enough into the half, quarter ... of its size,
 * as HBase does: byte_size and max_keys are replaced.
 */
extern void hfile_bloom_fold(uint8_t *bits, uint32_t *byte_size, uint32_t *max_keys,
							 uint32_t keys);

#endif							/* HFILE_BLOOM_H */
