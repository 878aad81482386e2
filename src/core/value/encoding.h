/*
 * encoding.h
 *		The interface to all encodings: PostgreSQL values to and from the bytes
 *		that Java programs write.
 *
 * Each encoding has one file with encoder and decoder (encoding_bytes.c,
 * encoding_string.c, encoding_ordered.c, encoding_phoenix.c).  Decoders check
 * all input.
 */
#ifndef ENCODING_H
#define ENCODING_H

#include "core/base/buffer.h"
#include "core/base/byte_order.h"
#include "core/base/error.h"
#include "core/value/datetime.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

/*
 * Find the type of an encoding for a kind of value. type_name is the format's
 * own name, ignoring case ('UNSIGNED_LONG', 'CHAR(12)', 'short'), or
 * PostgreSQL's name ('timestamptz(6)'), or NULL or empty for the default.
 * precision is that of the SQL type (timestamptz(6)), or -1.
 */
extern bool encoding_resolve(Encoding encoding, ValueKind kind,
							 const char *type_name, int precision,
							 EncodingType *type, CoreError *err);

/*
 * Find the type of an encoding by name only, as in a layout.  PostgreSQL's
 * names have priority ("timestamp" is PostgreSQL's, "int8" is bigint).  The
 * format's own names are for types that PostgreSQL does not have.
 */
extern bool encoding_resolve_name(Encoding encoding, const char *type_name,
								  EncodingType *type, CoreError *err);

extern EncodingOrder encoding_order(const EncodingType *type);

/*
 * Append the bytes of v to out. v is of the type's kind, or of a kind that
 * converts to it (value_kind_takes).  VALUE_NULL is valid for "ordered" only.
 * After an error out may have a part of the bytes.
 */
extern bool encoding_encode(const EncodingType *type, bool descending,
							const CoreValue *v, CoreBuf *out, CoreError *err);

/*
 * Whether the encoded form is a big-endian integer with some bits inverted:
 * integers, and timestamps in milliseconds since 1970.  Returns these bits.
 * encoding_put_number then writes such values without encoding_encode.
 */
extern bool encoding_is_number(const EncodingType *type, bool descending,
							   uint64_t *flip);

/*
 * The number of a value of such a type; the value is of the type's kind.
 * False for infinity.
 */
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

/*
 * Write the number.  Stores 8 bytes at dst, of which the first width are used.
 */
static inline void
encoding_put_number(uint8_t *dst, int width, uint64_t flip, int64_t n)
{
	core_put_u64(dst, ((uint64_t) n ^ flip) << (64 - 8 * width));
}

/*
 * Read the number as a value of the type's kind.  False if it is out of range;
 * encoding_decode then sets the error.
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
 * Decode exactly the n bytes at p.  Text and bytes of *v point into p if they
 * are stored unchanged.  Otherwise they, and the digits of a numeric, are
 * allocated with core_alloc and owned by the caller.  Nothing is allocated
 * after an error. "ordered" may give VALUE_NULL.
 */
extern bool encoding_decode(const EncodingType *type, bool descending,
							const uint8_t *p, size_t n,
							CoreValue *v, CoreError *err);

/*
 * The length of the next value within the n bytes at p, if the format
 * determines it: fixed width, or headers and terminators of OrderedBytes.  An
 * error if the bytes are invalid or the format needs a separator.
 */
extern bool encoding_measure(const EncodingType *type, bool descending,
							 const uint8_t *p, size_t n,
							 size_t *used, CoreError *err);

#endif							/* ENCODING_H */
