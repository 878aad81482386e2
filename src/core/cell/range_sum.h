/*
 * range_sum.h
 *		A checksum over cells that does not depend on their order.  It compares
 *		the same key range here, in HFiles and in a live table.
 *
 * Each cell adds the CRC-32C of its KeyValue bytes (lengths, key, value; no
 * tags, no sequence id) to a sum modulo 2^64.  Rows and cells are counted.
 */
#ifndef RANGE_SUM_H
#define RANGE_SUM_H

#include "core/base/crc32c.h"
#include "core/cell/cell.h"

typedef struct RangeSum
{
	uint64_t	rows;
	uint64_t	cells;
	uint64_t	sum;
} RangeSum;

/* Add a cell, given by its KeyValue bytes. */
static inline void
range_sum_add_written(RangeSum *sum, const void *written, size_t size)
{
	sum->sum += crc32c(0, written, size);
	sum->cells++;
}

static inline bool
range_sum_equal(const RangeSum *a, const RangeSum *b)
{
	return a->rows == b->rows && a->cells == b->cells && a->sum == b->sum;
}

#endif							/* RANGE_SUM_H */
