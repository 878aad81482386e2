/*
 * opentsdb_format.h
 *		Encode and decode the data points of OpenTSDB 2: one row per series and
 *		hour, family t, one cell per point.
 *
 * A qualifier has the time within the hour and the format of the value.
 * Seconds: 2 bytes, the upper 12 bits are the second.  Milliseconds: 4 bytes,
 * f (4 bits), 22 bits of milliseconds, 2 unused bits.  The last 4 bits are 8
 * for a float, plus the length of the value minus one.
 */
#ifndef OPENTSDB_FORMAT_H
#define OPENTSDB_FORMAT_H

#include "core/base/error.h"

#define OPENTSDB_SPAN	3600	/* seconds per row (Const.MAX_TIMESPAN) */

/* The largest timestamp in milliseconds: 13 decimal digits. */
#define OPENTSDB_MAX_MS	INT64_C(9999999999999)

#define OPENTSDB_MAX_QUALIFIER	4
#define OPENTSDB_MAX_VALUE		8

typedef enum OpentsdbKind
{
	OPENTSDB_LONG,
	OPENTSDB_FLOAT,
	OPENTSDB_DOUBLE
} OpentsdbKind;

typedef struct OpentsdbPoint
{
	int64_t		ms;				/* since 1970 */
	bool		whole_second;	/* the qualifier is in seconds */
	OpentsdbKind kind;
	int64_t		i;				/* for OPENTSDB_LONG */
	double		f;				/* for the other kinds */
} OpentsdbPoint;

/*
 * Interpret a timestamp as OpenTSDB does: milliseconds if one of the upper 32
 * bits is set (Const.SECOND_MASK), otherwise seconds.
 */
extern bool opentsdb_timestamp(int64_t ts, OpentsdbPoint *point,
							   CoreError *err);

/* The base time of the point's row, in seconds (Internal.baseTime). */
extern int64_t opentsdb_base(const OpentsdbPoint *point);

/* Encode the cell of a point; buffer sizes as above. */
extern bool opentsdb_encode(const OpentsdbPoint *point,
							uint8_t *qualifier, size_t *qualifier_len,
							uint8_t *value, size_t *value_len, CoreError *err);

/*
 * Iterator over the points of one cell: one point, or many if the cell is
 * compacted or has appended points (tsd.storage.enable_appends).
 */
typedef struct OpentsdbCell
{
	bool		appended;		/* each qualifier is before its value */
	const uint8_t *qualifier;	/* for cells without appended points */
	size_t		qualifier_len;
	const uint8_t *value;
	size_t		value_len;
	int64_t		base;
} OpentsdbCell;

/*
 * Begin with a cell. base is the base time of its row, in seconds.  Returns
 * false with err->code CORE_OK if the cell has no points: an annotation or
 * another object.
 */
extern bool opentsdb_open(OpentsdbCell *cell, const uint8_t *qualifier,
						  size_t qualifier_len, const uint8_t *value,
						  size_t value_len, int64_t base, CoreError *err);

/*
 * Read the next point.  Returns false at the end (err->code is CORE_OK) or
 * with an error.  Appended points have any order; of two points with the same
 * time the later one is valid.
 */
extern bool opentsdb_next(OpentsdbCell *cell, OpentsdbPoint *point,
						  CoreError *err);

#endif							/* OPENTSDB_FORMAT_H */
