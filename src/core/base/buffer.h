/*
 * buffer.h
 *		A byte buffer that grows.
 */
#ifndef BUFFER_H
#define BUFFER_H

#include "core/base/standard.h"

typedef struct CoreBuf
{
	uint8_t    *data;			/* NULL until the first byte is added */
	size_t		len;
	size_t		cap;
} CoreBuf;

extern void core_buf_init(CoreBuf *buf);
extern void core_buf_free(CoreBuf *buf);

extern void core_buf_grow(CoreBuf *buf, size_t n);

/* Make room for n more bytes and return where they go; len is unchanged. */
static inline uint8_t *
core_buf_reserve(CoreBuf *buf, size_t n)
{
	if (buf->cap - buf->len < n)
		core_buf_grow(buf, n);
	return buf->data + buf->len;
}

static inline void
core_buf_add(CoreBuf *buf, const void *p, size_t n)
{
	if (n > 0)
	{
		memcpy(core_buf_reserve(buf, n), p, n);
		buf->len += n;
	}
}

static inline void
core_buf_add_byte(CoreBuf *buf, uint8_t b)
{
	*core_buf_reserve(buf, 1) = b;
	buf->len++;
}

/* Append formatted text of any length, without a terminator. */
extern void core_buf_printf(CoreBuf *buf, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));

#endif							/* BUFFER_H */
