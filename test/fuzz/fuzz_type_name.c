/*
 * fuzz_type_name.c
 *		Fuzz type names: any text is a type or an error, in every encoding and
 *		for every kind of value; the name of a found type finds the same type.
 */
#include "core/base/host.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/value/value.h"
#include "unit/values.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_type(const EncodingType *type)
{
	if (type->width < -1 || type->width > 32767 + 2 || type->length < 0 ||
		(type->precision != 0 && type->precision != 3 &&
		 type->precision != 6) ||
		encoding_format_name(type)[0] == '\0')
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char	   *name = core_alloc(size + 1);
	EncodingType type;
	CoreError	err = {0};

	memcpy(name, data, size);
	name[size] = '\0';
	for (Encoding e = ENCODING_BYTES; e <= ENCODING_PHOENIX; e++)
	{
		if (encoding_resolve_name(e, name, &type, &err))
			check_type(&type);
		else if (err.message[0] == '\0')
			abort();
		for (ValueKind kind = VALUE_BOOL; kind <= VALUE_JSONB; kind++)
		{
			if (encoding_resolve(e, kind, name, -1, &type, &err))
				check_type(&type);
		}
	}
	core_free(name);
	return 0;
}
