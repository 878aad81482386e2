/*
 * cell_tags.h
 *		Tags of cells in HFiles: count them by kind, and check the TTL of a
 *		cell.
 *
 * A widerow does not store tags.  Readers that load cells into a widerow count
 * the tags here, so that they can report the loss.
 */
#ifndef CELL_TAGS_H
#define CELL_TAGS_H

#include "core/base/standard.h"

/* The number of cells with each kind of tag. */
typedef struct CellTagCounts
{
	uint64_t	cells;			/* with any tag */
	uint64_t	ttl;
	uint64_t	expired;		/* of these: cells whose own TTL has expired */
	uint64_t	visibility;
	uint64_t	acl;
	uint64_t	other;
} CellTagCounts;

/* The tags of one cell. */
typedef struct CellTags
{
	bool		ttl;
	int64_t		ttl_ms;			/* value of the first TTL tag */
	bool		visibility;
	bool		acl;
	bool		mob;			/* the value is a reference to a MOB file */
	bool		other;
} CellTags;

/* Read n > 0 bytes of tags.  Invalid bytes count as another tag. */
extern void cell_tags_read(const uint8_t *p, size_t n, CellTags *tags);

/* Count a cell with these tags. expired is the result of cell_tags_expired. */
extern void cell_tags_count(CellTagCounts *counts, const CellTags *tags,
							bool expired);

/*
 * Whether a cell with this timestamp has expired by its own TTL at now (ms).
 */
extern bool cell_tags_expired(const CellTags *tags, int64_t ts, int64_t now);

#endif							/* CELL_TAGS_H */
