/*
 * cell_row.c
 *		Collect, stamp and sort the cells of one row for an HFile.
 */
#include "core/base/host.h"
#include "core/base/sort.h"
#include "core/cell/cell_row.h"

void
cell_row_init(CellRow *row)
{
	memset(row, 0, sizeof(CellRow));
}

void
cell_row_free(CellRow *row)
{
	core_buf_free(&row->key);
	core_buf_free(&row->bytes);
	if (row->entries != NULL)
		core_free(row->entries);
	cell_row_init(row);
}

void
cell_row_begin(CellRow *row, const uint8_t *key, uint32_t key_len,
			   const uint8_t *family, uint32_t family_len)
{
	row->key.len = 0;
	core_buf_add(&row->key, key, key_len);
	core_buf_add(&row->key, family, family_len);
	row->row_len = key_len;
	row->bytes.len = 0;
	row->n = 0;
	row->sorted = true;
}

bool
cell_row_is(const CellRow *row, const uint8_t *key, uint32_t key_len,
			const uint8_t *family, uint32_t family_len)
{
	return row->row_len == key_len &&
		row->key.len == (size_t) key_len + family_len &&
		core_same(row->key.data, key, key_len) &&
		core_same(row->key.data + key_len, family, family_len);
}

/*
 * Compare by qualifier, then version; the pointers to the qualifiers are set
 * (CellComparatorImpl.compareWithoutRow, HBase 2.6.1).
 */
static int
compare(const CellRowEntry *a, const CellRowEntry *b)
{
	int			c = cell_compare_bytes(a->qualifier, a->qualifier_len,
									   b->qualifier, b->qualifier_len);

	return c != 0 ? c : cell_compare_version(a->ts, a->type, b->ts, b->type);
}

/*
 * The same for core_sort(), with the position as the last key: the sort is
 * stable.
 */
static int
compare_stably(const void *a, const void *b)
{
	const CellRowEntry *x = a;
	const CellRowEntry *y = b;
	int			c = compare(x, y);

	return c != 0 ? c : (x->no > y->no) - (x->no < y->no);
}

void
cell_row_add(CellRow *row, const Cell *cell)
{
	CellRowEntry *e;

	if (row->n == row->room)
	{
		row->room = row->room == 0 ? 16 : row->room * 2;
		row->entries = row->entries == NULL ?
			core_alloc(row->room * sizeof(CellRowEntry)) :
			core_realloc(row->entries, row->room * sizeof(CellRowEntry));
	}
	e = &row->entries[row->n];
	e->at = row->bytes.len;
	e->qualifier_len = cell->qualifier_len;
	e->value_len = cell->value_len;
	e->ts = cell->ts;
	e->type = cell->type;
	e->no = row->n;
	core_buf_reserve(&row->bytes,
					 (size_t) cell->qualifier_len + cell->value_len + 1);
	core_buf_add(&row->bytes, cell->qualifier, cell->qualifier_len);
	core_buf_add(&row->bytes, cell->value, cell->value_len);
	row->n++;

	/*
	 * Cells usually arrive in order.  Set the pointers first: the buffer may
	 * have moved.
	 */
	e->qualifier = row->bytes.data + e->at;
	if (row->n > 1 && row->sorted)
	{
		e[-1].qualifier = row->bytes.data + e[-1].at;
		row->sorted = compare(e - 1, e) <= 0;
	}
}

void
cell_row_sort(CellRow *row)
{
	if (row->sorted || row->n < 2)
		return;
	for (uint32_t i = 0; i < row->n; i++)
		row->entries[i].qualifier = row->bytes.data + row->entries[i].at;
	core_sort(row->entries, row->n, sizeof(CellRowEntry), compare_stably);
	row->sorted = true;
}

void
cell_row_get(const CellRow *row, uint32_t i, Cell *cell)
{
	const CellRowEntry *e = &row->entries[i];

	cell->row = row->key.data;
	cell->row_len = row->row_len;
	cell->family = row->key.data + row->row_len;
	cell->family_len = (uint32_t) (row->key.len - row->row_len);
	cell->qualifier = row->bytes.data + e->at;
	cell->qualifier_len = e->qualifier_len;
	cell->value = cell->qualifier + e->qualifier_len;
	cell->value_len = e->value_len;
	cell->ts = e->ts;
	cell->type = e->type;
}
