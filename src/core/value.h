/*
 * value.h
 *		A PostgreSQL value as core sees it: its kind and its plain content.
 *
 * The glue turns a datum into a CoreValue and back (src/pg/value.c); encoders and
 * decoders work on these alone.
 */
#ifndef CORE_VALUE_H
#define CORE_VALUE_H

#include "core.h"

typedef enum ValueKind
{
	VALUE_NULL,					/* no value; only "ordered" can write it */
	VALUE_BOOL,					/* boolean, in .b */
	VALUE_INT2,					/* smallint; all three in .i */
	VALUE_INT4,					/* integer */
	VALUE_INT8,					/* bigint */
	VALUE_FLOAT4,				/* real, in .f4 */
	VALUE_FLOAT8,				/* double precision, in .f8 */
	VALUE_NUMERIC,				/* numeric, in .num */
	VALUE_TEXT,					/* text, varchar, char(n): UTF-8 in .bytes */
	VALUE_BYTES,				/* bytea and rowkey, in .bytes */
	VALUE_UUID,					/* uuid: 16 bytes in .bytes */
	VALUE_DATE,					/* date: days since 2000-01-01 in .i */
	VALUE_TIME,					/* time: microseconds since midnight in .i */
	VALUE_TIMESTAMP,			/* timestamp: microseconds since 2000 in .i */
	VALUE_TIMESTAMPTZ,			/* timestamptz: the same, UTC */
	VALUE_JSONB					/* jsonb: its text, UTF-8 in .bytes */
} ValueKind;

/*
 * Dates and timestamps count from 2000-01-01, as PostgreSQL's own do: the end
 * of its range, counted in microseconds from 1970, does not fit into 64 bits.
 * value_to_epoch and value_from_epoch (datetime.h) speak HBase's language,
 * units since 1970.
 */

/* Days and microseconds that stand for PostgreSQL's infinities. */
#define VALUE_INFINITY		INT64_MAX
#define VALUE_NEG_INFINITY	INT64_MIN

typedef enum ValueNumericSign
{
	VALUE_NUM_POSITIVE,			/* zero too */
	VALUE_NUM_NEGATIVE,
	VALUE_NUM_NAN,
	VALUE_NUM_POS_INFINITY,
	VALUE_NUM_NEG_INFINITY
} ValueNumericSign;

/*
 * A numeric as PostgreSQL's binary protocol shows it: base-10000 digits, the
 * first worth digits[0] * 10000^weight, none leading or trailing zero; scale
 * is the number of decimal places shown (0..16383).  Zero has no digits.
 */
typedef struct ValueNumeric
{
	ValueNumericSign sign;
	int			ndigits;
	int			weight;
	int			scale;
	int16_t    *digits;
} ValueNumeric;

typedef struct CoreValue
{
	ValueKind	kind;
	union
	{
		bool		b;
		int64_t		i;
		float		f4;
		double		f8;
		ValueNumeric num;
		struct
		{
			const uint8_t *data;
			size_t		len;
		}			bytes;
	};
} CoreValue;

static inline bool
value_kind_is_integer(ValueKind kind)
{
	return kind == VALUE_INT2 || kind == VALUE_INT4 || kind == VALUE_INT8;
}

/* date, time, timestamp and timestamptz */
static inline bool
value_kind_is_time(ValueKind kind)
{
	return kind >= VALUE_DATE && kind <= VALUE_TIMESTAMPTZ;
}

/* The SQL name of a kind, as "timestamp with time zone". */
extern const char *value_kind_name(ValueKind kind);

/*
 * Make of *v a value of another kind of its family, so that an integer may be
 * given for a bigint: integers among each other when in range, integers as
 * numeric, real as double precision.  *room holds the digits of a numeric
 * made of an integer.  Anything else is an error.
 */
typedef struct ValueRoom
{
	int16_t		digits[5];
} ValueRoom;

extern bool value_kind_takes(ValueKind wanted, ValueKind given);
extern bool value_convert(ValueKind wanted, const CoreValue *v, CoreValue *out,
						  ValueRoom *room, CoreError *err);

#endif							/* CORE_VALUE_H */
