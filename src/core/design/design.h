/*
 * design.h
 *		What the search for row keys takes and returns.
 */
#ifndef DESIGN_H
#define DESIGN_H

#include "core/base/buffer.h"
#include "core/value/value.h"

#define DESIGN_MAX_COLUMNS		64
#define DESIGN_MAX_CONDITIONS	16	/* of a question */
#define DESIGN_MAX_ORDER		8
#define DESIGN_MAX_PROPOSALS	8
#define DESIGN_MAX_INDEXES		2	/* of a design */

/* A set of columns, by their numbers. */
typedef uint64_t DesignSet;

#define DESIGN_SET(column)		(UINT64_C(1) << (column))
#define DESIGN_HAS(set, column) (((set) & DESIGN_SET(column)) != 0)

typedef struct DesignColumn
{
	const char *name;			/* UTF-8 */
	const char *type;			/* as in a layout: "timestamptz(6)" */
	ValueKind	kind;
	bool		nullable;
} DesignColumn;

/* Columns that are unique and not NULL by a constraint. */
typedef struct DesignUnique
{
	const char *name;			/* "primary key" or "unique index x" */
	int			ncolumns;
	int			columns[DESIGN_MAX_CONDITIONS];
} DesignUnique;

typedef enum DesignKind
{
	DESIGN_READ,
	DESIGN_INSERT,
	DESIGN_UPDATE,
	DESIGN_DELETE
} DesignKind;

typedef enum DesignTest
{
	DESIGN_EQUAL,				/* to one value */
	DESIGN_JOIN,				/* to a value of another row */
	DESIGN_IN,					/* to one of several values */
	DESIGN_RANGE,				/* between two values */
	DESIGN_ABOVE,
	DESIGN_BELOW,
	DESIGN_PREFIX,
	DESIGN_SUFFIX,				/* a prefix of the reversed text */
	DESIGN_OTHER				/* no row key serves it */
} DesignTest;

typedef struct DesignCondition
{
	int			column;			/* -1: a column that keys cannot have */
	DesignTest	test;
} DesignCondition;

typedef struct DesignOrder
{
	int			column;			/* or -1 */
	bool		descending;
} DesignOrder;

typedef struct DesignQuestion
{
	DesignKind	kind;
	DesignCondition conditions[DESIGN_MAX_CONDITIONS];
	int			nconditions;
	DesignOrder order[DESIGN_MAX_ORDER];
	int			norder;
	bool		limited;
	double		limit;			/* 0: unknown */
	bool		aggregated;
	DesignSet	assigned;		/* columns that an update changes */
	double		calls;
	double		rows;			/* of a call that writes; 0: unknown */
} DesignQuestion;

/* The cost of units of HBase's work; a seek costs 1 by default. */
typedef struct DesignWeights
{
	double		seek;			/* find the first row of a range */
	double		range;			/* each further range, which is read in
								 * parallel */
	double		row;			/* read a row */
	double		byte;			/* read a byte */
	double		reverse;		/* read a row in descending order, in rows
								 * more */
	double		write;			/* write a row */
	double		hot;			/* share of the writes that waits for the
								 * hottest region */
	double		stored;			/* write a byte */
} DesignWeights;

typedef struct DesignInput
{
	const DesignColumn *columns;
	int			ncolumns;
	const DesignUnique *uniques;
	int			nuniques;
	const DesignQuestion *questions;
	int			nquestions;

	/* a sample of the rows, in the order in which they were written */
	const CoreValue *values;	/* of row r and column c: r * ncolumns + c */
	int			nrows;
	bool		is_all;			/* the sample is the whole relation */
	double		rows;			/* of the relation, as the cost is computed */
	double		value_bytes;	/* of a row, without its key */
	double		cells;			/* of a row */
	int			regions;
	int			most;			/* number of proposals */
	const char *const *layouts; /* to judge instead of a search */
	int			nlayouts;
	DesignWeights weights;
} DesignInput;

typedef enum DesignAccess
{
	DESIGN_GET,
	DESIGN_SCAN,
	DESIGN_FULL_SCAN,
	DESIGN_WRITE				/* an insert finds no rows */
} DesignAccess;

/* What one call of a question costs under a design. */
typedef struct DesignCost
{
	DesignAccess access;
	int			index;			/* of the design, -1: none */
	double		ranges;
	double		rows;
	double		bytes;
	double		seeks;
	double		cost;
} DesignCost;

typedef enum DesignUniqueness
{
	DESIGN_BY_CONSTRAINT,
	DESIGN_MEASURED,			/* in all rows */
	DESIGN_ON_SAMPLE,
	DESIGN_NOT_UNIQUE
} DesignUniqueness;

/* A table: the main one, or an index. */
typedef struct DesignTable
{
	char	   *layout;
	double		key_bytes;
	double		hottest;		/* share of the writes of a window in the
								 * hottest region */
	bool		monotonic;
	DesignUniqueness uniqueness;
	const char *constraint;		/* for DESIGN_BY_CONSTRAINT */
} DesignTable;

/* The figure that decides between two designs. */
typedef struct DesignDecision
{
	int			question;		/* -1: the writes */
	const char *figure;			/* "access", "ranges", "rows", "order",
								 * "hottest_region", "key_bytes" */
	double		here;
	double		there;
} DesignDecision;

typedef struct DesignProposal
{
	DesignTable main;
	DesignTable indexes[DESIGN_MAX_INDEXES];
	int			nindexes;
	double		cost;			/* of an average call */
	double		served;			/* share of the calls without a full scan */
	DesignCost *questions;		/* of each question */
	bool		has_next;		/* whether there was a design, or a full
								 * scan, to compare it with */
	DesignDecision decision;	/* why it is better than that */
	CoreBuf		reason;			/* the same as a sentence */
} DesignProposal;

typedef struct DesignAnswer
{
	DesignProposal proposals[DESIGN_MAX_PROPOSALS];
	int			n;
	int			judged;			/* number of layouts that were judged */
} DesignAnswer;

#endif							/* DESIGN_H */
