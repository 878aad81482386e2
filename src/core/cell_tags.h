/*
 * cell_tags.h
 *		Tags of cells in HFiles: which kinds a cell has, and whether its own TTL
 *		has expired.
 *
 * A widerow keeps no tags.  So whoever reads cells into one counts them here,
 * and can tell its user what was lost.
 */
#ifndef CELL_TAGS_H
#define CELL_TAGS_H

#include "core.h"

/* How many cells had tags of a kind. */
typedef struct CellTagCounts
{
	uint64_t	cells;			/* with any tag */
	uint64_t	ttl;
	uint64_t	expired;		/* of these, cells whose TTL has expired */
	uint64_t	visibility;
	uint64_t	acl;
	uint64_t	other;
} CellTagCounts;

/* What the tags of one cell say. */
typedef struct CellTags
{
	bool		ttl;
	int64_t		ttl_ms;			/* of the first TTL tag */
	bool		visibility;
	bool		acl;
	bool		mob;			/* the value is the place of the real one */
	bool		other;
} CellTags;

/* Read n bytes of tags, n > 0; bytes that are no tags count as another tag. */
extern void cell_tags_read(const uint8_t *p, size_t n, CellTags *tags);

/* Count the cell that has these tags; expired is cell_tags_expired's answer. */
extern void cell_tags_count(CellTagCounts *counts, const CellTags *tags, bool expired);

/* Has a cell with this timestamp expired by its own TTL at now (ms)? */
extern bool cell_tags_expired(const CellTags *tags, int64_t ts, int64_t now);

#endif							/* CELL_TAGS_H */
