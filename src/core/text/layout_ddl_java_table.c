/*
 * layout_ddl_java_table.c
 *		Write the Java part of a table: its descriptor for Admin.createTable(),
 *		and constants for families and qualifiers.
 */
#include "core/base/host.h"
#include "core/base/notation.h"
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"
#include "core/text/layout_ddl_java_table.h"
#include "core/value/encoding_type.h"

#define CLIENT "org.apache.hadoop.hbase.client."

/* Bytes as an expression. */
static void
write_bytes(const uint8_t *p, size_t n, CoreBuf *out)
{
	char	   *text = notation_text(p, n);

	core_buf_printf(out, "Bytes.toBytesBinary(");
	layout_ddl_quote(out, text, '"', '\\');
	core_buf_printf(out, ")");
	core_free(text);
}

/*
 * The name of a constant: KIND_name in the case of the name.  A number follows
 * if characters other than ASCII letters and digits were removed.
 */
static void
write_constant(const char *kind, const char *name, int number, CoreBuf *out)
{
	bool		changed = false;

	core_buf_printf(out, "%s_", kind);
	for (; *name != '\0'; name++)
	{
		bool		fits = *name == '_' || (*name >= '0' && *name <= '9') ||
			(*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');

		core_buf_add_byte(out, fits ? (uint8_t) *name : '_');
		changed = changed || !fits;
	}
	if (changed)
		core_buf_printf(out, "_%d", number);
}

/* The options as they are in a table descriptor, by the shell's names. */
static void
write_descriptor(const LayoutDdlTable *table, CoreBuf *out)
{
	core_buf_printf(out,
					"static " CLIENT "TableDescriptor table() {\n"
					"    return " CLIENT
					"TableDescriptorBuilder.newBuilder(TABLE)");
	for (int i = 0; i < table->nfamilies; i++)
	{
		const LayoutDdlFamily *family = &table->families[i];

		core_buf_printf(out,
						"\n        .setColumnFamily(" CLIENT
						"ColumnFamilyDescriptorBuilder.newBuilder(");
		write_constant("FAMILY", table->families[i].name, i + 1, out);
		core_buf_printf(out, ")");
		for (int j = 0; j < family->noptions; j++)
		{
			core_buf_printf(out, ".setValue(");
			layout_ddl_quote(out, family->options[j][0], '"', '\\');
			core_buf_printf(out, ", ");
			layout_ddl_quote(out, family->options[j][1], '"', '\\');
			core_buf_printf(out, ")");
		}
		core_buf_printf(out, ".build())");
	}
	core_buf_printf(out, ".build();\n}\n");
}

bool
layout_ddl_java_table(const Layout *layout, const LayoutDdlTable *table,
					  CoreBuf *out, CoreError *err)
{
	LayoutDdlSplit *splits;
	int			nsplits;

	core_buf_printf(out,
					"static final org.apache.hadoop.hbase.TableName TABLE = org.apache.hadoop.hbase.TableName.valueOf(");
	layout_ddl_quote(out, table->name, '"', '\\');
	core_buf_printf(out, ");\n");
	for (int i = 0; i < table->nfamilies; i++)
	{
		core_buf_printf(out, "static final byte[] ");
		write_constant("FAMILY", table->families[i].name, i + 1, out);
		core_buf_printf(out, " = ");
		write_bytes((const uint8_t *) table->families[i].name,
					strlen(table->families[i].name), out);
		core_buf_printf(out, ";\n");
	}
	for (int i = 0; i < table->ncolumns; i++)
	{
		const LayoutDdlColumn *column = &table->columns[i];

		core_buf_printf(out, "static final byte[] ");
		write_constant("COLUMN", column->name, i + 1, out);
		core_buf_printf(out, " = ");
		write_bytes(column->qualifier, column->qualifier_len, out);
		core_buf_printf(out, ";  // family ");
		layout_ddl_comment_text(column->family, out);
		core_buf_printf(out, ", ");
		layout_ddl_comment_text(column->type_name, out);
		core_buf_printf(out, " as %s of \"%s\"\n",
						encoding_format_name(&column->type),
						encoding_name(column->type.encoding));
	}
	if (!layout_ddl_splits(layout, table, "an array in Java", &splits,
						   &nsplits, err))
		return false;
	core_buf_printf(out,
					"// Admin.createTable(table(), SPLITS)\nstatic final byte[][] SPLITS = {");
	for (int i = 0; i < nsplits; i++)
	{
		core_buf_printf(out, i > 0 ? ", " : "");
		write_bytes(splits[i].data, splits[i].len, out);
	}
	core_buf_printf(out, "};\n");
	write_descriptor(table, out);
	return true;
}
