/*
 * suggest.c
 *		"Did you mean": the known name that is nearest to an unrecognized one.
 *
 * Near is a few edits: one letter more, less or other, or two neighbours
 * swapped.  A third of the letters may be wrong, but always one.  So is a word
 * that another begins with.
 */
#include "suggest.h"

#include <stdio.h>

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

/* Edits that make one word of the other, whatever their case. */
static int
distance(const char *a, size_t alen, const char *b, size_t blen)
{
	int			rows[3][SUGGEST_MAX_WORD + 1];
	int		   *before = rows[0];	/* two letters of a ago */
	int		   *last = rows[1];
	int		   *now = rows[2];

	for (size_t j = 0; j <= blen; j++)
		last[j] = (int) j;
	for (size_t i = 1; i <= alen; i++)
	{
		int		   *next = before;

		now[0] = (int) i;
		for (size_t j = 1; j <= blen; j++)
		{
			char		x = core_lower(a[i - 1]);
			char		y = core_lower(b[j - 1]);

			now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == core_lower(b[j - 2]) && y == core_lower(a[i - 2]))
				now[j] = least(now[j], before[j - 2] + 1);
		}
		before = last;
		last = now;
		now = next;
	}
	return last[blen];
}

/* Suggest name where the word is near written. */
static void
offer(Suggestion *s, const char *written, const char *name)
{
	size_t		len = strlen(written);
	size_t		shorter;
	int			d;

	if (s->len == 0 || len > SUGGEST_MAX_WORD)
		return;
	d = distance(s->word, s->len, written, len);
	shorter = s->len < len ? s->len : len;
	if (d > 1 && shorter >= 3 && distance(s->word, shorter, written, shorter) == 0)
		d = 1;
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
