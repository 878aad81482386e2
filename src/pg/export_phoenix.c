/*
 * export_phoenix.c
 *		The cell without which Phoenix does not count a row.
 */
#include "compat.h"

#include "access/attnum.h"

#include "export_phoenix.h"

/* Does a get of every column show something of this family? */
static bool
shows(const WideRow *family)
{
	uint32_t   *selected;
	bool		any;

	if (family->cells == 0 || !family->has_types)
		return family->cells > 0;
	selected = palloc(sizeof(uint32_t) * family->cells);
	any = wide_visible(family, &wide_plain_family, &wide_plain_read, selected) > 0;
	pfree(selected);
	return any;
}

bool
export_phoenix_cell(const Definition *def, const ExportRow *row, int64 stamp, Cell *cell)
{
	const WideRow *first = &row->families[0];
	bool		any = false;
	bool		visible = false;
	bool		found = false;

	cell->qualifier = (const uint8_t *) "_0";
	cell->qualifier_len = 2;
	cell->value = (const uint8_t *) "x";
	cell->value_len = 1;
	cell->type = CELL_PUT;
	cell->ts = 0;
	for (int f = 0; f < def->nfamilies; f++)
	{
		if (row->families[f].cells == 0)
			continue;
		any = true;
		cell->ts = Max(cell->ts, wide_max_timestamp(&row->families[f]));
		visible |= shows(&row->families[f]);
	}
	if (!any)
		cell->ts = stamp;
	if (first->cells > 0)
	{
		WideSpan	markers = wide_span(first, 0);

		wide_search(first, cell->qualifier, cell->qualifier_len, &found);
		/* a marker of the family hides what is not newer */
		if (cell_type_is_family_marker(wide_type(first, markers.first)) &&
			wide_ts(first, markers.first) == cell->ts)
			cell->ts++;
	}
	return !any || (visible && !found);
}
