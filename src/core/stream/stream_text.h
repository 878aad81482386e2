/*
 * stream_text.h
 *		A change stream as text: statements of the HBase shell and JSON.
 */
#ifndef STREAM_TEXT_H
#define STREAM_TEXT_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/stream/stream_types.h"

/* Append the statement of the HBase shell for a cell. */
extern bool stream_shell_cell(const StreamTarget *target, const Cell *cell,
							  CoreBuf *out, CoreError *err);

/* Append the comment that ends a transaction. */
extern void stream_shell_commit(const StreamCommit *commit, uint32_t mutations,
								CoreBuf *out);

/* Append the comment for a change that could not be mapped, as one line. */
extern void stream_shell_reject(const StreamTarget *target,
								const StreamReject *reject, CoreBuf *out);

/*
 * Append one JSON object, without a newline. Bytes are in HBase's notation
 * (Bytes.toStringBinary).
 */
extern void stream_json_mutation(const StreamTarget *target,
								 const StreamCommit *commit,
								 const StreamMutation *mutation, CoreBuf *out);
extern void stream_json_commit(const StreamCommit *commit, uint32_t mutations,
							   CoreBuf *out);
extern void stream_json_reject(const StreamTarget *target,
							   const StreamReject *reject, CoreBuf *out);

#endif							/* STREAM_TEXT_H */
