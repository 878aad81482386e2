/*
 * stream_state.h
 *		The position of a change stream: the last transaction that was applied
 *		and its stamp.
 */
#ifndef STREAM_STATE_H
#define STREAM_STATE_H

#include "core/base/error.h"

/* The longest fingerprint. */
#define STREAM_FINGERPRINT_SIZE	128

typedef struct StreamState
{
	uint64_t	lsn;			/* end of the transaction; 0: none */
	int64_t		stamp;			/* its stamp; 0: none */
	char		fingerprint[STREAM_FINGERPRINT_SIZE + 1];	/* of the mapping;
															 * may be empty */
} StreamState;

/*
 * Read "LSN/stamp/fingerprint", with the LSN as PostgreSQL prints it, such as
 * 0/16B3748/1700000000000/5e88.
 */
extern bool stream_state_parse(const char *text, StreamState *state,
							   CoreError *err);

/*
 * The stamp of the transaction after one with the stamp "last": its commit
 * time in milliseconds, or two above the last stamp, so that its delete
 * markers are above all earlier cells.
 */
extern int64_t stream_next_stamp(int64_t last, int64_t commit_time_us);

#endif							/* STREAM_STATE_H */
