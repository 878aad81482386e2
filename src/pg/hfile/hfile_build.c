/*
 * hfile_build.c
 *		Build an HFile from cells that SQL passes, for hfile_agg and
 *		hfile_stream.
 *
 * The cells of a row are collected and sorted, for two reasons. Delete markers
 * are stamped a millisecond before puts, which changes their order; and ORDER
 * BY in SQL does not know the order of cell types.
 */
#include "pg/base/compat.h"

#include "utils/memutils.h"

#include "core/cell/cell_row.h"
#include "core/hfile/hfile_sink.h"
#include "core/hfile/hfile_writer.h"
#include "pg/base/core_error.h"
#include "pg/base/varlena_buffer.h"
#include "pg/hfile/hfile_build.h"

/* Maximum size of a row: its cells are sorted in memory. */
#define MAX_ROW_SIZE	(256 * 1024 * 1024)

struct HFileBuild
{
	MemoryContext context;
	HFileOptions options;
	int64		stamp;
	HFileWriter *writer;		/* NULL until the first cell */
	CellRow		row;			/* cells being collected */
	CoreBuf		out;			/* VARHDRSZ, then the output of the writer */
	size_t		taken;			/* bytes of the output taken so far */
};

/* ---- the sink ----------------------------------------------------------- */

/*
 * Append to the bytes that are ready; the buffer may have the size of a datum.
 */
static bool
append_bytes(void *context, const void *data, size_t n, CoreError *err)
{
	HFileBuild *build = context;
	CoreBuf    *out = &build->out;

	if (build->taken > 0)
	{
		out->len -= build->taken;
		memmove(out->data + VARHDRSZ, out->data + VARHDRSZ + build->taken,
				out->len - VARHDRSZ);
		build->taken = 0;
	}
	if (n > MaxAllocSize - out->len)
	{
		core_error(err, CORE_ERR_LIMIT, "HFile is larger than 1 GB");
		return core_error_hint(
			err,
			"Use hfile_stream(), which returns a file of any size in pieces.");
	}
	if (out->len + n > out->cap)
	{
		size_t		cap = Min(Max(out->cap * 2, out->len + n), MaxAllocSize);

		out->data = repalloc(out->data, cap);
		out->cap = cap;
	}
	core_copy(out->data + out->len, data, n);
	out->len += n;
	return true;
}

size_t
hfile_build_ready(const HFileBuild *build)
{
	return build->out.len - VARHDRSZ - build->taken;
}

bytea *
hfile_build_take(HFileBuild *build, size_t n)
{
	bytea	   *piece =
		varlena_bytea(build->out.data + VARHDRSZ + build->taken, n);

	build->taken += n;
	return piece;
}

bytea *
hfile_build_result(HFileBuild *build)
{
	return (bytea *) varlena_buffer_end(&build->out);
}

/* ---- cells -------------------------------------------------------------- */

HFileBuild *
hfile_build_new(MemoryContext context, const HFileOptions *options,
				int64 stamp)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	HFileBuild *build = palloc0(sizeof(HFileBuild));
	CoreError	err;

	if (!cell_check_stamp(stamp, &err))
		core_error_raise(&err);
	build->context = context;
	build->options = *options;
	build->options.source_task = pstrdup(options->source_task);
	build->stamp = stamp;
	cell_row_init(&build->row);
	varlena_buffer_init(&build->out, 64 * 1024);
	MemoryContextSwitchTo(old);
	return build;
}

/* Write the collected row; the current context is the build's. */
static void
write_row(HFileBuild *build)
{
	CoreError	err;

	cell_row_sort(&build->row);
	for (uint32_t i = 0; i < build->row.n; i++)
	{
		Cell		cell;

		cell_row_get(&build->row, i, &cell);
		if (!hfile_writer_add(build->writer, &cell, &err))
			core_error_raise(&err);
	}
	build->row.n = 0;
}

/* The first cell determines the family: begin the file. */
static void
begin_file(HFileBuild *build, const Cell *cell)
{
	HFileSink	sink = {append_bytes, build};
	CoreError	err;

	build->writer = hfile_writer_new(&build->options.settings, cell->family,
									 cell->family_len, &sink, &err);
	if (build->writer == NULL)
		core_error_raise(&err);
}

/* Convert a cell from SQL for core; false for a put with value NULL. */
static bool
read_input(const HFileInput *input, int64 stamp, Cell *cell)
{
	CellType	type;
	CoreError	err;

	if (!cell_type_from_name(VARDATA_ANY(input->type),
							 VARSIZE_ANY_EXHDR(input->type), &type, &err))
		core_error_raise(&err);
	if (type == CELL_PUT && input->value == NULL)
		return false;
	if (input->qualifier == NULL && !cell_type_is_family_marker(type))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("qualifier of a %s must not be null",
						cell_type_name(type)),
				 errhint("Give the empty qualifier as ''.")));

	memset(cell, 0, sizeof(Cell));
	cell->row = (const uint8_t *) VARDATA_ANY(input->key);
	cell->row_len = VARSIZE_ANY_EXHDR(input->key);
	cell->family = (const uint8_t *) input->family;
	cell->family_len = input->family_len;
	if (input->qualifier != NULL)
	{
		cell->qualifier = (const uint8_t *) VARDATA_ANY(input->qualifier);
		cell->qualifier_len = VARSIZE_ANY_EXHDR(input->qualifier);
	}
	if (input->value != NULL)
	{
		cell->value = (const uint8_t *) VARDATA_ANY(input->value);
		cell->value_len = VARSIZE_ANY_EXHDR(input->value);
	}
	cell->ts = input->has_ts ? input->ts : CELL_LATEST_TIMESTAMP;
	cell->type = (uint8_t) type;
	if (!cell_stamp(cell, stamp, &err))
		core_error_raise(&err);
	return true;
}

void
hfile_build_add(HFileBuild *build, const HFileInput *input)
{
	MemoryContext old;
	Cell		cell;
	CoreError	err;

	/* Check the cell before it is collected. */
	if (!read_input(input, build->stamp, &cell))
		return;
	if (!cell_check(&cell, build->options.settings.max_cell_size, &err))
		core_error_raise(&err);

	old = MemoryContextSwitchTo(build->context);
	if (build->writer == NULL)
		begin_file(build, &cell);
	if (!cell_row_is(&build->row, cell.row, cell.row_len, cell.family,
					 cell.family_len))
	{
		write_row(build);
		cell_row_begin(&build->row, cell.row, cell.row_len, cell.family,
					   cell.family_len);
	}
	if (build->row.bytes.len + cell.qualifier_len + cell.value_len >
		MAX_ROW_SIZE)
	{
		char		quoted[CELL_QUOTE_SIZE];

		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the cells of row %s are larger than 256 MB together",
						cell_quote(cell.row, cell.row_len, quoted,
								   sizeof(quoted)))));
	}
	cell_row_add(&build->row, &cell);
	MemoryContextSwitchTo(old);
}

bool
hfile_build_finish(HFileBuild *build)
{
	MemoryContext old;
	CoreError	err;

	if (build->writer == NULL)
		return false;
	old = MemoryContextSwitchTo(build->context);
	write_row(build);
	if (!hfile_writer_add_bulk_info(build->writer,
									build->options.settings.create_time,
									build->options.source_task, &err) ||
		!hfile_writer_finish(build->writer, NULL, &err))
		core_error_raise(&err);
	hfile_writer_free(build->writer);
	build->writer = NULL;
	MemoryContextSwitchTo(old);
	return true;
}
