/*
 * hfile_bloom.h
 *		The compound bloom filters of HFiles: sizes, hashing, folding.
 */
#ifndef HFILE_BLOOM_H
#define HFILE_BLOOM_H

#include "core/base/standard.h"

/*
 * The default of io.storefile.bloom.error.rate, a Java float, for ROW filters.
 */
#define HFILE_BLOOM_ROW_ERROR_RATE	((double) 0.01f)

/* The error rate for ROWCOL filters. */
extern double hfile_bloom_rowcol_error_rate(void);

#define HFILE_BLOOM_VERSION		3
#define HFILE_BLOOM_HASH_MURMUR	1

/* The properties of all chunks of a filter. */
typedef struct HFileBloomShape
{
	uint32_t	byte_size;		/* a multiple of 128 */
	uint32_t	hashes;			/* number of hash functions */
	uint32_t	max_keys;		/* capacity of a chunk */
} HFileBloomShape;

extern void hfile_bloom_shape(HFileBloomShape *shape, uint32_t chunk_size_hint,
							  double error_rate);

/* Set the bits of a key in a chunk of byte_size bytes. */
extern void hfile_bloom_set(uint8_t *bits, uint32_t byte_size, uint32_t hashes,
							const uint8_t *key, size_t n);

/* Whether all bits of a key are set. */
extern bool hfile_bloom_test(const uint8_t *bits, uint32_t byte_size,
							 uint32_t hashes, const uint8_t *key, size_t n);

/*
 * Fold a sparse chunk to half, a quarter, ... of its size.  Updates byte_size
 * and max_keys.
 */
extern void hfile_bloom_fold(uint8_t *bits, uint32_t *byte_size,
							 uint32_t *max_keys, uint32_t keys);

#endif							/* HFILE_BLOOM_H */
