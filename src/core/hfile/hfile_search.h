/*
 * hfile_search.h
 *		Find a row in an HFile by block index and bloom filter.
 */
#ifndef HFILE_SEARCH_H
#define HFILE_SEARCH_H

#include "core/base/error.h"
#include "core/hfile/hfile_cells.h"
#include "core/hfile/hfile_settings.h"
#include "core/hfile/hfile_state.h"

/*
 * Read an index of n entries in the root format from p .. end, with tail bytes
 * after it.  The result is allocated with core_alloc.  NULL is an error about
 * the block at offset.
 */
extern HFileIndexRef *hfile_read_root(const uint8_t *p, const uint8_t *end,
									  uint32_t n, size_t tail, uint64_t offset,
									  CoreError *err);

/* Find the data block that may hold the first cell of a row. */
extern bool hfile_find_block(HFileReader *r, const uint8_t *row,
							 size_t row_len, uint64_t *offset, CoreError *err);

/* Whether the file may have the row, by its bloom filter. */
extern bool hfile_may_hold(HFileReader *r, const uint8_t *row, size_t row_len,
						   bool *maybe, CoreError *err);

#endif							/* HFILE_SEARCH_H */
