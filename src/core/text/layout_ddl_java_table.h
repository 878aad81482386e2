/*
 * layout_ddl_java_table.h
 *		Write a Java class that reads and writes the rows of a table.
 */
#ifndef LAYOUT_DDL_JAVA_TABLE_H
#define LAYOUT_DDL_JAVA_TABLE_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"

/* The table part, for layout_ddl_java. */
extern bool layout_ddl_java_table(const Layout *layout,
								  const LayoutDdlTable *table, CoreBuf *out,
								  CoreError *err);

#endif							/* LAYOUT_DDL_JAVA_TABLE_H */
