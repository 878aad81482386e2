/*
 * design_search.c
 *		The search for row keys: candidates, their cost, a ranked list.
 *
 * Each candidate is a layout, which the sample's rows are composed with, as
 * hbase.compare() does.  First all candidates are judged on a part of the
 * sample, and those whose writes are uneven with salts and digests too; then
 * the best ones on more of it.  Tables that serve single questions best can be
 * indexes of the others.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/design/design_candidates.h"
#include "core/design/design_cost.h"
#include "core/design/design_reason.h"
#include "core/design/design_search.h"
#include "core/design/design_unique.h"
#include "core/layout/layout_print.h"

/* Rows of the sample in the first and in the second pass. */
#define FIRST_ROWS		2000
#define SECOND_ROWS		20000

/* Candidates whose writes are spread in other ways, and their number. */
#define MOST_SPREAD		16
#define SPREADS			5

#define MOST_JUDGED		(DESIGN_MOST_KEYS + MOST_SPREAD * SPREADS)

/* Layouts in the second pass, besides the best one for each question. */
#define MOST_FINAL		24

/* The hottest region has this many times its share. */
#define UNEVEN			1.5

/* An index must save this share of the cost. */
#define INDEX_SAVES		0.05

/* Designs that begin in the same way: the column, and how it is spread. */
#define MOST_ALIKE		2

/* A design of less than this cost, times the other's, is as good as it. */
#define ALIKE_COST		1.02

/* Writes of a workload that has none, as a share of the other calls. */
#define ASSUMED_WRITES	0.1

typedef struct Judged
{
	DesignKey	key;
	DesignTable table;
	DesignCost *costs;			/* of each question */
	double		cost;
	double		even_cost;		/* if its writes were even */
	int			place;			/* order in which it was made */
} Judged;

typedef struct Search
{
	const DesignInput *input;
	DesignRanks ranks;
	DesignNumbers numbers;
	DesignProbes *probes;		/* of each question */
	DesignCandidates candidates;
	Judged	   *judged;
	int			njudged;
	double		calls;			/* of all questions */
	double		assumed;		/* calls that insert a row, if the workload
								 * has none */
} Search;

/* ---- judging a layout --------------------------------------------------- */

static double
insert_rows(const DesignQuestion *question)
{
	return question->rows > 0 ? question->rows : 1;
}

/* The cost of all calls, and of what each question costs. */
static void
sum_cost(const Search *search, const SampledTable *table, Judged *judged)
{
	const DesignInput *input = search->input;
	double		row_bytes = design_row_bytes(input, table->key_bytes);
	double		row_cost = design_cost_row(input, table, row_bytes);
	SampledTable even = {.hottest = 1.0 / input->regions};
	double		even_cost = design_cost_row(input, &even, row_bytes);

	judged->cost = search->assumed * row_cost;
	judged->even_cost = search->assumed * even_cost;
	for (int q = 0; q < input->nquestions; q++)
	{
		const DesignQuestion *question = &input->questions[q];
		DesignCost *cost = &judged->costs[q];
		double		saved = 0;

		if (question->kind == DESIGN_INSERT)
		{
			*cost = (DesignCost) {.access = DESIGN_WRITE, .index = -1};
			cost->rows = insert_rows(question);
			cost->bytes = cost->rows * row_bytes;
			cost->cost = cost->rows * row_cost;
			saved = cost->rows * (row_cost - even_cost);
		}
		else
		{
			design_cost_read(input, question, &search->probes[q], table,
							 cost);
			if (question->kind != DESIGN_READ)
				cost->cost += even_cost *
					design_rows_written(question, &search->probes[q], table);
		}
		judged->cost += question->calls * cost->cost;
		judged->even_cost += question->calls * (cost->cost - saved);
	}
	if (search->calls > 0)
	{
		judged->cost /= search->calls;
		judged->even_cost /= search->calls;
	}
}

/* Judge a key; false if no row key has this layout. */
static bool
judge(const Search *search, const DesignKey *key, int rows, Judged *judged)
{
	const DesignInput *input = search->input;
	int			step = (input->nrows + rows - 1) / rows;
	SampledTable table;

	core_check_interrupts();
	if (!sampled_table_make(input, key, step < 1 ? 1 : step, &table))
		return false;
	judged->key = *key;
	if (judged->costs == NULL)
		judged->costs = core_alloc((size_t) input->nquestions *
								   sizeof(DesignCost) + 1);
	if (judged->table.layout != NULL)
		core_free(judged->table.layout);
	judged->table.layout = layout_text(table.layout);
	judged->table.key_bytes = table.key_bytes;
	judged->table.hottest = table.hottest;
	judged->table.monotonic = table.monotonic;
	sum_cost(search, &table, judged);
	sampled_table_free(&table);
	return true;
}

static void
free_judged(Judged *judged)
{
	if (judged->costs != NULL)
		core_free(judged->costs);
	if (judged->table.layout != NULL)
		core_free(judged->table.layout);
	memset(judged, 0, sizeof(Judged));
}

static bool
is_judged(const Search *search, const DesignKey *key)
{
	for (int i = 0; i < search->njudged; i++)
		if (design_key_same(&search->judged[i].key, key))
			return true;
	return false;
}

static void
add_judged(Search *search, const DesignKey *key, DesignUniqueness uniqueness,
		   const char *constraint)
{
	Judged	   *judged = &search->judged[search->njudged];

	memset(judged, 0, sizeof(Judged));
	if (search->njudged == MOST_JUDGED || is_judged(search, key) ||
		!judge(search, key, FIRST_ROWS, judged))
		return;
	judged->table.uniqueness = uniqueness;
	judged->table.constraint = constraint;
	judged->place = search->njudged++;
}

/* ---- candidates --------------------------------------------------------- */

/* Judge the given layouts, as they are. */
static void
judge_given(Search *search)
{
	const DesignInput *input = search->input;

	for (int i = 0; i < input->nlayouts; i++)
	{
		DesignUniqueness uniqueness = DESIGN_NOT_UNIQUE;
		const char *constraint = NULL;
		DesignKey	key;
		bool		readable;

		if (!design_key_given(input, input->layouts[i], &key, &readable))
			continue;
		for (int u = 0; u < input->nuniques && readable; u++)
		{
			DesignSet	missing = 0;

			for (int c = 0; c < input->uniques[u].ncolumns; c++)
				missing |= DESIGN_SET(input->uniques[u].columns[c]) & ~key.set;
			if (missing == 0)
				constraint = input->uniques[u].name;
		}
		if (constraint != NULL)
			uniqueness = DESIGN_BY_CONSTRAINT;
		else if (readable &&
				 design_count_distinct(input, &search->numbers, key.set) ==
					 input->nrows)
			uniqueness = input->is_all ? DESIGN_MEASURED : DESIGN_ON_SAMPLE;
		add_judged(search, &key, uniqueness, constraint);
	}
}

/* Judge all candidates, made unique. */
static void
judge_candidates(Search *search)
{
	const DesignInput *input = search->input;

	design_candidates_make(input, &search->candidates);
	for (int i = 0; i < search->candidates.n; i++)
	{
		DesignKey  *key = &search->candidates.keys[i];
		const char *constraint = design_key_complete(input, key);
		DesignUniqueness uniqueness = DESIGN_BY_CONSTRAINT;

		if (constraint == NULL)
			uniqueness = !design_key_measure(input, &search->numbers, key) ?
				DESIGN_NOT_UNIQUE :
				input->is_all ? DESIGN_MEASURED : DESIGN_ON_SAMPLE;
		add_judged(search, key, uniqueness, constraint);
	}
}

static int
compare_even(const void *a, const void *b)
{
	const Judged *x = a;
	const Judged *y = b;

	if (x->even_cost != y->even_cost)
		return x->even_cost < y->even_cost ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static int
compare_cost(const void *a, const void *b)
{
	const Judged *x = a;
	const Judged *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	if (x->table.key_bytes != y->table.key_bytes)
		return x->table.key_bytes < y->table.key_bytes ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Spread the writes of the best candidates whose writes are uneven. */
static void
judge_spreads(Search *search)
{
	const DesignInput *input = search->input;
	const int	salts[] = {4, 8, 16};
	int			n = search->njudged;
	int			spread = 0;

	core_sort(search->judged, (size_t) n, sizeof(Judged), compare_even);
	for (int i = 0; i < n && spread < MOST_SPREAD; i++)
	{
		const Judged *judged = &search->judged[i];
		DesignUniqueness uniqueness = judged->table.uniqueness;
		const char *constraint = judged->table.constraint;
		DesignKey	key = judged->key;

		if (judged->table.hottest * input->regions < UNEVEN ||
			key.spread != DESIGN_PLAIN)
			continue;
		spread++;
		for (int s = 0; s < 3; s++)
		{
			key.spread = DESIGN_SALT;
			key.salts = salts[s];
			if (salts[s] <= input->regions || s == 0)
				add_judged(search, &key, uniqueness, constraint);
		}
		key.salts = 0;
		key.spread = DESIGN_DIGEST;
		add_judged(search, &key, uniqueness, constraint);
		key.spread = DESIGN_REVERSE;
		if (value_kind_is_integer(input->columns[key.parts[0].column].kind) &&
			!key.parts[0].descending)
			add_judged(search, &key, uniqueness, constraint);
	}
}

/* Judge the best ones again, on more rows, and drop the others. */
static void
judge_best(Search *search)
{
	const DesignInput *input = search->input;
	int			n = 0;

	core_sort(search->judged, (size_t) search->njudged, sizeof(Judged),
			  compare_cost);
	for (int i = 0; i < search->njudged; i++)
	{
		Judged	   *judged = &search->judged[i];
		bool		keep = i < MOST_FINAL;

		/* the best one for a question can be its index */
		for (int q = 0; q < input->nquestions && !keep; q++)
		{
			int			best = 0;

			for (int k = 1; k < search->njudged; k++)
				if (search->judged[k].costs != NULL &&
					search->judged[best].costs != NULL &&
					search->judged[k].costs[q].cost <
						search->judged[best].costs[q].cost)
					best = k;
			keep = best == i && input->questions[q].kind != DESIGN_INSERT;
		}
		judged->place = keep ? i : -1;
	}
	for (int i = 0; i < search->njudged; i++)
	{
		Judged	   *judged = &search->judged[i];

		if (judged->place < 0)
		{
			free_judged(judged);
			continue;
		}
		if (input->nrows > FIRST_ROWS &&
			!judge(search, &judged->key, SECOND_ROWS, judged))
		{
			free_judged(judged);
			continue;
		}
		if (n != i)
		{
			search->judged[n] = *judged;
			memset(judged, 0, sizeof(Judged));
		}
		n++;
	}
	search->njudged = n;
	core_sort(search->judged, (size_t) n, sizeof(Judged), compare_cost);
}

/* ---- designs: a table, and its indexes ---------------------------------- */

typedef struct Design
{
	const Judged *main;
	const Judged *indexes[DESIGN_MAX_INDEXES];
	int			nindexes;
	double		cost;
	int			place;
} Design;

/* Bytes of a row of an index: an empty cell. */
static double
index_row_bytes(const DesignInput *input, const Judged *index)
{
	DesignInput empty = *input;

	empty.value_bytes = 0;
	empty.cells = 1;
	return design_row_bytes(&empty, index->table.key_bytes);
}

/* What a question costs by an index: its scan, and a get for each row. */
static DesignCost
cost_by_index(const DesignInput *input, int q, const Judged *main,
			  const Judged *index)
{
	const DesignWeights *weights = &input->weights;
	DesignCost	cost = index->costs[q];
	double		row_bytes = design_row_bytes(input, main->table.key_bytes);
	double		index_bytes = cost.rows * index_row_bytes(input, index);

	cost.cost += weights->byte * (index_bytes - cost.bytes) +
		cost.rows * (weights->seek + weights->row +
					 weights->byte * row_bytes);
	cost.seeks += cost.rows;
	cost.bytes = index_bytes + cost.rows * row_bytes;
	if (cost.access == DESIGN_GET)
		cost.access = DESIGN_SCAN;
	return cost;
}

/* What a question costs under a design. */
static DesignCost
cost_of(const Search *search, const Design *design, int q)
{
	const DesignInput *input = search->input;
	const DesignQuestion *question = &input->questions[q];
	DesignCost	cost = design->main->costs[q];
	double		write = input->weights.write;

	for (int i = 0; i < design->nindexes; i++)
	{
		const Judged *index = design->indexes[i];
		DesignCost	by_index;
		SampledTable table = {.hottest = index->table.hottest};
		double		rows = 0;

		if (question->kind == DESIGN_INSERT)
		{
			double		bytes = index_row_bytes(input, index);

			cost.cost += insert_rows(question) *
				design_cost_row(input, &table, bytes);
			cost.bytes += insert_rows(question) * bytes;
			continue;
		}
		by_index = cost_by_index(input, q, design->main, index);
		if (question->kind != DESIGN_READ)
		{
			/* the main table's writes stay */
			SampledTable key = {.key = index->key};

			rows = design_rows_written(question, &search->probes[q], &key);
			if (question->kind == DESIGN_UPDATE &&
				(question->assigned & index->key.set) == 0)
				rows = 0;
		}
		if (by_index.cost < cost.cost)
		{
			cost = by_index;
			cost.index = i;
		}
		cost.cost += rows * write;
	}
	return cost;
}

static double
design_cost(const Search *search, const Design *design)
{
	const DesignInput *input = search->input;
	double		sum = 0;

	for (int i = 0; i < design->nindexes; i++)
	{
		SampledTable table = {.hottest = design->indexes[i]->table.hottest};

		sum += search->assumed *
			design_cost_row(input, &table,
							index_row_bytes(input, design->indexes[i]));
	}
	for (int q = 0; q < input->nquestions; q++)
		sum += input->questions[q].calls *
			(cost_of(search, design, q).cost - design->main->costs[q].cost);
	return design->main->cost +
		(search->calls > 0 ? sum / search->calls : 0);
}

/* Add the indexes that save most; false if none saves enough. */
static bool
add_indexes(const Search *search, Design *design)
{
	while (design->nindexes < DESIGN_MAX_INDEXES)
	{
		Design		best = *design;

		for (int i = 0; i < search->njudged; i++)
		{
			Design		with = *design;

			core_check_interrupts();
			if (&search->judged[i] == design->main)
				continue;
			with.indexes[with.nindexes++] = &search->judged[i];
			with.cost = design_cost(search, &with);
			if (with.cost < best.cost)
				best = with;
		}
		if (best.cost > design->cost * (1 - INDEX_SAVES) ||
			best.nindexes == design->nindexes)
			break;
		*design = best;
	}
	return design->nindexes > 0;
}

static int
compare_designs(const void *a, const void *b)
{
	const Design *x = a;
	const Design *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Copy a text; the copy outlives the search. */
static DesignTable
copy_table(const DesignTable *table)
{
	DesignTable copy = *table;
	size_t		size = strlen(table->layout) + 1;

	copy.layout = memcpy(core_alloc(size), table->layout, size);
	return copy;
}

static void
propose(const Search *search, const Design *design, DesignProposal *proposal)
{
	const DesignInput *input = search->input;
	double		served = 0;
	double		calls = 0;

	memset(proposal, 0, sizeof(DesignProposal));
	core_buf_init(&proposal->reason);
	proposal->main = copy_table(&design->main->table);
	for (int i = 0; i < design->nindexes; i++)
		proposal->indexes[proposal->nindexes++] =
			copy_table(&design->indexes[i]->table);
	proposal->cost = design->cost;
	proposal->questions = core_alloc((size_t) input->nquestions *
									 sizeof(DesignCost) + 1);
	for (int q = 0; q < input->nquestions; q++)
	{
		DesignCost	cost = cost_of(search, design, q);

		proposal->questions[q] = cost;
		calls += input->questions[q].calls;
		if (cost.access != DESIGN_FULL_SCAN)
			served += input->questions[q].calls;
	}
	proposal->served = calls > 0 ? served / calls : 1;
}

static void
free_proposal(DesignProposal *proposal)
{
	core_free(proposal->main.layout);
	for (int i = 0; i < proposal->nindexes; i++)
		core_free(proposal->indexes[i].layout);
	core_free(proposal->questions);
	core_buf_free(&proposal->reason);
}

static int
first_column(const Design *design)
{
	return design->main->key.parts[0].column;
}

/*
 * The next design that costs more and begins with another column; "otherwise"
 * if none does.
 */
static int
find_other(const Design *designs, int n, int place, int otherwise)
{
	for (int i = place + 1; i < n; i++)
		if (designs[i].cost >= ALIKE_COST * designs[place].cost &&
			first_column(&designs[i]) != first_column(&designs[place]))
			return i;
	return otherwise;
}

/* Find out why a proposal is better than a design, or than full scans. */
static void
compare_with(const Search *search, const Design *design,
			 DesignProposal *proposal)
{
	const DesignInput *input = search->input;
	DesignProposal other = *proposal;

	if (design != NULL)
		propose(search, design, &other);
	else
	{
		other.questions = core_alloc((size_t) input->nquestions *
									 sizeof(DesignCost) + 1);
		for (int q = 0; q < input->nquestions; q++)
			if (input->questions[q].kind == DESIGN_INSERT ||
				proposal->questions[q].access == DESIGN_FULL_SCAN)
				other.questions[q] = proposal->questions[q];
			else
				design_cost_scan_all(input, proposal->main.key_bytes,
									 &other.questions[q]);
	}
	design_decide(input, proposal, &other, &proposal->decision,
				  &proposal->reason);
	proposal->has_next = design != NULL || proposal->decision.question >= 0;
	if (design != NULL)
		free_proposal(&other);
	else
		core_free(other.questions);
}

static void
rank_designs(const Search *search, DesignAnswer *answer)
{
	Design	   *designs = core_alloc(2 * (size_t) search->njudged *
									 sizeof(Design) + 1);
	int			alike[DESIGN_MAX_COLUMNS][DESIGN_SPREADS] = {0};
	int			chosen[DESIGN_MAX_PROPOSALS + 1];
	int			nchosen = 0;
	int			n = 0;

	for (int i = 0; i < search->njudged; i++)
	{
		Design		design = {.main = &search->judged[i], .place = 2 * i};

		design.cost = search->judged[i].cost;
		designs[n++] = design;
		design.place++;
		if (search->input->nlayouts == 0 && add_indexes(search, &design))
			designs[n++] = design;
	}
	core_sort(designs, (size_t) n, sizeof(Design), compare_designs);
	for (int i = 0; i < n && nchosen <= search->input->most; i++)
	{
		const DesignKey *key = &designs[i].main->key;
		int		   *same = &alike[key->parts[0].column][key->spread];

		if ((*same)++ >= MOST_ALIKE && search->input->nlayouts == 0)
			continue;
		chosen[nchosen++] = i;
	}
	for (int i = 0; i < nchosen && i < search->input->most; i++)
	{
		DesignProposal *proposal = &answer->proposals[answer->n++];
		int			other = i + 1 < nchosen ? chosen[i + 1] : -1;

		propose(search, &designs[chosen[i]], proposal);
		if (other < 0 || designs[other].cost < ALIKE_COST * proposal->cost)
			other = find_other(designs, n, chosen[i], other);
		compare_with(search, other < 0 ? NULL : &designs[other], proposal);
	}
	core_free(designs);
}

/* ---- the search --------------------------------------------------------- */

/* Without inserts, as many rows are written as a share of the other calls. */
static void
count_calls(Search *search)
{
	const DesignInput *input = search->input;
	double		most = 0;
	bool		inserts = false;

	for (int q = 0; q < input->nquestions; q++)
	{
		const DesignQuestion *question = &input->questions[q];

		search->calls += question->calls;
		if (question->calls > most)
			most = question->calls;
		inserts = inserts || (question->kind == DESIGN_INSERT &&
							  question->calls > 0);
	}
	if (inserts)
		return;
	/* without the heaviest, so that its own share does not change them */
	search->assumed = ASSUMED_WRITES *
		(search->calls > most ? search->calls - most : search->calls);
	if (search->calls <= 0)
		search->assumed = search->calls = 1;
}

void
design_search(const DesignInput *input, DesignAnswer *answer)
{
	Search		search = {.input = input};

	memset(answer, 0, sizeof(DesignAnswer));
	design_ranks_make(input, &search.ranks);
	design_numbers_make(input, &search.ranks, &search.numbers);
	search.probes = core_alloc((size_t) input->nquestions *
							   sizeof(DesignProbes) + 1);
	for (int q = 0; q < input->nquestions; q++)
	{
		search.probes[q].n = 0;
		if (input->questions[q].kind != DESIGN_INSERT)
			design_probes_make(input, &search.ranks, &input->questions[q],
							   &search.probes[q]);
	}
	count_calls(&search);
	search.judged = core_alloc((MOST_JUDGED + 1) * sizeof(Judged));
	if (input->nlayouts > 0)
		judge_given(&search);
	else
	{
		judge_candidates(&search);
		judge_spreads(&search);
	}
	answer->judged = search.njudged;
	judge_best(&search);
	rank_designs(&search, answer);
	for (int i = 0; i < search.njudged; i++)
		free_judged(&search.judged[i]);
	core_free(search.judged);
	core_free(search.probes);
	design_numbers_free(&search.numbers);
	design_ranks_free(&search.ranks);
}

void
design_answer_free(DesignAnswer *answer)
{
	for (int i = 0; i < answer->n; i++)
		free_proposal(&answer->proposals[i]);
	memset(answer, 0, sizeof(DesignAnswer));
}
