/*
 * crc32c.h
 *		CRC-32C (Castagnoli), the checksum of HFile blocks.
 */
#ifndef CRC32C_H
#define CRC32C_H

#include "core/base/standard.h"

/*
 * The checksum of bytes whose checksum is crc (0 for no bytes) and the next n.
 * Uses the processor's instruction for CRC-32C if it has one.
 */
extern uint32_t crc32c(uint32_t crc, const void *p, size_t n);

/* The same by tables, for other processors and for tests. */
extern uint32_t crc32c_scalar(uint32_t crc, const void *p, size_t n);

#endif							/* CRC32C_H */
