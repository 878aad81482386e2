/*
 * fuzz_decode_ordered.c
 *		Fuzz the decoder of encoding "ordered".
 */
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "fuzz/fuzz_decode.h"

static const FuzzType types[] = {
	{VALUE_BOOL, NULL, true},
	{VALUE_INT2, "OrderedInt8", true},
	{VALUE_INT2, NULL, true},
	{VALUE_INT4, NULL, true},
	{VALUE_INT8, NULL, true},
	{VALUE_INT4, "int64", true},
	{VALUE_FLOAT4, NULL, true},
	{VALUE_FLOAT8, NULL, true},
	{VALUE_NUMERIC, NULL, true},
	{VALUE_INT8, "numeric", true},
	{VALUE_FLOAT8, "numeric", false},	/* more digits than a double has */
	{VALUE_TEXT, NULL, true},
	{VALUE_TEXT, "char(5)", true},
	{VALUE_BYTES, NULL, true},
	{VALUE_BYTES, "blob_copy", true},
	{VALUE_UUID, NULL, true},
	{VALUE_UUID, "blob_copy", true},
	{VALUE_DATE, NULL, true},
	{VALUE_TIME, NULL, true},
	{VALUE_TIMESTAMP, "timestamp(0)", true},
	{VALUE_TIMESTAMPTZ, NULL, true},
	{VALUE_TIMESTAMPTZ, "timestamptz(6)", true},
};

FUZZ_DECODE(ENCODING_ORDERED, types)
