/*
 * hfile_cells.h
 *		The cells in the payload of a data block, plain or encoded.
 */
#ifndef HFILE_CELLS_H
#define HFILE_CELLS_H

#include "cell_tags.h"
#include "hfile_in.h"

/* What a file's info says of all its cells. */
typedef struct HFileCellFormat
{
	bool		tags;			/* a tags length, and tags, follow each */
	bool		sequence_ids;	/* a sequence id follows each */
} HFileCellFormat;

/* A cursor over one block. */
typedef struct HFileCells
{
	HFileCellFormat format;
	uint64_t	offset;			/* of the block, for errors */
	const uint8_t *begin;
	const uint8_t *at;
	const uint8_t *end;
	bool		encoded;
	bool		tagged;			/* the cell has tags: */
	CellTags	tags;

	/* FAST_DIFF: the cell before, in parts of its own */
	bool		first;
	uint64_t	left;			/* bytes the rest would have unencoded */
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

/* Begin with a data block; its payload must stay while cells are taken. */
extern bool hfile_cells_begin(HFileCells *cells, const HFileCellFormat *format,
							  const HFileBlock *block, CoreError *err);

static inline bool
hfile_cells_at_end(const HFileCells *cells)
{
	return cells->at >= cells->end;
}

/*
 * The next cell; not at the end.  Of an encoded block it is good until the
 * next one is taken.
 */
extern bool hfile_cells_next(HFileCells *cells, Cell *cell, CoreError *err);

#endif							/* HFILE_CELLS_H */
