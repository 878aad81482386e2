/*
 * layout_ddl.c
 *		A layout told to other tools: the door, what all of them need, and the
 *		HBase shell.
 */
#include "layout_ddl.h"

#include <stdio.h>

#include "layout_key.h"
#include "shell_text.h"
#include "utf8.h"

/* More split points than this belong into a file. */
#define MAX_SHELL_SPLITS	1024

void
layout_ddl_quote(CoreBuf *out, const char *name, char quote, char escape)
{
	core_buf_add_byte(out, quote);
	for (; *name != '\0'; name++)
	{
		if (*name == quote || *name == escape)
			core_buf_add_byte(out, escape);
		core_buf_add_byte(out, (uint8_t) *name);
	}
	core_buf_add_byte(out, quote);
}

/*
 * Names may hold anything: no line may end in a comment, and Java reads \u000a
 * as the end of one even there, where an odd number of backslashes leads it.
 */
static void
write_comment(const CoreBuf *text, CoreBuf *out)
{
	int			backslashes = 0;

	for (size_t i = 0; i < text->len; i++)
	{
		uint8_t		c = text->data[i];

		if (c == 'u' && backslashes % 2 == 1)
			core_buf_add_byte(out, '\\');
		backslashes = c == '\\' ? backslashes + 1 : 0;
		core_buf_add_byte(out, c < ' ' ? ' ' : c);
	}
}

void
layout_ddl_comment(const Layout *layout, CoreBuf *out)
{
	CoreBuf		text;

	core_buf_init(&text);
	layout_print(layout, &text);
	write_comment(&text, out);
	core_buf_free(&text);
}

void
layout_ddl_comment_component(const Layout *layout, int component, CoreBuf *out)
{
	CoreBuf		text;

	core_buf_init(&text);
	layout_print_component(layout, component, &text);
	write_comment(&text, out);
	core_buf_free(&text);
}

void
layout_ddl_comment_text(const char *text, CoreBuf *out)
{
	CoreBuf		buf = {.data = (uint8_t *) text, .len = strlen(text)};

	write_comment(&buf, out);
}

bool
layout_ddl_cannot(const Layout *layout, int component, const char *tool,
				  CoreError *err, const char *why,...)
{
	char		label[LAYOUT_LABEL_SIZE];
	char		detail[256];
	va_list		ap;

	va_start(ap, why);
	core_format(detail, sizeof(detail), why, ap);
	va_end(ap);
	core_error(err, CORE_ERR_UNSUPPORTED, "%s cannot express row key component \"%s\"",
			   tool, layout_label(layout, component, label, sizeof(label)));
	return core_error_detail(err, "%s", detail);
}

static void
cannot_column(const LayoutDdlColumn *column, const char *tool, CoreError *err)
{
	core_error(err, CORE_ERR_UNSUPPORTED, "%s cannot express column \"%.*s\"", tool,
			   core_shown(column->name, strlen(column->name), 100), column->name);
}

bool
layout_ddl_cannot_type(const LayoutDdlColumn *column, const char *tool,
					   Encoding encoding, CoreError *err)
{
	const char *readable = encoding_name(encoding);

	cannot_column(column, tool, err);
	core_error_detail(err, "It has no type with the bytes of %.*s under \"%s\".",
					  core_shown(column->type_name, strlen(column->type_name), 60),
					  column->type_name, encoding_name(column->type.encoding));
	return core_error_hint(err, "Write its values under \"%s\", which hbase.from_table(..., profile => '%s') does,"
						   " and say so with hbase.define_column(..., encoding => '%s').",
						   readable, readable, readable);
}

char *
layout_ddl_qualifier(const LayoutDdlColumn *column, const char *tool, const char *not, CoreError *err)
{
	const char *why = NULL;
	char	   *word;

	if (column->qualifier_len == 0)
		why = "is empty";
	else if (!utf8_check(column->qualifier, column->qualifier_len, err))
		why = "is no text";
	for (size_t i = 0; why == NULL && i < column->qualifier_len; i++)
	{
		if (column->qualifier[i] < ' ')
			why = "is not printable";
		else if (strchr(not, column->qualifier[i]) != NULL)
			why = "has a character with a meaning there";
	}
	if (why != NULL)
	{
		cannot_column(column, tool, err);
		core_error_detail(err, "It calls a column by its qualifier, and this one %s.", why);
		return NULL;
	}
	word = core_alloc(column->qualifier_len + 1);
	memcpy(word, column->qualifier, column->qualifier_len);
	word[column->qualifier_len] = '\0';
	return word;
}

/* Whether a field stands as it is, which has the first right to its name. */
static bool
stands_plain(const Layout *layout, int field)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (layout->components[i].kind == LAYOUT_FIELD && layout->components[i].field == field)
			return true;
	}
	return false;
}

/* What a component's column would be called if nobody else had the name. */
static void
column_stem(const Layout *layout, int n, char *name, size_t size)
{
	static const char *const kinds[] = {
		[LAYOUT_SALT] = "salt", [LAYOUT_BUCKET] = "bucket", [LAYOUT_REVERSE] = "reversed",
		[LAYOUT_DIGITS] = "digits", [LAYOUT_TRUNC] = "start", [LAYOUT_LITERAL] = "literal"
	};
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);

	if (field == NULL)
		snprintf(name, size, "%s", kinds[component->kind]);
	else if (component->kind == LAYOUT_FIELD ||
			 ((component->kind == LAYOUT_DIGITS || component->kind == LAYOUT_TRUNC) &&
			  !stands_plain(layout, component->field)))
		snprintf(name, size, "%s", field->name);
	else
		snprintf(name, size, "%s_%s", component->kind == LAYOUT_DIGEST ?
				 component->algorithm : kinds[component->kind], field->name);
}

void
layout_ddl_column(const Layout *layout, int component, char *name, size_t size)
{
	char		other[128];
	int			same = 1;

	column_stem(layout, component, name, size);
	for (int i = 0; i < component; i++)
	{
		column_stem(layout, i, other, sizeof(other));
		same += core_same_word(other, strlen(other), name);
	}
	if (same > 1)
	{
		size_t		len = strlen(name);

		snprintf(name + len, size - len, "_%d", same);
	}
}

bool
layout_ddl_is_phoenix_salt(const Layout *layout, int n)
{
	const LayoutComponent *component = &layout->components[n];

	return component->kind == LAYOUT_SALT && component->nsalted == 0 &&
		!component->as_text && component->width == 1 &&
		component->salt.hash.kind == KEYHASH_BYTES && !component->salt.floor_mod;
}

/* ---- split points ----------------------------------------------------- */

bool
layout_ddl_splits(const Layout *layout, const LayoutDdlTable *table, const char *tool,
				  LayoutDdlSplit **splits, int *nsplits, CoreError *err)
{
	const LayoutComponent *first;
	uint8_t    *bytes;

	*nsplits = table->nsplits;
	*splits = core_alloc(sizeof(LayoutDdlSplit) * (table->nsplits + 1));
	if (table->nsplits > 0)
		memcpy(*splits, table->splits, sizeof(LayoutDdlSplit) * table->nsplits);
	if (table->nsplits > 0 || layout == NULL || layout_salts(layout) <= 1 ||
		(table->nfamilies > 0 && layout_salts(layout) > LAYOUT_MAX_SALT_REGIONS))
		return true;
	first = &layout->components[0];
	if (first->number - 1 > MAX_SHELL_SPLITS)
		return layout_ddl_cannot(layout, 0, tool, err,
								 "A region for each of %lld buckets is more than %d split points.",
								 (long long) first->number, MAX_SHELL_SPLITS);
	*nsplits = (int) first->number - 1;
	*splits = core_realloc(*splits, sizeof(LayoutDdlSplit) * *nsplits);
	bytes = core_alloc((size_t) *nsplits * first->width);
	for (int i = 0; i < *nsplits; i++, bytes += first->width)
	{
		layout_write_salt(first, (uint32_t) i + 1, bytes);
		(*splits)[i].data = bytes;
		(*splits)[i].len = (size_t) first->width;
	}
	return true;
}

/* ---- the HBase shell -------------------------------------------------- */

/* create, with families and split points. */
static bool
shell_ddl(const Layout *layout, const LayoutDdlTable *table, CoreBuf *out, CoreError *err)
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
	shell_write_literal((const uint8_t *) table->name, strlen(table->name), out);
	if (table->nfamilies == 0)
		core_buf_printf(out, ", 'f'");
	for (int i = 0; i < table->nfamilies; i++)
	{
		core_buf_printf(out, ", {");
		core_buf_add(out, table->families[i].shell, strlen(table->families[i].shell));
		core_buf_printf(out, "}");
	}
	if (!layout_ddl_splits(layout, table, "a shell command", &splits, &nsplits, err))
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

/* Tools do not know case in names, nor two columns with one. */
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
			core_error(err, CORE_ERR_PARAMETER, "two columns have the name \"%.*s\"", core_shown(name, len, 100), name);
			return core_error_hint(err, "Give this qualifier another name by hbase.define_column().");
		}
	}
	return true;
}

static const struct
{
	const char *name;
	bool		(*write) (const Layout *layout, const LayoutDdlTable *table, CoreBuf *out,
						  CoreError *err);
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
			return (!tools[i].needs_layout || check_names(layout, table, err)) &&
				tools[i].write(layout, table, out, err);
	}
	core_error(err, CORE_ERR_PARAMETER, "unknown tool \"%.*s\"", core_shown(tool, strlen(tool), 60), tool);
	return core_error_hint(err, "Tools are phoenix, hive, spark, java and shell.");
}
