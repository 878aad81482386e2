/*
 * values.h
 *		Values in tests: parse, compare, free.
 */
#ifndef TEST_VALUES_H
#define TEST_VALUES_H

#include "core/base/host.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Find a type, which must exist. */
static inline EncodingType
value_type(Encoding encoding, ValueKind kind, const char *name, int precision)
{
	EncodingType type;
	CoreError	err;

	if (!encoding_resolve(encoding, kind, name, precision, &type, &err))
	{
		fprintf(stderr, "%s type %s: %s\n", encoding_name(encoding),
				name ? name : "", err.message);
		exit(2);
	}
	return type;
}

/* Free the memory that decoding the n bytes at p allocated for v. */
static inline void
value_free(CoreValue *v, const void *p, size_t n)
{
	const uint8_t *bytes = p;

	switch (v->kind)
	{
		case VALUE_NUMERIC:
			if (v->num.digits != NULL)
				core_free(v->num.digits);
			break;
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_JSONB:
			if (v->bytes.data < bytes || v->bytes.data > bytes + n)
				core_free((void *) v->bytes.data);
			break;
		default:
			break;
	}
}

/* Parse the text of a value; not for bytea in hex. */
static inline bool
value_read(ValueKind kind, const char *text, size_t len, CoreValue *v)
{
	EncodingType type = value_type(ENCODING_STRING, kind, NULL, -1);
	CoreError	err;

	if (encoding_decode(&type, false, (const uint8_t *) text, len, v, &err))
		return true;
	fprintf(stderr, "cannot read \"%.*s\": %s\n", (int) len, text,
			err.message);
	return false;
}

/*
 * Whether two values are equal to the last bit; the scale of numerics is
 * ignored.
 */
static inline bool
value_same(const CoreValue *a, const CoreValue *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind)
	{
		case VALUE_NULL:
			return true;
		case VALUE_BOOL:
			return a->b == b->b;
		case VALUE_FLOAT4:
			return (isnan(a->f4) && isnan(b->f4)) ||
				memcmp(&a->f4, &b->f4, 4) == 0;
		case VALUE_FLOAT8:
			return (isnan(a->f8) && isnan(b->f8)) ||
				memcmp(&a->f8, &b->f8, 8) == 0;
		case VALUE_NUMERIC:
			return a->num.sign == b->num.sign &&
				a->num.ndigits == b->num.ndigits &&
				(a->num.ndigits == 0 ||
				 (a->num.weight == b->num.weight &&
				  memcmp(a->num.digits, b->num.digits,
						 a->num.ndigits * sizeof(int16_t)) == 0));
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_JSONB:
			return a->bytes.len == b->bytes.len &&
				(a->bytes.len == 0 ||
				 memcmp(a->bytes.data, b->bytes.data, a->bytes.len) == 0);
		default:
			return a->i == b->i;
	}
}

#endif							/* TEST_VALUES_H */
