/*
 * value.h
 *		A PostgreSQL value as core sees it: its kind and its plain content.
 *
 * The glue turns a datum into a Value and back (src/pg/value.c); encoders and
 * decoders work on Values alone.
 */
#ifndef VALUE_H
#define VALUE_H

#include "core.h"

typedef enum ValueKind
{
	VALUE_BOOL,					/* boolean */
	VALUE_INT2,					/* smallint; all three in .i */
	VALUE_INT4,					/* integer */
	VALUE_INT8,					/* bigint */
	VALUE_FLOAT4,				/* real, in .f4 */
	VALUE_FLOAT8,				/* double precision, in .f8 */
	VALUE_NUMERIC,				/* numeric, in .num */
	VALUE_TEXT,					/* text, varchar, char(n): UTF-8 in .bytes */
	VALUE_BYTES,				/* bytea and rowkey, in .bytes */
	VALUE_UUID,					/* uuid: 16 bytes in .bytes */
	VALUE_DATE,					/* date: days since 1970-01-01 in .i */
	VALUE_TIME,					/* time: microseconds since midnight in .i */
	VALUE_TIMESTAMP,			/* timestamp: microseconds since 1970 in .i */
	VALUE_TIMESTAMPTZ,			/* timestamptz: the same, UTC */
	VALUE_JSONB					/* jsonb: its text, UTF-8 in .bytes */
} ValueKind;

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

typedef struct Value
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
} Value;

#endif							/* VALUE_H */
