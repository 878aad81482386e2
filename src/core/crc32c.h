/*
 * crc32c.h
 *		CRC-32C (Castagnoli), the checksum of HFile blocks.
 */
#ifndef CRC32C_H
#define CRC32C_H

#include "core.h"

/* The checksum of n bytes, by the processor's instruction where it has one. */
extern uint32_t crc32c(const void *p, size_t n);

/* The same by tables; for processors without it, and to test against. */
extern uint32_t crc32c_scalar(const void *p, size_t n);

#endif							/* CRC32C_H */
