/*
 * test_splits.c
 *		Split points compared with RegionSplitter, Bytes.split,
 *		Admin.createTable and Phoenix.
 */
#include "unit/unit.h"

#include <stdlib.h>

#include "core/region/splits.h"

static SplitEnd
end_of(const char *text)
{
	return (SplitEnd) {text != NULL, (const uint8_t *) text,
					   text ? strlen(text) : 0};
}

/* Whether the points are those of a comma-separated list of hex. */
static void
check_points(const SplitPoints *points, const char *list)
{
	static const char hex[] = "0123456789abcdef";
	size_t		room = 2 * points->bytes.len + (size_t) points->count + 1;
	char	   *text = malloc(room);
	char	   *out = text;

	for (int i = 0; i < points->count; i++)
	{
		if (i > 0)
			*out++ = ',';
		for (size_t j = points->starts[i]; j < points->starts[i + 1]; j++)
		{
			*out++ = hex[points->bytes.data[j] >> 4];
			*out++ = hex[points->bytes.data[j] & 15];
		}
	}
	*out = '\0';
	CHECK_STR(text, list);
	free(text);
}

/* The value of "name=value" in a params column, up to the next blank. */
static bool
param(const char *params, const char *name, char *value, size_t size)
{
	const char *start = strstr(params, name);
	size_t		n;

	if (start == NULL)
		return false;
	start += strlen(name);
	n = strcspn(start, " ");
	if (n >= size)
		return false;
	memcpy(value, start, n);
	value[n] = '\0';
	return true;
}

static size_t
from_hex(const char *text, uint8_t *out)
{
	size_t		n = strlen(text) / 2;

	for (size_t i = 0; i < n; i++)
	{
		char		pair[3] = {text[2 * i], text[2 * i + 1], '\0'};

		out[i] = (uint8_t) strtoul(pair, NULL, 16);
	}
	return n;
}

static void
check_split(Tsv *tsv, const char *params, int n)
{
	char		from[128],
				to[128],
				inclusive[8];
	uint8_t		a[64],
				b[64];
	size_t		alen,
				blen;
	SplitPoints points;
	CoreError	err;
	bool		ok;

	CHECK(param(params, "from=", from, sizeof(from)) &&
		  param(params, "to=", to, sizeof(to)) &&
		  param(params, "inclusive=", inclusive, sizeof(inclusive)));
	alen = from_hex(from, a);
	blen = from_hex(to, b);
	ok = splits_between(a, alen, b, blen, strcmp(inclusive, "true") == 0, n,
						&points, &err);
	if (CHECK_INT(ok, !tsv_is_error(tsv, "points")) && ok)
		check_points(&points, tsv_raw(tsv, "points"));
	splits_free(&points);

	/* A table created between the two rows has the same points. */
	ok = splits_plan(SPLIT_RANGE, n + 3, (SplitEnd) {true, a, alen},
					 (SplitEnd) {true, b, blen}, &points, &err);
	if (strcmp(inclusive, "false") == 0 && alen > 0)
	{
		CHECK_INT(ok, !tsv_is_error(tsv, "points"));
		if (ok)
			check_points(&points, tsv_raw(tsv, "points"));
	}
	splits_free(&points);
}

static void
check_region_splitter(Tsv *tsv, const char *algo, const char *params, int n)
{
	char		first[128],
				last[128];
	uint8_t		bytes[2][64];
	SplitEnd	ends[2] = {{false, NULL, 0}, {false, NULL, 0}};
	SplitMethod method;
	SplitPoints points;
	CoreError	err;

	if (!CHECK(splits_method_from_name(algo, strlen(algo), &method, &err)))
		return;
	if (param(params, "first=", first, sizeof(first)) &&
		param(params, "last=", last, sizeof(last)))
	{
		ends[0] = end_of(first);
		ends[1] = end_of(last);
		if (method == SPLIT_UNIFORM)
		{
			ends[0] = (SplitEnd) {true, bytes[0], from_hex(first, bytes[0])};
			ends[1] = (SplitEnd) {true, bytes[1], from_hex(last, bytes[1])};
		}
	}
	if (CHECK(splits_plan(method, n, ends[0], ends[1], &points, &err)))
		check_points(&points, tsv_raw(tsv, "points"));
	splits_free(&points);
}

static void
test_vectors(void)
{
	Tsv		   *tsv = tsv_open("splits.tsv");

	while (tsv_next(tsv))
	{
		const char *algo = tsv_raw(tsv, "algo");
		const char *params = tsv_text(tsv, "params", NULL);
		int			n = (int) tsv_int(tsv, "n");

		if (strcmp(algo, "Bytes.split") == 0)
			check_split(tsv, params, n);
		else
			check_region_splitter(tsv, algo, params, n);
	}
	tsv_close(tsv);

	tsv = tsv_open("phoenix_splits.tsv");
	while (tsv_next(tsv))
	{
		SplitPoints points;
		CoreError	err;

		if (CHECK(splits_plan(SPLIT_SALT, (int) tsv_int(tsv, "buckets"),
							  end_of(NULL), end_of(NULL), &points, &err)))
			check_points(&points, tsv_raw(tsv, "points"));
		splits_free(&points);
	}
	tsv_close(tsv);
}

static void
check_plan(SplitMethod method, int regions, const char *first,
		   const char *last, const char *want)
{
	SplitPoints points;
	CoreError	err;
	bool		ok = splits_plan(method, regions, end_of(first), end_of(last),
								 &points, &err);

	if (CHECK_INT(ok, want != NULL) && ok)
		check_points(&points, want);
	splits_free(&points);
}

static void
test_edges(void)
{
	/* One region has no split point. */
	check_plan(SPLIT_UNIFORM, 1, NULL, NULL, "");
	check_plan(SPLIT_HEX, 1, NULL, NULL, "");
	check_plan(SPLIT_SALT, 1, NULL, NULL, "");
	check_plan(SPLIT_UNIFORM, 0, NULL, NULL, NULL);
	check_plan(SPLIT_UNIFORM, -1, NULL, NULL, NULL);
	check_plan(SPLIT_UNIFORM, 65537, NULL, NULL, NULL);
	check_plan(SPLIT_SALT, 257, NULL, NULL, NULL);
	check_plan(SPLIT_SALT, 2, "a", NULL, NULL);

	/*
	 * Digits are read in either case and written in lower case; the range
	 * matters.
	 */
	check_plan(SPLIT_HEX, 2, "0", "F", "38");
	check_plan(SPLIT_HEX, 16, "0", "f",
			   "31,32,33,34,35,36,37,38,39,61,62,63,64,65,66");
	check_plan(SPLIT_HEX, 17, "0", "f", NULL);
	check_plan(SPLIT_HEX, 2, "0000", "f", "38");
	check_plan(SPLIT_HEX, 2, "f", "0", NULL);
	check_plan(SPLIT_HEX, 2, "f", "f", NULL);
	check_plan(SPLIT_HEX, 2, "", "f", NULL);
	check_plan(SPLIT_HEX, 2, "-1", "f", NULL);
	check_plan(SPLIT_HEX, 2, "0", "fg", NULL);
	check_plan(SPLIT_DECIMAL, 2, "0", "f", NULL);
	check_plan(SPLIT_DECIMAL, 10, "0", "9", "31,32,33,34,35,36,37,38,39");

	/* The ends are split points. */
	check_plan(SPLIT_RANGE, 3, "a", "c", "61,63");
	check_plan(SPLIT_RANGE, 3, "c", "a", NULL);
	check_plan(SPLIT_RANGE, 2, "a", "c", NULL);
	check_plan(SPLIT_RANGE, 4, "", "c", NULL);
	check_plan(SPLIT_RANGE, 4, "a", NULL, NULL);
	check_plan(SPLIT_UNIFORM, 2, "b", "a", NULL);
	check_plan(SPLIT_UNIFORM, 2, "a", "a", NULL);
}

/* Row keys of the maximum length: exact, or an error. */
static void
test_long_rows(void)
{
	uint8_t    *row = malloc(32767);
	SplitEnd	first = {true, row, 0};
	SplitEnd	last = {true, row, 32767};
	SplitPoints points;
	CoreError	err;

	memset(row, 0xff, 32767);
	CHECK(splits_plan(SPLIT_UNIFORM, 4, first, last, &points, &err));
	CHECK_INT(points.count, 3);
	CHECK_INT(points.starts[3] - points.starts[2], 32767);
	CHECK_INT(points.bytes.data[points.starts[0]], 0x40);
	CHECK_INT(points.bytes.data[points.starts[2]], 0xc0);
	CHECK_INT(points.bytes.data[points.starts[3] - 1], 0);
	splits_free(&points);

	/* There is no room for three points between .. 00 and .. 01. */
	first.len = 32766;
	row[32766] = 0x00;
	CHECK(!splits_plan(SPLIT_UNIFORM, 4, first, last, &points, &err));
	splits_free(&points);
	row[32766] = 0x01;
	CHECK(!splits_plan(SPLIT_UNIFORM, 4, first, last, &points, &err));
	CHECK(err.code == CORE_ERR_LIMIT);
	splits_free(&points);
	row[32766] = 0x08;
	CHECK(splits_plan(SPLIT_UNIFORM, 4, first, last, &points, &err));
	splits_free(&points);

	/* 65,536 of them would be 2 GB. */
	CHECK(!splits_plan(SPLIT_UNIFORM, 65536, end_of(""), last, &points, &err));
	CHECK(err.code == CORE_ERR_LIMIT);
	splits_free(&points);
	free(row);
}

static void
test_names(void)
{
	char		longer[100];
	SplitMethod method;
	CoreError	err;

	memset(longer, 'x', sizeof(longer));
	CHECK(splits_method_from_name("hex", 3, &method, &err) &&
		  method == SPLIT_HEX);
	CHECK(!splits_method_from_name("hexa", 4, &method, &err));
	CHECK_STR(err.message, "unrecognized split method \"hexa\"");
	CHECK(!splits_method_from_name(longer, sizeof(longer), &method, &err));
	CHECK_STR(err.message, "unrecognized split method");
}

int
main(void)
{
	test_vectors();
	test_edges();
	test_long_rows();
	test_names();
	return unit_done();
}
