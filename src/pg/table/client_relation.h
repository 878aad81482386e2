/*
 * client_relation.h
 *		HBase-shaped relations for the client calls: definitions and prepared
 *		statements, cached between calls.
 */
#ifndef CLIENT_RELATION_H
#define CLIENT_RELATION_H

#include "postgres.h"
#include "executor/spi.h"

#include "pg/table/definition.h"
#include "pg/widerow/widerow.h"

/* Statements for one family (APPLY_ROW and GET: for all). */
typedef enum ClientPlan
{
	CLIENT_APPLY,				/* $1 key, $2 cells */
	CLIENT_APPLY_ROW,			/* $1 key, $2 cells: for every family */
	CLIENT_INCREMENT,			/* $1 key, $2 qualifier, $3 amount */
	CLIENT_APPEND,				/* $1 key, $2 qualifier, $3 bytes */
	CLIENT_CHECK_MISSING,		/* $1 key, $2 cells, $3 qualifier, $4 op, $5
								 * expected */
	CLIENT_CHECK_PRESENT,		/* the same, if the row must exist */
	CLIENT_GET,					/* $1 key */
	CLIENT_NPLANS
} ClientPlan;

typedef struct ClientRelation
{
	Oid			relid;
	bool		valid;			/* false after an invalidation */
	MemoryContext context;		/* holds everything below */
	Definition *definition;
	DefinedColumn *columns;		/* of the dictionary; NULL: not read yet */
	int			ncolumns;
	char	   *name;			/* qualified and quoted */
	bool		checked_writable;
	SPIPlanPtr *plans;			/* CLIENT_NPLANS for each family */
	struct ClientRelation *retired; /* next in the list of entries to free */
} ClientRelation;

/* The relation; valid until the end of the transaction at least. */
extern ClientRelation *client_relation_open(Oid relid);

/* The same, and check that cells can be written to it. */
extern ClientRelation *client_relation_open_writable(Oid relid);

/* A prepared statement; SPI must be connected. */
extern SPIPlanPtr client_relation_plan(ClientRelation *relation,
									   ClientPlan plan, int family);

/* The number of a family; an error if it does not exist. */
extern int	client_relation_family(ClientRelation *relation, WideName name);

/* A column's entry in the column dictionary; NULL: none. */
extern const DefinedColumn *client_relation_column(ClientRelation *relation,
												   int family,
												   WideName qualifier);

/* The entries of a family's columns, one after the other; NULL: no more. */
extern const DefinedColumn *client_relation_next_column(
	ClientRelation *relation, int family, int *n);

/* The present time in milliseconds, for timestamps. */
extern int64 client_relation_clock(void);

/* Raise an error if the key is not valid for a row of a table. */
extern void client_relation_check_key(const struct varlena *key);

#endif							/* CLIENT_RELATION_H */
