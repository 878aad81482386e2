/*
 * server_text.c
 *		UTF-8 as text of the database.
 */
#include "pg/base/compat.h"

#include "mb/pg_wchar.h"

#include "pg/base/server_text.h"

const char *
server_text_from_utf8(const char *src, int *len)
{
	char	   *dst = pg_any_to_server(src, *len, PG_UTF8);

	if (dst != src)
		*len = strlen(dst);
	return dst;
}
