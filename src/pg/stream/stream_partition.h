/*
 * stream_partition.h
 *		The partitions of a streamed table: rows come and go with them, and the
 *		log does not have these rows.
 */
#ifndef STREAM_PARTITION_H
#define STREAM_PARTITION_H

#include "postgres.h"
#include "replication/reorderbuffer.h"

/* The tables with the rows of a partitioned table, by ascending OIDs. */
typedef struct StreamPartitions
{
	int			count;			/* 0 if the table is not partitioned */
	Oid		   *tables;
} StreamPartitions;

/* Read them from the catalog, in the current memory context. */
extern void stream_partitions_read(Oid base, StreamPartitions *partitions);

extern bool stream_partitions_has(const StreamPartitions *partitions,
								  Oid table);

/*
 * Raise an error if rows came or went with a partition in this transaction, or
 * if a partition is not logged. Allowed is a partition that the transaction
 * has made itself; is_changed tells if the transaction changed a table while
 * it was not a partition.
 */
extern void stream_partitions_check(const char *relation,
									const StreamPartitions *before,
									const StreamPartitions *after,
									const ReorderBufferTXN *txn,
									bool (*is_changed) (void *context,
														Oid table),
									void *context);

#endif							/* STREAM_PARTITION_H */
