/*
 * rowkey_layout_ddl.c
 *		rowkey_layout_ddl(): generate code or DDL for other tools from a
 *		layout.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "core/layout/layout.h"
#include "core/text/layout_ddl.h"
#include "core/text/layout_ddl_common.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/layout/rowkey_layout.h"

PG_FUNCTION_INFO_V1(rowkey_layout_ddl);

/* rowkey_layout_ddl(layout, tool, table_name) */
Datum
rowkey_layout_ddl(PG_FUNCTION_ARGS)
{
	Layout	   *layout = layout_compile(PG_GETARG_LAYOUT_PP(0));
	char	   *tool = text_to_cstring(PG_GETARG_TEXT_PP(1));
	char	   *name = text_to_cstring(PG_GETARG_TEXT_PP(2));
	int			len = strlen(name);
	LayoutDdlTable table = {.name = utf8_text_from_server(name, &len)};
	const char *ddl;
	CoreBuf		out;
	CoreError	err;

	core_buf_init(&out);
	if (!layout_ddl(layout, tool, &table, &out, &err))
		core_error_raise(&err);
	len = (int) out.len;
	ddl = server_text_from_utf8((char *) out.data, &len);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(ddl, len));
}
