/*
 * import_hfiles.c
 *		hbase.import_hfiles(): import the HFiles of a folder into a table.
 *
 * The files may come from several region servers or flushes and hold several
 * versions of a row. They are merged, and each row is inserted, or applied to
 * the existing row.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

#include "core/widerow/widerow_builder.h"
#include "pg/base/extension_objects.h"
#include "pg/base/rowkey_datum.h"
#include "pg/file/server_path.h"
#include "pg/hfile/hfile_folder.h"
#include "pg/hfile/hfile_tags.h"
#include "pg/relation/export_progress.h"
#include "pg/table/client_relation.h"
#include "pg/transform/transform.h"

PG_FUNCTION_INFO_V1(hbase_import_hfiles);

typedef struct Import
{
	ClientRelation *relation;
	HFileFolder *folder;
	SPIPlanPtr	plan;			/* $1 key, $2 ... the families */
	MemoryContext per_row;
	Datum	   *values;
	char	   *nulls;
	uint64		rows;
	uint64		cells;
} Import;

/* A file that cannot be read ends the import. */
static void
file_failed(void *context, const HFileFolder *folder, int file,
			const CoreError *err)
{
	hfile_folder_raise(folder, file, err);
}

/* ---- rows --------------------------------------------------------------- */

/* The family of a cell: that of its file's folder. */
static int
family_of_cell(Import *import, const HFileMergeCell *cell)
{
	const char *path = hfile_folder_file(import->folder, cell->file)->path;
	size_t		len = strchr(path, '/') - path;
	CoreError	err;

	if (bytes_compare(cell->cell.family, cell->cell.family_len, path, len) !=
		0)
	{
		char		row[CELL_QUOTE_SIZE];

		core_error(&err, CORE_ERR_CORRUPT,
				   "a cell of row %s does not have the column family of its folder",
				   cell_quote(cell->cell.row, cell->cell.row_len, row,
							  sizeof(row)));
		hfile_folder_raise(import->folder, cell->file, &err);
	}
	return client_relation_family(import->relation,
								  (WideName) {(const uint8_t *) path, len});
}

/* True if both cells are the same; a cell may be in several files. */
static bool
is_repeated(const HFileMergeCell *a, const HFileMergeCell *b)
{
	return cell_compare_in_row(&a->cell, &b->cell) == 0 &&
		bytes_compare(a->cell.value, a->cell.value_len, b->cell.value,
					  b->cell.value_len) == 0;
}

/* The cells of one family of a row as a datum. */
static Datum
make_family(Import *import, const HFileMergeCell *cells, uint32_t n)
{
	WideBuilder builder;
	CoreBuf		buf;
	CoreError	err;

	wide_builder_init(&builder);
	for (uint32_t i = 0; i < n; i++)
	{
		const Cell *cell = &cells[i].cell;

		CHECK_FOR_INTERRUPTS();
		if (i > 0 && is_repeated(&cells[i - 1], &cells[i]))
			continue;
		if (!cell_check(cell, 0, &err) ||
			!wide_builder_point_cell(&builder, cell, &err))
			hfile_folder_raise(import->folder, cells[i].file, &err);
		import->cells++;
	}
	widerow_buf_init(&buf, builder.bytes + 16 * (size_t) n);
	if (!wide_builder_finish(&builder, WIDEROW_DUPLICATE_ERROR, &buf, &err))
	{
		char		row[CELL_QUOTE_SIZE];

		core_error_detail(
			&err,
			"It is in row %s; the files hold other values of the same cell.",
			cell_quote(cells->cell.row, cells->cell.row_len, row,
					   sizeof(row)));
		hfile_folder_raise(import->folder, cells[n - 1].file, &err);
	}
	return widerow_buf_datum(&buf);
}

static void
import_row(Import *import, const HFileMergeRow *row)
{
	const Definition *def = import->relation->definition;
	MemoryContext old = MemoryContextSwitchTo(import->per_row);
	RowKey	   *key;

	MemoryContextReset(import->per_row);
	key = rowkey_from_bytes(row->row, row->row_len);
	client_relation_check_key(key);
	import->values[0] = PointerGetDatum(key);
	memset(import->nulls, 'n', def->nfamilies + 1);
	import->nulls[0] = ' ';
	for (uint32_t first = 0, stop; first < row->n; first = stop)
	{
		const HFileMergeCell *cells = row->cells;
		int			family = family_of_cell(import, &cells[first]);

		for (stop = first + 1; stop < row->n; stop++)
		{
			if (bytes_compare(cells[stop].cell.family,
							  cells[stop].cell.family_len,
							  cells[first].cell.family,
							  cells[first].cell.family_len) != 0)
				break;
			if (cells[stop].file != cells[stop - 1].file)
				family_of_cell(import, &cells[stop]);
		}
		import->values[family + 1] = make_family(import, cells + first,
												 stop - first);
		import->nulls[family + 1] = ' ';
	}
	if (SPI_execute_plan(import->plan, import->values, import->nulls, false,
						 0) < 0)
		elog(ERROR, "could not insert into %s", import->relation->name);
	if (++import->rows % EXPORT_PROGRESS_ROWS == 0)
		export_progress_written(import->rows, import->cells,
								hfile_folder_bytes(import->folder));
	MemoryContextSwitchTo(old);
}

/* ---- the statement ------------------------------------------------------ */

/* Append the SQL that applies the cells of a parameter to a family. */
static void
applied(StringInfo sql, const ClientRelation *relation, int f,
		const char *before)
{
	appendStringInfo(sql,
					 "CASE WHEN $%d IS NULL THEN %s ELSE hbase_internal.applied(%u, %d, %s, $%d) END",
					 f + 2, before, relation->relid,
					 relation->definition->families[f].attnum, before, f + 2);
}

static SPIPlanPtr
prepare(const ClientRelation *relation)
{
	const Definition *def = relation->definition;
	const ExtensionObjects *own = extension_objects();
	Oid		   *types = palloc(sizeof(Oid) * (def->nfamilies + 1));
	StringInfoData sql;
	SPIPlanPtr	plan;

	initStringInfo(&sql);
	appendStringInfo(&sql, "INSERT INTO %s AS t (key", relation->name);
	types[0] = own->rowkey;
	for (int f = 0; f < def->nfamilies; f++)
	{
		types[f + 1] = own->widerow;
		appendStringInfo(&sql, ", %s",
						 quote_identifier(def->families[f].column));
	}
	appendStringInfoString(&sql, ") VALUES ($1");
	for (int f = 0; f < def->nfamilies; f++)
	{
		appendStringInfoString(&sql, ", ");
		applied(&sql, relation, f, "NULL");
	}
	appendStringInfoString(&sql, ") ON CONFLICT (key) DO UPDATE SET ");
	for (int f = 0; f < def->nfamilies; f++)
	{
		const char *column = quote_identifier(def->families[f].column);

		appendStringInfo(&sql, "%s%s = ", f > 0 ? ", " : "", column);
		applied(&sql, relation, f, psprintf("t.%s", column));
	}
	plan = SPI_prepare(sql.data, def->nfamilies + 1, types);
	if (plan == NULL)
		elog(ERROR, "could not prepare \"%s\": %s", sql.data,
			 SPI_result_code_string(SPI_result));
	return plan;
}

/* Raise an error unless every folder is a family of the table. */
static void
check_families(ClientRelation *relation, List *paths)
{
	ListCell   *lc;

	foreach(lc, paths)
	{
		const char *path = lfirst(lc);

		client_relation_family(relation,
							   (WideName) {(const uint8_t *) path,
										   strchr(path, '/') - path});
	}
}

/* hbase.import_hfiles(directory, relation) */
Datum
hbase_import_hfiles(PG_FUNCTION_ARGS)
{
	char	   *directory = server_path_check_read(
		text_to_cstring(PG_GETARG_TEXT_PP(0)));
	Import		import;
	CellTagCounts tags = {0};
	HFileMergeRow row;
	List	   *paths;
	TupleDesc	desc;
	Datum		values[3];
	bool		nulls[3] = {0};
	int			nfamilies;

	memset(&import, 0, sizeof(import));
	import.relation = client_relation_open_writable(PG_GETARG_OID(1));
	nfamilies = import.relation->definition->nfamilies;
	paths = hfile_folder_list(directory);
	if (paths == NIL)
		ereport(NOTICE,
				(errmsg("folder \"%s\" does not contain HFiles", directory),
				 errdetail("The folder must have one folder of HFiles for each column family.")));
	check_families(import.relation, paths);
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");

	import.values = palloc(sizeof(Datum) * (nfamilies + 1));
	import.nulls = palloc(nfamilies + 1);
	import.per_row = AllocSetContextCreate(CurrentMemoryContext,
										   "hbase_schema import",
										   ALLOCSET_DEFAULT_SIZES);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	import.plan = prepare(import.relation);
	export_progress_begin(PROGRESS_IMPORT, PG_GETARG_OID(1), 0);
	import.folder = hfile_folder_open(directory, paths, file_failed, &import);
	export_progress_total_bytes(hfile_folder_size(import.folder));
	hfile_folder_count_tags(import.folder,
							transform_unix_ms(GetCurrentTimestamp()), &tags);
	while (hfile_folder_next(import.folder, &row))
		import_row(&import, &row);
	hfile_folder_close(import.folder);
	SPI_finish();
	export_progress_end();
	hfile_tags_warn(&tags, true);

	values[0] = Int32GetDatum(list_length(paths));
	values[1] = Int64GetDatum(import.rows);
	values[2] = Int64GetDatum(import.cells);
	PG_RETURN_DATUM(HeapTupleGetDatum(
		heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}
