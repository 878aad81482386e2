/*
 * hash.h
 *		The 32-bit hash functions of Java and HBase.
 *
 * Java's int is signed: cast the result to int32_t before taking a remainder
 * as Java does.  All lengths are taken modulo 2^32.
 */
#ifndef HASH_H
#define HASH_H

#include "core/base/error.h"

/* The default seed of MurmurHash, MurmurHash3 and JenkinsHash: -1. */
#define HASH_DEFAULT_SEED		UINT32_MAX

/* The initial value of Bytes.hashCode and Arrays.hashCode. */
#define HASH_BYTES_START		UINT32_C(1)

/*
 * The polynomial h = 31 h + b over signed bytes.  It is Bytes.hashCode (HBase
 * 2.6.1) and java.util.Arrays.hashCode, and the base of
 * SaltingUtil.getSaltingByte (Phoenix 5.2.1), RowKey.prefixKeyWithSalt
 * (OpenTSDB 2.4.1) and HBaseWD's OneByteSimpleHash.  Pass HASH_BYTES_START as
 * h, or the result for the preceding bytes.
 */
extern uint32_t hash_polynomial(uint32_t h, const uint8_t *p, size_t n);

/*
 * java.lang.String.hashCode over the UTF-16 units of a UTF-8 text.  An error
 * if the bytes are not UTF-8.
 */
extern bool hash_java(const uint8_t *utf8, size_t n, uint32_t *h,
					  CoreError *err);

/*
 * org.apache.hadoop.hbase.util.MurmurHash, MurmurHash3 and JenkinsHash of
 * HBase 2.6.1.
 */
extern uint32_t hash_murmur(const uint8_t *p, size_t n, uint32_t seed);
extern uint32_t hash_murmur3(const uint8_t *p, size_t n, uint32_t seed);
extern uint32_t hash_jenkins(const uint8_t *p, size_t n, uint32_t seed);

/* java.util.zip.CRC32. */
extern uint32_t hash_crc32(const uint8_t *p, size_t n);

#endif							/* HASH_H */
