/*
 * definition.h
 *		What an HBase-shaped relation is, and what hbase.define() said of it:
 *		the one place where defaults are filled in.
 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "postgres.h"
#include "access/attnum.h"
#include "nodes/pg_list.h"
#include "utils/array.h"
#include "utils/jsonb.h"

#include "../core/encoding.h"
#include "../core/family.h"
#include "../core/widerow.h"

typedef struct DefinedFamily
{
	AttrNumber	attnum;
	char		column[NAMEDATALEN];
	char	   *name;			/* the family, in the server's encoding */
	const uint8_t *bytes;		/* the same in UTF-8, as HBase has it */
	uint32		len;
	Family		options;		/* as defined, else HBase's defaults */
	Jsonb	   *given;			/* options as given, canonical; NULL: none */
	char	   *shell;			/* NAME => 'd', VERSIONS => 3, ... */
} DefinedFamily;

typedef struct Definition
{
	Oid			relid;
	char		relkind;
	bool		defined;		/* hbase.define() was called */
	char	   *table_name;		/* of the table in HBase */
	AttrNumber	key;
	int			nfamilies;
	DefinedFamily *families;	/* in the byte order of their names */
	int			nignored;
	AttrNumber *ignored;		/* columns left out */
	int			nlayouts;
	struct varlena **layouts;	/* rowkey_layout datums, detoasted */
	ArrayType  *layout_array;	/* the same; NULL: none */
	int			regions;		/* 0: not said; with splits, one more than these */
	int			nsplits;
	struct varlena **splits;	/* rowkey datums, detoasted, ascending */
	ArrayType  *split_array;	/* NULL: none */
} Definition;

/*
 * A relation's definition, with HBase's defaults where nothing was said, in the
 * current memory context.  at is a column with the time of the rows, which is
 * left out besides those of the definition, or NULL.  An error lists every
 * column that breaks the shape.
 */
extern Definition *definition_read(Oid relid, const char *at);

/* The same of values that are not stored yet: checked, and NULL: not said. */
extern Definition *definition_try(Oid relid, char *table_name, ArrayType *layouts,
								  Jsonb *families, int regions, ArrayType *splits,
								  ArrayType *ignore);

/*
 * Why the relation is not HBase-shaped, as the detail of an error; NULL when
 * it is.  The columns named in its definition's ignore do not count.
 */
extern char *definition_shape_problem(Oid relid);

/*
 * Split points as rowkeys, detoasted: ascending, none of them NULL or empty.
 * A NULL array has none.
 */
extern struct varlena **definition_splits(ArrayType *array, int *n);

/* What the column dictionary says of a qualifier. */
typedef struct DefinedColumn
{
	char	   *name;			/* texts are in the server's encoding */
	char	   *family;
	bytea	   *qualifier;
	Oid			type_id;
	char	   *type_name;		/* in SQL */
	EncodingType type;
} DefinedColumn;

/* The column dictionary of a relation, in the order of families and qualifiers. */
extern DefinedColumn *definition_columns(Oid relid, int *n);

/* Layout n, from 1, as a rowkey_layout; an error when there is none. */
extern struct varlena *definition_layout(Oid relid, int n);

/* The family of this name; an error when there is none. */
extern DefinedFamily *definition_family(Definition *def, const uint8_t *name,
										size_t len);

/* The family's options at a time (ms), as core's reading functions take them. */
extern WideFamily definition_wide_family(const DefinedFamily *family, int64 now);

/*
 * A relation's schema and name, as our tables have them; an error when it is gone.
 */
extern void definition_names(Oid relid, NameData names[2]);

/* "schema.name" quoted, for SQL. */
extern char *definition_relation_name(Oid relid);

/* The error that a relation cannot be: wrong kind; only tables can be written. */
extern void definition_check_kind(Oid relid, bool to_write);

/* The current user must own the relation. */
extern void definition_check_owner(Oid relid);

/*
 * An error unless the role that stored something under the relation's name has
 * the rights of the relation's owner.
 */
extern void definition_check_stored_by(Oid relid, Name owner);

#endif							/* DEFINITION_H */
