/*
 * value_convert.h
 *		Convert values between related kinds.
 */
#ifndef VALUE_CONVERT_H
#define VALUE_CONVERT_H

#include "core/base/error.h"
#include "core/value/value.h"

extern bool value_convert(ValueKind wanted, const CoreValue *v, CoreValue *out,
						  ValueRoom *room, CoreError *err);

#endif							/* VALUE_CONVERT_H */
