/*
 * statement_parse.h
 *		Statements of anybody, parsed and analyzed without side effects.
 */
#ifndef STATEMENT_PARSE_H
#define STATEMENT_PARSE_H

#include "postgres.h"

#include "nodes/parsenodes.h"

typedef enum StatementKind
{
	STATEMENT_READ,
	STATEMENT_INSERT,
	STATEMENT_UPDATE,
	STATEMENT_DELETE
} StatementKind;

/* A part of a text, up to a semicolon. */
typedef struct StatementText
{
	int			start;
	int			length;
} StatementText;

/* An analyzed statement. */
typedef struct Statement
{
	StatementKind kind;
	const char *unread;			/* not NULL: why there is nothing else */
	Oid			target;			/* of an INSERT */
	Query	   *query;			/* NULL: an INSERT of values. The target of an
								 * UPDATE or DELETE is its first relation */
	List	   *assigned;		/* names of the columns of an UPDATE */
	const char **strings;		/* by number of a parameter - 1: the string
								 * constant it stands for, or NULL */
	int			nstrings;
} Statement;

/* The statements of a text, which are separated by semicolons. */
typedef struct StatementTexts
{
	List	   *list;			/* of StatementText, without empty ones */
	int			start;			/* of the statement not yet in the list */
} StatementTexts;

/* Fill texts, initially zero. Raises the errors of the scanner. */
extern void statement_split(const char *sql, StatementTexts *texts);

/*
 * The text with an empty string in place of each parameter; NULL if there is
 * no parameter. pg_stat_statements replaces a constant by a parameter also
 * where the grammar has only a constant: interval '1 day' becomes interval $1.
 */
extern char *statement_strings_for_parameters(const char *sql);

/*
 * Parse and analyze one statement; nothing of it is planned or executed. It
 * takes locks to read, which the caller ends by rolling back a subtransaction.
 * Raises the errors of the parser. Unless the search path is certain, a name
 * without a schema that relations of several schemas have is not read.
 */
extern Statement *statement_analyze(const char *sql, bool certain_path);

#endif							/* STATEMENT_PARSE_H */
