/*
 * layout_ddl_tables.h
 *		Write the definition of a table for Phoenix, Hive and Spark.
 */
#ifndef LAYOUT_DDL_TABLES_H
#define LAYOUT_DDL_TABLES_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"

extern bool layout_ddl_phoenix(const Layout *layout,
							   const LayoutDdlTable *table, CoreBuf *out,
							   CoreError *err);

extern bool layout_ddl_hive(const Layout *layout, const LayoutDdlTable *table,
							CoreBuf *out, CoreError *err);

extern bool layout_ddl_spark(const Layout *layout, const LayoutDdlTable *table,
							 CoreBuf *out, CoreError *err);

#endif							/* LAYOUT_DDL_TABLES_H */
