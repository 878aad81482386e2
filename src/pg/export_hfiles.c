/*
 * export_hfiles.c
 *		hbase.export_hfiles(): a relation as HFiles that HBase bulk-loads.
 *
 * One file per family and region, rolled at a size; rows in key order, so at
 * any time one file of each family is open.  Nothing is published before
 * everything is written and flushed (export_dir.c).
 */
#include "compat.h"

#include "access/xact.h"
#include "catalog/pg_type_d.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "nodes/execnodes.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

#include "core/bytes.h"
#include "core/notation.h"
#include "export.h"
#include "export_rows.h"
#include "own.h"
#include "export_progress.h"

/* The loader refuses more files than this for one region and family. */
#define LOADER_MAX_FILES	32

PG_FUNCTION_INFO_V1(hbase_export_hfiles);

/* A file that is being written. */
typedef struct OpenFile
{
	ExportFile *file;			/* NULL: none is open */
	HFileWriter *writer;
	ExportedFile *told;
	CoreBuf		last_row;
	int			files;			/* of this family in this region */
} OpenFile;

typedef struct Run
{
	const Definition *def;
	const ExportOptions *options;
	ExportResult *result;
	ExportDir  *dir;
	MemoryContext writing;		/* of the writers; reset with each file */
	MemoryContext results;
	OpenFile   *open;			/* by family */
	int			region;
	ExportedRegion *range;		/* the region that is being written */
	uint64		region_rows;
	CoreBuf		scratch;
	int64	   *oldest;			/* by family: cells before it are expired */
	ExportProgress   *progress;
} Run;

/* ---- files ---------------------------------------------------------------- */

/* A name that the loader takes as a store file: 32 hex digits. */
static void
make_file_name(char *name)
{
	uint8_t		random[16];

	if (!pg_strong_random(random, sizeof(random)))
		ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not make a random name")));
	for (int i = 0; i < 16; i++)
		sprintf(name + 2 * i, "%02x", random[i]);
}

static void
begin_file(Run *run, int f, const ExportRow *row)
{
	OpenFile   *open = &run->open[f];
	const DefinedFamily *family = &run->def->families[f];
	char		name[33];
	HFileSink	sink;
	CoreError	err;
	MemoryContext old = MemoryContextSwitchTo(run->results);

	make_file_name(name);
	open->told = palloc0(sizeof(ExportedFile));
	open->told->region = run->region;
	open->told->family = f;
	open->told->first_row = rowkey_from_bytes(row->key, row->key_len);
	snprintf(open->told->path, sizeof(open->told->path), "%.*s/%s",
			 (int) family->len, (const char *) family->bytes, name);
	MemoryContextSwitchTo(run->writing);
	export_dir_make(run->dir, pnstrdup((const char *) family->bytes, family->len));
	open->file = export_file_begin(run->dir, open->told->path);
	sink = export_file_sink(open->file);
	open->writer = hfile_writer_new(&run->options->settings[f], family->bytes, family->len, &sink, &err);
	if (open->writer == NULL ||
		!hfile_writer_add_bulk_info(open->writer, run->options->settings[f].create_time,
									"hbase_schema", &err))
		glue_raise(&err);
	open->files++;
	MemoryContextSwitchTo(old);
}

static void
end_file(Run *run, int f)
{
	OpenFile   *open = &run->open[f];
	HFileSummary summary;
	CoreError	err;
	MemoryContext old;

	if (open->file == NULL)
		return;
	old = MemoryContextSwitchTo(run->writing);
	if (!hfile_writer_finish(open->writer, &summary, &err))
		glue_raise(&err);
	hfile_writer_free(open->writer);
	export_file_end(open->file, &open->told->crc);
	open->file = NULL;
	open->told->rows = summary.rows;
	open->told->cells = summary.cells;
	open->told->bytes = summary.size;
	MemoryContextSwitchTo(run->results);
	open->told->last_row = rowkey_from_bytes(open->last_row.data, open->last_row.len);
	run->result->files = lappend(run->result->files, open->told);
	MemoryContextSwitchTo(old);
}

/* ---- regions --------------------------------------------------------------- */

static void
begin_region(Run *run, RowKey *start)
{
	MemoryContext old = MemoryContextSwitchTo(run->results);

	run->range = palloc0(sizeof(ExportedRegion));
	if (start != NULL)
		run->range->start = rowkey_from_bytes(VARDATA_ANY(start), VARSIZE_ANY_EXHDR(start));
	run->result->regions = lappend(run->result->regions, run->range);
	run->region_rows = 0;
	MemoryContextSwitchTo(old);
	export_progress_region(run->progress, run->region);
}

static void
end_region(Run *run)
{
	for (int f = 0; f < run->def->nfamilies; f++)
	{
		end_file(run, f);
		if (run->open[f].files > LOADER_MAX_FILES)
			ereport(WARNING,
					(errmsg("region %d has %d files of family \"%s\"",
							run->region, run->open[f].files, run->def->families[f].name),
					 errdetail("HBase's loader takes at most %d for one region and family.", LOADER_MAX_FILES),
					 errhint("Raise max_file_size or regions, or load with -Dhbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily=%d as load.sh does.",
							 run->open[f].files)));
		run->open[f].files = 0;
	}
}

/* The region a row falls in; closes those that lie before it. */
static void
enter_region(Run *run, const ExportRow *row)
{
	const ExportOptions *options = run->options;

	if (options->plan_regions)
	{
		/* equal rows: the first row of a region is its split point */
		uint64		next = (row->total * (run->region + 1)) / options->regions;

		if (run->region + 1 < options->regions && row->number >= next && row->number > 0)
		{
			end_region(run);
			run->region++;
			begin_region(run, rowkey_from_bytes(row->key, row->key_len));
		}
		return;
	}
	while (run->region < options->nsplits)
	{
		RowKey	   *split = options->splits[run->region];

		if (bytes_compare(row->key, row->key_len, VARDATA_ANY(split), VARSIZE_ANY_EXHDR(split)) < 0)
			return;
		end_region(run);
		run->region++;
		begin_region(run, split);
	}
}

/* The regions that no row reached. */
static void
end_regions(Run *run)
{
	end_region(run);
	while (!run->options->plan_regions && run->region < run->options->nsplits)
	{
		begin_region(run, run->options->splits[run->region]);
		run->region++;
	}
}

/* "key" in notation, as an SQL literal of its type. */
static char *
key_literal(const RowKey *key)
{
	const uint8_t *p = (const uint8_t *) VARDATA_ANY(key);
	size_t		n = VARSIZE_ANY_EXHDR(key);
	char	   *text = palloc(notation_length(p, n) + 1);

	*notation_write(p, n, text) = '\0';
	return psprintf("%s::%s.rowkey", quote_literal_cstr(text), own_objects()->types);
}

/*
 * A condition for the keys of the wanted regions, so that a part of them costs
 * a part of the work; NULL when all are wanted.
 */
static char *
wanted_condition(const Definition *def, const ExportOptions *options)
{
	const char *types = own_objects()->types;
	const char *key = quote_identifier(get_attname(def->relid, def->key, false));
	StringInfoData sql;

	if (options->wanted == NULL)
		return NULL;
	initStringInfo(&sql);
	for (int first = 0; first < options->regions; first++)
	{
		int			stop = first;

		while (stop < options->regions && options->wanted[stop])
			stop++;
		if (stop == first)
			continue;
		if (sql.len > 0)
			appendStringInfoString(&sql, " OR ");
		appendStringInfo(&sql, "%s OPERATOR(%s.<@) %s.rowkeyrange(%s, %s)", key, types, types,
						 first == 0 ? "NULL" : key_literal(options->splits[first - 1]),
						 stop > options->nsplits ? "NULL" : key_literal(options->splits[stop - 1]));
		first = stop;
	}
	return sql.len > 0 ? sql.data : "false";
}

/* ---- rows ------------------------------------------------------------------ */

/* Cell c of a column, into a cell whose row and family are set. */
static void
load_cell(Cell *cell, const WideRow *family, uint32_t column, uint32_t c)
{
	WideCell	wide;

	wide_cell(family, column, c, &wide);
	cell->qualifier = wide.qualifier;
	cell->qualifier_len = wide.qualifier_len;
	cell->value = wide.value;
	cell->value_len = wide.value_len;
	cell->ts = wide.ts;
	cell->type = wide.type;
}

/* Add one cell to its family's file. */
static void
write_cell(Run *run, int f, const Cell *cell, const ExportRow *row)
{
	OpenFile   *open = &run->open[f];
	CoreError	err;

	if (open->file == NULL)
		begin_file(run, f, row);
	if (!hfile_writer_add(open->writer, cell, &err))
		glue_raise(&err);
	run->result->cells++;
}

/* Count what HBase will not show although it is in the file. */
static void
count_lost(Run *run, int f, const WideRow *family)
{
	const Family *defined = &run->def->families[f].options;

	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);
		int			puts = 0;

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
 * Add the cells that a get of every column shows to the region's sum; false
 * when it shows none.
 */
static bool
sum_visible(Run *run, const WideRow *family, Cell *cell)
{
	bool		plain = !family->has_types && family->cells == family->columns;
	uint32_t	n = family->columns;
	uint32_t   *selected = NULL;

	if (!plain)
	{
		selected = palloc(sizeof(uint32_t) * family->cells);
		n = wide_visible(family, &wide_plain_family, &wide_plain_read, selected);
	}
	for (uint32_t i = 0, column = 0; i < n; i++)
	{
		uint32_t	c = plain ? i : selected[i];

		while (c >= wide_span(family, column).stop)
			column++;
		load_cell(cell, family, column, c);
		range_sum_add(&run->range->sum, cell, &run->scratch);
	}
	if (selected != NULL)
		pfree(selected);
	return n > 0;
}

/* Phoenix takes a row for there only with this cell, in the first family. */
static void
phoenix_cell(Cell *cell, int64 ts)
{
	cell->qualifier = (const uint8_t *) "_0";
	cell->qualifier_len = 2;
	cell->value = (const uint8_t *) "x";
	cell->value_len = 1;
	cell->ts = ts;
	cell->type = CELL_PUT;
}

/* The newest timestamp of a row's cells. */
static int64
newest_of_row(const Run *run, const ExportRow *row)
{
	int64		newest = 0;

	for (int f = 0; f < run->def->nfamilies; f++)
	{
		if (row->families[f].cells > 0)
			newest = Max(newest, wide_max_timestamp(&row->families[f]));
	}
	return newest;
}

static void
write_family(Run *run, int f, const ExportRow *row, const Cell *extra)
{
	const WideRow *family = &row->families[f];
	const DefinedFamily *defined = &run->def->families[f];
	Cell		cell = {.row = row->key, .row_len = row->key_len,
		.family = defined->bytes, .family_len = defined->len};

	for (uint32_t column = 0; column < family->columns && family->cells > 0; column++)
	{
		WideSpan	span = wide_span(family, column);

		for (uint32_t c = span.first; c < span.stop; c++)
		{
			load_cell(&cell, family, column, c);
			if (extra != NULL && cell_compare_in_row(extra, &cell) <= 0)
			{
				if (cell_compare_in_row(extra, &cell) < 0)
					write_cell(run, f, extra, row);
				extra = NULL;
			}
			write_cell(run, f, &cell, row);
		}
	}
	if (extra != NULL)
		write_cell(run, f, extra, row);
	if (family->cells > 0)
		count_lost(run, f, family);
}

static void
write_row(void *context, const ExportRow *row)
{
	Run		   *run = context;
	bool		any = false;
	bool		visible = false;

	CHECK_FOR_INTERRUPTS();
	enter_region(run, row);
	for (int f = 0; f < run->def->nfamilies; f++)
		any |= row->families[f].cells > 0;
	if (!any)
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
		Cell		cell = {.row = row->key, .row_len = row->key_len,
			.family = run->def->families[f].bytes, .family_len = run->def->families[f].len};

		if (f == 0 && run->options->phoenix_empty_cell)
		{
			phoenix_cell(&cell, newest_of_row(run, row));
			write_family(run, f, row, &cell);
			range_sum_add(&run->range->sum, &cell, &run->scratch);
			visible = true;
		}
		else if (family->cells > 0)
			write_family(run, f, row, NULL);
		if (family->cells > 0)
			visible |= sum_visible(run, family, &cell);
		if (open->file == NULL)
			continue;
		open->last_row.len = 0;
		core_buf_add(&open->last_row, row->key, row->key_len);
		if ((int64) hfile_writer_size(open->writer) >= run->options->max_file_size)
			end_file(run, f);
	}
	run->range->sum.rows += visible;
	run->result->rows++;
	export_progress_row(run->progress, run->result->rows, run->result->cells);
}

/* ---- options --------------------------------------------------------------- */

/* How each family's files are written: as defined, unless the call says so. */
static HFileSettings *
family_settings(FunctionCallInfo fcinfo, const Definition *def, int64 now)
{
	HFileSettings *settings = palloc(sizeof(HFileSettings) * Max(def->nfamilies, 1));

	for (int f = 0; f < def->nfamilies; f++)
	{
		const Family *defined = &def->families[f].options;
		const char *codec = PG_ARGISNULL(4) ? defined->compression : text_to_cstring(PG_GETARG_TEXT_PP(4));
		const char *bloom = PG_ARGISNULL(5) ? defined->bloomfilter : text_to_cstring(PG_GETARG_TEXT_PP(5));
		CoreError	err;

		hfile_settings_init(&settings[f]);
		settings[f].create_time = now;
		settings[f].block_size = PG_ARGISNULL(6) ? defined->blocksize : PG_GETARG_INT32(6);
		if (!hfile_codec_from_name(codec, strlen(codec), &settings[f].codec, &err) ||
			!hfile_bloom_from_name(bloom, strlen(bloom), &settings[f].bloom, &err) ||
			!hfile_settings_check(&settings[f], &err))
			glue_raise(&err);
	}
	return settings;
}

/* Split points of the call or the definition, or a number of regions to plan. */
static void
region_options(FunctionCallInfo fcinfo, const Definition *def, ExportOptions *options)
{
	options->regions = PG_ARGISNULL(2) ? def->regions : PG_GETARG_INT32(2);
	if (!PG_ARGISNULL(2) && (options->regions < 1 || options->regions > 1000000))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of regions must be between 1 and 1000000, not %d", options->regions)));
	if (!PG_ARGISNULL(3))
	{
		Datum	   *values;
		bool	   *nulls;
		ArrayType  *array = PG_GETARG_ARRAYTYPE_P(3);

		deconstruct_array(array, ARR_ELEMTYPE(array), -1, false, TYPALIGN_INT,
						  &values, &nulls, &options->nsplits);
		options->splits = palloc(sizeof(RowKey *) * Max(options->nsplits, 1));
		for (int i = 0; i < options->nsplits; i++)
		{
			RowKey	   *before = i > 0 ? options->splits[i - 1] : NULL;

			if (nulls[i] || VARSIZE_ANY_EXHDR(DatumGetRowKeyPP(values[i])) == 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("split point %d is NULL or empty", i + 1)));
			options->splits[i] = DatumGetRowKeyPP(values[i]);
			if (before != NULL &&
				bytes_compare(VARDATA_ANY(before), VARSIZE_ANY_EXHDR(before),
							  VARDATA_ANY(options->splits[i]), VARSIZE_ANY_EXHDR(options->splits[i])) >= 0)
				ereport(ERROR,
						(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						 errmsg("split point %d is not above the one before it", i + 1),
						 errhint("Split points are listed in ascending byte order, each once.")));
		}
	}
	else if (PG_ARGISNULL(2) && def->nsplits > 0)
	{
		options->nsplits = def->nsplits;
		options->splits = def->splits;
	}
	if (options->nsplits > 0 || !PG_ARGISNULL(3))
		options->regions = options->nsplits + 1;
	else
	{
		options->regions = Max(options->regions, 1);
		options->plan_regions = options->regions > 1;
	}
}

static mode_t
mode_option(FunctionCallInfo fcinfo, int arg, mode_t otherwise)
{
	char	   *given,
			   *end;
	long		mode;

	if (PG_ARGISNULL(arg))
		return otherwise;
	given = text_to_cstring(PG_GETARG_TEXT_PP(arg));
	mode = strtol(given, &end, 8);
	if (*given == '\0' || *end != '\0' || mode < 0 || mode > 0777)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid mode \"%s\"", given),
				 errhint("Modes are octal, as \"0640\".")));
	return (mode_t) mode;
}

/* The regions that this call writes; NULL means all. */
static bool *
wanted_regions(FunctionCallInfo fcinfo, const ExportOptions *options)
{
	ArrayType  *array;
	int			n;
	int32	   *numbers;
	bool	   *wanted;

	if (PG_ARGISNULL(9))
		return NULL;
	if (options->plan_regions)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a part of the regions needs their split points"),
				 errhint("Give splits, or define them with hbase.define().")));
	array = PG_GETARG_ARRAYTYPE_P(9);
	if (array_contains_nulls(array))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("numbers of regions must not be NULL")));
	n = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	numbers = (int32 *) ARR_DATA_PTR(array);
	wanted = palloc0(sizeof(bool) * options->regions);
	for (int i = 0; i < n; i++)
	{
		if (numbers[i] < 0 || numbers[i] >= options->regions)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("there is no region %d", numbers[i]),
					 errdetail("Regions are numbered from 0 to %d.", options->regions - 1)));
		wanted[numbers[i]] = true;
	}
	return wanted;
}

/* ---- the run --------------------------------------------------------------- */

static void
return_files(FunctionCallInfo fcinfo, const Definition *def, const ExportResult *result)
{
	ReturnSetInfo *rsinfo = glue_materialize(fcinfo);
	ListCell   *lc;

	foreach(lc, result->files)
	{
		const ExportedFile *file = lfirst(lc);
		Datum		values[8];
		bool		nulls[8] = {0};
		NameData	family;

		namestrcpy(&family, def->families[file->family].name);
		values[0] = Int32GetDatum(file->region);
		values[1] = NameGetDatum(&family);
		values[2] = CStringGetTextDatum(file->path);
		values[3] = Int64GetDatum(file->rows);
		values[4] = Int64GetDatum(file->cells);
		values[5] = Int64GetDatum(file->bytes);
		values[6] = PointerGetDatum(file->first_row);
		values[7] = PointerGetDatum(file->last_row);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
}

/* hbase.export_hfiles(relation, directory, ...); doc/reference.md has the options. */
Datum
hbase_export_hfiles(PG_FUNCTION_ARGS)
{
	Definition *def;
	ExportOptions options;
	ExportResult result;
	Run			run;
	int64		now = export_millis(GetCurrentTimestamp());

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("relation and directory must not be NULL")));
	def = definition_read(PG_GETARG_OID(0), NULL);

	memset(&options, 0, sizeof(options));
	options.relation = definition_relation_name(def->relid);
	region_options(fcinfo, def, &options);
	options.settings = family_settings(fcinfo, def, now);
	options.stamp = PG_ARGISNULL(7) ? export_default_stamp() : PG_GETARG_INT64(7);
	options.max_file_size = PG_ARGISNULL(8) ? INT64CONST(10) * 1024 * 1024 * 1024 : PG_GETARG_INT64(8);
	options.wanted = wanted_regions(fcinfo, &options);
	options.phoenix_empty_cell = !PG_ARGISNULL(10) && PG_GETARG_BOOL(10);
	options.modes.file = mode_option(fcinfo, 11, 0644);
	options.modes.dir = mode_option(fcinfo, 12, 0755);
	if (options.stamp < 1 || options.stamp > WIDEROW_MAX_TIMESTAMP)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("stamp %lld is out of range", (long long) options.stamp),
				 errhint("A stamp is milliseconds since 1970, from 1 on.")));
	if (options.max_file_size < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("max_file_size must be at least 1 byte")));

	memset(&result, 0, sizeof(result));
	memset(&run, 0, sizeof(run));
	run.def = def;
	run.options = &options;
	run.result = &result;
	run.results = CurrentMemoryContext;
	run.writing = AllocSetContextCreate(CurrentMemoryContext, "hbase_schema export", ALLOCSET_DEFAULT_SIZES);
	run.open = palloc0(sizeof(OpenFile) * Max(def->nfamilies, 1));
	run.oldest = palloc(sizeof(int64) * Max(def->nfamilies, 1));
	for (int f = 0; f < def->nfamilies; f++)
		run.oldest[f] = definition_wide_family(&def->families[f], now).oldest;
	run.dir = export_dir_begin(text_to_cstring(PG_GETARG_TEXT_PP(1)), options.modes);
	run.progress = export_progress_begin(def->relid, options.regions);

	begin_region(&run, NULL);
	export_rows(def, options.stamp, wanted_condition(def, &options), options.plan_regions,
				write_row, &run);
	end_regions(&run);

	export_write_manifest(run.dir, def, &options, &result);
	export_write_load_script(run.dir, def, &options, &result);
	export_progress_end(run.progress);
	export_dir_publish(run.dir);
	export_tell_empty_rows(result.empty_rows);
	return_files(fcinfo, def, &result);
	return (Datum) 0;
}
