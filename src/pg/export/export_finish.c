/*
 * export_finish.c
 *		hbase.export_finish(): publish an export that several sessions have
 *		written.
 *
 * The files of the parts move into the folders of their tables, and the
 * manifest of a table is put together from those of its parts.
 */
#include "pg/base/compat.h"

#include <sys/file.h>
#include <unistd.h>

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

#include "core/base/bytes.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_manifest.h"
#include "pg/export/export_script.h"
#include "pg/export/export_tables.h"
#include "pg/export/manifest.h"
#include "pg/export/shared_run.h"
#include "pg/file/dir_at.h"

PG_FUNCTION_INFO_V1(hbase_export_finish);

/* The parts of a table so far. */
typedef struct Assembly
{
	ExportTable *table;
	int			nregions;		/* 0: no part yet */
	ExportedRegion *regions;
	bool	   *written;
	char	   *problem;		/* of a part that could not be exported */
} Assembly;

typedef struct Finish
{
	ExportDir  *dir;
	int			n;
	ExportTable *tables;
	Assembly   *assemblies;
} Finish;

/* ---- one part ----------------------------------------------------------- */

static void raise_other(const Assembly *assembly) pg_attribute_noreturn();

static void
raise_other(const Assembly *assembly)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the parts of %s have different regions or overlap",
					assembly->table->relation),
			 errdetail("Its definition was changed during the export, or regions were exported twice.")));
}

/* The number of the family whose folder a path begins with. */
static int
family_of(const Definition *def, const char *path)
{
	size_t		len = strcspn(path, "/");

	for (int f = 0; f < def->nfamilies; f++)
		if (def->families[f].len == len &&
			memcmp(def->families[f].bytes, path, len) == 0)
			return f;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the families of table \"%s\" were changed during the export",
					def->table_name)));
	return -1;
}

/* The start of a region as in the result of an export. */
static RowKey *
start_of(const Manifest *manifest, int region)
{
	return region == 0 ? NULL : manifest->regions[region].start;
}

static bool
same_start(const RowKey *a, const RowKey *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return bytes_compare(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), VARDATA_ANY(b),
						 VARSIZE_ANY_EXHDR(b)) == 0;
}

/*
 * Enter the regions of a part. False if other parts have all of them: the part
 * was written twice.
 */
static bool
take_regions(Assembly *assembly, const Manifest *manifest)
{
	int			n = manifest->nregions;
	int			new = 0;
	int			again = 0;

	if (assembly->nregions == 0)
	{
		assembly->nregions = n;
		assembly->regions = palloc0(sizeof(ExportedRegion) * n);
		assembly->written = palloc0(sizeof(bool) * n);
		for (int i = 0; i < n; i++)
			assembly->regions[i].start = start_of(manifest, i);
	}
	if (n != assembly->nregions)
		raise_other(assembly);
	for (int i = 0; i < n; i++)
	{
		if (!same_start(assembly->regions[i].start, start_of(manifest, i)))
			raise_other(assembly);
		new += manifest->regions[i].written && !assembly->written[i];
		again += manifest->regions[i].written && assembly->written[i];
	}
	if (new == 0)
		return false;
	if (again > 0)
		raise_other(assembly);
	for (int i = 0; i < n; i++)
	{
		if (!manifest->regions[i].written)
			continue;
		assembly->regions[i].sum = manifest->regions[i].sum;
		assembly->written[i] = true;
	}
	return true;
}

/* Move a file of a part to the folder of its table. */
static void
take_file(const Finish *finish, int part, Assembly *assembly,
		  const ManifestFile *from)
{
	ExportTable *table = assembly->table;
	ExportedFile *file = palloc0(sizeof(ExportedFile));
	char	   *path = psprintf("%s/%s", table->folder, from->path);

	file->family = family_of(table->def, from->path);
	file->entry = *from;
	export_dir_make(finish->dir,
					pnstrdup(path, strrchr(path, '/') - path));
	if (renameat(part, path, export_dir_fd(finish->dir), path) != 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not rename file \"%s\": %m", path)));
	table->result.files = lappend(table->result.files, file);
	table->result.cells += from->cells;
	table->result.bytes += from->bytes;
}

/* Add a part to its table. */
static void
take_part(const Finish *finish, int part, const char *name,
		  Assembly *assembly)
{
	ExportTable *table = assembly->table;
	const char *path = psprintf("%s/%s", table->folder, RUN_MANIFEST);
	Manifest   *manifest = manifest_read_below(
		part, path, psprintf("%s/%s", name, path));

	if (!take_regions(assembly, manifest))
		return;
	export_dir_make(finish->dir, table->folder);
	for (int i = 0; i < manifest->nfiles; i++)
		take_file(finish, part, assembly, &manifest->files[i]);
	table->result.rows += manifest->rows;
	table->result.rejects += manifest->rejects;
	table->result.empty_rows += manifest->empty_rows;
	table->result.expired += manifest->expired_cells;
	table->result.over_versions += manifest->cells_over_versions;
}

/*
 * Take a part, and remove its folder. A part that is not complete was left by
 * a session that has ended.
 */
static void
read_part(const Finish *finish, const char *name)
{
	int			fd = dir_at_open_owned(export_dir_fd(finish->dir), name,
									   DIR_AT_FOLDER, 0);
	Oid			relid;
	char	   *problem;

	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0)
		ereport(ERROR,
				(errcode_for_file_access(),
				 errmsg("could not open directory \"%s\": %m", name)));
	if (flock(fd, LOCK_EX | LOCK_NB) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_IN_USE),
				 errmsg("another session is writing a part of the export"),
				 errhint("Call hbase.export_finish() after the last hbase.export_part().")));
	if (shared_run_read_part(fd, &relid, &problem))
	{
		for (int i = 0; i < finish->n; i++)
		{
			Assembly   *assembly = &finish->assemblies[i];

			if (assembly->table->relid != relid)
				continue;
			if (problem != NULL)
				assembly->problem = problem;
			else
				take_part(finish, fd, name, assembly);
		}
	}
	dir_at_close(fd);
	export_dir_remove(finish->dir, name);
}

/* ---- one table ---------------------------------------------------------- */

static int
compare_files(const ListCell *a, const ListCell *b)
{
	const ExportedFile *x = lfirst(a);
	const ExportedFile *y = lfirst(b);

	if (x->entry.region != y->entry.region)
		return x->entry.region < y->entry.region ? -1 : 1;
	if (x->family != y->family)
		return x->family < y->family ? -1 : 1;
	return bytes_compare(VARDATA_ANY(x->entry.first_row),
						 VARSIZE_ANY_EXHDR(x->entry.first_row),
						 VARDATA_ANY(y->entry.first_row),
						 VARSIZE_ANY_EXHDR(y->entry.first_row));
}

/*
 * Write a table's manifest and script, or keep the reason why it was not
 * exported. An error if regions are missing.
 */
static void
finish_table(const Finish *finish, Assembly *assembly)
{
	ExportTable *table = assembly->table;
	int			missing = assembly->nregions == 0;

	for (int i = 0; i < assembly->nregions; i++)
		missing += !assembly->written[i];
	if (missing > 0 && assembly->problem == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s was not exported completely", table->relation),
				 assembly->nregions == 0 ?
					 errdetail("No session has exported it.") :
					 errdetail("%d of its %d regions are missing.", missing,
							   assembly->nregions),
				 errhint("Export each relation with hbase.export_part() first.")));
	if (missing > 0)
	{
		export_dir_remove(finish->dir, table->folder);
		memset(&table->result, 0, sizeof(ExportResult));
		table->problem = assembly->problem;
		return;
	}
	for (int i = 0; i < assembly->nregions; i++)
		table->result.regions = lappend(table->result.regions,
										&assembly->regions[i]);
	list_sort(table->result.files, compare_files);
	export_write_manifest(finish->dir, table->def, &table->options,
						  &table->result);
	export_write_load_script(finish->dir, table->options.below);
}

/* hbase.export_finish(run) */
Datum
hbase_export_finish(PG_FUNCTION_ARGS)
{
	char	   *run_id = DatumGetCString(
		DirectFunctionCall1(uuid_out, PG_GETARG_DATUM(0)));
	Finish		finish = {.dir = export_dir_find_run(run_id)};
	SharedRun	run;
	List	   *names;
	ListCell   *lc;

	if (finish.dir == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("this transaction has not begun run %s", run_id),
				 errhint("Call hbase.export_finish() in the transaction that called hbase.export_begin().")));
	shared_run_read(export_dir_fd(finish.dir), run_id, &run);
	finish.tables = shared_run_tables(&run, &finish.n);
	finish.assemblies = palloc0(sizeof(Assembly) * finish.n);
	for (int i = 0; i < finish.n; i++)
		finish.assemblies[i].table = &finish.tables[i];
	/* a part that begins later finds no run; one that began earlier is seen */
	shared_run_close(finish.dir);
	names = dir_at_list(export_dir_fd(finish.dir),
						export_dir_path(finish.dir));
	foreach(lc, names)
	{
		CHECK_FOR_INTERRUPTS();
		if (export_dir_is_part(lfirst(lc)))
			read_part(&finish, lfirst(lc));
	}
	for (int i = 0; i < finish.n; i++)
		finish_table(&finish, &finish.assemblies[i]);
	export_tables_publish(fcinfo, finish.dir, finish.tables, finish.n);
	return (Datum) 0;
}
