/*
 * export_write.c
 *		One run of an export: write rows in key order to one HFile for each
 *		family and region, with manifest.json and load.sh.
 *
 * A file that reaches its maximum size is closed and a new one begun. Rows
 * come in key order, so one file of each family is open at a time.
 */
#include "pg/base/compat.h"

#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/memutils.h"

#include "core/base/bytes.h"
#include "core/hfile/hfile_writer.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/subtransaction.h"
#include "pg/export/export.h"
#include "pg/export/export_manifest.h"
#include "pg/export/export_phoenix.h"
#include "pg/export/export_script.h"
#include "pg/export/export_write.h"
#include "pg/relation/export_progress.h"
#include "pg/relation/export_rows.h"
#include "pg/table/definition.h"

/* A file being written. */
typedef struct OpenFile
{
	ExportFile *file;			/* NULL: not open */
	HFileWriter *writer;
	ExportedFile *exported;
	CoreBuf		last_row;
	int			files;			/* number for this family and region */
} OpenFile;

typedef struct Run
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
	int64	   *oldest;			/* by family: older cells are expired */
} Run;

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

/* A path within this run's part of the folder. */
static char *
place(const Run *run, const uint8_t *name, size_t len)
{
	return psprintf("%s%.*s", run->options->below, (int) len,
					(const char *) name);
}

static void
begin_file(Run *run, int f, const RelationRow *row)
{
	OpenFile   *open = &run->open[f];
	const DefinedFamily *family = &run->def->families[f];
	HFileSettings settings = run->options->settings[f];
	ManifestFile *entry;
	char		name[33];
	HFileSink	sink;
	CoreError	err;
	MemoryContext old = MemoryContextSwitchTo(run->results);

	make_file_name(name);
	open->exported = palloc0(sizeof(ExportedFile));
	open->exported->family = f;
	entry = &open->exported->entry;
	entry->region = run->region;
	entry->first_row = rowkey_from_bytes(row->key, row->key_len);
	entry->path = psprintf("%.*s/%s", (int) family->len,
						   (const char *) family->bytes, name);
	MemoryContextSwitchTo(run->writing);
	export_dir_make(run->dir, place(run, family->bytes, family->len));
	open->file = export_file_begin(run->dir,
								   psprintf("%s%s", run->options->below,
											entry->path));
	sink = export_file_sink(open->file);
	/* not the present time: equal rows and stamps make equal files */
	settings.create_time = run->options->stamp;
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
end_file(Run *run, int f)
{
	OpenFile   *open = &run->open[f];
	ManifestFile *entry;
	HFileSummary summary;
	CoreError	err;
	MemoryContext old;

	if (open->file == NULL)
		return;
	old = MemoryContextSwitchTo(run->writing);
	if (!hfile_writer_finish(open->writer, &summary, &err))
		core_error_raise(&err);
	hfile_writer_free(open->writer);
	entry = &open->exported->entry;
	export_file_end(open->file, &entry->crc);
	open->file = NULL;
	entry->rows = summary.rows;
	entry->cells = summary.cells;
	entry->bytes = summary.size;
	MemoryContextSwitchTo(run->results);
	entry->last_row = rowkey_from_bytes(open->last_row.data,
										open->last_row.len);
	run->result->files = lappend(run->result->files, open->exported);
	run->result->bytes += summary.size;
	run->closed_size += summary.size;
	MemoryContextSwitchTo(old);
}

/* ---- regions ------------------------------------------------------------ */

static void
begin_region(Run *run, RowKey *start)
{
	MemoryContext old = MemoryContextSwitchTo(run->results);

	run->range = palloc0(sizeof(ExportedRegion));
	if (start != NULL)
		run->range->start = rowkey_from_bytes(VARDATA_ANY(start),
											  VARSIZE_ANY_EXHDR(start));
	run->result->regions = lappend(run->result->regions, run->range);
	run->closed_size = run->region_size = 0;
	MemoryContextSwitchTo(old);
	export_progress_region(run->region);
}

static void
end_region(Run *run)
{
	for (int f = 0; f < run->def->nfamilies; f++)
	{
		end_file(run, f);
		if (run->open[f].files > EXPORT_LOADER_MAX_FILES)
			ereport(WARNING,
				(errmsg("region %d has %d files of family \"%s\"", run->region,
						run->open[f].files, run->def->families[f].name),
				 errdetail("HBase's loader accepts at most %d for one region and family.",
						   EXPORT_LOADER_MAX_FILES),
				 errhint("Raise max_file_size or regions, or load with -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=%d, as load.sh does.",
						 run->open[f].files)));
		run->open[f].files = 0;
	}
}

/* Finish the region and begin the one that starts at this key. */
static void
next_region(Run *run, RowKey *start)
{
	end_region(run);
	run->region++;
	begin_region(run, start);
}

/* Advance to the region of a row; finishes the regions before it. */
static void
enter_region(Run *run, const RelationRow *row)
{
	RowKey	   *start;

	while ((start = export_regions_cut(&run->cutter, row,
									   run->region_size >= run->full_size)) !=
		   NULL)
		next_region(run, start);
}

/* Begin and finish the regions after the last row. */
static void
end_regions(Run *run)
{
	RowKey	   *start;

	while ((start = export_regions_rest(&run->cutter)) != NULL)
		next_region(run, start);
	end_region(run);
}

/* Raise an error for a region so large that HBase would split it at once. */
static void
check_region_size(const Run *run)
{
	RowKey	   *start = run->range->start;
	char		quoted[CELL_QUOTE_SIZE];

	if ((int64) run->region_size <= run->options->max_region_size)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("region %d has more than %lld bytes of files", run->region,
					(long long) run->options->max_region_size),
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
write_cell(Run *run, int f, const Cell *cell, const RelationRow *row,
		   bool visible)
{
	OpenFile   *open = &run->open[f];
	CoreError	err;

	if (open->file == NULL)
		begin_file(run, f, row);
	if (!hfile_writer_add(open->writer, cell, &err))
		core_error_raise(&err);
	run->result->cells++;
	if (visible)
	{
		size_t		size;
		const uint8_t *written = hfile_writer_last(open->writer, &size);

		range_sum_add_written(&run->range->sum, written, size);
	}
}

/* Count the cells in the file that HBase will not return. */
static void
count_lost(Run *run, int f, const WideRow *family)
{
	const Family *defined = &run->def->families[f].options;

	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);
		int			puts = 0;

		CHECK_FOR_INTERRUPTS();
		for (uint32_t c = span.first; c < span.stop; c++)
		{
			if (wide_type(family, c) != CELL_PUT)
				continue;
			if (wide_ts(family, c) < run->oldest[f])
				run->result->expired++;
			else if (++puts > defined->versions)
				run->result->over_versions++;
		}
	}
}

/*
 * Write a family's cells and, unless NULL, an extra cell that a get returns.
 * True if a get of all columns returns a cell.
 */
static bool
write_family(Run *run, int f, const RelationRow *row, const Cell *extra)
{
	const WideRow *family = &row->families[f];
	const DefinedFamily *defined = &run->def->families[f];
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
				write_cell(run, f, extra, row, true);
				extra = NULL;
			}
			write_cell(run, f, &cell, row, is_shown);
			shown += is_shown;
		}
	}
	if (extra != NULL)
		write_cell(run, f, extra, row, true);
	if (family->cells > 0)
		count_lost(run, f, family);
	if (selected != NULL)
		pfree(selected);
	return visible || shown > 0;
}

/* Add up the region's size and report progress. */
static void
measure(Run *run)
{
	uint64		open = 0;

	for (int f = 0; f < run->def->nfamilies; f++)
		open += run->open[f].file != NULL ?
			hfile_writer_size(run->open[f].writer) :
			0;
	run->region_size = run->closed_size + open;
	check_region_size(run);
	if (run->result->rows % EXPORT_PROGRESS_ROWS == 0)
		export_progress_written(run->result->rows, run->result->cells,
								run->result->bytes + open);
}

static void
write_row(void *context, const RelationRow *row)
{
	Run		   *run = context;
	bool		visible = false;

	CHECK_FOR_INTERRUPTS();
	if (export_rejects_too_many(run->rejects))
		return;
	enter_region(run, row);
	if (row->cells == 0 && !run->options->phoenix_empty_cell)
	{
		run->result->empty_rows++;
		return;
	}
	if (run->options->wanted != NULL && !run->options->wanted[run->region])
		return;

	for (int f = 0; f < run->def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];
		OpenFile   *open = &run->open[f];
		Cell		cell = {.row = row->key,
							.row_len = row->key_len,
							.family = run->def->families[f].bytes,
							.family_len = run->def->families[f].len};
		bool		phoenix = f == 0 && run->options->phoenix_empty_cell &&
			export_phoenix_cell(run->def, row, run->options->stamp, &cell);

		if (family->cells == 0 && !phoenix)
			continue;
		visible |= write_family(run, f, row, phoenix ? &cell : NULL);
		open->last_row.len = 0;
		core_buf_add(&open->last_row, row->key, row->key_len);
		if ((int64) hfile_writer_size(open->writer) >=
			run->options->max_file_size)
			end_file(run, f);
	}
	run->range->sum.rows += visible;
	run->result->rows++;
	measure(run);
}

/* ---- the run ------------------------------------------------------------ */

/* True for an SQLSTATE that invalid data may cause. */
static bool
is_of_data(int sqlstate)
{
	int			category = ERRCODE_TO_CATEGORY(sqlstate);

	return category == ERRCODE_DATA_EXCEPTION ||
		category == ERRCODE_CARDINALITY_VIOLATION ||
		category == ERRCODE_PROGRAM_LIMIT_EXCEEDED;
}

typedef struct RowsRun
{
	Run		   *run;
	const ExportQuery *query;
} RowsRun;

static void
run_rows(void *context)
{
	RowsRun    *rows = context;

	export_rows(rows->query, write_row, rows->run);
}

/*
 * Read and write all rows. If no rejected row may be skipped, the plan sorts
 * the rows, and the first rejected row ends the query; then the relation is
 * read again to report all rejected rows.
 */
static void
write_rows(Run *run, const ExportQuery *query)
{
	RowsRun		rows = {run, query};
	ErrorData  *error;

	if (export_rejects_collect(run->rejects) || query->query != NULL)
	{
		run_rows(&rows);
		return;
	}
	error = subtransaction_try(run_rows, &rows);
	if (error == NULL)
		return;
	if (is_of_data(error->sqlerrcode))
		export_rejects_explain(run->def);
	ReThrowError(error);
}

void
export_run(ExportDir *dir, const Definition *def, const ExportOptions *options,
		   ExportResult *result)
{
	ExportQuery query = {.def = def,
						 .query = options->query,
						 .stamp = options->stamp,
						 .condition =
							 export_regions_condition(&options->regions,
													  options->wanted, def),
						 .count_first = options->regions.cuts > 1};
	Run			run = {.def = def,
					   .options = options,
					   .result = result,
					   .dir = dir,
					   .results = CurrentMemoryContext,
					   .cutter = {.regions = &options->regions},
					   .full_size = Max(Min(EXPORT_REGION_SIZE,
											options->max_region_size / 2),
										1)};

	memset(result, 0, sizeof(ExportResult));
	run.writing = AllocSetContextCreate(CurrentMemoryContext,
										"hbase_schema export",
										ALLOCSET_DEFAULT_SIZES);
	run.open = palloc0(sizeof(OpenFile) * Max(def->nfamilies, 1));
	run.oldest = palloc(sizeof(int64) * Max(def->nfamilies, 1));
	for (int f = 0; f < def->nfamilies; f++)
		run.oldest[f] =
			definition_wide_family(&def->families[f], options->now).oldest;
	export_progress_begin(PROGRESS_EXPORT, def->relid,
						  export_regions_count(&options->regions));
	run.rejects = query.rejects = export_rejects_new(def, options->max_rejects,
													 options->rejects_table);
	begin_region(&run, NULL);
	write_rows(&run, &query);
	result->rejects = export_rejects_finish(run.rejects);
	end_regions(&run);
	export_write_manifest(dir, def, options, result);
	export_write_load_script(dir, options->below);
	export_progress_end();
	MemoryContextDelete(run.writing);
}
