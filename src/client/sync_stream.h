/*
 * sync_stream.h
 *		Frames from the server to HBase, and positions back.
 */
#ifndef SYNC_STREAM_H
#define SYNC_STREAM_H

#include "client/sync.h"

typedef enum StreamEnd
{
	STREAM_INTERRUPTED,			/* by Ctrl-C: all is in order */
	STREAM_LOST,				/* the connection; the applier is in order */
	STREAM_AGAIN,				/* start both again */
	STREAM_FAILED				/* it would fail again */
} StreamEnd;

extern StreamEnd sync_stream_run(Sync *sync, Replication *replication,
								 Applier *applier);

#endif							/* SYNC_STREAM_H */
