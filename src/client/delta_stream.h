/*
 * delta_stream.h
 *		Deltas that arrive through the connection.
 */
#ifndef DELTA_STREAM_H
#define DELTA_STREAM_H

#include "client/session.h"

typedef struct DeltaStream DeltaStream;

/* What the server sent of a relation; folder NULL: it is unchanged. */
typedef struct DeltaSum
{
	const char *folder;
	double		files;
	double		cells;
} DeltaSum;

extern DeltaStream *delta_stream_begin(Session *session,
									   const char *directory);
extern bool delta_stream_write(DeltaStream *stream, const char *relation,
							   const char *baseline, const char *options,
							   DeltaSum *sum);
extern bool delta_stream_commit(DeltaStream *stream);
extern void delta_stream_free(DeltaStream *stream);

#endif							/* DELTA_STREAM_H */
