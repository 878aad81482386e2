/*
 * filter.h
 *		HBase's filter language, as the shell and Thrift take it, and what a
 *		scan with such a filter returns.
 *
 * filter_parse.c reads it, filter_scan.c holds it against rows in key order
 * (filter_eval.c has the filters one by one), and filter_range.c says which keys
 * a scan has to look at.
 */
#ifndef FILTER_H
#define FILTER_H

#include "widerow.h"

/* ---- what the host lends ---------------------------------------------- */

/* A compiled regular expression, whatever it is to the host. */
typedef struct FilterRegex FilterRegex;

/*
 * Regular expressions: patterns in UTF-8, found anywhere in the bytes of a
 * cell (which are UTF-8 or not).  release may be NULL.
 */
typedef struct FilterHost
{
	FilterRegex *(*compile) (const uint8_t *pattern, size_t len, bool nocase,
							 CoreError *err);
	bool		(*find) (FilterRegex *regex, const uint8_t *p, size_t len);
	void		(*release) (FilterRegex *regex);
} FilterHost;

/* ---- the parsed filter ------------------------------------------------- */

typedef struct Filter Filter;

/*
 * Read a filter string.  NULL with an error that tells the byte offset.  The
 * filter lives where core_alloc allocates; host outlives it.
 */
extern Filter *filter_parse(const char *text, size_t len, const FilterHost *host,
							CoreError *err);
extern void filter_free(Filter *filter);

/* ---- scanning ----------------------------------------------------------- */

/* A column that a scan asks for. */
typedef struct FilterColumn
{
	const uint8_t *qualifier;
	size_t		len;
} FilterColumn;

/* One family of a row as the scan meets it. */
typedef struct FilterFamily
{
	const uint8_t *name;
	size_t		name_len;
	const WideFamily *settings;
	const WideRow *row;			/* NULL: no cells */
	const FilterColumn *columns;	/* filters see no others; NULL: all */
	uint32_t	ncolumns;
} FilterFamily;

/* A cell that the scan returns. */
typedef struct FilterResult
{
	uint32_t	family;			/* its place among the families */
	WideCell	cell;			/* points into the row, or to length */
	bool		length_only;	/* the value was replaced by its length, */
	uint8_t		length[4];		/* which is here */
} FilterResult;

typedef struct FilterScan FilterScan;

/*
 * A scan of rows with so many families, in the order of their names.  filter
 * may be NULL; it keeps state, so one scan at a time.
 */
extern FilterScan *filter_scan_new(Filter *filter, const WideRead *read,
								   uint32_t families);
extern void filter_scan_free(FilterScan *scan);

/*
 * The next row, in key order.  *results are its cells, n of them (none: the
 * row is not in the result), until the next call.
 */
extern void filter_scan_row(FilterScan *scan, const uint8_t *key, size_t key_len,
							const FilterFamily *families,
							const FilterResult **results, uint32_t *n);

/* Nothing more can come: later rows need not be read. */
extern bool filter_scan_is_done(const FilterScan *scan);

/* ---- key ranges ---------------------------------------------------------- */

/* Keys from start to below stop; a stop without bytes is an open end. */
typedef struct FilterRange
{
	uint8_t    *start;
	size_t		start_len;
	uint8_t    *stop;
	size_t		stop_len;
} FilterRange;

typedef struct FilterRanges
{
	FilterRange *ranges;
	uint32_t	n;
} FilterRanges;

/*
 * The keys that rows of the result can have: disjoint, in order; none at all
 * is an empty result.  Skipping all other keys does not change the result.
 */
extern void filter_key_ranges(const Filter *filter, FilterRanges *ranges);
extern void filter_ranges_free(FilterRanges *ranges);

/* ---- FuzzyRowFilter ------------------------------------------------------ */

/*
 * Does a row match a pattern?  Mask 0: the byte must be equal; 1: any byte.
 * Longer rows match by their first bytes, shorter ones by those they have.
 */
extern bool filter_fuzzy_matches(const uint8_t *key, size_t key_len,
								 const uint8_t *pattern, const uint8_t *mask,
								 size_t len);

#endif							/* FILTER_H */
