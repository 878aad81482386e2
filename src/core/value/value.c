/*
 * value.c
 *		Kinds of values: names, and the conversions between related kinds; the
 *		order of values.
 */
#include <math.h>

#include "core/base/bytes.h"
#include "core/value/value.h"

const char *
value_kind_name(ValueKind kind)
{
	switch (kind)
	{
		case VALUE_NULL:
			return "null";
		case VALUE_BOOL:
			return "boolean";
		case VALUE_INT2:
			return "smallint";
		case VALUE_INT4:
			return "integer";
		case VALUE_INT8:
			return "bigint";
		case VALUE_FLOAT4:
			return "real";
		case VALUE_FLOAT8:
			return "double precision";
		case VALUE_NUMERIC:
			return "numeric";
		case VALUE_TEXT:
			return "text";
		case VALUE_BYTES:
			return "bytea";
		case VALUE_UUID:
			return "uuid";
		case VALUE_DATE:
			return "date";
		case VALUE_TIME:
			return "time";
		case VALUE_TIMESTAMP:
			return "timestamp without time zone";
		case VALUE_TIMESTAMPTZ:
			return "timestamp with time zone";
		case VALUE_JSONB:
			return "jsonb";
	}
	return "unknown";
}

bool
value_kind_takes(ValueKind wanted, ValueKind given)
{
	if (wanted == given)
		return true;
	if (value_kind_is_integer(given))
		return value_kind_is_integer(wanted) || wanted == VALUE_NUMERIC;
	return wanted == VALUE_FLOAT8 && given == VALUE_FLOAT4;
}

/* ---- order -------------------------------------------------------------- */

static int
compare_int64(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

int
value_compare_floats(double a, double b)
{
	if (isnan(a) || isnan(b))
		return (isnan(a) != 0) - (isnan(b) != 0);
	return (a > b) - (a < b);
}

/*
 * The order of the classes of numerics: -Infinity, negative, zero, positive,
 * Infinity, NaN.
 */
static int
numeric_class(const ValueNumeric *num)
{
	switch (num->sign)
	{
		case VALUE_NUM_NEG_INFINITY:
			return 0;
		case VALUE_NUM_NEGATIVE:
			return num->ndigits == 0 ? 2 : 1;
		case VALUE_NUM_POSITIVE:
			return num->ndigits == 0 ? 2 : 3;
		case VALUE_NUM_POS_INFINITY:
			return 4;
		case VALUE_NUM_NAN:
			return 5;
	}
	return 5;
}

int
value_compare_numerics(const ValueNumeric *a, const ValueNumeric *b)
{
	int			class = numeric_class(a);
	int			c = compare_int64(class, numeric_class(b));

	if (c != 0 || (class != 1 && class != 3))
		return c;
	c = compare_int64(a->weight, b->weight);
	for (int i = 0; c == 0 && (i < a->ndigits || i < b->ndigits); i++)
		c = compare_int64(i < a->ndigits ? a->digits[i] : 0,
						  i < b->ndigits ? b->digits[i] : 0);
	return class == 1 ? -c : c;
}

int
value_compare(const CoreValue *a, const CoreValue *b)
{
	switch (a->kind)
	{
		case VALUE_NULL:
			return 0;
		case VALUE_BOOL:
			return compare_int64(a->b, b->b);
		case VALUE_FLOAT4:
			return value_compare_floats(a->f4, b->f4);
		case VALUE_FLOAT8:
			return value_compare_floats(a->f8, b->f8);
		case VALUE_NUMERIC:
			return value_compare_numerics(&a->num, &b->num);
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_JSONB:
			return bytes_compare(a->bytes.data, a->bytes.len, b->bytes.data,
								 b->bytes.len);
		case VALUE_INT2:
		case VALUE_INT4:
		case VALUE_INT8:
		case VALUE_DATE:
		case VALUE_TIME:
		case VALUE_TIMESTAMP:
		case VALUE_TIMESTAMPTZ:
			return compare_int64(a->i, b->i);
	}
	return 0;
}
