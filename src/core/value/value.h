/*
 * value.h
 *		A PostgreSQL value in core: its kind and its contents.
 *
 * src/pg/value/sql_value.c converts a datum to a CoreValue and back.  Encoders
 * and decoders use only CoreValue.
 */
#ifndef CORE_VALUE_H
#define CORE_VALUE_H

#include "core/base/standard.h"

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
 * Dates and timestamps count from 2000-01-01, as in PostgreSQL, because the
 * end of its range does not fit 64 bits as microseconds since 1970.
 * value_to_epoch and value_from_epoch (datetime.h) convert to HBase's units
 * since 1970.
 */

/* PostgreSQL's infinite dates and timestamps. */
#define VALUE_INFINITY		INT64_MAX
#define VALUE_NEG_INFINITY	INT64_MIN

typedef enum ValueNumericSign
{
	VALUE_NUM_POSITIVE,			/* also zero */
	VALUE_NUM_NEGATIVE,
	VALUE_NUM_NAN,
	VALUE_NUM_POS_INFINITY,
	VALUE_NUM_NEG_INFINITY
} ValueNumericSign;

/*
 * A numeric as in PostgreSQL's binary protocol: base-10000 digits without
 * leading and trailing zeros; the first one is worth digits[0] * 10000^weight.
 * scale is the number of displayed decimal places (0..16383).  Zero has no
 * digits.
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

/* Bytes of any length: text, bytea and jsonb. */
static inline bool
value_kind_is_varying(ValueKind kind)
{
	return kind == VALUE_TEXT || kind == VALUE_BYTES || kind == VALUE_JSONB;
}

/* The same and uuid. */
static inline bool
value_kind_is_bytes(ValueKind kind)
{
	return value_kind_is_varying(kind) || kind == VALUE_UUID;
}

/* The SQL name of a kind, such as "timestamp with time zone". */
extern const char *value_kind_name(ValueKind kind);

/*
 * Convert *v to a related kind, so that an integer is accepted for a bigint:
 * integers if in range, integers to numeric, real to double precision. *room
 * holds the digits of a converted integer.  Other conversions are an error.
 */
typedef struct ValueRoom
{
	int16_t		digits[5];
} ValueRoom;

extern bool value_kind_takes(ValueKind wanted, ValueKind given);

/*
 * Compare two values of one kind in PostgreSQL's order; text by its bytes. NaN
 * is equal to NaN and above all other values.
 */
extern int	value_compare(const CoreValue *a, const CoreValue *b);
extern int	value_compare_floats(double a, double b);
extern int	value_compare_numerics(const ValueNumeric *a,
								   const ValueNumeric *b);

#endif							/* CORE_VALUE_H */
