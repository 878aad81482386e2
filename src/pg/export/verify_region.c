/*
 * verify_region.c
 *		Compare the files of an export, and the relation, with the manifest.
 */
#include "pg/base/compat.h"

#include "miscadmin.h"

#include "core/base/bytes.h"
#include "core/widerow/widerow_builder.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/export/export_phoenix.h"
#include "pg/export/verify_region.h"
#include "pg/relation/export_rows.h"

void
verify_difference(StringInfo to, const char *fmt,...)
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

int
verify_region_of(const Manifest *manifest, int from, const uint8_t *row,
				 size_t len)
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

	verify_difference(&verify->ranges[said->region].difference,
					  "file \"%s\": %s", said->path, err->message);
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

void
verify_reserve(Verify *verify, uint32 cells)
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

	verify_reserve(verify, wide.cells);
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

/* Add what was read of the present files to what all jobs have read. */
static void
add_progress(Verify *verify)
{
	export_progress_add(verify->jobs, &verify->reported, verify->rows,
						verify->cells, hfile_folder_bytes(verify->folder));
}

/* Report the number of bytes read. */
static void
report_progress(Verify *verify)
{
	verify->cells += verify->row.n;
	if (verify->rows % EXPORT_PROGRESS_ROWS != 0)
		return;
	if (verify->jobs != NULL)
	{
		add_progress(verify);
		return;
	}
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
	verify->region = verify_region_of(verify->manifest, verify->region,
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
		verify_difference(to, "file \"%s\" holds cells of another family",
						  said->path);
	if (found->outside)
		verify_difference(to, "file \"%s\" holds rows of another region",
						  said->path);
	if (file->size != said->bytes)
		verify_difference(to, "file \"%s\" has %llu bytes instead of %llu",
						  said->path, (unsigned long long) file->size,
						  (unsigned long long) said->bytes);
	else if (file->crc != said->crc)
		verify_difference(to,
						  "file \"%s\" has the CRC-32C %08x instead of %08x",
						  said->path, file->crc, said->crc);
	if (found->rows != said->rows || found->cells != said->cells)
		verify_difference(
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
		verify_difference(to, "the rows of file \"%s\" are from %s to %s",
						  said->path, quote_key(found->first_row),
						  quote_row(found->last_row.data,
									found->last_row.len));
}

static int
compare_said(const void *a, const void *b)
{
	return strcmp((*(const ManifestFile *const *) a)->path,
				  (*(const ManifestFile *const *) b)->path);
}

void
verify_list(Verify *verify)
{
	const Manifest *manifest = verify->manifest;
	const ManifestFile **said = palloc(sizeof(ManifestFile *) *
									   (manifest->nfiles + 1));
	List	   *there = hfile_folder_list(verify->directory);
	ListCell   *lc = list_head(there);

	for (int i = 0; i < manifest->nfiles; i++)
		said[i] = &manifest->files[i];
	qsort(said, manifest->nfiles, sizeof(ManifestFile *), compare_said);
	for (int i = 0; i < manifest->nfiles || lc != NULL;)
	{
		int			c = lc == NULL ? -1 :
			i == manifest->nfiles  ? 1 :
									 strcmp(said[i]->path, lfirst(lc));

		if (c < 0)
			verify_difference(&verify->ranges[said[i]->region].difference,
							  "file \"%s\" is missing", said[i]->path);
		else if (c > 0)
			verify_difference(&verify->elsewhere,
							  "file \"%s\" is not in the manifest",
							  (char *) lfirst(lc));
		else
			verify->present = lappend(verify->present, (void *) said[i]);
		if (c <= 0)
			i++;
		if (c >= 0)
			lc = lnext(there, lc);
	}
}

/* Open the files of a region (-1: of all) that are there. */
static void
open_files(Verify *verify, int region)
{
	List	   *paths = NIL;
	ListCell   *lc;

	verify->files = palloc0(sizeof(FoundFile) *
							(list_length(verify->present) + 1));
	foreach(lc, verify->present)
	{
		const ManifestFile *said = lfirst(lc);
		FoundFile  *found = &verify->files[list_length(paths)];

		if (region >= 0 && said->region != region)
			continue;
		found->said = said;
		found->family_len = strchr(said->path, '/') - said->path;
		paths = lappend(paths, said->path);
	}
	verify->folder = hfile_folder_open(verify->directory, paths, file_failed,
									   verify);
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

	verify->relation_region = verify_region_of(manifest,
											   verify->relation_region,
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

void
verify_regions(const Manifest *manifest, ExportRegions *regions)
{
	memset(regions, 0, sizeof(ExportRegions));
	regions->cuts = 1;
	regions->nsplits = manifest->nregions - 1;
	regions->splits = palloc(sizeof(RowKey *) * manifest->nregions);
	for (int i = 0; i < regions->nsplits; i++)
		regions->splits[i] = manifest->regions[i + 1].start;
}

/* Read the files and the relation side by side. */
static void
read_with_relation(Verify *verify, int region)
{
	ExportQuery query = {.def = verify->def,
						 .stamp = verify->manifest->stamp,
						 .rejects = verify->rejects};
	ExportRegions regions;

	if (region >= 0)
	{
		verify_regions(verify->manifest, &regions);
		query.condition = export_regions_range(&regions, region, region + 1,
											   verify->def);
	}
	next_row(verify);
	export_rows(&query, compare_row, verify);
	for (; verify->has_row; next_row(verify))
		differs(verify, verify->region, verify->row.row, verify->row.row_len);
}

void
verify_report_rows(Verify *verify)
{
	for (int i = 0; i < verify->manifest->nregions; i++)
	{
		Range	   *range = &verify->ranges[i];

		if (range->rows_differ > 0)
			verify_difference(
				&range->difference,
				range->rows_differ == 1 ?
					"%llu row differs from the relation's, %s" :
					"%llu rows differ from the relation's, the first is %s",
				(unsigned long long) range->rows_differ, range->first_row);
	}
}

/* ---- regions ------------------------------------------------------------ */

void
verify_region(Verify *verify, int region)
{
	/* a damaged file may have rows of any region */
	verify->region = verify->relation_region = 0;
	verify->rows = verify->cells = 0;
	memset(&verify->reported, 0, sizeof(verify->reported));
	open_files(verify, region);
	if (verify->with_relation)
		read_with_relation(verify, region);
	else
	{
		while (next_row(verify))
			;
	}
	if (verify->jobs != NULL)
		add_progress(verify);
	for (int i = 0; i < hfile_folder_count(verify->folder); i++)
		judge_file(verify, hfile_folder_file(verify->folder, i),
				   &verify->files[i]);
	hfile_folder_close(verify->folder);
}

void
verify_add(Verify *verify, int region, const RangeSum *sum,
		   const char *difference, uint64 rows_differ, const char *first_row)
{
	Range	   *range = &verify->ranges[region];

	range->sum.rows += sum->rows;
	range->sum.cells += sum->cells;
	range->sum.sum += sum->sum;
	if (difference[0] != '\0')
		verify_difference(&range->difference, "%s", difference);
	if (rows_differ > 0 && range->rows_differ == 0)
		range->first_row = pstrdup(first_row);
	range->rows_differ += rows_differ;
}

void
verify_begin(Verify *verify, Oid relid, const char *directory,
			 bool with_relation)
{
	Manifest   *manifest = manifest_read(directory);

	memset(verify, 0, sizeof(Verify));
	verify->def = definition_read(relid, NULL);
	verify->directory = directory;
	verify->manifest = manifest;
	verify->with_relation = with_relation;
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
