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
#include "catalog/pg_type_d.h"
#include "executor/spi.h"
#include "nodes/execnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/tuplestore.h"

#include "pg/base/set_result.h"
#include "pg/export/export_dir.h"
#include "pg/export/export_tables.h"
#include "pg/export/shared_run.h"
#include "pg/relation/export_rows.h"

PG_FUNCTION_INFO_V1(hbase_export_begin);

/* What the planner expects of a relation. */
typedef struct Expected
{
	int64		rows;
	int64		bytes;
	bool		divisible;		/* a region is read without the others */
} Expected;

/*
 * Explain the query of the relation and that of one region. A middle region
 * has both bounds.
 */
static Expected
expect(const ExportTable *table)
{
	int			regions = export_regions_known(&table->options.regions) ?
		export_regions_count(&table->options.regions) :
		1;
	bool	   *wanted = palloc0(sizeof(bool) * regions);
	ExportQuery whole = {.def = table->def};
	ExportQuery part = {.def = table->def};
	Oid			types[] = {TEXTOID, TEXTOID};
	Datum		values[2];
	char		nulls[] = "  ";
	Expected	expected;
	bool		isnull;

	wanted[regions / 2] = true;
	values[0] = CStringGetTextDatum(export_rows_sql(&whole, true));
	if (regions > 1)
	{
		part.condition = export_regions_condition(&table->options.regions,
												  wanted, table->def);
		values[1] = CStringGetTextDatum(export_rows_sql(&part, true));
	}
	else
		nulls[1] = 'n';
	SPI_connect();
	if (SPI_execute_with_args(
			"SELECT rows, bytes, divisible FROM hbase_internal.export_plan($1, $2)",
			2, types, values, nulls, false, 1) != SPI_OK_SELECT ||
		SPI_processed != 1)
		elog(ERROR, "could not explain a query");
	expected.rows = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0],
												SPI_tuptable->tupdesc, 1,
												&isnull));
	expected.bytes = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0],
												 SPI_tuptable->tupdesc, 2,
												 &isnull));
	expected.divisible = DatumGetBool(SPI_getbinval(SPI_tuptable->vals[0],
													SPI_tuptable->tupdesc, 3,
													&isnull));
	SPI_finish();
	return expected;
}

/* Return a relation; "run" is NULL if nothing is written. */
static void
return_table(ReturnSetInfo *rsinfo, const char *run, const ExportTable *table)
{
	Expected	expected = expect(table);
	int			parts = expected.divisible ?
		export_regions_count(&table->options.regions) :
		1;
	Datum		values[8] = {0};
	bool		nulls[8] = {0};

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
