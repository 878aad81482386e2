/*
 * keyhash.h
 *		All hash functions for row keys, by name: the 32-bit functions of
 *		hash.h and the digests of digest.h.
 */
#ifndef KEYHASH_H
#define KEYHASH_H

#include "core/transform/digest.h"
#include "core/transform/hash.h"

typedef enum KeyHashKind
{
	KEYHASH_BYTES,				/* "bytes": Bytes.hashCode */
	KEYHASH_JAVA,				/* "java": String.hashCode */
	KEYHASH_MURMUR,				/* "murmur": HBase's MurmurHash */
	KEYHASH_MURMUR3,			/* "murmur3": HBase's MurmurHash3 */
	KEYHASH_JENKINS,			/* "jenkins": HBase's JenkinsHash */
	KEYHASH_CRC32,				/* "crc32": java.util.zip.CRC32 */
	KEYHASH_DIGEST				/* a digest of OpenSSL, by name */
} KeyHashKind;

/* Plain data: may be copied and kept until the process ends. */
typedef struct KeyHash
{
	KeyHashKind kind;
	uint32_t	seed;			/* murmur, murmur3, jenkins */
	size_t		size;			/* bytes of the result; 0: any number */
	Digest	   *digest;
} KeyHash;

/* Find a hash by name, ignoring case.  The seed is HBase's default. */
extern bool keyhash_find(const char *name, size_t len, KeyHash *hash,
						 CoreError *err);

/*
 * Set the error for an unrecognized name. kind is "hash" or "salt"; the hint
 * lists our_names and suggests the nearest one.
 */
extern bool keyhash_unknown(CoreError *err, const char *kind,
							const char *our_names, const char *name,
							size_t len);

/* Set another seed.  An error for hashes without a seed. */
extern bool keyhash_set_seed(KeyHash *hash, int32_t seed, CoreError *err);

/* Check that the hash has nbytes bytes. */
extern bool keyhash_check_size(const KeyHash *hash, int64_t nbytes,
							   CoreError *err);

/* Compute a 32-bit hash (not KEYHASH_DIGEST) as a number. */
extern bool keyhash_number(const KeyHash *hash, const uint8_t *p, size_t n,
						   uint32_t *number, CoreError *err);

/*
 * Write the first nout bytes of the hash of the n bytes at p. nout was checked
 * by keyhash_check_size. 32-bit hashes are big-endian.
 */
extern bool keyhash_compute(const KeyHash *hash, const uint8_t *p, size_t n,
							uint8_t *out, size_t nout, CoreError *err);

#endif							/* KEYHASH_H */
