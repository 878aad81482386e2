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
	int			length;			/* n of char(n), bytea(n), ...; 0: none */
	int			precision;		/* of times: 0, 3 or 6 decimal places */
} EncodingType;

extern const char *encoding_name(Encoding encoding);
extern bool encoding_from_name(const char *name, size_t len, Encoding *encoding);

/*
 * Find the format of a value's kind in an encoding.  type_name is the
 * format's own type name in any case (as 'UNSIGNED_LONG', 'CHAR(12)',
 * 'short'), or NULL for the usual one; precision is that of the SQL type
 * (timestamptz(6)), or -1.
 */
extern bool encoding_resolve(Encoding encoding, ValueKind kind,
							 const char *type_name, int precision,
							 EncodingType *type, CoreError *err);

/* Append v's bytes to out.  v->kind must be one the type takes. */
extern bool encoding_encode(const EncodingType *type, bool descending,
							const Value *v, CoreBuf *out, CoreError *err);

/*
 * Read exactly the n bytes at p.  Text and bytes of *v point into p where they
 * stand there unchanged, else (and for numeric digits) into memory of
 * core_alloc that the caller's memory context or arena owns.
 */
extern bool encoding_decode(const EncodingType *type, bool descending,
							const uint8_t *p, size_t n,
							Value *v, CoreError *err);

/*
 * How many of the n bytes at p the next value takes, where the format says so
 * itself (fixed width, or OrderedBytes' headers and terminators).  False with
 * an error when they do not hold one, or when the format needs a separator.
 */
extern bool encoding_measure(const EncodingType *type, bool descending,
							 const uint8_t *p, size_t n,
							 size_t *used, CoreError *err);

#endif							/* ENCODING_H */
