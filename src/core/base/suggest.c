/*
 * suggest.c
 *		"Did you mean": find the known name nearest to an unrecognized one.
 *
 * The distance is the number of edits: one letter added, removed or replaced,
 * or two neighbouring letters swapped.  A name is near if at most a third of
 * its letters differ (one edit is always allowed), or if it begins with the
 * word.
 */
#include "core/base/ascii.h"
#include "core/base/suggest.h"

#include <stdio.h>
#include <string.h>

void
suggest_init(Suggestion *s, const char *word, size_t len)
{
	s->len = len <= SUGGEST_MAX_WORD ? len : 0;
	for (size_t i = 0; i < s->len; i++)
		s->word[i] = core_lower(word[i]);
	s->word[s->len] = '\0';
	s->best = NULL;
	s->distance = s->len / 3 > 1 ? (int) (s->len / 3) + 1 : 2;
}

static int
least(int a, int b)
{
	return a < b ? a : b;
}

/* The number of edits between two words. */
static int
distance(const char *a, size_t alen, const char *b, size_t blen)
{
	int			rows[3][SUGGEST_MAX_WORD + 1];
	int		   *before = rows[0];	/* the row before the previous one */
	int		   *last = rows[1];
	int		   *now = rows[2];

	for (size_t j = 0; j <= blen; j++)
		last[j] = (int) j;
	for (size_t i = 1; i <= alen; i++)
	{
		int		   *next = before;
		char		x = a[i - 1];

		now[0] = (int) i;
		for (size_t j = 1; j <= blen; j++)
		{
			char		y = b[j - 1];

			now[j] = least(least(last[j], now[j - 1]) + 1,
						   last[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == b[j - 2] && y == a[i - 2])
				now[j] = least(now[j], before[j - 2] + 1);
		}
		before = last;
		last = now;
		now = next;
	}
	return last[blen];
}

/* Suggest name if the word is near to written, ignoring case. */
static void
offer(Suggestion *s, const char *written, const char *name)
{
	char		lower[SUGGEST_MAX_WORD];
	size_t		len = strlen(written);
	size_t		shorter;
	int			d;

	if (s->len == 0 || len > SUGGEST_MAX_WORD)
		return;
	for (size_t i = 0; i < len; i++)
		lower[i] = core_lower(written[i]);
	shorter = s->len < len ? s->len : len;
	if (shorter >= 3 && memcmp(s->word, lower, shorter) == 0)
		d = s->len == len ? 0 : 1;
	else
	{
		/* the difference in length is a lower bound */
		d = (int) (s->len > len ? s->len - len : len - s->len);
		if (d < s->distance)
			d = distance(s->word, s->len, lower, len);
	}
	if (d < s->distance && d < (int) s->len)
	{
		s->distance = d;
		s->best = name;
	}
}

void
suggest_offer(Suggestion *s, const char *name)
{
	offer(s, name, name);
}

void
suggest_offer_aliases(Suggestion *s, const SuggestAlias *aliases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		offer(s, aliases[i].theirs, aliases[i].ours);
}

const char *
suggest_sentence(const Suggestion *s, char buf[SUGGEST_SIZE])
{
	buf[0] = '\0';
	if (s->best != NULL)
		snprintf(buf, SUGGEST_SIZE, "Did you mean \"%s\"? ", s->best);
	return buf;
}
