/*
 * layout_apart.h
 *		Several layouts: is it not one whose commas parted it, can keys of these
 *		record types be told apart, and does a parent sort before its children?
 */
#ifndef LAYOUT_APART_H
#define LAYOUT_APART_H

#include "layout.h"

/*
 * An array literal ends its elements at each comma that is not quoted, so that
 * one layout becomes several.  The error of an array in which a layout has no
 * field: all its rows would have one key.
 */
extern bool layout_check_array(const Layout *const *layouts, int n, CoreError *err);

/* The same for record types of a table, which are not components of one key. */
extern bool layout_check_record_types(const Layout *const *layouts, int n, CoreError *err);

/* Does each have one component, and are they, taken together, one layout? */
extern bool layout_are_components(const Layout *const *layouts, int n);

/* Append that layout, as it is written into an array. */
extern void layout_print_array(const Layout *const *layouts, int n, CoreBuf *out);

/*
 * Is there no key that both layouts have?  True when literals that stand at the
 * same place differ, or when the widths do.
 */
extern bool layout_apart(const Layout *a, const Layout *b);

/*
 * -1 when a is the parent of b and sorts first, 1 when it is and sorts after
 * b, 0 when it is no parent: a parent begins as its child does, then both have
 * a literal, and it has fewer fields.
 */
extern int	layout_parent_order(const Layout *a, const Layout *b);

#endif							/* LAYOUT_APART_H */
