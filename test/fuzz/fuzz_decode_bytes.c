/*
 * fuzz_decode_bytes.c
 *		Fuzz the decoder of encoding "bytes".
 */
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "fuzz/fuzz_decode.h"

static const FuzzType types[] = {
	{VALUE_BOOL, NULL, false},	/* any byte except 0 is true */
	{VALUE_INT2, NULL, true},
	{VALUE_INT4, NULL, true},
	{VALUE_INT8, NULL, true},
	{VALUE_INT2, "byte", true},
	{VALUE_INT4, "long", true},
	{VALUE_INT8, "vint", false},	/* longer than needed */
	{VALUE_FLOAT4, NULL, true},
	{VALUE_FLOAT8, NULL, true},
	{VALUE_FLOAT4, "double", true},
	{VALUE_NUMERIC, NULL, false},	/* negative scales, longer forms than
									 * needed */
	{VALUE_INT8, "BigDecimal", false},
	{VALUE_TEXT, NULL, true},
	{VALUE_TEXT, "char(5)", true},
	{VALUE_BYTES, NULL, true},
	{VALUE_BYTES, "binary(5)", true},
	{VALUE_UUID, NULL, true},
	{VALUE_DATE, NULL, true},
	{VALUE_TIME, NULL, true},
	{VALUE_TIMESTAMP, NULL, true},
	{VALUE_TIMESTAMPTZ, "timestamptz(6)", true},
	{VALUE_TIMESTAMPTZ, "int", true},
};

FUZZ_DECODE(ENCODING_BYTES, types)
