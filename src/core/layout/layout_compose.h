/*
 * layout_compose.h
 *		Compose row keys from values.
 */
#ifndef LAYOUT_COMPOSE_H
#define LAYOUT_COMPOSE_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/value/value.h"

/*
 * Append the key to out. values has one value per field, of the field's kind
 * or a kind that value_convert accepts; VALUE_NULL for NULL.
 */
extern bool layout_compose(const Layout *layout, const CoreValue *values,
						   CoreBuf *out, CoreError *err);

/*
 * Append the longest common prefix of all keys with these values in the first
 * nvalues fields.  Every component is complete, with its separator.  An error
 * if the prefix depends on a salt or bucket that these values do not
 * determine.
 */
extern bool layout_prefix(const Layout *layout, const CoreValue *values,
						  int nvalues, CoreBuf *out, CoreError *err);

/*
 * Append the bytes of one component (not salt or literal), without separator.
 * v is the value of its field, not NULL.  Errors have the component's name.
 */
extern bool layout_put_component(const Layout *layout, int component,
								 const CoreValue *v, CoreBuf *out,
								 CoreError *err);

/*
 * Append any component except a salt, with the separator it needs before
 * another component. *keep is the remaining length of out if all that follows
 * is NULL and Phoenix omits it.
 */
extern bool layout_add_component(const Layout *layout, int component,
								 const CoreValue *values, CoreBuf *out,
								 size_t *keep, CoreError *err);

/*
 * Compute salt(n, field...) from the values of its fields.  Other values are
 * ignored.
 */
extern bool layout_salt_of_fields(const Layout *layout,
								  const CoreValue *values, uint32_t *bucket,
								  CoreError *err);

/*
 * Write the number of a salt or bucket as in the key. dst has room for its
 * width.
 */
extern void layout_write_salt(const LayoutComponent *salt, uint32_t bucket,
							  uint8_t *dst);

#endif							/* LAYOUT_COMPOSE_H */
