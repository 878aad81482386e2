/*
 * hfile_cells.h
 *		Read the cells of a data block, plain or FAST_DIFF.
 */
#ifndef HFILE_CELLS_H
#define HFILE_CELLS_H

#include "core/base/buffer.h"
#include "core/cell/cell_tags.h"
#include "core/hfile/hfile_in.h"

/* The format of the cells by the file info. */
typedef struct HFileCellFormat
{
	bool		tags;			/* each cell has a tags length and tags */
	bool		sequence_ids;	/* each cell has a sequence id */
} HFileCellFormat;

/* A cursor over the cells of one block. */
typedef struct HFileCells
{
	HFileCellFormat format;
	uint64_t	offset;			/* offset of the block, for errors */
	const uint8_t *begin;
	const uint8_t *at;
	const uint8_t *end;
	bool		encoded;
	bool		tagged;			/* the current cell has tags: */
	CellTags	tags;

	/* FAST_DIFF: the previous cell, each part in its own buffer */
	bool		first;
	uint64_t	left;			/* remaining unencoded size in bytes */
	uint32_t	key_len;
	CoreBuf		row;
	CoreBuf		family;
	CoreBuf		qualifier;
	uint8_t		ts[8];
	uint8_t		type;
	const uint8_t *value;
	uint32_t	value_len;
} HFileCells;

extern void hfile_cells_init(HFileCells *cells);
extern void hfile_cells_free(HFileCells *cells);

/*
 * Begin with a data block.  The payload must stay valid while cells are read.
 */
extern bool hfile_cells_begin(HFileCells *cells, const HFileCellFormat *format,
							  const HFileBlock *block, CoreError *err);

static inline bool
hfile_cells_at_end(const HFileCells *cells)
{
	return cells->at >= cells->end;
}

/*
 * Read the next cell; must not be called at the end.  A cell of an encoded
 * block is valid until the next call.
 */
extern bool hfile_cells_next(HFileCells *cells, Cell *cell, CoreError *err);

#endif							/* HFILE_CELLS_H */
