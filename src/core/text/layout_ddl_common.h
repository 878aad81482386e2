/*
 * layout_ddl_common.h
 *		Functions shared by the definitions for several tools: comments, names,
 *		errors, split points.
 */
#ifndef LAYOUT_DDL_COMMON_H
#define LAYOUT_DDL_COMMON_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/value/encoding_type.h"

/* A column family and its options by the shell's names. */
typedef struct LayoutDdlFamily
{
	const char *name;			/* UTF-8 */
	const char *shell;			/* NAME => "d", VERSIONS => 3 */
	int			noptions;
	const char *(*options)[2];	/* name and value */
} LayoutDdlFamily;

/* A column of the column dictionary. */
typedef struct LayoutDdlColumn
{
	const char *name;			/* UTF-8 */
	const char *family;
	const uint8_t *qualifier;
	size_t		qualifier_len;
	const char *type_name;		/* PostgreSQL's type */
	EncodingType type;
} LayoutDdlColumn;

typedef struct LayoutDdlSplit
{
	const uint8_t *data;
	size_t		len;
} LayoutDdlSplit;

/* The table to define.  Without families only its key is known. */
typedef struct LayoutDdlTable
{
	const char *name;			/* [namespace:]name, UTF-8 */
	int			nrecord_types;	/* number of layouts */
	int			record_type;	/* number of the layout to use, from 1 */
	int			nfamilies;
	const LayoutDdlFamily *families;
	int			ncolumns;
	const LayoutDdlColumn *columns;
	int			nsplits;
	const LayoutDdlSplit *splits;
} LayoutDdlTable;

/* ---- what the files layout_ddl_*.c share ------------------------------ */

/* Append the layout, one component, or any name to a line of comment. */
extern void layout_ddl_comment(const Layout *layout, CoreBuf *out);
extern void layout_ddl_comment_component(const Layout *layout, int component,
										 CoreBuf *out);
extern void layout_ddl_comment_text(const char *text, CoreBuf *out);

/*
 * Append a quoted name.  Quotes in it are doubled or escaped by a backslash.
 */
extern void layout_ddl_quote(CoreBuf *out, const char *name, char quote,
							 char escape);

/* Set the error "Hive cannot express component ..." with the reason. */
extern bool layout_ddl_cannot(const Layout *layout, int component,
							  const char *tool, CoreError *err,
							  const char *why, ...)
	__attribute__((format(printf, 5, 6)));

/*
 * The same for a column: the tool has no type with these bytes, but it has one
 * with another encoding.
 */
extern bool layout_ddl_cannot_type(const LayoutDdlColumn *column,
								   const char *tool, Encoding encoding,
								   CoreError *err);

/*
 * The qualifier of a column as a word of the tool, allocated with core_alloc.
 * An error if it is empty, not text, or has one of the characters in "not".
 */
extern char *layout_ddl_qualifier(const LayoutDdlColumn *column,
								  const char *tool, const char * not,
								  CoreError *err);

/*
 * The column name of a component: the field's name, or md5_field and similar
 * if another component has that name.  All names are different.
 */
extern void layout_ddl_column(const Layout *layout, int component,
							  char *name, size_t size);

/* Whether a component is Phoenix's own salt over the whole key. */
extern bool layout_ddl_is_phoenix_salt(const Layout *layout, int component);

/*
 * The defined split points, otherwise the borders between salts or buckets;
 * allocated with core_alloc.  False with an error if there are too many; the
 * table then has no split points.
 */
extern bool layout_ddl_splits(const Layout *layout,
							  const LayoutDdlTable *table, const char *tool,
							  LayoutDdlSplit **splits, int *nsplits,
							  CoreError *err);

#endif							/* LAYOUT_DDL_COMMON_H */
