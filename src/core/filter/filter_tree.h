/*
 * filter_tree.h
 *		The parsed form of a filter, and the cells that it is evaluated on.
 */
#ifndef FILTER_TREE_H
#define FILTER_TREE_H

#include "core/base/error.h"
#include "core/widerow/widerow_format.h"
#include "core/widerow/widerow_mutation.h"
#include "core/widerow/widerow_visible.h"

/* ---- what the host lends ---------------------------------------------- */

/* A compiled regular expression of the host. */
typedef struct FilterRegex FilterRegex;

/*
 * Regular expressions of the host: UTF-8 patterns, searched in the bytes of a
 * cell (UTF-8 or not). release may be NULL.
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

/* ---- scanning ----------------------------------------------------------- */

/* A column that a scan asks for. */
typedef struct FilterColumn
{
	const uint8_t *qualifier;
	size_t		len;
} FilterColumn;

/* One family of a row in a scan. */
typedef struct FilterFamily
{
	const uint8_t *name;
	size_t		name_len;
	const WideFamily *settings;
	const WideRow *row;			/* NULL: no cells */
	const FilterColumn *columns;	/* columns to pass to the filter; NULL:
									 * all */
	uint32_t	ncolumns;
} FilterFamily;

/* A cell that the scan returns. */
typedef struct FilterResult
{
	uint32_t	family;			/* index of the family */
	WideCell	cell;			/* points into the row, or to length */
	bool		length_only;	/* the value was replaced by its length */
	uint8_t		length[4];		/* the length */
} FilterResult;

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
	FILTER_NAMED,				/* number of filters with names */
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
	FilterBytes value;			/* substring: in lower case */
	FilterRegex *regex;
} FilterComparator;

/*
 * The result of a filter for a cell: include it or not, and where to continue
 * (Filter.ReturnCode).
 */
typedef enum FilterStep
{
	FILTER_NEXT_CELL,
	FILTER_NEXT_COLUMN,
	FILTER_NEXT_ROW,
	FILTER_SEEK_HINT			/* at the column in hint, if there is one */
} FilterStep;

typedef struct FilterCode
{
	bool		include;
	FilterStep	step;
} FilterCode;

/* The current cell. */
typedef struct FilterCell
{
	uint32_t	family;
	const uint8_t *family_name;
	size_t		family_len;
	const WideCell *cell;
} FilterCell;

/* The last result of a part of an OR in this row. */
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
	bool		row_out;		/* exclude this row */
	bool		done;			/* exclude all further rows */
	bool		found;
	bool		matched;
	const FilterBytes *hint;	/* hint of the last FILTER_SEEK_HINT, or
								 * NULL */
	FilterPrevious *previous;	/* OR: one per part */
	bool	   *included;		/* OR: parts that included the cell */
	int64_t    *stamps;			/* of DependentColumnFilter */
	uint32_t	nstamps;
	uint32_t	stamps_capacity;
};

#endif							/* FILTER_TREE_H */
