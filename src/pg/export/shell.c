/*
 * shell.c
 *		Bytes as literals of the HBase shell.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type.h"
#include "utils/builtins.h"

#include "core/text/shell_text.h"
#include "hbase_schema.h"
#include "pg/base/utf8_text.h"
#include "pg/base/varlena_buffer.h"

PG_FUNCTION_INFO_V1(hbase_shell_literal);

/*
 * hbase_shell_literal(text, bytea or rowkey): a text as its UTF-8 bytes. The
 * result is ASCII, valid in every server encoding.
 */
Datum
hbase_shell_literal(PG_FUNCTION_ARGS)
{
	struct varlena *value = PG_GETARG_VARLENA_PP(0);
	const char *p = VARDATA_ANY(value);
	int			len = VARSIZE_ANY_EXHDR(value);
	CoreBuf		buf;

	if (get_fn_expr_argtype(fcinfo->flinfo, 0) == TEXTOID)
		p = utf8_text_from_server(p, &len);
	varlena_buffer_init(&buf, (size_t) len + 2);
	shell_write_literal((const uint8_t *) p, len, &buf);
	PG_RETURN_TEXT_P(varlena_buffer_end(&buf));
}
