/*
 * lower_case.h
 *		Convert UTF-8 to lower case as Java does.
 */
#ifndef LOWER_CASE_H
#define LOWER_CASE_H

#include "core/base/standard.h"

/* The largest growth: a byte that is not UTF-8 becomes U+FFFD, 3 bytes. */
#define LOWER_CASE_GROWTH	3

/*
 * Convert n bytes of UTF-8 to lower case, as Bytes.toString() and
 * String.toLowerCase(Locale.ROOT) in HBase's SubstringComparator do (2.6.1).
 * A capital sigma always becomes U+03C3, also at the end of a word.  out has
 * room for n * LOWER_CASE_GROWTH bytes.  Returns the number of bytes written.
 */
extern size_t lower_case(const uint8_t *p, size_t n, uint8_t *out);

#endif							/* LOWER_CASE_H */
