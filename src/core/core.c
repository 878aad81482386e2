/*
 * core.c
 *		Errors, words and the byte buffer of core.
 */
#include "core.h"

#include <stdio.h>

bool
core_same_word(const char *name, size_t len, const char *word)
{
	for (size_t i = 0; i < len; i++)
	{
		if (word[i] == '\0' || core_lower(name[i]) != core_lower(word[i]))
			return false;
	}
	return word[len] == '\0';
}

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
		dst[core_shown(dst, size, size - 2)] = '\0';	/* no half character */
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

void
core_buf_init(CoreBuf *buf)
{
	buf->data = NULL;
	buf->len = buf->cap = 0;
}

void
core_buf_free(CoreBuf *buf)
{
	if (buf->data != NULL)
		core_free(buf->data);
	core_buf_init(buf);
}

/* Enlarge the buffer so that n more bytes fit, doubling it where it may be. */
void
core_buf_grow(CoreBuf *buf, size_t n)
{
	size_t		need = buf->len + n;
	size_t		cap = buf->cap < 32 ? 64 : buf->cap * 2;

	if (cap > CORE_MAX_ALLOC)
		cap = CORE_MAX_ALLOC;
	if (cap < need)
		cap = need;
	buf->data = buf->data == NULL ? core_alloc(cap) : core_realloc(buf->data, cap);
	buf->cap = cap;
}

void
core_buf_printf(CoreBuf *buf, const char *fmt,...)
{
	size_t		room = buf->cap - buf->len;
	va_list		ap;
	int			n;

	va_start(ap, fmt);
	n = vsnprintf(room > 0 ? (char *) buf->data + buf->len : NULL, room, fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t) n >= room)
	{
		char	   *text = (char *) core_buf_reserve(buf, (size_t) n + 1);

		va_start(ap, fmt);
		n = vsnprintf(text, (size_t) n + 1, fmt, ap);
		va_end(ap);
	}
	if (n > 0)
		buf->len += (size_t) n;
}
