/*
 * export_writer.c
 *		Write rows in key order to one HFile for each family and region.
 *
 * A file that reaches its maximum size is closed and a new one begun. Rows
 * come in key order, so one file of each family is open at a time.
 */
#include "pg/base/compat.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "core/base/bytes.h"
#include "core/hfile/hfile_writer.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/export/export_phoenix.h"
#include "pg/export/export_writer.h"

/* A file being written. */
typedef struct OpenFile
{
	ExportFile *file;			/* NULL: not open */
	HFileWriter *writer;
	ExportedFile *exported;
	CoreBuf		last_row;
	int			files;			/* number for this family and region */
} OpenFile;

struct ExportWriter
{
	const Definition *def;
	const ExportOptions *options;
	ExportResult *result;
	ExportDir  *dir;
	MemoryContext writing;		/* holds the writers and open files */
	MemoryContext results;
	OpenFile   *open;			/* by family */
	int			region;
	ExportedRegion *range;		/* the region being written */
	ExportCutter cutter;
	uint64		closed_size;	/* of the region's finished files */
	uint64		region_size;	/* including the files being written */
	uint64		full_size;		/* size at which the next region begins, if
								 * it may */
	ExportRejects *rejects;
	ExportProgressSum *sum;		/* of all jobs; NULL: there is one */
	ExportProgressAdded reported;	/* what this writer has added to it */
	int64	   *oldest;			/* by family: older cells are expired */
};

/* ---- files -------------------------------------------------------------- */

/*
 * A name for a store file: 32 hexadecimal digits, as
 * StoreFileWriter.getUniqueFile makes them (HBase 2.6.1).
 */
static void
make_file_name(char *name)
{
	uint8_t		random[16];

	if (!pg_strong_random(random, sizeof(random)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate a random name")));
	for (int i = 0; i < 16; i++)
		sprintf(name + 2 * i, "%02x", random[i]);
}

/* A path within this export's part of the folder. */
static char *
place(const ExportWriter *writer, const uint8_t *name, size_t len)
{
	return psprintf("%s%.*s", writer->options->below, (int) len,
					(const char *) name);
}

static void
begin_file(ExportWriter *writer, int f, const RelationRow *row)
{
	OpenFile   *open = &writer->open[f];
	const DefinedFamily *family = &writer->def->families[f];
	HFileSettings settings = writer->options->settings[f];
	ManifestFile *entry;
	char		name[33];
	HFileSink	sink;
	CoreError	err;
	MemoryContext old = MemoryContextSwitchTo(writer->results);

	make_file_name(name);
	open->exported = palloc0(sizeof(ExportedFile));
	open->exported->family = f;
	entry = &open->exported->entry;
	entry->region = writer->region;
	entry->first_row = rowkey_from_bytes(row->key, row->key_len);
	entry->path = psprintf("%.*s/%s", (int) family->len,
						   (const char *) family->bytes, name);
	MemoryContextSwitchTo(writer->writing);
	export_dir_make(writer->dir, place(writer, family->bytes, family->len));
	open->file = export_file_begin(writer->dir,
								   psprintf("%s%s", writer->options->below,
											entry->path));
	sink = export_file_sink(open->file);
	/* not the present time: equal rows and stamps make equal files */
	settings.create_time = writer->options->stamp;
	open->writer = hfile_writer_new(&settings, family->bytes, family->len,
									&sink, &err);
	if (open->writer == NULL ||
		!hfile_writer_add_bulk_info(open->writer, settings.create_time,
									"hbase_schema", &err))
		core_error_raise(&err);
	open->files++;
	MemoryContextSwitchTo(old);
}

static void
end_file(ExportWriter *writer, int f)
{
	OpenFile   *open = &writer->open[f];
	ManifestFile *entry;
	HFileSummary summary;
	CoreError	err;
	MemoryContext old;

	if (open->file == NULL)
		return;
	old = MemoryContextSwitchTo(writer->writing);
	if (!hfile_writer_finish(open->writer, &summary, &err))
		core_error_raise(&err);
	hfile_writer_free(open->writer);
	entry = &open->exported->entry;
	export_file_end(open->file, &entry->crc);
	open->file = NULL;
	entry->rows = summary.rows;
	entry->cells = summary.cells;
	entry->bytes = summary.size;
	MemoryContextSwitchTo(writer->results);
	entry->last_row = rowkey_from_bytes(open->last_row.data,
										open->last_row.len);
	writer->result->files = lappend(writer->result->files, open->exported);
	writer->result->bytes += summary.size;
	writer->closed_size += summary.size;
	MemoryContextSwitchTo(old);
}

/* ---- regions ------------------------------------------------------------ */

static void
begin_region(ExportWriter *writer, RowKey *start)
{
	MemoryContext old = MemoryContextSwitchTo(writer->results);

	writer->range = palloc0(sizeof(ExportedRegion));
	if (start != NULL)
		writer->range->start = rowkey_from_bytes(VARDATA_ANY(start),
											  VARSIZE_ANY_EXHDR(start));
	writer->result->regions = lappend(writer->result->regions, writer->range);
	writer->closed_size = writer->region_size = 0;
	MemoryContextSwitchTo(old);
	export_progress_region(writer->region);
}

static void
end_region(ExportWriter *writer)
{
	for (int f = 0; f < writer->def->nfamilies; f++)
	{
		end_file(writer, f);
		if (writer->open[f].files > EXPORT_LOADER_MAX_FILES)
			ereport(WARNING,
				(errmsg("region %d has %d files of family \"%s\"",
						writer->region, writer->open[f].files,
						writer->def->families[f].name),
				 errdetail("HBase's loader accepts at most %d for one region and family.",
						   EXPORT_LOADER_MAX_FILES),
				 errhint("Raise max_file_size or regions, or load with -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=%d, as load.sh does.",
						 writer->open[f].files)));
		writer->open[f].files = 0;
	}
}

/* Finish the region and begin the one that starts at this key. */
static void
next_region(ExportWriter *writer, RowKey *start)
{
	end_region(writer);
	writer->region++;
	begin_region(writer, start);
}

/* Advance to the region of a row; finishes the regions before it. */
static void
enter_region(ExportWriter *writer, const RelationRow *row)
{
	RowKey	   *start;

	for (;;)
	{
		bool		full = writer->region_size >= writer->full_size;

		start = export_regions_cut(&writer->cutter, row, full);
		if (start == NULL)
			return;
		next_region(writer, start);
	}
}

/* Begin and finish the regions after the last row. */
static void
end_regions(ExportWriter *writer)
{
	RowKey	   *start;

	while ((start = export_regions_rest(&writer->cutter)) != NULL)
		next_region(writer, start);
	end_region(writer);
}

/* Raise an error for a region so large that HBase would split it at once. */
static void
check_region_size(const ExportWriter *writer)
{
	RowKey	   *start = writer->range->start;
	char		quoted[CELL_QUOTE_SIZE];

	if ((int64) writer->region_size <= writer->options->max_region_size)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("region %d has more than %lld bytes of files",
					writer->region,
					(long long) writer->options->max_region_size),
			 start == NULL ?
				 errdetail("It is the first one.") :
				 errdetail("It begins with the row %s.",
						   cell_quote((const uint8_t *) VARDATA_ANY(start),
									  VARSIZE_ANY_EXHDR(start), quoted,
									  sizeof(quoted))),
			 errhint("HBase splits regions larger than hbase.hregion.max.filesize. Use more regions, or set max_region_size to the limit of the table.")));
}

/* ---- rows --------------------------------------------------------------- */

/*
 * Write a cell to its family's file, and add it to the region's sum if a get
 * returns it.
 */
static void
write_cell(ExportWriter *writer, int f, const Cell *cell,
		   const RelationRow *row, bool visible)
{
	OpenFile   *open = &writer->open[f];
	CoreError	err;

	if (open->file == NULL)
		begin_file(writer, f, row);
	if (!hfile_writer_add(open->writer, cell, &err))
		core_error_raise(&err);
	writer->result->cells++;
	if (visible)
	{
		size_t		size;
		const uint8_t *written = hfile_writer_last(open->writer, &size);

		range_sum_add_written(&writer->range->sum, written, size);
	}
}

/* Count the cells in the file that HBase will not return. */
static void
count_lost(ExportWriter *writer, int f, const WideRow *family)
{
	const Family *defined = &writer->def->families[f].options;

	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);
		int			puts = 0;

		CHECK_FOR_INTERRUPTS();
		for (uint32_t c = span.first; c < span.stop; c++)
		{
			if (wide_type(family, c) != CELL_PUT)
				continue;
			if (wide_ts(family, c) < writer->oldest[f])
				writer->result->expired++;
			else if (++puts > defined->versions)
				writer->result->over_versions++;
		}
	}
}

/*
 * Write a family's cells and, unless NULL, an extra cell that a get returns.
 * True if a get of all columns returns a cell.
 */
static bool
write_family(ExportWriter *writer, int f, const RelationRow *row,
			 const Cell *extra)
{
	const WideRow *family = &row->families[f];
	const DefinedFamily *defined = &writer->def->families[f];
	Cell		cell = {.row = row->key, .row_len = row->key_len,
		.family = defined->bytes, .family_len = defined->len};
	bool		plain = !family->has_types && family->cells == family->columns;
	uint32_t   *selected = NULL;
	uint32_t	n = family->cells;
	uint32_t	shown = 0;
	bool		visible = extra != NULL;

	if (!plain && family->cells > 0)
	{
		selected = palloc(sizeof(uint32_t) * family->cells);
		n = wide_visible(family, &wide_plain_family, &wide_plain_read,
						 selected);
	}
	for (uint32_t column = 0; column < family->columns && family->cells > 0;
		 column++)
	{
		WideSpan	span = wide_span(family, column);

		CHECK_FOR_INTERRUPTS();
		for (uint32_t c = span.first; c < span.stop; c++)
		{
			bool		is_shown = plain ||
				(shown < n && selected[shown] == c);

			export_load_cell(&cell, family, column, c);
			if (extra != NULL && cell_compare_in_row(extra, &cell) < 0)
			{
				write_cell(writer, f, extra, row, true);
				extra = NULL;
			}
			write_cell(writer, f, &cell, row, is_shown);
			shown += is_shown;
		}
	}
	if (extra != NULL)
		write_cell(writer, f, extra, row, true);
	if (family->cells > 0)
		count_lost(writer, f, family);
	if (selected != NULL)
		pfree(selected);
	return visible || shown > 0;
}

/* Report progress; open: bytes of the files being written. */
static void
report(ExportWriter *writer, uint64 open)
{
	const ExportResult *result = writer->result;

	if (writer->sum == NULL)
		export_progress_written(result->rows, result->cells,
								result->bytes + open);
	else
		export_progress_add(writer->sum, &writer->reported, result->rows,
							result->cells, result->bytes + open);
}

/* Add up the region's size and report progress. */
static void
measure(ExportWriter *writer)
{
	uint64		open = 0;

	for (int f = 0; f < writer->def->nfamilies; f++)
		open += writer->open[f].file != NULL ?
			hfile_writer_size(writer->open[f].writer) :
			0;
	writer->region_size = writer->closed_size + open;
	check_region_size(writer);
	if (writer->result->rows % EXPORT_PROGRESS_ROWS == 0)
		report(writer, open);
}

void
export_writer_row(void *context, const RelationRow *row)
{
	ExportWriter *writer = context;
	bool		visible = false;

	CHECK_FOR_INTERRUPTS();
	if (export_rejects_too_many(writer->rejects))
		return;
	enter_region(writer, row);
	if (row->cells == 0 && !writer->options->phoenix_empty_cell)
	{
		writer->result->empty_rows++;
		return;
	}
	if (writer->options->wanted != NULL &&
		!writer->options->wanted[writer->region])
		return;

	for (int f = 0; f < writer->def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];
		OpenFile   *open = &writer->open[f];
		Cell		cell = {.row = row->key,
							.row_len = row->key_len,
							.family = writer->def->families[f].bytes,
							.family_len = writer->def->families[f].len};
		bool		phoenix = f == 0 && writer->options->phoenix_empty_cell &&
			export_phoenix_cell(writer->def, row, writer->options->stamp,
								&cell);

		if (family->cells == 0 && !phoenix)
			continue;
		visible |= write_family(writer, f, row, phoenix ? &cell : NULL);
		open->last_row.len = 0;
		core_buf_add(&open->last_row, row->key, row->key_len);
		if ((int64) hfile_writer_size(open->writer) >=
			writer->options->max_file_size)
			end_file(writer, f);
	}
	writer->range->sum.rows += visible;
	writer->result->rows++;
	measure(writer);
}

/* ---- the writer --------------------------------------------------------- */

ExportWriter *
export_writer_new(ExportDir *dir, const Definition *def,
				  const ExportOptions *options, ExportRejects *rejects,
				  ExportProgressSum *sum)
{
	ExportWriter *writer = palloc0(sizeof(ExportWriter));

	writer->def = def;
	writer->options = options;
	writer->dir = dir;
	writer->rejects = rejects;
	writer->sum = sum;
	writer->results = CurrentMemoryContext;
	writer->writing = AllocSetContextCreate(CurrentMemoryContext,
											"hbase_schema export",
											ALLOCSET_DEFAULT_SIZES);
	writer->full_size = Max(Min(EXPORT_REGION_SIZE,
								options->max_region_size / 2),
							1);
	writer->open = palloc0(sizeof(OpenFile) * Max(def->nfamilies, 1));
	writer->oldest = palloc(sizeof(int64) * Max(def->nfamilies, 1));
	for (int f = 0; f < def->nfamilies; f++)
		writer->oldest[f] =
			definition_wide_family(&def->families[f], options->now).oldest;
	return writer;
}

void
export_writer_begin(ExportWriter *writer, int first, int stop,
					ExportResult *result)
{
	const ExportRegions *regions = &writer->options->regions;

	memset(result, 0, sizeof(ExportResult));
	memset(&writer->reported, 0, sizeof(writer->reported));
	writer->result = result;
	writer->region = first;
	export_regions_begin(&writer->cutter, regions, first, stop);
	begin_region(writer, first == 0 ? NULL : regions->splits[first - 1]);
}

void
export_writer_end(ExportWriter *writer)
{
	end_regions(writer);
	report(writer, 0);
}

void
export_writer_free(ExportWriter *writer)
{
	MemoryContextDelete(writer->writing);
}
