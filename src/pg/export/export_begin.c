/*
 * export_begin.c
 *		hbase.export_begin(): begin an export that several sessions write, or
 *		of which they return the files with hbase.export_stream().
 *
 * The hidden folder and its lock belong to the transaction of this call, which
 * also keeps the snapshot. It removes the folder at its end, unless
 * hbase.export_finish() has published it.
 */
#include "pg/base/compat.h"

#include "access/xact.h"
#include "nodes/execnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/tuplestore.h"

#include "pg/base/set_result.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_expect.h"
#include "pg/export/export_tables.h"
#include "pg/export/shared_run.h"

PG_FUNCTION_INFO_V1(hbase_export_begin);

/* Return a relation; "run" is NULL if nothing is written. */
static void
return_table(ReturnSetInfo *rsinfo, const char *run, const ExportTable *table)
{
	ExportExpected expected;
	int			parts;
	Datum		values[8] = {0};
	bool		nulls[8] = {0};

	export_expect(table->def, &table->options.regions, &expected);
	parts = expected.divisible ?
		export_regions_count(&table->options.regions) :
		1;
	values[0] = Int64GetDatum(table->options.stamp);
	if (run == NULL)
		nulls[1] = true;
	else
		values[1] = DirectFunctionCall1(uuid_in, CStringGetDatum(run));
	values[2] = ObjectIdGetDatum(table->relid);
	values[3] = CStringGetTextDatum(table->def->table_name);
	values[4] = CStringGetTextDatum(table->folder);
	values[5] = Int32GetDatum(parts);
	values[6] = Int64GetDatum(expected.rows);
	values[7] = Int64GetDatum(expected.bytes);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* Make the folder of the run, with what the other sessions must know. */
static void
begin_folder(const char *path, const ExportArguments *args,
			 ArrayType *relations, const ExportTable *table, SharedRun *run)
{
	export_run_make_id(run->run);
	run->relations = relations;
	run->stamp = table->options.stamp;
	run->regions = args->regions.isnull ? 0 :
		DatumGetInt32(args->regions.value);
	run->options = DatumGetJsonbP(
		args->options.isnull ?
			DirectFunctionCall1(jsonb_in, CStringGetDatum("{}")) :
			args->options.value);
	shared_run_write(export_dir_begin_run(path, table->options.modes,
										  run->run),
					 run);
}

/*
 * hbase.export_begin(relations, directory, regions, stamp, options), with the
 * options of hbase.export_all(). Without a directory nothing is written.
 */
Datum
hbase_export_begin(PG_FUNCTION_ARGS)
{
	ExportArguments args = export_tables_arguments(fcinfo);
	bool		folder = !PG_ARGISNULL(1);
	SharedRun	run;
	ReturnSetInfo *rsinfo;
	ExportTable *tables;
	int			n;

	if (folder && (!IsTransactionBlock() || !IsolationUsesXactSnapshot()))
		ereport(ERROR,
				(errcode(ERRCODE_NO_ACTIVE_SQL_TRANSACTION),
				 errmsg("an export by several sessions needs a transaction that keeps its snapshot"),
				 errhint("Call hbase.export_begin() after BEGIN ISOLATION LEVEL REPEATABLE READ.")));
	tables = export_tables_read(PG_GETARG_ARRAYTYPE_P(0), &args, &n);
	if (folder)
		begin_folder(text_to_cstring(PG_GETARG_TEXT_PP(1)), &args,
					 PG_GETARG_ARRAYTYPE_P(0), &tables[0], &run);
	rsinfo = set_result_begin(fcinfo);
	for (int i = 0; i < n; i++)
		return_table(rsinfo, folder ? run.run : NULL, &tables[i]);
	return (Datum) 0;
}
