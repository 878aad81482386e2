/*
 * widerow_delta.h
 *		Compute the delta between two states of a family of a row: puts and
 *		delete markers.  Also compute the next baseline: the state of HBase
 *		after the delta.
 *
 * doc/runbook.md, "How a delta is made", has the rules.
 */
#ifndef WIDEROW_DELTA_H
#define WIDEROW_DELTA_H

#include "core/base/buffer.h"
#include "core/widerow/widerow_format.h"

/* A run of a delta.  Messages use its row and family. */
typedef struct DeltaRun
{
	int64_t		stamp;			/* timestamp of the puts; delete markers get
								 * stamp - 1 */
	int64_t		last;			/* upper limit of the stamps that unstamped
								 * baseline cells have in HBase; at most
								 * stamp - 2 */
	int32_t		versions;		/* VERSIONS of the family */
	bool		restamp;		/* changed cells get the run's stamp and not
								 * their own timestamp */
	const uint8_t *row;
	size_t		row_len;
	const char *family;
} DeltaRun;

/* Check 1 <= last + 1 < stamp < 2^63 - 1. */
extern bool delta_check_stamp(int64_t stamp, int64_t last, CoreError *err);

/*
 * Append to out the cells that change the live cells of before to those of
 * after.  Appends nothing if there is no difference.  Puts at the run's stamp
 * stay unstamped; all other cells have a timestamp.
 *
 * Unstamped cells of before were stamped by an earlier run.  Delete markers of
 * before may still be in HBase: a cell that one of them hides is an error.  A
 * changed cell that is not newer than its predecessor is an error, too.
 */
extern bool delta_family(const WideRow *before, const WideRow *after,
						 const DeltaRun *run, CoreBuf *out, CoreError *err);

/*
 * Append to out the baseline after the cells of a delta, or of a full export,
 * were written at stamp.  Puts at stamp stay unstamped, unstamped delete
 * markers get stamp - 1.  Cells that markers hide are dropped.  Markers stay,
 * except those that newer ones make redundant.  Appends nothing if no cell is
 * left.
 */
extern bool delta_apply(const WideRow *before, const WideRow *delta,
					   int64_t stamp, CoreBuf *out, CoreError *err);

#endif							/* WIDEROW_DELTA_H */
