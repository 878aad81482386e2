/*
 * byte_order.h
 *		Read and write big-endian integers.
 */
#ifndef BYTE_ORDER_H
#define BYTE_ORDER_H

#include "core/base/standard.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define core_be32(v)	__builtin_bswap32(v)
#define core_be64(v)	__builtin_bswap64(v)
#else
#define core_be32(v)	(v)
#define core_be64(v)	(v)
#endif

static inline void
core_put_u16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t) (v >> 8);
	p[1] = (uint8_t) v;
}

static inline void
core_put_u32(uint8_t *p, uint32_t v)
{
	v = core_be32(v);
	memcpy(p, &v, 4);
}

static inline void
core_put_u64(uint8_t *p, uint64_t v)
{
	v = core_be64(v);
	memcpy(p, &v, 8);
}

static inline uint16_t
core_get_u16(const uint8_t *p)
{
	return (uint16_t) ((p[0] << 8) | p[1]);
}

static inline uint32_t
core_get_u32(const uint8_t *p)
{
	uint32_t	v;

	memcpy(&v, p, 4);
	return core_be32(v);
}

static inline uint64_t
core_get_u64(const uint8_t *p)
{
	uint64_t	v;

	memcpy(&v, p, 8);
	return core_be64(v);
}

#endif							/* BYTE_ORDER_H */
