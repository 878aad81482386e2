/*
 * rowkey_layout.c
 *		The type rowkey_layout: input, output, comparison.
 *
 * A datum has a version byte and the canonical text in UTF-8, not the compiled
 * form: constants of this type are stored in defaults, views and index
 * definitions, and must have the same meaning in every later release.
 */
#include "pg/base/compat.h"

#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "nodes/nodes.h"

#include "core/layout/layout_check.h"
#include "core/layout/layout_print.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"
#include "pg/layout/rowkey_layout.h"

PG_FUNCTION_INFO_V1(rowkey_layout_in);
PG_FUNCTION_INFO_V1(rowkey_layout_out);
PG_FUNCTION_INFO_V1(rowkey_layout_recv);
PG_FUNCTION_INFO_V1(rowkey_layout_send);
PG_FUNCTION_INFO_V1(rowkey_layout_eq);
PG_FUNCTION_INFO_V1(rowkey_layout_ne);
PG_FUNCTION_INFO_V1(rowkey_layout_hash);

/* Convert UTF-8 text to a datum; NULL with an error. */
static RowKeyLayout *
store(const char *utf8, int len, CoreError *err)
{
	Layout	   *layout = layout_read(utf8, len, err);
	CoreBuf		buf;

	if (layout == NULL)
		return NULL;
	varlena_buffer_init(&buf, len + 32);
	core_buf_add_byte(&buf, LAYOUT_VERSION);
	layout_print(layout, &buf);
	pfree(layout);
	return varlena_buffer_end(&buf);
}

/* The canonical text of a stored layout, in UTF-8. */
static const char *
stored_text(RowKeyLayout *stored, int *len)
{
	int			n = VARSIZE_ANY_EXHDR(stored);

	if (n < 1 || VARDATA_ANY(stored)[0] != LAYOUT_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("unrecognized version of a stored rowkey_layout")));
	*len = n - 1;
	return VARDATA_ANY(stored) + 1;
}

Layout *
layout_compile(RowKeyLayout *stored)
{
	int			len;
	const char *text = stored_text(stored, &len);
	CoreError	err;
	Layout	   *layout = layout_read(text, len, &err);

	if (layout == NULL)
		core_error_raise(&err);
	return layout;
}

Datum
rowkey_layout_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	int			len = strlen(text);
	const char *utf8 = utf8_text_from_server(text, &len);
	CoreError	err;
	RowKeyLayout *stored = store(utf8, len, &err);

	if (stored == NULL)
	{
		core_error_save(&err, fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_POINTER(stored);
}

Datum
rowkey_layout_out(PG_FUNCTION_ARGS)
{
	int			len;
	const char *utf8 = stored_text(PG_GETARG_LAYOUT_PP(0), &len);
	const char *text = server_text_from_utf8(utf8, &len);

	PG_RETURN_CSTRING(pnstrdup(text, len));
}

/* Binary form: the version byte, and the text in the client's encoding. */
Datum
rowkey_layout_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buf = (StringInfo) PG_GETARG_POINTER(0);
	int			version = pq_getmsgbyte(buf);
	char	   *text;
	const char *utf8;
	int			len;
	CoreError	err;
	RowKeyLayout *stored;

	if (version != LAYOUT_VERSION)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("unsupported rowkey_layout version number %d",
						version)));
	text = pq_getmsgtext(buf, buf->len - buf->cursor, &len);
	utf8 = utf8_text_from_server(text, &len);
	stored = store(utf8, len, &err);
	if (stored == NULL)
		core_error_raise(&err);
	PG_RETURN_POINTER(stored);
}

Datum
rowkey_layout_send(PG_FUNCTION_ARGS)
{
	int			len;
	const char *utf8 = stored_text(PG_GETARG_LAYOUT_PP(0), &len);
	const char *text = server_text_from_utf8(utf8, &len);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbyte(&buf, LAYOUT_VERSION);
	pq_sendtext(&buf, text, len);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

/*
 * Layouts of the same meaning have the same text: equal layouts are equal
 * bytes.
 */
static bool
same_layout(FunctionCallInfo fcinfo)
{
	RowKeyLayout *a = PG_GETARG_LAYOUT_PP(0);
	RowKeyLayout *b = PG_GETARG_LAYOUT_PP(1);

	return VARSIZE_ANY_EXHDR(a) == VARSIZE_ANY_EXHDR(b) &&
		memcmp(VARDATA_ANY(a), VARDATA_ANY(b), VARSIZE_ANY_EXHDR(a)) == 0;
}

Datum
rowkey_layout_eq(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(same_layout(fcinfo));
}

Datum
rowkey_layout_ne(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(!same_layout(fcinfo));
}

Datum
rowkey_layout_hash(PG_FUNCTION_ARGS)
{
	RowKeyLayout *a = PG_GETARG_LAYOUT_PP(0);

	return hash_any((unsigned char *) VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a));
}
