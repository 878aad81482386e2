/*
 * layout_key.h
 *		Keys of a layout: built from values, and read back.
 */
#ifndef LAYOUT_KEY_H
#define LAYOUT_KEY_H

#include "layout.h"

/* Room for layout_label in messages. */
#define LAYOUT_LABEL_SIZE	96

/* ---- building (layout_compose.c) ------------------------------------- */

/*
 * Append the key of these values to out, one value per field, each of its
 * field's kind (or one that value_convert takes), VALUE_NULL for NULL.
 */
extern bool layout_compose(const Layout *layout, const CoreValue *values,
						   CoreBuf *out, CoreError *err);

/*
 * Append the longest prefix that all keys with these values in the first
 * nvalues fields share, every component closed as in mid-key.  An error when
 * it fans out over salts or buckets that these values do not tell.
 */
extern bool layout_prefix(const Layout *layout, const CoreValue *values, int nvalues,
						  CoreBuf *out, CoreError *err);

/*
 * Append the bytes of one component (no salt, no literal), without separator.
 * v is its field's value, not NULL.  Errors name the component.
 */
extern bool layout_put_component(const Layout *layout, int component,
								 const CoreValue *v, CoreBuf *out, CoreError *err);

/*
 * Append any component but a salt, and what closes it in mid-key.  *keep is
 * the length of out that is left when all that follows is NULL and Phoenix
 * leaves it out.
 */
extern bool layout_add_component(const Layout *layout, int component,
								 const CoreValue *values, CoreBuf *out,
								 size_t *keep, CoreError *err);

/*
 * The salt of salt(n, field...) for values of its fields; the others may be
 * anything.
 */
extern bool layout_salt_of_fields(const Layout *layout, const CoreValue *values,
								  uint32_t *bucket, CoreError *err);

/*
 * Write a salt, or a bucket's number, as it stands in the key; dst has room for
 * its width.
 */
extern void layout_write_salt(const LayoutComponent *salt, uint32_t bucket,
							  uint8_t *dst);

/* More salts or buckets than these are not a region each by themselves. */
#define LAYOUT_MAX_SALT_REGIONS	256

/* How many salts or buckets keys begin with; 0: they begin otherwise. */
static inline int64_t
layout_salts(const Layout *layout)
{
	const LayoutComponent *first = &layout->components[0];

	return first->kind == LAYOUT_SALT || first->kind == LAYOUT_BUCKET ? first->number : 0;
}

/* ---- reading (layout_decompose.c) ------------------------------------ */

/* Where a component stands in a key. */
typedef struct LayoutPart
{
	size_t		offset;
	size_t		len;
	size_t		separator;		/* bytes of separator after it, 0 or 1 */
	bool		null;
} LayoutPart;

/*
 * Find the components of a key: their bytes and nothing else.  An error names
 * the component that does not fit, and its byte offset.
 */
extern bool layout_split(const Layout *layout, const uint8_t *key, size_t n,
						 LayoutPart *parts, CoreError *err);

/*
 * Decode the component that gives a field back (read_from is not -1); *v is
 * VALUE_NULL for NULL, and after an error.  Memory is as encoding_decode says:
 * what does not point into the key is the caller's, and layout_release frees it.
 */
extern bool layout_read_field(const Layout *layout, int field,
							  const uint8_t *key, const LayoutPart *parts,
							  CoreValue *v, CoreError *err);

/* The same for any one component that keeps its field's value or period. */
extern bool layout_read_component(const Layout *layout, int component,
								  const uint8_t *key, const LayoutPart *parts,
								  CoreValue *v, CoreError *err);
extern void layout_release(const CoreValue *v, const uint8_t *key, size_t n);

/* The number a salt or bucket component holds; an error if it is no such. */
extern bool layout_read_bucket(const Layout *layout, int component,
							   const uint8_t *key, const LayoutPart *parts,
							   uint32_t *bucket, CoreError *err);

/* The salt that a key should have by its own bytes. */
extern bool layout_right_salt(const Layout *layout, const uint8_t *key, size_t n,
							  const LayoutPart *parts, uint32_t *bucket,
							  CoreError *err);

/*
 * Whether this is exactly the key that compose gives for the fields that can
 * be read back: canonical, and its salt, buckets and hashes right as far as
 * the key itself tells.
 */
extern bool layout_verify(const Layout *layout, const uint8_t *key, size_t n,
						  CoreError *err);

#endif							/* LAYOUT_KEY_H */
