/*
 * keyhash.h
 *		Every hash a key may hold, by name: the 32-bit functions of hash.h and
 *		the digests of digest.h behind one door.
 */
#ifndef KEYHASH_H
#define KEYHASH_H

#include "digest.h"
#include "hash.h"

typedef enum KeyHashKind
{
	KEYHASH_BYTES,				/* "bytes": Bytes.hashCode */
	KEYHASH_JAVA,				/* "java": String.hashCode */
	KEYHASH_MURMUR,				/* "murmur": HBase's MurmurHash */
	KEYHASH_MURMUR3,			/* "murmur3": HBase's MurmurHash3 */
	KEYHASH_JENKINS,			/* "jenkins": HBase's JenkinsHash */
	KEYHASH_CRC32,				/* "crc32": java.util.zip.CRC32 */
	KEYHASH_DIGEST				/* OpenSSL's name of a digest */
} KeyHashKind;

/* Plain data: may be copied and kept until the process ends. */
typedef struct KeyHash
{
	KeyHashKind kind;
	uint32_t	seed;			/* murmur, murmur3, jenkins */
	size_t		size;			/* bytes of the whole; 0: as many as asked for */
	Digest	   *digest;
} KeyHash;

/* The hash of this name, in any case, with HBase's default seed. */
extern bool keyhash_find(const char *name, size_t len, KeyHash *hash, CoreError *err);

/*
 * The error for a name of this kind ("hash", "salt") that is neither one of
 * our_names nor a digest: it says where the names are.
 */
extern bool keyhash_unknown(CoreError *err, const char *kind, const char *our_names,
							const char *name, size_t len);

/* Another seed; an error for hashes that take none. */
extern bool keyhash_set_seed(KeyHash *hash, int32_t seed, CoreError *err);

/* Whether the first nbytes of it can be had. */
extern bool keyhash_check_size(const KeyHash *hash, int64_t nbytes, CoreError *err);

/* A 32-bit hash (not KEYHASH_DIGEST) as a number. */
extern bool keyhash_number(const KeyHash *hash, const uint8_t *p, size_t n,
						   uint32_t *number, CoreError *err);

/*
 * Write the first nout bytes (checked by keyhash_check_size) of the hash of
 * the n bytes at p; a 32-bit hash is written big-endian.
 */
extern bool keyhash_compute(const KeyHash *hash, const uint8_t *p, size_t n,
							uint8_t *out, size_t nout, CoreError *err);

#endif							/* KEYHASH_H */
