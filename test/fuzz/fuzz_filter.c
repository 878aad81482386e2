/*
 * fuzz_filter.c
 *		Fuzz filters: any text is a filter or an error; a filter gives the same
 *		result for all rows as for the rows in its key ranges.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/host.h"
#include "core/filter/filter_parse.h"
#include "core/filter/filter_range.h"
#include "core/filter/filter_scan.h"
#include "core/filter/filter_tree.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_text.h"
#include "core/widerow/widerow_visible.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A substitute for regular expressions: find the pattern's bytes. */
struct FilterRegex
{
	size_t		len;
	uint8_t		pattern[];
};

static FilterRegex *
compile(const uint8_t *pattern, size_t len, bool nocase, CoreError *err)
{
	FilterRegex *regex = core_alloc(sizeof(FilterRegex) + len);

	regex->len = len;
	memcpy(regex->pattern, pattern, len);
	return regex;
}

static bool
find(FilterRegex *regex, const uint8_t *p, size_t len)
{
	for (size_t i = 0; i + regex->len <= len; i++)
		if (memcmp(p + i, regex->pattern, regex->len) == 0)
			return true;
	return false;
}

static void
release(FilterRegex *regex)
{
	core_free(regex);
}

static const FilterHost host = {compile, find, release};

#define ROWS	8

static const char *const keys[ROWS] = {"a", "ab", "b", "b1", "b2", "c", "r",
									   "\xff\xff"};
static const char *const texts[ROWS] = {
	"{q@2=b, q@1=a, r@1=x}", "{q@1=\"\", qa@2=it's}",
	"{x@2!DeleteColumn, x@1=a, y@2=b}",
	"{q@2=abc, q@1=b, qb@1=10}", "{1@1=a, 10@2=b, 2@1=c}", "{q@1=b}",
	"{a@1=1, b@1=2, c@1=3, d@1=4}", "{q@3=z}"
};

/* A checksum of all cells of the result. */
static uint64_t
scan(const uint8_t *data, size_t size, bool by_range)
{
	static const WideFamily settings = {.versions = 3,
										.oldest = WIDEROW_NO_EXPIRY};
	static const WideRead read = {.versions = 1, .from = 0, .to = INT64_MAX};
	CoreError	err;
	Filter	   *filter = filter_parse((const char *) data, size, &host, &err);
	FilterScan *scan;
	FilterRanges ranges;
	uint64_t	sum = 0;

	if (filter == NULL)
		return 0;
	filter_key_ranges(filter, &ranges);
	scan = filter_scan_new(filter, &read, 2);
	for (int i = 0; i < ROWS && !filter_scan_is_done(scan); i++)
	{
		size_t		len = strlen(keys[i]);
		bool		in = !by_range;
		CoreBuf		buf;
		WideRow		row;
		FilterFamily families[2];
		const FilterResult *results;
		uint32_t	n;

		for (uint32_t r = 0; r < ranges.n; r++)
			if (bytes_compare(keys[i], len, ranges.ranges[r].start,
							  ranges.ranges[r].start_len) >= 0 &&
				(ranges.ranges[r].stop_len == 0 ||
				 bytes_compare(keys[i], len, ranges.ranges[r].stop,
							   ranges.ranges[r].stop_len) < 0))
				in = true;
		if (!in)
			continue;
		core_buf_init(&buf);
		if (!wide_parse(texts[i], strlen(texts[i]), &buf, &err) ||
			!wide_open(&row, buf.data, buf.len, &err))
			abort();
		for (int f = 0; f < 2; f++)
			families[f] =
				(FilterFamily) {.name = (const uint8_t *) (f == 0 ? "f" : "g"),
								.name_len = 1,
								.settings = &settings,
								.row = &row};
		filter_scan_row(scan, (const uint8_t *) keys[i], len, families,
						&results, &n);
		for (uint32_t k = 0; k < n; k++)
		{
			sum = sum * 31 + i * 7 + results[k].family;
			sum = sum * 31 + (uint64_t) results[k].cell.ts;
			for (uint32_t b = 0; b < results[k].cell.qualifier_len; b++)
				sum = sum * 31 + results[k].cell.qualifier[b];
			for (uint32_t b = 0; b < results[k].cell.value_len; b++)
				sum = sum * 31 + results[k].cell.value[b];
		}
		core_buf_free(&buf);
	}
	filter_scan_free(scan);
	filter_ranges_free(&ranges);
	filter_free(filter);
	return sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CoreError	err = {0};
	Filter	   *filter = filter_parse((const char *) data, size, &host, &err);

	if (filter == NULL && err.message[0] == '\0')
		abort();
	filter_free(filter);
	if (scan(data, size, false) != scan(data, size, true))
		abort();
	return 0;
}
