/*
 * stream_row.h
 *		The row in HBase of a row of a mapped table.
 */
#ifndef STREAM_ROW_H
#define STREAM_ROW_H

#include "postgres.h"
#include "executor/tuptable.h"
#include "nodes/execnodes.h"

#include "core/stream/net_change.h"
#include "pg/stream/stream_relation.h"

/* How to evaluate rows. */
typedef struct StreamRowContext
{
	ExprContext *expressions;
	size_t		max_cell_size;
	bool		skip_rejects;
} StreamRowContext;

typedef struct StreamRow
{
	bool		visible;		/* it meets the condition of the mapping */
	const uint8 *key;
	size_t		key_len;
	NetImage	image;
} StreamRow;

/* What to evaluate. */
typedef enum StreamRowKind
{
	STREAM_ROW_AFTER,			/* key and image, checked: HBase gets it */
	STREAM_ROW_BEFORE,			/* key and image: HBase has it */
	STREAM_ROW_KEY				/* the key, of a row of which only the replica
								 * identity is known */
} StreamRowKind;

/*
 * Evaluate a mapping for a row, in the current memory context, which is also
 * where the bytes of *row are. Returns NULL, or with skip_rejects the error
 * that rejects the row; other errors are raised, with the row and the LSN.
 */
extern ErrorData *stream_row(StreamRowContext *context, StreamPlan *plan,
							 TupleTableSlot *slot, StreamRowKind kind,
							 XLogRecPtr lsn, StreamRow *row);

/* The columns of the row key with their values: (id)=(7). */
extern char *stream_row_text(const StreamPlan *plan, TupleTableSlot *slot);

#endif							/* STREAM_ROW_H */
