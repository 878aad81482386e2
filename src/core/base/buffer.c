/*
 * buffer.c
 *		A byte buffer that grows.
 */
#include "core/base/buffer.h"
#include "core/base/host.h"

#include <stdio.h>

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

/* Make room for n more bytes.  The capacity doubles, up to CORE_MAX_ALLOC. */
void
core_buf_grow(CoreBuf *buf, size_t n)
{
	size_t		need = buf->len + n;
	size_t		cap = buf->cap < 32 ? 64 : buf->cap * 2;

	if (cap > CORE_MAX_ALLOC)
		cap = CORE_MAX_ALLOC;
	if (cap < need)
		cap = need;
	buf->data = buf->data == NULL ? core_alloc(cap) :
									core_realloc(buf->data, cap);
	buf->cap = cap;
}

void
core_buf_printf(CoreBuf *buf, const char *fmt,...)
{
	size_t		room = buf->cap - buf->len;
	va_list		ap;
	int			n;

	va_start(ap, fmt);
	n = vsnprintf(room > 0 ? (char *) buf->data + buf->len : NULL, room, fmt,
				  ap);
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
