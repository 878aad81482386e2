/*
 * record_types.c
 *		Several layouts of one table (record types): detect an array made from
 *		one layout, keys that two layouts share, and the order of parents and
 *		children.
 */
#include "core/base/bytes.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_print.h"
#include "core/layout/record_types.h"
#include "core/value/encoding_type.h"

/* ---- one layout taken for several ------------------------------------- */

/* Append all components as one layout, in the encoding of the last one. */
static void
print_joined(const Layout *const *layouts, int n, CoreBuf *out)
{
	const char *using;

	for (int i = 0; i < n; i++)
	{
		for (int k = 0; k < layouts[i]->ncomponents; k++)
		{
			if (out->len > 0)
				core_buf_add(out, ", ", 2);
			layout_print_component(layouts[i], k, out);
		}
	}
	if (layouts[n - 1]->encoding != ENCODING_PHOENIX)
	{
		using = encoding_name(layouts[n - 1]->encoding);
		core_buf_printf(out, " using %s", using);
	}
}

bool
layout_are_components(const Layout *const *layouts, int n)
{
	CoreBuf		text;
	CoreError	unused;
	Layout	   *joined;

	for (int i = 0; i < n; i++)
	{
		if (layouts[i]->ncomponents != 1)
			return false;
	}
	if (n < 2 || n > LAYOUT_MAX_COMPONENTS)
		return false;
	core_buf_init(&text);
	print_joined(layouts, n, &text);
	joined = layout_read((const char *) text.data, text.len, &unused);
	core_buf_free(&text);
	if (joined == NULL)
		return false;
	core_free(joined);
	return true;
}

void
layout_print_array(const Layout *const *layouts, int n, CoreBuf *out)
{
	CoreBuf		text;

	core_buf_init(&text);
	print_joined(layouts, n, &text);
	core_buf_printf(out, "ARRAY[$$%.*s$$]::rowkey_layout[]", (int) text.len,
					(const char *) text.data);
	core_buf_free(&text);
}

/* Set the hint with the correct spelling. */
static bool
hint_of_one(const Layout *const *layouts, int n, CoreError *err)
{
	CoreBuf		text;

	if (!layout_are_components(layouts, n))
		return core_error_hint(err,
							   "An array literal ends an element at each comma: write ARRAY[$$id bigint, '1'$$]::rowkey_layout[], or put a layout with commas into double quotes.");
	core_buf_init(&text);
	layout_print_array(layouts, n, &text);
	core_error_hint(err, "For one layout of these components, write %.*s.",
					core_shown((const char *) text.data, text.len, 240),
					(const char *) text.data);
	core_buf_free(&text);
	return false;
}

bool
layout_check_array(const Layout *const *layouts, int n, CoreError *err)
{
	for (int i = 0; i < n; i++)
	{
		char		label[LAYOUT_LABEL_SIZE];

		if (layouts[i]->nfields > 0)
			continue;
		core_error(err, CORE_ERR_PARAMETER, "layout %d has no field: %s",
				   i + 1, layout_label(layouts[i], 0, label, sizeof(label)));
		core_error_detail(err, "All its rows would have the same key.");
		return hint_of_one(layouts, n, err);
	}
	return true;
}

bool
layout_check_record_types(const Layout *const *layouts, int n, CoreError *err)
{
	if (!layout_check_array(layouts, n, err))
		return false;
	if (!layout_are_components(layouts, n))
		return true;
	core_error(err, CORE_ERR_PARAMETER,
			   "each of the %d layouts has a single component", n);
	core_error_detail(err,
					  "A key has one of these layouts, not all components. Layouts of alternative designs can have the same field.");
	return hint_of_one(layouts, n, err);
}

/* ---- record types ------------------------------------------------------ */

/* Whether two components have the same bytes for the same value. */
static bool
same_component(const Layout *a, const Layout *b, int i)
{
	const LayoutComponent *x = &a->components[i];
	const LayoutComponent *y = &b->components[i];

	if (x->kind != y->kind || x->width != y->width || x->end != y->end ||
		x->descending != y->descending || x->nullable != y->nullable)
		return false;
	if (x->kind == LAYOUT_LITERAL)
		return bytes_compare(x->literal, x->literal_len, y->literal,
							 y->literal_len) == 0;
	if (x->end == LAYOUT_END_SEPARATOR && x->separator != y->separator)
		return false;
	if (x->kind == LAYOUT_FIELD && a->encoding != b->encoding)
		return false;

	/*
	 * A component that ends at a literal needs the same literal, otherwise the
	 * places of the following components are unrelated.
	 */
	if (x->end == LAYOUT_END_LITERAL)
	{
		const LayoutComponent *u = &a->components[i + 1];
		const LayoutComponent *v = &b->components[i + 1];

		return bytes_compare(u->literal, u->literal_len, v->literal,
							 v->literal_len) == 0;
	}
	return true;
}

/* Total width from component i on, or -1 if it varies. */
static int
width_from(const Layout *layout, int i)
{
	int			sum = 0;

	for (; i < layout->ncomponents; i++)
	{
		if (layout->components[i].width < 0 || layout->components[i].nullable)
			return -1;
		sum += layout->components[i].width;
	}
	return sum;
}

/* Whether the common bytes of two literals differ. */
static bool
literals_differ(const LayoutComponent *x, const LayoutComponent *y)
{
	size_t		n = x->literal_len < y->literal_len ? x->literal_len :
													  y->literal_len;

	return n > 0 && memcmp(x->literal, y->literal, n) != 0;
}

/*
 * Whether a literal of a at a fixed place differs from a literal of b at the
 * same place.
 */
static bool
fixed_literals_differ(const Layout *a, const Layout *b)
{
	int			at = 0;

	for (int i = 0; i < a->ncomponents; i++)
	{
		const LayoutComponent *x = &a->components[i];
		int			other = 0;

		if (x->width < 0 || x->nullable)
			return false;
		for (int k = 0; x->kind == LAYOUT_LITERAL && k < b->ncomponents; k++)
		{
			const LayoutComponent *y = &b->components[k];

			if (y->width < 0 || y->nullable)
				break;
			if (y->kind == LAYOUT_LITERAL)
			{
				int			first = at > other ? at : other;
				int			stop = at + x->width < other + y->width ?
					at + x->width :
					other + y->width;

				if (first < stop &&
					memcmp(x->literal + (first - at),
						   y->literal + (first - other),
						   (size_t) (stop - first)) != 0)
					return true;
			}
			other += y->width;
		}
		at += x->width;
	}
	return false;
}

/* The first different component. */
static int
first_difference(const Layout *a, const Layout *b)
{
	int			i = 0;

	while (i < a->ncomponents && i < b->ncomponents && same_component(a, b, i))
		i++;
	return i;
}

bool
layout_disjoint(const Layout *a, const Layout *b)
{
	int			i = first_difference(a, b);
	int			width;

	if (i < a->ncomponents && i < b->ncomponents &&
		a->components[i].kind == LAYOUT_LITERAL &&
		b->components[i].kind == LAYOUT_LITERAL &&
		literals_differ(&a->components[i], &b->components[i]))
		return true;
	width = width_from(a, i);
	if (width >= 0 && width_from(b, i) >= 0 && width != width_from(b, i))
		return true;
	width = width_from(a, 0);
	if (width >= 0 && width_from(b, 0) >= 0 && width != width_from(b, 0))
		return true;
	return fixed_literals_differ(a, b);
}

int
layout_parent_order(const Layout *a, const Layout *b)
{
	int			i = first_difference(a, b);
	const LayoutComponent *x = &a->components[i];
	const LayoutComponent *y = &b->components[i];

	if (i == 0 || i >= a->ncomponents || i >= b->ncomponents ||
		x->kind != LAYOUT_LITERAL || y->kind != LAYOUT_LITERAL ||
		a->nfields >= b->nfields)
		return 0;
	return bytes_compare(x->literal, x->literal_len, y->literal,
						 y->literal_len) < 0 ?
		-1 :
		1;
}
