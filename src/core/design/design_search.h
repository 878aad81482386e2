/*
 * design_search.h
 *		The search for row keys: candidates, their cost, a ranked list.
 */
#ifndef DESIGN_SEARCH_H
#define DESIGN_SEARCH_H

#include "core/design/design.h"

/* The best designs for a workload. */
extern void design_search(const DesignInput *input, DesignAnswer *answer);
extern void design_answer_free(DesignAnswer *answer);

#endif							/* DESIGN_SEARCH_H */
