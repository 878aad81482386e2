/*
 * layout_ddl.c
 *		A layout told to other tools: the door, what all of them need, and the
 *		HBase shell.
 */
#include "layout_ddl.h"

#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

#include "layout_key.h"
#include "shell_text.h"

/* More split points than this belong into a file. */
#define MAX_SHELL_SPLITS	1024

void
layout_ddl_print(CoreBuf *out, const char *fmt,...)
{
	char		text[1024];
	va_list		ap;
	int			n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (n > 0)
		core_buf_add(out, text, n < (int) sizeof(text) ? (size_t) n : sizeof(text) - 1);
}

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
 * as the end of one even there.
 */
static void
write_comment(const CoreBuf *text, CoreBuf *out)
{
	for (size_t i = 0; i < text->len; i++)
	{
		uint8_t		c = text->data[i];

		if (c == '\\' && i + 1 < text->len && text->data[i + 1] == 'u')
			core_buf_add_byte(out, '\\');
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

bool
layout_ddl_cannot(const Layout *layout, int component, const char *tool,
				  CoreError *err, const char *why,...)
{
	char		label[LAYOUT_LABEL_SIZE];
	char		detail[256];
	va_list		ap;

	va_start(ap, why);
	if (vsnprintf(detail, sizeof(detail), why, ap) < 0)
		detail[0] = '\0';
	va_end(ap);
	core_error(err, CORE_ERR_UNSUPPORTED, "%s cannot express row key component \"%s\"",
			   tool, layout_label(layout, component, label, sizeof(label)));
	return core_error_detail(err, "%s", detail);
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
		same += strcasecmp(other, name) == 0;
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

/* ---- the HBase shell -------------------------------------------------- */

/* Regions split where the salts or buckets that come first are. */
static bool
write_splits(const Layout *layout, CoreBuf *out, CoreError *err)
{
	const LayoutComponent *first = &layout->components[0];

	if (first->number - 1 > MAX_SHELL_SPLITS)
		return layout_ddl_cannot(layout, 0, "a shell command", err,
								 "A region for each of %lld buckets is more than %d split points.",
								 (long long) first->number, MAX_SHELL_SPLITS);
	layout_ddl_print(out, ", SPLITS => [");
	for (int64_t i = 1; i < first->number; i++)
	{
		uint8_t		bytes[24];

		if (first->kind == LAYOUT_SALT)
			layout_write_salt(first, (uint32_t) i, bytes);
		else
			bucket_write(bytes, first->width, (uint32_t) i);
		layout_ddl_print(out, i > 1 ? ", " : "");
		if (!shell_write_split(bytes, first->width, out, err))
			return false;
	}
	layout_ddl_print(out, "]");
	return true;
}

/* create, with a region for each salt or bucket. */
static bool
shell_ddl(const Layout *layout, const char *table, CoreBuf *out, CoreError *err)
{
	const LayoutComponent *first = &layout->components[0];

	layout_ddl_print(out, "# row key: ");
	layout_ddl_comment(layout, out);
	layout_ddl_print(out, "\n# 'f' stands for the column families\ncreate ");
	shell_write_literal((const uint8_t *) table, strlen(table), out);
	layout_ddl_print(out, ", 'f'");
	if ((first->kind == LAYOUT_SALT || first->kind == LAYOUT_BUCKET) && first->number > 1 &&
		!write_splits(layout, out, err))
		return false;
	layout_ddl_print(out, "\n");
	return true;
}

/* ---- the door --------------------------------------------------------- */

bool
layout_ddl(const Layout *layout, const char *tool, const char *table,
		   CoreBuf *out, CoreError *err)
{
	static const struct
	{
		const char *name;
		bool		(*write) (const Layout *layout, const char *table, CoreBuf *out,
							  CoreError *err);
	}			tools[] = {
		{"phoenix", layout_ddl_phoenix}, {"hive", layout_ddl_hive},
		{"spark", layout_ddl_spark}, {"java", layout_ddl_java}, {"shell", shell_ddl}
	};

	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
	{
		if (strcasecmp(tools[i].name, tool) == 0)
			return tools[i].write(layout, table, out, err);
	}
	core_error(err, CORE_ERR_PARAMETER, "unknown tool \"%.60s\"", tool);
	return core_error_hint(err, "Tools are phoenix, hive, spark, java and shell.");
}
