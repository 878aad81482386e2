/*
 * hfile_index.c
 *		Write the block index of an HFile.
 *
 * The entries of data blocks collect in a leaf.  Full leaves are written
 * between the data blocks, and each has an entry in the root.  At the end a
 * root that is too large is divided into intermediate blocks, level by level.
 * With one leaf only, its entries are the root.
 *
 * Held against HFileBlockIndex.BlockIndexWriter, HBase 2.6.1.
 */
#include "core/hfile/hfile_index.h"

/* HBase's limit on the number of levels. */
#define MAX_LEVELS		16

/* ---- a list of entries -------------------------------------------------- */

void
hfile_index_list_init(HFileIndexList *list)
{
	memset(list, 0, sizeof(HFileIndexList));
	core_buf_init(&list->keys);
}

void
hfile_index_list_free(HFileIndexList *list)
{
	if (list->entries != NULL)
		core_free(list->entries);
	core_buf_free(&list->keys);
	hfile_index_list_init(list);
}

/* Empty the list and keep its memory. */
static void
list_clear(HFileIndexList *list)
{
	list->n = 0;
	list->keys.len = 0;
}

void
hfile_index_list_add(HFileIndexList *list, const HFileBlockRef *ref,
					 const uint8_t *key, size_t key_len)
{
	HFileIndexEntry *e;

	if (list->n == list->room)
	{
		list->room = list->room == 0 ? 64 : list->room * 2;
		list->entries = list->entries == NULL ?
			core_alloc(list->room * sizeof(HFileIndexEntry)) :
			core_realloc(list->entries, list->room * sizeof(HFileIndexEntry));
	}
	e = &list->entries[list->n++];
	e->offset = ref->offset;
	e->size = ref->size;
	e->key_len = (uint32_t) key_len;
	e->key_at = list->keys.len;
	core_buf_add(&list->keys, key, key_len);
}

/* The size of an entry in the root format. */
static size_t
root_entry_size(size_t key_len)
{
	return 12 + hfile_vint_size((int64_t) key_len) + key_len;
}

/* NoOpIndexBlockEncoder.writeRoot. */
void
hfile_index_put_root(CoreBuf *dst, const HFileIndexList *list)
{
	for (uint32_t i = 0; i < list->n; i++)
	{
		const HFileIndexEntry *e = &list->entries[i];
		uint8_t    *p = core_buf_reserve(dst, root_entry_size(e->key_len));

		core_put_u64(p, e->offset);
		core_put_u32(p + 8, e->size);
		p = hfile_put_vint(p + 12, e->key_len);
		core_copy(p, list->keys.data + e->key_at, e->key_len);
		dst->len = p + e->key_len - dst->data;
	}
}

/*
 * Append the entries from .. to - 1 in the non-root format, which leaves and
 * intermediate blocks have (NoOpIndexBlockEncoder.writeNonRoot).
 */
static void
put_table(CoreBuf *dst, const HFileIndexList *list, uint32_t from, uint32_t to)
{
	uint32_t	end = 0;
	uint8_t    *p = core_buf_reserve(dst, 4 + 4 * ((size_t) (to - from) + 1));

	core_put_u32(p, to - from);
	for (uint32_t i = from; i < to; i++)
	{
		core_put_u32(p += 4, end);
		end += 12 + list->entries[i].key_len;
	}
	core_put_u32(p += 4, end);
	dst->len = p + 4 - dst->data;

	for (uint32_t i = from; i < to; i++)
	{
		const HFileIndexEntry *e = &list->entries[i];

		p = core_buf_reserve(dst, 12 + e->key_len);
		core_put_u64(p, e->offset);
		core_put_u32(p + 8, e->size);
		dst->len += 12;
		core_buf_add(dst, list->keys.data + e->key_at, e->key_len);
	}
}

/* ---- the key between two blocks ----------------------------------------- */

/*
 * Append the shortest byte string that is above l and not above r; l < r.
 * Returns its length.  Reproduces HFileWriterImpl.getMinimumMidpointArray,
 * HBase 2.6.1.
 */
static uint32_t
put_between(CoreBuf *dst, const uint8_t *l, uint32_t llen, const uint8_t *r,
			uint32_t rlen)
{
	uint32_t	common = 0;
	uint32_t	shorter = llen < rlen ? llen : rlen;

	while (common < shorter && l[common] == r[common])
		common++;
	core_buf_add(dst, r, common);
	core_buf_add_byte(dst, common == llen ? 0 : (uint8_t) (l[common] + 1));
	return common + 1;
}

/* Append a cell's key. */
static void
put_key(CoreBuf *dst, const Cell *cell)
{
	cell_write_key(core_buf_reserve(dst, cell_key_size(cell)), cell);
	dst->len += cell_key_size(cell);
}

/* HFileWriterImpl.getMidpoint, HBase 2.6.1 (HBASE-7845). */
void
hfile_index_key(CoreBuf *dst, const Cell *last, const Cell *first)
{
	size_t		start = dst->len;
	size_t		end;
	uint8_t    *tail;

	if (last == NULL)
	{
		put_key(dst, first);
		return;
	}

	core_buf_add(dst, "\0", 2);
	if (cell_compare_bytes(last->row, last->row_len, first->row,
						   first->row_len) != 0)
	{
		uint32_t	n = put_between(dst, last->row, last->row_len, first->row,
									first->row_len);

		core_put_u16(dst->data + start, (uint16_t) n);
		core_buf_add_byte(dst, 0);
	}
	else if (cell_compare_bytes(last->qualifier, last->qualifier_len,
								first->qualifier, first->qualifier_len) != 0)
	{
		core_put_u16(dst->data + start, (uint16_t) first->row_len);
		core_buf_add(dst, first->row, first->row_len);
		core_buf_add_byte(dst, (uint8_t) first->family_len);
		core_buf_add(dst, first->family, first->family_len);
		put_between(dst, last->qualifier, last->qualifier_len,
					first->qualifier, first->qualifier_len);
	}
	else
	{
		dst->len = start;
		put_key(dst, first);
		return;
	}

	/*
	 * The first version of the column: the latest timestamp and the highest
	 * type.
	 */
	end = dst->len;
	tail = core_buf_reserve(dst, 9);
	core_put_u64(tail, (uint64_t) CELL_LATEST_TIMESTAMP);
	tail[8] = CELL_MAXIMUM;
	dst->len = end + 9;
}

/* ---- the index of a file ------------------------------------------------ */

/*
 * The size of an empty leaf: the number of entries, and the end of the last
 * one.
 */
#define EMPTY_TABLE_SIZE	8

void
hfile_index_writer_init(HFileIndexWriter *index, const HFileSettings *settings)
{
	memset(index, 0, sizeof(HFileIndexWriter));
	index->block_size = settings->index_block_size;
	index->min_entries = settings->index_min_entries;
	index->leaf_size = EMPTY_TABLE_SIZE;
	index->levels = 1;
	hfile_index_list_init(&index->leaf);
	hfile_index_list_init(&index->root);
	core_buf_init(&index->scratch);
}

void
hfile_index_writer_free(HFileIndexWriter *index)
{
	hfile_index_list_free(&index->leaf);
	hfile_index_list_free(&index->root);
	if (index->blocks_before != NULL)
		core_free(index->blocks_before);
	core_buf_free(&index->scratch);
}

void
hfile_index_add(HFileIndexWriter *index, const HFileBlockRef *ref,
				const uint8_t *key, size_t key_len)
{
	hfile_index_list_add(&index->leaf, ref, key, key_len);
	index->leaf_size += 4 + 12 + key_len;
}

/*
 * Write the leaf and add its entry to the root
 * (BlockIndexWriter.writeInlineBlock, blockWritten).
 */
static bool
write_leaf(HFileIndexWriter *index, HFileOut *out, CoreError *err)
{
	HFileBlockRef ref;
	const HFileIndexEntry *first = &index->leaf.entries[0];

	hfile_out_begin(&index->scratch);
	put_table(&index->scratch, &index->leaf, 0, index->leaf.n);
	index->payload_size += index->scratch.len - HFILE_HEADER_SIZE;
	if (!hfile_out_block(out, HFILE_BLOCK_LEAF_INDEX, &index->scratch, &ref,
						 err))
		return false;

	if (index->root.n == index->blocks_before_room)
	{
		index->blocks_before_room = index->blocks_before_room == 0 ?
			64 :
			index->blocks_before_room * 2;
		index->blocks_before = index->blocks_before == NULL ?
			core_alloc(index->blocks_before_room * sizeof(uint64_t)) :
			core_realloc(index->blocks_before,
						 index->blocks_before_room * sizeof(uint64_t));
	}
	index->blocks_before[index->root.n] = index->blocks;
	index->blocks += index->leaf.n;
	hfile_index_list_add(&index->root, &ref,
						 index->leaf.keys.data + first->key_at,
						 first->key_len);
	list_clear(&index->leaf);
	index->leaf_size = EMPTY_TABLE_SIZE;
	return true;
}

bool
hfile_index_flush(HFileIndexWriter *index, HFileOut *out, bool at_end,
				  CoreError *err)
{
	if (index->leaf.n == 0)
		return true;
	if (at_end ? index->root.n == 0 : index->leaf_size < index->block_size)
		return true;
	return write_leaf(index, out, err);
}

/*
 * Append the mid key: the leaf with the middle data block, and the entry in
 * the leaf. 16 bytes after the root, if there are leaves
 * (BlockIndexChunkImpl.getMidKeyMetadata).
 */
static void
put_middle(CoreBuf *dst, const HFileIndexWriter *index)
{
	uint64_t	middle = (index->blocks - 1) / 2;
	uint32_t	leaf = index->root.n - 1;
	uint8_t    *p = core_buf_reserve(dst, 16);

	while (index->blocks_before[leaf] > middle)
		leaf--;
	core_put_u64(p, index->root.entries[leaf].offset);
	core_put_u32(p + 8, index->root.entries[leaf].size);
	core_put_u32(p + 12, (uint32_t) (middle - index->blocks_before[leaf]));
	dst->len += 16;
}

/*
 * Write the entries from .. to - 1 of a level as one block of the next higher
 * level (BlockIndexWriter.writeIntermediateBlock).
 */
static bool
write_intermediate(HFileIndexWriter *index, HFileOut *out,
				   const HFileIndexList *level, uint32_t from, uint32_t to,
				   HFileIndexList *above, CoreError *err)
{
	HFileBlockRef ref;
	const HFileIndexEntry *first = &level->entries[from];

	hfile_out_begin(&index->scratch);
	put_table(&index->scratch, level, from, to);
	index->payload_size += index->scratch.len - HFILE_HEADER_SIZE;
	if (!hfile_out_block(out, HFILE_BLOCK_INTERMEDIATE_INDEX, &index->scratch,
						 &ref, err))
		return false;
	hfile_index_list_add(above, &ref, level->keys.data + first->key_at,
						 first->key_len);
	return true;
}

/*
 * Divide a level into blocks.  Their entries become the next higher level
 * (BlockIndexWriter.writeIntermediateLevel).
 */
static bool
write_level(HFileIndexWriter *index, HFileOut *out,
			const HFileIndexList *level, HFileIndexList *above, CoreError *err)
{
	uint32_t	from = 0;
	size_t		size = 0;

	for (uint32_t i = 0; i < level->n; i++)
	{
		size += root_entry_size(level->entries[i].key_len);

		/*
		 * HBase counts min_entries from the start of the list, not of the
		 * block.
		 */
		if (i >= index->min_entries && size >= index->block_size)
		{
			if (!write_intermediate(index, out, level, from, i + 1, above,
									err))
				return false;
			from = i + 1;
			size = 0;
		}
	}
	return from == level->n ||
		write_intermediate(index, out, level, from, level->n, above, err);
}

/* The size of a list in the root format (BlockIndexChunkImpl.getRootSize). */
static size_t
root_size(const HFileIndexList *list)
{
	size_t		size = 0;

	for (uint32_t i = 0; i < list->n; i++)
		size += root_entry_size(list->entries[i].key_len);
	return size;
}

/* BlockIndexWriter.writeIndexBlocks. */
bool
hfile_index_finish(HFileIndexWriter *index, HFileOut *out,
				   HFileBlockRef *root, uint32_t *entries, CoreError *err)
{
	HFileIndexList *top = index->root.n > 0 ? &index->root : &index->leaf;
	HFileIndexList levels[2];	/* the current level, and the one above it */
	bool		ok = true;

	hfile_index_list_init(&levels[0]);
	hfile_index_list_init(&levels[1]);
	if (index->root.n > 0)
		index->levels = 2;
	/* Without min_entries long keys would add levels forever (HBASE-16288). */
	while (ok && index->root.n > 0 && index->levels < MAX_LEVELS &&
		   top->n > index->min_entries && root_size(top) > index->block_size)
	{
		HFileIndexList *above = &levels[index->levels % 2];

		list_clear(above);
		ok = write_level(index, out, top, above, err);
		top = above;
		index->levels++;
	}
	if (ok)
	{
		hfile_out_begin(&index->scratch);
		hfile_index_put_root(&index->scratch, top);
		if (index->root.n > 0)
			put_middle(&index->scratch, index);
		index->payload_size += index->scratch.len - HFILE_HEADER_SIZE;
		ok = hfile_out_block(out, HFILE_BLOCK_ROOT_INDEX, &index->scratch,
							 root, err);
		*entries = top->n;
	}
	hfile_index_list_free(&levels[0]);
	hfile_index_list_free(&levels[1]);
	return ok;
}
