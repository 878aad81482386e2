/*
 * tsv_text.c
 *		One line of a file for HBase's ImportTsv.
 */
#include "tsv_text.h"
#include "bytes.h"

/* Say that field number cannot carry the byte c, which stands at offset. */
static bool
bad_byte(int number, uint8_t c, size_t offset, const char *meaning,
		 CoreError *err)
{
	core_error(err, CORE_ERR_CHARACTER,
			   "field %d of a TSV line cannot carry byte 0x%02x, at byte offset %zu",
			   number, c, offset);
	core_error_detail(err, "ImportTsv takes it for %s and knows no escape.", meaning);
	return core_error_hint(err, "Choose a key or value encoding that is plain text, or load by HFiles or a shell script.");
}

/* Append a field after checking that ImportTsv reads it as it is. */
static bool
add_bytes(TsvLine *line, const uint8_t *p, size_t n, CoreError *err)
{
	for (size_t i = 0; i < n; i++)
	{
		if (p[i] == line->separator)
			return bad_byte(line->nfields, p[i], i, "the end of the field", err);
		if (p[i] == '\n' || p[i] == '\r')
			return bad_byte(line->nfields, p[i], i, "the end of the line", err);
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
	line->missing = 0;
	if (n == 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "row key of a TSV line must not be empty");
		return core_error_detail(err, "HBase has no row with an empty key: ImportTsv would drop the line.");
	}
	if (n > BYTES_MAX_ROW)
	{
		core_error(err, CORE_ERR_LIMIT, "row key of %zu bytes is too long", n);
		return core_error_detail(err, "HBase takes at most %d bytes.", BYTES_MAX_ROW);
	}
	if (bytes_has_prefix(key, n, byte_order_mark, sizeof(byte_order_mark)))
	{
		core_error(err, CORE_ERR_CHARACTER,
				   "row key of a TSV line cannot begin with a byte order mark (EF BB BF)");
		return core_error_detail(err, "At the beginning of a file Hadoop drops these three bytes.");
	}
	return add_bytes(line, key, n, err);
}

bool
tsv_line_add(TsvLine *line, const uint8_t *p, size_t n, CoreError *err)
{
	line->nfields++;
	if (line->missing > 0)
	{
		core_error(err, CORE_ERR_NULL,
				   "field %d of a TSV line is NULL, but field %d is not",
				   line->missing, line->nfields);
		core_error_detail(err, "ImportTsv knows no NULL: only fields at the end of a line can be left out.");
		return core_error_hint(err, "Put columns that may be NULL last, or write '' for them and run ImportTsv with -Dimporttsv.skip.empty.columns=true.");
	}
	core_buf_add_byte(line->out, line->separator);
	return add_bytes(line, p, n, err);
}

void
tsv_line_skip(TsvLine *line)
{
	line->nfields++;
	if (line->missing == 0)
		line->missing = line->nfields;
}

bool
tsv_line_end(TsvLine *line, CoreError *err)
{
	if (line->nfields > 1 && line->missing != 2)
		return true;
	core_error(err, CORE_ERR_PARAMETER, "TSV line has a row key but no cell");
	return core_error_hint(err, "HBase has no row without a cell: leave the row out, or give it a cell with an empty value.");
}
