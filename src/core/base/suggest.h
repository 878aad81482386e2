/*
 * suggest.h
 *		"Did you mean": find the known name nearest to an unrecognized one.
 */
#ifndef SUGGEST_H
#define SUGGEST_H

#include "core/base/standard.h"

/* Longer words get no suggestion. */
#define SUGGEST_MAX_WORD	64

/* Size of the buffer of suggest_sentence. */
#define SUGGEST_SIZE		(2 * SUGGEST_MAX_WORD)

typedef struct Suggestion
{
	char		word[SUGGEST_MAX_WORD + 1];	/* the unrecognized word, in
											 * lower case */
	size_t		len;			/* 0: the word is too long, no suggestion */
	const char *best;			/* the nearest name so far, or NULL */
	int			distance;		/* edits between word and best */
} Suggestion;

/* A name used by another program, and our name for the same thing. */
typedef struct SuggestAlias
{
	const char *theirs;
	const char *ours;
} SuggestAlias;

extern void suggest_init(Suggestion *s, const char *word, size_t len);

/* Consider a known name. name must outlive *s. */
extern void suggest_offer(Suggestion *s, const char *name);

/* Consider names of other programs.  If theirs is near, ours is suggested. */
extern void suggest_offer_aliases(Suggestion *s, const SuggestAlias *aliases,
								  size_t n);

/* "Did you mean "name"? " as the start of a hint; "" if no name is near. */
extern const char *suggest_sentence(const Suggestion *s,
									char buf[SUGGEST_SIZE]);

#endif							/* SUGGEST_H */
