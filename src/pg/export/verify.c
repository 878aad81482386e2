/*
 * verify.c
 *		hbase.verify(): compare an export's files, the relation and the table
 *		in HBase with the export's manifest.
 */
#include "pg/base/compat.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "core/base/bytes.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/set_result.h"
#include "pg/export/export_phoenix.h"
#include "pg/export/manifest.h"
#include "pg/file/server_path.h"
#include "pg/hfile/hfile_folder.h"
#include "pg/relation/export_progress.h"

PG_FUNCTION_INFO_V1(hbase_verify);
PG_FUNCTION_INFO_V1(hbase_verify_live);

/* The result of a range of keys. */
typedef struct Range
{
	RangeSum	expected;
	RangeSum	sum;			/* found */
	StringInfoData difference;	/* differences found; empty: none */
	uint64		rows_differ;	/* rows that differ from the relation's */
	char	   *first_row;		/* the first of these, quoted */
} Range;

/* The result of a file of the manifest. */
typedef struct FoundFile
{
	const ManifestFile *said;	/* its entry in the manifest */
	size_t		family_len;		/* length of the family in its path */
	uint64		rows;
	uint64		cells;
	uint64		row_number;		/* of its last row, over all files */
	RowKey	   *first_row;
	CoreBuf		last_row;
	bool		outside;		/* a row is not in its region */
	bool		other_family;	/* a cell is not in its folder's family */
} FoundFile;

typedef struct Verify
{
	const Definition *def;
	const Manifest *manifest;
	Range	   *ranges;			/* by region */
	StringInfoData elsewhere;	/* differences that belong to no range */
	HFileFolder *folder;
	FoundFile  *files;			/* by index in the folder */
	HFileMergeRow row;			/* the present row of the files */
	bool		has_row;
	int			region;			/* region of the present row */
	uint64		rows;			/* rows read from the files */
	uint64		cells;
	CoreBuf		wide;			/* buffer: bytes of an assembled row */
	uint32_t   *selected;		/* buffer: visible cells of a row */
	uint32		selected_room;

	/* for the comparison with the relation */
	int			relation_region;
	const Cell *phoenix;		/* Phoenix's cell, still to be compared */
	uint32_t	next_cell;		/* index in the files' row */
	bool		row_differs;
} Verify;

static void
add_difference(StringInfo to, const char *fmt,...) pg_attribute_printf(2, 3);

static void
add_difference(StringInfo to, const char *fmt,...)
{
	va_list		args;
	int			need;

	if (to->len > 0)
		appendStringInfoString(to, "; ");
	for (;;)
	{
		va_start(args, fmt);
		need = appendStringInfoVA(to, fmt, args);
		va_end(args);
		if (need == 0)
			return;
		enlargeStringInfo(to, need);
	}
}

static char *
quote_row(const void *row, size_t len)
{
	char		quoted[CELL_QUOTE_SIZE];

	return pstrdup(cell_quote(row, len, quoted, sizeof(quoted)));
}

static char *
quote_key(const RowKey *key)
{
	return quote_row(VARDATA_ANY(key), VARSIZE_ANY_EXHDR(key));
}

/* The region of a row; regions before "from" are not searched. */
static int
region_of(const Manifest *manifest, int from, const uint8_t *row, size_t len)
{
	while (from + 1 < manifest->nregions)
	{
		const RowKey *stop = manifest->regions[from].stop;

		if (bytes_compare(row, len, VARDATA_ANY(stop),
						  VARSIZE_ANY_EXHDR(stop)) < 0)
			break;
		from++;
	}
	return from;
}

/* ---- files -------------------------------------------------------------- */

static void
file_failed(void *context, const HFileFolder *folder, int file,
			const CoreError *err)
{
	Verify	   *verify = context;
	const ManifestFile *said = verify->files[file].said;

	add_difference(&verify->ranges[said->region].difference, "file \"%s\": %s",
				   said->path, err->message);
}

/* Count the cells of the row for their files. */
static void
count_row(Verify *verify)
{
	const HFileMergeRow *row = &verify->row;

	for (uint32_t i = 0; i < row->n; i++)
	{
		const HFileMergeCell *cell = &row->cells[i];
		FoundFile  *file = &verify->files[cell->file];

		CHECK_FOR_INTERRUPTS();
		file->cells++;
		if (cell->cell.family_len != file->family_len ||
			!core_same(file->said->path, cell->cell.family, file->family_len))
			file->other_family = true;
		if (file->row_number == verify->rows)
			continue;
		file->row_number = verify->rows;
		if (file->rows++ == 0)
			file->first_row = rowkey_from_bytes(row->row, row->row_len);
		file->last_row.len = 0;
		core_buf_add(&file->last_row, row->row, row->row_len);
		if (file->said->region != verify->region)
			file->outside = true;
	}
}

/* Make room for the numbers of the visible cells of a row. */
static void
reserve_selected(Verify *verify, uint32 cells)
{
	if (verify->selected_room >= cells)
		return;
	verify->selected_room = cells * 2;
	verify->selected = repalloc(verify->selected,
								sizeof(uint32_t) * verify->selected_room);
}

/*
 * Add the cells of one family that a get returns to the sum, if some are
 * hidden.
 */
static void
sum_versions(Verify *verify, const HFileMergeCell *cells, uint32_t n)
{
	RangeSum   *sum = &verify->ranges[verify->region].sum;
	WideBuilder builder;
	WideRow		wide;
	CoreError	err;
	uint32_t	visible;

	wide_builder_init(&builder);
	for (uint32_t i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!wide_builder_point_cell(&builder, &cells[i].cell, &err))
			core_error_raise(&err);
	}
	verify->wide.len = 0;
	if (!wide_builder_finish(&builder, WIDEROW_DUPLICATE_FIRST, &verify->wide,
							 &err) ||
		!wide_open(&wide, verify->wide.data, verify->wide.len, &err))
		core_error_raise(&err);
	wide_builder_free(&builder);

	reserve_selected(verify, wide.cells);
	visible = wide_visible(&wide, &wide_plain_family, &wide_plain_read,
						   verify->selected);

	/* "visible" counts cells without duplicates */
	for (uint32_t i = 0, number = 0, next = 0; i < n && next < visible; i++)
	{
		if (i > 0 &&
			cell_compare_in_row(&cells[i - 1].cell, &cells[i].cell) == 0)
			continue;
		if (number++ != verify->selected[next])
			continue;
		range_sum_add_written(sum, cells[i].written, cells[i].written_size);
		next++;
	}
}

/* Add the cells that a get of the row returns to the range's sum. */
static void
sum_row(Verify *verify)
{
	const HFileMergeRow *row = &verify->row;
	RangeSum   *sum = &verify->ranges[verify->region].sum;
	uint64		before = sum->cells;

	for (uint32_t first = 0, stop; first < row->n; first = stop)
	{
		const Cell *cell = &row->cells[first].cell;
		bool		plain = cell->type == CELL_PUT;

		/* are all cells of the family puts of different columns? */
		for (stop = first + 1; stop < row->n; stop++)
		{
			const Cell *next = &row->cells[stop].cell;

			if (bytes_compare(cell->family, cell->family_len, next->family,
							  next->family_len) != 0)
				break;
			plain = plain && next->type == CELL_PUT &&
				cell_compare_bytes(row->cells[stop - 1].cell.qualifier,
								   row->cells[stop - 1].cell.qualifier_len,
								   next->qualifier, next->qualifier_len) != 0;
		}
		if (!plain)
			sum_versions(verify, row->cells + first, stop - first);
		else
		{
			for (uint32_t i = first; i < stop; i++)
			{
				CHECK_FOR_INTERRUPTS();
				range_sum_add_written(sum, row->cells[i].written,
									  row->cells[i].written_size);
			}
		}
	}
	sum->rows += sum->cells > before;
}

/* Report the number of bytes read. */
static void
report_progress(Verify *verify)
{
	verify->cells += verify->row.n;
	if (verify->rows % EXPORT_PROGRESS_ROWS != 0)
		return;
	export_progress_region(verify->region);
	export_progress_written(verify->rows, verify->cells,
							hfile_folder_bytes(verify->folder));
}

/* Advance to the files' next row; count it and add it to the sum. */
static bool
next_row(Verify *verify)
{
	verify->has_row = hfile_folder_next(verify->folder, &verify->row);
	if (!verify->has_row)
		return false;
	verify->region = region_of(verify->manifest, verify->region,
							   verify->row.row, verify->row.row_len);
	verify->rows++;
	count_row(verify);
	sum_row(verify);
	report_progress(verify);
	return true;
}

/* Compare a file with its entry in the manifest. */
static void
judge_file(Verify *verify, const FolderFile *file, const FoundFile *found)
{
	const ManifestFile *said = found->said;
	StringInfo	to = &verify->ranges[said->region].difference;

	if (file->failed)
		return;					/* reported already */
	if (found->other_family)
		add_difference(to, "file \"%s\" holds cells of another family",
					   said->path);
	if (found->outside)
		add_difference(to, "file \"%s\" holds rows of another region",
					   said->path);
	if (file->size != said->bytes)
		add_difference(to, "file \"%s\" has %llu bytes instead of %llu",
					   said->path, (unsigned long long) file->size,
					   (unsigned long long) said->bytes);
	else if (file->crc != said->crc)
		add_difference(to, "file \"%s\" has the CRC-32C %08x instead of %08x",
					   said->path, file->crc, said->crc);
	if (found->rows != said->rows || found->cells != said->cells)
		add_difference(
			to,
			"file \"%s\" holds %llu rows and %llu cells instead of %llu and %llu",
			said->path, (unsigned long long) found->rows,
			(unsigned long long) found->cells, (unsigned long long) said->rows,
			(unsigned long long) said->cells);
	if (found->rows > 0 &&
		(bytes_compare(VARDATA_ANY(found->first_row),
					   VARSIZE_ANY_EXHDR(found->first_row),
					   VARDATA_ANY(said->first_row),
					   VARSIZE_ANY_EXHDR(said->first_row)) != 0 ||
		 bytes_compare(found->last_row.data, found->last_row.len,
					   VARDATA_ANY(said->last_row),
					   VARSIZE_ANY_EXHDR(said->last_row)) != 0))
		add_difference(to, "the rows of file \"%s\" are from %s to %s",
					   said->path, quote_key(found->first_row),
					   quote_row(found->last_row.data, found->last_row.len));
}

static int
compare_said(const void *a, const void *b)
{
	return strcmp((*(const ManifestFile *const *) a)->path,
				  (*(const ManifestFile *const *) b)->path);
}

/* Open the files that are both in the manifest and in the folder. */
static void
open_files(Verify *verify, const char *directory)
{
	const Manifest *manifest = verify->manifest;
	const ManifestFile **said = palloc(sizeof(ManifestFile *) *
									   (manifest->nfiles + 1));
	List	   *there = hfile_folder_list(directory);
	ListCell   *lc = list_head(there);
	List	   *both = NIL;

	for (int i = 0; i < manifest->nfiles; i++)
		said[i] = &manifest->files[i];
	qsort(said, manifest->nfiles, sizeof(ManifestFile *), compare_said);
	verify->files = palloc0(sizeof(FoundFile) * (manifest->nfiles + 1));
	for (int i = 0; i < manifest->nfiles || lc != NULL;)
	{
		int			c = lc == NULL ? -1 :
			i == manifest->nfiles  ? 1 :
									 strcmp(said[i]->path, lfirst(lc));

		if (c < 0)
			add_difference(&verify->ranges[said[i]->region].difference,
						   "file \"%s\" is missing", said[i]->path);
		else if (c > 0)
			add_difference(&verify->elsewhere,
						   "file \"%s\" is not in the manifest",
						   (char *) lfirst(lc));
		else
		{
			FoundFile  *found = &verify->files[list_length(both)];

			found->said = said[i];
			found->family_len = strchr(said[i]->path, '/') - said[i]->path;
			both = lappend(both, said[i]->path);
		}
		if (c <= 0)
			i++;
		if (c >= 0)
			lc = lnext(there, lc);
	}
	verify->folder = hfile_folder_open(directory, both, file_failed, verify);
}

/* ---- the relation ------------------------------------------------------- */

/* Record that a row differs between files and relation. */
static void
differs(Verify *verify, int region, const uint8_t *row, size_t len)
{
	Range	   *range = &verify->ranges[region];

	if (range->rows_differ++ == 0)
		range->first_row = quote_row(row, len);
}

/* Compare a cell of the relation with the next one of the files. */
static void
compare_next(Verify *verify, const Cell *cell)
{
	const Cell *other;

	if (verify->next_cell >= verify->row.n)
	{
		verify->row_differs = true;
		return;
	}
	other = &verify->row.cells[verify->next_cell++].cell;
	if (cell_compare_in_row(cell, other) != 0 ||
		bytes_compare(cell->value, cell->value_len, other->value,
					  other->value_len) != 0)
		verify->row_differs = true;
}

static void
compare_cell(void *context, int family, const Cell *cell)
{
	Verify	   *verify = context;

	if (verify->phoenix != NULL &&
		cell_compare_in_row(verify->phoenix, cell) < 0)
	{
		compare_next(verify, verify->phoenix);
		verify->phoenix = NULL;
	}
	compare_next(verify, cell);
}

/* Compare a row of the relation with the files' row of the same key. */
static void
compare_cells(Verify *verify, const RelationRow *row, const Cell *phoenix)
{
	verify->next_cell = 0;
	verify->row_differs = false;
	verify->phoenix = phoenix;
	export_row_cells(verify->def, row, compare_cell, verify);
	if (verify->phoenix != NULL)
		compare_next(verify, phoenix);
	if (verify->row_differs || verify->next_cell < verify->row.n)
		differs(verify, verify->relation_region, row->key, row->key_len);
}

static void
compare_row(void *context, const RelationRow *row)
{
	Verify	   *verify = context;
	const Manifest *manifest = verify->manifest;
	const DefinedFamily *first = &verify->def->families[0];
	Cell		phoenix = {.row = row->key, .row_len = row->key_len,
		.family = first->bytes, .family_len = first->len};
	bool		has_phoenix = manifest->phoenix_empty_cell &&
		export_phoenix_cell(verify->def, row, manifest->stamp, &phoenix);
	bool		any = has_phoenix || row->cells > 0;
	int			c = 1;

	verify->relation_region = region_of(manifest, verify->relation_region,
										row->key, row->key_len);
	if (!any || !manifest->regions[verify->relation_region].written)
		return;

	/* rows that only the files have */
	while (verify->has_row &&
		   (c = bytes_compare(verify->row.row, verify->row.row_len, row->key,
							  row->key_len)) < 0)
	{
		differs(verify, verify->region, verify->row.row, verify->row.row_len);
		next_row(verify);
	}
	if (!verify->has_row || c > 0)
		differs(verify, verify->relation_region, row->key, row->key_len);
	else
	{
		compare_cells(verify, row, has_phoenix ? &phoenix : NULL);
		next_row(verify);
	}
}

/* Read files and relation side by side. */
static void
read_with_relation(Verify *verify)
{
	ExportQuery query = {.def = verify->def, .stamp = verify->manifest->stamp};

	/* if the export skipped rejected rows, skip them here too */
	query.rejects =
		export_rejects_new(verify->def,
						   verify->manifest->rejects > 0 ? PG_INT64_MAX : -1,
						   NULL);
	next_row(verify);
	export_rows(&query, compare_row, verify);
	export_rejects_finish(query.rejects);
	for (; verify->has_row; next_row(verify))
		differs(verify, verify->region, verify->row.row, verify->row.row_len);
	for (int i = 0; i < verify->manifest->nregions; i++)
	{
		Range	   *range = &verify->ranges[i];

		if (range->rows_differ > 0)
			add_difference(
				&range->difference,
				range->rows_differ == 1 ?
					"%llu row differs from the relation's, %s" :
					"%llu rows differ from the relation's, the first is %s",
				(unsigned long long) range->rows_differ, range->first_row);
	}
}

/* ---- the table in HBase ------------------------------------------------- */

/* Expect a cell of the relation, with any timestamp. */
static void
expect_cell(Verify *verify, RangeSum *sum, const Cell *cell)
{
	Cell		bare = *cell;
	size_t		size = cell_size(cell);
	uint8_t    *written;

	bare.ts = 0;
	verify->wide.len = 0;
	written = core_buf_reserve(&verify->wide, size);
	cell_write(written, &bare);
	range_sum_add_written(sum, written, size);
}

/* Expect the cells of a row of the relation that a get returns. */
static void
expect_row(void *context, const RelationRow *row)
{
	Verify	   *verify = context;
	const Manifest *manifest = verify->manifest;
	const DefinedFamily *first = &verify->def->families[0];
	Cell		cell = {.row = row->key, .row_len = row->key_len,
		.family = first->bytes, .family_len = first->len};
	RangeSum   *sum;
	uint64		before;

	verify->relation_region = region_of(manifest, verify->relation_region,
										row->key, row->key_len);
	sum = &verify->ranges[verify->relation_region].expected;
	before = sum->cells;
	if (manifest->phoenix_empty_cell &&
		export_phoenix_cell(verify->def, row, manifest->stamp, &cell))
		expect_cell(verify, sum, &cell);
	for (int f = 0; f < verify->def->nfamilies; f++)
	{
		const WideRow *family = &row->families[f];
		uint32_t	visible;

		if (family->cells == 0)
			continue;
		reserve_selected(verify, family->cells);
		visible = wide_visible(family, &wide_plain_family, &wide_plain_read,
							   verify->selected);
		cell.family = verify->def->families[f].bytes;
		cell.family_len = verify->def->families[f].len;
		for (uint32_t column = 0, next = 0;
			 column < family->columns && next < visible; column++)
		{
			WideSpan	span = wide_span(family, column);

			for (uint32_t c = span.first; c < span.stop && next < visible; c++)
			{
				if (verify->selected[next] != c)
					continue;
				export_load_cell(&cell, family, column, c);
				expect_cell(verify, sum, &cell);
				next++;
			}
		}
	}
	sum->rows += sum->cells > before;
}

/* Expect what the relation has now instead of what the export has. */
static void
expect_relation(Verify *verify)
{
	ExportQuery query = {.def = verify->def, .stamp = verify->manifest->stamp};

	for (int i = 0; i < verify->manifest->nregions; i++)
		memset(&verify->ranges[i].expected, 0, sizeof(RangeSum));
	query.rejects =
		export_rejects_new(verify->def,
						   verify->manifest->rejects > 0 ? PG_INT64_MAX : -1,
						   NULL);
	export_rows(&query, expect_row, verify);
	export_rejects_finish(query.rejects);
}

/* The next field of a line, up to a tab or the end of the line. */
static char *
next_field(char **at)
{
	char	   *field = *at;
	size_t		len = strcspn(field, "\t\r\n");

	*at = field + len;
	if (**at == '\t')
		(*at)++;
	return pnstrdup(field, len);
}

static uint64
read_number(const char *field, int base, const char *line)
{
	char	   *end;
	uint64		v;

	errno = 0;
	v = strtoull(field, &end, base);
	if (*field == '\0' || *end != '\0' || errno != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid line of range checksums: \"%.*s\"",
						(int) strcspn(line, "\r\n"), line),
				 errhint("Expected the output of \"load.sh checksums\": for each range a line with number, rows, cells, checksum, and checksum without timestamps, separated by tabs.")));
	return v;
}

/*
 * Read the output of "load.sh checksums": one line for each range.  The last
 * field, a checksum without timestamps, is only needed if by_value is set.
 */
static void
read_live(Verify *verify, char *text, bool by_value)
{
	const Manifest *manifest = verify->manifest;
	bool	   *seen = palloc0(sizeof(bool) * manifest->nregions);

	while (*text != '\0')
	{
		char	   *line = text;
		uint64		number = read_number(next_field(&text), 10, line);
		RangeSum	sum;

		sum.rows = read_number(next_field(&text), 10, line);
		sum.cells = read_number(next_field(&text), 10, line);
		sum.sum = read_number(next_field(&text), 16, line);
		if (text[-1] == '\t' || by_value)
		{
			uint64		without = read_number(next_field(&text), 16, line);

			if (by_value)
				sum.sum = without;
		}
		if (number >= manifest->nregions || seen[number])
			ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("range " UINT64_FORMAT
						" of the table's checksums is %s",
						number,
						number >= manifest->nregions ? "not in the manifest" :
													   "given twice"),
				 errdetail("The manifest has the ranges 0 to %d.",
						   manifest->nregions - 1),
				 errhint(
					 "Run load.sh checksums in the folder of the manifest.")));
		seen[number] = true;
		verify->ranges[number].sum = sum;
		text += strspn(text, "\r\n");
	}
	for (int i = 0; i < manifest->nregions; i++)
	{
		if (!seen[i])
			add_difference(&verify->ranges[i].difference,
						   "the table's checksum is missing");
	}
}

/* ---- result ------------------------------------------------------------- */

static void
put_range(ReturnSetInfo *out, const Verify *verify, int i)
{
	const ManifestRegion *said = &verify->manifest->regions[i];
	Range	   *range = &verify->ranges[i];
	Datum		values[9];
	bool		nulls[9] = {0};

	if (range->difference.len == 0 &&
		!range_sum_equal(&range->sum, &range->expected))
	{
		if (range->sum.rows != range->expected.rows ||
			range->sum.cells != range->expected.cells)
			add_difference(&range->difference,
						   "%llu rows and %llu cells instead of %llu and %llu",
						   (unsigned long long) range->sum.rows,
						   (unsigned long long) range->sum.cells,
						   (unsigned long long) range->expected.rows,
						   (unsigned long long) range->expected.cells);
		else
			add_difference(&range->difference,
						   "as many rows and cells, but other ones");
	}
	values[0] = Int32GetDatum(i);
	values[1] = PointerGetDatum(said->start);
	values[2] = PointerGetDatum(said->stop);
	values[3] = Int64GetDatum(range->sum.rows);
	values[4] = Int64GetDatum(range->sum.cells);
	values[5] = CStringGetTextDatum(
		psprintf("%016llx", (unsigned long long) range->expected.sum));
	values[6] = CStringGetTextDatum(
		psprintf("%016llx", (unsigned long long) range->sum.sum));
	values[7] = BoolGetDatum(range->difference.len == 0);
	if (range->difference.len > 0)
		values[8] = CStringGetTextDatum(range->difference.data);
	else
		nulls[8] = true;
	tuplestore_putvalues(out->setResult, out->setDesc, values, nulls);
}

/*
 * Return a row for each range that the export wrote, and one for differences
 * outside of ranges.
 */
static void
put_outcome(FunctionCallInfo fcinfo, const Verify *verify)
{
	ReturnSetInfo *out = set_result_begin(fcinfo);

	for (int i = 0; i < verify->manifest->nregions; i++)
	{
		if (verify->manifest->regions[i].written)
			put_range(out, verify, i);
	}
	if (verify->elsewhere.len > 0)
	{
		Datum		values[9] = {0};
		bool		nulls[9] = {true, true, true, true, true, true, true,
								false, false};

		values[7] = BoolGetDatum(false);
		values[8] = CStringGetTextDatum(verify->elsewhere.data);
		tuplestore_putvalues(out->setResult, out->setDesc, values, nulls);
	}
}

static void
begin_verify(Verify *verify, Oid relid, const char *directory)
{
	Manifest   *manifest = manifest_read(directory);

	memset(verify, 0, sizeof(Verify));
	verify->def = definition_read(relid, NULL);
	verify->manifest = manifest;
	if (strcmp(manifest->table, verify->def->table_name) != 0)
		ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg(
				 "folder \"%s\" contains table \"%s\", but %s is defined as table \"%s\"",
				 directory, manifest->table, definition_relation_name(relid),
				 verify->def->table_name)));
	initStringInfo(&verify->elsewhere);
	verify->ranges = palloc0(sizeof(Range) * manifest->nregions);
	for (int i = 0; i < manifest->nregions; i++)
	{
		initStringInfo(&verify->ranges[i].difference);
		verify->ranges[i].expected = manifest->regions[i].sum;
	}
	verify->selected = palloc(sizeof(uint32_t));
}

/* hbase.verify(relation, directory, with_relation) */
Datum
hbase_verify(PG_FUNCTION_ARGS)
{
	char	   *directory = server_path_check_read(
		text_to_cstring(PG_GETARG_TEXT_PP(1)));
	Verify		verify;

	begin_verify(&verify, PG_GETARG_OID(0), directory);
	export_progress_begin(PROGRESS_VERIFY, PG_GETARG_OID(0),
						  verify.manifest->nregions);
	export_progress_total(verify.manifest->rows);
	open_files(&verify, directory);
	if (PG_GETARG_BOOL(2))
		read_with_relation(&verify);
	else
	{
		while (next_row(&verify))
			;
	}
	for (int i = 0; i < hfile_folder_count(verify.folder); i++)
		judge_file(&verify, hfile_folder_file(verify.folder, i),
				   &verify.files[i]);
	hfile_folder_close(verify.folder);
	export_progress_end();
	put_outcome(fcinfo, &verify);
	return (Datum) 0;
}

/* hbase.verify(relation, directory, live, with_relation) */
Datum
hbase_verify_live(PG_FUNCTION_ARGS)
{
	Verify		verify;

	begin_verify(&verify, PG_GETARG_OID(0),
				 server_path_check_read(
					 text_to_cstring(PG_GETARG_TEXT_PP(1))));
	read_live(&verify, text_to_cstring(PG_GETARG_TEXT_PP(2)),
			  PG_GETARG_BOOL(3));
	if (PG_GETARG_BOOL(3))
	{
		export_progress_begin(PROGRESS_VERIFY, PG_GETARG_OID(0),
							  verify.manifest->nregions);
		export_progress_total(verify.manifest->rows);
		expect_relation(&verify);
		export_progress_end();
	}
	put_outcome(fcinfo, &verify);
	return (Datum) 0;
}
