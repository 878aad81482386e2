/*
 * varlena_buffer.h
 *		A buffer that becomes a varlena.
 */
#ifndef VARLENA_BUFFER_H
#define VARLENA_BUFFER_H

#include "postgres.h"

#include "core/base/buffer.h"
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "pg/base/compat.h"

/* A new bytea with these bytes; data may be NULL if size is 0. */
static inline bytea *
varlena_bytea(const void *data, size_t size)
{
	bytea	   *bytes = (bytea *) core_alloc(VARHDRSZ + size);

	SET_VARSIZE(bytes, VARHDRSZ + size);
	core_copy(VARDATA(bytes), data, size);
	return bytes;
}

/*
 * A buffer that starts with a varlena header, and the varlena made of it: one
 * allocation for a value of unknown size.
 */
extern void varlena_buffer_init(CoreBuf *buf, size_t capacity);

extern struct varlena *varlena_buffer_end(CoreBuf *buf);

#endif							/* VARLENA_BUFFER_H */
