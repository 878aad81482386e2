/*
 * table_use.h
 *		What a query asks of each table that it reads.
 */
#ifndef TABLE_USE_H
#define TABLE_USE_H

#include "postgres.h"

#include "pg/advice/statement_parse.h"

/* A condition on a column; of several the strongest, which is the last. */
typedef enum ColumnCondition
{
	CONDITION_OTHER,			/* a key cannot serve it */
	CONDITION_PATTERN,			/* LIKE an unknown pattern */
	CONDITION_NULL,				/* IS NULL */
	CONDITION_BELOW,			/* a range without a lower end */
	CONDITION_ABOVE,			/* a range without an upper end */
	CONDITION_RANGE,
	CONDITION_SUFFIX,			/* a prefix of the reversed text */
	CONDITION_PREFIX,
	CONDITION_IN,
	CONDITION_JOIN,				/* equal to a value of another row */
	CONDITION_EQUAL
} ColumnCondition;

typedef struct UseCondition
{
	AttrNumber	attnum;
	ColumnCondition condition;
} UseCondition;

typedef struct UseOrder
{
	AttrNumber	attnum;
	bool		descending;
} UseOrder;

/* One reading of a table by a statement. */
typedef struct TableUse
{
	Oid			relid;
	bool		is_target;		/* an UPDATE or DELETE writes these rows */
	List	   *conditions;		/* of UseCondition, one for each column */
	List	   *order;			/* of UseOrder */
	bool		limited;
	int64		limit;			/* 0: a parameter */
	bool		aggregated;
} TableUse;

/*
 * The tables of users that a statement reads, in the order in which it names
 * them, through views and subqueries. Tables of the server, tables of toast
 * and temporary tables are not among them.
 */
extern List *table_uses(const Statement *statement);

extern const char *column_condition_name(ColumnCondition condition);

#endif							/* TABLE_USE_H */
