/*
 * range_sum.h
 *		A checksum over cells that does not depend on their order, so that the
 *		same range can be summed here, in files and in a live table.
 *
 * Each cell adds the CRC-32C of its KeyValue bytes (lengths, key, value; no
 * tags, no sequence id) to a sum modulo 2^64; rows and cells are counted.
 */
#ifndef RANGE_SUM_H
#define RANGE_SUM_H

#include "cell.h"
#include "crc32c.h"

typedef struct RangeSum
{
	uint64_t	rows;
	uint64_t	cells;
	uint64_t	sum;
} RangeSum;

/* Add a cell, by the bytes of its KeyValue. */
static inline void
range_sum_add_written(RangeSum *sum, const void *written, size_t size)
{
	sum->sum += crc32c(written, size);
	sum->cells++;
}

static inline bool
range_sum_equal(const RangeSum *a, const RangeSum *b)
{
	return a->rows == b->rows && a->cells == b->cells && a->sum == b->sum;
}

#endif							/* RANGE_SUM_H */
