/*
 * layout_print.c
 *		Print a layout in canonical form: layouts with the same meaning have
 *		the same text.
 */
#include "core/layout/layout.h"
#include "core/layout/layout_parse.h"
#include "core/layout/layout_print.h"
#include "core/value/encoding_type.h"

#include <stdio.h>

#include "core/base/notation.h"

static void
print(CoreBuf *out, const char *text)
{
	core_buf_add(out, text, strlen(text));
}

static void
print_number(CoreBuf *out, int64_t number)
{
	char		text[24];

	snprintf(text, sizeof(text), "%lld", (long long) number);
	print(out, text);
}

/* Whether a name needs no quotes. */
static bool
is_plain_name(const char *name)
{
	for (size_t i = 0; name[i] != '\0'; i++)
	{
		char		c = name[i];

		if (!((c >= 'a' && c <= 'z') || c == '_' ||
			  (i > 0 && ((c >= '0' && c <= '9') || c == '$'))))
			return false;
	}
	return !layout_is_reserved(name);
}

/* Append a name, quoted if necessary. */
static void
print_name(const char *name, CoreBuf *out)
{
	if (is_plain_name(name))
	{
		print(out, name);
		return;
	}
	core_buf_add_byte(out, '"');
	for (; *name != '\0'; name++)
	{
		if (*name == '"')
			core_buf_add_byte(out, '"');
		core_buf_add_byte(out, (uint8_t) *name);
	}
	core_buf_add_byte(out, '"');
}

static void
print_literal(const LayoutComponent *component, CoreBuf *out)
{
	core_buf_add_byte(out, '\'');
	for (size_t i = 0; i < component->literal_len; i++)
	{
		char		text[4];
		char	   *end = notation_write(component->literal + i, 1, text);

		if (component->literal[i] == '\'')
			core_buf_add_byte(out, '\'');
		core_buf_add(out, text, end - text);
	}
	core_buf_add_byte(out, '\'');
}

static void
print_salt(const Layout *layout, const LayoutComponent *component,
		   CoreBuf *out)
{
	print(out, "salt(");
	print_number(out, component->number);
	for (int i = 0; i < component->nsalted; i++)
	{
		print(out, ", ");
		print_name(layout->fields[component->salted[i]].name, out);
	}
	print(out, ")");
	if (strcmp(component->algorithm, "phoenix") != 0)
	{
		print(out, " by ");
		print_name(component->algorithm, out);
	}
	if (component->as_text)
		print(out, " as text");
	else if (component->width != 1)
	{
		print(out, " as ");
		print_number(out, component->width);
		print(out, " bytes");
	}
}

static void
print_period(const LayoutComponent *component, CoreBuf *out)
{
	static const char *const units[] = {"millisecond", "second", "minute",
										"hour",		   "day",	 "week",
										"month",	   "year"};

	print(out, ", '");
	print_number(out, component->count);
	print(out, " ");
	print(out, units[component->unit]);
	print(out, component->count == 1 ? "'" : "s'");
}

/* Append one component, with the type at the first mention of a field. */
static void
print_component(const Layout *layout, int n, bool with_type, CoreBuf *out)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = NULL;

	switch (component->kind)
	{
		case LAYOUT_SALT:
			print_salt(layout, component, out);
			return;
		case LAYOUT_LITERAL:
			print_literal(component, out);
			return;
		case LAYOUT_BUCKET:
			print(out, "bucket(");
			break;
		case LAYOUT_DIGEST:
			print_name(component->algorithm, out);
			print(out, "(");
			break;
		case LAYOUT_REVERSE:
			print(out, "reverse(");
			break;
		case LAYOUT_DIGITS:
			print(out, "digits(");
			break;
		case LAYOUT_TRUNC:
			print(out, "trunc(");
			break;
		case LAYOUT_FIELD:
			break;
	}

	field = layout_field_of(layout, component);
	print_name(field->name, out);
	for (int i = 0; i < n && with_type; i++)
		with_type = layout->components[i].field != component->field;
	if (with_type)
	{
		print(out, " ");
		print(out, field->type_name);
	}

	if (component->kind == LAYOUT_BUCKET || component->kind == LAYOUT_DIGITS ||
		(component->kind == LAYOUT_DIGEST && component->number >= 0))
	{
		print(out, ", ");
		print_number(out, component->number);
	}
	if (component->kind == LAYOUT_TRUNC)
		print_period(component, out);
	if (component->kind != LAYOUT_FIELD)
		print(out, ")");
	if (component->descending)
		print(out, " desc");
	if (component->nullable)
		print(out, " null");
}

void
layout_print_component(const Layout *layout, int component, CoreBuf *out)
{
	print_component(layout, component, true, out);
}

void
layout_print(const Layout *layout, CoreBuf *out)
{
	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (i > 0)
			print(out, ", ");
		print_component(layout, i, true, out);
	}
	print(out, " using ");
	print(out, encoding_name(layout->encoding));
}

char *
layout_text(const Layout *layout)
{
	CoreBuf		text;

	core_buf_init(&text);
	layout_print(layout, &text);
	core_buf_add_byte(&text, '\0');
	return (char *) text.data;
}

const char *
layout_label(const Layout *layout, int component, char *buf, size_t size)
{
	CoreBuf		out;
	size_t		n;

	core_buf_init(&out);
	print_component(layout, component, false, &out);
	n = out.len < size - 1 ? out.len : size - 1;
	while (n > 0 && n < out.len && (out.data[n] & 0xc0) == 0x80)
		n--;					/* not within a character */
	memcpy(buf, out.data, n);
	buf[n] = '\0';
	core_buf_free(&out);
	return buf;
}
