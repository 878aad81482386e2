/*
 * stream_output.h
 *		Writing the net changes of a transaction, as frames or text.
 */
#ifndef STREAM_OUTPUT_H
#define STREAM_OUTPUT_H

#include "postgres.h"
#include "replication/logical.h"

#include "core/stream/stream_types.h"
#include "pg/stream/stream_options.h"
#include "pg/stream/stream_sort.h"

typedef struct StreamOutput
{
	LogicalDecodingContext *ctx;
	const StreamOptions *options;
	StreamTarget *targets;		/* by the numbers of the tables */
	bool		started;		/* the frame of the start is written */
	int64		last;			/* stamp of the last transaction */
} StreamOutput;

/* The tables of a mapping as HBase's names; needs a transaction. */
extern StreamTarget *stream_targets(const StreamMapping *mapping);

/*
 * Write a transaction with its changes; nothing if they cancel each other.
 * Uses the current memory context, which the caller resets.
 */
extern void stream_output_transaction(StreamOutput *output,
									  const StreamCommit *commit,
									  StreamSort *sort);

/* Reject records of a transaction (NET_REJECT): the image is LSN and texts. */
extern void stream_add_reject(StreamSort *sort, int table, XLogRecPtr lsn,
							  const char *row, const ErrorData *error);

#endif							/* STREAM_OUTPUT_H */
