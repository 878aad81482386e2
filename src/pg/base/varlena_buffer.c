/*
 * varlena_buffer.c
 *		A buffer that becomes a varlena.
 */
#include "pg/base/compat.h"

#include "fmgr.h"

#include "pg/base/varlena_buffer.h"

void
varlena_buffer_init(CoreBuf *buf, size_t capacity)
{
	buf->cap = VARHDRSZ + capacity;
	buf->data = core_alloc(buf->cap);
	buf->len = VARHDRSZ;
}

struct varlena *
varlena_buffer_end(CoreBuf *buf)
{
	SET_VARSIZE(buf->data, buf->len);
	return (struct varlena *) buf->data;
}
