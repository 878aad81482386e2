/*
 * opentsdb.h
 *		Data points as OpenTSDB 2 keeps them: one row for each series and hour,
 *		family t, a cell for each point.
 *
 * A qualifier is the point's time within the hour and the format of its value.
 * Seconds: 2 bytes, the upper 12 bits the second.  Milliseconds: 4 bytes, f,
 * then 22 bits, 2 bits of nothing.  The last 4 bits: 8 for a float, and the
 * value's bytes less one.
 */
#ifndef OPENTSDB_H
#define OPENTSDB_H

#include "core.h"

#define OPENTSDB_SPAN	3600	/* seconds of a row */

/* The largest timestamp of milliseconds: 13 decimal digits. */
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
	bool		whole_second;	/* a qualifier of seconds */
	OpentsdbKind kind;
	int64_t		i;				/* of OPENTSDB_LONG */
	double		f;				/* of the others */
} OpentsdbPoint;

/*
 * A timestamp as OpenTSDB takes it: milliseconds if one of the upper 32 bits
 * is set, else seconds.
 */
extern bool opentsdb_timestamp(int64_t ts, OpentsdbPoint *point, CoreError *err);

/* The second in which the point's row begins. */
extern int64_t opentsdb_base(const OpentsdbPoint *point);

/* Write a point's cell; rooms as above. */
extern bool opentsdb_encode(const OpentsdbPoint *point,
							uint8_t *qualifier, size_t *qualifier_len,
							uint8_t *value, size_t *value_len, CoreError *err);

/*
 * A walk over the points of one cell: one, or many when it is compacted or
 * when OpenTSDB appended them (tsd.storage.enable_appends).
 */
typedef struct OpentsdbCell
{
	bool		appended;		/* each qualifier stands before its value */
	const uint8_t *qualifier;	/* of one that is not */
	size_t		qualifier_len;
	const uint8_t *value;
	size_t		value_len;
	int64_t		base;
} OpentsdbCell;

/*
 * Begin with a cell of a row that begins in second base.  False without an
 * error (err->code is CORE_OK) when it holds no points: an annotation, or
 * another object.
 */
extern bool opentsdb_open(OpentsdbCell *cell, const uint8_t *qualifier, size_t qualifier_len,
						  const uint8_t *value, size_t value_len, int64_t base,
						  CoreError *err);

/*
 * The next point; false at the end (err->code is CORE_OK) or with an error.
 * Appended points come as they were written: in any order, and of two with one
 * time the later counts.
 */
extern bool opentsdb_next(OpentsdbCell *cell, OpentsdbPoint *point, CoreError *err);

#endif							/* OPENTSDB_H */
