/*
 * widerow_visible.h
 *		Versions, expiry and delete markers: which cells a get returns, and
 *		which cells a flush and a major compaction keep.
 */
#ifndef WIDEROW_VISIBLE_H
#define WIDEROW_VISIBLE_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/cell/cell.h"
#include "core/widerow/widerow_format.h"

/* The cell that a plain get returns for a column; false if it returns none. */
extern bool wide_newest(const WideRow *row, uint32_t column, uint32_t *cell);

/* ---- what is visible ------------------------------------------------- */

typedef enum WideKeepDeleted
{
	WIDEROW_KEEP_FALSE,
	WIDEROW_KEEP_TRUE,
	WIDEROW_KEEP_TTL
} WideKeepDeleted;

/* The options of a column family that decide about its cells, and the time. */
typedef struct WideFamily
{
	int32_t		versions;		/* VERSIONS */
	int32_t		min_versions;	/* MIN_VERSIONS */
	WideKeepDeleted keep_deleted;	/* KEEP_DELETED_CELLS, HBASE-12363 */
	bool		new_version_behavior;	/* NEW_VERSION_BEHAVIOR */
	int64_t		oldest;			/* older cells have expired (now - TTL), or
								 * WIDEROW_NO_EXPIRY */
} WideFamily;

/* The options of a get or scan. */
typedef struct WideRead
{
	int32_t		versions;		/* largest number of versions per column */
	int64_t		from;			/* time range from <= ts < to */
	int64_t		to;				/* INT64_MAX: includes unstamped cells */
	bool		raw;			/* raw scan: all stored cells with delete
								 * markers */
	bool		by_name;		/* the columns are chosen by name */
	uint32_t	unseen;			/* ignore family delete markers from this
								 * cell on; 0: ignore none */
} WideRead;

/* One version per column, no expiry: a plain get, as in -> and ?. */
extern const WideFamily wide_plain_family;
extern const WideRead wide_plain_read;

extern bool wide_keep_deleted_from_name(const char *name, size_t len,
										WideKeepDeleted *keep, CoreError *err);

/*
 * The cells that a get or scan returns, in order, as cell numbers in selected
 * (room for row->cells).  Returns their number.
 */
extern uint32_t wide_visible(const WideRow *row, const WideFamily *family,
								const WideRead *read, uint32_t *selected);

/* The cells that a flush, or a major compaction, keeps. */
extern uint32_t wide_flush(const WideRow *row, const WideFamily *family,
							  uint32_t *selected);
extern uint32_t wide_compact(const WideRow *row, const WideFamily *family,
								uint32_t *selected);

/* Append a row of the selected cells to out. */
extern bool wide_select(const WideRow *row, const uint32_t *selected,
						   uint32_t n, CoreBuf *out, CoreError *err);

#endif							/* WIDEROW_VISIBLE_H */
