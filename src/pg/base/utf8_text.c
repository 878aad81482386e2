/*
 * utf8_text.c
 *		Text of the database as UTF-8.
 */
#include "pg/base/compat.h"

#include "catalog/namespace.h"
#include "mb/pg_wchar.h"
#include "utils/memutils.h"

#include "core/base/utf8.h"
#include "pg/base/core_error.h"
#include "pg/base/utf8_text.h"

/* Convert from an encoding other than UTF-8 and SQL_ASCII. */
static bool
convert_text(const char **text, int *len, CoreError *err)
{
	unsigned char *src = (unsigned char *) *text;
	int			encoding = GetDatabaseEncoding();
	Oid			conversion = FindDefaultConversionProc(encoding, PG_UTF8);
	unsigned char *dst;
	int			size;
	int			good;

	if (!OidIsValid(conversion) ||
		*len >= MaxAllocSize / MAX_CONVERSION_GROWTH)
	{
		dst = pg_do_encoding_conversion(src, *len, encoding, PG_UTF8);
		good = *len;
	}
	else
	{
		size = *len * MAX_CONVERSION_GROWTH + 1;
		dst = palloc(size);
		good = pg_do_encoding_conversion_buf(conversion, encoding, PG_UTF8,
											 src, *len, dst, size, true);
	}
	if (good < *len)
	{
		core_error(err, CORE_ERR_CHARACTER,
				   "text contains a character that does not exist in UTF-8");
		return core_error_detail(
			err,
			"It begins with byte 0x%02x at offset %d of %d, in encoding %s.",
			src[good], good, *len, GetDatabaseEncodingName());
	}
	*text = (char *) dst;
	*len = strlen(*text);
	return true;
}

bool
utf8_text_convert(const char **text, int *len, CoreError *err)
{
	const uint8_t *bytes = (const uint8_t *) *text;

	if (GetDatabaseEncoding() == PG_UTF8 || utf8_is_ascii(bytes, *len))
		return true;
	if (GetDatabaseEncoding() != PG_SQL_ASCII)
		return convert_text(text, len, err);
	return utf8_check(bytes, *len, err) ||
		core_error_hint(err,
						"In a database with encoding SQL_ASCII, text must be UTF-8. Convert it, for example with "
						"convert_from(convert(convert_to(x, 'SQL_ASCII'), 'LATIN1', 'UTF8'), 'SQL_ASCII').");
}

const char *
utf8_text_from_server(const char *src, int *len)
{
	CoreError	err;

	if (unlikely(!utf8_text_convert(&src, len, &err)))
		core_error_raise(&err);
	return src;
}
