/*
 * tsv_text.h
 *		Write lines for HBase's ImportTsv.
 *
 * Held against ImportTsv.TsvParser and TsvImporterMapper, HBase 2.6.1.
 * ImportTsv has no quotes, escapes or NULL: a field is the bytes between two
 * separators, and a line ends at LF, CR or CRLF.  A field with one of these
 * bytes is an error; nothing is replaced.  The row key is the first field;
 * fields count from 1.
 */
#ifndef TSV_TEXT_H
#define TSV_TEXT_H

#include "core/base/buffer.h"
#include "core/base/error.h"

typedef struct TsvLine
{
	CoreBuf    *out;			/* the line is appended to this */
	uint8_t		separator;		/* TAB, or the one given to ImportTsv */
	int			nfields;		/* fields so far, with the row key */
} TsvLine;

/* Begin a line with the row key. */
extern bool tsv_line_begin(TsvLine *line, uint8_t separator,
						   const uint8_t *key, size_t n,
						   CoreBuf *out, CoreError *err);

/* Add the value of the next cell. */
extern bool tsv_line_add(TsvLine *line, const uint8_t *p, size_t n,
						 CoreError *err);

/*
 * End the line.  Appends nothing (the caller joins lines with LF).  A line
 * with only a key is an error, because ImportTsv drops it.
 */
extern bool tsv_line_end(TsvLine *line, CoreError *err);

#endif							/* TSV_TEXT_H */
