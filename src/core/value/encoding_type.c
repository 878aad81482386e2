/*
 * encoding_type.c
 *		The names of encodings.
 */
#include "core/value/encoding_type.h"

static const char *const names[] = {
	[ENCODING_BYTES] = "bytes",
	[ENCODING_STRING] = "string",
	[ENCODING_ORDERED] = "ordered",
	[ENCODING_PHOENIX] = "phoenix",
};

#define N_ENCODINGS		((int) (sizeof(names) / sizeof(names[0])))

const char *
encoding_name(Encoding encoding)
{
	return names[encoding];
}

bool
encoding_from_name(const char *name, size_t len, Encoding *encoding)
{
	for (int i = 0; i < N_ENCODINGS; i++)
	{
		if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
		{
			*encoding = (Encoding) i;
			return true;
		}
	}
	return false;
}

const char *
encoding_format_name(const EncodingType *type)
{
	return type->format_name;
}
