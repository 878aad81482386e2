/*
 * stream_frame.h
 *		The frames of a change stream.  doc/reference/stream.md has the format.
 */
#ifndef STREAM_FRAME_H
#define STREAM_FRAME_H

#include "core/base/buffer.h"
#include "core/stream/stream_types.h"

#define STREAM_FRAME_VERSION	1

/* The bytes of a frame before its body: type and length. */
#define STREAM_FRAME_HEAD		5

/* Append 'S': the version, the fingerprint of the mapping and its tables. */
extern void stream_frame_start(CoreBuf *out, const char *fingerprint,
							   const StreamTarget *targets, int n);

/* Append 'B': a transaction begins. */
extern void stream_frame_begin(CoreBuf *out, const StreamCommit *commit);

/* The size of a frame 'M', which must be below 4 GB. */
extern uint64_t stream_frame_mutation_size(const StreamMutation *mutation);

/* Append 'M': a mutation.  Adds the frame to the checksum *crc. */
extern void stream_frame_mutation(CoreBuf *out, int table,
								  const StreamMutation *mutation,
								  uint32_t *crc);

/* Append 'X': a change that could not be mapped. */
extern void stream_frame_reject(CoreBuf *out, int table,
								const StreamReject *reject);

/* Append 'C': the transaction ends. */
extern void stream_frame_commit(CoreBuf *out, const StreamCommit *commit,
								uint32_t mutations, uint32_t crc);

#endif							/* STREAM_FRAME_H */
