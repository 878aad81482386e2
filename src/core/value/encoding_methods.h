/*
 * encoding_methods.h
 *		The interface of one encoding: its formats and functions.
 */
#ifndef ENCODING_METHODS_H
#define ENCODING_METHODS_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

/* Sets of value kinds. */
#define KIND(k)			(1u << VALUE_##k)
#define KINDS_INTEGER	(KIND(INT2) | KIND(INT4) | KIND(INT8))
#define KINDS_STAMP		(KIND(DATE) | KIND(TIMESTAMP) | KIND(TIMESTAMPTZ))
#define KINDS_TIME		(KINDS_STAMP | KIND(TIME))
#define KINDS_TEXT		(KIND(TEXT) | KIND(JSONB))

/* The arguments in parentheses after a format's name. */
typedef enum FormatArgs
{
	ARGS_NONE,
	ARGS_LENGTH,				/* (n), the width; required */
	ARGS_MAX,					/* (n), the largest number of characters or
								 * bytes */
	ARGS_DIGITS					/* (p) or (p, s); not checked, as in HBase */
} FormatArgs;

/* One format of an encoding. */
typedef struct FormatInfo
{
	const char *name;
	int			format;
	FormatArgs	args;
	int			width;			/* bytes of every value, -1: varies */
	unsigned	kinds;			/* the kinds of value it accepts */
	ValueKind	natural;		/* the kind if only the name is given */
} FormatInfo;

/* The functions of an encoding. */
typedef struct EncodingMethods
{
	const FormatInfo *formats;	/* ends with an entry without a name;
								 * aliases follow the displayed name */

	/* The default format of a kind; precision is -1, 0, 3 or 6. */
	int			(*usual_format) (ValueKind kind, int precision);

	/* Set width and precision of a type; its other fields are set. */
	bool		(*finish) (EncodingType *type, int precision, CoreError *err);

	EncodingOrder (*order) (const EncodingType *type);

	/* See encoding_is_number; NULL: no format of the encoding is a number. */
	bool		(*is_number) (const EncodingType *type, bool descending,
							  uint64_t *flip);

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

#endif							/* ENCODING_METHODS_H */
