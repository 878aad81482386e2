/*
 * tsv_text.c
 *		Write lines for HBase's ImportTsv.
 */
#include "core/base/bytes.h"
#include "core/text/tsv_text.h"

/*
 * Set the error for a byte that a field cannot have; offset is its position.
 */
static bool
bad_byte(int number, uint8_t c, size_t offset, const char *meaning,
		 CoreError *err)
{
	core_error(err, CORE_ERR_CHARACTER,
			   "field %d of a TSV line cannot contain byte 0x%02x, at byte offset %zu",
			   number, c, offset);
	core_error_detail(err,
					  "ImportTsv reads it as %s and does not support escapes.",
					  meaning);
	return core_error_hint(err,
						   "Choose an encoding that is plain text, or load with HFiles or a shell script.");
}

/* Append a field, after the check that ImportTsv reads it unchanged. */
static bool
add_bytes(TsvLine *line, const uint8_t *p, size_t n, CoreError *err)
{
	for (size_t i = 0; i < n; i++)
	{
		if (p[i] == line->separator)
			return bad_byte(line->nfields, p[i], i, "the end of the field",
							err);
		if (p[i] == '\n' || p[i] == '\r')
			return bad_byte(line->nfields, p[i], i, "the end of the line",
							err);
	}
	core_buf_add(line->out, p, n);
	return true;
}

bool
tsv_line_begin(TsvLine *line, uint8_t separator,
			   const uint8_t *key, size_t n, CoreBuf *out, CoreError *err)
{
	static const uint8_t byte_order_mark[] = {0xef, 0xbb, 0xbf};

	line->out = out;
	line->separator = separator;
	line->nfields = 1;
	if (n == 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "row key of a TSV line must not be empty");
		return core_error_detail(err,
								 "HBase does not accept an empty row key: ImportTsv would drop the line.");
	}
	if (n > BYTES_MAX_ROW)
	{
		core_error(err, CORE_ERR_LIMIT, "row key of %zu bytes is too long", n);
		return core_error_detail(err, "HBase accepts at most %d bytes.",
								 BYTES_MAX_ROW);
	}
	if (bytes_has_prefix(key, n, byte_order_mark, sizeof(byte_order_mark)))
	{
		core_error(err, CORE_ERR_CHARACTER,
				   "row key of a TSV line cannot begin with a byte order mark (EF BB BF)");
		return core_error_detail(
			err, "Hadoop drops these three bytes at the beginning of a file.");
	}
	return add_bytes(line, key, n, err);
}

bool
tsv_line_add(TsvLine *line, const uint8_t *p, size_t n, CoreError *err)
{
	line->nfields++;
	core_buf_add_byte(line->out, line->separator);
	return add_bytes(line, p, n, err);
}

bool
tsv_line_end(TsvLine *line, CoreError *err)
{
	if (line->nfields > 1)
		return true;
	core_error(err, CORE_ERR_PARAMETER, "TSV line has a row key but no cell");
	return core_error_hint(err,
						   "HBase does not store rows without cells: omit the row, or give it a cell with an empty value.");
}
