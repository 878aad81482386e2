/*
 * export_phoenix.c
 *		The empty key value that Phoenix writes into every row.
 *
 * Compared with PTableImpl.PRowImpl.toRowMutations and
 * SchemaUtil.getEmptyColumnFamily of Phoenix 5.2.1.
 */
#include "pg/base/compat.h"

#include "core/widerow/widerow_open.h"
#include "pg/export/export_phoenix.h"

/* True if a get of all columns returns a cell of this family. */
static bool
shows(const WideRow *family)
{
	uint32_t   *selected;
	bool		any;

	if (family->cells == 0 || !family->has_types)
		return family->cells > 0;
	selected = palloc(sizeof(uint32_t) * family->cells);
	any = wide_visible(family, &wide_plain_family, &wide_plain_read,
					   selected) > 0;
	pfree(selected);
	return any;
}

/* True if the family has a column of this name. */
static bool
has_column(const WideRow *family, const Cell *cell)
{
	bool		found = false;

	if (family->cells > 0)
		wide_search(family, cell->qualifier, cell->qualifier_len, &found);
	return found;
}

/*
 * True if a delete marker of the whole family hides cells of this timestamp.
 */
static bool
is_hidden(const WideRow *family, int64 ts)
{
	uint32_t	newest;

	if (family->cells == 0)
		return false;
	newest = wide_span(family, 0).first;
	return cell_type_is_family_marker(wide_type(family, newest)) &&
		wide_ts(family, newest) == ts;
}

bool
export_phoenix_cell(const Definition *def, const RelationRow *row, int64 stamp,
					Cell *cell)
{
	bool		visible = false;

	cell->qualifier = (const uint8_t *) "_0";
	cell->qualifier_len = 2;
	cell->value = (const uint8_t *) "x";
	cell->value_len = 1;
	cell->type = CELL_PUT;
	cell->ts = 0;
	for (int f = 0; f < def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];

		if (family->cells == 0)
			continue;
		visible = visible || shows(family);
		cell->ts = Max(cell->ts, wide_max_timestamp(family));
	}
	if (row->cells == 0)
	{
		cell->ts = stamp;
		return true;
	}
	if (is_hidden(&row->families[0], cell->ts))
		cell->ts++;
	return visible && !has_column(&row->families[0], cell);
}
