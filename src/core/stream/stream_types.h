/*
 * stream_types.h
 *		What a change stream writes: tables, commits and mutations.
 */
#ifndef STREAM_TYPES_H
#define STREAM_TYPES_H

#include "core/cell/cell.h"

/* A column family.  The name is in UTF-8. */
typedef struct StreamFamily
{
	const uint8_t *name;
	uint32_t	len;
} StreamFamily;

/* A table in HBase with all its families, ordered by their bytes. */
typedef struct StreamTarget
{
	const uint8_t *name;		/* "namespace:table" or "table" */
	uint32_t	len;
	int			nfamilies;
	const StreamFamily *families;
} StreamTarget;

/* A transaction of PostgreSQL. */
typedef struct StreamCommit
{
	uint64_t	lsn;			/* end of its commit record */
	int64_t		stamp;			/* timestamp of its puts; delete markers have
								 * stamp - 1 */
	int64_t		time;			/* of the commit, in microseconds since 1970 */
	uint32_t	xid;
} StreamCommit;

/* The change of one row of one table, its cells in HBase's order. */
typedef struct StreamMutation
{
	const uint8_t *row;
	uint32_t	row_len;
	uint32_t	count;
	const Cell *cells;
} StreamMutation;

/* A change that could not be mapped. */
typedef struct StreamReject
{
	uint64_t	lsn;			/* of the change */
	const char *row;			/* of the base table, as text in UTF-8 */
	const char *reason;
} StreamReject;

#endif							/* STREAM_TYPES_H */
