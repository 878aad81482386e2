/*
 * hash.h
 *		The 32-bit hash functions of Java and HBase.
 *
 * Java's int is signed: cast a result to int32_t where Java's remainder is
 * meant.  Lengths are taken modulo 2^32, as everywhere in these functions.
 */
#ifndef HASH_H
#define HASH_H

#include "core.h"

/* The seed of HBase's Hash.hash(key). */
#define HASH_DEFAULT_SEED		UINT32_MAX

/* What Bytes.hashCode and Arrays.hashCode begin with. */
#define HASH_BYTES_START		UINT32_C(1)

/*
 * The polynomial h = 31 h + b over signed bytes: Bytes.hashCode,
 * Arrays.hashCode, the salts of Phoenix, OpenTSDB and HBaseWD.  Bytes that do
 * not lie together are hashed piece by piece: h is HASH_BYTES_START first,
 * then the result of the piece before.
 */
extern uint32_t hash_polynomial(uint32_t h, const uint8_t *p, size_t n);

/* String.hashCode of a text given in UTF-8, which is counted in UTF-16 units. */
extern bool hash_java(const uint8_t *utf8, size_t n, uint32_t *h, CoreError *err);

/* org.apache.hadoop.hbase.util.MurmurHash, MurmurHash3 and JenkinsHash. */
extern uint32_t hash_murmur(const uint8_t *p, size_t n, uint32_t seed);
extern uint32_t hash_murmur3(const uint8_t *p, size_t n, uint32_t seed);
extern uint32_t hash_jenkins(const uint8_t *p, size_t n, uint32_t seed);

/* java.util.zip.CRC32. */
extern uint32_t hash_crc32(const uint8_t *p, size_t n);

#endif							/* HASH_H */
