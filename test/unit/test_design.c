/*
 * test_design.c
 *		The search for row keys.
 */
#include "core/base/host.h"
#include "core/design/design_cost.h"
#include "core/design/design_reason.h"
#include "core/design/design_search.h"
#include "core/design/design_unique.h"
#include "unit/unit.h"

#include <stdio.h>

#define ROWS	2000

enum
{
	ID, CUSTOMER, PLACED, STATUS, COLUMNS
};

static const DesignColumn columns[] = {
	[ID] = {"id", "bigint", VALUE_INT8, false},
	[CUSTOMER] = {"Customer \"x\"", "text", VALUE_TEXT, false},
	[PLACED] = {"placed", "timestamptz", VALUE_TIMESTAMPTZ, false},
	[STATUS] = {"status", "text", VALUE_TEXT, true}
};

static const DesignUnique primary = {"primary key", 1, {ID}};

static CoreValue values[ROWS * COLUMNS];
static char texts[ROWS][16];

/* Orders, one a minute, of 50 customers. */
static void
make_rows(void)
{
	uint64_t	state = 1;

	for (int r = 0; r < ROWS; r++)
	{
		CoreValue  *row = values + r * COLUMNS;
		int			n = snprintf(texts[r], sizeof(texts[r]), "customer%d",
								 (int) (unit_random(&state) % 50));

		row[ID] = (CoreValue) {.kind = VALUE_INT8, .i = r};
		row[CUSTOMER].kind = VALUE_TEXT;
		row[CUSTOMER].bytes.data = (const uint8_t *) texts[r];
		row[CUSTOMER].bytes.len = (size_t) n;
		row[PLACED] = (CoreValue) {.kind = VALUE_TIMESTAMPTZ,
								   .i = r * INT64_C(60000000)};
		row[STATUS].kind = r % 3 == 0 ? VALUE_NULL : VALUE_TEXT;
		row[STATUS].bytes.data = (const uint8_t *) (r % 3 == 1 ? "paid" :
													"sent");
		row[STATUS].bytes.len = 4;
	}
}

static DesignInput
make_input(const DesignQuestion *questions, int n)
{
	return (DesignInput) {
		.columns = columns,
		.ncolumns = COLUMNS,
		.uniques = &primary,
		.nuniques = 1,
		.questions = questions,
		.nquestions = n,
		.values = values,
		.nrows = ROWS,
		.is_all = true,
		.rows = 1000000,
		.value_bytes = 50,
		.cells = 3,
		.regions = 16,
		.most = 3,
		.weights = design_default_weights
	};
}

static DesignQuestion
newest_of_customer(double calls)
{
	return (DesignQuestion) {
		.conditions = {{CUSTOMER, DESIGN_EQUAL}},
		.nconditions = 1,
		.order = {{PLACED, true}},
		.norder = 1,
		.limited = true,
		.limit = 10,
		.calls = calls
	};
}

static DesignQuestion
one_by_id(DesignKind kind, double calls)
{
	return (DesignQuestion) {
		.kind = kind,
		.conditions = {{ID, DESIGN_EQUAL}},
		.nconditions = 1,
		.calls = calls
	};
}

static DesignQuestion
insert(double calls)
{
	return (DesignQuestion) {.kind = DESIGN_INSERT, .calls = calls};
}

static void
check_best(const DesignQuestion *questions, int n, const char *layout,
		   DesignAccess access)
{
	DesignInput input = make_input(questions, n);
	DesignAnswer answer;

	design_search(&input, &answer);
	CHECK(answer.n > 0);
	CHECK_STR(answer.proposals[0].main.layout, layout);
	CHECK_INT(answer.proposals[0].questions[0].access, access);
	for (int i = 1; i < answer.n; i++)
		CHECK(answer.proposals[i].cost >= answer.proposals[i - 1].cost);
	design_answer_free(&answer);
}

static void
test_keys(void)
{
	DesignQuestion newest[] = {newest_of_customer(900), insert(100)};
	DesignQuestion by_id[] = {one_by_id(DESIGN_READ, 900), insert(1)};
	DesignQuestion range[] = {
		{.conditions = {{PLACED, DESIGN_RANGE}}, .nconditions = 1,
		 .calls = 1000},
		insert(1)
	};
	DesignQuestion hot[] = {
		{.order = {{ID, false}}, .norder = 1, .limited = true, .limit = 5,
		 .calls = 1},
		insert(1000)
	};
	DesignQuestion prefix[] = {
		{.conditions = {{CUSTOMER, DESIGN_PREFIX}}, .nconditions = 1,
		 .calls = 10}
	};
	DesignQuestion suffix[] = {
		{.conditions = {{CUSTOMER, DESIGN_SUFFIX}}, .nconditions = 1,
		 .calls = 10}
	};
	DesignQuestion some[] = {
		{.conditions = {{CUSTOMER, DESIGN_IN}, {PLACED, DESIGN_ABOVE}},
		 .nconditions = 2, .calls = 10},
		insert(1)
	};

	check_best(newest, 2,
			   "\"Customer \"\"x\"\"\" text, placed timestamptz desc, id bigint using phoenix",
			   DESIGN_SCAN);
	check_best(by_id, 2, "salt(16), id bigint using phoenix", DESIGN_GET);
	check_best(range, 2, "placed timestamptz, id bigint using phoenix",
			   DESIGN_SCAN);
	check_best(hot, 2, "salt(16), id bigint using phoenix", DESIGN_SCAN);
	check_best(prefix, 1,
			   "\"Customer \"\"x\"\"\" text, id bigint using phoenix",
			   DESIGN_SCAN);
	check_best(suffix, 1,
			   "reverse(\"Customer \"\"x\"\"\" text), id bigint using phoenix",
			   DESIGN_SCAN);
	check_best(some, 2,
			   "\"Customer \"\"x\"\"\" text, placed timestamptz, id bigint using phoenix",
			   DESIGN_SCAN);
}

/* A key whose column is updated often is worse. */
static void
test_updates(void)
{
	DesignQuestion questions[] = {
		{.conditions = {{CUSTOMER, DESIGN_EQUAL}, {STATUS, DESIGN_EQUAL}},
		 .nconditions = 2, .calls = 10},
		{.kind = DESIGN_UPDATE, .conditions = {{CUSTOMER, DESIGN_EQUAL},
											   {ID, DESIGN_EQUAL}},
		 .nconditions = 2, .assigned = DESIGN_SET(STATUS), .calls = 100000},
		insert(10)
	};

	check_best(questions, 3,
			   "\"Customer \"\"x\"\"\" text, id bigint using phoenix",
			   DESIGN_SCAN);
}

/* A second heavy question gets an index. */
static void
test_index(void)
{
	DesignQuestion questions[] = {newest_of_customer(500),
								  one_by_id(DESIGN_READ, 500), insert(100)};
	DesignInput input = make_input(questions, 3);
	DesignAnswer answer;
	const DesignProposal *best;

	design_search(&input, &answer);
	best = &answer.proposals[0];
	CHECK_INT(best->nindexes, 1);
	CHECK(best->questions[0].index < 0);
	CHECK_INT(best->questions[1].index, 0);
	CHECK_INT(best->questions[1].access, DESIGN_SCAN);
	CHECK(best->served > 0.999);
	/* each write goes to two tables */
	CHECK(best->questions[2].cost > 0.9);
	CHECK(best->has_next);
	CHECK(best->reason.len > 0);
	design_answer_free(&answer);
}

/* Scaled weights change nothing; a more frequent question never costs more. */
static void
test_weights(void)
{
	uint64_t	state = 7;

	for (int round = 0; round < 4; round++)
	{
		DesignQuestion questions[] = {
			newest_of_customer(1 + (double) (unit_random(&state) % 1000)),
			one_by_id(DESIGN_READ, 1 + (double) (unit_random(&state) % 1000)),
			{.conditions = {{PLACED, DESIGN_RANGE}}, .nconditions = 1,
			 .calls = 1 + (double) (unit_random(&state) % 1000)},
			insert(1 + (double) (unit_random(&state) % 1000))
		};
		DesignInput input = make_input(questions, 4);
		int			q = (int) (unit_random(&state) % 4);
		DesignAnswer before;
		DesignAnswer after;

		design_search(&input, &before);
		for (int i = 0; i < 4; i++)
			questions[i].calls *= 8;
		design_search(&input, &after);
		CHECK_STR(after.proposals[0].main.layout,
				  before.proposals[0].main.layout);
		CHECK_INT(after.proposals[0].nindexes, before.proposals[0].nindexes);
		design_answer_free(&after);
		questions[q].calls *= 100;
		design_search(&input, &after);
		CHECK(after.proposals[0].questions[q].cost <=
			  before.proposals[0].questions[q].cost * 1.0001);
		design_answer_free(&after);
		design_answer_free(&before);
	}
}

static void
test_unique(void)
{
	DesignQuestion questions[] = {newest_of_customer(1)};
	DesignInput input = make_input(questions, 1);
	DesignAnswer answer;
	DesignRanks ranks;
	DesignNumbers numbers;

	input.nuniques = 0;
	design_ranks_make(&input, &ranks);
	design_numbers_make(&input, &ranks, &numbers);
	CHECK_INT(design_count_distinct(&input, &numbers, DESIGN_SET(CUSTOMER)),
			  50);
	CHECK_INT(design_count_distinct(&input, &numbers, DESIGN_SET(STATUS)), 3);
	CHECK_INT(design_count_distinct(&input, &numbers, DESIGN_SET(STATUS) |
									DESIGN_SET(PLACED)),
			  ROWS);
	design_numbers_free(&numbers);
	design_ranks_free(&ranks);
	design_search(&input, &answer);
	CHECK_STR(answer.proposals[0].main.layout,
			  "\"Customer \"\"x\"\"\" text, placed timestamptz desc using phoenix");
	CHECK_INT(answer.proposals[0].main.uniqueness, DESIGN_MEASURED);
	design_answer_free(&answer);
}

static void
test_nothing(void)
{
	DesignInput input = make_input(NULL, 0);
	DesignAnswer answer;

	design_search(&input, &answer);
	CHECK(answer.n > 0);
	design_answer_free(&answer);
	input.nrows = 0;
	input.nuniques = 0;
	design_search(&input, &answer);
	CHECK(answer.n > 0);
	design_answer_free(&answer);
	input.ncolumns = 0;
	design_search(&input, &answer);
	CHECK_INT(answer.n, 0);
	design_answer_free(&answer);
}

static void
test_text(void)
{
	DesignQuestion question = newest_of_customer(1);
	DesignInput input = make_input(&question, 1);
	CoreBuf		text;

	core_buf_init(&text);
	design_question_text(&input, &question, &text);
	core_buf_add_byte(&text, '\0');
	CHECK_STR((char *) text.data,
			  "reads by \"Customer \"x\"\" in order of \"placed\" desc, limit 10");
	core_buf_free(&text);
}

int
main(void)
{
	make_rows();
	test_keys();
	test_updates();
	test_index();
	test_weights();
	test_unique();
	test_nothing();
	test_text();
	return unit_done();
}
