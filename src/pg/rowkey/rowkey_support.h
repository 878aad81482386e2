/*
 * rowkey_support.h
 *		Conditions on keys as comparisons that indexes support.
 */
#ifndef ROWKEY_SUPPORT_H
#define ROWKEY_SUPPORT_H

#include "nodes/pathnodes.h"

/*
 * The condition that a key (of type keytype) is in ranges, for the planner:
 * comparisons with bounds, and the exact test if they need it. ranges is a
 * prefix, range, multirange or array of ranges of type rangestype, and not
 * volatile. NULL if there is no such condition.
 */
extern Expr *rowkey_ranges_condition(PlannerInfo *root, Node *key, Oid keytype,
									 Node *ranges, Oid rangestype);

#endif							/* ROWKEY_SUPPORT_H */
