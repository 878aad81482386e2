/*
 * export_part.c
 *		hbase.export_part(): write a relation, or some of its regions, into
 *		the folder of an export that another session has begun.
 *
 * A part is a folder within the hidden folder of the run. It is complete when
 * its last file exists and its session has released the lock. A part that
 * fails is removed, and can be written again.
 */
#include "pg/base/compat.h"

#include "catalog/pg_type_d.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

#include "pg/export/export_dir.h"
#include "pg/export/export_options.h"
#include "pg/export/export_tables.h"
#include "pg/export/shared_run.h"
#include "pg/relation/export_rows.h"

PG_FUNCTION_INFO_V1(hbase_export_part);

/* The table of a relation; an error if the run does not have it. */
static ExportTable *
find_table(ExportTable *tables, int n, Oid relid, const char *run)
{
	for (int i = 0; i < n; i++)
		if (tables[i].relid == relid)
			return &tables[i];
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s is not a relation of run %s",
					definition_relation_name(relid), run)));
	return NULL;
}

/* Read the numbers of regions, int[]. */
static void
read_regions(ArrayType *array, ExportOptions *options)
{
	Datum	   *values;
	bool	   *nulls;
	int32	   *numbers;
	int			n;

	deconstruct_array(array, INT4OID, sizeof(int32), true, TYPALIGN_INT,
					  &values, &nulls, &n);
	numbers = palloc(sizeof(int32) * Max(n, 1));
	for (int i = 0; i < n; i++)
	{
		if (nulls[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("region %d of the array is NULL", i + 1)));
		numbers[i] = DatumGetInt32(values[i]);
	}
	export_options_only_regions(options, n, numbers);
}

/* hbase.export_part(run, directory, relation, only_regions) */
Datum
hbase_export_part(PG_FUNCTION_ARGS)
{
	char	   *run_id;
	SharedRun	run;
	ExportTable *tables;
	ExportTable *table;
	ExportDir  *dir;
	int			n;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("run, directory and relation must not be NULL")));
	run_id = DatumGetCString(
		DirectFunctionCall1(uuid_out, PG_GETARG_DATUM(0)));
	dir = export_dir_begin_part(text_to_cstring(PG_GETARG_TEXT_PP(1)),
								run_id);
	/* after the part exists, so that the end of the run sees it */
	shared_run_read(export_dir_parent_fd(dir), run_id, &run);
	tables = shared_run_tables(&run, &n);
	table = find_table(tables, n, PG_GETARG_OID(2), run_id);
	if (!PG_ARGISNULL(3))
		read_regions(PG_GETARG_ARRAYTYPE_P(3), &table->options);
	export_dir_set_modes(dir, table->options.modes);
	export_tables_run(dir, table);
	shared_run_write_part(dir, table->relid, table->problem);
	export_dir_end_part(dir);
	export_tables_return(fcinfo, table, 1);
	return (Datum) 0;
}
