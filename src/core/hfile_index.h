/*
 * hfile_index.h
 *		The index of data blocks, being written: keys between blocks, leaves,
 *		and the levels above them.
 */
#ifndef HFILE_INDEX_H
#define HFILE_INDEX_H

#include "hfile_out.h"

/* ---- a list of entries -------------------------------------------------- */

typedef struct HFileIndexEntry
{
	uint64_t	offset;
	uint32_t	size;
	uint32_t	key_len;
	size_t		key_at;			/* in the list's keys */
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
extern void hfile_index_list_add(HFileIndexList *list, const HFileBlockRef *ref,
								 const uint8_t *key, size_t key_len);

/* Append all entries in the root format. */
extern void hfile_index_put_root(CoreBuf *dst, const HFileIndexList *list);

/* ---- the key between two blocks ------------------------------------------ */

/*
 * Append the shortest key that HBase would make for the block that begins
 * with cell first: above last, the last cell of the block before, or first's own
 * when there is none (NULL).
 */
extern void hfile_index_key(CoreBuf *dst, const Cell *last, const Cell *first);

/* ---- the index of a file --------------------------------------------------- */

typedef struct HFileIndexWriter
{
	uint32_t	block_size;
	uint32_t	min_entries;
	HFileIndexList leaf;		/* entries of data blocks, not yet written */
	size_t		leaf_size;		/* of the leaf's payload */
	HFileIndexList root;		/* entries of leaves */
	uint64_t   *blocks_before;	/* of each leaf: data blocks in those before */
	uint32_t	blocks_before_room;
	uint64_t	blocks;			/* data blocks in leaves already written */
	uint32_t	levels;
	uint64_t	payload_size;	/* of all index blocks */
	CoreBuf		scratch;
} HFileIndexWriter;

extern void hfile_index_writer_init(HFileIndexWriter *index, const HFileSettings *settings);
extern void hfile_index_writer_free(HFileIndexWriter *index);

/* A data block was written. */
extern void hfile_index_add(HFileIndexWriter *index, const HFileBlockRef *ref,
							const uint8_t *key, size_t key_len);

/*
 * Between data blocks, and at the end: write the leaf if it is due.  At the
 * end a single leaf stays, to become the root.
 */
extern bool hfile_index_flush(HFileIndexWriter *index, HFileOut *out, bool at_end,
							  CoreError *err);

/*
 * Write the levels above the leaves.  The root's place and number of entries
 * are told.
 */
extern bool hfile_index_finish(HFileIndexWriter *index, HFileOut *out,
							   HFileBlockRef *root, uint32_t *entries, CoreError *err);

#endif							/* HFILE_INDEX_H */
