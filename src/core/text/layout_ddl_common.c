/*
 * layout_ddl_common.c
 *		Functions shared by the definitions for several tools: comments, names,
 *		errors, split points.
 */
#include "core/base/ascii.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_print.h"
#include "core/region/split_plan.h"
#include "core/text/layout_ddl_common.h"
#include "core/value/encoding_type.h"

#include <stdio.h>

#include "core/base/utf8.h"
#include "core/text/shell_text.h"

/* With more split points use a split file. */
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
 * Write a name in a comment.  A name may have any characters: newlines must
 * not end the comment, and Java reads \u000a as a newline even in comments,
 * after an odd number of backslashes.
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
	core_error(err, CORE_ERR_UNSUPPORTED,
			   "%s cannot express row key component \"%s\"", tool,
			   layout_label(layout, component, label, sizeof(label)));
	return core_error_detail(err, "%s", detail);
}

static void
cannot_column(const LayoutDdlColumn *column, const char *tool, CoreError *err)
{
	core_error(err, CORE_ERR_UNSUPPORTED, "%s cannot express column \"%.*s\"",
			   tool, core_shown(column->name, strlen(column->name), 100),
			   column->name);
}

bool
layout_ddl_cannot_type(const LayoutDdlColumn *column, const char *tool,
					   Encoding encoding, CoreError *err)
{
	const char *readable = encoding_name(encoding);

	cannot_column(column, tool, err);
	core_error_detail(err,
					  "It has no type with the bytes of %.*s in encoding \"%s\".",
					  core_shown(column->type_name, strlen(column->type_name),
								 60),
					  column->type_name, encoding_name(column->type.encoding));
	return core_error_hint(err,
						   "Write its values in encoding \"%s\", as hbase.from_table(..., profile => '%s') does,"
						   " and declare it with hbase.define_column(..., encoding => '%s').",
						   readable, readable, readable);
}

char *
layout_ddl_qualifier(const LayoutDdlColumn *column, const char *tool,
					 const char * not, CoreError *err)
{
	const char *why = NULL;
	char	   *word;

	if (column->qualifier_len == 0)
		why = "is empty";
	else if (!utf8_check(column->qualifier, column->qualifier_len, err))
		why = "is not text";
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
		core_error_detail(
			err, "It names a column by its qualifier, but this one %s.", why);
		return NULL;
	}
	word = core_alloc(column->qualifier_len + 1);
	memcpy(word, column->qualifier, column->qualifier_len);
	word[column->qualifier_len] = '\0';
	return word;
}

/*
 * Whether the component is a plain field, which has priority for its column
 * name.
 */
static bool
stands_plain(const Layout *layout, int field)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (layout->components[i].kind == LAYOUT_FIELD &&
			layout->components[i].field == field)
			return true;
	}
	return false;
}

/* The column name of a component without conflicts. */
static void
column_stem(const Layout *layout, int n, char *name, size_t size)
{
	static const char *const kinds[] = {
		[LAYOUT_SALT] = "salt", [LAYOUT_BUCKET] = "bucket",
		[LAYOUT_REVERSE] = "reversed",
		[LAYOUT_DIGITS] = "digits", [LAYOUT_TRUNC] = "start",
		[LAYOUT_LITERAL] = "literal"
	};
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);

	if (field == NULL)
		snprintf(name, size, "%s", kinds[component->kind]);
	else if (component->kind == LAYOUT_FIELD ||
			 ((component->kind == LAYOUT_DIGITS ||
			   component->kind == LAYOUT_TRUNC) &&
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
		component->salt.hash.kind == KEYHASH_BYTES &&
		!component->salt.floor_mod;
}

/* ---- split points ----------------------------------------------------- */

bool
layout_ddl_splits(const Layout *layout, const LayoutDdlTable *table,
				  const char *tool, LayoutDdlSplit **splits, int *nsplits,
				  CoreError *err)
{
	const LayoutComponent *first;
	SplitPoints points;

	*nsplits = table->nsplits;
	*splits = core_alloc(sizeof(LayoutDdlSplit) * (table->nsplits + 1));
	if (table->nsplits > 0)
		memcpy(*splits, table->splits,
			   sizeof(LayoutDdlSplit) * table->nsplits);
	if (table->nsplits > 0 || layout == NULL || layout_salts(layout) <= 1 ||
		(table->nfamilies > 0 &&
		 layout_salts(layout) > LAYOUT_MAX_SALT_REGIONS))
		return true;
	first = &layout->components[0];
	if (first->number - 1 > MAX_SHELL_SPLITS)
		return layout_ddl_cannot(layout, 0, tool, err,
								 "One region for each of %lld buckets requires more than %d split points.",
								 (long long) first->number, MAX_SHELL_SPLITS);
	if (!split_plan_buckets(layout, &points))
		return true;
	*nsplits = points.count;
	*splits = core_realloc(*splits, sizeof(LayoutDdlSplit) * points.count);
	for (int i = 0; i < points.count; i++)
	{
		(*splits)[i].data = points.bytes.data + points.starts[i];
		(*splits)[i].len = points.starts[i + 1] - points.starts[i];
	}
	return true;
}
