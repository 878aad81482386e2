/*
 * encoding_common.h
 *		Functions shared by the encodings: numbers, padding, ranges.
 */
#ifndef ENCODING_COMMON_H
#define ENCODING_COMMON_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

/*
 * Convert a value to the integer that a format writes (booleans as 0 and 1,
 * times as units since 1970), and back to the type's kind with a range check.
 */
extern bool encoding_int_of_value(const EncodingType *type, const CoreValue *v,
								  int64_t *n, CoreError *err);
extern bool encoding_value_of_int(const EncodingType *type, int64_t n,
								  CoreValue *v, CoreError *err);

/*
 * Whether every number of the type's kind fits its width; times in
 * milliseconds.
 */
extern bool encoding_fits_width(const EncodingType *type);

/* An error unless low <= n <= high. */
extern bool encoding_check_range(const EncodingType *type, int64_t n,
								 int64_t low, int64_t high, CoreError *err);

/* An error unless n is the length of the format. */
extern bool encoding_check_length(const EncodingType *type, size_t n,
								  size_t wanted, CoreError *err);

/* Append an unsigned big-endian number of 1 to 8 bytes. */
extern void encoding_put_uint(CoreBuf *out, uint64_t n, int width);
extern uint64_t encoding_get_uint(const uint8_t *p, int width);

/* The IEEE bits with Java's canonical NaN (Float.floatToIntBits). */
extern uint32_t encoding_float4_bits(float f);
extern uint64_t encoding_float8_bits(double f);

/*
 * Convert a double to the type's kind.  For real the conversion must be exact.
 */
extern bool encoding_value_of_float8(const EncodingType *type, double f,
									 CoreValue *v, CoreError *err);

/*
 * Convert a value to the numeric that a decimal format writes, and back to the
 * type's kind. room holds the digits of an integer; the digits of a double are
 * allocated with core_alloc.  Integers and doubles release the digits of the
 * numeric.
 */
extern void encoding_numeric_of_value(const CoreValue *v, ValueNumeric *num,
									  ValueRoom *room);
extern bool encoding_value_of_numeric(const EncodingType *type,
									  const ValueNumeric *num, CoreValue *v,
									  CoreError *err);

/* Append text or bytes, padded on the right to the type's length. */
extern bool encoding_put_padded(const EncodingType *type, const CoreValue *v,
								uint8_t pad, CoreBuf *out, CoreError *err);

/* n without the pad bytes at the end. */
extern size_t encoding_unpadded(const uint8_t *p, size_t n, uint8_t pad);

/* An error if v is longer than varchar(n) or varbinary(n) allows. */
extern bool encoding_check_max(const EncodingType *type, const CoreValue *v,
							   CoreError *err);

/* Complement all bytes of out from an offset on. */
extern void encoding_complement(CoreBuf *out, size_t from);

/* A complemented copy of n bytes, allocated with core_alloc. */
extern uint8_t *encoding_complemented(const uint8_t *p, size_t n);

/* The error of measure for formats that do not determine their end. */
extern bool encoding_needs_separator(const EncodingType *type, CoreError *err);

/* measure for an encoding whose bytes do not determine their end. */
extern bool encoding_measure_width(const EncodingType *type, bool descending,
								   const uint8_t *p, size_t n,
								   size_t *used, CoreError *err);

#endif							/* ENCODING_COMMON_H */
