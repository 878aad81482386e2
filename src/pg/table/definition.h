/*
 * definition.h
 *		The shape of an HBase-shaped relation and its definition by
 *		hbase.define(), with defaults filled in.
 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "postgres.h"
#include "access/attnum.h"
#include "fmgr.h"
#include "nodes/pg_list.h"
#include "utils/array.h"
#include "utils/jsonb.h"

#include "core/cell/family.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_visible.h"

typedef struct DefinedFamily
{
	AttrNumber	attnum;
	char		column[NAMEDATALEN];
	char	   *name;			/* the family, in the server's encoding */
	const uint8_t *bytes;		/* the same in UTF-8, as in HBase */
	uint32		len;
	Family		options;		/* as defined, else HBase's defaults
								 * (ColumnFamilyDescriptorBuilder) */
	Jsonb	   *given;			/* options as given, canonical; NULL: none */
	char	   *shell;			/* attributes for the HBase shell: NAME =>
								 * 'd', VERSIONS => 3, ... */
} DefinedFamily;

typedef struct Definition
{
	Oid			relid;
	char		relkind;
	bool		defined;		/* hbase.define() was called */
	char	   *table_name;		/* of the table in HBase */
	AttrNumber	key;
	int			nfamilies;
	DefinedFamily *families;	/* ordered by the bytes of their names */
	int			nignored;
	AttrNumber *ignored;		/* columns to ignore */
	int			nlayouts;
	struct varlena **layouts;	/* rowkey_layout datums, detoasted */
	ArrayType  *layout_array;	/* the same; NULL: none */
	int			regions;		/* 0: not given; with splits, one more */
	int			nsplits;
	struct varlena **splits;	/* rowkey datums, detoasted, ascending */
	ArrayType  *split_array;	/* NULL: none */
} Definition;

/*
 * A relation's definition, completed by HBase's defaults, in the current
 * memory context. "at" is NULL or a column with the time of the rows, which is
 * ignored like those of the definition. The error lists every column that
 * violates the shape.
 */
extern Definition *definition_read(Oid relid, const char *at);

/*
 * The same for a call's first argument; "at" is argument n. The second
 * function also accepts a relation with a key and no families.
 */
extern Definition *definition_arg(FunctionCallInfo fcinfo, int n);
extern Definition *definition_keys_arg(FunctionCallInfo fcinfo, int n);

/*
 * The same for values that are not stored yet; checks them. NULL: not given.
 */
extern Definition *definition_try(Oid relid, char *table_name,
								  ArrayType *layouts, Jsonb *families,
								  int regions, ArrayType *splits,
								  ArrayType *ignore);

/*
 * The reason why the relation is not HBase-shaped, as the detail of an error;
 * NULL if it is. Columns ignored by its definition do not count.
 */
extern char *definition_shape_problem(Oid relid);

/*
 * Split points as rowkeys, detoasted: ascending, none NULL or empty. None for
 * a NULL array.
 */
extern struct varlena **definition_splits(ArrayType *array, int *n);

/* The entry of a qualifier in the column dictionary. */
typedef struct DefinedColumn
{
	char	   *name;			/* texts are in the server's encoding */
	char	   *family;
	bytea	   *qualifier;
	Oid			type_id;
	char	   *type_name;		/* in SQL */
	EncodingType type;
} DefinedColumn;

/* Layout n, from 1, as a rowkey_layout; an error if it does not exist. */
extern struct varlena *definition_layout(Oid relid, int n);
extern struct varlena *definition_get_layout(const Definition *def, int n);

/* The family of this name; an error if it does not exist. */
extern DefinedFamily *definition_family(Definition *def, const uint8_t *name,
										size_t len);

/* The family's options at a time (ms), for core's reading functions. */
extern WideFamily definition_wide_family(const DefinedFamily *family,
										 int64 now);

/*
 * A relation's schema and name, as in the configuration tables; an error if it
 * was dropped.
 */
extern void definition_names(Oid relid, NameData names[2]);

/* "schema.name", quoted for SQL. */
extern char *definition_relation_name(Oid relid);

/*
 * Raise an error if the kind of the relation is not supported; only tables can
 * be written.
 */
extern void definition_check_kind(Oid relid, bool to_write);

/* Raise an error unless the current user owns the relation. */
extern void definition_check_owner(Oid relid);

/*
 * Raise an error unless the role that stored a row under the relation's name
 * has the rights of the relation's owner.
 */
extern void definition_check_stored_by(Oid relid, Name owner);

#endif							/* DEFINITION_H */
