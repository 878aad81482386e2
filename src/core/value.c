/*
 * value.c
 *		Kinds of values: their names, and conversion inside a family.
 */
#include "value.h"

#include "numeric.h"

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

bool
value_convert(ValueKind wanted, const CoreValue *v, CoreValue *out, ValueRoom *room,
			  CoreError *err)
{
	if (wanted == v->kind)
		*out = *v;
	else if (!value_kind_takes(wanted, v->kind))
	{
		core_error(err, CORE_ERR_PARAMETER, "cannot take a value of type %s for %s",
				   value_kind_name(v->kind), value_kind_name(wanted));
		return core_error_hint(err, "Cast it to %s.", value_kind_name(wanted));
	}
	else if (wanted == VALUE_NUMERIC)
	{
		out->kind = wanted;
		numeric_from_int64(v->i, &out->num, room->digits);
	}
	else if (wanted == VALUE_FLOAT8)
	{
		out->kind = wanted;
		out->f8 = v->f4;
	}
	else
	{
		if ((wanted == VALUE_INT2 && v->i != (int16_t) v->i) ||
			(wanted == VALUE_INT4 && v->i != (int32_t) v->i))
			return core_error(err, CORE_ERR_RANGE, "value %lld is out of range for type %s",
							  (long long) v->i, value_kind_name(wanted));
		out->kind = wanted;
		out->i = v->i;
	}
	return true;
}
