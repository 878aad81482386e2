/*
 * notation.h
 *		HBase's printable form of bytes: Bytes.toStringBinary and a strict
 *		Bytes.toBytesBinary (HBase 2.6.1).
 */
#ifndef NOTATION_H
#define NOTATION_H

#include "core/base/error.h"

/* The length of the printable form of n bytes. */
extern size_t notation_length(const uint8_t *p, size_t n);

/* Write the printable form without a terminator.  Returns the end. */
extern char *notation_write(const uint8_t *p, size_t n, char *dst);

/* The printable form as a C string, allocated with core_alloc. */
extern char *notation_text(const uint8_t *p, size_t n);

/*
 * Read a printable form of len bytes into dst (room for len bytes) and set *n
 * to the number of bytes read.  Stricter than Bytes.toBytesBinary: every
 * backslash must begin \xHH with two upper-case hex digits, and all other
 * bytes must be 0x20..0x7e.  The error has the offset.
 */
extern bool notation_read(const char *src, size_t len, uint8_t *dst, size_t *n,
						  CoreError *err);

/*
 * Check a text whose bytes are used unchanged.  A text that contains \xHH, in
 * upper or lower case, is an error, because notation may be meant.
 */
extern bool notation_check_text(const char *src, size_t len, CoreError *err);

/*
 * Bytes for an error message: the printable form as a C string, truncated if
 * it is long. dst has room for NOTATION_QUOTE_SIZE bytes and is returned.
 */
#define NOTATION_QUOTE_SIZE		84

extern const char *notation_quote(const void *p, size_t n, char *dst);

#endif							/* NOTATION_H */
