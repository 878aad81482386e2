/*
 * layout_parse.h
 *		Parse the text of a layout.
 */
#ifndef LAYOUT_PARSE_H
#define LAYOUT_PARSE_H

#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/transform/salt.h"

/* Parse a text into components; types are not resolved yet. */
extern Layout *layout_parse(const char *text, size_t len, CoreError *err);

/* Set an error "... at character 12 of the layout". */
extern bool layout_error_at(CoreError *err, int position, const char *fmt,...)
			__attribute__((format(printf, 3, 4)));

/* Add the position in the layout to the error of another module. */
extern bool layout_error_from(CoreError *err, int position,
							  const CoreError *reason);

/* Find a field by name; -1 if it does not exist. */
extern int	layout_find_field(const Layout *layout, const char *name,
							  size_t len);

/* Set the error for an unrecognized field; it lists the fields. */
extern bool layout_no_field(const Layout *layout, const char *name, size_t len,
							CoreError *err);

/* Whether the word must be quoted to be a name. */
extern bool layout_is_reserved(const char *word);

#endif							/* LAYOUT_PARSE_H */
