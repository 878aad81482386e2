/*
 * hfile_state.h
 *		The state of an open HFile, shared by the files of the reader.
 */
#ifndef HFILE_STATE_H
#define HFILE_STATE_H

#include "core/base/buffer.h"
#include "core/cell/cell.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_cells.h"
#include "core/hfile/hfile_format.h"
#include "core/hfile/hfile_in.h"
#include "core/hfile/hfile_settings.h"

/* An entry of an index block: the place and first key of a block. */
typedef struct HFileIndexRef
{
	uint64_t	offset;
	uint32_t	size;
	uint32_t	key_len;
	const uint8_t *key;			/* points into the index block's payload */
} HFileIndexRef;

/* The meta block of a bloom filter. */
typedef struct HFileBloomMeta
{
	bool		present;
	HFileBlock	block;			/* the payload with the chunks' keys */
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
	HFileIndexRef *index;		/* entries of the root index */
	HFileBloomMeta bloom;
	HFileBloomMeta delete_bloom;
	HFileBlock	aside;			/* index block or bloom chunk during a seek */

	/* the cursor */
	HFileBlock	block;			/* current data block */
	HFileCells	cells;
	bool		in_block;
	uint64_t	next_offset;	/* offset of the next block */
	bool		from_start;		/* full scan: verify the totals at the end */
	int64_t		previous_data;	/* previous data block; -1 none, -2 unknown */
	uint64_t	cells_seen;
	bool		has_previous;
	Cell		previous;		/* previous cell, key only */
	CoreBuf		previous_key;	/* copy of its key after a block change */
	bool		previous_kept;	/* previous is valid */
	bool		has_pending;	/* a seek has already read the next cell */
	Cell		pending;

	CellTagCounts *tag_counts;	/* NULL: tags are skipped */
	int64_t		now;			/* skip cells whose own TTL has expired */
};

#endif							/* HFILE_STATE_H */
