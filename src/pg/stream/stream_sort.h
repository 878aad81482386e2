/*
 * stream_sort.h
 *		The changes of a transaction in the order of tables and rows: in memory
 *		up to work_mem, then in temporary files.
 */
#ifndef STREAM_SORT_H
#define STREAM_SORT_H

#include "postgres.h"

#include "core/stream/net_change.h"

typedef struct StreamSort StreamSort;

/* A new sort, in the current memory context; it lives as long as that. */
extern StreamSort *stream_sort_begin(void);

/* Add a change; sets its sequence. */
extern void stream_sort_add(StreamSort *sort, NetChange *change);

/* True if changes were added. */
extern bool stream_sort_any(const StreamSort *sort);

/* Sort; then get the records (net_change_read), each valid until the next. */
extern void stream_sort_perform(StreamSort *sort);
extern bool stream_sort_next(StreamSort *sort, const uint8 **record,
							 size_t *len);

/* Remove the temporary files. */
extern void stream_sort_end(StreamSort *sort);

#endif							/* STREAM_SORT_H */
