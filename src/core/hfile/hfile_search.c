/*
 * hfile_search.c
 *		Find a row in an HFile by block index and bloom filter.
 */
#include "core/hfile/hfile_bloom.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_proto.h"
#include "core/hfile/hfile_search.h"
#include "core/hfile/hfile_state.h"

/* ---- index entries ------------------------------------------------------ */

/* BlockIndexReader.readMultiLevelIndexRoot, HBase 2.6.1. */
HFileIndexRef *
hfile_read_root(const uint8_t *p, const uint8_t *end, uint32_t n, size_t tail,
				uint64_t offset, CoreError *err)
{
	HFileIndexRef *refs;

	/*
	 * An entry is at least 13 bytes long: limits the allocation for a damaged
	 * file.
	 */
	if ((size_t) (end - p) < tail || n > (size_t) (end - p - tail) / 13)
	{
		hfile_block_error(err, offset, "it is too short for %u index entries",
						  n);
		return NULL;
	}
	end -= tail;
	refs = core_alloc((n + 1) * sizeof(HFileIndexRef));
	for (uint32_t i = 0; i < n; i++)
	{
		HFileIndexRef *ref = &refs[i];
		int64_t		key_len = 0;

		if (end - p >= 12)
		{
			ref->offset = core_get_u64(p);
			ref->size = core_get_u32(p + 8);
			p = hfile_get_vint(p + 12, end, &key_len);
		}
		else
			p = NULL;
		if (p == NULL || key_len < 0 || key_len > end - p)
		{
			core_free(refs);
			hfile_block_error(err, offset, "index entry %u does not fit", i);
			return NULL;
		}
		ref->key = p;
		ref->key_len = (uint32_t) key_len;
		p += key_len;
	}
	if (p != end)
	{
		core_free(refs);
		hfile_block_error(err, offset,
						  "it has extra bytes after its %u index entries", n);
		return NULL;
	}
	return refs;
}

/*
 * Get entry i of a leaf or intermediate index block
 * (BlockIndexReader.getNonRootIndexedKey).
 */
static bool
read_table_entry(const HFileBlock *block, uint32_t n, uint32_t i,
				 HFileIndexRef *ref, CoreError *err)
{
	size_t		table = 4 + 4 * ((size_t) n + 1);
	const uint8_t *ends = block->payload + 4 + 4 * (size_t) i;
	uint32_t	from = core_get_u32(ends);
	uint32_t	to = core_get_u32(ends + 4);
	const uint8_t *p;

	if (to > block->payload_len - table || from > to || to - from < 12)
		return hfile_block_error(err, block->offset,
								 "index entry %u does not fit", i);
	p = block->payload + table + from;
	ref->offset = core_get_u64(p);
	ref->size = core_get_u32(p + 8);
	ref->key = p + 12;
	ref->key_len = to - from - 12;
	return true;
}

/*
 * Read the number of entries of a leaf or intermediate block, and check that
 * its table fits.
 */
static bool
read_table_size(const HFileBlock *block, uint32_t *n, CoreError *err)
{
	if (block->payload_len < 8 || (*n = core_get_u32(block->payload)) == 0 ||
		*n > (block->payload_len - 8) / 16)
		return hfile_block_error(err, block->offset,
								 "its number of index entries is impossible");
	return true;
}

/* ---- the block of a row ------------------------------------------------- */

/* Whether an index key is after the start of the row. */
static bool
is_after(const HFileIndexRef *ref, const Cell *start, uint64_t offset,
		 bool *after, CoreError *err)
{
	Cell		key;

	if (!cell_read_key(ref->key, ref->key_len, &key))
		return hfile_block_error(err, offset, "an index key does not fit");
	*after = cell_compare(&key, start) > 0;
	return true;
}

/*
 * Binary search for the last entry that is not after the start of the row, or
 * the first entry. table is NULL for the root.  Reproduces
 * BlockIndexReader.binarySearchNonRootIndex, HBase 2.6.1.
 */
static bool
find_entry(HFileReader *r, const HFileBlock *table, uint32_t n,
		   const Cell *start, HFileIndexRef *found, CoreError *err)
{
	uint64_t	offset = table == NULL ? r->trailer.load_on_open_offset :
										 table->offset;
	uint32_t	low = 0;		/* all before it are not after the start */
	uint32_t	high = n;		/* all from it on are after the start */

	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;
		HFileIndexRef ref = {0};
		bool		after = false;

		if (table == NULL)
			ref = r->index[middle];
		else if (!read_table_entry(table, n, middle, &ref, err))
			return false;
		if (!is_after(&ref, start, offset, &after, err))
			return false;
		if (after)
			high = middle;
		else
			low = middle + 1;
	}
	if (low > 0)
		low--;
	if (table != NULL)
		return read_table_entry(table, n, low, found, err);
	*found = r->index[low];
	return true;
}

/*
 * HFileBlockIndex.CellBasedKeyBlockIndexReader.loadDataBlockWithScanInfo,
 * HBase 2.6.1.
 */
bool
hfile_find_block(HFileReader *r, const uint8_t *row, size_t row_len,
				 uint64_t *offset, CoreError *err)
{
	Cell		start = {row, NULL, NULL, NULL, (uint32_t) row_len, 0, 0, 0,
		CELL_LATEST_TIMESTAMP, CELL_MAXIMUM};
	uint64_t	limit = r->trailer.load_on_open_offset;
	HFileIndexRef ref;

	if (!find_entry(r, NULL, r->trailer.index_count, &start, &ref, err))
		return false;
	for (uint32_t level = r->trailer.index_levels; level > 1; level--)
	{
		HFileBlockKind kind = level > 2 ? HFILE_BLOCK_INTERMEDIATE_INDEX :
										  HFILE_BLOCK_LEAF_INDEX;
		uint32_t	n = 0;

		if (!hfile_in_block(&r->in, ref.offset, limit, kind,
							HFILE_MAX_LOAD_ON_OPEN, &r->aside, err) ||
			!read_table_size(&r->aside, &n, err) ||
			!find_entry(r, &r->aside, n, &start, &ref, err))
			return false;
	}
	if (ref.offset >= limit)
		return hfile_block_error(err, ref.offset,
								 "its offset in the index is outside the data");
	*offset = ref.offset;
	return true;
}

/* ---- the bloom filter --------------------------------------------------- */

/*
 * StoreFileReader.passesGeneralRowBloomFilter and
 * CompoundBloomFilter.contains, HBase 2.6.1.
 */
bool
hfile_may_hold(HFileReader *r, const uint8_t *row, size_t row_len, bool *maybe,
			   CoreError *err)
{
	const HFileInfoEntry *type = hfile_info_get(&r->info,
												HFILE_INFO_BLOOM_TYPE);
	const HFileBloomMeta *bloom = &r->bloom;
	uint32_t	low = 0;
	uint32_t	high = bloom->n;
	const HFileIndexRef *chunk;

	/* Only ROW filters are used here. */
	*maybe = true;
	if (!bloom->present || type == NULL || type->value_len != 3 ||
		memcmp(type->value, "ROW", 3) != 0)
		return true;

	/* Find the last chunk whose first row is not after this row. */
	while (low < high)
	{
		uint32_t	middle = low + (high - low) / 2;

		if (bytes_compare(bloom->chunks[middle].key,
						  bloom->chunks[middle].key_len, row, row_len) > 0)
			high = middle;
		else
			low = middle + 1;
	}
	if (low == 0)
	{
		*maybe = false;
		return true;
	}
	chunk = &bloom->chunks[low - 1];
	if (!hfile_in_block(&r->in, chunk->offset, r->trailer.load_on_open_offset,
						HFILE_BLOCK_BLOOM_CHUNK, HFILE_MAX_LOAD_ON_OPEN,
						&r->aside, err))
		return false;
	if (r->aside.payload_len == 0)
		return hfile_block_error(err, chunk->offset,
								 "it is an empty bloom chunk");
	*maybe = hfile_bloom_test(r->aside.payload, r->aside.payload_len,
							  bloom->hashes, row, row_len);
	return true;
}
