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

/* Statements for one family (LAND_ROW and GET: for all). */
typedef enum ShapedPlan
{
	SHAPED_APPLY,				/* $1 key, $2 cells */
	SHAPED_APPLY_ROW,			/* $1 key, $2 cells: for every family */
	SHAPED_INCREMENT,			/* $1 key, $2 qualifier, $3 amount */
	SHAPED_APPEND,				/* $1 key, $2 qualifier, $3 bytes */
	SHAPED_CHECK_MISSING,		/* $1 key, $2 cells, $3 qualifier, $4 op, $5
								 * expected */
	SHAPED_CHECK_PRESENT,		/* the same, if the row must exist */
	SHAPED_GET,					/* $1 key */
	SHAPED_NPLANS
} ShapedPlan;

typedef struct Shaped
{
	Oid			relid;
	bool		valid;			/* false after an invalidation */
	MemoryContext context;		/* holds everything below */
	Definition *definition;
	DefinedColumn *columns;		/* of the dictionary; NULL: not read yet */
	int			ncolumns;
	char	   *name;			/* qualified and quoted */
	bool		checked_writable;
	SPIPlanPtr *plans;			/* SHAPED_NPLANS for each family */
	struct Shaped *retired;		/* next in the list of entries to free */
} Shaped;

/* The relation; valid until the end of the transaction at least. */
extern Shaped *shaped_open(Oid relid);

/* The same, and check that cells can be written to it. */
extern Shaped *shaped_open_writable(Oid relid);

/* A prepared statement; SPI must be connected. */
extern SPIPlanPtr shaped_plan(Shaped *shaped, ShapedPlan plan, int family);

/* The number of a family; an error if it does not exist. */
extern int	shaped_family(Shaped *shaped, WideName name);

/* A column's entry in the column dictionary; NULL: none. */
extern const DefinedColumn *shaped_column(Shaped *shaped, int family,
										  WideName qualifier);

/* The entries of a family's columns, one after the other; NULL: no more. */
extern const DefinedColumn *shaped_next_column(Shaped *shaped, int family,
											   int *n);

/* The present time in milliseconds, for timestamps. */
extern int64 shaped_clock(void);

/* Raise an error if the key is not valid for a row of a table. */
extern void shaped_check_key(const struct varlena *key);

#endif							/* CLIENT_RELATION_H */
