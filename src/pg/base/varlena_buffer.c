/*
 * varlena_buffer.c
 *		A buffer that becomes a varlena.
 */
#include "pg/base/compat.h"

#include "fmgr.h"

#include "pg/base/varlena_buffer.h"



void
glue_buf_init(CoreBuf *buf, size_t capacity)
{
	buf->cap = VARHDRSZ + capacity;
	buf->data = core_alloc(buf->cap);
	buf->len = VARHDRSZ;
}

struct varlena *
glue_buf_varlena(CoreBuf *buf)
{
	SET_VARSIZE(buf->data, buf->len);
	return (struct varlena *) buf->data;
}
