/*
 * encoding_type.h
 *		Encodings, their types, and the names of both.
 */
#ifndef ENCODING_TYPE_H
#define ENCODING_TYPE_H

#include "core/base/buffer.h"
#include "core/base/byte_order.h"
#include "core/base/error.h"
#include "core/value/datetime.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

/* The values are in the order of the SQL enum hbase_encoding. */
typedef enum Encoding
{
	ENCODING_BYTES,				/* org.apache.hadoop.hbase.util.Bytes */
	ENCODING_STRING,			/* UTF-8 of the canonical text */
	ENCODING_ORDERED,			/* HBase OrderedBytes */
	ENCODING_PHOENIX			/* Apache Phoenix PDataType */
} Encoding;

/*
 * A resolved type of an encoding: kind of value and format.  Plain data: may
 * be copied and kept.
 */
typedef struct EncodingType
{
	Encoding	encoding;
	ValueKind	kind;			/* kind of the decoded value */
	int			format;			/* the encoding's number of the format */
	const char *format_name;	/* and name, as "UNSIGNED_LONG" */
	int			width;			/* bytes of every encoded value; -1: varies */
	int			length;			/* n of char(n), varchar(n), ...; 0: none */
	int			precision;		/* times only: 0, 3 or 6 decimal places */
} EncodingType;

/*
 * The values for which a < b in PostgreSQL (text: in the C collation) implies
 * that the bytes of a do not sort after those of b.  The bytes are equal only
 * if the format cannot represent the difference (precision of times, padding,
 * rounding). -0.0 sorts before 0.0.  Under "phoenix" descending types of
 * varying width need their separator for this.
 */
typedef enum EncodingOrder
{
	ENCODING_ORDER_NONE,
	ENCODING_ORDER_NOT_NEGATIVE,	/* if no value is negative, or before
									 * 1970 */
	ENCODING_ORDER_PRINTABLE,	/* ... if no character is below the blank */
	ENCODING_ORDER_ALL
} EncodingOrder;

extern const char *encoding_name(Encoding encoding);
extern bool encoding_from_name(const char *name, size_t len,
							   Encoding *encoding);

/* The format's own name, such as "UNSIGNED_LONG". */
extern const char *encoding_format_name(const EncodingType *type);

#endif							/* ENCODING_TYPE_H */
