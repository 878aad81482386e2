/*
 * stream_mutation.h
 *		The mutation of a row by its states before and after a transaction.
 */
#ifndef STREAM_MUTATION_H
#define STREAM_MUTATION_H

#include "core/base/buffer.h"
#include "core/stream/net_change.h"
#include "core/stream/stream_types.h"

/* Memory for the cells of a mutation; all zero at first. */
typedef struct StreamCells
{
	Cell	   *cells;
	uint32_t	count;
	uint32_t	capacity;
	CoreBuf    *families;		/* the differences, one buffer a family */
	int			nfamilies;
} StreamCells;

/* What does not change within a transaction. */
typedef struct StreamStamps
{
	int64_t		stamp;			/* of the transaction */
	int64_t		last;			/* of the one before */
	size_t		max_cell_size;	/* in bytes; 0: no limit */
} StreamStamps;

/*
 * Compute the cells that turn the state before into the state after. With
 * "unknown", all families are deleted and written again.  The cells are valid
 * until stream_cells_reset, and point into the images.  No cells: no change.
 * An error if HBase rejects a cell.
 */
extern bool stream_mutation(const StreamTarget *target,
							const StreamStamps *stamps, const uint8_t *row,
							size_t row_len, NetImage before, bool unknown,
							NetImage after, StreamCells *cells,
							CoreError *err);

extern void stream_cells_reset(StreamCells *cells);

#endif							/* STREAM_MUTATION_H */
