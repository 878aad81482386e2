/*
 * rowkey_datum.c
 *		New row keys, of a length that HBase takes.
 */
#include "pg/base/compat.h"

#include "fmgr.h"

#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/varlena_buffer.h"

bool
rowkey_fits(size_t size, CoreError *err)
{
	if (likely(size <= ROWKEY_MAX_SIZE))
		return true;
	core_error(err, CORE_ERR_LIMIT, "row key of %zu bytes is too long", size);
	return core_error_detail(err, "HBase accepts at most %d bytes.",
							 ROWKEY_MAX_SIZE);
}

void
rowkey_too_long(size_t size)
{
	CoreError	err;

	rowkey_fits(size, &err);
	core_error_raise(&err);
}

RowKey *
rowkey_from_bytes(const void *data, size_t size)
{
	RowKey	   *key = rowkey_new(size);

	core_copy(VARDATA(key), data, size);
	return key;
}

RowKey *
rowkey_from_buffer(CoreBuf *buf)
{
	rowkey_check_size(buf->len - VARHDRSZ);
	return (RowKey *) varlena_buffer_end(buf);
}
