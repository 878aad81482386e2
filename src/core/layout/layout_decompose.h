/*
 * layout_decompose.h
 *		Decompose a row key into components and values.
 */
#ifndef LAYOUT_DECOMPOSE_H
#define LAYOUT_DECOMPOSE_H

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/value/value.h"

/* The place of a component in a key. */
typedef struct LayoutPart
{
	size_t		offset;
	size_t		len;
	size_t		separator;		/* length of the separator after it, 0 or 1 */
	bool		null;
} LayoutPart;

/*
 * Find the components of a key without decoding them.  The error has the
 * component that does not fit, and its byte offset.
 */
extern bool layout_split(const Layout *layout, const uint8_t *key, size_t n,
						 LayoutPart *parts, CoreError *err);

/*
 * Decode a field (read_from is not -1). *v is VALUE_NULL for NULL and after an
 * error.  Memory as for encoding_decode: everything that does not point into
 * the key belongs to the caller; layout_release frees it.
 */
extern bool layout_read_field(const Layout *layout, int field,
							  const uint8_t *key, const LayoutPart *parts,
							  CoreValue *v, CoreError *err);

/* The same for one component that has the value or period of its field. */
extern bool layout_read_component(const Layout *layout, int component,
								  const uint8_t *key, const LayoutPart *parts,
								  CoreValue *v, CoreError *err);
extern void layout_release(const CoreValue *v, const uint8_t *key, size_t n);

/*
 * Read the number of a salt or bucket component.  An error if it is out of
 * range.
 */
extern bool layout_read_bucket(const Layout *layout, int component,
							   const uint8_t *key, const LayoutPart *parts,
							   uint32_t *bucket, CoreError *err);

/* Compute the salt that belongs to the rest of the key. */
extern bool layout_right_salt(const Layout *layout, const uint8_t *key,
							  size_t n, const LayoutPart *parts,
							  uint32_t *bucket, CoreError *err);

/*
 * Whether the key is exactly what compose gives for the decoded fields:
 * canonical form, and correct salt, buckets and hashes, as far as the key
 * determines them.
 */
extern bool layout_verify(const Layout *layout, const uint8_t *key, size_t n,
						  CoreError *err);

#endif							/* LAYOUT_DECOMPOSE_H */
