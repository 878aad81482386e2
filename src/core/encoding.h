/*
 * encoding.h
 *		PostgreSQL value <-> bytes, as Java writes them: what every encoding
 *		offers, and the one door to all of them.
 *
 * Encoders and decoders stand beside each other in one file per encoding
 * (encoding_bytes.c, encoding_string.c, encoding_ordered.c,
 * encoding_phoenix.c).  A decoder never trusts its bytes.
 */
#ifndef ENCODING_H
#define ENCODING_H

#include "datetime.h"
#include "value.h"

/* In the order of the SQL enum hbase_encoding. */
typedef enum Encoding
{
	ENCODING_BYTES,				/* org.apache.hadoop.hbase.util.Bytes */
	ENCODING_STRING,			/* UTF-8 of the canonical text */
	ENCODING_ORDERED,			/* HBase OrderedBytes */
	ENCODING_PHOENIX			/* Apache Phoenix PDataType */
} Encoding;

/*
 * One resolved format: which value it takes and gives back, and its shape.
 * Plain data, may be copied and kept.
 */
typedef struct EncodingType
{
	Encoding	encoding;
	ValueKind	kind;			/* the value decode gives back */
	int			format;			/* the encoding's own type number */
	int			width;			/* bytes of every encoded value, -1: varies */
	int			length;			/* n of char(n), varchar(n), ...; 0: none */
	int			precision;		/* of times: 0, 3 or 6 decimal places */
} EncodingType;

extern const char *encoding_name(Encoding encoding);
extern bool encoding_from_name(const char *name, size_t len, Encoding *encoding);

/*
 * Find the format of a value's kind in an encoding.  type_name is the
 * format's own type name in any case (as 'UNSIGNED_LONG', 'CHAR(12)',
 * 'short'), else PostgreSQL's ('timestamptz(6)'), or NULL or empty for the
 * usual one; precision is that of the SQL type (timestamptz(6)), or -1.
 */
extern bool encoding_resolve(Encoding encoding, ValueKind kind,
							 const char *type_name, int precision,
							 EncodingType *type, CoreError *err);

/*
 * Find the format of a type said by name alone, as in a layout.  Here
 * PostgreSQL's names come first ("timestamp" is PostgreSQL's, "int8" is
 * bigint); the format's own are for what PostgreSQL has no name for.
 */
extern bool encoding_resolve_name(Encoding encoding, const char *type_name,
								  EncodingType *type, CoreError *err);

/* The format's own name, as "UNSIGNED_LONG". */
extern const char *encoding_format_name(const EncodingType *type);

/*
 * For which values a < b in PostgreSQL (text: in the C collation) means that
 * the bytes of a do not sort after those of b; they are equal only where the
 * format cannot tell them apart (times beyond its precision, padding, rounded
 * numbers).  -0.0 sorts before 0.0.  A descending type whose width varies
 * needs its separator under "phoenix" for that.
 */
typedef enum EncodingOrder
{
	ENCODING_ORDER_NONE,
	ENCODING_ORDER_NOT_NEGATIVE,	/* as long as none is below zero, or 1970 */
	ENCODING_ORDER_PRINTABLE,	/* ... no character is below the blank */
	ENCODING_ORDER_ALL
} EncodingOrder;

extern EncodingOrder encoding_order(const EncodingType *type);

/*
 * Append v's bytes to out.  v is of the type's kind, or of one that converts
 * to it (value_kind_takes); VALUE_NULL is for "ordered" alone.  On an error out
 * may hold a part.
 */
extern bool encoding_encode(const EncodingType *type, bool descending,
							const CoreValue *v, CoreBuf *out, CoreError *err);

/*
 * Types whose bytes are a whole number, big-endian, with some bits turned
 * round: integers, and timestamps as milliseconds since 1970.  True for such a
 * type, with these bits: its values can be written without encoding_encode, by
 * encoding_put_number.
 */
extern bool encoding_is_number(const EncodingType *type, bool descending, uint64_t *flip);

/* The number of a value of such a type (and of its kind); false for infinity. */
static inline bool
encoding_number(const CoreValue *v, int64_t *n)
{
	if (value_kind_is_integer(v->kind))
	{
		*n = v->i;
		return true;
	}
	*n = datetime_unix_ms(v->i);
	return v->i != VALUE_INFINITY && v->i != VALUE_NEG_INFINITY;
}

/* Write it: 8 bytes are stored at dst, of which width count. */
static inline void
encoding_put_number(uint8_t *dst, int width, uint64_t flip, int64_t n)
{
	core_put_u64(dst, ((uint64_t) n ^ flip) << (64 - 8 * width));
}

/*
 * Read it as a value of the type's kind; false when it is none of that kind,
 * of which encoding_decode can tell more.
 */
static inline bool
encoding_get_number(const EncodingType *type, uint64_t flip, const uint8_t *p,
					CoreValue *v)
{
	int			shift = 64 - 8 * type->width;
	uint64_t	bits = type->width == 8 ? core_get_u64(p) :
		type->width == 4 ? core_get_u32(p) : core_get_u16(p);
	int64_t		n = (int64_t) ((bits ^ flip) << shift) >> shift;

	v->kind = type->kind;
	v->i = n;
	switch (type->kind)
	{
		case VALUE_INT2:
			return n == (int16_t) n;
		case VALUE_INT4:
			return n == (int32_t) n;
		case VALUE_INT8:
			return true;
		default:
			return datetime_from_unix_ms(n, &v->i);
	}
}

/*
 * Read exactly the n bytes at p.  Text and bytes of *v point into p where they
 * stand there unchanged, else (and for numeric digits) to the start of memory
 * of core_alloc, which the caller owns; nothing is left behind on an error.
 * "ordered" may give VALUE_NULL.
 */
extern bool encoding_decode(const EncodingType *type, bool descending,
							const uint8_t *p, size_t n,
							CoreValue *v, CoreError *err);

/*
 * How many of the n bytes at p the next value takes, where the format says so
 * itself (fixed width, or OrderedBytes' headers and terminators).  False with
 * an error when they do not hold one, or when the format needs a separator.
 */
extern bool encoding_measure(const EncodingType *type, bool descending,
							 const uint8_t *p, size_t n,
							 size_t *used, CoreError *err);

#endif							/* ENCODING_H */
