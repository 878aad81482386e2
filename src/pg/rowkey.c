/*
 * rowkey.c
 *		The type rowkey: input, output, casts, and access by position.
 */
#include "compat.h"

#include "libpq/pqformat.h"
#include "access/detoast.h"
#include "utils/builtins.h"

#include "core/bytes.h"
#include "core/notation.h"
#include "rowkey_text.h"

PG_FUNCTION_INFO_V1(rowkey_in);
PG_FUNCTION_INFO_V1(rowkey_out);
PG_FUNCTION_INFO_V1(rowkey_recv);
PG_FUNCTION_INFO_V1(rowkey_send);
PG_FUNCTION_INFO_V1(rowkey_from_bytea);
PG_FUNCTION_INFO_V1(rowkey_length);
PG_FUNCTION_INFO_V1(rowkey_substring);
PG_FUNCTION_INFO_V1(rowkey_get_byte);
PG_FUNCTION_INFO_V1(rowkey_prefix_stop);

/*
 * Text form: HBase's Bytes.toStringBinary, read strictly; but what is cast
 * means its own bytes.
 */
Datum
rowkey_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	size_t		len = strlen(text);
	RowKey	   *key;
	size_t		n;
	CoreError	err;

	if (rowkey_input_is_cast(fcinfo))
	{
		if (!rowkey_of_text(text, len, &key, &err))
		{
			glue_save_error(&err, fcinfo->context);
			PG_RETURN_NULL();
		}
		PG_RETURN_ROWKEY_P(key);
	}
	key = (RowKey *) palloc(VARHDRSZ + len);
	if (!notation_read(text, len, (uint8_t *) VARDATA(key), &n, &err))
	{
		glue_save_error(&err, fcinfo->context);
		PG_RETURN_NULL();
	}
	if (n > ROWKEY_MAX_SIZE)
		ereturn(fcinfo->context, (Datum) 0,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("row key of %zu bytes is too long", n),
				 errdetail("HBase takes at most %d bytes.", ROWKEY_MAX_SIZE)));
	SET_VARSIZE(key, VARHDRSZ + n);
	PG_RETURN_ROWKEY_P(key);
}

Datum
rowkey_out(PG_FUNCTION_ARGS)
{
	RowKey	   *key = PG_GETARG_ROWKEY_PP(0);

	PG_RETURN_CSTRING(notation_text((const uint8_t *) VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key)));
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

/* bytea -> rowkey; the other way needs no function (same layout). */
Datum
rowkey_from_bytea(PG_FUNCTION_ARGS)
{
	CoreError	err;

	if (!rowkey_fits(toast_raw_datum_size(PG_GETARG_DATUM(0)) - VARHDRSZ, &err))
		return glue_reject(fcinfo, &err);
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
	int64		stop = n + 1;	/* first position not taken */

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
	PG_RETURN_ROWKEY_P(rowkey_from_bytes(VARDATA_ANY(key) + from - 1, stop - from));
}

/* get_byte(key, n): the n-th byte, counted from 0 as bytea's function does. */
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

/* The stop row of a prefix scan; the empty key means the end of the table. */
Datum
rowkey_prefix_stop(PG_FUNCTION_ARGS)
{
	RowKey	   *prefix = PG_GETARG_ROWKEY_PP(0);
	size_t		n = VARSIZE_ANY_EXHDR(prefix);
	RowKey	   *stop = rowkey_new(n);

	n = bytes_prefix_stop((uint8_t *) VARDATA_ANY(prefix), n, (uint8_t *) VARDATA(stop));
	SET_VARSIZE(stop, VARHDRSZ + n);
	PG_RETURN_ROWKEY_P(stop);
}
