/*
 * encoding_impl.h
 *		What the files of the encodings share; nobody else includes it.
 */
#ifndef ENCODING_IMPL_H
#define ENCODING_IMPL_H

#include "encoding.h"

/* Sets of value kinds. */
#define KIND(k)			(1u << VALUE_##k)
#define KINDS_INTEGER	(KIND(INT2) | KIND(INT4) | KIND(INT8))
#define KINDS_STAMP		(KIND(DATE) | KIND(TIMESTAMP) | KIND(TIMESTAMPTZ))
#define KINDS_TIME		(KINDS_STAMP | KIND(TIME))
#define KINDS_TEXT		(KIND(TEXT) | KIND(JSONB))

/* What stands in parentheses after a format's name. */
typedef enum FormatArgs
{
	ARGS_NONE,
	ARGS_LENGTH,				/* (n), which is the width; must be there */
	ARGS_MAX,					/* (n), the most characters or bytes */
	ARGS_DIGITS					/* (p) or (p, s); not checked, as in HBase */
} FormatArgs;

/* One type of an encoding. */
typedef struct FormatInfo
{
	const char *name;
	int			format;
	FormatArgs	args;
	int			width;			/* bytes of every value, -1: varies */
	unsigned	kinds;			/* the kinds of value it takes */
	ValueKind	natural;		/* the kind when only the name is given */
} FormatInfo;

/* An encoding, as the dispatcher sees it. */
typedef struct EncodingMethods
{
	const char *name;
	const FormatInfo *formats;	/* ended by one without a name; aliases after
								 * the name to show */

	/* The usual format of a kind; precision is -1, 0, 3 or 6. */
	int			(*usual_format) (ValueKind kind, int precision);

	/* Set width and precision of a type whose other fields stand. */
	bool		(*finish) (EncodingType *type, int precision, CoreError *err);

	EncodingOrder (*order) (const EncodingType *type);

	/* See encoding_is_number; NULL: no type is. */
	bool		(*is_number) (const EncodingType *type, bool descending, uint64_t *flip);

	/* v is of the type's kind, or VALUE_NULL. */
	bool		(*encode) (const EncodingType *type, bool descending,
						   const CoreValue *v, CoreBuf *out, CoreError *err);
	bool		(*decode) (const EncodingType *type, bool descending,
						   const uint8_t *p, size_t n,
						   CoreValue *v, CoreError *err);
	bool		(*measure) (const EncodingType *type, bool descending,
							const uint8_t *p, size_t n,
							size_t *used, CoreError *err);
} EncodingMethods;

extern const EncodingMethods encoding_bytes;
extern const EncodingMethods encoding_string;
extern const EncodingMethods encoding_ordered;
extern const EncodingMethods encoding_phoenix;

/*
 * The whole number an integer format writes for a value (booleans as 0 and 1,
 * times as units since 1970), and back to the type's kind, with its range.
 */
extern bool encoding_int_of_value(const EncodingType *type, const CoreValue *v,
								  int64_t *n, CoreError *err);
extern bool encoding_value_of_int(const EncodingType *type, int64_t n,
								  CoreValue *v, CoreError *err);

/* Does every number of the type's kind fit its width, with milliseconds for times? */
extern bool encoding_fits_width(const EncodingType *type);

/* An error unless low <= n <= high. */
extern bool encoding_check_range(const EncodingType *type, int64_t n,
								 int64_t low, int64_t high, CoreError *err);

/* An error unless there are as many bytes as the format has. */
extern bool encoding_check_length(const EncodingType *type, size_t n,
								  size_t wanted, CoreError *err);

/* Any size of unsigned big-endian number, 1 to 8 bytes. */
extern void encoding_put_uint(CoreBuf *out, uint64_t n, int width);
extern uint64_t encoding_get_uint(const uint8_t *p, int width);

/* IEEE bits, every NaN as the one Java has. */
extern uint32_t encoding_float4_bits(float f);
extern uint64_t encoding_float8_bits(double f);

/* A double for the type's kind, which may be real: then it must be exact. */
extern bool encoding_value_of_float8(const EncodingType *type, double f,
									 CoreValue *v, CoreError *err);

/*
 * The numeric a decimal format writes for a value (room holds the digits of
 * an integer; those of a double are of core_alloc), and back to the type's
 * kind: integers and doubles give up the numeric's digits.
 */
extern void encoding_numeric_of_value(const CoreValue *v, ValueNumeric *num,
									  ValueRoom *room);
extern bool encoding_value_of_numeric(const EncodingType *type,
									  const ValueNumeric *num, CoreValue *v,
									  CoreError *err);

/* Write text or bytes, filled up on the right to the type's length. */
extern bool encoding_put_padded(const EncodingType *type, const CoreValue *v,
								uint8_t pad, CoreBuf *out, CoreError *err);

/* n without the pad bytes at the end. */
extern size_t encoding_unpadded(const uint8_t *p, size_t n, uint8_t pad);

/* An error when v is longer than varchar(n) or varbinary(n) admit. */
extern bool encoding_check_max(const EncodingType *type, const CoreValue *v,
							   CoreError *err);

/* Complement everything in out from a place on. */
extern void encoding_complement(CoreBuf *out, size_t from);

/* A complemented copy of n bytes, in memory of core_alloc. */
extern uint8_t *encoding_complemented(const uint8_t *p, size_t n);

/* The error of measure for formats that do not say where they end. */
extern bool encoding_needs_separator(const EncodingType *type, CoreError *err);

/* The measure of an encoding whose bytes do not tell where they end. */
extern bool encoding_measure_width(const EncodingType *type, bool descending,
								   const uint8_t *p, size_t n,
								   size_t *used, CoreError *err);

#endif							/* ENCODING_IMPL_H */
