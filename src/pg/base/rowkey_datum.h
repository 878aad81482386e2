/*
 * rowkey_datum.h
 *		New row keys, of a length that HBase takes.
 */
#ifndef ROWKEY_DATUM_H
#define ROWKEY_DATUM_H

#include "postgres.h"
#include "hbase_schema.h"

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "hbase_schema.h"
#include "pg/base/compat.h"

/* Raise 54000: the size exceeds the limit of a rowkey. */
extern void rowkey_too_long(size_t size) pg_attribute_noreturn();

/* True if a rowkey may have this size; else false, with an error (54000). */
extern bool rowkey_fits(size_t size, CoreError *err);

static inline void
rowkey_check_size(size_t size)
{
	if (unlikely(size > ROWKEY_MAX_SIZE))
		rowkey_too_long(size);
}

/* A new rowkey of size bytes, checked; the caller fills in the bytes. */
static inline RowKey *
rowkey_new(size_t size)
{
	RowKey	   *key;

	rowkey_check_size(size);
	key = (RowKey *) palloc(VARHDRSZ + size);
	SET_VARSIZE(key, VARHDRSZ + size);
	return key;
}

/* A new rowkey with these bytes, checked. */
extern RowKey *rowkey_from_bytes(const void *data, size_t size);

extern RowKey *rowkey_from_buffer(CoreBuf *buf);

#endif							/* ROWKEY_DATUM_H */
