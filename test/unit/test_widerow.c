/*
 * test_widerow.c
 *		Wide rows: the format, merging, text, and random rows compared with a
 *		plain list of cells.
 */
#include "core/base/host.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_mutation.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"
#include "core/widerow/widerow_visible.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- help ------------------------------------------------------------ */

/* The bytes of a text form, which must be valid. */
static CoreBuf
row_of(const char *text)
{
	CoreBuf		buf;
	CoreError	err;

	core_buf_init(&buf);
	if (!wide_parse(text, strlen(text), &buf, &err))
	{
		fprintf(stderr, "%s: %s\n", text, err.message);
		exit(1);
	}
	return buf;
}

static WideRow
open_row(const CoreBuf *buf)
{
	WideRow		row;
	CoreError	err;

	CHECK(wide_open(&row, buf->data, buf->len, &err));
	CHECK(wide_validate(&row, &err));
	return row;
}

static char *
text_of(const CoreBuf *buf)
{
	WideRow		row = open_row(buf);
	CoreBuf		text;

	core_buf_init(&text);
	wide_print(&row, &text);
	core_buf_add_byte(&text, 0);
	return (char *) text.data;
}

/* Read a text form and print it. */
static void
check_text(const char *text, const char *want)
{
	CoreBuf		buf = row_of(text);
	char	   *got = text_of(&buf);

	CHECK_STR(got, want);
	free(got);
	core_buf_free(&buf);
}

static void
check_bad_text(const char *text, const char *message)
{
	CoreBuf		buf;
	CoreError	err = {0};

	core_buf_init(&buf);
	CHECK(!wide_parse(text, strlen(text), &buf, &err));
	CHECK_STR(err.message, message);
	core_buf_free(&buf);
}

/* a || b as text; "!" and the message if it is rejected. */
static char *
applied(const char *a, const char *b, bool ordered)
{
	CoreBuf		abuf = row_of(a),
				bbuf = row_of(b),
				out;
	WideRow		arow = open_row(&abuf),
				brow = open_row(&bbuf);
	CoreError	err;
	char	   *text;

	core_buf_init(&out);
	if (wide_apply(&arow, &brow, ordered, &out, &err))
		text = text_of(&out);
	else
	{
		text = malloc(sizeof(err.message) + 1);
		snprintf(text, sizeof(err.message) + 1, "!%s", err.message);
	}
	core_buf_free(&abuf);
	core_buf_free(&bbuf);
	core_buf_free(&out);
	return text;
}

static void
check_apply(const char *a, const char *b, const char *want)
{
	char	   *got = applied(a, b, false);

	CHECK_STR(got, want);
	free(got);
}

/* ---- the format ------------------------------------------------------- */

static void
test_format(void)
{
	/* the example of doc/widerow-format.md */
	static const uint8_t example[] = {
		0x01, 0xe4, 0x02, 0x03, 0x01, 0, 0, 0, 0, 0, 0, 0, 3, 0x01,
		0x02, 0x03, 0x61, 0x62, 0x04, 0x04, 0x0c, 0x02, 0x00, 0x02,
		0x01, 0x04, 0x04, 0x78, 0x6f, 0x6c, 0x64
	};
	static const uint8_t empty[] = {0x01, 0x00, 0x00};
	static const uint8_t two[] = {0x01, 0x00, 0x02, 0x01, 0x01, 'a', 'b', 'x',
								  'y'};
	CoreBuf		buf = row_of("{a@5=x, a@3=old, b@5!DeleteColumn}");
	WideRow		row;
	CoreError	err;

	CHECK_BYTES(buf.data, buf.len, example, sizeof(example));
	core_buf_free(&buf);
	buf = row_of(" { } ");
	CHECK_BYTES(buf.data, buf.len, empty, sizeof(empty));
	core_buf_free(&buf);
	buf = row_of("{b=y,a=x}");
	CHECK_BYTES(buf.data, buf.len, two, sizeof(two));
	core_buf_free(&buf);

	/*
	 * every truncation and every changed byte is detected or is another valid
	 * row
	 */
	for (size_t n = 0; n < sizeof(example); n++)
	{
		uint8_t    *copy = malloc(n + 1);

		memcpy(copy, example, n);
		CHECK(!wide_open(&row, copy, n, &err) || !wide_validate(&row, &err));
		free(copy);
	}
	for (size_t i = 0; i < sizeof(example); i++)
		for (int bit = 0; bit < 8; bit++)
		{
			uint8_t    *copy = malloc(sizeof(example));

			memcpy(copy, example, sizeof(example));
			copy[i] ^= 1 << bit;
			if (wide_open(&row, copy, sizeof(example), &err) &&
				wide_validate(&row, &err))
			{
				CoreBuf		given = {copy, sizeof(example), 0};
				char	   *text = text_of(&given);
				CoreBuf		again = row_of(text);

				CHECK_BYTES(again.data, again.len, copy, sizeof(example));
				core_buf_free(&again);
				free(text);
			}
			free(copy);
		}
}

static void
test_text(void)
{
	check_text("{}", "{}");
	check_text("{b=2,a=1}", "{a=1, b=2}");
	check_text("{ q@7=\"x\" }", "{q@7=x}");
	check_text("{\"\"=\"\"}", "{\"\"=\"\"}");
	check_text("{q=\"a, b\"}", "{q=\"a, b\"}");
	check_text("{q=\"say \"\"hi\"\"\"}", "{q=\"say \"\"hi\"\"\"}");
	check_text("{\"q\"=v}", "{q=v}");
	check_text("{q=\\x00\\xFF\\x5C}", "{q=\\x00\\xFF\\x5C}");
	check_text("{q=\\x41}", "{q=A}");
	check_text("{q@5!Delete, q@5=a, q@6=b, \"\"@9!DeleteFamily, q!DeleteColumn}",
			   "{\"\"@9!DeleteFamily, q!DeleteColumn, q@6=b, q@5!Delete, q@5=a}");
	check_text("{q@9223372036854775806=x}", "{q@9223372036854775806=x}");
	check_text("{q@5#7=b, q@5#4!Delete, r@1#2=x}",
			   "{q@5#1!Delete, q@5#2=b, r@1#0=x}");
	check_text("{q@5#7=b, r@5#4=a}", "{q@5=b, r@5=a}");
	check_text("{q=1,\n r=2}", "{q=1, r=2}");

	check_bad_text("", "wide row ends too early: expected \"{\"");
	check_bad_text("q=v", "invalid wide row at byte offset 0: expected \"{\"");
	check_bad_text("{q=v", "wide row ends too early: expected \",\" or \"}\"");
	check_bad_text("{q=v} x",
				   "invalid wide row at byte offset 6: expected the end");
	check_bad_text(
		"{q}",
		"invalid wide row at byte offset 2: expected \"=\" and a value");
	check_bad_text("{q=}",
				   "invalid wide row at byte offset 3: expected a value (an empty one is \"\")");
	check_bad_text("{=v}",
				   "invalid wide row at byte offset 1: expected a name");
	check_bad_text("{q=\"v}",
				   "wide row ends too early: expected a closing double quote");
	check_bad_text("{q@=v}",
				   "invalid wide row at byte offset 3: expected timestamp");
	check_bad_text("{q@-1=v}",
				   "invalid wide row at byte offset 3: expected timestamp");
	check_bad_text("{q@9223372036854775807=v}",
				   "timestamp in wide row at byte offset 3 is out of range");
	check_bad_text("{q@99999999999999999999=v}",
				   "timestamp in wide row at byte offset 3 is out of range");
	check_bad_text("{q=\\xff}", "invalid escape in wide row at byte offset 3");
	check_bad_text("{q=\\x4}", "invalid escape in wide row at byte offset 3");
	check_bad_text("{q=\xc3\xa9}",
				   "invalid character in wide row at byte offset 3");
	check_bad_text("{q!Put}",
				   "invalid wide row at byte offset 3: expected the type of a marker; a put is written with \"=\"");
	check_bad_text("{q=a, q=b}", "cell \"q\" is given twice");
	check_bad_text("{q@5=a, q@5=b}",
				   "cell \"q\" is given twice at timestamp 5");
	check_bad_text("{q!Delete}",
				   "Delete marker of cell \"q\" has no timestamp");
	check_bad_text("{q@5!DeleteFamily}",
				   "DeleteFamily marker has a qualifier: \"q\"");
	check_bad_text(
		"{q#0=a, q@4#1!Delete}",
		"cells without a timestamp cannot keep the order in which they were written");
}

/* ---- applying ---------------------------------------------------------- */

static void
test_apply(void)
{
	check_apply("{}", "{a=1}", "{a=1}");
	check_apply("{a=1}", "{a=2}", "{a=2}");
	check_apply("{a=1, b=1}", "{b=2, c=3}", "{a=1, b=2, c=3}");
	check_apply("{a@5=x}", "{a@7=y}", "{a@7=y, a@5=x}");
	check_apply("{a@5=x}", "{a@5=y}", "{a@5=y}");
	check_apply("{a@5=x}", "{a@5!Delete}", "{a@5!Delete, a@5=x}");
	check_apply("{a@5!Delete}", "{a@5=x}", "{a@5!Delete, a@5=x}");
	check_apply("{a@5=x}", "{a=y}", "{a=y, a@5=x}");
	check_apply(
		"{a=y}", "{a@5=x}",
		"!cell \"a\" at timestamp 5 cannot be applied to a cell without a timestamp");
	check_apply("{a=y}", "{b@5=x}", "{a=y, b@5=x}");
	check_apply("{a=y, a@5=x}", "{a=z}", "{a=z, a@5=x}");
	check_apply("{a=y, b=1}", "{a!DeleteColumn}", "{a!DeleteColumn, b=1}");
	check_apply("{a!DeleteColumn}", "{a=y}", "{a!DeleteColumn, a=y}");
	check_apply("{a=x}", "{a!DeleteColumn, a=y}", "{a!DeleteColumn, a=y}");
	check_apply("{a=x, b@3=y}", "{\"\"!DeleteFamily}",
				  "{\"\"!DeleteFamily, b@3=y}");
	check_apply("{\"\"!DeleteFamily}", "{a=x}", "{\"\"!DeleteFamily, a=x}");
	check_apply(
		"{\"\"!DeleteFamily}", "{a@3=x}",
		"!cell \"a\" at timestamp 3 cannot be applied to a cell without a timestamp");
	check_apply(
		"{a=x}", "{\"\"@3!DeleteFamily}",
		"!cell \"\" at timestamp 3 cannot be applied to a cell without a timestamp");
	check_apply("{a@5#0!Delete, a@5#1=x}", "{a=x}",
				  "!wide row keeps the order in which its cells were written");
}

static void
test_apply_ordered(void)
{
	char	   *text = applied("{a@5=x, a@4=w}", "{a@5!Delete}", true);
	char	   *more;

	CHECK_STR(text, "{a@5#1!Delete, a@5#0=x, a@4#0=w}");
	more = applied(text, "{a@5=y}", true);
	CHECK_STR(more, "{a@5#1!Delete, a@5#2=y, a@4#0=w}");
	free(text);
	/* the marker's write is replaced, with its generation */
	text = applied(more, "{a@5!Delete}", true);
	CHECK_STR(text, "{a@5#1!Delete, a@5#0=y, a@4#0=w}");
	free(text);
	free(more);
	text = applied("{a=x}", "{a@5!Delete}", true);
	CHECK_STR(
		text,
		"!cell \"a\" at timestamp 5 cannot be applied to a cell without a timestamp");
	free(text);
}

static void
check_stamp(const char *text, int64_t ts, const char *want)
{
	CoreBuf		buf = row_of(text),
				out;
	WideRow		row = open_row(&buf);
	CoreError	err;

	core_buf_init(&out);
	if (wide_stamp(&row, ts, &out, &err))
	{
		char	   *got = text_of(&out);

		CHECK_STR(got, want);
		free(got);
	}
	else
		CHECK_STR(err.message, want);
	core_buf_free(&buf);
	core_buf_free(&out);
}

static void
test_stamp(void)
{
	check_stamp("{a=x, b=y}", 7, "{a@7=x, b@7=y}");
	check_stamp("{a!DeleteColumn, a=x}", 7, "{a@7=x, a@6!DeleteColumn}");
	check_stamp("{a=x, a@7=old, a@3=older}", 7, "{a@7=x, a@3=older}");
	check_stamp("{a@3=x}", 7, "{a@3=x}");
	check_stamp("{}", 7, "{}");
	check_stamp("{a=x}", 0, "{a@0=x}");
	check_stamp("{bc=x, a=long}", 9223372036854775806,
				"{a@9223372036854775806=long, bc@9223372036854775806=x}");
	check_stamp("{a!DeleteColumn}", 0,
				"a marker cannot be stamped with timestamp 0");
	check_stamp("{a=x}", -1, "timestamp -1 is out of range");
	check_stamp("{a=x}", INT64_MAX,
				"timestamp 9223372036854775807 is out of range");
}

/* Invalid bytes are rejected with the reason. */
static void
test_damage(void)
{
	static const struct
	{
		const char *bytes;
		size_t		len;
		const char *want;
	} cases[] = {
		{"\001\000", 2, "it is cut off"},
		{"\002\000\000", 3, "unrecognized format version 2"},
		{"\001\001\000", 3, "it has flags but no columns"},
		{"\001\000\200\000", 4,
		 "its head does not hold the number of columns"},
		{"\001\200\001\001\001\001", 6,
		 "its head does not hold the number of cells"},
		{"\001\000\001", 3, "its head does not hold the length of qualifiers"},
		{"\001\000\001\001", 4, "its head does not hold the length of values"},
		{"\001\020\001\001\001", 5, "its head does not hold the timestamp"},
		{"\001\020\001\001\001\377\0\0\0\0\0\0\0ax", 15,
		 "its head does not hold the timestamp"},
		{"\001\000\377\377\377\377\001\000\000", 9, "it holds equal cells"},
		{"\001\220\001\377\377\377\377\017\001\000\0\0\0\0\0\0\0\001", 18,
		 "it holds equal cells"},
		{"\001\000\002\001\001a", 6, "it is cut off"},
		{"\001\000\001\001\002ax", 7,
		 "its values do not have the size they should"},
		{"\001\000\000x", 4, "its values do not have the size they should"},
		{"\001\004\001\001a\001xy", 8,
		 "it is not in the one form that its cells have"},
		{"\001\000\002\001\001baxy", 9, "its cells are not in order"},
		{"\001\001\001\001\001ax", 7,
		 "it is not in the one form that its cells have"},
		{"\001\000\201\200\200\010\001\000", 8,
		 "it has more cells than a row can have"},
		/* {a@5=x, a@3=y, b@5=z} with other column ends than 2, 3 */
		{"\001\240\002\003\001\001\0\0\0\0\0\0\0\003\001\003\003ab\002\0\002xyz",
		 25, "a column of it has no cells"},
		{"\001\240\002\003\001\001\0\0\0\0\0\0\0\003\001\000\003ab\002\0\002xyz",
		 25, "a column of it has no cells"},
		{"\001\240\002\003\001\001\0\0\0\0\0\0\0\003\001\001\002ab\002\0\002xyz",
		 25, "its columns do not have all cells"},
		/* columns that share cells */
		{"\001\240\005\006\001\001\0\0\0\0\0\0\0\003\001\006\001\006\001\006abcde\005\004\003\002\001\0uvwxyz",
		 37, "a column of it has no cells"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		WideRow		row;
		CoreError	err = {0};

		if (wide_open(&row, (const uint8_t *) cases[i].bytes, cases[i].len,
					  &err))
		{
			/* every row that opens can be read, valid or not */
			uint32_t   *selected = core_alloc(row.cells * sizeof(uint32_t) +
											  1);

			CHECK(wide_visible(&row, &wide_plain_family, &wide_plain_read,
							   selected) <= row.cells);
			core_free(selected);
			CHECK(!wide_validate(&row, &err));
		}
		if (strstr(err.message, cases[i].want) == NULL)
			CHECK_STR(err.message, cases[i].want);
	}
}

/* Exactly as many cells as an array can hold. */
static void
test_most_cells(void)
{
	WideBuilder builder;
	WideCell	cell = {.ts = CELL_LATEST_TIMESTAMP, .type = CELL_PUT};
	CoreError	err;

	CHECK(sizeof(WideCell) * WIDEROW_MAX_CELLS <= CORE_MAX_ALLOC);
	wide_builder_init(&builder);
	builder.count = WIDEROW_MAX_CELLS;
	CHECK(!wide_builder_point(&builder, &cell, &err));
	CHECK_STR(err.message, "wide row has too many cells");
	CHECK(!wide_builder_add(&builder, &cell, &err));
	CHECK_STR(err.detail, "At most 16777216 are possible.");
}

/* ---- random rows ------------------------------------------------------ */

static uint64_t seed = 20261121;

static uint32_t
random_below(uint32_t n)
{
	return (uint32_t) (unit_random(&seed) % n);
}

/*
 * Random cells with few names and times, so that they collide; stamped ones if
 * asked.
 */
static CoreBuf
random_row(uint32_t max_cells, bool stamped, bool markers)
{
	static const uint8_t types[] = {CELL_DELETE, CELL_DELETE_FAMILY_VERSION,
									CELL_DELETE_COLUMN, CELL_DELETE_FAMILY};
	WideBuilder builder;
	CoreBuf		out;
	CoreError	err;
	uint32_t	n = random_below(max_cells + 1);

	wide_builder_init(&builder);
	for (uint32_t i = 0; i < n; i++)
	{
		uint8_t		name[4],
					value[300];
		WideCell	cell = {.qualifier = name, .value = value,
							.type = CELL_PUT};

		cell.qualifier_len = random_below(3);
		for (uint32_t k = 0; k < cell.qualifier_len; k++)
			name[k] = (uint8_t) ("ab\x00\xff,"[random_below(5)]);
		if (markers && random_below(4) == 0)
			cell.type = types[random_below(4)];
		if (cell_type_is_family_marker(cell.type))
			cell.qualifier_len = 0;
		if (cell.type == CELL_PUT)
		{
			cell.value_len = random_below(4) == 0 ? random_below(300) : 8;
			for (uint32_t k = 0; k < cell.value_len; k++)
				value[k] = (uint8_t) unit_random(&seed);
		}
		cell.ts = CELL_LATEST_TIMESTAMP;
		if (stamped || cell.type == CELL_DELETE ||
			cell.type == CELL_DELETE_FAMILY_VERSION || random_below(2) == 0)
			cell.ts = random_below(3) == 0 ?
				(int64_t) (unit_random(&seed) >> 2) :
				random_below(6);
		CHECK(wide_builder_add(&builder, &cell, &err));
	}
	core_buf_init(&out);
	CHECK(wide_builder_finish(&builder, WIDEROW_DUPLICATE_LAST, &out, &err));
	wide_builder_free(&builder);
	return out;
}

/* Text and binary form read back, and every cell is found. */
static void
test_round_trips(void)
{
	for (int round = 0; round < 3000; round++)
	{
		CoreBuf		buf = random_row(round % 10 == 0 ? 400 : 8, round % 2,
									 round % 3);
		WideRow		row = open_row(&buf);
		char	   *text = text_of(&buf);
		CoreBuf		again = row_of(text);
		WideCell   *cells = malloc(row.cells * sizeof(WideCell) + 1);
		uint32_t	columns = 0;

		CHECK_BYTES(again.data, again.len, buf.data, buf.len);
		wide_cells(&row, cells);
		for (uint32_t i = 0; i < row.cells; i++)
		{
			bool		found;
			uint32_t	c = wide_search(&row, cells[i].qualifier,
										cells[i].qualifier_len, &found);
			WideSpan	span = wide_span(&row, c);

			CHECK(found);
			CHECK(span.first <= i && i < span.stop);
			if (i > 0)
				CHECK(wide_compare(&cells[i - 1], &cells[i]) < 0);
			columns += i == span.first;
		}
		CHECK_INT(columns, row.columns);
		for (int i = 0; i < 10; i++)
		{
			uint8_t		name[3] = {(uint8_t) unit_random(&seed),
								   (uint8_t) unit_random(&seed), 'a'};
			uint32_t	len = random_below(4),
						want = 0;
			bool		found;
			uint32_t	c = wide_search(&row, name, len, &found);

			while (want < row.columns)
			{
				uint32_t	n;
				const uint8_t *q = wide_qualifier(&row, want, &n);

				if (bytes_compare(q, n, name, len) >= 0)
				{
					CHECK_INT(found, bytes_compare(q, n, name, len) == 0);
					break;
				}
				want++;
			}
			CHECK_INT(c, want);
		}
		free(cells);
		free(text);
		core_buf_free(&again);
		core_buf_free(&buf);
	}
}

/* The row of b applied to a; false if it is rejected. */
static bool
apply_bytes(const CoreBuf *a, const CoreBuf *b, bool ordered, CoreBuf *out)
{
	WideRow		arow = open_row(a),
				brow = open_row(b);
	CoreError	err;

	core_buf_init(out);
	return wide_apply(&arow, &brow, ordered, out, &err);
}

/* (a || b) || c = a || (b || c) = all three at once, unless rejected. */
static void
test_associative(void)
{
	int			applied_count = 0,
				refused = 0;

	for (int round = 0; round < 20000; round++)
	{
		bool		ordered = round % 2 == 1;
		CoreBuf		rows[3],
					ab,
					bc,
					left,
					right,
					all;
		bool		ok_left,
					ok_right,
					ok_all = true;
		WideMerge merge;
		CoreError	err;

		for (int i = 0; i < 3; i++)
			rows[i] = random_row(5, ordered, true);
		core_buf_init(&left);
		core_buf_init(&right);
		ok_left = apply_bytes(&rows[0], &rows[1], ordered, &ab) &&
			apply_bytes(&ab, &rows[2], ordered, &left);
		ok_right = apply_bytes(&rows[1], &rows[2], ordered, &bc) &&
			apply_bytes(&rows[0], &bc, ordered, &right);
		wide_merge_init(&merge, ordered, true);
		core_buf_init(&all);
		for (int i = 0; i < 3; i++)
		{
			WideRow		row = open_row(&rows[i]);

			ok_all = ok_all && wide_merge_add(&merge, &row, &err);
		}
		ok_all = ok_all && wide_merge_finish(&merge, &all, &err);
		wide_merge_free(&merge);

		CHECK_INT(ok_left, ok_right);
		CHECK_INT(ok_left, ok_all);
		if (ok_left && ok_right && ok_all)
		{
			CHECK_BYTES(left.data, left.len, right.data, right.len);
			CHECK_BYTES(left.data, left.len, all.data, all.len);
			applied_count++;
		}
		else
			refused++;
		for (int i = 0; i < 3; i++)
			core_buf_free(&rows[i]);
		core_buf_free(&ab);
		core_buf_free(&bc);
		core_buf_free(&left);
		core_buf_free(&right);
		core_buf_free(&all);
	}
	CHECK(applied_count > 5000 && refused > 1000);
}

/*
 * Replacing is applying b and keeping one version per column; stamping a row
 * of puts gives the writer's bytes.
 */
static void
test_replace(void)
{
	static const WideFamily family = {.versions = 1,
									  .oldest = WIDEROW_NO_EXPIRY};
	int			replaced = 0,
				inside = 0;

	for (int round = 0; round < 20000; round++)
	{
		CoreBuf		below = random_row(5, round % 4 != 0, round % 8 == 1),
					cells = random_row(4, false, round % 8 == 2),
					stamped,
					applied,
					kept,
					out;
		WideRow		a = open_row(&below),
					b = open_row(&cells),
					all;
		int64_t		newest = wide_max_timestamp(&a);
		uint32_t	selected[16];
		CoreError	err;

		core_buf_init(&stamped);
		core_buf_init(&kept);
		core_buf_init(&out);
		CHECK(wide_stamp(&b,
						 round % 16 == 3 && newest > 0 ? newest : newest + 2,
						 &stamped, &err));
		b = open_row(&stamped);
		CHECK(wide_validate(&b, &err));
		if (wide_replaces(&a, &b))
		{
			CHECK(apply_bytes(&below, &stamped, false, &applied));
			all = open_row(&applied);
			CHECK(wide_select(&all, selected,
							  wide_flush(&all, &family, selected), &kept,
							  &err));
			CHECK(wide_replace(&a, &b, &out, &err));
			CHECK_BYTES(out.data, out.len, kept.data, kept.len);
			replaced++;
			inside += out.len == b.size && a.cells > 0;
			core_buf_free(&applied);
		}
		core_buf_free(&below);
		core_buf_free(&cells);
		core_buf_free(&stamped);
		core_buf_free(&kept);
		core_buf_free(&out);
	}
	CHECK(replaced > 2000 && inside > 100);
}

/*
 * Unstamped writes, applied to one another and stamped at the end, read like
 * the same writes in HBase, which stamps each one when it arrives, over any
 * existing row.
 */
static void
test_stamped_like_hbase(void)
{
	static const char *const names[] = {"a", "b", "c"};

	for (int round = 0; round < 5000; round++)
	{
		CoreBuf		below = random_row(6, true, true);
		WideRow		row = open_row(&below);
		WideMerge merge,
					server;
		CoreBuf		unstamped,
					stamped,
					wanted;
		WideRow		a,
					b;
		CoreError	err;
		int64_t		ts = INT64_MAX / 2;
		uint32_t	got[200],
					want[200],
					ngot,
					nwant;

		wide_merge_init(&merge, false, true);
		wide_merge_init(&server, false, true);
		CHECK(wide_merge_add(&merge, &row, &err) &&
			  wide_merge_add(&server, &row, &err));
		for (uint32_t i = random_below(8); i > 0; i--)
		{
			uint8_t		value = (uint8_t) i;
			const char *name = names[random_below(3)];
			WideCell	cell = {.qualifier = (const uint8_t *) name,
								.qualifier_len = 1,
								.ts = CELL_LATEST_TIMESTAMP,
								.type = CELL_PUT};

			switch (random_below(4))
			{
				case 0:
					cell.type = CELL_DELETE_COLUMN;
					break;
				case 1:
					cell.type = CELL_DELETE_FAMILY;
					cell.qualifier_len = 0;
					break;
				default:
					cell.value = &value;
					cell.value_len = 1;
			}
			CHECK(wide_merge_add_cell(&merge, &cell, &err));
			cell.ts = ts += 2;
			CHECK(wide_merge_add_cell(&server, &cell, &err));
		}
		core_buf_init(&unstamped);
		core_buf_init(&stamped);
		core_buf_init(&wanted);
		CHECK(wide_merge_finish(&merge, &unstamped, &err));
		CHECK(wide_merge_finish(&server, &wanted, &err));
		a = open_row(&unstamped);
		CHECK(wide_stamp(&a, ts, &stamped, &err));

		/* read before and after it is stamped */
		b = open_row(&wanted);
		nwant = wide_visible(&b, &wide_plain_family, &wide_plain_read, want);
		for (int pass = 0; pass < 2; pass++)
		{
			if (pass == 1)
				a = open_row(&stamped);
			ngot = wide_visible(&a, &wide_plain_family, &wide_plain_read, got);
			CHECK_INT(ngot, nwant);
			for (uint32_t i = 0; i < ngot && i < nwant; i++)
			{
				WideCell	cells[2][100];

				wide_cells(&a, cells[0]);
				wide_cells(&b, cells[1]);
				CHECK_BYTES(cells[0][got[i]].qualifier,
							cells[0][got[i]].qualifier_len,
							cells[1][want[i]].qualifier,
							cells[1][want[i]].qualifier_len);
				CHECK_BYTES(cells[0][got[i]].value, cells[0][got[i]].value_len,
							cells[1][want[i]].value,
							cells[1][want[i]].value_len);
			}
		}
		wide_merge_free(&merge);
		wide_merge_free(&server);
		core_buf_free(&below);
		core_buf_free(&unstamped);
		core_buf_free(&stamped);
		core_buf_free(&wanted);
	}
}

/* A row of a million cells in random order. */
static void
test_large(void)
{
	uint32_t	n = 1000000;
	WideBuilder builder;
	CoreBuf		out;
	CoreError	err;
	WideRow		row;

	wide_builder_init(&builder);
	for (uint32_t i = 0; i < n; i++)
	{
		uint8_t		name[8],
					value[8];
		WideCell	cell = {.qualifier = name,
							.value = value,
							.qualifier_len = 8,
							.value_len = 8,
							.ts = 5,
							.type = CELL_PUT};

		core_put_u64(name, (uint64_t) i * 7919 % n);
		core_put_u64(value, i);
		CHECK(wide_builder_add(&builder, &cell, &err));
	}
	core_buf_init(&out);
	CHECK(wide_builder_finish(&builder, WIDEROW_DUPLICATE_ERROR, &out, &err));
	wide_builder_free(&builder);
	CHECK(wide_open(&row, out.data, out.len, &err));
	CHECK(wide_validate(&row, &err));
	CHECK_INT(row.cells, n);
	for (uint32_t i = 0; i < n; i += 997)
	{
		uint8_t		name[8];
		bool		found;
		uint32_t	cell,
					len;
		const uint8_t *value;

		core_put_u64(name, (uint64_t) i * 7919 % n);
		CHECK(wide_newest(&row, wide_search(&row, name, 8, &found), &cell) &&
			  found);
		value = wide_value(&row, cell, &len);
		CHECK_INT(core_get_u64(value), i);
	}
	core_buf_free(&out);
}

/* ---- vectors ---------------------------------------------------------- */

/* cellorder.tsv: by family, the cells of a row in the order of their rank. */
static void
test_cellorder(void)
{
	Tsv		   *tsv = tsv_open("cellorder.tsv");
	WideCell	cells[100];
	uint8_t		groups[100][64];
	int			ranks[100];
	char		list[8] = "";
	int			n = 0;
	bool		more;

	do
	{
		more = tsv_next(tsv);
		if (!more || strcmp(list, tsv_raw(tsv, "list")) != 0)
		{
			/* in each row and family, sorted cells have growing ranks */
			for (int g = 0; g < n; g++)
			{
				WideCell	group[100];
				int			count = 0,
							last = -1;

				for (int i = 0; i < n; i++)
					if (memcmp(groups[i], groups[g], sizeof(groups[0])) == 0)
					{
						group[count] = cells[i];
						group[count++].order = (uint32_t) ranks[i];
					}
				wide_sort(group, (uint32_t) count);
				for (int i = 0; i < count; i++)
				{
					CHECK((int) group[i].order > last);
					last = (int) group[i].order;
				}
			}
			for (int i = 0; i < n; i++)
				free((uint8_t *) cells[i].qualifier);
			n = 0;
		}
		if (more)
		{
			size_t		len;
			const uint8_t *bytes;
			CellType	type;
			CoreError	err;

			snprintf(list, sizeof(list), "%s", tsv_raw(tsv, "list"));
			memset(groups[n], 0, sizeof(groups[n]));
			snprintf((char *) groups[n], sizeof(groups[n]), "%s/%s",
					 tsv_raw(tsv, "row_hex"), tsv_raw(tsv, "family"));
			memset(&cells[n], 0, sizeof(cells[n]));
			bytes = tsv_hex(tsv, "qualifier_hex", &len);
			cells[n].qualifier = memcpy(malloc(len + 1), bytes, len);
			cells[n].qualifier_len = (uint32_t) len;
			cells[n].ts = tsv_int(tsv, "ts");
			CHECK(cell_type_from_name(tsv_raw(tsv, "type"),
									  strlen(tsv_raw(tsv, "type")), &type,
									  &err));
			cells[n].type = (uint8_t) type;
			ranks[n++] = (int) tsv_int(tsv, "rank");
		}
	} while (more);
	tsv_close(tsv);
}

/* increment.tsv: Bytes.incrementBytes on 8 bytes. */
static void
test_increment(void)
{
	Tsv		   *tsv = tsv_open("increment.tsv");

	while (tsv_next(tsv))
	{
		size_t		len,
					want_len;
		const uint8_t *value = tsv_hex(tsv, "value_hex", &len);
		const uint8_t *want = tsv_hex(tsv, "hex", &want_len);
		int64_t		result;
		uint8_t		bytes[8];
		CoreError	err;

		CHECK(wide_add(value, len, tsv_int(tsv, "amount"), &result, &err));
		core_put_u64(bytes, (uint64_t) result);
		CHECK_BYTES(bytes, 8, want, want_len);
	}
	tsv_close(tsv);
}

/* mutate.tsv: Increment, and the operators of checkAndMutate. */
static void
test_mutate(void)
{
	static const char *const names[] = {"LESS",
										"LESS_OR_EQUAL",
										"EQUAL",
										"NOT_EQUAL",
										"GREATER_OR_EQUAL",
										"GREATER"};
	Tsv		   *tsv = tsv_open("mutate.tsv");

	while (tsv_next(tsv))
	{
		const char *op = tsv_raw(tsv, "op");
		size_t		before_len = 0,
					len = 0;
		const uint8_t *before = tsv_is_null(tsv, "before") ?
			NULL :
			tsv_hex(tsv, "before", &before_len);

		if (strcmp(op, "increment") == 0)
		{
			static const uint8_t zero[8];
			int64_t		result;
			CoreError	err;
			bool		ok = wide_add(before != NULL ? before : zero,
									  before != NULL ? before_len : 8,
									  tsv_int(tsv, "argument"), &result, &err);

			CHECK_INT(ok, !tsv_is_error(tsv, "returned"));
			if (ok)
				CHECK_INT(result, tsv_int(tsv, "returned"));
		}
		for (int i = 0; i < 6; i++)
			if (strncmp(op, "checkAndMutate ", 15) == 0 &&
				strcmp(op + 15, names[i]) == 0)
			{
				const uint8_t *given = tsv_is_null(tsv, "argument") ?
					NULL :
					tsv_hex(tsv, "argument", &len);

				CHECK_INT(wide_check((WideCompareOp) i, given, len, before,
									 before_len),
						  tsv_is(tsv, "returned", "true"));
			}
		/* ifNotExists is the same as an empty value */
		if (strcmp(op, "checkAndMutate ifNotExists") == 0)
			CHECK_INT(wide_check(WIDEROW_EQUAL, NULL, 0, before, before_len),
					  tsv_is(tsv, "returned", "true"));
	}
	tsv_close(tsv);
}

int
main(void)
{
	test_format();
	test_text();
	test_apply();
	test_apply_ordered();
	test_stamp();
	test_damage();
	test_most_cells();
	test_round_trips();
	test_associative();
	test_replace();
	test_stamped_like_hbase();
	test_large();
	test_cellorder();
	test_increment();
	test_mutate();
	return unit_done();
}
