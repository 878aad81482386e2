/*
 * layout_ddl.h
 *		A layout told to other tools: Phoenix, Hive, Spark, Java, the HBase
 *		shell.
 */
#ifndef LAYOUT_DDL_H
#define LAYOUT_DDL_H

#include "layout.h"

/* A column family, and its options as the HBase shell names them. */
typedef struct LayoutDdlFamily
{
	const char *name;			/* UTF-8 */
	const char *shell;			/* NAME => "d", VERSIONS => 3 */
	int			noptions;
	const char *(*options)[2];	/* name and value */
} LayoutDdlFamily;

/* What the column dictionary says of a qualifier. */
typedef struct LayoutDdlColumn
{
	const char *name;			/* UTF-8 */
	const char *family;
	const uint8_t *qualifier;
	size_t		qualifier_len;
	const char *type_name;		/* in SQL */
	EncodingType type;
} LayoutDdlColumn;

typedef struct LayoutDdlSplit
{
	const uint8_t *data;
	size_t		len;
} LayoutDdlSplit;

/* A table as a tool is told of it; without families, only its key is known. */
typedef struct LayoutDdlTable
{
	const char *name;			/* [namespace:]name, UTF-8 */
	int			nrecord_types;	/* layouts of its key */
	int			record_type;	/* which of them is told, from 1 on */
	int			nfamilies;
	const LayoutDdlFamily *families;
	int			ncolumns;
	const LayoutDdlColumn *columns;
	int			nsplits;
	const LayoutDdlSplit *splits;
} LayoutDdlTable;

/*
 * Append what a tool ("phoenix", "hive", "spark", "java", "shell") must be told
 * to read and write this table with keys of this layout, which may be NULL for
 * the shell.  CORE_ERR_UNSUPPORTED, with the name of the component or column,
 * when the tool cannot express it; CORE_ERR_PARAMETER for an unknown tool or
 * two columns of one name.
 */
extern bool layout_ddl(const Layout *layout, const char *tool,
					   const LayoutDdlTable *table, CoreBuf *out, CoreError *err);

/* Whether the tool is told of tables without a layout too: the shell. */
extern bool layout_ddl_needs_layout(const char *tool);

/* ---- what the files layout_ddl_*.c share ------------------------------ */

/* The layout, or one component, or any name, on the rest of a line of comment. */
extern void layout_ddl_comment(const Layout *layout, CoreBuf *out);
extern void layout_ddl_comment_component(const Layout *layout, int component,
										 CoreBuf *out);
extern void layout_ddl_comment_text(const char *text, CoreBuf *out);

/* A name in some quotes, these doubled (or escaped by a backslash) inside. */
extern void layout_ddl_quote(CoreBuf *out, const char *name, char quote, char escape);

/* "Hive cannot express component ...", and why. */
extern bool layout_ddl_cannot(const Layout *layout, int component, const char *tool,
							  CoreError *err, const char *why,...)
			__attribute__((format(printf, 5, 6)));

/* The same of a column: it has no type with these bytes; under encoding it has. */
extern bool layout_ddl_cannot_type(const LayoutDdlColumn *column, const char *tool,
								   Encoding encoding, CoreError *err);

/*
 * The column's qualifier as a word of the tool; an error when it is empty, is
 * no text, or has one of the characters in "not".  core_alloc.
 */
extern char *layout_ddl_qualifier(const LayoutDdlColumn *column, const char *tool,
								  const char *not, CoreError *err);

/*
 * A column's name for a component: the field's, or md5_field and the like when
 * the field's own name is for another component; all different.
 */
extern void layout_ddl_column(const Layout *layout, int component,
							  char *name, size_t size);

/* Whether a component is Phoenix's own salt over the whole key. */
extern bool layout_ddl_is_phoenix_salt(const Layout *layout, int component);

/*
 * Split points as they are defined, else where the key's salts or buckets begin.
 * core_alloc.  False with an error when these are too many for a key alone; a
 * table then has none.
 */
extern bool layout_ddl_splits(const Layout *layout, const LayoutDdlTable *table,
							  const char *tool, LayoutDdlSplit **splits,
							  int *nsplits, CoreError *err);

extern bool layout_ddl_phoenix(const Layout *layout, const LayoutDdlTable *table,
							   CoreBuf *out, CoreError *err);
extern bool layout_ddl_hive(const Layout *layout, const LayoutDdlTable *table,
							CoreBuf *out, CoreError *err);
extern bool layout_ddl_spark(const Layout *layout, const LayoutDdlTable *table,
							 CoreBuf *out, CoreError *err);
extern bool layout_ddl_java(const Layout *layout, const LayoutDdlTable *table,
							CoreBuf *out, CoreError *err);

/* The table itself, for layout_ddl_java. */
extern bool layout_ddl_java_table(const Layout *layout, const LayoutDdlTable *table,
								  CoreBuf *out, CoreError *err);

#endif							/* LAYOUT_DDL_H */
