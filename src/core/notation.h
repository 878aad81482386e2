/*
 * notation.h
 *		HBase's printable form of bytes: Bytes.toStringBinary and its strict
 *		inverse.
 */
#ifndef NOTATION_H
#define NOTATION_H

#include "core.h"

/* Length of the printable form of n bytes. */
extern size_t notation_length(const uint8_t *p, size_t n);

/* Write it (no terminator); returns the end. */
extern char *notation_write(const uint8_t *p, size_t n, char *dst);

/* The printable form as a C string, core_alloc. */
extern char *notation_text(const uint8_t *p, size_t n);

/*
 * Read a printable form of len bytes into dst (room for len bytes); *n is the
 * number of bytes read.  Strict where HBase is silent: a backslash that does
 * not begin \xHH with two upper-case hex digits (HBase reads no other), and any
 * byte outside 0x20..0x7e, is an error that tells its offset.
 */
extern bool notation_read(const char *src, size_t len, uint8_t *dst, size_t *n,
						  CoreError *err);

/*
 * Check a text that is to stand for its own bytes: one that contains \xHH, in
 * upper or lower case, may be meant in notation, and is an error.
 */
extern bool notation_check_text(const char *src, size_t len, CoreError *err);

/*
 * Bytes for an error message, as a C string of plain ASCII: written as
 * notation_write does, the rest of a long one left out.  dst has room for
 * NOTATION_QUOTE_SIZE bytes and is returned.
 */
#define NOTATION_QUOTE_SIZE		84

extern const char *notation_quote(const void *p, size_t n, char *dst);

#endif							/* NOTATION_H */
