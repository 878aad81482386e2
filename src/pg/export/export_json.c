/*
 * export_json.c
 *		Text as JSON, for manifests.
 */
#include "pg/base/compat.h"

#include "utils/json.h"

#include "core/base/error.h"
#include "core/base/notation.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/export/export_json.h"

/*
 * Text that is not valid UTF-8, as in an error message, is written in HBase's
 * notation.
 */
void
export_json_text(StringInfo out, const char *text)
{
	int			len = strlen(text);
	CoreError	err;

	escape_json(out,
				utf8_text_convert(&text, &len, &err) ?
					text :
					notation_text((const uint8_t *) text, len));
}
