/*
 * fuzz_decode_string.c
 *		Fuzz the decoder of encoding "string".
 */
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "fuzz/fuzz_decode.h"

static const FuzzType types[] = {
	{VALUE_BOOL, NULL, true},
	{VALUE_INT2, NULL, false},	/* leading signs and zeros */
	{VALUE_INT4, NULL, false},
	{VALUE_INT8, NULL, false},
	{VALUE_FLOAT4, NULL, false},
	{VALUE_FLOAT8, NULL, false},
	{VALUE_NUMERIC, NULL, false},
	{VALUE_TEXT, NULL, true},
	{VALUE_TEXT, "char(5)", true},
	{VALUE_BYTES, NULL, true},
	{VALUE_UUID, NULL, false},	/* upper case */
	{VALUE_DATE, NULL, false},
	{VALUE_TIME, NULL, false},
	{VALUE_TIMESTAMP, NULL, false},
	{VALUE_TIMESTAMPTZ, NULL, false},
	{VALUE_JSONB, NULL, true},
};

FUZZ_DECODE(ENCODING_STRING, types)
