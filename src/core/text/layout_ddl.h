/*
 * layout_ddl.h
 *		Write the definition of a table for other tools: Phoenix, Hive, Spark,
 *		Java, the HBase shell.
 */
#ifndef LAYOUT_DDL_H
#define LAYOUT_DDL_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"
#include "core/value/encoding_type.h"

/*
 * Append the definition of this table for a tool ("phoenix", "hive", "spark",
 * "java", "shell"). layout may be NULL for the shell.  CORE_ERR_UNSUPPORTED,
 * with the component or column, if the tool cannot represent it;
 * CORE_ERR_PARAMETER for an unrecognized tool or two columns with one name.
 */
extern bool layout_ddl(const Layout *layout, const char *tool,
					   const LayoutDdlTable *table, CoreBuf *out,
					   CoreError *err);

/* Whether the tool needs a layout; the shell does not. */
extern bool layout_ddl_needs_layout(const char *tool);

#endif							/* LAYOUT_DDL_H */
