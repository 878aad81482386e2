/*
 * value.c
 *		Kinds of values: names, and the conversions between related kinds.
 */
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
