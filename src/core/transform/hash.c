/*
 * hash.c
 *		The 32-bit hash functions of Java and HBase.
 */
#include "core/transform/hash.h"

#include <zlib.h>

#include "core/base/utf8.h"

static inline uint32_t
rotate_left(uint32_t v, int bits)
{
	return v << bits | v >> (32 - bits);
}

static inline uint32_t
little_endian32(const uint8_t *p)
{
	return p[0] | (uint32_t) p[1] << 8 | (uint32_t) p[2] << 16 |
		(uint32_t) p[3] << 24;
}

/* A byte as Java's signed byte: -128..127, extended to 32 bits. */
static inline uint32_t
java_byte(uint8_t b)
{
	return (uint32_t) (int8_t) b;
}

/* ---- the 31-polynomial ----------------------------------------------- */

#define POWER4	(UINT32_C(31) * 31 * 31 * 31)

/* The contribution of four bytes to the polynomial. */
static inline uint32_t
polynomial4(const uint8_t *p)
{
	return java_byte(p[0]) * (31 * 31 * 31) +
		java_byte(p[1]) * (31 * 31) +
		java_byte(p[2]) * 31 +
		java_byte(p[3]);
}

/* Bytes.hashCode(byte[]), HBase 2.6.1. */
uint32_t
hash_polynomial(uint32_t h, const uint8_t *p, size_t n)
{
	/* One multiplication of the accumulator for eight bytes. */
	for (; n >= 8; p += 8, n -= 8)
		h = h * (POWER4 * POWER4) + polynomial4(p) * POWER4 +
			polynomial4(p + 4);
	for (; n > 0; p++, n--)
		h = h * 31 + java_byte(*p);
	return h;
}

bool
hash_java(const uint8_t *utf8, size_t n, uint32_t *result, CoreError *err)
{
	uint32_t	h = 0;
	size_t		i = 0;

	while (i < n)
	{
		uint32_t	c;
		size_t		len;

		if (n - i >= 4 && utf8_is_ascii(utf8 + i, 4))
		{
			h = h * POWER4 + polynomial4(utf8 + i);
			i += 4;
			continue;
		}
		len = utf8_decode(utf8 + i, n - i, &c);
		if (len == 0)
			return utf8_error(err, utf8, n, i);
		if (c >= 0x10000)
		{
			h = h * 31 + (0xd800 + ((c - 0x10000) >> 10));
			c = 0xdc00 + (c & 0x3ff);
		}
		h = h * 31 + c;
		i += len;
	}
	*result = h;
	return true;
}

/* ---- murmur, jenkins, crc32 ------------------------------------------ */

/*
 * org.apache.hadoop.hbase.util.MurmurHash.hash, HBase 2.6.1.  It differs from
 * MurmurHash2: the last one to three bytes are signed.
 */
uint32_t
hash_murmur(const uint8_t *p, size_t n, uint32_t seed)
{
	const uint32_t m = 0x5bd1e995;
	uint32_t	h = seed ^ (uint32_t) n;

	for (; n >= 4; p += 4, n -= 4)
	{
		uint32_t	k = little_endian32(p) * m;

		k ^= k >> 24;
		h = (h * m) ^ (k * m);
	}
	if (n > 0)
	{
		while (n > 0)
		{
			n--;
			h ^= java_byte(p[n]) << (8 * n);
		}
		h *= m;
	}
	h ^= h >> 13;
	h *= m;
	return h ^ h >> 15;
}

/* org.apache.hadoop.hbase.util.MurmurHash3.hash, HBase 2.6.1. */
uint32_t
hash_murmur3(const uint8_t *p, size_t n, uint32_t seed)
{
	uint32_t	h = seed;
	uint32_t	length = (uint32_t) n;
	uint32_t	k = 0;

	for (; n >= 4; p += 4, n -= 4)
	{
		k = rotate_left(little_endian32(p) * 0xcc9e2d51, 15) * 0x1b873593;
		h = rotate_left(h ^ k, 13) * 5 + 0xe6546b64;
	}
	k = 0;
	while (n > 0)
		k = k << 8 | p[--n];
	h ^= rotate_left(k * 0xcc9e2d51, 15) * 0x1b873593;

	h ^= length;
	h = (h ^ h >> 16) * 0x85ebca6b;
	h = (h ^ h >> 13) * 0xc2b2ae35;
	return h ^ h >> 16;
}

/*
 * org.apache.hadoop.hbase.util.JenkinsHash.hash, HBase 2.6.1: hashlittle of
 * lookup3.  These are its two mixing steps.
 */
static inline void
jenkins_mix(uint32_t *a, uint32_t *b, uint32_t *c)
{
	*a = (*a - *c) ^ rotate_left(*c, 4);
	*c += *b;
	*b = (*b - *a) ^ rotate_left(*a, 6);
	*a += *c;
	*c = (*c - *b) ^ rotate_left(*b, 8);
	*b += *a;
	*a = (*a - *c) ^ rotate_left(*c, 16);
	*c += *b;
	*b = (*b - *a) ^ rotate_left(*a, 19);
	*a += *c;
	*c = (*c - *b) ^ rotate_left(*b, 4);
	*b += *a;
}

static inline uint32_t
jenkins_final(uint32_t a, uint32_t b, uint32_t c)
{
	c = (c ^ b) - rotate_left(b, 14);
	a = (a ^ c) - rotate_left(c, 11);
	b = (b ^ a) - rotate_left(a, 25);
	c = (c ^ b) - rotate_left(b, 16);
	a = (a ^ c) - rotate_left(c, 4);
	b = (b ^ a) - rotate_left(a, 14);
	return (c ^ b) - rotate_left(b, 24);
}

/* org.apache.hadoop.hbase.util.JenkinsHash.hash, HBase 2.6.1. */
uint32_t
hash_jenkins(const uint8_t *p, size_t n, uint32_t seed)
{
	uint32_t	a = 0xdeadbeef + (uint32_t) n + seed;
	uint32_t	b = a;
	uint32_t	c = a;
	uint8_t		last[12] = {0};

	for (; n > 12; p += 12, n -= 12)
	{
		a += little_endian32(p);
		b += little_endian32(p + 4);
		c += little_endian32(p + 8);
		jenkins_mix(&a, &b, &c);
	}
	if (n == 0)
		return c;
	memcpy(last, p, n);
	a += little_endian32(last);
	b += little_endian32(last + 4);
	c += little_endian32(last + 8);
	return jenkins_final(a, b, c);
}

uint32_t
hash_crc32(const uint8_t *p, size_t n)
{
	return (uint32_t) crc32_z(0, p, n);
}
