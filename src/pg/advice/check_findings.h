/*
 * check_findings.h
 *		The findings of hbase.check(), and what they are made of.
 */
#ifndef CHECK_FINDINGS_H
#define CHECK_FINDINGS_H

#include "nodes/pg_list.h"

#include "core/check/check_cells.h"
#include "core/check/check_keys.h"
#include "core/check/check_layout.h"
#include "pg/relation/relation_rows.h"
#include "pg/table/definition.h"

typedef enum CheckSeverity
{
	CHECK_ERROR,				/* rows are lost or wrong in HBase */
	CHECK_WARNING,				/* it works, but will cause trouble */
	CHECK_ADVICE				/* an improvement, or a fact to know */
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

/* A count, with the first examples as text. */
typedef struct Examples
{
	uint64		n;
	uint64		most;			/* number of examples to keep */
	List	   *kept;			/* of Finding */
} Examples;

/* What the definition of a view says about its keys (check_view.c). */
typedef struct ViewFacts
{
	bool		random_salt;	/* it calls rowkey_salt_random */
	char	   *open_part;		/* a text part of the key without an end
								 * marker, followed by another text part;
								 * NULL: none */
	bool		encodings[4];	/* used for values, by Encoding */
} ViewFacts;

typedef struct Check
{
	const Definition *def;
	MemoryContext keep;			/* lives as long as the check */
	MemoryContext temp;			/* reset with every row */
	double		percent;		/* of the rows were read */
	int64		now;			/* milliseconds */
	List	   *findings;

	uint64		rows;
	Examples	rejects;
	uint64		null_keys;		/* not rejected by a function */
	uint64		empty_keys;
	uint64		empty_rows;		/* without a cell */

	CheckKeys	keys;
	CheckWrites writes;			/* of rows with a write time */
	int			nlayouts;
	CheckLayout *layouts;
	Examples	misfits;
	Examples	collisions;		/* keys shared by several rows */
	Examples	disorders;		/* neighbouring keys whose values are in
								 * another order */

	CheckFamily *families;
	uint64		largest_row;	/* bytes */
	char	   *largest_row_key;

	ViewFacts	view;
} Check;

/* Add a finding; the texts are copied. */
extern void check_find(Check *check, CheckSeverity severity, const char *rule,
					   const char *subject, const char *measured,
					   const char *explanation, const char *advice);

/* Add a finding for each example kept, and one that counts the others. */
extern void check_find_examples(Check *check, const Examples *examples,
								CheckSeverity severity, const char *rule,
								const char *more_advice);

/* Count one more example; keep its text while fewer than "most" are kept. */
extern void check_add_example(Check *check, Examples *examples,
							  const char *subject, const char *measured,
							  const char *explanation, const char *advice);

#endif							/* CHECK_FINDINGS_H */
