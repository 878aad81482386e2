/*
 * fuzz_decode_phoenix.c
 *		Fuzz the decoder of encoding "phoenix".
 */
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "fuzz/fuzz_decode.h"

static const FuzzType types[] = {
	{VALUE_BOOL, NULL, true},
	{VALUE_INT2, "TINYINT", true},
	{VALUE_INT2, NULL, true},
	{VALUE_INT4, NULL, true},
	{VALUE_INT8, NULL, true},
	{VALUE_INT8, "UNSIGNED_TINYINT", true},
	{VALUE_INT2, "UNSIGNED_INT", true},
	{VALUE_INT8, "UNSIGNED_LONG", true},
	{VALUE_FLOAT4, NULL, true},
	{VALUE_FLOAT8, NULL, true},
	{VALUE_FLOAT4, "DOUBLE", true},
	{VALUE_FLOAT4, "UNSIGNED_FLOAT", true},
	{VALUE_FLOAT8, "UNSIGNED_DOUBLE", true},
	{VALUE_NUMERIC, NULL, true},
	{VALUE_INT8, "DECIMAL", true},
	{VALUE_TEXT, NULL, true},
	{VALUE_TEXT, "CHAR(5)", true},
	{VALUE_BYTES, NULL, true},
	{VALUE_BYTES, "BINARY(5)", true},
	{VALUE_UUID, NULL, true},
	{VALUE_DATE, NULL, true},
	{VALUE_TIME, NULL, true},
	{VALUE_TIME, "time(6)", true},
	{VALUE_TIMESTAMP, "timestamp(0)", true},
	{VALUE_TIMESTAMPTZ, NULL, true},
	{VALUE_TIMESTAMPTZ, "TIMESTAMP", true},
	{VALUE_TIMESTAMP, "UNSIGNED_DATE", true},
	{VALUE_TIMESTAMP, "UNSIGNED_TIMESTAMP", true},
	{VALUE_DATE, "UNSIGNED_TIMESTAMP", true},
};

FUZZ_DECODE(ENCODING_PHOENIX, types)
