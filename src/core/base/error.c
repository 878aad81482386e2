/*
 * error.c
 *		Errors of core: a message, a detail and a hint.
 */
#include "core/base/error.h"

#include <stdio.h>

int
core_shown(const char *text, size_t len, size_t max)
{
	if (len <= max)
		return (int) len;
	while (max > 0 && ((unsigned char) text[max] & 0xc0) == 0x80)
		max--;
	return (int) max;
}

void
core_format(char *dst, size_t size, const char *fmt, va_list ap)
{
	int			len = vsnprintf(dst, size, fmt, ap);

	if (len < 0)
		dst[0] = '\0';
	else if ((size_t) len >= size && (dst[size - 2] & 0x80) != 0)
		dst[core_shown(dst, size, size - 2)] = '\0';	/* never half a
														 * character */
}

bool
core_error(CoreError *err, CoreErrorCode code, const char *fmt,...)
{
	va_list		ap;

	err->code = code;
	err->detail[0] = err->hint[0] = '\0';
	va_start(ap, fmt);
	core_format(err->message, sizeof(err->message), fmt, ap);
	va_end(ap);
	return false;
}

bool
core_error_detail(CoreError *err, const char *fmt,...)
{
	va_list		ap;

	va_start(ap, fmt);
	core_format(err->detail, sizeof(err->detail), fmt, ap);
	va_end(ap);
	return false;
}

bool
core_error_hint(CoreError *err, const char *fmt,...)
{
	va_list		ap;

	va_start(ap, fmt);
	core_format(err->hint, sizeof(err->hint), fmt, ap);
	va_end(ap);
	return false;
}
