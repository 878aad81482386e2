/*
 * record_types.h
 *		Several layouts of one table (record types): detect an array made from
 *		one layout, keys that two layouts share, and the order of parents and
 *		children.
 */
#ifndef RECORD_TYPES_H
#define RECORD_TYPES_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"

/*
 * PostgreSQL splits an array literal at each unquoted comma, so that one
 * layout becomes several.  An error if a layout in an array has no field: all
 * its rows would have the same key.
 */
extern bool layout_check_array(const Layout *const *layouts, int n,
							   CoreError *err);

/* The same for record types of a table. */
extern bool layout_check_record_types(const Layout *const *layouts, int n,
									  CoreError *err);

/*
 * Whether each layout has one component, and all of them together are one
 * layout.
 */
extern bool layout_are_components(const Layout *const *layouts, int n);

/* Append that one layout in the syntax of an array element. */
extern void layout_print_array(const Layout *const *layouts, int n,
							   CoreBuf *out);

/*
 * Whether no key fits both layouts: literals at the same place differ, or the
 * widths differ.
 */
extern bool layout_disjoint(const Layout *a, const Layout *b);

/*
 * -1 if a is the parent of b and sorts before it, 1 if it is the parent and
 * sorts after it, 0 if it is not a parent.  A parent begins like its child;
 * then both have a literal; and the parent has fewer fields.
 */
extern int	layout_parent_order(const Layout *a, const Layout *b);

#endif							/* RECORD_TYPES_H */
