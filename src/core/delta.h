/*
 * delta.h
 *		What turns one state of a family of a row into another: puts and delete
 *		markers; and what a baseline, which remembers the state that HBase was
 *		told of, holds after them.
 *
 * doc/runbook.md, "How a delta is made", has the rules.
 */
#ifndef DELTA_H
#define DELTA_H

#include "widerow.h"

/* One run of a delta, and the row and family that messages name. */
typedef struct DeltaRun
{
	int64_t		stamp;			/* of its puts; its markers get stamp - 1 */
	int64_t		last;			/* no unstamped cell of the baseline got a later
								 * time in HBase; at most stamp - 2 */
	int32_t		versions;		/* VERSIONS of the family */
	bool		restamp;		/* changed cells get the run's time, whatever
								 * time the data give them */
	const uint8_t *row;
	size_t		row_len;
	const char *family;
} DeltaRun;

/* 1 <= last + 1 < stamp < 2^63 - 1; else an error that says which. */
extern bool delta_check_stamp(int64_t stamp, int64_t last, CoreError *err);

/*
 * Append to out the row of the cells that turn the live cells of before into
 * those of after; nothing is appended when they agree.  Puts of the run's time
 * are left unstamped, all else bears its timestamp.
 *
 * An unstamped cell of before is one that an earlier run stamped.  The markers
 * in before are those that HBase may still hold: a cell that one of them would
 * hide is an error, like a changed cell that is not newer than the one it
 * replaces.
 */
extern bool delta_family(const WideRow *before, const WideRow *after,
						 const DeltaRun *run, CoreBuf *out, CoreError *err);

/*
 * Append to out the row that a baseline holds once the cells of a delta, or of
 * a full export, were written at stamp: puts of that time stay unstamped,
 * markers without a time get stamp - 1; what the markers hide is gone, they
 * themselves stay, less those that others make needless.  Nothing is appended
 * when no cell is left.
 */
extern bool delta_land(const WideRow *before, const WideRow *delta, int64_t stamp,
					   CoreBuf *out, CoreError *err);

#endif							/* DELTA_H */
