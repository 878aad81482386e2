/*
 * design_unique.c
 *		Whether columns are unique in the sample.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/design/design_unique.h"

/* Columns that are appended to a key to make it unique. */
#define MOST_APPENDED	3

void
design_numbers_make(const DesignInput *input, const DesignRanks *ranks,
					DesignNumbers *numbers)
{
	memset(numbers, 0, sizeof(DesignNumbers));
	numbers->nrows = input->nrows;
	for (int c = 0; c < input->ncolumns; c++)
	{
		int		   *of = core_alloc((size_t) input->nrows * sizeof(int) + 1);
		const CoreValue *before = NULL;
		int			number = 0;

		memset(of, 0, (size_t) input->nrows * sizeof(int));
		for (int i = 0; i < ranks->n[c]; i++)
		{
			int			row = ranks->rows[c][i];
			const CoreValue *v = &input->values[(size_t) row *
												input->ncolumns + c];

			if (before == NULL || value_compare(before, v) != 0)
				number++;
			before = v;
			of[row] = number;
		}
		numbers->numbers[c] = of;
		numbers->distinct[c] = number;
	}
}

void
design_numbers_free(DesignNumbers *numbers)
{
	for (int c = 0; c < DESIGN_MAX_COLUMNS; c++)
		if (numbers->numbers[c] != NULL)
			core_free(numbers->numbers[c]);
	memset(numbers, 0, sizeof(DesignNumbers));
}

typedef struct Pair
{
	int			number;			/* of the columns so far */
	int			next;			/* of the next column */
	int			row;
} Pair;

static int
compare_pairs(const void *a, const void *b)
{
	const Pair *x = a;
	const Pair *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x->next > y->next) - (x->next < y->next);
}

int
design_count_distinct(const DesignInput *input, const DesignNumbers *numbers,
					  DesignSet set)
{
	size_t		n = (size_t) numbers->nrows;
	Pair	   *pairs = core_alloc(n * sizeof(Pair) + 1);
	int			count = n > 0 ? 1 : 0;

	for (size_t r = 0; r < n; r++)
		pairs[r] = (Pair) {0, 0, (int) r};
	for (int c = 0; c < input->ncolumns && count < (int) n; c++)
	{
		Pair		before = {-1, -1, -1};

		if (!DESIGN_HAS(set, c))
			continue;
		for (size_t i = 0; i < n; i++)
			pairs[i].next = numbers->numbers[c][pairs[i].row];
		core_sort(pairs, n, sizeof(Pair), compare_pairs);
		count = 0;
		for (size_t i = 0; i < n; i++)
		{
			if (i == 0 || compare_pairs(&before, &pairs[i]) != 0)
				count++;
			before = pairs[i];
			pairs[i].number = count;
		}
	}
	core_free(pairs);
	return count;
}

bool
design_key_measure(const DesignInput *input, const DesignNumbers *numbers,
				   DesignKey *key)
{
	int			count = design_count_distinct(input, numbers, key->set);

	for (int i = 0; i < MOST_APPENDED && count < input->nrows; i++)
	{
		int			best = -1;
		int			best_count = count;

		for (int c = 0; c < input->ncolumns; c++)
		{
			int			with;

			if (DESIGN_HAS(key->set, c))
				continue;
			with = design_count_distinct(input, numbers,
										 key->set | DESIGN_SET(c));
			if (with > best_count)
			{
				best = c;
				best_count = with;
			}
		}
		if (best < 0)
			break;
		design_key_add(key, best, false);
		count = best_count;
	}
	return count == input->nrows;
}
