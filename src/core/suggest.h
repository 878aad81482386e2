/*
 * suggest.h
 *		"Did you mean": the known name that is nearest to an unrecognized one.
 */
#ifndef SUGGEST_H
#define SUGGEST_H

#include "core.h"

/* Longer words are compared with nothing. */
#define SUGGEST_MAX_WORD	64

/* Room for suggest_sentence. */
#define SUGGEST_SIZE		(2 * SUGGEST_MAX_WORD)

typedef struct Suggestion
{
	char		word[SUGGEST_MAX_WORD + 1];	/* unrecognized, in lower case */
	size_t		len;			/* 0: nothing is near it */
	const char *best;			/* the nearest name so far, or NULL */
	int			distance;		/* edits between word and best */
} Suggestion;

/* A name that other programs use, and ours of the same meaning. */
typedef struct SuggestAlias
{
	const char *theirs;
	const char *ours;
} SuggestAlias;

extern void suggest_init(Suggestion *s, const char *word, size_t len);

/* Offer a name that is known; it must outlive *s. */
extern void suggest_offer(Suggestion *s, const char *name);

/* Offer names of others: where theirs is near, ours is suggested. */
extern void suggest_offer_aliases(Suggestion *s, const SuggestAlias *aliases, size_t n);

/* "Did you mean "name"? ", to begin a hint with; "" when nothing is near. */
extern const char *suggest_sentence(const Suggestion *s, char buf[SUGGEST_SIZE]);

#endif							/* SUGGEST_H */
