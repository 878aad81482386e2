/*
 * layout_apart.c
 *		Several record types in one table: can their keys be told apart, and
 *		does a parent sort before its children?
 */
#include "layout_apart.h"

#include "bytes.h"

/* Do two components take the same bytes for the same value? */
static bool
same_component(const Layout *a, const Layout *b, int i)
{
	const LayoutComponent *x = &a->components[i];
	const LayoutComponent *y = &b->components[i];

	if (x->kind != y->kind || x->width != y->width || x->end != y->end ||
		x->descending != y->descending || x->nullable != y->nullable)
		return false;
	if (x->kind == LAYOUT_LITERAL)
		return bytes_compare(x->literal, x->literal_len, y->literal, y->literal_len) == 0;
	if (x->end == LAYOUT_END_SEPARATOR && x->separator != y->separator)
		return false;
	if (x->kind == LAYOUT_FIELD && a->encoding != b->encoding)
		return false;

	/*
	 * Where the next literal ends it, that literal must be the same; else the
	 * places of what follows have nothing to do with each other.
	 */
	if (x->end == LAYOUT_END_LITERAL)
	{
		const LayoutComponent *u = &a->components[i + 1];
		const LayoutComponent *v = &b->components[i + 1];

		return bytes_compare(u->literal, u->literal_len, v->literal, v->literal_len) == 0;
	}
	return true;
}

/* Bytes from component i on, or -1 when they vary. */
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

/* Do the first bytes of two literals differ? */
static bool
literals_differ(const LayoutComponent *x, const LayoutComponent *y)
{
	size_t		n = x->literal_len < y->literal_len ? x->literal_len : y->literal_len;

	return n > 0 && memcmp(x->literal, y->literal, n) != 0;
}

/* Does a literal of a, at a fixed place, differ from one of b at the same? */
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
				int			stop = at + x->width < other + y->width ? at + x->width : other + y->width;

				if (first < stop &&
					memcmp(x->literal + (first - at), y->literal + (first - other),
						   (size_t) (stop - first)) != 0)
					return true;
			}
			other += y->width;
		}
		at += x->width;
	}
	return false;
}

/* The first component in which they differ. */
static int
first_difference(const Layout *a, const Layout *b)
{
	int			i = 0;

	while (i < a->ncomponents && i < b->ncomponents && same_component(a, b, i))
		i++;
	return i;
}

bool
layout_apart(const Layout *a, const Layout *b)
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
	return bytes_compare(x->literal, x->literal_len, y->literal, y->literal_len) < 0 ? -1 : 1;
}
