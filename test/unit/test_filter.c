/*
 * test_filter.c
 *		Filters compared with a running HBase (filter.tsv over
 *		filter_data.tsv), and their key ranges.
 */
#include "core/base/buffer.h"
#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/cell/cell.h"
#include "core/filter/filter_eval.h"
#include "core/filter/filter_parse.h"
#include "core/filter/filter_range.h"
#include "core/filter/filter_scan.h"
#include "core/filter/filter_tree.h"
#include "core/filter/lower_case.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "unit/unit.h"

#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- regular expressions of the C library ------------------------------- */

struct FilterRegex
{
	regex_t		regex;
};

static FilterRegex *
compile(const uint8_t *pattern, size_t len, bool nocase, CoreError *err)
{
	FilterRegex *compiled = malloc(sizeof(FilterRegex));
	char	   *text = strndup((const char *) pattern, len);

	if (regcomp(&compiled->regex, text,
				REG_EXTENDED | REG_NOSUB | (nocase ? REG_ICASE : 0)) != 0)
	{
		core_error(err, CORE_ERR_PARAMETER, "invalid regular expression");
		free(compiled);
		compiled = NULL;
	}
	free(text);
	return compiled;
}

static bool
find(FilterRegex *regex, const uint8_t *p, size_t len)
{
	char	   *text = strndup((const char *) p, len);
	bool		found = regexec(&regex->regex, text, 0, NULL, 0) == 0;

	free(text);
	return found;
}

static void
release(FilterRegex *regex)
{
	regfree(&regex->regex);
	free(regex);
}

static const FilterHost host = {compile, find, release};

/* ---- the table ---------------------------------------------------------- */

#define MAX_ROWS	40
#define FAMILIES	2

typedef struct Row
{
	uint8_t		key[16];
	size_t		key_len;
	WideBuilder builders[FAMILIES];
	CoreBuf		bytes[FAMILIES];
	WideRow		rows[FAMILIES];
} Row;

static const char *const family_names[FAMILIES] = {"f", "g"};
static Row	rows[MAX_ROWS];
static int	nrows = 0;

static void
load_table(void)
{
	Tsv		   *tsv = tsv_open("filter_data.tsv");
	CoreError	err;

	while (tsv_next(tsv))
	{
		size_t		len;
		const uint8_t *key = tsv_hex(tsv, "row_hex", &len);
		WideCell	cell = {.type = CELL_PUT};
		int			family = tsv_is(tsv, "family", "g");
		Row		   *row = nrows > 0 ? &rows[nrows - 1] : NULL;

		if (row == NULL || row->key_len != len ||
			memcmp(row->key, key, len) != 0)
		{
			row = &rows[nrows++];
			memcpy(row->key, key, len);
			row->key_len = len;
			for (int i = 0; i < FAMILIES; i++)
				wide_builder_init(&row->builders[i]);
		}
		cell.qualifier = (const uint8_t *) tsv_text(tsv, "qualifier", &len);
		cell.qualifier_len = (uint32_t) len;
		cell.value = tsv_hex(tsv, "value_hex", &len);
		cell.value_len = (uint32_t) len;
		cell.ts = tsv_int(tsv, "ts");
		CHECK(wide_builder_add(&row->builders[family], &cell, &err));
	}
	for (int r = 0; r < nrows; r++)
		for (int i = 0; i < FAMILIES; i++)
		{
			core_buf_init(&rows[r].bytes[i]);
			CHECK(wide_builder_finish(&rows[r].builders[i],
									  WIDEROW_DUPLICATE_ERROR,
									  &rows[r].bytes[i], &err));
			CHECK(wide_open(&rows[r].rows[i], rows[r].bytes[i].data,
							rows[r].bytes[i].len, &err));
			wide_builder_free(&rows[r].builders[i]);
		}
	tsv_close(tsv);
}

static void
free_table(void)
{
	for (int r = 0; r < nrows; r++)
		for (int i = 0; i < FAMILIES; i++)
			core_buf_free(&rows[r].bytes[i]);
}

/* ---- scans -------------------------------------------------------------- */

/* The families keep all versions in the table. */
static const WideFamily settings = {.versions = 3,
									.oldest = WIDEROW_NO_EXPIRY};

static void
add_hex(char **out, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*out += sprintf(*out, "%02x", p[i]);
}

static bool
in_ranges(const FilterRanges *ranges, const Row *row)
{
	for (uint32_t i = 0; i < ranges->n; i++)
	{
		const FilterRange *range = &ranges->ranges[i];

		if (bytes_compare(row->key, row->key_len, range->start,
						  range->start_len) >= 0 &&
			(range->stop_len == 0 ||
			 bytes_compare(row->key, row->key_len, range->stop,
						   range->stop_len) < 0))
			return true;
	}
	return false;
}

/* Scan a row, and append its cells in the format of filter.tsv. */
static void
scan_row(FilterScan *scan, const Row *row, const char *start, char **out)
{
	FilterFamily families[FAMILIES];
	const FilterResult *results;
	uint32_t	n;

	for (int i = 0; i < FAMILIES; i++)
		families[i] =
			(FilterFamily) {.name = (const uint8_t *) family_names[i],
							.name_len = 1,
							.settings = &settings,
							.row = &row->rows[i]};
	filter_scan_row(scan, row->key, row->key_len, families, &results, &n);
	for (uint32_t i = 0; i < n; i++)
	{
		const FilterResult *result = &results[i];

		if (*out > start)
			*(*out)++ = ' ';
		add_hex(out, row->key, row->key_len);
		*out += sprintf(*out, "/%s:%.*s@%" PRId64 "=",
						family_names[result->family],
						(int) result->cell.qualifier_len,
						result->cell.qualifier, result->cell.ts);
		add_hex(out, result->cell.value, result->cell.value_len);
	}
}

/*
 * Scan the rows in the ranges (NULL: all) with the result in the format of
 * filter.tsv.
 */
static void
scan(Filter *filter, int versions, const FilterRanges *ranges, char *out,
	 int *seen)
{
	WideRead	read = {.versions = versions, .from = 0, .to = INT64_MAX};
	FilterScan *scan = filter_scan_new(filter, &read, FAMILIES);
	char	   *start = out;

	*out = '\0';
	*seen = 0;
	for (int r = 0; r < nrows && !filter_scan_is_done(scan); r++)
	{
		if (ranges != NULL && !in_ranges(ranges, &rows[r]))
			continue;
		scan_row(scan, &rows[r], start, &out);
		(*seen)++;
	}
	filter_scan_free(scan);
}

/* Filters that HBase's filter language does not have. */
static void
scan_java(const char *filter, char *out)
{
	char	   *start = out;

	*out = '\0';
	for (int r = 0; r < nrows; r++)
	{
		const uint8_t *key = rows[r].key;
		size_t		len = rows[r].key_len;
		bool		keep = false;

		if (strcmp(filter, "java:FuzzyRowFilter(key=6200,mask=0001)") == 0)
			keep = filter_fuzzy_matches(key, len, (const uint8_t *) "b\0",
										(const uint8_t *) "\0\1", 2);
		else if (strcmp(filter,
						"java:FuzzyRowFilter(key=006200,mask=010001)") == 0)
			keep = filter_fuzzy_matches(key, len, (const uint8_t *) "\0b\0",
										(const uint8_t *) "\1\0\1", 3);
		else if (strcmp(filter, "java:FuzzyRowFilter(key=0062,mask=0100)") ==
				 0)
			keep = filter_fuzzy_matches(key, len, (const uint8_t *) "\0b",
										(const uint8_t *) "\1\0", 2);
		else if (strcmp(filter, "java:MultiRowRangeFilter([61,62))") == 0)
			keep = bytes_compare(key, len, "a", 1) >= 0 &&
				bytes_compare(key, len, "b", 1) < 0;
		else if (strcmp(filter,
						"java:MultiRowRangeFilter((61,6231] [65,65])") == 0)
			keep = (bytes_compare(key, len, "a", 1) > 0 &&
					bytes_compare(key, len, "b1", 2) <= 0) ||
				bytes_compare(key, len, "e", 1) == 0;
		else
			CHECK_STR(filter, "a filter of the Java API");
		if (keep)
		{
			WideRead	read = {.versions = 1, .from = 0, .to = INT64_MAX};
			FilterScan *scan = filter_scan_new(NULL, &read, FAMILIES);

			scan_row(scan, &rows[r], start, &out);
			filter_scan_free(scan);
		}
	}
}

static void
test_vectors(void)
{
	Tsv		   *tsv = tsv_open("filter.tsv");
	static char got[100000],
				again[100000];
	int			equal = 0,
				total = 0,
				all_seen = 0,
				range_seen = 0;

	while (tsv_next(tsv))
	{
		size_t		len;
		const char *text = tsv_text(tsv, "filter", &len);
		Filter	   *filter;
		FilterRanges ranges;
		CoreError	err = {0};
		int			seen;

		total++;
		if (strncmp(text, "java:", 5) == 0)
		{
			scan_java(text, got);
			equal += CHECK_STR(got, tsv_raw(tsv, "cells"));
			continue;
		}
		filter = filter_parse(text, len, &host, &err);
		if (tsv_is_error(tsv, "cells"))
		{
			equal += CHECK(filter == NULL && err.message[0] != '\0');
			filter_free(filter);
			continue;
		}
		if (!CHECK(filter != NULL))
		{
			CHECK_STR(err.message, "");
			continue;
		}
		scan(filter, (int) tsv_int(tsv, "versions"), NULL, got, &seen);
		all_seen += seen;
		equal += CHECK_STR(got, tsv_raw(tsv, "cells"));
		filter_free(filter);

		/* the same with the key ranges only */
		filter = filter_parse(text, len, &host, &err);
		filter_key_ranges(filter, &ranges);
		scan(filter, (int) tsv_int(tsv, "versions"), &ranges, again, &seen);
		range_seen += seen;
		CHECK_STR(again, got);
		filter_ranges_free(&ranges);
		filter_free(filter);
	}
	tsv_close(tsv);
	printf("  %d of %d filters give HBase's result; with key ranges %d rows are read, not %d\n",
		   equal, total, range_seen, all_seen);
	CHECK(range_seen < all_seen);
}

/* ---- random filters over the key: ranges leave nothing out -------------- */

static uint64_t seed = 20261121;

static void
random_filter(char *out, int depth)
{
	static const char *const ops[] = {"=", "!=", "<", "<=", ">", ">="};
	static const char *const keys[] = {"", "a", "ab", "b", "b1", "b2", "c",
									   "d'x", "e", "r", "\xff", "\xff\xff"};
	const char *key = keys[unit_random(&seed) % 12];
	char		left[4000],
				right[4000];

	switch (depth <= 0 ? unit_random(&seed) % 4 : unit_random(&seed) % 9)
	{
		case 0:
			sprintf(out, "PrefixFilter('%s')",
					strcmp(key, "d'x") == 0 ? "d" : key);
			break;
		case 1:
			sprintf(out, "RowFilter(%s, 'binary:%s')",
					ops[unit_random(&seed) % 6],
					strcmp(key, "d'x") == 0 ? "d''x" : key);
			break;
		case 2:
			sprintf(out, "RowFilter(%s, 'binaryprefix:%s')",
					ops[unit_random(&seed) % 6],
					strcmp(key, "d'x") == 0 ? "d''x" : key);
			break;
		case 3:
			switch (unit_random(&seed) % 7)
			{
				case 4:
					sprintf(out, "ColumnCountGetFilter(%d)",
							(int) (unit_random(&seed) % 3));
					break;
				case 5:
					sprintf(out, "FirstKeyOnlyFilter()");
					break;
				case 6:
					sprintf(out,
							"SingleColumnValueFilter('g', 'b', =, 'binary:b', true, true)");
					break;
				case 0:
					sprintf(out, "InclusiveStopFilter('%s')",
							strcmp(key, "d'x") == 0 ? "d" : key);
					break;
				case 1:
					sprintf(out, "PageFilter(%d)",
							(int) (unit_random(&seed) % 4));
					break;
				case 2:
					sprintf(out, "ValueFilter(%s, 'binary:b')",
							ops[unit_random(&seed) % 6]);
					break;
				default:
					sprintf(out, "ColumnPrefixFilter('q')");
			}
			break;
		case 4:
		case 5:
			random_filter(left, depth - 1);
			random_filter(right, depth - 1);
			sprintf(out, "(%s AND %s)", left, right);
			break;
		case 6:
		case 7:
			random_filter(left, depth - 1);
			random_filter(right, depth - 1);
			sprintf(out, "(%s OR %s)", left, right);
			break;
		default:
			random_filter(left, depth - 1);
			sprintf(out, "(%s %s)", unit_random(&seed) % 2 ? "WHILE" : "SKIP",
					left);
	}
}

static void
test_random_ranges(void)
{
	static char all[100000],
				some[100000];
	static char text[20000];
	int			nothing = 0;

	for (int round = 0; round < 20000; round++)
	{
		Filter	   *filter;
		FilterRanges ranges;
		CoreError	err;
		int			seen;

		random_filter(text, 3);
		filter = filter_parse(text, strlen(text), &host, &err);
		if (!CHECK(filter != NULL))
			CHECK_STR(text, "a filter");
		scan(filter, 1, NULL, all, &seen);
		filter_free(filter);
		filter = filter_parse(text, strlen(text), &host, &err);
		filter_key_ranges(filter, &ranges);
		for (uint32_t i = 1; i < ranges.n; i++)
			CHECK(bytes_compare(ranges.ranges[i - 1].stop,
								ranges.ranges[i - 1].stop_len,
								ranges.ranges[i].start,
								ranges.ranges[i].start_len) < 0);
		scan(filter, 1, &ranges, some, &seen);
		if (!CHECK_STR(some, all))
			CHECK_STR(text, "");
		nothing += all[0] == '\0';
		filter_ranges_free(&ranges);
		filter_free(filter);
	}
	CHECK(nothing < 15000);
}

/* ---- errors ------------------------------------------------------------- */

static void
check_bad(const char *text, const char *message)
{
	CoreError	err = {0};
	Filter	   *filter = filter_parse(text, strlen(text), &host, &err);

	CHECK(filter == NULL);
	CHECK_STR(err.message, message);
	filter_free(filter);
}

static void
test_errors(void)
{
	char		deep[1000] = "";

	check_bad("", "filter ends too early: expected a filter");
	check_bad("PrefixFilter('b'",
			  "filter ends too early: expected \",\" or \")\"");
	check_bad("PrefixFilter('b",
			  "filter ends too early: expected a closing quote");
	check_bad("PrefixFilter", "filter ends too early: expected \"(\"");
	check_bad("PrefixFilter(b)",
			  "invalid filter at byte offset 13: expected an argument: 'text', a number, true, false or an operator");
	check_bad("PrefixFilter('b') PrefixFilter('a')",
			  "invalid filter at byte offset 18: expected AND, OR or the end");
	check_bad("prefixfilter('b')",
			  "unrecognized filter \"prefixfilter\" at byte offset 0");
	check_bad("PrefixFilter('a') AND PrefixFilter('b') AND Only7Filter()",
			  "unrecognized filter \"Only7Filter\" at byte offset 44");
	check_bad("PrefixFilter('a') AND PrefixFilter('b') AND PrefixFilter('c') AND PrefixFilter('d') AND "
			  "ANameOfManyLettersThatIsLongerThanTheSixtyThatAMessageShowsInFull()",
			  "unrecognized filter \"ANameOfManyLettersThatIsLongerThanTheSixtyThatAMessageShowsI\" at byte offset 88");
	check_bad("PrefixFilter('a','b')",
			  "wrong arguments of PrefixFilter at byte offset 0");
	check_bad("RowFilter(=,'a')",
			  "invalid filter at byte offset 12: expected a comparator");
	check_bad(
		"RowFilter(==,'binary:a')",
		"invalid filter at byte offset 10: expected =, !=, <, <=, > or >=");
	check_bad("RowFilter(<,'substring:a')",
			  "invalid filter at byte offset 12: \"substring\" can be used with = and != only");
	check_bad("PageFilter(-1)",
			  "invalid filter at byte offset 11: a negative number");
	check_bad("PageFilter(99999999999999999999)",
			  "number in filter at byte offset 11 is out of range");
	check_bad("(PrefixFilter('a')", "filter ends too early: expected \")\"");
	check_bad("PrefixFilter('a') AND\tKeyOnlyFilter()",
			  "invalid filter at byte offset 18: expected AND, OR or the end");
	check_bad("PrefixFilter(\t'a')",
			  "invalid filter at byte offset 13: expected an argument: 'text', a number, true, false or an operator");
	check_bad("MultipleColumnPrefixFilter('a','a')",
			  "invalid filter at byte offset 31: a prefix given twice");
	check_bad("(KeyOnlyFilter() OR KeyOnlyFilter() AND KeyOnlyFilter())",
			  "invalid filter at byte offset 55: HBase does not accept these operators within one pair of parentheses");
	check_bad("(KeyOnlyFilter() AND SKIP KeyOnlyFilter())",
			  "invalid filter at byte offset 41: HBase does not accept these operators within one pair of parentheses");
	check_bad("RowFilter(=,'regexstring:(')", "invalid regular expression");
	for (int i = 0; i < 101; i++)
		strcat(deep, "(");
	check_bad(deep, "filter is nested more than 100 deep");
}

/* Every character that Java changes, and no other one. */
static void
test_lower_case(void)
{
	uint8_t    *changed = calloc(0x110000, 1);
	Tsv		   *tsv = tsv_open("lower_case.tsv");
	uint8_t		out[100];
	size_t		n;

	while (tsv_next(tsv))
	{
		size_t		len,
					lower_len;
		const uint8_t *p = tsv_hex(tsv, "hex", &len);
		const uint8_t *lower = tsv_hex(tsv, "lower_hex", &lower_len);
		uint32_t	c;

		CHECK_INT(utf8_decode(p, len, &c), len);
		changed[c] = 1;
		n = lower_case(p, len, out);
		CHECK_BYTES(out, n, lower, lower_len);
	}
	tsv_close(tsv);
	for (uint32_t c = 0; c < 0x110000; c++)
	{
		uint8_t		character[4];
		size_t		len;

		if (changed[c] || (c >= 0xd800 && c <= 0xdfff))
			continue;
		len = utf8_encode(c, character);
		n = lower_case(character, len, out);
		if (n != len || memcmp(out, character, n) != 0)
			CHECK_BYTES(out, n, character, len);
	}
	free(changed);

	n = lower_case((const uint8_t *) "AbÄÿŸΣЖ漢Ạİ\xff",
				   strlen("AbÄÿŸΣЖ漢Ạİ\xff"), out);
	CHECK_BYTES(out, n, "abäÿÿσж漢ại\xcc\x87\xef\xbf\xbd",
				strlen("abäÿÿσж漢ại\xcc\x87\xef\xbf\xbd"));
}

int
main(void)
{
	load_table();
	test_vectors();
	test_random_ranges();
	free_table();
	test_errors();
	test_lower_case();
	return unit_done();
}
