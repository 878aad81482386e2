/*
 * hfile_merge.c
 *		Read several HFiles as one, row by row in key order.
 */
#include "core/base/sort.h"
#include "core/hfile/hfile_merge.h"
#include "core/hfile/hfile_reader.h"

#include <stdlib.h>

/* An open file and its current cell. */
typedef struct MergeInput
{
	int			file;
	HFileReader *reader;
	Cell		cell;
} MergeInput;

struct HFileMerge
{
	HFileMergeHost host;
	const HFileMergeStart *starts;
	int		   *waiting;		/* files not yet opened, by first row */
	int			nwaiting;
	int			next;			/* index of the next one */
	MergeInput *inputs;			/* a heap: the smallest row is first */
	int			ninputs;

	/* the current row */
	CoreBuf		key;
	CoreBuf		bytes;			/* the KeyValues */
	HFileMergeCell *cells;
	uint32_t	n;
	uint32_t	room;
};

/* ---- the heap ----------------------------------------------------------- */

static bool
is_before(const MergeInput *a, const MergeInput *b)
{
	int			c = cell_compare_bytes(a->cell.row, a->cell.row_len,
									   b->cell.row, b->cell.row_len);

	return c != 0 ? c < 0 : a->file < b->file;
}

static void
swap(MergeInput *a, MergeInput *b)
{
	MergeInput	kept = *a;

	*a = *b;
	*b = kept;
}

/* Restore the heap after the first input has changed. */
static void
sink(HFileMerge *m)
{
	int			i = 0;

	for (;;)
	{
		int			least = 2 * i + 1;

		if (least >= m->ninputs)
			return;
		if (least + 1 < m->ninputs &&
			is_before(&m->inputs[least + 1], &m->inputs[least]))
			least++;
		if (!is_before(&m->inputs[least], &m->inputs[i]))
			return;
		swap(&m->inputs[i], &m->inputs[least]);
		i = least;
	}
}

/* Restore the heap after an input was added at the end. */
static void
rise(HFileMerge *m)
{
	for (int i = m->ninputs - 1;
		 i > 0 && is_before(&m->inputs[i], &m->inputs[(i - 1) / 2]);
		 i = (i - 1) / 2)
		swap(&m->inputs[i], &m->inputs[(i - 1) / 2]);
}

/* ---- files -------------------------------------------------------------- */

static void
close_input(HFileMerge *m, MergeInput *input)
{
	HFileReader *reader = input->reader;

	input->reader = NULL;
	hfile_reader_free(reader);
	m->host.close(m->host.context, input->file);
}

/* Remove the first input, which has reached its end or failed. */
static void
drop_first(HFileMerge *m)
{
	close_input(m, &m->inputs[0]);
	m->inputs[0] = m->inputs[--m->ninputs];
	sink(m);
}

/* Open a file and read its first cell. */
static void
open_file(HFileMerge *m, int file)
{
	const HFileMergeStart *start = &m->starts[file];
	MergeInput *input = &m->inputs[m->ninputs];
	CoreError	err;
	bool		found = false;

	input->file = file;
	input->reader = m->host.open(m->host.context, file, &err);
	if (input->reader == NULL)
	{
		m->host.failed(m->host.context, file, &err);
		m->host.close(m->host.context, file);
		return;
	}
	if (!hfile_reader_next(input->reader, &input->cell, &found, &err))
	{
		m->host.failed(m->host.context, file, &err);
		found = false;
	}
	else if (found &&
			 cell_compare_bytes(input->cell.row, input->cell.row_len,
								start->row, start->len) < 0)
	{
		core_error(
			&err, CORE_ERR_CORRUPT,
			"the HFile's first row is below the first key of its index");
		m->host.failed(m->host.context, file, &err);
		found = false;
	}
	if (!found)
	{
		close_input(m, input);
		return;
	}
	m->ninputs++;
	rise(m);
}

/* Open all files that may have the next row. */
static void
open_due(HFileMerge *m)
{
	while (m->next < m->nwaiting)
	{
		int			file = m->waiting[m->next];
		const Cell *first = &m->inputs[0].cell;

		if (m->ninputs > 0 &&
			cell_compare_bytes(m->starts[file].row, m->starts[file].len,
							   first->row, first->row_len) > 0)
			return;
		m->next++;
		open_file(m, file);
	}
}

/* A file number and its first row, for sorting. */
typedef struct WaitingFile
{
	const HFileMergeStart *start;
	int			file;
} WaitingFile;

static int
compare_waiting(const void *a, const void *b)
{
	const WaitingFile *x = a;
	const WaitingFile *y = b;
	int			c = cell_compare_bytes(x->start->row, x->start->len,
									   y->start->row, y->start->len);

	return c != 0 ? c : x->file - y->file;
}

HFileMerge *
hfile_merge_new(const HFileMergeHost *host, const HFileMergeStart *starts,
				int nfiles)
{
	HFileMerge *m = core_alloc(sizeof(HFileMerge));
	WaitingFile *files = core_alloc(sizeof(WaitingFile) * (nfiles + 1));

	memset(m, 0, sizeof(HFileMerge));
	m->host = *host;
	m->starts = starts;
	m->waiting = core_alloc(sizeof(int) * (nfiles + 1));
	m->inputs = core_alloc(sizeof(MergeInput) * (nfiles + 1));
	for (int i = 0; i < nfiles; i++)
	{
		if (starts[i].row != NULL)
			files[m->nwaiting++] = (WaitingFile) {&starts[i], i};
	}
	qsort(files, m->nwaiting, sizeof(WaitingFile), compare_waiting);
	for (int i = 0; i < m->nwaiting; i++)
		m->waiting[i] = files[i].file;
	core_free(files);
	return m;
}

void
hfile_merge_free(HFileMerge *m)
{
	while (m->ninputs > 0)
		close_input(m, &m->inputs[--m->ninputs]);
	core_free(m->waiting);
	core_free(m->inputs);
	core_buf_free(&m->key);
	core_buf_free(&m->bytes);
	if (m->cells != NULL)
		core_free(m->cells);
	core_free(m);
}

/* ---- rows --------------------------------------------------------------- */

/* Copy a cell.  The pointers are set when the row is complete. */
static void
add_cell(HFileMerge *m, const Cell *cell, int file)
{
	HFileMergeCell *c;
	size_t		size = cell_size(cell);

	if (m->n == m->room)
	{
		m->room = m->room == 0 ? 64 : m->room * 2;
		m->cells = m->cells == NULL ?
			core_alloc(sizeof(HFileMergeCell) * m->room) :
			core_realloc(m->cells, sizeof(HFileMergeCell) * m->room);
	}
	c = &m->cells[m->n++];
	c->cell = *cell;
	c->written_size = size;
	c->file = file;
	cell_write(core_buf_reserve(&m->bytes, size), cell);
	m->bytes.len += size;
}

/* Copy all cells of the row from the first input. */
static void
take_cells(HFileMerge *m)
{
	MergeInput *input = &m->inputs[0];
	CoreError	err;
	bool		found = true;

	do
	{
		if (m->bytes.len + cell_size(&input->cell) > HFILE_MERGE_MAX_ROW)
		{
			char		quoted[CELL_QUOTE_SIZE];

			core_error(&err, CORE_ERR_LIMIT,
					   "the cells of row %s are larger than 256 MB together",
					   cell_quote(input->cell.row, input->cell.row_len, quoted,
								  sizeof(quoted)));
			m->host.failed(m->host.context, input->file, &err);
			drop_first(m);
			return;
		}
		add_cell(m, &input->cell, input->file);
		if (!hfile_reader_next(input->reader, &input->cell, &found, &err))
		{
			m->host.failed(m->host.context, input->file, &err);
			found = false;
		}
		if (!found)
		{
			drop_first(m);
			return;
		}
	} while (cell_compare_bytes(input->cell.row, input->cell.row_len,
								m->key.data, (uint32_t) m->key.len) == 0);
	sink(m);
}

static int
compare_cells(const void *a, const void *b)
{
	const HFileMergeCell *x = a;
	const HFileMergeCell *y = b;
	int			c = cell_compare_in_row(&x->cell, &y->cell);

	if (c == 0)
		c = x->file - y->file;
	return c != 0 ? c : (x->written > y->written) - (x->written < y->written);
}

/* Set the pointers of the copied cells and sort the cells. */
static void
finish_row(HFileMerge *m)
{
	const uint8_t *at = m->bytes.data;
	bool		sorted = true;

	for (uint32_t i = 0; i < m->n; i++)
	{
		HFileMergeCell *c = &m->cells[i];
		Cell	   *cell = &c->cell;

		c->written = at;
		cell->row = at + 10;
		cell->family = cell->row + cell->row_len + 1;
		cell->qualifier = cell->family + cell->family_len;
		cell->value = cell->qualifier + cell->qualifier_len + 9;
		at += c->written_size;
		sorted = sorted &&
			(i == 0 || c->file == c[-1].file || compare_cells(c - 1, c) <= 0);
	}
	if (!sorted)
		core_sort(m->cells, m->n, sizeof(HFileMergeCell), compare_cells);
}

bool
hfile_merge_next(HFileMerge *m, HFileMergeRow *row)
{
	core_check_interrupts();
	open_due(m);
	if (m->ninputs == 0)
		return false;

	m->key.len = m->bytes.len = 0;
	m->n = 0;
	core_buf_add(&m->key, m->inputs[0].cell.row, m->inputs[0].cell.row_len);
	do
		take_cells(m);
	while (m->ninputs > 0 &&
		   cell_compare_bytes(m->inputs[0].cell.row, m->inputs[0].cell.row_len,
							  m->key.data, (uint32_t) m->key.len) == 0);
	finish_row(m);
	row->row = m->key.data;
	row->row_len = (uint32_t) m->key.len;
	row->cells = m->cells;
	row->n = m->n;
	return true;
}
