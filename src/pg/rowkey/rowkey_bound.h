/*
 * rowkey_bound.h
 *		The representation of a rowkey_bound: one edge of a range of keys.
 *
 * It has both ends, so that one condition is enough to estimate the whole
 * range, but it compares by its own edge: the lower edge at the start, the
 * upper edge at the stop.
 */
#ifndef ROWKEY_BOUND_H
#define ROWKEY_BOUND_H

#define BOUND_UPPER		0x01	/* the upper edge; else the lower one */
#define BOUND_NO_STOP	0x02	/* the range has no upper end */
#define BOUND_EMPTY		0x04	/* the range is empty: no start, no stop */
#define BOUND_LONE		0x08	/* a lower edge that was read from text: the
								 * stop is not known, and not set */

/* A rowkey_bound datum, opened: pointers into the datum. */
typedef struct RowKeyBound
{
	uint8_t		flags;
	const uint8_t *start;
	size_t		start_len;
	const uint8_t *stop;
	size_t		stop_len;
} RowKeyBound;

extern void rowkey_bound_open(Datum datum, RowKeyBound *bound);

#endif							/* ROWKEY_BOUND_H */
