/*
 * layout_ddl.c
 *		Write the definition of a table for other tools; the HBase shell is
 *		here.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_print.h"
#include "core/text/layout_ddl.h"
#include "core/text/layout_ddl_common.h"
#include "core/text/layout_ddl_java.h"
#include "core/text/layout_ddl_tables.h"

#include <stdio.h>

#include "core/base/utf8.h"
#include "core/text/shell_text.h"

/* ---- the HBase shell -------------------------------------------------- */

/* Write create with families and split points. */
static bool
shell_ddl(const Layout *layout, const LayoutDdlTable *table, CoreBuf *out,
		  CoreError *err)
{
	LayoutDdlSplit *splits;
	int			nsplits;

	if (table->nfamilies == 0)
	{
		core_buf_printf(out, "# row key: ");
		layout_ddl_comment(layout, out);
		core_buf_printf(out, "\n# 'f' stands for the column families\n");
	}
	core_buf_printf(out, "create ");
	shell_write_literal((const uint8_t *) table->name, strlen(table->name),
						out);
	if (table->nfamilies == 0)
		core_buf_printf(out, ", 'f'");
	for (int i = 0; i < table->nfamilies; i++)
	{
		core_buf_printf(out, ", {");
		core_buf_add(out, table->families[i].shell,
					 strlen(table->families[i].shell));
		core_buf_printf(out, "}");
	}
	if (!layout_ddl_splits(layout, table, "a shell command", &splits, &nsplits,
						   err))
		return false;
	for (int i = 0; i < nsplits; i++)
	{
		core_buf_printf(out, i == 0 ? ", SPLITS => [" : ", ");
		if (!shell_write_split(splits[i].data, splits[i].len, out, err))
			return false;
	}
	core_buf_printf(out, nsplits > 0 ? "]\n" : "\n");
	return true;
}

/* ---- the door --------------------------------------------------------- */

/* Most tools ignore case in names, and column names must be unique. */
static bool
check_names(const Layout *layout, const LayoutDdlTable *table, CoreError *err)
{
	char		other[128];

	for (int i = 0; i < table->ncolumns; i++)
	{
		const char *name = table->columns[i].name;
		size_t		len = strlen(name);
		bool		taken = false;

		for (int j = 0; j < i; j++)
			taken = taken || core_same_word(name, len, table->columns[j].name);
		for (int j = 0; j < layout->ncomponents; j++)
		{
			layout_ddl_column(layout, j, other, sizeof(other));
			taken = taken || (layout->components[j].kind != LAYOUT_LITERAL &&
							  core_same_word(name, len, other));
		}
		if (taken)
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "two columns have the name \"%.*s\"",
					   core_shown(name, len, 100), name);
			return core_error_hint(
				err,
				"Give this qualifier another name with hbase.define_column().");
		}
	}
	return true;
}

static const struct
{
	const char *name;
	bool		(*write) (const Layout *layout, const LayoutDdlTable *table,
						  CoreBuf *out, CoreError *err);
	bool		needs_layout;
}			tools[] = {
	{"phoenix", layout_ddl_phoenix, true}, {"hive", layout_ddl_hive, true},
	{"spark", layout_ddl_spark, true}, {"java", layout_ddl_java, true},
	{"shell", shell_ddl, false}
};

bool
layout_ddl_needs_layout(const char *tool)
{
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
	{
		if (core_same_word(tool, strlen(tool), tools[i].name))
			return tools[i].needs_layout;
	}
	return false;
}

bool
layout_ddl(const Layout *layout, const char *tool, const LayoutDdlTable *table,
		   CoreBuf *out, CoreError *err)
{
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
	{
		if (core_same_word(tool, strlen(tool), tools[i].name))
			return (!tools[i].needs_layout ||
					check_names(layout, table, err)) &&
				tools[i].write(layout, table, out, err);
	}
	core_error(err, CORE_ERR_PARAMETER, "unrecognized tool \"%.*s\"",
			   core_shown(tool, strlen(tool), 60), tool);
	return core_error_hint(err,
						   "Tools are phoenix, hive, spark, java and shell.");
}
