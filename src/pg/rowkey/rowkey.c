/*
 * rowkey.c
 *		The type rowkey: input, output, casts, and access by position.
 */
#include "pg/base/compat.h"

#include "libpq/pqformat.h"
#include "access/detoast.h"
#include "utils/builtins.h"

#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/rowkey/rowkey_text.h"

PG_FUNCTION_INFO_V1(rowkey_in);
PG_FUNCTION_INFO_V1(rowkey_out);
PG_FUNCTION_INFO_V1(rowkey_recv);
PG_FUNCTION_INFO_V1(rowkey_send);
PG_FUNCTION_INFO_V1(rowkey_from_bytea);
PG_FUNCTION_INFO_V1(rowkey_length);
PG_FUNCTION_INFO_V1(rowkey_substring);
PG_FUNCTION_INFO_V1(rowkey_get_byte);

/*
 * Text form: read strictly as HBase's Bytes.toStringBinary writes it (2.6.1);
 * a cast from a string takes the bytes of the string.
 */
Datum
rowkey_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	size_t		len = strlen(text);
	RowKey	   *key;
	CoreError	err;

	if (rowkey_input_is_cast(fcinfo) ?
		!rowkey_of_text(text, len, &key, &err) :
		!rowkey_of_notation(text, len, &key, &err))
	{
		core_error_save(&err, fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_out(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);

	PG_RETURN_CSTRING(notation_text((const uint8_t *) VARDATA_ANY(key),
									VARSIZE_ANY_EXHDR(key)));
}

/* Binary form: the bytes. */
Datum
rowkey_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			n = buf->len - buf->cursor;
	RowKey	   *key = rowkey_new(n);

	pq_copymsgbytes(buf, VARDATA(key), n);
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_send(PG_FUNCTION_ARGS)
{
	PG_RETURN_BYTEA_P(PG_GETARG_BYTEA_P_COPY(0));
}

/*
 * bytea -> rowkey; the other direction needs no function (same
 * representation).
 */
Datum
rowkey_from_bytea(PG_FUNCTION_ARGS)
{
	CoreError	err;

	if (!rowkey_fits(toast_raw_datum_size(PG_GETARG_DATUM(0)) - VARHDRSZ,
					 &err))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}

Datum
rowkey_length(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(toast_raw_datum_size(PG_GETARG_DATUM(0)) - VARHDRSZ);
}

/* substring(key, from [, for]): SQL's rules, positions from 1. */
Datum
rowkey_substring(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	int64		n = VARSIZE_ANY_EXHDR(key);
	int64		from = PG_GETARG_INT32(1);
	int64		stop = n + 1;	/* the position after the last */

	if (PG_NARGS() == 3)
	{
		if (PG_GETARG_INT32(2) < 0)
			ereport(ERROR,
					(errcode(ERRCODE_SUBSTRING_ERROR),
					 errmsg("negative substring length not allowed")));
		stop = Min(stop, from + PG_GETARG_INT32(2));
	}
	from = Max(from, 1);
	if (from >= stop)
		PG_RETURN_ROWKEY_P(rowkey_new(0));
	PG_RETURN_ROWKEY_P(
		rowkey_from_bytes(VARDATA_ANY(key) + from - 1, stop - from));
}

/* get_byte(key, n): byte n, counted from 0 as in bytea's function. */
Datum
rowkey_get_byte(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);
	int			n = PG_GETARG_INT32(1);
	int			len = VARSIZE_ANY_EXHDR(key);

	if (n < 0 || n >= len)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("byte %d is outside a row key of %d bytes", n, len),
				 errhint("Bytes are counted from 0.")));
	PG_RETURN_INT32((uint8) VARDATA_ANY(key)[n]);
}
