/*
 * child_join.h
 *		Join the rows of children that a query gathers by a subquery for each
 *		parent.
 */
#ifndef CHILD_JOIN_H
#define CHILD_JOIN_H

#include "postgres.h"
#include "nodes/parsenodes.h"

/*
 * A copy of the query with joins, which has the same rows; NULL if there is
 * nothing to join. It reads all children once, where the query itself reads
 * those of each parent: which is cheaper depends on indexes and conditions, so
 * plan both.
 */
extern Query *child_join(const Query *query);

#endif							/* CHILD_JOIN_H */
