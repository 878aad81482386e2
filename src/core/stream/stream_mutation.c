/*
 * stream_mutation.c
 *		The mutation of a row by its states before and after a transaction.
 */
#include "core/base/host.h"
#include "core/stream/stream_mutation.h"
#include "core/widerow/widerow_delta.h"
#include "core/widerow/widerow_open.h"

void
stream_cells_reset(StreamCells *cells)
{
	for (int f = 0; f < cells->nfamilies; f++)
		core_buf_free(&cells->families[f]);
	if (cells->families != NULL)
		core_free(cells->families);
	if (cells->cells != NULL)
		core_free(cells->cells);
	memset(cells, 0, sizeof(StreamCells));
}

static bool
add_cell(StreamCells *cells, const Cell *cell, size_t max_size, CoreError *err)
{
	if (!cell_check(cell, max_size, err))
		return false;
	if (cells->count == cells->capacity)
	{
		uint32_t	capacity = cells->capacity == 0 ? 16 : cells->capacity * 2;
		Cell	   *grown = core_alloc(sizeof(Cell) * capacity);

		if (cells->count > 0)
			memcpy(grown, cells->cells, sizeof(Cell) * cells->count);
		if (cells->cells != NULL)
			core_free(cells->cells);
		cells->cells = grown;
		cells->capacity = capacity;
	}
	cells->cells[cells->count++] = *cell;
	return true;
}

/* Open the next family of an image; the empty row if there is none. */
static bool
next_family(NetImage *image, WideRow *family, CoreError *err)
{
	const uint8_t *data;
	size_t		len;

	memset(family, 0, sizeof(WideRow));
	if (image->data == NULL)
		return true;
	if (!net_image_next(image, &data, &len))
		return core_error(err, CORE_ERR_CORRUPT,
						  "a row of the change stream is damaged");
	return data == NULL || wide_open(family, data, len, err);
}

/* Add the cells of a packed row; like has row and family. */
static bool
add_family(StreamCells *cells, const WideRow *family, const Cell *like,
		   const StreamStamps *stamps, bool with_marker, CoreError *err)
{
	Cell		cell = *like;
	Cell		marker = *like;

	marker.type = CELL_DELETE_FAMILY;
	marker.ts = stamps->stamp - 1;
	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);

		for (uint32_t c = span.first; c < span.stop; c++)
		{
			WideCell	from;

			core_check_interrupts();
			wide_cell(family, column, c, &from);
			/* a put without a qualifier is newer than the marker */
			if (with_marker && from.qualifier_len > 0)
			{
				if (!add_cell(cells, &marker, 0, err))
					return false;
				with_marker = false;
			}
			cell.qualifier = from.qualifier;
			cell.qualifier_len = from.qualifier_len;
			cell.value = from.value;
			cell.value_len = from.value_len;
			cell.type = from.type;
			cell.ts = from.ts;
			if (!cell_stamp(&cell, stamps->stamp, err) ||
				!add_cell(cells, &cell, stamps->max_cell_size, err))
				return false;
		}
	}
	return !with_marker || add_cell(cells, &marker, 0, err);
}

bool
stream_mutation(const StreamTarget *target, const StreamStamps *stamps,
				const uint8_t *row, size_t row_len, NetImage before,
				bool unknown, NetImage after, StreamCells *cells,
				CoreError *err)
{
	memset(cells, 0, sizeof(StreamCells));
	cells->families = core_alloc(sizeof(CoreBuf) * (target->nfamilies + 1));
	for (; cells->nfamilies < target->nfamilies; cells->nfamilies++)
		core_buf_init(&cells->families[cells->nfamilies]);
	for (int f = 0; f < target->nfamilies; f++)
	{
		const StreamFamily *family = &target->families[f];
		Cell		like = {.row = row, .row_len = (uint32_t) row_len,
							.family = family->name,
							.family_len = family->len};
		DeltaRun	run = {.stamp = stamps->stamp, .last = stamps->last,
						   .versions = 1, .restamp = true, .row = row,
						   .row_len = row_len,
						   .family = (const char *) family->name};
		CoreBuf    *out = &cells->families[f];
		WideRow		old,
					new;

		if (!next_family(&before, &old, err) ||
			!next_family(&after, &new, err))
			return false;
		if (!unknown)
		{
			if (!delta_family(&old, &new, &run, out, err))
				return false;
			memset(&new, 0, sizeof(WideRow));
			if (out->len > 0 && !wide_open(&new, out->data, out->len, err))
				return false;
		}
		if (!add_family(cells, &new, &like, stamps, unknown, err))
			return false;
	}
	return true;
}
