/*
 * layout_ddl.h
 *		A layout told to other tools: Phoenix, Hive, Spark, Java, the HBase
 *		shell.
 */
#ifndef LAYOUT_DDL_H
#define LAYOUT_DDL_H

#include "layout.h"

/*
 * Append what a tool ("phoenix", "hive", "spark", "java", "shell") must be told
 * to read and write keys of this layout in a table of this name (UTF-8).
 * CORE_ERR_UNSUPPORTED, with the component's name, when the tool cannot express
 * it; CORE_ERR_PARAMETER for an unknown tool.
 */
extern bool layout_ddl(const Layout *layout, const char *tool, const char *table,
					   CoreBuf *out, CoreError *err);

/* ---- what the files layout_ddl_*.c share ------------------------------ */

extern void layout_ddl_print(CoreBuf *out, const char *fmt,...)
			__attribute__((format(printf, 2, 3)));

/* The layout, or one component, on the rest of a line of comment. */
extern void layout_ddl_comment(const Layout *layout, CoreBuf *out);
extern void layout_ddl_comment_component(const Layout *layout, int component,
										 CoreBuf *out);

/* A name in some quotes, these doubled (or escaped by a backslash) inside. */
extern void layout_ddl_quote(CoreBuf *out, const char *name, char quote, char escape);

/* "Hive cannot express component ...", and why. */
extern bool layout_ddl_cannot(const Layout *layout, int component, const char *tool,
							  CoreError *err, const char *why,...)
			__attribute__((format(printf, 5, 6)));

/*
 * A column's name for a component: the field's, or md5_field and the like when
 * the field's own name is for another component; all different.
 */
extern void layout_ddl_column(const Layout *layout, int component,
							  char *name, size_t size);

/* Whether a component is Phoenix's own salt over the whole key. */
extern bool layout_ddl_is_phoenix_salt(const Layout *layout, int component);

extern bool layout_ddl_phoenix(const Layout *layout, const char *table,
							   CoreBuf *out, CoreError *err);
extern bool layout_ddl_hive(const Layout *layout, const char *table,
							CoreBuf *out, CoreError *err);
extern bool layout_ddl_spark(const Layout *layout, const char *table,
							 CoreBuf *out, CoreError *err);
extern bool layout_ddl_java(const Layout *layout, const char *table,
							CoreBuf *out, CoreError *err);

#endif							/* LAYOUT_DDL_H */
