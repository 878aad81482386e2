/*
 * check.h
 *		hbase.check(): what one pass over a relation gathers (check.c), and the
 *		rules that make findings of it (check_rules.c, check_cell_rules.c).
 */
#ifndef CHECK_H
#define CHECK_H

#include "relation_rows.h"
#include "nodes/pg_list.h"

#include "../core/check_cells.h"
#include "../core/check_keys.h"

typedef enum CheckSeverity
{
	CHECK_ERROR,				/* rows are lost or wrong in HBase */
	CHECK_WARNING,				/* it works, and will hurt */
	CHECK_ADVICE				/* it could be better, or is to be known */
} CheckSeverity;

typedef struct Finding
{
	CheckSeverity severity;
	const char *rule;
	const char *subject;
	const char *measured;
	const char *explanation;
	const char *advice;
} Finding;

/* Something that is counted, of which the first few are kept as text. */
typedef struct Examples
{
	uint64		n;
	uint64		most;			/* that are kept */
	List	   *kept;			/* of Finding */
} Examples;

/* What the text of a view tells (check_view.c). */
typedef struct ViewFacts
{
	bool		random_salt;	/* it calls rowkey_salt_random */
	char	   *open_part;		/* a text of the key whose end nothing marks, with
								 * another such text behind; NULL: none */
	bool		encodings[4];	/* of values, by Encoding */
} ViewFacts;

typedef struct Check
{
	const Definition *def;
	MemoryContext keep;			/* of all here */
	MemoryContext temp;			/* reset with every row */
	double		percent;		/* of the rows that were read */
	int64		now;			/* milliseconds */
	List	   *findings;

	uint64		rows;
	Examples	rejects;
	uint64		null_keys;		/* that no function refused */
	uint64		empty_keys;
	uint64		empty_rows;		/* without a cell */

	CheckKeys	keys;
	CheckWrites writes;			/* of rows that have a time */
	int			nlayouts;
	CheckLayout *layouts;
	Examples	misfits;
	Examples	collisions;		/* keys that several rows have */
	Examples	disorders;		/* neighbours whose values are not in order */

	CheckFamily *families;
	uint64		largest_row;	/* bytes */
	char	   *largest_row_key;

	ViewFacts	view;
} Check;

/* Add a finding; the texts are copied. */
extern void check_find(Check *check, CheckSeverity severity, const char *rule,
					   const char *subject, const char *measured,
					   const char *explanation, const char *advice);

/* A finding for each example, and one for those that are not listed. */
extern void check_find_examples(Check *check, const Examples *examples,
								CheckSeverity severity, const char *rule,
								const char *more_advice);

/* All rules, in the order in which their findings are shown. */
extern void check_key_rules(Check *check);
extern void check_cell_rules(Check *check);

/* Read what a view's text tells; nothing of other relations. */
extern void check_view(Oid relid, ViewFacts *facts);

#endif							/* CHECK_H */
