/*
 * tsv_text.h
 *		One line of a file for HBase's ImportTsv.
 *
 * ImportTsv knows no quotes, no escapes and no NULL: a field is the bytes
 * between two separators, and a line ends at LF, CR or CRLF.  So there are
 * bytes a field cannot carry, and they are errors here; nothing is replaced.
 * The row key is the first field; fields are counted from 1.
 */
#ifndef TSV_TEXT_H
#define TSV_TEXT_H

#include "core.h"

typedef struct TsvLine
{
	CoreBuf    *out;			/* where the line goes */
	uint8_t		separator;		/* TAB, unless ImportTsv is told another */
	int			nfields;		/* seen so far, the row key included */
	int			missing;		/* first field left out, 0: none */
} TsvLine;

/* Begin a line with its row key. */
extern bool tsv_line_begin(TsvLine *line, uint8_t separator,
						   const uint8_t *key, size_t n,
						   CoreBuf *out, CoreError *err);

/* The next field: the value of the next cell. */
extern bool tsv_line_add(TsvLine *line, const uint8_t *p, size_t n,
						 CoreError *err);

/*
 * The next field has no cell.  Only fields at the end of a line can be left
 * out, so a field added after this one is an error.
 */
extern void tsv_line_skip(TsvLine *line);

/*
 * End the line: nothing is appended (the caller joins lines by LF), but a
 * line of a key alone is an error, as ImportTsv drops it.
 */
extern bool tsv_line_end(TsvLine *line, CoreError *err);

#endif							/* TSV_TEXT_H */
