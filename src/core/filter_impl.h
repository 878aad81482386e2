/*
 * filter_impl.h
 *		The parsed form of a filter, between filter_parse.c, filter_eval.c,
 *		filter_scan.c and filter_range.c.
 */
#ifndef FILTER_IMPL_H
#define FILTER_IMPL_H

#include "filter.h"

/* In the order of the table in filter_parse.c. */
typedef enum FilterKind
{
	FILTER_COLUMN_COUNT_GET,
	FILTER_COLUMN_PAGINATION,
	FILTER_COLUMN_PREFIX,
	FILTER_COLUMN_RANGE,
	FILTER_COLUMN_VALUE,
	FILTER_DEPENDENT_COLUMN,
	FILTER_FAMILY,
	FILTER_FIRST_KEY_ONLY,
	FILTER_INCLUSIVE_STOP,
	FILTER_KEY_ONLY,
	FILTER_MULTIPLE_COLUMN_PREFIX,
	FILTER_PAGE,
	FILTER_PREFIX,
	FILTER_QUALIFIER,
	FILTER_ROW,
	FILTER_SINGLE_COLUMN_VALUE,
	FILTER_SINGLE_COLUMN_VALUE_EXCLUDE,
	FILTER_TIMESTAMPS,
	FILTER_VALUE,
	FILTER_NAMED,				/* how many have names */
	FILTER_AND = FILTER_NAMED,
	FILTER_OR,
	FILTER_SKIP,
	FILTER_WHILE
} FilterKind;

typedef enum FilterCompareKind
{
	FILTER_BINARY,
	FILTER_BINARY_PREFIX,
	FILTER_REGEX,
	FILTER_SUBSTRING
} FilterCompareKind;

typedef struct FilterBytes
{
	uint8_t    *data;
	size_t		len;
} FilterBytes;

/* part op value, where part is a piece of a cell */
typedef struct FilterComparator
{
	WideCompareOp op;
	FilterCompareKind kind;
	FilterBytes value;			/* of a substring: in lower case */
	FilterRegex *regex;
} FilterComparator;

/* What a filter says of a cell: take it or not, and where to go on. */
typedef enum FilterStep
{
	FILTER_NEXT_CELL,
	FILTER_NEXT_COLUMN,
	FILTER_NEXT_ROW,
	FILTER_SEEK_HINT			/* to the column in hint, if there is one */
} FilterStep;

typedef struct FilterCode
{
	bool		include;
	FilterStep	step;
} FilterCode;

/* A cell under judgement. */
typedef struct FilterCell
{
	uint32_t	family;
	const uint8_t *family_name;
	size_t		family_len;
	const WideCell *cell;
} FilterCell;

/* What a part of an OR said last in this row. */
typedef struct FilterPrevious
{
	bool		set;
	FilterCode	code;
	uint32_t	family;
	const uint8_t *qualifier;
	uint32_t	qualifier_len;
} FilterPrevious;

struct Filter
{
	FilterKind	kind;
	const FilterHost *host;

	/* arguments */
	FilterBytes *strings;		/* prefixes, family and qualifier, bounds */
	uint32_t	nstrings;
	int64_t    *numbers;		/* timestamps; limit and offset */
	uint32_t	nnumbers;
	bool		flags[2];
	bool		has_comparator;
	FilterComparator comparator;
	Filter	  **parts;			/* of AND, OR, SKIP, WHILE */
	uint32_t	nparts;

	/* state */
	int64_t		count;
	bool		row_out;		/* this row is to be left out */
	bool		done;			/* all further rows are */
	bool		found;
	bool		matched;
	const FilterBytes *hint;	/* of the last FILTER_SEEK_HINT, or NULL */
	FilterPrevious *previous;	/* of OR, one a part */
	bool	   *included;		/* of OR: the parts that took the cell */
	int64_t    *stamps;			/* of DependentColumnFilter */
	uint32_t	nstamps;
	uint32_t	stamps_capacity;
};

/* Substrings compare in lower case: bytes to it, into out (room for len * 3). */
extern size_t filter_lower(const uint8_t *p, size_t len, uint8_t *out);

/* ---- what a scan asks a filter (filter_eval.c), in this order -------------- */

/* Does nothing more come? */
extern bool filter_all_remaining(const Filter *filter);

/* Is the whole row out, by its key alone? */
extern bool filter_row_key_out(Filter *filter, const uint8_t *key, size_t len);

/* What is to become of a cell, and what the filter makes of one it has taken. */
extern FilterCode filter_judge(Filter *filter, const FilterCell *at);
extern void filter_transform(const Filter *filter, FilterResult *result);

/*
 * Does the filter want to see the row's cells together?  Then it may drop some,
 * and returns how many stay.
 */
extern bool filter_wants_row(const Filter *filter);
extern uint32_t filter_row_cells(const Filter *filter, const FilterFamily *families,
								 FilterResult *results, uint32_t n);

/* Is the row out, now that all its cells were seen?  Then the next one begins. */
extern bool filter_row_out(Filter *filter);
extern void filter_reset(Filter *filter);

#endif							/* FILTER_IMPL_H */
