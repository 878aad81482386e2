/*
 * layout_print.h
 *		Print a layout in canonical form.
 */
#ifndef LAYOUT_PRINT_H
#define LAYOUT_PRINT_H

#include "core/base/buffer.h"
#include "core/layout/layout.h"
#include "core/transform/salt.h"

/* Append the canonical form, which is unique for each meaning. */
extern void layout_print(const Layout *layout, CoreBuf *out);

/* The same as a C string. */
extern char *layout_text(const Layout *layout);

/* Append one component as in the canonical form. */
extern void layout_print_component(const Layout *layout, int component,
								   CoreBuf *out);

/*
 * The name of a component for messages, such as customer or md5(customer): at
 * most size bytes with the terminator.  Returns buf.
 */
extern const char *layout_label(const Layout *layout, int component,
								char *buf, size_t size);

#endif							/* LAYOUT_PRINT_H */
