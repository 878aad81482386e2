/*
 * shell_text.h
 *		Write bytes for scripts of the HBase shell.  The scripts are Ruby, and
 *		there are two ways from a Ruby string to bytes.
 *
 * Arguments of put, get, scan and similar commands are used as the bytes of
 * the string.  They are written in double quotes, where Ruby converts \xHH.
 * Split points go through Bytes.toBytesBinary.  They are written in single
 * quotes, where Ruby keeps \xHH.  The wrong quotes give wrong bytes without an
 * error.
 */
#ifndef SHELL_TEXT_H
#define SHELL_TEXT_H

#include "core/base/buffer.h"
#include "core/cell/cell.h"

/*
 * Append the double-quoted literal of n bytes: a row, column, value, scan
 * bound or name.  No part of it is executed as Ruby code.
 */
extern void shell_write_literal(const uint8_t *p, size_t n, CoreBuf *out);

/*
 * Append the single-quoted literal of a split point, for SPLITS.  HBase
 * rejects an empty split point, so it is an error.
 */
extern bool shell_write_split(const uint8_t *p, size_t n, CoreBuf *out,
							  CoreError *err);

/*
 * Append the statement that puts this cell into a table, with any qualifier,
 * and without a timestamp if the cell is unstamped.  An error if HBase rejects
 * the cell.
 */
extern bool shell_write_put(const uint8_t *table, size_t tlen,
							const Cell *cell, CoreBuf *out, CoreError *err);

/*
 * Append the statement that adds this delete marker through the table's Java
 * object, because the shell's commands do not support all types of markers.
 * An unstamped marker is an error: with the time of the region server it could
 * hide puts of the same script.
 */
extern bool shell_write_delete(const uint8_t *table, size_t tlen,
							   const Cell *cell, CoreBuf *out, CoreError *err);

#endif							/* SHELL_TEXT_H */
