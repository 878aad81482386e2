/*
 * value_convert.c
 *		Convert values between related kinds.
 */
#include "core/value/numeric.h"
#include "core/value/value.h"
#include "core/value/value_convert.h"

bool
value_convert(ValueKind wanted, const CoreValue *v, CoreValue *out,
			  ValueRoom *room, CoreError *err)
{
	if (wanted == v->kind)
		*out = *v;
	else if (!value_kind_takes(wanted, v->kind))
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "cannot take a value of type %s for %s",
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
			return core_error(err, CORE_ERR_RANGE,
							  "value %lld is out of range for type %s",
							  (long long) v->i, value_kind_name(wanted));
		out->kind = wanted;
		out->i = v->i;
	}
	return true;
}
