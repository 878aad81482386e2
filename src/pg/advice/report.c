/*
 * report.c
 *		The style sheet and the script of the pages of hbase.report().
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "core/region/heat_svg.h"

PG_FUNCTION_INFO_V1(report_style);
PG_FUNCTION_INFO_V1(report_script);

static const char style[] =
#include "pg/advice/report.css.inc"
	;

static const char script[] =
#include "pg/advice/report.js.inc"
	;

Datum
report_style(PG_FUNCTION_ARGS)
{
	CoreBuf		css;

	core_buf_init(&css);
	heat_style(&css);
	core_buf_add(&css, style, sizeof(style) - 1);
	PG_RETURN_TEXT_P(
		cstring_to_text_with_len((const char *) css.data, css.len));
}

Datum
report_script(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text_with_len(script, sizeof(script) - 1));
}
