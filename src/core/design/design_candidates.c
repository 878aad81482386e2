/*
 * design_candidates.c
 *		Candidates for row keys, from the shapes of the questions.
 *
 * A key serves a question if it begins with the columns that the question
 * fixes; then come the column of its range, or the columns of its order.  The
 * order of the fixed columns does not matter to the question, so other
 * questions decide it: columns that more calls fix are first.  One key for
 * each order of all columns would be too many, and most serve no question.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/design/design_candidates.h"

/* Questions that candidates are made for, and columns to begin with. */
#define MOST_QUESTIONS	16
#define MOST_STARTS		4

typedef struct Shape
{
	const DesignQuestion *question;
	double		calls;
	int			number;
	DesignSet	fixed;
	int			nfixed;
} Shape;

typedef struct Search
{
	const DesignInput *input;
	DesignCandidates *candidates;
	double		calls[DESIGN_MAX_COLUMNS];	/* that fix the column */
	Shape	   *shapes;			/* the heaviest first */
	int			nshapes;
} Search;

static bool
fixes(const DesignCondition *condition)
{
	return condition->column >= 0 && condition->test <= DESIGN_IN;
}

static bool
ranges(const DesignCondition *condition)
{
	return condition->column >= 0 && condition->test >= DESIGN_RANGE &&
		condition->test <= DESIGN_PREFIX;
}

static int
compare_shapes(const void *a, const void *b)
{
	const Shape *x = a;
	const Shape *y = b;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void
find_shapes(Search *search)
{
	const DesignInput *input = search->input;

	search->shapes = core_alloc((size_t) input->nquestions * sizeof(Shape) +
								1);
	for (int q = 0; q < input->nquestions; q++)
	{
		const DesignQuestion *question = &input->questions[q];
		Shape		shape = {question, question->calls, q, 0, 0};

		if (question->kind == DESIGN_INSERT)
			continue;
		for (int i = 0; i < question->nconditions; i++)
		{
			int			column = question->conditions[i].column;

			if (!fixes(&question->conditions[i]) ||
				DESIGN_HAS(shape.fixed, column))
				continue;
			shape.fixed |= DESIGN_SET(column);
			shape.nfixed++;
			search->calls[column] += question->calls;
		}
		search->shapes[search->nshapes++] = shape;
	}
	core_sort(search->shapes, (size_t) search->nshapes, sizeof(Shape),
			  compare_shapes);
}

static void
add_candidate(Search *search, const DesignKey *key)
{
	DesignCandidates *candidates = search->candidates;

	if (key->nparts == 0 || candidates->n == DESIGN_MOST_KEYS)
		return;
	for (int i = 0; i < candidates->n; i++)
		if (design_key_same(&candidates->keys[i], key))
			return;
	candidates->keys[candidates->n++] = *key;
}

/* Append the columns of a set, first those that more calls fix. */
static void
add_fixed(const Search *search, DesignKey *key, DesignSet set)
{
	while ((set &= ~key->set) != 0 && key->nparts < DESIGN_MAX_PARTS)
	{
		int			best = -1;

		for (int c = 0; c < search->input->ncolumns; c++)
			if (DESIGN_HAS(set, c) &&
				(best < 0 || search->calls[c] > search->calls[best]))
				best = c;
		design_key_add(key, best, false);
	}
}

/*
 * Add the candidates that continue a key with the order or a range of a
 * question, which the key so far serves.
 */
static void
add_tails(Search *search, const DesignKey *head,
		  const DesignQuestion *question)
{
	DesignKey	key = *head;

	for (int i = 0; i < question->norder; i++)
	{
		if (question->order[i].column < 0)
			break;
		design_key_add(&key, question->order[i].column,
					   question->order[i].descending);
	}
	if (key.nparts > head->nparts)
		add_candidate(search, &key);
	for (int i = 0; i < question->nconditions; i++)
		if (ranges(&question->conditions[i]))
		{
			key = *head;
			design_key_add(&key, question->conditions[i].column, false);
			add_candidate(search, &key);
		}
}

/* Add a key for the end of a text: its reversal, then the fixed columns. */
static void
add_reversed(Search *search, const Shape *shape)
{
	const DesignQuestion *question = shape->question;

	for (int i = 0; i < question->nconditions; i++)
	{
		DesignKey	key = {.spread = DESIGN_REVERSE};

		if (question->conditions[i].test != DESIGN_SUFFIX ||
			question->conditions[i].column < 0 ||
			search->input->columns[question->conditions[i].column].kind !=
				VALUE_TEXT)
			continue;
		design_key_add(&key, question->conditions[i].column, false);
		add_candidate(search, &key);
		add_fixed(search, &key, shape->fixed);
		add_tails(search, &key, question);
		add_candidate(search, &key);
	}
}

/* Add a key of fixed columns, and its continuations for other questions. */
static void
add_head(Search *search, const DesignKey *head, const Shape *of)
{
	add_tails(search, head, of->question);
	for (int i = 0; i < search->nshapes && i < MOST_QUESTIONS; i++)
	{
		const Shape *other = &search->shapes[i];
		DesignKey	key = *head;

		if (other == of || (head->set & ~other->fixed) != 0)
			continue;
		add_fixed(search, &key, other->fixed);
		add_tails(search, &key, other->question);
		if (key.nparts > head->nparts)
			add_candidate(search, &key);
	}
	add_candidate(search, head);
}

static void
add_shape(Search *search, const Shape *shape)
{
	DesignKey	key = {0};
	int			starts = 0;

	add_reversed(search, shape);
	add_fixed(search, &key, shape->fixed);
	add_head(search, &key, shape);
	if (shape->nfixed < 2)
		return;
	for (int c = 0; c < search->input->ncolumns && starts < MOST_STARTS; c++)
	{
		DesignKey	other = {0};

		if (!DESIGN_HAS(shape->fixed, c))
			continue;
		starts++;
		design_key_add(&other, c, false);
		add_head(search, &other, shape);
		if (key.parts[0].column == c)
			continue;
		add_fixed(search, &other, shape->fixed);
		add_head(search, &other, shape);
	}
}

void
design_candidates_make(const DesignInput *input, DesignCandidates *candidates)
{
	Search		search = {.input = input, .candidates = candidates};

	candidates->n = 0;
	find_shapes(&search);
	/* the key that the table has */
	for (int i = 0; i < input->nuniques; i++)
	{
		DesignKey	key = {0};

		for (int c = 0; c < input->uniques[i].ncolumns; c++)
			design_key_add(&key, input->uniques[i].columns[c], false);
		add_candidate(&search, &key);
	}
	for (int i = 0; i < search.nshapes && i < MOST_QUESTIONS; i++)
	{
		core_check_interrupts();
		add_shape(&search, &search.shapes[i]);
	}
	if (candidates->n == 0)
	{
		DesignKey	key = {0};

		for (int c = 0; c < input->ncolumns && c < DESIGN_MAX_PARTS; c++)
			design_key_add(&key, c, false);
		add_candidate(&search, &key);
	}
	core_free(search.shapes);
}

const char *
design_key_complete(const DesignInput *input, DesignKey *key)
{
	const DesignUnique *best = NULL;
	int			best_missing = 0;

	for (int i = 0; i < input->nuniques; i++)
	{
		const DesignUnique *unique = &input->uniques[i];
		int			missing = 0;

		for (int c = 0; c < unique->ncolumns; c++)
			missing += !DESIGN_HAS(key->set, unique->columns[c]);
		if (best == NULL || missing < best_missing)
		{
			best = unique;
			best_missing = missing;
		}
	}
	if (best == NULL || key->nparts + best_missing > DESIGN_MAX_PARTS)
		return NULL;
	for (int c = 0; c < best->ncolumns; c++)
		design_key_add(key, best->columns[c], false);
	return best->name;
}
