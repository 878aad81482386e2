/*
 * design_candidates.h
 *		Candidates for row keys, from the shapes of the questions.
 */
#ifndef DESIGN_CANDIDATES_H
#define DESIGN_CANDIDATES_H

#include "core/design/design.h"
#include "core/design/design_key.h"

/* More candidates are not judged. */
#define DESIGN_MOST_KEYS	96

typedef struct DesignCandidates
{
	DesignKey	keys[DESIGN_MOST_KEYS];
	int			n;
} DesignCandidates;

/*
 * Keys for the questions, the heaviest first: columns that they fix, first
 * those that other questions fix too; then columns of ranges or of the order.
 * Keys are not unique yet.
 */
extern void design_candidates_make(const DesignInput *input,
								   DesignCandidates *candidates);

/*
 * Append the missing columns of the unique constraint that misses the fewest,
 * and return its name; NULL if there is none.
 */
extern const char *design_key_complete(const DesignInput *input,
									   DesignKey *key);

#endif							/* DESIGN_CANDIDATES_H */
