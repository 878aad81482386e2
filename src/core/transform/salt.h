/*
 * salt.h
 *		Bucket numbers: the salt of a row key, and the bucket of a number.
 *
 * A bucket number is in 0..n-1.  In a row key it takes one byte for up to 256
 * buckets, and two bytes, big-endian, for more.
 */
#ifndef SALT_H
#define SALT_H

#include "core/base/byte_order.h"
#include "core/transform/keyhash.h"

#define SALT_MAX_BUCKETS		256		/* in one byte */
#define BUCKET_MAX_BUCKETS		65536	/* in two bytes */

/* Plain data: may be copied and kept until the process ends. */
typedef struct Salt
{
	KeyHash		hash;
	bool		floor_mod;		/* Math.floorMod(h, n), not Math.abs(h % n) */
} Salt;

/*
 * Find a salt by name, ignoring case:
 *
 * phoenix, bytes	Math.abs(Bytes.hashCode % n), as Phoenix's SALT_BUCKETS
 * java				Math.abs(String.hashCode % n); the bytes must be UTF-8
 * java_floormod	Math.floorMod(String.hashCode, n); likewise
 * murmur, murmur3, jenkins		Math.abs(hash % n), HBase's default seed
 * crc32			CRC32 (never negative) % n
 * a digest			its bytes as one unsigned big-endian number, mod n
 */
extern bool salt_find(const char *name, size_t len, Salt *salt,
					  CoreError *err);

/*
 * Compute the bucket of the n bytes at p. 1 <= buckets <= BUCKET_MAX_BUCKETS.
 */
extern bool salt_bucket(const Salt *salt, const uint8_t *p, size_t n,
						uint32_t buckets, uint32_t *bucket, CoreError *err);

/* An error unless 1 <= buckets <= most. */
extern bool salt_check_buckets(int64_t buckets, int64_t most, CoreError *err);

/* Math.abs(h % n) with Java's int: the remainder has the sign of h. */
static inline uint32_t
salt_abs_mod(uint32_t h, uint32_t buckets)
{
	int32_t		rest = (int32_t) h % (int32_t) buckets;

	return rest < 0 ? -rest : rest;
}

/* SaltingUtil.getSaltingByte, Phoenix 5.2.1, over the n bytes at p. */
static inline uint32_t
salt_phoenix(const uint8_t *p, size_t n, uint32_t buckets)
{
	return salt_abs_mod(hash_polynomial(HASH_BYTES_START, p, n), buckets);
}

/* Math.floorMod(v, n): the bucket of a number. */
static inline uint32_t
bucket_of(int64_t v, uint32_t buckets)
{
	int64_t		rest = v % (int64_t) buckets;

	return rest < 0 ? rest + buckets : rest;
}

/* The size of a bucket number in a row key, in bytes. */
static inline size_t
bucket_width(uint32_t buckets)
{
	return buckets <= 256 ? 1 : 2;
}

static inline void
bucket_write(uint8_t *p, size_t width, uint32_t bucket)
{
	if (width == 1)
		*p = (uint8_t) bucket;
	else
		core_put_u16(p, (uint16_t) bucket);
}

#endif							/* SALT_H */
