/*
 * range_sum.c
 *		A checksum over cells that does not depend on their order.
 */
#include "range_sum.h"

void
range_sum_add(RangeSum *sum, const Cell *cell, CoreBuf *scratch)
{
	size_t		size = cell_size(cell);

	scratch->len = 0;
	cell_write(core_buf_reserve(scratch, size), cell);
	range_sum_add_written(sum, scratch->data, size);
}
