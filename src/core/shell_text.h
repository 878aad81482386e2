/*
 * shell_text.h
 *		Bytes as the HBase shell reads them: its scripts are Ruby, and it has
 *		two ways of turning a Ruby string into bytes.
 *
 * Arguments of put, get, scan and the like are taken as the string's own
 * bytes, so they are written in double quotes, where Ruby itself reads \xHH.
 * Split points go through Bytes.toBytesBinary, so they are written in single
 * quotes, where Ruby leaves \xHH alone.  Mixed up, either one loads wrong
 * bytes without an error.
 */
#ifndef SHELL_TEXT_H
#define SHELL_TEXT_H

#include "cell.h"

/*
 * Append the double-quoted literal of n bytes: a row, column, value, scan
 * bound or name.  Nothing in it is ever run as Ruby code.
 */
extern void shell_write_literal(const uint8_t *p, size_t n, CoreBuf *out);

/*
 * Append the single-quoted literal of a split point, for SPLITS.  HBase takes
 * no empty split point, so that is an error.
 */
extern bool shell_write_split(const uint8_t *p, size_t n, CoreBuf *out,
							  CoreError *err);

/*
 * Append the double-quoted "family:qualifier", for get, scan, delete, incr.
 * The family must be a name HBase takes.  The qualifier may be empty, but not
 * hold a colon: the shell cuts it there and takes the rest for the name of a
 * converter, so that is an error.
 */
extern bool shell_write_column(const uint8_t *family, size_t flen,
							   const uint8_t *qualifier, size_t qlen,
							   CoreBuf *out, CoreError *err);

/*
 * Append the statement that puts this cell into a table, for any qualifier;
 * without a timestamp where the cell's is CELL_LATEST_TIMESTAMP.  A cell that
 * HBase would not take is an error.
 */
extern bool shell_write_put(const uint8_t *table, size_t tlen, const Cell *cell,
							CoreBuf *out, CoreError *err);

/*
 * Append the statement that sets this delete marker, by the table's Java object:
 * the shell's own commands have no markers of every type.  A marker without a
 * timestamp is an error, as the region server's clock could hide puts of the
 * same script.
 */
extern bool shell_write_delete(const uint8_t *table, size_t tlen, const Cell *cell,
							   CoreBuf *out, CoreError *err);

#endif							/* SHELL_TEXT_H */
