/*
 * shaped.h
 *		HBase-shaped relations as the client calls see them: their definition
 *		and prepared statements, kept from call to call.
 */
#ifndef SHAPED_H
#define SHAPED_H

#include "postgres.h"
#include "executor/spi.h"

#include "definition.h"
#include "widerow.h"

/* Statements over one family (LAND_ROW, GET: over all). */
typedef enum ShapedPlan
{
	SHAPED_LAND,				/* $1 key, $2 cells */
	SHAPED_LAND_ROW,			/* $1 key, $2 cells: in every family */
	SHAPED_INCREMENT,			/* $1 key, $2 qualifier, $3 amount */
	SHAPED_APPEND,				/* $1 key, $2 qualifier, $3 bytes */
	SHAPED_CHECK_MISSING,		/* $1 key, $2 cells, $3 qualifier, $4 op, $5 expected */
	SHAPED_CHECK_PRESENT,		/* the same, where the row must be there */
	SHAPED_GET,					/* $1 key */
	SHAPED_NPLANS
} ShapedPlan;

typedef struct Shaped
{
	Oid			relid;
	bool		valid;			/* no change of the relation was heard of */
	MemoryContext context;		/* of all below */
	Definition *definition;
	DefinedColumn *columns;		/* of the dictionary; NULL: not read yet */
	int			ncolumns;
	char	   *name;			/* qualified and quoted */
	bool		checked_writable;
	SPIPlanPtr *plans;			/* SHAPED_NPLANS for each family */
	struct Shaped *retired;		/* next of those that wait to be freed */
} Shaped;

/* The relation; it lives until the end of the transaction at least. */
extern Shaped *shaped_open(Oid relid);

/* The same, after checking that cells can be put into it. */
extern Shaped *shaped_open_writable(Oid relid);

/* A prepared statement; SPI is connected. */
extern SPIPlanPtr shaped_plan(Shaped *shaped, ShapedPlan plan, int family);

/* The number of a family; an error when there is none of this name. */
extern int	shaped_family(Shaped *shaped, WideName name);

/* What the column dictionary says of a column; NULL: nothing. */
extern const DefinedColumn *shaped_column(Shaped *shaped, int family, WideName qualifier);

/* All that it says of a family's columns, one after the other; NULL: no more. */
extern const DefinedColumn *shaped_next_column(Shaped *shaped, int family, int *n);

/* The wall clock in milliseconds, as HBase stamps with it. */
extern int64 shaped_clock(void);

/* Raise an error unless a table's row may have this key. */
extern void shaped_check_key(const struct varlena *key);

#endif							/* SHAPED_H */
