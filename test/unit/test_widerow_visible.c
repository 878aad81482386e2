/*
 * test_widerow_visible.c
 *		The cells that a get, a flush and a major compaction keep, compared
 *		with a real HBase: visibility.tsv.
 */
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_merge.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "unit/unit.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define NOW		INT64_C(1700000000000)

/* ---- settings --------------------------------------------------------- */

static const char *
after(const char *text, const char *prefix)
{
	size_t		n = strlen(prefix);

	return strncmp(text, prefix, n) == 0 ? text + n : NULL;
}

static WideFamily
read_settings(const char *settings)
{
	WideFamily	family = {.versions = 1, .oldest = WIDEROW_NO_EXPIRY};
	char		copy[200];

	snprintf(copy, sizeof(copy), "%s", settings);
	for (char *word = strtok(copy, " "); word != NULL;
		 word = strtok(NULL, " "))
	{
		const char *value;
		CoreError	err;

		if ((value = after(word, "VERSIONS=")) != NULL)
			family.versions = atoi(value);
		else if ((value = after(word, "MIN_VERSIONS=")) != NULL)
			family.min_versions = atoi(value);
		else if ((value = after(word, "TTL=")) != NULL)
			family.oldest = NOW - atoll(value) * 1000;
		else if ((value = after(word, "KEEP_DELETED_CELLS=")) != NULL)
			CHECK(wide_keep_deleted_from_name(value, strlen(value),
											  &family.keep_deleted, &err));
		else if ((value = after(word, "NEW_VERSION_BEHAVIOR=")) != NULL)
			family.new_version_behavior = strcmp(value, "true") == 0;
		else
			CHECK_STR(word, "a setting");
	}
	return family;
}

/* ---- rows ------------------------------------------------------------- */

static WideRow
open_row(const CoreBuf *buf)
{
	WideRow		row;
	CoreError	err;

	CHECK(wide_open(&row, buf->data, buf->len, &err));
	return row;
}

static CoreBuf
empty_row(void)
{
	CoreBuf		buf;
	CoreError	err;

	core_buf_init(&buf);
	CHECK(wide_write(NULL, 0, &buf, &err));
	return buf;
}

/* Replace *buf by the result of this walk. */
static void
reduce(CoreBuf *buf, const WideFamily *family,
	   uint32_t (*walk) (const WideRow *, const WideFamily *, uint32_t *))
{
	WideRow		row = open_row(buf);
	uint32_t   *selected = malloc(row.cells * sizeof(uint32_t) + 1);
	uint32_t	n = walk(&row, family, selected);
	CoreBuf		out;
	CoreError	err;

	core_buf_init(&out);
	CHECK(wide_select(&row, selected, n, &out, &err));
	core_buf_free(buf);
	*buf = out;
	free(selected);
}

/* The timestamp of the newest visible put of a column, or NOW. */
static int64_t
latest_timestamp(const CoreBuf *buf, const WideFamily *family,
				 const char *name)
{
	WideRow		row = open_row(buf);
	uint32_t   *selected = malloc(row.cells * sizeof(uint32_t) + 1);
	uint32_t	n = wide_visible(&row, family, &wide_plain_read, selected);
	bool		found;
	uint32_t	column = wide_search(&row, (const uint8_t *) name,
									 strlen(name), &found);
	int64_t		ts = NOW;

	for (uint32_t i = 0; found && i < n; i++)
	{
		WideSpan	span = wide_span(&row, column);

		if (selected[i] >= span.first && selected[i] < span.stop)
			ts = wide_ts(&row, selected[i]);
	}
	free(selected);
	return ts;
}

static int64_t
read_ts(const char *text)
{
	const char *before = after(text, "now-");

	return before != NULL ? NOW - atoll(before) : atoll(text);
}

/* One operation: name(arguments). */
static void
apply(CoreBuf *buf, const WideFamily *family, char *op)
{
	char	   *args[3] = {"", "", ""};
	int			n = 0;
	char	   *open = strchr(op, '('),
			   *close = strrchr(op, ')');
	WideCell	cell = {.type = CELL_PUT};
	WideMerge merge;
	WideRow		row;
	CoreBuf		out;
	CoreError	err;

	*open = *close = '\0';
	for (char *p = open + 1; p != NULL && n < 3; n++)
	{
		char	   *comma = strchr(p, ',');

		args[n] = p;
		if (comma != NULL)
			*comma++ = '\0';
		p = comma;
	}
	cell.qualifier = (uint8_t *) args[0];
	cell.qualifier_len = (uint32_t) strlen(args[0]);
	cell.ts = read_ts(args[1]);
	if (strcmp(op, "put") == 0)
	{
		cell.value = (uint8_t *) args[2];
		cell.value_len = (uint32_t) strlen(args[2]);
	}
	else if (strcmp(op, "del") == 0)
		cell.type = CELL_DELETE;
	else if (strcmp(op, "dellatest") == 0)
	{
		cell.type = CELL_DELETE;
		cell.ts = latest_timestamp(buf, family, args[0]);
	}
	else if (strcmp(op, "delcols") == 0)
		cell.type = CELL_DELETE_COLUMN;
	else
	{
		cell.type = strcmp(op, "delfam") == 0 ? CELL_DELETE_FAMILY :
												CELL_DELETE_FAMILY_VERSION;
		cell.qualifier_len = 0;
		cell.ts = read_ts(args[0]);
	}

	row = open_row(buf);
	core_buf_init(&out);
	wide_merge_init(&merge, family->new_version_behavior, false);
	CHECK(wide_merge_add(&merge, &row, &err));
	CHECK(wide_merge_add_cell(&merge, &cell, &err));
	CHECK(wide_merge_finish(&merge, &out, &err));
	wide_merge_free(&merge);
	core_buf_free(buf);
	*buf = out;
}

static void
apply_all(CoreBuf *buf, const WideFamily *family, const char *ops)
{
	char	   *copy = strdup(ops);
	char	   *save;

	for (char *op = strtok_r(copy, " ", &save); op != NULL;
		 op = strtok_r(NULL, " ", &save))
		apply(buf, family, op);
	free(copy);
}

/* ---- reads ------------------------------------------------------------ */

static WideRead
read_read(const char *text)
{
	WideRead	read = {.versions = 1, .from = 0, .to = INT64_MAX};
	const char *p;

	read.raw = strncmp(text, "rawscan", 7) == 0;
	if ((p = strstr(text, "versions=")) != NULL)
		read.versions = p[9] == 'a' ? WIDEROW_ALL_VERSIONS : atoi(p + 9);
	if ((p = strstr(text, "time=[")) != NULL)
	{
		read.from = atoll(p + 6);
		read.to = atoll(strchr(p, ',') + 1);
	}
	if ((p = strstr(text, "ts=")) != NULL)
	{
		read.from = atoll(p + 3);
		read.to = read.from + 1;
	}
	return read;
}

/* A result in the format of the vectors. */
static void
show_read(const CoreBuf *buf, const WideFamily *family, const WideRead *read,
		  char *out, size_t size)
{
	WideRow		row = open_row(buf);
	uint32_t   *selected = malloc(row.cells * sizeof(uint32_t) + 1);
	uint32_t	n = wide_visible(&row, family, read, selected);
	uint32_t	column = 0;
	size_t		len = 0;

	out[0] = '\0';
	for (uint32_t i = 0; i < n; i++)
	{
		WideCell	cell;
		char		ts[32];

		while (selected[i] >= wide_span(&row, column).stop)
			column++;
		wide_cell(&row, column, selected[i], &cell);
		if (cell.ts == NOW)
			snprintf(ts, sizeof(ts), "now");
		else if (cell.ts > 1000)
			snprintf(ts, sizeof(ts), "now-%" PRId64, NOW - cell.ts);
		else
			snprintf(ts, sizeof(ts), "%" PRId64, cell.ts);
		len += snprintf(out + len, size - len, "%s%s%s%.*s@%s=%.*s",
						i > 0 ? " " : "",
						read->raw ? cell_type_name(cell.type) : "",
						read->raw ? ":" : "", (int) cell.qualifier_len,
						cell.qualifier, ts, (int) cell.value_len, cell.value);
	}
	free(selected);
}

/* The server's time, a little after "now", is now here. */
static void
without_server_time(const char *text, char *out)
{
	while (*text)
	{
		const char *rest = after(text, "now+");

		if (rest == NULL)
		{
			*out++ = *text++;
			continue;
		}
		out += sprintf(out, "now");
		text = rest;
		while (isdigit((unsigned char) *text))
			text++;
	}
	*out = '\0';
}

/*
 * HBase does not read a file or memstore whose timestamps are all outside of
 * the requested range.  A wide row is one piece.  The difference matters only
 * with NEW_VERSION_BEHAVIOR, where newer puts outside of the range count.
 */
static bool
meets_range(const CoreBuf *buf, const WideRead *read)
{
	WideRow		row = open_row(buf);

	for (uint32_t i = 0; i < row.cells; i++)
		if (wide_ts(&row, i) >= read->from && wide_ts(&row, i) < read->to)
			return true;
	return false;
}

/* *row becomes below || *row; frees below. */
static void
land_on(CoreBuf *row, CoreBuf *below, bool ordered)
{
	WideRow		a = open_row(below),
				b = open_row(row);
	CoreBuf		out;
	CoreError	err;

	core_buf_init(&out);
	CHECK(wide_apply(&a, &b, ordered, &out, &err));
	core_buf_free(row);
	core_buf_free(below);
	*row = out;
}

static bool
check_read(Tsv *tsv, const char *column, const CoreBuf *buf,
		   const WideFamily *family, const WideRead *read)
{
	char		got[2000],
				want[2000];

	show_read(buf, family, read, got, sizeof(got));
	without_server_time(tsv_raw(tsv, column), want);
	return CHECK_STR(got, want);
}

int
main(void)
{
	Tsv		   *tsv = tsv_open("visibility.tsv");
	int			results = 0,
				equal = 0;

	while (tsv_next(tsv))
	{
		WideFamily	family = read_settings(tsv_raw(tsv, "settings"));
		WideRead	read = read_read(tsv_raw(tsv, "read"));
		CoreBuf		row = empty_row(),
					compacted;

		apply_all(&row, &family, tsv_raw(tsv, "ops"));
		equal += check_read(tsv, "result_memstore", &row, &family, &read);
		reduce(&row, &family, wide_flush);
		equal += check_read(tsv, "result_flushed", &row, &family, &read);
		reduce(&row, &family, wide_compact);
		equal += check_read(tsv, "result_compacted", &row, &family, &read);
		compacted = row;
		row = empty_row();
		apply_all(&row, &family, tsv_raw(tsv, "ops_after_compaction"));
		if (meets_range(&row, &read))
			land_on(&row, &compacted, family.new_version_behavior);
		else
		{
			core_buf_free(&row);
			row = compacted;
		}
		equal += check_read(tsv, "result_after", &row, &family, &read);
		results += 4;
		core_buf_free(&row);

		/* a compaction includes a flush */
		row = empty_row();
		apply_all(&row, &family, tsv_raw(tsv, "ops"));
		reduce(&row, &family, wide_compact);
		check_read(tsv, "result_compacted", &row, &family, &read);
		core_buf_free(&row);
	}
	tsv_close(tsv);
	printf("  %d of %d results are HBase's\n", equal, results);
	return unit_done();
}
