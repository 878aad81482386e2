/*
 * layout_apart.h
 *		Several record types in one table: can their keys be told apart, and
 *		does a parent sort before its children?
 */
#ifndef LAYOUT_APART_H
#define LAYOUT_APART_H

#include "layout.h"

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
