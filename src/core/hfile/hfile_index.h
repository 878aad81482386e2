/*
 * hfile_index.h
 *		Write the block index of an HFile: keys between blocks, leaves, and the
 *		levels above them.
 */
#ifndef HFILE_INDEX_H
#define HFILE_INDEX_H

#include "core/hfile/hfile_out.h"

/* ---- a list of entries -------------------------------------------------- */

typedef struct HFileIndexEntry
{
	uint64_t	offset;
	uint32_t	size;
	uint32_t	key_len;
	size_t		key_at;			/* offset in the keys of the list */
} HFileIndexEntry;

typedef struct HFileIndexList
{
	HFileIndexEntry *entries;
	uint32_t	n;
	uint32_t	room;
	CoreBuf		keys;
} HFileIndexList;

extern void hfile_index_list_init(HFileIndexList *list);
extern void hfile_index_list_free(HFileIndexList *list);
extern void hfile_index_list_add(HFileIndexList *list,
								 const HFileBlockRef *ref, const uint8_t *key,
								 size_t key_len);

/* Append all entries in the root format. */
extern void hfile_index_put_root(CoreBuf *dst, const HFileIndexList *list);

/* ---- the key between two blocks ----------------------------------------- */

/*
 * Append HBase's index key for the block whose first cell is first: the
 * shortest key above last, the last cell of the previous block.  NULL for last
 * means the first block: its key is the key of first.
 */
extern void hfile_index_key(CoreBuf *dst, const Cell *last, const Cell *first);

/* ---- the index of a file ------------------------------------------------ */

typedef struct HFileIndexWriter
{
	uint32_t	block_size;
	uint32_t	min_entries;
	HFileIndexList leaf;		/* entries of data blocks in the current
								 * leaf */
	size_t		leaf_size;		/* payload size of the leaf */
	HFileIndexList root;		/* one entry for each leaf */
	uint64_t   *blocks_before;	/* for each leaf: data blocks in earlier
								 * leaves */
	uint32_t	blocks_before_room;
	uint64_t	blocks;			/* data blocks in the written leaves */
	uint32_t	levels;
	uint64_t	payload_size;	/* total payload size of the index blocks */
	CoreBuf		scratch;
} HFileIndexWriter;

extern void hfile_index_writer_init(HFileIndexWriter *index,
									const HFileSettings *settings);
extern void hfile_index_writer_free(HFileIndexWriter *index);

/* Add the entry of a data block that has been written. */
extern void hfile_index_add(HFileIndexWriter *index, const HFileBlockRef *ref,
							const uint8_t *key, size_t key_len);

/*
 * Write the leaf if it is full.  Called between data blocks and at the end.
 * At the end a single leaf is not written, because it becomes the root.
 */
extern bool hfile_index_flush(HFileIndexWriter *index, HFileOut *out,
							  bool at_end, CoreError *err);

/*
 * Write the levels above the leaves, and return the root's offset and number
 * of entries.
 */
extern bool hfile_index_finish(HFileIndexWriter *index, HFileOut *out,
							   HFileBlockRef *root, uint32_t *entries,
							   CoreError *err);

#endif							/* HFILE_INDEX_H */
