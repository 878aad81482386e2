/*
 * hfile_reader.h
 *		The inside of an open HFile, for the files that make up the reader.
 */
#ifndef HFILE_READER_H
#define HFILE_READER_H

#include "hfile_cells.h"

/* An entry of an index block: where a block is, and its first key. */
typedef struct HFileIndexRef
{
	uint64_t	offset;
	uint32_t	size;
	uint32_t	key_len;
	const uint8_t *key;			/* in the index block's payload */
} HFileIndexRef;

/* A bloom filter's description. */
typedef struct HFileBloomMeta
{
	bool		present;
	HFileBlock	block;			/* holds the keys of the chunks */
	uint64_t	bytes;
	uint32_t	hashes;
	uint64_t	keys;
	uint64_t	max_keys;
	uint32_t	n;
	HFileIndexRef *chunks;
} HFileBloomMeta;

struct HFileReader
{
	HFileIn		in;
	HFileTrailer trailer;
	HFileInfo	info;
	HFileCellFormat format;
	HFileBlock	root;
	HFileIndexRef *index;		/* entries of the root */
	HFileBloomMeta bloom;
	HFileBloomMeta delete_bloom;
	HFileBlock	aside;			/* index block or bloom chunk of a seek */

	/* the cursor */
	HFileBlock	block;			/* the data block it is in */
	HFileCells	cells;
	bool		in_block;
	uint64_t	next_offset;	/* of the block to come */
	bool		from_start;		/* every block was read: judge the whole */
	int64_t		previous_data;	/* the data block before; -1 none, -2 unknown */
	uint64_t	cells_seen;
	bool		has_previous;
	Cell		previous;		/* the cell before, its key only */
	CoreBuf		previous_key;	/* holds it when its block may go */
	bool		previous_kept;	/* it is there */
	bool		has_pending;	/* a seek has read it already */
	Cell		pending;

	CellTagCounts *tag_counts;	/* NULL: tags are passed over */
	int64_t		now;			/* cells whose own TTL has expired are left out */
};

/*
 * Read an index in the root format, n entries in p .. end, where tail bytes
 * follow them; the result is core's memory.  NULL is an error about the block
 * at offset.
 */
extern HFileIndexRef *hfile_read_root(const uint8_t *p, const uint8_t *end, uint32_t n,
									  size_t tail, uint64_t offset, CoreError *err);

/* Find the data block that may hold the first cell of a row. */
extern bool hfile_find_block(HFileReader *r, const uint8_t *row, size_t row_len,
							 uint64_t *offset, CoreError *err);

/* Could the file hold the row, by its bloom filter? */
extern bool hfile_may_hold(HFileReader *r, const uint8_t *row, size_t row_len,
						   bool *maybe, CoreError *err);

#endif							/* HFILE_READER_H */
