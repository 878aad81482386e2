/*
 * test_delta.c
 *		Deltas of random states: after the full export and the deltas HBase
 *		shows the last state, in any order of loading and with major
 *		compactions at any time.  Also the cells of known changes.
 */
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_delta.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"
#include "core/widerow/widerow_visible.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

static const uint8_t row_key[] = "row";

/* ---- rows ------------------------------------------------------------- */

typedef struct Row
{
	CoreBuf		bytes;
	WideRow		row;
} Row;

static void
row_open(Row *row)
{
	CoreError	err;

	if (row->bytes.len == 0)
		memset(&row->row, 0, sizeof(row->row));
	else
		CHECK(wide_open(&row->row, row->bytes.data, row->bytes.len, &err));
}

static void
row_init(Row *row)
{
	core_buf_init(&row->bytes);
	row_open(row);
}

static void
row_free(Row *row)
{
	core_buf_free(&row->bytes);
}

static Row
row_parse(const char *text)
{
	Row			row;
	CoreError	err;

	row_init(&row);
	if (*text != '\0' &&
		!CHECK(wide_parse(text, strlen(text), &row.bytes, &err)))
		fprintf(stderr, "%s\n", err.message);
	row_open(&row);
	return row;
}

static void
row_text(const Row *row, char *dst, size_t size)
{
	CoreBuf		text;

	core_buf_init(&text);
	if (row->row.cells > 0)
		wide_print(&row->row, &text);
	snprintf(dst, size, "%.*s", (int) text.len, (const char *) text.data);
	core_buf_free(&text);
}

static void
add_cells(WideBuilder *builder, const Row *row)
{
	WideCell   *cells = malloc(sizeof(WideCell) * (row->row.cells + 1));
	CoreError	err;

	if (row->row.cells > 0)
		wide_cells(&row->row, cells);
	for (uint32_t i = 0; i < row->row.cells; i++)
		CHECK(wide_builder_add(builder, &cells[i], &err));
	free(cells);
}

/* Merge the contents of all files; check for one cell with two values. */
static Row
together(const Row *const *files, int n, bool *clash)
{
	WideBuilder builder;
	Row			all;
	CoreError	err;

	row_init(&all);
	wide_builder_init(&builder);
	for (int i = 0; i < n; i++)
		add_cells(&builder, files[i]);
	wide_sort(builder.cells, builder.count);
	for (uint32_t i = 1; i < builder.count; i++)
		if (wide_compare(&builder.cells[i - 1], &builder.cells[i]) == 0 &&
			builder.cells[i].value_len > 0)
			*clash |= builder.cells[i - 1].value_len !=
					builder.cells[i].value_len ||
				memcmp(builder.cells[i - 1].value, builder.cells[i].value,
					   builder.cells[i].value_len) != 0;
	if (builder.count > 0)
		CHECK(wide_builder_finish(&builder, WIDEROW_DUPLICATE_LAST, &all.bytes,
								  &err));
	wide_builder_free(&builder);
	row_open(&all);
	return all;
}

static Row
stamped(const Row *row, int64_t stamp)
{
	Row			result;
	CoreError	err;

	row_init(&result);
	if (row->row.cells > 0)
		CHECK(wide_stamp(&row->row, stamp, &result.bytes, &err));
	row_open(&result);
	return result;
}

static Row
selection(const Row *row, const uint32_t *selected, uint32_t n)
{
	Row			result;
	CoreError	err;

	row_init(&result);
	if (n > 0)
		CHECK(wide_select(&row->row, selected, n, &result.bytes, &err));
	row_open(&result);
	return result;
}

static Row
compacted(const Row *row, const WideFamily *family)
{
	uint32_t   *selected = malloc(sizeof(uint32_t) * (row->row.cells + 1));
	uint32_t	n = row->row.cells == 0 ?
		0 :
		wide_compact(&row->row, family, selected);
	Row			result = selection(row, selected, n);

	free(selected);
	return result;
}

static Row
applied_row(const Row *baseline, const Row *delta, int64_t stamp)
{
	Row			result;
	CoreError	err;

	row_init(&result);
	CHECK(
		delta_apply(&baseline->row, &delta->row, stamp, &result.bytes, &err));
	row_open(&result);
	return result;
}

/* ---- random states ------------------------------------------------------ */

typedef enum Kind
{
	FROM_RUN,					/* the runs stamp all cells */
	FROM_DATA,					/* all cells have their own timestamps */
	MIXED,
	KINDS
} Kind;

/* A random state with timestamps up to newest. */
static Row
random_state(uint64_t *random, Kind kind, bool markers, int64_t newest)
{
	static const char *const qualifiers[] = {"", "a", "b", "bb"};
	WideBuilder builder;
	Row			row;
	CoreError	err;
	int			n = (int) (unit_random(random) % 5);

	row_init(&row);
	wide_builder_init(&builder);
	for (int i = 0; i < n; i++)
	{
		const char *qualifier = qualifiers[unit_random(random) % 4];
		uint8_t		value = (uint8_t) ('x' + unit_random(random) % 3);
		WideCell	cell = {.qualifier = (const uint8_t *) qualifier,
							.qualifier_len = (uint32_t) strlen(qualifier),
							.value = &value,
							.value_len = 1,
							.type = CELL_PUT,
							.ts = CELL_LATEST_TIMESTAMP};

		if (kind == FROM_DATA ||
			(kind == MIXED && unit_random(random) % 2 == 0))
			cell.ts = 1 + (int64_t) (unit_random(random) % newest);
		if (markers && unit_random(random) % 5 == 0)
		{
			cell.type = unit_random(random) % 2 == 0 ||
					cell.qualifier_len > 0 ?
				CELL_DELETE_COLUMN :
				CELL_DELETE_FAMILY;
			cell.value_len = 0;
		}
		CHECK(wide_builder_add(&builder, &cell, &err));
	}
	if (n > 0)
		CHECK(wide_builder_finish(&builder, WIDEROW_DUPLICATE_LAST, &row.bytes,
								  &err));
	wide_builder_free(&builder);
	row_open(&row);
	return row;
}

/* ---- does HBase show the state? ----------------------------------------- */

static uint32_t
shown(const Row *row, int32_t versions, uint32_t *selected)
{
	WideRead	read = {.versions = versions, .from = 0, .to = INT64_MAX};

	return row->row.cells == 0 ?
		0 :
		wide_visible(&row->row, &wide_plain_family, &read, selected);
}

/*
 * Whether the newest cell of each column is that of the state; with exact,
 * whether all versions are equal with their timestamps.
 */
static bool
shows(const Row *stored, const Row *state, int32_t versions, bool exact)
{
	uint32_t   *have = malloc(sizeof(uint32_t) * (stored->row.cells + 1));
	uint32_t   *want = malloc(sizeof(uint32_t) * (state->row.cells + 1));
	uint32_t	n = shown(stored, exact ? versions : 1, have);
	uint32_t	m = shown(state, exact ? versions : 1, want);
	Row			a = selection(stored, have, n);
	Row			b = selection(state, want, m);
	bool		same = n == m;

	for (uint32_t i = 0, column_a = 0, column_b = 0; same && i < n; i++)
	{
		WideCell	x,
					y;

		while (i >= wide_span(&a.row, column_a).stop)
			column_a++;
		while (i >= wide_span(&b.row, column_b).stop)
			column_b++;
		wide_cell(&a.row, column_a, i, &x);
		wide_cell(&b.row, column_b, i, &y);
		same = x.qualifier_len == y.qualifier_len &&
			memcmp(x.qualifier, y.qualifier, x.qualifier_len) == 0 &&
			x.value_len == y.value_len &&
			memcmp(x.value, y.value, x.value_len) == 0 &&
			(!exact || x.ts == y.ts);
	}
	free(have);
	free(want);
	row_free(&a);
	row_free(&b);
	return same;
}

/* ---- properties --------------------------------------------------------- */

#define STATES	6

typedef struct Count
{
	int			deltas;
	int			refused;
	int			cells;
} Count;

static void
show_failure(const char *what, const Row *states, const Row *files, int n)
{
	char		text[2000];

	fprintf(stderr, "%s\n", what);
	for (int i = 0; i <= n; i++)
	{
		row_text(&states[i], text, sizeof(text));
		fprintf(stderr, "  state %d: %s\n", i, text);
		row_text(&files[i], text, sizeof(text));
		fprintf(stderr, "   file %d: %s\n", i, text);
	}
}

/*
 * A full export of the first state, then deltas to the later ones. table is
 * the content of HBase if files are loaded in order, some of them twice, with
 * some major compactions.
 */
static void
run_history(uint64_t *random, Kind kind, bool restamp, bool markers,
			int32_t versions, Count *count)
{
	WideFamily	family = {.versions = versions, .oldest = WIDEROW_NO_EXPIRY};
	Row			states[STATES];
	Row			files[STATES];
	const Row  *order[STATES * 2];
	Row			table;
	Row			baseline;
	Row			nothing;
	int64_t		stamp = 20 + (int64_t) (unit_random(random) % 20);
	bool		exact = kind == FROM_DATA && !restamp && !markers;
	bool		ok = true;
	bool		clash = false;
	int			n = 0;

	row_init(&nothing);
	/* a full export has no newer cell beside an unstamped one */
	states[0] = random_state(random, kind, markers,
							 kind == MIXED ? stamp - 1 : stamp + 20);
	files[0] = stamped(&states[0], stamp);
	baseline = applied_row(&nothing, &states[0], stamp);
	order[0] = &files[0];
	table = together(order, 1, &clash);
	while (ok && ++n < STATES)
	{
		DeltaRun	run = {.last = stamp,
						   .versions = versions,
						   .restamp = restamp,
						   .row = row_key,
						   .row_len = 3,
						   .family = "d"};
		Row			delta;
		Row			next;
		CoreError	err;

		stamp += 2 + (int64_t) (unit_random(random) % 10);
		run.stamp = stamp;
		/* sometimes a state returns, or stays */
		if (unit_random(random) % 4 == 0)
		{
			const Row  *again = &states[unit_random(random) % n];

			row_init(&states[n]);
			core_buf_add(&states[n].bytes, again->bytes.data,
						 again->bytes.len);
			row_open(&states[n]);
		}
		else
			states[n] = random_state(random, kind, markers, stamp + 20);
		row_init(&delta);
		row_init(&files[n]);
		if (!delta_family(&baseline.row, &states[n].row, &run, &delta.bytes,
						  &err))
		{
			/* rejected, never lost */
			CHECK_INT(err.code, CORE_ERR_RANGE);
			CHECK(kind != FROM_RUN || markers);
			count->refused++;
			row_free(&delta);
			break;
		}
		row_open(&delta);
		count->deltas++;
		count->cells += delta.row.cells;
		row_free(&files[n]);
		files[n] = stamped(&delta, stamp);
		next = applied_row(&baseline, &delta, stamp);
		row_free(&baseline);
		baseline = next;
		row_free(&delta);

		/* a second delta is empty */
		run.last = stamp;
		run.stamp = stamp + 2;
		row_init(&delta);
		ok &= CHECK(delta_family(&baseline.row, &states[n].row, &run,
								 &delta.bytes, &err));
		ok &= CHECK_INT(delta.bytes.len, 0);
		row_free(&delta);

		/* load the file, sometimes twice, sometimes with a compaction */
		for (int times = 1 + (int) (unit_random(random) % 2); times > 0;
			 times--)
		{
			const Row  *both[] = {&table, &files[n]};

			next = together(both, 2, &clash);
			row_free(&table);
			table = next;
			ok &= CHECK(shows(&table, &states[n], versions, exact));
			if (unit_random(random) % 3 == 0)
			{
				next = compacted(&table, &family);
				row_free(&table);
				table = next;
				ok &= CHECK(shows(&table, &states[n], versions, exact));
			}
		}
		/* the baseline shows the state, too */
		ok &= CHECK(shows(&baseline, &states[n], versions, false));

		/* all files in random order, then a compaction */
		for (int i = 0; i <= n; i++)
			order[i] = &files[i];
		next = together(order, n + 1, &clash);
		ok &= CHECK(shows(&next, &states[n], versions, exact));
		for (int times = 0; times < 2; times++)
		{
			Row			left = compacted(&next, &family);

			ok &= CHECK(shows(&left, &states[n], versions, exact));
			row_free(&next);
			next = left;
		}
		row_free(&next);
		ok &= CHECK(!clash);
		if (!ok)
			show_failure(restamp ? "restamped" : "as it is", states, files, n);
	}
	for (int i = 0; i <= n && i < STATES; i++)
	{
		row_free(&states[i]);
		row_free(&files[i]);
	}
	row_free(&table);
	row_free(&baseline);
}

static void
test_histories(void)
{
	static const char *const names[KINDS] = {"from runs", "from data",
											 "mixed"};
	uint64_t	random = 20261121;

	for (Kind kind = 0; kind < KINDS; kind++)
		for (int way = 0; way < 8; way++)
		{
			Count		count = {0, 0, 0};

			for (int i = 0; i < 1500; i++)
				run_history(&random, kind, (way & 1) != 0, (way & 2) != 0,
							(way & 4) != 0 ? 3 : 1, &count);
			printf("%s%s%s, %d versions: %d deltas of %d cells, %d refused\n",
				   names[kind], (way & 1) != 0 ? ", restamped" : "",
				   (way & 2) != 0 ? ", with markers" : "",
				   (way & 4) != 0 ? 3 : 1, count.deltas, count.cells,
				   count.refused);
			CHECK(count.deltas > 1000);
		}
}

/* ---- known changes ------------------------------------------------------ */

#define LAST	100
#define STAMP	110

/* Compare the text of a delta, or its error. */
static void
check_delta(const char *before, const char *after, bool restamp,
			int32_t versions, const char *want)
{
	DeltaRun	run = {.stamp = STAMP,
					   .last = LAST,
					   .versions = versions,
					   .restamp = restamp,
					   .row = row_key,
					   .row_len = 3,
					   .family = "d"};
	Row			old = row_parse(before);
	Row			new = row_parse(after);
	Row			delta;
	CoreError	err;
	char		text[700];

	row_init(&delta);
	if (delta_family(&old.row, &new.row, &run, &delta.bytes, &err))
	{
		row_open(&delta);
		row_text(&delta, text, sizeof(text));
	}
	else
		snprintf(text, sizeof(text), "%s; %s", err.message, err.detail);
	CHECK_STR(text, want);
	row_free(&old);
	row_free(&new);
	row_free(&delta);
}

static void
check_apply(const char *before, const char *delta, const char *want)
{
	Row			old = row_parse(before);
	Row			change = row_parse(delta);
	Row			next = applied_row(&old, &change, STAMP);
	char		text[700];

	row_text(&next, text, sizeof(text));
	CHECK_STR(text, want);
	row_free(&old);
	row_free(&change);
	row_free(&next);
}

static void
test_known(void)
{
	/* stamped by the runs */
	check_delta("{a=1, b=2}", "{a=1, b=2}", false, 1, "");
	check_delta("{a=1, b=2}", "{a=1, b=3}", false, 1, "{b=3}");
	check_delta("", "{a=1}", false, 1, "{a=1}");
	check_delta("{a=1, b=2}", "{a=1}", false, 1, "{b@109!DeleteColumn}");
	check_delta("{a=1, b=2}", "", false, 1, "{\"\"@109!DeleteFamily}");
	check_delta("{a=1}", "{a!DeleteColumn}", false, 1,
				"{\"\"@109!DeleteFamily}");
	/* with their own timestamps */
	check_delta("{a@5=1}", "{a@6=1}", false, 1, "{a@6=1, a@5!Delete}");
	check_delta("{a@5=1, b@7=2}", "", false, 1, "{a@5!Delete, b@7!Delete}");
	check_delta("{a@6=1, a@5=2}", "{a@5=2}", false, 3, "{a@6!Delete}");
	check_delta("{a@6=1, a@5=2}", "{a@5=2}", false, 1, "{a@6!Delete, a@5=2}");
	check_delta("{a@6=1}", "{a@6=1, a@5=2}", false, 3, "{a@5=2}");
	check_delta("{a@6=1}", "{a@6=1, a@5=2}", false, 1, "");
	check_delta("{a@5=1}", "{a@5=2}", false, 1,
				"row \"row\": the cell \"a\" of family \"d\" changed, but its timestamp is not above the baseline's; The baseline has another value at 5.");
	check_delta("{a@5=1}", "{a@4=2}", false, 1,
				"row \"row\": the cell \"a\" of family \"d\" changed, but its timestamp is not above the baseline's; It has 4, the baseline's cell has 5.");
	check_delta("{a@5!Delete}", "{a@5=2}", false, 1,
				"row \"row\": the cell \"a\" of family \"d\" changed, but its timestamp is not above the baseline's; It has 5, and a delete marker of an earlier run has 5.");
	/* changed cells get the stamp of the run */
	check_delta("{a@5=1}", "{a@5=2}", true, 1, "{a=2}");
	check_delta("{a@5=1}", "{a@9=1}", true, 1, "");
	check_delta("{a@5=1}", "", true, 1, "{\"\"@109!DeleteFamily}");
	check_delta("{a@5=1, b@5=1}", "{b@5=1}", true, 1, "{a@109!DeleteColumn}");
	/* from one kind to the other */
	check_delta("{a@5=1}", "{a=1}", false, 1, "");
	check_delta("{a@5=1}", "{a=2}", false, 1, "{a=2, a@5!Delete}");
	check_delta("{a=1}", "{a@105=2}", false, 1,
				"{a@105=2, a@100!DeleteColumn}");
	check_delta("{a=1}", "{a@100=2}", false, 1,
				"row \"row\": the cell \"a\" of family \"d\" changed, but its timestamp is not above the baseline's; It has 100, and the last run may have stamped the baseline's with 100.");
	check_delta("{a@110=1}", "{a=2}", false, 1,
				"row \"row\": the cell \"a\" of family \"d\" has a time that is not below the run's; There is a timestamp of 110, and the run's stamp is 110.");

	/* the baseline */
	check_apply("{a=1, b=2}", "{b=3}", "{a=1, b=3}");
	check_apply("{a=1, b=2}", "{b@109!DeleteColumn}",
			   "{a=1, b@109!DeleteColumn}");
	check_apply("{a=1, b@50!DeleteColumn}", "{\"\"@109!DeleteFamily}",
			   "{\"\"@109!DeleteFamily}");
	check_apply("{a@5=1, a@4!Delete}", "{a@6=2, a@5!Delete}",
			   "{a@6=2, a@5!Delete, a@4!Delete}");
	check_apply("{a@5=1}", "{a!DeleteColumn, b=1}",
			   "{a@109!DeleteColumn, b=1}");
	check_apply("", "", "");
}

static void
test_stamps(void)
{
	CoreError	err;

	CHECK(delta_check_stamp(102, 100, &err));
	CHECK(!delta_check_stamp(101, 100, &err));
	CHECK_STR(err.message, "stamp 101 is not at least 2 above the last run's");
	CHECK(!delta_check_stamp(INT64_MAX, 100, &err));
	CHECK(delta_check_stamp(2, 0, &err));
}

int
main(void)
{
	test_known();
	test_stamps();
	test_histories();
	return unit_done();
}
